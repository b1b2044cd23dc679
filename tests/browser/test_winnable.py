"""Whether a game can be won: what the sign says; new deals, of which lost ones are passed over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from bakersdozen.deals import deal
from bakersdozen.solver import solve
from bakersdozen.variants import VARIANTS
from browsing import ready, until
from table import Step, count, moves, opened, reached, tap_move
from tools.server import SiteServer

STRINGS = Path(__file__).parents[2] / "strings"
LOST = 275  # a strict deal that cannot be won
still = pytest.mark.context(reduced_motion="reduce")

# The browser's chance always draws the same number.
LOADED = """
const fair = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (array) => {
  if (array.byteLength === 8) array.fill(0).set([%d, %d], 6);
  return array.byteLength === 8 ? array : fair(array);
};
"""
# The moment that a new deal may take is over before it has begun.
IMPATIENT = """
const wait = window.setTimeout;
window.setTimeout = (run, ms, ...rest) => wait(run, ms === 700 ? 0 : ms, ...rest);
"""


# What the sign said, one after the other.
TOLD = """globalThis.told = [];
new MutationObserver(() => told.push(document.getElementById('sign').dataset.winnable))
    .observe(document.getElementById('sign'), { attributeFilter: ['data-winnable'] })"""
YES = "document.querySelector('#sign[data-winnable=yes]')"


def word(language: str, key: str) -> str:
    return str(json.loads((STRINGS / f"{language}.json").read_text("utf-8"))[key])


def number(page: Page) -> str:
    """Returns the number in the address."""
    found = re.search(r":(\d+)$", str(page.evaluate("location.hash")))
    assert found
    return found[1]


def new_deal(page: Page) -> str:
    """Asks for a new deal; returns its number."""
    before = page.evaluate("location.hash")
    page.keyboard.press("n")
    until(page, f"location.hash !== {json.dumps(before)}")
    return number(page)


def can_be_won(number: str) -> bool:
    strict = VARIANTS["bakers-dozen"]
    return solve(strict, deal(strict, int(number))).verdict == "solved"


@still
@pytest.mark.parametrize(
    "language",
    [pytest.param(code, marks=pytest.mark.language(code)) for code in ("en", "uk")],
)
def test_a_lost_deal_is_passed_over_unless_it_is_wanted(
    page: Page, site: SiteServer, language: str
) -> None:
    page.add_init_script(LOADED % divmod(LOST - 1, 256))
    page.goto(site.address + "#deal=bakers-dozen:1")
    ready(page)
    assert can_be_won(new_deal(page))
    # What the player names is dealt, whatever it is.
    page.locator('[data-action="games"]').first.click()
    page.locator("dialog form input").fill(str(LOST))
    page.locator("dialog form [type=submit]").click()
    until(page, f"location.hash.endsWith(':{LOST}')")
    assert can_be_won(new_deal(page))
    page.locator('[data-action="settings"]').first.click()
    choice = page.get_by_label(word(language, "settings.winnableDeals"))
    assert choice.is_checked()
    choice.uncheck()
    page.keyboard.press("Escape")
    assert new_deal(page) == str(LOST)


@still
def test_the_apps_shortcut_deals_as_the_button_does(page: Page, site: SiteServer) -> None:
    page.add_init_script(LOADED % divmod(LOST - 1, 256))
    page.goto(site.address + "#new")
    ready(page)
    until(page, "location.hash.startsWith('#deal=bakers-dozen:')")
    assert can_be_won(number(page))
    # In a page that is open already, too; and whoever wants all deals gets all.
    page.evaluate("location.hash = '#deal=bakers-dozen:1'")
    until(page, "/\\D1$/.test(document.getElementById('game-deal').textContent)")
    page.evaluate("location.hash = '#new'")
    until(page, "/:\\d{2,}$/.test(location.hash)")
    assert can_be_won(number(page))
    page.locator('[data-action="settings"]').first.click()
    page.get_by_label(word("en", "settings.winnableDeals")).uncheck()
    page.goto("about:blank")
    page.goto(site.address + "#new")
    ready(page)
    until(page, f"location.hash === '#deal=bakers-dozen:{LOST}'")


@still
@pytest.mark.parametrize("variant", ["good-measure", "flower-garden"])
def test_a_deal_of_the_catalogue_comes_when_the_search_is_late(
    page: Page, site: SiteServer, variant: str
) -> None:
    page.add_init_script(IMPATIENT)
    page.goto(f"{site.address}#deal={variant}:1")
    ready(page)
    listed = json.loads((site.root / "seeds" / f"{variant}.json").read_text("utf-8"))
    assert new_deal(page) in listed


@still
def test_a_game_of_ones_own_is_dealt_though_nothing_is_proved(page: Page, site: SiteServer) -> None:
    page.add_init_script(IMPATIENT)
    # Thirteen columns of four whose kings lie as they are dealt: some deals are lost.
    columns = ".".join("4" * 13)
    page.goto(f"{site.address}#deal=custom;columns={columns};kings=as-dealt:1")
    ready(page)
    assert new_deal(page) != "1"


@still
@pytest.mark.address("#deal=bakers-dozen:1")
def test_a_deal_that_is_late_does_not_replace_a_later_wish(game: Page) -> None:
    game.evaluate("""() => {
        document.querySelector('[data-action="new"]').click();
        location.hash = '#deal=spanish-patience:7';
    }""")
    until(game, "document.querySelectorAll('[data-card]').length === 52")
    game.wait_for_timeout(1000)
    assert game.evaluate("location.hash") == "#deal=spanish-patience:7"


@still
@pytest.mark.address("#deal=bakers-dozen:1")
def test_the_sign_says_at_once_what_is_known(game: Page) -> None:
    """A solution that is shown, what was proved before, a finished game: nothing to be checked."""
    until(game, YES)
    game.evaluate(TOLD)
    game.locator('[data-action="solve"]').click()
    reached(game, 4)
    game.locator("#notice button").last.click()
    until(game, "document.getElementById('notice').hidden")
    at = count(game, "moves")
    for back in (1, 2):
        game.keyboard.press("u")
        moves(game, at - back)
    game.locator('[data-action="analyse"]').click()
    game.locator("#notice[data-kind=analysis]").wait_for()
    until(game, YES)
    assert "checking" not in game.evaluate("told")
    for way in ("back", "on", "on"):
        game.locator(f'[data-analysis="{way}"]').click()
        game.wait_for_timeout(50)
    assert set(game.evaluate("told")) == {"yes"}


@still
@pytest.mark.address("#deal=bakers-dozen:275")
def test_what_follows_a_lost_position_is_known_to_be_lost(game: Page) -> None:
    opened(game)
    until(game, "document.querySelector('#sign[data-winnable=no]')")
    game.evaluate(TOLD)
    top = game.evaluate("document.querySelector('[data-open]').dataset.card")
    game.locator(f'[data-card="{top}"]').focus()
    game.keyboard.press("Enter")
    game.locator("[data-target] .place").last.locator("button").evaluate("(card) => card.click()")
    moves(game, 1)
    game.keyboard.press("u")
    moves(game, 0)
    assert set(game.evaluate("told")) == {"no"}


@still
@pytest.mark.address("#position=bakers-dozen:KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS CJDTHTS5")
def test_a_move_that_loses_is_heard(game: Page) -> None:
    opened(game)
    until(game, "document.querySelector('#sign[data-winnable=yes]')")
    live = "document.getElementById('live').textContent"
    for _ in range(2):
        game.evaluate("document.getElementById('live').replaceChildren()")
        tap_move(game, Step("JH", "H"))
        until(game, f"{live}.includes('cannot be won any more')")
        assert game.evaluate(f"{live}.indexOf('jack of hearts') < {live}.indexOf('any more')")
        game.keyboard.press("u")
        until(game, "document.querySelector('#sign[data-winnable=yes]')")
