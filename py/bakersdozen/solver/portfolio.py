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
from bakersdozen.solver.classes import Classes
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.evaluate import Evaluation
from bakersdozen.solver.features import ClassWeights, Weights
from bakersdozen.solver.frontier import Run
from bakersdozen.solver.keys import Keys, coarse_keys, exact_keys
from bakersdozen.solver.lost import LostTest
from bakersdozen.solver.piles import scrambled
from bakersdozen.solver.pooled import PooledRun
from bakersdozen.solver.weights import CLASSES, weights_for

FIRST: Final = 200  # nodes of the first runs over positions
TURNS_OVER_POSITIONS: Final = 2
OVER_POSITIONS: Final = 2  # runs over positions before those over classes
FIRST_OVER_CLASSES: Final = 100  # nodes of the runs of the first round
TURNS: Final = 4  # how often each set of weights has its turn in a round
NAMED: Final = (0, 2, 4)  # ranks that keep their suits in proofs by pools
SPREAD: Final = 0.4
SPREAD_OVER_CLASSES: Final = 0.8

_W = TypeVar("_W", Weights, ClassWeights)


def runs(
    game: Compact, start: Position, seed: int
) -> Iterator[tuple[Run | ClassRun | PooledRun, int]]:
    """Yields runs and how many nodes each may spend, without end."""
    lost = LostTest(game, start)
    if lost.ground is None:
        yield from _over_kinds(game, start, lost, seed)
        return
    keys = exact_keys(game.piles)
    positions = _over_positions(game, start, lost, keys, seed)
    yield from islice(positions, OVER_POSITIONS)
    thorough = False
    round_length = TURNS * len(CLASSES)
    for number in count():
        turn = number % round_length
        weights = CLASSES[turn % len(CLASSES)]
        if turn >= len(CLASSES):
            weights = _varied(weights, SPREAD_OVER_CLASSES, seed << 32 | number << 8)
        evaluation = ClassEvaluation(lost.ground, weights)
        classes = Classes(lost.ground, lost.of_stage, thorough=thorough)
        run = ClassRun(classes, evaluation, lost, seed << 32 | number)
        yield run, FIRST_OVER_CLASSES << number // round_length
        thorough = thorough or run.dry


def _over_kinds(
    game: Compact, start: Position, lost: LostTest, seed: int
) -> Iterator[tuple[Run | PooledRun, int]]:
    """Yields runs that take positions alike for the same; now and then proofs, and exact runs."""
    sets = len(weights_for(game.variant))
    coarse = _over_positions(
        game, start, lost, coarse_keys(game.piles, game.kind, game.wants), seed
    )
    exact = _over_positions(game, start, lost, exact_keys(game.piles), seed)
    proofs = iter(() if game.variant.worrying_back else NAMED)
    proof = None
    for number in count():
        limit = FIRST << number
        yield from islice(coarse, TURNS_OVER_POSITIONS * sets)
        if proof is None or proof.dry:
            proof = next((PooledRun(game, start, named) for named in proofs), None)
        if proof is not None:
            yield proof, sets * limit
        yield next(exact)[0], limit


def _over_positions(
    game: Compact, start: Position, lost: LostTest, keys: Keys, seed: int
) -> Iterator[tuple[Run, int]]:
    sets = weights_for(game.variant)
    round_length = TURNS_OVER_POSITIONS * len(sets)
    for number in count():
        turn = number % round_length
        weights = sets[turn % len(sets)]
        if turn >= len(sets):
            weights = _varied(weights, SPREAD, seed << 32 | number << 8)
        evaluation = Evaluation(game, weights)
        yield Run(game, start, evaluation, lost.of_position, keys), FIRST << number // round_length


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
