"""Small builders of entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from entries import won_entry


@pytest.fixture
def entry() -> Callable[..., dict[str, Any]]:
    """Makes the plain data of an entry; whatever is not said is a plain win."""
    return won_entry
