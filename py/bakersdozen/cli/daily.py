"""`daily [DATE]`: prints the daily deal of a date."""

from __future__ import annotations

import argparse
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

from bakersdozen.cli.texts import Texts
from bakersdozen.daily import Daily, daily_of, parse_day
from bakersdozen.deals import deal, deal_number
from bakersdozen.notation import format_board
from bakersdozen.variants import VARIANTS

VARIANT = "bakers-dozen"


def add_to(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds the command's arguments to its parser."""
    parser.add_argument(
        "date", metavar=texts("cli.name.date"), nargs="?", default="", help=texts("cli.daily.date")
    )


def run(options: argparse.Namespace, texts: Texts) -> int:
    """Prints date, variant, number, difficulty and board; raises `InvalidDay` for no such day."""
    found = catalogued(parse_day(options.date) if options.date else date.today())
    variant = VARIANTS[VARIANT]
    state = deal(variant, deal_number(variant, found.deal))
    grade = texts("cli.daily.grade", grade=texts(f"grade.{found.grade}"), step=found.grade)
    print(f"{found.day.isoformat()}\n{VARIANT}\n{found.deal}\n{grade}\n")
    print(format_board(variant, state).rstrip("\n"))
    return 0


def catalogued(day: date) -> Daily:
    """Returns the daily deal of a date; raises `InvalidDay` when the catalogue has none.

    >>> catalogued(date(2026, 3, 1)).day.isoformat()
    '2026-03-01'
    """
    year = _folder().joinpath(f"{day.year:04}.jsonl")
    return daily_of(day, year.read_text("utf-8") if year.is_file() else "")


def _folder() -> Any:
    """Returns where the catalogue is: in the installed package, else beside py/ in the project."""
    installed = files("bakersdozen").joinpath("seeds", VARIANT)
    here = Path(__file__).parents[3] / "seeds" / VARIANT
    return installed if installed.is_dir() else here
