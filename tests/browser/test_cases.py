"""Faults that other such apps have had, where no other test meets them (docs/TESTING.md)."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from browsing import ready, until
from table import (
    Step,
    card,
    count,
    fast_move,
    moves,
    opened,
    piles,
    point,
    settle,
    status,
    tap,
    tap_move,
    winning_line,
)
from tools.console import ROOT
from tools.server import SiteServer

DEAL = "#deal=bakers-dozen:1"
NEARLY = "#position=bakers-dozen:KCQC/KDQD/KHQH/KSQS CJDJHJSJ"
WON = "document.querySelector('[data-status]').dataset.status === 'won'"
SAYS = "document.getElementById(id).textContent.includes('keeps nothing')"
still = pytest.mark.context(reduced_motion="reduce")

NOTHING = """
    Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });
    Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('blocked'); } });
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
    Object.defineProperty(window, 'caches', { value: undefined });
"""


@still
def test_where_nothing_is_kept_a_game_is_played_to_its_end(page: Page, site: SiteServer) -> None:
    page.add_init_script(NOTHING)
    page.goto(site.address + NEARLY)
    ready(page)
    until(page, "['toast', 'notice'].some((id) => " + SAYS + ")")
    page.locator("#notice .notice-close").click()
    page.locator('[data-action="finish"]').click()
    until(page, WON)
    assert all(len(piles(page)[suit]) == 13 for suit in "CDHS")
    page.keyboard.press("n")
    until(page, "document.querySelector('[data-status]').dataset.status === 'playing'")
    assert "keeps nothing" not in page.locator("#notice").inner_text()  # said once


@still
@pytest.mark.viewport(390, 844)
@pytest.mark.touch
@pytest.mark.address(DEAL)
def test_quick_taps_zoom_nothing_and_two_fingers_may(game: Page) -> None:
    """The nearest that a browser on a desk comes to a phone that zooms at a double tap."""
    opened(game)
    meta = game.evaluate("document.querySelector('meta[name=viewport]').content")
    assert "maximum-scale" not in meta
    assert "user-scalable" not in meta
    # What an element allows is what all that it lies in allow, too.
    root = "getComputedStyle(document.documentElement).touchAction"
    assert game.evaluate(root) == "manipulation"
    for at in ((60, 200), (195, 830), (195, 20)):
        for _ in range(10):
            game.touchscreen.tap(*at)
    assert game.evaluate("visualViewport.scale") == 1


@pytest.mark.viewport(390, 844)
@pytest.mark.address(DEAL)
def test_a_drag_to_any_edge_scrolls_nothing(game: Page) -> None:
    opened(game)
    # A finger that goes over the table pans nothing, and the page has nowhere to go.
    style = "(name) => getComputedStyle(document.getElementById('table'))[name]"
    assert game.evaluate(style, "touchAction") == "pinch-zoom"
    assert game.evaluate("getComputedStyle(document.body).position") == "fixed"
    for edge in ((389, 400), (0, 400), (200, 843), (200, 0), (600, 1200)):
        settle(game)
        game.mouse.move(*point(game, '[data-card="7C"]'))
        game.mouse.down()
        game.mouse.move(100, 300)
        for _ in range(5):
            game.mouse.move(*edge)
        assert game.evaluate("[scrollX, scrollY, document.scrollingElement.scrollTop]") == [0, 0, 0]
        game.mouse.up()
    settle(game)
    assert piles(game)["a"][-1] == "7C"
    # And the next one is a drag like any other.
    assert card(game, "7C").is_visible()
    assert count(game, "moves") == 0


@pytest.mark.address(NEARLY)
def test_touching_cards_while_they_fly_up_breaks_nothing(game: Page) -> None:
    until(game, "document.querySelector('.finish:not([hidden])')")
    for _ in range(3):
        game.locator('[data-action="finish"]').click()
        # While the cards are in flight.
        for name in ("KC", "QH"):
            tap(game, name)
        game.keyboard.press("u")
        game.keyboard.press("r")
        game.keyboard.press("u")
        moves(game, 0)
        settle(game)
        assert status(game) == "playing"
        assert sum(len(cards) for cards in piles(game).values()) == 52
        until(game, "document.querySelector('.finish:not([hidden])')")
    game.locator('[data-action="finish"]').click()
    until(game, WON)


@still
@pytest.mark.address(NEARLY)
def test_a_win_stands_still_when_motion_is_unwelcome(game: Page) -> None:
    """The finish, its undo and the sign of the win: at their places at once, and said."""
    runs = """() => {
        window.flown = [];
        new MutationObserver(() => window.flown.push(...document.getAnimations())).observe(
            document.body, { childList: true, subtree: true, attributes: true });
    }"""
    game.evaluate(runs)
    for _ in range(2):
        game.locator('[data-action="finish"]').click()
        until(game, WON)
        assert [len(piles(game)[suit]) for suit in "CDHS"] == [13] * 4
        until(game, "document.querySelector('#notice[data-kind=end]:not([hidden])')")
        until(game, "document.getElementById('live').textContent.includes('You won')")
        game.keyboard.press("u")
        moves(game, 0)
    assert game.evaluate("flown.length") == 0


@still
@pytest.mark.address(DEAL)
def test_a_game_left_in_the_middle_is_there_with_its_clock_and_points(
    page: Page, site: SiteServer, context: BrowserContext
) -> None:
    """Killed without a word; all can be taken back and redone, until another way is taken."""
    page.goto(site.address + DEAL)
    ready(page)
    line = winning_line("bakers-dozen", "1")[:30]
    for number, step in enumerate(line, start=1):
        fast_move(page, step)
        moves(page, number)
    for left in range(29, 24, -1):
        page.keyboard.press("u")
        moves(page, left)
    seen = time.monotonic()
    names = ("moves", "score", "foundations")
    stood = piles(page), [count(page, name) for name in names], count(page, "seconds")
    page.close()
    again = context.new_page()
    again.goto(site.address)
    ready(again)
    opened(again)
    assert again.evaluate("location.hash") == DEAL
    assert (piles(again), [count(again, name) for name in names]) == stood[:2]
    # Meanwhile it may have gone on in sight.
    assert stood[2] <= count(again, "seconds") <= stood[2] + 1 + time.monotonic() - seen
    for done in range(26, 31):
        again.keyboard.press("r")
        moves(again, done)
    for left in range(29, -1, -1):
        again.keyboard.press("u")
        moves(again, left)
    assert not any(piles(again)[suit] for suit in "CDHS")
    other = next(
        step
        for step in (Step("AC", "C"), Step("AS", "S"))
        if step != line[0] and step.card in {held[-1] for held in piles(again).values() if held}
    )
    tap_move(again, other)
    moves(again, 1)
    assert again.locator('[data-action="redo"]').get_attribute("aria-disabled") == "true"


@still
@pytest.mark.address(DEAL)
def test_hint_and_new_deal_work_on_a_cyrillic_layout(game: Page) -> None:
    opened(game)
    press = """([code, key]) => document.querySelector('[data-pile]').dispatchEvent(
        new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true }))"""
    game.evaluate(press, ["KeyH", "р"])
    until(game, "document.querySelector('[data-card][data-hint]')")
    game.evaluate(press, ["KeyN", "т"])
    until(game, f"location.hash !== '{DEAL}'")


def test_every_test_that_is_named_exists() -> None:
    """A fault is answered by a test only while there is one of that name."""
    told = (ROOT / "docs" / "TESTING.md").read_text("utf-8").partition("\n## Faults that")[2]
    named = set(re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+)+)`", told))
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(named) > 90
    assert named <= set(re.findall(r"\bdef test_(\w+)", tests))


def test_hosts_that_drop_names_with_an_underscore_drop_nothing(built: Path) -> None:
    assert (built / ".nojekyll").exists()
    assert not [path for path in built.rglob("*") if path.name.startswith("_")]


def test_the_line_that_these_tests_play_is_a_win() -> None:
    assert len(winning_line("bakers-dozen", "1")) >= 48
