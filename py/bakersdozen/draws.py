"""New deals that can be won: numbers are drawn until the solver has won one of them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, Final

from bakersdozen.deals import deal, drawn_number, splitmix64
from bakersdozen.solver import Result, search
from bakersdozen.variants import Variant

# Nodes for each number: what is not won soon is passed over for the next, which
# mostly is. A search that takes long says little more than that it takes long.
PATIENCE: Final = 300
BUDGET: Final = 100_000


def winnable(
    variant: Variant, entropy: int, budget: int = BUDGET
) -> Generator[int, None, dict[str, Any]]:
    """Draws deals from outside entropy until one is won.

    In: a variant, at least 64 random bits, how many nodes all searches together
    may take. Yields the nodes so far. Out: `deal`, the number as text, or None
    when the budget was spent first, and `nodes`. Hidden cards count as known.
    """
    spent = 0
    for number in _numbers(variant, entropy):
        found, spent = yield from _counted(variant, number, min(PATIENCE, budget - spent), spent)
        if found.verdict == "solved":
            return {"deal": str(number), "nodes": spent}
        # A deal can be proved lost without a node, and the budget is to end all the same.
        spent += not found.nodes
        if spent >= budget:
            break
        yield spent  # in a game that nobody wins, proofs without a node follow each other
    return {"deal": None, "nodes": spent}


def _numbers(variant: Variant, entropy: int) -> Iterator[int]:
    yield drawn_number(variant, entropy)
    for bits in splitmix64(entropy):
        yield drawn_number(variant, bits)


def _counted(
    variant: Variant, number: int, budget: int, spent: int
) -> Generator[int, None, tuple[Result, int]]:
    searching = search(variant, deal(variant, number), budget=budget)
    while True:
        try:
            progress = next(searching)
        except StopIteration as ended:
            result: Result = ended.value
            return result, spent + result.nodes
        yield spent + progress.nodes
