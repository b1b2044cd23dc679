"""Many short best-first runs by different weights instead of a long one.

The time that one run needs has a heavy tail: a set of weights that is good in
general may be led astray by a deal that another set solves at once. So a run
that has not found a line is dropped early and a different one begins, with
budgets that grow slowly, and finally one with all that is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, exp, log, pi, sqrt
from typing import Final

from bakersdozen.solver.evaluate import Weights
from bakersdozen.solver.piles import scrambled
from bakersdozen.variants import Space, Variant

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

FIRST: Final = 200
_SPREAD: Final = 0.4


def schedule(variant: Variant, seed: int) -> Iterator[tuple[Weights, int]]:
    """Yields sets of weights and how many nodes each may spend, without end."""
    base = STRICT if variant.space is Space.NOTHING else FILLED
    limit = float(FIRST)
    for number in range(10**9):
        weights = base[number % len(base)]
        if number >= len(base):
            weights = _perturbed(weights, seed << 32 | number << 8)
        yield weights, int(limit)
        limit *= 1.03


def _perturbed(weights: Weights, seed: int) -> Weights:
    return Weights(
        *(weight * exp(_SPREAD * _normal(seed + place)) for place, weight in enumerate(weights))
    )


def _normal(seed: int) -> float:
    """Returns a draw from the standard normal distribution (Box and Muller's way)."""
    bits = scrambled(seed)
    first, second = (bits >> 32) + 1, bits & 0xFFFFFFFF
    return sqrt(-2 * log(first / 2**32)) * cos(2 * pi * second / 2**32)
