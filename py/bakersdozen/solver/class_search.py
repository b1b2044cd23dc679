"""A best-first run over classes of positions (see `classes`).

Fewer and dearer nodes than a run over positions: one class stands for all that
lateral moves can make of it, so this is for the deals that the other finds hard,
and the way to exhaust a deal that cannot be won.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.anatomy import Class, Name, anatomy
from bakersdozen.solver.classes import Advance, Classes, Step, Way
from bakersdozen.solver.compact import ranks_of
from bakersdozen.solver.features import ClassWeights
from bakersdozen.solver.laterals import Table
from bakersdozen.solver.lost import LostTest
from bakersdozen.solver.piles import scrambled
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.stages import BARE, BURIED, WON, Stage, foundations_of

SLICE: Final = 4  # moves and classes looked at between two yields: mostly under a millisecond
HARM: Final = 1.0  # what the harm of a layout costs
NEED_AT: Final = 2  # the place of need0 among the weights


class ClassEvaluation:
    """The evaluation of classes by one set of weights."""

    def __init__(self, ground: Ground, weights: ClassWeights) -> None:
        self._w = weights
        self.noise = weights.noise
        game = ground.game
        wanted_by = {wanted: at for at, wanted in zip(ground.kind_at, game.wants, strict=True)}
        guests = dict.fromkeys(game.kind, 0)
        for card, kind in enumerate(game.wants):
            if kind in guests:
                guests[kind] |= 1 << card
        self._kinds = [(3 * kind, wanted_by.get(kind, 0), guests[kind]) for kind in sorted(guests)]
        self._kind_values = [
            _kind_value(weights, bare, looking, is_wanted)
            for is_wanted in (False, True)
            for looking in range(8)
            for bare in range(8)
        ]
        self._stubs = [
            (
                cards,
                {root: _Stub.of(stub[: row.left], weights, ground) for root, row in rows.items()}
                | {0: _Stub.of((), weights, ground)},
            )
            for stub, (cards, rows) in zip(ground.stubs, ground.columns, strict=True)
        ]
        self._above = [0] * 52
        for stub in ground.stubs:
            above = 0
            for card in reversed(stub):
                self._above[card] = above
                above |= (1 | 1 << BURIED) << card
        self._stage_values: dict[Stage, float] = {}
        self._outlooks: dict[int, _Outlook] = {}

    def score(self, stage: Stage, stuck: int) -> float:
        """Returns the score of what has some progress and some stuck cards; lower is better."""
        value = self._stage_values.get(stage)
        if value is None:
            value = self._stage_values[stage] = self._of_stage(stage)
        return value + self._w.stuck * stuck

    def _of_stage(self, stage: Stage) -> float:
        value, parked, needs = self._outlook(foundations_of(stage))
        to_park = 0
        for cards, stubs in self._stubs:
            of_stub, wanting = stubs[stage & cards]
            value += of_stub
            to_park += wanting
        parked &= ~(stage | stage >> BURIED)
        for above, weight in needs:
            value += (stage & above).bit_count() * weight
        kind_values, bare = self._kind_values, stage >> BARE
        for at, looking_at, guests in self._kinds:
            value += kind_values[
                bare >> at & 7 | (to_park >> looking_at & 7) << 3 | (parked & guests != 0) << 6
            ]
        return value

    def _outlook(self, foundations: int) -> _Outlook:
        """Returns what depends on the foundations alone."""
        found = self._outlooks.get(foundations)
        if found is None:
            w, ranks = self._w, ranks_of(foundations)
            needs = []
            for suit, rank in enumerate(ranks):
                for ahead in range(min(4, 13 - rank)):
                    card = (rank + ahead) * 4 + suit
                    needs.append((self._above[card], w[NEED_AT + ahead]))
            left = 52 - sum(ranks)
            value = (w.left + w.parked) * left + w.spread * (max(ranks) - min(ranks))
            cards = sum(1 << card for card in PACK if card >> 2 >= ranks[card & 3])
            found = self._outlooks[foundations] = _Outlook(value, cards, needs)
        return found


class _Outlook(NamedTuple):
    value: float
    cards: int  # those not yet on a foundation, as a mask
    needs: list[tuple[int, float]]  # what lies above those that are needed next, and the weight


class _Stub(NamedTuple):
    value: float
    to_park: int  # the packed counts of the cards that something lies beneath

    @classmethod
    def of(cls, stub: tuple[Card, ...], w: ClassWeights, ground: Ground) -> _Stub:
        return cls(
            _stub_value(stub, w) - w.parked * len(stub),
            sum(1 << ground.kind_at[card] for card in stub[1:]),
        )


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


class ClassRun:
    """A best-first run over classes, with the manners of `frontier.Run`.

    It may run dry without proof: then `dry` is True and `exhausted` is not. One that
    was left at its limit goes on from there when it is expanded again.
    """

    lifts_safe_cards = True  # its line has every move

    def __init__(
        self, classes: Classes, evaluation: ClassEvaluation, lost: LostTest, seed: int
    ) -> None:
        self._classes = classes
        self._evaluation = evaluation
        self._lost = lost
        self._seed = seed
        self._trail: list[tuple[int, tuple[Step, ...]]] = []
        self._seen: set[Name] = set()
        # What waits for its turn: its score, a number (ties go to the newest), from where on
        # the trail it comes or where it stands there, and itself. A move waits with the score
        # of where it leads at best; when its turn comes, what it can lead to is looked at, and
        # waits for turns of its own.
        self._waiting: list[tuple[float, int, int, Class | Advance]] = []
        self._number = 0
        self._work = 0
        self._begun = False
        self.nodes = 0
        self.line: list[int] | None = None
        self.dry = False
        self.exhausted = False

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` more classes, `nodes` in the end; yields the number so far."""
        classes, lost, waiting = self._classes, self._lost, self._waiting
        self.nodes = 0
        if not self._begun:
            self._begun = True
            yield from self._take_in(classes.start(), -1, 0.0)
        while self.line is None and self.nodes < limit:
            if not waiting:
                self.dry = True
                self.exhausted = classes.complete
                return
            _, number, place, next_up = heappop(waiting)
            self._work += 1
            if not self._work % SLICE:
                yield self.nodes
            if isinstance(next_up, Advance):
                yield from self._take_in(classes.made(next_up), place, self._chance(-number))
                continue
            free = anatomy(classes.ground, next_up)
            # most are never looked at again, so what drops some of them waits until now
            if lost.of_class(classes, next_up, free):
                continue
            self.nodes += 1
            stuck = free.held.bit_count()
            for advance, settled in classes.advances(next_up, free):
                self._wait(self._evaluation.score(settled, stuck), None, place, advance)

    def _take_in(self, ways: list[Way], parent: int, chance: float) -> Generator[int, None, None]:
        """Lets the classes that a move leads to wait for their turns, if they are new."""
        for cls, steps in ways:
            if cls.stage == WON:
                self._trail.append((parent, steps))
                self.line = self._line()
                return
            self._work += 1
            if not self._work % SLICE:
                yield self.nodes
            stuck, held = anatomy(self._classes.ground, cls)
            name = cls.stage, stuck
            if name not in self._seen:
                self._seen.add(name)
                score = self._evaluation.score(cls.stage, held.bit_count())
                score += HARM * sum(step.harm for step in steps)
                self._wait(score, chance, len(self._trail), cls)
                self._trail.append((parent, steps))

    def _wait(self, score: float, chance: float | None, place: int, what: Class | Advance) -> None:
        number = self._number
        self._number += 1
        score += self._chance(number) if chance is None else chance
        heappush(self._waiting, (score, -number, place, what))

    def _chance(self, number: int) -> float:
        noise = self._evaluation.noise
        return noise * scrambled(self._seed + number) / 2**64 if noise else 0.0

    def _line(self) -> list[int]:
        path = []
        number = len(self._trail) - 1
        while number >= 0:
            number, steps = self._trail[number]
            path.append(steps)
        table = Table(self._classes.ground)
        for steps in reversed(path):
            table.play(steps)
        return table.moves
