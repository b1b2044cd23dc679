"""Cards: the 52 of a French pack as small integers, and their two-letter names.

A card is `(rank - 1) * 4 + suit`, suits in the order clubs, diamonds, hearts,
spades, ranks from 1 (ace) to 13 (king). Integers keep positions small and the
search fast; names are for people and for text.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = int

SUITS: Final = "CDHS"
RANKS: Final = "A23456789TJQK"
KING: Final = 13
PACK: Final[range] = range(52)

NAMES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
BY_NAME: Final[dict[str, Card]] = {name: card for card, name in enumerate(NAMES)}


def card_of(rank: int, suit: int) -> Card:
    """Returns the card of a rank (1 to 13) and a suit (0 to 3, C D H S).

    >>> NAMES[card_of(12, 2)]
    'QH'
    """
    return (rank - 1) * 4 + suit


def rank_of(card: Card) -> int:
    """Returns the rank of a card, 1 (ace) to 13 (king)."""
    return (card >> 2) + 1


def suit_of(card: Card) -> int:
    """Returns the suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def is_red(card: Card) -> bool:
    """Tells whether a card is a diamond or a heart.

    >>> [is_red(BY_NAME[name]) for name in ("AC", "AD", "AH", "AS")]
    [False, True, True, False]
    """
    return card & 3 in (1, 2)
