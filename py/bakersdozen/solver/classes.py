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
from itertools import pairwise, permutations
from typing import Final, NamedTuple

from bakersdozen.cards import Card
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground, Stage, Uncovering
from bakersdozen.solver.relax import Sweep

MOST_LAYOUTS: Final = 60  # more ways to lie than this are not all followed


Layout = tuple[tuple[Card, Card], ...]  # cards, and what they sit on


class Step(NamedTuple):
    """A progress move between classes: what must lie where just before it, and where the card goes.

    `host` is a card, `NOWHERE` for any that is bare, or None for the foundation.
    """

    card: Card
    host: int | None
    layout: Layout


class Class(NamedTuple):
    """A class: its progress, and one arrangement in it (what each parked card sits on)."""

    stage: Stage
    seat: bytes


Places = list[list[Card]]  # the cards of each kind that others can sit on
Way = tuple[Class, tuple[Step, ...]]  # where some steps lead


class Anatomy(NamedTuple):
    """What is free in a class, worked out from one of its arrangements."""

    parked: list[Card]
    cover: list[Card]  # what sits on each card
    stuck: bytearray  # which parked cards cannot be moved

    def is_held(self, card: Card) -> bool:
        """Tells whether a card can never be bare in this class."""
        above = self.cover[card]
        return above != NOWHERE and self.stuck[above] == 1


class Classes:
    """The graph of classes above one start position, without those that progress alone loses."""

    def __init__(self, ground: Ground, is_lost: Callable[[Stage], bool], *, thorough: bool) -> None:
        self.ground = ground
        self._is_lost = is_lost
        self._thorough = thorough
        game = ground.game
        self._kind, self._wants = game.kind, game.wants
        self._wanting = dict(zip(game.kind, game.wants, strict=True))
        self._parked_at: dict[Stage, list[Card]] = {}
        self.complete = True  # whether every way was followed so far
        self._wanted_by = {wanted: kind for kind, wanted in zip(game.kind, game.wants, strict=True)}

    def start(self) -> list[Way]:
        """Returns the classes that the start position settles into."""
        ground = self.ground
        stage = ground.start
        seat = bytearray([NOWHERE] * 52)
        for column, stub in enumerate(ground.stubs):
            for place in range(ground.settled_depth(column, len(stub)), len(stub)):
                seat[stub[place]] = stub[place - 1]
        return self._settled([(Class(stage, bytes(seat)), ())])

    def name(self, cls: Class, anatomy: Anatomy) -> tuple[int, int, bytes]:
        """Returns what tells a class from others: its progress, and where its stuck cards sit."""
        seats = bytearray(cls.seat)
        stuck = anatomy.stuck
        for card in anatomy.parked:
            if not stuck[card]:
                seats[card] = NOWHERE
        return cls.stage.depths, cls.stage.foundations, bytes(seats)

    def anatomy(self, cls: Class) -> Anatomy:
        """Works out what is free in a class."""
        kind_at, host_at = self.ground.kind_at, self.ground.host_at
        bare, seat = cls.stage.bare, cls.seat
        parked = self._parked_at.get(cls.stage)
        if parked is None:
            parked = [card for card, at in enumerate(seat) if at != NOWHERE]
            self._parked_at[cls.stage] = parked
        cover = [NOWHERE] * 52
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

    def is_deleted(self, cls: Class, anatomy: Anatomy, sweep: Sweep) -> bool:
        """Applies the deletion relaxation to the position that the arrangement describes.

        The positions of a class can all be reached from each other, so what loses
        one loses all.
        """
        lifted = sweep.lifted(cls.stage.foundations)
        beneath = self.ground.beneath.copy()
        exposed = 0
        cover = anatomy.cover
        covering = []
        for card in anatomy.parked:
            beneath[card] = cls.seat[card]
            if cover[card] == NOWHERE:
                exposed |= 1 << card
                covering.append(card)
        for row in self.ground.rows(cls.stage.depths):
            if cover[row.card] == NOWHERE:
                exposed |= 1 << row.card
                if row.left > 1:
                    covering.append(row.card)
        return sweep.is_lost(exposed, lifted, covering, beneath)

    def ways_on(self, cls: Class, anatomy: Anatomy) -> list[Way]:
        """Returns the classes one progress move (and the safe lifts after it) further on."""
        ground = self.ground
        places = self._places(cls, anatomy)
        depths, foundations, bare = cls.stage
        ways: list[Way] = []
        for card in ground.game.nexts(foundations)[0]:
            if (
                ground.is_available(card, depths)
                and bare >> ground.kind_at[card] & 7
                and not anatomy.is_held(card)
            ):
                ways += self._lifted(cls, anatomy, places, card)
        for row in ground.rows(depths):
            if (
                row.parkable
                and bare >> row.kind & 7
                and bare >> row.host & 7
                and not anatomy.is_held(row.card)
            ):
                ways += self._parked(cls, anatomy, places, row)
        return self._settled(ways)

    def _settled(self, ways: list[Way]) -> list[Way]:
        """Makes the safe lifts."""
        ground = self.ground
        done: list[Way] = []
        seen = set()
        while ways:
            cls, steps = ways.pop()
            depths, foundations, bare = cls.stage
            safe = [
                card
                for card in ground.game.nexts(foundations)[1]
                if ground.is_available(card, depths) and bare >> ground.kind_at[card] & 7
            ]
            if safe:
                anatomy = self.anatomy(cls)
                name = self.name(cls, anatomy)
                if name in seen:
                    continue
                seen.add(name)
                card = next((card for card in safe if not anatomy.is_held(card)), None)
                if card is not None:
                    places = self._places(cls, anatomy)
                    ways += [
                        (after, steps + more)
                        for after, more in self._lifted(cls, anatomy, places, card)
                    ]
                    continue
            done.append((cls, steps))
        done.reverse()
        return done

    def _places(self, cls: Class, anatomy: Anatomy) -> Places:
        """Returns the roots and parked cards of each kind."""
        kind = self._kind
        places: Places = [[] for _ in range(30)]
        for card in anatomy.parked:
            places[kind[card]].append(card)
        for row in self.ground.rows(cls.stage.depths):
            places[kind[row.card]].append(row.card)
        return places

    def _lifted(self, cls: Class, anatomy: Anatomy, places: Places, card: Card) -> list[Way]:
        ground = self.ground
        after = ground.lifted(cls.stage, card)
        if self._is_lost(after):
            return []
        seat = self._bared(cls, anatomy, places, card)
        row = ground.row_of(card, cls.stage.depths)
        if row is None:
            seat[card] = NOWHERE
        else:
            _uncover(seat, row)
        return self._layouts(cls.stage, anatomy, places, after, seat, card, None)

    def _parked(self, cls: Class, anatomy: Anatomy, places: Places, row: Uncovering) -> list[Way]:
        after = self.ground.parked(cls.stage, row)
        if self._is_lost(after):
            return []
        card = row.card
        seat = self._bared(cls, anatomy, places, card)
        cover = anatomy.cover
        seat[card] = next(place for place in places[self._wants[card]] if cover[place] == NOWHERE)
        _uncover(seat, row)
        return self._layouts(cls.stage, anatomy, places, after, seat, card, NOWHERE)

    def _bared(self, cls: Class, anatomy: Anatomy, places: Places, card: Card) -> bytearray:
        """Returns an arrangement of the class with nothing on a card."""
        seat = bytearray(cls.seat)
        cover = anatomy.cover
        above = cover[card]
        if above != NOWHERE:
            seat[above] = next(
                place
                for place in places[self._kind[card]]
                if place != card and cover[place] == NOWHERE
            )
        return seat

    def _layouts(
        self,
        before: Stage,
        anatomy: Anatomy,
        places: Places,
        after: Stage,
        seat: bytearray,
        card: Card,
        host: int | None,
    ) -> list[Way]:
        """Returns the classes that a move may lead to: one for each way to lie of what froze."""
        kind, wants = self._kind, self._wants
        emptied = kind[card] if host is None else wants[card]
        layouts: list[Layout] = [()]
        if not after.bare >> 3 * emptied & 7:
            # the matching onto the kind that ran out, that of the kind, and those above it
            onto = self._wanted_by.get(emptied)
            matching = emptied if onto is None else onto
            while matching in self._wanting:
                wanted = self._wanting[matching]
                if before.bare >> 3 * matching & 7 and before.bare >> 3 * wanted & 7:
                    free = [
                        piece
                        for piece in places[matching]
                        if (piece == card and host is not None)
                        or (piece != card and seat[piece] != NOWHERE and not anatomy.stuck[piece])
                    ]
                    seats = [
                        place
                        for place in places[wanted]
                        if not anatomy.is_held(place) and not (place == card and host is None)
                    ]
                    whole = not (after.bare >> 3 * matching & 7 and after.bare >> 3 * wanted & 7)
                    layouts = self._extended(layouts, free, seats, seat, whole)
                elif matching != onto:
                    break
                matching = wanted
        return [self._laid(after, seat, places, card, host, layout) for layout in layouts]

    def _extended(
        self,
        layouts: list[Layout],
        free: list[Card],
        seats: list[Card],
        seat: bytearray,
        whole: bool,
    ) -> list[Layout]:
        """Extends layouts by the seats of one matching: of all free cards, or of those now held."""
        extended = []
        for layout in layouts:
            held = free if whole else [c for c in free if any(at == c for _, at in layout)]
            if not whole and not self._thorough:
                self.complete = self.complete and not held
                extended.append((*layout, *((card, seat[card]) for card in held)))
                continue
            for chosen in permutations(seats, len(held)):
                if len(extended) == MOST_LAYOUTS:
                    self.complete = False
                    return extended
                extended.append((*layout, *zip(held, chosen, strict=True)))
        return extended

    def _laid(
        self,
        after: Stage,
        seat: bytearray,
        places: Places,
        card: Card,
        host: int | None,
        layout: Layout,
    ) -> Way:
        """Returns the class with some cards laid out as told, and others out of their way."""
        laid = bytearray(seat)
        pieces = {piece for piece, _ in layout}
        for piece, place in layout:
            laid[piece] = place
            if piece == card:
                host = place
        for piece, place in layout:
            for other in places[self._kind[piece]]:
                if other not in pieces and laid[other] == place:
                    laid[other] = next(
                        at
                        for at in places[self._wants[other]]
                        if at not in laid and (at != card or host is not None)
                    )
        return Class(after, bytes(laid)), (Step(card, host, layout),)


def _uncover(seat: bytearray, row: Uncovering) -> None:
    for card, beneath in pairwise(row.exposed):
        seat[card] = beneath
