"""Every game on every screen: nothing cut, nothing overlapping, every target large enough."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bakersdozen.cards import NAMES, PACK
from bakersdozen.game import Game
from bakersdozen.notation import format_position
from bakersdozen.rules import State, packs
from bakersdozen.variants import VARIANTS, Variant
from browsing import address_of, ready, speaking, until
from table import moves, opened, piles, settle, tap, tap_move, winning_line
from tools.console import ROOT
from tools.server import SiteServer

SCREENS = [
    (320, 568),
    (360, 640),
    (390, 844),
    (568, 320),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
]
UPRIGHT = [(600, 960), (768, 1024), (820, 1180), (1024, 1366)]
DESKS = [(1024, 768), (1280, 800), (1440, 900), (1920, 1080)]
TARGET = 24  # CSS pixels, both ways
INDEX = 10  # a rank that is lower than this cannot be read

_MEASURE = """() => {
    const box = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const table = document.getElementById('table');
    return {
        scroll: [document.documentElement.scrollWidth, document.documentElement.scrollHeight,
                 table.scrollWidth - table.clientWidth, table.scrollHeight - table.clientHeight],
        table: box(table),
        tools: box(document.getElementById('tools')),
        info: box(document.getElementById('info')),
        cards: Object.fromEntries([...document.querySelectorAll('[data-card]')].map((card) => [
            card.dataset.card,
            {
                ...box(card), index: box(card.querySelector('.rank')),
                emblem: box(card.querySelector('.emblem .suit')),
            },
        ])),
        piles: Object.fromEntries([...document.querySelectorAll('[data-pile]')].map((pile) =>
            [pile.dataset.pile, box(pile)])),
        buttons: [...document.querySelectorAll('button')].filter((each) => each.checkVisibility())
            .filter((each) => !each.closest('[data-pile]')).map(box),
    };
}"""


def longest(variant: Variant, seed: int = 1) -> State:
    """Builds a position with a column as long as play can make one, and the rest at random."""
    chance = random.Random(seed)
    kings = [card for card in PACK if NAMES[card][0] == "K"]
    column = [kings[0]]
    while NAMES[column[-1]][0] != "A":
        column.append(chance.choice([card for card in PACK if packs(variant, card, column[-1])]))
    rest = [card for card in PACK if card not in column]
    chance.shuffle(rest)
    dealt = max(variant.columns)
    column = [rest.pop() for _ in range(dealt - 1)] + column
    columns = [column] + [[] for _ in variant.columns[1:]]
    reserve = [rest.pop() for _ in range(variant.reserve)]
    while rest:
        shortest = min(columns[1:], key=len)
        shortest.append(rest.pop())
    return State(
        columns=tuple(map(tuple, columns)),
        hidden=(0,) * len(columns),
        foundations=(0, 0, 0, 0),
        cells=(None,) * variant.cells,
        reserve=tuple(reserve),
    )


def drawn(page: Page) -> None:
    """Waits until the page has drawn itself anew."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")


def overlap(one: Any, two: Any) -> bool:
    """Tells whether two boxes share more than a hair."""
    return bool(
        min(one["right"], two["right"]) - max(one["left"], two["left"]) > 0.5
        and min(one["bottom"], two["bottom"]) - max(one["top"], two["top"]) > 0.5
    )


def check(page: Page, size: tuple[int, int]) -> None:
    """Checks everything that a layout owes to its player."""
    settle(page)
    found = page.evaluate(_MEASURE)
    there = piles(page)
    assert found["scroll"][0] <= size[0], "the page scrolls sideways"
    assert found["scroll"][1] <= size[1], "the page scrolls"
    cards, table = found["cards"], found["table"]
    for name, box in cards.items():
        assert box["left"] >= table["left"] - 0.5, (name, size)
        assert box["right"] <= table["right"] + 0.5, (name, size)
        assert box["top"] >= table["top"] - 0.5, (name, size)
        assert box["bottom"] <= table["bottom"] + 0.5, (name, size)
        assert not overlap(box, found["tools"]), f"{name} lies under the tools"
        assert not overlap(box, found["info"]), f"{name} lies under the info"
        index = box["index"]
        if index["bottom"] > index["top"]:  # not face down
            assert index["bottom"] - index["top"] >= INDEX, f"{name} is too small to read at {size}"
    names = [name for name in there if name in found["piles"]]
    for i, one in enumerate(names):
        for two in names[i + 1 :]:
            assert not overlap(found["piles"][one], found["piles"][two]), f"{one} and {two} overlap"
    for pile, held in there.items():
        for lower, upper in pairwise(held):
            below, above = cards[lower], cards[upper]
            if pile in "CDHS":
                continue
            down = above["top"] - below["top"]
            across = above["left"] - below["left"]
            index = below["index"]
            if index["bottom"] > index["top"] and across < 1:
                assert down >= index["bottom"] - below["top"] - 1, f"{upper} covers {lower}'s index"
                if below["emblem"]["bottom"] and pile != "reserve":  # it is drawn
                    assert above["top"] <= below["emblem"]["top"], f"{lower}'s emblem peeks out"
            if pile == "reserve" and across > 1:
                assert across >= TARGET, f"{lower} is too narrow a target"
        if held:
            top = cards[held[-1]]
            assert top["right"] - top["left"] >= TARGET
            assert top["bottom"] - top["top"] >= TARGET
    for box in found["buttons"]:
        assert box["right"] - box["left"] >= TARGET - 0.5, box
        assert box["bottom"] - box["top"] >= TARGET - 0.5, box


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_fits_every_screen(page: Page, site: SiteServer, variant: str) -> None:
    row = VARIANTS[variant]
    state = longest(row)
    page.goto(f"{site.address}#deal={variant}:1")
    ready(page)
    until(page, f"location.hash === '#deal={variant}:1'")
    for long in (False, True):
        if long and variant == "bakers-dozen-1883":
            continue  # what lies face down takes less room, not more
        if long:
            text = format_position(row, state)
            page.evaluate("(text) => { location.hash = text; }", f"#position={variant}:{text}")
            expected = len(state.columns[0])
            until(
                page, f"document.querySelectorAll('[data-pile=a] [data-card]').length == {expected}"
            )
        for size in SCREENS:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            drawn(page)
            check(page, size)


@pytest.mark.viewport(2560, 1440)
@pytest.mark.address("#deal=freecell:617")
def test_a_large_screen_is_filled(game: Page) -> None:
    boxes = [card.bounding_box() for card in game.locator("[data-card]").all()]
    lefts = [box["x"] for box in boxes if box]
    rights = [box["x"] + box["width"] for box in boxes if box]
    assert max(rights) - min(lefts) > 0.7 * 2560


@pytest.mark.viewport(360, 640)
@pytest.mark.parametrize("rows", ["one", "two"])
def test_the_player_chooses_the_rows(page: Page, site: SiteServer, rows: str) -> None:
    page.goto(site.address)
    ready(page)
    page.locator("#menu-button").click()
    page.locator('[data-action="settings"]').click()
    page.locator("dialog select").last.select_option(rows)
    page.locator(".panel-close").click()
    tops = page.evaluate(
        "[...new Set([...'abcdefghijklm'].map((name) => "
        "document.querySelector(`[data-pile=${name}]`).getBoundingClientRect().top))].length"
    )
    assert tops == (1 if rows == "one" else 2)
    check(page, (360, 640))


@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (360, 640)])
def test_left_handed_is_mirrored(page: Page, site: SiteServer, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(site.address)
    ready(page)
    before = page.evaluate(_MEASURE)
    page.evaluate("document.querySelector('[data-action=settings]').click()")
    page.locator("dialog .switch").last.check()
    page.locator(".panel-close").click()
    after = page.evaluate(_MEASURE)
    assert before["piles"]["S"]["left"] > after["piles"]["S"]["left"]
    check(page, size)


@pytest.mark.address("#deal=bakers-dozen:1")
@pytest.mark.viewport(390, 844)
def test_turning_the_screen_during_a_drag_does_no_harm(game: Page) -> None:
    before = piles(game)
    box = game.locator('[data-card="AC"]').bounding_box()
    assert box
    game.mouse.move(box["x"] + 10, box["y"] + 10)
    game.mouse.down()
    game.mouse.move(box["x"] + 60, box["y"] + 60)
    game.set_viewport_size({"width": 844, "height": 390})
    drawn(game)
    game.mouse.move(400, 300)
    game.mouse.up()
    settle(game)
    assert piles(game) == before
    check(game, (844, 390))
    tap(game, "AC")
    assert game.locator("[data-picked]").count() == 1


@pytest.mark.viewport(1280, 800)
def test_large_text_leaves_everything_in_reach(game: Page) -> None:
    """Text at 200 %: the tools move to the lower edge, and nothing is cut off."""
    client = game.context.new_cdp_session(game)
    client.send(
        "Emulation.setDeviceMetricsOverride",
        {
            "width": 640,
            "height": 400,
            "deviceScaleFactor": 2,
            "mobile": False,
        },
    )
    drawn(game)
    check(game, (640, 400))


@pytest.mark.address("#deal=bakers-dozen:1")
def test_dealt_numbers_are_what_the_engine_deals(game: Page) -> None:
    state = Game.numbered(VARIANTS["bakers-dozen"], "1").state
    opened(game)
    shown = piles(game)
    for letter, column in zip("abcdefghijklm", state.columns, strict=True):
        assert shown[letter] == [NAMES[card] for card in column]


SMALL = [(320, 568), (360, 640), (390, 844), (568, 320), (667, 375), (844, 390)]
_BOXES = """() => {
    const box = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const there = (selector) => [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility()).map(box);
    return {
        cards: there('[data-card]'),
        over: there('#toast, #notice'),
        notice: there('#notice'),
        toast: there('#toast'),
        buttons: there('#notice button'),
        tools: there('#tools > .tool'),
    };
}"""


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.language("uk")
@pytest.mark.parametrize("variant", ["bakers-dozen", "flower-garden"])
def test_what_is_said_covers_no_card_and_no_button(
    page: Page, site: SiteServer, variant: str
) -> None:
    page.goto(f"{site.address}#deal={variant}:8")
    ready(page)
    until(page, "document.querySelector('[data-winnable]').dataset.winnable !== 'checking'")
    for size in SMALL:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        # What was said before would lie over the sign for some seconds.
        page.evaluate("document.getElementById('toast').hidden = true")
        drawn(page)
        page.locator("#sign").click()
        page.evaluate("document.querySelector('[data-action=hint]').click()")
        until(page, "!document.getElementById('toast').hidden")
        drawn(page)
        found = page.evaluate(_BOXES)
        assert len(found["toast"]) == 1
        for over in found["over"]:
            for card in found["cards"]:
                if (variant, size) == ("flower-garden", (320, 568)):
                    # There is least felt to spare: what a card is shows, and half of its face.
                    card = card | {"bottom": (card["top"] + card["bottom"]) / 2}
                assert not overlap(over, card), (size, over, card)
            for tool in found["tools"]:
                assert not overlap(over, tool), size
        for button in found["buttons"]:
            assert not overlap(found["toast"][0], button), size
            assert button["bottom"] <= size[1]
        page.evaluate("document.querySelector('.notice-close').click()")


_PLACES = """Object.fromEntries([...document.querySelectorAll('[data-card]')].map((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    return [card.dataset.card, { left, top, right, bottom }];
}))"""


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address("#deal=bakers-dozen:1")
def test_nothing_moves_when_something_is_said(game: Page) -> None:
    """A notice lies over felt that the layout keeps free; the newcomer's, and the solver's."""
    line = winning_line("bakers-dozen", "1")
    played = 0
    for upto in (0, 12, 40):
        for step in line[played:upto]:
            played += 1
            tap_move(game, step)
            moves(game, played)
        until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'yes'")
        for size in [*SMALL[2:], (1024, 768), (1280, 800)] if upto else [*SMALL, (1280, 800)]:
            game.set_viewport_size({"width": size[0], "height": size[1]})
            drawn(game)
            before = game.evaluate(_PLACES)
            game.locator("#sign").click()
            drawn(game)
            assert game.evaluate(_PLACES) == before, (size, upto)
            (notice,) = game.evaluate(_BOXES)["notice"]
            for card in before.values():
                assert not overlap(notice, card), (size, upto)
            game.keyboard.press("Escape")
            assert game.locator("#notice").is_hidden()


@pytest.mark.context(reduced_motion="reduce")
def test_however_long_the_columns_no_card_moves_for_a_notice(page: Page, site: SiteServer) -> None:
    """Where it has to lie over cards, it goes as soon as the table is touched."""
    row = VARIANTS["bakers-dozen"]
    page.goto(f"{site.address}#position=bakers-dozen:{format_position(row, longest(row))}")
    ready(page)
    until(page, "document.querySelector('[data-winnable]').dataset.winnable !== 'checking'")
    for size in (320, 568), (390, 844), (844, 390), (1280, 800):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        drawn(page)
        before = page.evaluate(_PLACES)
        page.locator("#sign").click()
        drawn(page)
        assert page.evaluate(_PLACES) == before, size
        check(page, size)
        (notice,) = page.evaluate(_BOXES)["notice"]
        covers = any(overlap(notice, card) for card in before.values())
        page.locator('[data-pile="S"]').click(position={"x": 12, "y": 12})
        assert page.locator("#notice").is_hidden() or not covers, size
        assert covers or size[0] > 390, "a phone has no felt to spare beside such a column"
        page.keyboard.press("Escape")


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address("#deal=bakers-dozen:1")
@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_on_a_phone_columns_use_the_felt(game: Page, size: tuple[int, int]) -> None:
    """In two rows, cards lie nearly as far apart as anywhere before felt below is left free."""
    line = winning_line("bakers-dozen", "1")
    for number, step in enumerate(line[:24], start=1):
        tap_move(game, step)
        moves(game, number)
    game.set_viewport_size({"width": size[0], "height": size[1]})
    drawn(game)
    found = game.evaluate(_MEASURE)
    (height, *_) = {box["bottom"] - box["top"] for box in found["cards"].values()}
    usual = max(0.27 * height, min(30, 0.42 * height))
    closest = min(
        found["cards"][upper]["top"] - found["cards"][lower]["top"]
        for pile, held in piles(game).items()
        for lower, upper in pairwise(held)
        if pile not in "CDHS"
    )
    lowest = max(box["bottom"] for box in found["cards"].values())
    assert closest >= 0.84 * usual or found["table"]["bottom"] - lowest < 20


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
@pytest.mark.address("#deal=bakers-dozen:1")
def test_the_whole_table_is_seen_while_a_solution_is_shown(game: Page) -> None:
    until(game, "document.querySelector('[data-winnable=yes]')")
    before = game.evaluate(_MEASURE)
    game.evaluate("document.querySelector('[data-action=solve]').click()")
    game.locator("#notice[data-kind=show]").wait_for()
    found = game.evaluate(_BOXES)
    for card in [*found["cards"], *found["tools"]]:
        assert not overlap(found["notice"][0], card)
    for button in found["buttons"]:
        assert button["right"] <= 320
    assert game.evaluate(_MEASURE)["piles"]["a"] == before["piles"]["a"]


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_what_is_said_belongs_to_the_theme(page: Page, site: SiteServer, theme: str) -> None:
    """A line and a notice have the panels' colours, and are no wider than their words."""
    page.add_init_script(
        f"localStorage.setItem('bakersdozen:/:settings', '{{\"theme\": \"{theme}\"}}')"
    )
    page.goto(site.address + "#deal=bakers-dozen:1")
    ready(page)
    until(page, "document.querySelector('[data-winnable=yes]')")
    page.locator("#sign").click()
    page.keyboard.press("h")
    until(page, "!document.getElementById('toast').hidden")
    for said in ("#toast", "#notice"):
        look = page.evaluate(
            """(said) => {
                const probe = document.createElement('p');
                probe.style = 'color: var(--panel-ink); background: var(--panel)';
                document.body.append(probe);
                return [said, probe].map((each) => {
                    const { color, backgroundColor } = getComputedStyle(
                        typeof each === 'string' ? document.querySelector(each) : each);
                    return [color, backgroundColor];
                });
            }""",
            said,
        )
        assert look[0] == look[1]
        box = page.locator(said).bounding_box()
        assert box
        assert box["width"] < 900
        assert abs(box["x"] + box["width"] / 2 - 640) < 1


@pytest.mark.context(reduced_motion="reduce")
def test_where_there_is_no_felt_none_is_chosen(game: Page) -> None:
    game.evaluate("document.querySelector('[data-action=settings]').click()")
    felt, theme = game.get_by_label("Felt"), game.get_by_label("Theme")
    assert felt.is_enabled()
    theme.select_option("contrast")
    assert felt.is_disabled()
    assert game.get_by_text("keeps the table black").is_visible()
    theme.select_option("dark")
    assert felt.is_enabled()
    assert game.get_by_text("keeps the table black").is_hidden()


@pytest.mark.address("#deal=bakers-dozen:1")
def test_a_foundation_is_there_until_its_first_card_has_come(game: Page) -> None:
    opened(game)
    slot = game.locator('[data-pile="C"] .slot-button')
    tap_move(game, next(step for step in winning_line("bakers-dozen", "1") if step.card == "AC"))
    until(game, "document.querySelector('[data-pile=C] .moving')")
    game.evaluate("document.getAnimations().forEach((each) => each.pause())")
    assert slot.is_visible()
    game.evaluate("document.getAnimations().forEach((each) => each.play())")
    until(game, "!document.querySelector('.moving')")
    assert slot.is_hidden()


@pytest.mark.address("#deal=freecell:1")
@pytest.mark.parametrize("size", [(844, 1280), (1280, 800), (1920, 1080)])
def test_cells_and_foundations_stand_above_columns(game: Page, size: tuple[int, int]) -> None:
    opened(game)
    game.set_viewport_size({"width": size[0], "height": size[1]})
    drawn(game)
    boxes = game.evaluate(_MEASURE)["piles"]
    above = [boxes[name]["left"] for name in ("cell1", "cell2", "cell3", "cell4", *"CDHS")]
    assert above == pytest.approx([boxes[name]["left"] for name in "abcdefgh"], abs=0.5)


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.touch
@pytest.mark.viewport(844, 390)
def test_words_of_commands_keep_off_the_screens_edge(page: Page, site: SiteServer) -> None:
    speaking(page, "uk")
    page.goto(site.address)
    ready(page)
    opened(page)
    near = """[...document.querySelectorAll('#tools > .tool > span')].filter((word) => {
        const text = document.createRange();
        text.selectNodeContents(word);
        return text.getBoundingClientRect().right > innerWidth - 3;
    }).map((word) => word.textContent)"""
    for size in ((844, 390), (667, 375), (568, 320)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        drawn(page)
        assert page.evaluate(near) == [], size


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_commands_have_words_on_a_desk(page: Page, site: SiteServer, language: str) -> None:
    speaking(page, language)
    page.goto(site.address)
    ready(page)
    opened(page)
    wordless = """[...document.querySelectorAll('#tools .tool')]
        .filter((tool) => tool.id !== 'menu-button').filter((tool) => {
            const [word, box] = [tool.querySelector('span'), tool.getBoundingClientRect()];
            const { left, right, width, height } = word.getBoundingClientRect();
            return !word.textContent || width < 8 || height < 8 || box.left < 0 || left < box.left
                || right > box.right || box.right > innerWidth || word.scrollWidth > width + 1;
        }).map((tool) => tool.textContent)"""
    for width in (900, 1024, 1280, 1600, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        drawn(page)
        assert page.evaluate(wordless) == [], width
        info, tools = (page.locator(each).bounding_box() for each in ("#info", "#tools"))
        assert info
        assert tools
        apart = info["x"] + info["width"] <= tools["x"] + 0.5
        assert apart or info["y"] + info["height"] <= tools["y"] + 0.5


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.language("uk")
def test_the_name_the_number_and_the_clock_are_whole(page: Page, site: SiteServer) -> None:
    cut = """['.game-name', '.game-deal', '.game-end', '.counts', '.count', '.sign', '.sign-text']
        .flatMap((part) => [...document.querySelectorAll(`#info ${part}`)])
        .filter((each) => each.checkVisibility())
        .filter((each) => {
            const { left, right, bottom } = each.getBoundingClientRect();
            const info = document.getElementById('info').getBoundingClientRect();
            const block = getComputedStyle(each).display !== 'inline';
            return block && each.scrollWidth > each.clientWidth + 1
                || left < -0.5 || right > innerWidth + 0.5 || bottom > info.bottom + 1;
        }).map((each) => each.className + ': ' + each.textContent)"""
    apart = """(() => {
        const [deal, arrow] = ['#game-deal', '#game-button .icon'].map((part) =>
            document.querySelector(part).getBoundingClientRect());
        return arrow.top >= deal.bottom || arrow.left < deal.right;
    })()"""
    for address in ("", "#deal=bakers-dozen-1883:1", "#deal=bakers-dozen-1883:123456"):
        page.goto(site.address + address)
        ready(page)
        until(page, "document.querySelector('[data-winnable]').dataset.winnable !== 'checking'")
        page.evaluate("document.getElementById('clock').textContent = '1:02:33'")
        for size in [*SMALL, (768, 1024)]:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            drawn(page)
            assert page.evaluate(cut) == [], (address, size)
            assert not page.evaluate(apart), (address, size)


@pytest.mark.viewport(320, 256)
@pytest.mark.context(reduced_motion="reduce", has_touch=True)
@pytest.mark.address("#deal=bakers-dozen:1")
def test_a_screen_enlarged_fourfold_scrolls_to_legible_cards(game: Page) -> None:
    for width, height in ((320, 256), (320, 320), (320, 200), (400, 300), (463, 300), (464, 300)):
        game.set_viewport_size({"width": width, "height": height})
        drawn(game)
        cards = game.evaluate(_MEASURE)["cards"].values()
        assert min(box["right"] - box["left"] for box in cards) >= TARGET, (width, height)
        assert max(box["right"] for box in cards) <= width
        assert game.evaluate("document.body.scrollWidth") == width
    game.set_viewport_size({"width": 320, "height": 256})
    drawn(game)
    shown = """(card) =>
        document.querySelector(`[data-card="${card}"]`).getBoundingClientRect().bottom
        <= document.getElementById('tools').getBoundingClientRect().top"""
    low = game.locator("[data-card='QD']")  # under the tools, until one scrolls
    assert game.evaluate(shown, "QD") is False
    low.focus()
    assert game.evaluate(shown, "QD") is True
    tap(game, "8C")
    tap(game, "9H")
    until(game, """document.querySelector('[data-pile="l"] [data-card="8C"]')""")
    game.mouse.wheel(0, -400)
    until(game, "document.body.scrollTop === 0")


@pytest.mark.viewport(844, 390)
@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_notches_and_rounded_corners_cover_nothing(game: Page, size: tuple[int, int]) -> None:
    game.set_viewport_size({"width": size[0], "height": size[1]})
    edges = {"top": 47, "bottom": 34} if size[1] > size[0] else {"left": 47, "right": 47}
    edges = {"top": 0, "bottom": 21, "left": 0, "right": 0} | edges
    client = game.context.new_cdp_session(game)
    client.send("Emulation.setSafeAreaInsetsOverride", {"insets": edges})
    drawn(game)
    check(game, size)
    found = game.evaluate(_MEASURE)
    for box in [*found["cards"].values(), *found["buttons"]]:
        assert box["left"] >= edges["left"] - 0.5
        assert box["right"] <= size[0] - edges["right"] + 0.5
        assert box["top"] >= edges["top"] - 0.5
        assert box["bottom"] <= size[1] - edges["bottom"] + 0.5


# The longest that is said in a notice: kind, title, the sentences of its text, its buttons.
_MOVE = {"card": "TD", "to": "g", "goal": "JS"}
_NOTICES = [
    ("advice", ["winnable.no"], [["winnable.no.tip"]], ["hint.back", "action.autopsy"]),
    (
        "advice",
        ["winnable.no"],
        [["winnable.no.tip"]],
        ["hint.back", "action.new", "action.autopsy"],
    ),
    (
        "advice",
        ["winnable.unknown"],
        [["winnable.unknown.tip"], ["winnable.peeks"]],
        ["winnable.longer"],
    ),
    ("advice", ["action.autopsy"], [["autopsy.not-lost", {"won": 104}]], ["autopsy.back"]),
    (
        "coach",
        ["coach.title", _MOVE],
        [
            ["coach.proved.after"],
            ["coach.clear", {"card": "TD", "column": "g"}],
            ["coach.instead", _MOVE],
        ],
        ["coach.play", "coach.take-back"],
    ),
    (
        "coach",
        ["coach.title", _MOVE],
        [["coach.thumb.hidden"], ["coach.early", {"card": "TD", "cards": "TH 9S 9C"}]],
        ["coach.play", "coach.take-back", "action.undo"],
    ),
    ("update", ["update.ready"], [["update.text"]], ["update.apply"]),
    ("install", ["install.title"], [["install.text"]], ["install.go", "install.later"]),
    ("newcomer", None, [["lesson.offer"]], ["lesson.start"]),
    (
        "end",
        ["status.won"],
        [["won.text", {"score": 12345, "time": "1:02:33", "n": 104}]],
        ["daily.play-today", "action.share", "action.new", "action.timeline", "action.restart"],
    ),
    (
        "end",
        ["status.no-moves"],
        [["no-moves.text", {"n": 22}]],
        ["action.undo", "action.autopsy", "action.timeline", "action.restart", "action.new"],
    ),
]
_NOTIFY = """async ([address, language, [kind, title, text, actions]]) => {
    const { notify } = await import(`${address}notice.js`);
    const { t, useLanguage } = await import(`${address}strings.js`);
    await useLanguage(language);
    notify(kind, {
        title: title ? t(...title) : undefined,
        text: text.map((each) => t(...each)).join(' '),
        actions: actions.map((each, i) => ({ label: t(each), main: i === 0 })),
    });
}"""
# Every line of text and every button with its words: what is cut, and what lies over another.
_FAULTS = """() => {
    const notice = document.getElementById('notice');
    const text = notice.querySelector('.notice-text');
    const bounds = notice.getBoundingClientRect();
    const lines = [...text.querySelectorAll('h2, p')].flatMap((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [...range.getClientRects()].map((box) => [each.textContent, box]);
    });
    const buttons = [...notice.querySelectorAll('button')]
        .map((each) => [each.textContent || 'close', each.getBoundingClientRect()]);
    const all = [...lines, ...buttons];
    const over = (one, two) =>
        Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0.5
        && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
    const scrolling = [notice, text, ...notice.querySelectorAll('.button')]
        .filter((each) => each.scrollHeight > each.clientHeight
            || each.scrollWidth > each.clientWidth)
        .map((each) => `${each.className}: ${each.scrollHeight} in ${each.clientHeight}`);
    const out = all.filter(([, box]) => box.top < bounds.top || box.bottom > bounds.bottom
        || box.left < bounds.left || box.right > bounds.right).map(([what]) => `out: ${what}`);
    const pairs = all.flatMap(([one, box], i) => all.slice(i + 1)
        .filter(([, other]) => over(box, other)).map(([two]) => `${one} over ${two}`));
    const away = bounds.top < 0 || bounds.bottom > innerHeight ? ['away'] : [];
    return [...(lines.length ? [] : ['empty']), ...scrolling, ...out, ...pairs, ...away];
}"""


def unbundled(site: SiteServer) -> None:
    """Lets the site serve the page's modules, too, beside the bundle made of them."""

    def serve(path: str, data: bytes | None) -> bytes | None:
        name = Path(path).name
        if data is None and name == "languages.js":
            return b"export const LANGUAGES = { en: 'English', uk: '\xd0\xa3' };"
        module = ROOT / "js" / name
        return module.read_bytes() if data is None and module.is_file() else data

    site.tamper = serve


@pytest.mark.context(reduced_motion="reduce", service_workers="block")
@pytest.mark.parametrize("language", ["en", "uk"])
def test_no_notice_cuts_or_covers_its_own_words(
    page: Page, site: SiteServer, language: str
) -> None:
    """However little felt is free: it lies over the table as far as its words need."""
    speaking(page, language)
    unbundled(site)
    row = VARIANTS["bakers-dozen"]
    page.goto(f"{site.address}#position=bakers-dozen:{format_position(row, longest(row))}")
    ready(page)
    until(page, "document.querySelector('[data-winnable]').dataset.winnable !== 'checking'")
    modules = address_of(site, "js/")
    for size in SCREENS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        drawn(page)
        for notice in _NOTICES:
            page.evaluate(_NOTIFY, [modules, language, notice])
            assert page.evaluate(_FAULTS) == [], (size, json.dumps(notice))


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.parametrize(
    ("language", "variant"),
    [("en", "bakers-dozen"), ("uk", "bakers-dozen"), ("uk", "bakers-dozen-1883")],
)
def test_a_line_with_a_button_covers_no_index(
    page: Page, site: SiteServer, language: str, variant: str
) -> None:
    """A new deal offers the way back to a game left in the middle."""
    speaking(page, language)
    page.goto(f"{site.address}#deal={variant}:1")
    ready(page)
    opened(page)
    tap_move(page, winning_line(variant, "1")[0])
    moves(page, 1)
    page.evaluate("document.querySelector('[data-action=new]').click()")
    page.locator(".toast-button").wait_for()
    page.evaluate(
        """() => {
            // It stays for as long as it is looked at.
            const toast = document.getElementById('toast');
            new MutationObserver(() => { toast.hidden = false; })
                .observe(toast, { attributeFilter: ['hidden'] });
        }"""
    )
    for size in SCREENS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        drawn(page)
        check(page, size)
        toast = page.evaluate(_BOXES)["toast"][0]
        button = page.locator(".toast-button").bounding_box()
        assert button
        assert button["height"] >= TARGET
        assert button["x"] >= toast["left"]
        assert button["x"] + button["width"] <= toast["right"]
        assert button["y"] + button["height"] <= toast["bottom"] + 0.5
        found = page.evaluate(_MEASURE)
        for name, card in found["cards"].items():
            assert not overlap(toast, card["index"]), (size, name)
        for name, pile in found["piles"].items():
            # An index begins a little below the edge of its card.
            assert toast["bottom"] <= pile["top"] + 3, (size, name)
        for tool in page.evaluate(_BOXES)["tools"]:
            assert not overlap(toast, tool), size


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address("#deal=bakers-dozen:1")
def test_two_rows_of_columns_are_taken_where_they_make_the_cards_much_larger(game: Page) -> None:
    """An upright tablet has room for them; a desk, whose screen is low, has not."""
    rows = {}
    for size in [*UPRIGHT, *DESKS]:
        game.set_viewport_size({"width": size[0], "height": size[1]})
        drawn(game)
        seen = game.evaluate(_MEASURE)
        rows[size] = len({round(seen["piles"][pile]["top"]) for pile in "abcdefghijklm"})
        card = seen["cards"]["KS"]
        if size in UPRIGHT:
            assert card["right"] - card["left"] > size[0] / 9, size
    assert rows == dict.fromkeys(UPRIGHT, 2) | dict.fromkeys(DESKS, 1)


@pytest.mark.parametrize("deck", ["2color", "4color"])
def test_a_court_lies_on_its_card_in_the_inks_of_the_page(game: Page, deck: str) -> None:
    """Nothing is drawn where the card shows, and the suit has the very colour of the index."""
    seen = game.evaluate(
        """async (deck) => {
            const inks = getComputedStyle(document.documentElement);
            const image = new Image();
            const seen = {};
            for (const suit of 'CDHS') for (const rank of 'JQK') {
                image.src = new URL(`cards/${deck}/${rank}${suit}.svg`, document.baseURI).href;
                await image.decode();
                const canvas = new OffscreenCanvas(240, 336);
                const pen = canvas.getContext('2d');
                pen.drawImage(image, 0, 0);
                const pixel = (x, y) => '#' + [...pen.getImageData(x, y, 1, 1).data]
                    .map((each) => each.toString(16).padStart(2, '0')).join('');
                const inside = pen.getImageData(40, 40, 160, 256).data;
                const clear = () => inside.some((each, i) => i % 4 === 3 && each === 0);
                seen[rank + suit] = [pixel(120, 12), clear(), pixel(58, 62)];
            }
            const named = (name) => inks.getPropertyValue(`--ink-${name}`).trim() + 'ff';
            return { seen, red: named('red'), blue: named('blue'), green: named('green') };
        }""",
        deck,
    )
    four = deck == "4color"
    inks = {
        "C": seen["green"] if four else "#000000ff",
        "D": seen["blue"] if four else seen["red"],
        "H": seen["red"],
        "S": "#000000ff",
    }
    for card, (above, clear, suit) in seen["seen"].items():
        assert above.endswith("00"), card
        assert clear, card
        assert suit == inks[card[1]], card
