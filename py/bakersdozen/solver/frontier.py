"""One best-first run: always expand the most promising position met so far.

Positions differ from their parent by one move, so key and score are carried
along by difference, a child is only looked at (never built) until its turn
comes, and everything about it is a few integers. Ties go to the newest.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from heapq import heappop, heappush
from typing import Final

from bakersdozen.cards import Card, card_of
from bakersdozen.rules import group_room
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
from bakersdozen.solver.keys import Keys
from bakersdozen.solver.landings import Ways
from bakersdozen.solver.piles import EMPTY
from bakersdozen.solver.relax import Hopeless
from bakersdozen.variants import Space

_ORDER_BITS: Final = 26
_ORDER: Final = (1 << _ORDER_BITS) - 1
SLICE: Final = 8  # positions between two yields, each of which may be put to a proof first


class Run:
    """A best-first run from one position; `line` holds the winning moves once it has found them.

    By coarse keys it looks at one of many that are alike, and may be `dry` without a
    proof. `exhausted` tells that every position that matters was expanded without a win.
    """

    lifts_safe_cards = False  # its line leaves them out

    def __init__(
        self,
        game: Compact,
        start: Position,
        evaluation: Evaluation,
        hopeless: Hopeless | None,
        keys: Keys,
        before: Sequence[int] = (),
    ) -> None:
        """Makes ready; `before` is the moves that led to the position it starts from."""
        self._game = game
        self._before = before
        self._keys = keys
        self._start = game.settled(start)
        self._evaluation = evaluation
        self._hopeless = hopeless
        self._parents = [-1]
        self._moves = [-1]
        self.nodes = 0
        self.line: list[int] | None = list(before) if self._start.foundations == ALL_UP else None
        self.dry = False
        self.exhausted = False

    def expand(self, limit: int) -> Generator[int, None, None]:
        """Expands up to `limit` positions; yields the number so far every few of them."""
        if self.line is not None:
            return
        game, evaluation, hopeless = self._game, self._evaluation, self._hopeless
        variant, piles = game.variant, game.piles
        top, below, children, put = piles.top, piles.below, piles.children, piles.put
        kind, wants, fills_space = game.kind, game.wants, game.fills_space
        sign, cell_sign, reserve_sign, _ = self._keys
        key_of = self._keys.of
        ways_with: dict[tuple[Card, ...], Ways] = {}
        in_cell, in_reserve = evaluation.in_cell, evaluation.in_reserve
        step, kinds_on_top = evaluation.step, evaluation.kinds_on_top
        dead_spaces = variant.space is Space.NOTHING
        parents, moves = self._parents, self._moves
        keys = [key_of(self._start)]
        seen = {keys[0]}
        built = {0: self._start}
        expanded: dict[int, Position] = {}
        depths: dict[int, int] = {-1: -1}
        heap = [_ORDER]
        nodes = taken = 0

        while heap:
            if nodes >= limit:
                return
            number = _ORDER - (heappop(heap) & _ORDER)
            parent = parents[number]
            position = built.pop(number, None) or game.moved(expanded[parent], moves[number])
            taken += 1
            if not taken % SLICE:
                yield nodes
            if hopeless is not None and hopeless(position):
                continue
            nodes += 1
            self.nodes = nodes
            expanded[number] = position
            columns, foundations, cells, reserve = position
            depths[number] = depth = depths[parent] + 1
            key = keys[number]
            nexts, safe, values, base = evaluation.outlook(foundations)
            score = base + step * (depth + 1) + in_cell * len(cells) + in_reserve * len(reserve)
            score += sum(map(values.__getitem__, columns))

            by_kind: list[list[int]] = [[] for _ in game.kinds]
            sources = []
            space = -1
            for column, pile in enumerate(columns):
                if pile:
                    card = top[pile]
                    by_kind[kind[card]].append(column)
                    sources.append((card, column, pile))
                elif space < 0:
                    space = column
            if cells:
                sources += [(card, CELL, EMPTY) for card in cells]
            ways = ways_with.get(reserve)
            if ways is None:
                ways = ways_with[reserve] = Ways(kind, wants, fills_space, reserve, reserve_sign)
            score += kinds_on_top * sum(map(bool, by_kind))
            rebuilt = []
            room = len(cells) < variant.cells
            only_packs = not room and not reserve and (space < 0 or dead_spaces)
            for card, source, source_pile in sources:
                if card in nexts:
                    rebuilt.append(packed_move(card, source, FOUNDATION))
                if only_packs and not by_kind[wants[card]]:
                    continue
                if source_pile:
                    under = below[source_pile]
                    rest_key = key - sign[source_pile] + sign[under]
                    change = values[under] - values[source_pile]
                else:
                    under, rest_key, change = -1, key - cell_sign[card], -in_cell
                frees = under > 0 and top[under] in safe
                name = card << 8 | source << 4
                # how many kinds of card lie on top: what a move exposes, covers, brings in
                rest = score + change
                exposed = kind[top[under]] if under > 0 else 0
                if exposed and not by_kind[exposed]:
                    rest += kinds_on_top
                if source == CELL and not by_kind[kind[card]]:
                    rest += kinds_on_top
                if under or not dead_spaces:
                    for want, fills, chain, share, chain_move in ways[card]:
                        targets = by_kind[want]
                        in_space = rest - in_reserve * len(chain) if chain else rest
                        covering = in_space
                        if len(targets) == 1 and exposed != want:
                            covering -= kinds_on_top
                        if fills and under and space >= 0:
                            targets = [*targets, space]
                        for target in targets:
                            pile = onto = columns[target]
                            for held in chain:
                                onto = put(onto, held)
                            onto = children.get(onto << 7 | card) or put(onto, card)
                            child_key = rest_key - share - sign[pile] + sign[onto]
                            if child_key not in seen:
                                move = name | target | chain_move
                                if frees:
                                    rebuilt.append(move)
                                    continue
                                seen.add(child_key)
                                child_score = covering if pile else in_space
                                child_score += values[onto] - values[pile]
                                heappush(heap, (child_score << _ORDER_BITS) + _ORDER - len(parents))
                                parents.append(number)
                                moves.append(move)
                                keys.append(child_key)
                if room and source != CELL:
                    child_key = rest_key + cell_sign[card]
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
            rebuilt += [packed_move(card, RESERVE, FOUNDATION) for card in nexts if card in reserve]
            if variant.worrying_back:
                rebuilt += self._moves_back(position, by_kind, space, ways)
            if variant.group_moves:
                rebuilt += self._group_moves(position, by_kind, space)

            for move in rebuilt:
                child = game.settled(game.moved(position, move))
                child_key = key_of(child)
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
        self.dry = True
        self.exhausted = self._keys.exact

    def _moves_back(
        self, position: Position, by_kind: list[list[int]], space: int, ways: Ways
    ) -> list[int]:
        back = []
        for suit, rank in enumerate(ranks_of(position.foundations)):
            if rank:
                card = card_of(rank, suit)
                for landing in ways[card]:
                    targets = by_kind[landing.host]
                    if landing.fills and space >= 0:
                        targets = [*targets, space]
                    back += [
                        packed_move(card, FOUNDATION, target) | landing.move for target in targets
                    ]
        return back

    def _group_moves(self, position: Position, by_kind: list[list[int]], space: int) -> list[int]:
        game = self._game
        top, below, kind, wants = game.piles.top, game.piles.below, game.kind, game.wants
        open_cells = game.variant.cells - len(position.cells)
        spaces = position.columns.count(EMPTY)
        onto = group_room(game.variant, open_cells, spaces, into_space=False)
        into_space = group_room(game.variant, open_cells, spaces, into_space=True)
        groups = []
        for column, pile in enumerate(position.columns):
            size = 1
            while (beneath := below[pile]) and wants[top[pile]] == kind[top[beneath]]:
                pile, size = beneath, size + 1
                if size > onto:
                    break
                card = top[pile]
                is_whole = not below[pile]
                targets = by_kind[wants[card]]
                if is_whole and game.variant.space is Space.NOTHING:
                    targets = []
                if game.fills_space[card] and space >= 0 and size <= into_space and not is_whole:
                    targets = [*targets, space]
                groups += [packed_move(card, column, target) for target in targets]
        return groups

    def _line_to(self, number: int) -> list[int]:
        line = []
        while number:
            line.append(self._moves[number])
            number = self._parents[number]
        line.reverse()
        return [*self._before, *line]
