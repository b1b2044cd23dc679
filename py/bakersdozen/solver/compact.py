"""Positions and moves in the form that the search works on, and back to the engine's.

A variant is compiled into a few tables; a position becomes a handful of small
integers. What is only a matter of naming disappears: cells are a sorted tuple,
spaces are alike, and a move names a card and takes along what lies on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from bakersdozen.cards import KING, PACK, SUITS, Card, is_red, rank_of, suit_of
from bakersdozen.rules import CELL_DIGITS, COLUMN_LETTERS, Move, State, move_of, play
from bakersdozen.solver.keys import exact_keys
from bakersdozen.solver.piles import NO_CARD, Piles
from bakersdozen.solver.safe import is_safe
from bakersdozen.variants import Packing, Space, Variant

FOUNDATION: Final = 13  # places beside the columns 0 to 12
CELL: Final = 14
RESERVE: Final = 15
ALL_UP: Final = 0xDDDD
_KINDS: Final = 29
_MOVE_BITS: Final = 14  # of a packed move, without the reserve cards that go down first


class Position(NamedTuple):
    """One position of a search: columns as piles, foundations as four nibbles, C lowest."""

    columns: tuple[int, ...]
    foundations: int
    cells: tuple[Card, ...]
    reserve: tuple[Card, ...]


def packed_move(card: Card, source: int, target: int) -> int:
    """Returns a move as one integer: a card and two places."""
    return card << 8 | source << 4 | target


def packed_chain(chain: Iterable[Card]) -> int:
    """Returns what a packed move adds for reserve cards that go down first (see `landings`)."""
    return sum(card + 1 << _MOVE_BITS + 6 * number for number, card in enumerate(chain))


def single_moves(move: int) -> list[int]:
    """Returns a packed move card by card."""
    chain, last = move >> _MOVE_BITS, move & (1 << _MOVE_BITS) - 1
    singles = []
    while chain:
        singles.append(packed_move((chain & 63) - 1, RESERVE, move & 15))
        chain >>= 6
    return [*singles, last]


class Compact:
    """A variant compiled for the search.

    `kind` and `wants` say in two look-ups where a card may be packed: on the
    cards whose kind it wants.
    """

    def __init__(self, variant: Variant, piles: Piles) -> None:
        self.variant = variant
        self.piles = piles
        alternate = variant.packing is Packing.ALTERNATE
        self.kind = [rank_of(card) + (14 if alternate and is_red(card) else 0) for card in PACK]
        self.wants = [
            rank_of(card) + 1 + (14 if alternate and not is_red(card) else 0) for card in PACK
        ]
        self.kinds = range(_KINDS if alternate else 15)
        self.fills_space = [
            variant.space is Space.ANY or (variant.space is Space.KING and rank_of(card) == KING)
            for card in PACK
        ]
        self._nexts: dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]] = {}
        self.key = exact_keys(piles).of

    def position(self, state: State) -> Position:
        """Returns the engine's state in compact form; hidden cards count as known."""
        foundations = sum(rank << 4 * suit for suit, rank in enumerate(state.foundations))
        return Position(
            tuple(self.piles.of(column) for column in state.columns),
            foundations,
            tuple(sorted(card for card in state.cells if card is not None)),
            tuple(sorted(state.reserve)),
        )

    def nexts(self, foundations: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Returns the cards that the foundations take now, and those of them that are safe."""
        found = self._nexts.get(foundations)
        if found is None:
            variant = self.variant
            found = _nexts(variant.packing, variant.worrying_back, foundations)
            self._nexts[foundations] = found
        return found

    def moved(self, position: Position, move: int) -> Position:
        """Carries out a packed move."""
        if move >> _MOVE_BITS:
            *chain, move = single_moves(move)
            for single in chain:
                position = self.moved(position, single)
        card, source, target = move >> 8, move >> 4 & 15, move & 15
        columns, foundations, cells, reserve = position
        changed = list(columns)
        above: list[Card] = []
        if source < FOUNDATION:
            top, below = self.piles.top, self.piles.below
            pile = changed[source]
            while top[pile] != card:
                above.append(top[pile])
                pile = below[pile]
            changed[source] = below[pile]
        elif source == CELL:
            cells = tuple(other for other in cells if other != card)
        elif source == RESERVE:
            reserve = tuple(other for other in reserve if other != card)
        else:
            foundations -= 1 << 4 * (card & 3)
        if target < FOUNDATION:
            changed[target] = self.piles.put(changed[target], card)
            for other in reversed(above):
                changed[target] = self.piles.put(changed[target], other)
        elif target == CELL:
            cells = tuple(sorted((*cells, card)))
        else:
            foundations += 1 << 4 * (card & 3)
        return Position(tuple(changed), foundations, cells, reserve)

    def next_safe_lift(self, position: Position) -> int | None:
        """Returns a lift that may be made at once, or None."""
        safe = self.nexts(position.foundations)[1]
        if not safe:
            return None
        top = self.piles.top
        for column, pile in enumerate(position.columns):
            if top[pile] in safe:
                return packed_move(top[pile], column, FOUNDATION)
        for place, cards in ((CELL, position.cells), (RESERVE, position.reserve)):
            for card in cards:
                if card in safe:
                    return packed_move(card, place, FOUNDATION)
        return None

    def settled(self, position: Position) -> Position:
        """Makes every safe lift."""
        columns, foundations, cells, reserve = position
        top, below = self.piles.top, self.piles.below
        changed = list(columns)
        while safe := self.nexts(foundations)[1]:
            for column, pile in enumerate(changed):
                card = top[pile]
                if card in safe:
                    changed[column] = below[pile]
                    break
            else:
                card = next((card for card in safe if card in cells or card in reserve), NO_CARD)
                if card == NO_CARD:
                    break
                cells = tuple(other for other in cells if other != card)
                reserve = tuple(other for other in reserve if other != card)
            foundations += 1 << 4 * (card & 3)
        return Position(tuple(changed), foundations, cells, reserve)

    def played(
        self, state: State, moves: Iterable[int], *, with_lifts: bool
    ) -> Iterator[tuple[Move, State]]:
        """Yields a line as the engine's moves, and the state after each.

        `with_lifts` tells that safe lifts are among them. Each is played under the rules,
        so a line that they refuse cannot leave here.
        """
        position = self.position(state)
        pending = [single for move in moves for single in single_moves(move)]
        pending.reverse()
        while True:
            packed = None if with_lifts else self.next_safe_lift(position)
            if packed is None:
                if not pending:
                    return
                packed = pending.pop()
            position = self.moved(position, packed)
            move = _engine_move(state, packed)
            state = play(self.variant, state, move)
            yield move, state


def ranks_of(foundations: int) -> tuple[int, ...]:
    """Returns the top ranks of the packed foundations, C D H S."""
    return foundations & 15, foundations >> 4 & 15, foundations >> 8 & 15, foundations >> 12


@lru_cache(maxsize=1 << 12)  # the same in every deal
def _nexts(
    packing: Packing, worrying_back: bool, foundations: int
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    ranks = ranks_of(foundations)
    nexts = tuple([4 * rank + suit for suit, rank in enumerate(ranks) if rank < KING])
    return nexts, tuple([card for card in nexts if is_safe(packing, worrying_back, ranks, card)])


def _engine_move(state: State, packed: int) -> Move:
    card, target = packed >> 8, packed & 15
    source = packed >> 4 & 15
    if target < FOUNDATION:
        name = COLUMN_LETTERS[target]
    elif target == CELL:
        name = CELL_DIGITS[state.cells.index(None)]
    else:
        name = SUITS[suit_of(card)]
    if source < FOUNDATION and state.columns[source][-1] == card:
        return Move(COLUMN_LETTERS[source], name)
    return move_of(state, card, name)
