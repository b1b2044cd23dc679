"""Texts in and out: cards, moves, plies, and boards in the three forms that people exchange."""

from __future__ import annotations

import json
import random
import re

import pytest

import oracle
from bakersdozen.cards import NAMES, PACK
from bakersdozen.deals import deal
from bakersdozen.notation import (
    InvalidText,
    format_board,
    format_json,
    format_ply,
    format_position,
    parse_board,
    parse_cards,
    parse_move,
    parse_ply,
)
from bakersdozen.rules import Move, State, legal_moves
from bakersdozen.variants import VARIANTS
from support import board_of, card, position, state_of, wander

STRICT = VARIANTS["bakers-dozen"]
FREECELL = VARIANTS["freecell"]
WRITERS = [format_position, format_board, format_json]
H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"
H01_BOARD = """\
Foundations: S-5 H-T D-T C-J
KC 6S JD QD
KH 9S 8S JH
KD QC JS 7S
KS QH QS TS
"""
DEAL = state_of(oracle.lay_out(oracle.PRESETS["bakers-dozen"], oracle.own_pack(1)))
LINES = [[NAMES[number] for number in column] for column in DEAL.columns]
TEXT = "\n".join(" ".join(line) for line in LINES) + "\n"


def refusal(variant_id: str, text: str) -> tuple[str, dict[str, str | int]]:
    with pytest.raises(InvalidText) as refused:
        parse_board(VARIANTS[variant_id], text)
    return refused.value.key, refused.value.args_for_text


def with_cells_in_a_row(state: State) -> State:
    held = [c for c in state.cells if c is not None]
    return state._replace(cells=(*held, *[None] * (len(state.cells) - len(held))))


# --- cards -----------------------------------------------------------------------------------


def spellings(name: str) -> list[str]:
    rank, suit = name
    solid, hollow = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}[suit]
    ranks = [rank, rank.lower()] + (["10"] if rank == "T" else [])
    suits = [suit, suit.lower(), hollow, solid, solid + "\ufe0f", solid + "\ufe0e"]
    return [r + s for r in ranks for s in suits]


def test_every_spelling_of_every_card() -> None:
    for number in PACK:
        for text in spellings(NAMES[number]):
            assert parse_cards(text) == [number], text
    assert "10♥\ufe0f" in spellings("TH")
    assert "th" in spellings("TH")


def test_cards_run_together_or_stand_apart() -> None:
    wanted = [card(name) for name in ("QH", "TH", "AS", "TD")]
    for text in ("QHTHASTD", "QH TH AS TD", "qh10has10d", " Q♥\t10♥️  A♠\nT♦ ", "QH10HAS10D"):
        assert parse_cards(text) == wanted, text


@pytest.mark.parametrize(
    "text",
    [
        "1H",
        "11S",
        "0D",
        "XH",
        "H",
        "10",
        "QX",
        "♥",
        "QH-",
        "\u212aH",
        "A\u017f♥",
        "Q♥️️",
        "🂡",
        "JOKER",
    ],
)
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(InvalidText) as refused:
        parse_cards(f"AS {text} 2S")
    assert refused.value.key == "card"
    assert str(refused.value.args_for_text["text"]) in text


# --- moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("cg", Move("c", "g")),
        ("cg3", Move("c", "g", 3)),
        ("cg12", Move("c", "g", 12)),
        ("cS", Move("c", "S")),
        ("c1", Move("c", "1")),
        ("1c", Move("1", "c")),
        ("1S", Move("1", "S")),
        ("QHg", Move("QH", "g")),
        ("QHS", Move("QH", "S")),
        ("2D1", Move("2D", "1")),
        ("2SS", Move("2S", "S")),
        ("4Cd", Move("4C", "d")),
        ("Sc", Move("S", "c")),
    ],
)
def test_moves_read_as_they_are_written(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_move_reads_back(variant: str) -> None:
    chance = random.Random(variant)
    for board in wander(variant, chance, 80):
        for move in legal_moves(VARIANTS[variant], state_of(board)):
            assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c",
        "cn",
        "cg0",
        "cg-1",
        "cg100",
        "CG",
        "c g",
        "cg\n",
        "5c",
        "c5",
        "QH",
        "QHn",
        "THH3",
        "cg.",
        "cS2",
        "1a2",
        "cg３",
        "сg",
        "x" * 100000,
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidText) as refused:
        parse_move(text)
    assert refused.value.key == "move"


def test_plies() -> None:
    ply = (Move("c", "g"), Move("a", "S"), Move("QH", "H"), Move("a", "b", 3))
    assert format_ply(ply) == "cg.aS.QHH.ab3"
    assert parse_ply("cg.aS.QHH.ab3") == ply
    for text in ("", ".", "cg..aS", ".cg", "cg."):
        with pytest.raises(InvalidText):
            parse_ply(text)


# --- boards, out and in ----------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("write", WRITERS)
def test_boards_in_play_go_out_and_come_back(variant: str, write) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(variant + write.__name__)
    row = VARIANTS[variant]
    for board in [b for _ in range(4) for b in wander(variant, chance, 120)[::7]]:
        state = state_of(board)
        text = write(row, state)
        back = parse_board(row, text)
        assert write(row, back) == text, "export, import, export is stable"
        wanted = state if write is format_board else with_cells_in_a_row(state)
        if write is format_json and variant == "bakers-dozen-1883":
            wanted = wanted._replace(hidden=tuple(max(0, len(c) - 1) for c in wanted.columns))
        assert back == wanted


@pytest.mark.parametrize("variant", VARIANTS)
def test_position_text_is_as_the_contract_writes_it(variant: str) -> None:
    chance = random.Random(variant + "position")
    row, rules = VARIANTS[variant], oracle.PRESETS[variant]
    for board in [b for _ in range(4) for b in wander(variant, chance, 150)[::9]]:
        text = format_position(row, state_of(board))
        assert "\n" not in text
        assert board_of(parse_board(row, text)).columns == board.columns
        assert text.split() == oracle.position_text(rules, board).split()


def test_the_contracts_example() -> None:
    state = parse_board(STRICT, H01)
    assert format_position(STRICT, state) == H01
    assert state.foundations == (11, 10, 10, 5)
    assert [NAMES[number] for number in state.columns[1]] == ["KH", "9S", "8S", "JH"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_won_board_goes_out_and_comes_back(variant: str) -> None:
    row = VARIANTS[variant]
    won = State(
        ((),) * len(row.columns),
        (0,) * len(row.columns),
        (13,) * 4,
        (None,) * row.cells,
        (),
    )
    for write in WRITERS:
        assert parse_board(row, write(row, won)) == won


def test_the_form_that_other_solvers_read() -> None:
    state = position("freecell", FREECELL_MID)
    text = format_board(FREECELL, state)
    first, second, *columns = text.splitlines()
    assert re.fullmatch(r"Foundations:( [CDHS]-[0A2-9TJQK]){4}", first)
    assert re.fullmatch(r"Freecells:( ([A2-9TJQK][CDHS]|-)){4}", second)
    assert columns[0] == "4H 7S 8H TH"
    garden = deal(VARIANTS["flower-garden"], 1)
    assert "\nReserve: " in "\n" + format_board(VARIANTS["flower-garden"], garden)


def test_the_form_that_solvitaire_reads() -> None:
    piles = json.loads(format_json(STRICT, DEAL))["tableau piles"]
    assert piles == [[name.replace("T", "10") for name in line] for line in LINES]


FREECELL_MID = (
    "4H7S8HTH/9S6CKH7H/JHJS5C7D/QH6D8SKS/6H9D5DJD/QC9C8D5H/9HQSKC7C/TSQDTCKD C4D4H3S6 TD8CJC"
)


# --- boards, read tolerantly -----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.rstrip("\n"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        TEXT.replace(" ", "\t"),
        TEXT.replace(" ", " \t ").replace("\n", "  \n"),
        TEXT.replace("\n", "\n\n"),
        "\n\r\n \n" + TEXT + "\n\n\n",
        "\ufeff" + TEXT,
        "\ufeff\r\n" + TEXT.replace("\n", "\r\n"),
        TEXT.lower(),
        TEXT.replace("T", "10"),
        TEXT.replace("T", "10").lower(),
        TEXT.replace("H", "♥").replace("S", "♠").replace("D", "♦").replace("C", "♣"),
        TEXT.replace("H", "♥\ufe0f").replace("S", "♠\ufe0f").replace("T", "10"),
        TEXT.replace(" ", ""),
        "\n".join(": " + line for line in TEXT.splitlines()),
        "Foundations: C-0 D-0 H-0 S-0\n" + TEXT,
        "Foundations: H-0 C-0 S-0 D-0\n" + TEXT,
        "Foundations:\n" + TEXT,
        "foundations: -\n" + TEXT,
        "Freecells:\nReserve:\n" + TEXT,
        "Freecells: -\n" + TEXT,
        "/".join("".join(line) for line in LINES),
        "/".join("".join(line) for line in LINES).lower().replace("t", "10"),
        "\ufeff" + "/".join("".join(line) for line in LINES) + "\r\n",
        "/".join("".join(line) for line in LINES) + " C-D-H-S-",
        "/".join("".join(line) for line in LINES) + " C-D-H-S- -",
        "/".join("".join(line) for line in LINES) + " C-D-H-S- - -",
        json.dumps({"tableau piles": LINES}),
        "\ufeff" + json.dumps({"tableau piles": LINES}, indent=2).replace("\n", "\r\n"),
        json.dumps({"tableau piles": [[n.replace("T", "10") for n in line] for line in LINES]}),
        json.dumps({"tableau piles": [[n.lower() for n in line] for line in LINES]}),
        json.dumps({"tableau piles": LINES, "seed": 1, "foundations": [], "cells": []}),
    ],
)
def test_one_board_in_many_hands(text: str) -> None:
    assert parse_board(STRICT, text) == DEAL


@pytest.mark.parametrize(
    "text",
    [
        H01,
        H01.replace("T", "10"),
        H01.lower(),
        H01 + " - -",
        H01_BOARD,
        H01_BOARD + "\n" * 9,
        H01_BOARD + "-\n" * 9,
        H01_BOARD + ":\n" * 9,
        H01_BOARD.replace("\n", "\r\n"),
        H01_BOARD.replace("S-5 H-T D-T C-J", "H-10 C-J D-10 S-5"),
        H01_BOARD.replace("S-5 H-T D-T C-J", "C-J D-T H-T S-5"),
        H01_BOARD.replace("S-5 H-T D-T C-J", "C-J\tD-T\tH-T\tS-5"),
        H01_BOARD.replace("S-5 H-T D-T C-J", "♣-J ♦-10 ♥️-10 ♠-5"),
        H01_BOARD.replace("Foundations:", "FOUNDATIONS: "),
        "\n".join([*H01_BOARD.splitlines()[1:], H01_BOARD.splitlines()[0]]),
    ],
)
def test_a_board_in_mid_play_in_many_hands(text: str) -> None:
    assert parse_board(STRICT, text) == position("bakers-dozen", H01)


@pytest.mark.parametrize(
    "cells", ["TD 8C JC", "TD 8C JC -", "TD\t8C  JC", "10D 8c J♣", "- TD 8C JC", "TD - 8C JC"]
)
def test_cells_are_read(cells: str) -> None:
    columns = [re.sub(r"(..)", r"\1 ", c) for c in FREECELL_MID.split()[0].split("/")]
    text = f"Foundations: S-6 H-3 D-4 C-4\nFreecells: {cells}\n" + "\n".join(columns)
    board = board_of(parse_board(FREECELL, text))
    assert sorted(filter(None, board.cells)) == ["8C", "JC", "TD"]
    assert board.columns == oracle.read_position(oracle.PRESETS["freecell"], FREECELL_MID).columns
    assert board.foundations == {"C": 4, "D": 4, "H": 3, "S": 6}


def test_a_reserve_is_read() -> None:
    garden = VARIANTS["flower-garden"]
    state = deal(garden, 3)
    words = [NAMES[number] for number in state.reserve]
    columns = ["".join(NAMES[number] for number in column) for column in state.columns]
    for text in (
        f"Reserve: {' '.join(words)}\n" + "\n".join(columns),
        "\n".join(columns) + f"\nReserve: {' '.join(words)}",
        json.dumps({"tableau piles": [re.findall("..", c) for c in columns], "reserve": words}),
        "/".join(columns) + " C-D-H-S- - " + "".join(words),
    ):
        assert parse_board(garden, text) == state


def test_faces_of_the_closed_game() -> None:
    closed = VARIANTS["bakers-dozen-1883"]
    line = "/".join("".join(column) for column in LINES)
    assert parse_board(closed, line).hidden == (3,) * 13, "no sign: only the tops are up"
    assert parse_board(closed, TEXT).hidden == (3,) * 13
    marked = line[:4] + "|" + line[4:]
    assert parse_board(closed, marked).hidden == (2,) + (0,) * 12
    dealt = deal(closed, 1)
    assert format_position(closed, dealt).count("|") == 13
    assert parse_board(closed, format_board(closed, dealt)) == dealt


# --- wrong boards ----------------------------------------------------------------------------


def changed(*changes: tuple[str, str]) -> str:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_empty_texts_are_no_board() -> None:
    for text in ("", " ", "\n\n", "\ufeff", "\r\n\t\r\n", "{}", "[]"[:0], '{"tableau piles": []}'):
        assert refusal("bakers-dozen", text)[0] == "position", repr(text)


def test_a_missing_card_is_named() -> None:
    key, args = refusal("bakers-dozen", changed(("8H", "")))
    assert (key, args) == ("missing", {"missing": "8H"})


def test_a_doubled_card_is_named() -> None:
    last = TEXT.rstrip().splitlines()[-1]
    lower = last.split()[-1]
    rank = oracle.RANKS.find(lower[0])
    assert rank > 0
    doubled = oracle.RANKS[rank - 1] + "H"
    key, args = refusal("bakers-dozen", TEXT.rstrip() + f" {doubled}\n")
    assert (key, args) == ("doubled", {"doubled": doubled})


def test_missing_and_doubled_cards_are_both_named() -> None:
    key, args = refusal("bakers-dozen", changed(("8H", "7H")))
    assert (key, args) == ("missing-doubled", {"missing": "8H", "doubled": "7H"})
    json_text = json.dumps({"tableau piles": LINES}).replace('"8H"', '"7H"')
    assert refusal("bakers-dozen", json_text) == (key, args)
    line = "/".join("".join(column) for column in LINES).replace("8H", "7H")
    assert refusal("bakers-dozen", line) == (key, args)


@pytest.mark.parametrize("wrong", ["1H", "11S", "0D", "8X", "?", "H8", "\u212aH"])
def test_an_unreadable_card_is_named(wrong: str) -> None:
    for text in (
        changed(("8H", wrong)),
        json.dumps({"tableau piles": LINES}).replace('"8H"', json.dumps(wrong)),
    ):
        key, args = refusal("bakers-dozen", text)
        assert key == "card"
        assert wrong in str(args["text"]) or str(args["text"]) in wrong


def test_fourteen_columns_are_too_many() -> None:
    lines = TEXT.splitlines()
    more = "\n".join([*lines[:-1], lines[-1][:5], lines[-1][6:]])
    assert refusal("bakers-dozen", more) == ("columns", {"found": 14, "wanted": 13})
    line = "/".join("".join(column) for column in LINES) + "/-"
    assert refusal("bakers-dozen", line) == ("columns", {"found": 14, "wanted": 13})


def test_one_column_of_all_cards_is_refused() -> None:
    together = " ".join(name for line in LINES for name in line)
    assert refusal("bakers-dozen", together) == ("columns", {"found": 1, "wanted": 13})
    spread = "".join(together.split()) + "/-" * 12
    key, args = refusal("bakers-dozen", spread)
    assert key == "column"
    assert args["column"] == "a"


def test_a_board_of_another_game_is_refused() -> None:
    freecell = format_board(FREECELL, deal(FREECELL, 1)).split("\n", 1)[1]
    assert refusal("bakers-dozen", freecell) == ("columns", {"found": 8, "wanted": 13})
    with_cells = "Freecells: " + TEXT[:2] + "\n" + TEXT[2:]
    assert refusal("bakers-dozen", with_cells) == ("cells", {"found": 1, "wanted": 0})
    with_reserve = "Reserve: " + TEXT[:2] + "\n" + TEXT[2:]
    assert refusal("bakers-dozen", with_reserve) == ("reserve", {"found": 1, "wanted": 0})


def test_more_cards_in_cells_than_cells_are_refused() -> None:
    text = format_position(FREECELL, deal(FREECELL, 1))
    moved, rest = text[:10], text[10:]
    assert refusal("freecell", f"{rest} C-D-H-S- {moved}") == ("cells", {"found": 5, "wanted": 4})


def test_a_foundation_that_hides_a_card_of_a_column_doubles_it() -> None:
    text = H01_BOARD.replace("6S", "3S") + "-\n" * 9
    key, args = refusal("bakers-dozen", text)
    assert (key, args) == ("missing-doubled", {"missing": "6S", "doubled": "3S"})
    key, args = refusal("bakers-dozen", H01.replace("S5", "S7"))
    assert (key, args) == ("doubled", {"doubled": "6S 7S"})


@pytest.mark.parametrize(
    "tops", ["S-11", "S-X", "X-5", "S-5 H-T D-T C-J nonsense", "5", "S-\u212a", "S-5 S"]
)
def test_unreadable_foundations_are_refused(tops: str) -> None:
    text = H01_BOARD.replace("S-5 H-T D-T C-J", tops)
    assert refusal("bakers-dozen", text)[0] == "foundations"


def test_many_missing_cards_are_named_and_the_rest_counted_off() -> None:
    key, args = refusal("bakers-dozen", "AS\n" + "-\n" * 12)
    names = str(args["missing"]).split()
    assert key == "missing"
    assert names[:2] == ["AC", "AD"]
    assert names[-1] == "…"


def noise(length: int, alphabet: str) -> str:
    chance = random.Random(length)
    return "".join(chance.choice(alphabet) for _ in range(length))


@pytest.mark.parametrize("alphabet", ["QH ", "A♠\n", "/-|", '{["]}', "\x00\ud7ffé", "10"])
def test_noise_is_refused_whatever_its_length(alphabet: str) -> None:
    for length in (1, 10, 100, 1000, 8000, 1_000_000):
        with pytest.raises(InvalidText) as refused:
            parse_board(STRICT, noise(length, alphabet))
        if length == 1_000_000:
            assert refused.value.key == "too-long"
        assert sum(len(str(value)) for value in refused.value.args_for_text.values()) < 400


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[" * 4000,
        '{"tableau piles": ' + "[" * 4000,
        '{"tableau piles": 5}',
        '{"tableau piles": {"a": []}}',
        '{"tableau piles": [5]}',
        '{"tableau piles": [[5]]}',
        '{"tableau piles": [[["AS"]]]}',
        '{"tableau piles": [null]}',
        '{"tableau piles": [[]], "cells": 3}',
        '{"tableau piles": [[]], "reserve": "AS"}',
        '{"tableau piles": [[]], "foundations": {"S": 3}}',
    ],
)
def test_json_of_another_shape_is_refused(text: str) -> None:
    key, _ = refusal("bakers-dozen", text)
    assert key in ("position", "card", "columns", "missing")
