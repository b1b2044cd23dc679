"""Reads the page's table and plays at it the three ways a person does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import Page

from bakersdozen.cards import NAMES
from bakersdozen.game import Game
from bakersdozen.places import pile_name
from bakersdozen.rules import lead_of, play
from bakersdozen.solver import search
from bakersdozen.variants import VARIANTS
from browsing import until

_PILES = """Object.fromEntries([...document.querySelectorAll('[data-pile]')].map((pile) => [
    pile.dataset.pile,
    [...pile.querySelectorAll('[data-card]')].map((card) => card.dataset.card),
]))"""


@dataclass(frozen=True)
class Step:
    """A move as a hand makes it: a card and the pile it goes to."""

    card: str
    to: str


@cache
def winning_line(variant: str, deal: str) -> tuple[Step, ...]:
    """Returns a line that wins a deal, found by the solver."""
    game = Game.numbered(VARIANTS[variant], deal)
    state = game.state
    searching = search(VARIANTS[variant], state, budget=300_000)
    while True:
        try:
            next(searching)
        except StopIteration as ended:
            result = ended.value
            break
    assert result.verdict == "solved", f"{variant} {deal}: {result.verdict}"
    steps = []
    for move in result.moves:
        steps.append(Step(NAMES[lead_of(state, move)], pile_name(move.target)))
        state = play(VARIANTS[variant], state, move)
    return tuple(steps)


def opened(page: Page) -> None:
    """Waits until the engine has opened the first game: it can be played, and its address shows."""
    until(page, "location.hash !== '' && document.querySelector('[data-open]')")
    until(page, "document.querySelectorAll('[data-card]').length === 52")


def piles(page: Page) -> dict[str, list[str]]:
    """Returns the cards of each pile on the page, bottom → top."""
    found: dict[str, list[str]] = page.evaluate(_PILES)
    return found


def count(page: Page, name: str) -> int:
    """Returns what a counter shows."""
    return int(page.locator(f'[data-count="{name}"]').text_content() or "")


def status(page: Page) -> str:
    """Returns how the game stands."""
    return str(page.evaluate("document.querySelector('[data-status]').dataset.status"))


def said(page: Page) -> str:
    """Returns what was last said to a screen reader."""
    return str(page.evaluate("document.getElementById('live').lastElementChild?.textContent ?? ''"))


def toast(page: Page) -> str:
    """Returns the line that is shown over the table, empty when there is none."""
    return str(
        page.evaluate(
            "((line) => line.hidden ? '' : line.textContent)(document.getElementById('toast'))"
        )
    )


def moves(page: Page, number: int) -> None:
    """Waits until the counter of moves shows a number."""
    until(page, f"document.querySelector('[data-count=moves]').textContent === '{number}'")


def reached(page: Page, number: int) -> None:
    """Waits until the counter of moves, which goes on by itself, has come to a number."""
    until(page, f"Number(document.querySelector('[data-count=moves]').textContent) >= {number}")


def settle(page: Page) -> None:
    """Waits until no card is in flight, nor shaking its head."""
    until(
        page,
        """document.querySelector('.lifted') === null &&
           !document.getAnimations().some(({ effect }) => effect.target.closest('[data-pile]'))""",
    )


def card(page: Page, name: str) -> Any:
    """Returns the element of a card."""
    return page.locator(f'[data-card="{name}"]')


def pile(page: Page, name: str) -> Any:
    """Returns the element of a pile."""
    return page.locator(f'[data-pile="{name}"]')


def point(page: Page, selector: str) -> tuple[float, float]:
    """Returns a point near the upper left corner of an element: a card's index shows there."""
    found: dict[str, float] = page.evaluate(
        "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()", selector
    )
    return found["x"] + 12, found["y"] + 7


def tap(page: Page, name: str) -> None:
    """Clicks a card on its index, which shows even when other cards lie on it."""
    page.mouse.click(*point(page, f'[data-card="{name}"]'))


def tap_move(page: Page, step: Step) -> None:
    """Plays a move by two taps; a card in flight would be missed."""
    settle(page)
    tap(page, step.card)
    page.mouse.click(*point(page, f'[data-pile="{step.to}"]'))


_REST = """(selector) => {
    const element = document.querySelector(selector);
    const pile = element.closest('[data-pile]').getBoundingClientRect();
    const place = element.closest('.place');
    if (!place) return [pile.x + 12, pile.y + 7];
    const [x, y] = getComputedStyle(place).translate.split(' ').map(parseFloat);
    return [pile.x + (x || 0) + 12, pile.y + (y || 0) + 7];
}"""


def resting(page: Page, selector: str) -> tuple[float, float]:
    """Returns a point near the upper left corner of where a card or pile rests."""
    x, y = page.evaluate(_REST, selector)
    return x, y


def fast_move(page: Page, step: Step) -> None:
    """Plays a move by two clicks at once, whatever is still in flight."""
    page.mouse.click(*resting(page, f'[data-card="{step.card}"]'))
    page.mouse.click(*resting(page, f'[data-pile="{step.to}"]'))


def touch_move(page: Page, step: Step) -> None:
    """Plays a move by two touches."""
    page.touchscreen.tap(*point(page, f'[data-card="{step.card}"]'))
    page.touchscreen.tap(*point(page, f'[data-pile="{step.to}"]'))


def drag_move(page: Page, step: Step) -> None:
    """Plays a move by dragging."""
    x, y = point(page, f'[data-card="{step.card}"]')
    last = piles(page)[step.to][-1:]
    goal = f'[data-card="{last[0]}"]' if last else f'[data-pile="{step.to}"]'
    to_x, to_y = point(page, goal)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 9)
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x + 3, to_y + 4)
    page.mouse.up()


def walk_to(page: Page, goal: str) -> None:
    """Leads the focus to a pile by arrow keys alone."""
    here = "document.activeElement.closest('[data-pile]')?.dataset.pile"
    at = page.evaluate(here)
    assert at, "the focus is not on the table"
    there = piles(page)
    names = [
        *"CDHS",
        *(n for n in there if len(n) > 1),
        *(n for n in there if n in "abcdefghijklm"),
    ]
    distance = (names.index(goal) - names.index(at)) % len(names)
    key = "ArrowRight" if distance <= len(names) / 2 else "ArrowLeft"
    for _ in range(min(distance, len(names) - distance)):
        page.keyboard.press(key)
    assert page.evaluate(here) == goal


def key_move(page: Page, step: Step) -> None:
    """Plays a move of a top card by keys alone."""
    source = next(name for name, cards in piles(page).items() if step.card in cards)
    walk_to(page, source)
    page.keyboard.press("Enter")
    walk_to(page, step.to)
    page.keyboard.press("Enter")
