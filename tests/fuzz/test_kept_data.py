"""What is kept, shared and sent, damaged in every way: taken as it was meant, or refused whole."""

from __future__ import annotations

import base64
import json
import random
from binascii import crc32
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bakersdozen.bridge import _INTENTS, Session
from bakersdozen.complaints import Complaint
from bakersdozen.daily import InvalidDay, calendar, daily_of, parse_day
from bakersdozen.game import Game, InvalidSave, variant_of
from bakersdozen.records import InvalidEntry, merged, parse_entry, plain, statistics
from bakersdozen.results import MAX_CODE, InvalidCode, decode, encode
from bakersdozen.rules import is_won, legal_moves
from bakersdozen.variants import VARIANTS
from damage import MANY, bounded, damaged, damaged_data, damaged_texts, damages, memory_of, outcome
from entries import won_entry

# Won games of version 1, as they were shared: deal 7 of the strict game.
SHARED = "AQEHXR9Zpv9v6JZg05wE6AfTArsC7ac"
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/#%"
CUSTOM = {"columns": [6] * 6, "reserve": 16, "cells": 2, "space": "king", "packing": "alternate"}
# Replaying counts legal moves at every ply; this is far above the longest honest game.
REPLAY = 3_000_000


def played(description: Any, number: int, length: int = 40) -> Game:
    """A game in the middle, some of it undone."""
    chance = random.Random(number)
    game = Game.numbered(variant_of(description), str(number))
    for _ in range(length):
        moves = legal_moves(game.variant, game.state)
        if not moves:
            break
        game.move(chance.choice(moves), autoplay=chance.random() < 0.5)
    game.go_to(len(game.plies) * 2 // 3)
    return game


SAVES = [played(name, 11).save() for name in VARIANTS] + [played(CUSTOM, 5).save()]
ENTRY = won_entry(daily="2026-03-01")


@MANY
@given(damages(*SAVES))
def test_a_save_is_replayed_to_where_it_stood_or_refused(data: Any) -> None:
    game = outcome(lambda: Game.load(data), REPLAY)
    if isinstance(game, Complaint):
        assert isinstance(game, InvalidSave)
        return
    # What is taken is what was kept, and is kept again as it was.
    assert game.save()["plies"] == data["plies"]
    assert game.cursor == data["cursor"]
    again = Game.load(json.loads(json.dumps(game.save())))
    assert (again.state, again.save()) == (game.state, game.save())


@given(st.integers(0, 2**32))
def test_a_save_cut_anywhere_loses_no_more_than_was_cut(seed: int) -> None:
    """A text of JSON that ends too early is no JSON: it never reads as a shorter game."""
    chance = random.Random(seed)
    text = json.dumps(chance.choice(SAVES))
    session = Session()
    request = f'{{"id": 1, "intent": "load", "save": {text[: chance.randrange(len(text))]}}}'
    assert json.loads(session.handle(request))["ok"] is False


@MANY
@given(damaged_texts([SHARED, f"https://host.example/x/#result={SHARED}"], BASE64))
def test_a_code_is_a_win_or_refused(text: str) -> None:
    found = outcome(lambda: decode(text), REPLAY)
    if isinstance(found, Complaint):
        assert isinstance(found, InvalidCode)
        return
    game, seconds = found
    assert is_won(game.state)
    assert decode(encode(game, seconds))[0].save() == game.save()


@given(st.integers(0, 2**32), st.integers(1, 5))
def test_a_forger_who_knows_the_check_sum_gains_nothing(seed: int, times: int) -> None:
    """Bytes changed and sealed anew: still refused, unless they are another true win."""
    chance = random.Random(seed)
    body = bytearray(base64.urlsafe_b64decode(SHARED + "=" * (-len(SHARED) % 4))[:-2])
    for _ in range(times):
        at = chance.randrange(len(body))
        if chance.random() < 0.3:
            body[at:at] = bytes(chance.choices(range(256), k=chance.choice((1, 4, 60))))
        else:
            body[at] = chance.randrange(256)
    seal = (crc32(body) & 0xFFFF).to_bytes(2, "little")
    code = base64.urlsafe_b64encode(bytes(body) + seal).rstrip(b"=").decode()
    found = outcome(lambda: decode(code), REPLAY)
    assert isinstance(found, InvalidCode) or is_won(found[0].state)


def test_no_code_takes_much_memory() -> None:
    for text in ("A" * MAX_CODE, "_" * MAX_CODE, "=" * 10**6, "result=" * 10**5):
        assert memory_of(lambda text=text: outcome(lambda: decode(text), REPLAY)) < 4_000_000  # type: ignore[misc]


@MANY
@given(st.lists(damages(ENTRY), max_size=6))
def test_entries_are_kept_as_they_are_or_refused(rows: list[Any]) -> None:
    read = [outcome(lambda row=row: parse_entry(row), 3000) for row in rows]  # type: ignore[misc]
    assert all(not isinstance(each, Complaint) or isinstance(each, InvalidEntry) for each in read)
    entries = [each for each in read if not isinstance(each, Complaint)]
    for entry in entries:
        (again,) = plain([entry])
        assert parse_entry(json.loads(json.dumps(again))) == entry
    union = merged(entries, entries)
    assert {entry.id for entry in union} == {entry.id for entry in entries}
    with bounded(100_000):
        summary = statistics(union, parse_day("2026-03-02"))
    assert summary["dailies"]["won"] <= summary["dailies"]["played"]
    json.dumps(summary, allow_nan=False)


YEAR = "\n".join(json.dumps({"deal": str(day), "grade": 1, "length": 80}) for day in range(365))


@MANY
@given(
    damaged_texts([YEAR[:300], '{"deal": "1", "grade": 5, "length": 1}'], '{}[]":,\n0123456789-'),
    damaged_texts(["2026-01-01", "2028-02-29"], "0123456789-T:Z"),
)
def test_a_catalogue_gives_a_deal_or_is_refused(year: str, day: str) -> None:
    for read in (
        lambda: daily_of(parse_day("2026-01-01"), year),
        lambda: calendar(2026, year),
        lambda: parse_day(day),
    ):
        found = outcome(read, 20_000 + 20 * len(year))
        assert not isinstance(found, Complaint) or isinstance(found, InvalidDay)


REQUESTS: list[dict[str, Any]] = [
    {"id": 1, "intent": "new", "variant": "freecell", "deal": "617", "seconds": 3},
    {"id": 1, "intent": "new", "variant": "bakers-dozen", "entropy": "0123456789abcdef"},
    {"id": 1, "intent": "new", "variant": CUSTOM, "deal": "5"},
    {"id": 1, "intent": "position", "variant": "bakers-dozen", "text": "AC/2C"},
    {"id": 1, "intent": "load", "save": SAVES[0]},
    {"id": 1, "intent": "move", "card": "QH", "to": "cell1"},
    {"id": 1, "intent": "best", "card": "QH"},
    *({"id": 1, "intent": each} for each in ("undo", "redo", "restart", "finish", "hello")),
    {"id": 1, "intent": "goto", "cursor": 1},
    {"id": 1, "intent": "options", "autoplay": True},
    {"id": 1, "intent": "export", "format": "json"},
    *({"id": 1, "intent": each, "budget": 30} for each in ("hint", "solve", "probe", "autopsy")),
    {"id": 1, "intent": "work", "job": 1, "ms": 1},
    {"id": 1, "intent": "cancel", "job": 1},
    {"id": 1, "intent": "daily", "date": "2026-01-05", "year": YEAR[:2000]},
    {"id": 1, "intent": "calendar", "number": 2026, "year": YEAR[:2000]},
    {"id": 1, "intent": "result"},
    {"id": 1, "intent": "open", "code": SHARED},
    {"id": 1, "intent": "statistics", "entries": [ENTRY], "today": "2026-03-02"},
    {"id": 1, "intent": "merge", "records": [[ENTRY], []]},
]


# Whatever an intent reads, so that none is left out when one is added.
FIELDS = {
    key: value
    for request in REQUESTS
    for key, value in request.items()
    if key not in {"save", "text", "deal"}
}
REQUESTS += [FIELDS | {"intent": intent} for intent in _INTENTS]


@MANY
@given(st.lists(st.integers(0, 2**32), min_size=1, max_size=12))
def test_no_message_breaks_the_engine(seeds: list[int]) -> None:
    """Damaged messages, one after another: each is answered, and a refusal changes nothing."""
    session = Session()
    session.handle(json.dumps(REQUESTS[0]))
    for seed in seeds:
        chance = random.Random(seed)
        request = damaged_data(chance.choice(REQUESTS), chance, chance.choice((0, 1, 1, 2)))
        text = json.dumps(request)
        if chance.random() < 0.2:
            text = damaged(text, chance, '{}[]":,0123456789e+-.tfn\\u', 2)
        game = session._game
        before = game and (game.save(), game.state)
        answer = json.loads(session.handle(text))
        assert isinstance(answer["ok"], bool)
        if answer["ok"]:
            continue
        assert session._game is game
        assert (game and (game.save(), game.state)) == before
        assert answer["reason"]["key"].split(".")[0] in {"error", "reason"}
        assert len(json.dumps(answer["reason"])) < 1000
    # And after all of them it still plays.
    assert json.loads(session.handle(json.dumps(REQUESTS[0])))["ok"]
