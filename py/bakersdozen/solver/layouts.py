"""The ways in which cards can lie that a progress move leaves stuck, and which of them is best.

A stuck card holds the whole column beneath it. So what matters of a place is the
root that its column ends on: how many cards lie beneath that, and whether one of
them is wanted next. It matters the more the longer the stuck card has to wait for
its foundation, and most when a card that it waits for lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from itertools import permutations
from operator import getitem, itemgetter
from typing import Final, NamedTuple

from bakersdozen.cards import Card
from bakersdozen.solver.anatomy import Opened
from bakersdozen.solver.compact import ranks_of
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.relax import LOWER
from bakersdozen.solver.stages import BARE, Stage, foundations_of

NEXT: Final = 2.0  # what a card that a foundation takes next counts among those beneath a root
WAIT: Final = 0.3  # what each card that must go up before the stuck one adds
OWN_SUIT: Final = 10.0  # what it costs to lie above a lower card of the own suit

Layout = tuple[tuple[Card, Card], ...]  # cards, and what they sit on


class Move(NamedTuple):
    """A progress move, as far as it matters to what gets stuck by it."""

    card: Card
    is_lift: bool
    after: Stage
    seat: bytearray  # what each parked card sits on afterwards


class Layouts:
    """The layouts after progress moves, so many of them (`width`) for each move."""

    def __init__(self, ground: Ground, width: int) -> None:
        self._ground = ground
        self._width = width
        game = ground.game
        self._kind, self._wants = game.kind, game.wants
        self._wanting = dict(zip(game.kind, game.wants, strict=True))
        self._wanted_by = {wanted: kind for kind, wanted in zip(game.kind, game.wants, strict=True)}
        self.complete = True  # whether all ways to lie were given so far

    def after(self, opened: Opened, move: Move) -> list[tuple[float, Layout]]:
        """Returns layouts, the best first, and what each costs."""
        (stage, _), anatomy, places = opened
        emptied = self._kind[move.card] if move.is_lift else self._wants[move.card]
        layouts: list[tuple[float, Layout]] = [(0.0, ())]
        bare, bare_after = stage >> BARE, move.after >> BARE
        if bare_after >> 3 * emptied & 7:
            return layouts
        # the matching onto the kind that ran out, that of the kind, and those above it
        onto = self._wanted_by.get(emptied)
        matching = emptied if onto is None else onto
        while matching in self._wanting:
            wanted = self._wanting[matching]
            if bare >> 3 * matching & 7 and bare >> 3 * wanted & 7:
                free = [
                    card
                    for card in places[matching]
                    if (
                        not move.is_lift
                        if card == move.card
                        else move.seat[card] != NOWHERE and anatomy.stuck[card] == NOWHERE
                    )
                ]
                seats = [
                    place
                    for place in places[wanted]
                    if not anatomy.held >> place & 1 and not (place == move.card and move.is_lift)
                ]
                is_live = bare_after >> 3 * matching & 7 and bare_after >> 3 * wanted & 7
                if is_live and not any(layout for _, layout in layouts):
                    break
                layouts = self._extended(layouts, free, seats, move, only_carrying=is_live > 0)
            elif matching != onto:
                break
            matching = wanted
        return layouts

    def _extended(
        self,
        layouts: list[tuple[float, Layout]],
        cards: list[Card],
        places: Sequence[Card],
        move: Move,
        *,
        only_carrying: bool,
    ) -> list[tuple[float, Layout]]:
        """Extends layouts by the ways to lie of the cards that get stuck in one matching."""
        longer = []
        known: dict[tuple[Card, ...], list[tuple[float, tuple[Card, ...]]]] = {}
        for cost, layout in layouts:
            stuck = tuple(_carrying(cards, layout) if only_carrying else cards)
            ways = known.get(stuck)
            if ways is None:
                ways = known[stuck] = self._ways(stuck, places, move)
            longer += [(cost + more, layout, stuck, way) for more, way in ways]
        if len(longer) > self._width:
            self.complete = False
        if len(longer) > 1:
            longer = nsmallest(self._width, longer, key=itemgetter(0))
        return [
            (cost, (*layout, *zip(stuck, way, strict=True))) for cost, layout, stuck, way in longer
        ]

    def _ways(
        self, cards: tuple[Card, ...], places: Sequence[Card], move: Move
    ) -> list[tuple[float, tuple[Card, ...]]]:
        """Returns the ways for some cards to lie on some places, and what each costs."""
        if not cards or len(places) == 1:
            return [(0.0, tuple(places[: len(cards)]))]
        costs = self._costs(cards, places, move)
        if len(cards) == 1:
            return [(cost, (place,)) for cost, place in zip(costs[0], places, strict=True)]
        return [
            (sum(map(getitem, costs, chosen)), tuple([places[at] for at in chosen]))
            for chosen in permutations(range(len(places)), len(cards))
        ]

    def _costs(
        self, cards: tuple[Card, ...], places: Sequence[Card], move: Move
    ) -> list[list[float]]:
        """Returns for each card, for each place, what it costs to have that card stuck there."""
        seat, foundations = move.seat, foundations_of(move.after)
        ranks = ranks_of(foundations)
        nexts = sum(1 << card for card in self._ground.game.nexts(foundations)[0])
        beneath = []
        for place in places:
            root = place
            while seat[root] != NOWHERE:
                root = seat[root]
            row = self._ground.row_of(root, move.after)
            buried = row.buried if row else 0
            held = buried.bit_count() + NEXT * (buried & nexts).bit_count()
            beneath.append((buried, held))
        costs = []
        for card in cards:
            wait, lower = 1 + WAIT * ((card >> 2) - ranks[card & 3]), LOWER[card]
            costs.append(
                [held * wait + (OWN_SUIT if buried & lower else 0.0) for buried, held in beneath]
            )
        return costs


def _carrying(cards: list[Card], layout: Layout) -> list[Card]:
    """Returns those of some cards that another is laid on."""
    laid_on = {place for _, place in layout}
    return [card for card in cards if card in laid_on]
