"""How soon the page answers a tap, the solver idle or at work, and how soon a search stops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, Playwright

from tools.bench.engine import spread
from tools.bench.start import poll
from tools.browser import ensure_browser, flags
from tools.server import SiteServer

_TAPS = 60
# The next tap finds the search for the live sign at work, unless that came to an end.
_PAUSE_MS = 250

# Notes, for each press, when the page first changed, and when the engine's answer stood there.
_WATCH = """
(() => {
  const moves = document.querySelector('[data-count="moves"]');
  globalThis.taps = [];
  let pressed = null;
  addEventListener('pointerdown', (event) => {
    pressed = { at: event.timeStamp, busy: document.querySelector('#sign').dataset.winnable };
  }, true);
  const note = (name) => () => {
    if (pressed && !(name in pressed)) pressed[name] = performance.now() - pressed.at;
    if (pressed?.answer !== undefined) { taps.push(pressed); pressed = null; }
  };
  const deep = { childList: true, characterData: true, subtree: true };
  new MutationObserver(note('answer')).observe(moves, deep);
})()
"""
_PICKED = """
(card) => new Promise((resolve) => {
  const element = document.querySelector(`[data-card="${card}"]`);
  addEventListener('pointerdown', ({ timeStamp }) => {
    new MutationObserver((_, observer) => {
      if (!('picked' in element.dataset)) return;
      observer.disconnect();
      resolve(performance.now() - timeStamp);
    }).observe(element, { attributes: true });
  }, { capture: true, once: true });
})
"""
_CANCEL = """
async (module) => {
  const { Engine } = await import(module);
  const engine = new Engine();
  engine.start();
  await engine.ask({ intent: 'position', variant: 'bakers-dozen', text: globalThis.board });
  const times = [];
  for (let turn = 0; turn < 20; turn++) {
    const stop = new AbortController();
    const job = engine.job({ intent: 'solve', budget: 10000000 }, { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 300 + 7 * turn));
    const start = performance.now();
    stop.abort();
    await job;
    times.push(performance.now() - start);
  }
  return times;
}
"""


def measure(playwright: Playwright, server: SiteServer, board: str) -> dict[str, Any]:
    """Returns milliseconds: from a tap to the picked-up card, to the engine's answer, to the stop.

    In: a position text that takes the solver long, so that it is at work when a tap comes.
    """
    browser = playwright.chromium.launch(executable_path=str(ensure_browser()), args=flags())
    try:
        report: dict[str, Any] = {}
        for name, sign in (("solver idle", False), ("solver at work", True)):
            page = browser.new_page(locale="en", viewport={"width": 1280, "height": 800})
            page.add_init_script(
                "localStorage.setItem('bakersdozen:/:settings',"
                f" '{{\"winnable\": {str(sign).lower()}}}')"
            )
            page.goto(f"{server.address}#position=bakers-dozen:{quote(board)}")
            poll(page, "document.documentElement.dataset.engine === 'ready'")
            report[name] = _taps(page, board)
            page.close()
        page = browser.new_page()
        page.goto(server.address)
        poll(page, "document.documentElement.dataset.engine === 'ready'")
        page.evaluate("(board) => { globalThis.board = board; }", board)
        module = page.evaluate("document.querySelector('script[src*=main]').src")
        times = page.evaluate(_CANCEL, module.replace("main.js", "engine.js"))
        report["cancel_ms"] = spread(times)
        return report
    finally:
        browser.close()


def _taps(page: Page, board: str) -> dict[str, Any]:
    picked = [_pick(page, column[-2:]) for column in board.split(" ")[0].split("/")]
    page.keyboard.press("Escape")
    _play_something(page)
    page.evaluate(_WATCH)
    for turn in range(_TAPS):
        page.locator(f'[data-action="{"redo" if turn % 2 else "undo"}"]').click()
        page.wait_for_timeout(_PAUSE_MS)
    taps = page.evaluate("taps")
    return {
        "picked_ms": spread(picked),
        "answer_ms": spread([tap["answer"] for tap in taps]),
        "taps": len(taps),
        "while_searching": sum(tap["busy"] == "checking" for tap in taps),
    }


def _pick(page: Page, card: str) -> float:
    page.keyboard.press("Escape")
    page.wait_for_timeout(100)
    box = page.locator(f'[data-card="{card}"]').bounding_box()
    if box is None:
        raise RuntimeError(f"{card} is not on the table")
    page.evaluate(f"globalThis.picking = ({_PICKED})({card!r}); 0")
    page.mouse.click(box["x"] + 12, box["y"] + 9)
    return float(page.evaluate("picking"))


def _play_something(page: Page) -> None:
    """Plays the first move that the page offers, so that there is one to take back."""
    for card in page.evaluate(
        "[...document.querySelectorAll('[data-card]')].map((c) => c.dataset.card)"
    ):
        page.keyboard.press("Escape")
        box = page.locator(f'[data-card="{card}"]').bounding_box()
        if box is None:
            continue
        page.mouse.click(box["x"] + 12, box["y"] + 9)
        target = page.locator("[data-target]").first
        if target.count() and (place := target.bounding_box()):
            page.mouse.click(place["x"] + place["width"] / 2, place["y"] + 20)
            poll(page, "document.querySelector('[data-count=moves]').textContent === '1'")
            return
    raise RuntimeError("the position has no move")


def printed(report: dict[str, Any]) -> Iterator[str]:
    """Yields the figures as the rows of a table in Markdown."""
    yield "| tap, ms: median / 90 % / 99 % / worst | the card is picked up | the engine answered |"
    yield "|---|---|---|"
    for name in ("solver idle", "solver at work"):
        row = report[name]
        yield f"| {name} | {_line(row['picked_ms'])} | {_line(row['answer_ms'])} |"
    yield ""
    yield f"From Cancel to stopped: {_line(report['cancel_ms'])} ms."


def _line(values: dict[str, float]) -> str:
    return " / ".join(f"{value:.1f}" for value in values.values())
