"""Languages: both complete, both grammatical, switched at once; no sentence lives in code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bakersdozen.rules import Reason
from bakersdozen.variants import VARIANTS
from browsing import ready, serving, speaking, until
from editions import edition
from table import card, moves, opened, said, tap_move, winning_line
from tools.server import SiteServer

ROOT = Path(__file__).parents[2]
DEAL = "#deal=bakers-dozen:1"
LANGUAGES = {"en": {"one", "other"}, "uk": {"one", "few", "many", "other"}}
TABLES: dict[str, dict[str, Any]] = {
    code: json.loads((ROOT / "strings" / f"{code}.json").read_text("utf-8")) for code in LANGUAGES
}


def texts(message: str | dict[str, str]) -> list[str]:
    """Returns the texts of a message: itself, or one for each plural form."""
    if isinstance(message, str):
        return [message]
    return [text for form, text in message.items() if form != "by"]


def blanks(message: str | dict[str, str]) -> set[str]:
    """Returns the names of the arguments that a message speaks of."""
    return set(re.findall(r"\{(\w+)", " ".join(texts(message))))


def test_both_files_have_the_same_keys() -> None:
    assert TABLES["en"].keys() == TABLES["uk"].keys()
    assert {path.stem for path in (ROOT / "strings").glob("*.json")} == set(LANGUAGES)


@pytest.mark.parametrize("code", LANGUAGES)
def test_plural_forms_are_those_of_the_language(code: str) -> None:
    for key, message in TABLES[code].items():
        if isinstance(message, dict):
            assert set(message) - {"by"} == LANGUAGES[code], key


def test_both_languages_speak_of_the_same_things() -> None:
    for key, message in TABLES["en"].items():
        assert blanks(message) == blanks(TABLES["uk"][key]), key


def test_english_sentences_name_cards_and_piles_with_their_articles() -> None:
    for key, message in TABLES["en"].items():
        for text in texts(message):
            for before, name in re.findall(r"(\S*) ?\{(card|onto|to)\}", text):
                if name == "to":
                    assert before == "in", key  # columns need none
                else:
                    assert before.lower() == "the" or before.endswith(","), key


def test_every_reason_and_every_game_has_its_sentence() -> None:
    contract = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    keys = set(re.findall(r"`((?:reason|error)\.[a-z-]+)`", contract)) - {"reason.key"}
    keys |= {f"reason.{reason}" for reason in Reason}
    keys |= {f"variant.{name}" for name in VARIANTS}
    keys |= {f"variant.{name}.line" for name in VARIANTS}
    assert keys <= TABLES["en"].keys()


def test_every_key_that_code_names_exists() -> None:
    code = "\n".join(
        path.read_text("utf-8")
        for path in [
            *(ROOT / "js").rglob("*.js"),
            *(ROOT / "py").rglob("*.py"),
            ROOT / "index.html",
        ]
    )
    named = set(re.findall(r"\bt\(\s*'([a-z][\w.-]*)'", code))
    named |= set(re.findall(r'data-t(?:-label|-aria)?="([\w.-]+)"', code))
    assert named <= TABLES["en"].keys(), named - TABLES["en"].keys()


def test_no_sentence_lives_in_code() -> None:
    """A literal of three words or more in the page's code would be one; comments may talk."""
    for path in (ROOT / "js").rglob("*.js"):
        if path.parts[-2] == "boot" or path.name in {"engine.js", "worker.js", "sw.js"}:
            continue
        source = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text("utf-8"), flags=re.S)
        for literal in re.findall(r"'((?:[^'\\\n]|\\.)*)'", source):
            words = re.findall(r"[A-Za-z]{2,}", literal)
            sentence = len(words) >= 3 and literal[0].isupper() and " " in literal
            assert not sentence, f"{path.name}: {literal}"


@pytest.mark.parametrize(
    ("wanted", "code"), [("uk", "uk"), ("uk-UA", "uk"), ("uk-Cyrl-UA", "uk"), ("de", "en")]
)
def test_the_language_is_the_browsers(page: Page, site: SiteServer, wanted: str, code: str) -> None:
    page.add_init_script(
        f"Object.defineProperty(navigator, 'languages', {{ get: () => ['{wanted}', 'en'] }})"
    )
    page.goto(site.address)
    until(page, f"document.documentElement.lang === '{code}'")
    undo = page.locator('[data-action="undo"]')
    until(page, "document.querySelector('[data-action=undo]').ariaLabel")
    assert undo.get_attribute("aria-label") == {"uk": "Скасувати", "en": "Undo"}[code]


@pytest.mark.address(DEAL)
def test_the_language_changes_at_once_and_is_remembered(game: Page) -> None:
    opened(game)
    game.locator('[data-action="settings"]').click()
    game.locator("dialog select").first.select_option("uk")
    until(game, "document.documentElement.lang === 'uk'")
    until(game, "document.querySelector('dialog h2')?.textContent === 'Налаштування'")
    assert game.locator("dialog").count() == 1
    game.keyboard.press("Escape")
    assert card(game, "7C").get_attribute("aria-label") == (
        "сімка треф, колонка 1, карта 4 з 4, можна рухати"
    )
    game.reload()
    ready(game)
    until(game, "document.documentElement.lang === 'uk'")


@pytest.mark.language("uk")
@pytest.mark.context(reduced_motion="reduce")
@pytest.mark.address(DEAL)
def test_ukrainian_counts_as_ukrainians_do(game: Page) -> None:
    """1 хід, 2 ходи, 5 ходів, 11 ходів, 21 хід, 22 ходи, 25 ходів."""
    forms = {1: "хід", 2: "ходи", 4: "ходи", 5: "ходів", 11: "ходів", 12: "ходів", 21: "хід"}
    forms |= {22: "ходи", 25: "ходів"}
    for number, step in enumerate(winning_line("bakers-dozen", "1")[:25], start=1):
        tap_move(game, step)
        moves(game, number)
        if number in forms:
            assert game.locator('[data-unit="moves"]').inner_text() == forms[number]
    assert re.fullmatch(r"[А-ЯІЇЄҐ][а-яіїєґ’ ]+ — на (колонку \d+|основу [а-я]+)\.", said(game))


def test_a_third_language_is_one_file(tmp_path: Path, page: Page) -> None:
    """A file more in strings/ is a language more in the settings, and nothing else is touched."""

    def with_pirates(source: Path) -> None:
        words = {**TABLES["en"], "language.name": "Pirate", "action.undo": "Belay"}
        (source / "strings" / "eo.json").write_text(json.dumps(words), "utf-8")

    with serving(SiteServer(edition(tmp_path / "site", with_pirates))) as site:
        page.goto(site.address + DEAL)
        ready(page)
        page.locator('[data-action="settings"]').click()
        page.locator("dialog select").first.select_option(label="Pirate")
        until(page, "document.documentElement.lang === 'eo'")
        until(page, "document.querySelector('[data-action=undo]').ariaLabel === 'Belay'")


@pytest.mark.parametrize(
    ("code", "said"), [("en", "four of clubs and others."), ("uk", "четвірки треф та інших.")]
)
def test_a_list_that_names_not_all_ends_in_the_case_of_its_cards(
    page: Page, site: SiteServer, code: str, said: str
) -> None:
    speaking(page, code)
    page.goto(site.address)
    ready(page)
    page.evaluate("document.querySelector('[data-action=import]').click()")
    page.locator("dialog textarea").fill("KS 3C")
    page.locator("dialog [type=submit]").click()
    until(page, "document.querySelector('dialog .wrong')?.textContent")
    assert page.locator("dialog .wrong").inner_text().endswith(said)


@pytest.mark.parametrize("code", LANGUAGES)
def test_one_thing_has_one_name_wherever_it_is_spoken_of(code: str) -> None:
    words = TABLES[code]
    for command in ("undo", "redo", "hint"):
        name = words[f"action.{command}"]
        assert words[f"help.key.{command}"] == name
        assert words[f"action.{command}.tip"].startswith(name)
        assert name[:5].lower() in words["table.keys"].lower()
    assert words["timeline.title"] == words["action.timeline"]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [(320, 568), (667, 375), (910, 520)])
def test_no_command_is_cut(page: Page, site: SiteServer, code: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    speaking(page, code)
    page.goto(site.address + DEAL)
    ready(page)
    until(page, f"document.documentElement.lang === '{code}'")
    cut = page.evaluate("""[...document.querySelectorAll('.tool span, .sign-text, .game-name')]
        .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.textContent)""")
    assert cut == []
