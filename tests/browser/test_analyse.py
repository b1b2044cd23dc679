"""Analysis: to and fro, branches, the solver, text out and in; the own game stays as it was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from bakersdozen.game import Game
from bakersdozen.hints import named
from bakersdozen.rules import legal_moves
from bakersdozen.variants import VARIANTS
from browsing import ready, until
from days import before, stored
from table import Step, moves, opened, piles, tap_move, winning_line
from test_access import faults
from tools.server import SiteServer

# Deal 7 of the strict game, won in 31 plies.
SHARED = "AQEHXR9Zpv9v6JZg05wE6AfTArsC7ac"
ON = "document.querySelector('#notice[data-kind=analysis]:not([hidden])')"
still = pytest.mark.context(reduced_motion="reduce")


def begin(page: Page) -> dict[str, list[str]]:
    """Plays two moves of a game and lays it out for analysis; returns how it stood."""
    opened(page)
    for number, step in enumerate(winning_line("bakers-dozen", "1")[:2], 1):
        tap_move(page, step)
        moves(page, number)
    table = piles(page)
    page.locator('[data-action="analyse"]').click()
    until(page, ON)
    return table


def button(page: Page, name: str) -> None:
    page.locator(f'[data-analysis="{name}"]').click()


def open_text(page: Page, text: str) -> None:
    button(page, "open")
    page.locator("dialog textarea").fill(text)
    page.locator("dialog button[type=submit]").click()


def other_move() -> Step:
    """A legal first move of deal 1 that is not the line's."""
    game = Game.numbered(VARIANTS["bakers-dozen"], "1")
    steps = [Step(**named(game.state, move)) for move in legal_moves(game.variant, game.state)]
    return next(step for step in steps if step != winning_line("bakers-dozen", "1")[0])


@still
@pytest.mark.address("#deal=bakers-dozen:1")
def test_a_game_is_stepped_through_and_branched_and_comes_back_untouched(game: Page) -> None:
    table = begin(game)
    kept = [slot["save"]["plies"] for slot in stored(game, "game:")]
    until(game, "document.getElementById('notice').innerText.includes('Move 2 of 2: can be won')")
    assert faults(game) == []
    button(game, "back")
    moves(game, 1)
    button(game, "back")
    moves(game, 0)
    tap_move(game, other_move())
    moves(game, 1)
    choice = game.locator("#notice select")
    assert choice.locator("option").all_inner_texts() == ["The game", "Line 2, after 0 moves"]
    choice.select_option("0")
    moves(game, 0)
    button(game, "on")
    button(game, "on")
    moves(game, 2)
    assert piles(game) == table
    choice.select_option("1")
    moves(game, 0)
    button(game, "on")
    moves(game, 1)
    assert piles(game) != table
    button(game, "leave")
    moves(game, 2)
    assert piles(game) == table
    assert game.locator("#notice").is_hidden()
    # Laid out again, the same game has its lines still.
    game.locator('[data-action="analyse"]').click()
    until(game, ON)
    assert choice.locator("option").count() == 2
    button(game, "leave")
    until(game, "document.getElementById('notice').hidden")
    assert [slot["save"]["plies"] for slot in stored(game, "game:")] == kept
    assert stored(game, "record:") == []


@still
@pytest.mark.address("#deal=bakers-dozen:1")
def test_it_takes_the_focus_and_escape_gives_it_back(game: Page) -> None:
    begin(game)
    assert game.locator("#notice h2").inner_text() == "Analysis"
    assert game.locator("#notice h2").is_visible()
    for each in game.locator("[data-analysis]").all():
        assert each.inner_text().strip()
        assert each.get_attribute("title")
    until(game, "document.activeElement.matches('#notice input[type=range]')")
    game.keyboard.press("ArrowLeft")
    moves(game, 1)
    until(game, "document.activeElement.matches('#notice input[type=range]')")
    game.keyboard.press("Escape")
    until(game, "document.getElementById('notice').hidden")
    moves(game, 2)
    until(game, "document.activeElement.dataset.action === 'analyse'")


@still
@pytest.mark.address("#deal=bakers-dozen:1")
def test_escape_leads_back_from_the_table_and_the_tools(game: Page) -> None:
    for place in ("[data-card=QD]", "[data-action=undo]"):
        game.evaluate("document.querySelector('[data-action=analyse]').click()")
        until(game, ON)
        game.locator(place).focus()
        game.keyboard.press("Escape")
        until(game, "document.getElementById('notice').hidden")


@still
@pytest.mark.address("#deal=bakers-dozen:1")
def test_the_solver_adds_a_line_that_wins(game: Page) -> None:
    begin(game)
    button(game, "solve")
    until(game, "document.querySelectorAll('#notice select option').length === 2")
    last = int(game.locator("#notice input[type=range]").get_attribute("max") or 0)
    assert last > 40
    slider = game.locator("#notice input[type=range]")
    slider.focus()
    game.keyboard.press("End")
    until(game, "document.querySelector('[data-status]').dataset.status === 'won'")
    # A win in analysis is no win of the player's.
    assert stored(game, "record:") == []
    assert game.locator("#result").is_hidden()


@still
@pytest.mark.address("#deal=bakers-dozen:1")
def test_what_leads_nowhere_is_disabled_and_keeps_the_focus(game: Page) -> None:
    opened(game)
    game.locator('[data-action="analyse"]').click()
    until(game, ON)

    def disabled() -> list[str]:
        found: list[str] = game.evaluate(
            """[...document.querySelectorAll('#notice [aria-disabled=true]')].map((each) =>
                each.dataset.analysis ?? each.dataset.replay ?? each.type)"""
        )
        return found

    assert disabled() == ["range", "back", "on"]
    game.locator('[data-analysis="on"]').focus()
    game.keyboard.press("Enter")
    moves(game, 0)
    button(game, "solve")
    until(game, "document.querySelectorAll('#notice select option').length === 2")
    assert disabled() == ["back"]
    game.locator('[data-analysis="on"]').focus()
    game.keyboard.press("Enter")
    moves(game, 1)
    assert disabled() == []
    game.locator("#notice input[type=range]").focus()
    game.keyboard.press("End")
    until(game, "document.querySelector('[data-status]').dataset.status === 'won'")
    # Nor is there anything to solve any more.
    assert disabled() == ["on", "solve"]
    button(game, "leave")
    until(game, f"!({ON})")
    game.evaluate("(code) => { location.hash = `#result=${code}`; }", SHARED)
    game.locator("[data-result=watch]").click()
    game.locator("[data-replay=toggle]").click()
    game.locator("#notice input[type=range]").fill("0")
    until(game, "document.querySelector('[data-replay=back][aria-disabled=true]')")
    assert disabled() == ["back"]
    game.locator("#notice input[type=range]").fill("31")
    until(game, "document.querySelector('[data-replay=on][aria-disabled=true]')")
    assert disabled() == ["on"]
    moves(game, 31)


NEARLY = "-/-/-/9D9CJHJDTD9S/-/JSTS/-/-/QS/KSQH/-/KCKHQDJCTC/KDQC C8D8HTS8"


@still
@pytest.mark.parametrize(("autoplay", "number"), [(False, 5), (True, 4)])
def test_a_shown_solution_counts_its_moves_as_the_game_does(
    page: Page, site: SiteServer, autoplay: bool, number: int
) -> None:
    """Safe cards belong to the move before them, and what finishes the game is one move."""
    before(page, ("settings", {"autoplay": autoplay}))
    page.goto(f"{site.address}#position=bakers-dozen:{NEARLY}")
    ready(page)
    opened(page)
    page.locator('[data-action="solve"]').click()
    until(page, "document.querySelector('#notice[data-kind=show]')")
    assert page.locator("#notice").inner_text().startswith(f"Solution: move 0 of {number}")
    until(page, "document.querySelector('[data-status]').dataset.status === 'won'")
    moves(page, number)
    # As analysis counts it.
    page.locator('[data-action="restart"]').click()
    page.locator('[data-action="analyse"]').click()
    until(page, ON)
    button(page, "solve")
    until(page, f"document.getElementById('live').innerText.includes('A win in {number} moves')")


@still
@pytest.mark.address("#deal=bakers-dozen:1")
def test_a_line_goes_out_as_text_and_comes_in_again(game: Page) -> None:
    begin(game)
    button(game, "export")
    text = game.locator("dialog textarea").input_value()
    head, *plies = text.split()
    assert head == "#deal=bakers-dozen:1"
    assert len(plies) == 2
    game.keyboard.press("Escape")
    open_text(game, SHARED)
    until(game, "document.getElementById('notice').innerText.includes('Move 0 of 31')")
    open_text(game, f"see https://example.org/x/#result={SHARED} there")
    until(game, "document.querySelector('dialog') === null")
    before = piles(game)
    open_text(game, "not a game at all")
    game.locator("dialog [role=alert]:not([hidden])").wait_for()
    game.keyboard.press("Escape")
    assert piles(game) == before
    open_text(game, text)
    until(game, "document.getElementById('notice').innerText.includes('Move 0 of 2')")
    button(game, "on")
    moves(game, 1)
    open_text(game, "#deal=bakers-dozen:1 aa")
    game.locator("dialog [role=alert]:not([hidden])").wait_for()


@still
@pytest.mark.address(f"#result={SHARED}")
def test_a_result_is_analysed_from_its_card(game: Page) -> None:
    game.locator("[data-result=analyse]").click()
    until(game, "document.getElementById('notice').innerText.includes('Move 0 of 31')")
    button(game, "on")
    moves(game, 1)


@still
def test_a_reload_in_the_middle_brings_the_own_game(page: Page, site: SiteServer) -> None:
    page.goto(site.address + "#deal=bakers-dozen:1")
    ready(page)
    table = begin(page)
    button(page, "back")
    moves(page, 1)
    page.reload()
    ready(page)
    moves(page, 2)
    assert piles(page) == table


@still
@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
@pytest.mark.context(color_scheme="dark", reduced_motion="reduce")
@pytest.mark.address("#deal=bakers-dozen:1")
def test_on_the_smallest_screen_every_control_is_in_view(game: Page) -> None:
    opened(game)
    game.locator("#menu-button").click()
    game.locator('#menu [data-action="analyse"]').click()
    until(game, ON)
    assert faults(game) == []
    for name in ("back", "on", "solve", "export", "open", "leave"):
        box = game.locator(f'[data-analysis="{name}"]').bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        assert box["y"] + box["height"] <= 568
