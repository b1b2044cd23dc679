"""Talking to the person at the terminal, and running other programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
CACHE = ROOT / ".cache"


class Trouble(Exception):
    """Carries a message that tells the reader what is missing and what to do about it."""


def say(text: str) -> None:
    """Prints one line at once, so that long steps show where they are."""
    print(text, flush=True)


def run(
    command: Sequence[str | Path],
    *,
    otherwise: str,
    env: Mapping[str, str] | None = None,
    quiet: bool = False,
) -> None:
    """Runs a program in the project's directory.

    `otherwise` is the message of the `Trouble` raised when it cannot be run or fails;
    `quiet` keeps the program's output back unless it fails.
    """
    try:
        done = subprocess.run(
            [str(word) for word in command],
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            check=False,
        )
    except FileNotFoundError as error:
        raise Trouble(otherwise) from error
    if done.returncode:
        if quiet:
            sys.stderr.write(done.stdout.decode(errors="replace"))
        raise Trouble(otherwise)
