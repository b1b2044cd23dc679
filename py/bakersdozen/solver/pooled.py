"""A proof that a position is lost: every line of an easier game is, the one with pools.

Lateral moves can be taken back, so the positions that they connect are won or lost
together. Such a *class* is expanded as one: all its positions are found first, then the
advances from any of them. It mostly has four to fifteen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator
from typing import Final

from bakersdozen.solver.compact import ALL_UP, Compact, Position
from bakersdozen.solver.counts import Stand
from bakersdozen.solver.pools import Pools

SLICE: Final = 16  # positions between two yields
# positions of a class, on average, that a turn has time for
MOST_ALIKE: Final = 3
MOST_ALIKE_WITH_RESERVE: Final = 10
LARGEST: Final = 50_000  # positions of a class; where one has more there is no time for a proof


class PooledRun:
    """An exhaustive search of the game with pools, that can be taken up again.

    `exhausted` tells that it is lost, and so is the position; `dry` that it is won,
    or too large, which says nothing. Its nodes are classes.
    """

    lifts_safe_cards = False
    line: list[int] | None = None

    def __init__(
        self,
        game: Compact,
        start: Position,
        named: int,
        is_lost: Callable[[Stand], bool] | None = None,
    ) -> None:
        """Makes ready; cards of the lowest `named` ranks keep their suits."""
        self._pools = Pools(game, start, named)
        self._is_lost = is_lost
        self._most_alike = MOST_ALIKE_WITH_RESERVE if game.variant.reserve else MOST_ALIKE
        start = self._pools.start
        self._known: set[int] = set()  # positions of the classes that were expanded
        self._tried: set[int] = set()  # where advances led
        self._waiting: defaultdict[int, list[Position]] = defaultdict(list)
        self._waiting[self._pools.left(start)].append(start)
        self.nodes = 0
        self.dry = start.foundations == ALL_UP
        self.exhausted = False

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` more classes, `nodes` in the end; yields the number so far.

        It ends early where classes are uncommonly large.
        """
        pools, known, waiting = self._pools, self._known, self._waiting
        self.nodes = 0
        left = self._most_alike * limit
        while waiting and not self.dry:
            if self.nodes >= limit or left <= 0:
                return
            position = self._next()
            key = pools.key(position)
            if key in known:
                continue
            yield self.nodes
            if self._is_lost is not None and self._is_lost(pools.stand(position)):
                continue
            self.nodes += 1
            known.add(key)
            members = [(position, key)]
            advances: dict[int, Position] = {}
            for number, (member, its_key) in enumerate(members, 1):
                if not number % SLICE:
                    yield self.nodes
                forced = pools.forced(member)
                if forced:
                    advances = {pools.key(child): child for child in forced}
                    break
                members += pools.laterals(member, its_key, known, advances)
                if len(members) > LARGEST:
                    self.dry = True
                    return
            left -= len(members)
            for number, (key, child) in enumerate(advances.items(), 1):
                if not number % SLICE:
                    yield self.nodes
                if key in self._tried:
                    continue
                self._tried.add(key)
                child = pools.settled(child)
                if child.foundations == ALL_UP:
                    self.dry = True
                    return
                if pools.key(child) not in known:
                    waiting[pools.left(child)].append(child)
        self.exhausted = not self.dry

    def _next(self) -> Position:
        """Takes the newest of the positions that are least far from won."""
        least = min(self._waiting)
        position = self._waiting[least].pop()
        if not self._waiting[least]:
            del self._waiting[least]
        return position
