"""What all tests share: the order they run in, quick ones first."""

from __future__ import annotations

from pathlib import Path

import pytest

_ORDER = ("engine", "solver", "build", "browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the tests that need a built site and a browser last."""
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        folder = item.path.relative_to(here).parts[0]
        return _ORDER.index(folder) if folder in _ORDER else 0

    items.sort(key=place)
