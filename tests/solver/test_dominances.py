"""Safe lifts: they lose nothing, and a rule one rank wider would.

Each position below is won, and lost after lifting a card that lies one rank above
what the rule allows; plain exhaustive search says so.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bakersdozen.notation import parse_board, parse_move
from bakersdozen.rules import lead_of, lifts, play
from bakersdozen.solver import solve
from bakersdozen.solver.safe import is_safe
from bakersdozen.variants import VARIANTS, Packing, Variant
from plain import can_be_won, endgame

STRICT = VARIANTS["bakers-dozen"]
ALTERNATE = replace(STRICT, packing=Packing.ALTERNATE)
CASTLES = VARIANTS["castles-in-spain"]


def back(variant: Variant) -> Variant:
    return replace(variant, worrying_back=True)


@pytest.mark.parametrize(
    ("variant", "text", "lift"),
    [
        # three above the lowest foundation
        (STRICT, "QDTDJCJD/KHKSKC/QCKDQH CTD9HJSQ", "cH"),
        # three above the lower foundation of the other colour
        (ALTERNATE, "KDKCQH/KS/JDKHQSJC/QDTCQC C9DTHJSJ", "aH"),
        (CASTLES, "QS/KSKH/KDJSQCKC CJDQHQST", "bH"),
        (back(ALTERNATE), "KSJCQCKH/KCKD CTDQHQSQ", "bD"),
        (back(CASTLES), "KSJCQCKH/KCKD CTDQHQSQ", "bD"),
        # two above it, and four above the other suit of the same colour
        (ALTERNATE, "KH/JDJS9D/KDQSTSQC/KCTD/8DQDJCKS/QHTCJH C9D7HTS9", "fH"),
        (CASTLES, "TSQSKDJSKS/QH/KHKC CQDQHJS9", "cC"),
        # the same where both cards that could land on it are up, but may come back
        (back(ALTERNATE), "KSKDQHKCJHQD/KHQS9HTH CQDJH8SJ", "aD"),
        (back(CASTLES), "KSKDQHKCJHQD/KHQS9HTH CQDJH8SJ", "aD"),
    ],
)
def test_a_rule_one_rank_wider_would_lose(variant: Variant, text: str, lift: str) -> None:
    sizes = tuple(len(column) // 2 for column in text.split(" ")[0].split("/"))
    variant = replace(variant, columns=sizes)
    state = parse_board(variant, text)
    move = parse_move(lift)
    assert not is_safe(
        variant.packing, variant.worrying_back, state.foundations, lead_of(state, move)
    )
    assert can_be_won(variant, state)
    assert can_be_won(variant, play(variant, state, move)) is False
    assert solve(variant, state).verdict == "solved"
    assert solve(variant, play(variant, state, move)).verdict == "unsolvable"


@pytest.mark.parametrize("worrying_back", [False, True])
@pytest.mark.parametrize(
    "variant", [STRICT, ALTERNATE, CASTLES], ids=lambda v: f"{v.id}-{v.packing}"
)
def test_a_safe_lift_loses_nothing(variant: Variant, worrying_back: bool) -> None:
    rng = random.Random(9)
    tried = 0
    for _ in range(3000):
        heights, columns = ((9, 13), 2) if worrying_back else ((8, 12), rng.randint(2, 4))
        game, state = endgame(replace(variant, worrying_back=worrying_back), columns, heights, rng)
        for move in lifts(state):
            if is_safe(game.packing, game.worrying_back, state.foundations, lead_of(state, move)):
                before = can_be_won(game, state, 500)
                if before:
                    tried += 1
                    assert can_be_won(game, play(game, state, move), 5000) is not False
    assert tried > 100
