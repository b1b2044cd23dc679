"""Result codes prove what they claim, and prove nothing when they are not whole."""

from __future__ import annotations

import base64
import random
from binascii import crc32
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from winning import won_game

from bakersdozen.game import Game
from bakersdozen.results import (
    MAX_CODE,
    MAX_PLIES,
    MAX_SECONDS,
    PRESETS,
    InvalidCode,
    _digits,
    decode,
    encode,
)
from bakersdozen.rules import Move, legal_moves, play
from bakersdozen.solver import solve
from bakersdozen.variants import CUSTOM, VARIANTS, custom

# Deal 7 of the strict game, won in 74 moves, as shared by version 1. It must decode for ever.
SHARED = "AQEHXR9Zpv9v6JZg05wE6AfTArsC7ac"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_code_holds_the_whole_game(variant: str) -> None:
    chance = random.Random(variant)
    games = (won_game(variant, number, chance) for number in chance.sample(range(1, 400), 40))
    for game in islice(filter(None, games), 3):
        found, seconds = decode(encode(game, 93.9))
        assert (found.variant, found.deal, found.plies) == (game.variant, game.deal, game.plies)
        assert found.state == game.state
        assert found.cursor == len(found.plies)
        assert seconds == 93


def test_a_code_shared_long_ago_still_reads() -> None:
    game, seconds = decode(SHARED)
    assert (game.variant.id, game.deal, len(game.plies), seconds) == ("bakers-dozen", "7", 31, 93)


@pytest.mark.parametrize(
    "form",
    ["https://host.example/x/#result={}", "#result={}", "result={}\n", "  {}=", "{}==", "{}"],
)
def test_a_code_reads_as_a_link_and_with_padding(form: str) -> None:
    assert decode(form.format(SHARED))[0].save() == decode(SHARED)[0].save()


def test_every_preset_has_a_number_that_codes_use() -> None:
    assert PRESETS[0] == CUSTOM
    assert set(PRESETS[1:]) == set(VARIANTS)


def test_a_custom_game_travels_with_its_parameters() -> None:
    variant = custom({"columns": [4] * 13, "space": "any", "cells": 2})
    game = Game.numbered(variant, "11")
    for move in solve(variant, game.state).moves:
        game.move(move)
    assert decode(encode(game, 5))[0].variant == variant


def test_only_the_plies_up_to_the_cursor_of_a_won_numbered_game_have_a_code() -> None:
    game = won_game("bakers-dozen", 7, random.Random(1))
    assert game
    game.undo()
    with pytest.raises(ValueError, match="won game"):
        encode(game, 1)
    loose = Game.from_position(VARIANTS["bakers-dozen"], "KS/" + "-/" * 11 + "- CKDKHKSQ")
    loose.move(Move("a", "S"))
    with pytest.raises(ValueError, match="numbered"):
        encode(loose, 1)


def test_a_code_with_one_character_changed_is_refused() -> None:
    chance = random.Random(5)
    for place in range(len(SHARED)):
        other = chance.choice([c for c in "AZaz09-_" if c != SHARED[place]])
        with pytest.raises(InvalidCode):
            decode(SHARED[:place] + other + SHARED[place + 1 :])


@pytest.mark.parametrize("cut", [0, 1, 5, 20, len(SHARED) - 1])
def test_a_cut_code_is_refused(cut: int) -> None:
    with pytest.raises(InvalidCode):
        decode(SHARED[:cut])


def sealed(body: bytes) -> str:
    """A code whose check sum is right, whatever it says."""
    data = body + (crc32(body) & 0xFFFF).to_bytes(2, "little")
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        (b"\x02\x01\x07\x00\x00", "version"),
        (b"\x01\x0a\x07\x00\x00", "damaged"),  # no such preset
        (b"\x01\x01\x00\x00\x00", "damaged"),  # deal 0
        (b"\x01\x01\x07\x00\x00", "damaged"),  # not won
        (b"\x01\x01\x07\x00\x01\xff\xff", "damaged"),  # more than the plies need
        (b"\x01\x00\x02{}\x07\x00\x00", "damaged"),  # custom without a layout
        (b"\x01\x00\x04[[[[\x07\x00\x00", "damaged"),
        (b"\x01\x01\x07", "damaged"),  # ends in the middle
        (b"\x01\x01" + b"\xff" * 40, "damaged"),  # a number without end
    ],
)
def test_a_forged_code_is_refused_with_its_cause(body: bytes, cause: str) -> None:
    with pytest.raises(InvalidCode) as refused:
        decode(sealed(body))
    assert refused.value.cause == cause


def test_forged_counts_are_bounded() -> None:
    endless = b"\x01\x01\x07\x00" + b"\xff\xff\xff\xff\x0f" + b"\x01" * 4000
    late = b"\x01\x01\x07" + b"\xff\xff\xff\xff\x0f" + b"\x00"
    for body in (endless, late):
        with pytest.raises(InvalidCode):
            decode(sealed(body))
    assert MAX_PLIES < 10_000
    assert MAX_SECONDS < 2**31


def test_a_huge_code_is_refused_before_it_is_read() -> None:
    with pytest.raises(InvalidCode) as refused:
        decode("A" * (MAX_CODE + 1))
    assert refused.value.cause == "too-long"


def swaying() -> tuple[Game, tuple[Move, Move]]:
    """A game with a move that the next one takes back."""
    strict = VARIANTS["bakers-dozen"]
    for deal in range(1, 127):
        game = Game.numbered(strict, str(deal))
        for there in legal_moves(strict, game.state):
            after = play(strict, game.state, there)
            for back in legal_moves(strict, after):
                if play(strict, after, back) == game.state:
                    return game, (there, back)
    raise AssertionError("no deal sways")


def test_the_longest_legal_game_that_does_not_win_is_refused() -> None:
    """Every ply is legal, so each of them is replayed; their number is bounded."""
    game, there_and_back = swaying()
    number, radix = 0, 1
    for place in range(MAX_PLIES):
        move = there_and_back[place % 2]
        for digit, size in _digits(game.variant, game.state, (move,)):
            number, radix = number + digit * radix, radix * size
        game.replay((move,))
    head = bytes((1, 1, int(str(game.deal)), 0, MAX_PLIES & 0x7F | 0x80, MAX_PLIES >> 7))
    code = sealed(head + number.to_bytes((number.bit_length() + 7) // 8, "little"))
    assert len(code) < MAX_CODE
    with pytest.raises(InvalidCode) as refused:
        decode(code)
    assert refused.value.cause == "damaged"


@given(st.text(max_size=200))
def test_noise_is_refused_cleanly(noise: str) -> None:
    with pytest.raises(InvalidCode):
        decode(noise)


@given(st.binary(max_size=120))
def test_sealed_noise_is_refused_or_is_a_win(noise: bytes) -> None:
    try:
        game, _ = decode(sealed(b"\x01" + noise))
    except InvalidCode:
        return
    assert sum(game.state.foundations) == 52


def test_a_ply_that_the_rules_do_not_make_cannot_be_recorded() -> None:
    """Moves that belong to several plies cannot be passed off as one."""
    game = Game.numbered(VARIANTS["bakers-dozen"], "7")
    first = legal_moves(game.variant, game.state)[0]
    probe = Game.numbered(VARIANTS["bakers-dozen"], "7")
    probe.move(first)
    second = legal_moves(probe.variant, probe.state)[0]
    with pytest.raises(ValueError, match="one-at-a-time"):
        game.replay((first, second))
    assert game.plies == []
