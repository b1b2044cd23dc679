"""The record of finished games, and the statistics that follow from it.

The record is a list of entries with unique ids that only grows. Two copies of
it (two tabs, two devices, an imported file) are merged by union, so nothing is
lost and nothing counts twice; everything shown is derived from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from datetime import date
from typing import Any, Final

from bakersdozen.complaints import Complaint
from bakersdozen.daily import InvalidDay, parse_day, streaks

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
HELP: Final = ("none", "hint", "solution")


class InvalidEntry(Complaint):
    """Raised for data that is no entry of a record; `field` names what is wrong."""

    def __init__(self, field: str) -> None:
        super().__init__("error.entry", field=field)
        self.field = field


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One finished game.

    `variant` is a preset's id or `custom`; `daily` the date whose daily it was,
    or empty; `day` the date on which the game was begun, `ended` the moment it
    ended (UTC), by which games are ordered and nothing else; `help` the most
    help that was taken; `moves` what the player did, `steps` every card that
    moved, on its own or not (0 in entries from before that was noted). Entries
    of one id are the same game: the greater counts.
    """

    id: str
    won: bool
    score: int
    variant: str
    deal: str
    daily: str
    day: str
    ended: str
    seconds: int
    moves: int
    help: str
    steps: int = 0

    @property
    def counts_for_streak(self) -> bool:
        """Whether it was a daily won on its own day, not by the solver."""
        return self.won and self.daily == self.day != "" and self.help != "solution"


def parse_entry(data: object) -> Entry:
    """Reads an entry from plain data; raises `InvalidEntry` naming the wrong field."""
    if not isinstance(data, Mapping):
        raise InvalidEntry("form")
    kinds = {"won": bool, "score": int, "seconds": int, "moves": int, "steps": int}
    values: dict[str, Any] = {}
    for field in fields(Entry):
        value = data.get(field.name, None if field.default is MISSING else field.default)
        if type(value) is not kinds.get(field.name, str):
            raise InvalidEntry(field.name)
        if (isinstance(value, str) and len(value) > 64) or (isinstance(value, int) and value < 0):
            raise InvalidEntry(field.name)
        values[field.name] = value
    try:
        for name in ("daily", "day"):
            if values[name] or name == "day":
                parse_day(values[name])
    except InvalidDay:
        raise InvalidEntry(name) from None
    if values["help"] not in HELP:
        raise InvalidEntry("help")
    if not values["id"]:
        raise InvalidEntry("id")
    if not _MOMENT.fullmatch(values["ended"]):
        raise InvalidEntry("ended")
    return Entry(**values)


def merged(*records: Iterable[Entry]) -> list[Entry]:
    """Returns the union of records, one entry an id, in the order they ended."""
    by_id: dict[str, Entry] = {}
    for record in records:
        for entry in record:
            by_id[entry.id] = max(entry, by_id.get(entry.id, entry))
    return sorted(by_id.values(), key=lambda entry: (entry.ended, entry.id))


def plain(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Returns entries as plain data, fit for JSON and for `parse_entry`."""
    return [asdict(entry) for entry in entries]


def statistics(entries: Sequence[Entry], today: date) -> dict[str, Any]:
    """Derives what the statistics show.

    Out: `variants` (id → summary of the games of that variant that were no
    daily), `dailies` (a summary, with the streaks of dates and `days`, a date's
    best score), each summary as `_summary` returns it.
    """
    variants = sorted({entry.variant for entry in entries})
    dailies = [entry for entry in entries if entry.daily]
    streak = streaks(
        (parse_day(entry.daily) for entry in _first_plays(dailies) if entry.counts_for_streak),
        today,
    )
    days: dict[str, dict[str, Any]] = {}
    for entry in dailies:
        known = days.get(entry.daily, {"won": False, "score": 0})
        days[entry.daily] = {
            "won": known["won"] or entry.won,
            "score": max(known["score"], entry.score),
        }
    return {
        "variants": {
            variant: _summary([e for e in entries if e.variant == variant and not e.daily], today)
            for variant in variants
        },
        "dailies": _summary(dailies, today) | {"streak": streak._asdict(), "days": days},
    }


def _first_plays(dailies: Iterable[Entry]) -> list[Entry]:
    """Returns one entry for each daily: that of its own day if there is one.

    An entry is written when a game ends, and a daily has one game until it is
    won, so of several wins on the same day any one tells that it was won.
    """
    first: dict[str, Entry] = {}
    for entry in dailies:
        known = first.get(entry.daily)
        if known is None or entry.counts_for_streak > known.counts_for_streak:
            first[entry.daily] = entry
    return list(first.values())


def _summary(entries: Sequence[Entry], today: date) -> dict[str, Any]:
    """Sums up games: counts, bests and lists for charts, helped games kept apart.

    `history` leaves out what a clock set forward dated after today: it would
    push all that was really played out of the picture.
    """
    own = [entry for entry in entries if entry.help == "none"]
    wins = [entry for entry in own if entry.won]
    current = best = 0
    for entry in own:
        current = current + 1 if entry.won else 0
        best = max(best, current)
    return {
        "played": len(own),
        "won": len(wins),
        "helped": {
            "played": len(entries) - len(own),
            "won": sum(entry.won for entry in entries if entry.help != "none"),
        },
        "wins_in_a_row": {"current": current, "best": best},
        "best": {
            "score": max((entry.score for entry in wins), default=None),
            "seconds": min((entry.seconds for entry in wins), default=None),
            "moves": min((entry.moves for entry in wins), default=None),
        },
        "times": [entry.seconds for entry in wins],
        "moves": [entry.moves for entry in wins],
        "history": [[entry.day, entry.won] for entry in own if parse_day(entry.day) <= today],
    }
