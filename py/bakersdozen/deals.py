"""Deals: a number gives the same cards for ever, on every platform.

docs/RULES.md writes both generators down. Neither uses Python's `random`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bakersdozen.cards import KING, PACK, Card, rank_of, suit_of
from bakersdozen.complaints import Complaint
from bakersdozen.rules import State
from bakersdozen.variants import Faces, Kings, Numbering, Variant

_MASK = (1 << 64) - 1
_DECIMAL = re.compile(r"[0-9]{1,40}")


class InvalidDeal(Complaint):
    """Raised for text that is no deal number; says the range of those there are."""

    def __init__(self, text: str, numbers: Numbers) -> None:
        # As text: numbers this large are not exact in JavaScript.
        super().__init__("error.deal", text=text, lowest=1, highest=str(numbers.highest))
        self.text = text
        self.lowest = 1
        self.highest = numbers.highest


class Numbers(NamedTuple):
    """One way of numbering deals.

    `highest` is the largest number; new deals are drawn from 1 to `drawn`, so
    that they stay short enough to read out; `order` gives the 52 cards in the
    order they are dealt.
    """

    highest: int
    drawn: int
    order: Callable[[int], list[Card]]


def splitmix64(seed: int) -> Iterator[int]:
    """Yields 64-bit numbers from a seed (Steele, Lea and Flood, 2014).

    >>> hex(next(splitmix64(0)))
    '0xe220a8397b1dcdaf'
    """
    state = seed & _MASK
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
        yield mixed ^ mixed >> 31


def _below(numbers: Iterator[int], bound: int) -> int:
    """Draws a number below a bound, each equally likely: the uneven rest is drawn again."""
    limit = (1 << 64) - (1 << 64) % bound
    return next(number for number in numbers if number < limit) % bound


def own_order(number: int) -> list[Card]:
    """Returns the 52 cards of our own deal number: Fisher and Yates' shuffle over SplitMix64."""
    draws = splitmix64(number)
    cards = list(PACK)
    for last in range(51, 0, -1):
        chosen = _below(draws, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def microsoft_order(number: int) -> list[Card]:
    """Returns the 52 cards of a Microsoft FreeCell deal, in the order they are dealt.

    The C library's generator of the time (seed · 214013 + 2531011 mod 2^31,
    15 bits used) picks a card, and the last one takes its place.
    """
    seed = number
    cards = list(PACK)
    order: list[Card] = []
    while cards:
        seed = (seed * 214013 + 2531011) & 0x7FFFFFFF
        chosen = (seed >> 16) % len(cards)
        cards[chosen], cards[-1] = cards[-1], cards[chosen]
        order.append(cards.pop())
    return order


NUMBERS: Final[dict[Numbering, Numbers]] = {
    Numbering.OWN: Numbers(10**18, 10**9, own_order),
    Numbering.MICROSOFT: Numbers(2**31 - 1, 1_000_000, microsoft_order),
}


def deal_number(variant: Variant, text: str) -> int:
    """Reads a deal number from decimal text; raises `InvalidDeal` for anything else.

    >>> from bakersdozen.variants import VARIANTS
    >>> deal_number(VARIANTS["bakers-dozen"], " 9007199254740993 ")
    9007199254740993
    """
    numbers = NUMBERS[variant.numbering]
    stripped = text.strip()
    if _DECIMAL.fullmatch(stripped) and 1 <= int(stripped) <= numbers.highest:
        return int(stripped)
    raise InvalidDeal(stripped[:40], numbers)


def drawn_number(variant: Variant, entropy: int) -> int:
    """Returns a deal number made of outside entropy (at least 64 random bits)."""
    return entropy % NUMBERS[variant.numbering].drawn + 1


def deal(variant: Variant, number: int) -> State:
    """Deals a numbered game.

    The cards go to the columns in rows, one to each column that is not yet
    full, then to the reserve. The first aces go to their foundations where the
    variant says so. Kings sink last, if they do.
    """
    foundations = [0, 0, 0, 0]
    rest: list[Card] = []
    for card in NUMBERS[variant.numbering].order(number):
        if rank_of(card) == 1 and sum(foundations) < variant.aces_placed:
            foundations[suit_of(card)] = 1
        else:
            rest.append(card)
    columns: list[list[Card]] = [[] for _ in variant.columns]
    cards = iter(rest)
    for row in range(max(variant.columns)):
        for column, size in zip(columns, variant.columns, strict=True):
            if row < size:
                column.append(next(cards))
    if variant.kings is Kings.SUNK:
        for column in columns:
            column.sort(key=lambda card: rank_of(card) != KING)
    return State(
        columns=tuple(map(tuple, columns)),
        hidden=tuple(
            max(0, len(column) - 1) if variant.faces is Faces.TOP else 0 for column in columns
        ),
        foundations=tuple(foundations),
        cells=(None,) * variant.cells,
        reserve=tuple(cards),
    )
