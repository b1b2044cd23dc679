"""Advice on a game: proved, consistent along the game, and never a step in a circle."""

from __future__ import annotations

from typing import Any

import pytest

from bakersdozen import hints
from bakersdozen.cards import KING, rank_of
from bakersdozen.game import Game
from bakersdozen.notation import parse_move
from bakersdozen.rules import is_won, legal_moves, move_of
from bakersdozen.solver import solve
from bakersdozen.variants import VARIANTS
from support import card

STRICT = VARIANTS["bakers-dozen"]
H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"


def finished(advice: hints.Advice) -> dict[str, Any]:
    while True:
        try:
            next(advice)
        except StopIteration as ended:
            return dict(ended.value)


def follow(game: Game, budget: int, most: int = 400) -> None:
    """Plays the hints until they end; fails when a position comes up twice."""
    met, knowledge = {game.state}, hints.Knowledge(game.variant)
    for _ in range(most):
        move = finished(hints.hint(knowledge, game, budget))["move"]
        if move is None:
            return
        game.move(move_of(game.state, card(move["card"]), move["to"].removeprefix("cell")))
        assert game.state not in met
        met.add(game.state)


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v != "bakers-dozen-1883"])
def test_following_the_hints_wins_and_never_comes_back_to_a_position(variant: str) -> None:
    games = (Game.numbered(VARIANTS[variant], str(number)) for number in range(3, 40))
    game = next(g for g in games if solve(g.variant, g.state, budget=3000).verdict == "solved")
    follow(game, budget=3000)
    assert is_won(game.state)


def test_in_the_closed_game_hints_never_come_back_to_a_position() -> None:
    game = Game.numbered(VARIANTS["bakers-dozen-1883"], "3")
    follow(game, budget=2000, most=25)
    assert game.cursor > 0


def test_a_closed_hint_does_not_depend_on_what_lies_face_down() -> None:
    game = Game.numbered(VARIANTS["bakers-dozen-1883"], "3")
    first, second, *_ = (
        place for place, column in enumerate(game.state.columns) if rank_of(column[0]) < KING
    )
    columns = [list(column) for column in game.state.columns]
    columns[first][0], columns[second][0] = columns[second][0], columns[first][0]
    other = Game(
        game.variant,
        game.state._replace(columns=tuple(map(tuple, columns))),
        deal=None,
        position=None,
    )
    hint, again = (finished(hints.hint(hints.Knowledge(g.variant), g, 4000)) for g in (game, other))
    assert hint == again
    assert hint["worlds"] >= hint["wins"] > 0


def test_a_lost_move_is_named_and_led_back_from() -> None:
    game = Game.from_position(STRICT, H01)
    knowledge = hints.Knowledge(STRICT)
    assert finished(hints.hint(knowledge, game))["move"] != {"card": "JH", "to": "H"}
    game.move(parse_move("bH"))
    lost = finished(hints.hint(knowledge, game))
    assert (lost["verdict"], lost["move"], lost["back"]) == ("unsolvable", None, 0)
    found = finished(hints.autopsy(knowledge, game))
    assert (found["last_won"], found["first_lost"]) == (0, 1)
    assert found["move"] == {"card": "JH", "to": "H"}
    game.undo()
    assert finished(hints.probe(knowledge, game))["verdict"] == "solved"


def test_what_follows_a_lost_position_is_lost_without_a_search() -> None:
    game = Game.from_position(STRICT, H01)
    knowledge = hints.Knowledge(STRICT)
    game.move(parse_move("bH"))
    assert finished(hints.probe(knowledge, game))["verdict"] == "unsolvable"
    while moves := legal_moves(STRICT, game.state):
        game.move(moves[0])
        answer = finished(hints.probe(knowledge, game))
        assert (answer["verdict"], answer["nodes"]) == ("unsolvable", 0)
        if game.cursor > 12:
            break


def test_along_a_known_line_the_answer_is_there_without_a_search() -> None:
    game = Game.numbered(STRICT, "1")
    knowledge = hints.Knowledge(STRICT)
    line = finished(hints.solve(knowledge, game))["plies"]
    for text in line[:30]:
        game.move(parse_move(text))
        assert finished(hints.probe(knowledge, game)) == {"verdict": "solved", "nodes": 0}
    fresh = hints.Knowledge(STRICT)
    assert finished(hints.probe(fresh, game))["verdict"] == "solved"
    game.go_to(0)
    # From here the plies lead to a position that can be won.
    assert finished(hints.probe(fresh, game)) == {"verdict": "solved", "nodes": 0}


def test_a_small_budget_is_unknown_and_a_larger_one_may_decide() -> None:
    game = Game.numbered(STRICT, "1")
    knowledge = hints.Knowledge(STRICT)
    assert finished(hints.probe(knowledge, game, 1))["verdict"] == "unknown"
    assert finished(hints.probe(knowledge, game, 50_000))["verdict"] == "solved"
