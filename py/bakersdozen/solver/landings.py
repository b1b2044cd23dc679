"""Where a card can land: on a card of the kind it wants, or on reserve cards put there first.

The reserve needs no moves of its own but lifts. A card put down from it serves
only when another card lands on it, and until then it might as well have waited:
its place stays free, and it can be lifted from the reserve as well. So a line that
wins can be put in an order in which reserve cards go down, highest first, just
before a card of the tableau or of a cell lands on them.
"""

from __future__ import annotations

from typing import NamedTuple

from bakersdozen.cards import Card
from bakersdozen.solver.compact import packed_chain
from bakersdozen.solver.keys import Shares


class Landing(NamedTuple):
    """One way to land."""

    host: int  # the kind that must be there
    fills: bool  # whether a space will do instead
    chain: tuple[Card, ...]  # cards of the reserve that go down first, in that order
    share: int  # what their going takes from a position's key
    move: int  # their part of a packed move


class Ways(dict[Card, tuple[Landing, ...]]):
    """The ways to land for each card, those with the fewest reserve cards first."""

    __slots__ = ("_fills", "_kind", "_reserve", "_shares", "_wants")

    def __init__(
        self,
        kind: list[int],
        wants: list[int],
        fills: list[bool],
        reserve: tuple[Card, ...],
        shares: Shares,
    ) -> None:
        super().__init__()
        self._kind, self._wants, self._fills = kind, wants, fills
        self._reserve, self._shares = dict.fromkeys(reserve), shares

    def __missing__(self, card: Card) -> tuple[Landing, ...]:
        kind, wants, fills = self._kind, self._wants, self._fills
        found = [Landing(wants[card], fills[card], (), 0, 0)]
        for landing in found:
            for under in self._reserve:
                if kind[under] == landing.host:
                    chain = under, *landing.chain
                    share = landing.share + self._shares[under]
                    found.append(
                        Landing(wants[under], fills[under], chain, share, packed_chain(chain))
                    )
        ways = self[card] = tuple(found)
        return ways
