"""The dialogs: texts in and out, games of one's own, settings, rules; and what the solver says."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bakersdozen import cards
from bakersdozen.game import Game
from bakersdozen.notation import format_position
from bakersdozen.variants import VARIANTS
from browsing import ready, until
from days import stored
from table import Step, count, moves, opened, piles, said, status, tap_move, toast, winning_line
from test_large_text import CUT_CHOICES
from tools.server import SiteServer

NAMES = json.loads((Path(__file__).parents[2] / "strings" / "en.json").read_text("utf-8"))
DEAL = "#deal=bakers-dozen:1"
still = pytest.mark.context(reduced_motion="reduce")
# Winnable, and one lift (the jack of hearts) loses it.
NARROW = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS CJDTHTS5"


def wrong(page: Page) -> str:
    """Waits for a dialog's complaint and returns it."""
    until(page, "document.querySelector('dialog .wrong:not([hidden])')")
    return str(page.locator("dialog .wrong").inner_text())


def give(page: Page, action: str) -> None:
    """Gives a command, wherever its button is."""
    page.evaluate("(it) => document.querySelector(`[data-action=${it}]`).click()", action)


def refill(page: Page, text: str) -> str:
    """Tries to import a text that is refused; returns the complaint."""
    page.locator("dialog textarea").wait_for()
    page.evaluate("document.querySelector('dialog .wrong').hidden = true")
    page.locator("dialog textarea").fill(text)
    page.locator("dialog [type=submit]").click()
    return wrong(page)


@still
@pytest.mark.address(DEAL)
def test_import_refuses_what_is_no_board_and_keeps_the_game(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    before = piles(game)
    good = format_position(
        VARIANTS["bakers-dozen"], Game.numbered(VARIANTS["bakers-dozen"], "2").state
    )
    game.locator('[data-action="import"]').click()
    assert refill(game, "") != ""
    first = good[:2]
    assert "Missing" in refill(game, good.replace(first, "", 1))
    assert "spades and others." in refill(game, good[: len(good) // 2])
    assert "More than once" in refill(game, good.replace("AC", "2C", 1))
    assert "not a card" in refill(game, good.replace("AC", "1C", 1))
    started = time.monotonic()
    assert refill(game, "noise " * 170_000) != ""
    assert time.monotonic() - started < 30
    game.keyboard.press("Escape")
    assert piles(game) == before
    game.keyboard.press("u")
    moves(game, 0)


@still
@pytest.mark.address("#deal=freecell:617")
def test_export_and_import_come_back_to_the_same_board(game: Page) -> None:
    for step in winning_line("freecell", "617")[:9]:
        tap_move(game, step)
    moves(game, 9)
    before = piles(game)
    for form in ("board", "position", "json"):
        game.locator('[data-action="export"]').click()
        game.locator("dialog select").select_option(form)
        until(game, "document.querySelector('dialog textarea').value.length > 100")
        text = game.locator("dialog textarea").input_value()
        game.keyboard.press("Escape")
        game.keyboard.press("n")
        until(game, "document.querySelector('[data-count=moves]').textContent === '0'")
        game.locator('[data-action="import"]').click()
        game.locator("dialog textarea").fill(text)
        game.locator("dialog [type=submit]").click()
        until(game, "!document.querySelector('dialog')")
        until(game, "location.hash.startsWith('#position=freecell:')")
        assert {name: set(held) for name, held in piles(game).items()} == {
            name: set(held) for name, held in before.items()
        }, form


@still
@pytest.mark.address(DEAL)
def test_a_position_that_takes_a_games_place_is_called_one(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    game.locator('[data-action="import"]').click()
    game.locator("dialog textarea").fill("KC/KD/KH/KS CQDQHQSQ")
    game.locator("dialog [type=submit]").click()
    until(game, "document.querySelector('#toast:not([hidden]) button')")
    assert toast(game).startswith("Position opened.")
    assert "New deal" not in said(game)


@still
@pytest.mark.language("uk")
@pytest.mark.address(DEAL)
def test_what_is_wrong_begins_with_a_capital_also_with_a_cards_name(game: Page) -> None:
    game.locator('[data-action="import"]').click()
    # All cards in one column, which no play brings there: the complaint begins with its name.
    game.locator("dialog textarea").fill("".join(cards.NAMES) + "/-" * 12)
    game.locator("dialog [type=submit]").click()
    assert wrong(game).startswith("Колонка")


@still
@pytest.mark.address(DEAL)
def test_the_text_is_in_the_form_that_was_chosen_last(game: Page) -> None:
    game.evaluate("""() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (...given) {
            setTimeout(() => post.apply(this, given), 300);
        };
    }""")
    game.locator('[data-action="export"]').click()
    game.locator("dialog select").select_option("json")
    game.locator("dialog select").select_option("words")
    words = game.locator("dialog textarea").input_value()
    assert words.splitlines()[0].endswith("No. 1.")
    game.wait_for_timeout(900)
    assert game.locator("dialog textarea").input_value() == words


@still
@pytest.mark.address(DEAL)
def test_a_game_of_ones_own(game: Page, site: SiteServer) -> None:
    game.locator('[data-action="games"]').click()
    game.locator("dialog button", has_text="New custom game").click()
    game.get_by_label("Name").fill("Cellar")
    game.get_by_label("A space takes").select_option("any")
    game.get_by_label("Cells", exact=True).select_option("2")
    game.get_by_label("Cards in each column").fill("4 4 4")
    game.locator("dialog [type=submit]").click()
    assert "12 cards" in wrong(game)
    game.get_by_label("Cards in each column").fill("7 7 7 7 6 6 6 6")
    game.locator("dialog [type=submit]").click()
    until(game, "location.hash.startsWith('#deal=custom;')")
    until(game, "!document.querySelector('dialog')")
    assert game.locator("#game-name").inner_text() == "Cellar"
    assert {"cell1", "cell2"} <= piles(game).keys()
    assert "cell3" not in piles(game)
    before, address = piles(game), game.evaluate("location.hash")
    game.reload()
    ready(game)
    until(game, "document.querySelectorAll('[data-card]').length === 52")
    assert piles(game) == before
    assert game.locator("#game-name").inner_text() == "Cellar"
    # Whoever is given the address plays the same deal of the same game.
    assert game.context.browser
    other = game.context.browser.new_context().new_page()
    other.goto(site.address + address)
    ready(other)
    until(other, "document.querySelectorAll('[data-card]').length === 52")
    assert piles(other) == before
    other.context.close()
    game.locator('[data-action="games"]').click()
    # What was removed by a slip is brought back to its place.
    remove, back = (game.get_by_role("button", name=name) for name in ("Remove", "Bring it back"))
    remove.click()
    assert [each.get("removed") for each in stored(game, "custom")[0]] == [True]
    back.click()
    assert [each.get("removed") for each in stored(game, "custom")[0]] == [None]
    assert game.locator("dialog .game-item strong").inner_text() == "Cellar"
    remove.click()
    assert game.evaluate("document.activeElement.textContent") == "Bring it back"
    # What is on the table keeps its name, though the list has the game no more.
    game.keyboard.press("Escape")
    until(game, "location.hash.startsWith('#deal=custom;')")
    game.reload()
    ready(game)
    until(game, "document.querySelectorAll('[data-card]').length === 52")
    assert game.locator("#game-name").inner_text() == "Cellar"
    game.locator('[data-action="games"]').click()
    game.locator("dialog .game-row").first.wait_for()
    assert game.locator("dialog .game-item").count() == 0


@still
@pytest.mark.address(DEAL)
def test_each_game_keeps_its_place(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    before = piles(game)
    game.locator('[data-action="games"]').click()
    game.locator("dialog .game-row", has_text="Flower Garden").click()
    until(game, "location.hash.startsWith('#deal=flower-garden:')")
    assert len(piles(game)["reserve"]) == 16
    game.locator('[data-action="games"]').click()
    game.locator("dialog .game-row").first.click()
    until(game, f"location.hash === '{DEAL}'")
    assert piles(game) == before
    assert count(game, "moves") == 1


@still
@pytest.mark.address(DEAL)
def test_the_rules_are_those_of_the_game_played(game: Page, site: SiteServer) -> None:
    seen = {}
    for variant in VARIANTS:
        game.evaluate("(hash) => { location.hash = hash; }", f"#deal={variant}:3")
        name = NAMES[f"variant.{variant}"]
        until(game, f"document.getElementById('game-name').textContent === {name!r}")
        game.locator('[data-action="help"]').click()
        game.locator("dialog .rules").first.wait_for()
        seen[variant] = "\n".join(game.locator("dialog .rules").all_inner_texts())
        game.keyboard.press("Escape")
        until(game, "!document.querySelector('dialog')")
    assert len(set(seen.values())) == len(VARIANTS)
    assert "dead" in seen["bakers-dozen"]
    assert "king only" in seen["portuguese-solitaire"]
    assert "alternate" in seen["castles-in-spain"]
    assert "4 cells" in seen["freecell"]


@still
@pytest.mark.address("#position=bakers-dozen:KC/KD/KH/KSQS CQDQHQSJ")
def test_finish_lifts_everything_and_is_taken_back_as_one(game: Page) -> None:
    before = piles(game)
    game.locator('[data-action="finish"]').click()
    until(game, "document.querySelector('[data-status]').dataset.status === 'won'")
    moves(game, 1)
    assert count(game, "score") >= 760
    assert game.locator('[data-action="finish"]').is_hidden()
    game.keyboard.press("Control+z")
    moves(game, 0)
    assert piles(game) == before
    assert status(game) == "playing"


@still
@pytest.mark.address("#position=bakers-dozen:" + NARROW)
def test_automatic_play_lifts_only_what_is_safe(game: Page) -> None:
    """The jack of hearts may go up, but is still needed as a place to land on."""
    game.locator('[data-action="settings"]').click()
    game.get_by_label("Lift safe cards automatically").check()
    game.keyboard.press("Escape")
    tap_move(game, Step("TS", "b"))
    moves(game, 1)
    assert piles(game)["b"][-2:] == ["JH", "TS"]
    game.keyboard.press("u")
    moves(game, 0)
    # The choice outlives a reload.
    game.reload()
    ready(game)
    tap_move(game, Step("JH", "a"))
    moves(game, 1)
    assert piles(game)["a"][-1] == "JH"


@still
@pytest.mark.address(DEAL)
def test_the_sign_can_be_switched_off(game: Page) -> None:
    sign = game.locator("[data-winnable]")
    until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'yes'")
    game.locator('[data-action="settings"]').click()
    game.get_by_label("Show whether the game can be won").uncheck()
    game.keyboard.press("Escape")
    assert sign.get_attribute("data-winnable") == "off"
    assert sign.is_hidden()
    until(game, "!document.querySelector('dialog') && location.hash.startsWith('#d')")
    game.reload()
    ready(game)
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    assert sign.get_attribute("data-winnable") == "off"


@still
@pytest.mark.address("#deal=freecell:11982")
def test_not_found_is_not_said_to_be_lost_and_can_be_searched_longer(game: Page) -> None:
    """No search of a moment decides the famous deal that cannot be won."""
    until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'unknown'")
    assert "Not known yet" in game.locator("#sign").inner_text()
    game.locator("#sign").click()
    assert "proves nothing" in game.locator("#notice").inner_text()
    game.locator("#notice button", has_text="Search longer").click()
    until(game, "document.querySelector('#notice progress')")
    until(game, "document.querySelector('.figures').textContent.includes('positions')")
    game.locator("#notice button", has_text="Cancel").click()
    until(game, "document.querySelector('#notice progress') === null")
    assert game.locator("[data-winnable]").get_attribute("data-winnable") == "unknown"
    live = "document.getElementById('live')"
    until(game, f"{live}.textContent.includes('Search stopped.')")
    # The table never waits for a search; one that the next move ends is not spoken of.
    game.evaluate(f"{live}.replaceChildren()")
    game.keyboard.press("h")
    game.keyboard.press("h")
    tap_move(game, Step(piles(game)["a"][-1], "cell1"))
    moves(game, 1)
    game.wait_for_timeout(200)
    assert "Search stopped" not in game.evaluate(f"{live}.textContent")


@still
@pytest.mark.address(DEAL)
@pytest.mark.parametrize("action", ["settings", "help", "statistics", "games"])
def test_ten_quick_clicks_open_one_panel(game: Page, action: str) -> None:
    game.evaluate(
        """(action) => {
            const button = document.querySelector(`[data-action="${action}"]`);
            for (let n = 0; n < 10; n++) button.click();
        }""",
        action,
    )
    until(game, "document.querySelector('dialog:modal')")
    game.wait_for_timeout(300)
    assert game.locator("dialog").count() == 1


@still
@pytest.mark.address(DEAL)
@pytest.mark.parametrize(
    ("key", "code", "moves_left"),
    [
        ("z", "KeyZ", 0),
        ("z", "KeyY", 0),  # QWERTZ
        ("z", "KeyW", 0),  # AZERTY
        ("я", "KeyZ", 0),  # Ukrainian
        ("y", "KeyZ", 1),  # QWERTZ's Redo
    ],
)
def test_undo_goes_by_the_letter_and_else_by_the_place(
    game: Page, key: str, code: str, moves_left: int
) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    game.evaluate(
        """([key, code]) => document.querySelector('[data-pile]').dispatchEvent(
            new KeyboardEvent('keydown', { key, code, ctrlKey: true, bubbles: true }))""",
        [key, code],
    )
    game.wait_for_timeout(200)
    moves(game, moves_left)


@pytest.mark.address(DEAL)
def test_a_worker_that_ends_without_a_word_is_replaced(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    game.workers[0].evaluate("() => { self.close(); }")
    game.keyboard.press("u")
    until(game, "document.getElementById('live').textContent.includes('starting again')")
    ready(game)
    moves(game, 1)
    game.keyboard.press("u")
    moves(game, 0)


def custom_game(page: Page) -> None:
    """Opens the form for a game of one's own."""
    give(page, "games")
    page.locator("dialog button", has_text="New custom game").click()
    page.get_by_label("Cards in each column").wait_for()
    until(page, "document.querySelectorAll('dialog').length === 1")


@still
@pytest.mark.address(DEAL)
def test_games_of_ones_own_are_told_apart(game: Page) -> None:
    for sizes, space in (("7 7 7 7 6 6 6 6", "any"), ("13 13 13 13", "king")):
        custom_game(game)
        game.get_by_label("Cards in each column").fill(sizes)
        game.get_by_label("A space takes").select_option(space)
        game.locator("dialog [type=submit]").click()
        until(game, "!document.querySelector('dialog')")
    game.locator('[data-action="games"]').click()
    game.locator("dialog .game-item .game-row").first.wait_for()
    rows = game.locator("dialog .game-item .game-row").all_inner_texts()
    assert len(rows) == 2
    assert rows[0].startswith("My game\n")
    assert rows[1].startswith("My game 2\n")
    assert "4 × 7 + 4 × 6" in rows[0]
    assert "4 × 13" in rows[1]


@still
@pytest.mark.address(DEAL)
def test_a_parameter_that_does_not_fit_is_named_with_what_it_may_be(game: Page) -> None:
    custom_game(game)
    for sizes in ("abc", "4 4 4 4 4 4 4 4 4 4 4 4 3 1"):
        game.evaluate("document.querySelector('dialog .wrong').hidden = true")
        game.get_by_label("Cards in each column").fill(sizes)
        game.locator("dialog [type=submit]").click()
        assert "“Cards in each column” does not fit: 1 to 13" in wrong(game)
    game.keyboard.press("Escape")
    game.evaluate("location.hash = '#deal=custom;columns=26.26;cells=9:1'")
    until(game, "document.getElementById('toast').textContent.includes('Cells')")
    assert "from 0 to 4" in game.locator("#toast").inner_text()
    # What is no parameter is not taken for a field of the dialog.
    game.evaluate("location.hash = '#deal=custom;columns=26.26;name=x:1'")
    until(game, "document.getElementById('toast').textContent.includes('(name)')")


@still
@pytest.mark.address(DEAL)
def test_the_chooser_leads_with_games_and_says_once_what_a_space_is_worth(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    give(game, "games")
    game.locator("dialog .game-row").first.wait_for()
    # The game on the table has the focus; the number comes last.
    assert game.evaluate("document.activeElement.getAttribute('aria-current')") == "true"
    order = game.evaluate("""[...document.querySelectorAll('dialog .game-row, dialog form input')]
        .map((each) => each.localName)""")
    assert order == ["button"] * len(VARIANTS) + ["input"]
    words = game.locator("dialog .panel-body").inner_text()
    for space in ("nothing", "king", "any"):
        assert words.count(NAMES[f"games.space.{space}"]) == 1
    game.locator("dialog .game-row", has_text="FreeCell").click()
    until(game, "location.hash.startsWith('#deal=freecell:')")
    give(game, "games")
    begun = game.locator("dialog .game-row", has_text="in progress, 1 move")
    assert begun.inner_text().startswith("Baker’s Dozen")
    assert begun.count() == 1


@still
@pytest.mark.address(DEAL)
@pytest.mark.parametrize(
    "action", ["games", "settings", "statistics", "daily", "import", "export", "help", "about"]
)
def test_each_stop_of_the_tab_key_has_a_name_and_the_first_is_no_way_out(
    game: Page, action: str
) -> None:
    if action == "about":
        give(game, "help")
        game.locator("dialog [data-action=about]").wait_for()
    give(game, action)
    game.locator("dialog[open]").nth(1 if action == "about" else 0).wait_for()
    until(game, "document.activeElement.closest('dialog:last-of-type') !== null")
    assert not game.evaluate("document.activeElement.matches('.panel-close')")
    game.wait_for_timeout(400)
    stops = game.evaluate("""[...document.querySelectorAll('dialog[open]:last-of-type *')]
        .filter((each) => each.tabIndex >= 0 && each.checkVisibility())
        .filter((each) => !each.ariaLabel && !each.labels?.length && !each.innerText?.trim())
        .map((each) => each.outerHTML.slice(0, 100))""")
    assert stops == []


@still
@pytest.mark.address(DEAL)
def test_a_closed_panel_takes_no_focus_from_what_it_led_to(game: Page) -> None:
    """The event of its closing comes late on a busy machine."""
    give(game, "settings")
    game.locator("dialog[open]").wait_for()
    game.evaluate("""() => {
        document.querySelector('dialog').close();
        document.getElementById('sign').focus();
    }""")
    until(game, "!document.querySelector('dialog')")
    assert game.evaluate("document.activeElement.id") == "sign"


@still
@pytest.mark.viewport(320, 568)
@pytest.mark.address(DEAL)
def test_choices_below_each_other_are_of_one_width(game: Page) -> None:
    widths = """[...document.querySelectorAll('dialog .row select')].map((each) =>
        [each.className, each.getBoundingClientRect().left, each.getBoundingClientRect().right])"""
    for own in (False, True):
        if own:
            custom_game(game)
        else:
            give(game, "settings")
        game.locator("dialog .row select").first.wait_for()
        found = game.evaluate(widths)
        assert len(found) > 4
        for kind in ("", "short"):
            assert len({(left, right) for name, left, right in found if name == kind}) <= 1
        game.keyboard.press("Escape")
        until(game, "!document.querySelector('dialog')")


@still
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_no_choice_is_cut(page: Page, site: SiteServer, language: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(
        f"Object.defineProperty(navigator, 'languages', {{ get: () => ['{language}'] }})"
    )
    page.goto(site.address + DEAL)
    ready(page)
    give(page, "games")
    page.locator("dialog .game-list > .button").last.click()
    page.locator("dialog form select").first.wait_for()
    assert page.evaluate(CUT_CHOICES) == []


def kept_file(page: Page, path: Path) -> dict[str, Any]:
    """Saves everything that is kept to a file, and returns what is in it."""
    page.locator('[data-action="statistics"]').click()
    with page.expect_download() as download:
        page.locator('[data-data="export"]').click()
    download.value.save_as(path)
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


@still
@pytest.mark.address(DEAL)
def test_a_file_is_mended_where_it_can_be_and_refused_where_not(game: Page, tmp_path: Path) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    path = tmp_path / "kept.json"
    content = kept_file(game, path)
    game.keyboard.press("Escape")
    until(game, "!document.querySelector('dialog') && location.hash.startsWith('#d')")
    chooser = '[data-data="import"]'
    for seconds in (-5, "abc", 1e300, None):
        for kept in content["games"]:
            kept["save"]["seconds"] = seconds
        path.write_text(json.dumps(content), "utf-8")
        game.evaluate("localStorage.clear()")
        game.goto("about:blank")
        game.go_back()
        ready(game)
        game.locator('[data-action="statistics"]').click()
        game.locator(chooser).set_input_files(path)
        until(game, "document.querySelector('dialog .remark')?.textContent")
        game.keyboard.press("Escape")
        assert game.locator("#clock").inner_text().startswith("0:")
        kept = game.evaluate(
            "Object.entries(localStorage).filter(([key]) => key.includes(':game:'))"
            ".map(([, text]) => JSON.parse(text).save.seconds)"
        )
        assert all(isinstance(each, int | float) and 0 <= each < 100 for each in kept), seconds
        until(game, "!document.querySelector('dialog') && location.hash.startsWith('#d')")
    forms: list[Any] = [None, [], 0, "1"]
    for form in forms:
        path.write_text(json.dumps({**content, "format": form}), "utf-8")
        game.locator('[data-action="statistics"]').click()
        game.locator(chooser).set_input_files(path)
        assert "damaged" in wrong(game)
        # Nothing is left standing that was said of an earlier file.
        assert game.locator("dialog .remark").first.inner_text() == ""
        game.keyboard.press("Escape")
        until(game, "!document.querySelector('dialog')")


IN_ONE_ROW = """(() => {
    const [text, actions] = ['.notice-text', '.notice-actions'].map((part) =>
        document.querySelector(`#notice[data-kind=show] ${part}`)?.getBoundingClientRect());
    return actions && text.right <= actions.left && text.top < actions.bottom
        && actions.top < text.bottom;
})()"""


@still
@pytest.mark.language("uk")
@pytest.mark.parametrize("deal", ["1", "2"])
def test_a_shown_solution_is_laid_out_alike_in_every_game(
    page: Page, site: SiteServer, deal: str
) -> None:
    """However many moves it has: the one of deal 2 has three figures."""
    page.goto(f"{site.address}#deal=bakers-dozen:{deal}")
    ready(page)
    opened(page)
    page.evaluate("document.querySelector('[data-action=solve]').click()")
    until(page, IN_ONE_ROW)
    page.set_viewport_size({"width": 320, "height": 568})
    until(page, IN_ONE_ROW)


@pytest.mark.viewport(360, 640)
@pytest.mark.address("#deal=bakers-dozen:1")
def test_a_deal_is_found_by_its_number_as_it_is_written_and_a_refusal_is_seen(game: Page) -> None:
    game.evaluate("document.querySelector('[data-action=games]').click()")
    number = game.locator("dialog input[inputmode=numeric]")
    number.fill("abc")
    number.press("Enter")
    refusal = game.locator("dialog .wrong", has_text="not a deal number")
    refusal.wait_for()
    assert "from 1 to 1,000,000,000,000,000,000." in refusal.inner_text()
    assert refusal.evaluate(
        """(element) => {
            const { top, bottom } = element.getBoundingClientRect();
            const view = element.closest('.panel-body').getBoundingClientRect();
            return top >= view.top - 1 && bottom <= Math.min(view.bottom, innerHeight) + 1;
        }"""
    )
    number.fill("No. 1,000")
    number.press("Enter")
    until(game, "location.hash === '#deal=bakers-dozen:1000'")
