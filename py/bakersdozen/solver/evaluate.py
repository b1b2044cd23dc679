"""How promising a position looks: a sum over its columns and its foundations.

A move changes two columns, so a search keeps the sum up to date with four
look-ups. The value of a column depends on the foundations too (how deep the
next cards lie), so there is one memory of values for each set of foundations.
Lower is better.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bakersdozen.cards import Card
from bakersdozen.solver.compact import Compact, Position, ranks_of
from bakersdozen.solver.features import Weights
from bakersdozen.solver.piles import EMPTY, Piles

SCALE: Final = 1000


class Shapes(dict[int, int]):
    """What the shape of a pile is worth whatever the foundations, worked out when asked for."""

    __slots__ = ("_piles", "_w")

    def __init__(self, piles: Piles, weights: tuple[int, ...]) -> None:
        super().__init__({EMPTY: weights[1]})
        self._piles, self._w = piles, weights

    def __missing__(self, pile: int) -> int:
        w = self._w
        cards = self._piles.cards(pile)
        value = w[11] * (cards[-1] >> 2) // 10
        lowest = 99
        lowest_of = [99, 99, 99, 99]
        beneath = -1
        in_run = cards[0] >> 2 == 12
        for card in cards:
            rank, suit = card >> 2, card & 3
            if rank > lowest_of[suit]:
                value += w[2]
            else:
                lowest_of[suit] = rank
            if rank > lowest:
                value += w[7]
            else:
                lowest = rank
            if beneath >= 0:
                step = beneath - rank
                if step == 1:
                    value += w[3]
                else:
                    in_run = False
                    if step < 0:
                        value += w[4]
                    elif step == 0:
                        value += w[5]
                    else:
                        value += w[6] * (step - 1)
            beneath = rank
        if in_run:
            value += w[12]
        self[pile] = value
        return value


class Values(dict[int, int]):
    """The values of piles under one set of foundations, worked out when asked for."""

    __slots__ = ("_needs", "_piles", "_shapes")

    def __init__(self, piles: Piles, shapes: Shapes, needs: dict[Card, int]) -> None:
        super().__init__()
        self._piles, self._shapes, self._needs = piles, shapes, needs

    def __missing__(self, pile: int) -> int:
        top, below, needs = self._piles.top, self._piles.below, self._needs
        value = self._shapes[pile]
        above, at = 0, pile
        while at:
            card = top[at]
            if card in needs:
                value += above * needs[card]
            above += 1
            at = below[at]
        self[pile] = value
        return value


class Outlook(NamedTuple):
    """What a search must know about one set of foundations."""

    nexts: tuple[Card, ...]  # the cards that the foundations take now
    safe: tuple[Card, ...]  # those of them that may go up at once
    values: Values
    base: int


class Evaluation:
    """The evaluation of positions of one game by one set of weights."""

    def __init__(self, game: Compact, weights: Weights) -> None:
        self._game = game
        self._weights = tuple(round(weight * SCALE) for weight in weights)
        self.step = self._weights[14]
        self.kinds_on_top = self._weights[15]
        self.in_cell = self._weights[16]
        self.in_reserve = self._weights[17]
        self._shapes = Shapes(game.piles, self._weights)
        self._outlooks: dict[int, Outlook] = {}

    def outlook(self, foundations: int) -> Outlook:
        """Returns what depends on the foundations alone."""
        found = self._outlooks.get(foundations)
        if found is None:
            ranks = ranks_of(foundations)
            nexts, safe = self._game.nexts(foundations)
            base = self._weights[0] * (52 - sum(ranks))
            base += self._weights[13] * (max(ranks) - min(ranks))
            needs = {
                (rank + ahead) * 4 + suit: self._weights[8 + ahead]
                for suit, rank in enumerate(ranks)
                for ahead in range(min(3, 13 - rank))
            }
            found = Outlook(nexts, safe, Values(self._game.piles, self._shapes, needs), base)
            self._outlooks[foundations] = found
        return found

    def score(self, position: Position) -> int:
        """Returns the score of a position, moves made left out."""
        _, _, values, base = self.outlook(position.foundations)
        top, kind = self._game.piles.top, self._game.kind
        on_top = {kind[top[pile]] for pile in position.columns if pile}
        return (
            base
            + sum(map(values.__getitem__, position.columns))
            + self.kinds_on_top * len(on_top)
            + self.in_cell * len(position.cells)
            + self.in_reserve * len(position.reserve)
        )
