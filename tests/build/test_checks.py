"""The checkers of the code, each as a test: one command, one closing line for all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
NODE_BIN = ROOT / "node_modules" / ".bin"

CHECKS = {
    "ruff lint": [BIN / "ruff", "check", "."],
    "ruff format": [BIN / "ruff", "format", "--check", "."],
    "mypy, engine": [BIN / "mypy", "-p", "bakersdozen"],
    "mypy, tools": [BIN / "mypy", "-p", "build", "-p", "tools"],
    "import-linter": [BIN / "lint-imports"],
    "tsc": [NODE_BIN / "tsc", "-p", "."],
    "html-validate": [NODE_BIN / "html-validate", "index.html"],
}


@pytest.mark.parametrize("name", CHECKS)
def test_check(name: str) -> None:
    command = [str(word) for word in CHECKS[name]]
    if not Path(command[0]).exists() and not shutil.which(command[0]):
        pytest.fail(f"{command[0]} is missing; run the tests with `python3 build.py test`")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{name}:\n{done.stdout}{done.stderr}"
