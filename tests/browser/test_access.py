"""For every pair of hands, eyes and ears: names, focus, announcements, contrast, stillness."""

from __future__ import annotations

import base64
import itertools
import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browsing import hold_back, ready, speaking, until
from table import (
    Step,
    card,
    count,
    key_move,
    moves,
    opened,
    piles,
    point,
    said,
    settle,
    tap,
    tap_move,
    winning_line,
)
from tools.server import SiteServer

DEAL = "#deal=bakers-dozen:1"


def menu(page: Page, action: str) -> None:
    """Gives a command that may be in the menu."""
    if page.locator("#menu-button").is_visible():
        page.locator("#menu-button").click()
    page.locator(f'[data-action="{action}"]').click()


def dialog(action: str) -> Callable[[Page], None]:
    def open_it(page: Page) -> None:
        menu(page, action)
        page.locator("dialog[open]").wait_for()

    return open_it


def custom(page: Page) -> None:
    dialog("games")(page)
    page.locator("dialog button", has_text=re.compile("custom", re.I)).last.click()
    page.locator("dialog form textarea, dialog form .switch").first.wait_for()


def whole_help(page: Page) -> None:
    dialog("help")(page)
    page.locator("dialog [data-legal]").first.wait_for()


def lesson(page: Page) -> None:
    whole_help(page)
    page.locator("dialog [data-action=lesson]").click()
    page.locator("[data-lesson]").wait_for()


STATES: dict[str, Callable[[Page], None]] = {
    "table": lambda page: None,
    "picked": lambda page: tap(page, "AC"),
    "refused": lambda page: tap_move(page, Step("7C", "b")),
    "menu": lambda page: page.locator("#menu-button").click(),
    "games": dialog("games"),
    "custom": custom,
    "settings": dialog("settings"),
    "help": whole_help,
    "lesson": lesson,
    "import": dialog("import"),
    "export": dialog("export"),
}


def faults(page: Page) -> list[str]:
    """Returns what axe finds."""
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    return [
        f"{fault['id']}: {node['target']} {node.get('failureSummary', '')}"
        for fault in found.response["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address(DEAL)
@pytest.mark.viewport(360, 640)
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(game: Page, state: str) -> None:
    STATES[state](game)
    game.wait_for_timeout(50)
    for theme in ("light", "dark", "contrast"):
        game.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert faults(game) == [], theme


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address("#position=bakers-dozen:KC/KD/KH/KS CQDQHQSQ")
def test_axe_finds_nothing_when_won(game: Page) -> None:
    game.locator('[data-action="finish"]').click()
    until(game, "document.querySelector('[data-status]').dataset.status === 'won'")
    assert "You won" in game.locator("#notice").inner_text()
    assert faults(game) == []


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address("#position=bakers-dozen:QHKH/KS CKDKHJSQ")
def test_stuck_is_said_and_ways_on_are_offered(game: Page) -> None:
    tap_move(game, Step("KS", "S"))
    until(game, "document.querySelector('[data-status]').dataset.status === 'no-moves'")
    assert "No moves are left" in said(game)
    assert faults(game) == []
    game.locator("#notice button", has_text="Undo").click()
    moves(game, 0)
    assert game.locator("#notice").is_hidden()


@pytest.mark.address(DEAL)
def test_names_tell_rank_suit_place_and_availability(game: Page) -> None:
    name = card(game, "7C").get_attribute("aria-label")
    assert name == "seven of clubs, column 1, card 4 of 4, can move"
    assert card(game, "6H").get_attribute("aria-label").endswith("card 3 of 4, covered")
    assert game.locator('[data-pile="C"] .slot-button').get_attribute("aria-label") == (
        "clubs foundation, empty"
    )
    assert game.locator('[data-pile="c"]').get_attribute("aria-label") == "column 3"
    # Every button that can be reached has a name.
    nameless = game.evaluate("""[...document.querySelectorAll('button')]
        .filter((each) => each.checkVisibility())
        .filter((each) => !(each.ariaLabel || each.textContent.trim())).length""")
    assert nameless == 0


@pytest.mark.address(DEAL)
def test_the_name_of_the_deal_is_in_the_name_of_its_button(game: Page) -> None:
    opened(game)
    game.get_by_role("button", name=re.compile("^Baker’s Dozen No. 1 Games and deals$")).wait_for()
    game.get_by_role("heading", name=re.compile("Baker’s Dozen No. 1")).wait_for()


def test_nothing_in_the_table_is_nameless_before_words_and_game_have_come(
    page: Page, site: SiteServer
) -> None:
    go = hold_back(site, "strings/", "runtime/")
    nameless = """[...document.querySelectorAll('#table button')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .filter((each) => !each.ariaLabel).length"""
    page.goto(site.address, wait_until="commit")
    until(page, "document.querySelector('#table .slot-button')")
    assert page.evaluate(nameless) == 0
    until(page, "document.querySelectorAll('[data-card]').length === 52")
    assert page.evaluate(nameless) == 0
    go.set()
    ready(page)
    until(page, "document.querySelector('[data-card=AC]').ariaLabel.startsWith('ace of clubs')")


@pytest.mark.address("#deal=bakers-dozen-1883:1")
def test_face_down_cards_keep_their_secret(game: Page) -> None:
    until(game, "document.querySelectorAll('[data-down]').length === 39")
    names = game.evaluate(
        "[...new Set([...document.querySelectorAll('[data-down]')]"
        ".map((each) => each.ariaLabel.split(',')[0]))]"
    )
    assert names == ["face-down card"]


@pytest.mark.address(DEAL)
def test_each_move_is_said_once(game: Page) -> None:
    opened(game)
    game.evaluate("""() => {
        window.heard = [];
        const live = document.getElementById('live');
        new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
            addedNodes.forEach((each) => window.heard.push(each.textContent))))
            .observe(live, { childList: true });
    }""")
    card(game, "AC").dblclick()
    moves(game, 1)
    game.wait_for_timeout(200)
    lines = [text for text in game.evaluate("window.heard") if "picked up" not in text]
    assert lines == ["The ace of clubs goes to the clubs foundation."]
    game.keyboard.press("u")
    moves(game, 0)
    game.wait_for_timeout(100)
    assert said(game) == "Move taken back: the ace of clubs returns to column 5; 0 moves played."
    game.keyboard.press("r")
    moves(game, 1)
    assert (
        said(game) == "Move redone: the ace of clubs goes to the clubs foundation; 1 move played."
    )


@pytest.mark.address(DEAL)
def test_a_refusal_is_said_before_what_is_in_hand_then(game: Page) -> None:
    opened(game)
    game.evaluate("document.getElementById('live').replaceChildren()")
    tap(game, "7C")
    tap(game, "AC")
    until(game, "document.getElementById('live').children.length >= 3")
    game.wait_for_timeout(100)
    first, why, then = heard(game)
    assert first == "The seven of clubs is picked up. It can go to column 10."
    assert why.startswith("The seven of clubs does not go on the ace of clubs:")
    assert then.startswith(
        "The ace of clubs is picked up. It can go to the clubs foundation or to "
    )
    # What stays in hand is not told once more.
    card(game, "QH").focus()
    game.keyboard.press("Enter")
    until(game, "document.getElementById('live').children.length >= 4")
    game.wait_for_timeout(100)
    assert len(heard(game)) == 4


@pytest.mark.address(DEAL)
def test_what_was_said_in_another_language_goes_with_it(game: Page) -> None:
    opened(game)
    tap(game, "QH")
    until(game, "!document.getElementById('toast').hidden")
    assert heard(game)
    assert {line.get_attribute("lang") for line in game.locator("#live p").all()} == {"en"}
    game.locator('[data-action="settings"]').click()
    game.locator("dialog select").first.select_option("uk")
    until(game, "document.documentElement.lang === 'uk'")
    until(game, "document.querySelector('dialog h2')?.textContent === 'Налаштування'")
    assert not [line for line in heard(game) if re.search("[A-Za-z]", line)]
    assert game.locator("#toast").is_hidden()


def heard(page: Page) -> list[str]:
    """Returns what was said lately, a line for each event."""
    found: list[str] = page.evaluate(
        "[...document.getElementById('live').children].map((line) => line.textContent)"
    )
    return found


@pytest.mark.parametrize(
    ("language", "dealt", "daily", "back"),
    [
        ("en", "New deal: Baker’s Dozen, No. 7", "Daily deal of", "Baker’s Dozen, No. 7; 1 move"),
        ("uk", "Нова роздача: Чортова дюжина", "Щоденна роздача,", "№ 7; зіграно 1 хід"),
    ],
)
def test_a_game_that_is_opened_is_said_once_in_the_language_of_the_page(
    page: Page, site: SiteServer, language: str, dealt: str, daily: str, back: str
) -> None:
    speaking(page, language)
    page.goto(site.address + "#deal=bakers-dozen:7")
    ready(page)
    opened(page)

    def said_once(part: str) -> None:
        until(page, f"document.getElementById('live').textContent.includes({part!r})")
        page.wait_for_timeout(100)
        assert len([line for line in heard(page) if part in line]) == 1
        page.evaluate("document.getElementById('live').replaceChildren()")

    said_once(dealt)
    tap_move(page, winning_line("bakers-dozen", "7")[0])
    moves(page, 1)
    page.evaluate("location.hash = '#daily=2026-11-02'")
    said_once(daily)
    page.evaluate("location.hash = '#deal=bakers-dozen:7'")
    said_once(back)


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address("#position=bakers-dozen:JSQS/KC/KD/KH/KS CQDQHQST")
def test_the_finish_is_said_once_and_has_a_key(game: Page) -> None:
    opened(game)
    game.keyboard.press("f")
    until(
        game, "document.getElementById('toast').textContent.includes('before the rest can go up')"
    )
    tap_move(game, Step("QS", "b"))
    moves(game, 1)
    game.locator('[data-action="finish"]').wait_for()
    assert len([line for line in heard(game) if "the F key" in line]) == 1
    game.keyboard.press("f")
    until(game, "document.querySelector('[data-status]').dataset.status === 'won'")
    assert count(game, "moves") == 2  # one ply, as Undo takes it back


@pytest.mark.address(DEAL)
def test_no_message_takes_the_place_of_another(game: Page) -> None:
    game.evaluate("""() => {
        window.heard = [];
        new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
            addedNodes.forEach((each) => window.heard.push(each.textContent))))
            .observe(document.getElementById('live'), { childList: true });
    }""")
    for number, step in enumerate(winning_line("bakers-dozen", "1")[:4], start=1):
        tap_move(game, step)
        moves(game, number)
    for _ in range(4):
        game.keyboard.press("u")
    moves(game, 0)
    lines = game.evaluate("window.heard")
    assert len([text for text in lines if " goes to " in text and text.endswith(".")]) >= 4
    assert len([text for text in lines if text.startswith("Move taken back")]) == 4
    live = game.locator("#live")
    assert live.get_attribute("aria-live") == "polite"
    assert live.get_attribute("aria-atomic") == "false"


def focused(page: Page) -> str:
    """Returns the card that has the focus, or the empty pile."""
    return str(
        page.evaluate(
            "((it) => it.dataset.card ?? it.closest('[data-pile]')?.dataset.pile ?? it.tagName)"
            "(document.activeElement)"
        )
    )


@pytest.mark.address(DEAL)
def test_the_focus_goes_with_the_card_and_stays_where_one_went_up(game: Page) -> None:
    card(game, "AC").focus()
    key_move(game, Step("AC", "h"))
    moves(game, 1)
    assert focused(game) == "AC"  # onto the two of spades, and no longer on that
    game.keyboard.press("u")
    moves(game, 0)
    assert focused(game) == "AC"
    freed = piles(game)["e"][-2]
    key_move(game, Step("AC", "C"))
    moves(game, 1)
    assert focused(game) == freed  # what can be played next
    settle(game)
    game.keyboard.press("u")
    moves(game, 0)
    assert focused(game) == "AC"
    game.keyboard.press("r")
    moves(game, 1)
    assert focused(game) == freed
    for number, step in enumerate(winning_line("bakers-dozen", "1")[1:8], start=2):
        tap_move(game, step)
        moves(game, number)
        settle(game)
    for _ in range(8):
        game.keyboard.press("u")
        assert game.evaluate("document.activeElement !== document.body")


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address("#position=bakers-dozen:KC/KD/KH/KS CQDQHQSQ")
def test_the_focus_stays_on_a_column_that_the_last_card_left(game: Page) -> None:
    card(game, "KD").focus()
    key_move(game, Step("KD", "D"))
    moves(game, 1)
    assert focused(game) == "b"


@pytest.mark.address(DEAL)
def test_arrows_reach_every_pile_and_card(game: Page) -> None:
    card(game, "7C").focus()
    for expected in ("6H", "4H", "5S"):
        game.keyboard.press("ArrowUp")
        assert game.evaluate("document.activeElement.dataset.card") == expected
    game.keyboard.press("ArrowUp")
    assert game.evaluate("document.activeElement.closest('[data-pile]').dataset.pile") in "CDHS"
    game.keyboard.press("ArrowDown")
    assert game.evaluate("document.activeElement.closest('[data-pile]').dataset.pile") >= "a"
    seen = set()
    for _ in range(17):
        seen.add(game.evaluate("document.activeElement.closest('[data-pile]').dataset.pile"))
        game.keyboard.press("ArrowRight")
    assert seen == set(piles(game))


BARS = [(1280, 800), (390, 844), (844, 390)]


@pytest.mark.address(DEAL)
@pytest.mark.parametrize("size", BARS)
@pytest.mark.parametrize("mirrored", [False, True])
def test_arrows_lead_along_the_commands_and_back_to_the_table(
    game: Page, size: tuple[int, int], mirrored: bool
) -> None:
    opened(game)
    game.set_viewport_size({"width": size[0], "height": size[1]})
    game.evaluate(
        f"document.documentElement.classList.toggle('left-handed', {str(mirrored).lower()})"
    )
    bar = game.locator("#tools")
    stop = '#tools button[tabindex="0"]:visible'
    expect(game.locator(stop)).to_have_count(1)
    upright = bar.get_attribute("aria-orientation") == "vertical"
    assert upright is (size == (844, 390))
    on, back, out = (
        ("ArrowDown", "ArrowUp", "ArrowLeft") if upright else ("ArrowRight", "ArrowLeft", "ArrowUp")
    )
    shown = game.evaluate("""() => [...document.querySelectorAll('#tools button')]
        .filter((each) => each.checkVisibility())
        .map((each) => ({ name: each.ariaLabel, ...each.getBoundingClientRect().toJSON() }))""")
    order = [each["name"] for each in sorted(shown, key=lambda box: (box["y"], box["x"]))]
    here = "document.activeElement.ariaLabel"
    card(game, "7C").focus()
    game.locator(stop).focus()
    game.keyboard.press("Home")
    walked = []
    for _ in order:
        walked.append(game.evaluate(here))
        game.keyboard.press(on)
    assert walked == order
    assert game.evaluate(here) == order[0]  # and round
    game.keyboard.press(back)
    assert game.evaluate(here) == order[-1]
    game.keyboard.press(out)
    assert focused(game) == "7C"
    assert faults(game) == []


@pytest.mark.address(DEAL)
@pytest.mark.viewport(390, 844)
def test_arrows_lead_through_the_menu_and_out_of_what_lies_beside_the_table(game: Page) -> None:
    opened(game)
    game.locator("#menu-button").focus()
    game.keyboard.press("Enter")
    until(game, "document.activeElement.dataset.action === 'restart'")
    game.keyboard.press("ArrowDown")
    assert game.evaluate("document.activeElement.dataset.action") == "solve"
    game.keyboard.press("ArrowUp")
    game.keyboard.press("ArrowUp")
    assert game.evaluate("document.activeElement.dataset.action") == "help"
    game.keyboard.press("Escape")
    until(game, "document.activeElement.id === 'menu-button'")
    game.keyboard.press("ArrowDown")
    assert game.evaluate("document.activeElement.closest('[data-pile]') !== null")
    game.locator("#game-button").focus()
    game.keyboard.press("ArrowDown")
    assert game.evaluate("document.activeElement.closest('[data-pile]') !== null")


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address("#position=bakers-dozen:QHKH/KS CKDKHJSQ")
def test_arrows_lead_among_what_a_notice_offers(game: Page) -> None:
    tap_move(game, Step("KS", "S"))
    until(game, "document.querySelector('[data-status]').dataset.status === 'no-moves'")
    names = [each.inner_text() for each in game.locator("#notice .notice-actions button").all()]
    game.locator("#notice button").first.focus()
    game.keyboard.press("ArrowRight")
    assert game.evaluate("document.activeElement.innerText") == names[1]
    game.keyboard.press("ArrowUp")
    assert game.evaluate("document.activeElement.closest('[data-pile]') !== null")


@pytest.mark.address(DEAL)
def test_only_one_card_is_a_stop_of_the_tab_key(game: Page) -> None:
    stops = game.evaluate("document.querySelectorAll('[data-pile] [tabindex=\"0\"]').length")
    assert stops == 1


@pytest.mark.address(DEAL)
@pytest.mark.parametrize("action", ["games", "settings", "help", "import", "export"])
def test_dialogs_hold_the_focus_and_give_it_back(game: Page, action: str) -> None:
    opener = game.locator(f'[data-action="{action}"]')
    opener.focus()
    game.keyboard.press("Enter")
    game.locator("dialog[open]").wait_for()
    for _ in range(40):
        game.keyboard.press("Tab")
        inside = game.evaluate(
            "!document.hasFocus() || document.activeElement === document.body "
            "|| Boolean(document.activeElement.closest('dialog'))"
        )
        assert inside
    game.keyboard.press("Escape")
    until(game, "!document.querySelector('dialog')")
    assert opener.evaluate("(it) => it === document.activeElement")


PANELS = ["games", "daily", "statistics", "import", "export", "settings", "help"]


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address(DEAL)
def test_a_panel_opened_by_pointer_rings_nothing_and_by_keys_begins_at_its_field(
    game: Page,
) -> None:
    opened(game)
    rings = "document.activeElement.matches('dialog :focus-visible')"
    for name in PANELS:
        game.mouse.click(*point(game, f'[data-action="{name}"]'))
        game.locator("dialog[open]").wait_for()
        until(game, "document.activeElement.closest('dialog')")
        plain = "getComputedStyle(document.activeElement).outlineStyle === 'none'"
        assert game.evaluate(f"!{rings} || {plain}"), name
        game.locator("dialog .panel-close").click()
        until(game, "!document.querySelector('dialog')")
    game.keyboard.press("Tab")
    for name, field in (("import", "TEXTAREA"), ("export", "SELECT"), ("settings", "SELECT")):
        game.locator(f'[data-action="{name}"]').focus()
        game.keyboard.press("Enter")
        until(game, f"document.activeElement.matches('dialog {field.lower()}')")
        game.keyboard.press("Escape")
        until(game, "!document.querySelector('dialog')")


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address(DEAL)
def test_the_month_is_a_grid_of_weeks(game: Page) -> None:
    opened(game)
    menu(game, "daily")
    game.locator("dialog [role=grid] [role=gridcell]").first.wait_for()
    tree = game.evaluate("""[...document.querySelectorAll('[role=grid] > [role=row]')].map((row) =>
        [...row.children].map((cell) => [cell.role, cell.getBoundingClientRect()]))""")
    assert 4 <= len(tree) <= 6
    assert {role for row in tree for role, _ in row} == {"gridcell"}
    for row in tree:
        # What is heard as a week is seen as one.
        assert len({round(box["y"]) for _, box in row}) == 1
        assert len(row) <= 7
    assert sum(map(len, tree)) in range(28, 32)
    assert game.locator("[role=grid] [aria-selected=true]").count() == 1
    assert faults(game) == []


@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address(DEAL)
def test_nothing_moves_when_motion_is_unwelcome(game: Page) -> None:
    for step in winning_line("bakers-dozen", "1")[:5]:
        tap_move(game, step)
        assert game.evaluate("document.getAnimations().length") == 0
    game.keyboard.press("n")
    until(game, f"location.hash !== '{DEAL}'")
    assert game.evaluate("document.getAnimations().length") == 0


@pytest.mark.address(DEAL)
def test_suits_differ_by_shape_and_in_four_colours(game: Page) -> None:
    shapes = game.evaluate("""['AC', 'AD', 'AH', 'AS'].map((card) =>
        document.querySelector(`[data-card="${card}"] .index .suit path`).getAttribute('d'))""")
    assert len(set(shapes)) == 4
    colours = """['AC', 'AD', 'AH', 'AS'].map((card) =>
        getComputedStyle(document.querySelector(`[data-card="${card}"]`)).color)"""
    assert len(set(game.evaluate(colours))) == 2
    menu(game, "settings")
    game.get_by_label("Four-colour deck").check()
    assert len(set(game.evaluate(colours))) == 4
    game.reload()
    until(game, "document.querySelectorAll('[data-card]').length === 52")
    assert len(set(game.evaluate(colours))) == 4


_INK = """async ([picture]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const linear = (value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    const light = [];
    for (let i = 0; i < data.length; i += 4) {
        const [red, green, blue] = [0, 1, 2].map((part) => linear(data[i + part]));
        light.push(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    }
    return { light, width: image.width };
}"""
EYES = ["none", "achromatopsia", "protanopia", "deuteranopia", "tritanopia"]


@pytest.mark.context(reduced_motion="reduce", device_scale_factor=2)
@pytest.mark.viewport(390, 844)
@pytest.mark.address(DEAL)
@pytest.mark.parametrize("deck", ["two", "four"])
def test_suits_differ_for_every_pair_of_eyes(game: Page, deck: str) -> None:
    """By the picture as such eyes see it: ink that can be read, and four shapes without colour."""
    game.evaluate(
        "(four) => { document.documentElement.classList.toggle('four-colours', four); }",
        deck == "four",
    )
    client = game.context.new_cdp_session(game)
    reader = game.context.new_page()
    suits = {}
    for eyes in EYES:
        client.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        for suit in "CDHS":
            glyph = game.locator(f'[data-card="{"7A4A"["CDHS".index(suit)]}{suit}"] .emblem .suit')
            picture = base64.b64encode(glyph.screenshot()).decode()
            found = reader.evaluate(_INK, [picture])
            light = found["light"]
            paper, ink = max(light), min(light)
            assert (paper + 0.05) / (ink + 0.05) >= 4.5, f"{suit} is pale for {eyes}"
            middle = (paper + ink) / 2
            suits[suit] = [value < middle for value in light]
        size = min(map(len, suits.values()))
        for one, two in itertools.combinations("CDHS", 2):
            both = list(zip(suits[one][:size], suits[two][:size], strict=True))
            shared = sum(a and b for a, b in both)
            either = sum(a or b for a, b in both)
            assert shared / either < 0.9, f"{one} and {two} have one shape for {eyes}"
    reader.close()


def test_a_store_that_throws_stops_nothing(page: Page, site: SiteServer) -> None:
    """With cookies blocked, merely touching localStorage throws: the game goes on and says so."""
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    page.goto(site.address + DEAL)
    ready(page)
    until(page, "document.getElementById('notice').textContent.includes('keeps nothing')")
    tap_move(page, winning_line("bakers-dozen", "1")[0])
    moves(page, 1)


@pytest.mark.address(DEAL)
def test_where_the_system_paints_on_and_off_differ(game: Page) -> None:
    game.emulate_media(forced_colors="active")
    paint = """(selector) => getComputedStyle(document.querySelector(selector)).backgroundColor"""
    menu(game, "settings")
    game.locator("dialog .switch").first.wait_for()
    on, off = (
        game.evaluate(paint, f"dialog .switch{state}") for state in (":checked", ":not(:checked)")
    )
    assert on != off
    game.keyboard.press("Escape")
    menu(game, "daily")
    game.locator("dialog .grade .on").first.wait_for()
    on, off = (game.evaluate(paint, f"dialog .grade i{state}") for state in (".on", ":not(.on)"))
    assert on != off
