"""What the page is told: every card in its pile, every target, the counts and the status."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import oracle
from bakersdozen.game import Game
from bakersdozen.places import pile_names
from bakersdozen.rules import legal_moves
from bakersdozen.variants import VARIANTS
from bakersdozen.view import view
from support import board_of, brute_dests, move

STRICT = VARIANTS["bakers-dozen"]
FREECELL = VARIANTS["freecell"]
H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"
H02 = "4H7S8HTH/9S6CKH7H/JHJS5C7D/QH6D8SKS/6H9D5DJD/QC9C8D5H/9HQSKC7C/TSQDTCKD C4D4H3S6 TD8CJC"


def seen(game: Game, seconds: float = 0) -> dict[str, Any]:
    """The view as the page gets it."""
    shown: dict[str, Any] = json.loads(json.dumps(view(game, key=1, seconds=seconds)))
    return shown


def of_text(variant_id: str, text: str) -> dict[str, Any]:
    return seen(Game.from_position(VARIANTS[variant_id], text))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_of_every_position_of_random_games(variant: str) -> None:
    rules = oracle.PRESETS[variant]
    chance = random.Random(variant + "view")
    for number in (1, 2):
        game = Game.numbered(VARIANTS[variant], str(number))
        while True:
            shown, board = seen(game), board_of(game.state)
            if game.cursor % 5 == 0:
                found = {card: set(piles) for card, piles in shown["dests"].items()}
                assert found == brute_dests(game.variant, game.state)
            assert all(len(piles) == len(set(piles)) for piles in shown["dests"].values())
            piles = shown["piles"]
            assert sorted(card for pile in piles.values() for card in pile) == sorted(oracle.PACK)
            assert set(pile_names(game.variant)) <= set(piles)
            for at, column in enumerate(board.columns):
                assert piles[oracle.COLUMN_NAMES[at]] == column
            for suit, top in board.foundations.items():
                assert piles[suit] == [rank + suit for rank in oracle.RANKS[:top]]
            for at, held in enumerate(board.cells):
                assert piles[f"cell{at + 1}"] == ([held] if held else [])
            assert piles["reserve"] == board.reserve
            down = zip(oracle.COLUMN_NAMES, board.hidden, strict=False)
            assert shown["hidden"] == {letter: n for letter, n in down if n}
            spaces = [
                letter
                for letter, column in zip(oracle.COLUMN_NAMES, board.columns, strict=False)
                if not column
            ]
            assert shown["dead"] == (spaces if rules.space == "nothing" else [])
            assert shown["counts"] == {
                "foundations": sum(board.foundations.values()),
                "tableau": sum(map(len, board.columns)),
                "spaces": len(spaces),
                "moves": game.cursor,
            }
            assert (shown["variant"], shown["deal"]) == (variant, str(number))
            assert (shown["cursor"], shown["plies"]) == (game.cursor, len(game.plies))
            assert shown["finish"] is oracle.lifts_finish(rules, board)
            assert shown["score"]["cards"] == 5 * sum(board.foundations.values())
            legal = legal_moves(game.variant, game.state)
            wanted = "won" if oracle.won(board) else "playing" if legal else "no-moves"
            assert shown["status"] == wanted
            if not legal or game.cursor > 60:
                break
            game.move(chance.choice(legal), autoplay=number == 2)


def test_all_open_cells_are_targets() -> None:
    shown = of_text("freecell", H02)
    tops = ["TH", "7H", "7D", "KS", "JD", "5H", "7C", "KD"]
    assert shown["dests"] == {card: ["cell4"] for card in tops}
    assert shown["status"] == "playing"
    fresh = seen(Game.numbered(FREECELL, "1"))
    cells = {"cell1", "cell2", "cell3", "cell4"}
    assert all(cells <= set(piles) for piles in fresh["dests"].values())


def test_the_lowest_card_of_a_run_is_what_moves_it() -> None:
    text = "KC8S7H6S/9D/KDTCJCQC/KH9CTDJDQD/KS8CTHJHQH/TSJSQS7C9H/6C6D8D7D/6H8H7S9S5S C5D5H5S4"
    shown = of_text("freecell", text)
    assert "b" in shown["dests"]["8S"]
    assert "7H" not in shown["dests"]
    assert {card: set(piles) for card, piles in of_text("bakers-dozen", H01)["dests"].items()} == {
        "JH": {"a", "H"},
        "TS": {"b"},
    }


def test_won_is_said_before_no_moves() -> None:
    shown = of_text("bakers-dozen", "-" + "/-" * 12 + " CKDKHKSK")
    assert shown["status"] == "won"
    assert shown["dests"] == {}
    assert shown["finish"] is False


def test_no_moves_is_said_when_none_is_left() -> None:
    game = Game.from_position(STRICT, NO_MOVES)
    shown = seen(game)
    assert shown["status"] == "no-moves"
    assert shown["dests"] == {}


FULL_CELLS = "8D8H8SJC9S/TCTSTHKD9H/QDQCQHJS9D/QSTD8CKCJD/-/-/-/- C7D7H7S7 KS9CJHKH"
NO_MOVES = "JDJHTC/JS9CTD/KDJCQH/KCKHQS/KSQC/9STH/9HQD/9DTS/-/-/-/-/- C8D8H8S8"


def alone(card: str, source: str, target: str) -> dict[str, str | int]:
    """The last move, where one card went by itself."""
    return {"card": card, "top": card, "size": 1, "from": source, "to": target}


def test_the_last_move_is_that_of_the_ply_before_the_cursor() -> None:
    game = Game.from_position(STRICT, H01)
    assert seen(game)["last"] is None
    game.move(move("bH"))
    assert seen(game)["last"] == alone("JH", "b", "H")
    game.undo()
    assert seen(game)["last"] is None
    game.move(move("db"))
    assert seen(game)["last"] == alone("TS", "d", "b")
    celled = Game.from_position(FREECELL, H02)
    celled.move(move("a4"))
    assert seen(celled)["last"] == alone("TH", "a", "cell4")
    celled = Game.from_position(FREECELL, FULL_CELLS)
    celled.move(move("4e"))
    assert seen(celled)["last"] == alone("KH", "cell4", "e")
    garden = Game.numbered(VARIANTS["flower-garden"], "1")
    found = next(m for m in legal_moves(garden.variant, garden.state) if len(m.source) == 2)
    garden.move(found)
    last = seen(garden)["last"]
    assert (last["card"], last["from"]) == (found.source, "reserve")


def test_the_moves_are_those_before_the_cursor() -> None:
    game = Game.numbered(STRICT, "1")
    for _ in range(3):
        game.move(legal_moves(game.variant, game.state)[0])
    game.undo()
    shown = seen(game)
    assert (shown["counts"]["moves"], shown["cursor"], shown["plies"]) == (2, 2, 3)


def test_a_deal_number_is_text_and_a_board_without_one_says_null() -> None:
    assert seen(Game.numbered(STRICT, "9007199254740993"))["deal"] == "9007199254740993"
    assert of_text("bakers-dozen", H01)["deal"] is None


def test_the_score_counts_the_clock_of_a_won_game_only() -> None:
    won = Game.from_position(STRICT, "-" + "/-" * 12 + " CKDKHKSK")
    assert seen(won, 90)["score"]["total"] == 1870
    assert seen(Game.from_position(STRICT, H01), 90)["score"]["total"] == 180


# --- double tap ------------------------------------------------------------------------------
