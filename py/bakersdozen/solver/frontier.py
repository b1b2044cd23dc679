"""One best-first run: always expand the most promising position met so far.

Positions differ from their parent by one move, so key and score are carried
along by difference, a child is only looked at (never built) until its turn
comes, and everything about it is a few integers. Ties go to the newest.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heappop, heappush
from typing import Final

from bakersdozen.cards import card_of
from bakersdozen.solver.compact import (
    ALL_UP,
    CELL,
    FOUNDATION,
    RESERVE,
    Compact,
    Position,
    packed_move,
    ranks_of,
)
from bakersdozen.solver.evaluate import Evaluation
from bakersdozen.solver.relax import Hopeless
from bakersdozen.variants import Space

_ORDER_BITS: Final = 26
_ORDER: Final = (1 << _ORDER_BITS) - 1
SLICE: Final = 32  # nodes between two yields: a millisecond or two


class Run:
    """A best-first run from one position; `line` holds the winning moves once it has found them.

    `exhausted` tells that every position that matters was expanded without a win.
    """

    lifts_safe_cards = False  # its line leaves them out

    def __init__(
        self, game: Compact, start: Position, evaluation: Evaluation, hopeless: Hopeless | None
    ) -> None:
        self._game = game
        self._start = game.settled(start)
        self._evaluation = evaluation
        self._hopeless = hopeless
        self._parents = [-1]
        self._moves = [-1]
        self.nodes = 0
        self.line: list[int] | None = [] if self._start.foundations == ALL_UP else None
        self.exhausted = False

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` positions; yields the number so far every few of them."""
        if self.line is not None:
            return
        game, evaluation, hopeless = self._game, self._evaluation, self._hopeless
        variant, piles = game.variant, game.piles
        top, below, sign, children, put = (
            piles.top,
            piles.below,
            piles.sign,
            piles.children,
            piles.put,
        )
        kind, wants, fills_space = game.kind, game.wants, game.fills_space
        cell_sign, reserve_sign = game.cell_sign, game.reserve_sign
        in_cell, in_reserve = evaluation.in_cell, evaluation.in_reserve
        step, kinds_on_top = evaluation.step, evaluation.kinds_on_top
        dead_spaces = variant.space is Space.NOTHING
        parents, moves = self._parents, self._moves
        keys = [game.key(self._start)]
        seen = {keys[0]}
        built = {0: self._start}
        expanded: dict[int, Position] = {}
        depths: dict[int, int] = {-1: -1}
        heap = [_ORDER]
        nodes = 0

        while heap:
            if nodes >= limit:
                return
            number = _ORDER - (heappop(heap) & _ORDER)
            parent = parents[number]
            position = built.pop(number, None) or game.moved(expanded[parent], moves[number])
            if hopeless is not None and hopeless(position):
                continue
            nodes += 1
            self.nodes = nodes
            if not nodes % SLICE:
                yield nodes
            expanded[number] = position
            columns, foundations, cells, reserve = position
            depths[number] = depth = depths[parent] + 1
            key = keys[number]
            nexts, safe, values, base = evaluation.outlook(foundations)
            score = base + step * (depth + 1) + in_cell * len(cells) + in_reserve * len(reserve)

            by_kind: list[list[int]] = [[] for _ in game.kinds]
            sources = []
            space = -1
            for column, pile in enumerate(columns):
                score += values[pile]
                if pile:
                    card = top[pile]
                    under = below[pile]
                    by_kind[kind[card]].append(column)
                    sources.append(
                        (
                            card,
                            column,
                            key ^ sign[pile] ^ sign[under],
                            values[under] - values[pile],
                            under,
                        )
                    )
                elif space < 0:
                    space = column
            if cells or reserve:
                sources += [(card, CELL, key ^ cell_sign[card], -in_cell, -1) for card in cells]
                sources += [
                    (card, RESERVE, key ^ reserve_sign[card], -in_reserve, -1) for card in reserve
                ]
            score += kinds_on_top * sum(map(bool, by_kind))
            rebuilt = []
            room = len(cells) < variant.cells
            for card, source, rest_key, change, under in sources:
                if card in nexts:
                    rebuilt.append(packed_move(card, source, FOUNDATION))
                frees = under > 0 and top[under] in safe
                name = card << 8 | source << 4
                want = wants[card]
                hosts = by_kind[want]
                # how many kinds of card lie on top: what a move exposes, covers, brings in
                rest = score + change
                if under > 0 and not by_kind[kind[top[under]]]:
                    rest += kinds_on_top
                if source >= CELL and not by_kind[kind[card]]:
                    rest += kinds_on_top
                if hosts and (under or not dead_spaces):
                    if len(hosts) == 1 and not (under > 0 and kind[top[under]] == want):
                        covering = rest - kinds_on_top
                    else:
                        covering = rest
                    for target in hosts:
                        pile = columns[target]
                        onto = children.get(pile << 6 | card) or put(pile, card)
                        child_key = rest_key ^ sign[pile] ^ sign[onto]
                        if child_key not in seen:
                            if frees:
                                rebuilt.append(name | target)
                                continue
                            seen.add(child_key)
                            heappush(
                                heap,
                                (covering - values[pile] + values[onto] << _ORDER_BITS)
                                + _ORDER
                                - len(parents),
                            )
                            parents.append(number)
                            moves.append(name | target)
                            keys.append(child_key)
                if space >= 0 and under and fills_space[card]:
                    onto = children.get(card) or put(0, card)
                    child_key = rest_key ^ sign[onto]
                    if child_key not in seen:
                        if frees:
                            rebuilt.append(name | space)
                        else:
                            seen.add(child_key)
                            heappush(
                                heap,
                                (rest - values[0] + values[onto] << _ORDER_BITS)
                                + _ORDER
                                - len(parents),
                            )
                            parents.append(number)
                            moves.append(name | space)
                            keys.append(child_key)
                if room and source != CELL:
                    child_key = rest_key ^ cell_sign[card]
                    if child_key not in seen:
                        if frees:
                            rebuilt.append(name | CELL)
                        else:
                            seen.add(child_key)
                            if len(by_kind[kind[card]]) == 1 and source < FOUNDATION:
                                rest -= kinds_on_top
                            heappush(
                                heap,
                                (rest + in_cell << _ORDER_BITS) + _ORDER - len(parents),
                            )
                            parents.append(number)
                            moves.append(name | CELL)
                            keys.append(child_key)
            if variant.worrying_back:
                rebuilt += self._moves_back(position, by_kind, space)

            for move in rebuilt:
                child = game.settled(game.moved(position, move))
                child_key = game.key(child)
                if child_key in seen:
                    continue
                seen.add(child_key)
                if child.foundations == ALL_UP:
                    parents.append(number)
                    moves.append(move)
                    self.line = self._line_to(len(parents) - 1)
                    return
                value = evaluation.score(child) + step * (depth + 1)
                heappush(heap, (value << _ORDER_BITS) + _ORDER - len(parents))
                built[len(parents)] = child
                parents.append(number)
                moves.append(move)
                keys.append(child_key)
        self.exhausted = True

    def _moves_back(self, position: Position, by_kind: list[list[int]], space: int) -> list[int]:
        game = self._game
        back = []
        for suit, rank in enumerate(ranks_of(position.foundations)):
            if rank:
                card = card_of(rank, suit)
                targets = list(by_kind[game.wants[card]])
                if space >= 0 and game.fills_space[card]:
                    targets.append(space)
                back += [packed_move(card, FOUNDATION, target) for target in targets]
        return back

    def _line_to(self, number: int) -> list[int]:
        line = []
        while number:
            line.append(self._moves[number])
            number = self._parents[number]
        line.reverse()
        return line
