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
way it could lie is a class of its own.

There is no need to choose among them before it matters. A *family* of classes is a
stage and all the ways in which its stuck cards may lie by now (see `knots`). When a
move must have a card bare, the ways that hold it are dropped; a family with no way
left is none. When the game is won, what is left of the ways tells, from the end to
the start, how the cards should have been laid when they got stuck.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple

from bakersdozen.cards import Card
from bakersdozen.solver.knots import FREE, Knots, Knotting, Way
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.stages import Move, Stage

Family = tuple[Stage, Knots]


class Step(NamedTuple):
    """A progress move between classes: what must lie where just before it, and where the card goes.

    `host` is a card, `NOWHERE` for any that is bare, or None for the foundation.
    """

    card: Card
    host: int | None
    layout: tuple[tuple[Card, Card], ...]  # cards, and what they sit on


def moves_from(ground: Ground, stage: Stage) -> list[Move]:
    """Returns the progress moves of a stage, as far as counts tell."""
    parkable = ground.parkable(stage)
    return [ground.lifting(stage, lift) for lift in ground.lifts(stage)] + [
        ground.parking(stage, row) for row in ground.rows[stage] if parkable >> row.card & 1
    ]


def settled(
    ground: Ground, knotting: Knotting, family: Family
) -> Generator[None, None, tuple[Family, list[Move]]]:
    """Makes the safe lifts that leave every way open, and tells which."""
    stage, knots = family
    moves = []
    while True:
        for lift in ground.safe_lifts(stage):
            if knotting.bared(knots, lift.card) is knots:
                move = ground.lifting(stage, lift)
                knots = yield from knotting.after(knots, stage, move)
                stage = move.after
                moves.append(move)
                break
        else:
            return (stage, knots), moves


def made(
    ground: Ground, knotting: Knotting, family: Family, move: Move
) -> Generator[None, None, tuple[Family, list[Move]]]:
    """Makes a move of a family and the safe lifts after it, and tells which."""
    stage, knots = family
    bared = knotting.bared(knots, move.card)
    assert bared is not None
    knots = yield from knotting.after(bared, stage, move)
    return (yield from settled(ground, knotting, (move.after, knots)))


def line_of(
    ground: Ground, knotting: Knotting, names: Iterable[int]
) -> Generator[None, None, list[Move]]:
    """Returns all moves of a line, safe lifts too; yields after every one of those named."""
    knots = yield from knotting.start()
    family, line = yield from settled(ground, knotting, (ground.start, knots))
    for name in names:
        move = ground.named(family[0], name)
        family, lifts = yield from made(ground, knotting, family, move)
        line += [move, *lifts]
        yield
    return line


def steps_of(
    ground: Ground, knotting: Knotting, moves: Sequence[Move]
) -> Generator[None, None, list[Step] | None]:
    """Finds how cards must be laid for a winning line; yields after every move.

    None when no way is left in the end: because the line was found loosely, or because
    there were too many ways on the way.
    """
    stage = ground.start
    knots = yield from knotting.start()
    before: list[Knots] = []
    for move in moves:
        bared = knotting.bared(knots, move.card)
        if bared is None:
            return None
        before.append(bared)
        knots = yield from knotting.after(bared, stage, move)
        stage = move.after
        yield
    steps = []
    way = FREE
    for move, bared in zip(reversed(moves), reversed(before), strict=True):
        step, way = _step(move, bared, way)
        steps.append(step)
        yield
    steps.reverse()
    return steps


def _step(move: Move, knots: Knots, after: Way) -> tuple[Step, Way]:
    """Returns a move with what must be laid before it for a way to lie after it, and a way before.

    A card that is stuck before and after sits where it sat; one that gets stuck can be
    laid on any place that no stuck card holds.
    """
    seats = [(card, place) for card, place in enumerate(after) if place != NOWHERE]
    before = bytearray(FREE)
    for _, ways in knots:
        chosen = next(way for way in ways if _leads_to(way, seats))
        for card, place in enumerate(chosen):
            if place != NOWHERE:
                before[card] = place
    exposed = dict(move.exposed)
    layout = tuple(
        (card, place) for card, place in seats if before[card] == NOWHERE and card not in exposed
    )
    host = None if move.is_lift else dict(layout).get(move.card, NOWHERE)
    return Step(move.card, host, layout), bytes(before)


def _leads_to(way: Way, seats: Iterable[tuple[Card, Card]]) -> bool:
    return all(
        way[card] in (NOWHERE, place) and way.find(place) in (-1, card) for card, place in seats
    )
