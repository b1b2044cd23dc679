"""Run inside the page's runtime: finds what the engine needs of it, and compiles that.

Reads the engine from /packages and the standard library from where the runtime keeps it,
and writes two directories of byte code to /output: `library`, the cut standard
library, and `engine`. What is needed is what was imported once the engine has answered.
"""

import importlib.util
import marshal
import sys
import zipfile
from pathlib import Path
from types import CodeType

from bakersdozen.bridge import handle

ANSWERED = [
    '{"id": 1, "intent": "hello"}',
    '{"id": 2, "intent": "new", "variant": "bakers-dozen", "deal": "1"}',
    '{"id": 3, "intent": "move", "card": "?", "to": "?"}',
    '{"id": 4, "intent": "hint"}',
    "not JSON",
]
# Imported only when something fails, so no answer shows the need.
IN_TROUBLE = ["traceback", "linecache", "tokenize", "textwrap", "encodings.idna", "stringprep"]
LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"


def without_lines(code: CodeType) -> CodeType:
    """Returns code that does not know its line numbers, a fifth of its size."""
    constants = (without_lines(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(constants))


def compiled(source: bytes, path: str, lines: bool) -> bytes:
    """Returns the content of a .pyc that is taken as it is, whatever the dates say."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    if not lines:
        code = without_lines(code)
    hash_based_unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + hash_based_unchecked + bytes(8) + marshal.dumps(code)


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def main() -> None:
    for text in ANSWERED:
        handle(text)
    for name in IN_TROUBLE:
        __import__(name)
    specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
    origins = {spec.origin for spec in specs if spec and spec.origin}
    with zipfile.ZipFile(LIBRARY) as library:
        for origin in sorted(origins):
            if origin.startswith(f"{LIBRARY}/"):
                name = origin.removeprefix(f"{LIBRARY}/")
                byte_code = compiled(library.read(name), origin, lines=False)
                write(Path("/output/library", name).with_suffix(".pyc"), byte_code)
    for source in sorted(Path("/packages/bakersdozen").rglob("*")):
        inside = source.relative_to("/packages")
        if str(source) in origins:
            path = f"/lib/bakersdozen.zip/{inside}"
            byte_code = compiled(source.read_bytes(), path, lines=True)
            write(Path("/output/engine", inside).with_suffix(".pyc"), byte_code)
        elif source.is_file() and source.suffix not in {".py", ".pyc", ".typed"}:
            write(Path("/output/engine", inside), source.read_bytes())


main()
