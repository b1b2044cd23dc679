"""What a touch means: where a double tap sends a card, and why a card has to lie."""

from __future__ import annotations

from bakersdozen.cards import NAMES, SUITS, Card, suit_of
from bakersdozen.complaints import Complaint
from bakersdozen.places import CELL_PREFIX
from bakersdozen.rules import (
    COLUMN_LETTERS,
    IllegalMove,
    Reason,
    State,
    held_back,
    is_won,
    move_of,
    next_up,
    refused,
)
from bakersdozen.variants import Variant
from bakersdozen.view import destinations, piles


def natural_target(variant: Variant, state: State, card: Card) -> str | None:
    """Returns where a double tap sends a card, or None when that is not clear.

    Its foundation if it may go up; else its only target, where open cells count
    as one, spaces as one, and a space is no target for a card that has its
    column to itself.
    """
    targets = _targets(variant, state, card)
    return targets[0] if len(targets) == 1 else None


def unclear(variant: Variant, state: State, card: Card) -> Complaint:
    """Tells why a double tap sends a card nowhere.

    It has several places; or it has none, and then why it has to lie. Where the card waits
    for others of its suit, the next of them is named.
    """
    if _targets(variant, state, card):
        return _waiting(state, card, "reason.several-targets")
    why = standstill(variant, state, card)
    return _waiting(state, card, "reason.nowhere") if why.reason is Reason.NOWHERE else why


def standstill(variant: Variant, state: State, card: Card) -> IllegalMove:
    """Tells why a card that has no legal move has to lie.

    What holds it back wherever it should go; else, for a run that is too long for every
    column that would take it, how many may go to the one that takes most; else that no
    place takes it.
    """
    if is_won(state):
        return IllegalMove(Reason.GAME_OVER)
    try:
        moves = [move_of(state, card, letter) for letter in COLUMN_LETTERS[: len(state.columns)]]
    except IllegalMove as refusal:
        return refusal
    if held := held_back(variant, state, moves[0]):
        return held
    found = [why for move in moves if (why := refused(variant, state, move))]
    limits = {
        limit: why for why in found if isinstance(limit := why.args_for_text.get("limit"), int)
    }
    return limits[max(limits)] if limits else IllegalMove(Reason.NOWHERE, card=NAMES[card])


def _targets(variant: Variant, state: State, card: Card) -> list[str]:
    """Lists the targets to choose among, one of each kind; a foundation leaves no choice."""
    found = piles(state)
    kinds: dict[str, str] = {}
    for target in destinations(variant, state).get(NAMES[card], []):
        if target in SUITS:
            return [target]
        if target.startswith(CELL_PREFIX):
            kinds.setdefault(CELL_PREFIX, target)
        elif found[target]:
            kinds[target] = target
        elif [NAMES[card]] not in found.values():
            kinds.setdefault("space", target)
    return list(kinds.values())


def _waiting(state: State, card: Card, sentence: str) -> Complaint:
    needed = next_up(state, suit_of(card))
    # One that lies under others may be the next to go up, and one that is up waits for none.
    if needed is None or needed >= card:
        return Complaint(sentence, card=NAMES[card])
    return Complaint(f"{sentence}-yet", card=NAMES[card], needed=NAMES[needed])
