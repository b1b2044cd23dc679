"""The timeline after a game: where it turned, back to there, and no line is lost by it."""

from __future__ import annotations

import os
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from bakersdozen.game import Game
from bakersdozen.notation import parse_move
from bakersdozen.variants import VARIANTS
from browsing import ready, until
from days import before, day_of, set_clock, slot
from table import Step, moves, opened, piles, status, tap_move
from test_access import faults
from tools.server import SiteServer

TODAY = "2026-11-30"
H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"
LONG = os.environ.get("TESTS") == "long"
SHOWN = "document.querySelector('#notice[data-kind=timeline]:not([hidden])')"
OPEN = """document.querySelector('[data-action=timeline]')?.click() ?? (() => {
    const button = document.createElement('button');
    button.dataset.action = 'timeline';
    document.body.append(button);
    button.click();
    button.remove();
})()"""
still = pytest.mark.context(reduced_motion="reduce")


def text(page: Page) -> str:
    return page.locator("#notice").inner_text()


@still
@pytest.mark.address(f"#position=bakers-dozen:{quote(H01)}")
def test_the_turning_point_is_found_and_one_tap_goes_back_there(game: Page) -> None:
    opened(game)
    tap_move(game, Step("JH", "H"))
    moves(game, 1)
    tap_move(game, Step("7S", "b"))
    moves(game, 2)
    lost = piles(game)
    game.evaluate(OPEN)
    until(game, f"{SHOWN}?.innerText.includes('Move 1 lost the game')")
    assert "jack of hearts" in text(game)
    slider = game.locator("#notice input[type=range]")
    assert slider.get_attribute("aria-valuetext") == "Move 2 of 2: lost"
    bars = "[...document.querySelectorAll('.strip-runs i')]"
    assert game.evaluate(f"{bars}.map((bar) => bar.dataset.mark)") == ["w", "l"]
    heights = game.evaluate(f"{bars}.map((bar) => bar.offsetHeight)")
    assert heights[0] > heights[1]
    assert faults(game) == []
    game.locator("#notice button", has_text="Back to the turning point").click()
    moves(game, 0)
    until(game, "document.querySelector('[data-winnable=yes]')")
    assert slider.get_attribute("aria-valuetext") == "Move 0 of 2: can be won"
    # Redo still has the whole line, and keys walk along it.
    slider.focus()
    game.keyboard.press("ArrowRight")
    moves(game, 1)
    game.keyboard.press("ArrowRight")
    moves(game, 2)
    assert piles(game) == lost
    # Another move from there puts a new line on the table; the old one is a tap away.
    game.locator("#notice button", has_text="Back to the turning point").click()
    moves(game, 0)
    tap_move(game, Step("JH", "a"))
    moves(game, 1)
    assert game.locator("#notice").is_hidden()
    until(game, "document.getElementById('toast').textContent.includes('kept')")
    game.locator("#toast button").click()
    moves(game, 2)
    assert piles(game) == lost
    # And back again: the two lines have changed places.
    game.evaluate(OPEN)
    game.locator("#notice button", has_text="earlier line").click()
    until(game, "document.querySelector('[data-winnable=yes]')")
    moves(game, 1)
    assert piles(game)["a"][-1] == "JH"


@still
@pytest.mark.address("#deal=flower-garden:2")  # a search of some seconds leaves it open
def test_a_long_search_shows_how_far_it_is_and_can_be_stopped(game: Page) -> None:
    opened(game)
    game.evaluate(OPEN)
    until(game, f"{SHOWN}?.innerText.includes('0 of 1 positions')")
    game.locator("#notice button", has_text="Stop searching").click()
    assert game.locator("#notice button", has_text="Keep searching").is_visible()
    assert game.locator(".strip-runs i[data-mark='.']").count() == 1
    # The table answers all the while.
    game.locator("#notice button", has_text="Keep searching").click()
    game.locator("[data-card][data-open]").first.click()
    until(game, "document.querySelector('[data-picked]')")


@still
def test_a_win_is_laid_beside_the_line_of_the_catalogue(page: Page, site: SiteServer) -> None:
    before(page, slot(day_of(TODAY)))
    set_clock(page, "Europe/Kyiv", f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    moves(page, len(day_of(TODAY).game.plies) - 1)
    tap_move(page, day_of(TODAY).last())
    until(page, "document.querySelector('[data-status]').dataset.status === 'won'")
    page.locator('#notice [data-offers="timeline"]').click()
    until(page, f"{SHOWN}?.innerText.includes('catalogue')")
    assert "could be won throughout" in text(page)
    assert status(page) == "won"
    assert page.locator("#notice button", has_text="Back to the turning point").is_hidden()


@still
@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
@pytest.mark.context(color_scheme="dark", reduced_motion="reduce")
@pytest.mark.address(f"#position=bakers-dozen:{quote(H01)}")
def test_on_the_smallest_screen_the_strip_fits_and_can_be_touched(game: Page) -> None:
    opened(game)
    tap_move(game, Step("JH", "H"))
    moves(game, 1)
    game.evaluate(OPEN)
    until(game, f"{SHOWN}?.querySelector('[data-mark=l]')")
    assert faults(game) == []
    box = game.locator("#notice input[type=range]").bounding_box()
    assert box is not None
    assert box["height"] >= 24
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    game.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    moves(game, 0)


# Where the slider has its place for each position, and where the bars and the turn are drawn.
PLACES = """(() => {
    const strip = document.querySelector('.strip-bars').getBoundingClientRect();
    const range = document.querySelector('.strip input');
    const last = Number(range.max);
    const at = (position) => 12 + (strip.width - 24) * position / Math.max(1, last);
    const turn = document.querySelector('.strip-turn');
    return {
        last,
        width: strip.width,
        midways: Array.from({ length: last }, (_, i) => at(i + 0.5)),
        bars: [...document.querySelectorAll('.strip-runs i')].map((bar) => {
            const { left, right } = bar.getBoundingClientRect();
            return [bar.dataset.mark, left - strip.x, right - strip.x];
        }),
        turn: turn.hidden ? null : turn.getBoundingClientRect().x + 1 - strip.x,
    };
})()"""


@still
@pytest.mark.parametrize("number", [0, 1, 2, 3, 10, 80, 300] if LONG else [0, 2, 80])
def test_what_the_strip_shows_lies_where_its_slider_leads(
    page: Page, site: SiteServer, number: int
) -> None:
    """Bars end and the turn stands half-way between two places of the slider, however many."""
    game = Game.from_position(VARIANTS["bakers-dozen"], H01)
    for move in ["bH", "cb", *("ca", "ac") * number][:number]:
        game.move(parse_move(move))
    played = {"id": "x", "day": TODAY, "help": "none", "recorded": False}
    kept = {"save": game.save() | {"seconds": 9}, "address": "", "game": played}
    before(page, ("game:bakers-dozen", kept), ("current", "game:bakers-dozen"))
    page.goto(site.address)
    ready(page)
    moves(page, number)
    page.evaluate(OPEN)
    until(page, f"{SHOWN} && !document.querySelector('.strip-runs [data-mark=\".\"]')")
    told = "Move 1 lost the game" if number else "This deal can be won."
    assert told in text(page)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        shown = page.evaluate(PLACES)
        assert shown["last"] == number
        edges = [bar[1] for bar in shown["bars"]] + [shown["bars"][-1][2]]
        assert edges[0] >= 0
        assert edges[-1] <= shown["width"]
        for edge, (_, _, right) in zip(edges[1:], shown["bars"], strict=True):
            assert abs(edge - right) <= 0.5
        for edge in edges[1:-1]:
            assert min(abs(edge - midway) for midway in shown["midways"]) <= 1
        marks = [bar[0] for bar in shown["bars"]]
        assert marks == (["w", "l"] if number else ["w"])
        if number:
            assert abs(shown["turn"] - edges[1]) <= 1
        else:
            assert shown["turn"] is None
