"""Points are what lies on the foundations: nothing that is done and undone earns more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakersdozen.game import Game, score, variant_of
from bakersdozen.rules import Move, is_won, legal_moves

BACK = {"columns": [4] * 13, "worrying_back": True, "space": "any", "cells": 1}

# Two aces and two suits are up; the column that the diamonds' ace goes back to is a space.
BOARD = "2C2D/3C3D/4C4D/5C5D/6C6D/7C7D/8C8D/9C9D/TCTD/JCJD/QCQD/KCKD/- CADAHKSK"


def points(game: Game) -> int:
    return score(game.state, 0)["total"]


@given(st.integers(1, 10**6), st.lists(st.integers(0, 10**6), max_size=120))
def test_the_score_follows_from_the_table_alone(number: int, choices: list[int]) -> None:
    """Moves, ways back, undos and redos in any order, in a game where cards may come back."""
    game = Game.numbered(variant_of(BACK), str(number))
    for choice in choices:
        moves = legal_moves(game.variant, game.state)
        if choice % 5 == 0:
            game.undo()
        elif choice % 5 == 1:
            game.redo()
        elif moves:
            game.move(moves[choice % len(moves)], autoplay=choice % 2 == 0)
        if not is_won(game.state):
            assert points(game) == 5 * sum(game.state.foundations) <= 260


@pytest.mark.parametrize("times", [20])
def test_a_card_taken_off_a_foundation_and_put_back_earns_nothing(times: int) -> None:
    game = Game.from_position(variant_of(BACK), BOARD)
    earned = points(game)
    for _ in range(times):
        game.move(Move("D", "m"))
        assert points(game) == earned - 5
        game.move(Move("m", "D"))
        assert points(game) == earned
    for _ in range(50):
        game.undo()
        game.redo()
    assert points(game) == earned
