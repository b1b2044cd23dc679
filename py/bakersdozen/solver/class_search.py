"""A best-first run over classes of positions (see `classes`).

Fewer and dearer nodes than a run over positions: one class stands for all that
lateral moves can make of it, so this is for the deals that the other finds hard,
and the way to exhaust a deal that cannot be won.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heappop, heappush
from typing import Final

from bakersdozen.cards import Card
from bakersdozen.solver.classes import Anatomy, Class, Classes, Step
from bakersdozen.solver.compact import ALL_UP, ranks_of
from bakersdozen.solver.features import ClassWeights
from bakersdozen.solver.laterals import Table
from bakersdozen.solver.lost import LostTest
from bakersdozen.solver.piles import scrambled
from bakersdozen.solver.progress import DEPTH_BITS, Ground, Stage

SLICE: Final = 12  # classes looked at between two yields: a few milliseconds
NEED_AT: Final = 2  # the place of need0 among the weights


class ClassEvaluation:
    """The evaluation of classes by one set of weights."""

    def __init__(self, ground: Ground, weights: ClassWeights) -> None:
        self._ground = ground
        self._w = weights
        self.noise = weights.noise
        game = ground.game
        wanted_by = {wanted: at for at, wanted in zip(ground.kind_at, game.wants, strict=True)}
        self._kinds = [(3 * kind, wanted_by.get(kind, 0)) for kind in sorted(set(game.kind))]
        self._kind_values = [
            _kind_value(weights, bare, looking, is_wanted)
            for is_wanted in (False, True)
            for looking in range(8)
            for bare in range(8)
        ]
        self._stub_values = [
            [(_stub_value(stub[:depth], weights), _to_park(stub[:depth], ground))
             for depth in range(len(stub) + 1)]
            for stub in ground.stubs
        ]  # fmt: skip
        self._stage_values: dict[Stage, float] = {}
        self._outlooks: dict[int, tuple[float, list[tuple[int, int, float]]]] = {}

    def score(self, cls: Class, anatomy: Anatomy) -> float:
        """Returns the score of a class, the lower the better."""
        value = self._stage_values.get(cls.stage)
        if value is None:
            value = self._stage_values[cls.stage] = self._of_stage(cls.stage, anatomy.parked)
        return value + self._w.stuck * anatomy.stuck.count(1)

    def _of_stage(self, stage: Stage, parked: list[Card]) -> float:
        """Returns what a stage is worth; which cards are parked follows from it."""
        w, host_at = self._w, self._ground.host_at
        depths, foundations, bare = stage
        value, needs = self._outlook(foundations)
        to_park = 0
        rest = depths
        for stub in self._stub_values:
            worth, count = stub[rest & 31]
            value += worth
            to_park += count
            rest >>= DEPTH_BITS
        for column_at, height, weight in needs:
            above = (depths >> column_at & 31) - height
            if above > 0:
                value += above * weight
        value += w.parked * len(parked)
        wanted = 0
        for card in parked:
            wanted |= 1 << host_at[card]
        kind_values = self._kind_values
        for at, looking_at in self._kinds:
            value += kind_values[
                bare >> at & 7 | (to_park >> looking_at & 7) << 3 | (wanted >> at & 1) << 6
            ]
        return value

    def _outlook(self, foundations: int) -> tuple[float, list[tuple[int, int, float]]]:
        """Returns what the foundations are worth, and where the cards lie that they need."""
        found = self._outlooks.get(foundations)
        if found is None:
            w, ground, ranks = self._w, self._ground, ranks_of(foundations)
            needs = []
            for suit, rank in enumerate(ranks):
                for ahead in range(min(4, 13 - rank)):
                    card = (rank + ahead) * 4 + suit
                    needs.append(
                        (
                            DEPTH_BITS * ground.column[card],
                            ground.place[card] + 1,
                            w[NEED_AT + ahead],
                        )
                    )
            value = w.left * (52 - sum(ranks)) + w.spread * (max(ranks) - min(ranks))
            found = self._outlooks[foundations] = value, needs
        return found


def _kind_value(w: ClassWeights, bare: int, looking: int, is_wanted: bool) -> float:
    if bare:
        value = w.one_bare if bare == 1 else w.more_bare
    else:
        value = w.none_bare if is_wanted else 0.0
    if looking > bare:
        value += w.short * (looking - bare) + (0 if bare else w.starved)
    return value


def _stub_value(stub: tuple[Card, ...], w: ClassWeights) -> float:
    if not stub:
        return w.gone
    value = w.buried * (len(stub) - 1) + w.root * (stub[-1] >> 2) / 10
    if len(stub) == 1 and stub[0] >> 2 == 12:
        value += w.king
    for place, card in enumerate(stub):
        beneath = stub[:place]
        value += w.block * any(other >> 2 < card >> 2 for other in beneath)
        value += w.same_suit_block * any(
            other < card and other & 3 == card & 3 for other in beneath
        )
    return value


def _to_park(stub: tuple[Card, ...], ground: Ground) -> int:
    """Returns the packed counts of a stub's cards that something lies beneath."""
    return sum(1 << ground.kind_at[card] for card in stub[1:])


class ClassRun:
    """A best-first run over classes, with the manners of `frontier.Run`.

    It may run dry without proof: then `dry` is True and `exhausted` is not.
    """

    lifts_safe_cards = True  # its line has every move

    def __init__(
        self, classes: Classes, evaluation: ClassEvaluation, lost: LostTest, seed: int
    ) -> None:
        self._classes = classes
        self._evaluation = evaluation
        self._lost = lost
        self._seed = seed
        self.nodes = 0
        self.line: list[int] | None = None
        self.dry = False
        self.exhausted = False

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` classes; yields the number so far every few of them."""
        classes, lost, evaluation = self._classes, self._lost, self._evaluation
        noise = evaluation.noise
        waiting: dict[int, Class] = {}
        trail: list[tuple[int, tuple[Step, ...]]] = []
        seen = set()
        heap: list[tuple[float, int]] = []
        parent = -1
        ways = classes.start()
        work = 0
        while True:
            for cls, steps in ways:
                if cls.stage.foundations == ALL_UP:
                    trail.append((parent, steps))
                    self.line = self._line(trail)
                    return
                work += 1
                if not work % SLICE:
                    yield self.nodes
                anatomy = classes.anatomy(cls)
                name = classes.name(cls, anatomy)
                if name in seen:
                    continue
                seen.add(name)
                number = len(trail)
                trail.append((parent, steps))
                score = evaluation.score(cls, anatomy)
                if noise:
                    score += noise * scrambled(self._seed + number) / 2**64
                heappush(heap, (score, -number))
                waiting[number] = cls
            # most are never looked at again, so what drops some of them waits until now
            while heap:
                parent = -heappop(heap)[1]
                cls = waiting.pop(parent)
                anatomy = classes.anatomy(cls)
                if not lost.of_class(classes, cls, anatomy):
                    break
                work += 1
                if not work % SLICE:
                    yield self.nodes
            else:
                self.dry = True
                self.exhausted = classes.complete
                return
            if self.nodes >= limit:
                return
            self.nodes += 1
            ways = classes.ways_on(cls, anatomy)

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
