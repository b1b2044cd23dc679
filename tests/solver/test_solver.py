"""The solver's manners: its answers, its budget, its slices, and the known hard cases."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from bakersdozen.cards import SUITS, card_of, rank_of, suit_of
from bakersdozen.deals import deal
from bakersdozen.notation import parse_board
from bakersdozen.rules import Move, State, is_won, legal_moves, play
from bakersdozen.solver import Progress, Result, search, solve
from bakersdozen.variants import VARIANTS, Packing, Variant

STRICT = VARIANTS["bakers-dozen"]
# What takes seconds for a garden takes the others milliseconds.
OPEN_GAMES = [variant for variant in VARIANTS.values() if variant.id != "flower-garden"]


def replayed(variant: Variant, state: State, result: Result) -> State:
    for move in result.moves:
        state = play(variant, state, move)
    return state


@pytest.mark.parametrize("variant", OPEN_GAMES, ids=lambda variant: variant.id)
def test_every_line_replays_to_a_win(variant: Variant) -> None:
    for number in range(1, 13):
        state = deal(variant, number)
        result = solve(variant, state, budget=30_000)
        assert result.verdict != "unknown"
        assert is_won(replayed(variant, state, result)) == (result.verdict == "solved")


def test_lifting_a_card_that_is_still_needed_loses() -> None:
    """A jack that could go up must stay as a landing place for a ten."""
    text = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"
    state = parse_board(STRICT, text)
    assert {str(move) for move in legal_moves(STRICT, state)} == {"bH", "ba", "db"}
    result = solve(STRICT, state)
    assert result.verdict == "solved"
    assert str(result.moves[0]) != "bH"
    lost = solve(STRICT, play(STRICT, state, Move("b", "H")))
    assert lost.verdict == "unsolvable"


def test_one_open_cell_is_enough() -> None:
    text = (
        "4H7S8HTH/9S6CKH7H/JHJS5C7D/QH6D8SKS/6H9D5DJD/QC9C8D5H/9HQSKC7C/TSQDTCKD C4D4H3S6 TD8CJC-"
    )
    variant = VARIANTS["freecell"]
    state = parse_board(variant, text)
    moves = legal_moves(variant, state)
    assert len(moves) == 8
    result = solve(variant, state)
    assert result.verdict == "solved"
    assert result.moves[0] in moves


def test_a_small_budget_says_unknown_and_nothing_else() -> None:
    numbers = [n for n in range(1, 60) if solve(STRICT, deal(STRICT, n)).nodes > 50][:20]
    assert len(numbers) == 20
    for number in numbers:
        state = deal(STRICT, number)
        whole = solve(STRICT, state)
        short = solve(STRICT, state, budget=50)
        if whole.verdict == "solved":
            assert short == Result("unknown", (), 50, "budget")


def test_a_search_can_be_left_at_any_yield() -> None:
    state = deal(STRICT, 1)
    searching = search(STRICT, state)
    assert isinstance(next(searching), Progress)
    searching.close()
    assert solve(STRICT, state).verdict == "solved"


def test_progress_grows_and_stays_within_the_budget() -> None:
    variant = VARIANTS["freecell"]
    seen = [step.nodes for step in search(variant, deal(variant, 11982), budget=5000)]
    assert seen == sorted(seen)
    assert len(seen) > 100
    assert seen[-1] <= 5000


def test_the_answer_depends_on_budget_and_seed_alone() -> None:
    code = (
        "from bakersdozen.deals import deal\n"
        "from bakersdozen.solver import solve\n"
        "from bakersdozen.variants import VARIANTS\n"
        "for name in ('bakers-dozen', 'freecell', 'good-measure'):\n"
        "    variant = VARIANTS[name]\n"
        "    for number in (1, 2, 3):\n"
        "        result = solve(variant, deal(variant, number), budget=3000, seed=5)\n"
        "        print(result.verdict, result.nodes, *map(str, result.moves))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "py"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1


def test_a_won_position_needs_no_moves() -> None:
    won = State(((),) * 13, (0,) * 13, (13, 13, 13, 13))
    assert solve(STRICT, won) == Result("solved", (), 0, "line")


@pytest.mark.parametrize("variant", OPEN_GAMES, ids=lambda variant: variant.id)
def test_playing_a_winning_line_keeps_the_game_won(variant: Variant) -> None:
    state = deal(variant, 2)
    line = solve(variant, state, budget=30_000).moves
    assert line
    for number, move in enumerate(line):
        state = play(variant, state, move)
        if not number % 9:
            assert solve(variant, state, budget=30_000).verdict == "solved"


def renamed(state: State, suits: tuple[int, ...]) -> State:
    foundations = [0] * 4
    for suit, rank in enumerate(state.foundations):
        foundations[suits[suit]] = rank
    return state._replace(
        columns=tuple(
            tuple(card_of(rank_of(card), suits[suit_of(card)]) for card in column)
            for column in state.columns
        ),
        foundations=tuple(foundations),
        cells=tuple(
            None if card is None else card_of(rank_of(card), suits[suit_of(card)])
            for card in state.cells
        ),
        reserve=tuple(
            sorted(card_of(rank_of(card), suits[suit_of(card)]) for card in state.reserve)
        ),
    )


@pytest.mark.parametrize("variant", OPEN_GAMES, ids=lambda variant: variant.id)
def test_names_of_suits_and_order_of_columns_do_not_matter(variant: Variant) -> None:
    suits = (3, 2, 1, 0) if variant.packing is Packing.ALTERNATE else (2, 0, 3, 1)
    for number in range(20, 23):
        state = deal(variant, number)
        verdict = solve(variant, state, budget=60_000).verdict
        assert verdict != "unknown"
        turned = state._replace(
            columns=state.columns[3:] + state.columns[:3],
            hidden=state.hidden[3:] + state.hidden[:3],
        )
        same_shape = replace(variant, columns=tuple(map(len, turned.columns)))
        assert solve(same_shape, turned, budget=60_000).verdict == verdict
        assert solve(variant, renamed(state, suits), budget=60_000).verdict == verdict


@pytest.mark.parametrize(
    ("number", "verdict"),
    [(1, "solved"), (3, "solved"), (6, "solved"), (8, "solved"), (10, "unsolvable")],
)
def test_gardens_are_decided(number: int, verdict: str) -> None:
    variant = VARIANTS["flower-garden"]
    state = deal(variant, number)
    turned = state._replace(columns=state.columns[2:] + state.columns[:2])
    for same in (state, turned, renamed(state, (2, 0, 3, 1))):
        result = solve(variant, same, budget=30_000)
        assert result.verdict == verdict
        assert is_won(replayed(variant, same, result)) == (verdict == "solved")


def test_a_deal_that_only_many_questions_prove_lost_is_proved_soon() -> None:
    variant = VARIANTS["good-measure"]
    assert solve(variant, deal(variant, 215), budget=5000).verdict == "unsolvable"


def test_freecells_one_impossible_classic_deal_is_never_called_won() -> None:
    variant = VARIANTS["freecell"]
    assert solve(variant, deal(variant, 11982), budget=20_000).verdict != "solved"


def test_moves_are_named_as_the_engine_names_them() -> None:
    state = deal(STRICT, 1)
    for move in solve(STRICT, state).moves:
        assert move.target in SUITS or move.target in "abcdefghijklm"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (
            "2D5C6SAH/KDKCTS6C/5H7D4S6D/AD4H8H8D/TH9H9D3C/3D8S8CAC/3S6H4C2S/7SJD2HTC/7HQS2CTD"
            "/KS4D3HQD/JSJCQC5S/KHJHQH7C/9SAS9C5D",
            "unsolvable",
        ),
        (
            "JS8HJH8D/KCKS7H6C/4H4C2CTC/7CTHTSAD/5S3D2S4D/3SJCTD9H/8S5D3C9S/2D9D3H6D/7D9CJDQH"
            "/6SAS2H8C/4S5CQDAC/AHQS6H7S/KHKD5HQC",
            "solved",
        ),
        (
            "8STSTC6S/2DAC7SQH/4C9H3CJC/AD4HQD4D/AHTH2CJS/4S5D6C7D/KCKD3S6D/6H2SJD3H/AS5S3DQC"
            "/8C5H7HJH/9D8D5CQS/8H2H7CTD/KSKH9C9S",
            "solved",
        ),
    ],
    ids=["lost by deletion", "hard", "hardest"],
)
def test_hard_strict_deals_are_decided(text: str, verdict: str) -> None:
    state = parse_board(STRICT, text)
    result = solve(STRICT, state, budget=7000)
    assert result.verdict == verdict
    assert is_won(replayed(STRICT, state, result)) == (verdict == "solved")


@pytest.mark.parametrize("name", ["bakers-dozen", "good-measure"])
def test_a_line_never_comes_back_to_a_state(name: str) -> None:
    variant = VARIANTS[name]
    for number in range(1, 25):
        state = deal(variant, number)
        met = [state]
        for move in solve(variant, state, budget=3000).moves:
            state = play(variant, state, move)
            met.append(state)
        assert len(met) == len(set(met))
