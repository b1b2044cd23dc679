"""How smooth motion is: the frames that the browser draws while cards move, by its own trace."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Playwright

from bakersdozen import notation, rules, solver
from bakersdozen.cards import NAMES
from bakersdozen.deals import deal
from bakersdozen.places import pile_name
from bakersdozen.variants import VARIANTS
from tools.bench.start import poll
from tools.browser import ensure_browser, flags
from tools.console import say
from tools.server import SiteServer

SCREENS = ((1280, 800), (390, 844))
SLOWER = (1, 4)
RUNS = 3
FRAME_MS = 1000 / 60
# A frame that is later than this has missed its turn.
LATE_MS = 1.5 * FRAME_MS

_CATEGORIES = [
    "-*",
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
# The start's own work is over: the courts have come, the snapshot is taken.
_SETTLED_MS = 6000
_DRAG_STEPS = 45
_STRICT = VARIANTS["bakers-dozen"]
# Marks in the trace when the first card sets out, and when the last has come.
_WATCH = """
(() => {
  const animate = Element.prototype.animate;
  let flying = 0;
  Element.prototype.animate = function (...given) {
    const flight = animate.apply(this, given);
    if (!flying++) performance.mark('motion-start');
    const landed = () => { if (!--flying) performance.mark('motion-end'); };
    flight.finished.then(landed, landed);
    return flight;
  };
})()
"""
# What the machine can do: a square that glides, and nothing else on the page.
_SQUARE = """
() => {
  const square = document.createElement('p');
  square.style = 'width: 100px; height: 140px; background: #fff';
  document.body.append(square);
  square.animate({ transform: ['none', 'translate(200px, 300px)'] }, 1000);
}
"""
# The hand's own steps would come as late as the browser's driver sends them.
_LEAD = """
([x, y, steps]) => new Promise((resolve) => {
  const table = document.getElementById('table');
  let step = 0;
  const lead = () => {
    if (!step) performance.mark('motion-start');
    table.dispatchEvent(new PointerEvent('pointermove', {
      bubbles: true, pointerId: 1, isPrimary: true, clientX: x + 2 * step, clientY: y + step,
    }));
    if (++step < steps) return requestAnimationFrame(lead);
    performance.mark('motion-end');
    resolve();
  };
  requestAnimationFrame(lead);
})
"""
_AT_REST = "document.getAnimations().every(({ playState }) => playState !== 'running')"


@dataclass(frozen=True)
class Line:
    """A deal's winning line: its first move, and where lifts alone go on."""

    card: str
    to: str
    finish: str
    last: str


def measure(playwright: Playwright, server: SiteServer) -> dict[str, Any]:
    """Returns medians of each motion, for every screen, with the main thread slowed or not."""
    line = _winning_line()
    browser = playwright.chromium.launch(executable_path=str(ensure_browser()), args=flags())
    try:
        report = {}
        for width, height in SCREENS:
            for slower in SLOWER:
                name = f"{width}×{height}" + (f", main thread {slower}× slower" * (slower > 1))
                say(f"{name} …")
                runs = [
                    _seen(browser, server.address, line, (width, height), slower)
                    for _ in range(RUNS)
                ]
                report[name] = _medians(runs)
        return report
    finally:
        browser.close()


def _medians(runs: list[dict[str, dict[str, float]]]) -> dict[str, dict[str, float]]:
    return {
        motion: {
            figure: statistics.median(run[motion][figure] for run in runs)
            for figure in runs[0][motion]
        }
        for motion in runs[0]
    }


def _winning_line() -> Line:
    state = deal(_STRICT, 1)
    found = solver.solve(_STRICT, state)
    first = found.moves[0]
    card = NAMES[rules.lead_of(state, first)]
    states = [state]
    for move in found.moves:
        states.append(rules.play(_STRICT, states[-1], move))
    finish = next(each for each in states if rules.finishing_lifts(each))
    texts = (notation.format_position(_STRICT, each) for each in (finish, states[-2]))
    return Line(card, pile_name(first.target), *texts)


def _seen(
    browser: Browser, address: str, line: Line, size: tuple[int, int], slower: int
) -> dict[str, Any]:
    page = browser.new_page(locale="en", viewport={"width": size[0], "height": size[1]})
    page.add_init_script(_WATCH)
    client = page.context.new_cdp_session(page)
    page.goto("about:blank")
    client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    square = _traced(browser, page, lambda: page.evaluate(_SQUARE))
    client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.goto(f"{address}#deal=bakers-dozen:2")
    poll(page, "document.documentElement.dataset.engine === 'ready'")
    page.wait_for_timeout(_SETTLED_MS)
    client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    moves = "document.querySelector('[data-count=moves]').textContent"

    def open_(hash_: str) -> None:
        page.evaluate("(hash) => { location.hash = hash; }", hash_)

    def position(text: str) -> None:
        open_(f"#position=bakers-dozen:{text}")
        poll(page, f"{moves} === '0' && document.getElementById('game-deal').textContent === ''")
        _rest(page)

    def play() -> None:
        page.mouse.click(*_index(page.locator(f'[data-card="{line.card}"]')))
        page.mouse.click(*_index(page.locator(f'[data-pile="{line.to}"]')))
        poll(page, f"{moves} === '1'")

    def undo() -> None:
        page.keyboard.press("u")
        poll(page, f"{moves} === '0'")

    def finish() -> None:
        page.locator("[data-action=finish]").click()
        poll(page, "document.querySelector('[data-status]').dataset.status === 'won'")

    def win() -> None:
        page.mouse.dblclick(*_index(page.locator("[data-card][data-open]").first))
        poll(page, "document.querySelector('[data-status]').dataset.status === 'won'")

    report = {
        "a bare square": square,
        "deal": _traced(browser, page, lambda: open_("#deal=bakers-dozen:1")),
        "move": _traced(browser, page, play),
        "undo": _traced(browser, page, undo),
        "drag": _traced(browser, page, lambda: _drag(page, line.card)),
    }
    position(line.finish)
    report["finish"] = _traced(browser, page, finish)
    position(line.last)
    report["win"] = _traced(browser, page, win)
    page.close()
    return report


def _index(element: Locator) -> tuple[float, float]:
    """Returns a point where a card's index shows even when others lie on it."""
    box = element.bounding_box()
    if box is None:
        raise RuntimeError("what is to be touched is not on the table")
    return box["x"] + 12, box["y"] + 7


def _rest(page: Page) -> None:
    page.wait_for_timeout(100)
    poll(page, _AT_REST)
    page.wait_for_timeout(400)


def _drag(page: Page, card: str) -> None:
    """Leads a card on, a step for each frame, and lets it go where it lay."""
    x, y = _index(page.locator(f'[data-card="{card}"]'))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 9)
    page.evaluate(_LEAD, [x + 9, y + 9, _DRAG_STEPS])
    page.keyboard.press("Escape")
    page.mouse.up()


def _traced(browser: Browser, page: Page, act: Callable[[], None]) -> dict[str, float]:
    browser.start_tracing(page=page, categories=_CATEGORIES)
    act()
    _rest(page)
    return figures_of(json.loads(browser.stop_tracing())["traceEvents"])


def figures_of(events: list[dict[str, Any]]) -> dict[str, float]:
    """Returns what a trace tells of the frames between its first and its last mark.

    `on_time` is the share of 60 frames a second that were drawn in their turn; `layouts` counts
    how often the page was laid out, `task_ms` is the longest task of the main thread.
    """
    marks = [each for each in events if each["name"] in ("motion-start", "motion-end")]
    start = min(each["ts"] for each in marks)
    end = max(each["ts"] for each in marks)
    (process,) = {each["pid"] for each in marks}
    (main,) = {each["tid"] for each in marks}
    within = [each for each in events if each["pid"] == process and start <= each["ts"] <= end]
    drawn = sorted(each["ts"] for each in within if each["name"] == "DrawFrame")
    gaps = [(two - one) / 1000 for one, two in pairwise(drawn)]
    missed = sum(max(0, round(gap / FRAME_MS) - 1) for gap in gaps)
    tasks = [
        each.get("dur", 0) / 1000
        for each in within
        if each["name"] == "RunTask" and each["tid"] == main
    ]
    return {
        "seconds": (end - start) / 1e6,
        "frames": len(drawn),
        "missed": missed,
        "on_time": sum(gap < LATE_MS for gap in gaps) / max(1, len(gaps) + missed),
        "median_ms": statistics.median(gaps or [0]),
        "p95_ms": statistics.quantiles(gaps, n=20)[-1] if len(gaps) > 1 else 0,
        "task_ms": max(tasks, default=0),
        "layouts": sum(each["name"] == "Layout" for each in within),
    }


def printed(report: dict[str, Any]) -> Iterator[str]:
    """Yields the figures as the rows of a table in Markdown."""
    yield (
        "| screen | motion | s | frames drawn | missed | on time | between two, ms: median / 95 % |"
        " longest task, ms | layouts |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for screen, motions in report.items():
        for motion, row in motions.items():
            yield (
                f"| {screen} | {motion} | {row['seconds']:.1f} | {row['frames']:.0f} |"
                f" {row['missed']:.0f} | {row['on_time']:.0%} |"
                f" {row['median_ms']:.1f} / {row['p95_ms']:.1f} | {row['task_ms']:.0f} |"
                f" {row['layouts']:.0f} |"
            )
