"""Faults that other such apps have had, where no other test meets them (docs/TESTING.md)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from browsing import ready, until
from table import card, count, moves, opened, piles, point, settle, status, tap, winning_line
from tools.server import SiteServer

DEAL = "#deal=bakers-dozen:1"
NEARLY = "#position=bakers-dozen:KCQC/KDQD/KHQH/KSQS CJDJHJSJ"
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
    until(page, "document.querySelector('[data-status]').dataset.status === 'won'")
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
    until(game, "document.querySelector('[data-status]').dataset.status === 'won'")


def test_hosts_that_drop_names_with_an_underscore_drop_nothing(built: Path) -> None:
    assert (built / ".nojekyll").exists()
    assert not [path for path in built.rglob("*") if path.name.startswith("_")]


def test_the_line_that_these_tests_play_is_a_win() -> None:
    assert len(winning_line("bakers-dozen", "1")) >= 48
