"""Faults as they come: each ends in a game that can be played, or in words and a way on."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from browsing import Complaints, ready, serving, until
from damage import damaged, damaged_data
from days import before, day_of, set_clock, slot, stored
from editions import edition
from entries import won_entry
from table import Step, count, moves, opened, piles, settle, tap, tap_move, winning_line
from tools.server import SiteServer

pytestmark = pytest.mark.offline
LONG = os.environ.get("TESTS") == "long"
DEAL = "#deal=bakers-dozen:1"
still = pytest.mark.context(reduced_motion="reduce")
NOON = ("Europe/Kyiv", "2026-11-30T12:00")  # so that the same daily is met on every day
OPEN = "[...document.querySelectorAll('[data-card][data-open]')].map((each) => each.dataset.card)"
TARGETS = "[...document.querySelectorAll('[data-target]')].map((each) => each.dataset.pile)"
STARTS = "performance.getEntriesByName('engine-ready').length"
WORDS = "['toast', 'notice', 'live'].map((id) => document.getElementById(id).textContent).join()"


def kept(page: Page) -> dict[str, Any]:
    """Returns what is kept of the game last played."""
    (name,) = stored(page, "current")
    (found,) = (each for each in stored(page, name) if each["save"])
    return dict(found)


def any_step(page: Page, chance: random.Random) -> Step | None:
    """Returns some move that the table offers; None when there is none."""
    dests = kept(page)["view"]["dests"]
    if not dests:
        return None
    card = chance.choice(sorted(dests))
    return Step(card, chance.choice(sorted(dests[card])))


def plays(page: Page) -> None:
    """Asserts that a move can be made and taken back."""
    opened(page)
    until(page, "document.querySelector('[data-card][data-open]')")
    at = count(page, "moves")
    page.evaluate("document.querySelectorAll('dialog').forEach((each) => each.close())")
    for name in page.evaluate(OPEN):
        settle(page)
        tap(page, name)
        targets = page.evaluate(TARGETS)
        page.keyboard.press("Escape")
        if targets:
            tap_move(page, Step(name, targets[0]))
            break
    moves(page, at + 1)
    page.keyboard.press("u")
    moves(page, at)


# --- the engine ------------------------------------------------------------------------------

FAULTS = {
    "13": "raise MemoryError",
    "14": "_dive()",  # Python's own limit: RecursionError
    "15": "_dive(10**9)",  # the browser's limit: RangeError, and the runtime is gone
    "16": "bytearray(2**31 - 1)",  # more memory than there is
    "17": "raise KeyError('a mistake of ours')",
}


def stumbling(source: Path) -> None:
    """Makes the hint of some deals run into a fault of the engine, in the middle of the search."""
    path = source / "py" / "bakersdozen" / "hints.py"
    lines = [
        path.read_text("utf-8"),
        "def _dive(limit=None):",
        "    import sys",
        "    if limit: sys.setrecursionlimit(limit)",
        "    return [_dive()]",
        "_sound = hint",
        "def hint(knowledge, game, budget):",
        "    yield 1",
        *(f"    if game.deal == {deal!r}: {fault}" for deal, fault in FAULTS.items()),
        "    return (yield from _sound(knowledge, game, budget))",
    ]
    path.write_text("\n".join(lines), "utf-8")


@still
def test_an_engine_that_fails_in_the_middle_of_a_hint_is_replaced(
    page: Page, tmp_path: Path, complaints: Complaints
) -> None:
    with serving(SiteServer(edition(tmp_path / "dist", stumbling))) as site:
        page.goto(site.address + DEAL)
        ready(page)
        for deal, fault in FAULTS.items():
            page.evaluate(f"location.hash = '#deal=bakers-dozen:{deal}'")
            until(page, f"document.getElementById('game-deal').textContent.includes('{deal}')")
            line = winning_line("bakers-dozen", deal)[:2]
            for done, step in enumerate(line, start=1):
                tap_move(page, step)
                moves(page, done)
            table = piles(page)
            # As often as one likes.
            for _ in range(2 if LONG or deal == "13" else 1):
                starts = page.evaluate(STARTS)
                page.keyboard.press("h")
                until(page, f"({WORDS}).includes('starting again')", 20)
                until(page, f"{STARTS} > {starts}", 20)
                ready(page)
            assert piles(page) == table, fault
            page.keyboard.press("u")
            moves(page, 1)
            tap_move(page, line[1])
            moves(page, 2)
            assert piles(page) == table, fault
        # Where nothing is wrong, the hint comes.
        page.evaluate(f"location.hash = '{DEAL}'")
        moves(page, 0)
        page.keyboard.press("h")
        until(page, "document.querySelector('[data-card][data-hint]')")


@still
@pytest.mark.skipif(not LONG, reason="waits a quarter of a minute; TESTS=long runs it")
@pytest.mark.address("#deal=freecell:11982")
def test_a_worker_killed_long_into_a_search_is_replaced_unasked(game: Page) -> None:
    opened(game)
    game.locator('[data-action="solve"]').evaluate("(button) => button.click()")
    game.locator('#notice[data-kind="progress"]').wait_for()
    game.wait_for_timeout(6000)
    game.workers[0].evaluate("() => { self.close(); }")
    until(game, f"({WORDS}).includes('starting again')", 25)
    ready(game)
    assert game.locator('#notice[data-kind="progress"]').is_hidden()
    plays(game)


# --- the store -------------------------------------------------------------------------------

KEYS = (
    "settings",
    "custom",
    "name",
    "current",
    "unanswered",
    "format",
    "game:bakers-dozen",
    "game:freecell",
    "left:game:bakers-dozen",
    "record:x",
    "table:2026-11-30:AQ",
)
FOREIGN = (
    "{",
    "[null]",
    '{"language":"xx","theme":5,"fourColours":"no","save":{"variant":"x","plies":[]}}',
    "5",
    *("", "null", "[]", "true", '"x"', "{}", '{"save":null}', "\\u0000", '{"language":7}'),
)
OVERWRITE = """([keys, value]) => {
    const prefix = `bakersdozen:${location.pathname}:`;
    for (const key of keys) localStorage.setItem(prefix + key, value);
    for (const key of ['settings', 'another app', 'bakersdozen', 'bakersdozen:/elsewhere/:current'])
        localStorage.setItem(key, value);
    // What the page writes when it is left would mend it.
    Storage.prototype.setItem = () => undefined;
}"""
CUT = """() => {
    for (const [key, value] of Object.entries(localStorage))
        localStorage.setItem(key, value.slice(0, value.length / 2));
    Storage.prototype.setItem = () => undefined;
}"""


def look_around(page: Page) -> None:
    """Opens every panel that shows something of what is kept."""
    for name in ("games", "daily", "statistics", "settings"):
        page.evaluate(f"document.querySelector('[data-action={name}]').click()")
        page.locator("dialog[open]").wait_for()
        page.evaluate("document.querySelectorAll('dialog').forEach((each) => each.close())")
        until(page, "!document.querySelector('dialog')")


@still
def test_whatever_lies_in_the_store_the_game_starts(page: Page, site: SiteServer) -> None:
    set_clock(page, *NOON)
    page.goto(site.address)
    ready(page)
    values = FOREIGN if LONG else FOREIGN[:4]
    for value in values:
        page.evaluate(OVERWRITE, [KEYS, value])
        page.reload()
        ready(page)
        look_around(page)
        plays(page)
    # And what was kept in full is cut short, as by a machine that lost its power.
    page.evaluate(CUT)
    page.reload()
    ready(page)
    look_around(page)
    plays(page)


@still
@pytest.mark.skipif(not LONG, reason="a key at a time takes minutes; TESTS=long runs it")
@pytest.mark.parametrize("key", KEYS)
def test_one_foreign_value_among_sound_ones(page: Page, site: SiteServer, key: str) -> None:
    page.goto(site.address + DEAL)
    ready(page)
    plays(page)
    for value in FOREIGN:
        page.evaluate(OVERWRITE, [[key], value])
        page.reload()
        ready(page)
        look_around(page)
        plays(page)


# --- the line --------------------------------------------------------------------------------


def line_that_breaks(site: SiteServer, whole: int) -> Callable[[], None]:
    """Breaks the connection after so many requests; what is returned mends it."""
    left = whole
    broken = True

    def tamper(path: str, data: bytes | None) -> bytes | None:
        nonlocal left
        left -= 1
        if broken and left < 0:
            raise ConnectionError
        return data

    def mend() -> None:
        nonlocal broken
        broken = False

    site.tamper = tamper
    return mend


OUTCOME = """(() => {
    const broken = document.getElementById('broken');
    if (document.documentElement.dataset.engine === 'ready') return 'ready';
    if (document.querySelector('#notice:not([hidden]) button.main')) return 'failed';
    // It arrives after a while, which is over now.
    broken?.getAnimations().forEach((each) => each.finish());
    const seen = broken && !broken.hidden && getComputedStyle(broken).visibility === 'visible';
    return document.readyState === 'complete' && seen ? 'broken' : '';
})()"""


@still
@pytest.mark.parametrize("whole", [1, 4, 9, 30] if not LONG else [*range(1, 60)])
def test_a_line_that_breaks_at_any_moment_of_the_first_visit(
    page: Page, site: SiteServer, complaints: Complaints, whole: int
) -> None:
    complaints.allow("ERR_", "Failed to", "engine", "bad-precaching", "dynamically imported")
    mend = line_that_breaks(site, whole)
    set_clock(page, *NOON)
    page.goto(site.address)
    page.wait_for_timeout(500)
    outcome = until(page, OUTCOME)
    page.wait_for_timeout(200)
    outcome = page.evaluate(OUTCOME) or outcome
    mend()
    if outcome == "failed":
        page.locator("#notice button.main").first.click()
    elif outcome == "broken":
        page.locator("#broken a").first.click()
    ready(page)
    # The words come by themselves, too, and the rest of the site with the next visit.
    until(page, "document.querySelector('[data-action=undo]').textContent.trim()")
    plays(page)
    page.reload()
    ready(page)
    until(page, "document.documentElement.dataset.offline === 'ready'")
    plays(page)


# --- two tabs, and tabs that are killed ------------------------------------------------------


@still
def test_two_tabs_played_at_random_and_killed_at_random_lose_nothing(
    page: Page, site: SiteServer, context: BrowserContext
) -> None:
    chance = random.Random(7)
    address = site.address + DEAL
    tabs = [page, context.new_page()]
    for tab in tabs:
        tab.goto(address)
        ready(tab)
        opened(tab)
    cursor = plies = 0
    records: set[str] = set()
    for turn in range(600 if LONG else 20):
        at = chance.randrange(2)
        tab = tabs[at]
        action = chance.choice(("move", "move", "move", "move", "undo", "redo", "reload", "kill"))
        if action == "move" and (step := any_step(tab, chance)):
            tab.bring_to_front()
            tap_move(tab, step)
            cursor += 1
        elif action == "undo" and cursor:
            tab.keyboard.press("u")
            cursor -= 1
        elif action == "redo" and cursor < plies:
            tab.keyboard.press("r")
            cursor += 1
        elif action == "reload":
            tab.reload()
            ready(tab)
        elif action == "kill":
            # Right after a key, before anything can have been answered.
            if cursor:
                tab.keyboard.press("u")
                cursor -= 1
            tab.close()
            tabs[at] = context.new_page()
            tabs[at].goto(address)
            ready(tabs[at])
        for each in tabs:
            moves(each, cursor)
        save = kept(tabs[0])["save"]
        assert save["cursor"] == cursor, (turn, action)
        plies = len(save["plies"])
        assert piles(tabs[0]) == piles(tabs[1]), (turn, action)
        now = {entry["id"] for entry in stored(tabs[0], "record:")}
        assert records <= now
        records = now
    assert plies


def test_a_panel_that_does_not_come_says_so_and_comes_with_the_line(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    complaints.allow("Failed to load resource", "bad-precaching")
    site.tamper = lambda path, data: None if "/js/later-" in path else data
    page.goto(site.address + DEAL)
    ready(page)
    page.locator('[data-action="settings"]').click()
    until(page, "document.getElementById('live').textContent.includes('cannot be opened now')")
    assert page.locator("dialog").count() == 0
    tap_move(page, winning_line("bakers-dozen", "1")[0])
    moves(page, 1)
    site.tamper = lambda _path, data: data
    page.reload()
    ready(page)
    page.locator('[data-action="settings"]').click()
    page.locator("dialog").wait_for()
    moves(page, 1)


# --- files -----------------------------------------------------------------------------------


@still
def test_damaged_files_take_nothing_away(page: Page, site: SiteServer, tmp_path: Path) -> None:
    """A file of everything, damaged in many ways: taken in, or refused and nothing touched."""
    before(page, ("record:g1", won_entry()), slot(day_of("2026-11-20")))
    page.goto(site.address + DEAL)
    ready(page)
    opened(page)
    page.evaluate("document.querySelector('[data-action=statistics]').click()")
    page.locator("dialog [data-data=export]").wait_for()
    with page.expect_download() as started:
        page.locator("dialog [data-data=export]").click()
    whole = tmp_path / "whole.json"
    started.value.save_as(whole)
    text = whole.read_text("utf-8")
    wrong = tmp_path / "wrong.json"
    chance = random.Random(3)
    told = "[...document.querySelectorAll('dialog .wrong, dialog .remark')]"
    # It pretends to be a later state of the very game that is kept.
    longer = json.loads(text)
    for game in longer["games"]:
        game["save"]["plies"] += ["zz"]
    for turn in range(1000 if LONG else 25):
        times = 1 + turn % 3
        if turn == 0:
            damage = json.dumps(longer)
        elif turn % 3:
            damage = json.dumps(damaged_data(json.loads(text), chance, times))
        else:
            damage = damaged(text, chance, '{}[]":,0123456789\\abc', times)
        wrong.write_text(damage, "utf-8", errors="replace")
        page.evaluate(f"{told}.forEach((each) => {{ each.textContent = ''; }})")
        until(page, "document.querySelectorAll('dialog').length === 1")
        page.locator("dialog [data-data=import]").set_input_files(wrong)
        until(page, f"{told}.some((each) => each.textContent)")
        assert "g1" in {each["id"] for each in stored(page, "record:")}, damage
    page.evaluate("document.querySelectorAll('dialog').forEach((each) => each.close())")
    plays(page)
    page.reload()
    ready(page)
    look_around(page)
    plays(page)
    page.evaluate("location.hash = '#daily=2026-11-20'")
    moves(page, len(day_of("2026-11-20").game.plies) - 1)
