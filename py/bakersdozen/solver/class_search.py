"""A best-first run over classes of positions (see `classes`).

Fewer and dearer nodes than a run over positions: one class stands for all that
lateral moves can make of it, so this is for the deals that the other finds hard,
and the way to exhaust a deal that cannot be won.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.classes import Family, line_of, made, moves_from, settled, steps_of
from bakersdozen.solver.compact import ranks_of
from bakersdozen.solver.features import ClassWeights
from bakersdozen.solver.knots import Knots, Knotting, within
from bakersdozen.solver.laterals import Table
from bakersdozen.solver.piles import scrambled
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.stages import BARE, BURIED, WON, Move, Stage, foundations_of

CLOSELY: Final = 1000  # ways for cards of a knot to lie, when it matters which
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

    def score(self, stage: Stage) -> float:
        """Returns the score of a stage; lower is better."""
        value = self._stage_values.get(stage)
        if value is None:
            value = self._stage_values[stage] = self._of_stage(stage)
        return value

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
    """A best-first run over families of classes, with the manners of `frontier.Run`.

    It may run dry without proof: then `dry` is True and `exhausted` is not. One that
    was left at its limit goes on from there when it is expanded again.
    """

    lifts_safe_cards = True  # its line has every move

    def __init__(
        self,
        ground: Ground,
        evaluation: ClassEvaluation,
        is_lost: Callable[[Stage], bool],
        knotting: Knotting,
        seed: int,
    ) -> None:
        self._ground = ground
        self._evaluation = evaluation
        self._is_lost = is_lost
        self._seed = seed
        self._knotting = knotting
        self._trail: list[tuple[int, int]] = []  # of each family its parent and the move's name
        self._families: list[Family] = []
        self._seen: dict[Stage, list[Knots]] = {}
        self._moves: dict[Stage, list[tuple[float, Card, int]]] = {}  # scores, cards, names
        # Moves wait for their turns: score, a number (ties go to the newest), the family's
        # place on the trail, the name. They wait with the score of where they lead at best.
        self._waiting: list[tuple[float, int, int, int]] = []
        self._number = 0
        self._begun = False
        self.nodes = 0
        self.line: list[int] | None = None
        self.dry = False
        self.exhausted = False

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` more families, `nodes` in the end; yields the number so far."""
        waiting = self._waiting
        self.nodes = 0
        if not self._begun:
            self._begun = True
            if not self._is_lost(self._ground.start):
                for _ in self._begin():
                    yield self.nodes
        while self.line is None and not self.dry and self.nodes < limit:
            if not waiting:
                self.dry = True
                self.exhausted = self._knotting.complete
                return
            _, _, place, name = heappop(waiting)
            yield self.nodes
            move = self._ground.named(self._families[place][0], name)
            if not self._is_lost(move.after):
                for _ in self._make(place, move):
                    yield self.nodes

    def _begin(self) -> Generator[None, None, None]:
        knots = yield from self._knotting.start()
        family, _ = yield from settled(self._ground, self._knotting, (self._ground.start, knots))
        yield from self._take_in(family, (-1, 0))

    def _make(self, place: int, move: Move) -> Generator[None, None, None]:
        family, _ = yield from made(self._ground, self._knotting, self._families[place], move)
        yield from self._take_in(family, (place, move.name))

    def _take_in(self, family: Family, trail: tuple[int, int]) -> Generator[None, None, None]:
        """Expands a family if it is new: its moves wait for their turns."""
        stage, knots = family
        if stage == WON:
            yield from self._finish(trail)
            return
        seen = self._seen.setdefault(stage, [])
        if any(within(knots, others) for others in seen):
            return
        seen.append(knots)
        self.nodes += 1
        place = len(self._trail)
        self._trail.append(trail)
        self._families.append(family)
        moves = self._moves.get(stage)
        if moves is None:
            moves = self._moves[stage] = [
                (self._evaluation.score(self._ground.settled(move.after)), move.card, move.name)
                for move in moves_from(self._ground, stage)
            ]
        for score, card, name in moves:
            if self._knotting.bared(knots, card) is not None:
                number = self._number
                self._number += 1
                heappush(self._waiting, (score + self._chance(number), -number, place, name))

    def _chance(self, number: int) -> float:
        noise = self._evaluation.noise
        return noise * scrambled(self._seed + number) / 2**64 if noise else 0.0

    def _finish(self, trail: tuple[int, int]) -> Generator[None, None, None]:
        """Makes the line that led to the end, if it holds when it is looked at closely."""
        names = []
        place, name = trail
        while place >= 0:
            names.append(name)
            place, name = self._trail[place]
        line = yield from line_of(self._ground, self._knotting, reversed(names))
        knotting = self._knotting.closely(CLOSELY)
        steps = yield from steps_of(self._ground, knotting, line)
        if steps is None:
            self.dry = True  # nothing is proved any more
            self._waiting.clear()
            return
        table = Table(self._ground)
        table.play(steps)
        self.line = table.moves
