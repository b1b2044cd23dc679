"""Cards in motion: only what the browser draws by itself is animated, and input interrupts it.

How many frames are drawn in their turn, `python3 build.py bench motion` tells.
"""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Page

from bakersdozen import rules, solver
from bakersdozen.game import Game
from bakersdozen.notation import format_position
from bakersdozen.variants import VARIANTS
from browsing import ready, until
from table import moves, point, settle, tap_move, winning_line
from tools.server import SiteServer

STRICT = VARIANTS["bakers-dozen"]
DEAL = "#deal=bakers-dozen:1"
FIRST = winning_line("bakers-dozen", "1")[0]
FLIGHTS = "document.getAnimations().filter(({ effect }) => effect.target.matches('.place'))"
RING = f"{FLIGHTS}.some(({{ effect }}) => /rotate/.test(effect.getKeyframes()[1].transform))"
STATUS = "document.querySelector('[data-status]').dataset.status"
# Notes what is animated; the sign, whose words would be laid out anew, is off.
WATCH = """
localStorage.setItem('bakersdozen:/:settings', '{ "winnable": false }');
globalThis.animated = {};
const { animate } = Element.prototype;
Element.prototype.animate = function (keyframes, timing) {
    const made = animate.call(this, keyframes, timing);
    for (const frame of made.effect.getKeyframes()) {
        for (const name in frame) animated[name] = true;
    }
    return made;
};
"""
SEEN = """(card) => {
    const { x, y } = document.querySelector(`[data-card="${card}"]`).getBoundingClientRect();
    return [x, y];
}"""
# Of these every keyframe tells; what it animates comes beside them.
SHARED = {"offset", "computedOffset", "easing", "composite"}
# What else the page does may lay it out a few times; a layout for each frame is many more.
FEW = 12


@cache
def near_the_end() -> str:
    """Returns a position of deal 1 from which lifts alone win."""
    state = Game.numbered(STRICT, "1").state
    for move in solver.solve(STRICT, state).moves:
        state = rules.play(STRICT, state, move)
        if rules.finishing_lifts(state):
            return format_position(STRICT, state)
    raise AssertionError("the deal has no finish")


@pytest.fixture
def watched(page: Page, site: SiteServer) -> Page:
    """A game of deal 1 whose animations are noted."""
    page.add_init_script(WATCH)
    page.goto(site.address + DEAL)
    ready(page)
    until(page, "document.querySelector('[data-open]')")
    # The courts' art is laid out when it comes.
    until(page, "!document.querySelector('[data-court]:not([data-art])')")
    settle(page)
    return page


def finishing(page: Page) -> None:
    """Opens the position near the end, and finishes it."""
    page.evaluate("(hash) => { location.hash = hash; }", f"#position=bakers-dozen:{near_the_end()}")
    page.locator("[data-action=finish]").wait_for()
    settle(page)
    page.locator("[data-action=finish]").click()
    until(page, f"{STATUS} === 'won'")


class Layouts:
    """Counts how often a page is laid out."""

    def __init__(self, page: Page) -> None:
        self._client = page.context.new_cdp_session(page)
        self._client.send("Performance.enable")
        self._before = self._count()

    def _count(self) -> int:
        metrics = self._client.send("Performance.getMetrics")["metrics"]
        return int(next(each["value"] for each in metrics if each["name"] == "LayoutCount"))

    def since(self) -> int:
        """Returns how often since the last time that this was asked."""
        before, self._before = self._before, self._count()
        return self._before - before


def test_motion_is_left_to_the_compositor(watched: Page) -> None:
    layouts = Layouts(watched)
    watched.evaluate("location.hash = '#deal=bakers-dozen:2'")
    until(watched, f"{FLIGHTS}.length > 40")
    layouts.since()
    settle(watched)
    assert layouts.since() <= FEW, "the deal"
    watched.evaluate(f"location.hash = {DEAL!r}")
    until(watched, "/\\D1$/.test(document.getElementById('game-deal').textContent)")
    settle(watched)
    layouts.since()
    x, y = point(watched, f'[data-card="{FIRST.card}"]')
    watched.mouse.move(x, y)
    watched.mouse.down()
    watched.mouse.move(x + 9, y + 9)
    for step in range(30):
        watched.mouse.move(x + 10 + 2 * step, y + 12 + step)
    watched.keyboard.press("Escape")
    watched.mouse.up()
    settle(watched)
    assert layouts.since() <= FEW, "a drag"
    tap_move(watched, FIRST)
    moves(watched, 1)
    watched.keyboard.press("u")
    moves(watched, 0)
    settle(watched)
    finishing(watched)
    until(watched, RING)
    layouts.since()
    settle(watched)
    assert layouts.since() <= FEW, "the win"
    animated = set(watched.evaluate("Object.keys(animated)")) - SHARED
    assert animated == {"transform"}


@pytest.mark.parametrize("press", ["a key", "a finger"])
def test_what_goes_on_for_a_while_is_cut_short(watched: Page, press: str) -> None:
    """The deal, the finish and the feast of the win, by a key that means nothing or a touch."""

    def interrupt() -> None:
        if press == "a key":
            watched.keyboard.press("F9")
        else:
            watched.mouse.click(4, watched.evaluate("innerHeight") - 4)

    watched.evaluate("location.hash = '#deal=bakers-dozen:2'")
    until(watched, f"{FLIGHTS}.length > 10")
    interrupt()
    assert watched.evaluate(f"{FLIGHTS}.length") == 0
    finishing(watched)
    until(watched, f"{FLIGHTS}.length > 3")
    assert not watched.evaluate(RING), "the cards come home before the feast"
    interrupt()
    assert watched.evaluate(f"{FLIGHTS}.length") == 0
    watched.wait_for_timeout(100)
    assert watched.evaluate(f"{FLIGHTS}.length") == 0, "the feast does not follow"


def test_the_feast_of_a_win_follows_the_last_card_and_input_ends_it(watched: Page) -> None:
    told = "document.querySelector('#notice[data-kind=end]:not([hidden])') !== null"
    finishing(watched)
    until(watched, f"{FLIGHTS}.length > 3")
    assert not watched.evaluate(f"{told} && !({RING})"), "the win is told when it is seen"
    until(watched, RING)
    until(watched, told)
    watched.keyboard.press("F9")
    assert watched.evaluate(f"{FLIGHTS}.length") == 0


def test_a_card_that_is_called_back_turns_where_it_is(watched: Page) -> None:
    tap_move(watched, FIRST)
    until(watched, f"{FLIGHTS}.length === 1")
    watched.evaluate(f"{FLIGHTS}.forEach((each) => {{ each.pause(); each.currentTime = 60; }})")
    moves(watched, 1)
    x, y = watched.evaluate(SEEN, FIRST.card)
    watched.keyboard.press("u")
    moves(watched, 0)
    watched.evaluate(f"{FLIGHTS}.forEach((each) => {{ each.pause(); each.currentTime = 0; }})")
    assert watched.evaluate(SEEN, FIRST.card) == pytest.approx([x, y], abs=1.5)


def test_an_answer_that_says_the_same_lets_a_card_fly_on(watched: Page) -> None:
    """A move is shown before the engine has confirmed it; that must not slow the card down."""
    tap_move(watched, FIRST)
    until(watched, f"{FLIGHTS}.length === 1")
    watched.evaluate(f"globalThis.flight = {FLIGHTS}[0]; flight.pause(); 0")
    moves(watched, 1)
    assert watched.evaluate(f"{FLIGHTS}[0] === flight")
