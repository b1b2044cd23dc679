"""The timeline of a game, and a win beside another line: honest, complete, at the right places."""

from __future__ import annotations

from typing import Any

import pytest

from bakersdozen import hints, timeline
from bakersdozen.game import Game
from bakersdozen.notation import parse_move
from bakersdozen.results import decode
from bakersdozen.rules import legal_moves
from bakersdozen.solver import solve
from test_hints import H01, STRICT, finished

# Deal 7 of the strict game, won.
WON = "AQEHXR9Zpv9v6JZg05wE6AfTArsC7ac"


def settled(knowledge: hints.Knowledge, game: Game, budget: int) -> dict[str, Any]:
    """Asks until nothing is open; every answer before the last has less."""
    open_before = len(game.plies) + 2
    while True:
        found = finished(timeline.timeline(knowledge, game, budget))
        assert len(found["marks"]) == len(game.plies) + 1
        assert found["done"] == ("." not in found["marks"])
        if found["done"]:
            return found
        assert found["marks"].count(".") < open_before
        open_before = found["marks"].count(".")


def test_a_lost_game_turns_at_the_move_that_lost_it() -> None:
    game = Game.from_position(STRICT, H01)
    game.move(parse_move("bH"))
    game.move(legal_moves(STRICT, game.state)[0])
    found = settled(hints.Knowledge(STRICT), game, 20_000)
    assert found["marks"] == "wll"
    assert found["turn"] == {"cursor": 0, "card": "JH", "to": "H"}


def test_no_mark_says_more_or_less_than_the_searches_do() -> None:
    game = Game.numbered(STRICT, "2")
    for at in range(20):
        if moves := legal_moves(STRICT, game.state):
            game.move(moves[(at * 7) % len(moves)])
    budget = 200
    found = settled(hints.Knowledge(STRICT), game, budget)
    alone = [solve(STRICT, game.state_at(at), budget=budget) for at in range(game.cursor + 1)]
    for mark, result in zip(found["marks"], alone, strict=True):
        # What is known of a later position, or of an earlier one, may settle more.
        assert timeline.MARKS[result.verdict] in (mark, "u")
    assert "u" in found["marks"] or found["turn"] or set(found["marks"]) in ({"w"}, {"l"})


def test_what_could_be_redone_belongs_to_the_game() -> None:
    game = Game.from_position(STRICT, H01)
    game.move(parse_move("bH"))
    game.undo()
    assert settled(hints.Knowledge(STRICT), game, 20_000)["marks"] == "wl"


def test_what_a_search_leaves_open_is_drawn_as_unknown() -> None:
    game = Game.numbered(STRICT, "1")
    for _ in range(3):
        game.move(legal_moves(STRICT, game.state)[0])
    found = settled(hints.Knowledge(STRICT), game, 1)
    assert found["marks"] == "uuuu"
    assert found["turn"] is None


def test_nothing_is_searched_twice() -> None:
    game, _ = decode(WON)
    knowledge = hints.Knowledge(STRICT)
    # A game that was won was winnable all along.
    found = finished(timeline.timeline(knowledge, game))
    assert (found["marks"], found["nodes"]) == ("w" * (len(game.plies) + 1), 0)


def test_a_win_along_the_line_never_parts_from_it() -> None:
    game, _ = decode(WON)
    found = timeline.compare(game, game)
    single = sum(map(len, game.plies))
    assert found == {"moves": single, "length": single, "parted": None, "own": None, "line": None}


def test_a_win_that_lifts_one_by_one_keeps_to_the_same_line() -> None:
    line, _ = decode(WON)
    game = Game.numbered(STRICT, "7")
    for ply in line.plies:
        for move in ply:
            game.move(move)
    found = timeline.compare(game, line)
    assert (found["parted"], found["moves"]) == (None, found["length"])


def test_a_win_of_its_own_parts_where_it_leaves_the_line() -> None:
    line, _ = decode(WON)
    game = Game.numbered(STRICT, "7")
    for ply in line.plies[:4]:
        game.replay(ply)
    other = next(
        move
        for move in legal_moves(STRICT, game.state)
        if move != line.plies[4][0]
        and solve(STRICT, game.state, budget=3000).verdict == "solved"
        and move.target not in "CDHS"
    )
    game.move(other)
    for move in solve(STRICT, game.state).moves:
        game.move(move)
    found = timeline.compare(game, line)
    assert found["parted"] == 4
    assert found["own"] == hints.named(game.state_at(4), other)
    assert found["line"] == hints.named(line.state_at(4), line.plies[4][0])
    assert found["moves"] == sum(map(len, game.plies))


def test_lines_of_two_deals_are_not_compared() -> None:
    with pytest.raises(timeline.NoLine):
        timeline.compare(Game.numbered(STRICT, "8"), decode(WON)[0])
