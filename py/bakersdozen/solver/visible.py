"""Advice in a closed game from what the player can see, and nothing else.

The face-down cards are some order of the cards seen nowhere: a *world* for each
such order that the deal allows. When there are few, all are searched; otherwise a
sample of them. Each world is solved on its own, the first moves found are tried in
every world, and the one that can be won from most often is the advice.

What may be claimed is less: that the game is won (or lost) only when every world
was searched and every one is. A move that wins in all of a sample is still just
good advice, and so is one that wins in every world by different lines.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import Final

from bakersdozen.cards import KING, PACK, Card, card_of, rank_of
from bakersdozen.rules import Move, State, play
from bakersdozen.solver.engine import Progress, Result, Verdict, search
from bakersdozen.solver.piles import scrambled
from bakersdozen.variants import Kings, Variant

WORLDS: Final = 8
_CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and in how many of the worlds searched it can be won from there.

    The verdict is about the game as it really lies: see the module.
    """

    verdict: Verdict
    move: Move | None
    wins: int
    worlds: int
    nodes: int


def advise(
    variant: Variant,
    state: State,
    *,
    budget: int,
    worlds: int = WORLDS,
    seed: int = 0,
    met: Container[State] = (),
) -> Generator[Progress, None, Advice]:
    """Searches worlds for the best move; yields its progress like `search`.

    In: a variant, a state (of its face-down cards only the number counts), the
    nodes that may be expanded in all, how many worlds to look at, a seed, the
    positions met already, to which no advice leads back. Out: the `Advice`, the
    same whatever the face-down cards are.
    """
    unseen = _unseen(state)
    whole = factorial(len(unseen)) <= worlds
    views = list(
        _every_world(variant, state, unseen)
        if whole
        else _sample(variant, state, unseen, worlds, seed)
    ) or [_laid_out(state, iter(order)) for order in permutations(unseen)]
    share = max(1, budget // (len(views) * (_CANDIDATES + 1)))
    nodes = 0
    answers: list[Result] = []
    for view in views:
        answer = yield from _counted(variant, view, share, seed, nodes, budget)
        nodes += answer.nodes
        answers.append(answer)
    firsts = [
        answer.moves[0]
        for answer in answers
        if answer.moves and play(variant, state, answer.moves[0]) not in met
    ]
    candidates = sorted(dict.fromkeys(firsts), key=lambda move: -firsts.count(move))
    best, most = None, 0
    for move in candidates[:_CANDIDATES]:
        wins = 0
        for view, answer in zip(views, answers, strict=True):
            if answer.moves[:1] == (move,):
                wins += 1
            elif answer.verdict != "unsolvable":
                after = play(variant, view, move)
                tried = yield from _counted(variant, after, share, seed, nodes, budget)
                nodes += tried.nodes
                wins += tried.verdict == "solved"
        if wins > most:
            best, most = move, wins
    verdicts = {answer.verdict for answer in answers}
    verdict = verdicts.pop() if whole and len(verdicts) == 1 else "unknown"
    return Advice(verdict, best, most, len(views), nodes)


def _counted(
    variant: Variant, state: State, share: int, seed: int, nodes: int, budget: int
) -> Generator[Progress, None, Result]:
    searching = search(variant, state, budget=share, seed=seed)
    while True:
        try:
            done = next(searching).nodes
        except StopIteration as ended:
            result: Result = ended.value
            return result
        yield Progress(nodes + done, budget)


def _unseen(state: State) -> list[Card]:
    seen = {card for card in (*state.cells, *state.reserve) if card is not None}
    for suit, rank in enumerate(state.foundations):
        seen.update(card_of(lifted, suit) for lifted in range(1, rank + 1))
    for column, hidden in zip(state.columns, state.hidden, strict=True):
        seen.update(column[hidden:])
    return [card for card in PACK if card not in seen]


def _every_world(variant: Variant, state: State, unseen: list[Card]) -> Iterator[State]:
    for order in permutations(unseen):
        world = _laid_out(state, iter(order))
        if all(map(_may_be_dealt, _stubs(variant, world))):
            yield world


def _sample(
    variant: Variant, state: State, unseen: list[Card], worlds: int, seed: int
) -> Iterator[State]:
    for number in range(worlds):
        order = sorted(unseen, key=lambda card: scrambled(seed << 32 | number << 8 | card))
        # a king that lies on face-down cards was sunk onto kings
        kings = [card for card in order if rank_of(card) == KING]
        forced = {
            place: [kings.pop() for _ in stub[:-1] if kings]
            for place, stub in enumerate(_stubs(variant, state))
            if len(stub) > 1 and rank_of(stub[-1]) == KING
        }
        taken = {card for cards in forced.values() for card in cards}
        rest = iter([card for card in order if card not in taken])
        columns = []
        for place, (column, hidden) in enumerate(zip(state.columns, state.hidden, strict=True)):
            cards = forced.get(place, [])
            cards += [next(rest) for _ in range(hidden - len(cards))]
            if variant.kings is Kings.SUNK:
                cards.sort(key=lambda card: rank_of(card) != KING)
            columns.append((*cards, *column[hidden:]))
        yield state._replace(columns=tuple(columns))


def _laid_out(state: State, order: Iterator[Card]) -> State:
    columns = tuple(
        (*(next(order) for _ in range(hidden)), *column[hidden:])
        for column, hidden in zip(state.columns, state.hidden, strict=True)
    )
    return state._replace(columns=columns)


def _stubs(variant: Variant, state: State) -> list[tuple[Card, ...]]:
    """Returns each column's face-down cards and the one on them, where the deal sank kings."""
    if variant.kings is not Kings.SUNK:
        return []
    return [
        column[: hidden + 1] for column, hidden in zip(state.columns, state.hidden, strict=True)
    ]


def _may_be_dealt(stub: tuple[Card, ...]) -> bool:
    ranks = [rank_of(card) == KING for card in stub]
    return ranks == sorted(ranks, reverse=True)
