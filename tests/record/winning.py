"""Plays games to their end by the solver, in every way that a player can."""

from __future__ import annotations

import random

from bakersdozen.game import Game
from bakersdozen.rules import is_won, legal_moves
from bakersdozen.solver import solve
from bakersdozen.variants import VARIANTS


def won_game(variant: str, number: int, chance: random.Random) -> Game | None:
    """Plays some random moves that keep the game winnable, then a line that wins.

    Some moves go with the safe cards that they free, and the end may be an auto-finish.
    Returns None for a deal that the solver does not win.
    """
    game = Game.numbered(VARIANTS[variant], str(number))
    if solve(game.variant, game.state, budget=1000).verdict != "solved":
        return None
    for _ in range(chance.randrange(4)):
        move = chance.choice(legal_moves(game.variant, game.state))
        game.move(move, autoplay=chance.random() < 0.5)
        if solve(game.variant, game.state, budget=1000).verdict != "solved":
            game.undo()
    while not is_won(game.state):
        line = solve(game.variant, game.state, budget=10_000).moves
        if not line:
            return None
        for move in line:
            if chance.random() < 0.1 and _finished(game):
                break
            if len(game.move(move, autoplay=chance.random() < 0.3)) > 1:
                break
    return game


def _finished(game: Game) -> bool:
    try:
        game.finish()
    except ValueError:
        return False
    return True
