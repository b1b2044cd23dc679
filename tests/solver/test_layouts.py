"""Where cards are laid that a move leaves stuck."""

from __future__ import annotations

from dataclasses import replace

from bakersdozen.notation import parse_board
from bakersdozen.solver.anatomy import Class, anatomy
from bakersdozen.solver.classes import Classes
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.lost import LostTest
from bakersdozen.solver.piles import Piles
from bakersdozen.variants import VARIANTS

STRICT = VARIANTS["bakers-dozen"]
# Only two nines can be packed on: one lies alone, one on the deuce that one eight waits for.
BOARD = (
    "2S9H/9C8D/3D8S/9S9DKSQS/8H8CKHQH/2C2DKDQD/2H3CKCQC/3H3SJSJH/ASACJDJC/ADAHTSTH/4S4CTDTC"
    "/4D4H7S7H/5S5C5D5H6S6C6D6H7D7C"
)


def layouts(width: int) -> tuple[list[dict[int, int]], list[float], bool]:
    """Returns what the eights and their nines do when the last bare nine is covered."""
    columns = tuple(len(column) // 2 for column in BOARD.split("/"))
    variant = replace(STRICT, columns=columns)
    game = Compact(variant, Piles())
    position = game.position(parse_board(variant, BOARD))
    lost = LostTest(game, position)
    assert lost.ground is not None
    classes = Classes(lost.ground, lambda _: False, width)
    ((start, _),) = classes.start()
    free = anatomy(lost.ground, start)
    eight_of_spades = 7 * 4 + 3
    (advance,) = (
        advance for advance, _ in classes.advances(start, free) if advance.card == eight_of_spades
    )
    ways = classes.made(advance)
    return (
        [eights(cls) for cls, _ in ways],
        [sum(step.harm for step in steps) for _, steps in ways],
        classes.complete,
    )


def eights(cls: Class) -> dict[int, int]:
    """Returns the suit of the nine that each eight lies on, by the suit of the eight."""
    return {card & 3: cls.seat[card] & 3 for card in range(28, 32) if cls.seat[card] >> 2 == 8}


def test_a_card_is_not_laid_above_one_that_it_waits_for() -> None:
    found, _, complete = layouts(1)
    clubs, diamonds, hearts, spades = range(4)
    assert found == [{diamonds: hearts, spades: clubs}]
    assert not complete


def test_the_best_layout_comes_first_and_the_others_have_their_harm() -> None:
    found, harm, complete = layouts(64)
    assert found[:1] == layouts(1)[0]
    assert len(found) == 2
    assert harm[0] == 0 < harm[1]
    assert complete
