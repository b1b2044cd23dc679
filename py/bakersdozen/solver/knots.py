"""How stuck cards may lie: not one way, but all that are still possible (see `classes`)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from itertools import permutations
from math import inf
from typing import Final

from bakersdozen.cards import PACK, Card
from bakersdozen.solver.piles import NOWHERE
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.stages import Move, Stage

Way = bytes  # what each stuck card sits on, `NOWHERE` for all other cards
FREE: Final[Way] = bytes([NOWHERE]) * 52
MANY: Final = 100  # ways that take about as long as all else between two yields
_REMEMBERED: Final = 4096  # answers


# The kinds of some stuck cards and the ways in which they may lie, whatever those of other
# knots do. Plain tuples, which the garbage collector need not look through.
Knot = tuple[tuple[int, ...], tuple[Way, ...]]
Knots = tuple[Knot, ...]  # in the order of their kinds; a kind is in one of them at most


class Knotting:
    """Follows through progress moves in which ways stuck cards may lie.

    No knot has more than `most` ways. Where one would, some are left out, and `complete`
    tells so; or, `loosely`, cards are taken as not depending on each other though they do,
    which allows for ways that there are not: what is lost even so is lost. (Those of a
    single kind have a few dozen ways at most, and are never left out then.)
    """

    def __init__(self, ground: Ground, most: int, *, loosely: bool = False) -> None:
        self._ground = ground
        self._most = most
        self._loosely = loosely
        self._kind = kinds = ground.game.kind
        guests = dict(zip(ground.game.wants, kinds, strict=True))
        self._guest = [guests.get(kind, 0) for kind in kinds]
        # low ranks first: whether a card is stuck depends on those that can sit on it
        self._matchings = [
            (
                kind,
                guests.get(kind, 0),
                wanted,
                sum(1 << card for card in PACK if kinds[card] == kind),
            )
            for kind, wanted in dict(zip(kinds, ground.game.wants, strict=True)).items()
        ]
        self._bared: dict[tuple[Knot, Card], Knot | None] = {}
        self._after: dict[tuple[Knots, Stage, Stage], Knots] = {}
        self.complete = True

    def closely(self, most: int) -> Knotting:
        """Returns one that allows for no way that there is not, to look at a line again."""
        return Knotting(self._ground, most) if self._loosely else self

    def start(self) -> Generator[None, None, Knots]:
        """Returns the knots of the start, where every card lies as it was dealt."""
        ground = self._ground
        seats = [
            (stub[place], stub[place - 1])
            for column, stub in enumerate(ground.stubs)
            for place in range(ground.settled_depth(column, len(stub)), len(stub))
        ]
        return (
            yield from self._knotted(
                (), ground.start, Move(NOWHERE, False, ground.start, tuple(seats))
            )
        )

    def bared(self, knots: Knots, card: Card) -> Knots | None:
        """Returns what is left of knots if nothing stuck lies on a card; None if something must.

        The very same knots when every way is left.
        """
        guest = self._guest[card]
        for at, knot in enumerate(knots):
            if guest in knot[0]:
                name = knot, card
                if name not in self._bared:
                    if len(self._bared) >= _REMEMBERED:
                        self._bared.clear()
                    self._bared[name] = _bared(knot, card)
                left = self._bared[name]
                if left is None:
                    return None
                if len(left[1]) == len(knot[1]):
                    return knots
                return (*knots[:at], left, *knots[at + 1 :])
        return knots

    def after(self, knots: Knots, stage: Stage, move: Move) -> Generator[None, None, Knots]:
        """Returns the knots after a move of a card on which nothing stuck lies, in pieces."""
        frozen = self._ground.frozen
        if frozen[stage] == frozen[move.after]:
            return knots  # nor was the card stuck: it would carry something that is
        name = knots, stage, move.after
        known = self._after.get(name)
        if known is None:
            if len(self._after) >= _REMEMBERED:
                self._after.clear()
            known = self._after[name] = yield from self._knotted(knots, stage, move)
        return known

    def _knotted(self, knots: Knots, stage: Stage, move: Move) -> Generator[None, None, Knots]:
        ground, kind_of, after = self._ground, self._kind, move.after
        live, live_after = ground.live.cards(stage), ground.live.cards(after)
        places, places_after = ground.places[stage], ground.places[after]
        of: dict[int, _Open] = {}
        for kinds, ways in knots:
            of.update(dict.fromkeys(kinds, _Open(kinds, ways, is_changed=False)))
        if move.is_lift and kind_of[move.card] in of:
            of[kind_of[move.card]].seat(move.card, NOWHERE)
        for card, beneath in move.exposed:
            of.setdefault(kind_of[card], _Open((kind_of[card],), (FREE,))).seat(card, beneath)
        for kind, guest, wanted, cards in self._matchings:
            is_live = live_after & cards != 0
            is_carrying = is_live and guest in of
            if not is_carrying and kind not in of and (is_live or not live & cards):
                continue
            parked = [card for card in places_after[kind] if not after >> card & 1]
            if not parked or (is_live and not is_carrying):
                _release(of, kind, parked)
            elif (of[guest].is_changed or not live & cards) if is_live else live & cards:
                seats = [
                    place for place in places[wanted] if place != move.card or not move.is_lift
                ]
                if is_live:
                    self._carry(of, guest, kind, parked, seats)
                else:
                    self._freeze(of, kind, parked, seats)
                if len(of[kind].ways if kind in of else of[guest].ways) > MANY:
                    yield
        opened = {id(knot): knot for knot in of.values()}.values()
        return tuple(
            sorted(
                [
                    (knot.kinds, tuple(sorted(knot.ways) if knot.is_changed else knot.ways))
                    for knot in opened
                ]
            )
        )

    def _freeze(
        self, of: dict[int, _Open], kind: int, parked: list[Card], seats: list[Card]
    ) -> None:
        """Lets the cards of a kind get stuck in all the ways that they can lie."""
        knot = of.setdefault(kind, _Open((kind,), (FREE,)))
        ways = self._laid(knot.ways, parked, seats, only_carrying=False)
        if ways is None:
            alone = {_only(way, parked) for way in knot.ways}
            ways = _laid(alone, parked, seats)
            _release(of, kind, parked)
            knot = of[kind] = _Open((kind,), ways)
        knot.ways, knot.is_changed = ways, True

    def _carry(
        self, of: dict[int, _Open], guest: int, kind: int, parked: list[Card], seats: list[Card]
    ) -> None:
        """Lets those cards of a kind get stuck that carry stuck ones, and frees the others."""
        low, high = of[guest], of.setdefault(kind, _Open((kind,), (FREE,)))
        joint = high if low is high else self._joint(low, high)
        if joint is not None:
            ways = self._laid(joint.ways, parked, seats, only_carrying=True)
            if ways is not None:
                joint.ways, joint.is_changed = ways, True
                of.update(dict.fromkeys(joint.kinds, joint))
                if any(way[card] != NOWHERE for way in ways for card in parked):
                    return
        _release(of, kind, parked)

    def _joint(self, low: _Open, high: _Open) -> _Open | None:
        """Returns two knots as one; None if it would be too large, loosely."""
        ways, others = low.ways, high.ways
        if len(ways) * len(others) > self._most:
            if self._loosely:
                return None
            self.complete = False
            ways = sorted(ways)[: max(1, self._most // len(others))]
            others = sorted(others)[: self._most]
        numbers = [int.from_bytes(other, "big") for other in others]
        return _Open(
            tuple(sorted(low.kinds + high.kinds)),
            [
                (int.from_bytes(way, "big") & number).to_bytes(len(FREE), "big")
                for way in ways
                for number in numbers
            ],
        )

    def _laid(
        self, ways: Collection[Way], cards: list[Card], seats: list[Card], *, only_carrying: bool
    ) -> Collection[Way] | None:
        """Returns the ways to lie when cards get stuck; None if there are too many, loosely."""
        laid = _laid(ways, cards, seats, self._most, only_carrying=only_carrying)
        if len(laid) <= self._most:
            return laid
        if self._loosely:
            return None
        self.complete = False
        # the same ones every time
        laid = _laid(sorted(ways), cards, seats, self._most, only_carrying=only_carrying)
        return sorted(laid)[: self._most]


def within(knots: Knots, others: Knots) -> bool:
    """Tells whether every way to lie that some knots allow, others do too."""
    return knots == others or (
        len(knots) == len(others)
        and all(
            kinds == other_kinds and (ways == other_ways or set(other_ways).issuperset(ways))
            for (kinds, ways), (other_kinds, other_ways) in zip(knots, others, strict=True)
        )
    )


class _Open:
    """A knot that is being worked on."""

    __slots__ = ("is_changed", "kinds", "ways")

    def __init__(
        self, kinds: tuple[int, ...], ways: Collection[Way], *, is_changed: bool = True
    ) -> None:
        self.kinds, self.ways, self.is_changed = kinds, ways, is_changed

    def seat(self, card: Card, place: int) -> None:
        """Has a card sit on a place in all ways."""
        self.ways = {way[:card] + bytes((place,)) + way[card + 1 :] for way in self.ways}
        self.is_changed = True


def _bared(knot: Knot, card: Card) -> Knot | None:
    kinds, ways = knot
    left = tuple([way for way in ways if card not in way])
    if len(left) == len(ways):
        return knot
    return (kinds, left) if left else None


def _release(of: dict[int, _Open], kind: int, cards: list[Card]) -> None:
    """Takes the cards of a kind out of their knot: they are free, or not followed any more."""
    knot = of.pop(kind, None)
    if knot is not None:
        knot.kinds = tuple(other for other in knot.kinds if other != kind)
        knot.ways = {_freed(way, cards) for way in knot.ways}
        knot.is_changed = True


def _freed(way: Way, cards: Iterable[Card]) -> Way:
    seats = bytearray(way)
    for card in cards:
        seats[card] = NOWHERE
    return bytes(seats)


def _only(way: Way, cards: Iterable[Card]) -> Way:
    seats = bytearray(FREE)
    for card in cards:
        seats[card] = way[card]
    return bytes(seats)


def _laid(
    ways: Iterable[Way],
    cards: list[Card],
    seats: list[Card],
    most: float = inf,
    *,
    only_carrying: bool = False,
) -> set[Way]:
    """Returns the ways to lie when cards of a rank (those that carry a stuck one) get stuck.

    It stops when there are more than wanted.
    """
    first = cards[0] & ~3  # of its rank
    stuck = tuple(cards)
    known: dict[tuple[bytes, tuple[Card, ...]], list[bytes]] = {}
    laid = set()
    for way in ways:
        rank = way[first : first + 4]
        if only_carrying:
            stuck = tuple([card for card in cards if card in way])
        name = rank, stuck
        ranks = known.get(name)
        if ranks is None:
            ranks = known[name] = _ranks(rank, cards, stuck, seats)
        before, behind = way[:first], way[first + 4 :]
        for rank in ranks:
            laid.add(before + rank + behind)
        if len(laid) > most:
            break
    return laid


def _ranks(
    rank: bytes, cards: list[Card], stuck: tuple[Card, ...], seats: list[Card]
) -> list[bytes]:
    """Returns how a rank may lie when some of its cards are stuck and the others are free."""
    seated = bytearray(rank)
    for card in cards:
        if card not in stuck:
            seated[card & 3] = NOWHERE
    loose = [card & 3 for card in stuck if seated[card & 3] == NOWHERE]
    ranks = []
    for chosen in permutations([seat for seat in seats if seat not in rank], len(loose)):
        for suit, seat in zip(loose, chosen, strict=True):
            seated[suit] = seat
        ranks.append(bytes(seated))
    return ranks
