"""The catalogue of daily deals as the site carries it: of each line only what play needs."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

FOLDER = "seeds/bakers-dozen"
_FIELDS = ("deal", "grade", "length")


def make_catalogue(site: Path, source: Path) -> list[int]:
    """Writes the slim file of each year; returns the years."""
    (site / FOLDER).mkdir(parents=True)
    years = []
    for path in sorted((source / FOLDER).glob("[0-9]*.jsonl")):
        (site / FOLDER / path.name).write_text(slim(path.read_text("utf-8")), "utf-8")
        years.append(int(path.stem))
    return years


def slim(lines: str) -> str:
    """Returns the lines of a year without the proofs, which only checks of the catalogue read."""
    entries = (json.loads(line) for line in lines.splitlines())
    kept = ({field: entry[field] for field in _FIELDS} for entry in entries)
    return "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in kept)


def on_demand(name: str, today: date) -> bool:
    """Tells whether a file of the site is a year that is fetched only when it is looked at."""
    path = Path(name)
    if path.parent.as_posix() != FOLDER:
        return False
    return int(path.stem) not in (today.year, today.year + 1)
