"""How hard a deal is: the share of games that simulated players do not win.

Players of three strengths and two styles play each deal a number of times. The
share of lost games ranks deals; the ranks are cut into five grades of equal
size, 1 the easiest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from bakersdozen.rules import State
from bakersdozen.study.players import Player, Table, styles
from bakersdozen.variants import Variant

PLAYERS: Final = (Player("keen", 4_000), Player("fair", 9_000), Player("careless", 18_000))
GAMES: Final = 16  # by each player in each style


class Measure(NamedTuple):
    """How the simulated players fared: wins of each strength in each half, out of `games`."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    games: int

    @property
    def difficulty(self) -> float:
        """The share of games lost, from 0 (easy) to 1."""
        played = 2 * self.games * len(self.first)
        return 1 - (sum(self.first) + sum(self.second)) / played


def measure(variant: Variant, state: State, number: int, games: int = GAMES) -> Measure:
    """Lets the players play a deal; `number` seeds their chances, half by half."""
    tables = [Table(variant, state, weights) for weights in styles(variant)]
    halves = [
        tuple(
            sum(
                table.wins(player, games // 2, (number * 16 + half * 8 + style) << 16)
                for style, table in enumerate(tables)
            )
            for player in PLAYERS
        )
        for half in range(2)
    ]
    return Measure(halves[0], halves[1], games // 2 * len(tables))


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Returns Spearman's rank correlation of two lists, ties given their mean rank.

    >>> round(rank_correlation([1, 2, 3, 4], [10, 30, 20, 40]), 3)
    0.8
    """
    x, y = _ranks(first), _ranks(second)
    mean = (len(x) - 1) / 2
    covariance = sum((a - mean) * (b - mean) for a, b in zip(x, y, strict=True))
    spread = [sum((a - mean) ** 2 for a in ranks) for ranks in (x, y)]
    return covariance / math.sqrt(spread[0] * spread[1])


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for place in order[at:end]:
            ranks[place] = (at + end - 1) / 2
        at = end
    return ranks
