"""Freecell Solver's own presets on the same deals, where it is installed.

It must be built from its source for thirteen columns (-DMAX_NUM_STACKS=13); Debian's package
takes fewer. Each preset gets ten seconds of processor time a deal, like the engine.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bakersdozen import deals, notation, solver
from bakersdozen.variants import VARIANTS
from tools.bench.engine import Measured, spread
from tools.console import Trouble, say

LIMIT_S = 10
_NUMBERS = range(1, 101)
# Its fastest two on these deals, its most thorough one, and what it does by itself.
_PRESETS = ("conspiracy-theory", "blue-yonder", "video-editing", "")
_STRICT = VARIANTS["bakers-dozen"]


def boards_of(file: Path | None) -> list[str]:
    """Returns position texts: those of a file, or those of the deals numbered 1 to 100."""
    if file is None:
        return [
            notation.format_position(_STRICT, deals.deal(_STRICT, number)) for number in _NUMBERS
        ]
    lines = file.read_text("utf-8").splitlines()
    return [words[-1] for line in lines if (words := line.split()) and "/" in words[-1]]


def longest_of(boards: list[str], budget: int) -> str:
    """Returns the board that keeps the solver busy longest, to be at work when a tap comes."""
    return max(boards, key=lambda board: _solved(board, budget).nodes)


def measure(program: str | None, boards: list[str], measured: Measured) -> dict[str, Any]:
    """Returns for the engine and for each preset how many deals were decided, and the seconds."""
    found = shutil.which(program or "fc-solve")
    if found is None:
        raise Trouble("fc-solve was not found; name it with --peer FILE.")
    if subprocess.run([found, "--version"], capture_output=True, check=False).returncode:
        raise Trouble(f"{found} does not run.")  # else it would pass for a solver without wins
    say("engine, in CPython and in the page")
    report = {
        f"engine, {where}": _summary(
            [None if row["verdict"] == "unknown" else row["seconds"] for row in rows]
        )
        for where, rows in measured.solver(boards, budget=sys.maxsize, limit=LIMIT_S).items()
    }
    for preset in _PRESETS:
        name = preset or "its default"
        say(f"fc-solve, {name}")
        report[name] = _summary([_peer_time(found, preset, board) for board in boards])
    return report


def printed(report: dict[str, Any]) -> Iterator[str]:
    """Yields the figures as the rows of a table in Markdown."""
    yield f"| solver | decided in {LIMIT_S} s | of | median s, decided ones | 90 % | worst |"
    yield "|---|---|---|---|---|---|"
    for name, row in report.items():
        seconds = row["seconds"]
        figures = " | ".join(
            f"{seconds[key]:.3f}" if seconds else "" for key in ("median", "90 %", "worst")
        )
        yield f"| {name} | {row['decided']} | {row['deals']} | {figures} |"


def _summary(times: list[float | None]) -> dict[str, Any]:
    decided = [seconds for seconds in times if seconds is not None]
    return {
        "deals": len(times),
        "decided": len(decided),
        "seconds": spread(decided) if decided else None,
    }


def _solved(board: str, budget: int) -> solver.Result:
    return solver.solve(_STRICT, notation.parse_board(_STRICT, board), budget=budget)


def _peer_time(program: str, preset: str, board: str) -> float | None:
    text = notation.format_board(_STRICT, notation.parse_board(_STRICT, board))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    chosen = ["-l", preset] if preset else []
    done = subprocess.run(
        [program, "-g", "bakers_dozen", *chosen, "-"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S)),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # What it calls unsolvable it has only not found; it proves nothing lost.
    return spent if "This game is solveable" in done.stdout else None
