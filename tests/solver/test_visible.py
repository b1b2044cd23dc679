"""Advice in closed games: nothing may depend on what lies face down."""

from __future__ import annotations

import random
from collections.abc import Container
from dataclasses import replace

import pytest

from bakersdozen.cards import KING, rank_of
from bakersdozen.deals import deal
from bakersdozen.rules import State, legal_moves, play
from bakersdozen.solver import Advice, advise, solve
from bakersdozen.variants import VARIANTS, Kings, Variant
from plain import can_be_won, endgames

CLOSED = VARIANTS["bakers-dozen-1883"]


def advice(
    state: State,
    budget: int = 8000,
    worlds: int = 8,
    variant: Variant = CLOSED,
    met: Container[State] = (),
) -> Advice:
    searching = advise(variant, state, budget=budget, worlds=worlds, met=met)
    while True:
        try:
            next(searching)
        except StopIteration as ended:
            result: Advice = ended.value
            return result


def shuffled(state: State, seed: int) -> State:
    """Deals the face-down cards anew; kings stay at the bottom of columns."""
    places = [
        (column, place)
        for column, hidden in enumerate(state.hidden)
        for place in range(hidden)
        if rank_of(state.columns[column][place]) != KING
    ]
    cards = [state.columns[column][place] for column, place in places]
    random.Random(seed).shuffle(cards)
    columns = [list(column) for column in state.columns]
    for (column, place), card in zip(places, cards, strict=True):
        columns[column][place] = card
    return state._replace(columns=tuple(map(tuple, columns)))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_face_down_cards_do_not_matter(number: int) -> None:
    state = deal(CLOSED, number)
    found = advice(state)
    assert found.verdict == "unknown"
    assert found.move in legal_moves(CLOSED, state)
    assert 0 < found.wins <= found.worlds == 8
    assert found == advice(shuffled(state, 1)) == advice(shuffled(state, 2))


def test_what_holds_in_every_world_may_be_said() -> None:
    claims = 0
    as_dealt = replace(CLOSED, kings=Kings.AS_DEALT)
    for variant, state in endgames(as_dealt, 150, 4, (8, 11), seed=5):
        if sum(state.hidden) > 3:
            continue
        found = advice(state, variant=variant)
        if found.verdict != "unknown":
            truth = can_be_won(variant, state, 5000)
            assert truth is not None
            assert found.verdict == ("solved" if truth else "unsolvable")
            claims += 1
    assert claims > 20


def test_with_every_card_seen_it_is_plain_search() -> None:
    state = deal(VARIANTS["bakers-dozen"], 4)
    found = advice(state)
    assert found.worlds == 1
    assert found.verdict == solve(CLOSED, state).verdict == "solved"


def test_advice_wins_a_game_that_is_followed_to_its_end() -> None:
    state = deal(CLOSED, 8)
    met = {state}
    for _ in range(250):
        found = advice(state, budget=6000, worlds=4, met=met)
        if found.move is None:
            break
        state = play(CLOSED, state, found.move)
        met.add(state)
    assert sum(state.foundations) == 52


def test_an_impossible_position_gets_advice_too() -> None:
    for variant, state in endgames(CLOSED, 60, 4, (7, 10), seed=6):
        found = advice(state, budget=400, variant=variant)
        assert found.worlds >= 1
