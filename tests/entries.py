"""Entries of the record, as plain data."""

from __future__ import annotations

from typing import Any


def won_entry(**changes: Any) -> dict[str, Any]:
    """Returns a plain win; what is named differs from it."""
    return {
        "id": "g1",
        "won": True,
        "score": 1500,
        "variant": "bakers-dozen",
        "deal": "7",
        "daily": "",
        "day": "2026-03-01",
        "ended": "2026-03-01T10:00:00Z",
        "seconds": 260,
        "moves": 80,
        "help": "none",
    } | changes
