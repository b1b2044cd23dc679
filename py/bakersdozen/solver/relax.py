"""Proofs that a position is lost, from games that are easier than the real one.

*Deletion.* Suppose that a card, once available, stays available for good: to be
lifted and as a landing place. Then nothing ever gets in the way, so whatever the
real game can reach this one can, and what it can reach is found by one sweep: a
card can leave its column when a card that it packs on was ever available
elsewhere, or when the lower cards of its suit were. If some column cannot be
laid bare down to its bottom card, the position is lost.

A space that takes any card would make every card movable as soon as one column
can be emptied, so there the sweep asks only whether one can; where a space takes
kings, it makes kings movable. With a free cell nothing is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from bakersdozen.cards import PACK, Card, is_red, rank_of, suit_of
from bakersdozen.solver.compact import Compact, Position, ranks_of
from bakersdozen.solver.piles import EMPTY, NOWHERE
from bakersdozen.variants import Packing, Space, Variant

Hopeless = Callable[[Position], bool]
EVERY_CARD: Final = (1 << 52) - 1


class Sweep:
    """The sweep of the deletion relaxation over cards, where spaces stay dead."""

    def __init__(self, variant: Variant) -> None:
        self._hosts, self._lower = _hosts(variant.packing), LOWER
        self._up: dict[int, int] = {}

    def lifted(self, foundations: int) -> int:
        """Returns the cards on the foundations, as a mask."""
        mask = self._up.get(foundations)
        if mask is None:
            mask = self._up[foundations] = _lifted(foundations)
        return mask

    def is_lost(
        self, exposed: int, lifted: int, covering: list[Card], beneath: Sequence[Card]
    ) -> bool:
        """Tells whether some card stays covered for good.

        In: the masks of the cards available and of those lifted; the available
        cards that cover others; for each card the one beneath it (`NOWHERE` at the
        bottom).
        """
        hosts, lower = self._hosts, self._lower
        while covering:
            before = exposed
            still = []
            for card in covering:
                while exposed & hosts[card] or not lower[card] & ~(exposed | lifted):
                    card = beneath[card]
                    exposed |= 1 << card
                    if beneath[card] == NOWHERE:
                        break
                else:
                    still.append(card)
            if exposed == before:
                return True
            covering = still
        return False


def deletion(game: Compact) -> Hopeless | None:
    """Returns a test that holds only for lost positions, or None where it could never hold."""
    variant = game.variant
    if variant.cells:
        return None
    top, below = game.piles.top, game.piles.below
    bit = [1 << card for card in PACK]
    hosts, lower = _hosts(variant.packing), LOWER
    comes_back = variant.worrying_back
    up: dict[int, int] = {}

    def dead_spaces(position: Position) -> bool:
        columns, foundations, _, reserve = position
        lifted = up.get(foundations)
        if lifted is None:
            lifted = up[foundations] = _lifted(foundations)
        exposed = lifted if comes_back else 0
        for card in reserve:
            exposed |= bit[card]
        covered = []
        for pile in columns:
            if pile:
                exposed |= bit[top[pile]]
                if below[pile]:
                    covered.append(pile)
        while covered:
            before = exposed
            still = []
            for pile in covered:
                card = top[pile]
                while exposed & hosts[card] or not lower[card] & ~(exposed | lifted):
                    pile = below[pile]
                    card = top[pile]
                    exposed |= bit[card]
                    if not below[pile]:
                        break
                else:
                    still.append(pile)
            if exposed == before:
                return True
            covered = still
        return False

    def live_spaces(position: Position) -> bool:
        columns, foundations, _, reserve = position
        lifted = _lifted(foundations)
        exposed = (lifted if comes_back else 0) | _mask(reserve)
        space = EMPTY in columns
        full = [pile for pile in columns if pile]
        for pile in full:
            exposed |= bit[top[pile]]
        while full and not (space and any_fills):
            before = exposed, space
            still = []
            for pile in full:
                card = top[pile]
                while (
                    exposed & hosts[card]
                    or not lower[card] & ~(exposed | lifted)
                    or (space and fills_space[card])
                ):
                    pile = below[pile]
                    if not pile:
                        space = True
                        break
                    card = top[pile]
                    exposed |= bit[card]
                else:
                    still.append(pile)
            if (exposed, space) == before:
                return any(below[pile] for pile in still)
            full = still
        return False

    any_fills = variant.space is Space.ANY
    fills_space = game.fills_space
    return dead_spaces if variant.space is Space.NOTHING else live_spaces


@cache
def _hosts(packing: Packing) -> tuple[int, ...]:
    """Returns for each card the cards that it packs on, as a mask."""
    return tuple(
        _mask(
            other
            for other in PACK
            if rank_of(other) == rank_of(card) + 1
            and (packing is Packing.ANY_SUIT or is_red(other) is not is_red(card))
        )
        for card in PACK
    )


@lru_cache(maxsize=1 << 12)  # the same in every deal
def _lifted(foundations: int) -> int:
    return _mask(
        card for suit, rank in enumerate(ranks_of(foundations)) for card in range(suit, rank * 4, 4)
    )


def _mask(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


LOWER: Final = tuple(_mask(range(suit_of(card), card, 4)) for card in PACK)
