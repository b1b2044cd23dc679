"""Text at twice its size on a phone: everything is in reach, nothing is cut."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browsing import Complaints, ready, until
from tools.browser import ensure_browser, flags
from tools.server import SiteServer

# A browser whose user has set the letters to 32 px instead of 16.
_LARGE = {"webkit": {"webprefs": {"default_font_size": 32}}}
PANELS = ("settings", "games", "help", "statistics", "daily", "import", "export")
_CUT = """(selector) => {
    const box = document.querySelector(selector);
    const wide = innerWidth;
    return [...box.querySelectorAll('*'), box]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .filter((each) => !each.closest('svg, select, .unseen'))
        .filter((each) => {  // what scrolls in a frame of its own is not cut
            for (let out = each.parentElement; out && out !== box; out = out.parentElement) {
                if (out.matches('.panel-body')) return true;
                if (/auto|scroll/.test(getComputedStyle(out).overflowX)) return false;
            }
            return true;
        })
        .filter((each) => {
            const { left, right, width } = each.getBoundingClientRect();
            return width > 0 && (left < -0.5 || right > wide + 0.5);
        })
        .map((each) => `${each.tagName}.${each.className}`);
}"""
# A choice takes as many lines as its words need; a word that is wider than the line is cut.
CUT_CHOICES = """[...document.querySelectorAll('dialog[open] select')].filter((each) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    const { font, fontSize, paddingLeft, paddingRight } = getComputedStyle(each);
    pen.font = font;
    const room = each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const words = [...each.options].flatMap(({ text }) => text.split(' '));
    const lines = pen.measureText(each.selectedOptions[0].text).width / room;
    return words.some((word) => pen.measureText(word).width > room + 1)
        || each.clientHeight < Math.ceil(lines) * parseFloat(fontSize);
}).map((each) => each.value)"""
_TOOLS = """[...document.querySelectorAll('#tools > .tool')].filter((each) =>
    each.checkVisibility()).map((each) => {
        const { left, right, bottom, width, height } = each.getBoundingClientRect();
        const label = each.querySelector('span');
        return { left, right, bottom, width, height,
                 cut: label.checkVisibility() && label.scrollWidth > label.clientWidth };
    })"""


@pytest.fixture
def phone(
    tmp_path: Path, site: SiteServer, browser: Browser, complaints: Complaints
) -> Iterator[Page]:
    """A phone of 360 × 640 with very large text, in Ukrainian, whose words are the longest."""
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(_LARGE), "utf-8")
    context = browser.browser_type.launch_persistent_context(
        tmp_path,
        executable_path=str(ensure_browser()),
        args=flags(),
        viewport={"width": 360, "height": 640},
        locale="uk",
        has_touch=True,
        reduced_motion="reduce",
    )
    page = context.pages[0]
    complaints.listen(page)
    page.goto(site.address + "#deal=bakers-dozen:123456")
    ready(page)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    yield page
    context.close()


def give(page: Page, action: str) -> None:
    """Gives a command, wherever its button is."""
    page.evaluate(
        "(action) => { document.querySelector(`[data-action=${action}]`).click(); }", action
    )


def test_everything_is_in_reach_with_very_large_text(phone: Page) -> None:
    until(phone, "document.querySelector('[data-winnable]').dataset.winnable === 'yes'")
    assert phone.evaluate(_CUT, "body") == []
    assert "№ 123456" in phone.locator("#info").inner_text().replace("\u00a0", " ")
    for tool in phone.evaluate(_TOOLS):
        assert not tool["cut"]
        assert tool["width"] >= 24
        assert tool["left"] >= 0
        assert tool["right"] <= 360.5
        assert tool["bottom"] <= 640.5
    phone.locator("#menu-button").click()
    menu = phone.locator("#menu").bounding_box()
    assert menu
    assert menu["x"] >= 0
    assert menu["y"] >= 0
    assert menu["x"] + menu["width"] <= 360
    assert phone.evaluate(_CUT, "#menu") == []
    last = phone.locator("#menu .tool:visible").last
    last.scroll_into_view_if_needed()
    phone.keyboard.press("Escape")
    for action in PANELS:
        give(phone, action)
        phone.locator("dialog[open] .panel-body").wait_for()
        phone.wait_for_timeout(150)
        assert phone.evaluate(_CUT, "dialog[open]") == [], action
        assert phone.evaluate(CUT_CHOICES) == [], action
        body = "document.querySelector('dialog[open] .panel-body')"
        assert phone.evaluate(f"{body}.scrollWidth - {body}.clientWidth") <= 0, action
        phone.locator("dialog[open] .panel-close").click()
        until(phone, "!document.querySelector('dialog')")


# Words of the menu that stand on more than one line.
_BROKEN = """[...document.querySelectorAll('#menu .tool > span')].flatMap((entry) => {
    const text = entry.firstChild;
    return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [box, out] = [range.getBoundingClientRect(), entry.closest('#menu')];
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
            || box.right > out.getBoundingClientRect().right;
    }).map(([word]) => word);
})"""


@pytest.mark.parametrize(
    "language",
    [pytest.param(code, marks=pytest.mark.language(code)) for code in ("en", "uk")],
)
@pytest.mark.context(reduced_motion="reduce")
def test_no_word_of_the_menu_is_broken_at_twice_the_size(game: Page, language: str) -> None:
    assert language == game.evaluate("document.documentElement.lang")
    game.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in (320, 568), (360, 640), (390, 844), (667, 375), (844, 390):
        game.set_viewport_size({"width": width, "height": height})
        game.locator("#menu-button").click()
        assert game.locator("#menu .tool > span").count() == 8
        assert game.evaluate(_BROKEN) == [], (width, height)
        assert game.evaluate(_CUT, "#menu") == []
        game.keyboard.press("Escape")


def test_what_is_said_covers_no_card_with_very_large_text(phone: Page) -> None:
    give(phone, "hint")
    until(phone, "!document.getElementById('toast').hidden")
    line = phone.locator("#toast").bounding_box()
    first = phone.locator('[data-pile="a"]').bounding_box()
    assert line
    assert first
    assert line["y"] + line["height"] <= first["y"]
    phone.locator("#sign").dispatch_event("click")
    notice = phone.locator("#notice").bounding_box()
    assert notice
    assert notice["y"] >= 0
    assert phone.locator("#notice .notice-close").is_visible()
