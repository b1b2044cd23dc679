"""Addresses that the page is opened with: each is read rightly or refused, and none throws."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
MANY = "2000000" if os.environ.get("TESTS") == "long" else "20000"


def test_addresses_are_read_rightly_or_refused() -> None:
    done = subprocess.run(
        ["node", "tests/fuzz/addresses.mjs", MANY, "13"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip() == f"{MANY} read, 0 wrong"
