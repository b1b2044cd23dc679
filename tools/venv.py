"""The private virtual environment of the tests, and wheels from the package index."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

from tools.console import CACHE, ROOT, Trouble, run, say
from tools.files import digest_of, sha256

VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements.txt"
_NETWORK = "pip could not install the pinned packages of the tests; is the network up?"


def python() -> Path:
    """Returns the interpreter of the private environment, whether it exists yet or not."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure_venv() -> None:
    """Makes the private environment, or brings it up to date with requirements.txt."""
    stamp = VENV / "requirements.sha256"
    wanted = digest_of([REQUIREMENTS], sys.version)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say("Preparing the private environment of the tests (.venv) …")
    try:
        venv.create(VENV, with_pip=True, clear=VENV.exists())
    except (subprocess.CalledProcessError, OSError) as error:
        raise Trouble(
            "Python could not make a virtual environment (Debian: apt install python3-venv)."
        ) from error
    run(
        [python(), "-m", "pip", "install", "--quiet", "-r", REQUIREMENTS],
        otherwise=_NETWORK,
        quiet=True,
    )
    stamp.write_text(wanted)


def wheel_of(requirement: str, digest: str, *, python: str) -> Path:
    """Returns a wheel from the package index, kept in the cache and proved by its SHA-256.

    `python` is the version of Python that the wheel is for, not the one that runs.
    """
    wheels = CACHE / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    for path in wheels.glob("*.whl"):
        if sha256(path.read_bytes()) == digest:
            return path
    pinned = wheels / "pinned.txt"
    pinned.write_text(f"{requirement} --hash=sha256:{digest}\n", "utf-8")
    say(f"Fetching {requirement} …")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    run(
        [*pip, f"--python-version={python}", "--require-hashes", "-r", pinned, "-d", wheels],
        otherwise=f"pip could not fetch {requirement}; is pip installed and the network up?",
        quiet=True,
    )
    return wheel_of(requirement, digest, python=python)
