"""Counting places with a reserve: what is won is never called lost, and most that is lost is."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bakersdozen.results import decode
from bakersdozen.rules import Move, State, is_won, play
from bakersdozen.solver import solve
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.counts import Counts, Reserve
from bakersdozen.solver.piles import Piles
from bakersdozen.solver.pooled import PooledRun
from bakersdozen.variants import VARIANTS, Packing, Variant
from plain import can_be_won, endgames

CATALOGUE = Path(__file__).parents[2] / "seeds" / "flower-garden.jsonl"
POSITIONS = int(os.environ.get("SOLVER_POSITIONS", "40"))
GARDEN = VARIANTS["flower-garden"]
ALTERNATE = replace(GARDEN, packing=Packing.ALTERNATE)
ONE_CELL = replace(GARDEN, cells=1)
SIZES = [(2, (7, 11)), (3, (7, 11)), (4, (8, 11))]
ENOUGH = 5000  # stages for any endgame


def gardens(game: Variant) -> Iterator[tuple[Variant, State, bool]]:
    for columns, heights in SIZES:
        for variant, state in endgames(game, POSITIONS, columns, heights, seed=3):
            truth = can_be_won(variant, state, 1500) if state.reserve else None
            if truth is not None:
                yield variant, state, truth


def counting(variant: Variant, state: State) -> tuple[Counts, Compact]:
    game = Compact(variant, Piles())
    return Counts(game, game.position(state), ENOUGH), game


def hopeless_on_the_way(variant: Variant, state: State, moves: Iterable[Move]) -> int:
    """Counts the positions along a line that are called lost, by what it began with."""
    counts, game = counting(variant, state)
    found = counts.is_hopeless(game.position(state))
    for move in moves:
        state = play(variant, state, move)
        found += counts.is_hopeless(game.position(state))
    assert is_won(state)
    return found


@pytest.mark.parametrize("game", [GARDEN, ALTERNATE, ONE_CELL], ids=["any", "alternate", "cell"])
def test_positions_with_a_reserve_that_are_called_lost_are_lost(game: Variant) -> None:
    lost = proofs = 0
    for variant, state, truth in gardens(game):
        counts, compact = counting(variant, state)
        called = counts.is_hopeless(compact.position(state))
        assert not (called and truth), state
        lost += not truth
        proofs += called
    assert proofs >= lost / 4


@pytest.mark.parametrize("game", [GARDEN, ALTERNATE], ids=["any", "alternate"])
def test_nothing_on_the_way_out_of_an_endgame_is_called_lost(game: Variant) -> None:
    for variant, state, truth in gardens(game):
        if truth:
            moves = solve(variant, state, budget=20_000).moves
            assert not hopeless_on_the_way(variant, state, moves)


def test_nothing_on_the_way_of_a_published_line_is_called_lost() -> None:
    lines = CATALOGUE.read_text("utf-8").splitlines()
    for line in lines[:: max(1, 1600 // POSITIONS)]:
        game, _ = decode(json.loads(line)["code"])
        moves = [move for ply in game.plies for move in ply]
        assert not hopeless_on_the_way(GARDEN, game.state_at(0), moves)


def test_cards_of_the_reserve_have_to_go_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played without them the same count calls won positions lost."""
    monkeypatch.setattr(Reserve, "to_come", lambda *_: 0)
    called = 0
    for variant, state, truth in gardens(GARDEN):
        counts, game = counting(variant, state)
        monkeypatch.setattr(counts.reserve, "down", lambda _: 0)
        called += truth and counts.is_hopeless(game.position(state))
    assert called


def test_cards_of_the_reserve_are_lifted_from_the_table_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Were they lifted from the reserve alone, pools would call won gardens lost."""

    def calls() -> int:
        wrong = 0
        for variant, state, truth in gardens(GARDEN):
            game = Compact(variant, Piles())
            run = PooledRun(game, game.position(state), 13)
            for _ in run.expand(3000):
                pass
            wrong += truth and run.exhausted
        return wrong

    assert not calls()
    monkeypatch.setattr(Reserve, "is_down", lambda *_: False)
    assert calls()
