"""Lines of moves, made shorter: no way back to a state, and runs moved as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bakersdozen.cards import Card
from bakersdozen.rules import IllegalMove, Move, State, lead_of, legal_moves, move_of, play
from bakersdozen.variants import Variant


class _Errand(NamedTuple):
    """A move by what it wants instead of by how it is done: a card, and the pile it goes to."""

    card: Card
    target: str


def without_loops(variant: Variant, state: State, line: Iterable[Move]) -> list[Move]:
    """Returns a line to the same end that meets no position twice.

    Raises `IllegalMove` when the rules refuse one of its moves.
    """
    return straight(state, _played(variant, state, line))


def straight(state: State, steps: Iterable[tuple[Move, State]]) -> list[Move]:
    """Returns the same of a line that is played already: moves, and the state after each."""
    states, kept = [state], list[Move]()
    at = {state: 0}
    for move, state in steps:
        back = at.get(state)
        if back is None:
            kept.append(move)
            at[state] = len(states)
            states.append(state)
        else:
            for passed in states[back + 1 :]:
                del at[passed]
            del kept[back:], states[back + 1 :]
    return kept


def with_groups(variant: Variant, state: State, line: Iterable[Move]) -> list[Move]:
    """Returns a line to the same end in which runs go as one, where the rules allow it.

    A group move stands for what the line does with its cards until its last one has
    arrived; what it does with others in between is done after it. It is taken when the
    whole line can then be played to the same end in fewer moves, so the line gets
    shorter with each of them; and it meets no position twice. Raises `IllegalMove` when
    the rules refuse the line that was given.
    """
    line = without_loops(variant, state, line)
    if not variant.group_moves:
        return line
    start = state
    errands, end = _errands(variant, state, line)
    for at, _ in enumerate(line):  # which gets shorter on the way
        for group in _groups(variant, state, errands[at:]):
            shorter = _grouped(variant, state, errands[at:], group, end)
            if shorter is not None and len(shorter) < len(line) - at:
                line[at:] = shorter
                errands[at:], _ = _errands(variant, state, shorter)
                break
        state = play(variant, state, line[at])
    return without_loops(variant, start, line)


def _played(variant: Variant, state: State, line: Iterable[Move]) -> Iterator[tuple[Move, State]]:
    for move in line:
        state = play(variant, state, move)
        yield move, state


def _errands(variant: Variant, state: State, line: Iterable[Move]) -> tuple[list[_Errand], State]:
    """Returns the errands of a line, and where it ends."""
    errands = []
    for move in line:
        errands.append(_Errand(lead_of(state, move), move.target))
        state = play(variant, state, move)
    return errands, state


def _groups(variant: Variant, state: State, errands: Iterable[_Errand]) -> list[Move]:
    """Returns the legal moves of several cards that some errands come to, the longest first."""
    groups = [move for move in legal_moves(variant, state) if move.size > 1]
    groups.sort(key=lambda group: -group.size)
    first: dict[Card, str] = {}
    for card, target in errands if groups else ():
        first.setdefault(card, target)
    return [group for group in groups if first.get(lead_of(state, group)) == group.target]


def _grouped(
    variant: Variant, state: State, errands: Iterable[_Errand], group: Move, end: State
) -> list[Move] | None:
    """Returns a line that begins with a group move and does the errands, or None if none does."""
    lead = lead_of(state, group)
    column = next(column for column in state.columns if lead in column)
    on_the_way = set(column[-group.size :])
    moves, after = [group], play(variant, state, group)
    for card, target in errands:
        if card in on_the_way and (lead in on_the_way or target == group.target):
            if target == group.target:
                on_the_way.discard(card)
            continue
        try:
            moves.append(move_of(after, card, target))
            after = play(variant, after, moves[-1])
        except IllegalMove:
            return None
    return without_loops(variant, state, moves) if after == end else None
