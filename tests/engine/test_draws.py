"""New deals that can be won: a lost deal is passed over, and the budget ends it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bakersdozen.deals import deal, drawn_number
from bakersdozen.draws import winnable
from bakersdozen.solver import solve
from bakersdozen.variants import VARIANTS, Variant, custom

LOST = 275  # a strict deal that cannot be won


def drawn(variant: Variant, entropy: int, **budget: int) -> tuple[list[int], dict[str, Any]]:
    """Draws to the end; returns what was told on the way, and the result."""
    drawing, told = winnable(variant, entropy, **budget), []
    while True:
        try:
            told.append(next(drawing))
        except StopIteration as ended:
            return told, ended.value


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_what_is_drawn_can_be_won(variant: Variant) -> None:
    _, found = drawn(variant, 2**63 + 11)
    assert found["deal"] is not None
    assert solve(variant, deal(variant, int(found["deal"]))).verdict == "solved"


def test_a_deal_that_can_be_won_is_taken_as_it_was_drawn() -> None:
    strict = VARIANTS["bakers-dozen"]
    assert drawn(strict, 0)[1]["deal"] == str(drawn_number(strict, 0)) == "1"


def test_a_lost_deal_is_passed_over() -> None:
    strict = VARIANTS["bakers-dozen"]
    entropy = LOST - 1
    assert drawn_number(strict, entropy) == LOST
    assert solve(strict, deal(strict, LOST)).verdict == "unsolvable"
    _, found = drawn(strict, entropy)
    assert found["deal"] not in (None, str(LOST))
    assert drawn(strict, entropy)[1] == found


def test_the_nodes_grow_and_end_at_the_budget() -> None:
    told, found = drawn(VARIANTS["flower-garden"], 5, budget=50)
    assert all(before <= after for before, after in pairwise(told))
    assert found == {"deal": None, "nodes": 50}


def test_a_game_that_nobody_wins_ends_too() -> None:
    # Fifty-two cards in one column whose spaces stay dead: each deal is lost without a search.
    hopeless = custom({"columns": [52]})
    told, found = drawn(hopeless, 1, budget=40)
    assert found["deal"] is None
    assert len(told) == 39  # between any two deals whoever waits may turn away
    assert found["nodes"] >= 40
