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

from bakersdozen.solver.class_search import ClassEvaluation, ClassRun, ClassWeights
from bakersdozen.solver.classes import Classes
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.evaluate import Evaluation, Weights
from bakersdozen.solver.frontier import Run
from bakersdozen.solver.lost import LostTest
from bakersdozen.solver.piles import scrambled
from bakersdozen.variants import Space

STRICT: Final = (
    Weights(1.49175, -1.49713, 0.236147, -0.26, -0.0681887, 0.221004, 0.0697987, 1.813, 0.981619,
            0.346776, 0.265537, -2.03656, -1.61454, -0.985, 0.579458, -0.829039),
    Weights(3.399, 1.98439, 1, -0.044, -0.182008, 4.89633, 0.933661, 0.492332, 0.921317,
            0.501036, 0.057, 0.181522, -0.923439, -0.0617411, 0.995, -1.07774),
)  # fmt: skip
FILLED: Final = (
    Weights(1.312, -2.5, 0.184, -0.260, -0.039, -0.115, 0.074, 1.813, 0.961, 0.283, 0.251,
            -1.971, -1.588, -0.985, 0.612, 0, 1.0, 0.3),
    Weights(3.399, -1.558, 1.000, -0.044, -0.135, 1.240, 0.666, 0.490, 0.717, 0.233, 0.057,
            0.167, -1.259, 0.541, 0.995, 0, 1.5, 0.3),
)  # fmt: skip

CLASSES: Final = (
    ClassWeights(1.85145, 0.55136, 1.09306, 0.525324, 0.00227108, -0.05047, 0.5, 0.3, 0.27666, 0,
                 -0.2, 0.194804, 0, -0.5, 0.211708, 0, -0.1, 0.0776676, 0.625193, -0.127184),
    ClassWeights(1.0453, 3.30929, 0.662647, -0.202333, 0.20662, 0.427284, -0.558941, 0.0620848, 1, 0,
                 0.254544, 0.256121, 0, 0.321902, 0.1, 0.0948093, -0.100411, 0.0666721, 0.238769, -0.118462),
    ClassWeights(1, 0.55136, 1, 0.525324, -0.0212601, -0.0614542, 0.5, 0.3, 0.276469, 0,
                 -0.2, 0.251932, 0, -0.5, 0.289961, 0, -0.1, 0.0828853, 0.561932, -0.0818401),
    ClassWeights(1.38928, 0.461018, 1.30471, -0.0976085, 0.428668, 0.243019, -0.303464, 0.0556328, 0.443747, 0,
                 0.795444, 0.783804, 0, 1.38289, 0.124544, 0.105365, -0.136133, 1.13864, 0.267534, -0.174351),
    ClassWeights(1, 1.5, 1, 0.5, 0.25, 0, 0, 0, 0, 0,
                 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)  # fmt: skip

FIRST: Final = 200  # nodes of the first runs over positions
TURNS_OVER_POSITIONS: Final = 2
OVER_POSITIONS: Final = 2  # runs over positions before those over classes
FIRST_OVER_CLASSES: Final = 100  # nodes of the runs of the first round
TURNS: Final = 4  # how often each set of weights has its turn in a round
SPREAD: Final = 0.4
SPREAD_OVER_CLASSES: Final = 0.8

_W = TypeVar("_W", Weights, ClassWeights)


def runs(game: Compact, start: Position, seed: int) -> Iterator[tuple[Run | ClassRun, int]]:
    """Yields runs and how many nodes each may spend, without end."""
    lost = LostTest(game, start)
    positions = _over_positions(game, start, lost, seed)
    if lost.ground is None:
        yield from positions
        return
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


def _over_positions(
    game: Compact, start: Position, lost: LostTest, seed: int
) -> Iterator[tuple[Run | ClassRun, int]]:
    sets = STRICT if game.variant.space is Space.NOTHING else FILLED
    round_length = TURNS_OVER_POSITIONS * len(sets)
    for number in count():
        turn = number % round_length
        weights = sets[turn % len(sets)]
        if turn >= len(sets):
            weights = _varied(weights, SPREAD, seed << 32 | number << 8)
        evaluation = Evaluation(game, weights)
        yield Run(game, start, evaluation, lost.of_position), FIRST << number // round_length


def _varied(weights: _W, spread: float, seed: int) -> _W:
    """Returns a set of weights with each of them a random factor away."""
    return weights._make(
        weight * exp(spread * _normal(seed + place)) for place, weight in enumerate(weights)
    )


def _normal(seed: int) -> float:
    """Returns a draw from the standard normal distribution (Box and Muller's way)."""
    bits = scrambled(seed)
    first, second = (bits >> 32) + 1, bits & 0xFFFFFFFF
    return sqrt(-2 * log(first / 2**32)) * cos(2 * pi * second / 2**32)
