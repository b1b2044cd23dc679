"""Safe lifts: cards that may go to a foundation at once, because nothing can need them.

Any suit packs on any: a card of rank r can serve only as a landing place for
cards of rank r-1. When every foundation holds at least r-2, each of those is up
or can go up itself the moment it is available, so the place is never needed.

Alternate colours: only the two cards of the other colour and rank r-1 can land
on it. Either both are up; or both can go up when available (their foundations
hold r-2), and so can, in turn, whatever they could carry (the other suit of its
own colour holds at least r-3). Where cards may come back from foundations the
first reason fails (a card that is up could come back to land there) and only
the second counts.

A lift that is not safe is still a move, of course; a search tries both.
"""

from __future__ import annotations

from collections.abc import Sequence

from bakersdozen.cards import Card, is_red, rank_of, suit_of
from bakersdozen.variants import Packing


def is_safe(packing: Packing, worrying_back: bool, foundations: Sequence[int], card: Card) -> bool:
    """Tells whether a card that can go up may do so at once without loss."""
    rank = rank_of(card)
    if packing is Packing.ANY_SUIT:
        return rank <= min(foundations) + 2
    suit = suit_of(card)
    others = (0, 3) if is_red(card) else (1, 2)
    other_colour = min(foundations[other] for other in others)
    own_colour = foundations[3 - suit]
    if rank <= other_colour + 2 and rank <= own_colour + 3:
        return True
    return not worrying_back and rank <= other_colour + 1
