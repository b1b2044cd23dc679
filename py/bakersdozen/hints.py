"""Advice on a game: can it be won, how, which move next, where was it lost.

Each piece of advice is a generator that yields the nodes searched so far and
returns plain data, so that the caller can slice it, show its progress and stop
it. Nothing here guesses: `solved` has a line that was replayed, `unsolvable`
has a proof, and what neither covers is `unknown`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Final, Literal, TypeAlias

from bakersdozen.cards import NAMES
from bakersdozen.game import Game, as_played
from bakersdozen.notation import format_ply
from bakersdozen.places import pile_name
from bakersdozen.rules import Move, State, is_won, lead_of, play, safe_lifts
from bakersdozen.solver import advise, search
from bakersdozen.solver.lines import without_loops
from bakersdozen.variants import Variant

Verdict = Literal["solved", "unsolvable", "unknown"]
Advice: TypeAlias = Generator[int, None, dict[str, Any]]

PROBE_BUDGET: Final = 3_000
HINT_BUDGET: Final = 60_000
SOLVE_BUDGET: Final = 300_000
AUTOPSY_BUDGET: Final = 20_000
AUTOPSY_POSITIONS: Final = 20  # searched in vain before it settles for what it has


class Knowledge:
    """What has been proved about positions of one game, kept for the game's life.

    A winning line answers for every position along it. A position from which a
    winnable one was reached is winnable; one reached from a lost one is lost.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._next: dict[State, Move] = {}
        self._lost: set[State] = set()
        self._searched: dict[State, int] = {}

    def learn_line(self, state: State, line: Iterable[Move]) -> None:
        """Remembers a line that wins from a state, replaying it on the way."""
        steps: list[tuple[State, Move]] = []
        for move in line:
            steps.append((state, move))
            state = play(self._variant, state, move)
        assert is_won(state)
        # What is known already wins without passing here again, so it stays.
        for before, move in reversed(steps):
            self._next.setdefault(before, move)

    def learn_lost(self, state: State) -> None:
        """Remembers that a state is proved lost."""
        self._lost.add(state)

    def learn_unknown(self, state: State, budget: int) -> None:
        """Remembers that a search with a budget found nothing."""
        self._searched[state] = max(budget, self._searched.get(state, 0))

    def is_winnable(self, state: State) -> bool:
        """Tells whether a line that wins from a state is known."""
        return is_won(state) or state in self._next

    def is_lost(self, state: State) -> bool:
        """Tells whether a state is known to be lost."""
        return state in self._lost

    def is_searched(self, state: State, budget: int) -> bool:
        """Tells whether a search with at least this budget has found nothing here."""
        return self._searched.get(state, -1) >= budget

    def line_from(self, state: State) -> tuple[Move, ...] | None:
        """Returns a known line that wins from a state, without repeating a position."""
        line: list[Move] = []
        while not is_won(state):
            move = self._next.get(state)
            if move is None:
                return None
            line.append(move)
            state = play(self._variant, state, move)
        return tuple(line)

    def verdict(self, game: Game, cursor: int) -> Verdict:
        """Says what is known of a game's position after so many plies.

        Uses the plies before it (lost stays lost) and after it (what leads to
        a winnable position is winnable).
        """
        if any(self.is_lost(game.state_at(at)) for at in range(cursor, -1, -1)):
            return "unsolvable"
        for at in range(cursor, len(game.plies) + 1):
            state = game.state_at(at)
            if at == cursor and state in self._next:
                return "solved"
            if self.is_winnable(state):
                ahead = [move for ply in game.plies[cursor:at] for move in ply]
                tail = self.line_from(state) or ()
                here = game.state_at(cursor)
                self.learn_line(here, without_loops(self._variant, here, [*ahead, *tail]))
                return "solved"
        return "unknown"

    def verdicts(self, game: Game) -> list[Verdict]:
        """Says what is known of every position of a game, those that can be redone included."""
        ends = range(len(game.plies) + 1)
        states = [game.state_at(at) for at in ends]
        lost = next((at for at in ends if self.is_lost(states[at])), len(states))
        won = next((at for at in reversed(ends) if self.is_winnable(states[at])), -1)
        return ["solved" if at <= won else "unsolvable" if at >= lost else "unknown" for at in ends]


def decide(
    knowledge: Knowledge, game: Game, cursor: int, budget: int, spent: int = 0
) -> Generator[int, None, tuple[Verdict, int]]:
    """Decides a position of a game within a budget, from what is known or by a search.

    Yields the nodes searched so far, `spent` included; returns the verdict and that number.
    """
    verdict = knowledge.verdict(game, cursor)
    if verdict != "unknown":
        return verdict, spent
    return (yield from decide_state(knowledge, game.variant, game.state_at(cursor), budget, spent))


def decide_state(
    knowledge: Knowledge, variant: Variant, state: State, budget: int, spent: int = 0
) -> Generator[int, None, tuple[Verdict, int]]:
    """Decides a position by itself, whether it has been on the table or not; see `decide`."""
    if knowledge.is_winnable(state):
        return "solved", spent
    if knowledge.is_lost(state):
        return "unsolvable", spent
    if knowledge.is_searched(state, budget):
        return "unknown", spent
    searching = search(variant, state, budget=budget)
    while True:
        try:
            progress = next(searching)
        except StopIteration as ended:
            result = ended.value
            break
        yield spent + progress.nodes
    if result.verdict == "solved":
        knowledge.learn_line(state, result.moves)
    elif result.verdict == "unsolvable":
        knowledge.learn_lost(state)
    else:
        knowledge.learn_unknown(state, budget)
    return result.verdict, spent + result.nodes


def probe(knowledge: Knowledge, game: Game, budget: int = PROBE_BUDGET) -> Advice:
    """Says whether the game can still be won."""
    verdict, nodes = yield from decide(knowledge, game, game.cursor, budget)
    return {"verdict": verdict, "nodes": nodes}


def hint(knowledge: Knowledge, game: Game, budget: int = HINT_BUDGET) -> Advice:
    """Finds the next move of a winning line.

    When the game is lost, `back` is the last earlier cursor that is known to be
    winnable. When nothing was found in time, a safe card may still go up: that
    never spoils a game. While cards lie face down, the advice comes from those
    that can be seen, with `wins` of `worlds` searched.
    """
    if any(game.state.hidden):
        return (yield from _seen_hint(game, budget))
    verdict, nodes = yield from decide(knowledge, game, game.cursor, budget)
    state = game.state
    line = knowledge.line_from(state) if verdict == "solved" else None
    if verdict == "unknown":
        line = tuple(safe_lifts(game.variant, state)[0])
    return {
        "verdict": verdict,
        "nodes": nodes,
        "move": named(state, line[0]) if line else None,
        "back": _last_winnable(knowledge, game) if verdict == "unsolvable" else None,
    }


def _seen_hint(game: Game, budget: int) -> Advice:
    met = {game.state_at(cursor) for cursor in range(game.cursor + 1)}
    advising = advise(game.variant, game.state, budget=budget, met=met)
    while True:
        try:
            progress = next(advising)
        except StopIteration as ended:
            found = ended.value
            break
        yield progress.nodes
    return {
        "verdict": found.verdict,
        "nodes": found.nodes,
        "move": found.move and named(game.state, found.move),
        "back": None,
        "wins": found.wins,
        "worlds": found.worlds,
    }


def solve(
    knowledge: Knowledge, game: Game, budget: int = SOLVE_BUDGET, *, autoplay: bool = False
) -> Advice:
    """Finds a whole line that wins from here, in the plies that play it."""
    verdict, nodes = yield from decide(knowledge, game, game.cursor, budget)
    line = knowledge.line_from(game.state) if verdict == "solved" else None
    plies = as_played(game.variant, game.state, line or (), autoplay=autoplay)
    return {"verdict": verdict, "nodes": nodes, "plies": [format_ply(ply) for ply in plies]}


def autopsy(knowledge: Knowledge, game: Game, budget: int = AUTOPSY_BUDGET) -> Advice:
    """Finds the move that lost the game.

    Once lost, a game stays lost, so the last position proved winnable and the
    first proved lost can be closed in on by halving; positions that a search
    leaves open are passed over, and `move` is named only when the two are
    neighbours. `budget` is for each position.
    """
    nodes = 0
    last_won, first_lost = -1, game.cursor + 1
    candidates = list(range(game.cursor + 1))
    while candidates and nodes < AUTOPSY_POSITIONS * budget:
        at = candidates[len(candidates) // 2]
        verdict, nodes = yield from decide(knowledge, game, at, budget, nodes)
        if verdict == "solved":
            last_won = at
        elif verdict == "unsolvable":
            first_lost = at
        candidates = [c for c in candidates if last_won < c < first_lost and c != at]
    blamed = last_won >= 0 and first_lost == last_won + 1 <= game.cursor
    return {
        "nodes": nodes,
        "last_won": last_won if last_won >= 0 else None,
        "first_lost": first_lost if first_lost <= game.cursor else None,
        "move": named(game.state_at(last_won), game.plies[last_won][0]) if blamed else None,
    }


def _last_winnable(knowledge: Knowledge, game: Game) -> int | None:
    known = (at for at in range(game.cursor, -1, -1) if knowledge.verdict(game, at) == "solved")
    return next(known, None)


def named(state: State, move: Move) -> dict[str, str]:
    """Returns a move as the page names it: the leading card and the pile it goes to."""
    return {"card": NAMES[lead_of(state, move)], "to": pile_name(move.target)}
