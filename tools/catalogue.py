"""The catalogue as the site carries it: of each deal only what play needs, and the figures.

What play needs is its cards, too: a page that is older than its build shows the day's deal while
the engine is still on its way.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

from tools.console import ROOT

SEEDS = "seeds"
FOLDER = f"{SEEDS}/bakers-dozen"
LINES = f"{SEEDS}/lines"
FIGURES = f"{SEEDS}/winnability.json"
_FIELDS = ("deal", "grade", "length")


def make_catalogue(site: Path, source: Path) -> list[int]:
    """Writes the slim file of each year, and what there is for each variant; returns the years."""
    for folder in (FOLDER, LINES):
        (site / folder).mkdir(parents=True)
    shutil.copy(source / FIGURES, site / FIGURES)
    for path in sorted((source / SEEDS).glob("*.jsonl")):
        numbers = deal_numbers(path.read_text("utf-8"))
        (site / SEEDS / f"{path.stem}.json").write_text(numbers, "utf-8")
    years = []
    board_of = _dealer()
    for path in sorted((source / FOLDER).glob("[0-9]*.jsonl")):
        year = path.read_text("utf-8")
        (site / FOLDER / path.name).write_text(slim(year, board_of), "utf-8")
        (site / LINES / f"{path.stem}.txt").write_text(winning_lines(year), "utf-8")
        years.append(int(path.stem))
    return years


def slim(lines: str, board_of: Callable[[str], str]) -> str:
    """Returns the lines of a year with their boards, without the proofs that only checks read."""
    entries = (json.loads(line) for line in lines.splitlines())
    kept = (
        {field: entry[field] for field in _FIELDS} | {"board": board_of(entry["deal"])}
        for entry in entries
    )
    return "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in kept)


def winning_lines(lines: str) -> str:
    """Returns the code of each day's winning line: apart, for it gives the game away."""
    return "".join(json.loads(line)["code"] + "\n" for line in lines.splitlines())


def _dealer() -> Callable[[str], str]:
    """Returns what deals a number: the columns' cards, bottom to top, parted by blanks."""
    sys.path.insert(0, str(ROOT / "py"))
    from bakersdozen.cards import NAMES
    from bakersdozen.deals import deal
    from bakersdozen.variants import VARIANTS

    variant = VARIANTS["bakers-dozen"]

    def board_of(number: str) -> str:
        columns = deal(variant, int(number)).columns
        return " ".join("".join(NAMES[card] for card in column) for column in columns)

    return board_of


def deal_numbers(lines: str) -> str:
    """Returns the numbers of a variant's deals that are proved winnable, as a JSON list."""
    numbers = [json.loads(line)["deal"] for line in lines.splitlines()]
    return json.dumps(numbers, separators=(",", ":")) + "\n"


def on_demand(name: str, today: date) -> bool:
    """Tells whether a file of the site is a year that is fetched only when it is looked at."""
    path = Path(name)
    if path.parent.as_posix() == LINES:
        return int(path.stem) != today.year
    if path.parent.as_posix() != FOLDER:
        return False
    return int(path.stem) not in (today.year, today.year + 1)
