"""Classes of positions, and what is free in one (see `classes`)."""

from __future__ import annotations

from typing import Final, NamedTuple

from bakersdozen.cards import Card
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground, Stage

Name = tuple[int, int, bytes]
Places = list[list[Card]]  # the cards of each kind that others can sit on

_BARE: Final = bytes([NOWHERE]) * 52


class Class(NamedTuple):
    """A class: its progress, and one arrangement in it (what each parked card sits on)."""

    stage: Stage
    seat: bytes

    def name(self, anatomy: Anatomy) -> Name:
        """Returns what tells a class from others: its progress, and where its stuck cards sit."""
        seats = bytearray(self.seat)
        stuck = anatomy.stuck
        for card in anatomy.parked:
            if not stuck[card]:
                seats[card] = NOWHERE
        return self.stage.depths, self.stage.foundations, bytes(seats)


class Anatomy(NamedTuple):
    """What is free in a class, worked out from one of its arrangements."""

    parked: list[Card]
    cover: bytearray  # what sits on each card
    stuck: bytearray  # which parked cards cannot be moved

    def is_held(self, card: Card) -> bool:
        """Tells whether a card can never be bare in this class."""
        above = self.cover[card]
        return above != NOWHERE and self.stuck[above] == 1


class Opened(NamedTuple):
    """A class whose progress moves are looked at."""

    cls: Class
    anatomy: Anatomy
    places: Places


class Anatomist:
    """Works out what is free in the classes above one start position."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._parked_at: dict[Stage, list[Card]] = {}

    def anatomy(self, cls: Class) -> Anatomy:
        """Returns what is free in a class."""
        kind_at, host_at = self._ground.kind_at, self._ground.host_at
        bare, seat = cls.stage.bare, cls.seat
        parked = self._parked_at.get(cls.stage)
        if parked is None:
            parked = [card for card, at in enumerate(seat) if at != NOWHERE]
            self._parked_at[cls.stage] = parked
        cover = bytearray(_BARE)
        for card in parked:
            cover[seat[card]] = card
        stuck = bytearray(52)
        for card in parked:  # lower ranks first: a card's cover is known before the card
            above = cover[card]
            if (
                (above != NOWHERE and stuck[above])
                or not bare >> kind_at[card] & 7
                or not bare >> host_at[card] & 7
            ):
                stuck[card] = 1
        return Anatomy(parked, cover, stuck)

    def opened(self, cls: Class, anatomy: Anatomy) -> Opened:
        """Returns a class with the roots and parked cards of each kind."""
        kind = self._ground.game.kind
        places: Places = [[] for _ in range(30)]
        for card in anatomy.parked:
            places[kind[card]].append(card)
        for row in self._ground.rows(cls.stage.depths):
            places[kind[row.card]].append(row.card)
        return Opened(cls, anatomy, places)
