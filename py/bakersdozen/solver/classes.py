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

from itertools import permutations
from typing import Final, NamedTuple

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.compact import Position
from bakersdozen.solver.progress import Ground, Stage, Uncovering

NOWHERE: Final = 255
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


Way = tuple[Class, tuple[Step, ...]]  # where some steps lead


class _Anatomy(NamedTuple):
    """What is free in a class, worked out from one of its arrangements."""

    cover: list[Card]  # what sits on each card
    stuck: bytearray  # which parked cards cannot be moved
    places: list[list[Card]]  # the roots and parked cards of each kind

    def is_held(self, card: Card) -> bool:
        """Tells whether a card can never be bare in this class."""
        above = self.cover[card]
        return above != NOWHERE and self.stuck[above] == 1


class Classes:
    """The graph of classes above one start position."""

    def __init__(self, ground: Ground, *, thorough: bool) -> None:
        self.ground = ground
        self._thorough = thorough
        game = ground.game
        self._kind, self._wants = game.kind, game.wants
        self._stub_piles = [
            [game.piles.of(stub[:depth]) for depth in range(len(stub) + 1)]
            for stub in ground.stubs
        ]
        self._wanting = dict(zip(game.kind, game.wants, strict=True))
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

    def name(self, cls: Class) -> tuple[int, int, bytes]:
        """Returns what tells a class from others: its progress, and where its stuck cards sit."""
        seat = cls.seat
        stuck = self._anatomy(cls).stuck
        return (
            cls.stage.depths,
            cls.stage.foundations,
            bytes([at if held else NOWHERE for at, held in zip(seat, stuck, strict=True)]),
        )

    def position(self, cls: Class) -> Position:
        """Returns a position of the class: the one that its arrangement describes."""
        piles = self.ground.game.piles
        put = piles.put
        above = dict(zip(cls.seat, PACK, strict=True))
        columns = []
        for column, stub in enumerate(self._stub_piles):
            pile = stub[cls.stage.depths >> 5 * column & 31]
            if pile:
                card = above.get(piles.top[pile])
                while card is not None:
                    pile = put(pile, card)
                    card = above.get(card)
            columns.append(pile)
        return Position(tuple(columns), cls.stage.foundations, (), ())

    def ways_on(self, cls: Class) -> list[Way]:
        """Returns the classes one progress move (and the safe lifts after it) further on."""
        ground, anatomy = self.ground, self._anatomy(cls)
        depths, foundations, bare = cls.stage
        ways: list[Way] = []
        for card in ground.game.nexts(foundations)[0]:
            if (
                ground.is_available(card, depths)
                and bare >> ground.kind_at[card] & 7
                and not anatomy.is_held(card)
            ):
                ways += self._lifted(cls, anatomy, card)
        for row in ground.rows(depths):
            if (
                row.parkable
                and bare >> row.kind & 7
                and bare >> row.host & 7
                and not anatomy.is_held(row.card)
            ):
                ways += self._parked(cls, anatomy, row)
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
                name = self.name(cls)
                if name in seen:
                    continue
                seen.add(name)
                anatomy = self._anatomy(cls)
                card = next((card for card in safe if not anatomy.is_held(card)), None)
                if card is not None:
                    ways += [
                        (after, steps + more) for after, more in self._lifted(cls, anatomy, card)
                    ]
                    continue
            done.append((cls, steps))
        done.reverse()
        return done

    def _anatomy(self, cls: Class) -> _Anatomy:
        ground = self.ground
        kind_at, host_at, kind = ground.kind_at, ground.host_at, self._kind
        (depths, _, bare), seat = cls
        cover = [NOWHERE] * 52
        stuck = bytearray(52)
        places: list[list[Card]] = [[] for _ in range(30)]
        parked = [card for card in PACK if seat[card] != NOWHERE]
        for card in parked:
            cover[seat[card]] = card
            places[kind[card]].append(card)
        for card in parked:  # lower ranks first: a card's cover is known before the card
            above = cover[card]
            if not (bare >> kind_at[card] & 7 and bare >> host_at[card] & 7) or (
                above != NOWHERE and stuck[above]
            ):
                stuck[card] = 1
        for row in ground.rows(depths):
            places[kind[row.card]].append(row.card)
        return _Anatomy(cover, stuck, places)

    def _lifted(self, cls: Class, anatomy: _Anatomy, card: Card) -> list[Way]:
        ground = self.ground
        seat = self._bared(cls, anatomy, card)
        row = ground.row_of(card, cls.stage.depths)
        if row is None:
            seat[card] = NOWHERE
        else:
            _uncover(seat, row)
        after = ground.lifted(cls.stage, card)
        return self._layouts(cls.stage, anatomy, after, seat, card, None)

    def _parked(self, cls: Class, anatomy: _Anatomy, row: Uncovering) -> list[Way]:
        card = row.card
        seat = self._bared(cls, anatomy, card)
        cover = anatomy.cover
        seat[card] = next(
            place for place in anatomy.places[self._wants[card]] if cover[place] == NOWHERE
        )
        _uncover(seat, row)
        after = self.ground.parked(cls.stage, row)
        return self._layouts(cls.stage, anatomy, after, seat, card, NOWHERE)

    def _bared(self, cls: Class, anatomy: _Anatomy, card: Card) -> bytearray:
        """Returns an arrangement of the class with nothing on a card."""
        seat = bytearray(cls.seat)
        cover = anatomy.cover
        above = cover[card]
        if above != NOWHERE:
            seat[above] = next(
                place
                for place in anatomy.places[self._kind[card]]
                if place != card and cover[place] == NOWHERE
            )
        return seat

    def _layouts(
        self,
        before: Stage,
        anatomy: _Anatomy,
        after: Stage,
        seat: bytearray,
        card: Card,
        host: int | None,
    ) -> list[Way]:
        """Returns the classes that a move may lead to: one for each way to lie of what it freezes."""
        kind, wants = self._kind, self._wants
        emptied = kind[card] if host is None else wants[card]
        layouts: list[Layout] = [()]
        if not after.bare >> 3 * emptied & 7:
            # the matchings onto and of the kind that ran out, then those above them
            matching = self._wanted_by.get(emptied) or emptied
            while matching in self._wanting:
                wanted = self._wanting[matching]
                if before.bare >> 3 * matching & 7 and before.bare >> 3 * wanted & 7:
                    free = [
                        piece
                        for piece in anatomy.places[matching]
                        if (piece == card and host is not None)
                        or (piece != card and seat[piece] != NOWHERE and not anatomy.stuck[piece])
                    ]
                    places = [
                        place
                        for place in anatomy.places[wanted]
                        if not anatomy.is_held(place) and not (place == card and host is None)
                    ]
                    whole = not (after.bare >> 3 * matching & 7 and after.bare >> 3 * wanted & 7)
                    layouts = self._extended(layouts, free, places, seat, whole)
                elif matching > emptied:
                    break
                matching = wanted
        return [self._laid(after, seat, anatomy, card, host, layout) for layout in layouts]

    def _extended(
        self, layouts: list[Layout], free: list[Card], places: list[Card], seat: bytearray, whole: bool
    ) -> list[Layout]:
        """Extends layouts by the seats of one matching: of all free cards, or of those now held."""
        extended = []
        for layout in layouts:
            held = free if whole else [c for c in free if any(at == c for _, at in layout)]
            if not whole and not self._thorough:
                self.complete = self.complete and not held
                extended.append((*layout, *((card, seat[card]) for card in held)))
                continue
            for chosen in permutations(places, len(held)):
                if len(extended) == MOST_LAYOUTS:
                    self.complete = False
                    return extended
                extended.append((*layout, *zip(held, chosen, strict=True)))
        return extended

    def _laid(
        self,
        after: Stage,
        seat: bytearray,
        anatomy: _Anatomy,
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
            for other in anatomy.places[self._kind[piece]]:
                if other not in pieces and laid[other] == place:
                    laid[other] = next(
                        at
                        for at in anatomy.places[self._wants[other]]
                        if at not in laid and (at != card or host is not None)
                    )
        return Class(after, bytes(laid)), (Step(card, host, layout),)


def _uncover(seat: bytearray, row: Uncovering) -> None:
    for card, beneath in zip(row.exposed, row.exposed[1:]):
        seat[card] = beneath
