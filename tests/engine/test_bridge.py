"""The door between page and engine: every intent both ways against the schema, every refusal."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import oracle
from bakersdozen.bridge import Session, handle
from bakersdozen.rules import Reason
from bakersdozen.variants import VARIANTS

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "schema/messages.schema.json").read_text())
STRINGS = {
    language: json.loads((ROOT / f"strings/{language}.json").read_text("utf-8"))
    for language in ("en", "uk")
}
H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"
H02 = "4H7S8HTH/9S6CKH7H/JHJS5C7D/QH6D8SKS/6H9D5DJD/QC9C8D5H/9HQSKC7C/TSQDTCKD C4D4H3S6 TD8CJC"
RUN = "KC8S7H6S/9D/KDTCJCQC/KH9CTDJDQD/KS8CTHJHQH/TSJSQS7C9H/6C6D8D7D/6H8H7S9S5S C5D5H5S4"
WON = "-" + "/-" * 12 + " CKDKHKSK"


def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})


REQUEST, ANSWER = validator("request"), validator("answer")


class Page:
    """A page that checks each message against the schema, both ways."""

    def __init__(self) -> None:
        self.session = Session()
        self.count = 0

    def ask(self, intent: str, **fields: Any) -> dict[str, Any]:
        self.count += 1
        request = {"id": self.count, "intent": intent, **fields}
        REQUEST.validate(request)
        return self.send(json.dumps(request), self.count)

    def send(self, text: str, number: object = None) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.session.handle(text))
        ANSWER.validate(answer)
        assert answer["id"] == number
        if not answer["ok"]:
            said(answer["reason"])
        return answer

    def ok(self, intent: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(intent, **fields)
        assert answer["ok"], answer
        return answer

    def refused(self, intent: str, **fields: Any) -> tuple[str, dict[str, Any]]:
        answer = self.ask(intent, **fields)
        assert not answer["ok"], answer
        return answer["reason"]["key"], answer["reason"]["args"]

    def finish_job(self, job: int, ms: int = 50) -> dict[str, Any]:
        while not (answer := self.ok("work", job=job, ms=ms))["done"]:
            assert set(answer["progress"]) == {"nodes", "budget", "seconds"}
        result: dict[str, Any] = answer["result"]
        return result

    def untouched(self) -> tuple[object, ...]:
        """What a refused request must leave as it was."""
        game = self.session._game
        if game is None:
            return ()
        return (game.save(), game.state, self.session._key, self.session._autoplay)


def said(reason: dict[str, Any]) -> None:
    """Every refusal has a sentence in each language that wants no more than it gets."""
    for language, texts in STRINGS.items():
        text = texts.get(reason["key"])
        assert text, f"{language} has no {reason['key']}"
        forms = text.values() if isinstance(text, dict) else [text]
        wanted = {word for form in forms for word in re.findall(r"{(\w+)}", form)}
        assert wanted <= set(reason["args"]), f"{language}: {reason}"


@pytest.fixture
def page() -> Page:
    return Page()


# --- every intent ----------------------------------------------------------------------------


def test_hello_tells_the_version_and_the_table(page: Page) -> None:
    answer = page.ok("hello")
    assert re.fullmatch(r"\d+\.\d+\.\d+", answer["engine"])
    assert [row["id"] for row in answer["variants"]] == list(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_of_every_variant_in_messages(page: Page, variant: str) -> None:
    chance = random.Random(variant)
    view = page.ok("new", variant=variant, deal="77")["view"]
    assert (view["variant"], view["deal"], view["cursor"]) == (variant, "77", 0)
    start, keys = view["piles"], [view["key"]]
    for _ in range(30):
        if not view["dests"]:
            break
        card = chance.choice(sorted(view["dests"]))
        to = chance.choice(view["dests"][card])
        answer = page.ok("move", card=card, to=to, seconds=12.5)
        assert len(answer["moved"]) == 1
        assert card in answer["view"]["piles"][to]
        assert answer["view"]["last"]["card"] == card
        assert answer["view"]["last"]["to"] == to
        assert answer["save"]["plies"][-1] == answer["moved"][0]
        assert answer["save"]["seconds"] == 12.5
        view = answer["view"]
        keys.append(view["key"])
    assert keys == sorted(set(keys)), "the key grows with every change"
    end, save = view["piles"], answer["save"]
    for text_format in ("position", "board", "json"):
        text = page.ok("export", format=text_format)["text"]
        again = Page().ok("position", variant=variant, text=text)["view"]
        same = [pile for pile in end if not pile.startswith("cell")]
        assert {pile: again["piles"][pile] for pile in same} == {p: end[p] for p in same}
    assert page.ok("undo")["moved"] == [save["plies"][-1]]
    assert page.ok("redo")["view"]["piles"] == end
    restarted = page.ok("restart")
    assert restarted["view"]["piles"] == start
    assert restarted["view"]["plies"] == len(save["plies"])
    assert page.ok("undo")["moved"] == []
    assert page.ok("redo")["moved"] == [save["plies"][0]]
    assert page.ok("goto", cursor=len(save["plies"]))["view"]["piles"] == end
    assert page.ok("redo")["moved"] == []
    other = Page()
    loaded = other.ok("load", save=save)
    assert loaded["view"]["piles"] == end
    assert loaded["save"] == save


def test_entropy_makes_a_deal_that_its_number_makes_again(page: Page) -> None:
    for variant in VARIANTS:
        answer = page.ok("new", variant=variant, entropy="00ff" * 4)
        number = answer["view"]["deal"]
        assert answer["save"]["deal"] == number
        again = page.ok("new", variant=variant, deal=number)
        assert again["view"]["piles"] == answer["view"]["piles"]
    numbers = {
        page.ok("new", variant="bakers-dozen", entropy=f"{draw:016x}")["view"]["deal"]
        for draw, _ in zip(oracle.split_mix(1), range(200), strict=False)
    }
    assert len(numbers) == 200


@pytest.mark.parametrize(
    "entropy", ["", "ff", "x" * 16, "-" + "f" * 16, "0x" + "f" * 16, "f_f" * 8]
)
def test_poor_entropy_is_refused(page: Page, entropy: str) -> None:
    request = {"id": 1, "intent": "new", "variant": "bakers-dozen", "entropy": entropy}
    assert page.send(json.dumps(request), 1)["reason"]["key"] == "error.request"


def test_autoplay_is_an_option_of_the_session(page: Page) -> None:
    safe = "KCTSJD/QC/KDTDQH/KH9HQS/KSJS/JC/QD/JH/TH/-/-/-/- CTD9H8S9"
    page.ok("position", variant="bakers-dozen", text=safe)
    assert page.ok("move", card="JD", to="b")["moved"] == ["ab"]
    page.ok("undo")
    assert page.ok("options", autoplay=True)["autoplay"] is True
    answer = page.ok("move", card="JD", to="b")
    assert answer["moved"] == ["ab", "aS"]
    assert answer["save"]["plies"] == ["ab.aS"]
    assert answer["view"]["counts"]["moves"] == 1
    assert page.ok("undo")["moved"] == ["ab", "aS"]
    page.ok("options", autoplay=False)
    assert page.ok("move", card="JD", to="b")["moved"] == ["ab"]


def test_finish_is_one_ply(page: Page) -> None:
    text = "KCQC/KD/KHQH/KSQSJS/-/-/-/-/-/-/-/-/- CJDQHJST"
    view = page.ok("position", variant="bakers-dozen", text=text)["view"]
    assert view["finish"] is True
    answer = page.ok("finish", seconds=90)
    assert len(answer["moved"]) == 8
    assert answer["view"]["status"] == "won"
    assert answer["view"]["cursor"] == 1
    assert answer["view"]["score"] == {"cards": 260, "win": 500, "time": 1110, "total": 1870}
    assert page.ok("undo")["view"]["piles"] == view["piles"]


def test_best_goes_up_or_to_the_only_target(page: Page) -> None:
    page.ok("position", variant="bakers-dozen", text=H01)
    assert page.ok("best", card="JH")["moved"] == ["bH"]
    page.ok("undo")
    assert page.ok("best", card="TS")["moved"] == ["db"]
    page.ok("undo")
    assert page.refused("best", card="QD")[0].startswith("reason.")


def test_a_run_moves_by_its_lowest_card(page: Page) -> None:
    page.ok("position", variant="freecell", text=RUN)
    answer = page.ok("move", card="8S", to="b")
    assert answer["moved"] == ["ab3"]
    assert answer["view"]["last"] == {"card": "8S", "top": "6S", "size": 3, "from": "a", "to": "b"}
    assert page.ok("undo")["moved"] == ["ab3"]


def test_a_custom_game_crosses_with_its_parameters(page: Page) -> None:
    rules = {"columns": [5] * 10, "aces_placed": 2, "kings": "as-dealt", "space": "king"}
    answer = page.ok("new", variant=rules, deal="5")
    assert answer["view"]["variant"]["space"] == "king"
    assert sum(map(len, answer["view"]["piles"].values())) == 52
    again = Page().ok("load", save=answer["save"])
    assert again["view"]["piles"] == answer["view"]["piles"]
    assert (
        page.ok("new", variant=again["view"]["variant"], deal="5")["view"]["piles"]
        == (answer["view"]["piles"])
    )


# --- why a move is refused -------------------------------------------------------------------

REFUSALS = [
    ("bakers-dozen", H01, "JD", "b", "only-top", {}),
    ("bakers-dozen", H01, "QD", "b", "pack-down", {"card": "QD", "onto": "JH"}),
    ("bakers-dozen", H01, "TS", "c", "pack-down", {"card": "TS", "onto": "7S"}),
    ("bakers-dozen", H01, "JH", "e", "space-dead", {}),
    ("bakers-dozen", H01, "7S", "S", "foundation-needs", {"card": "6S"}),
    ("bakers-dozen", H01, "7S", "H", "one-suit",
     {"card": "7S", "needed": "JH", "own": "6S"}),
    ("bakers-dozen", H01, "JH", "b", "same-pile", {}),
    ("bakers-dozen", H01, "5S", "c", "foundation-stays", {}),
    ("bakers-dozen", H01, "3S", "c", "foundation-stays", {}),
    ("bakers-dozen", WON, "KS", "a", "game-over", {}),
    ("good-measure", "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/- CJDTHTS5", "JH", "j",
     "space-dead", {}),
    ("portuguese-solitaire", H01, "JH", "e", "space-king", {}),
    ("castles-in-spain", H01, "JH", "a", "pack-alternate", {"card": "JH", "onto": "QD"}),
    ("freecell", RUN, "7H", "H", "foundation-needs", {"card": "6H"}),
    ("freecell", RUN, "7H", "cell1", "one-in-cell", {}),
    ("freecell", RUN, "KC", "cell1", "no-run", {}),
    ("freecell", H02, "TH", "cell1", "no-cell", {}),
    ("freecell", H02, "TD", "cell1", "same-pile", {}),
    ("freecell", H02, "TD", "cell4", "same-pile", {}),
    ("freecell", H02, "TD", "a", "pack-down", {"card": "TD", "onto": "TH"}),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "text", "card", "to", "reason", "args"), REFUSALS)
def test_a_refusal_says_why(
    page: Page, variant: str, text: str, card: str, to: str, reason: str, args: dict[str, str]
) -> None:
    page.ok("position", variant=variant, text=text)
    before = page.untouched()
    assert page.refused("move", card=card, to=to) == (f"reason.{reason}", args)
    assert page.untouched() == before


def test_a_run_of_cards_is_refused_where_cards_move_one_at_a_time(page: Page) -> None:
    text = "KC8S7H6S/9D/KDTCJCQC/KH9CTDJD/KS8CTHJH/TSJSQS7C/6C6D8D7D/6H8H7S9S/5SQDQH9H/-/-/-/-"
    for variant in ("bakers-dozen", "spanish-patience", "castles-in-spain", "portuguese-solitaire"):
        page.ok("position", variant=variant, text=text + " C5D5H5S4")
        assert page.refused("move", card="8S", to="b") == ("reason.one-at-a-time", {})
        assert page.refused("move", card="KC", to="b") == ("reason.only-top", {})


def test_a_run_too_long_for_the_room_is_refused_with_the_limit(page: Page) -> None:
    full = "KC8S7H6S/9D/KDTCJCQC/KH9CTDJD/KS8CTHJH/TSJSQS7C/6C6D8D7D/6H8H7S9S C5D5H5S4 5SQDQH9H"
    page.ok("position", variant="freecell", text=full)
    assert page.refused("move", card="8S", to="b") == ("reason.no-room", {"size": 3, "limit": 1})
    one_open = "9HKC8S7H6S" + full.removesuffix("9H").removeprefix("KC8S7H6S")
    page.ok("position", variant="freecell", text=one_open)
    assert page.refused("move", card="8S", to="b") == ("reason.no-room", {"size": 3, "limit": 2})


def test_a_face_down_card_and_the_closed_reserve(page: Page) -> None:
    view = page.ok("new", variant="bakers-dozen-1883", deal="1")["view"]
    assert page.refused("move", card=view["piles"]["a"][0], to="b") == ("reason.face-down", {})
    view = page.ok("new", variant="flower-garden", deal="1")["view"]
    top = view["piles"]["a"][-1]
    assert page.refused("move", card=top, to="reserve") == ("reason.reserve-closed", {})
    held = view["piles"]["reserve"][0]
    assert page.refused("move", card=held, to="reserve")[0] in (
        "reason.reserve-closed",
        "reason.same-pile",
    )


def test_what_cannot_be_finished_or_guessed(page: Page) -> None:
    page.ok("position", variant="bakers-dozen", text=H01)
    assert page.refused("finish") == ("reason.no-finish", {})
    assert page.refused("best", card="6S") == ("reason.only-top", {})
    yet = {"card": "7S", "needed": "6S"}
    assert page.refused("best", card="7S") == ("reason.nowhere-yet", yet)
    page.ok("position", variant="bakers-dozen", text=WON)
    assert page.refused("finish") == ("reason.game-over", {})


@pytest.mark.parametrize("reason", [f"reason.{reason.value}" for reason in Reason])
def test_every_reason_has_a_sentence_in_both_languages(reason: str) -> None:
    assert all(texts.get(reason) for texts in STRINGS.values())


# --- what cannot be read ---------------------------------------------------------------------

BAD_TEXTS = [
    "",
    "{",
    "[]",
    "null",
    "7",
    '"move"',
    "nonsense",
    "\ufeff{}",
    "{}",
    '{"intent": null}',
    '{"intent": "dance"}',
    '{"intent": ["move"]}',
    '{"intent": {"move": 1}}',
    '{"intent": "__class__"}',
    "[" * 100_000,
    '{"a": ' * 100_000,
    "x" * 1_000_000,
    "9" * 5000,
    '{"intent": "goto", "cursor": ' + "9" * 5000 + "}",
]


@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: text[:24])
def test_an_unreadable_request_is_refused(page: Page, text: str) -> None:
    page.ok("new", variant="bakers-dozen", deal="1")
    before = page.untouched()
    assert page.send(text)["reason"]["key"] == "error.request"
    assert page.untouched() == before


BAD_REQUESTS: list[tuple[dict[str, Any], str]] = [
    ({"intent": "new"}, "error.variant"),
    ({"intent": "new", "variant": "whist", "deal": "1"}, "error.variant"),
    ({"intent": "new", "variant": 5, "deal": "1"}, "error.variant"),
    ({"intent": "new", "variant": {"columns": [4]}, "deal": "1"}, "error.variant"),
    ({"intent": "new", "variant": "bakers-dozen"}, "error.request"),
    ({"intent": "new", "variant": "bakers-dozen", "deal": 1}, "error.request"),
    ({"intent": "new", "variant": "bakers-dozen", "deal": None}, "error.request"),
    ({"intent": "new", "variant": "bakers-dozen", "deal": "0"}, "error.deal"),
    ({"intent": "new", "variant": "bakers-dozen", "deal": "-5"}, "error.deal"),
    ({"intent": "new", "variant": "bakers-dozen", "deal": "1e5"}, "error.deal"),
    ({"intent": "new", "variant": "bakers-dozen", "deal": "9" * 100}, "error.deal"),
    ({"intent": "new", "variant": "freecell", "deal": str(2**31)}, "error.deal"),
    ({"intent": "position", "variant": "bakers-dozen", "text": ""}, "error.position"),
    ({"intent": "position", "variant": "bakers-dozen", "text": None}, "error.request"),
    ({"intent": "position", "variant": "bakers-dozen", "text": "x" * 1_000_000}, "error.too-long"),
    ({"intent": "position", "variant": "bakers-dozen", "text": H02}, "error.cells"),
    ({"intent": "position", "variant": "bakers-dozen", "text": H01 + "X"}, "error.foundations"),
    ({"intent": "position", "variant": "bakers-dozen", "text": "1H" + H01}, "error.card"),
    ({"intent": "position", "variant": "bakers-dozen", "text": "QH" + H01}, "error.doubled"),
    ({"intent": "position", "variant": "bakers-dozen", "text": H01[2:]}, "error.missing"),
    (
        {"intent": "position", "variant": "bakers-dozen", "text": H01.replace("QD", "QH")},
        "error.missing-doubled",
    ),
    ({"intent": "position", "variant": "bakers-dozen", "text": "-/" + H01}, "error.columns"),
    (
        {
            "intent": "position",
            "variant": "bakers-dozen",
            "text": "".join(oracle.PACK) + "/-" * 12,
        },
        "error.column",
    ),
    ({"intent": "load"}, "error.save"),
    ({"intent": "load", "save": None}, "error.save"),
    ({"intent": "load", "save": []}, "error.save"),
    ({"intent": "load", "save": {"format": 2}}, "error.save"),
    ({"intent": "move"}, "error.request"),
    ({"intent": "move", "card": "XX", "to": "a"}, "error.request"),
    ({"intent": "move", "card": "QH", "to": "z"}, "error.request"),
    ({"intent": "move", "card": "QH", "to": ""}, "error.request"),
    ({"intent": "move", "card": "QH", "to": "ab"}, "error.request"),
    ({"intent": "move", "card": "QH", "to": "cell1"}, "error.request"),
    ({"intent": "move", "card": "QH", "to": "1"}, "error.request"),
    ({"intent": "move", "card": 5, "to": "a"}, "error.request"),
    ({"intent": "move", "card": "QH", "to": ["a"]}, "error.request"),
    ({"intent": "best"}, "error.request"),
    ({"intent": "best", "card": "11S"}, "error.request"),
    ({"intent": "goto"}, "error.request"),
    ({"intent": "goto", "cursor": -1}, "error.request"),
    ({"intent": "goto", "cursor": 99}, "error.request"),
    ({"intent": "goto", "cursor": True}, "error.request"),
    ({"intent": "goto", "cursor": 0.0}, "error.request"),
    ({"intent": "options"}, "error.request"),
    ({"intent": "options", "autoplay": 1}, "error.request"),
    ({"intent": "export"}, "error.request"),
    ({"intent": "export", "format": "pdf"}, "error.request"),
    ({"intent": "hint", "budget": 0}, "error.request"),
    ({"intent": "hint", "budget": "many"}, "error.request"),
    ({"intent": "hint", "budget": 10**30}, "error.request"),
    ({"intent": "draw", "variant": "bakers-dozen"}, "error.request"),
    ({"intent": "draw", "variant": "bakers-dozen", "entropy": "12"}, "error.request"),
    ({"intent": "draw", "variant": "x", "entropy": "0" * 16}, "error.variant"),
    ({"intent": "work"}, "error.request"),
    ({"intent": "work", "job": 1}, "error.request"),
    ({"intent": "work", "job": "1", "ms": 5}, "error.request"),
    ({"intent": "cancel"}, "error.request"),
    ({"intent": "daily", "date": "2026-13-01", "year": ""}, "error.day"),
    ({"intent": "daily", "date": "2026-11-30", "year": ""}, "error.day"),
    ({"intent": "daily", "date": "2026-11-30", "year": "x\n" * 400}, "error.day"),
    ({"intent": "daily", "date": 20261130, "year": ""}, "error.request"),
    ({"intent": "calendar", "number": 10**30, "year": ""}, "error.day"),
    ({"intent": "calendar", "number": 0, "year": "x"}, "error.day"),
    ({"intent": "calendar", "number": -1, "year": "x"}, "error.day"),
    ({"intent": "calendar", "number": 2026, "year": "x\n" * 400}, "error.day"),
    ({"intent": "calendar", "number": "2026", "year": ""}, "error.request"),
    ({"intent": "result"}, "error.no-result"),
    ({"intent": "open"}, "error.request"),
    ({"intent": "open", "code": ""}, "error.code-damaged"),
    ({"intent": "open", "code": "♥"}, "error.code-damaged"),
    ({"intent": "open", "code": "A" * 40}, "error.code-damaged"),
    ({"intent": "open", "code": "A" * 1_000_000}, "error.code-too-long"),
    ({"intent": "statistics", "entries": {}, "today": "2026-11-30"}, "error.request"),
    ({"intent": "statistics", "entries": [], "today": "soon"}, "error.day"),
    ({"intent": "merge", "records": [5]}, "error.request"),
    ({"intent": "merge"}, "error.request"),
    ({"intent": "undo", "seconds": -1}, "error.request"),
    ({"intent": "undo", "seconds": "9"}, "error.request"),
    ({"intent": "undo", "seconds": True}, "error.request"),
    ({"intent": "undo", "seconds": 10**400}, "error.request"),
]


@pytest.mark.parametrize(
    ("request_", "key"), BAD_REQUESTS, ids=lambda value: str(value)[:60] if value else "-"
)
def test_a_wrong_request_is_refused_and_the_game_stays(
    page: Page, request_: dict[str, Any], key: str
) -> None:
    page.ok("new", variant="bakers-dozen", deal="1")
    page.ok("options", autoplay=True)
    before = page.untouched()
    answer = page.send(json.dumps({"id": "mine", **request_}), "mine")
    assert answer["reason"]["key"] == key
    assert page.untouched() == before


@pytest.mark.parametrize("change", [{"seconds": "soon"}, {"seconds": -1}, {"plies": ["zz"]}])
def test_a_damaged_save_leaves_the_game_and_its_clock(page: Page, change: dict[str, Any]) -> None:
    save = page.ok("new", variant="bakers-dozen", deal="1")["save"]
    page.ok("new", variant="good-measure", deal="2")
    page.ok("undo", seconds=44)
    before = page.untouched()
    for intent in ("load", "check"):
        key, args = page.refused(intent, save=save | change)
        assert key == "error.save"
        assert set(args) == {"part"}
        assert page.untouched() == before
    assert page.ok("check", save=save)["save"] == save
    assert page.untouched() == before
    assert page.ok("undo")["save"]["seconds"] == 44


@pytest.mark.parametrize(
    "intent", ["undo", "redo", "restart", "finish", "hint", "solve", "probe", "autopsy"]
)
def test_before_the_first_game_there_is_nothing_to_play(page: Page, intent: str) -> None:
    assert page.refused(intent) == ("error.no-game", {})


def test_the_limits_of_a_deal_number_are_named(page: Page) -> None:
    key, args = page.refused("new", variant="freecell", deal="99999999999")
    assert key == "error.deal"
    assert args == {"text": "99999999999", "lowest": 1, "highest": str(2**31 - 1)}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["bakers-dozen", "freecell", "QH", "a", "S", "cell1", "1", H01]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
FIELDS = ["variant", "deal", "entropy", "text", "save", "card", "to", "cursor", "autoplay"]
FIELDS += ["format", "budget", "job", "ms", "seconds", "id"]
FIELDS += ["date", "year", "number", "code", "entries", "today", "records"]
INTENTS = sorted(
    {i for r in SCHEMA["$defs"]["request"]["oneOf"] for i in r["properties"]["intent"]["enum"]}
)


@given(st.sampled_from(INTENTS), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4))
def test_whatever_is_asked_the_answer_has_its_form(intent: str, fields: dict[str, Any]) -> None:
    session = Session()
    session.handle('{"intent": "new", "variant": "freecell", "deal": "1"}')
    answer = json.loads(session.handle(json.dumps(fields | {"intent": intent})))
    assert list(ANSWER.iter_errors(answer)) == []
    assert answer["id"] == fields.get("id")


SAVE = json.loads(Session().handle('{"intent": "new", "variant": "freecell", "deal": "1"}'))["save"]


@given(st.dictionaries(st.sampled_from(sorted(SAVE)), JSON, min_size=1, max_size=2))
def test_whatever_a_save_holds_it_loads_or_is_refused(changes: dict[str, Any]) -> None:
    answer = json.loads(Session().handle(json.dumps({"intent": "load", "save": SAVE | changes})))
    ANSWER.validate(answer)
    assert answer["ok"] or answer["reason"]["key"] == "error.save"


@given(st.text(max_size=60) | st.text('A23456789TJQKcdhs♥♠/-|{}[]": \n', max_size=200))
def test_whatever_a_board_says_it_is_read_or_refused(text: str) -> None:
    request = {"intent": "position", "variant": "bakers-dozen-1883", "text": text}
    answer = json.loads(Session().handle(json.dumps(request)))
    ANSWER.validate(answer)
    assert not answer["ok"]
    said(answer["reason"])


def test_the_schema_takes_no_stranger() -> None:
    """So that the checks above can fail."""
    page = Page()
    answer = page.ok("new", variant="bakers-dozen", deal="1")
    for broken in (
        answer | {"extra": 1},
        {**answer, "view": answer["view"] | {"status": "lost"}},
        {**answer, "view": answer["view"] | {"deal": 1}},
        {**answer, "view": {k: v for k, v in answer["view"].items() if k != "dests"}},
        {**answer, "save": answer["save"] | {"cursor": -1}},
        {"id": 1, "ok": False},
    ):
        assert not ANSWER.is_valid(broken)
    for strange in ({"intent": "dance"}, {"intent": "move", "card": "1H", "to": "a"}, {"id": 1}):
        assert not REQUEST.is_valid(strange)


def test_the_architecture_page_lists_every_intent() -> None:
    page = (ROOT / "docs/ARCHITECTURE.md").read_text("utf-8")
    table = page[page.index("| intent |") : page.index("Long work is a *job*")]
    firsts = " ".join(line.split("|")[1] for line in table.splitlines() if "|" in line)
    assert sorted(re.findall(r"`([a-z]+)`", firsts)) == INTENTS


def test_the_module_keeps_one_session() -> None:
    made = json.loads(handle('{"id": 1, "intent": "new", "variant": "bakers-dozen", "deal": "3"}'))
    moved = json.loads(handle('{"id": 2, "intent": "restart"}'))
    assert moved["view"]["piles"] == made["view"]["piles"]


# --- jobs ------------------------------------------------------------------------------------


def test_a_probe_runs_in_slices_and_ends_with_a_verdict(page: Page) -> None:
    view = page.ok("position", variant="bakers-dozen", text=H01)["view"]
    result = page.finish_job(page.ok("probe")["job"], ms=1)
    assert result["verdict"] == "solved"
    assert result["key"] == view["key"]


def test_lifting_a_card_that_is_needed_loses_and_undo_gives_it_back(page: Page) -> None:
    page.ok("position", variant="bakers-dozen", text=H01)
    hint = page.finish_job(page.ok("hint")["job"])
    assert hint["verdict"] == "solved"
    assert hint["move"] != {"card": "JH", "to": "H"}
    page.ok("move", card="JH", to="H")
    assert page.finish_job(page.ok("probe", budget=100_000)["job"])["verdict"] == "unsolvable"
    page.ok("undo")
    assert page.finish_job(page.ok("probe")["job"])["verdict"] == "solved"
    page.ok("redo")
    lost = page.finish_job(page.ok("autopsy")["job"])
    assert (lost["last_won"], lost["first_lost"]) == (0, 1)
    assert lost["move"] == {"card": "JH", "to": "H"}


def test_with_one_cell_open_the_hint_is_one_of_the_eight_moves(page: Page) -> None:
    view = page.ok("position", variant="freecell", text=H02)["view"]
    assert view["status"] == "playing"
    hint = page.finish_job(page.ok("hint")["job"])
    assert hint["verdict"] == "solved"
    assert hint["move"]["to"] == "cell4"
    assert hint["move"]["card"] in view["dests"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_small_budget_finds_nothing_and_says_no_more_than_that(variant: str) -> None:
    for number in ("1", "2", "3"):
        page = Page()
        page.ok("new", variant=variant, deal=number)
        result = page.finish_job(page.ok("solve", budget=1)["job"])
        assert result["verdict"] == "unknown"
        assert result["plies"] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_solution_wins_by_the_same_rules(page: Page, variant: str) -> None:
    save = page.ok("new", variant=variant, deal="1")["save"]
    result = page.finish_job(page.ok("solve")["job"], ms=500)
    if result["verdict"] == "solved":
        plies = result["plies"]
        won = page.ok("load", save=save | {"plies": plies, "cursor": len(plies)})
        assert won["view"]["status"] == "won"
        board = oracle.lay_out(
            oracle.PRESETS[variant],
            oracle.microsoft_pack(1) if variant == "freecell" else oracle.own_pack(1),
        )
        for move in ".".join(plies).split("."):
            assert move in oracle.moves(oracle.PRESETS[variant], board)
            board = oracle.apply(board, move)
        assert oracle.won(board)
    else:
        assert result["plies"] == []


@pytest.mark.parametrize(
    ("intent", "fields"),
    [
        ("move", {"card": "TS", "to": "b"}),
        ("undo", {}),
        ("restart", {}),
        ("goto", {"cursor": 0}),
        ("new", {"variant": "freecell", "deal": "1"}),
        ("position", {"variant": "freecell", "text": H02}),
    ],
)
def test_a_change_of_position_ends_the_job(page: Page, intent: str, fields: dict[str, Any]) -> None:
    page.ok("position", variant="bakers-dozen", text=H01)
    job = page.ok("solve")["job"]
    page.ok(intent, **fields)
    answer = page.ok("work", job=job, ms=5)
    assert answer == {"id": page.count, "ok": True, "job": job, "done": True} | {
        "result": {"cancelled": True}
    }


def test_a_deal_that_can_be_won_is_drawn_before_there_is_a_game() -> None:
    page = Page()
    job = page.ok("draw", variant="bakers-dozen", entropy=f"{274:016x}")["job"]
    found = page.finish_job(job)  # number 275 is lost
    assert found["deal"] not in (None, "275")
    view = page.ok("new", variant="bakers-dozen", deal=found["deal"])["view"]
    assert page.finish_job(page.ok("probe")["job"])["verdict"] == "solved"
    job = page.ok("draw", variant="flower-garden", entropy="f" * 16, budget=3)["job"]
    assert page.finish_job(job) == {"key": view["key"], "deal": None, "nodes": 3}


def test_a_move_is_judged_before_it_is_played_and_after(page: Page) -> None:
    page.ok("position", variant="bakers-dozen", text=H01)
    before = page.finish_job(page.ok("judge", card="JH", to="H")["job"])
    assert (before["by"], before["after"]) == ("solver", "unsolvable")
    assert page.finish_job(page.ok("judge", card="JH")["job"])["move"]["to"] in {"H", "a"}
    page.ok("move", card="JH", to="H")
    after = page.finish_job(page.ok("judge")["job"])
    assert {**after, "key": 0, "nodes": 0} == {**before, "key": 0, "nodes": 0}


def test_what_cannot_be_played_is_refused_not_judged(page: Page) -> None:
    page.ok("position", variant="bakers-dozen", text=H01)
    assert page.refused("judge", card="JH", to="e") == ("reason.space-dead", {})
    assert page.refused("judge") == ("error.request", {})
    assert page.refused("judge", card="TS", to="m") == ("reason.space-dead", {})


def test_a_timeline_comes_bit_by_bit_and_says_when_it_is_done(page: Page) -> None:
    page.ok("position", variant="bakers-dozen", text=H01)
    page.ok("move", card="JH", to="H")
    for _ in range(2):
        found = page.finish_job(page.ok("timeline")["job"])
    assert (found["marks"], found["done"]) == ("wl", True)
    assert found["turn"] == {"cursor": 0, "card": "JH", "to": "H"}


def test_what_is_known_of_a_deal_is_known_of_all_its_lines(page: Page) -> None:
    save = page.ok("position", variant="bakers-dozen", text=H01)["save"]
    assert page.finish_job(page.ok("probe")["job"])["nodes"] > 0
    page.ok("load", save=save)
    assert page.finish_job(page.ok("probe")["job"])["nodes"] == 0


def test_a_daily_win_is_laid_beside_the_line_of_the_catalogue(page: Page) -> None:
    year = (ROOT / "seeds/bakers-dozen/2026.jsonl").read_text()
    lines = "\n".join(json.loads(line)["code"] for line in year.splitlines())
    code = lines.split()[0]
    save = page.ok("open", code=code)["save"]
    page.ok("load", save=save)
    page.ok("goto", cursor=len(save["plies"]))
    found = page.ok("compare", date="2026-01-01", lines=lines)
    assert found["parted"] is None
    assert found["moves"] == found["length"] > 40
    assert page.refused("compare", date="2026-01-02", lines=lines) == ("error.no-line", {})
    assert page.refused("compare", date="2027-01-01", lines="")[0] == "error.day"


def test_a_refused_move_does_not_end_the_job(page: Page) -> None:
    page.ok("position", variant="bakers-dozen", text=H01)
    job = page.ok("probe")["job"]
    page.refused("move", card="JH", to="e")
    assert page.finish_job(job)["verdict"] == "solved"


def test_a_cancelled_job_and_a_job_that_never_was(page: Page) -> None:
    page.ok("new", variant="bakers-dozen", deal="1")
    first = page.ok("solve")["job"]
    second = page.ok("hint")["job"]
    assert second != first
    assert page.finish_job(first) == {"cancelled": True}
    page.ok("cancel", job=first)
    assert page.ok("work", job=second, ms=1)["job"] == second
    page.ok("cancel", job=second)
    assert page.finish_job(second) == {"cancelled": True}
    assert page.finish_job(9999) == {"cancelled": True}
