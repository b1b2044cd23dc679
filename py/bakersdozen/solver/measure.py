"""Measures the solver: nodes and time to a decision, over numbered deals of each game.

    python3 -m bakersdozen.solver.measure flower-garden --deals 200 --first 5000

Nodes are the same on every machine; seconds are of the processor's time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from time import process_time
from typing import Final

from bakersdozen.deals import deal
from bakersdozen.solver.engine import BUDGET, Verdict, solve
from bakersdozen.variants import VARIANTS, Variant

FIRST: Final = 1_000_001  # deal number; nothing was tuned on those from here on


@dataclass(frozen=True, slots=True)
class Measure:
    """What one deal took."""

    deal: int
    verdict: Verdict
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What many deals took; a deal left open counts with all that was spent on it."""

    deals: int
    won: int
    lost: int
    open: int
    nodes_median: int
    nodes_90: int
    nodes_99: int
    nodes_most: int
    seconds_median: float
    seconds_99: float
    nodes_per_second: int


def measure(variant: Variant, deals: Iterable[int], budget: int = BUDGET) -> Iterator[Measure]:
    """Solves deals, given by their numbers, and yields what each took."""
    for number in deals:
        state = deal(variant, number)
        begun = process_time()
        found = solve(variant, state, budget=budget)
        yield Measure(number, found.verdict, found.nodes, process_time() - begun)


def summary(measures: Iterable[Measure]) -> Summary:
    """Returns the figures of at least one deal.

    >>> summary([Measure(1, "solved", 50, 0.1), Measure(2, "unknown", 90, 0.3)]).nodes_median
    90
    """
    measured = list(measures)
    verdicts = [one.verdict for one in measured]
    nodes = sorted(one.nodes for one in measured)
    seconds = sorted(one.seconds for one in measured)
    last = len(measured) - 1
    return Summary(
        len(measured),
        verdicts.count("solved"),
        verdicts.count("unsolvable"),
        verdicts.count("unknown"),
        nodes[len(nodes) // 2],
        nodes[min(last, len(nodes) * 90 // 100)],
        nodes[min(last, len(nodes) * 99 // 100)],
        nodes[last],
        seconds[len(seconds) // 2],
        seconds[min(last, len(seconds) * 99 // 100)],
        round(sum(nodes) / max(sum(seconds), 1e-9)),
    )


def row(name: str, figures: Summary) -> str:
    """Returns a row of a Markdown table."""
    counts = " | ".join(f"{count:,}" for count in list(asdict(figures).values())[:8])
    return (
        f"| {name} | {counts} | {figures.seconds_median:.3f} s "
        f"| {figures.seconds_99:.2f} s | {figures.nodes_per_second:,} |"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures games and prints a table, or a JSON line for each deal."""
    parser = argparse.ArgumentParser(prog="measure", description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(VARIANTS), metavar="GAME")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=FIRST, metavar="NUMBER")
    parser.add_argument("--budget", type=int, default=BUDGET, metavar="NODES")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    if not chosen.games or not set(chosen.games) <= VARIANTS.keys() or chosen.deals < 1:
        parser.error(f"choose among {', '.join(VARIANTS)}, and at least one deal")
    if not chosen.json:
        print("| game | deals | won | lost | open | nodes: median | 90 % | 99 % | worst ", end="")
        print("| time: median | 99 % | nodes a second |")
        print("|---" * 12 + "|")
    for game in chosen.games:
        measured = []
        numbers = range(chosen.first, chosen.first + chosen.deals)
        for one in measure(VARIANTS[game], numbers, chosen.budget):
            measured.append(one)
            if chosen.json:
                print(json.dumps({"game": game, **asdict(one)}), flush=True)
            elif not len(measured) % 100:
                print(f"{game}: {len(measured)} of {chosen.deals}", file=sys.stderr)
        if not chosen.json:
            print(row(game, summary(measured)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
