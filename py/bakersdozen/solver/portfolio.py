"""Many short best-first runs by different weights instead of a long one.

The time that one run needs has a heavy tail: a set of weights that is good in
general may be led astray by a deal that another set solves at once. So a run
that has not found a line is dropped early and a different one begins, with
budgets that grow slowly, and finally one with all that is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from math import cos, exp, log, pi, sqrt
from typing import Final, TypeVar

from bakersdozen.solver.class_search import ClassEvaluation, ClassRun
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.evaluate import Evaluation
from bakersdozen.solver.features import ClassWeights, Weights
from bakersdozen.solver.frontier import Run
from bakersdozen.solver.keys import coarse_keys, exact_keys
from bakersdozen.solver.knots import Knotting
from bakersdozen.solver.lost import LostTest
from bakersdozen.solver.piles import scrambled
from bakersdozen.solver.pooled import PooledRun
from bakersdozen.solver.progress import has_progress
from bakersdozen.solver.scout import Landmark, Scout
from bakersdozen.solver.weights import CLASSES, weights_for

FIRST: Final = 200  # nodes of the first runs over positions
OVER_POSITIONS: Final = 2  # runs over positions before those over classes
FIRST_OVER_CLASSES: Final = 100  # nodes of the runs of the first round
TURNS: Final = 4  # how often each set of weights has its turn in a round
FIRST_WITH_RESERVE: Final = 1000
GROWTH: Final = 3
GROWTH_WITH_RESERVE: Final = 2
AS_THEY_ARE: Final = 3  # with a reserve, the weights are varied in all but every third round
NAMED_IN_KEYS: Final = (0, 3, 5)  # ranks that coarse keys tell apart
NAMED_IN_PROOFS: Final = (0, 2, 4, 13)  # ranks that keep their suits in proofs by pools
NAMED_WITH_RESERVE: Final = (0, 4, 7, 13)
WAYS: Final = 100  # for cards of a knot to lie that runs over classes follow
WAYS_IN_PROOFS: Final = (1, 100, 1000)  # the same for loose runs, which are to prove a loss
PROOF_IN_RUNS: Final = 4  # nodes that a proof has each time, in runs of that round
SCOUTED: Final = 3  # with a reserve, the first round with runs from landmarks
SCOUT: Final = 500  # nodes of the scout that finds them
FROM_LANDMARKS: Final = 2000  # nodes of a run from each, a round
SPREAD: Final = 0.4
SPREAD_OVER_CLASSES: Final = 0.8

_W = TypeVar("_W", Weights, ClassWeights)


def runs(
    game: Compact, start: Position, seed: int
) -> Iterator[tuple[Run | ClassRun | PooledRun | Scout, int]]:
    """Yields runs and how many nodes each may spend, without end."""
    lost = LostTest(game, start)
    if not has_progress(game.variant):
        yield from _coarse_to_exact(game, start, lost, seed)
        return
    yield from _over_positions(game, start, lost, seed)
    round_length = TURNS * len(CLASSES)
    ground = lost.ground
    assert ground is not None
    knotting = Knotting(ground, WAYS)
    proofs = (
        _over_classes(lost, CLASSES[0], Knotting(ground, most, loosely=True), seed)
        for most in WAYS_IN_PROOFS
    )
    proof = next(proofs, None)
    for number in count():
        turn = number % round_length
        limit = FIRST_OVER_CLASSES << number // round_length
        weights = CLASSES[turn % len(CLASSES)]
        if turn >= len(CLASSES):
            weights = _varied(weights, SPREAD_OVER_CLASSES, seed << 32 | number << 8)
        yield _over_classes(lost, weights, knotting, seed << 32 | number), limit
        if turn % len(CLASSES) == len(CLASSES) - 1 and proof is not None:
            yield proof, PROOF_IN_RUNS * limit
            if proof.dry:
                proof = next(proofs, None)


def _over_classes(lost: LostTest, weights: ClassWeights, knotting: Knotting, seed: int) -> ClassRun:
    assert lost.ground is not None
    return ClassRun(
        lost.ground, ClassEvaluation(lost.ground, weights), lost.of_stage, knotting, seed
    )


def _coarse_to_exact(
    game: Compact, start: Position, lost: LostTest, seed: int
) -> Iterator[tuple[Run | PooledRun | Scout, int]]:
    """Yields runs by coarse keys (finer ones when all is seen by them), and now and then proofs.

    A proof has as many nodes as one run of a round. With a reserve the first has as many as all
    runs of it, since a garden whose easiest game is not soon won is mostly lost, and what it
    leaves goes to the next proof at once.
    """
    ladder = [coarse_keys(game.piles, game.kind, game.wants, named) for named in NAMED_IN_KEYS]
    ladder.append(exact_keys(game.piles))
    sets = weights_for(game.variant)
    has_reserve = game.variant.reserve > 0
    rungs = [0 if has_reserve else place * 2 % len(ladder) for place in range(len(sets))]
    as_they_are = AS_THEY_ARE if has_reserve else 2
    proofs = _proofs(game, start, lost)
    easiest = proof = next(proofs, None)
    limit = FIRST_WITH_RESERVE if has_reserve else FIRST
    landmarks: list[Landmark] | None = None
    for number in count():
        for place, weights in enumerate(sets):
            if number % as_they_are:
                weights = _varied(weights, SPREAD, seed << 32 | number << 16 | place << 8)
            run = Run(
                game, start, Evaluation(game, weights), lost.of_position, ladder[rungs[place]]
            )
            yield run, limit
            if run.dry and rungs[place] < len(ladder) - 1:
                rungs[place] += 1
        if has_reserve and number >= SCOUTED:
            if landmarks is None:
                scout = Scout(game, start, lost.of_stand)
                yield scout, SCOUT
                landmarks = scout.landmarks
            weights = sets[number % len(sets)]
            if number >= SCOUTED + len(sets):
                weights = _varied(weights, SPREAD, seed << 32 | number << 16 | 1 << 15)
            evaluation = Evaluation(game, weights)
            for position, moves in landmarks:
                yield (
                    Run(game, position, evaluation, lost.of_position, ladder[0], moves),
                    FROM_LANDMARKS,
                )
        left = limit * len(sets) if has_reserve and proof is easiest else limit
        while proof is not None and left > 0:
            yield proof, left
            if not proof.dry:
                break
            left = left - proof.nodes if has_reserve else 0
            proof = next(proofs, None)
        limit *= GROWTH_WITH_RESERVE if has_reserve else GROWTH


def _proofs(game: Compact, start: Position, lost: LostTest) -> Iterator[PooledRun]:
    """Yields proofs by pools, from the easiest game to the real one."""
    if game.variant.worrying_back:
        return
    for named in NAMED_WITH_RESERVE if game.variant.reserve else NAMED_IN_PROOFS:
        yield PooledRun(game, start, named, lost.of_stand)


def _over_positions(
    game: Compact, start: Position, lost: LostTest, seed: int
) -> Iterator[tuple[Run, int]]:
    keys = coarse_keys(game.piles, game.kind, game.wants, named=0)
    for weights in islice(weights_for(game.variant), OVER_POSITIONS):
        yield Run(game, start, Evaluation(game, weights), lost.of_position, keys), FIRST


def _varied(weights: _W, spread: float, seed: int) -> _W:
    """Returns a set of weights with each of them a random factor away."""
    return type(weights)(
        *(weight * exp(spread * _normal(seed + place)) for place, weight in enumerate(weights))
    )


def _normal(seed: int) -> float:
    """Returns a draw from the standard normal distribution (Box and Muller's way)."""
    bits = scrambled(seed)
    first, second = (bits >> 32) + 1, bits & 0xFFFFFFFF
    return sqrt(-2 * log(first / 2**32)) * cos(2 * pi * second / 2**32)
