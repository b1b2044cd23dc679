"""The catalogue: its lines win, its measures can be repeated, its days are in order.

The ordinary run replays a sample; CATALOGUE=all replays every line.
"""

from __future__ import annotations

import json
import os
from datetime import date, timedelta
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bakersdozen.daily import FIRST_DAY, GRADES, calendar
from bakersdozen.deals import NUMBERS, deal
from bakersdozen.results import decode
from bakersdozen.rules import is_won
from bakersdozen.study.catalogue import consistency, given_to_days, graded
from bakersdozen.study.difficulty import measure, rank_correlation
from bakersdozen.variants import VARIANTS

SEEDS = Path(__file__).parents[2] / "seeds"
STRICT = VARIANTS["bakers-dozen"]
YEARS = sorted((SEEDS / STRICT.id).glob("*.jsonl"))
ENTRIES: list[dict[str, Any]] = [
    json.loads(line) for year in YEARS for line in year.read_text("utf-8").splitlines()
]
# The deals that belong to no day, by variant.
FREE: dict[str, list[dict[str, Any]]] = {
    path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for path in sorted(SEEDS.glob("*.jsonl"))
}
ALL = os.environ.get("CATALOGUE") == "all"
SAMPLE = [(STRICT.id, entry) for entry in ENTRIES[:: 1 if ALL else 97]] + [
    (variant, entry) for variant, entries in FREE.items() for entry in entries[:: 1 if ALL else 97]
]
SCHEMA = json.loads((SEEDS.parent / "schema" / "catalogue.schema.json").read_text("utf-8"))


def named(value: object) -> str:
    return str(value["deal"] if isinstance(value, dict) else value)


@pytest.mark.parametrize(("variant", "entry"), SAMPLE, ids=named)
def test_a_line_wins_its_deal(variant: str, entry: dict[str, Any]) -> None:
    game, _ = decode(entry["code"])
    assert is_won(game.state)
    assert (game.variant.id, game.deal, game.cursor) == (variant, entry["deal"], entry["length"])


def test_every_entry_has_the_form_that_is_described() -> None:
    schema = Draft202012Validator({"$ref": "#/$defs/entry", "$defs": SCHEMA["$defs"]})
    for entry in chain(ENTRIES, *FREE.values()):
        schema.validate(entry)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_preset_has_deals_of_every_grade(variant: str) -> None:
    entries = FREE[variant]
    assert len({entry["deal"] for entry in entries}) == len(entries) >= 400
    shares = [sum(entry["grade"] == grade for entry in entries) for grade in range(1, GRADES + 1)]
    assert max(shares) - min(shares) <= 1
    for easier, harder in pairwise(sorted(entries, key=lambda entry: entry["grade"])):
        if easier["grade"] < harder["grade"]:
            assert easier["difficulty"] <= harder["difficulty"]
    numbers = NUMBERS[VARIANTS[variant].numbering]
    assert all(1 <= int(entry["deal"]) <= numbers.drawn for entry in entries)


def test_the_deals_of_days_are_for_their_days_alone() -> None:
    assert not {entry["deal"] for entry in ENTRIES} & {entry["deal"] for entry in FREE[STRICT.id]}


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant != "flower-garden"])
def test_the_halves_of_the_players_rank_the_deals_of_a_preset_alike(variant: str) -> None:
    # Where the players hardly ever win, there is little to rank by: the search decides.
    assert consistency(FREE[variant]) > 0.7


REPEATED = [(STRICT.id, entry) for entry in ENTRIES[5::900]] + [
    (variant, entries[7]) for variant, entries in FREE.items()
]


@pytest.mark.parametrize(("variant", "entry"), REPEATED, ids=named)
def test_a_measure_can_be_repeated(variant: str, entry: dict[str, Any]) -> None:
    number, game = int(entry["deal"]), VARIANTS[variant]
    found = measure(game, deal(game, number), number, entry["games"])
    assert [list(found.first), list(found.second)] == entry["wins"]
    assert found.games == entry["games"]
    assert round(found.difficulty, 4) == entry["difficulty"]


def test_no_deal_comes_twice() -> None:
    assert len({entry["deal"] for entry in ENTRIES}) == len(ENTRIES)


def test_every_day_of_every_year_has_a_deal() -> None:
    day = FIRST_DAY
    for path in YEARS:
        found = calendar(int(path.stem), path.read_text("utf-8"))
        assert found[0].day == day
        assert found[-1].day == date(int(path.stem), 12, 31)
        assert {entry.grade for entry in found} == set(range(1, GRADES + 1))
        day = found[-1].day + timedelta(1)


def test_grades_have_even_shares_and_rise_with_difficulty() -> None:
    shares = [sum(entry["grade"] == grade for entry in ENTRIES) for grade in range(1, GRADES + 1)]
    assert max(shares) - min(shares) <= 1
    grades = [
        [entry["difficulty"] for entry in ENTRIES if entry["grade"] == grade]
        for grade in range(1, GRADES + 1)
    ]
    for easier, harder in pairwise(grades):
        assert max(easier) <= min(harder)


def test_difficulty_grows_from_monday_to_sunday() -> None:
    days = [FIRST_DAY + timedelta(n) for n in range(len(ENTRIES))]
    bands = [
        [e["difficulty"] for e, day in zip(ENTRIES, days, strict=True) if day.weekday() == weekday]
        for weekday in range(7)
    ]
    for easier, harder in pairwise(bands):
        assert max(easier) <= min(harder)


def test_the_halves_of_the_players_rank_deals_alike() -> None:
    assert consistency(ENTRIES) > 0.9


def test_deals_are_given_to_days_by_band_and_each_once() -> None:
    ranked = [{"deal": str(n), "difficulty": n} for n in range(30)]
    given = given_to_days(ranked, date(2026, 1, 1), 30)
    assert sorted(int(entry["deal"]) for entry in given) == list(range(30))
    mondays = [e for n, e in enumerate(given) if (date(2026, 1, 1) + timedelta(n)).weekday() == 0]
    assert {int(entry["deal"]) for entry in mondays} == set(range(len(mondays)))


def test_equal_difficulty_is_ranked_by_the_search() -> None:
    entries = [{"deal": str(n), "difficulty": 1.0, "nodes": nodes} for n, nodes in ((1, 9), (2, 5))]
    assert [entry["deal"] for entry in graded(entries)] == ["2", "1"]


def test_rank_correlation_knows_order_and_reverse() -> None:
    assert rank_correlation([1, 2, 3], [2, 4, 9]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3], [9, 4, 2]) == pytest.approx(-1)
    assert rank_correlation([1, 1, 2, 2], [1, 2, 1, 2]) == pytest.approx(0)
