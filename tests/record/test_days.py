"""Dates are dates: which deal they have, how they make streaks."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakersdozen.daily import FIRST_DAY, InvalidDay, daily_of, parse_day, streaks

YEAR = "\n".join(
    json.dumps({"deal": str(n + 1), "grade": 1 + n % 5, "length": 80}) for n in range(366)
)


def test_each_day_of_a_year_has_its_own_line() -> None:
    assert daily_of(date(2028, 1, 1), YEAR).deal == "1"
    assert daily_of(date(2028, 2, 29), YEAR).deal == "60"
    assert daily_of(date(2028, 3, 1), YEAR).deal == "61"
    assert daily_of(date(2028, 12, 31), YEAR).deal == "366"
    assert daily_of(date(2027, 3, 1), YEAR).deal == "60"


def test_a_day_without_a_line_is_refused() -> None:
    with pytest.raises(InvalidDay):
        daily_of(FIRST_DAY - timedelta(1), YEAR)
    with pytest.raises(InvalidDay):
        daily_of(date(2028, 2, 1), YEAR[: YEAR.index("\n")])


@pytest.mark.parametrize(
    "text",
    ["", "2026-02-29", "2026-13-01", "2026-1-01", "20260101", "2026-01-01T00", "٢٠٢٦-٠١-٠١x"],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(InvalidDay):
        parse_day(text)


def test_winning_day_after_day_makes_a_streak_and_a_gap_ends_it() -> None:
    first = date(2026, 10, 24)  # clocks go back in Europe the next day
    won: list[date] = []
    seen = []
    for after in (0, 1, 2, 2, 4):
        won.append(first + timedelta(after))
        seen.append(streaks(won, first + timedelta(after)))
    assert [streak.current for streak in seen] == [1, 2, 3, 3, 1]
    assert seen[-1].best == 3


def test_a_streak_lasts_through_the_day_after_and_no_longer() -> None:
    won = [date(2026, 12, 30), date(2026, 12, 31)]
    assert streaks(won, date(2027, 1, 1)).current == 2
    assert streaks(won, date(2027, 1, 2)) == (0, 2)


def test_a_day_of_the_future_neither_lengthens_nor_resets() -> None:
    won = [date(2026, 5, 1), date(2026, 5, 2)]
    assert streaks([*won, date(2026, 5, 3), date(2026, 6, 1)], date(2026, 5, 2)) == (2, 2)


def test_travel_across_the_date_line_breaks_no_streak_and_counts_no_day_twice() -> None:
    first = date(2026, 6, 1)
    won = [first + timedelta(n) for n in range(3)]
    # West, the third day has yet to come again; when it comes it is won already.
    assert streaks(won, first + timedelta(1)) == (2, 2)
    assert streaks([*won, won[-1]], first + timedelta(2)) == (3, 3)
    # East, a day is short, but a date like any other.
    assert streaks(won, first + timedelta(3)) == (3, 3)
    assert streaks([*won, first + timedelta(3)], first + timedelta(3)) == (4, 4)


@given(st.sets(st.integers(0, 40)), st.integers(0, 45))
def test_streaks_agree_with_counting_by_hand(places: set[int], today: int) -> None:
    first = date(2026, 3, 1)
    found = streaks([first + timedelta(p) for p in places], first + timedelta(today))
    past = [p in places for p in range(today + 1)]
    runs = "".join("x" if day else " " for day in past).split()
    current = 0
    for day in reversed(past if past[-1] else past[:-1]):
        if not day:
            break
        current += 1
    assert found == (current, max(map(len, runs), default=0))
