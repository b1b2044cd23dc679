"""The features that positions and classes are judged by, as the weights on them."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """What each feature of a position costs (negative: is worth)."""

    left: float  # a card not yet on a foundation
    emptied: float  # an empty column
    same_suit_block: float  # a card that lies above a lower one of its own suit
    run: float  # a card packed on the next higher rank
    rising: float  # a card directly on a lower one
    equal: float  # a card directly on one of its own rank
    gap: float  # ranks missing between a card and the higher one beneath it
    block: float  # a card that lies above any lower one
    need0: float  # a card above the next card of a foundation
    need1: float  # ... above the one after it
    need2: float  # ... above the third
    top: float  # a tenth of the rank of a top card
    king_run: float  # a column that is one run from a king
    spread: float  # between the highest and the lowest foundation
    step: float  # a move made
    kinds_on_top: float  # a kind of card (a rank, or a rank and a colour) among the top cards
    cell: float = 0.0  # a card in a cell
    reserve: float = 0.0  # a card in the reserve


class ClassWeights(NamedTuple):
    """What each feature of a class costs (negative: is worth)."""

    left: float  # a card not yet on a foundation
    buried: float  # a card of the start beneath a root
    need0: float  # a stub's card above the next card of a foundation
    need1: float  # ... above the one after it
    need2: float
    need3: float
    same_suit_block: float  # a stub's card that lies above a lower one of its own suit
    block: float  # ... above any lower one
    none_bare: float  # a kind with places, all covered
    one_bare: float  # a kind with one bare card
    more_bare: float  # a kind with more
    gone: float  # an empty column
    king: float  # a stub that is just a king
    spread: float  # between the highest and the lowest foundation
    parked: float  # a parked card
    root: float  # a tenth of the rank of a root
    short: float  # a stub's card for which its kind's places are too few
    starved: float  # a kind that some stub's card wants, without a bare card
    noise: float  # chance
