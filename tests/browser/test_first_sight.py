"""The cards that stand before the page's own modules have come, and how these take them over."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from bakersdozen import bridge
from browsing import Complaints, hold_back, ready, until
from days import on_the_built_day
from tools.server import SiteServer

# What the service worker keeps cannot be held back.
pytestmark = pytest.mark.context(service_workers="block")

SIZES = {"wide": (1280, 800), "tall": (390, 844), "narrow": (320, 568), "flat": (844, 390)}
LOOKS: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "left-handed": {"leftHanded": True, "rows": "two"},
    "high contrast": {"theme": "contrast", "fourColours": True},
}
STANDING = "document.querySelectorAll('[data-card]').length === 52"
SPEAKING = "document.querySelector('[data-card]').getAttribute('aria-label').includes(' ')"
# Where every card and pile lies, how it is marked, and whether it is still the same element.
SEEN = """() => Object.fromEntries(Array.from(document.querySelectorAll(ALL), (each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    const { card, pile, open, down, full, dead } = each.dataset;
    const marks = [open, down, full, dead].map((mark) => mark !== undefined);
    const own = each.own ??= globalThis.seen = (globalThis.seen ?? 0) + 1;
    const { colorScheme, color } = getComputedStyle(each);
    const within = each.closest('[data-pile]').dataset.pile;
    return [card ?? pile, [left, top, width, height, within, ...marks, own, colorScheme, color]];
}))""".replace("ALL", "'[data-card], [data-pile]'")
SHIFTS = """
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries())
            for (const { node } of sources)
                if (node?.closest?.('#table')) shifts.push(node.outerHTML);
    }).observe({ type: 'layout-shift', buffered: true });
"""


def engine(intent: str, **fields: Any) -> dict[str, Any]:
    """Asks the engine in this Python."""
    answer: dict[str, Any] = json.loads(
        bridge.handle(json.dumps({"id": 0, "intent": intent, **fields}))
    )
    assert answer["ok"], answer
    return answer


def slot(answer: dict[str, Any], variant: str) -> dict[str, str]:
    """Returns what the page keeps of a game, as the entries of its store."""
    kept = {
        "save": answer["save"],
        "view": answer["view"],
        "address": f"#deal={variant}:{answer['save']['deal']}",
        "game": {"id": "f" * 24, "day": "2026-11-30", "help": "none", "recorded": False},
    }
    return {f"game:{variant}": json.dumps(kept), "current": json.dumps(f"game:{variant}")}


def keeping(page: Page, entries: dict[str, str]) -> None:
    """Fills the store before the page is opened."""
    page.add_init_script(
        f"""if (location.protocol === 'http:') {{
            localStorage.clear();
            for (const [key, value] of Object.entries({json.dumps(entries)}))
                localStorage.setItem(`bakersdozen:${{location.pathname}}:${{key}}`, value);
        }}"""
    )


def taken_over(page: Page, site: SiteServer) -> tuple[dict[str, Any], dict[str, Any]]:
    """Opens the page; returns what is seen before its modules are there, and after the words."""
    go = hold_back(site, "/js/main.js")
    page.goto(site.address, wait_until="commit")
    until(page, STANDING)
    before = page.evaluate(SEEN)
    go.set()
    until(page, SPEAKING)
    return before, page.evaluate(SEEN)


def test_a_first_visit_sees_the_deal_of_the_day_at_once(page: Page, site: SiteServer) -> None:
    page.add_init_script(SHIFTS)
    on_the_built_day(page, site)
    before, after = taken_over(page, site)
    assert after == before
    ready(page)
    assert page.evaluate(SEEN) == before
    assert not page.evaluate("shifts")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", ["bakers-dozen", "freecell", "flower-garden"])
def test_nothing_jumps_when_the_page_takes_over(
    page: Page, site: SiteServer, size: str, variant: str
) -> None:
    width, height = SIZES[size]
    look = list(LOOKS.values())[(list(SIZES).index(size) + len(variant)) % len(LOOKS)]
    page.set_viewport_size({"width": width, "height": height})
    answer = engine("new", variant=variant, deal="1")
    keeping(page, slot(answer, variant) | {"settings": json.dumps(look)})
    page.add_init_script(SHIFTS)
    before, after = taken_over(page, site)
    lying = {name for name, cards in answer["view"]["piles"].items() if cards}
    assert lying | {card for name in lying for card in answer["view"]["piles"][name]} <= set(before)
    assert after == before
    assert not page.evaluate("shifts")


def test_a_card_tapped_before_the_page_is_there_is_picked_up(page: Page, site: SiteServer) -> None:
    """Once, and only once: the next tap puts it back."""
    answer = engine("new", variant="bakers-dozen", deal="1")
    keeping(page, slot(answer, "bakers-dozen"))
    go = hold_back(site, "/js/main.js")
    page.goto(site.address, wait_until="commit")
    until(page, STANDING)
    card = next(iter(answer["view"]["dests"]))
    page.click(f'[data-card="{card}"]')
    go.set()
    until(page, f"document.querySelector('[data-card=\"{card}\"]').dataset.picked === ''")
    ready(page)
    assert page.get_attribute(f'[data-card="{card}"]', "data-picked") == ""
    page.click(f'[data-card="{card}"]')
    assert page.get_attribute(f'[data-card="{card}"]', "data-picked") is None


KEPT = "game:bakers-dozen"
DAMAGES: dict[str, Any] = {
    "no JSON": None,
    "a list": [],
    "no view": {"view": None},
    "no pile of this table": {"piles": {"z": "all"}},
    "all in one column": {"piles": {"a": "all"}},
    "a pile with the name of a part of every object": {"piles": {"constructor": "all"}},
    "hidden cards of another form": {"hidden": {"a": "many"}},
    "columns that are dead by another name": {"dead": [1, None]},
    "nowhere to go": {"dests": {"KS": [], "no card": ["a"]}},
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_was_kept_may_be_anything(
    page: Page, site: SiteServer, complaints: Complaints, damage: str
) -> None:
    """The page comes up with a whole game, whatever the first script made of the store."""
    answer = engine("new", variant="bakers-dozen", deal="1")
    entries = slot(answer, "bakers-dozen")
    change = DAMAGES[damage]
    if isinstance(change, dict):
        kept = json.loads(entries[KEPT])
        cards = [card for pile in kept["view"]["piles"].values() for card in pile]
        if "piles" in change:
            change = {"piles": dict.fromkeys(change["piles"], cards)}
        kept["view"] = change.get("view", kept["view"] | change)
        entries[KEPT] = json.dumps(kept)
    else:
        entries[KEPT] = "{" if change is None else json.dumps(change)
    keeping(page, entries)
    page.goto(site.address, wait_until="commit")
    ready(page)
    assert len(page.query_selector_all("[data-card]")) == 52
    assert page.evaluate(SEEN)["KS"][4] in "abcdefghijklm"


def test_without_the_first_script_the_page_draws_the_table_itself(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    complaints.allow("Failed to load resource")
    site.tamper = lambda path, data: None if path.endswith("/js/first.js") else data
    page.goto(site.address)
    ready(page)
    assert len(page.query_selector_all("[data-card]")) == 52
