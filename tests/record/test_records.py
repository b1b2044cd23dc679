"""The record of finished games: a union that loses nothing and counts nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakersdozen.records import Entry, InvalidEntry, merged, parse_entry, plain, statistics

Make = Callable[..., dict[str, Any]]

ENTRIES = st.lists(
    st.builds(
        Entry,
        id=st.sampled_from(["a", "b", "c", "d"]),
        won=st.booleans(),
        score=st.integers(0, 1960),
        variant=st.sampled_from(["bakers-dozen", "freecell"]),
        deal=st.just("7"),
        daily=st.sampled_from(["", "2026-03-01", "2026-03-02"]),
        day=st.sampled_from(["2026-03-01", "2026-03-02"]),
        ended=st.sampled_from(["2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z"]),
        seconds=st.integers(0, 3000),
        moves=st.integers(0, 300),
        help=st.sampled_from(["none", "hint", "solution"]),
        steps=st.integers(0, 300),
    ),
    max_size=6,
)


@given(ENTRIES, ENTRIES, ENTRIES)
def test_merging_is_a_union(a: list[Entry], b: list[Entry], c: list[Entry]) -> None:
    assert merged(a, b) == merged(b, a)
    assert merged(merged(a, b), c) == merged(a, merged(b, c))
    assert merged(merged(a), merged(a)) == merged(a)
    assert {e.id for e in merged(a, b)} == {e.id for e in (*a, *b)}


@given(ENTRIES)
def test_entries_survive_json(entries: list[Entry]) -> None:
    assert [parse_entry(data) for data in plain(entries)] == entries


@given(ENTRIES)
def test_never_more_won_than_played(entries: list[Entry]) -> None:
    found = statistics(merged(entries), date(2026, 3, 2))
    for summary in (*found["variants"].values(), found["dailies"]):
        assert 0 <= summary["won"] <= summary["played"]
        assert summary["helped"]["won"] <= summary["helped"]["played"]
        assert len(summary["times"]) == summary["won"]


def test_one_game_counts_once_whatever_is_recorded_of_it(entry: Make) -> None:
    again = [entry(), entry(score=1490, seconds=270), entry(won=False, score=200)]
    found = statistics(merged(map(parse_entry, again)), date(2026, 3, 1))
    summary = found["variants"]["bakers-dozen"]
    assert (summary["played"], summary["won"], summary["best"]["score"]) == (1, 1, 1500)


def test_helped_games_are_kept_apart(entry: Make) -> None:
    games = [entry(id="a"), entry(id="b", help="hint", score=1900), entry(id="c", help="solution")]
    summary = statistics([parse_entry(g) for g in games], date(2026, 3, 1))["variants"][
        "bakers-dozen"
    ]
    assert (summary["played"], summary["won"]) == (1, 1)
    assert summary["helped"] == {"played": 2, "won": 2}
    assert summary["best"]["score"] == 1500


@pytest.mark.parametrize(
    ("changes", "streak"),
    [
        ({}, 1),
        ({"help": "hint"}, 1),
        ({"help": "solution"}, 0),
        ({"won": False}, 0),
        ({"day": "2026-03-02"}, 0),  # archive play
        ({"daily": ""}, 0),  # practice
    ],
)
def test_only_a_daily_won_on_its_own_day_moves_the_streak(
    entry: Make, changes: dict[str, Any], streak: int
) -> None:
    game = parse_entry(entry(daily="2026-03-01") | changes)
    found = statistics([game], date(2026, 3, 1))["dailies"]["streak"]
    assert found["current"] == streak


def test_begun_before_midnight_and_won_after_it_counts_for_the_day_it_was_begun(
    entry: Make,
) -> None:
    games = [
        entry(id="a", daily="2026-03-01", day="2026-03-01", ended="2026-03-02T00:03:00Z"),
        entry(id="b", daily="2026-03-02", day="2026-03-02", ended="2026-03-02T08:00:00Z"),
    ]
    found = statistics([parse_entry(g) for g in games], date(2026, 3, 2))["dailies"]
    assert found["streak"] == {"current": 2, "best": 2}
    assert set(found["days"]) == {"2026-03-01", "2026-03-02"}


def test_what_a_clock_set_forward_dated_is_counted_but_stays_out_of_the_picture(
    entry: Make,
) -> None:
    games = [entry(id="a"), entry(id="b", day="2099-01-01", ended="2099-01-01T10:00:00Z")]
    summary = statistics([parse_entry(g) for g in games], date(2026, 3, 1))["variants"][
        "bakers-dozen"
    ]
    assert summary["played"] == 2
    assert summary["history"] == [["2026-03-01", True]]


def test_an_entry_from_before_steps_were_noted_is_read_and_yields_to_a_newer_one(
    entry: Make,
) -> None:
    old = parse_entry(entry())
    assert old.steps == 0
    newer = parse_entry(entry(steps=91))
    assert merged([newer], [old]) == merged([old], [newer]) == [newer]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"id": ""}, "id"),
        ({"steps": -1}, "steps"),
        ({"id": 7}, "id"),
        ({"won": 1}, "won"),
        ({"score": -1}, "score"),
        ({"score": True}, "score"),
        ({"seconds": 1.5}, "seconds"),
        ({"day": ""}, "day"),
        ({"day": "yesterday"}, "day"),
        ({"daily": "2026-02-30"}, "daily"),
        ({"ended": "noon"}, "ended"),
        ({"help": "all"}, "help"),
        ({"deal": "9" * 65}, "deal"),
    ],
)
def test_a_wrong_entry_is_refused_by_its_field(
    entry: Make, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidEntry) as refused:
        parse_entry(entry() | changes)
    assert refused.value.field == field


@pytest.mark.parametrize("data", [None, 7, "x", [], {}])
def test_what_is_no_entry_at_all_is_refused(data: object) -> None:
    with pytest.raises(InvalidEntry):
        parse_entry(data)
