"""Results that prove themselves: shared, opened, watched, ranked; and what is refused."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from bakersdozen.results import decode, encode
from browsing import ready, speaking, until
from days import before, close, day_of, open_daily, set_clock, shows, slot, stored
from entries import won_entry
from table import count, moves, piles, reached, tap_move, toast, winning_line
from test_access import faults
from tools.server import SiteServer

TODAY = "2026-11-30"
ZONE = "Europe/Kyiv"
WON = "document.querySelector('[data-status]').dataset.status === 'won'"
DEAL = "#deal=freecell:1"
# Deal 7 of the strict game, in 31 plies and 93 seconds.
SHARED = "AQEHXR9Zpv9v6JZg05wE6AfTArsC7ac"
NO_BREAK = "\xa0"
still = pytest.mark.context(reduced_motion="reduce")


def begun(page: Page, site: SiteServer) -> dict[str, list[str]]:
    """Begins a game of one's own; returns how it stands."""
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address + DEAL)
    ready(page)
    tap_move(page, winning_line("freecell", "1")[0])
    moves(page, 1)
    return piles(page)


def open_code(page: Page, code: str) -> None:
    page.evaluate("(code) => { location.hash = `#result=${code}`; }", code)
    page.locator("dialog[open]").wait_for()


@still
def test_a_win_is_shared_and_verified_by_whoever_opens_it(
    page: Page, site: SiteServer, browser: Browser
) -> None:
    before(page, slot(day_of(TODAY)))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    moves(page, len(day_of(TODAY).game.plies) - 1)
    tap_move(page, day_of(TODAY).last())
    until(page, WON)
    page.locator('#notice [data-offers="share"]').click()
    text = page.locator("dialog textarea").input_value()
    assert "November 30, 2026" in text
    words, link = text.rsplit("\n", 1)
    assert not {"AC", "KS", day_of(TODAY).deal} & set(words.split())
    until(page, "document.querySelector('dialog canvas').width === 1200")
    course = words.split("\n")[-1]
    assert len(course) == 13
    assert course[-1] == "█"
    assert list(course) == sorted(course)
    with page.expect_download() as started:
        page.locator("dialog button", has_text="Download picture").click()
    assert started.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert faults(page) == []

    other = browser.new_context(locale="en", timezone_id="Pacific/Kiritimati")
    friend = other.new_page()
    set_clock(friend, "Pacific/Kiritimati", "2026-12-01T09:00")
    friend.goto(link)
    ready(friend)
    friend.locator("dialog[open]").wait_for()
    shown = friend.locator("dialog").inner_text()
    assert "November 30" in shown
    assert "verified" in shown
    assert "as claimed" in shown
    # The kept game has 80 seconds; how long the last move took is the machine's affair.
    claimed = re.search(r"(\d+):(\d\d)", shown)
    assert claimed
    seconds = int(claimed[1]) * 60 + int(claimed[2])
    assert seconds >= 80
    assert f"760 proved + {1200 - seconds:,} for the time" in shown.replace("\n", " ")
    assert str(len(day_of(TODAY).game.plies)) in shown
    shows(friend, "2026-12-01")  # the friend's own day lies on the table
    friend.locator("[data-result=play]").click()
    shows(friend, TODAY)
    assert piles(friend) == day_of(TODAY).piles
    other.close()


def win_today(page: Page, site: SiteServer) -> None:
    """Makes the last move of today's deal and asks for its result."""
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    tap_move(page, day_of(TODAY).last())
    until(page, WON)
    page.locator('#notice [data-offers="share"]').click()
    page.locator("dialog canvas").wait_for()


@still
@pytest.mark.parametrize(
    ("help", "language", "words"),
    [
        ("none", "en", ""),
        ("hint", "en", "You had a hint in this game, so the statistics count it apart."),
        ("solution", "uk", "У цій грі показано розв’язок, тож статистика рахує її окремо. До таб"),
    ],
)
def test_the_result_of_a_helped_game_says_that_it_counts_apart(
    page: Page, site: SiteServer, help: str, language: str, words: str
) -> None:
    speaking(page, language)
    before(page, slot(day_of(TODAY), help=help))
    win_today(page, site)
    points = str(count(page, "score"))
    seen = page.evaluate("document.getElementById('score').textContent")
    assert seen == f"{points[0]}{',' if language == 'en' else NO_BREAK}{points[1:]}"
    said = "document.querySelector('dialog .helped')?.textContent ?? ''"
    assert page.evaluate(said).startswith(words)
    assert bool(page.evaluate(said)) == bool(words)
    # Help that comes after the win is recorded changes nothing, there or here.
    page.evaluate("document.querySelector('dialog').close()")
    (recorded,) = stored(page, "record:")
    assert recorded["help"] == help
    if help == "none":
        page.keyboard.press("u")
        until(page, f"!({WON})")
        page.keyboard.press("h")
        until(page, "document.querySelector('[data-hint]')")
        tap_move(page, day_of(TODAY).last())
        until(page, WON)
        page.locator('#notice [data-offers="share"]').click()
        page.locator("dialog canvas").wait_for()
        assert page.evaluate(said) == ""


@still
@pytest.mark.parametrize(
    ("best", "told"),
    [
        ({"score": 1500, "seconds": 300, "moves": 500}, ["score", "time", "fewest moves"]),
        ({"score": 1955, "seconds": 5, "moves": 500}, ["fewest moves"]),
        (None, []),
    ],
)
def test_the_result_says_what_the_win_is_among_the_others(
    page: Page, site: SiteServer, best: dict[str, int] | None, told: list[str]
) -> None:
    """Bests so far, and the row of days, which the shared text tells, too."""
    days = [f"2026-11-{number}" for number in (27, 28, 29)] if best else []
    others = [
        won_entry(id=day, daily=day, day=day, deal=day_of(day).deal, **(best or {})) for day in days
    ]
    before(page, slot(day_of(TODAY)), *((f"record:{each['id']}", each) for each in others))
    win_today(page, site)
    said = page.evaluate("[...document.querySelectorAll('.feats li')].map((li) => li.textContent)")
    row = ["4 days in a row"] if best else []
    assert [each.removesuffix(" so far").removeprefix("Your ") for each in said] == [
        *row,
        *(each if each.startswith("fewest") else f"best {each}" for each in told),
    ]
    shared = page.locator("dialog textarea").input_value().split("\n")
    assert [line for line in shared if "in a row" in line] == row


@still
def test_a_won_game_always_offers_its_result(page: Page, site: SiteServer) -> None:
    before(page, slot(day_of(TODAY)))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    assert page.locator("#result").is_hidden()
    tap_move(page, day_of(TODAY).last())
    until(page, WON)
    assert page.locator('#notice [data-offers="share"]').is_visible()
    assert page.locator("#result").is_hidden()  # beside the notice it would say the same twice
    page.locator("#notice .notice-close").click()
    page.locator("#result").click()
    page.locator("dialog canvas").wait_for()
    close(page)
    page.keyboard.press("u")
    until(page, f"!({WON})")
    assert page.locator("#result").is_hidden()
    page.keyboard.press("r")
    until(page, WON)
    page.reload()
    ready(page)
    page.locator("#notice .notice-close").click()
    assert page.locator("#result").is_visible()
    # A game that is only watched has no result of one's own.
    open_code(page, SHARED)
    page.locator("[data-result=watch]").click()
    # Until then the counter is that of the own game.
    page.locator("#notice[data-kind=replay]").wait_for()
    reached(page, 1)
    assert page.locator("#result").is_hidden()


@still
def test_a_replay_is_watched_and_the_own_game_comes_back(page: Page, site: SiteServer) -> None:
    table = begun(page, site)
    open_code(page, SHARED)
    assert page.evaluate("location.hash") == DEAL
    page.locator("[data-result=watch]").click()
    until(page, "document.querySelector('#notice[data-kind=replay]:not([hidden])')")
    until(page, "document.activeElement.dataset.replay === 'toggle'")
    reached(page, 2)
    page.keyboard.press("Enter")
    at = count(page, "moves")
    page.wait_for_timeout(900)
    page.locator("[data-replay=back]").click()
    moves(page, at - 1)
    page.locator("[data-replay=on]").click()
    moves(page, at)
    page.locator("#notice select").select_option("four")
    page.locator("#notice input").evaluate("(range) => { range.value = 29; }")
    page.locator("#notice input").dispatch_event("change")
    moves(page, 29)
    # It is only watched: a card that is tapped stays, and nothing of it is kept or recorded.
    page.locator('[data-pile="S"] [data-card]').last.click()
    page.locator("[data-replay=toggle]").click()
    until(page, WON)
    page.wait_for_timeout(100)
    assert stored(page, "record:") == []
    assert page.locator('[data-action="share"]:visible').count() == 0
    page.locator("[data-replay=leave]").focus()
    page.keyboard.press("Escape")
    moves(page, 1)
    assert piles(page) == table
    assert page.locator("#notice").is_hidden()
    page.keyboard.press("u")
    moves(page, 0)


@still
def test_a_replay_left_by_reload_or_by_a_new_deal_harms_nothing(
    page: Page, site: SiteServer
) -> None:
    table = begun(page, site)
    open_code(page, SHARED)
    page.locator("[data-result=watch]").click()
    # Until then the counter is that of the own game.
    page.locator("#notice[data-kind=replay]").wait_for()
    reached(page, 1)
    page.reload()
    ready(page)
    moves(page, 1)
    assert piles(page) == table
    open_code(page, SHARED)
    page.locator("[data-result=watch]").click()
    # Until then the counter is that of the own game.
    page.locator("#notice[data-kind=replay]").wait_for()
    reached(page, 1)
    open_daily(page)
    page.locator("[data-daily=play]").click()
    shows(page, TODAY)
    assert page.locator("#notice[data-kind=replay]").is_hidden()
    page.evaluate(f"location.hash = '{DEAL}'")
    moves(page, 1)
    assert piles(page) == table


@still
def test_codes_that_prove_nothing_are_refused(page: Page, site: SiteServer) -> None:
    table = begun(page, site)
    page.evaluate("() => { window.alert = () => { window.injected = true; }; }")
    forged = SHARED[:10] + ("A" if SHARED[10] != "A" else "B") + SHARED[11:]
    for code, words in (
        (forged, "damaged or false"),
        (SHARED[:-1], "damaged or false"),
        ("", "damaged or false"),
        (quote("<img src=x onerror=alert(1)>"), "damaged or false"),
        ("A" * 200_000, "too long"),
        ("%E0%A4%A", "damaged or false"),
    ):
        open_code(page, code)
        assert words in page.locator("dialog .wrong").inner_text()
        assert page.locator("dialog img").count() == 0
        assert page.evaluate("location.hash") == DEAL
        close(page)
        assert piles(page) == table
    assert page.evaluate("window.injected") is None


@still
def test_the_table_of_a_day_ranks_own_imported_and_hosted_results(
    page: Page, site: SiteServer
) -> None:
    day = day_of(TODAY)
    game, _ = decode(day.code)
    quick, slow, hosted = (encode(game, seconds) for seconds in (60, 300, 30))
    site.tamper = lambda path, data: {
        "leaderboard/index.json": json.dumps([TODAY]).encode(),
        f"leaderboard/{TODAY}.json": json.dumps(
            [
                {"code": hosted, "name": "<img src=x onerror=alert(1)>"},
                {"code": SHARED, "name": "of another deal", "score": 9999},
                {"code": "A" * 40, "name": "forged", "score": 9999},
            ]
        ).encode(),
    }.get(path, data)
    before(page, slot(day), ("name", "Olena"))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    moves(page, len(game.plies) - 1)
    tap_move(page, day.last())
    until(page, WON)
    until(page, "Object.keys(localStorage).some((key) => key.includes(':table:'))")
    open_daily(page)
    page.locator("dialog summary").click()
    page.locator("dialog form textarea").fill(
        f"{quick} Bob\n{site.address}#result={slow}   Eve\n{SHARED} Mallory\n"
    )
    page.locator("dialog form button").click()
    until(page, "document.querySelectorAll('dialog tbody tr').length === 4")
    assert "2 of 3" in page.locator("dialog .taking .remark").inner_text()
    names = page.locator("dialog tbody th").all_inner_texts()
    assert names == ["<img src=x onerror=alert(1)>", "Bob", "Olena", "Eve"]
    assert page.locator("dialog img").count() == 0
    scores = [
        int(each.replace(",", ""))
        for each in page.locator("dialog tbody td:nth-child(3)").all_inner_texts()
    ]
    assert scores == sorted(scores, reverse=True)
    page.locator("dialog tbody button").first.click()
    until(page, "document.querySelector('[data-result=watch]')")


def test_a_host_without_tables_is_asked_for_none(page: Page, site: SiteServer) -> None:
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    open_daily(page)
    page.locator("dialog .days").wait_for()
    page.wait_for_timeout(500)
    assert [path for path in site.requests if "leaderboard" in path] == ["/leaderboard/index.json"]
    assert page.locator("dialog table").count() == 0


@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
def test_results_fit_a_small_phone_and_axe_finds_nothing(page: Page, site: SiteServer) -> None:
    begun(page, site)
    open_code(page, day_of(TODAY).code)
    page.locator("[data-result=watch]").wait_for()
    body = "document.querySelector('dialog .panel-body')"
    for size in ("200%", ""):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        assert page.evaluate(f"{body}.scrollWidth <= {body}.clientWidth"), size
    assert faults(page) == []
    page.locator("[data-result=watch]").click()
    page.locator("[data-replay=toggle]").click()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert toast(page) in ("", "Тепер можна грати й без мережі.")  # and no refusal
