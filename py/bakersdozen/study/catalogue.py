"""The catalogue: deals proved winnable, measured, graded and given to dates.

`survey` draws deals, proves them, measures them and appends one JSON line each
to a file, and goes on from where it stopped; `publish` makes the files in seeds/
of such lines. docs/WINNABILITY.md states the rules that they follow.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final

from bakersdozen.daily import GRADES
from bakersdozen.deals import deal, drawn_number, splitmix64
from bakersdozen.game import Game
from bakersdozen.results import encode
from bakersdozen.solver import solve
from bakersdozen.study.difficulty import GAMES, measure, rank_correlation
from bakersdozen.variants import VARIANTS, Variant

BUDGET: Final = 20_000
TRIES: Final = 4  # lines looked for; the shortest is kept
WEEK: Final = 7


def drawn(variant: Variant, stream: int) -> Iterator[int]:
    """Yields deal numbers from a stream of chance, without end."""
    for entropy in splitmix64(stream):
        yield drawn_number(variant, entropy)


def surveyed(variant: Variant, games: int, number: int) -> dict[str, Any] | None:
    """Proves and measures a deal; returns None for one not proved winnable in a small budget."""
    state = deal(variant, number)
    first = solve(variant, state, budget=BUDGET)
    if first.verdict != "solved":
        return None
    others = (solve(variant, state, budget=BUDGET, seed=seed) for seed in range(1, TRIES))
    lines = [result.moves for result in (first, *others) if result.verdict == "solved"]
    game = Game.numbered(variant, str(number))
    for move in min(lines, key=len):
        game.replay((move,))
    measured = measure(variant, state, number, games)
    return {
        "deal": str(number),
        "code": encode(game, 0),
        "length": len(game.plies),
        "difficulty": round(measured.difficulty, 4),
        "wins": [measured.first, measured.second],
        "games": measured.games,
        "nodes": first.nodes,
    }


def survey(
    variant: Variant, stream: int, wanted: int, out: Path, *, jobs: int = 1, games: int = GAMES
) -> None:
    """Surveys drawn deals until a file holds as many winnable ones as wanted."""
    done = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    known = {entry["deal"] for entry in done}
    numbers = (number for number in drawn(variant, stream) if str(number) not in known)
    work = partial(surveyed, variant, games)
    with out.open("a") as file, Pool(jobs) as pool:
        while len(done) < wanted:
            batch = list(islice(numbers, min(16 * jobs, wanted - len(done))))
            for entry in pool.imap(work, batch):
                if entry is not None:
                    done.append(entry)
                    print(json.dumps(entry), file=file, flush=True)
            print(f"\r{len(done)} / {wanted}", end="", file=sys.stderr)


def graded(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the entries from easiest to hardest, each with its grade, all grades of one size.

    Where the players fared alike, the deal that took the solver longer is harder.
    """
    ranked = sorted(
        entries, key=lambda entry: (entry["difficulty"], entry["nodes"], int(entry["deal"]))
    )
    return [
        entry | {"grade": 1 + place * GRADES // len(ranked)} for place, entry in enumerate(ranked)
    ]


def given_to_days(ranked: Sequence[dict[str, Any]], first: date, days: int) -> list[dict[str, Any]]:
    """Gives ranked deals to days so that difficulty grows from Monday to Sunday.

    The deals are cut into one band for each day of the week, Monday's the
    easiest; within its band a deal's week is a matter of chance.
    """
    weekdays = [(first + timedelta(n)).weekday() for n in range(days)]
    chosen: dict[int, dict[str, Any]] = {}
    at = 0
    for weekday in range(WEEK):
        places = [n for n in range(days) if weekdays[n] == weekday]
        band = sorted(
            ranked[at : at + len(places)], key=lambda entry: next(splitmix64(int(entry["deal"])))
        )
        chosen |= dict(zip(places, band, strict=True))
        at += len(places)
    return [chosen[n] for n in range(days)]


def consistency(entries: Iterable[dict[str, Any]]) -> float:
    """Returns the rank correlation of the wins of one half of the players' games with the other."""
    wins = [entry["wins"] for entry in entries]
    return rank_correlation([sum(w[0]) for w in wins], [sum(w[1]) for w in wins])


def publish(variant: str, survey_file: Path, years: range, out: Path) -> None:
    """Writes the catalogue of a variant: one file a year, or without years a single one."""
    ranked = graded([json.loads(line) for line in survey_file.read_text().splitlines()])
    out.mkdir(parents=True, exist_ok=True)
    if not years:
        _write(out / f"{variant}.jsonl", sorted(ranked, key=lambda entry: int(entry["deal"])))
        return
    first = date(years.start, 1, 1)
    days = (date(years.stop, 1, 1) - first).days
    entries = given_to_days(ranked[:days], first, days)
    for year in years:
        start = (date(year, 1, 1) - first).days
        stop = (date(year + 1, 1, 1) - first).days
        _write(out / variant / f"{year}.jsonl", entries[start:stop])


def _write(path: Path, entries: Iterable[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))


def main() -> None:
    """Runs `survey` or `publish` from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("survey", "publish"):
        command = commands.add_parser(name)
        command.add_argument("variant", choices=VARIANTS)
        command.add_argument("survey", type=Path)
    commands.choices["survey"].add_argument("--stream", type=int, default=1)
    commands.choices["survey"].add_argument("--wanted", type=int, required=True)
    commands.choices["survey"].add_argument("--jobs", type=int, default=1)
    commands.choices["survey"].add_argument("--games", type=int, default=GAMES)
    commands.choices["publish"].add_argument("--years", default="1:1", metavar="FIRST:END")
    commands.choices["publish"].add_argument("--out", type=Path, default=Path("seeds"))
    options = parser.parse_args()
    if options.command == "survey":
        survey(
            VARIANTS[options.variant],
            options.stream,
            options.wanted,
            options.survey,
            jobs=options.jobs,
            games=options.games,
        )
    else:
        years = range(*map(int, options.years.split(":")))
        publish(options.variant, options.survey, years, options.out)


if __name__ == "__main__":
    main()
