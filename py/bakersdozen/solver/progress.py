"""The part of a position that only ever advances, where spaces stay dead.

With dead spaces a column is a stub of the cards that lay there at the start and,
on its top card (the *root*), a run of cards *parked* there, each on a card of the
next higher rank. So a position is *progress* (how deep each stub still is, how
high each foundation) and an *arrangement* (which parked card sits on which). A
start card that lies in packing order on the card beneath it counts as parked:
it can be moved off and on again like any other.

Progress has no way back: a root once moved never returns, since only parked runs
end on a card it could be packed on, and that is parking. Lateral moves change the
arrangement alone. And the number of *bare* cards (with nothing on them) of each
kind follows from progress: the landing places of the kind, less the parked cards
that sit on some of them. A kind is a rank, or a rank and a colour.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bakersdozen.cards import Card
from bakersdozen.rules import packs
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.variants import Space, Variant

DEPTH_BITS: Final = 5  # bits for the depth of a stub
_BARE: Final = 3  # bits for the bare cards of a kind


class Stage(NamedTuple):
    """Progress: depths of stubs, foundations, and the bare cards of each kind, all packed."""

    depths: int
    foundations: int
    bare: int


class Uncovering(NamedTuple):
    """What it means to take the root off a stub of a given depth."""

    card: Card
    kind: int  # where the packed count of its kind stands
    host: int  # where that of the kind it wants stands
    parkable: bool  # whether anything lies beneath it, and it is no king
    depths: int  # what its going takes from the packed depths
    bare: int  # what the card beneath, now free, adds to the packed counts
    exposed: tuple[Card, ...]  # those cards, root last: packed ones above it are parked
    stub: tuple[Card, ...]
    left: int  # the stub's depth
    buried: int  # the cards beneath the root, as a mask


def has_progress(variant: Variant) -> bool:
    """Tells whether positions of a variant split into progress and arrangement."""
    return (
        variant.space is Space.NOTHING
        and not variant.cells
        and not variant.reserve
        and not variant.worrying_back
    )


class Ground:
    """A start position, seen as stubs: the tables that progress is read from."""

    def __init__(self, game: Compact, start: Position) -> None:
        self.game = game
        self.stubs = [tuple(game.piles.cards(pile)) for pile in start.columns]
        self.kind_at = [_BARE * kind for kind in game.kind]
        self.host_at = [_BARE * kind for kind in game.wants]
        self.column = [-1] * 52
        self.place = [0] * 52
        self.beneath = [NOWHERE] * 52
        self.uncoverings: list[list[Uncovering | None]] = []
        for column, cards in enumerate(self.stubs):
            for place, card in enumerate(cards):
                self.column[card], self.place[card] = column, place
                self.beneath[card] = cards[place - 1] if place else NOWHERE
            rows: list[Uncovering | None] = [None]
            rows += [self._uncovering(column, depth) for depth in range(1, len(cards) + 1)]
            self.uncoverings.append(rows)
        self._depth_of = self._depths_of_piles(start)
        self.start = self.stage(start)

    def rows(self, depths: int) -> list[Uncovering]:
        """Returns what there is to know about the roots, one row for each stub that is left."""
        return [
            row
            for column, row_at in enumerate(self.uncoverings)
            if (row := row_at[depths >> DEPTH_BITS * column & 31]) is not None
        ]

    def row_of(self, card: Card, depths: int) -> Uncovering | None:
        """Returns a card's row when it is a root, else None."""
        column = self.column[card]
        depth = depths >> DEPTH_BITS * column & 31
        return self.uncoverings[column][depth] if depth == self.place[card] + 1 else None

    def stage(self, position: Position) -> Stage:
        """Returns the progress of a position reached from the start."""
        piles, kind_at = self.game.piles, self.kind_at
        depths = bare = 0
        for pile in position.columns:
            if pile:
                depths += self._depth(pile)
                bare += 1 << kind_at[piles.top[pile]]
        return Stage(depths, position.foundations, bare)

    def settled_depth(self, column: int, depth: int) -> int:
        """Returns where a stub's root is: cards in packing order above it count as parked."""
        cards, variant = self.stubs[column], self.game.variant
        while depth > 1 and packs(variant, cards[depth - 1], cards[depth - 2]):
            depth -= 1
        return depth

    def is_available(self, card: Card, depths: int) -> bool:
        """Tells whether a card that is not up is a root or parked."""
        return depths >> DEPTH_BITS * self.column[card] & 31 <= self.place[card] + 1

    def lifted(self, stage: Stage, card: Card) -> Stage:
        """Lifts an available card."""
        depths, foundations, bare = stage
        foundations += 1 << 4 * (card & 3)
        bare -= 1 << self.kind_at[card]
        row = self.row_of(card, depths)
        if row is None:
            return Stage(depths, foundations, bare + (1 << self.host_at[card]))
        return Stage(depths - row.depths, foundations, bare + row.bare)

    def parked(self, stage: Stage, row: Uncovering) -> Stage:
        """Parks a root."""
        depths, foundations, bare = stage
        return Stage(depths - row.depths, foundations, bare + row.bare - (1 << row.host))

    def settled(self, stage: Stage) -> Stage:
        """Makes the safe lifts, as if what covers a card could always be moved elsewhere."""
        kind_at, column, place = self.kind_at, self.column, self.place
        while True:
            depths, foundations, bare = stage
            for card in self.game.nexts(foundations)[1]:
                if (
                    depths >> DEPTH_BITS * column[card] & 31 <= place[card] + 1
                    and bare >> kind_at[card] & 7
                ):
                    stage = self.lifted(stage, card)
                    break
            else:
                return stage

    def _uncovering(self, column: int, depth: int) -> Uncovering:
        cards = self.stubs[column]
        card = cards[depth - 1]
        beneath = self.settled_depth(column, depth - 1) if depth > 1 else 0
        return Uncovering(
            card,
            self.kind_at[card],
            self.host_at[card],
            depth > 1 and card < 48,
            depth - beneath << DEPTH_BITS * column,
            1 << self.kind_at[cards[depth - 2]] if depth > 1 else 0,
            tuple(reversed(cards[max(beneath - 1, 0) : depth - 1])),
            cards,
            depth,
            sum(1 << buried for buried in cards[: depth - 1]),
        )

    def _depths_of_piles(self, start: Position) -> dict[int, int]:
        piles, known = self.game.piles, {0: 0}
        for column, cards in enumerate(self.stubs):
            pile = 0
            for depth, card in enumerate(cards, 1):
                pile = piles.put(pile, card)
                known[pile] = self.settled_depth(column, depth) << DEPTH_BITS * column
        return known

    def _depth(self, pile: int) -> int:
        known, below = self._depth_of, self.game.piles.below
        path = []
        while pile not in known:
            path.append(pile)
            pile = below[pile]
        depth = known[pile]
        for above in path:
            known[above] = depth
        return depth
