"""Lines of moves: no way back, and runs moved as one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bakersdozen.cards import NAMES
from bakersdozen.deals import deal
from bakersdozen.game import Game
from bakersdozen.hints import Knowledge, hint
from bakersdozen.notation import parse_board, parse_move
from bakersdozen.rules import Move, State, is_won, lead_of, legal_moves, play
from bakersdozen.solver import solve
from bakersdozen.solver.lines import with_groups, without_loops
from bakersdozen.variants import VARIANTS, Faces, Variant

FREECELL = VARIANTS["freecell"]
ONE_BY_ONE = replace(FREECELL, group_moves=False)
# A queen and a jack lie on the ten that clubs need, and go onto a king.
BOARD = "TCQHJS/KC/KS/KH/QS/KDQC/JCTS/- C9DQHJS9"


def board() -> tuple[Variant, State]:
    variant = replace(FREECELL, columns=(3, 1, 1, 1, 1, 2, 2, 0))
    return variant, parse_board(variant, BOARD)


def moves_of(text: str) -> list[Move]:
    return [parse_move(word) for word in text.split()]


def states_of(variant: Variant, state: State, line: list[Move]) -> list[State]:
    states = [state]
    for move in line:
        states.append(play(variant, states[-1], move))
    return states


def singles(variant: Variant, state: State, line: list[Move]) -> list[Move]:
    """Returns a line with runs of two moved by way of a cell."""
    found = []
    for move in line:
        if move.size == 2 and None in state.cells:
            cell = str(state.cells.index(None) + 1)
            found += [
                Move(move.source, cell),
                Move(move.source, move.target),
                Move(cell, move.target),
            ]
        else:
            found.append(move)
        state = play(variant, state, move)
    return found


def test_a_line_without_its_loops_leads_to_the_same_end() -> None:
    variant, state = board()
    line = moves_of("ab2 aC")
    detour = moves_of("a1 1h h1 1a ab2 bc2 cb2 aC")
    assert without_loops(variant, state, line) == line
    assert without_loops(variant, state, detour) == line
    assert states_of(variant, state, detour)[-1] == states_of(variant, state, line)[-1]


@pytest.mark.parametrize(
    ("line", "shorter"),
    [
        ("a1 ab 1b aC", "ab2 aC"),
        # something else happens while the jack waits in the cell
        ("a1 gS ab 1b aC", "ab2 gS aC"),
        ("a1 ab gS 1b aC", "ab2 gS aC"),
        # by way of a space
        ("ah ab hb aC", "ab2 aC"),
        # the jack goes up instead of coming after the queen
        ("a1 ab gS 1S aC", "ab2 gS bS aC"),
        ("a1 ah gS 1S aC", "ah2 gS hS aC"),
        # each goes its own way, so nothing can be saved
        ("a1 a2 gS 1S aC", "a1 a2 gS 1S aC"),
    ],
)
def test_a_run_goes_as_one(line: str, shorter: str) -> None:
    variant, state = board()
    given, found = moves_of(line), with_groups(variant, state, moves_of(line))
    assert " ".join(map(str, found)) == shorter
    assert states_of(variant, state, found)[-1] == states_of(variant, state, given)[-1]


def test_where_the_rules_know_no_runs_a_line_stays_as_it_is() -> None:
    variant, state = board()
    line = moves_of("a1 ab 1b aC")
    assert with_groups(replace(variant, group_moves=False), state, line) == line


def test_the_solver_moves_runs_as_one_wherever_it_saves_a_move() -> None:
    groups = shortened = 0
    for number in range(1, 25):
        state = deal(FREECELL, number)
        line = list(solve(FREECELL, state).moves)
        states = states_of(FREECELL, state, line)
        assert is_won(states[-1])
        assert len(set(states)) == len(states)
        groups += sum(move.size > 1 for move in line)
        place = {after: at for at, after in enumerate(states)}
        for at, before in enumerate(states):
            for move in legal_moves(FREECELL, before):
                assert move.size == 1 or place.get(play(FREECELL, before, move), 0) <= at + 1
        one_by_one = list(solve(ONE_BY_ONE, state).moves)
        fused = with_groups(FREECELL, state, one_by_one)
        assert is_won(states_of(FREECELL, state, fused)[-1])
        assert len(fused) <= len(one_by_one)
        shortened += len(fused) < len(one_by_one)
        assert len(with_groups(FREECELL, state, singles(FREECELL, state, line))) <= len(line)
    assert groups > 50
    assert shortened > 10


def test_the_hint_names_the_card_that_leads_a_run() -> None:
    state = deal(FREECELL, 1)
    line = list(solve(FREECELL, state).moves)
    at = next(at for at, move in enumerate(line) if move.size > 1)
    game = Game.numbered(FREECELL, "1")
    for move in line[:at]:
        game.replay((move,))
    knowledge = Knowledge(FREECELL)
    knowledge.learn_line(game.state, line[at:])
    hinting = hint(knowledge, game)
    while True:
        try:
            next(hinting)
        except StopIteration as ended:
            answer = ended.value
            break
    assert answer["move"] == {"card": NAMES[lead_of(game.state, line[at])], "to": line[at].target}


def test_a_run_is_not_moved_below_the_cards_that_lie_face_up() -> None:
    closed = replace(FREECELL, faces=Faces.TOP)
    for number in range(1, 9):
        state = deal(closed, number)
        line = list(solve(closed, state).moves)
        assert is_won(states_of(closed, state, line)[-1])
