"""Games played without looking: by keys alone, and by what a screen reader is told alone.

A few moves of each game; with TESTS=long in the environment to the win.
"""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page

from bakersdozen.notation import parse_board
from bakersdozen.variants import VARIANTS
from browsing import ready, until
from table import Step, moves, opened, piles, said, status, winning_line
from tools.server import SiteServer

LONG = os.environ.get("TESTS") == "long"
GAMES = {"bakers-dozen": "1", "freecell": "617", "flower-garden": "8"}
RANKS = [
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
]
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
HERE = "document.activeElement"
still = pytest.mark.context(reduced_motion="reduce")
each_game = pytest.mark.parametrize("variant", GAMES)


def begun(page: Page, site: SiteServer, variant: str) -> tuple[Step, ...]:
    """Opens a game; returns the moves to be made, to its end or the first of them."""
    page.goto(f"{site.address}#deal={variant}:{GAMES[variant]}")
    ready(page)
    opened(page)
    line = winning_line(variant, GAMES[variant])
    return line if LONG else line[:4]


def name_of(card: str) -> str:
    """Returns how a card is spoken of."""
    return f"{RANKS['A23456789TJQK'.index(card[0])]} of {SUITS[card[1]]}"


def place_of(pile: str) -> str:
    """Returns how a pile is spoken of."""
    if pile in SUITS:
        return f"{SUITS[pile]} foundation"
    return f"cell {pile[4:]}" if pile.startswith("cell") else f"column {ord(pile) - 96}"


def heard_buttons(page: Page) -> list[str]:
    """Returns the names of the buttons in the accessibility tree."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    return [
        node["name"]["value"]
        for node in nodes
        if not node["ignored"] and node["role"]["value"] == "button"
    ]


@still
@each_game
def test_a_game_by_what_a_screen_reader_is_told(page: Page, site: SiteServer, variant: str) -> None:
    line = begun(page, site, variant)
    # The board as it is heard is the board.
    board: dict[str, str] = {}
    for name in heard_buttons(page):
        if found := re.match(r"(\w+) of (\w+), (column \d+|reserve), card \d+ of \d+", name):
            rank = "A23456789TJQK"[RANKS.index(found[1])]
            board[found[3]] = board.get(found[3], "") + rank + found[2][0].upper()
    columns = "/".join(text for place, text in board.items() if place != "reserve")
    reserve = f" C-D-H-S- - {board['reserve']}" if "reserve" in board else ""
    state = parse_board(VARIANTS[variant], columns + reserve)
    assert sum(map(len, state.columns)) + len(state.reserve) == 52
    for number, step in enumerate(line, start=1):
        names = heard_buttons(page)
        (card,) = [name for name in names if name.startswith(name_of(step.card) + ", ")]
        assert card.endswith(", can move")
        place = place_of(step.to)
        there = [name for name in names if re.search(rf"(^|, ){place}(,|$)", name)][-1]
        page.evaluate("document.getElementById('live').replaceChildren()")
        page.get_by_role("button", name=card, exact=True).press("Enter")
        assert name_of(step.card) in said(page)
        assert place in said(page) or "a cell" in said(page) or "an empty column" in said(page)
        page.get_by_role("button", name=there, exact=True).press("Enter")
        moves(page, number)
        told = page.locator("#live p").all_inner_texts()
        assert len([text for text in told if f" to the {place}" in text or f"to {place}" in text])
        assert page.evaluate(f"{HERE}.closest('[data-pile]') !== null")
    if LONG:
        assert status(page) == "won"
        assert "You won!" in " ".join(page.locator("#live p").all_inner_texts())


def reach(page: Page, pile: str, card: str | None = None) -> None:
    """Leads the focus by arrow keys to a pile, or to a card in it."""
    page.keyboard.press("Home")
    for _ in range(20):
        if page.evaluate(f"{HERE}.closest('[data-pile]').dataset.pile") == pile:
            break
        page.keyboard.press("ArrowRight")
    for _ in range(20):
        if card in (None, page.evaluate(f"{HERE}.dataset.card")):
            return
        page.keyboard.press("ArrowLeft" if pile == "reserve" else "ArrowUp")
    raise AssertionError(f"no key leads to {card or pile}")


@still
@each_game
def test_a_game_by_keys(page: Page, site: SiteServer, variant: str) -> None:
    line = begun(page, site, variant)
    page.keyboard.press("ArrowDown")  # from nowhere, onto the table
    for number, step in enumerate(line, start=1):
        source = next(name for name, cards in piles(page).items() if step.card in cards)
        reach(page, source, step.card)
        page.keyboard.press("Enter")
        reach(page, step.to)
        page.keyboard.press("Enter")
        moves(page, number)
        assert page.evaluate(f"{HERE}.closest('[data-pile]') !== null")
    for left in range(len(line) - 1, len(line) - 4, -1):
        page.keyboard.press("u")
        moves(page, left)
        assert page.evaluate(f"{HERE}.closest('[data-pile]') !== null")
    for done in range(len(line) - 2, len(line) + 1):
        page.keyboard.press("r")
        moves(page, done)
    until(page, f"{HERE}.closest('[data-pile]')")
    if LONG:
        assert status(page) == "won"
