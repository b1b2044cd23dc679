"""A proof that a position is lost: the game in which movable cards of a kind are all alike.

Cards that were free to be moved once, and those in cells and in the reserve, lie in
*pools*, one for each kind. Suppose that such a card has no suit until it is lifted:
whichever bare card of the pool is at hand will do. Whatever can be played in the real
game can be played in this one, which has far fewer positions, since it does not matter
which card of a kind went where. So when all of it is searched without a win, the real
game is lost. Where a card comes from is known of every card, though: one that was dealt
into the reserve is lifted from there, or from the table if one of its kind was put down;
no other card is lifted from the reserve.

Where that is too generous, the lowest ranks keep their suits: a game that is stuck is
mostly stuck for want of a low card. With all suits kept it is the real game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from typing import Final

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.compact import ALL_UP, Compact, Position
from bakersdozen.solver.counts import Reserve, Stand
from bakersdozen.solver.keys import Keys
from bakersdozen.solver.landings import Ways
from bakersdozen.solver.piles import EMPTY, Piles, signature
from bakersdozen.variants import Space

SLICE: Final = 16  # nodes between two yields
_ALIKE: Final = len(PACK)  # the first name of a card without a suit: one for each kind
_NAMES: Final = range(_ALIKE + 29)
_SHARES: Final = [signature((9 << 40) + name) for name in _NAMES]
_CELL_SHARES: Final = [signature((10 << 40) + name) for name in _NAMES]


class _Buried(dict[int, int]):
    """For each pile the cards in it that were never moved, as a mask."""

    def __init__(self, below: list[int]) -> None:
        super().__init__({EMPTY: 0})
        self._below = below

    def __missing__(self, pile: int) -> int:
        mask = self[pile] = self[self._below[pile]]
        return mask


class PooledRun:
    """An exhaustive search of the game with pools, that can be taken up again.

    `exhausted` tells that it is lost, and so is the position; `dry` that it is won,
    which says nothing.
    """

    lifts_safe_cards = False
    line: list[int] | None = None

    def __init__(
        self,
        game: Compact,
        start: Position,
        named: int,
        is_lost: Callable[[Stand], bool] | None = None,
    ) -> None:
        """Makes ready; cards of the lowest `named` ranks keep their suits."""
        self._game = game
        self._is_lost = is_lost
        self._piles = Piles()
        self._name = [card if card >> 2 < named else _ALIKE + game.kind[card] for card in PACK]
        self._kind, self._wants, self._fills = (
            [*of_card, *(0 for _ in _NAMES[_ALIKE:])]
            for of_card in (game.kind, game.wants, game.fills_space)
        )
        for card in PACK:
            alike = _ALIKE + game.kind[card]
            self._kind[alike], self._wants[alike] = game.kind[card], game.wants[card]
            self._fills[alike] = game.fills_space[card]
        self._reserve = Reserve(start.reserve, self._kind)
        self._buried = _Buried(self._piles.below)
        self._uncovered: dict[int, int] = {}  # what is left when a card that never moved goes
        self._ways: dict[tuple[int, ...], Ways] = {}
        self._keys = Keys(self._piles.sign, _CELL_SHARES, _SHARES, exact=True)
        position = self._settled(
            Position(
                tuple(self._laid(game.piles.cards(pile)) for pile in start.columns),
                start.foundations,
                tuple(sorted(self._name[card] for card in start.cells)),
                tuple(sorted(self._name[card] for card in start.reserve)),
            )
        )
        self._seen = {self._keys.of(position)}
        self._waiting: defaultdict[int, list[Position]] = defaultdict(list)
        self._waiting[self._left(position)].append(position)
        self.nodes = 0
        self.dry = position.foundations == ALL_UP
        self.exhausted = False

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` more positions, `nodes` in the end; yields the number so far."""
        waiting, seen = self._waiting, self._seen
        self.nodes = 0
        while waiting and not self.dry:
            if self.nodes >= limit:
                return
            least = min(waiting)
            position = waiting[least].pop()
            if not waiting[least]:
                del waiting[least]
            if self._is_lost is not None and self._is_lost(
                self._reserve.stand(self._never_moved(position.columns), position)
            ):
                continue
            self.nodes += 1
            if not self.nodes % SLICE:
                yield self.nodes
            for child in self._children(position):
                child = self._settled(child)
                if child.foundations == ALL_UP:
                    self.dry = True
                    return
                key = self._keys.of(child)
                if key not in seen:
                    seen.add(key)
                    waiting[self._left(child)].append(child)
        self.exhausted = not self.dry

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

    def _left(self, position: Position) -> int:
        """Returns how far a position is from won, roughly."""
        buried = sum(self._buried[pile].bit_count() for pile in position.columns)
        return buried - sum(position.foundations >> 4 * suit & 15 for suit in range(4))

    def _without_top(self, columns: tuple[int, ...], place: int) -> list[int]:
        """Returns columns as a list, with the top card of one gone."""
        pile = columns[place]
        changed = list(columns)
        left = self._uncovered.get(pile)
        changed[place] = self._piles.below[pile] if left is None else left
        return changed

    def _children(self, position: Position) -> Iterator[Position]:
        """Yields where each move leads."""
        columns, foundations, cells, reserve = position
        piles, kind, name = self._piles, self._kind, self._name
        buried = self._never_moved(columns)
        for card in self._game.nexts(foundations)[0]:
            yield from self._lifts(position, card, buried)
        by_kind: list[list[int]] = [[] for _ in range(_NAMES.stop)]
        space = -1
        for place, pile in enumerate(columns):
            if pile:
                by_kind[kind[piles.top[pile]]].append(place)
            else:
                space = place
        ways = self._ways.get(reserve)
        if ways is None:
            ways = self._ways[reserve] = Ways(
                self._kind, self._wants, self._fills, reserve, _SHARES
            )
        sources = []
        for place, pile in enumerate(columns):
            if pile:
                card = piles.top[pile]
                is_last = not piles.below[pile]
                if is_last and self._game.variant.space is Space.NOTHING:
                    continue
                card = name[card] if card < _ALIKE else card
                sources.append((card, self._without_top(columns, place), cells, is_last))
                if len(cells) < self._game.variant.cells:
                    left = tuple(self._without_top(columns, place))
                    yield Position(left, foundations, tuple(sorted((*cells, card))), reserve)
        sources += [
            (card, list(columns), _without(cells, card), False) for card in dict.fromkeys(cells)
        ]
        for card, rest, held, is_last in sources:
            for landing in ways[card]:
                targets = by_kind[landing.host]
                if landing.fills and space >= 0 and not is_last:
                    targets = [*targets, space]
                left_over = reserve
                for under in landing.chain:
                    left_over = _without(left_over, under)
                for target in targets:
                    pile = columns[target]
                    for under in landing.chain:
                        pile = piles.put(pile, under)
                    changed = rest.copy()
                    changed[target] = piles.put(pile, card)
                    yield Position(tuple(changed), foundations, held, left_over)

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

    def _settled(self, position: Position) -> Position:
        """Makes the safe lifts that leave no choice."""
        while True:
            safe = self._game.nexts(position.foundations)[1]
            buried = self._never_moved(position.columns)
            for card in safe:
                lifts = self._lifts(position, card, buried)
                if lifts and self._is_plain(position, card, safe, buried):
                    position = lifts[0]
                    break
            else:
                return position

    def _is_plain(
        self, position: Position, card: Card, safe: tuple[Card, ...], buried: int
    ) -> bool:
        """Tells whether it does not matter which card of a pool is lifted now."""
        name = self._name[card]
        if name == card or buried >> card & 1:
            return True
        foundations = position.foundations
        pool = [
            other
            for other in PACK
            if self._name[other] == name
            and other >> 2 >= foundations >> 4 * (other & 3) & 15
            and not buried >> other & 1
        ]
        bare = sum(self._piles.top[pile] == name for pile in position.columns)
        bare += position.cells.count(name) + position.reserve.count(name)
        return bare == len(pool) and all(other in safe for other in pool)


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
