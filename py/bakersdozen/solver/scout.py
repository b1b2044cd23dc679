"""A scout: goes greedily ahead through classes of positions, for runs to begin where it came.

A run that is led astray by its first moves hardly ever comes back to them. A scout
always expands the class that has least left to uncover and to lift, which no run by
weights does; and from each position that is further on than all before it, its
*landmarks*, a short run wins some deals that long runs from the start do not.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from bakersdozen.cards import KING
from bakersdozen.solver.compact import (
    ALL_UP,
    CELL,
    FOUNDATION,
    RESERVE,
    Compact,
    Position,
    packed_chain,
    packed_move,
)
from bakersdozen.solver.counts import Stand
from bakersdozen.solver.pools import Pools

SLICE: Final = 16  # positions between two yields
MOST_ALIKE: Final = 100  # positions of a class, on average; with more it goes no further


class Landmark(NamedTuple):
    """A position, and the moves to it, safe lifts left out."""

    position: Position
    moves: list[int]


class _Step(NamedTuple):
    """How a position was reached: names of columns count, so each has its own."""

    before: _Step | None
    move: int | None  # None for safe lifts alone


class Scout:
    """A greedy search of the real game by classes, for its landmarks alone."""

    lifts_safe_cards = False
    line: list[int] | None = None
    dry = exhausted = False

    def __init__(
        self, game: Compact, start: Position, is_lost: Callable[[Stand], bool] | None
    ) -> None:
        self._game = game
        self._is_lost = is_lost
        self._pools = Pools(game, start, KING)
        self.nodes = 0
        self.landmarks: list[Landmark] = []

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` classes; yields the number so far."""
        pools = self._pools
        known: set[int] = set()
        key = pools.key(pools.start)
        waiting: list[tuple[int, int, int, Position, _Step | None]]
        waiting = [(pools.left(pools.start), 0, key, pools.start, None)]
        least = waiting[0][0]
        looked = reached = 0
        while waiting and self.nodes < limit and looked < MOST_ALIKE * limit:
            left, _, key, position, step = heappop(waiting)
            if key in known:
                continue
            yield self.nodes
            if self._is_lost is not None and self._is_lost(pools.stand(position)):
                continue
            if left < least:
                least = left
                self.landmarks.append(self._landmark(position, step))
            self.nodes += 1
            known.add(key)
            members = [(position, key, step)]
            for member, its_key, step in members:
                looked += 1
                if not looked % SLICE:
                    yield self.nodes
                if looked >= MOST_ALIKE * limit:
                    return
                advances: dict[int, Position] = {}
                settled = pools.settled(member)
                if settled == member:
                    members += [
                        (lateral, lateral_key, _Step(step, self._move(member, lateral)))
                        for lateral, lateral_key in pools.laterals(member, its_key, known, advances)
                    ]
                children: list[tuple[int | None, Position]] = [
                    (self._move(member, child), child) for child in advances.values()
                ]
                if settled != member:
                    children = [(None, settled)]
                for move, child in children:
                    child = pools.settled(child)
                    child_key = pools.key(child)
                    if child_key not in known and child.foundations != ALL_UP:
                        reached += 1
                        heappush(
                            waiting,
                            (pools.left(child), -reached, child_key, child, _Step(step, move)),
                        )

    def _landmark(self, position: Position, step: _Step | None) -> Landmark:
        moves = []
        while step is not None:
            if step.move is not None:
                moves.append(step.move)
            step = step.before
        piles = self._game.piles
        columns = tuple(piles.of(self._pools.cards(pile)) for pile in position.columns)
        return Landmark(position._replace(columns=columns), moves[::-1])

    def _move(self, before: Position, after: Position) -> int:
        """Returns the move from one position to another, packed."""
        heights = [
            (len(self._pools.cards(old)), len(self._pools.cards(new)))
            for old, new in zip(before.columns, after.columns, strict=True)
        ]
        shrunk = [place for place, (old, new) in enumerate(heights) if new < old]
        grown = [place for place, (old, new) in enumerate(heights) if new > old]
        lifted = after.foundations - before.foundations
        if lifted:
            suit = (lifted.bit_length() - 1) // 4
            card = 4 * (before.foundations >> 4 * suit & 15) + suit
            held = CELL if card in before.cells else RESERVE
            return packed_move(card, shrunk[0] if shrunk else held, FOUNDATION)
        if not grown:
            card = self._pools.cards(before.columns[shrunk[0]])[-1]
            return packed_move(card, shrunk[0], CELL)
        place = grown[0]
        *chain, card = self._pools.cards(after.columns[place])[heights[place][0] :]
        source = shrunk[0] if shrunk else CELL
        return packed_move(card, source, place) | packed_chain(chain)
