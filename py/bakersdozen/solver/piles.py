"""Interned columns: every pile of cards met in a search is one small integer.

A column is a path in a tree of piles: what lies beneath its top card, plus that
card. Two columns with the same cards are the same integer, so a position is a
short tuple, a move changes one or two of its numbers, and whatever depends on a
column alone (its value, its share of the position's key) is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bakersdozen.cards import Card

EMPTY: Final = 0
NO_CARD: Final = -1
NOWHERE: Final = 255  # no card, where cards are bytes
_MASK: Final = (1 << 64) - 1


def scrambled(number: int) -> int:
    """Returns 64 well-mixed bits for a number (the finaliser of SplitMix64)."""
    z = (number * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


@lru_cache(maxsize=1 << 12)  # of cards and of the first piles, the same in every search
def signature(number: int) -> int:
    """Returns 128 well-mixed bits: enough for millions of positions never to collide by chance."""
    return scrambled(2 * number) << 64 | scrambled(2 * number + 1)


class Piles:
    """The piles met so far, by number; 0 is the empty one.

    `top` and `below` undo what `put` does; `sign` is a pile's share of the key
    of a position (see `keys`); `children` is `put`'s memory, open to the inner loop.
    """

    __slots__ = ("below", "children", "sign", "top")

    def __init__(self) -> None:
        self.top: list[Card] = [NO_CARD]
        self.below: list[int] = [EMPTY]
        self.sign: list[int] = [0]
        self.children: dict[int, int] = {}

    def put(self, pile: int, card: Card) -> int:
        """Returns the pile with one more card on top."""
        name = pile << 7 | card
        child = self.children.get(name)
        if child is None:
            child = self.children[name] = len(self.top)
            self.top.append(card)
            self.below.append(pile)
            self.sign.append(signature(child))
        return child

    def of(self, cards: Iterable[Card]) -> int:
        """Returns the pile of some cards, bottom → top."""
        pile = EMPTY
        for card in cards:
            pile = self.put(pile, card)
        return pile

    def cards(self, pile: int) -> list[Card]:
        """Returns the cards of a pile, bottom → top."""
        cards = []
        while pile:
            cards.append(self.top[pile])
            pile = self.below[pile]
        cards.reverse()
        return cards
