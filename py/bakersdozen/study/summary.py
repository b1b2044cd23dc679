"""Summaries of studies, small enough to keep: counts, shares, and which deals are lost or open.

    python3 -m bakersdozen.study.summary FILE --solver VERSION

reads the outcomes of a study, writes a summary of the same name into
`seeds/studies/` and brings `seeds/winnability.json`, which the page reads, up to date.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from bakersdozen.game import description_of, variant_of
from bakersdozen.solver import BUDGET
from bakersdozen.study.outcomes import Outcome, parse
from bakersdozen.study.shares import Tally
from bakersdozen.variants import VARIANTS, Variant

STUDIES: Final = "studies"
FIGURES: Final = "winnability.json"
_SHOWN: Final = ("deals", "won", "lost", "unknown", "low", "high")


def summary(
    name: str, variant: Variant, outcomes: Iterable[Outcome], *, solver: str, budget: int = BUDGET
) -> dict[str, Any]:
    """Returns what is worth keeping of a study.

    In: what to call it, the game, its outcomes, which solver found them within
    how many nodes. Out: the game (see `description_of`), the counts and the
    interval (see `Tally`), the numbers of the deals that were lost and of those
    left open, how many lines there were of each length, and how many deals took
    up to 1, 2, 4, 8 … nodes.
    """
    found = sorted(outcomes)
    tally = Tally.of(outcome.result for outcome in found)
    low, high = tally.interval()
    lengths = Counter(outcome.length for outcome in found if outcome.result == "solved")
    nodes = Counter((outcome.nodes - 1).bit_length() for outcome in found if outcome.nodes)
    return {
        "name": name,
        "variant": description_of(variant),
        "first": str(found[0].deal),
        "last": str(found[-1].deal),
        "solver": solver,
        "budget": budget,
        "deals": tally.deals,
        "won": tally.won,
        "lost": tally.lost,
        "unknown": tally.unknown,
        "low": round(low, 6),
        "high": round(high, 6),
        "lost_deals": [str(outcome.deal) for outcome in found if outcome.result == "unsolvable"],
        "unknown_deals": [str(outcome.deal) for outcome in found if outcome.result == "unknown"],
        "lengths": {str(length): lengths[length] for length in sorted(lengths)},
        "nodes": {str(2**power): nodes[power] for power in sorted(nodes)},
    }


def quantile(counts: dict[str, int], share: float) -> int:
    """Returns the smallest key that at least a share of all counts are at or below.

    >>> quantile({"70": 1, "80": 2, "90": 1}, 0.5)
    80
    """
    wanted, seen = share * sum(counts.values()), 0
    for key in sorted(map(int, counts)):
        seen += counts[str(key)]
        if seen >= wanted:
            return key
    raise ValueError("nothing was counted")


def figures(studies: Path) -> dict[str, dict[str, Any]]:
    """Returns what the page shows of each study in a folder, by variant, in the variants' order."""
    paths = {game: studies / f"{game}.json" for game in VARIANTS}
    read = {
        game: json.loads(path.read_text("utf-8")) for game, path in paths.items() if path.exists()
    }
    return {game: {field: study[field] for field in _SHOWN} for game, study in read.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the summary of a study, and the figures of all of them."""
    parser = argparse.ArgumentParser(prog="summary", description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="the outcomes of `bakersdozen study`")
    parser.add_argument("--solver", required=True, help="the version of the solver that ran")
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--seeds", type=Path, default=Path("seeds"))
    chosen = parser.parse_args(arguments)
    lines = chosen.file.read_text("utf-8").splitlines()
    name, variant = chosen.file.stem, variant_of(json.loads(lines[0])["variant"])
    outcomes = parse(lines, variant).values()
    kept = summary(name, variant, outcomes, solver=chosen.solver, budget=chosen.budget)
    studies = chosen.seeds / STUDIES
    studies.mkdir(parents=True, exist_ok=True)
    _write(studies / f"{name}.json", kept)
    _write(chosen.seeds / FIGURES, figures(studies))
    return 0


def _write(path: Path, content: dict[str, Any]) -> None:
    """Writes an object with one field a line."""
    fields = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
    path.write_text("{\n" + ",\n".join(fields) + "\n}\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
