"""What all tests share: the order they run in, and how long they may look.

The ordinary run tries the same few examples each time. A long one looks for new ones, plays on
for thousands of moves and compares whole test suites:

    TESTS=long python3 build.py test tests/fuzz tests/browser/test_endurance.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Long files first: where tests run side by side, the last file alone decides when all is done.
_ORDER = ("browser", "solver", "build", "fuzz")
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "ordinary",
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=_SLOW,
)
settings.register_profile(
    "long",
    max_examples=2000,
    stateful_step_count=120,
    deadline=None,
    suppress_health_check=_SLOW,
)
settings.load_profile("long" if os.environ.get("TESTS") == "long" else "ordinary")


def pytest_configure(config: pytest.Config) -> None:
    """Builds the site once for all, before the tests are shared out among processes."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        # Where the engine's tests run in the page's runtime, there is nothing to build with.
        from tools.site import ensure_built

        ensure_built()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts the folders with the longest files first; lets a page have another chance.

    Only where the command sets how many chances a whole run has (`--max-suite-reruns`).
    """
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        folder = item.path.relative_to(here).parts[0]
        return _ORDER.index(folder) if folder in _ORDER else len(_ORDER)

    items.sort(key=place)
    if getattr(config.option, "max_suite_reruns", None) is not None:
        for item in items:
            if item.path.is_relative_to(here / "browser"):
                item.add_marker(pytest.mark.flaky(reruns=1))
