"""The record and what follows: a win counts once, one file carries everything, time is play."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from browsing import hold_back, ready, until
from days import before, close, day_of, set_clock, shows, slot, store, stored, tiles
from entries import won_entry
from table import count, moves, opened, piles, tap_move, winning_line
from test_access import faults
from tools.server import SiteServer

TODAY = "2026-11-30"
ZONE = "Europe/Kyiv"
DEAL = "#deal=bakers-dozen:1"
WON = "document.querySelector('[data-status]').dataset.status === 'won'"
still = pytest.mark.context(reduced_motion="reduce")


def entry(number: int, **changes: Any) -> tuple[str, dict[str, Any]]:
    """Returns a win of the record, one after the other."""
    day = f"2026-11-{1 + number % 29:02}"
    made = won_entry(
        id=f"g{number}",
        won=number % 5 != 0,
        score=1500 - number,
        deal=str(number + 1),
        day=day,
        ended=f"{day}T10:00:{number % 60:02}Z",
        seconds=90 + 17 * number,
        moves=70 + number,
    )
    made |= changes
    return f"record:{made['id']}", made


def nearly_won(page: Page, site: SiteServer) -> None:
    """Opens today's daily, which one move wins."""
    before(page, slot(day_of(TODAY)))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    shows(page, TODAY)
    moves(page, len(day_of(TODAY).game.plies) - 1)


@still
def test_a_win_counts_once(page: Page, site: SiteServer) -> None:
    nearly_won(page, site)
    last = day_of(TODAY).last()
    tap_move(page, last)
    until(page, WON)
    page.keyboard.press("Control+z")
    until(page, f"!({WON})")
    tap_move(page, last)
    until(page, WON)
    page.reload()
    ready(page)
    until(page, WON)
    for keys in ("uur", "r"):
        for key in keys:
            page.keyboard.press(key)
        page.wait_for_timeout(100)
    until(page, WON)
    page.locator('[data-action="restart"]').click()
    moves(page, 0)
    page.keyboard.press("r")
    moves(page, 1)
    (kept,) = stored(page, "record:")
    assert (kept["won"], kept["daily"]) == (True, TODAY)
    assert kept["moves"] == len(day_of(TODAY).game.plies)
    assert kept["score"] == 260 + 500 + 1200 - kept["seconds"]
    found = tiles(page)
    assert (found["Played"], found["Won"], found["Days in a row"]) == ("1", "1", "1")


def test_a_tab_closed_right_after_the_last_card_loses_nothing(
    page: Page, site: SiteServer, context: BrowserContext
) -> None:
    nearly_won(page, site)
    tap_move(page, day_of(TODAY).last())
    page.wait_for_timeout(50)
    page.close()
    again = context.new_page()
    set_clock(again, ZONE, f"{TODAY}T12:01")
    again.goto(site.address)
    ready(again)
    until(again, WON)
    assert [each["won"] for each in stored(again, "record:")] == [True]


@still
def test_a_move_that_had_no_answer_yet_is_played_at_the_next_visit(
    page: Page, site: SiteServer
) -> None:
    key, kept = slot(day_of(TODAY))
    last = day_of(TODAY).last()
    intent = {"intent": "move", "card": last.card, "to": last.to}
    asked = {"id": kept["game"]["id"], "cursor": kept["save"]["cursor"], "intents": [intent]}
    before(page, (key, kept), ("unanswered", asked))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    until(page, WON)
    assert [each["won"] for each in stored(page, "record:")] == [True]
    assert stored(page, "unanswered") == []


@still
@pytest.mark.address(DEAL)
def test_a_game_left_for_another_deal_is_one_step_away(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    table = piles(game)
    game.keyboard.press("n")
    until(game, f"location.hash !== '{DEAL}'")
    game.reload()
    ready(game)
    game.locator('[data-action="games"]').click()
    button = game.locator("dialog [data-games=left]")
    assert button.inner_text() == "Back to No. 1, after 1 move"
    button.click()
    moves(game, 1)
    assert piles(game) == table
    assert game.evaluate("location.hash") == DEAL


@still
@pytest.mark.address(DEAL)
def test_a_game_left_is_played_and_one_taken_up_again_can_be_won(game: Page) -> None:
    line = winning_line("bakers-dozen", "1")
    tap_move(game, line[0])
    moves(game, 1)
    table = piles(game)
    game.keyboard.press("n")
    until(game, f"location.hash !== '{DEAL}'")
    (left,) = stored(game, "record:")
    assert (left["won"], left["deal"], left["daily"]) == (False, "1", "")
    # A deal that nobody touched leaves no trace.
    game.keyboard.press("n")
    game.wait_for_timeout(300)
    assert len(stored(game, "record:")) == 1
    game.evaluate(f"location.hash = '{DEAL}'")
    until(game, f"location.hash === '{DEAL}'")
    moves(game, 0)
    assert piles(game) != table
    game.locator('[data-action="statistics"]').click()
    game.locator("dialog select").select_option("bakers-dozen")
    until(game, "document.querySelector('dialog .tile dd')?.textContent === '1'")
    assert game.locator("dialog .tile dd").nth(1).inner_text() == "0"


@still
def test_help_is_marked_and_kept_apart(page: Page, site: SiteServer) -> None:
    nearly_won(page, site)
    page.keyboard.press("h")
    until(page, "document.querySelector('[data-hint]')")
    page.reload()
    ready(page)
    tap_move(page, day_of(TODAY).last())
    until(page, WON)
    (kept,) = stored(page, "record:")
    assert kept["help"] == "hint"
    page.locator('[data-action="statistics"]').click()
    page.locator("dialog .tile").first.wait_for()
    assert page.locator("dialog .tile dd").first.inner_text() == "0"
    assert "1 game with help" in page.locator("dialog").inner_text()


@still
def test_two_tabs_play_one_game(page: Page, site: SiteServer, context: BrowserContext) -> None:
    nearly_won(page, site)
    other = context.new_page()
    set_clock(other, ZONE, f"{TODAY}T12:00")
    other.goto(site.address)
    ready(other)
    shows(other, TODAY)
    page.keyboard.press("u")
    there = len(day_of(TODAY).game.plies) - 2
    moves(page, there)
    moves(other, there)
    page.keyboard.press("r")
    moves(other, there + 1)
    tap_move(page, day_of(TODAY).last())
    until(other, WON)
    other.evaluate("dispatchEvent(new Event('pagehide'))")
    other.close()
    assert [each["won"] for each in stored(page, "record:")] == [True]
    assert tiles(page)["Won"] == "1"


# `pass(seconds)` lets time go by in one tab alone; Playwright's clock is that of all tabs.
OWN_TIME = """
    let shift = 0;
    const now = performance.now.bind(performance);
    performance.now = () => now() + shift;
    const running = new Map();
    const [start, stop] = [setInterval, clearInterval];
    window.setInterval = (run, ...rest) => {
        const timer = start(run, ...rest);
        running.set(timer, run);
        return timer;
    };
    window.clearInterval = (timer) => stop(timer) || running.delete(timer);
    window.pass = (seconds) => {
        for (let i = 0; i < seconds; i++) {
            shift += 1000;
            running.forEach((run) => run());
        }
    };
"""


@still
def test_time_in_two_tabs_adds_up_and_counts_once(
    page: Page, site: SiteServer, context: BrowserContext
) -> None:
    """Whichever tab is looked at, and whichever is left last, a game keeps all its time."""
    tabs = [page, context.new_page()]
    for tab in tabs:
        tab.add_init_script(OWN_TIME)
        tab.goto(site.address + DEAL)
        ready(tab)
        opened(tab)
    one, two = tabs
    begun = time.monotonic()
    tap_move(one, winning_line("bakers-dozen", "1")[0])
    moves(two, 1)

    def both_show(seconds: int) -> None:
        """Waits for a time on both clocks, which go on meanwhile."""
        most = seconds + time.monotonic() - begun + 1
        for tab in tabs:
            shown = "document.querySelector('[data-count=seconds]').textContent"
            until(tab, f"{shown} >= {seconds}", 5)
            assert count(tab, "seconds") <= most

    # Side by side: what the one counts, the other counts no second time.
    one.evaluate("pass(20)")
    both_show(20)
    page.wait_for_timeout(600)
    both_show(20)
    two.evaluate("pass(30)")
    both_show(50)
    # One behind the other: the hidden one does not count, and finds the time when it is shown.
    hide(two, True)
    two.evaluate("pass(100)")
    one.evaluate("pass(40)")
    hide(one, True)
    hide(two, False)
    until(two, "document.querySelector('[data-count=seconds]').textContent >= 90", 5)
    two.evaluate("pass(10)")
    hide(two, True)
    hide(one, False)
    both_show(100)
    # The one that has counted less is left last, and after a move of the other.
    hide(two, False)
    one.evaluate("pass(50)")
    one.evaluate("dispatchEvent(new Event('pagehide'))")
    one.close()
    tap_move(two, winning_line("bakers-dozen", "1")[1])
    moves(two, 2)
    two.evaluate("dispatchEvent(new Event('pagehide'))")
    (kept,) = stored(two, "game:bakers-dozen")
    assert 150 <= kept["save"]["seconds"] <= 151 + time.monotonic() - begun


@still
def test_everything_goes_out_and_in_again(page: Page, site: SiteServer, tmp_path: Path) -> None:
    before(page, *(entry(number) for number in range(8)), slot(day_of("2026-11-20")))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)

    def panel() -> None:
        page.locator('[data-action="statistics"]').click()
        page.locator("dialog .tiles, dialog .empty").first.wait_for()

    def read(path: Path) -> None:
        page.locator("dialog [data-data=import]").set_input_files(path)

    panel()
    with page.expect_download() as started:
        page.locator("dialog [data-data=export]").click()
    file = tmp_path / "all.json"
    started.value.save_as(file)
    # Reset only after a clear question, which can be declined.
    page.locator("dialog [data-data=reset]").click()
    assert "8 games for good" in page.locator("dialog").last.inner_text()
    page.locator("dialog button", has_text="Keep it").click()
    until(page, "document.querySelectorAll('dialog').length === 1")
    assert len(stored(page, "record:")) == 8
    page.locator("dialog [data-data=reset]").click()
    page.locator("[data-data=reset-yes]").click()
    until(page, "document.querySelector('dialog .remark')?.textContent.includes('empty')")
    assert stored(page, "record:") == []
    page.evaluate("localStorage.removeItem('bakersdozen:/:game:daily:2026-11-20')")
    for gained in ("8 games", "0 games"):
        read(file)
        until(
            page,
            f"document.querySelector('dialog .remark')?.textContent.includes('{gained} added')",
        )
        assert len(stored(page, "record:")) == 8
    # What is damaged or foreign is refused, and nothing is lost.
    whole = json.loads(file.read_text("utf-8"))
    wrong = tmp_path / "wrong.json"
    for text, words in (
        (file.read_text("utf-8")[:-40], "damaged"),
        ("{}", "no file of this game"),
        (json.dumps(whole | {"record": [{"id": "<img src=x onerror=alert(1)>"}]}), "damaged"),
        (json.dumps(whole | {"games": [{"save": 7}]}), "damaged"),
        (json.dumps(whole | {"format": 99}), "newer"),
    ):
        wrong.write_text(text, "utf-8")
        read(wrong)
        until(page, f"document.querySelector('dialog .wrong')?.textContent.includes('{words}')")
        assert len(stored(page, "record:")) == 8
    close(page)
    page.evaluate("location.hash = '#daily=2026-11-20'")
    moves(page, len(day_of("2026-11-20").game.plies) - 1)


@still
def test_a_file_brings_games_and_throws_none_away(
    page: Page, site: SiteServer, tmp_path: Path
) -> None:
    """What both sides have is kept: the further state of one game, and both of two."""
    ahead, other = day_of(TODAY), day_of("2026-11-20")
    key, kept = slot(ahead)
    behind = {**kept, "save": {**kept["save"], "plies": kept["save"]["plies"][:5], "cursor": 5}}
    own = slot(other, id="own")
    waiting = {**slot(day_of("2026-11-21"))[1]["save"], "daily": None}
    before(page, (key, behind), own, ("current", key))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    moves(page, 5)
    games = [kept, slot(other)[1]]
    left = [{"save": waiting, "game": {**kept["game"], "id": "left"}}]
    file = tmp_path / "all.json"
    nothing = {"settings": {}, "name": "", "custom": [], "record": [], "tables": {}}
    all_of_it = {"app": "bakersdozen", "format": 1, **nothing, "games": games, "left": left}
    file.write_text(json.dumps(all_of_it), "utf-8")
    for _ in "twice":
        page.locator('[data-action="statistics"]').click()
        page.locator("dialog [data-data=import]").set_input_files(file)
        until(page, "document.querySelector('dialog .remark')?.textContent.includes('added')")
        close(page)
        # The game on the table goes on where it was played further.
        moves(page, len(kept["save"]["plies"]))
        (mine,) = stored(page, "game:daily:2026-11-20")
        assert mine["game"]["id"] == "own"
        (theirs,) = stored(page, "left:game:daily:2026-11-20")
        assert theirs["game"]["id"] == f"of-{other.day}"
        (left_there,) = stored(page, "left:game:bakers-dozen")
        assert left_there["game"]["id"] == "left"
    # Going out again, the file has them all.
    page.locator('[data-action="statistics"]').click()
    with page.expect_download() as started:
        page.locator("dialog [data-data=export]").click()
    out = json.loads(started.value.path().read_text("utf-8"))
    ids = {each["game"]["id"] for each in [*out["games"], *out["left"]]}
    assert {f"of-{TODAY}", "own", f"of-{other.day}", "left"} <= ids
    assert [each for each in stored(page, "record:") if each["id"] == "own"] == []


@still
def test_the_figures_are_of_the_games_that_were_chosen_last(page: Page, site: SiteServer) -> None:
    """Those of the dailies wait for the catalogue of their year."""
    go = hold_back(site, "/2026.jsonl")
    dailies = (entry(n, daily=f"2026-11-0{n}", day=f"2026-11-0{n}") for n in (1, 2, 3))
    before(page, *dailies, entry(9))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address + DEAL)
    ready(page)
    page.locator('[data-action="statistics"]').click()
    page.locator("dialog select").select_option("daily")
    page.locator("dialog select").select_option("bakers-dozen")
    played = "document.querySelector('dialog .tile dd')?.textContent"
    until(page, f"{played} === '1'")
    go.set()
    page.wait_for_timeout(500)
    assert page.evaluate(played) == "1"
    page.locator("dialog select").select_option("daily")
    until(page, f"{played} === '3'")


@still
def test_dailies_are_measured_against_the_known_line(page: Page, site: SiteServer) -> None:
    """Automatic moves are no moves of the player's, but they count on both sides here."""
    days = ["2026-11-02", "2026-11-03", "2026-11-04"]
    lengths = [len(day_of(day).game.plies) for day in days]
    made = [
        entry(n, daily=day, day=day, won=True, moves=31, steps=length + over)
        for n, (day, length, over) in enumerate(zip(days, lengths, (0, 3, -2), strict=True), 1)
    ]
    before(page, *made, entry(9, daily="2026-11-05", day="2026-11-05", won=True))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    page.locator('[data-action="statistics"]').click()
    chart = page.locator("dialog svg[role=list]", has_text="known line")
    words = chart.get_attribute("aria-label") or ""
    assert "3 wins, from −2 to +3" in words
    assert "2 wins took no more than the line" in words
    assert chart.locator(".bright").count() == 2
    grades = page.locator("dialog svg[role=list]").nth(1)
    assert grades.locator("[role=listitem]").count() == 5
    # Today's is not won, nor yesterday's: the streak is over, and what waits can still be won.
    streak = page.locator("dialog .tile", has_text="Days in a row")
    assert streak.locator("dd").first.inner_text() == "0"
    assert page.locator("dialog .tile .icon").count() == 0
    assert "can still be won" in page.locator("dialog .statistics").inner_text()


@pytest.mark.viewport(320, 568)
@pytest.mark.language("uk")
def test_the_pictures_fit_and_axe_finds_nothing(page: Page, site: SiteServer) -> None:
    before(page, *(entry(number) for number in range(60)))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    page.locator("#menu-button").click()
    page.locator('[data-action="statistics"]').click()
    page.locator("dialog select").select_option("bakers-dozen")
    page.locator("dialog svg[role=list]").nth(2).wait_for()
    names = page.evaluate(
        "[...document.querySelectorAll('dialog svg[role=list]')].map((each) => each.ariaLabel)"
    )
    titles = ["Виграші в часі", "Час виграшів", "Ходи у виграшах"]
    assert [name.split(".")[0] for name in names] == titles
    assert page.locator("dialog svg[role=img]").get_attribute("aria-label") == "Виграно 80 % ігор"
    bars = page.locator("dialog svg[role=list]").nth(1).locator("[role=listitem]")
    told = [bar.get_attribute("aria-label") or "" for bar in bars.all()]
    assert sum(int(re.findall(r"(\d+) виграш", words)[0]) for words in told) == 48
    body = "document.querySelector('dialog .panel-body')"
    for size in ("200%", ""):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        assert page.evaluate(f"{body}.scrollWidth <= {body}.clientWidth"), size
    for theme in ("light", "dark", "contrast"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert faults(page) == [], theme


@still
def test_what_earlier_versions_kept_is_led_on_step_by_step(page: Page, site: SiteServer) -> None:
    key, kept = slot(day_of(TODAY))
    old_key, old = slot(day_of("2026-11-20"))
    view = {"status": "won", "piles": {}}
    before(
        page,
        (key, {"save": kept["save"], "address": ""}),  # before there was a record
        (old_key, {"save": old["save"], "address": "", "view": view}),
        ("current", key),
    )
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    moves(page, len(day_of(TODAY).game.plies) - 1)
    (led,) = stored(page, old_key)
    assert (led["game"]["recorded"], "view" in led) == (True, False)
    assert led["save"] == old["save"]
    assert stored(page, "format") == [2]
    tap_move(page, day_of(TODAY).last())
    until(page, WON)
    (won,) = stored(page, "record:")
    assert won["steps"] == won["moves"] == len(day_of(TODAY).game.plies)
    # What a newer version has marked is left alone.
    store(page, "format", 99)
    page.reload()
    ready(page)
    assert stored(page, "format") == [99]
    assert len(stored(page, "record:")) == 1


@still
def test_years_of_dailies_fit_into_the_store(page: Page, site: SiteServer) -> None:
    """A day's game keeps its moves, and the view only while it is on the table, or today's."""
    before(page, slot(day_of("2026-11-20")))
    set_clock(page, ZONE, f"{TODAY}T12:00")
    page.goto(site.address)
    ready(page)
    shows(page, TODAY)
    for day in ("2026-11-20", "2026-11-21"):
        page.evaluate("(day) => { location.hash = `#daily=${day}`; }", day)
        shows(page, day)
    kept = {each["save"]["daily"]: each for each in stored(page, "game:daily:")}
    assert {day for day, each in kept.items() if "view" in each} == {TODAY, "2026-11-21"}
    assert len(json.dumps(kept["2026-11-20"])) < 1000
    page.evaluate("location.hash = '#daily=2026-11-20'")
    shows(page, "2026-11-20")
    moves(page, len(day_of("2026-11-20").game.plies) - 1)


def hide(page: Page, hidden: bool) -> None:
    """Puts another app in front of the page, or takes it away."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, 'visibilityState',
                { get: () => (hidden ? 'hidden' : 'visible'), configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


@still
def test_the_clock_counts_visible_play(page: Page, site: SiteServer) -> None:
    page.clock.install(time="2026-11-30T10:00:00Z")
    page.goto(site.address + DEAL)
    page.clock.run_for(1000)
    ready(page)
    page.clock.run_for(20_000)
    assert count(page, "seconds") == 0  # nothing has been moved yet
    begun = time.monotonic()
    tap_move(page, winning_line("bakers-dozen", "1")[0])
    moves(page, 1)

    def has_played(seconds: float) -> None:
        """Asserts what the clock shows: the page's time goes on beside the test's."""
        most = seconds + 1 + time.monotonic() - begun
        assert seconds - 1 <= count(page, "seconds") <= most

    page.clock.run_for(10_000)
    has_played(10)
    hide(page, True)
    page.clock.fast_forward(600_000)
    hide(page, False)
    page.clock.run_for(1000)
    has_played(11)
    # Frozen in sight: the timers stood still, so the time does not count.
    page.clock.fast_forward(600_000)
    has_played(11)
    page.locator('[data-action="help"]').click()
    page.locator("dialog[open]").wait_for()
    page.clock.run_for(300_000)
    page.keyboard.press("Escape")
    page.clock.run_for(1000)
    has_played(12)
    seconds = count(page, "seconds")
    page.clock.set_system_time("2026-11-29T10:00:00Z")
    page.clock.run_for(1000)
    assert seconds <= count(page, "seconds")
    has_played(13)
    seconds = count(page, "seconds")
    page.reload()
    page.clock.run_for(1000)
    ready(page)
    moves(page, 1)
    assert seconds <= count(page, "seconds")
    has_played(14)


@still
def test_a_full_store_is_said_once_and_the_win_kept_when_there_is_room(
    page: Page, site: SiteServer
) -> None:
    nearly_won(page, site)
    page.evaluate("""() => {
        window.keeping = Storage.prototype.setItem;
        Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    }""")
    page.keyboard.press("u")
    said = "['toast', 'notice'].some((id) => document.getElementById(id).textContent.includes("
    until(page, f"{said}'keeps nothing'))")
    page.keyboard.press("r")
    moves(page, len(day_of(TODAY).game.plies) - 1)
    tap_move(page, day_of(TODAY).last())
    until(page, WON)
    assert stored(page, "record:") == []
    page.evaluate("() => { Storage.prototype.setItem = window.keeping; }")
    page.keyboard.press("u")
    until(page, f"!({WON})")
    page.keyboard.press("r")
    until(page, WON)
    assert [each["won"] for each in stored(page, "record:")] == [True]


@still
@pytest.mark.viewport(320, 568)
def test_one_win_that_took_a_night_leaves_the_others_apart(page: Page, site: SiteServer) -> None:
    before(page, *(entry(5 * n + 1) for n in range(12)), entry(77, won=True, seconds=90_000))
    page.goto(site.address + DEAL)
    ready(page)
    page.evaluate("document.querySelector('[data-action=statistics]').click()")
    chart = page.locator("dialog svg[role=list]", has_text="half by").first  # moves come after
    chart.wait_for()
    bars = [
        each.get_attribute("aria-label") or "" for each in chart.locator("[role=listitem]").all()
    ]
    assert "25:00:00" in bars[-1]
    assert len([bar for bar in bars if ": 0 wins" not in bar]) > 5, bars
    assert chart.evaluate(
        """(chart) => {
            const labels = [...chart.querySelectorAll('.bar-label')];
            const boxes = labels.map((each) => each.getBoundingClientRect());
            return boxes.every((box, i) => !i || box.left > boxes[i - 1].right);
        }"""
    )
