"""Counting places where spaces fill: a proof that a position is lost, for games with a reserve.

Cards that were never moved lie in *stubs*; the cards of a stub only get fewer, and the
foundations only get higher. Every other card on the table lies on one of the kind it
wants or at the bottom of a column without a stub. Play with the numbers of such places
alone, as if it did not matter what lies where, and as if a card of the reserve could
be put down and taken back at any time: it is put down where it saves a column. Before
a card is moved or lifted it must be bare, and when it is moved what it lay on is no
place for it. When every line of that game is lost, so is the position. It has a few
hundred states where the real one has millions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.exhaust import Exhaustion
from bakersdozen.solver.piles import EMPTY, Piles

_KINDS: Final = 30


class Stand(NamedTuple):
    """How far a game is: the cards that were never moved, as a mask, and the foundations."""

    unmoved: int
    foundations: int


class Unmoved(dict[int, int]):
    """For each pile the cards in it that were never moved, as a mask.

    Cards that were moved lie in packing order; so do some that were not, but they can be
    moved off and on again, and count as moved.
    """

    __slots__ = ("_kind", "_piles", "_wants")

    def __init__(self, piles: Piles, kind: list[int], wants: list[int]) -> None:
        super().__init__({EMPTY: 0})
        self._piles, self._kind, self._wants = piles, kind, wants

    def __missing__(self, pile: int) -> int:
        top, below = self._piles.top, self._piles.below
        beneath = below[pile]
        if not beneath:
            mask = 0
        elif self._wants[top[pile]] == self._kind[top[beneath]]:
            mask = self[beneath]
        else:
            mask = sum(1 << card for card in self._piles.cards(pile))
        self[pile] = mask
        return mask


class Counts:
    """Answers whether a stand is lost in the game of counts, and remembers the answers."""

    def __init__(self, game: Compact, start: Position, patience: int) -> None:
        self._game = game
        self._small = Exhaustion(self._settled, self._successors, patience)
        self._lost: dict[Stand, bool] = {}
        self._reserve = frozenset(start.reserve)
        self._unmoved = Unmoved(game.piles, game.kind, game.wants)
        self._places = len(start.columns) + game.variant.cells
        self._stubs = [
            [pile for pile in self._under(column) if self._unmoved[pile]]
            for column in start.columns
        ]
        self._order = sorted(set(game.kind), key=lambda kind: kind % 14)
        self._wanting = dict(zip(game.kind, game.wants, strict=True))

    def is_hopeless(self, position: Position) -> bool:
        """Tells whether a position is proved lost."""
        unmoved = 0
        for pile in position.columns:
            unmoved |= self._unmoved[pile]
        return self.is_lost(Stand(unmoved, position.foundations))

    def is_lost(self, stand: Stand) -> bool:
        """Tells whether a stand is proved lost; False also when patience ran out."""
        known = self._lost.get(stand)
        if known is None:
            known = self._lost[stand] = self._small.is_lost(stand)
        return known

    def _under(self, pile: int) -> list[int]:
        """Returns a pile and all that lie under it, the lowest first."""
        piles = []
        while pile:
            piles.append(pile)
            pile = self._game.piles.below[pile]
        return piles[::-1]

    def _roots(self, unmoved: int) -> list[int]:
        """Returns the stubs that are left, as piles."""
        found = []
        for stub in self._stubs:
            for pile in reversed(stub):
                if unmoved >> self._game.piles.top[pile] & 1:
                    found.append(pile)
                    break
        return found

    def _table(self, stand: Stand, roots: list[int]) -> tuple[list[int], list[int], list[int]]:
        """Returns of each kind the cards that want a place, the places, and the reserve's cards."""
        kind = self._game.kind
        wanting, places, reserve = [0] * _KINDS, [0] * _KINDS, [0] * _KINDS
        foundations = stand.foundations
        for card in PACK:
            if card >> 2 >= foundations >> 4 * (card & 3) & 15:
                if card in self._reserve:
                    reserve[kind[card]] += 1
                elif not stand.unmoved >> card & 1:
                    wanting[kind[card]] += 1
                    places[kind[card]] += 1
        for pile in roots:
            places[kind[self._game.piles.top[pile]]] += 1
        return wanting, places, reserve

    def _fits(
        self, wanting: list[int], places: list[int], reserve: list[int], columns: int
    ) -> bool:
        """Tells whether so many columns are enough for all cards that find no other place."""
        down = [0] * _KINDS
        for kind in self._order:
            host = self._wanting[kind]
            short = wanting[kind] + down[kind] - places[host]
            if short > 0:
                down[host] = min(short, reserve[host])
                columns -= short - down[host]
                if columns < 0:
                    return False
        return True

    def _successors(self, stand: Stand) -> list[Stand]:
        piles, kind = self._game.piles, self._game.kind
        top, below = piles.top, piles.below
        roots = self._roots(stand.unmoved)
        wanting, places, reserve = self._table(stand, roots)
        columns = self._places - len(roots)
        after = [
            self._lifted(stand, card, roots)
            for card in self._game.nexts(stand.foundations)[0]
            if self._can_lift(stand, card, roots)
        ]
        for root in sorted(roots, key=lambda pile: len(self._under(pile))):
            card, exposed = top[root], below[root]
            left = self._unmoved[exposed]
            wants, hosts = wanting.copy(), places.copy()
            wants[kind[card]] += 1
            hosts[kind[card]] -= 1
            freed = [other for other in piles.cards(exposed) if not left >> other & 1]
            for other in freed:
                wants[kind[other]] += 1
                hosts[kind[other]] += 1
            if left:
                hosts[kind[piles.cards(exposed)[-len(freed) - 1]]] += 1
            hosts[kind[top[exposed]]] -= 1
            if self._fits(wants, hosts, reserve, columns + (not left)):
                after.append(Stand(stand.unmoved & ~self._unmoved[root] | left, stand.foundations))
        return after

    def _can_lift(self, stand: Stand, card: Card, roots: list[int]) -> bool:
        if card in self._reserve:
            return True
        top = self._game.piles.top
        if stand.unmoved >> card & 1 and all(top[pile] != card for pile in roots):
            return False
        wanting, places, reserve = self._table(stand, roots)
        places[self._game.kind[card]] -= 1
        return self._fits(wanting, places, reserve, self._places - len(roots))

    def _lifted(self, stand: Stand, card: Card, roots: list[int]) -> Stand:
        unmoved = stand.unmoved
        for root in roots:
            if self._game.piles.top[root] == card:
                left = self._unmoved[self._game.piles.below[root]]
                unmoved = unmoved & ~self._unmoved[root] | left
        return Stand(unmoved, stand.foundations + (1 << 4 * (card & 3)))

    def _settled(self, stand: Stand) -> Stand:
        """Makes the safe lifts: what they need is there in the end."""
        while True:
            roots = self._roots(stand.unmoved)
            for card in self._game.nexts(stand.foundations)[1]:
                if self._can_lift(stand, card, roots):
                    stand = self._lifted(stand, card, roots)
                    break
            else:
                return stand
