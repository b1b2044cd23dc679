"""The page about the tests names only tests that there are."""

from __future__ import annotations

import re

from tools.console import ROOT


def test_every_test_that_is_named_is_there() -> None:
    page = (ROOT / "docs" / "TESTING.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    named = {name for row in rows for name in re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+)+)`", row)}
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"def test_(\w+)", code))
    assert len(named) > 60
    assert named <= there, named - there
