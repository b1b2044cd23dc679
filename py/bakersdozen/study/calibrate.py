"""Calibration: shares of winnable deals beside published ones measured under the same rules.

The published figures allow worrying back, so this does too. A deal that is won
without it is won with it, so the smaller game is searched first and only what it
does not win is searched again.

    python3 -m bakersdozen.study.calibrate --deals 2000
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from bakersdozen.deals import deal, splitmix64
from bakersdozen.solver.engine import BUDGET, Verdict, solve
from bakersdozen.study.searches import processes
from bakersdozen.study.shares import Tally
from bakersdozen.variants import VARIANTS, Numbering

PUBLISHED: Final = {
    # percent, from (lowest) to (highest), as their authors give them
    "spanish-patience-as-dealt": (99.860, 99.866),  # Blake and Gent, JAIR 85 (2026)
    "freecell": (99.99867, 99.99909),  # the same
}


def verdict(game: str, number: int, budget: int = BUDGET) -> Verdict:
    """Returns whether a random deal of a game, by our own numbers, is won with worrying back."""
    variant = replace(VARIANTS[game], numbering=Numbering.OWN)
    state = deal(variant, number)
    found = solve(variant, state, budget=budget).verdict
    if found == "solved":
        return found
    return solve(replace(variant, worrying_back=True), state, budget=budget).verdict


def calibrate(
    game: str, deals: int, *, budget: int = BUDGET, jobs: int = 1, seed: int = 1
) -> Iterator[Tally]:
    """Plays through random deals of a game; yields the tally after each.

    In: a variant's id, how many deals, the nodes that each search may spend, how
    many processes, a seed for the deal numbers.
    """
    numbers = [1 + number % 10**18 for number in islice(splitmix64(seed), deals)]
    search = partial(verdict, game, budget=budget)
    counts: Counter[Verdict] = Counter()
    with processes(jobs) as pool:
        for found in pool.map(search, numbers, chunksize=8):
            counts[found] += 1
            yield Tally(counts["solved"], counts["unsolvable"], counts["unknown"])


def row(game: str, tally: Tally) -> str:
    """Returns a tally beside the published figure, as a row of a Markdown table."""
    low, high = (100 * end for end in tally.interval())
    published_low, published_high = PUBLISHED[game]
    agrees = low <= published_high and published_low <= high
    return (
        f"| `{game}` | {tally.deals} | {tally.won} | {tally.lost} | {tally.unknown} "
        f"| {low:.2f} to {high:.2f} % | {published_low} to {published_high} % "
        f"| {'yes' if agrees else 'NO'} |"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a calibration and prints its table; 1 when an interval misses the published one."""
    parser = argparse.ArgumentParser(prog="calibrate", description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(PUBLISHED), metavar="GAME")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--budget", type=int, default=BUDGET, metavar="NODES")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    unknown = [game for game in chosen.games if game not in PUBLISHED]
    if unknown or chosen.deals < 1:
        parser.error(f"choose among {', '.join(PUBLISHED)}, and at least one deal")
    print("| game | deals | won | lost | open | share winnable, 95 % | published | agree |")
    print("|---|---|---|---|---|---|---|---|")
    status = 0
    for game in chosen.games:
        for tally in calibrate(
            game, chosen.deals, budget=chosen.budget, jobs=chosen.jobs, seed=chosen.seed
        ):
            if not tally.deals % 100:
                print(f"{game}: {tally.deals} of {chosen.deals}", file=sys.stderr)
        line = row(game, tally)
        print(line, flush=True)
        status |= line.endswith("NO |")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
