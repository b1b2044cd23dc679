"""A play-through: undo, redo, restart, automatic moves, saves."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import oracle
from bakersdozen.game import Game, InvalidSave, as_played, score, variant_of
from bakersdozen.rules import IllegalMove, Move, Reason, finishing_lifts, is_won, legal_moves
from bakersdozen.solver import solve
from bakersdozen.variants import VARIANTS, InvalidVariant
from support import board_of, move, position

STRICT = VARIANTS["bakers-dozen"]
H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"


def played(variant_id: str, number: int, moves: int, *, autoplay: bool = False) -> Game:
    """A game after so many random moves, or fewer where they run out."""
    chance = random.Random(f"{variant_id}{number}")
    game = Game.numbered(VARIANTS[variant_id], str(number))
    for _ in range(moves):
        found = legal_moves(game.variant, game.state)
        if not found:
            break
        game.move(chance.choice(found), autoplay=autoplay)
    return game


# --- a line as it is played ------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("autoplay", [False, True])
def test_a_line_is_counted_as_the_game_that_plays_it(variant: str, autoplay: bool) -> None:
    """Each ply is the player's move with what follows by itself; Finish is the last, and one."""
    decided = 0
    for number in ("1", "2", "3"):
        game = Game.numbered(VARIANTS[variant], number)
        line = solve(game.variant, game.state, budget=20_000).moves or ()
        plies = as_played(game.variant, game.state, line, autoplay=autoplay)
        for ply in plies:
            if finishing_lifts(game.state):
                assert game.finish() == ply
            else:
                assert game.move(ply[0], autoplay=autoplay) == ply
        if line:
            assert is_won(game.state)
            assert game.cursor == len(plies) < len(line)
            decided += 1
    assert decided


# --- undo, redo, restart ---------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("autoplay", [False, True])
def test_undo_and_redo_are_exact_all_the_way(variant: str, autoplay: bool) -> None:
    game = Game.numbered(VARIANTS[variant], "17")
    chance = random.Random(variant)
    states, plies = [game.state], []
    while len(plies) < 40 and (found := legal_moves(game.variant, game.state)):
        plies.append(game.move(chance.choice(found), autoplay=autoplay))
        states.append(game.state)
    for cursor in range(len(plies), 0, -1):
        assert game.state == states[cursor]
        assert game.undo() == plies[cursor - 1]
    assert game.state == states[0] == Game.numbered(VARIANTS[variant], "17").state
    assert game.undo() is None
    assert game.state == states[0]
    for cursor, ply in enumerate(plies):
        assert game.redo() == ply
        assert game.state == states[cursor + 1]
    assert game.redo() is None
    assert game.state == states[-1]


def test_restart_goes_to_the_deal_and_loses_nothing() -> None:
    game = played("spanish-patience", 3, 25)
    end, plies = game.state, list(game.plies)
    game.go_to(0)
    assert game.state == Game.numbered(game.variant, "3").state
    assert game.cursor == 0
    assert game.plies == plies
    game.go_to(len(plies))
    assert game.state == end


@pytest.mark.parametrize("cursor", [-1, 26, 10**9])
def test_there_is_nothing_to_go_to_outside_the_game(cursor: int) -> None:
    game = played("spanish-patience", 3, 25)
    before = game.state
    with pytest.raises(IndexError):
        game.go_to(cursor)
    assert (game.state, game.cursor) == (before, 25)


def test_a_new_move_after_undo_drops_what_could_be_redone() -> None:
    game = played("spanish-patience", 4, 20)
    for _ in range(5):
        game.undo()
    other = next(m for m in legal_moves(game.variant, game.state) if (m,) != game.plies[15])
    game.move(other)
    assert (game.cursor, len(game.plies)) == (16, 16)
    assert game.redo() is None
    for _ in range(16):
        game.undo()
    assert game.state == Game.numbered(game.variant, "4").state


def test_the_move_that_redo_would_play_drops_nothing() -> None:
    game = played("spanish-patience", 4, 20)
    end, plies = game.state, list(game.plies)
    game.go_to(15)
    game.move(plies[15][0])
    assert (game.cursor, game.plies) == (16, plies)
    game.go_to(20)
    assert game.state == end


def test_a_refused_move_changes_nothing() -> None:
    game = played("bakers-dozen", 5, 10)
    game.undo()
    before = (game.state, game.cursor, list(game.plies))
    with pytest.raises(IllegalMove):
        game.move(Move("a", "a"))
    assert (game.state, game.cursor, game.plies) == before


def test_a_run_that_moves_as_one_is_taken_back_as_one() -> None:
    game = Game.from_position(VARIANTS["freecell"], FREECELL_RUN)
    start = game.state
    game.move(move("ab3"))
    assert [len(column) for column in game.state.columns[:2]] == [1, 4]
    assert game.cursor == 1
    game.undo()
    assert game.state == start


FREECELL_RUN = "KC8S7H6S/9D/KDTCJCQC/KH9CTDJDQD/KS8CTHJHQH/TSJSQS7C9H/6C6D8D7D/6H8H7S9S5S C5D5H5S4"


# --- automatic moves -------------------------------------------------------------------------


def test_autoplay_lifts_safe_cards_as_part_of_the_ply() -> None:
    game = Game.from_position(STRICT, SAFE)
    start = game.state
    ply = game.move(move("ab"), autoplay=True)
    assert [str(m) for m in ply] == ["ab", "aS"]
    assert game.cursor == 1
    game.undo()
    assert game.state == start
    game.redo()
    assert board_of(game.state).foundations["S"] == 10


SAFE = "KCTSJD/QC/KDTDQH/KH9HQS/KSJS/JC/QD/JH/TH/-/-/-/- CTD9H8S9"


def test_autoplay_leaves_a_card_that_may_be_needed() -> None:
    game = Game.from_position(STRICT, H01)
    ply = game.move(move("db"), autoplay=True)
    assert [str(m) for m in ply] == ["db"]


def test_without_autoplay_nothing_moves_by_itself() -> None:
    game = Game.from_position(STRICT, SAFE)
    assert [str(m) for m in game.move(move("ab"))] == ["ab"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_autoplay_lifts_every_safe_card_and_only_those(variant: str) -> None:
    rules = oracle.PRESETS[variant]
    lifted = 0
    for number in range(1, 25):
        game = played(variant, number, 40, autoplay=True)
        for cursor, ply in enumerate(game.plies):
            board = oracle.apply(board_of(game.state_at(cursor)), str(ply[0]))
            for lift in map(str, ply[1:]):
                up = oracle.RANKS[board.foundations[lift[-1]]] + lift[-1]
                assert oracle.safe(rules, board, up)
                assert lift in oracle.lifts(rules, board)
                board = oracle.apply(board, lift)
                lifted += 1
            assert board == board_of(game.state_at(cursor + 1))
            ups = [
                oracle.RANKS[board.foundations[m[-1]]] + m[-1] for m in oracle.lifts(rules, board)
            ]
            assert not [card for card in ups if oracle.safe(rules, board, card)]
    assert lifted > 20


@pytest.mark.parametrize("variant", VARIANTS)
def test_finish_is_offered_exactly_when_lifts_alone_win(variant: str) -> None:
    """On the last cards of a game in order, in some disorder and in none."""
    chance = random.Random(variant + "finish")
    row, rules = VARIANTS[variant], oracle.PRESETS[variant]
    seen = {True: 0, False: 0}
    for _ in range(120):
        lowest = chance.randrange(7, 14)
        pack = [card for card in oracle.PACK if oracle.rank(card) >= lowest]
        stirred = chance.choice([0, 2, 13])
        pack.sort(key=lambda card: -oracle.rank(card) + stirred * chance.random())
        width = len(rules.sizes)
        board = oracle.Board([pack[at::width] for at in range(width)], cells=[None] * rules.cells)
        board.foundations = dict.fromkeys(oracle.SUITS, lowest - 1)
        game = Game.from_position(row, oracle.position_text(rules, board))
        offered = oracle.lifts_finish(rules, board)
        seen[offered] += 1
        if offered:
            ply = game.finish()
            assert all(m.target in oracle.SUITS for m in ply)
            assert oracle.won(board_of(game.state))
            assert game.cursor == 1
            game.undo()
            assert board_of(game.state) == board
        else:
            with pytest.raises(IllegalMove) as refused:
                game.finish()
            assert refused.value.reason is Reason.NO_FINISH
            assert game.cursor == 0
    assert min(seen.values()) >= 5


def test_a_won_game_has_nothing_to_finish() -> None:
    game = Game.from_position(STRICT, "KS" + "/-" * 12 + " CKDKHKSQ")
    assert [str(m) for m in game.finish()] == ["aS"]
    with pytest.raises(IllegalMove) as refused:
        game.finish()
    assert refused.value.reason is Reason.GAME_OVER


# --- score -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "total"),
    [(0, 1960), (0.9, 1960), (90, 1870), (1199, 761), (1200, 760), (10**9, 760)],
)
def test_the_score_of_a_won_game(seconds: float, total: int) -> None:
    won = position("bakers-dozen", "-" + "/-" * 12 + " CKDKHKSK")
    assert score(won, seconds)["total"] == total
    assert score(won, seconds)["cards"] == 260


def test_the_score_of_a_game_in_play_is_five_points_a_card_on_the_foundations() -> None:
    assert score(position("bakers-dozen", H01), 0)["total"] == 5 * (11 + 10 + 10 + 5)
    dealt = Game.numbered(VARIANTS["good-measure"], "1")
    assert score(dealt.state, 500)["total"] == 10
    assert score(Game.numbered(STRICT, "1").state, 0)["total"] == 0


def test_points_cannot_be_farmed() -> None:
    game = Game.from_position(STRICT, SAFE)
    game.move(move("ab"))
    game.move(move("aS"))
    totals = set()
    for _ in range(50):
        totals.add(score(game.state, 7)["total"])
        game.undo()
        game.redo()
    assert totals == {5 * 37}


# --- saves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("autoplay", [False, True])
def test_a_save_is_the_game(variant: str, autoplay: bool) -> None:
    game = played(variant, 8, 35, autoplay=autoplay)
    for _ in range(5):
        game.undo()
    save = game.save()
    again = Game.load(json.loads(json.dumps(save)))
    assert again.save() == save
    assert again.state == game.state
    assert (again.cursor, again.plies, again.deal) == (game.cursor, game.plies, game.deal)
    while game.redo():
        again.redo()
        assert again.state == game.state
    while game.undo():
        again.undo()
        assert again.state == game.state


def test_a_save_of_an_imported_board_is_the_game() -> None:
    for text in (
        H01,
        "Foundations: S-5 H-T D-T C-J\nKC 6S JD QD\nKH 9S 8S JH\nKD QC JS 7S\nKS QH QS TS",
    ):
        game = Game.from_position(STRICT, text)
        game.move(move("bH"))
        save = game.save()
        assert save["deal"] is None
        assert save["position"]
        again = Game.load(json.loads(json.dumps(save)))
        assert again.state == game.state
        assert again.save() == save


def test_a_save_of_a_custom_game_holds_its_rules() -> None:
    rules = {"columns": [5] * 10, "aces_placed": 2, "space": "king", "worrying_back": True}
    game = Game.numbered(variant_of(rules), "12")
    game.move(legal_moves(game.variant, game.state)[0])
    again = Game.load(json.loads(json.dumps(game.save())))
    assert again.variant == game.variant
    assert again.state == game.state


def test_deals_are_kept_as_decimal_text() -> None:
    game = Game.numbered(STRICT, "0009007199254740993")
    assert game.save()["deal"] == "9007199254740993"


def damaged() -> list[tuple[str, Any]]:
    good = played("bakers-dozen", 8, 12).save()
    celled = played("freecell", 8, 12).save()
    cases: list[tuple[str, Any]] = [("format", bad) for bad in (None, [], "x", 5, {}, True)]
    for field, values in {
        "format": [0, 2, "1", None, [1]],
        "variant": [None, "whist", 7, [], {}, {"columns": [51]}, {"columns": [4] * 13, "x": 1}],
        "deal": [None, "0", "x", 8, ["8"], "9" * 50, True],
        "plies": [None, "cg", {"0": "cg"}, 3, 100_001 * ["ab"]],
        "cursor": [None, -1, 13, 1.0, "3", True, 10**30, [1]],
    }.items():
        cases += [(field, good | {field: bad}) for bad in values]
    cases.append(("position", good | {"position": H01}))
    cases.append(("position", good | {"deal": None, "position": "garbage"}))
    cases.append(("deal", good | {"deal": None}))
    for at in (0, 5, 11):
        for bad in (None, 5, [], {}, "", "zz", "aa", "Sc", "am3", "a.b", good["plies"][at] + "."):
            plies = copy.copy(good["plies"])
            plies[at] = bad
            cases.append((f"plies[{at}]", good | {"plies": plies}))
    joined = [".".join(celled["plies"][:3]), *celled["plies"][3:]]
    cases.append(("plies[0]", celled | {"plies": joined, "cursor": 0}))
    missing = [key for key in good if key not in ("position",)]
    for key in missing:
        cases.append((key, {k: v for k, v in good.items() if k != key}))
    return cases


@pytest.mark.parametrize(("part", "save"), damaged(), ids=lambda value: str(value)[:40])
def test_a_damaged_save_is_refused_and_its_wrong_part_named(part: str, save: Any) -> None:
    with pytest.raises(InvalidSave) as refused:
        Game.load(save)
    assert refused.value.part == part


def test_a_wrong_move_anywhere_in_a_save_is_refused() -> None:
    """Swaps two plies of a game in every place: whatever still loads must be legal play."""
    good = played("castles-in-spain", 2, 30).save()
    refused = 0
    for at in range(29):
        plies = list(good["plies"])
        plies[at], plies[at + 1] = plies[at + 1], plies[at]
        board = oracle.lay_out(oracle.PRESETS["castles-in-spain"], oracle.own_pack(2))
        legal = True
        for ply in plies:
            if ply not in oracle.moves(oracle.PRESETS["castles-in-spain"], board):
                legal = False
                break
            board = oracle.apply(board, ply)
        try:
            game = Game.load(good | {"plies": plies})
            assert legal
            assert board_of(game.state) == board
        except InvalidSave:
            assert not legal
            refused += 1
    assert refused


def test_a_ply_holds_one_move_and_what_it_sets_off() -> None:
    """Else a whole game could claim to be won in one move."""
    game = Game.from_position(STRICT, SAFE)
    save = game.save()
    for ply in ("ab", "ab.aS"):
        assert Game.load(save | {"plies": [ply], "cursor": 1}).cursor == 1
    for ply in ("ab.aS.fC", "ab.fC", "ab.ba", "ab.bg", "ab.gb"):
        with pytest.raises(InvalidSave) as refused:
            Game.load(save | {"plies": [ply], "cursor": 1})
        assert refused.value.part == "plies[0]"


@pytest.mark.parametrize("description", [None, 3, [], "", "Bakers-Dozen", "custom", {"columns": 3}])
def test_there_is_no_such_variant(description: object) -> None:
    with pytest.raises(InvalidVariant):
        variant_of(description)
