"""The solver against a plain exhaustive search, on endgames of every variant.

More positions, and larger ones, with SOLVER_POSITIONS=1000 in the environment.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from bakersdozen.deals import deal
from bakersdozen.rules import State, is_won, play
from bakersdozen.solver import Result, solve
from bakersdozen.solver.capacity import TRIES, Capacity
from bakersdozen.solver.class_search import ClassEvaluation, ClassRun
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.counts import Counts
from bakersdozen.solver.knots import Knotting
from bakersdozen.solver.lost import LostTest
from bakersdozen.solver.piles import Piles
from bakersdozen.solver.pooled import PooledRun
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.relax import Sweep, deletion
from bakersdozen.solver.weights import CLASSES
from bakersdozen.variants import VARIANTS, Faces, Packing, Space, Variant
from plain import can_be_won, endgames

POSITIONS = int(os.environ.get("SOLVER_POSITIONS", "40"))
CLOSED = replace(VARIANTS["spanish-patience"], faces=Faces.TOP)
DEAD_ALTERNATE = replace(VARIANTS["bakers-dozen"], packing=Packing.ALTERNATE)
TIGHT_FREECELL = replace(VARIANTS["freecell"], cells=1, space=Space.KING)
ONE_CELL = replace(VARIANTS["bakers-dozen"], cells=1)
KING_RESERVE = replace(VARIANTS["flower-garden"], space=Space.KING)
DEAD_RESERVE = replace(VARIANTS["flower-garden"], space=Space.NOTHING)
GAMES = [
    *VARIANTS.values(),
    CLOSED,
    DEAD_ALTERNATE,
    TIGHT_FREECELL,
    ONE_CELL,
    KING_RESERVE,
    DEAD_RESERVE,
]
SIZES = [(2, (9, 12)), (3, (8, 12)), (4, (8, 11)), (5, (7, 10))]
WITH_WORRYING_BACK = [(2, (10, 13))]


def named(game: Variant) -> str:
    return f"{game.id}-{game.packing}-{game.space}-{game.cells}-{game.faces}"


def wins(variant: Variant, state: State, result: Result) -> bool:
    for move in result.moves:
        state = play(variant, state, move)
    return is_won(state)


@cache
def judged(
    game: Variant, columns: int, heights: tuple[int, int], seed: int
) -> list[tuple[Variant, State, bool]]:
    """Returns endgames small enough for plain search, and whether each can be won."""
    found = []
    for variant, state in endgames(game, POSITIONS, columns, heights, seed):
        truth = can_be_won(variant, state, 1500)
        if truth is not None:
            found.append((variant, state, truth))
    return found


@pytest.mark.parametrize("worrying_back", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_solver_agrees_with_plain_search(game: Variant, worrying_back: bool) -> None:
    game = replace(game, worrying_back=worrying_back)
    compared: Counter[bool] = Counter()
    for columns, heights in WITH_WORRYING_BACK if worrying_back else SIZES:
        for variant, state, truth in judged(game, columns, heights, seed=1):
            result = solve(variant, state, budget=20_000)
            assert result.verdict == ("solved" if truth else "unsolvable"), state
            assert wins(variant, state, result) == truth
            compared[truth] += 1
    assert compared[True] >= 5
    assert compared[False] >= 2 or game.cells > 1 or game.reserve


@pytest.mark.parametrize("most_ways", [1, 4, 200])
@pytest.mark.parametrize("loosely", [False, True])
@pytest.mark.parametrize("with_proofs", [False, True])
@pytest.mark.parametrize("game", [VARIANTS["bakers-dozen"], DEAD_ALTERNATE], ids=named)
def test_classes_of_positions_agree_with_plain_search(
    game: Variant, with_proofs: bool, loosely: bool, most_ways: int
) -> None:
    """The run over classes alone; without the relaxation it must find the same by itself."""
    endings: Counter[tuple[bool, str]] = Counter()
    for columns, heights in ((4, (8, 11)), (5, (6, 10)), (8, (5, 9))):
        for variant, state, truth in judged(game, columns, heights, seed=2):
            compact = Compact(variant, Piles())
            lost = LostTest(compact, compact.position(state))
            assert lost.ground is not None
            run = ClassRun(
                lost.ground,
                ClassEvaluation(lost.ground, CLASSES[0]),
                lost.of_stage if with_proofs else lambda _: False,
                Knotting(lost.ground, most_ways, loosely=loosely),
                seed=0,
            )
            for _ in run.expand(5000):
                pass
            if run.line is not None:
                ending = "line"
                moves = tuple(move for move, _ in compact.played(state, run.line, with_lifts=True))
                assert wins(variant, state, Result("solved", moves, 0, "line"))
            else:
                ending = "exhausted" if run.exhausted else "dry" if run.dry else "limit"
            assert ending in (("line", "dry") if truth else ("exhausted", "dry")), state
            endings[truth, ending] += 1
    decided = endings[True, "line"] + endings[False, "exhausted"]
    assert decided >= {1: 0.5, 4: 0.7, 200: 0.95}[most_ways] * endings.total()
    assert endings[True, "line"] >= 3


@pytest.mark.parametrize("worrying_back", [False, True])
@pytest.mark.parametrize("game", [game for game in GAMES if not game.cells], ids=named)
def test_what_deletion_calls_lost_is_lost(game: Variant, worrying_back: bool) -> None:
    game = replace(game, worrying_back=worrying_back)
    for columns, heights in WITH_WORRYING_BACK if worrying_back else SIZES:
        for variant, state, truth in judged(game, columns, heights, seed=1):
            compact = Compact(variant, Piles())
            is_lost = deletion(compact)
            assert is_lost is not None
            if is_lost(compact.position(state)):
                assert not truth


@pytest.mark.parametrize("game", [game for game in GAMES if game.space is Space.ANY], ids=named)
def test_what_counting_places_calls_lost_is_lost(game: Variant) -> None:
    proofs = 0
    for columns, heights in SIZES:
        for variant, state, truth in judged(game, columns, heights, seed=1):
            compact = Compact(variant, Piles())
            start = compact.position(state)
            if Counts(compact, start, 1000).is_hopeless(start):
                proofs += 1
                assert not truth, state
    assert proofs or game.cells or game.reserve


@pytest.mark.parametrize("named_ranks", [0, 10, 13])
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_what_pools_call_lost_is_lost(game: Variant, named_ranks: int) -> None:
    """With all suits kept the game with pools is the real one; the fewer, the more is won."""
    endings: Counter[tuple[bool, bool]] = Counter()
    for columns, heights in SIZES:
        for variant, state, truth in judged(game, columns, heights, seed=1):
            compact = Compact(variant, Piles())
            run = PooledRun(compact, compact.position(state), named_ranks)
            while not (run.dry or run.exhausted):
                for _ in run.expand(50):
                    pass
            assert run.dry or not truth, state
            endings[truth, run.dry] += 1
    assert not endings[True, False]
    if named_ranks == 13:
        assert not endings[False, True]
    assert endings[True, True]


@pytest.mark.parametrize("game", [VARIANTS["bakers-dozen"], DEAD_ALTERNATE], ids=named)
def test_what_capacity_calls_lost_is_lost(game: Variant) -> None:
    proofs = 0
    for columns, heights in SIZES:
        for variant, state in endgames(game, 2 * POSITIONS, columns, heights, seed=4):
            compact = Compact(variant, Piles())
            start = compact.position(state)
            ground = Ground(compact, start)
            if Capacity(ground, Sweep(variant), 1000).is_lost(ground.start):
                proofs += 1
                assert not can_be_won(variant, state, 1500)
    assert proofs > POSITIONS


def test_a_question_that_ran_out_of_patience_goes_on_where_it_stopped() -> None:
    variant = VARIANTS["good-measure"]
    compact = Compact(variant, Piles())
    ground = Ground(compact, compact.position(deal(variant, 5_000_173)))
    for patience, in_the_end in ((2000, True), (20, False)):
        asked = Capacity(ground, Sweep(variant), patience)
        answers = [asked.is_lost(ground.start) for _ in range(TRIES + 1)]
        assert answers == sorted(answers)
        assert not answers[0]
        assert answers[-1] is in_the_end
