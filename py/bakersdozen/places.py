"""The names of piles as the page knows them; moves have shorter ones."""

from __future__ import annotations

from typing import Final

from bakersdozen.cards import SUITS
from bakersdozen.rules import CELL_DIGITS, COLUMN_LETTERS, RESERVE
from bakersdozen.variants import Variant

CELL_PREFIX: Final = "cell"


def pile_names(variant: Variant) -> list[str]:
    """Returns the names of all piles of a variant, as the page knows them.

    >>> from bakersdozen.variants import VARIANTS
    >>> pile_names(VARIANTS["freecell"])[-5:]
    ['S', 'cell1', 'cell2', 'cell3', 'cell4']
    """
    columns = COLUMN_LETTERS[: len(variant.columns)]
    cells = [CELL_PREFIX + digit for digit in CELL_DIGITS[: variant.cells]]
    return [*columns, *SUITS, *cells, *([RESERVE] if variant.reserve else [])]


def pile_name(place: str) -> str:
    """Returns the page's name of a move's source or target."""
    if place in CELL_DIGITS:
        return CELL_PREFIX + place
    return RESERVE if len(place) == 2 else place
