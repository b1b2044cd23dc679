"""The game in which movable cards of a kind are all alike: easier than the real one, and smaller.

Cards that were free to be moved once, and those in cells and in the reserve, lie in
*pools*, one for each kind. Suppose that such a card has no suit until it is lifted:
whichever bare card of the pool is at hand will do. Whatever can be played in the real
game can be played in this one, which has far fewer positions, since it does not matter
which card of a kind went where. Where a card comes from is known of every card, though:
one that was dealt into the reserve is lifted from there, or from the table if one of its
kind was put down; no other card is lifted from the reserve.

Where that is too generous, the lowest ranks keep their suits: a game that is stuck is
mostly stuck for want of a low card. With all suits kept it is the real game.

There are two sorts of moves. A pooled card lies in packing order, in a cell or alone in a
column; when it goes elsewhere on the table it can go back, so such a move is *lateral*.
All others are *advances*: lifts, cards that were never moved, cards put down from the
reserve, and the last card of a column that takes another only.
"""

from __future__ import annotations

from typing import NamedTuple

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.counts import Reserve, Stand
from bakersdozen.solver.keys import Keys
from bakersdozen.solver.landings import Ways
from bakersdozen.solver.nameless import ALIKE, CELL_SHARES, NAMES, SHARES, names_of
from bakersdozen.solver.piles import EMPTY, Piles
from bakersdozen.variants import Space


class _Buried(dict[int, int]):
    """For each pile the cards in it that were never moved, as a mask."""

    def __init__(self, below: list[int]) -> None:
        super().__init__({EMPTY: 0})
        self._below = below

    def __missing__(self, pile: int) -> int:
        mask = self[pile] = self[self._below[pile]]
        return mask


class _Source(NamedTuple):
    """A card that can be moved, and what is left without it."""

    card: int
    columns: list[int]
    key: int
    cells: tuple[int, ...]
    is_last: bool  # in its column
    for_good: bool  # whether it can never come back


class Pools:
    """The game with pools, from one position on."""

    def __init__(self, game: Compact, start: Position, named: int) -> None:
        """Makes ready; cards of the lowest `named` ranks keep their suits."""
        self._game = game
        self._piles = Piles()
        names = names_of(game, named)
        self._name, self._kind = names.name, names.kind
        self._wants, self._fills = names.wants, names.fills
        self._reserve = Reserve(start.reserve, self._kind)
        self._buried = _Buried(self._piles.below)
        self._uncovered: dict[int, int] = {}  # what is left when a card that never moved goes
        self._ways: dict[tuple[int, ...], Ways] = {}
        self._keys = Keys(self._piles.sign, CELL_SHARES, SHARES, exact=True)
        self.key = self._keys.of
        self.start = self.settled(
            Position(
                tuple(self._laid(game.piles.cards(pile)) for pile in start.columns),
                start.foundations,
                tuple(sorted(self._name[card] for card in start.cells)),
                tuple(sorted(self._name[card] for card in start.reserve)),
            )
        )

    def cards(self, pile: int) -> list[int]:
        """Returns the names of the cards of a column, bottom → top."""
        return self._piles.cards(pile)

    def left(self, position: Position) -> int:
        """Returns how far a position is from won, roughly."""
        buried = sum(self._buried[pile].bit_count() for pile in position.columns)
        return buried - sum(position.foundations >> 4 * suit & 15 for suit in range(4))

    def stand(self, position: Position) -> Stand:
        """Returns what of a position only advances."""
        return self._reserve.stand(self._never_moved(position.columns), position)

    def laterals(
        self, position: Position, key: int, known: set[int], advances: dict[int, Position]
    ) -> list[tuple[Position, int]]:
        """Returns where lateral moves lead, with keys, and adds these to those that are known.

        Leaves out what is known already. Where the other moves lead goes into `advances`, by
        its key too.
        """
        columns, foundations, cells, reserve = position
        sign, put = self._piles.sign, self._piles.put
        buried = self._never_moved(columns)
        for card in self._game.nexts(foundations)[0]:
            for lifted in self._lifts(position, card, buried):
                advances[self.key(lifted)] = lifted
        by_kind, space = self._tops(columns)
        room = len(cells) < self._game.variant.cells
        ways = self._ways.get(reserve)
        if ways is None:
            ways = self._ways[reserve] = Ways(self._kind, self._wants, self._fills, reserve, SHARES)
        found: list[tuple[Position, int]] = []
        for card, rest, left, held, is_last, for_good in self._sources(position, key):
            for landing in ways[card]:
                targets = by_kind[landing.host]
                if landing.fills and space >= 0 and not is_last:
                    targets = [*targets, space]
                is_lateral = not (for_good or landing.chain)
                for target in targets:
                    onto = columns[target]
                    for under in landing.chain:
                        onto = put(onto, under)
                    onto = put(onto, card)
                    after = left - landing.share - sign[columns[target]] + sign[onto]
                    if after in known or (not is_lateral and after in advances):
                        continue
                    changed = rest.copy()
                    changed[target] = onto
                    left_over = reserve
                    for under in landing.chain:
                        left_over = _without(left_over, under)
                    child = Position(tuple(changed), foundations, held, left_over)
                    if is_lateral:
                        known.add(after)
                        found.append((child, after))
                    else:
                        advances[after] = child
            if room and held is cells:
                after = left + CELL_SHARES[card]
                if after in known:
                    continue
                child = Position(tuple(rest), foundations, tuple(sorted((*cells, card))), reserve)
                if for_good:
                    advances[after] = child
                else:
                    known.add(after)
                    found.append((child, after))
        return found

    def forced(self, position: Position) -> list[Position]:
        """Returns what lifts lead to if they are all that need be tried; else nothing.

        That is so when a bare card may be lifted safely, whichever of its pool it is.
        """
        safe = self._game.nexts(position.foundations)[1]
        if not safe:
            return []
        settled = self.settled(position)
        if settled != position:
            return [settled]
        buried = self._never_moved(position.columns)
        for card in safe:
            name = self._name[card]
            if name == card or buried >> card & 1:
                continue
            if card in self._reserve.cards and not self._reserve.is_down(card, position):
                if name in position.reserve:
                    return self._lifts(position, card, buried)
                continue
            suits = [
                suit
                for suit in self._suits(position, name, buried)
                if suit not in self._reserve.cards or self._reserve.is_down(suit, position)
            ]
            if all(suit in safe for suit in suits):
                for place, pile in enumerate(position.columns):
                    if self._piles.top[pile] == name:
                        rest = tuple(self._without_top(position.columns, place))
                        return [
                            position._replace(
                                columns=rest,
                                foundations=position.foundations + (1 << 4 * (suit & 3)),
                            )
                            for suit in suits
                        ]
        return []

    def settled(self, position: Position) -> Position:
        """Makes the safe lifts that leave no choice."""
        while True:
            safe = self._game.nexts(position.foundations)[1]
            if not safe:
                return position
            buried = self._never_moved(position.columns)
            for card in safe:
                lifts = self._lifts(position, card, buried)
                if lifts and self._is_plain(position, card, safe, buried):
                    position = lifts[0]
                    break
            else:
                return position

    def _laid(self, cards: list[Card]) -> int:
        """Returns a column of the start: cards that never moved, and pooled ones on them."""
        kind, wants = self._game.kind, self._game.wants
        column = EMPTY
        stub = 0
        for depth, card in enumerate(cards, 1):
            if depth == 1 or wants[card] == kind[cards[depth - 2]]:
                # a card that lies in packing order can go and come back: it is free
                column = self._piles.put(column, self._name[card])
            else:
                root = self._piles.of(cards[:depth])
                self._uncovered[root] = column
                stub |= sum(1 << buried for buried in cards[:depth])
                self._buried[root] = stub
                column = root
        return column

    def _tops(self, columns: tuple[int, ...]) -> tuple[list[list[int]], int]:
        """Returns the columns by the kind on top, and a space, or -1."""
        by_kind: list[list[int]] = [[] for _ in NAMES]
        space = -1
        for place, pile in enumerate(columns):
            if pile:
                by_kind[self._kind[self._piles.top[pile]]].append(place)
            else:
                space = place
        return by_kind, space

    def _sources(self, position: Position, key: int) -> list[_Source]:
        """Returns what can be moved elsewhere than to a foundation."""
        columns, _, cells, _ = position
        below, sign = self._piles.below, self._piles.sign
        found = []
        for place, pile in enumerate(columns):
            if pile:
                is_last = not below[pile]
                if is_last and self._game.variant.space is Space.NOTHING:
                    continue
                top = self._piles.top[pile]
                card = self._name[top] if top < ALIKE else top
                for_good = pile in self._uncovered or (is_last and not self._fills[card])
                rest = self._without_top(columns, place)
                left = key - sign[pile] + sign[rest[place]]
                found.append(_Source(card, rest, left, cells, is_last, for_good))
        for card in dict.fromkeys(cells):
            left = key - CELL_SHARES[card]
            held = _without(cells, card)
            found.append(_Source(card, list(columns), left, held, False, False))
        return found

    def _without_top(self, columns: tuple[int, ...], place: int) -> list[int]:
        """Returns columns as a list, with the top card of one gone."""
        pile = columns[place]
        changed = list(columns)
        left = self._uncovered.get(pile)
        changed[place] = self._piles.below[pile] if left is None else left
        return changed

    def _lifts(self, position: Position, card: Card, buried: int) -> list[Position]:
        """Returns where lifting a card leads: one for each that may be it."""
        columns, foundations, cells, reserve = position
        top = self._piles.top
        lifted = foundations + (1 << 4 * (card & 3))
        name = card if buried >> card & 1 else self._name[card]
        found = []
        if card in self._reserve.cards:
            if name in reserve:
                found.append(Position(columns, lifted, cells, _without(reserve, name)))
            if not self._reserve.is_down(card, position):
                return found
        found += [
            Position(tuple(self._without_top(columns, place)), lifted, cells, reserve)
            for place, pile in enumerate(columns)
            if top[pile] == name
        ]
        if name in cells:
            found.append(Position(columns, lifted, _without(cells, name), reserve))
        return found

    def _never_moved(self, columns: tuple[int, ...]) -> int:
        """Returns the cards that were never moved, as a mask."""
        mask = 0
        for pile in columns:
            mask |= self._buried[pile]
        return mask

    def _suits(self, position: Position, name: int, buried: int) -> list[Card]:
        """Returns which cards one of a name may be, unless it was never moved."""
        foundations = position.foundations
        return [
            card
            for card in PACK
            if self._name[card] == name
            and card >> 2 >= foundations >> 4 * (card & 3) & 15
            and not buried >> card & 1
        ]

    def _is_plain(
        self, position: Position, card: Card, safe: tuple[Card, ...], buried: int
    ) -> bool:
        """Tells whether it does not matter which card of a pool is lifted now."""
        name = self._name[card]
        if name == card or buried >> card & 1:
            return True
        pool = self._suits(position, name, buried)
        bare = sum(self._piles.top[pile] == name for pile in position.columns)
        bare += position.cells.count(name) + position.reserve.count(name)
        return bare == len(pool) and all(other in safe for other in pool)


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
