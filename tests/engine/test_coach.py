"""The coach: each rule of thumb by itself, who warns and who keeps silent, and why."""

from __future__ import annotations

from typing import Any

import pytest

from bakersdozen import coach, hints
from bakersdozen.game import Game
from bakersdozen.notation import parse_move
from bakersdozen.rules import State, is_won, legal_moves, play
from bakersdozen.solver import solve
from bakersdozen.variants import VARIANTS
from support import card
from test_hints import H01, STRICT, finished


def table(text: str, foundations: str = "----", hidden: int = 0) -> State:
    """A table of a few cards: columns joined by `/`, and the foundations' top ranks."""
    columns = tuple(
        tuple(card(column[at : at + 2]) for at in range(0, len(column.strip("-")), 2))
        for column in text.split("/")
    )
    ranks = tuple("-A23456789TJQK".index(rank) for rank in foundations)
    return State(columns, (hidden,) + (0,) * (len(columns) - 1), ranks)


def thumbs(state: State, move: str, variant: str = "bakers-dozen") -> dict[str, dict[str, Any]]:
    parsed = parse_move(move)
    play(VARIANTS[variant], state, parsed)  # legal it is
    found = coach.reasons(VARIANTS[variant], state, parsed)
    return {reason.key.removeprefix("coach."): reason.args for reason in found}


def test_clearing_a_column_for_the_last_open_place_is_warned_of() -> None:
    state = table("KC/QD/5H3S", "2222")
    assert thumbs(state, "ba") == {"clear": {"card": "QD", "column": "b"}}


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("KC/QD/KS", "bakers-dozen"),  # another king is open
        ("KC/5HQD/3S", "bakers-dozen"),  # it is not the column's last card
        ("KC/QD/5H3S", "spanish-patience"),  # any card may fill the space
        ("KC/QD/5H3S", "portuguese-solitaire"),  # a king may
    ],
)
def test_clearing_that_costs_nothing_is_not(text: str, variant: str) -> None:
    assert thumbs(table(text, "2222"), "ba", variant) == {}


def test_burying_the_next_card_in_the_place_that_others_wait_for_is_warned_of() -> None:
    state = table("3C9D/KD8D/TH8H/TS8S", "2222")
    assert thumbs(state, "ba") == {
        "bury": {"card": "8D", "column": "a", "low": "3C", "n": 2, "cards": "8H 8S"}
    }


@pytest.mark.parametrize(
    "text",
    [
        "4C9D/KD8D/TH8H/TS8S",  # what is buried is not the next one
        "3C9D/KD8D/TH8H/TS7S",  # only one other waits
        "3C9D/KD8D/TH8H/TS8S/9C",  # there is another place
        "9D3C9H/KD8D/TH8H/TS8S/9C",
    ],
)
def test_burying_that_costs_little_is_not(text: str) -> None:
    assert thumbs(table(text, "2222"), "ba") == {}


def test_what_lies_face_down_is_not_looked_at() -> None:
    assert thumbs(table("3C9D/KD8D/TH8H/TS8S", "2222", hidden=1), "ba") == {}


def test_a_free_space_is_a_place_where_it_fills() -> None:
    state = table("3C9D/KD8D/TH8H/TS8S/-", "2222")
    assert thumbs(state, "ba", "spanish-patience") == {}
    assert "bury" in thumbs(state, "ba")


def test_a_card_going_up_that_is_the_only_place_for_others_is_warned_of() -> None:
    state = table("KC7C/9D6D/QS6S/JHTH", "6555")
    assert thumbs(state, "aC") == {}  # so low that nothing can need it
    state = table("KC9C/TD8D/QS8S/JHTH", "8555")
    assert thumbs(state, "aC") == {"early": {"card": "9C", "cards": "8D 8H 8S"}}
    assert thumbs(table("KC9C/TD8D/QS8S/JHTH/9S", "8555"), "aC") == {}


def test_where_colours_alternate_only_what_packs_counts() -> None:
    state = table("KC9C/TD8D/QS8S/JHTH", "8775")
    assert thumbs(state, "aC", "castles-in-spain") == {"early": {"card": "9C", "cards": "8D 8H"}}
    assert thumbs(table("KC9C/TD8D/QS8S/JHTH/9S", "8775"), "aC", "castles-in-spain") == {}


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_every_legal_move_of_every_variant_can_be_judged(variant: str) -> None:
    game = Game.numbered(VARIANTS[variant], "5")
    for _ in range(12):
        moves = legal_moves(game.variant, game.state)
        for move in moves:
            coach.reasons(game.variant, game.state, move)
        if moves:
            game.move(moves[len(moves) // 2])


def test_the_solver_warns_of_a_move_that_loses_and_names_one_that_wins() -> None:
    game, knowledge = Game.from_position(STRICT, H01), hints.Knowledge(STRICT)
    found = finished(coach.judge(knowledge, game, move=parse_move("bH")))
    assert (found["by"], found["before"], found["after"]) == ("solver", "solved", "unsolvable")
    assert found["move"] == {"card": "JH", "to": "H"}
    assert found["reasons"] == [{"key": "coach.early", "args": {"card": "JH", "cards": "TS"}}]
    assert found["instead"] not in (None, found["move"])
    assert game.cursor == 0
    game.move(parse_move("bH"))
    assert finished(coach.review(knowledge, game)) == found | {"nodes": 0}


def test_nobody_warns_of_a_move_after_which_the_game_is_won() -> None:
    game, knowledge = Game.from_position(STRICT, H01), hints.Knowledge(STRICT)
    while not is_won(game.state):
        line = solve(STRICT, game.state).moves
        assert finished(coach.judge(knowledge, game, move=line[0]))["by"] is None
        game.move(line[0])
        assert finished(coach.review(knowledge, game))["by"] is None


def test_nobody_warns_when_the_game_is_lost_already() -> None:
    game, knowledge = Game.from_position(STRICT, H01), hints.Knowledge(STRICT)
    game.move(parse_move("bH"))
    for move in legal_moves(STRICT, game.state):
        assert finished(coach.judge(knowledge, game, move=move))["by"] is None


def undecided(variant: str) -> tuple[Game, dict[str, Any]]:
    """A game with a move that a rule of thumb speaks against, judged with hardly a search."""
    for number in range(1, 60):
        game = Game.numbered(VARIANTS[variant], str(number))
        for _ in range(25):
            moves = legal_moves(game.variant, game.state)
            for move in moves:
                if coach.reasons(game.variant, game.state, move):
                    knowledge = hints.Knowledge(game.variant)
                    found = finished(coach.judge(knowledge, game, 1, move=move))
                    if found["after"] == "unknown":
                        return game, found
            if not moves:
                break
            game.move(moves[number % len(moves)])
    raise AssertionError("no such move")


def test_a_rule_of_thumb_warns_where_the_solver_cannot_and_says_that_it_is_one() -> None:
    _, found = undecided("bakers-dozen")
    assert found["by"] == "thumb"
    assert found["reasons"]
    assert found["instead"] is None


def test_in_the_closed_game_the_solver_keeps_what_it_sees_to_itself() -> None:
    game, found = undecided("bakers-dozen-1883")
    assert any(game.state.hidden)
    assert (found["by"], found["nodes"]) == ("thumb", 0)


def test_a_judgement_counts_the_cards_that_go_up_by_themselves() -> None:
    game = Game.numbered(STRICT, "1")
    for move in legal_moves(STRICT, game.state):
        knowledge = hints.Knowledge(STRICT)
        finished(coach.judge(knowledge, game, move=move, autoplay=True))
        game.move(move, autoplay=True)
        assert finished(hints.probe(knowledge, game))["nodes"] == 0
        game.undo()
