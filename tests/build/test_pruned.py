"""A library that was cut must lack nothing: the engine's tests run in the page's runtime."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tools.console import DIST, ROOT
from tools.site import BUILD_FACTS, ensure_built

# No other programs can be run there, and the byte code carries no docstrings.
# What counts positions by the hundred thousand needs no more of the library than the rest.
COUNTING = {"test_perft.py", "test_properties.py", "test_soundness.py"}
OUT_OF_REACH = re.compile(r"^(?:from|import) (?:subprocess|doctest)\b|bakersdozen\.study", re.M)


INFLATED = {"wasm": "pyodide.asm.wasm", "library": "library.zip", "engine": "engine.zip"}


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the page starts from, inflated, in one directory."""
    ensure_built()
    facts = json.loads((DIST / BUILD_FACTS).read_text("utf-8"))
    directory = tmp_path_factory.mktemp("runtime")
    for part, name in INFLATED.items():
        data = gzip.decompress((DIST / facts[part]["path"]).read_bytes())
        (directory / name).write_bytes(data)
    shutil.copyfile(DIST / facts["glue"], directory / "glue.mjs")
    return directory


def test_the_engine_passes_its_tests_in_the_cut_runtime(runtime: Path) -> None:
    tests = [
        path.relative_to(ROOT).as_posix()
        for folder in ("engine", "record")
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))
        if path.name not in COUNTING and not OUT_OF_REACH.search(path.read_text("utf-8"))
    ]
    assert "tests/engine/test_rules.py" in tests
    packages = sysconfig.get_path("purelib")
    command = ["node", "tests/build/pruned.mjs", runtime, packages, *tests]
    done = subprocess.run(
        [str(word) for word in command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    said = (done.stdout + done.stderr)[-6000:]
    assert done.returncode == 0, said
    assert re.search(r"\d+ passed", done.stdout), said
