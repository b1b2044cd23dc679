"""Searching classes of positions instead of positions, where spaces stay dead.

Lateral moves shuffle parked cards and can be taken back, so all arrangements that
they connect are one *class*; only what advances progress leads from class to class,
and never back. The classes have a simple shape. Call the parked cards of one kind,
each on a card of the kind it wants, a *matching*. A matching is *live* when a card
of its own kind is bare (something can move) and one of the wanted kind is (it can
go somewhere). In a matching that is not live no card can move; nor can a card that
carries such a stuck card, and so on up. All others can be laid out at will:

  Take matchings from the highest rank down. In a live one, a card that carries no
  stuck card can be made bare, for its cover is free to move and its kind has a
  bare card to take it; a bare card of the wanted kind is there to move to; and
  cards on places with one place free can be brought into any order. What is done
  below to make cards bare is put right when the turn of the lower matchings comes.

So a class is its progress and which stuck card sits on which. A progress move may
take the last bare card of a kind, and what was live is then stuck as it lies: each
way it could lie is a class of its own, and only these are enumerated.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from bakersdozen.cards import Card
from bakersdozen.solver.anatomy import Anatomy, Class, Opened, anatomy
from bakersdozen.solver.layouts import Layout, Layouts, Move
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.relax import EVERY_CARD, Sweep
from bakersdozen.solver.stages import BURIED, Stage, Uncovering, foundations_of


class Step(NamedTuple):
    """A progress move between classes: what must lie where just before it, and where the card goes.

    `host` is a card, `NOWHERE` for any that is bare, or None for the foundation; `harm`
    is how much more the layout costs than the best one for this move.
    """

    card: Card
    host: int | None
    layout: Layout
    harm: float


class Advance(NamedTuple):
    """A progress move not made yet, since to see what can lie where after it takes time."""

    cls: Class
    anatomy: Anatomy
    card: Card
    row: Uncovering | None  # the card's when it is parked, None when it is lifted
    after: Stage


Way = tuple[Class, tuple[Step, ...]]  # where some steps lead


class Classes:
    """The graph of classes above one start position, without those that progress alone loses.

    So many ways to lie (`width`) are followed after a move.
    """

    def __init__(self, ground: Ground, is_lost: Callable[[Stage], bool], width: int) -> None:
        self.ground = ground
        self._is_lost = is_lost
        self._layouts = Layouts(ground, width)
        self._kind, self._wants = ground.game.kind, ground.game.wants

    @property
    def complete(self) -> bool:
        """Tells whether every way to lie was followed so far."""
        return self._layouts.complete

    def start(self) -> list[Way]:
        """Returns the classes that the start position settles into."""
        ground = self.ground
        stage = ground.start
        if self._is_lost(stage):
            return []
        seat = bytearray([NOWHERE] * 52)
        for column, stub in enumerate(ground.stubs):
            for place in range(ground.settled_depth(column, len(stub)), len(stub)):
                seat[stub[place]] = stub[place - 1]
        return self._settled([(Class(stage, bytes(seat)), ())])

    def is_deleted(self, cls: Class, anatomy: Anatomy, sweep: Sweep) -> bool:
        """Applies the deletion relaxation to the position that the arrangement describes.

        What is not stuck can be laid out at will, so every card is bare in some position of
        the class, unless it is held; and what loses one of them loses all.
        """
        if not anatomy.held:
            return False  # then so is what progress alone tells
        lifted = sweep.lifted(foundations_of(cls.stage))
        exposed = EVERY_CARD & ~(lifted | cls.stage >> BURIED | anatomy.held)
        beneath = self.ground.beneath.copy()
        covering = [
            row.card
            for row in self.ground.rows[cls.stage]
            if row.left > 1 and exposed >> row.card & 1
        ]
        for card in self.ground.parked[cls.stage]:
            if anatomy.stuck[card] != NOWHERE:
                beneath[card] = anatomy.stuck[card]
                if exposed >> card & 1:
                    covering.append(card)
        return sweep.is_lost(exposed, lifted, covering, beneath)

    def advances(self, cls: Class, anatomy: Anatomy) -> list[tuple[Advance, Stage]]:
        """Returns the progress moves of a class, and their stages after safe lifts at best."""
        ground = self.ground
        stage = cls.stage
        moves = [
            Advance(cls, anatomy, lift.card, None, ground.lifted(stage, lift))
            for lift in ground.lifts(stage)
            if not anatomy.held >> lift.card & 1
        ]
        parkable = ground.parkable(stage)
        moves += [
            Advance(cls, anatomy, row.card, row, stage + row.parked)
            for row in ground.rows[stage]
            if parkable >> row.card & 1 and not anatomy.held >> row.card & 1
        ]
        return [(advance, ground.settled(advance.after)) for advance in moves]

    def made(self, advance: Advance) -> list[Way]:
        """Returns the classes that a progress move (and the safe lifts after it) may lead to.

        None when progress alone proves that it loses.
        """
        cls, anatomy, card, row, after = advance
        if self._is_lost(after):
            return []
        before = Opened(cls, anatomy, self.ground.places[cls.stage])
        ways = self._parked(before, row, after) if row else self._lifted(before, card, after)
        return self._settled(ways)

    def _settled(self, ways: list[Way]) -> list[Way]:
        """Makes the safe lifts."""
        ground = self.ground
        done: list[Way] = []
        seen = set()
        while ways:
            cls, steps = ways.pop()
            safe = ground.safe_lifts(cls.stage)
            if safe:
                free = anatomy(ground, cls)
                name = cls.stage, free.stuck
                if name in seen:
                    continue
                seen.add(name)
                lift = next((lift for lift in safe if not free.held >> lift.card & 1), None)
                if lift is not None:
                    before = Opened(cls, free, ground.places[cls.stage])
                    lifted = self._lifted(before, lift.card, ground.lifted(cls.stage, lift))
                    ways += [(after, steps + more) for after, more in lifted]
                    continue
            done.append((cls, steps))
        done.reverse()
        return done

    def _lifted(self, before: Opened, card: Card, after: Stage) -> list[Way]:
        seat = self._bared(before, card)
        row = self.ground.row_of(card, before.cls.stage)
        if row is None:
            seat[card] = NOWHERE
        else:
            _uncover(seat, row)
        return self._laid(before, Move(card, True, after, seat))

    def _parked(self, before: Opened, row: Uncovering, after: Stage) -> list[Way]:
        card = row.card
        seat = self._bared(before, card)
        seat[card] = next(place for place in before.places[self._wants[card]] if place not in seat)
        _uncover(seat, row)
        return self._laid(before, Move(card, False, after, seat))

    def _bared(self, before: Opened, card: Card) -> bytearray:
        """Returns an arrangement of the class with nothing on a card."""
        seat = bytearray(before.cls.seat)
        above = seat.find(card)
        if above >= 0:
            seat[above] = next(
                place
                for place in before.places[self._kind[card]]
                if place != card and place not in seat
            )
        return seat

    def _laid(self, before: Opened, move: Move) -> list[Way]:
        """Returns the classes that a move may lead to: one for each way to lie of what froze."""
        layouts = self._layouts.after(before, move)
        least = layouts[0][0]
        ways: list[Way] = []
        for cost, layout in layouts:
            laid, host = self._seated(before, move, layout)
            step = Step(move.card, host, layout, cost - least)
            ways.append((Class(move.after, bytes(laid)), (step,)))
        return ways

    def _seated(self, before: Opened, move: Move, layout: Layout) -> tuple[bytearray, int | None]:
        """Lays cards out as told and others out of their way; returns that and the mover's host."""
        laid = bytearray(move.seat)
        host = None if move.is_lift else NOWHERE
        pieces = {piece for piece, _ in layout}
        for piece, place in layout:
            laid[piece] = place
            if piece == move.card:
                host = place
        for piece, place in layout:
            for other in before.places[self._kind[piece]]:
                if other not in pieces and laid[other] == place:
                    laid[other] = next(
                        at
                        for at in before.places[self._wants[other]]
                        if at not in laid and (at != move.card or host is not None)
                    )
        return laid, host


def _uncover(seat: bytearray, row: Uncovering) -> None:
    for card, beneath in pairwise(row.exposed):
        seat[card] = beneath
