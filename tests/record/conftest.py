"""Small builders of entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def entry() -> Callable[..., dict[str, Any]]:
    """Makes the plain data of an entry; whatever is not said is a plain win."""

    def make(**changes: Any) -> dict[str, Any]:
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

    return make
