"""From a line of classes back to a line of moves: the lateral moves in between.

The proof in `classes` says how to lay parked cards out at will; this does it.
"""

from __future__ import annotations

from collections.abc import Iterable

from bakersdozen.cards import Card
from bakersdozen.solver.classes import Step
from bakersdozen.solver.compact import FOUNDATION, packed_move
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground


class Table:
    """A position on which moves are made one by one and written down."""

    def __init__(self, ground: Ground) -> None:
        self._game = ground.game
        self._columns = [list(stub) for stub in ground.stubs]
        self._column = list(ground.column)
        self.moves: list[int] = []

    def play(self, steps: Iterable[Step]) -> None:
        """Makes progress moves, each after the lateral moves that it needs."""
        wants = self._game.wants
        for card, host, layout in steps:
            # the highest first: what is laid out above stays when lower cards make way
            for piece, place in sorted(layout, reverse=True):
                if piece != card:
                    self._seat(piece, place)
            self._clear(card)
            if host is None:
                self._move(card, FOUNDATION)
            elif host == NOWHERE:
                self._move(card, self._bare(wants[card]))
            else:
                self._move(card, self._column[host])

    def _seat(self, piece: Card, place: Card) -> None:
        """Brings a parked card onto a place, and whatever is in the way elsewhere."""
        above = self._cover(place)
        if above == piece:
            return
        if above is not None:
            self._clear(above)
            self._move(above, self._bare(self._game.wants[above]))
        self._clear(piece)
        self._move(piece, self._column[place])

    def _clear(self, card: Card) -> None:
        """Moves what lies on a card elsewhere, the topmost first."""
        run = []
        above = self._cover(card)
        while above is not None:
            run.append(above)
            above = self._cover(above)
        while run:
            above = run.pop()
            self._move(above, self._bare(self._game.wants[above]))

    def _cover(self, card: Card) -> Card | None:
        column = self._columns[self._column[card]]
        place = column.index(card) + 1
        return column[place] if place < len(column) else None

    def _bare(self, kind: int) -> int:
        """Returns a column whose top card is of a kind."""
        kinds = self._game.kind
        return next(
            number
            for number, column in enumerate(self._columns)
            if column and kinds[column[-1]] == kind
        )

    def _move(self, card: Card, target: int) -> None:
        source = self._column[card]
        self._columns[source].pop()
        self.moves.append(packed_move(card, source, target))
        if target != FOUNDATION:
            self._columns[target].append(card)
            self._column[card] = target
