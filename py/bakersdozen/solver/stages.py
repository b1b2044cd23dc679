"""Stages: progress as one integer, and what a move adds to it (see `progress`).

The lowest bits are a mask of the roots; then come one of the cards beneath them, the
foundations, and three bits for the number of bare cards of each kind. So a move adds a
constant, and a stage is its own name.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from bakersdozen.cards import Card
from bakersdozen.solver.compact import ALL_UP

Stage: TypeAlias = int
BURIED: Final = 52
FOUNDATIONS: Final = 104
BARE: Final = 120
LIFTED: Final = 64  # marks a lift in the name of a move
WON: Final[Stage] = ALL_UP << FOUNDATIONS


class Uncovering(NamedTuple):
    """What it means to take a card off its stub when it is the root."""

    card: Card
    kind: int  # where the count of its kind's bare cards stands
    host: int  # where that of the kind it wants stands
    is_parkable: bool  # whether anything lies beneath it, and it is no king
    exposed: tuple[tuple[Card, Card], ...]  # packed cards beneath it, parked now, and their seats
    left: int  # the stub's depth
    parked: int  # what a stage grows by when it is parked


class Lift(NamedTuple):
    """When a card can go to its foundation, and what a stage grows by."""

    card: Card
    alike: int  # the cards of its kind, as a mask
    buried: int  # its bit among the buried cards
    bare: int  # the bits of its kind's count
    root: int  # its bit among the roots
    of_root: int
    of_parked: int


class Move(NamedTuple):
    """A progress move: a lift, or a root that is parked."""

    card: Card
    is_lift: bool
    after: Stage
    exposed: tuple[tuple[Card, Card], ...]

    @property
    def name(self) -> int:
        """What tells it from other moves of the stage."""
        return self.card | LIFTED if self.is_lift else self.card


def foundations_of(stage: Stage) -> int:
    """Returns the packed foundations."""
    return stage >> FOUNDATIONS & 0xFFFF
