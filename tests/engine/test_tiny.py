"""Four short deals a variant, simple and less so, that can be won and that cannot.

The verdicts come from the oracle's exhaustive search; here the engine's rules search them again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bakersdozen.notation import parse_board
from bakersdozen.rules import State, is_won, legal_moves, play
from bakersdozen.variants import VARIANTS
from support import move, position

TINY: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "data/tiny.json").read_text()
)
CASES = [
    pytest.param(variant, line, id=f"{variant}-{line['level']}-{line['solvable']}")
    for variant, lines in TINY.items()
    for line in lines
]


def reachable(variant: str, start: State) -> tuple[bool, int]:
    """Whether a win can be reached, and how many positions, up to the order of columns, can."""

    def key(state: State) -> object:
        columns = sorted(zip(state.columns, state.hidden, strict=True))
        held = sorted(card for card in state.cells if card is not None)
        return tuple(columns), state.foundations, tuple(held), frozenset(state.reserve)

    row, seen, waiting, won = VARIANTS[variant], {key(start)}, [start], False
    while waiting:
        state = waiting.pop()
        won |= is_won(state)
        for after in (play(row, state, found) for found in legal_moves(row, state)):
            if key(after) not in seen:
                seen.add(key(after))
                waiting.append(after)
    return won, len(seen)


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_are_four_of_both_kinds(variant: str) -> None:
    kinds = {(line["level"], line["solvable"]) for line in TINY[variant]}
    assert kinds == {(level, won) for level in ("simple", "complex") for won in (True, False)}


@pytest.mark.parametrize(("variant", "line"), CASES)
def test_a_tiny_deal(variant: str, line: dict[str, Any]) -> None:
    state = position(variant, line["position"])
    assert parse_board(VARIANTS[variant], line["position"]) == state
    if line["solvable"]:
        for text in line["line"]:
            assert not is_won(state)
            state = play(VARIANTS[variant], state, move(text))
        assert is_won(state)
    else:
        assert reachable(variant, state) == (False, line["states"])
