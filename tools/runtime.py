"""The runtime as the page boots it: cut to what is used, the engine's zip, and the plain way.

dist/runtime/ holds what the fast boots use, heavy files as gzip under a neutral name: the
WebAssembly without what only modules linked to it later would ask for, and the modules of the
standard library that are imported when those in tools/standins take their namesakes' place.
dist/plain/ holds the runtime as its makers ship it, micropip and the engine's wheel.
Names end in .js instead of .mjs, since hosts that do not know .mjs give it no type.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import shutil
import tempfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.console import ROOT, Trouble, run, say
from tools.files import (
    cached,
    digest_of,
    files_under,
    gzipped,
    sha256,
    without_source_map,
    zipped,
)
from tools.packages import package
from tools.venv import wheel_of

ENGINE = ROOT / "py" / "bakersdozen"
_TOOLS = ROOT / "tools"
_STANDINS = _TOOLS / "standins"
_COMPILING = (_TOOLS / "compile.mjs", _TOOLS / "compile_in_runtime.py")
_CUTTING = (_TOOLS / "cut_runtime.mjs", _TOOLS / "cut_glue.mjs")
_MICROPIP = "micropip==0.11.1"
_MICROPIP_SHA256 = "768de165adb8e66906039d8fec4127a57f522dfdf8e6fbff877a4616941ecfd3"
_UNTOUCHED = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide-asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
    "python_stdlib.zip": "python_stdlib.zip",
}


@dataclass(frozen=True)
class Blob:
    """A heavy file of the fast boots: its address in the site and its hash once inflated."""

    path: str
    sha256: str


def engine_sources(engine: Path = ENGINE) -> list[Path]:
    """Returns the engine's own files, without what Python left beside them."""
    return [path for path in files_under(engine) if "__pycache__" not in path.parts]


def make_runtime(dist: Path, engine: Path = ENGINE) -> dict[str, Any]:
    """Puts the runtime into the site and returns what js/boot/build.js is to tell the worker."""
    stock = package("pyodide")
    lock = json.loads((stock / "pyodide-lock.json").read_text("utf-8"))
    version = json.loads((stock / "package.json").read_text("utf-8"))["version"]
    major, minor = lock["info"]["python"].split(".")[:2]
    fast, plain = dist / "runtime", dist / "plain"
    fast.mkdir()
    plain.mkdir()

    cut, compiled = _cut(), _compiled(engine)
    programs = {
        role: _program(dist, _UNTOUCHED[name], (home / name).read_text("utf-8"))
        for role, home, name in (
            ("loader", stock, "pyodide.mjs"),
            ("glue", cut, "pyodide.asm.mjs"),
        )
    }
    parts = {
        "wasm": (cut / "pyodide.asm.wasm").read_bytes(),
        "library": _zip_of(compiled / "library"),
        "engine": _zip_of(compiled / "engine"),
    }
    blobs = {name: _blob(dist, name, data) for name, data in parts.items()}

    for name, shipped in _UNTOUCHED.items():
        shutil.copyfile(stock / name, plain / shipped)
    micropip = micropip_wheel()
    shutil.copyfile(micropip, plain / micropip.name)
    wheel_name, wheel = engine_wheel(engine)
    (plain / wheel_name).write_bytes(wheel)

    return {
        "id": sha256(repr((programs, sorted(blobs.items()))).encode())[:16],
        "runtime": version,
        "python": f"{major}{minor}",
        **programs,
        **{name: vars(blob) for name, blob in blobs.items()},
        "lockInfo": lock["info"],
        "plain": {
            "path": "plain/",
            "engineWheel": wheel_name,
            "micropip": lock["packages"]["micropip"]
            | {"file_name": micropip.name, "sha256": _MICROPIP_SHA256, "version": _MICROPIP[10:]},
        },
    }


def micropip_wheel() -> Path:
    """Returns the wheel of the installer, for the version of Python that the runtime is."""
    lock = json.loads((package("pyodide") / "pyodide-lock.json").read_text("utf-8"))
    major, minor = lock["info"]["python"].split(".")[:2]
    return wheel_of(_MICROPIP, _MICROPIP_SHA256, python=f"{major}.{minor}")


def engine_wheel(engine: Path = ENGINE) -> tuple[str, bytes]:
    """Returns the name and the bytes of the engine's wheel, the same for the same sources."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = f"{name}-{version}.dist-info"
    members = {
        f"{name}/{path.relative_to(engine).as_posix()}": path.read_bytes()
        for path in engine_sources(engine)
    }
    members[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        f"Requires-Python: {project['requires-python']}\n"
    ).encode()
    members[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: build.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    members[f"{info}/RECORD"] = _record(members, f"{info}/RECORD")
    return f"{name}-{version}-py3-none-any.whl", zipped(members)


def _record(members: dict[str, bytes], itself: str) -> bytes:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for name, data in sorted(members.items()):
        digest = base64.urlsafe_b64encode(bytes.fromhex(sha256(data))).rstrip(b"=").decode()
        writer.writerow([name, f"sha256={digest}", len(data)])
    writer.writerow([itself, "", ""])
    return lines.getvalue().encode()


def _cut() -> Path:
    """Returns a directory with the runtime's WebAssembly and its glue, cut to what is used."""
    stock = package("pyodide")
    versions = [package(name) / "package.json" for name in ("pyodide", "binaryen", "acorn")]

    def cut(fresh: Path) -> None:
        say("Cutting the runtime …")
        run(
            ["node", _CUTTING[0], stock, fresh],
            otherwise="The runtime could not be cut to what is used; the error is above.",
            quiet=True,
        )

    return cached("runtime", digest_of([*_CUTTING, *versions]), cut)


def _compiled(engine: Path) -> Path:
    """Returns a directory with the byte code of the cut library and of the engine."""
    if not (engine / "bridge.py").exists():
        raise Trouble(f"{engine / 'bridge.py'} is missing: there is no engine to build.")
    sources = {path: path.relative_to(engine).as_posix() for path in engine_sources(engine)}
    standins = {path: path.relative_to(_STANDINS).as_posix() for path in _standins()}
    used = [*sources, *standins, *_COMPILING, package("pyodide") / "package.json"]
    key = digest_of(used, *sources.values(), *standins.values())
    return cached("compiled", key, lambda fresh: _compile(engine, fresh))


def _compile(engine: Path, fresh: Path) -> None:
    say("Compiling the library and the engine …")
    with tempfile.TemporaryDirectory() as directory:
        library = Path(directory) / "library.zip"
        with zipfile.ZipFile(package("pyodide") / "python_stdlib.zip") as stock:
            members = {name: stock.read(name) for name in stock.namelist()}
        for path in _standins():
            members[path.relative_to(_STANDINS).as_posix()] = path.read_bytes()
        library.write_bytes(zipped(members))
        run(
            ["node", _COMPILING[0], library, engine.parent, fresh],
            otherwise="The engine could not be compiled in the runtime; its error is above.",
            quiet=True,
        )


def _standins() -> list[Path]:
    """Returns the modules that take the place of larger ones in the library."""
    return [path for path in files_under(_STANDINS) if path.suffix == ".py"]


def _zip_of(directory: Path) -> bytes:
    return zipped(
        {p.relative_to(directory).as_posix(): p.read_bytes() for p in files_under(directory)}
    )


def _program(dist: Path, name: str, text: str) -> str:
    """Writes a program of the runtime, named after its content."""
    data = without_source_map(text).encode()
    path = f"runtime/{Path(name).stem}-{sha256(data)[:12]}.js"
    (dist / path).write_bytes(data)
    return path


def _blob(dist: Path, name: str, data: bytes) -> Blob:
    """Writes a heavy file, named after its content so that no cache can mix two builds."""
    digest = sha256(data)
    path = f"runtime/{name}-{digest[:12]}.bin"
    packed = cached("gzip", digest, lambda fresh: _write(fresh / "data", gzipped(data)))
    shutil.copyfile(packed / "data", dist / path)
    return Blob(path, digest)


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
