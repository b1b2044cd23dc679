"""Keys: what tells positions apart, or lets them pass as the same.

A key is a sum of 128-bit shares, one for each column, cell and reserve card, so
that names of places do not matter and a move changes it by a few additions.

*Exact* keys tell every position from every other. *Coarse* ones ignore which of
the cards of a kind lies where, once it was free to be moved: a column is known by
what was never touched in it and by the kinds at both ends of the run on that.
Positions with the same coarse key are not worth the same, but nearly so: a search
that looks at one of them for all is over much sooner, and proves nothing. Between
the two are coarse keys that tell the cards of the lowest ranks apart.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, Protocol

from bakersdozen.cards import PACK
from bakersdozen.solver.piles import EMPTY, Piles, signature

_UNNAMED: Final = len(PACK)
_CELL, _RESERVE, _SHAPE, _FOUNDATIONS = (place << 40 for place in range(1, 5))


class Shares(Protocol):
    """What each pile, or each card, adds to a key."""

    def __getitem__(self, name: int, /) -> int:
        """Returns a share."""
        ...


class Held(Protocol):
    """The parts of a position that a key is made of."""

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns, as piles."""
        ...

    @property
    def foundations(self) -> int:
        """The foundations, packed."""
        ...

    @property
    def cells(self) -> tuple[int, ...]:
        """The cards in cells."""
        ...

    @property
    def reserve(self) -> tuple[int, ...]:
        """The cards of the reserve."""
        ...


class Keys(NamedTuple):
    """One way to name positions."""

    pile: Shares
    cell: Shares
    reserve: Shares
    exact: bool

    def of(self, position: Held) -> int:
        """Returns a position's key."""
        return (
            _foundations_share(position.foundations)
            + sum(map(self.pile.__getitem__, position.columns))
            + sum(map(self.cell.__getitem__, position.cells))
            + sum(map(self.reserve.__getitem__, position.reserve))
        )


@cache
def _foundations_share(foundations: int) -> int:
    return signature(_FOUNDATIONS + foundations)


_CELL_SHARES: Final = [signature(_CELL + card) for card in PACK]
_RESERVE_SHARES: Final = [signature(_RESERVE + card) for card in PACK]


def exact_keys(piles: Piles) -> Keys:
    """Returns the keys that tell all positions apart."""
    return Keys(piles.sign, _CELL_SHARES, _RESERVE_SHARES, exact=True)


def coarse_keys(piles: Piles, kind: list[int], wants: list[int], named: int) -> Keys:
    """Returns the keys that tell movable cards of a kind apart only in the `named` lowest ranks."""
    name = [_UNNAMED + of_card if card >> 2 >= named else card for card, of_card in enumerate(kind)]
    return Keys(
        _Shapes(piles, kind, wants, named),
        [signature(_CELL + of_card) for of_card in name],
        [signature(_RESERVE + of_card) for of_card in name],
        exact=False,
    )


class _Shapes(dict[int, int]):
    """The coarse shares of piles, worked out when asked for."""

    __slots__ = ("_kind", "_named", "_numbers", "_piles", "_wants")

    def __init__(self, piles: Piles, kind: list[int], wants: list[int], named: int) -> None:
        super().__init__({EMPTY: 0})
        self._piles, self._kind, self._wants, self._named = piles, kind, wants, named
        self._numbers: dict[tuple[int, ...], int] = {}

    def __missing__(self, pile: int) -> int:
        top, below = self._piles.top, self._piles.below
        kind, wants, named = self._kind, self._wants, self._named
        root = pile
        names = []
        while (beneath := below[root]) and wants[top[root]] == kind[top[beneath]]:
            if top[root] >> 2 < named:
                names.append(top[root])
            root = beneath
        if not beneath:  # what lies at the bottom of a column can be moved, too
            if top[root] >> 2 < named:
                names.append(top[root])
            root = -kind[top[root]]
        shape = root, kind[top[pile]], *names
        number = self._numbers.setdefault(shape, len(self._numbers))
        share = self[pile] = signature(_SHAPE + number)
        return share
