"""The same number is the same deal for ever: golden deals, published layouts, wrong numbers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import oracle
from bakersdozen.deals import (
    InvalidDeal,
    _below,
    deal,
    deal_number,
    drawn_number,
    microsoft_order,
    own_order,
    splitmix64,
)
from bakersdozen.variants import VARIANTS, custom
from support import board_of, name, state_of

ROOT = Path(__file__).parents[2]
GOLDEN: dict[str, list[list[str]]] = json.loads((ROOT / "tests/data/deals.json").read_text())
STRICT = VARIANTS["bakers-dozen"]


def cards_of(board: oracle.Board) -> list[str]:
    up = [oracle.RANKS[i] + suit for suit, top in board.foundations.items() for i in range(top)]
    laid = [card for column in board.columns for card in column]
    return [*laid, *filter(None, board.cells), *board.reserve, *up]


@pytest.mark.parametrize("variant", VARIANTS)
def test_golden_deals(variant: str) -> None:
    row = VARIANTS[variant]
    for number, text in GOLDEN[variant]:
        state = deal(row, deal_number(row, number))
        assert state == state_of(oracle.read_position(oracle.PRESETS[variant], text)), number


def test_the_golden_numbers_reach_past_what_a_double_holds() -> None:
    numbers = {int(number) for number, _ in GOLDEN["bakers-dozen"]}
    assert {1, 2, 1000, 2**31, 2**53 + 1, 10**12} <= numbers
    boards = [text for _, text in GOLDEN["bakers-dozen"]]
    assert len(set(boards)) == len(boards)


def test_the_generator_gives_its_published_values() -> None:
    """The first outputs of SplitMix64 for the seeds 0 and 1234567, as its authors' code gives."""
    draws = splitmix64(1234567)
    assert [next(draws) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert next(splitmix64(0)) == 0xE220A8397B1DCDAF


def test_a_draw_past_the_last_full_share_is_drawn_again() -> None:
    assert 2**64 % 3 == 1
    assert _below(iter([2**64 - 1, 5]), 3) == 2
    assert _below(iter([2**64 - 2, 5]), 3) == (2**64 - 2) % 3
    assert _below(iter([2**64 - 1]), 2) == 1


@pytest.mark.parametrize("number", [1, 7, 52, 10**6, 2**63, 10**18])
def test_orders_agree_with_the_written_rule(number: int) -> None:
    assert [name(c) for c in own_order(number)] == oracle.own_pack(number)
    if number < 2**31:
        assert [name(c) for c in microsoft_order(number)] == oracle.microsoft_pack(number)


KNOWN_FREECELL = {
    1: """JD 2D 9H JC 5D 7H 7C 5H
          KD KC 9S 5S AD QC KH 3H
          2S KS 9D QD JS AS AH 3C
          4C 5C TS QH 4H AC 4D 7S
          3S TD 4S TH 8H 2C JH 7D
          6D 8S 8D QS 6C 3D 8C TC
          6S 9C 2H 6H""",
    617: """7D AD 5C 3S 5S 8C 2D AH
            TD 7S QD AC 6D 8H AS KH
            TH QC 3H 9D 6S 8D 3D TC
            KD 5H 9S 3C 8S 7H 4D JS
            4C QS 9C 9H 7C 6H 2C 2S
            4S TS 2H 5D JC 6C JH QH
            JD KS KC 4H""",
    11982: """AH AS 4H AC 2D 6S TS JS
              3D 3H QS QC 8S 7H AD KS
              KD 6H 5S 4D 9H JH 9S 3C
              JC 5D 5C 8C 9D TD KH 7C
              6C 2C TH QH 6D TC 4S 7S
              JD 7D 8H 9C 2H QD 4C 5H
              KC 8D 2S 3S""",
}


@pytest.mark.parametrize("number", KNOWN_FREECELL)
def test_freecell_deals_by_microsofts_numbers(number: int) -> None:
    rows = [row.split() for row in KNOWN_FREECELL[number].splitlines()]
    columns = [[row[at] for row in rows if at < len(row)] for at in range(8)]
    board = board_of(deal(VARIANTS["freecell"], number))
    assert board.columns == columns
    assert board.cells == [None] * 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_deal_has_52_cards_once_and_the_layout_of_its_row(variant: str) -> None:
    row, rules = VARIANTS[variant], oracle.PRESETS[variant]
    for number in range(1, 200):
        board = board_of(deal(row, number))
        assert sorted(cards_of(board)) == sorted(oracle.PACK)
        assert tuple(map(len, board.columns)) == rules.sizes
        assert len(board.reserve) == rules.reserve
        assert board.cells == [None] * rules.cells
        down = [size - 1 if rules.top_only_up else 0 for size in rules.sizes]
        assert board.hidden == down


def test_kings_sink_in_the_order_they_lie_and_the_others_keep_theirs() -> None:
    seen_two = False
    for number in range(1, 400):
        dealt = deal(VARIANTS["spanish-patience-as-dealt"], number)
        for before, after in zip(dealt.columns, deal(STRICT, number).columns, strict=True):
            kings = [card for card in before if card >= 48]
            assert list(after) == kings + [card for card in before if card < 48]
            seen_two |= len(kings) >= 2 and before[: len(kings)] != tuple(kings)
    assert seen_two, "no column with two kings out of place was met"


@pytest.mark.parametrize("variant", [v for v, r in oracle.PRESETS.items() if not r.kings_sunk])
def test_kings_stay_where_they_were_dealt_elsewhere(variant: str) -> None:
    boards = [deal(VARIANTS[variant], number) for number in range(1, 40)]
    assert any(card >= 48 for b in boards for column in b.columns for card in column[1:])


def test_the_closed_game_is_the_strict_one_face_down_with_its_kings_sunk_alike() -> None:
    for number in range(1, 40):
        closed, strict = deal(VARIANTS["bakers-dozen-1883"], number), deal(STRICT, number)
        assert closed.columns == strict.columns
        assert closed.hidden == (3,) * 13
        assert strict.hidden == (0,) * 13


def test_good_measure_places_the_first_two_aces_of_the_deal() -> None:
    for number in range(1, 60):
        order = oracle.own_pack(number)
        aces = [card for card in order if card[0] == "A"][:2]
        board = board_of(deal(VARIANTS["good-measure"], number))
        assert {suit for suit, top in board.foundations.items() if top} == {a[1] for a in aces}
        rest = [card for card in order if card not in aces]
        rows = [rest[at::10] for at in range(10)]
        kings_first = [sorted(column, key=lambda card: card[0] != "K") for column in rows]
        assert board.columns == kings_first


def test_the_same_number_shows_the_same_cards_in_the_same_places_under_other_rules() -> None:
    alike = ["spanish-patience-as-dealt", "castles-in-spain", "portuguese-solitaire"]
    for number in (1, 99, 10**9):
        assert len({deal(VARIANTS[variant], number).columns for variant in alike}) == 1


def test_a_custom_game_deals_as_its_parameters_say() -> None:
    row = custom({"columns": [0, 10, 3, 20], "reserve": 15, "aces_placed": 4, "faces": "top"})
    board = board_of(deal(row, 5))
    assert [len(column) for column in board.columns] == [0, 10, 3, 20]
    assert board.hidden == [0, 9, 2, 19]
    assert len(board.reserve) == 15
    assert set(board.foundations.values()) == {1}
    assert sorted(cards_of(board)) == sorted(oracle.PACK)


# --- numbers as text -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1), (" 42 ", 42), ("007", 7), ("9007199254740993", 2**53 + 1), (str(10**18), 10**18)],
)
def test_numbers_are_decimal_text(text: str, number: int) -> None:
    assert deal_number(STRICT, text) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "-1",
        "+1",
        "1.0",
        "1e3",
        "0x10",
        "one",
        "1 2",
        "1_000",
        "١٢",
        "½",
        "²",
        "9" * 41,
        "9" * 100000,
        str(10**18 + 1),
        "1\x00",
        "nan",
    ],
)
def test_what_is_no_number_is_refused_and_named(text: str) -> None:
    with pytest.raises(InvalidDeal) as refused:
        deal_number(STRICT, text)
    assert refused.value.text == text.strip()[:40]
    assert (refused.value.lowest, refused.value.highest) == (1, 10**18)


def test_freecells_numbers_have_their_own_end() -> None:
    freecell = VARIANTS["freecell"]
    assert deal_number(freecell, "32001") == 32001
    assert deal_number(freecell, str(2**31 - 1)) == 2**31 - 1
    with pytest.raises(InvalidDeal) as refused:
        deal_number(freecell, str(2**31))
    assert refused.value.highest == 2**31 - 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_numbers_made_of_entropy_are_in_range_and_spread(variant: str) -> None:
    row = VARIANTS[variant]
    draws = oracle.split_mix(11)
    numbers = [drawn_number(row, next(draws)) for _ in range(500)]
    assert all(deal_number(row, str(number)) == number for number in numbers)
    assert len(set(numbers)) > 490
    quarter = (max(numbers) + 1) / 4
    assert min(Counter(int(number / quarter) for number in numbers).values()) > 80


def test_a_deal_does_not_depend_on_hash_seeds() -> None:
    code = (
        "from bakersdozen.deals import deal; from bakersdozen.variants import VARIANTS;"
        "print(*(deal(row, 2**31 - 1) for row in VARIANTS.values()))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": str(ROOT / "py"), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(said) == 1
