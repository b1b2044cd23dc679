"""What the start is to reach, set beside what was measured, and both put into a page of docs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tools.console import Trouble

Report = dict[str, Any]
FAST, SLOW_LINE = "fast network", "slow 4G"
SLOW_CPU, SLOW_THREAD = "CPU slowed 4×", "main thread slowed 6×"


@dataclass(frozen=True)
class Goal:
    """A figure of the start, and the most that it may be.

    The floor is what the figure would be if the page took no longer than a bare one, which
    waits for nothing but the browser.
    """

    what: str
    most: float
    figure: Callable[[Report], float]
    digits: int = 2
    floor: Callable[[Report], float] | None = None


def _to_plain(
    conditions: str, which: str, plain: str, kind: str = "site"
) -> Callable[[Report], float]:
    def figure(report: Report) -> float:
        rows = report[conditions]
        return float(rows[f"{kind}, {which}"]["engine_s"] / rows[f"plain, {plain}"]["engine_s"])

    return figure


def _cards(which: str, kind: str = "site") -> Callable[[Report], float]:
    def figure(report: Report) -> float:
        rows = report[FAST]
        return float(rows[f"{kind}, {which}"]["cards_s"] / rows[f"site, {which}"]["engine_s"])

    return figure


def _longest_task(conditions: str, *visits: str) -> Callable[[Report], float]:
    return lambda report: (
        1000
        * max(float(report[conditions][f"site, {which}"]["longest_task_s"]) for which in visits)
    )


GOALS = (
    Goal(
        "engine, later visits, to the plain page's later",
        0.16,
        _to_plain(FAST, "later", "later"),
        floor=_to_plain(FAST, "later", "later", "bare"),
    ),
    Goal(
        "engine, later visits, to the plain page's first", 0.16, _to_plain(FAST, "later", "first")
    ),
    Goal(
        "engine, first visits, to the plain page's first", 0.35, _to_plain(FAST, "first", "first")
    ),
    Goal("the same on slow 4G", 0.65, _to_plain(SLOW_LINE, "first", "first")),
    Goal(
        "engine, later visits, CPU slowed 4×, to the plain page's later",
        0.2,
        _to_plain(SLOW_CPU, "later", "later"),
    ),
    Goal("the same to its first", 0.2, _to_plain(SLOW_CPU, "later", "first")),
    Goal(
        "cards, to the engine, first visits", 0.25, _cards("first"), floor=_cards("first", "bare")
    ),
    Goal(
        "cards, to the engine, later visits", 0.25, _cards("later"), floor=_cards("later", "bare")
    ),
    Goal("longest task of later visits, ms", 50, _longest_task(FAST, "later"), digits=0),
    Goal(
        "longest task, main thread slowed 6×, ms",
        200,
        _longest_task(SLOW_THREAD, "first", "later"),
        digits=0,
    ),
    Goal(
        "first visit over the line, MB",
        8.5,
        lambda report: float(report[FAST]["site, first"]["transferred_mb"]),
        digits=1,
    ),
)


def compared(report: Report) -> Iterator[str]:
    """Yields the goals and what was seen of them as the rows of a table in Markdown."""
    yield "| goal | at most | seen | | floor |"
    yield "|---|---|---|---|---|"
    for goal in GOALS:
        try:
            seen = round(goal.figure(report), goal.digits)
            floor = f"{goal.floor(report):.{goal.digits}f}" if goal.floor else ""
        except KeyError:
            continue  # under conditions that were not measured
        reached = "reached" if seen <= goal.most else "not reached"
        yield f"| {goal.what} | {goal.most:g} | {seen:.{goal.digits}f} | {reached} | {floor} |"


def put(page: str, name: str, lines: Iterator[str]) -> str:
    """Returns a page of docs with the block of that name replaced.

    A block stands between `<!-- bench: NAME -->` and `<!-- bench: end -->`.
    """
    block = re.compile(rf"(<!-- bench: {name} -->\n).*?(<!-- bench: end -->)", re.DOTALL)
    if not block.search(page):
        raise Trouble(f"The page has no block of the bench that is named {name}.")
    content = "\n".join(["", *lines, "", ""])
    return block.sub(lambda found: f"{found[1]}{content}{found[2]}", page, count=1)
