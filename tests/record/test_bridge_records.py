"""The messages about daily deals, results and the record, checked against the schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bakersdozen.bridge import Session

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "schema" / "messages.schema.json").read_text("utf-8")
)
YEAR = "\n".join(
    json.dumps({"deal": str(n + 1), "grade": 1 + n % 5, "length": 80}) for n in range(365)
)
SHARED = "AQEHXR9Zpv9v6JZg05wE6AfTArsC7ac"
Ask = Callable[..., dict[str, Any]]
Make = Callable[..., dict[str, Any]]


def checked(message: dict[str, Any], kind: str) -> dict[str, Any]:
    Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{kind}"}]}).validate(message)
    return message


@pytest.fixture
def ask() -> Ask:
    session = Session()

    def send(**request: Any) -> dict[str, Any]:
        checked(request, "request")
        return checked(json.loads(session.handle(json.dumps(request))), "answer")

    return send


def test_a_daily_is_the_deal_of_its_date_and_keeps_that_date(ask: Ask) -> None:
    begun = ask(intent="daily", date="2026-01-12", year=YEAR)
    assert (begun["view"]["deal"], begun["view"]["daily"]) == ("12", "2026-01-12")
    assert ask(intent="load", save=begun["save"])["view"]["daily"] == "2026-01-12"
    assert ask(intent="new", variant="bakers-dozen", deal="12")["view"]["daily"] is None


@pytest.mark.parametrize(
    ("day", "year"),
    [("2025-12-31", YEAR), ("2026-02-30", YEAR), ("2026-12-31", "{}\n" * 365), ("2026-05-01", "")],
)
def test_a_day_without_a_deal_is_refused_and_the_game_stays(ask: Ask, day: str, year: str) -> None:
    before = ask(intent="new", variant="bakers-dozen", deal="5")
    refused = ask(intent="daily", date=day, year=year)
    assert refused["reason"] == {"key": "error.day", "args": {"text": day}}
    assert ask(intent="undo")["view"]["deal"] == before["view"]["deal"]


def test_a_calendar_lists_each_day_of_its_year(ask: Ask) -> None:
    days = ask(intent="calendar", number=2026, year=YEAR)["days"]
    assert [day["day"] for day in days][::364] == ["2026-01-01", "2026-12-31"]
    assert days[11] == {"day": "2026-01-12", "deal": "12", "grade": 2, "length": 80}


def test_a_calendar_of_too_many_days_is_refused(ask: Ask) -> None:
    refused = ask(intent="calendar", number=2026, year=YEAR + "\n" + YEAR)
    assert refused["reason"]["key"] == "error.day"
    assert ask(intent="calendar", number=123456, year=YEAR)["reason"]["key"] == "error.day"


def test_a_code_is_opened_without_touching_the_running_game(ask: Ask) -> None:
    ask(intent="new", variant="freecell", deal="617")
    opened = ask(intent="open", code=SHARED)
    assert opened["facts"] == {
        "variant": "bakers-dozen",
        "deal": "7",
        "moves": 31,
        "seconds": 93,
        "score": 260 + 500 + 1200 - 93,
        "bonus": 1200 - 93,
    }
    course = opened["course"]
    assert (len(course), course[0], course[-1]) == (32, 0, 52)
    assert course == sorted(course)
    assert ask(intent="undo")["view"]["deal"] == "617"
    replay = ask(intent="load", save=opened["save"])["view"]
    assert (replay["cursor"], replay["plies"]) == (0, 31)
    for _ in range(31):
        replay = ask(intent="redo")["view"]
    assert replay["status"] == "won"


def test_a_won_game_gives_the_code_that_opens_as_itself(ask: Ask) -> None:
    ask(intent="load", save=ask(intent="open", code=SHARED)["save"])
    assert ask(intent="result")["reason"]["key"] == "error.no-result"
    ask(intent="goto", cursor=31)
    won = ask(intent="result", seconds=93.7)
    assert won["code"] == SHARED
    assert won["course"] == ask(intent="open", code=SHARED)["course"]
    assert won["facts"]["score"] == 1867


@pytest.mark.parametrize("code", ["", "x", SHARED[:-1], "<img src=x>", "A" * 9000])
def test_a_wrong_code_is_refused_with_its_cause(ask: Ask, code: str) -> None:
    key = ask(intent="open", code=code)["reason"]["key"]
    assert key == ("error.code-too-long" if len(code) > 8192 else "error.code-damaged")


def test_statistics_count_what_can_be_read_and_say_what_cannot(ask: Ask, entry: Make) -> None:
    entries = [entry(id="a"), entry(id="b", won=False), {"id": "c"}, None]
    found = ask(intent="statistics", entries=entries, today="2026-03-01")
    assert found["refused"] == 2
    assert found["statistics"]["variants"]["bakers-dozen"]["played"] == 2


def test_records_merge_without_doubles(ask: Ask, entry: Make) -> None:
    mine, theirs = [entry(id="a"), entry(id="b")], [entry(id="b"), entry(id="c"), 7]
    found = ask(intent="merge", records=[mine, theirs])
    assert [e["id"] for e in found["entries"]] == ["a", "b", "c"]
    assert found["refused"] == 1


def test_a_clock_beyond_all_play_counts_as_the_longest(ask: Ask) -> None:
    ask(intent="load", save=ask(intent="open", code=SHARED)["save"])
    ask(intent="goto", cursor=31, seconds=1e300)
    won = ask(intent="result")
    assert won["facts"]["seconds"] == 10**7
    assert ask(intent="open", code=won["code"])["facts"] == won["facts"]
