"""Games of the catalogue for the browser tests: begun, nearly won, under a clock of one's own."""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Page

from bakersdozen.cards import NAMES
from bakersdozen.game import Game
from bakersdozen.notation import format_ply
from bakersdozen.places import pile_name
from bakersdozen.results import decode
from bakersdozen.rules import lead_of
from bakersdozen.view import view
from browsing import until
from table import Step, moves, tap_move
from tools.server import SiteServer

SEEDS = Path(__file__).parents[2] / "seeds" / "bakers-dozen"


@dataclass(frozen=True)
class Day:
    """A date with its deal, and the catalogue's own winning game."""

    day: str
    deal: str
    grade: int
    code: str

    @property
    def game(self) -> Game:
        """The game, won."""
        return decode(self.code)[0]

    @property
    def piles(self) -> dict[str, list[str]]:
        """The deal as the page shows it."""
        game = self.game
        game.go_to(0)
        shown: dict[str, list[str]] = view(game, key=0, seconds=0)["piles"]
        return {name: cards for name, cards in shown.items() if name != "reserve"}

    def last(self) -> Step:
        """The move that wins, as a hand makes it."""
        game = self.game
        game.go_to(game.cursor - 1)
        move = decode(self.code)[0].plies[-1][0]
        return Step(NAMES[lead_of(game.state, move)], pile_name(move.target))


@cache
def day_of(day: str) -> Day:
    """Returns a date's deal from the catalogue."""
    at = datetime.date.fromisoformat(day)
    lines = (SEEDS / f"{at.year}.jsonl").read_text("utf-8").splitlines()
    entry = json.loads(lines[(at - datetime.date(at.year, 1, 1)).days])
    return Day(day, entry["deal"], entry["grade"], entry["code"])


def slot(day: Day, /, **changes: Any) -> tuple[str, dict[str, Any]]:
    """Returns the key and the content of a kept daily that one move wins."""
    plies = [format_ply(ply) for ply in day.game.plies[:-1]]
    save = {
        "format": 1,
        "variant": "bakers-dozen",
        "deal": day.deal,
        "position": None,
        "daily": day.day,
        "plies": plies,
        "cursor": len(plies),
        "seconds": 80,
    }
    game = {"id": f"of-{day.day}", "day": day.day, "help": "none", "recorded": False} | changes
    return f"game:daily:{day.day}", {"save": save, "address": "", "game": game}


def store(page: Page, key: str, value: Any) -> None:
    """Puts something into the page's store."""
    page.evaluate(
        "([key, value]) => localStorage.setItem(`bakersdozen:${location.pathname}:${key}`, value)",
        [key, json.dumps(value)],
    )


def stored(page: Page, start: str) -> list[Any]:
    """Returns what the page's store has under keys with a beginning."""
    found: list[Any] = page.evaluate(
        """(start) => Object.entries(localStorage)
            .filter(([key]) => key.startsWith(`bakersdozen:${location.pathname}:${start}`))
            .map(([, value]) => JSON.parse(value))""",
        start,
    )
    return found


def set_clock(page: Page, zone: str, moment: str) -> None:
    """Sets the player's clock to a local time, `2026-11-30T23:58`."""
    page.clock.set_fixed_time(
        datetime.datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone))
    )


def on_the_built_day(page: Page, site: SiteServer) -> None:
    """Sets the player's clock to noon of the day whose deal the built page brings."""
    first = re.search(r'"daily":"([\d-]+)"', (site.root / "index.html").read_text("utf-8"))
    assert first
    set_clock(page, "Europe/Kyiv", f"{first[1]}T12:00")


def look(page: Page) -> None:
    """Comes back to the page: it looks at the date again."""
    page.evaluate("dispatchEvent(new Event('focus'))")


def shows(page: Page, day: str) -> None:
    """Waits until a date's daily lies on the table."""
    until(page, f"document.getElementById('info').dataset.daily === '{day}'")


def win(page: Page, date: str, **changes: Any) -> None:
    """Takes up a daily that is nearly won, and wins it."""
    found = day_of(date)
    page.evaluate(f"location.hash = '#daily={date}'")
    shows(page, date)
    key, kept = slot(found, **changes)
    store(page, key, kept)
    # As if another tab had played so far.
    page.evaluate(
        """(key) => dispatchEvent(new StorageEvent('storage',
            { key: `bakersdozen:${location.pathname}:${key}` }))""",
        key,
    )
    moves(page, len(kept["save"]["plies"]))
    tap_move(page, found.last())
    until(page, "document.querySelector('[data-status]').dataset.status === 'won'")


def open_daily(page: Page) -> None:
    """Opens the daily panel."""
    page.locator('[data-action="daily"]').click()
    page.locator("dialog [data-day]").first.wait_for()


def close(page: Page) -> None:
    """Closes the open dialog."""
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog')")


def tiles(page: Page) -> dict[str, str]:
    """Opens the statistics and returns their figures."""
    page.locator('[data-action="statistics"]').click()
    page.locator("dialog .tiles, dialog .empty").first.wait_for()
    found: dict[str, str] = page.evaluate(
        """Object.fromEntries([...document.querySelectorAll('dialog .tile')].map((tile) =>
            [...tile.children].map((each) => each.textContent)))"""
    )
    close(page)
    return found


def before(page: Page, *kept: tuple[str, Any]) -> None:
    """Fills the store before the first visit."""
    page.add_init_script(
        f"const kept = {json.dumps(kept)};"
        """if (!sessionStorage.getItem('filled')) {
            sessionStorage.setItem('filled', 'yes');
            const prefix = `bakersdozen:${location.pathname}:`;
            for (const [key, value] of kept) localStorage[prefix + key] = JSON.stringify(value);
        }"""
    )
