"""The first game: real moves on the real table, left at any time without a trace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bakersdozen.lessons import STEPS
from browsing import ready, speaking, until
from table import (
    Step,
    key_move,
    moves,
    opened,
    piles,
    point,
    said,
    status,
    tap,
    tap_move,
    toast,
    touch_move,
    winning_line,
)
from tools.server import SiteServer

ROOT = Path(__file__).parents[2]
STRINGS = {
    code: json.loads((ROOT / "strings" / f"{code}.json").read_text("utf-8"))
    for code in ("en", "uk")
}
DEAL = "#deal=bakers-dozen:1"
TOAST = "document.getElementById('toast').textContent"
still = pytest.mark.context(reduced_motion="reduce")
ASKED = [Step(step.card, step.to) for step in STEPS if step.card and not step.free]


def start(page: Page) -> None:
    """Begins the lesson from the help."""
    page.evaluate("document.querySelector('[data-action=help]').click()")
    page.locator("dialog [data-action=lesson]").click()
    page.locator("[data-lesson]").wait_for()


def step(page: Page) -> int:
    """Returns the number of the step that is shown."""
    title = page.locator("[data-lesson] h2").inner_text()
    return int("".join(c if c.isdigit() else " " for c in title).split()[0])


def at(page: Page, number: int) -> None:
    """Waits for a step."""
    title = "document.querySelector('[data-lesson] h2').textContent"
    until(page, f"Number(/\\d+/.exec({title})[0]) === {number}")


def text(page: Page) -> str:
    """Returns what the lesson says."""
    return page.locator("[data-lesson] .notice-text").inner_text()


def shows(page: Page, sentence: str) -> None:
    """Waits until the lesson, or one of its buttons, shows a sentence."""
    until(page, f"document.querySelector('[data-lesson]').innerText.includes({sentence!r})")


def main_button(page: Page) -> Any:
    return page.locator("[data-lesson] .button.main")


def leave(page: Page) -> None:
    """Ends the lesson, wherever it is."""
    page.locator("[data-lesson] .notice-close").click()
    until(page, "!document.querySelector('[data-lesson]')")


def tops(page: Page) -> dict[str, float]:
    """Returns how high each king rests: he lies at the bottom of his column till the end."""
    found: dict[str, float] = page.evaluate(
        """Object.fromEntries(['KC', 'KD', 'KH', 'KS'].map((card) =>
            [card, document.querySelector(`[data-card="${card}"]`).getBoundingClientRect().y]))"""
    )
    return found


def kept(page: Page) -> dict[str, Any]:
    """Returns what the browser keeps of games, but for the clock."""
    store: dict[str, str] = page.evaluate("({ ...localStorage })")
    found = {name: json.loads(value) for name, value in store.items()}
    return {
        name: value["save"] | {"seconds": 0}
        if isinstance(value, dict) and "save" in value
        else value
        for name, value in found.items()
    }


def try_it(page: Page, asked: Step, number: int) -> None:
    """Asks for a move that is refused, and waits until the lesson goes on."""
    tap(page, asked.card)
    page.wait_for_timeout(150)
    if step(page) != number:
        page.mouse.click(*point(page, f'[data-pile="{asked.to}"]'))
    at(page, number)


@still
@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
@pytest.mark.address(DEAL)
def test_the_whole_lesson_by_taps_and_the_own_game_comes_back(game: Page) -> None:
    texts = STRINGS["uk"]
    first, second = winning_line("bakers-dozen", "1")[:2]
    tap_move(game, first)
    moves(game, 1)
    tap_move(game, second)
    moves(game, 2)
    game.keyboard.press("u")
    moves(game, 1)
    board, store = piles(game), kept(game)
    start(game)
    assert game.evaluate("location.hash") == DEAL
    main_button(game).click()
    kings = tops(game)
    for number, asked in enumerate(ASKED, start=3):
        if STEPS[number - 2].reason:
            try_it(game, asked, number)
            assert texts[f"reason.{STEPS[number - 2].reason}"] in text(game)
            # Said once: not over the table as well.
            assert toast(game) == ""
        else:
            tap_move(game, asked)
            at(game, number)
            # What was said of the move before is gone with the next.
            assert not any(
                texts[f"reason.{each.reason}"] in text(game) for each in STEPS if each.reason
            )
        # However much is said, no card has to make room for it.
        assert tops(game) == kings
        assert not {"{", "lesson."} & set(text(game).split())
        box = game.locator("[data-lesson]").bounding_box()
        table = game.locator("#table").bounding_box()
        assert box
        assert table
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        assert table["y"] + table["height"] <= box["y"] + 1
    # The way that ends the game, which the lesson explains, and the way back.
    trap = Step(STEPS[-1].card, STEPS[-1].to)
    tap_move(game, trap)
    until(game, "document.querySelector('[data-status]').dataset.status === 'no-moves'")
    shows(game, texts["lesson.trap"][-20:])
    assert main_button(game).inner_text() == texts["lesson.back"]
    main_button(game).click()
    until(game, "document.querySelector('[data-status]').dataset.status === 'playing'")
    tap_move(game, Step("TD", trap.to))
    shows(game, texts["action.finish"])
    assert tops(game) == kings
    assert game.get_by_role("button", name=texts["action.finish"]).count() == 1
    main_button(game).click()
    shows(game, texts["lesson.won"][:20])
    assert status(game) == "won"
    assert game.locator("#sign").is_hidden()
    main_button(game).click()
    until(game, "!document.querySelector('[data-lesson]')")
    moves(game, 1)
    assert piles(game) == board
    assert kept(game) == store
    game.keyboard.press("r")
    moves(game, 2)


@still
@pytest.mark.touch
@pytest.mark.viewport(320, 568)
@pytest.mark.parametrize("language", ["en", "uk"])
def test_its_cards_are_as_large_as_in_play(page: Page, site: SiteServer, language: str) -> None:
    """A newcomer's first sight is not of the smallest cards, and an index of each is read."""
    speaking(page, language)
    page.goto(site.address + DEAL)
    ready(page)
    width = "document.querySelector('[data-card=KS]').offsetWidth"
    played = page.evaluate(width)
    start(page)
    until(page, "document.querySelectorAll('[data-pile=f]').length === 0")
    main_button(page).click()
    at(page, 2)
    assert page.evaluate(width) >= played
    low = page.evaluate(
        "Math.min(...[...document.querySelectorAll('#table .rank')]"
        ".filter((each) => each.checkVisibility())"
        ".map((each) => each.getBoundingClientRect().height))"
    )
    assert low >= 12


@still
@pytest.mark.address(DEAL)
def test_the_lesson_by_keys_and_ears(game: Page) -> None:
    game.locator('[data-action="help"]').focus()
    game.keyboard.press("Enter")
    lesson = game.locator("dialog [data-action=lesson]")
    lesson.focus()
    game.keyboard.press("Enter")
    game.locator("[data-lesson]").wait_for()
    focus = "document.activeElement.closest('[data-lesson]') !== null"
    until(game, focus)
    assert "foundations" in said(game)
    game.keyboard.press("Enter")
    at(game, 2)
    assert "nine of hearts" in said(game)
    assert "press Enter" in text(game)
    game.keyboard.press("Enter")
    assert game.locator("[data-hint]").count() == 2
    assert "nine of hearts" in said(game)
    assert toast(game) == ""
    assert game.evaluate(focus)
    game.keyboard.press("Tab")
    game.keyboard.press("Tab")
    assert game.evaluate("document.activeElement.closest('[data-pile]') !== null")
    key_move(game, ASKED[0])
    at(game, 3)
    assert STRINGS["en"]["lesson.covered"].split("} ", 1)[1] in said(game)
    assert game.evaluate("document.activeElement.closest('[data-pile]') !== null")
    main_button(game).focus()
    game.keyboard.press("Escape")
    until(game, "!document.querySelector('[data-lesson]')")
    until(game, "document.activeElement.closest('[data-pile]') !== null")
    until(
        game, f"document.getElementById('toast').textContent === {STRINGS['en']['lesson.ended']!r}"
    )


@still
@pytest.mark.touch
@pytest.mark.viewport(390, 844)
@pytest.mark.address(DEAL)
def test_a_finger_is_told_of_taps_and_a_card_to_be_tried_is_shown_alone(game: Page) -> None:
    texts = STRINGS["en"]
    start(game)
    main_button(game).tap()
    at(game, 2)
    assert "Tap the card" in text(game)
    assert "Enter" not in text(game)
    # The foundation first: the lesson says what comes first, and nothing else is said.
    game.touchscreen.tap(*point(game, '[data-pile="H"]'))
    shows(game, texts["lesson.card-first"])
    assert toast(game) == ""
    touch_move(game, ASKED[0])
    at(game, 3)
    assert texts["lesson.card-first"] not in text(game)
    main_button(game).tap()
    assert game.locator("[data-hint]").evaluate_all(
        "(all) => all.map((it) => it.dataset.card)"
    ) == [ASKED[1].card]
    game.touchscreen.tap(*point(game, '[data-pile="H"]'))
    shows(game, texts["lesson.card-first"])
    touch_move(game, ASKED[1])
    at(game, 4)
    game.wait_for_timeout(150)
    assert texts["reason.only-top"] in text(game)
    assert toast(game) == ""


@still
@pytest.mark.address(DEAL)
def test_a_legal_move_off_the_way_is_taken_back_and_a_skipped_try_is_no_fault(game: Page) -> None:
    start(game)
    tap_move(game, Step("TD", "b"))
    shows(game, STRINGS["en"]["lesson.aside"])
    main_button(game).click()
    at(game, 1)
    moves(game, 0)
    asked = [
        one
        for one, each in zip(ASKED, [s for s in STEPS if s.card], strict=False)
        if not each.reason
    ]
    for number, one in enumerate(asked, start=1):
        tap_move(game, one)
        moves(game, number)
    at(game, 7)
    tap_move(game, Step("TD", "b"))
    at(game, 8)


@still
@pytest.mark.address(DEAL)
def test_no_command_takes_the_lesson_out_of_the_learners_hands(game: Page) -> None:
    off = "[data-action={}][aria-disabled=true]"
    start(game)
    for action in ("solve", "analyse"):
        game.locator(off.format(action)).wait_for(state="attached")
        game.evaluate(f"document.querySelector('[data-action={action}]').click()")
        until(game, f"{TOAST} === {STRINGS['en']['lesson.not-now']!r}")
        game.evaluate("document.getElementById('toast').replaceChildren()")
    assert game.locator("#notice").is_hidden()
    game.locator("[data-lesson] .notice-close").click()
    until(game, "!document.querySelector('[data-lesson]')")
    for action in ("solve", "analyse"):
        game.locator(off.format(action)).wait_for(state="detached")


@still
@pytest.mark.address(DEAL)
def test_the_lesson_leaves_no_trace_when_the_page_is_closed_or_another_game_opened(
    game: Page, site: SiteServer
) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    board, store = piles(game), kept(game)
    start(game)
    tap_move(game, ASKED[0])
    moves(game, 1)
    assert kept(game) == store
    game.reload()
    ready(game)
    moves(game, 1)
    assert piles(game) == board
    assert game.locator("[data-lesson]").count() == 0
    start(game)
    game.evaluate("location.hash = '#deal=freecell:617'")
    until(game, "document.querySelector('[data-pile=cell1]')")
    until(game, "!document.querySelector('[data-lesson]')")
    game.evaluate(f"location.hash = '{DEAL}'")
    until(game, "!document.querySelector('[data-pile=cell1]')")
    assert piles(game) == board


@still
@pytest.mark.address(DEAL)
def test_the_players_own_choices_wait_as_well(game: Page) -> None:
    """Cards that go up by themselves would run ahead of the lesson; afterwards they go again."""
    game.locator('[data-action="settings"]').click()
    game.get_by_label(STRINGS["en"]["settings.autoplay"]).check()
    game.keyboard.press("Escape")
    start(game)
    tap_move(game, ASKED[0])
    moves(game, 1)
    assert piles(game)["S"][-1] == "8S"
    at(game, 3)
    leave(game)
    until(game, f"location.hash === {DEAL!r} && !document.getElementById('toast').hidden")
    game.evaluate("location.hash = '#position=bakers-dozen:KC/KD/KH/KSQS CQDQHQSJ'")
    until(game, "document.querySelector('[data-count=foundations]').textContent === '47'")
    tap_move(game, Step("QS", "S"))
    until(game, "document.querySelector('[data-status]').dataset.status === 'won'")


@still
def test_a_newcomer_is_offered_it_once_and_politely(page: Page, site: SiteServer) -> None:
    offer = STRINGS["en"]["lesson.offer"]
    page.goto(site.address)
    ready(page)
    until(page, f"document.getElementById('notice').textContent.startsWith({offer!r})")
    assert page.locator("dialog").count() == 0
    page.locator("#notice button.main").click()
    page.locator("[data-lesson]").wait_for()
    page.reload()  # it was under way, so it is offered again
    ready(page)
    page.locator("#notice button.main").click()
    page.locator("[data-lesson] .notice-close").click()
    page.locator("[data-lesson]").wait_for(state="detached")
    page.reload()
    ready(page)
    opened(page)
    page.wait_for_timeout(200)
    assert page.locator("#notice").is_hidden()


@still
@pytest.mark.address(DEAL)
def test_whoever_has_played_or_came_for_a_game_is_not_asked(game: Page, site: SiteServer) -> None:
    opened(game)
    game.wait_for_timeout(200)
    assert game.locator("#notice").is_hidden()
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    game.goto("about:blank")
    game.goto(site.address)
    ready(game)
    opened(game)
    game.wait_for_timeout(200)
    assert game.locator("#notice").is_hidden()
