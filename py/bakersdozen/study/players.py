"""Simulated players: how often does somebody who looks one move ahead win a deal?

A player values each move by an evaluation of where it leads (there are two
styles, sets of weights of their own that stay as they are when the solver's are
tuned, so that difficulties stay comparable), misjudges each by a random amount,
and takes the best. Safe cards are lifted at once. The
player never goes back to a position that has been on the table, takes nothing
back, and gives up when nothing new is left or after `PATIENCE` moves. How much
is misjudged is the player's strength.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bakersdozen.deals import splitmix64
from bakersdozen.rules import State
from bakersdozen.solver.compact import (
    ALL_UP,
    CELL,
    FOUNDATION,
    RESERVE,
    Compact,
    Position,
    packed_move,
)
from bakersdozen.solver.evaluate import Evaluation
from bakersdozen.solver.features import Weights
from bakersdozen.solver.piles import Piles
from bakersdozen.variants import Space, Variant

PATIENCE: Final = 250


STYLES: Final = (
    Weights(1.312, -1.452, 0.184, -0.260, -0.039, -0.115, 0.074, 1.813, 0.961, 0.283, 0.251,
            -1.971, -1.588, -0.985, 0.612, 0.0, 1.0, 0.3),
    Weights(3.399, 1.558, 1.000, -0.044, -0.135, 1.240, 0.666, 0.490, 0.717, 0.233, 0.057,
            0.167, -1.259, 0.541, 0.995, 0.0, 1.5, 0.3),
)  # fmt: skip
SPACES_THAT_FILL: Final = -2.5  # what emptying a column is worth where it helps


def styles(variant: Variant) -> list[Weights]:
    """Returns the players' two styles for a variant."""
    if variant.space is Space.NOTHING:
        return list(STYLES)
    return [weights._replace(emptied=SPACES_THAT_FILL) for weights in STYLES]


class Player(NamedTuple):
    """A strength: the largest error in judging a move, in thousandths of a blocked card or so."""

    name: str
    error: int


class Table:
    """One deal, ready to be played by simulated players again and again."""

    def __init__(self, variant: Variant, state: State, weights: Weights) -> None:
        self._game = Compact(variant, Piles())
        self._evaluation = Evaluation(self._game, weights)
        self._start = self._game.settled(self._game.position(state))

    def wins(self, player: Player, games: int, seed: int) -> int:
        """Lets a player play so many games and counts the wins."""
        return sum(self._is_won(player, splitmix64(seed + game)) for game in range(games))

    def _is_won(self, player: Player, chance: Iterator[int]) -> bool:
        position = self._start
        met = {self._game.key(position)}
        for _ in range(PATIENCE):
            if position.foundations == ALL_UP:
                return True
            best: tuple[int, Position, int] | None = None
            for child in self._children(position):
                key = self._game.key(child)
                if key not in met:
                    judged = self._evaluation.score(child) + next(chance) % player.error
                    if best is None or judged < best[0]:
                        best = judged, child, key
            if best is None:
                return False
            position = best[1]
            met.add(best[2])
        return position.foundations == ALL_UP

    def _children(self, position: Position) -> Iterator[Position]:
        """Yields where each move leads, safe cards lifted."""
        game, top = self._game, self._game.piles.top
        nexts = self._evaluation.outlook(position.foundations).nexts
        targets: dict[int, list[int]] = {}
        space = None
        for column, pile in enumerate(position.columns):
            if pile:
                targets.setdefault(game.kind[top[pile]], []).append(column)
            elif space is None:
                space = column
        sources = [(top[pile], at) for at, pile in enumerate(position.columns) if pile]
        sources += [(card, CELL) for card in position.cells]
        sources += [(card, RESERVE) for card in position.reserve]
        for card, source in sources:
            places = list(targets.get(game.wants[card], ()))
            if card in nexts:
                places.append(FOUNDATION)
            if space is not None and game.fills_space[card]:
                places.append(space)
            if source != CELL and len(position.cells) < game.variant.cells:
                places.append(CELL)
            for place in places:
                yield game.settled(game.moved(position, packed_move(card, source, place)))
