"""Whole games and single moves at the table, by every kind of hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browsing import Complaints, hold_back, ready, speaking, until
from days import on_the_built_day, stored
from table import (
    Step,
    card,
    count,
    drag_move,
    fast_move,
    key_move,
    moves,
    opened,
    pile,
    piles,
    point,
    reached,
    resting,
    said,
    settle,
    status,
    tap,
    tap_move,
    toast,
    touch_move,
    walk_to,
    winning_line,
)
from tools.server import SiteServer

DEAL = "#deal=bakers-dozen:1"
still = pytest.mark.context(reduced_motion="reduce")

LIVE = "document.getElementById('live').textContent"


def play_through(
    page: Page, line: tuple[Step, ...], hand: Callable[[Page, Step], None], start: int = 0
) -> None:
    for number, step in enumerate(line, start=start + 1):
        hand(page, step)
        moves(page, number)


@still
@pytest.mark.address(DEAL)
@pytest.mark.parametrize("hand", [tap_move, drag_move])
def test_won_by_pointer(game: Page, hand: Callable[[Page, Step], None]) -> None:
    play_through(game, winning_line("bakers-dozen", "1"), hand)
    assert status(game) == "won"
    assert count(game, "foundations") == 52
    assert [len(piles(game)[suit]) for suit in "CDHS"] == [13] * 4
    assert "won" in said(game)


@still
@pytest.mark.address(DEAL)
def test_won_by_keys(game: Page) -> None:
    game.keyboard.press("Tab")
    while not game.evaluate("document.activeElement.closest('[data-pile]')"):
        game.keyboard.press("Tab")
    line = winning_line("bakers-dozen", "1")
    for number, step in enumerate(line, start=1):
        key_move(game, step)
        moves(game, number)
        assert game.evaluate("document.activeElement !== document.body")
    assert status(game) == "won"


@still
@pytest.mark.touch
@pytest.mark.viewport(360, 640)
@pytest.mark.address(DEAL)
def test_won_by_touch_on_a_phone(game: Page) -> None:
    play_through(game, winning_line("bakers-dozen", "1"), touch_move)
    assert status(game) == "won"


# Deals that the solver wins quickly; between them they use spaces, kings, cells, runs and reserve.
@still
@pytest.mark.parametrize(
    ("variant", "deal"),
    [
        ("spanish-patience", "1"),
        ("spanish-patience-as-dealt", "2"),
        ("castles-in-spain", "1"),
        ("portuguese-solitaire", "2"),
        ("good-measure", "1"),
        ("bakers-dozen-1883", "1"),
        ("flower-garden", "8"),
        ("freecell", "1"),
    ],
)
def test_every_game_to_its_end(page: Page, site: SiteServer, variant: str, deal: str) -> None:
    line = winning_line(variant, deal)
    page.goto(f"{site.address}#deal={variant}:{deal}")
    ready(page)
    until(page, f"location.hash === '#deal={variant}:{deal}'")
    play_through(page, line, tap_move)
    assert status(page) == "won"


@pytest.mark.address(DEAL)
def test_undo_redo_restart(game: Page) -> None:
    start = piles(game)
    line = winning_line("bakers-dozen", "1")[:6]
    play_through(game, line, tap_move)
    after = piles(game)
    for left in range(5, -1, -1):
        game.locator('[data-action="undo"]').click()
        moves(game, left)
    assert piles(game) == start
    for done in range(1, 7):
        game.keyboard.press("r")
        moves(game, done)
    assert piles(game) == after
    game.locator('[data-action="restart"]').click()
    moves(game, 0)
    assert piles(game) == start
    game.locator('[data-action="redo"]').click()
    until(game, "document.querySelector('[data-count=moves]').textContent !== '0'")


@pytest.mark.address(DEAL)
def test_hammered_undo_ends_in_the_right_place(game: Page) -> None:
    line = winning_line("bakers-dozen", "1")[:40]
    start = piles(game)
    play_through(game, line, tap_move)
    after = piles(game)
    for _ in range(40):
        game.keyboard.press("u")
    moves(game, 0)
    assert piles(game) == start
    for _ in range(40):
        game.keyboard.press("r")
    moves(game, 40)
    assert piles(game) == after
    settle(game)
    # Nothing hangs in mid-flight: each card is where its place says.
    adrift = game.evaluate("""[...document.querySelectorAll('[data-card]')].filter((card) =>
        getComputedStyle(card.parentElement).transform !== 'none').length""")
    assert adrift == 0
    step = winning_line("bakers-dozen", "1")[40]
    drag_move(game, step)
    moves(game, 41)


@pytest.mark.address(DEAL)
def test_reload_in_the_middle(game: Page) -> None:
    line = winning_line("bakers-dozen", "1")[:12]
    play_through(game, line, tap_move)
    for _ in range(3):
        game.keyboard.press("u")
    moves(game, 9)
    before = piles(game)
    game.reload()
    assert piles(game) == before  # from what was kept, before the engine is there
    ready(game)
    until(game, "document.querySelector('[data-action=redo]').ariaDisabled !== 'true'")
    for done in (10, 11, 12):
        game.keyboard.press("r")
        moves(game, done)
    for left in range(11, -1, -1):
        game.keyboard.press("u")
        moves(game, left)
    assert piles(game)["a"] == ["5S", "4H", "6H", "7C"]


@pytest.mark.address(DEAL)
def test_wrong_moves_are_refused_with_their_reason(game: Page) -> None:
    before = piles(game)
    for name, to, reason in (
        ("QH", "a", "Only the top card"),  # second card down
        ("7C", "b", "packed down by one rank"),
        ("7C", "C", "needs the ace of clubs"),
        (
            "7C",
            "D",
            "needs the ace of diamonds next; the seven of clubs has to wait for the ace of",
        ),
        ("AC", "D", "needs the ace of diamonds next; the ace of clubs goes on its own suit"),
    ):
        tap_move(game, Step(name, to))
        until(
            game,
            f"!document.getElementById('toast').hidden && {reason!r} && "
            f"document.getElementById('toast').textContent.includes({reason!r})",
        )
        assert reason in said(game)
        assert piles(game) == before
        # Another place can be tried at once: what was in hand still is.
        holds(game, *([] if reason == "Only the top card" else [name]))
        game.keyboard.press("Escape")
    assert count(game, "moves") == 0


def holds(page: Page, *cards: str) -> None:
    """Waits until a card, or none, is in hand: while an answer is on its way nobody knows."""
    until(
        page,
        "String([...document.querySelectorAll('[data-picked]')].map((card) => card.dataset.card))"
        f" === '{','.join(cards)}'",
    )


@pytest.mark.address(DEAL)
def test_a_tap_on_another_card_takes_that_one_and_says_why_the_first_stays(game: Page) -> None:
    tap(game, "7C")
    tap(game, "AC")
    holds(game, "AC")
    until(game, "document.getElementById('toast').textContent.includes('packed down by one rank')")
    assert count(game, "moves") == 0
    game.mouse.click(*point(game, '[data-pile="C"]'))
    moves(game, 1)
    assert piles(game)["C"] == ["AC"]


@pytest.mark.address(DEAL)
@pytest.mark.parametrize("clicks", [2, 10])
def test_a_double_tap_sends_a_card_whatever_was_in_hand(game: Page, clicks: int) -> None:
    tap(game, "7C")
    x, y = point(game, '[data-card="AC"]')
    for _ in range(clicks):
        game.mouse.click(x, y, delay=0)
    moves(game, 1)
    game.wait_for_timeout(300)
    assert count(game, "moves") == 1
    assert piles(game)["C"] == ["AC"]
    holds(game)


@pytest.mark.address(DEAL)
def test_a_covered_card_or_a_foundation_takes_nothing_out_of_the_hand(game: Page) -> None:
    card(game, "AC").dblclick()
    moves(game, 1)
    settle(game)
    tap(game, "7C")
    for selector, reason in (
        ('[data-card="QH"]', "packed down by one rank"),  # covered, in another column
        ('[data-card="6H"]', "Only the top card"),  # covered, in its own
        ('[data-card="AC"]', "needs the two of clubs"),
    ):
        game.mouse.click(*point(game, selector))
        until(game, f"document.getElementById('toast').textContent.includes({reason!r})")
        holds(game, "7C")


@pytest.mark.address(DEAL)
def test_a_covered_card_taken_before_an_answer_came_is_let_go_with_it(game: Page) -> None:
    game.evaluate("""() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (...given) {
            setTimeout(() => post.apply(this, given), 1000);
        };
    }""")
    tap_move(game, Step("7C", "C"))
    game.keyboard.press("Escape")
    tap(game, "4H")
    holds(game, "4H")
    holds(game)
    until(game, "document.getElementById('toast').textContent.includes('Only the top card')")
    assert count(game, "moves") == 0


@still
@pytest.mark.parametrize(
    ("address", "first", "other"),
    [
        ("#deal=flower-garden:8", "column", "reserve"),
        ("#deal=flower-garden:8", "reserve", "reserve"),
        (
            "#position=freecell:KSQHJSTH9S/KHQSJHTS9H/QDJCTD9C/KDQCJDTC9D/KC C8D8H8S8",
            "cell1",
            "cell2",
        ),
    ],
)
def test_cells_and_the_reserve_give_their_cards_as_columns_do(
    page: Page, site: SiteServer, address: str, first: str, other: str
) -> None:
    page.goto(site.address + address)
    ready(page)
    opened(page)
    if first == "cell1":
        for number, (top, cell) in enumerate((("9S", first), ("9H", other)), start=1):
            tap_move(page, Step(top, cell))
            moves(page, number)
    until(page, "document.querySelector('[data-open]')")
    free = page.evaluate(
        "[...document.querySelectorAll('[data-open]')].map((card) => card.dataset.card)"
    )
    there = {name: [each for each in cards if each in free] for name, cards in piles(page).items()}
    columns = [there[name] for name in "abcdef" if there.get(name)]
    one = columns[0][-1] if first == "column" else there[first][0]
    two = there[other][-1]
    made = count(page, "moves")
    settle(page)
    tap(page, one)
    holds(page, one)
    tap(page, two)
    holds(page, two)
    assert count(page, "moves") == made


CROWDED = (
    "#position=freecell:KC8S7H6S/9D/KDTCJCQC/KH9CTDJD/KS8CTHJH/TSJSQS7C/6C6D8D7D/6H8H7S9S "
    "C5D5H5S4 5SQDQH9H"
)


@still
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "3 cards are too many: only 1 can move at a time now."),
        ("uk", "Забагато карт (3): зараз разом можна перенести лише 1 карту."),
    ],
)
def test_a_run_that_is_too_long_says_how_many_may_go(
    page: Page, site: SiteServer, language: str, words: str
) -> None:
    speaking(page, language)
    page.goto(site.address + CROWDED)
    ready(page)
    opened(page)
    tap(page, "8S")
    until(page, f"document.getElementById('toast').textContent === {words!r}")
    holds(page)
    assert said(page) == words


@pytest.mark.address(DEAL)
def test_a_move_refused_by_keys_leaves_the_card_in_hand(game: Page) -> None:
    card(game, "7C").focus()
    game.keyboard.press("Enter")
    walk_to(game, "C")
    game.keyboard.press("Enter")
    until(game, "document.getElementById('toast').textContent.includes('needs the ace of clubs')")
    holds(game, "7C")
    assert card(game, "7C").get_attribute("aria-pressed") == "true"
    game.keyboard.press("Escape")
    holds(game)
    assert "put back" in said(game)


@pytest.mark.address(DEAL)
def test_a_refused_drag_returns(game: Page) -> None:
    before = card(game, "7C").bounding_box()
    drag_move(game, Step("7C", "b"))
    until(game, "!document.getElementById('toast').hidden")
    settle(game)
    assert card(game, "7C").bounding_box() == before


@pytest.mark.address(DEAL)
@pytest.mark.viewport(390, 844)
def test_a_whole_game_is_played_without_a_pause(game: Page) -> None:
    """Cards are still in flight when the next is tapped: the state of the table counts."""
    line = winning_line("bakers-dozen", "1")
    for number, step in enumerate(line, start=1):
        fast_move(game, step)
        if number % 10 == 0:
            moves(game, number)
    moves(game, len(line))
    assert status(game) == "won"


@pytest.mark.address(DEAL)
def test_a_tap_in_a_flight_path_means_what_lies_there(game: Page) -> None:
    card(game, "AC").dblclick()
    until(game, "document.querySelector('[data-card=AC]').closest('[data-pile=C]')")
    game.evaluate("document.getAnimations().forEach((each) => { each.pause(); })")
    # The ace hangs where it lay; the card that it set free is the one that is meant.
    freed = piles(game)["e"][-1]
    game.mouse.click(*resting(game, f'[data-card="{freed}"]'))
    assert game.evaluate("document.querySelector('[data-picked]').dataset.card") == freed


@pytest.mark.address(DEAL)
@pytest.mark.parametrize("hand", ["tap", "drag"])
def test_a_covered_card_says_at_once_why_it_stays(game: Page, hand: str) -> None:
    before = card(game, "QH").bounding_box()
    if hand == "tap":
        tap(game, "QH")
    else:
        x, y = point(game, '[data-card="QH"]')
        game.mouse.move(x, y)
        game.mouse.down()
        game.mouse.move(x + 40, y + 40)
        assert game.locator(".lifted").count() == 0
    until(game, "document.getElementById('toast').textContent.includes('Only the top card')")
    assert game.locator("[data-picked], [data-target]").count() == 0
    game.mouse.up()
    settle(game)
    assert card(game, "QH").bounding_box() == before
    assert count(game, "moves") == 0


@still
@pytest.mark.address(DEAL)
def test_a_dropped_card_goes_to_the_target_that_it_covers_most(game: Page) -> None:
    """It lies over its foundation and, more, over the next: the target counts, unless brushed."""
    x, y = point(game, '[data-card="AC"]')
    for share, landed in ((0.1, False), (0.25, True)):
        goal = pile(game, "C").bounding_box()
        here = card(game, "AC").bounding_box()
        assert goal
        assert here
        dx = goal["x"] + (1 - share) * here["width"] - here["x"]
        dy = goal["y"] - here["y"]
        game.mouse.move(x, y)
        game.mouse.down()
        game.mouse.move(x + dx / 2, y + dy / 2)
        game.mouse.move(x + dx, y + dy)
        over = "C" if landed else "D"
        until(game, f"document.querySelector('[data-over]')?.dataset.pile === '{over}'")
        game.mouse.up()
        moves(game, int(landed))
        settle(game)
        assert (piles(game)["C"] == ["AC"]) is landed


@pytest.mark.address(DEAL)
def test_motion_gives_way_to_whatever_comes(game: Page) -> None:
    line = winning_line("bakers-dozen", "1")[:6]
    start = piles(game)
    for number, step in enumerate(line, start=1):
        fast_move(game, step)
        moves(game, number)
        game.keyboard.press("u")  # in mid-flight
        moves(game, number - 1)
        game.keyboard.press("r")
        moves(game, number)
    for _ in line:
        game.keyboard.press("u")
    moves(game, 0)
    settle(game)
    assert piles(game) == start
    drift = game.evaluate("""[...document.querySelectorAll('.place')].filter((place) =>
        getComputedStyle(place).transform !== 'none').length""")
    assert drift == 0


@still
@pytest.mark.address(DEAL)
def test_a_switch_reaches_every_move(game: Page) -> None:
    """Switches and screen readers press a button without a pointer, one after the other."""
    press = "(selector) => { document.querySelector(selector).click(); }"
    line = winning_line("bakers-dozen", "1")
    for number, step in enumerate(line, start=1):
        game.evaluate(press, f'[data-card="{step.card}"]')
        last = piles(game)[step.to][-1:]
        goal = f'[data-card="{last[0]}"]' if last else f'[data-pile="{step.to}"] .slot-button'
        game.evaluate(press, goal)
        moves(game, number)
    assert status(game) == "won"


@pytest.mark.address(DEAL)
def test_targets_are_shown_while_a_card_is_picked_up(game: Page) -> None:
    tap(game, "AC")
    shown = game.evaluate(
        "[...document.querySelectorAll('[data-target]')].map((p) => p.dataset.pile)"
    )
    assert sorted(shown) == ["C", "h"]  # onto the two of spades, too
    assert game.evaluate("document.querySelector('[data-picked]').dataset.card") == "AC"
    game.keyboard.press("Escape")
    assert game.evaluate("document.querySelectorAll('[data-target], [data-picked]').length") == 0


@pytest.mark.address(DEAL)
def test_double_click_and_right_click_go_up(game: Page) -> None:
    card(game, "AC").dblclick()
    moves(game, 1)
    card(game, "AS").click(button="right")
    moves(game, 2)
    assert piles(game)["C"] == ["AC"]
    assert piles(game)["S"] == ["AS"]


@pytest.mark.address(DEAL)
def test_ten_fast_clicks_make_one_move(game: Page) -> None:
    box = card(game, "AC").bounding_box()
    for _ in range(10):
        game.mouse.click(box["x"] + 20, box["y"] + 10, delay=0)
    moves(game, 1)
    game.wait_for_timeout(300)
    assert count(game, "moves") == 1


@pytest.mark.address(DEAL)
def test_keys_work_on_a_cyrillic_layout(game: Page) -> None:
    """The keys say where they are on the board, not which letter they type."""
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    press = """(code, key, ctrlKey) => (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { code, key, ctrlKey, bubbles: true, cancelable: true }))"""
    for code, key, ctrl, after in (
        ("KeyU", "г", False, 0),
        ("KeyR", "к", False, 1),
        ("KeyZ", "я", True, 0),
        ("KeyY", "н", True, 1),
    ):
        game.evaluate(f"({press})({code!r}, {key!r}, {str(ctrl).lower()})")
        moves(game, after)


@pytest.mark.address(DEAL)
def test_keys_rest_in_fields_and_dialogs(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    game.locator('[data-action="games"]').click()
    game.locator("dialog input").first.fill("")
    game.keyboard.type("un")
    game.keyboard.press("Tab")
    game.keyboard.press("u")
    game.wait_for_timeout(200)
    assert count(game, "moves") == 1
    game.keyboard.press("Escape")
    until(game, "!document.querySelector('dialog')")
    assert game.evaluate("document.activeElement.dataset.action") == "games"


@pytest.mark.address(DEAL)
def test_deal_by_number(game: Page) -> None:
    game.locator('[data-action="games"]').click()
    field = game.locator("dialog input").first
    field.fill("nonsense")
    field.press("Enter")
    until(game, "document.querySelector('dialog .wrong:not([hidden])')")
    assert "nonsense" in game.locator("dialog .wrong").inner_text()
    field.fill("1000")
    field.press("Enter")
    until(game, "location.hash === '#deal=bakers-dozen:1000'")
    until(game, "!document.querySelector('dialog')")
    # The game left behind can be taken up again.
    assert piles(game)["a"] != ["5S", "4H", "6H", "7C"]


@pytest.mark.address(DEAL)
def test_new_deal_can_be_taken_back(game: Page) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    before = piles(game)
    game.keyboard.press("n")
    until(game, f"location.hash !== '{DEAL}'")
    until(game, "document.querySelector('.toast-button')")
    game.locator(".toast-button").click()
    until(game, f"location.hash === '{DEAL}'")
    assert piles(game) == before


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#deal=bakers-dozen:zero", "not a deal number"),
        ("#deal=no-such-game:1", "no such game"),
        ("#position=bakers-dozen:AC/2C", "Missing"),
        ("#rubbish", "names no game"),
    ],
)
def test_bad_addresses_leave_the_game_alone(game: Page, address: str, words: str) -> None:
    opened(game)
    before, hash_before = piles(game), game.evaluate("location.hash")
    game.evaluate(f"location.hash = {address!r}")
    until(game, f"document.getElementById('toast').textContent.includes({words!r})")
    assert piles(game) == before
    assert game.evaluate("location.hash") == hash_before


DAMAGE = """(change) => {
    const key = Object.keys(localStorage).find((each) => each.endsWith('game:bakers-dozen'));
    const kept = JSON.parse(localStorage[key]);
    for (const [path, value] of Object.entries(change)) {
        const names = path.split('.');
        const last = names.pop();
        names.reduce((place, name) => place[name], kept)[last] = value;
    }
    Storage.prototype.setItem = () => undefined;  // the page keeps its game when it closes
    localStorage[key] = JSON.stringify(kept);
}"""


@pytest.mark.address(DEAL)
@pytest.mark.parametrize(
    "change",
    [
        {"save.plies": ["zz"]},
        {"save.seconds": -5},
        {"save.seconds": "abc"},
        {"save": 1},
        {"save": []},
        {"save.cursor": 99, "view": {}},
    ],
    ids=str,
)
def test_a_damaged_save_is_set_aside(game: Page, change: dict[str, object]) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    game.evaluate(DAMAGE, change)
    game.reload()
    ready(game)
    until(game, "document.getElementById('toast').textContent.includes('damaged')")
    aside = game.evaluate("Object.keys(localStorage).filter((key) => key.includes(':damaged:'))")
    assert len(aside) == 1
    assert status(game) == "playing"
    settle(game)
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)


@pytest.mark.address(DEAL)
@pytest.mark.parametrize("view", [{}, 5, {"piles": {"a": ["QX"]}}], ids=str)
def test_a_game_whose_kept_view_is_damaged_goes_on(game: Page, view: object) -> None:
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    game.evaluate(DAMAGE, {"view": view})
    game.reload()
    ready(game)
    moves(game, 1)
    game.keyboard.press("u")
    moves(game, 0)


@pytest.mark.address("#deal=bakers-dozen-1883:3")
def test_a_hint_in_the_closed_game_says_what_it_rests_on(game: Page) -> None:
    until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'yes'")
    game.locator('[data-action="hint"]').click()
    until(
        game,
        "/wins in [1-8] of 8 layouts tried/.test(document.getElementById('toast').textContent)",
    )
    # What the sign knows of the hidden cards stays.
    assert game.locator("[data-winnable]").get_attribute("data-winnable") == "yes"


@pytest.mark.address("#position=bakers-dozen:KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS CJDTHTS5")
def test_the_sign_and_the_hint_know_which_lift_loses(game: Page) -> None:
    until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'yes'")
    tap_move(game, Step("JH", "H"))
    until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'no'")
    game.keyboard.press("u")
    until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'yes'")
    game.locator('[data-action="hint"]').click()
    until(game, "document.querySelector('[data-card][data-hint]')")
    hint = game.evaluate(
        """[document.querySelector('[data-card][data-hint]').dataset.card,
            document.querySelector('[data-pile][data-hint]').dataset.pile]"""
    )
    assert hint != ["JH", "H"]


@still
@pytest.mark.address("#position=bakers-dozen:KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS CJDTHTS5")
def test_where_it_was_lost(game: Page) -> None:
    tap_move(game, Step("JH", "H"))
    moves(game, 1)
    until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'no'")
    game.locator("#sign").click()
    game.locator("#notice button", has_text="Where was it lost").click()
    until(game, "document.getElementById('notice').textContent.includes('Move 1 lost the game')")
    assert "jack of hearts" in game.locator("#notice").inner_text()
    game.locator("#notice button", has_text="Go back there").click()
    moves(game, 0)
    until(game, "document.querySelector('[data-winnable]').dataset.winnable === 'yes'")


@still
@pytest.mark.address("#position=bakers-dozen:KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS CJDTHTS5")
def test_a_solution_waits_behind_a_dialog(game: Page) -> None:
    game.locator('[data-action="solve"]').click()
    reached(game, 1)
    game.locator('[data-action="settings"]').click()
    game.locator("dialog:modal").wait_for()
    game.wait_for_timeout(100)  # a move that was on its way
    waiting = count(game, "moves")
    game.wait_for_timeout(1300)
    assert count(game, "moves") == waiting
    game.keyboard.press("Escape")
    reached(game, waiting + 1)


@still
@pytest.mark.address("#position=bakers-dozen:KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS CJDTHTS5")
def test_a_solution_plays_itself_and_can_be_stopped(game: Page) -> None:
    game.locator('[data-action="solve"]').click()
    reached(game, 2)
    game.locator("#notice button", has_text="Stop").click()
    until(game, "document.getElementById('notice').hidden")
    stopped = count(game, "moves")
    game.wait_for_timeout(900)
    assert count(game, "moves") == stopped
    until(game, f"{LIVE}.includes('Stopped at move {stopped} of')")
    game.locator('[data-action="solve"]').click()
    reached(game, stopped + 1)
    game.keyboard.press("Escape")
    until(game, "document.getElementById('notice').hidden")
    stopped = count(game, "moves")
    game.wait_for_timeout(900)
    assert count(game, "moves") == stopped
    game.evaluate("document.getElementById('live').replaceChildren()")
    game.locator('[data-action="solve"]').click()
    until(game, "document.querySelector('[data-status]').dataset.status === 'won'")
    # Nothing is advised that is being done.
    assert "Finish" not in game.evaluate(LIVE)


def test_early_moves_are_queued_and_explained(page: Page, site: SiteServer) -> None:
    """Cards can be played before the engine answers; what is wrong is explained once it can."""
    on_the_built_day(page, site)
    go = hold_back(site, "runtime/")
    page.goto(site.address)
    until(page, "document.querySelectorAll('[data-card]').length === 52")
    until(page, "!document.getElementById('starting').hidden")
    assert page.evaluate("document.documentElement.dataset.engine") == "booting"
    opens = [name for name in piles(page) if name in "abcdefghijklm" and piles(page)[name]]
    tops = [piles(page)[name][-1] for name in opens]
    early = late = None
    for top, source in zip(tops, opens, strict=True):
        tap(page, top)
        shown = page.evaluate(
            "[...document.querySelectorAll('[data-target]')].map((pile) => pile.dataset.pile)"
        )
        page.keyboard.press("Escape")
        if shown and early is None:
            early = Step(top, shown[0])
        elif early and late is None and top not in (piles(page)[early.to] or [""])[-1:]:
            wrong = [name for name in opens if name not in (*shown, source, early.to)]
            late = Step(top, wrong[0])
    assert early
    assert late
    before = piles(page)
    tap_move(page, early)
    assert piles(page)[early.to] == [*before[early.to], early.card]  # shown at once
    assert "starting" in toast(page)
    tap_move(page, late)  # whether it may be played then is not claimed
    assert "after the one that waits" in toast(page)
    go.set()
    ready(page)
    until(page, "document.getElementById('toast').textContent.includes('packed down')")
    moves(page, 1)
    assert piles(page)[early.to] == [*before[early.to], early.card]


def test_a_failed_start_says_so_and_can_be_tried_again(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    complaints.allow("Failed to load resource")
    site.tamper = lambda path, data: None if path.startswith(("runtime/", "plain/")) else data
    page.goto(site.address)
    until(page, "document.documentElement.dataset.engine === 'failed'")
    until(page, "document.querySelectorAll('[data-card]').length === 52")
    assert "did not start" in page.locator("#notice").inner_text()
    until(page, "document.querySelector('[data-winnable]').dataset.winnable !== 'checking'")
    site.tamper = lambda path, data: data
    page.locator("#notice button", has_text="Try again").click()
    ready(page)
    until(page, "document.getElementById('notice').hidden")
    opened(page)


def test_a_browser_without_workers_is_told_apart_from_one_that_waits(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    complaints.allow("Worker is not defined")
    page.add_init_script("delete globalThis.Worker")
    page.goto(site.address)
    until(page, "document.documentElement.dataset.engine === 'failed'")
    until(page, "document.getElementById('notice').textContent.includes('Worker')")
    assert page.locator("[data-card]").count() == 52
    page.locator("#notice button", has_text="Try again").click()
    until(page, "document.documentElement.dataset.engine === 'failed'")


@still
@pytest.mark.address(DEAL)
def test_to_begin_again_takes_nothing_away(game: Page) -> None:
    line = winning_line("bakers-dozen", "1")
    play_through(game, line[:6], tap_move)
    before = piles(game)
    game.locator('[data-action="restart"]').first.click()
    moves(game, 0)
    game.locator("#toast button", has_text="Take it back").click()
    moves(game, 6)
    assert piles(game) == before
    # Nor do other moves: the line that was left is offered where they part.
    game.locator('[data-action="restart"]').first.click()
    moves(game, 0)
    (slot,) = stored(game, "game:bakers-dozen")
    others = slot["view"]["dests"]
    card = next(card for card in others if card != line[0].card)
    tap_move(game, Step(card, others[card][0]))
    moves(game, 1)
    game.locator("#toast button", has_text="earlier line").click()
    moves(game, 6)
    assert piles(game) == before


@pytest.mark.address(DEAL)
def test_undo_repeats_while_it_is_held(game: Page) -> None:
    play_through(game, winning_line("bakers-dozen", "1")[:8], tap_move)
    game.mouse.move(*point(game, '[data-action="undo"]'))
    game.mouse.down()
    until(game, "Number(document.querySelector('[data-count=moves]').textContent) <= 5")
    game.mouse.up()
    game.wait_for_timeout(300)
    left = count(game, "moves")
    game.wait_for_timeout(400)
    assert count(game, "moves") == left  # letting go ends it, and is no further click


@still
@pytest.mark.address(DEAL)
def test_of_a_quick_run_of_steps_the_last_is_told(game: Page) -> None:
    play_through(game, winning_line("bakers-dozen", "1")[:6], tap_move)
    game.evaluate("document.getElementById('live').replaceChildren()")
    for _ in range(6):
        game.keyboard.down("u")
    moves(game, 0)
    game.keyboard.up("u")
    assert game.locator("#live p").count() < 6
    assert "0 moves played" in game.locator("#live p").last.inner_text()


@still
@pytest.mark.address(DEAL)
def test_there_is_nothing_to_restart_at_the_deal(game: Page) -> None:
    opened(game)
    game.evaluate("document.querySelector('[data-action=restart]').click()")
    until(game, "document.getElementById('toast').textContent.includes('the deal already')")
    assert "Redo" not in game.evaluate(LIVE)


@still
@pytest.mark.address(DEAL)
@pytest.mark.parametrize("hand", ["button", "key"])
def test_a_hold_ends_quietly_at_either_end(game: Page, hand: str) -> None:
    opened(game)
    tap_move(game, winning_line("bakers-dozen", "1")[0])
    moves(game, 1)
    for action, end in (("undo", 0), ("redo", 1)):
        game.evaluate("document.getElementById('live').replaceChildren()")
        if hand == "button":
            game.mouse.move(*point(game, f'[data-action="{action}"]'))
            game.mouse.down()
            moves(game, end)
            game.wait_for_timeout(600)
            game.mouse.up()
        else:
            for _ in range(5):
                game.keyboard.down(action[0])
            moves(game, end)
            game.keyboard.up(action[0])
        game.wait_for_timeout(50)
        assert toast(game) == ""
        assert "nothing" not in game.locator("#live").inner_text()
        # Asked once more, it says so.
        game.keyboard.press(action[0])
        until(game, f"document.getElementById('toast').textContent.includes('nothing to {action}')")
        game.evaluate("document.getElementById('toast').hidden = true")


@still
@pytest.mark.address(DEAL)
def test_a_key_that_is_held_deals_once(game: Page) -> None:
    opened(game)
    for _ in range(6):
        game.keyboard.down("n")
    game.keyboard.up("n")
    until(game, f"location.hash !== {DEAL!r}")
    dealt = game.evaluate("location.hash")
    game.wait_for_timeout(300)
    assert game.evaluate("location.hash") == dealt


@still
@pytest.mark.address(DEAL)
@pytest.mark.parametrize("mode", ["analyse", "settings", "help"])
def test_what_is_in_hand_is_put_down_where_another_mode_opens(game: Page, mode: str) -> None:
    opened(game)
    tap(game, "7C")
    holds(game, "7C")
    game.evaluate(f"document.querySelector('[data-action={mode}]').click()")
    game.locator("dialog[open], #notice[data-kind=analysis]").first.wait_for()
    holds(game)
    assert game.locator("[data-target]").count() == 0
    if mode != "analyse":
        return
    # Nor does a card that is taken there stay in hand on the way back.
    tap(game, "AC")
    holds(game, "AC")
    game.locator("[data-analysis=leave]").click()
    until(game, "document.getElementById('notice').hidden")
    holds(game)


@still
@pytest.mark.address(
    "#position=freecell:KSQHJSTH9S/KHQSJHTS9H/QDJCTD9C/KDQCJDTC9D/KC/-/-/- C8D8H8S8"
)
def test_a_run_is_dragged_as_one(game: Page) -> None:
    until(game, "document.querySelector('[data-card=\"QH\"][data-open]')")
    before = piles(game)
    tap(game, "QH")
    run = "4 cards are picked up, from the queen of hearts to the nine of spades. They can go to "
    assert said(game) == run + "column 5 or to an empty column."
    game.keyboard.press("Escape")
    assert said(game) == "4 cards are put back, from the queen of hearts to the nine of spades."
    drag_move(game, Step("QH", "e"))
    moves(game, 1)
    assert piles(game)["e"] == ["KC", "QH", "JS", "TH", "9S"]
    assert said(game) == "4 cards, from the queen of hearts to the nine of spades, go to column 5."
    game.keyboard.press("u")
    moves(game, 0)
    assert piles(game) == before
    back = "Move taken back: 4 cards, from the queen of hearts to the nine of spades, return to "
    assert said(game) == back + "column 1; 0 moves played."
    # By keys alone: up the run to its lowest card.
    card(game, "9S").focus()
    for _ in range(3):
        game.keyboard.press("ArrowUp")
    game.keyboard.press("Enter")
    walk_to(game, "e")
    game.keyboard.press("Enter")
    moves(game, 1)
    assert piles(game)["e"] == ["KC", "QH", "JS", "TH", "9S"]
    assert game.evaluate("document.activeElement.dataset.card") == "QH"


@still
@pytest.mark.address("#deal=custom;columns=52:1")
def test_where_no_deal_can_be_won_one_is_dealt_all_the_same_and_that_is_said(game: Page) -> None:
    game.keyboard.press("n")
    until(game, "document.getElementById('toast').textContent.startsWith('No deal was proved')")
    assert game.locator("html").get_attribute("data-engine") == "ready"


@still
@pytest.mark.touch
@pytest.mark.viewport(390, 844)
@pytest.mark.address("#position=bakers-dozen:KHQH/KS CKDKHJSQ")
def test_the_second_tap_of_a_double_tap_is_not_meant_for_what_has_come_there(game: Page) -> None:
    won = "document.querySelector('[data-status]').dataset.status === 'won'"
    end = "document.querySelector('#notice[data-kind=end]:not([hidden])')"
    box = "(element) => element.getBoundingClientRect().toJSON()"
    finish = game.locator('[data-action="finish"]')
    before = finish.evaluate(box)
    finish.tap()
    until(game, f"{won} && {end}")
    after = [each.evaluate(box) for each in game.locator("#notice .notice-actions button").all()]
    game.keyboard.press("u")
    finish.wait_for()
    common = [
        (
            (max(before["left"], each["left"]) + min(before["right"], each["right"])) / 2,
            (max(before["top"], each["top"]) + min(before["bottom"], each["bottom"])) / 2,
        )
        for each in after
        if min(before["right"], each["right"]) - max(before["left"], each["left"]) > 2
        and min(before["bottom"], each["bottom"]) - max(before["top"], each["top"]) > 2
    ]
    assert common
    game.evaluate(
        """([x, y]) => {
            const press = () => {
                const target = document.elementFromPoint(x, y);
                const at = { bubbles: true, clientX: x, clientY: y, detail: 1 };
                target.dispatchEvent(new PointerEvent('pointerdown', at));
                target.dispatchEvent(new PointerEvent('pointerup', at));
                target.dispatchEvent(new MouseEvent('click', at));
                return target;
            };
            press();
            const notice = document.getElementById('notice');
            new MutationObserver((_, watch) => {
                if (notice.hidden || notice.dataset.kind !== 'end') return;
                watch.disconnect();
                window.hit = press().closest('#notice button') !== null;
            }).observe(notice, { attributes: true });
        }""",
        common[0],
    )
    until(game, "'hit' in window")
    assert game.evaluate("window.hit")
    game.wait_for_timeout(300)
    assert game.evaluate(f"Boolean({won} && {end})")
    game.wait_for_timeout(300)
    game.touchscreen.tap(*common[0])  # this one is meant
    until(game, f"!{end}")
