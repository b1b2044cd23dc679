"""Names of cards in the game with pools: some keep their suits, the others go by their kind."""

from __future__ import annotations

from typing import Final, NamedTuple

from bakersdozen.cards import PACK
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.piles import signature

ALIKE: Final = len(PACK)  # the first name of a card without a suit: one for each kind
NAMES: Final = range(ALIKE + 29)
SHARES: Final = [signature((9 << 40) + name) for name in NAMES]  # of reserve cards in a key
CELL_SHARES: Final = [signature((10 << 40) + name) for name in NAMES]


class Names(NamedTuple):
    """What each card is called, and of each name what `Compact` knows of a card."""

    name: list[int]
    kind: list[int]
    wants: list[int]
    fills: list[bool]


def names_of(game: Compact, named: int) -> Names:
    """Returns the names by which cards of the lowest `named` ranks keep their suits."""
    nameless = [0] * len(NAMES[ALIKE:])
    names = Names(
        [card if card >> 2 < named else ALIKE + game.kind[card] for card in PACK],
        game.kind + nameless,
        game.wants + nameless,
        game.fills_space + [False] * len(nameless),
    )
    for card in PACK:
        alike = ALIKE + game.kind[card]
        names.kind[alike], names.wants[alike] = game.kind[card], game.wants[card]
        names.fills[alike] = game.fills_space[card]
    return names
