"""The help: every game, both languages, linked, printed and read on a small screen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bakersdozen.examples import judged
from bakersdozen.variants import VARIANTS
from browsing import hold_back, ready, until
from tools.server import SiteServer

ROOT = Path(__file__).parents[2]
MEASURED: dict[str, dict[str, Any]] = json.loads(
    (ROOT / "seeds" / "winnability.json").read_text("utf-8")
)
STRINGS = {
    code: json.loads((ROOT / "strings" / f"{code}.json").read_text("utf-8"))
    for code in ("en", "uk")
}
DEAL = "#deal=bakers-dozen:1"
OF_A_GAME = ["rules", "legal", "strategy", "dying", "relatives", "history"]
OF_ALL = ["hands", "keys", "score", "daily", "text"]
# A key that is shown in place of its sentence.
KEY = re.compile(r"\b(help|rule|example|legal|strategy|dying|history|relative|reason)\.[a-z]")


def open_help(page: Page) -> None:
    """Opens the help and waits for what it says of the game."""
    page.evaluate("document.querySelector('[data-action=help]').click()")
    page.locator('dialog [data-section="legal"] [data-legal]').first.wait_for()


def choose(page: Page, variant: str, name: str) -> None:
    """Shows another game and waits for it."""
    page.locator("dialog select").select_option(variant)
    until(
        page,
        f"document.querySelector('.guide-game > h3').textContent === {json.dumps(name)}"
        " && document.querySelector('.guide-game [data-legal]')",
    )


@pytest.mark.address(DEAL)
@pytest.mark.parametrize("code", ["en", pytest.param("uk", marks=pytest.mark.language("uk"))])
def test_every_game_has_its_help_and_the_table_is_the_engines(game: Page, code: str) -> None:
    open_help(game)
    told = {}
    for variant in VARIANTS:
        choose(game, variant, STRINGS[code][f"variant.{variant}"])
        sections = game.evaluate(
            """[...document.querySelectorAll('dialog [data-section]')]
                .map((it) => it.dataset.section)"""
        )
        assert sections == [*OF_A_GAME, *OF_ALL]
        rows = game.evaluate(
            """[...document.querySelectorAll('dialog [data-legal]')].map((row) =>
                [row.dataset.legal === 'yes', row.cells[1].textContent])"""
        )
        wanted = judged(VARIANTS[variant])
        assert [legal for legal, _ in rows] == [row["legal"] for row in wanted]
        for (_, text), row in zip(rows, wanted, strict=True):
            sentence = STRINGS[code][row["why"]["key"]]
            if isinstance(sentence, str) and "{" not in sentence:
                assert sentence in text
        told[variant] = game.locator("dialog").inner_text()
        assert not KEY.search(told[variant])
    assert len(set(told.values())) == len(VARIANTS)


@pytest.mark.address(DEAL)
def test_what_was_measured_is_shown_with_its_interval_and_only_where_it_was(game: Page) -> None:
    open_help(game)
    shares = game.evaluate(
        """Object.fromEntries([...document.querySelectorAll('dialog [data-game]')].map((row) =>
            [row.dataset.game, row.lastElementChild.textContent]))"""
    )
    assert list(shares) == list(VARIANTS)
    for variant, share in shares.items():
        figures = MEASURED.get(variant)
        if figures is None:
            assert share == STRINGS["en"]["relative.share.none"]
            continue
        low, high = map(float, re.findall(r"[\d.]+(?= to| %)", share))
        assert low / 100 <= figures["low"] <= figures["high"] <= high / 100
        assert high - low < (figures["high"] - figures["low"]) * 100 + 0.03
        assert ("open" in share) == bool(figures["unknown"])
        assert high < 100 or figures["high"] == 1
    for variant in VARIANTS:
        choose(game, variant, STRINGS["en"][f"variant.{variant}"])
        lines = game.locator(f'[data-measured="{variant}"]').all_inner_texts()
        assert len(lines) == (variant in MEASURED)
        if lines:
            for name in ("deals", "won", "lost", "unknown"):
                assert f"{MEASURED[variant][name]:,}" in lines[0]


CUSTOM = (
    "#deal=custom;columns=7.7.7.7.6.6.6.6;space=king;cells=2;packing=alternate;kings=as-dealt:5"
)


@pytest.mark.address(CUSTOM)
def test_a_custom_game_is_explained_by_its_own_parameters(game: Page) -> None:
    open_help(game)
    assert game.locator(".guide-game > h3").inner_text() == STRINGS["en"]["variant.custom"]
    rules = game.locator('dialog [data-section="rules"]').inner_text()
    assert "2 cells" in rules
    assert STRINGS["en"]["space.king"] in rules
    row = game.locator("dialog [data-game=custom]").inner_text()
    assert "2 cells" in row
    assert "takes a king" in row
    assert STRINGS["en"]["dying.kings"] in game.locator('[data-section="dying"]').inner_text()


@pytest.mark.address(DEAL)
def test_sections_have_addresses_and_the_games_own_comes_back(game: Page) -> None:
    open_help(game)
    choose(game, "freecell", "FreeCell")
    game.locator('dialog .guide-nav a[href$=":strategy"]').click()
    assert game.evaluate("location.hash") == "#help=freecell:strategy"
    assert game.evaluate("document.activeElement.dataset.section") == "strategy"
    game.locator('dialog [data-section="score"] .anchor').click()
    assert game.evaluate("location.hash") == "#help=score"
    game.keyboard.press("Escape")
    until(game, "!document.querySelector('dialog')")
    assert game.evaluate("location.hash") == DEAL


@pytest.mark.parametrize(
    ("place", "name", "section"),
    [
        ("", "Baker’s Dozen", None),
        ("=flower-garden", "Flower Garden", None),
        ("=history", "Baker’s Dozen", "history"),
        ("=freecell:legal", "FreeCell", "legal"),
        ("=custom;columns=26.26;space=any:rules", "Custom game", "rules"),
        ("=no-such-game:nowhere", "Baker’s Dozen", None),
    ],
)
def test_an_address_leads_to_a_game_and_a_section(
    page: Page, site: SiteServer, place: str, name: str, section: str | None
) -> None:
    page.goto(site.address + "#help" + place)
    ready(page)
    page.locator("dialog [data-section=legal] [data-legal]").first.wait_for()
    assert page.locator(".guide-game > h3").inner_text() == name
    if section:
        until(page, f"document.activeElement.dataset.section === '{section}'")
    # The same by a change of the address: one help takes the place of the other.
    page.evaluate("location.hash = '#help=good-measure:strategy'")
    until(page, "document.querySelector('.guide-game > h3')?.textContent === 'Good Measure'")
    until(page, "document.activeElement.dataset.section === 'strategy'")
    assert page.locator("dialog:modal").count() == 1
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog')")
    assert page.evaluate("location.hash").startswith("#daily=")


@pytest.mark.address(DEAL)
def test_an_address_in_place_of_an_open_panel_is_never_dropped(game: Page) -> None:
    open_help(game)
    for _ in range(10):
        for place, title in (
            ("help=good-measure:strategy", "Rules and help"),
            ("settings", "Settings"),
            ("help=freecell", "Rules and help"),
        ):
            game.evaluate(f"location.hash = '#{place}'")
            until(game, f"document.querySelector('dialog:modal h2')?.textContent === '{title}'")
            assert game.locator("dialog:modal").count() == 1
            assert game.evaluate("location.hash") == f"#{place}"
    game.keyboard.press("Escape")
    until(game, "!document.querySelector('dialog')")
    assert game.evaluate("location.hash") == DEAL


def test_a_panel_that_is_late_takes_neither_a_wish_nor_the_place_of_another(
    page: Page, site: SiteServer
) -> None:
    """The statistics are there at once and filled when the engine has spoken."""
    go = hold_back(site, "runtime/")
    page.goto(site.address + DEAL)
    until(page, "document.querySelector('[data-action=statistics]').ariaLabel")
    for _ in range(3):
        page.evaluate("document.querySelector('[data-action=statistics]').click()")
        page.locator("dialog:modal").wait_for()
        page.keyboard.press("Escape")
        until(page, "!document.querySelector('dialog')")
    page.evaluate("document.querySelector('[data-action=statistics]').click()")
    page.locator("dialog:modal").wait_for()
    page.evaluate("location.hash = '#settings'")
    until(page, "document.querySelector('dialog:modal h2')?.textContent === 'Settings'")
    go.set()
    ready(page)
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert page.evaluate("location.hash") == "#settings"


@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
@pytest.mark.address(DEAL)
def test_nothing_is_cut_on_a_small_screen(game: Page) -> None:
    open_help(game)
    for variant in VARIANTS:
        choose(game, variant, STRINGS["uk"][f"variant.{variant}"])
        cut = game.evaluate(
            """[...document.querySelectorAll('dialog .panel-body, dialog .panel-body *')]
                .filter((it) => it.scrollWidth > it.clientWidth + 1 && !it.closest('.wide thead'))
                .map((it) => it.tagName + it.className)"""
        )
        assert cut == []
    game.evaluate("document.querySelector('[data-section=text]').scrollIntoView()")
    head = game.evaluate("document.querySelector('.panel-head').getBoundingClientRect().top")
    assert head >= 0


@pytest.mark.context(color_scheme="dark")
@pytest.mark.address(DEAL)
def test_it_prints_whole_in_black_on_white(game: Page) -> None:
    open_help(game)
    height = game.evaluate("document.querySelector('dialog .panel-body').scrollHeight")
    game.emulate_media(media="print")
    look = game.evaluate(
        """(() => {
            const dialog = document.querySelector('dialog');
            const { color, backgroundColor } = getComputedStyle(dialog);
            return { color, backgroundColor, height: dialog.getBoundingClientRect().height,
                     shown: document.getElementById('table').checkVisibility(),
                     button: dialog.querySelector('.button').checkVisibility() };
        })()"""
    )
    assert look["height"] > height * 0.6
    assert (look["color"], look["backgroundColor"]) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    assert (look["shown"], look["button"]) == (False, False)
    assert len(re.findall(rb"/Type\s*/Page\b", game.pdf())) > 1


def test_it_opens_before_the_engine_is_there(page: Page, site: SiteServer) -> None:
    page.goto(site.address + DEAL)
    until(page, "document.querySelector('[data-action=help]').ariaLabel")
    page.evaluate("document.querySelector('[data-action=help]').click()")
    until(page, "document.querySelector('dialog [data-section=keys]')")
    ready(page)
    page.locator('dialog [data-section="legal"] [data-legal]').first.wait_for()
