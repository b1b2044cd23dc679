"""What the engine can do in a second; the same lines run in this Python and in the page's.

Nothing is imported here but the engine and what the page's library has. Seconds are those
of the processor where Python can tell them, which in the page it cannot.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from bakersdozen import deals, notation, rules, solver
from bakersdozen.game import Game
from bakersdozen.rules import State
from bakersdozen.variants import VARIANTS, Variant
from bakersdozen.view import view

_GAMES = 12
_LONGEST = 80


def engine_rows() -> dict[str, dict[str, float]]:
    """Times the rules and the view of every variant: moves a second, milliseconds a view."""
    return {name: _engine_row(variant) for name, variant in VARIANTS.items()}


def solver_rows(boards: list[str], budget: int, limit: float) -> Iterator[dict[str, Any]]:
    """Yields verdict, nodes and seconds of strict deals, each given as a position text.

    A search is left undecided after so many nodes (`budget`) or seconds (`limit`).
    """
    variant = VARIANTS["bakers-dozen"]
    for board in boards:
        state = notation.parse_board(variant, board)
        start = time.process_time()
        search = solver.search(variant, state, budget=budget)
        verdict, nodes, seconds = "unknown", 0, 0.0
        while seconds < limit:
            try:
                nodes = next(search).nodes
            except StopIteration as end:
                verdict, nodes = end.value.verdict, end.value.nodes
                seconds = time.process_time() - start
                break
            seconds = time.process_time() - start
        yield {"verdict": verdict, "nodes": nodes, "seconds": seconds}


def _engine_row(variant: Variant) -> dict[str, float]:
    # Random games, always the same ones: positions as they come, not the first one only.
    chance = random.Random(variant.id)
    games, views = [], []
    for number in range(1, _GAMES + 1):
        state = deals.deal(variant, number)
        states: list[State] = []
        start = time.process_time()
        while len(states) < _LONGEST and (moves := rules.legal_moves(variant, state)):
            states.append(state)
            state = rules.play(variant, state, chance.choice(moves))
        games.append((time.process_time() - start) / len(states))
        seen = [_game_at(variant, state) for state in states]
        start = time.process_time()
        for game in seen:
            view(game, key=1, seconds=0)
        views.append((time.process_time() - start) / len(seen))
    return {"moves_a_second": 1 / median(games), "view_ms": median(views) * 1000}


def _game_at(variant: Variant, state: State) -> Game:
    return Game.from_position(variant, notation.format_position(variant, state))
