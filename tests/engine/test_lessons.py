"""The first game: each step is what it says, and nothing on the way spoils it."""

import json
from pathlib import Path

from bakersdozen.cards import BY_NAME
from bakersdozen.lessons import POSITION, STEPS, VARIANT, Step, first_game
from bakersdozen.notation import parse_board
from bakersdozen.places import pile_names
from bakersdozen.rules import Move, State, legal_moves, move_of, outcome, play, refused
from bakersdozen.solver import solve
from bakersdozen.variants import VARIANTS

ROOT = Path(__file__).parents[2]
HANDS = ("touch", "mouse", "keys")


def asked(state: State, step: Step) -> Move:
    return move_of(state, BY_NAME[step.card], step.to)


def before(last: Step) -> State:
    """The position in which a step begins."""
    state = parse_board(VARIANT, POSITION)
    for step in STEPS[: STEPS.index(last)]:
        if step.card and not step.reason:
            state = play(VARIANT, state, asked(state, step))
    return state


def test_it_is_the_strict_game_on_fewer_columns() -> None:
    strict = VARIANTS["bakers-dozen"].parameters() | {"id": "custom", "columns": None}
    assert VARIANT.parameters() | {"columns": None} == strict


def test_every_move_that_is_asked_for_is_legal_and_keeps_the_game_winnable() -> None:
    for step in STEPS:
        state = before(step)
        assert solve(VARIANT, state).verdict == "solved", step
        if step.card and not step.reason:
            assert asked(state, step) in legal_moves(VARIANT, state), step


def test_every_move_that_is_to_be_refused_is_refused_for_the_reason_given() -> None:
    tried = [step for step in STEPS if step.reason]
    assert len(tried) == 2
    for step in tried:
        state = before(step)
        refusal = refused(VARIANT, state, asked(state, step))
        assert refusal
        assert refusal.reason is step.reason


def test_a_column_is_cleared_and_dead_before_the_step_that_tries_it() -> None:
    for step in STEPS[1:]:
        spaces = before(step).columns.count(())
        assert spaces == (STEPS.index(step) >= STEPS.index(STEPS[-2])), step
    assert before(STEPS[-2]).columns["abcde".index(STEPS[-2].to)] == ()


def test_the_last_step_leaves_a_choice_and_its_trap_ends_the_game() -> None:
    assert [step.free for step in STEPS] == [False] * (len(STEPS) - 1) + [True]
    state = before(STEPS[-1])
    trap = asked(state, STEPS[-1])
    after = {move: play(VARIANT, state, move) for move in legal_moves(VARIANT, state)}
    assert outcome(VARIANT, after.pop(trap)) == "no-moves"
    assert len(after) == 2
    assert all(solve(VARIANT, rest).verdict == "solved" for rest in after.values())


def test_it_names_cards_and_piles_as_the_page_does_and_has_its_sentences() -> None:
    for language in ("en", "uk"):
        texts = json.loads((ROOT / "strings" / f"{language}.json").read_text("utf-8"))
        for step in STEPS:
            said = f"lesson.{step.say}"
            # One sentence for all hands, or one for each.
            assert said in texts or {f"{said}.{hand}" for hand in HANDS} <= texts.keys()
    for step in first_game()["steps"]:
        assert step["card"] in {"", *BY_NAME}
        assert step["to"] in {"", *pile_names(VARIANT)}
