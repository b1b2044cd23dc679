"""What follows from a stage alone, whatever lies on what.

A search asks for it again and again, for each arrangement of a stage and each move from it.
So these are memories: they work out what they are asked for, and forget all when they are full.
They hold tuples, which the garbage collector need not look through.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, TypeVar

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.compact import ranks_of
from bakersdozen.solver.stages import BARE, BURIED, Stage, Uncovering, foundations_of

FULL: Final = 2048  # answers
_KINDS: Final = 30
Places = tuple[tuple[Card, ...], ...]  # the cards of each kind that others can sit on
Stubs = list[tuple[int, dict[int, Uncovering]]]  # of each column its cards, and a row for each root

_A = TypeVar("_A")


class Memory(dict[int, _A]):
    """Answers by stage."""

    __slots__ = ()

    def __missing__(self, stage: Stage) -> _A:
        if len(self) >= FULL:
            self.clear()
        answer = self[stage] = self._answer(stage)
        return answer

    @abstractmethod
    def _answer(self, stage: Stage) -> _A: ...


class Live(Memory[int]):
    """The cards that can be moved, by the kinds that have a bare card."""

    __slots__ = ("_kinds", "_places")

    def __init__(self, kind_at: Sequence[int], host_at: Sequence[int]) -> None:
        super().__init__()
        places: dict[tuple[int, int], int] = {}
        for card, place in enumerate(zip(kind_at, host_at, strict=True)):
            places[place] = places.get(place, 0) | 1 << card
        self._places = [(kind, host, cards) for (kind, host), cards in places.items()]
        self._kinds = sum(1 << kind for kind in {*kind_at, *host_at})

    def cards(self, stage: Stage) -> int:
        """Returns the cards of whose kind, and of the kind that they want, some card is bare."""
        bare = stage >> BARE
        return self[(bare | bare >> 1 | bare >> 2) & self._kinds]

    def _answer(self, stage: int) -> int:
        live = 0
        for kind, host, cards in self._places:
            if stage >> kind & stage >> host & 1:
                live |= cards
        return live


class Rows(Memory[tuple[Uncovering, ...]]):
    """What there is to know about the roots: a row for each stub that is left."""

    __slots__ = ("_stubs",)

    def __init__(self, stubs: Stubs) -> None:
        super().__init__()
        self._stubs = stubs

    def _answer(self, stage: Stage) -> tuple[Uncovering, ...]:
        return tuple([rows[root] for stub, rows in self._stubs if (root := stage & stub)])


class Parked(Memory[tuple[Card, ...]]):
    """The parked cards, low ranks first."""

    __slots__ = ()

    def _answer(self, stage: Stage) -> tuple[Card, ...]:
        ranks = ranks_of(foundations_of(stage))
        there = stage | stage >> BURIED
        return tuple(
            [card for card in PACK if card >> 2 >= ranks[card & 3] and not there >> card & 1]
        )


class Frozen(Memory[tuple[Card, ...]]):
    """The parked cards whose matching is not live."""

    __slots__ = ("_live", "_parked")

    def __init__(self, live: Live, parked: Parked) -> None:
        super().__init__()
        self._live, self._parked = live, parked

    def _answer(self, stage: Stage) -> tuple[Card, ...]:
        live = self._live.cards(stage)
        return tuple([card for card in self._parked[stage] if not live >> card & 1])


class PlacesOf(Memory[Places]):
    """The parked cards and the roots of each kind: those that others can sit on."""

    __slots__ = ("_kind", "_parked", "_rows")

    def __init__(self, kind: Sequence[int], rows: Rows, parked: Parked) -> None:
        super().__init__()
        self._kind, self._rows, self._parked = kind, rows, parked

    def _answer(self, stage: Stage) -> Places:
        kind = self._kind
        places: list[list[Card]] = [[] for _ in range(_KINDS)]
        for card in self._parked[stage]:
            places[kind[card]].append(card)
        for row in self._rows[stage]:
            places[kind[row.card]].append(row.card)
        return tuple(map(tuple, places))
