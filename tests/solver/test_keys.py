"""Keys tell positions apart exactly, or on purpose not quite."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bakersdozen.deals import deal
from bakersdozen.notation import parse_board
from bakersdozen.rules import COLUMN_LETTERS, State, is_won, play
from bakersdozen.solver import solve
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.evaluate import Evaluation
from bakersdozen.solver.frontier import Run
from bakersdozen.solver.keys import Keys, coarse_keys, exact_keys
from bakersdozen.solver.piles import Piles
from bakersdozen.solver.weights import weights_for
from bakersdozen.variants import VARIANTS, Variant
from plain import can_be_won, endgames

SPANISH = replace(VARIANTS["spanish-patience"], columns=(3, 3, 3, 3))
GARDEN = VARIANTS["flower-garden"]
BOARD = "KDJSTD/KHJHTS/QSQDKS/QHTHJD CKD9H9S9"


def keys_of(game: Compact, named: int | None) -> Keys:
    if named is None:
        return exact_keys(game.piles)
    return coarse_keys(game.piles, game.kind, game.wants, named)


@pytest.mark.parametrize(
    ("other", "named", "alike"),
    [
        # tens that can both be moved have changed places
        ("KDJSTS/KHJHTD/QSQDKS/QHTHJD CKD9H9S9", 0, True),
        ("KDJSTS/KHJHTD/QSQDKS/QHTHJD CKD9H9S9", 9, True),
        ("KDJSTS/KHJHTD/QSQDKS/QHTHJD CKD9H9S9", 10, False),
        ("KDJSTS/KHJHTD/QSQDKS/QHTHJD CKD9H9S9", None, False),
        # jacks that were never moved have
        ("KDJHTD/KHJSTS/QSQDKS/QHTHJD CKD9H9S9", 0, False),
        # a ten lies elsewhere
        ("KDJSTD/KHJH/QSQDKS/QHTHJDTS CKD9H9S9", 0, False),
        # columns have
        ("KHJHTS/QHTHJD/KDJSTD/QSQDKS CKD9H9S9", None, True),
    ],
)
def test_what_passes_as_the_same(other: str, named: int | None, alike: bool) -> None:
    game = Compact(SPANISH, Piles())
    keys = keys_of(game, named)
    key, other_key = (keys.of(game.position(parse_board(SPANISH, text))) for text in (BOARD, other))
    assert (key == other_key) == alike


def runs(variant: Variant, state: State) -> list[tuple[Run, Keys, Compact]]:
    found = []
    for named in (0, 3, None):
        game = Compact(variant, Piles())
        keys = keys_of(game, named)
        weights = Evaluation(game, weights_for(variant)[0])
        found.append((Run(game, game.position(state), weights, None, keys), keys, game))
    return found


def test_only_exact_keys_prove_anything() -> None:
    lost = 0
    for variant, state in endgames(GARDEN, 60, 3, (8, 11), seed=7):
        truth = can_be_won(variant, state, 3000)
        for run, keys, game in runs(variant, state):
            for _ in run.expand(3000):
                pass
            if run.line is not None:
                before = state
                for move, after in game.played(state, run.line, with_lifts=False):
                    assert after == play(variant, before, move)
                    before = after
                assert is_won(before)
            else:
                assert run.dry
                assert run.exhausted == keys.exact
                if run.exhausted and truth is not None:
                    assert not truth
                    lost += 1
    assert lost >= 3


def test_coarse_keys_leave_far_less_to_look_at() -> None:
    for number in (100026, 100127, 100148):
        coarse, _, exact = (run for run, _, _ in runs(GARDEN, deal(GARDEN, number)))
        for run in (coarse, exact):
            for _ in run.expand(4000):
                pass
        assert coarse.dry
        assert 5 * coarse.nodes < exact.nodes


def test_reserve_cards_go_down_just_before_something_lands_on_them() -> None:
    down = 0
    for number in range(100031, 100041):
        state = deal(GARDEN, number)
        moves = solve(GARDEN, state, budget=5000).moves
        for move, following in pairwise(moves):
            if len(move.source) == 2 and move.target in COLUMN_LETTERS:
                down += 1
                assert following.target == move.target
    assert down > 10
