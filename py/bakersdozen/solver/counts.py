"""Counting places where spaces fill: a proof that a position is lost, for games with a reserve.

Cards that were never moved lie in *stubs*; the cards of a stub only get fewer, and the
foundations only get higher. Every other card on the table lies on one of the kind it
wants or at the bottom of a column without a stub. Play with the numbers of such places
alone, as if it did not matter what lies where. Before a card is moved or lifted it must
be bare, and when it is moved what it lay on is no place for it. When every line of that
game is lost, so is the position. It has a few thousand states where the real one has
millions.

A card of the reserve that was put *down* never goes back, which is what most lost gardens
are lost by, so the game counts how many of each kind are down. Which of a kind they are it
does not know. Three things keep it small and lose no line:

* A put-down waits until a move cannot do without it. Up to then the places that it would
  take and give are not needed, and the moves between stay possible. Of the fewest that such
  a move needs, the one of the lowest kind makes a place where the move is short of one, so
  no others need be tried; then the next, and so on.
* A reserve card that is lifted is one of those that are down, if one can be bare: the one
  that stays in the reserve instead could be put down at once to the same effect.
* Safe lifts are made at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.exhaust import Exhaustion
from bakersdozen.solver.piles import EMPTY, Piles

TRIES: Final = 20  # how often the same question may be asked again before it counts as open
_KINDS: Final = 30
_DOWN: Final = len(PACK)  # the first bit of the numbers of cards that are down
_BITS: Final = 3  # of each number
_UNMOVED: Final = (1 << _DOWN) - 1


class Stand(NamedTuple):
    """How far a game is.

    `left` is the cards that were never moved, as a mask, and above it how many of the
    reserve are down, three bits a kind.
    """

    left: int
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


class Reserve:
    """The reserve of the start, and how much of it is down in a position."""

    def __init__(self, cards: Sequence[Card], kind: Sequence[int]) -> None:
        """Takes the cards, and the kind of every card (and of every other name of one)."""
        self.cards = frozenset(cards)
        self._kind = kind
        self._to_come: dict[int, int] = {}
        self._held: dict[tuple[int, ...], int] = {}

    def to_come(self, foundations: int) -> int:
        """Returns how many of each kind the foundations have not yet got, three bits a kind."""
        found = self._to_come.get(foundations)
        if found is None:
            found = self._to_come[foundations] = self._number(
                card for card in self.cards if card >> 2 >= foundations >> 4 * (card & 3) & 15
            )
        return found

    def down(self, position: Position) -> int:
        """Returns how many of each kind are on the table, three bits a kind."""
        held = self._held.get(position.reserve)
        if held is None:
            held = self._held[position.reserve] = self._number(position.reserve)
        return self.to_come(position.foundations) - held

    def is_down(self, card: Card, position: Position) -> bool:
        """Tells whether a card of a kind is on the table."""
        return bool(self.down(position) >> _BITS * self._kind[card] & 7)

    def stand(self, unmoved: int, position: Position) -> Stand:
        """Returns the stand of a position, given what was never moved."""
        return Stand(unmoved | self.down(position) << _DOWN, position.foundations)

    def _number(self, names: Iterable[int]) -> int:
        return sum(1 << _BITS * self._kind[name] for name in names)


class _Uncovering(NamedTuple):
    """What moving the top card of a stub away does to the counts."""

    wanting: list[int]  # more cards that want a place, of each kind
    places: list[int]  # more places
    columns: int  # more columns without a stub
    unmoved: int  # what is left


class _Board(NamedTuple):
    """What depends on the cards that were never moved."""

    tops: frozenset[Card]  # of the stubs
    columns: int  # those without a stub, and cells
    uncoverings: list[_Uncovering]
    after: dict[Card, int]  # what is left when the top card of a stub is lifted


class Counts:
    """Answers whether a stand is lost in the game of counts, and remembers the answers."""

    def __init__(self, game: Compact, start: Position, patience: int) -> None:
        self._game = game
        self._small = Exhaustion(self._settled, self._successors, patience, TRIES)
        self.reserve = Reserve(start.reserve, game.kind)
        self._unmoved = Unmoved(game.piles, game.kind, game.wants)
        self._places = len(start.columns) + game.variant.cells
        self._stubs = [
            [pile for pile in self._under(column) if self._unmoved[pile]]
            for column in start.columns
        ]
        wanting = dict(zip(game.kind, game.wants, strict=True))
        self._order = [(kind, wanting[kind]) for kind in sorted(wanting)]
        self._settlements: dict[Stand, Stand] = {}
        self._boards: dict[int, _Board] = {}
        self._tables: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def is_hopeless(self, position: Position) -> bool:
        """Tells whether a position is proved lost."""
        unmoved = 0
        for pile in position.columns:
            unmoved |= self._unmoved[pile]
        return self.is_lost(self.reserve.stand(unmoved, position))

    def is_lost(self, stand: Stand) -> bool:
        """Tells whether a stand is proved lost; False also when patience ran out."""
        return self._small.is_lost(stand)

    def _under(self, pile: int) -> list[int]:
        """Returns a pile and all that lie under it, the lowest first."""
        piles = []
        while pile:
            piles.append(pile)
            pile = self._game.piles.below[pile]
        return piles[::-1]

    def _board(self, unmoved: int) -> _Board:
        found = self._boards.get(unmoved)
        if found is None:
            top = self._game.piles.top
            roots = []
            for stub in self._stubs:
                roots += [pile for pile in stub if unmoved >> top[pile] & 1][-1:]
            roots.sort(key=lambda pile: len(self._under(pile)))
            found = self._boards[unmoved] = _Board(
                frozenset(top[root] for root in roots),
                self._places - len(roots),
                [self._uncovering(root, unmoved) for root in roots],
                {top[root]: self._without(unmoved, root) for root in roots},
            )
        return found

    def _without(self, unmoved: int, root: int) -> int:
        """Returns what was never moved when the top card of a stub goes."""
        return unmoved & ~self._unmoved[root] | self._unmoved[self._game.piles.below[root]]

    def _uncovering(self, root: int, unmoved: int) -> _Uncovering:
        piles, kind = self._game.piles, self._game.kind
        card, exposed = piles.top[root], piles.below[root]
        left = self._unmoved[exposed]
        wanting, places = [0] * _KINDS, [0] * _KINDS
        wanting[kind[card]] += 1
        places[kind[card]] -= 1
        freed = [other for other in piles.cards(exposed) if not left >> other & 1]
        for other in freed:
            wanting[kind[other]] += 1
            places[kind[other]] += 1
        if left:
            places[kind[piles.cards(exposed)[-len(freed) - 1]]] += 1
        places[kind[piles.top[exposed]]] -= 1
        return _Uncovering(wanting, places, not left, self._without(unmoved, root))

    def _table(self, stand: Stand) -> tuple[list[int], list[int]]:
        """Returns of each kind how many cards want a place, and how many places there are."""
        unmoved, foundations = stand.left & _UNMOVED, stand.foundations
        found = self._tables.get((unmoved, foundations))
        if found is None:
            kind = self._game.kind
            wanting, places = [0] * _KINDS, [0] * _KINDS
            for card in PACK:
                if (
                    card >> 2 >= foundations >> 4 * (card & 3) & 15
                    and card not in self.reserve.cards
                    and not unmoved >> card & 1
                ):
                    wanting[kind[card]] += 1
                    places[kind[card]] += 1
            for card in self._board(unmoved).tops:
                places[kind[card]] += 1
            found = self._tables[unmoved, foundations] = wanting, places
        wanting, places = found[0].copy(), found[1].copy()
        down, of_kind = stand.left >> _DOWN, 0
        while down:
            wanting[of_kind] += down & 7
            places[of_kind] += down & 7
            down >>= _BITS
            of_kind += 1
        return wanting, places

    def _fits(self, wanting: list[int], places: list[int], columns: int) -> bool:
        """Tells whether so many columns are enough for all cards that find no other place."""
        for kind, host in self._order:
            short = wanting[kind] - places[host]
            if short > 0:
                columns -= short
                if columns < 0:
                    return False
        return True

    def _short(self, wanting: list[int], places: list[int]) -> set[int]:
        """Returns the kinds of which there are not places enough."""
        return {host for kind, host in self._order if wanting[kind] > places[host]}

    def _successors(self, stand: Stand) -> list[Stand]:
        board = self._board(stand.left & _UNMOVED)
        wanting, places = self._table(stand)
        after = []
        short: set[int] = set()
        for card in self._game.nexts(stand.foundations)[0]:
            lifted, is_short = self._lifted(stand, card, wanting, places, board)
            if lifted is not None:
                after.append(lifted)
            if is_short:
                places[self._game.kind[card]] -= 1
                short |= self._short(wanting, places)
                places[self._game.kind[card]] += 1
        down = stand.left & ~_UNMOVED
        for move in board.uncoverings:
            wants = [number + more for number, more in zip(wanting, move.wanting, strict=True)]
            hosts = [number + more for number, more in zip(places, move.places, strict=True)]
            if self._fits(wants, hosts, board.columns + move.columns):
                after.append(Stand(move.unmoved | down, stand.foundations))
            else:
                short |= self._short(wants, hosts)
        if short:
            held = self.reserve.to_come(stand.foundations) - (stand.left >> _DOWN)
            after += [
                Stand(stand.left + (1 << _DOWN + _BITS * kind), stand.foundations)
                for kind in sorted(short)
                if held >> _BITS * kind & 7
            ]
        return after

    def _lifted(
        self, stand: Stand, card: Card, wanting: list[int], places: list[int], board: _Board
    ) -> tuple[Stand | None, bool]:
        """Returns where lifting a card leads, if it can be, and if it fails for want of places."""
        unmoved, foundations = stand.left & _UNMOVED, stand.foundations
        if unmoved >> card & 1 and card not in board.tops:
            return None, False
        lifted = foundations + (1 << 4 * (card & 3))
        kind = self._game.kind[card]
        one = 1 << _DOWN + _BITS * kind
        is_short = False
        in_reserve = card in self.reserve.cards
        down = stand.left >> _DOWN + _BITS * kind & 7
        if not in_reserve or down:
            places[kind] -= 1
            is_short = not self._fits(wanting, places, board.columns)
            places[kind] += 1
            if not is_short:
                if in_reserve:
                    return Stand(stand.left - one, lifted), False
                left = board.after.get(card, unmoved)
                return Stand(left | stand.left & ~_UNMOVED, lifted), False
        if in_reserve and self.reserve.to_come(foundations) >> _BITS * kind & 7 > down:
            return Stand(stand.left, lifted), is_short
        return None, is_short

    def _settled(self, stand: Stand) -> Stand:
        """Makes the safe lifts: what they need is there in the end."""
        found = self._settlements.get(stand)
        if found is None:
            found = stand
            while (lifted := self._safely_lifted(found)) is not None:
                found = lifted
            self._settlements[stand] = found
        return found

    def _safely_lifted(self, stand: Stand) -> Stand | None:
        safe = self._game.nexts(stand.foundations)[1]
        if safe:
            board = self._board(stand.left & _UNMOVED)
            wanting, places = self._table(stand)
            for card in safe:
                lifted, is_short = self._lifted(stand, card, wanting, places, board)
                if lifted is not None and not is_short:
                    return lifted
        return None
