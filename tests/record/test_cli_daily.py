"""The command `daily`: the deal of a date, as everybody with that date gets it."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from bakersdozen.cli import main
from bakersdozen.cli.daily import catalogued
from bakersdozen.deals import deal, deal_number
from bakersdozen.notation import format_board
from bakersdozen.variants import VARIANTS

SEEDS = Path(__file__).parents[2] / "seeds" / "bakers-dozen"
STRICT = VARIANTS["bakers-dozen"]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def test_a_date_has_its_line_of_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    lines = (SEEDS / "2026.jsonl").read_text("utf-8").splitlines()
    entry = json.loads(lines[(date(2026, 12, 6) - date(2026, 1, 1)).days])
    assert main(["daily", "2026-12-06"]) == 0
    day, variant, number, difficulty, blank, *board = capsys.readouterr().out.splitlines()
    assert (day, variant, number, blank) == ("2026-12-06", "bakers-dozen", entry["deal"], "")
    assert difficulty.endswith(f"({entry['grade']} of 5)")
    wanted = format_board(STRICT, deal(STRICT, deal_number(STRICT, number)))
    assert board == wanted.rstrip("\n").splitlines()


def test_without_a_date_it_is_today(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Leap(date):
        @classmethod
        def today(cls) -> Leap:
            return cls(2028, 2, 29)

    monkeypatch.setattr("bakersdozen.cli.daily.date", Leap)
    assert main(["daily"]) == 0
    assert capsys.readouterr().out.startswith("2028-02-29\n")


@pytest.mark.parametrize("day", ["2025-12-31", "1999-01-01", "2026-02-30", "tomorrow"])
def test_a_day_without_a_deal_is_refused(day: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", day]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert day in told.err


def test_a_week_grows_harder_from_monday_to_sunday() -> None:
    monday = date(2026, 11, 30)
    grades = [catalogued(monday + timedelta(day)).grade for day in range(7)]
    assert grades[0] == min(grades)
    assert grades[-1] == max(grades)
    assert grades == sorted(grades)
