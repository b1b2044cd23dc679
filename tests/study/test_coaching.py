"""The measurement of the coach: what it counts, and that its cases are what they say."""

from __future__ import annotations

import pytest

from bakersdozen.rules import Move, play
from bakersdozen.solver import solve
from bakersdozen.study.coaching import Case, by_rule, cases, main, positions, row, tally
from bakersdozen.variants import VARIANTS

STRICT = VARIANTS["bakers-dozen"]
MOVE = Move("a", "b")


def case(truth: str, by: str | None, *thumbs: str, made: bool = False) -> Case:
    return Case(0, MOVE, made, truth, by, thumbs)  # type: ignore[arg-type]


FOUND = [
    case("unsolvable", "solver"),
    case("unsolvable", None, "coach.bury"),
    case("solved", "thumb", "coach.bury"),
    case("solved", None),
    case("solved", None, "coach.clear"),
    case("unknown", "thumb", "coach.clear"),
]


def test_warnings_and_silences_are_counted_apart() -> None:
    assert tally(FOUND, "coach") == (1, 1, 1, 2, 1)
    assert tally(FOUND, "thumb") == (1, 2, 1, 1, 1)
    assert tally(FOUND, "coach").precision() == (1, 2)
    assert tally(FOUND, "thumb").recall() == (1, 2)
    assert row("x", FOUND, "coach").startswith("| x | 6 | 1 of 2 (50 %")
    assert [line.split("(")[0] for line in by_rule(FOUND)] == [
        "| `coach.bury` | 1 of 2 ",
        "| `coach.clear` | 0 of 1 ",
        "| none | 1 of 2 ",
    ]


def test_positions_are_winnable_and_their_moves_legal() -> None:
    for _, (state, move, knowledge) in zip(range(4), positions(STRICT), strict=False):
        assert knowledge.line_from(state)
        play(STRICT, state, move)


def test_every_legal_move_is_judged_and_one_of_them_was_made() -> None:
    found = list(cases(STRICT, 2))
    assert {each.position for each in found} == {0, 1}
    for number in range(2):
        assert sum(each.made for each in found if each.position == number) == 1
    states = [state for _, (state, *_) in zip(range(2), positions(STRICT), strict=False)]
    for each in found[::9]:
        after = play(STRICT, states[each.position], each.move)
        assert solve(STRICT, after, budget=100_000).verdict in {each.truth, "unknown"}


def test_the_command_prints_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--positions", "1"]) == 0
    out = capsys.readouterr().out
    assert "| as in the page, moves made | 1 |" in out
    assert "| none |" in out
