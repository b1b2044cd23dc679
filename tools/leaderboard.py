"""Public tables on a static host: verifies result codes and writes what the page shows.

Each line of the files is a code, or a link that ends in one, and a name after it if there is
one. Whatever does not replay to a win of a date's own deal is dropped and reported.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tools.console import ROOT, Trouble, say

ENGINE = ROOT / "py"
_LONGEST_NAME = 40
_MARK = "#result="


class Row(NamedTuple):
    """A verified result."""

    code: str
    name: str
    score: int
    moves: int
    seconds: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Returns what rows are ordered by: score, then moves, then time."""
        return -self.score, self.moves, self.seconds


def make_tables(files: Iterable[Path], out: Path, seeds: Path = ROOT / "seeds") -> int:
    """Writes DATE.json for each date with results, and index.json; returns the exit code.

    Exit code 0 when every code was good, 1 when some were dropped.
    """
    days = _days(seeds / "bakers-dozen")
    tables: dict[str, dict[str, Row]] = {}
    dropped = 0
    for place, code, name in _lines(files):
        try:
            day, row = _verified(code, name, days)
        except ValueError as error:
            print(f"{place}: dropped ({error})", file=sys.stderr)
            dropped += 1
            continue
        # The same game twice is one result, and the first to hand it in gives it its name.
        tables.setdefault(day, {}).setdefault(code, row)
    out.mkdir(parents=True, exist_ok=True)
    for day, rows in sorted(tables.items()):
        ranked = sorted(rows.values(), key=lambda row: row.rank)
        _write(out / f"{day}.json", [row._asdict() for row in ranked])
        say(f"{day}: {len(ranked)}")
    # Tables of earlier runs stay.
    dates = sorted(p.stem for p in out.glob("*.json") if p.stem != "index")
    _write(out / "index.json", dates)
    return 1 if dropped else 0


def _write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


def _lines(files: Iterable[Path]) -> Iterator[tuple[str, str, str]]:
    """Yields each line's place, code and name; blank lines and those with # first are passed."""
    for path in files:
        try:
            text = path.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise Trouble(f"{path} cannot be read: {why}") from error
        for number, line in enumerate(text.splitlines(), start=1):
            if not line.strip() or line.lstrip().startswith("# "):
                continue
            code, _, name = line.strip().partition(" ")
            yield f"{path}:{number}", code.rpartition(_MARK)[2], _clean(name)


def _clean(name: str) -> str:
    """Returns a name on one line, without control characters, cut to a length."""
    shown = (" " if unicodedata.category(sign).startswith("C") else sign for sign in name)
    return " ".join("".join(shown).split())[:_LONGEST_NAME]


def _days(folder: Path) -> dict[str, str]:
    """Returns the date of each deal of the catalogue."""
    _import_engine()
    from bakersdozen.daily import calendar

    found = {}
    for path in sorted(folder.glob("[0-9]*.jsonl")):
        for day in calendar(int(path.stem), path.read_text("utf-8")):
            found[day.deal] = day.day.isoformat()
    return found


def _verified(code: str, name: str, days: dict[str, str]) -> tuple[str, Row]:
    """Replays a code; returns its date and row, or raises ValueError saying why not."""
    _import_engine()
    from bakersdozen.results import InvalidCode, decode, facts

    try:
        game, seconds = decode(code)
    except InvalidCode as error:
        raise ValueError(f"code: {error.cause}") from None
    proved = facts(game, seconds)
    day = days.get(str(proved["deal"])) if proved["variant"] == "bakers-dozen" else None
    if day is None:
        raise ValueError("no daily deal")
    if day > _latest().isoformat():
        raise ValueError("a day that has not come yet")
    return day, Row(code, name, proved["score"], proved["moves"], seconds)


def _latest() -> date:
    """Returns the date where on Earth the day begins first: fourteen hours before UTC's."""
    return (datetime.now(UTC) + timedelta(hours=14)).date()


def _import_engine() -> None:
    if str(ENGINE) not in sys.path:
        sys.path.insert(0, str(ENGINE))
