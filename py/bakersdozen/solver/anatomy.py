"""Classes of positions, and what is free in one (see `classes`)."""

from __future__ import annotations

from typing import Final, NamedTuple

from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.stages import Stage
from bakersdozen.solver.standing import Places

Name = tuple[Stage, bytes]  # progress, and where the stuck cards sit
_BARE: Final = bytes([NOWHERE]) * 52


class Class(NamedTuple):
    """A class: its progress, and one arrangement in it (what each parked card sits on)."""

    stage: Stage
    seat: bytes


class Anatomy(NamedTuple):
    """What is free in a class, worked out from one of its arrangements."""

    stuck: bytes  # what each parked card that cannot be moved sits on
    held: int  # the cards that such a card sits on, as a mask: they can never be bare


class Opened(NamedTuple):
    """A class whose progress moves are looked at."""

    cls: Class
    anatomy: Anatomy
    places: Places


def anatomy(ground: Ground, cls: Class) -> Anatomy:
    """Returns what is free in a class."""
    stuck, held = bytearray(_BARE), 0
    seat = cls.seat
    for card in ground.frozen[cls.stage]:
        at = seat[card]
        while at != NOWHERE and stuck[card] == NOWHERE:  # and so is what carries it
            stuck[card] = at
            held |= 1 << at
            card, at = at, seat[at]
    return Anatomy(bytes(stuck), held)
