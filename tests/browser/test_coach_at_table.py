"""The coach at the table: before a move, after it, and never in the way."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from browsing import ready, until
from table import Step, count, key_move, moves, opened, piles, tap_move, winning_line
from test_access import faults
from tools.server import SiteServer

# Lifting the jack of hearts loses: the ten of spades has no other place.
LOSING, WINNING = Step("JH", "H"), Step("JH", "a")
H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"
NOTICE = "document.querySelector('#notice[data-kind=coach]:not([hidden])')"
still = pytest.mark.context(reduced_motion="reduce")


def seated(page: Page, site: SiteServer, when: str, address: str = "") -> None:
    """Opens a game with the coach as chosen, and waits until the solver has spoken."""
    page.add_init_script(
        f"localStorage.setItem('bakersdozen:/:settings', JSON.stringify({{ coach: '{when}' }}))"
    )
    page.goto(site.address + (address or f"#position=bakers-dozen:{quote(H01)}"))
    ready(page)
    opened(page)
    until(page, "document.querySelector('[data-winnable=yes]')")


def button(page: Page, text: str) -> None:
    page.locator("#notice button", has_text=text).click()


@still
def test_before_a_losing_move_it_asks_and_either_answer_is_taken(
    page: Page, site: SiteServer
) -> None:
    seated(page, site, "before")
    start = piles(page)
    tap_move(page, LOSING)
    until(page, NOTICE)
    assert piles(page) == start
    text = page.locator("#notice").inner_text()
    assert "proved" in text
    assert "ten of spades" in text
    assert "still wins" in text
    assert faults(page) == []
    button(page, "Don’t play it")
    assert page.locator("#notice").is_hidden()
    assert (piles(page), count(page, "moves")) == (start, 0)
    key_move(page, LOSING)
    until(page, NOTICE)
    button(page, "Play anyway")
    moves(page, 1)
    assert piles(page)["H"][-1] == "JH"
    assert page.locator("#notice").is_hidden()


@still
def test_before_a_good_move_it_is_silent_and_another_move_brushes_it_aside(
    page: Page, site: SiteServer
) -> None:
    seated(page, site, "before")
    tap_move(page, LOSING)
    until(page, NOTICE)
    tap_move(page, WINNING)
    moves(page, 1)
    assert piles(page)["a"][-1] == "JH"
    assert page.locator("#notice").is_hidden()


@still
def test_who_is_quicker_than_the_coach_is_not_held_up(page: Page, site: SiteServer) -> None:
    seated(page, site, "before", "#deal=bakers-dozen:1")
    first, second = winning_line("bakers-dozen", "1")[:2]
    tap_move(page, first)
    page.keyboard.press("u")
    until(page, "!document.querySelector('[data-action=redo]').ariaDisabled")
    moves(page, 0)
    page.keyboard.press("r")
    moves(page, 1)
    tap_move(page, second)
    moves(page, 2)


@still
def test_after_a_losing_move_it_says_so_and_undo_takes_it_back(
    page: Page, site: SiteServer
) -> None:
    seated(page, site, "after")
    tap_move(page, LOSING)
    moves(page, 1)
    until(page, NOTICE)
    button(page, "Undo")
    moves(page, 0)
    assert page.locator("#notice").is_hidden()
    tap_move(page, WINNING)
    moves(page, 1)
    until(page, "document.querySelector('[data-winnable=yes]')")
    page.wait_for_timeout(300)
    assert page.locator("#notice").is_hidden()


@still
def test_without_the_sign_it_judges_all_the_same(page: Page, site: SiteServer) -> None:
    seated(page, site, "after")
    page.locator('[data-action="settings"]').click()
    page.get_by_label("Show whether the game can be won").uncheck()
    page.keyboard.press("Escape")
    tap_move(page, LOSING)
    until(page, NOTICE)


@still
@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
@pytest.mark.context(color_scheme="dark", reduced_motion="reduce")
def test_on_the_smallest_screen_its_words_and_buttons_are_within_reach(
    page: Page, site: SiteServer
) -> None:
    seated(page, site, "before")
    tap_move(page, LOSING)
    until(page, NOTICE)
    assert faults(page) == []
    cut = """[...document.querySelectorAll('#notice *')].filter((one) =>
        one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')"""
    assert page.evaluate(f"({cut}).map((one) => one.outerHTML)") == []
    button(page, "Не ходити")
    assert page.locator("#notice").is_hidden()


@pytest.mark.context(reduced_motion="reduce", service_workers="block")
def test_the_setting_is_off_and_then_nothing_of_it_is_fetched(page: Page, site: SiteServer) -> None:
    seated(page, site, "off")
    tap_move(page, LOSING)
    moves(page, 1)
    assert not any("/js/later-" in path for path in site.requests)
    page.locator('[data-action="settings"]').click()
    page.get_by_label("Coach").select_option("after")
    assert any("/js/later-" in path for path in site.requests)
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog')")
    page.keyboard.press("u")
    moves(page, 0)
    tap_move(page, LOSING)
    until(page, NOTICE)


@still
def test_by_keys_its_answers_are_next_and_escape_takes_the_move_back(
    page: Page, site: SiteServer
) -> None:
    seated(page, site, "before")
    start = piles(page)
    page.locator('[data-card="JH"]').focus()
    for leave in ("Escape", "Enter"):
        key_move(page, LOSING)
        until(page, NOTICE)
        heard = page.evaluate(
            "[...document.getElementById('live').children].map((line) => line.textContent)"
        )
        assert len([line for line in heard if line.startswith("Coach:")]) == 1
        assert page.evaluate("Boolean(document.activeElement.closest('[data-pile]'))")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Play anyway"
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("Boolean(document.activeElement.closest('[data-pile]'))")
        if leave == "Enter":
            page.keyboard.press("Tab")
        page.keyboard.press(leave)
        if leave == "Escape":
            until(page, "document.getElementById('notice').hidden")
            assert (piles(page), count(page, "moves")) == (start, 0)
            assert page.evaluate("document.activeElement.dataset.card") == "JH"
            page.evaluate("document.getElementById('live').replaceChildren()")
    moves(page, 1)
    assert page.evaluate("Boolean(document.activeElement.closest('[data-pile]'))")
