"""In which ways cards may lie that a move leaves stuck, and how a line says which it was."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import pytest

from bakersdozen.cards import Card
from bakersdozen.notation import parse_board
from bakersdozen.rules import State
from bakersdozen.solver import solve
from bakersdozen.solver.class_search import ClassEvaluation, ClassRun
from bakersdozen.solver.classes import moves_from
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.knots import Knots, Knotting
from bakersdozen.solver.piles import Piles
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.stages import Move, Stage
from bakersdozen.solver.weights import CLASSES
from bakersdozen.variants import VARIANTS, Packing, Variant
from plain import can_be_won

STRICT = VARIANTS["bakers-dozen"]
ALTERNATE = replace(STRICT, packing=Packing.ALTERNATE)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
EIGHT, NINE = 28, 32
# Only two nines can be packed on: one lies alone, one on the deuce that one eight waits for.
BOARD = (
    "2S9H/9C8D/3D8S/9S9DKSQS/8H8CKHQH/2C2DKDQD/2H3CKCQC/3H3SJSJH/ASACJDJC/ADAHTSTH/4S4CTDTC"
    "/4D4H7S7H/5S5C5D5H6S6C6D6H7D7C"
)
BLACK_SEVEN = "KD7CQSTDJS/JH9CKS/KC9DQC6C/TCTS8DJDJC/QHTH9HQD/8CKH C5D7H8S9"


def parsed(game: Variant, board: str) -> tuple[Variant, State]:
    columns = board.split(" ")[0].split("/")
    variant = replace(game, columns=tuple(len(column) // 2 for column in columns))
    return variant, parse_board(variant, board)


def ground_of(game: Variant, board: str) -> Ground:
    variant, state = parsed(game, board)
    compact = Compact(variant, Piles())
    return Ground(compact, compact.position(state))


def outcome(working: Generator[None, None, Knots]) -> Knots:
    """Returns what a generator returns in the end."""
    while True:
        try:
            next(working)
        except StopIteration as ended:
            knots: Knots = ended.value
            return knots


def after_the_eight_of_spades(knotting: Knotting, ground: Ground) -> Knots:
    """Parks it on the last bare nine, so that both eights are stuck."""
    (move,) = (move for move in moves_from(ground, ground.start) if move.card == EIGHT + SPADES)
    return outcome(knotting.after(outcome(knotting.start()), ground.start, move))


def seats(knots: Knots, *cards: int) -> set[tuple[int, ...]]:
    """Returns what some cards of one knot may sit on, together."""
    (knot,) = (knot for knot in knots if cards[0] >> 2 == knot[0][0] - 1)
    return {tuple(way[card] for card in cards) for way in knot[1]}


def test_cards_that_get_stuck_may_lie_in_every_way() -> None:
    ground = ground_of(STRICT, BOARD)
    knotting = Knotting(ground, 100)
    knots = after_the_eight_of_spades(knotting, ground)
    assert seats(knots, EIGHT + DIAMONDS, EIGHT + SPADES) == {
        (NINE + CLUBS, NINE + HEARTS),
        (NINE + HEARTS, NINE + CLUBS),
    }
    assert knotting.complete


def test_what_must_be_bare_tells_how_they_lie() -> None:
    ground = ground_of(STRICT, BOARD)
    knotting = Knotting(ground, 100)
    knots = after_the_eight_of_spades(knotting, ground)
    assert knotting.bared(knots, NINE + HEARTS) is None  # both nines are taken
    assert knotting.bared(knots, EIGHT + SPADES) is knots
    again = tuple((kinds, ways) for kinds, ways in knots)
    assert knotting.bared(again, EIGHT + SPADES) is again  # though it is remembered of others
    assert knotting.bared(again, NINE + SPADES) is again
    assert knotting.bared(knots, NINE + SPADES) is knots


def test_too_many_ways_are_left_out_or_taken_loosely() -> None:
    ground = ground_of(STRICT, BOARD)
    strictly, loosely = Knotting(ground, 1), Knotting(ground, 1, loosely=True)
    assert len(seats(after_the_eight_of_spades(strictly, ground), EIGHT + DIAMONDS)) == 1
    assert not strictly.complete
    assert len(seats(after_the_eight_of_spades(loosely, ground), EIGHT + DIAMONDS)) == 2
    assert loosely.complete


class Reaching(ClassRun):
    """A run that takes the end for a win without a closer look."""

    def _finish(self, trail: tuple[int, int]) -> Generator[None, None, None]:
        self.line = []
        yield


class HoldingNothing(Knotting):
    """One step too wide: a card may move though a stuck one lies on it."""

    def bared(self, knots: Knots, card: Card) -> Knots | None:
        return knots


class HoldingAll(Knotting):
    """One step too narrow: a card may only move if no stuck one could lie on it."""

    def bared(self, knots: Knots, card: Card) -> Knots | None:
        return knots if super().bared(knots, card) is knots else None


class LyingAnywhere(Knotting):
    """One step too wide: what gets stuck does not depend on what was stuck before."""

    def _knotted(self, knots: Knots, stage: Stage, move: Move) -> Generator[None, None, Knots]:
        return super()._knotted((), stage, move)


class CarryingFreely(Knotting):
    """One step too wide: a card that carries a stuck one can be moved."""

    def _knotted(self, knots: Knots, stage: Stage, move: Move) -> Generator[None, None, Knots]:
        frozen = {self._ground.game.kind[card] for card in self._ground.frozen[move.after]}
        after = yield from super()._knotted(knots, stage, move)
        return tuple(knot for knot in after if set(knot[0]) <= frozen)


def reaches_the_end(ground: Ground, knotting: Knotting) -> bool:
    run = Reaching(ground, ClassEvaluation(ground, CLASSES[0]), lambda _: False, knotting, 0)
    for _ in run.expand(5000):
        pass
    assert run.line is not None or run.exhausted
    return run.line is not None


@pytest.mark.parametrize(
    ("game", "board", "wrong"),
    [
        (STRICT, "KSQC/JDKC/TSKD/QSQDJS/QH8SJHTD9S/KH CJD9HTS7", HoldingNothing),
        (STRICT, "KSQC/JDKC/TSKD/QSQDJS/QH8SJHTD9S/KH CJD9HTS7", LyingAnywhere),
        (STRICT, "QS/KHKDQD/KC/QHQC8DKSTD7D/JS9DJD CJD6HJST", HoldingAll),
        (ALTERNATE, "JCQS8S/KH9DTDTCQC7D/TH9SKDQDJH/KSQHTSKC/JS8DJD C9D6H9S7", HoldingAll),
        (ALTERNATE, BLACK_SEVEN, HoldingNothing),
        (ALTERNATE, BLACK_SEVEN, LyingAnywhere),
        (ALTERNATE, BLACK_SEVEN, CarryingFreely),
    ],
)
def test_a_rule_one_step_off_would_be_wrong(
    game: Variant, board: str, wrong: type[Knotting]
) -> None:
    variant, state = parsed(game, board)
    truth = can_be_won(variant, state)
    ground = ground_of(game, board)
    assert reaches_the_end(ground, Knotting(ground, 100)) is truth
    assert reaches_the_end(ground, wrong(ground, 100)) is not truth
    assert solve(variant, state).verdict == ("solved" if truth else "unsolvable")
