"""The daily deal: which deal belongs to a date, and how streaks of dates are counted.

A date is the one on the player's own calendar, `YYYY-MM-DD`, and dates are
compared as dates, never as numbers of seconds. The catalogue has one file for
each year with one line for each of its days, in order; a line that has been
published never changes, so a date's deal never changes either.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from bakersdozen.complaints import Complaint

FIRST_DAY: Final = date(2026, 1, 1)
GRADES: Final = 5
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class InvalidDay(Complaint):
    """Raised for text that is no date, or for a date without a daily deal."""

    def __init__(self, text: str) -> None:
        super().__init__("error.day", text=text)
        self.text = text


class Daily(NamedTuple):
    """The deal of a day: number, grade from 1 (easiest) to `GRADES`, a winning line's length."""

    day: date
    deal: str
    grade: int
    length: int


class Streaks(NamedTuple):
    """How many days in a row were won: up to now, and at best."""

    current: int
    best: int


def parse_day(text: str) -> date:
    """Reads a date as ISO text; raises `InvalidDay`.

    >>> parse_day("2028-02-29").isoweekday()
    2
    """
    try:
        if _ISO.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise InvalidDay(text[:20])


def daily_of(day: date, year: str) -> Daily:
    """Finds the deal of a day in the text of its year's file of the catalogue.

    Raises `InvalidDay` when the file has no line for that day.
    """
    lines = year.splitlines()
    place = (day - date(day.year, 1, 1)).days
    if day < FIRST_DAY or place >= len(lines):
        raise InvalidDay(day.isoformat())
    return _daily(day, lines[place])


def line_of(day: date, lines: str) -> str:
    """Finds the code of a day's winning line in its year's lines, one a day, in order.

    Raises `InvalidDay` when there is none.
    """
    codes = lines.split()
    place = (day - date(day.year, 1, 1)).days
    if day < FIRST_DAY or place >= len(codes):
        raise InvalidDay(day.isoformat())
    return codes[place]


def calendar(year: int, lines: str) -> list[Daily]:
    """Returns the deals of all days of a year, from its file of the catalogue.

    Raises `InvalidDay` when the file is not one line for each day.
    """
    day = parse_day(f"{year:04}-01-01")
    deals = []
    for line in lines.splitlines():
        if day.year != year:
            raise InvalidDay(day.isoformat())
        deals.append(_daily(day, line))
        day += timedelta(1)
    return deals


def streaks(won: Iterable[date], today: date) -> Streaks:
    """Counts the days won in a row, those after today left out.

    The current streak ends today, or yesterday while today can still be won.

    >>> first = date(2026, 3, 28)
    >>> streaks([first, first + timedelta(1), first + timedelta(3)], first + timedelta(3))
    Streaks(current=1, best=2)
    """
    days = sorted({day for day in won if day <= today})
    best = run = 0
    previous: date | None = None
    for day in days:
        run = run + 1 if previous is not None and day - previous == timedelta(1) else 1
        best = max(best, run)
        previous = day
    current = run if previous is not None and today - previous <= timedelta(1) else 0
    return Streaks(current, best)


def _daily(day: date, line: str) -> Daily:
    """Reads the line of a day; raises `InvalidDay` when it is none."""
    try:
        entry: dict[str, Any] = json.loads(line)
        return Daily(day, entry["deal"], entry["grade"], entry["length"])
    except (ValueError, KeyError, TypeError):
        raise InvalidDay(day.isoformat()) from None
