"""Views: all that the page needs to draw a position and to answer a touch."""

from __future__ import annotations

from typing import Any, Final

from bakersdozen.cards import NAMES, SUITS, card_of
from bakersdozen.game import Game, description_of, score
from bakersdozen.places import CELL_PREFIX, pile_name
from bakersdozen.rules import (
    CELL_DIGITS,
    RESERVE,
    Move,
    State,
    columns_of,
    dead_columns,
    finishing_lifts,
    lead_of,
    legal_moves,
    outcome,
)
from bakersdozen.variants import Variant

PLAYING: Final = "playing"


def piles(state: State) -> dict[str, list[str]]:
    """Returns the cards of every pile, bottom → top; each card is in exactly one."""
    found = {letter: [NAMES[card] for card in column] for letter, column in columns_of(state)}
    for suit, top in enumerate(state.foundations):
        found[SUITS[suit]] = [NAMES[card_of(rank, suit)] for rank in range(1, top + 1)]
    for digit, card in zip(CELL_DIGITS, state.cells, strict=False):
        found[CELL_PREFIX + digit] = [] if card is None else [NAMES[card]]
    found[RESERVE] = [NAMES[card] for card in state.reserve]
    return found


def destinations(variant: Variant, state: State) -> dict[str, list[str]]:
    """Returns, for each card that can move, the piles that it may go to.

    In a run that moves as one, the card is the lowest of those that go. All
    open cells are named, though the list of legal moves has one of them.
    """
    open_cells = [
        CELL_PREFIX + digit
        for digit, card in zip(CELL_DIGITS, state.cells, strict=False)
        if card is None
    ]
    dests: dict[str, list[str]] = {}
    for move in legal_moves(variant, state):
        targets = open_cells if move.target in CELL_DIGITS else [move.target]
        dests.setdefault(NAMES[lead_of(state, move)], []).extend(targets)
    return dests


def view(game: Game, *, key: int, seconds: float) -> dict[str, Any]:
    """Returns the View of a game; docs/ARCHITECTURE.md describes its fields."""
    variant, state = game.variant, game.state
    return {
        "key": key,
        "variant": description_of(variant),
        "deal": game.deal,
        "daily": game.daily,
        "piles": piles(state),
        "hidden": {
            letter: down
            for (letter, _), down in zip(columns_of(state), state.hidden, strict=True)
            if down
        },
        "dests": destinations(variant, state),
        "dead": list(dead_columns(variant, state)),
        "counts": {
            "foundations": sum(state.foundations),
            "tableau": sum(map(len, state.columns)),
            "spaces": state.columns.count(()),
            "moves": game.cursor,
        },
        "cursor": game.cursor,
        "plies": len(game.plies),
        "status": outcome(variant, state) or PLAYING,
        "finish": bool(finishing_lifts(state)),
        "last": _last(game),
        "score": score(state, seconds),
    }


def _last(game: Game) -> dict[str, str | int] | None:
    move: Move | None = game.last_move
    if move is None:
        return None
    before = game.state_at(game.cursor - 1)
    return {
        "card": NAMES[lead_of(before, move)],
        "top": NAMES[lead_of(before, move._replace(size=1))],
        "size": move.size,
        "from": pile_name(move.source),
        "to": pile_name(move.target),
    }
