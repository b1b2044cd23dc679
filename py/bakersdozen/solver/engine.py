"""The entry: one search from start to answer, in the engine's own types."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from bakersdozen.rules import Move, State
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.lines import straight, with_groups
from bakersdozen.solver.piles import Piles
from bakersdozen.solver.portfolio import runs
from bakersdozen.variants import Variant

Verdict = Literal["solved", "unsolvable", "unknown"]
BUDGET: Final = 300_000


class Progress(NamedTuple):
    """How far a search is."""

    nodes: int
    budget: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found.

    `moves` win from the given state when the verdict is `solved`; `nodes` counts
    the positions expanded; `why` names the reason: `line`, `exhausted`,
    `relaxation` or `budget`.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int
    why: str


def search(
    variant: Variant, state: State, *, budget: int = BUDGET, seed: int = 0
) -> Generator[Progress, None, Result]:
    """Searches for a win; yields its progress every millisecond or two.

    In: a variant, a state (hidden cards count as known), the number of nodes
    that may be expanded, a seed for the order of the search. Out: the `Result`,
    always the same for the same arguments.
    """
    # a run that stretches below the cards that lie face up cannot go as one
    game = Compact(replace(variant, group_moves=False) if any(state.hidden) else variant, Piles())
    nodes = 0
    for run, limit in runs(game, game.position(state), seed):
        for done in run.expand(min(limit, budget - nodes)):
            yield Progress(nodes + done, budget)
        nodes += run.nodes
        if run.line is not None:
            steps = game.played(state, run.line, with_lifts=run.lifts_safe_cards)
            line = straight(state, steps)
            if variant.group_moves:
                line = with_groups(variant, state, line)
            return Result("solved", tuple(line), nodes, "line")
        if run.exhausted:
            return Result("unsolvable", (), nodes, "exhausted" if nodes else "relaxation")
        if nodes >= budget:
            break
    return Result("unknown", (), nodes, "budget")


def solve(variant: Variant, state: State, *, budget: int = BUDGET, seed: int = 0) -> Result:
    """Searches to the end; see `search`."""
    searching = search(variant, state, budget=budget, seed=seed)
    while True:
        try:
            next(searching)
        except StopIteration as ended:
            result: Result = ended.value
            return result
