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

from bakersdozen.cards import PACK, Card
from bakersdozen.rules import packs
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.stages import (
    BARE,
    BURIED,
    FOUNDATIONS,
    LIFTED,
    Lift,
    Move,
    Stage,
    Uncovering,
    foundations_of,
)
from bakersdozen.solver.standing import Frozen, Live, Parked, PlacesOf, Rows
from bakersdozen.variants import Space, Variant


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
        self.kind_at = [3 * kind for kind in game.kind]
        self.host_at = [3 * kind for kind in game.wants]
        self.column = [-1] * 52
        self.beneath = [NOWHERE] * 52
        self.row: list[Uncovering | None] = [None] * 52
        self.start: Stage = start.foundations << FOUNDATIONS
        self.columns: list[tuple[int, dict[int, Uncovering]]] = []
        for column, cards in enumerate(self.stubs):
            rows = {}
            for place, card in enumerate(cards):
                self.column[card] = column
                self.beneath[card] = cards[place - 1] if place else NOWHERE
                self.row[card] = rows[1 << card] = self._uncovering(column, place + 1)
            self.columns.append((sum(rows), rows))
            if cards:
                self.start += _stub(cards[: self.settled_depth(column, len(cards))])
                self.start += 1 << BARE + self.kind_at[cards[-1]]
        self._lifts = [self._lift(card) for card in PACK]
        self._lifts_by: dict[int, tuple[tuple[Lift, ...], tuple[Lift, ...]]] = {}
        self.live = Live(self.kind_at, self.host_at)
        self.rows = Rows(self.columns)
        self.parked = Parked()
        self.places = PlacesOf(game.kind, self.rows, self.parked)
        self.frozen = Frozen(self.live, self.parked)
        self._parkable = sum(1 << row.card for row in self.row if row and row.is_parkable)

    def row_of(self, card: Card, stage: Stage) -> Uncovering | None:
        """Returns a card's row when it is a root, else None."""
        return self.row[card] if stage >> card & 1 else None

    def settled_depth(self, column: int, depth: int) -> int:
        """Returns where a stub's root is: cards in packing order above it count as parked."""
        cards, variant = self.stubs[column], self.game.variant
        while depth > 1 and packs(variant, cards[depth - 1], cards[depth - 2]):
            depth -= 1
        return depth

    def lifts(self, stage: Stage) -> list[Lift]:
        """Returns the lifts that can be made, as far as counts tell."""
        return [
            lift
            for lift in self._lifts_of(stage)[0]
            if not stage & lift.buried and stage & lift.bare
        ]

    def safe_lifts(self, stage: Stage) -> list[Lift]:
        """Returns those of the lifts that may be made at once."""
        return [
            lift
            for lift in self._lifts_of(stage)[1]
            if not stage & lift.buried and stage & lift.bare
        ]

    def lifted(self, stage: Stage, lift: Lift) -> Stage:
        """Makes a lift."""
        return stage + (lift.of_root if stage & lift.root else lift.of_parked)

    def lifting(self, stage: Stage, lift: Lift) -> Move:
        """Returns a lift as a move from a stage."""
        row = self.row_of(lift.card, stage)
        return Move(lift.card, True, self.lifted(stage, lift), row.exposed if row else ())

    def parking(self, stage: Stage, row: Uncovering) -> Move:
        """Returns it as a move from a stage that a root is parked."""
        return Move(row.card, False, stage + row.parked, row.exposed)

    def named(self, stage: Stage, name: int) -> Move:
        """Returns a move from a stage by its name."""
        if name & LIFTED:
            return self.lifting(stage, self._lifts[name ^ LIFTED])
        row = self.row[name]
        assert row is not None
        return self.parking(stage, row)

    def parkable(self, stage: Stage) -> int:
        """Returns the roots that can be parked, as far as counts tell, as a mask."""
        return stage & self.live.cards(stage) & self._parkable

    def settled(self, stage: Stage) -> Stage:
        """Makes the safe lifts, as if what covers a card could always be moved elsewhere."""
        while True:
            _, safe = self._lifts_by.get(stage >> FOUNDATIONS & 0xFFFF) or self._lifts_of(stage)
            for _, _, buried, bare, root, of_root, of_parked in safe:
                if not stage & buried and stage & bare:
                    stage += of_root if stage & root else of_parked
                    break
            else:
                return stage

    def _lifts_of(self, stage: Stage) -> tuple[tuple[Lift, ...], tuple[Lift, ...]]:
        """Returns the lifts of the cards that come next, and those of them that are safe."""
        foundations = foundations_of(stage)
        found = self._lifts_by.get(foundations)
        if found is None:
            nexts, safe = self.game.nexts(foundations)
            found = self._lifts_by[foundations] = (
                tuple(self._lifts[card] for card in nexts),
                tuple(self._lifts[card] for card in safe),
            )
        return found

    def _lift(self, card: Card) -> Lift:
        kind, host = 1 << BARE + self.kind_at[card], 1 << BARE + self.host_at[card]
        up = (1 << FOUNDATIONS + 4 * (card & 3)) - kind
        row = self.row[card]
        of_root = up + row.parked + host if row else 0
        alike = sum(1 << other for other in PACK if self.kind_at[other] == self.kind_at[card])
        return Lift(card, alike, 1 << BURIED + card, 7 * kind, 1 << card, of_root, up + host)

    def _uncovering(self, column: int, depth: int) -> Uncovering:
        cards = self.stubs[column]
        card = cards[depth - 1]
        beneath = self.settled_depth(column, depth - 1) if depth > 1 else 0
        parked = _stub(cards[:beneath]) - _stub(cards[:depth]) - (1 << BARE + self.host_at[card])
        if depth > 1:
            parked += 1 << BARE + self.kind_at[cards[depth - 2]]
        return Uncovering(
            card,
            self.kind_at[card],
            self.host_at[card],
            depth > 1 and card < 48,
            tuple((cards[place], cards[place - 1]) for place in range(depth - 2, beneath - 1, -1)),
            depth,
            parked,
        )


def _stub(cards: tuple[Card, ...]) -> Stage:
    """Returns what a stub adds to a stage."""
    if not cards:
        return 0
    return 1 << cards[-1] | sum(1 << card for card in cards[:-1]) << BURIED
