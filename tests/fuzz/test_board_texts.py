"""Boards in any form, whole, damaged or none at all: read rightly or refused, in few steps."""

from __future__ import annotations

import random

import pytest
from damage import MANY, TooLong, bounded, damaged_texts, memory_of, outcome
from hypothesis import given
from hypothesis import strategies as st

from bakersdozen.complaints import Complaint
from bakersdozen.game import Game
from bakersdozen.notation import (
    MAX_TEXT,
    InvalidText,
    format_board,
    format_json,
    format_ply,
    format_position,
    parse_board,
    parse_cards,
    parse_move,
    parse_ply,
)
from bakersdozen.rules import IllegalMove, State, legal_moves
from bakersdozen.variants import VARIANTS, Variant
from bakersdozen.view import view

WRITERS = (format_position, format_board, format_json)
ALPHABET = "A23456789TJQK10CDHSacdhs-/|:;., \t\r\n[]{}\"'♣♦♥♠"


def states(variant: Variant) -> list[State]:
    """Positions of a random game, from its deal to near its end."""
    chance = random.Random(variant.id)
    game = Game.numbered(variant, str(chance.randint(1, 10**6)))
    found = [game.state]
    for _ in range(60):
        moves = legal_moves(variant, game.state)
        if not moves:
            break
        lifts = [move for move in moves if move.target in "CDHS"]
        game.move(chance.choice(lifts or moves))
        found.append(game.state)
    return found[::12]


BOARDS = {
    name: [write(variant, state) for state in states(variant) for write in WRITERS]
    for name, variant in VARIANTS.items()
}


def costs(text: str) -> int:
    """How many lines of Python reading a text may run: in proportion to it, and no more."""
    return 6000 + 60 * min(len(text), MAX_TEXT)


@pytest.mark.parametrize("name", VARIANTS)
@MANY
@given(data=st.data())
def test_a_board_is_read_rightly_or_refused(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    text = data.draw(damaged_texts(BOARDS[name], ALPHABET))
    state = outcome(lambda: parse_board(variant, text), costs(text))
    if isinstance(state, Complaint):
        assert isinstance(state, InvalidText)
        return
    # What is read is a board of the game: 52 cards in its places, each once.
    assert len(state.columns) == len(variant.columns)
    assert len(state.cells) == variant.cells
    game = Game(variant, state, deal=None, position=text)
    cards = [card for pile in view(game, key=0, seconds=0)["piles"].values() for card in pile]
    assert len(cards) == len(set(cards)) == 52
    # And it is the same board in whatever form it is written.
    again = [parse_board(variant, write(variant, state)) for write in WRITERS[:2]]
    for other in again:
        assert other._replace(cells=()) == state._replace(cells=())
        assert {*other.cells} == {*state.cells}


@MANY
@given(st.sampled_from([*VARIANTS]), st.data())
def test_a_save_of_any_board_is_replayed_or_refused(name: str, data: st.DataObject) -> None:
    """A position that is read can be kept and comes back; one that is not is no save."""
    text = data.draw(damaged_texts(BOARDS[name], ALPHABET))
    try:
        game = Game.from_position(VARIANTS[name], text)
    except InvalidText:
        return
    assert Game.load(game.save()).state == game.state


@MANY
@given(
    damaged_texts(["cg", "cg3", "cS", "c1", "1c", "QHg", "QHS", "Sc", "mm12"], "abcmCDHS1234QHA.")
)
def test_a_move_is_read_as_it_is_written_or_refused(text: str) -> None:
    move = outcome(lambda: parse_move(text), costs(text))
    assert isinstance(move, InvalidText) or parse_move(str(move)) == move
    ply = outcome(lambda: parse_ply(text), costs(text))
    assert isinstance(ply, InvalidText) or parse_ply(format_ply(ply)) == ply


@MANY
@given(damaged_texts(["QH ks 10♥ T♥", "".join(["AS2D"] * 20)], ALPHABET))
def test_cards_are_read_or_named(text: str) -> None:
    cards = outcome(lambda: parse_cards(text), costs(text))
    assert isinstance(cards, InvalidText) or all(0 <= card < 52 for card in cards)


@given(st.sampled_from([*VARIANTS]), st.data())
def test_a_move_that_can_be_read_is_played_or_refused_whole(name: str, data: st.DataObject) -> None:
    variant = VARIANTS[name]
    game = Game.numbered(variant, data.draw(st.integers(1, 10**6).map(str)))
    for text in data.draw(st.lists(damaged_texts(["ab", "aS", "a1", "1b"], "abcdefgCDHS1234"))):
        before = (game.state, game.cursor, list(game.plies))
        try:
            game.move(parse_move(text))
        except Complaint:
            assert (game.state, game.cursor, game.plies) == before


def test_the_bound_ends_what_runs_too_long() -> None:
    with pytest.raises(TooLong), bounded(20):
        parse_board(VARIANTS["freecell"], BOARDS["freecell"][0])


def test_no_text_takes_much_memory_or_time() -> None:
    """The worst texts that could be thought of, as long as may be and a hundred times longer."""
    worst = ["[" * 200, "QH" * 50, "♥" * 99, "\n" * 50, "/" * 60, "-" * 90, "|" * 9, "9" * 999]
    worst += ["foundations: " * 30, '{"tableau piles": [' + "[" * 90, "col 1: ", "10" * 40, " \t"]
    for variant in VARIANTS.values():
        for seed in worst:
            for length in (MAX_TEXT, 100 * MAX_TEXT):
                text = (seed * (length // len(seed) + 1))[:length]

                def read(text: str = text, variant: Variant = variant) -> None:
                    with bounded(costs(text)), pytest.raises(InvalidText):
                        parse_board(variant, text)

                read()
                if variant.id == "freecell":
                    assert memory_of(read) < 8_000_000


def test_a_refused_move_changes_nothing_whoever_refuses() -> None:
    game = Game.numbered(VARIANTS["bakers-dozen"], "1")
    with pytest.raises(IllegalMove):
        game.move(parse_move("aa"))
    assert game.plies == []
