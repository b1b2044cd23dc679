"""A best-first run over classes of positions (see `classes`).

Fewer and dearer nodes than a run over positions: one class stands for all that
lateral moves can make of it, so this is for the deals that the other finds hard,
and the way to exhaust a deal that cannot be won.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from bakersdozen.cards import PACK
from bakersdozen.solver.classes import NOWHERE, Class, Classes, Step
from bakersdozen.solver.compact import ALL_UP, ranks_of
from bakersdozen.solver.laterals import Table
from bakersdozen.solver.piles import scrambled
from bakersdozen.solver.relax import Hopeless

SLICE: Final = 8


class ClassWeights(NamedTuple):
    """What each feature of a class costs (negative: is worth)."""

    left: float  # a card not yet on a foundation
    buried: float  # a card of the start beneath a root
    need0: float  # a stub's card above the next card of a foundation
    need1: float  # ... above the one after it
    need2: float
    need3: float
    same_suit_block: float  # a stub's card that lies above a lower one of its own suit
    block: float  # ... above any lower one
    none_bare: float  # a kind with places, all covered
    one_bare: float  # a kind with one bare card
    more_bare: float  # a kind with more
    stuck: float  # a parked card that cannot be moved
    gone: float  # an empty column
    king: float  # a stub that is just a king
    spread: float  # between the highest and the lowest foundation
    parked: float  # a parked card
    root: float  # a tenth of the rank of a root
    short: float  # a stub's card for which its kind's places are too few
    starved: float  # a kind that some stub's card wants, without a bare card
    noise: float  # chance


class ClassEvaluation:
    """The evaluation of classes by one set of weights."""

    def __init__(self, classes: Classes, weights: ClassWeights) -> None:
        self._ground = ground = classes.ground
        self._w = weights
        self.noise = weights.noise
        kinds = ground.game.kind
        self._kinds = sorted(set(kinds))
        self._wanted_by = {w: k for k, w in zip(kinds, ground.game.wants, strict=True)}
        self._stub_values: list[list[float]] = []
        self._stub_kinds: list[list[int]] = []
        for stub in ground.stubs:
            values, counts = [weights.gone], [0]
            blocks = same_suit = 0
            for depth, card in enumerate(stub, 1):
                beneath = stub[: depth - 1]
                blocks += any(other >> 2 < card >> 2 for other in beneath)
                same_suit += any(other < card and other & 3 == card & 3 for other in beneath)
                values.append(
                    weights.buried * (depth - 1)
                    + weights.same_suit_block * same_suit
                    + weights.block * blocks
                    + weights.root * 0.1 * (card >> 2)
                    + (weights.king if depth == 1 and card >= 48 else 0)
                )
                counts.append(
                    sum(1 << ground.kind_at[other] for other in stub[1:depth]) if depth > 1 else 0
                )
            self._stub_values.append(values)
            self._stub_kinds.append(counts)

    def score(self, cls: Class, name: tuple[int, int, bytes]) -> float:
        """Returns the score of a class, the lower the better."""
        w, ground = self._w, self._ground
        (depths, foundations, bare), seat = cls
        ranks = ranks_of(foundations)
        value = w.left * (52 - sum(ranks)) + w.spread * (max(ranks) - min(ranks))
        to_park = 0
        for column, values in enumerate(self._stub_values):
            depth = depths >> 5 * column & 31
            value += values[depth]
            to_park += self._stub_kinds[column][depth]
        for suit, rank in enumerate(ranks):
            for ahead in range(min(4, 13 - rank)):
                card = (rank + ahead) * 4 + suit
                above = (depths >> 5 * ground.column[card] & 31) - 1 - ground.place[card]
                if above > 0:
                    value += above * w[2 + ahead]
        wanted = 0
        parked = 0
        for card in PACK:
            if seat[card] != NOWHERE:
                parked += 1
                wanted |= 1 << ground.host_at[card]
        value += w.parked * parked + w.stuck * (52 - name[2].count(NOWHERE))
        for kind in self._kinds:
            at = 3 * kind
            places = bare >> at & 7
            if places > 1:
                value += w.more_bare
            elif places:
                value += w.one_bare
            elif wanted >> at & 1:
                value += w.none_bare
            looking = to_park >> 3 * self._wanted_by.get(kind, 0) & 7
            if looking > places:
                value += w.short * (looking - places)
                if not places:
                    value += w.starved
        return value


class ClassRun:
    """A best-first run over classes, with the manners of `frontier.Run`.

    It may run dry without proof: then `dry` is True and `exhausted` is not.
    """

    lifts_safe_cards = True  # its line has every move

    def __init__(
        self, classes: Classes, evaluation: ClassEvaluation, hopeless: Hopeless, seed: int
    ) -> None:
        self._classes = classes
        self._evaluation = evaluation
        self._hopeless = hopeless
        self._seed = seed
        self.nodes = 0
        self.line: list[int] | None = None
        self.dry = False
        self.exhausted = False

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` classes; yields the number so far every few of them."""
        classes, hopeless, evaluation = self._classes, self._hopeless, self._evaluation
        noise = evaluation.noise
        waiting: dict[int, Class] = {}
        trail: list[tuple[int, tuple[Step, ...]]] = []
        seen = set()
        heap: list[tuple[float, int]] = []
        parent = -1
        ways = classes.start()
        while True:
            for cls, steps in ways:
                name = classes.name(cls)
                if name in seen:
                    continue
                seen.add(name)
                number = len(trail)
                trail.append((parent, steps))
                if cls.stage.foundations == ALL_UP:
                    self.line = self._line(trail)
                    return
                score = evaluation.score(cls, name)
                if noise:
                    score += noise * scrambled(self._seed + number) / 2**64
                heappush(heap, (score, -number))
                waiting[number] = cls
            while heap:
                parent = -heappop(heap)[1]
                cls = waiting.pop(parent)
                if not hopeless(classes.position(cls)):
                    break
            else:
                self.dry = True
                self.exhausted = classes.complete
                return
            if self.nodes >= limit:
                return
            self.nodes += 1
            if not self.nodes % SLICE:
                yield self.nodes
            ways = classes.ways_on(cls)

    def _line(self, trail: list[tuple[int, tuple[Step, ...]]]) -> list[int]:
        path = []
        number = len(trail) - 1
        while number >= 0:
            number, steps = trail[number]
            path.append(steps)
        table = Table(self._classes.ground)
        for steps in reversed(path):
            table.play(steps)
        return table.moves
