"""Comforts round the table: the way back, sounds, installing, the board in words, the finish."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from bakersdozen.cards import NAMES
from bakersdozen.game import Game
from bakersdozen.notation import parse_move
from bakersdozen.rules import finishing_lifts, play
from bakersdozen.variants import VARIANTS
from browsing import hold_back, ready, until
from days import on_the_built_day
from table import Step, count, moves, opened, piles, settle, tap_move, walk_to, winning_line
from tools.server import SiteServer

DEAL = "#deal=bakers-dozen:1"
still = pytest.mark.context(reduced_motion="reduce")
HASH = "location.hash"
OPEN = "document.querySelectorAll('dialog:modal').length"
PANELS = {
    "games": "#games",
    "settings": "#settings",
    "help": "#help",
    "statistics": "#statistics",
    "daily": "#calendar",
    "import": "#import",
    "export": "#export",
}


def give(page: Page, action: str) -> None:
    """Gives a command, wherever its button is."""
    page.evaluate(
        "(action) => { document.querySelector(`[data-action=${action}]`).click(); }", action
    )


KINDS = {"analyse": "analysis", "timeline": "timeline"}


@still
@pytest.mark.address(DEAL)
def test_the_way_back_closes_a_panel_and_leaves_the_game_alone(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    before = piles(game)
    for action, address in PANELS.items():
        give(game, action)
        until(game, f"{OPEN} === 1 && {HASH} === {address!r}")
        game.go_back()
        until(game, f"{OPEN} === 0 && {HASH} === {DEAL!r}")
        assert piles(game) == before
        assert count(game, "moves") == 1


@still
@pytest.mark.address(DEAL)
def test_the_way_back_closes_a_panel_that_a_link_led_to(game: Page) -> None:
    # The entry of a panel that was closed lies before it.
    give(game, "settings")
    until(game, f"{OPEN} === 1")
    game.keyboard.press("Escape")
    until(game, f"{OPEN} === 0 && {HASH} === {DEAL!r}")
    game.evaluate("location.hash = '#help'")
    until(game, f"{OPEN} === 1")
    game.go_back()
    until(game, f"{OPEN} === 0 && {HASH} === {DEAL!r}")


@still
@pytest.mark.address(DEAL)
def test_closing_a_panel_costs_one_step_of_the_history_at_most(game: Page) -> None:
    before = game.evaluate("history.length")
    for action in PANELS:
        give(game, action)
        until(game, f"{OPEN} === 1")
        game.keyboard.press("Escape")
        until(game, f"{OPEN} === 0 && {HASH} === {DEAL!r}")
    assert game.evaluate("history.length") <= before + 1


@still
@pytest.mark.address(DEAL)
def test_a_game_dealt_from_a_panel_is_not_lost_on_the_way_back(game: Page) -> None:
    give(game, "games")
    game.locator("dialog input").first.fill("1000")
    game.keyboard.press("Enter")
    until(game, f"{HASH} === '#deal=bakers-dozen:1000' && {OPEN} === 0")
    dealt = piles(game)
    game.go_back()
    game.wait_for_timeout(200)
    assert game.evaluate(HASH) == "#deal=bakers-dozen:1000"
    assert piles(game) == dealt


@still
@pytest.mark.viewport(390, 844)
@pytest.mark.address(DEAL)
def test_the_way_back_closes_the_menu_and_leaves_what_stands_before_the_game(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    before = piles(game)
    notice = "document.getElementById('notice').dataset.kind"
    hidden = "document.getElementById('notice').hidden"
    game.locator("#menu-button").click()
    until(game, "document.querySelector('#menu:popover-open')")
    game.go_back()
    until(game, "!document.querySelector('#menu:popover-open')")
    for action in ("analyse", "timeline"):
        # The course of a game is offered at its end only.
        game.evaluate(
            """(action) => {
                const button = document.createElement('button');
                button.dataset.offers = action;
                document.body.append(button);
                button.click();
                button.remove();
            }""",
            action,
        )
        until(game, f"!{hidden} && {notice} === {KINDS[action]!r}")
        # A panel over it is closed first.
        give(game, "settings")
        until(game, f"{OPEN} === 1")
        game.go_back()
        until(game, f"{OPEN} === 0")
        assert not game.evaluate(hidden)
        game.go_back()
        until(game, hidden)
        moves(game, 1)
        assert piles(game) == before
        assert game.evaluate(HASH) == DEAL


@still
@pytest.mark.parametrize("address", PANELS.values())
def test_an_address_leads_to_a_panel(page: Page, site: SiteServer, address: str) -> None:
    page.goto(site.address + address)
    ready(page)
    until(page, f"{OPEN} === 1 && {HASH} === {address!r}")
    page.go_back()
    until(page, f"{OPEN} === 0 && {HASH}.startsWith('#daily=')")


@still
@pytest.mark.address(DEAL)
def test_an_address_typed_in_the_middle_of_a_game_opens_the_panel(game: Page) -> None:
    game.evaluate("location.hash = '#settings'")
    until(game, f"{OPEN} === 1")
    assert game.evaluate("document.getElementById('toast').hidden")
    game.keyboard.press("Escape")
    until(game, f"{OPEN} === 0 && {HASH} === {DEAL!r}")


_EARS = """() => {
    window.contexts = 0;
    const Real = window.AudioContext;
    window.AudioContext = class extends Real { constructor() { super(); window.contexts++; } };
    window.sounds = 0;
    for (const { prototype } of [AudioBufferSourceNode, OscillatorNode]) {
        const start = prototype.start;
        prototype.start = function (...when) {
            window.sounds++;
            return start.apply(this, when);
        };
    }
}"""


@still
def test_sounds_are_off_until_they_are_wanted(page: Page, site: SiteServer) -> None:
    page.add_init_script(f"({_EARS})()")
    page.goto(site.address + DEAL)
    ready(page)
    line = winning_line("bakers-dozen", "1")
    tap_move(page, line[0])
    moves(page, 1)
    assert page.evaluate("[contexts, sounds]") == [0, 0]
    give(page, "settings")
    page.get_by_label("Sound").check()
    assert page.evaluate("sounds") >= 1  # what was chosen is heard at once
    page.keyboard.press("Escape")
    heard = page.evaluate("sounds")
    tap_move(page, line[1])
    moves(page, 2)
    assert page.evaluate("sounds") > heard
    # At the next visit nothing sounds before a hand has touched anything.
    page.reload()
    ready(page)
    assert page.evaluate("[contexts, sounds]") == [0, 0]
    tap_move(page, line[2])
    moves(page, 3)
    assert page.evaluate("contexts") == 1


_PROMPT = """() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = () => { window.prompted = true; return Promise.resolve(); };
    window.dispatchEvent(event);
    return event.defaultPrevented;
}"""


@still
def test_installing_is_offered_once_and_between_games(page: Page, site: SiteServer) -> None:
    page.goto(site.address + DEAL)
    ready(page)
    until(page, "document.querySelector('[data-open]')")
    offered = "document.querySelector('#notice[data-kind=install]:not([hidden])')"
    assert page.evaluate(_PROMPT)
    page.wait_for_timeout(100)
    assert not page.evaluate(f"Boolean({offered})")  # a newcomer has other things to look at
    for number, step in enumerate(winning_line("bakers-dozen", "1")[:16], start=1):
        tap_move(page, step)
        moves(page, number)
    assert not page.evaluate(f"Boolean({offered})")  # in the middle of a game
    page.evaluate("document.querySelector('.notice-close')?.click()")
    page.keyboard.press("n")
    until(page, offered)
    page.locator("#notice button.main").click()
    assert page.evaluate("window.prompted")
    assert page.locator("#notice").is_hidden()
    page.reload()
    ready(page)
    page.evaluate(_PROMPT)
    page.keyboard.press("n")
    page.wait_for_timeout(400)
    assert not page.evaluate(f"Boolean({offered})")


@still
@pytest.mark.address("#deal=bakers-dozen-1883:1")
def test_the_board_can_be_read_in_words_and_copied(game: Page) -> None:
    game.context.grant_permissions(["clipboard-read", "clipboard-write"])
    give(game, "export")
    game.locator("dialog select").select_option("words")
    text = game.locator("dialog textarea").input_value()
    lines = text.splitlines()
    assert lines[0].endswith("No. 1.")
    assert "Clubs foundation, empty." in lines
    assert any(line.startswith("Column 13: 3 face-down cards, ") for line in lines)
    assert len([line for line in lines if line.startswith("Column ")]) == 13
    game.locator("dialog button", has_text="Copy").click()
    until(game, "document.getElementById('live').textContent.includes('Copied')")
    assert game.evaluate("navigator.clipboard.readText()") == text


@still
@pytest.mark.address(DEAL)
def test_the_finish_is_offered_exactly_when_lifts_alone_win(game: Page) -> None:
    variant = VARIANTS["bakers-dozen"]
    state = Game.numbered(variant, "1").state
    offered = set()
    for number, step in enumerate(winning_line("bakers-dozen", "1"), start=1):
        source = next(pile for pile, held in piles(game).items() if step.card in held)
        state = play(variant, state, parse_move(source + step.to))
        tap_move(game, step)
        moves(game, number)
        wanted = bool(finishing_lifts(state))
        assert game.locator('[data-action="finish"]').is_visible() == wanted, number
        offered.add(wanted)
    assert offered == {True, False}


@pytest.mark.touch
@pytest.mark.viewport(360, 640)
@pytest.mark.address(DEAL)
def test_undo_repeats_under_a_finger(game: Page) -> None:
    for number, step in enumerate(winning_line("bakers-dozen", "1")[:8], start=1):
        tap_move(game, step)
        moves(game, number)
    box = game.locator('[data-action="undo"]').bounding_box()
    assert box
    client = game.context.new_cdp_session(game)
    finger = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    until(game, "Number(document.querySelector('[data-count=moves]').textContent) <= 5")
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    game.wait_for_timeout(300)
    left = count(game, "moves")
    game.wait_for_timeout(400)
    assert count(game, "moves") == left


@pytest.mark.touch
@pytest.mark.viewport(360, 640)
@pytest.mark.address(DEAL)
def test_two_fingers_make_one_move_at_most(game: Page) -> None:
    """Two cards grabbed at once: the first finger has its card, the second has none."""
    client = game.context.new_cdp_session(game)
    one = game.locator('[data-card="AC"]').bounding_box()
    two = game.locator('[data-card="AS"]').bounding_box()
    goal = game.locator('[data-pile="C"]').bounding_box()
    assert one
    assert two
    assert goal
    at = [
        {"x": one["x"] + 15, "y": one["y"] + 30, "id": 0},
        {"x": two["x"] + 15, "y": two["y"] + 30, "id": 1},
    ]
    to = [{"x": goal["x"] + 15, "y": goal["y"] + 20, "id": finger} for finger in (0, 1)]
    for kind, points in (
        ("touchStart", at[:1]),
        ("touchStart", at),
        ("touchMove", to),
        ("touchEnd", []),
    ):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    settle(game)
    game.wait_for_timeout(150)
    assert count(game, "moves") <= 1
    assert game.locator(".lifted").count() == 0
    assert game.evaluate("visualViewport.scale") == 1


@still
@pytest.mark.address("#position=bakers-dozen:QHKH/KS CKDKHJSQ")
def test_stuck_without_a_move_offers_no_undo(game: Page) -> None:
    tap_move(game, Step("KS", "S"))
    until(game, "document.querySelector('[data-status]').dataset.status === 'no-moves'")
    assert game.locator("#notice button", has_text="Undo").count() == 1
    game.evaluate("location.hash = '#position=bakers-dozen:QHKH/- CKDKHJSK'")
    until(game, "document.querySelector('[data-count=moves]').textContent === '0'")
    until(game, "document.getElementById('notice').dataset.kind === 'end'")
    assert game.locator("#notice button", has_text="Undo").count() == 0


@still
@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize("end", ["no-moves", "won"])
def test_the_end_of_a_game_can_be_had_again(
    page: Page, site: SiteServer, end: str, wanted: bool
) -> None:
    """With the sign of winnability and without: what was said of the end stays in reach."""
    page.add_init_script(
        f"localStorage.setItem('bakersdozen:/:settings', '{{\"winnable\": {str(wanted).lower()}}}')"
    )
    board = "QHKH/KS CKDKHJSQ" if end == "no-moves" else "-/KS CKDKHKSQ"
    page.goto(f"{site.address}#position=bakers-dozen:{board}")
    ready(page)
    until(page, "document.querySelector('[data-card=KS][data-open]')")
    tap_move(page, Step("KS", "S"))
    until(page, f"document.querySelector('[data-status]').dataset.status === {end!r}")
    notice = page.locator("#notice[data-kind=end]")
    timeline = notice.locator("[data-offers=timeline]")
    timeline.wait_for()
    page.locator(".notice-close").click()
    assert page.locator("#notice").is_hidden()
    page.locator("#sign").click()
    timeline.click()
    page.locator("#notice[data-kind=timeline]").wait_for()
    page.keyboard.press("Escape")
    page.locator("#sign").click()
    assert notice.is_visible()
    page.keyboard.press("u")
    moves(page, 0)
    assert page.locator("#sign").is_visible() == wanted


@still
@pytest.mark.viewport(320, 568)
def test_a_newcomer_is_invited_at_once_and_sees_the_game_all_the_same(
    page: Page, site: SiteServer
) -> None:
    """While the engine still starts; whoever accepts it then gets it as soon as can be."""
    on_the_built_day(page, site)
    go = hold_back(site, "runtime/")
    page.goto(site.address)
    invited = "document.querySelector('#notice[data-kind=greeting]:not([hidden])')"
    until(page, invited)
    assert page.evaluate("document.documentElement.dataset.engine") == "booting"
    notice = page.locator("#notice").bounding_box()
    assert notice
    for each in ["#info", *(f'[data-card="{card}"]' for card in NAMES)]:
        box = page.locator(each).bounding_box()
        assert box
        assert box["y"] + box["height"] <= notice["y"] + 0.5, each
    page.locator("#notice button.main").click()
    go.set()
    page.locator("[data-lesson]").wait_for()
    assert not page.evaluate(f"Boolean({invited})")


@still
def test_the_invitation_goes_with_the_first_move(page: Page, site: SiteServer) -> None:
    page.goto(site.address)
    ready(page)
    opened(page)
    page.locator("#notice[data-kind=greeting]").wait_for()
    top = page.evaluate("document.querySelector('[data-open]').dataset.card")
    page.locator(f'[data-card="{top}"]').focus()
    page.keyboard.press("Enter")
    goal = page.evaluate("document.querySelector('[data-target]').dataset.pile")
    walk_to(page, goal)
    page.keyboard.press("Enter")
    moves(page, 1)
    assert page.locator("#notice").is_hidden()
