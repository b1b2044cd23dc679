"""The page's dates in zones of every kind, minute by minute, over the days when clocks change."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

CALENDAR = Path(__file__).parents[2] / "js" / "calendar.js"
# Prints, for each moment, the date that the clock shows and how long it will.
SCRIPT = """
const { today, secondsToTomorrow } = await import(process.argv[1]);
const moments = JSON.parse(process.argv[2]).map((ms) => new Date(ms));
console.log(JSON.stringify(moments.map((now) => [today(now), secondsToTomorrow(now)])));
"""


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Pacific/Kiritimati", "2026-12-31"),
        ("Pacific/Honolulu", "2026-12-31"),
        ("Asia/Kathmandu", "2028-02-29"),
        ("Europe/Kyiv", "2026-10-25"),
        ("Europe/Kyiv", "2027-03-28"),
        ("America/New_York", "2026-11-01"),
        ("America/New_York", "2027-03-14"),
        ("Australia/Sydney", "2026-10-04"),
        ("Australia/Sydney", "2027-04-04"),
        ("Australia/Lord_Howe", "2027-04-04"),  # half an hour
        ("America/Santiago", "2027-04-03"),  # midnight comes an hour late
        ("America/Santiago", "2026-09-06"),  # the day has no midnight
        ("America/Havana", "2026-11-01"),  # the day has two
    ],
)
def test_a_date_lasts_until_the_clock_shows_another(zone: str, day: str) -> None:
    place = ZoneInfo(zone)
    noon = datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=place).astimezone(UTC)
    moments = [noon + timedelta(minutes=7 * step, seconds=step) for step in range(-260, 261)]
    asked = json.dumps([int(moment.timestamp() * 1000) for moment in moments])
    done = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT, CALENDAR.as_uri(), asked],
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    for moment, (shown, left) in zip(moments, json.loads(done.stdout), strict=True):
        assert shown == moment.astimezone(place).date().isoformat()
        assert left > 0
        turn = moment + timedelta(seconds=left)
        before, after = ((turn + timedelta(seconds=s)).astimezone(place).date() for s in (-1, 0))
        assert (before.isoformat(), after - before) == (shown, timedelta(1)), moment
