"""The coach: warns of moves that seal a column, and says why with the cards on the table.

The rules of thumb are pure functions of a position and a move: clearing a column
where spaces stay dead, packing onto a column that hides a low card, sending a
card up while others still need it to lie on. Whether to warn is decided by the
solver where it can decide: then the rules only explain. Where it cannot, and
while cards lie face down, they are the judgement, and the answer says so.
docs/COACH.md has how often either is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

from bakersdozen.cards import KING, NAMES, Card, card_of, rank_of, suit_of
from bakersdozen.game import Game, play_ply
from bakersdozen.hints import Advice, Knowledge, Verdict, decide, decide_state, named
from bakersdozen.rules import (
    COLUMN_LETTERS,
    FOUNDATIONS,
    Move,
    State,
    available,
    columns_of,
    is_safe,
    lead_of,
    packs,
    play,
    safe_lifts,
)
from bakersdozen.variants import Space, Variant

JUDGE_BUDGET: Final = 3_000
RIVALS: Final = 2  # so many others waiting for the same place make it one to think about
_COLUMNS: Final = frozenset(COLUMN_LETTERS)


class Reason(NamedTuple):
    """What speaks against a move: the key of a sentence, and the cards and numbers in it."""

    key: str
    args: dict[str, str | int]


def reasons(variant: Variant, state: State, move: Move) -> list[Reason]:
    """Returns what the rules of thumb have against a legal move, gravest first.

    All three are about places: a move is suspect when it takes away the last open
    one of its rank. Only cards that lie face up are looked at.

    >>> from bakersdozen.notation import parse_board, parse_move
    >>> from bakersdozen.variants import VARIANTS
    >>> strict = VARIANTS["bakers-dozen"]
    >>> board = "KC/QC/KDJD/KHQHJH/KSQSJS/QDJC/-/-/-/-/-/-/- CTDTHTST"
    >>> for reason in reasons(strict, parse_board(strict, board), parse_move("ba")):
    ...     print(reason.key, reason.args)
    coach.clear {'card': 'QC', 'column': 'b'}
    """
    rules = (_clears, _buries, _leaves_too_early)
    return [reason for rule in rules for reason in rule(variant, state, move)]


def _clears(variant: Variant, state: State, move: Move) -> Iterator[Reason]:
    """Clearing a column where spaces stay dead, for the last open place."""
    if variant.space is not Space.NOTHING or not {move.source, move.target} <= _COLUMNS:
        return
    card = lead_of(state, move)
    if len(_column(state, move.source)) > move.size:
        return
    if not _places(variant, state, card, but=move.target):
        yield Reason("coach.clear", {"card": NAMES[card], "column": move.source})


def _buries(variant: Variant, state: State, move: Move) -> Iterator[Reason]:
    """Packing onto a column that hides a low card, in the only place that others wait for."""
    if move.target not in _COLUMNS:
        return
    column = _column(state, move.target)
    low = next(
        (
            card
            for card in _face_up(state, move.target)[:-1]
            if state.foundations[suit_of(card)] == rank_of(card) - 1
        ),
        None,
    )
    card = lead_of(state, move)
    if low is None or _places(variant, state, card, but=move.target):
        return
    rivals = [
        other
        for _, other in available(state)
        if other != card and other not in column and packs(variant, other, column[-1])
    ]
    if len(rivals) >= RIVALS:
        yield Reason(
            "coach.bury",
            {
                "card": NAMES[card],
                "column": move.target,
                "low": NAMES[low],
                "n": len(column) - 1 - column.index(low) + move.size,
                "cards": _list(rivals),
            },
        )


def _leaves_too_early(variant: Variant, state: State, move: Move) -> Iterator[Reason]:
    """Sending a card up that is the only open place for cards that are not up yet."""
    if move.target not in FOUNDATIONS:
        return
    card = lead_of(state, move)
    if is_safe(variant, state, card):
        return
    waiting = [
        below
        for below in map(partial(card_of, rank_of(card) - 1), range(len(FOUNDATIONS)))
        if state.foundations[suit_of(below)] < rank_of(below) and packs(variant, below, card)
    ]
    if waiting and not any(_places(variant, state, each, but=move.source) for each in waiting):
        yield Reason("coach.early", {"card": NAMES[card], "cards": _list(waiting)})


def judge(
    knowledge: Knowledge,
    game: Game,
    budget: int = JUDGE_BUDGET,
    *,
    move: Move,
    autoplay: bool = False,
) -> Advice:
    """Judges a legal move before it is played; see `_judged` for what comes out."""
    lifts = safe_lifts(game.variant, play(game.variant, game.state, move))[0] if autoplay else []
    after = play_ply(game.variant, game.state, (move, *lifts))
    return (yield from _judged(knowledge, game, game.cursor, move, after, budget))


def review(knowledge: Knowledge, game: Game, budget: int = JUDGE_BUDGET) -> Advice:
    """Judges the move that was played last, as `judge` would have; there must be one."""
    move = game.last_move
    assert move is not None
    return (yield from _judged(knowledge, game, game.cursor - 1, move, game.state, budget))


def _judged(
    knowledge: Knowledge, game: Game, cursor: int, move: Move, after: State, budget: int
) -> Advice:
    """Judges a move of a game.

    Out: `by` says who warns: `solver` (from `after` on the game is proved lost, and
    it was not before), `thumb`, or nobody; with it `move`, what the rules of thumb
    say (`reasons`), whether the game was proved winnable (`before`), and the first
    move of a line that still wins, if one is known (`instead`).
    """
    variant, state = game.variant, game.state_at(cursor)
    said = reasons(variant, state, move)
    before: Verdict = "unknown"
    verdict: Verdict = "unknown"
    nodes = 0
    # Whoever knows the face-down cards would give them away.
    if not any(state.hidden):
        before = knowledge.verdict(game, cursor)
        if before != "unsolvable":
            verdict, nodes = yield from decide_state(knowledge, variant, after, budget)
        if verdict == "unsolvable":
            before, nodes = yield from decide(knowledge, game, cursor, budget, nodes)
    by = None
    if before != "unsolvable" and verdict == "unsolvable":
        by = "solver"
    elif before != "unsolvable" and verdict == "unknown" and said:
        by = "thumb"
    line = knowledge.line_from(state) if by and before == "solved" else None
    return {
        "by": by,
        "move": named(state, move),
        "before": before,
        "after": verdict,
        "reasons": [reason._asdict() for reason in said],
        "instead": named(state, line[0]) if line else None,
        "nodes": nodes,
    }


def _places(variant: Variant, state: State, card: Card, *, but: str) -> bool:
    """Tells whether a card has an open place besides one: to be packed on, or a space or cell."""
    if None in state.cells:
        return True
    takes = variant.space is Space.ANY or (variant.space is Space.KING and rank_of(card) == KING)
    return any(
        packs(variant, card, column[-1]) if column else takes
        for letter, column in columns_of(state)
        if letter != but
    )


def _column(state: State, letter: str) -> tuple[Card, ...]:
    return state.columns[COLUMN_LETTERS.index(letter)]


def _face_up(state: State, letter: str) -> tuple[Card, ...]:
    return _column(state, letter)[state.hidden[COLUMN_LETTERS.index(letter)] :]


def _list(cards: Iterable[Card]) -> str:
    return " ".join(NAMES[card] for card in cards)
