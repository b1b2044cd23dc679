"""Classes of positions, and what is free in one (see `classes`)."""

from __future__ import annotations

from typing import Final, NamedTuple

from bakersdozen.cards import Card
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground, Places, Stage

Name = tuple[Stage, bytes]  # progress, and where the stuck cards sit

_BARE: Final = bytes([NOWHERE]) * 52


class Class(NamedTuple):
    """A class: its progress, and one arrangement in it (what each parked card sits on)."""

    stage: Stage
    seat: bytes


class Anatomy(NamedTuple):
    """What is free in a class, worked out from one of its arrangements."""

    parked: list[Card]
    cover: bytearray  # what sits on each card
    stuck: bytearray  # what each parked card that cannot be moved sits on
    held: bytearray  # 1 for each card that such a card sits on: it can never be bare

    @property
    def stuck_cards(self) -> int:
        """Returns how many parked cards cannot be moved."""
        return 52 - self.stuck.count(NOWHERE)


class Opened(NamedTuple):
    """A class whose progress moves are looked at."""

    cls: Class
    anatomy: Anatomy
    places: Places


class Anatomist:
    """Works out what is free in the classes above one start position."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._frozen_by: dict[int, bytes] = {}

    def anatomy(self, cls: Class) -> Anatomy:
        """Returns what is free in a class."""
        stage, seat = cls
        parked = self._ground.parked(stage)
        frozen = self._frozen(stage)
        cover, stuck, held = bytearray(_BARE), bytearray(_BARE), bytearray(52)
        for card in parked:  # lower ranks first: what a card carries is known before the card
            at = seat[card]
            cover[at] = card
            if frozen[card] or held[card]:
                stuck[card] = at
                held[at] = 1
        return Anatomy(parked, cover, stuck, held)

    def _frozen(self, stage: Stage) -> bytes:
        """Returns 1 for each card whose matching is not live."""
        some = self._ground.some_bare(stage)
        found = self._frozen_by.get(some)
        if found is None:
            found = self._frozen_by[some] = bytes(
                not (some >> kind & 1 and some >> host & 1)
                for kind, host in zip(self._ground.kind_at, self._ground.host_at, strict=True)
            )
        return found
