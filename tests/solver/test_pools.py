"""The game with pools: its classes, and the lifts that need no alternative."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bakersdozen.cards import Card, rank_of
from bakersdozen.deals import deal
from bakersdozen.results import decode
from bakersdozen.rules import State, play
from bakersdozen.solver import pooled
from bakersdozen.solver.compact import Compact, Position, ranks_of
from bakersdozen.solver.counts import Counts
from bakersdozen.solver.piles import Piles
from bakersdozen.solver.pooled import PooledRun
from bakersdozen.solver.pools import Pools
from bakersdozen.variants import VARIANTS, Packing, Space, Variant
from plain import can_be_won, endgames

CATALOGUE = Path(__file__).parents[2] / "seeds" / "flower-garden.jsonl"
POSITIONS = int(os.environ.get("SOLVER_POSITIONS", "40"))
GARDEN = VARIANTS["flower-garden"]
GAMES = {
    "garden": GARDEN,
    "alternate": replace(GARDEN, packing=Packing.ALTERNATE),
    "cell": replace(GARDEN, cells=1),
    "kings": replace(GARDEN, space=Space.KING, cells=1),
    "freecell": replace(VARIANTS["freecell"], cells=2),
}
SIZES = [(2, (7, 11)), (3, (7, 11)), (4, (8, 11))]
ENOUGH = 3000  # classes for any endgame


def judged(game: Variant, number: int = POSITIONS) -> Iterator[tuple[Variant, State, bool]]:
    for columns, heights in SIZES:
        for variant, state in endgames(game, number, columns, heights, seed=6):
            truth = can_be_won(variant, state, 1500)
            if truth is not None:
                yield variant, state, truth


def is_called_lost(variant: Variant, state: State, named: int, limit: int = ENOUGH) -> bool:
    game = Compact(variant, Piles())
    run = PooledRun(game, game.position(state), named)
    for _ in run.expand(limit):
        pass
    return run.exhausted


def wrongly_lost(game: Variant, number: int = POSITIONS) -> int:
    """Counts won endgames that pools call lost."""
    return sum(
        is_called_lost(variant, state, named)
        for variant, state, truth in judged(game, number)
        if truth
        for named in (0, 4, 10)
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_lateral_move_can_be_taken_back(game: Variant) -> None:
    """From any position of a class the others are found: so they are won or lost together."""
    largest = 0
    for columns, heights in SIZES:
        for variant, state in endgames(game, POSITIONS, columns, heights, seed=7):
            compact = Compact(variant, Piles())
            pools = Pools(compact, compact.position(state), 0)
            found = members(pools, pools.start)
            largest = max(largest, len(found))
            for member in found[1:8]:
                assert {pools.key(other) for other in members(pools, member)} == {
                    pools.key(other) for other in found
                }
    assert largest > 3


def members(pools: Pools, position: Position) -> list[Position]:
    key = pools.key(position)
    known = {key}
    found = [(position, key)]
    for member, its_key in found:
        found += pools.laterals(member, its_key, known, {})
        assert its_key == pools.key(member)
    return [member for member, _ in found]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_won_endgame_is_called_lost(game: Variant) -> None:
    assert not wrongly_lost(game)


def test_what_cannot_be_taken_back_is_no_lateral_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were uncovering a card lateral, lifts that are safe after it would count for before."""
    sources = Pools._sources

    def loose(pools: Pools, position: Position, key: int) -> list[object]:
        return [source._replace(for_good=False) for source in sources(pools, position, key)]

    monkeypatch.setattr(Pools, "_sources", loose)
    assert wrongly_lost(GARDEN, 4 * POSITIONS)


def test_lifts_have_no_alternative_only_if_they_are_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    """One rank above the bound they have: won gardens would be called lost."""
    forced, nexts = Pools.forced, Compact.nexts

    def loose(game: Compact, foundations: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        found, safe = nexts(game, foundations)
        low = min(ranks_of(foundations))
        return found, tuple(card for card in found if card in safe or rank_of(card) == low + 3)

    def loosely_forced(pools: Pools, position: Position) -> list[Position]:
        if pools.settled(position) != position:
            return forced(pools, position)
        with monkeypatch.context() as patch:
            patch.setattr(Compact, "nexts", loose)
            patch.setattr(Pools, "settled", lambda _, settled: settled)
            return forced(pools, position)

    monkeypatch.setattr(Pools, "forced", loosely_forced)
    assert wrongly_lost(GARDEN, 4 * POSITIONS)


def test_nothing_on_the_way_of_a_published_line_is_called_lost() -> None:
    lines = CATALOGUE.read_text("utf-8").splitlines()
    for line in lines[:: max(1, 1600 // POSITIONS)]:
        game, _ = decode(json.loads(line)["code"])
        state = game.state_at(0)
        for number, move in enumerate(move for ply in game.plies for move in ply):
            state = play(GARDEN, state, move)
            if not number % 10:
                assert not is_called_lost(GARDEN, state, number % 3 * 4, 100)


def test_a_class_that_is_too_large_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Compact(GARDEN, Piles())
    start = game.position(deal(GARDEN, 3188))
    monkeypatch.setattr(pooled, "LARGEST", 8)
    run = PooledRun(game, start, 0)
    for _ in run.expand(ENOUGH):
        pass
    assert run.dry
    assert not run.exhausted


def test_lost_gardens_take_few_classes() -> None:
    for number, most in ((1312, 1_200), (1454, 500), (3188, 800)):
        game = Compact(GARDEN, Piles())
        start = game.position(deal(GARDEN, number))
        run = PooledRun(game, start, 0, Counts(game, start, 50).is_lost)
        for _ in run.expand(most):
            pass
        assert run.exhausted
