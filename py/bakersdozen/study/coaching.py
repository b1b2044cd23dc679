"""How often the coach is right: its warnings, and its silences, beside what moves really do.

Simulated players play random deals; from each game one position is drawn, and kept
if it is proved winnable. There the coach judges the move that the player made, and
every other legal one: as in the page (the solver within its small budget, a rule of
thumb where that leaves it open), and by the rules of thumb alone. The truth is what
a search a good deal longer proves.

    python3 -m bakersdozen.study.coaching --positions 500
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from itertools import count
from typing import Final, Literal, NamedTuple, TypeVar

from bakersdozen.coach import judge, reasons
from bakersdozen.deals import deal, splitmix64
from bakersdozen.game import Game
from bakersdozen.hints import Knowledge, Verdict, decide_state
from bakersdozen.rules import Move, State, is_won, legal_moves, play, safe_lifts
from bakersdozen.solver.compact import Compact
from bakersdozen.solver.evaluate import Evaluation
from bakersdozen.solver.features import Weights
from bakersdozen.solver.piles import Piles
from bakersdozen.study.difficulty import PLAYERS
from bakersdozen.study.players import PATIENCE, styles
from bakersdozen.study.shares import wilson
from bakersdozen.variants import VARIANTS, Variant

FIRST_DEAL: Final = 1_000_001
WINNABLE_BUDGET: Final = 20_000
TRUTH_BUDGET: Final = 100_000
Judge = Literal["coach", "thumb"]
_T = TypeVar("_T")


class Case(NamedTuple):
    """One legal move of one position: what it really does, and who warned of it."""

    position: int
    move: Move
    made: bool
    truth: Verdict
    by: str | None
    thumbs: tuple[str, ...]


class Tally(NamedTuple):
    """Moves that lose and moves that do not, warned of and not; those left open apart."""

    warned_lost: int
    warned_won: int
    missed: int
    silent_won: int
    open: int

    def precision(self) -> tuple[int, int]:
        """Returns how many warned moves lost, of how many."""
        return self.warned_lost, self.warned_lost + self.warned_won

    def recall(self) -> tuple[int, int]:
        """Returns how many losing moves were warned of, of how many."""
        return self.warned_lost, self.warned_lost + self.missed


def walk(
    variant: Variant, state: State, weights: Weights, error: int, chance: Iterator[int]
) -> list[tuple[State, Move]]:
    """Lets a simulated player play a deal; returns each position with the move made there.

    The player is the one of `players`: values where each move leads, errs by up to
    `error`, lifts safe cards at once and never goes back to a position.
    """
    compact = Compact(variant, Piles())
    evaluation = Evaluation(compact, weights)
    state = safe_lifts(variant, state)[1]
    met = {compact.key(compact.position(state))}
    steps: list[tuple[State, Move]] = []
    while not is_won(state) and len(steps) < PATIENCE:
        best: tuple[int, Move, State, int] | None = None
        for move in legal_moves(variant, state):
            after = safe_lifts(variant, play(variant, state, move))[1]
            position = compact.position(after)
            key = compact.key(position)
            if key in met:
                continue
            judged = evaluation.score(position) + next(chance) % error
            if best is None or judged < best[0]:
                best = judged, move, after, key
        if best is None:
            break
        steps.append((state, best[1]))
        state = best[2]
        met.add(best[3])
    return steps


def positions(variant: Variant) -> Iterator[tuple[State, Move, Knowledge]]:
    """Yields winnable positions of simulated games, with the move made and the proof."""
    looks = styles(variant)
    for number in count(FIRST_DEAL):
        chance = splitmix64(number)
        turn = number - FIRST_DEAL
        player = PLAYERS[turn // len(looks) % len(PLAYERS)]
        steps = walk(variant, deal(variant, number), looks[turn % len(looks)], player.error, chance)
        if not steps:
            continue
        state, move = steps[next(chance) % len(steps)]
        knowledge = Knowledge(variant)
        searching = decide_state(knowledge, variant, state, WINNABLE_BUDGET)
        if _ended(searching)[0] == "solved":
            yield state, move, knowledge


def cases(variant: Variant, wanted: int) -> Iterator[Case]:
    """Yields every legal move of so many positions, judged."""
    for number, (state, made, knowledge) in zip(range(wanted), positions(variant), strict=False):
        game = Game(variant, state, deal=None, position=None)
        for move in legal_moves(variant, state):
            found = _ended(judge(knowledge, game, move=move))
            after = play(variant, state, move)
            truth = _ended(decide_state(knowledge, variant, after, TRUTH_BUDGET))[0]
            thumbs = tuple(reason.key for reason in reasons(variant, state, move))
            yield Case(number, move, move == made, truth, found["by"], thumbs)


def tally(found: Sequence[Case], judged: Judge) -> Tally:
    """Counts warnings and silences of the coach as in the page, or of its thumbs alone."""
    counts: Counter[tuple[bool, Verdict]] = Counter()
    for case in found:
        warned = case.by is not None if judged == "coach" else bool(case.thumbs)
        counts[warned, case.truth] += 1
    return Tally(
        counts[True, "unsolvable"],
        counts[True, "solved"],
        counts[False, "unsolvable"],
        counts[False, "solved"],
        counts[True, "unknown"] + counts[False, "unknown"],
    )


def share(hits: int, trials: int) -> str:
    """Returns a share with its 95 % interval.

    >>> share(3, 4)
    '3 of 4 (75 %, 30 to 95 %)'
    >>> share(0, 0)
    '0 of 0'
    """
    if not trials:
        return "0 of 0"
    low, high = wilson(hits, trials)
    return (
        f"{hits} of {trials} ({100 * hits / trials:.0f} %, {100 * low:.0f} to {100 * high:.0f} %)"
    )


def row(name: str, found: Sequence[Case], judged: Judge) -> str:
    """Returns a judge's figures as a row of a Markdown table."""
    figures = tally(found, judged)
    return (
        f"| {name} | {len(found)} | {share(*figures.precision())} | {share(*figures.recall())} "
        f"| {figures.open} |"
    )


def by_rule(found: Sequence[Case]) -> Iterator[str]:
    """Yields a row for each rule of thumb: how often a move it speaks against loses."""
    decided = [case for case in found if case.truth != "unknown"]
    for key in sorted({key for case in decided for key in case.thumbs}):
        spoken = [case for case in decided if key in case.thumbs]
        lost = sum(case.truth == "unsolvable" for case in spoken)
        yield f"| `{key}` | {share(lost, len(spoken))} |"
    none = [case for case in decided if not case.thumbs]
    lost = sum(case.truth == "unsolvable" for case in none)
    yield f"| none | {share(lost, len(none))} |"


def _ended(work: Generator[int, None, _T]) -> _T:
    """Runs a piece of work to its end."""
    while True:
        try:
            next(work)
        except StopIteration as ended:
            result: _T = ended.value
            return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the measurement and prints its tables."""
    parser = argparse.ArgumentParser(prog="coaching", description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--variant", choices=list(VARIANTS), default="bakers-dozen")
    chosen = parser.parse_args(arguments)
    found: list[Case] = []
    for case in cases(VARIANTS[chosen.variant], chosen.positions):
        if found and case.position != found[-1].position and case.position % 50 == 0:
            print(f"{case.position} of {chosen.positions} positions", file=sys.stderr)
        found.append(case)
    made = [case for case in found if case.made]
    print("| judge, moves | moves | warned moves that lose | losing moves warned of | open |")
    print("|---|---|---|---|---|")
    judges: list[tuple[str, Judge]] = [("as in the page", "coach"), ("thumbs alone", "thumb")]
    for name, judged in judges:
        print(row(f"{name}, moves made", made, judged))
        print(row(f"{name}, all legal moves", found, judged))
    print("\n| rule of thumb, all legal moves | lose |\n|---|---|")
    print("\n".join(by_rule(found)))
    by = Counter(case.by for case in found)
    print(f"\nWarnings by the solver: {by['solver']}, by a rule of thumb: {by['thumb']}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
