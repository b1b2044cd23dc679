"""A scout's landmarks can be reached by the moves that it tells, and short runs from them win."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bakersdozen.deals import deal
from bakersdozen.rules import State, is_won, play
from bakersdozen.solver import solve
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.piles import Piles
from bakersdozen.solver.scout import Scout
from bakersdozen.variants import VARIANTS, Packing, Space, Variant
from plain import endgames

GARDEN = VARIANTS["flower-garden"]
GAMES = {
    "any": GARDEN,
    "alternate": replace(GARDEN, packing=Packing.ALTERNATE),
    "cell": replace(GARDEN, cells=1),
    "kings": replace(GARDEN, space=Space.KING, cells=1),
}


def landmarks_reached(variant: Variant, state: State) -> int:
    """Plays to each landmark under the rules; returns how many there are."""
    game = Compact(variant, Piles())
    start = game.position(state)
    scout = Scout(game, start, None)
    for _ in scout.expand(20):
        pass
    for position, moves in scout.landmarks:
        reached = start
        for _, after in game.played(state, moves, with_lifts=False):
            reached = game.position(after)
        assert game.settled(reached) == position
    return len(scout.landmarks)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_landmarks_are_reached_by_their_moves(game: Variant) -> None:
    found = 0
    for columns in (2, 3, 4):
        for variant, state in endgames(game, 20, columns, (4, 9), seed=8):
            found += landmarks_reached(variant, state)
    assert found > 40


def test_landmarks_of_whole_gardens_are_reached_by_their_moves() -> None:
    assert sum(landmarks_reached(GARDEN, deal(GARDEN, number)) for number in range(1, 17)) > 60


@pytest.mark.parametrize(("number", "most"), [(2196, 30_000), (3181, 40_000)])
def test_what_long_runs_left_open_is_won_from_landmarks(number: int, most: int) -> None:
    """Both were open after 300,000 nodes from the start."""
    state = deal(GARDEN, number)
    found = solve(GARDEN, state, budget=most)
    assert found.verdict == "solved"
    for move in found.moves:
        state = play(GARDEN, state, move)
    assert is_won(state)
