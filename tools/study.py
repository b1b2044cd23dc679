"""`build.py study`: the engine's command of that name, in an interpreter that has what it needs."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.console import ROOT
from tools.venv import ensure_venv, python


def run_study(arguments: Sequence[str]) -> int:
    """Runs `bakersdozen study` and returns its exit code."""
    command = [str(_interpreter(arguments)), "-m", "bakersdozen", "study", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    running = subprocess.Popen(command, env=environment)
    while True:
        try:
            return running.wait()
        except KeyboardInterrupt:
            # The study was told, too, and ends by itself when its file is in order.
            continue


def _interpreter(arguments: Sequence[str]) -> Path:
    """Returns this Python; for a cluster the private environment's, if this one has no Dask."""
    asks = any(argument.split("=")[0] == "--dask" for argument in arguments)
    if not asks or importlib.util.find_spec("distributed"):
        return Path(sys.executable)
    ensure_venv()
    return python()
