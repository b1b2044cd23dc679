"""The daily deal: the date of the player's own clock, wherever it is and whatever it does."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, Route

from browsing import ready, until
from days import before, close, day_of, look, open_daily, set_clock, shows, slot, stored, win
from table import Step, count, moves, piles, tap_move, winning_line
from test_access import faults
from tools.server import SiteServer

DAYS = "[...document.querySelectorAll('[data-day]')]"
still = pytest.mark.context(reduced_motion="reduce")


def opened(page: Page, site: SiteServer, zone: str, moment: str, rest: str = "") -> None:
    set_clock(page, zone, moment)
    page.goto(site.address + rest)
    ready(page)


def streak(page: Page) -> tuple[int, int]:
    """Returns the current and the best streak that the daily panel shows."""
    open_daily(page)
    until(page, "document.querySelector('dialog .streak').textContent")
    numbers = re.findall(r"\d+", page.locator("dialog .streak").inner_text())
    close(page)
    return int(numbers[0]), int(numbers[1])


@pytest.mark.parametrize(
    ("zone", "times"),
    [
        pytest.param(zone, times, marks=pytest.mark.context(timezone_id=zone))
        for zone, times in (
            ("Pacific/Kiritimati", {"2026-11-30T00:30": "23:30:00", "2026-11-30T23:30": "30:00"}),
            ("Pacific/Honolulu", {"2026-12-31T00:30": "23:30:00", "2027-01-01T23:30": "30:00"}),
            ("Asia/Kathmandu", {"2028-02-29T00:30": "23:30:00", "2028-02-29T23:30": "30:00"}),
            # One day has 25 hours and one has 23, and both have one deal.
            ("Europe/Kyiv", {"2026-10-25T00:30": "24:30:00", "2026-10-25T23:30": "30:00"}),
            ("Europe/Kyiv", {"2027-03-28T00:30": "22:30:00", "2027-03-28T23:30": "30:00"}),
            ("America/New_York", {"2026-11-01T00:30": "24:30:00", "2027-03-14T23:30": "30:00"}),
            ("Australia/Sydney", {"2026-10-04T00:30": "22:30:00", "2027-04-04T00:30": "24:30:00"}),
        )
    ],
)
def test_the_date_is_the_players(
    page: Page, site: SiteServer, zone: str, times: dict[str, str]
) -> None:
    for moment, left in times.items():
        day = moment[:10]
        opened(page, site, zone, moment)
        shows(page, day)
        assert page.evaluate("location.hash") == f"#daily={day}"
        assert piles(page) == day_of(day).piles
        open_daily(page)
        shown = page.evaluate(f"{DAYS}.map((each) => each.dataset.day)")
        assert shown == [f"{day[:8]}{n:02}" for n in range(1, int(day[8:]) + 1)]
        assert page.locator("[aria-current=date]").get_attribute("data-day") == day
        assert page.locator("dialog [role=timer]").inner_text() == left
        assert page.locator("dialog .day-facts .on").count() == day_of(day).grade
        page.goto("about:blank")


@still
def test_begun_before_midnight_and_won_after_it(page: Page, site: SiteServer) -> None:
    old, new = day_of("2026-11-29"), day_of("2026-11-30")
    before(page, slot(old), ("current", f"game:daily:{old.day}"))
    opened(page, site, "Europe/Kyiv", "2026-11-29T23:58")
    shows(page, old.day)
    set_clock(page, "Europe/Kyiv", "2026-11-30T00:03")
    look(page)
    offer = page.locator("#notice button.main")
    offer.wait_for()
    assert "November 30" in page.locator("#notice").inner_text()
    assert "waiting" in page.locator('[data-action="daily"]').get_attribute("aria-label")
    tap_move(page, old.last())
    until(page, "document.querySelector('[data-status]').dataset.status === 'won'")
    (entry,) = stored(page, "record:")
    assert (entry["daily"], entry["day"], entry["won"]) == (old.day, old.day, True)
    # The new day's deal is there, unplayed; winning both makes two days in a row.
    page.locator("#notice button.main").click()
    shows(page, new.day)
    assert piles(page) == new.piles
    assert streak(page) == (1, 1)
    win(page, new.day)
    assert streak(page) == (2, 2)


@still
def test_streaks_count_dates(page: Page, site: SiteServer) -> None:
    first = date(2026, 11, 2)
    opened(page, site, "Europe/Kyiv", "2026-11-02T21:00")
    for after, time, expected, changes in (
        (0, "22:00", (1, 1), {}),
        (1, "07:00", (2, 2), {}),
        (2, "23:59", (3, 3), {}),
        (2, "23:59", (3, 3), {"id": "again"}),
        (4, "12:00", (1, 3), {}),
    ):
        day = (first + timedelta(after)).isoformat()
        set_clock(page, "Europe/Kyiv", f"{day}T{time}")
        look(page)
        win(page, day, **changes)
        assert streak(page) == expected, day
    # A day of the archive, and a day that the solver won, move nothing.
    win(page, "2026-11-05", day="2026-11-06")
    set_clock(page, "Europe/Kyiv", "2026-11-07T12:00")
    look(page)
    win(page, "2026-11-07", help="solution")
    assert streak(page) == (1, 3)


@still
def test_a_clock_set_forward_and_back(page: Page, site: SiteServer) -> None:
    opened(page, site, "Europe/Kyiv", "2026-12-30T12:00")
    shows(page, "2026-12-30")
    win(page, "2026-12-30")
    set_clock(page, "Europe/Kyiv", "2026-11-30T12:00")
    page.reload()
    ready(page)
    shows(page, "2026-11-30")
    assert piles(page) == day_of("2026-11-30").piles
    assert count(page, "seconds") == 0
    assert streak(page) == (0, 0)
    win(page, "2026-11-30")
    assert streak(page) == (1, 1)
    open_daily(page)
    assert page.locator('[data-day^="2026-12"]').count() == 0
    assert page.locator("dialog [role=timer]").inner_text() == "12:00:00"
    close(page)
    # The address of a day that has not come is refused, and the game stays.
    page.evaluate("location.hash = '#daily=2026-12-24'")
    until(page, "document.getElementById('toast').textContent.includes('has not come')")
    assert page.evaluate("location.hash") == "#daily=2026-11-30"
    assert all(entry["seconds"] > 0 for entry in stored(page, "record:"))


@still
def test_a_new_day_throws_nothing_away(page: Page, site: SiteServer) -> None:
    opened(page, site, "Europe/Kyiv", "2026-11-29T23:50", "#deal=freecell:1")
    tap_move(page, winning_line("freecell", "1")[0])
    moves(page, 1)
    table = piles(page)
    set_clock(page, "Europe/Kyiv", "2026-11-30T00:01")
    # Nobody has to come back to the page: it looks by itself.
    page.locator("#notice button.main").wait_for(timeout=20_000)
    assert piles(page) == table
    page.locator("#notice button.main").click()
    shows(page, "2026-11-30")
    page.evaluate("location.hash = '#deal=freecell:1'")
    moves(page, 1)
    assert piles(page) == table


@still
def test_a_deal_that_only_lay_there_is_begun_with_its_first_move(
    page: Page, site: SiteServer
) -> None:
    """Left open over midnight and played then, yesterday's deal is one of the archive."""
    opened(page, site, "Europe/Kyiv", "2026-11-29T23:50")
    shows(page, "2026-11-29")
    set_clock(page, "Europe/Kyiv", "2026-11-30T00:10")
    look(page)
    page.keyboard.press("h")
    until(page, "document.querySelector('[data-card][data-hint]')")
    hinted = """(kind) => document.querySelector(`[data-${kind}][data-hint]`).dataset[kind]"""
    tap_move(page, Step(page.evaluate(hinted, "card"), page.evaluate(hinted, "pile")))
    moves(page, 1)
    (kept,) = stored(page, "game:daily:2026-11-29")
    assert kept["game"]["day"] == "2026-11-30"
    # A day goes by: what has been begun keeps its date.
    set_clock(page, "Europe/Kyiv", "2026-12-01T00:10")
    page.keyboard.press("u")
    moves(page, 0)
    page.keyboard.press("r")
    moves(page, 1)
    (kept,) = stored(page, "game:daily:2026-11-29")
    assert kept["game"]["day"] == "2026-11-30"


@still
def test_a_new_day_waits_until_what_is_said_has_been_read(page: Page, site: SiteServer) -> None:
    old = day_of("2026-11-29")
    before(page, slot(old), ("current", f"game:daily:{old.day}"))
    opened(page, site, "Europe/Kyiv", "2026-11-29T23:58")
    tap_move(page, old.last())
    until(page, "document.querySelector('#notice[data-kind=end]:not([hidden])')")
    open_daily(page)
    set_clock(page, "Europe/Kyiv", "2026-11-30T00:01")
    look(page)
    # The panel turns the day in place; the sign of the win leads on to the new deal.
    until(page, "document.querySelector('dialog [aria-current=date]').dataset.day === '2026-11-30'")
    assert page.locator("dialog [role=timer]").inner_text() == "23:59:00"
    assert page.locator("dialog .day-title").inner_text() == "Monday, November 30, 2026"
    close(page)
    assert "Play today" in page.locator("#notice").inner_text()
    page.locator("#notice .notice-close").click()
    look(page)
    page.locator("#notice[data-kind=day]").wait_for()
    # Closed, it is not offered again, and the result of the win stays in reach.
    page.locator("#notice .notice-close").click()
    look(page)
    page.wait_for_timeout(100)
    assert page.locator("#notice").is_hidden()
    page.locator("#result").click()
    page.locator("dialog canvas").wait_for()
    close(page)
    open_daily(page)
    won = page.locator('[data-day="2026-11-29"]')
    assert re.fullmatch(r"★\d,\d{3}", won.locator(".day-score").inner_text())
    page.set_viewport_size({"width": 390, "height": 844})
    room = "(score) => score.parentElement.clientWidth - score.getBoundingClientRect().width"
    assert won.locator(".day-score").is_visible()
    assert won.locator(".day-score").evaluate(room) >= 2
    won.click()
    page.locator("[data-daily=share]").click()
    page.locator("dialog canvas").wait_for()
    assert "November 29" in page.locator("dialog textarea").input_value()


def test_a_page_older_than_its_build_shows_the_deal_before_the_engine_comes(
    page: Page, site: SiteServer
) -> None:
    held: list[Route] = []
    page.route(re.compile(r"/runtime/"), lambda route: held.append(route))
    set_clock(page, "Europe/Kyiv", "2027-02-03T12:00")
    page.goto(site.address)
    shows(page, "2027-02-03")
    until(page, "document.querySelectorAll('[data-card]').length === 52")
    assert page.evaluate("document.documentElement.dataset.engine") == "booting"
    assert page.locator("#starting").is_visible()
    assert piles(page) == day_of("2027-02-03").piles
    page.unroute(re.compile(r"/runtime/"))  # lets go what was held
    ready(page)
    assert piles(page) == day_of("2027-02-03").piles
    assert page.locator("[data-card][data-open]").count() > 0


@still
def test_each_begun_day_keeps_its_game(page: Page, site: SiteServer) -> None:
    opened(page, site, "Europe/Kyiv", "2026-11-30T12:00")
    shows(page, "2026-11-30")
    page.keyboard.press("h")
    until(page, "document.querySelector('[data-card][data-hint]')")
    hinted = """(kind) => document.querySelector(`[data-${kind}][data-hint]`).dataset[kind]"""
    tap_move(page, Step(page.evaluate(hinted, "card"), page.evaluate(hinted, "pile")))
    moves(page, 1)
    table = piles(page)
    open_daily(page)
    page.locator('[data-day="2026-11-24"]').click()
    until(page, "document.querySelector('[data-daily=play]').textContent === 'Play this deal'")
    page.locator('[data-daily="play"]').click()
    shows(page, "2026-11-24")
    assert piles(page) == day_of("2026-11-24").piles
    open_daily(page)
    assert page.locator('[data-day="2026-11-30"]').get_attribute("data-state") == "begun"
    page.locator('[data-daily="play"]').click()
    shows(page, "2026-11-30")
    assert piles(page) == table
    # Coming back without an address goes on with the game in progress.
    page.goto("about:blank")
    page.goto(site.address)
    ready(page)
    shows(page, "2026-11-30")
    assert piles(page) == table


def test_the_months_turn_and_end_where_the_catalogue_does(page: Page, site: SiteServer) -> None:
    opened(page, site, "Europe/Kyiv", "2026-02-03T12:00")
    open_daily(page)
    assert page.locator(".turn-on").is_disabled()
    page.locator(".turn-back").click()
    page.locator('[data-day="2026-01-31"]').wait_for()
    assert page.locator(".turn-back").is_disabled()
    page.locator('[data-day="2026-01-31"]').focus()
    page.keyboard.press("ArrowRight")
    page.locator('[data-day="2026-02-01"]').wait_for()
    until(page, "document.activeElement.dataset.day === '2026-02-01'")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.day") == "2026-02-01"


def test_keys_lead_through_weeks_months_and_years(page: Page, site: SiteServer) -> None:
    """As in every grid of dates; what lies beyond the catalogue or in the future is not reached."""
    opened(page, site, "Europe/Kyiv", "2027-03-31T12:00")
    open_daily(page)
    page.locator('[data-day="2027-03-31"]').focus()
    for key, goal in (
        ("PageUp", "2027-02-28"),  # the last of a shorter month
        ("Home", "2027-02-22"),
        ("End", "2027-02-28"),
        ("PageDown", "2027-03-28"),
        ("PageDown", "2027-03-31"),  # today
        ("Home", "2027-03-29"),
        ("End", "2027-03-31"),
        ("Shift+PageUp", "2026-03-31"),
        ("PageUp", "2026-02-28"),
        ("PageUp", "2026-01-28"),
        ("PageUp", "2026-01-01"),  # the first there is
        ("Home", "2026-01-01"),
        ("Shift+PageDown", "2027-01-01"),
        ("ArrowUp", "2026-12-25"),
    ):
        page.keyboard.press(key)
        until(page, f"document.activeElement.dataset.day === '{goal}'")
        assert page.locator("dialog [aria-selected=true]").get_attribute("data-day") == goal


@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
def test_the_panel_fits_a_small_phone_and_axe_finds_nothing(page: Page, site: SiteServer) -> None:
    before(page, slot(day_of("2026-11-20")))
    opened(page, site, "Europe/Kyiv", "2026-11-30T12:00")
    open_daily(page)
    page.locator("dialog summary").click()
    body = "document.querySelector('dialog .panel-body')"
    for size in ("200%", ""):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        assert page.evaluate(f"{body}.scrollWidth <= {body}.clientWidth"), size
        assert page.evaluate(f"{DAYS}.every((each) => each.offsetWidth >= 24)"), size
    for theme in ("light", "dark", "contrast"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert faults(page) == [], theme


def test_only_this_year_and_the_next_are_fetched_ahead(site: SiteServer) -> None:
    listed = (site.root / "sw.js").read_text("utf-8")
    year = date.today().year
    kept = sorted(int(found) for found in re.findall(r"seeds/bakers-dozen/(\d+)\.jsonl", listed))
    there = sorted(int(path.stem) for path in (site.root / "seeds/bakers-dozen").iterdir())
    assert kept == [each for each in there if each in (year, year + 1)]
    line = (site.root / "seeds/bakers-dozen/2026.jsonl").read_text("utf-8").splitlines()[0]
    assert set(json.loads(line)) == {"deal", "grade", "length", "board"}
