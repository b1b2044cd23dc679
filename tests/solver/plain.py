"""A second opinion on small positions: plain exhaustive search by the rules alone.

No pruning, no safe lifts, no evaluation, nothing shared with the solver: every
legal move is tried from every position that can be reached. Also makes the
random endgames on which the two are compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from bakersdozen.cards import SUITS, card_of
from bakersdozen.rules import Move, State, is_won, legal_moves, play
from bakersdozen.variants import Faces, Variant


def can_be_won(variant: Variant, state: State, most: int = 20_000) -> bool | None:
    """Tells whether a position can be won; None when more than `most` positions were met."""
    seen = {_shape(state)}
    pending = [state]
    while pending:
        state = pending.pop()
        if is_won(state):
            return True
        for move in sorted(legal_moves(variant, state), key=_goes_up):
            after = play(variant, state, move)
            shape = _shape(after)
            if shape not in seen:
                if len(seen) == most:
                    return None
                seen.add(shape)
                pending.append(after)
    return False


def _goes_up(move: Move) -> bool:
    return move.target in SUITS


def _shape(state: State) -> tuple[object, ...]:
    """Returns what is left of a position when its columns and cells have no names."""
    return (
        tuple(sorted(zip(state.columns, state.hidden, strict=True))),
        state.foundations,
        tuple(sorted(card for card in state.cells if card is not None)),
        state.reserve,
    )


def endgame(
    variant: Variant, columns: int, heights: tuple[int, int], rng: random.Random
) -> tuple[Variant, State]:
    """Deals what is left above random foundations onto a few columns, cells and the reserve.

    The variant that comes back has that many columns; its other rules stay.
    """
    foundations = tuple(rng.randint(*heights) for _ in range(4))
    cards = [card_of(rank, suit) for suit in range(4) for rank in range(foundations[suit] + 1, 14)]
    rng.shuffle(cards)
    cells = [cards.pop() if cards and rng.random() < 0.5 else None for _ in range(variant.cells)]
    reserve = [cards.pop() for _ in range(variant.reserve and rng.randint(0, len(cards) // 3))]
    piles: list[list[int]] = [[] for _ in range(columns)]
    empty = rng.randint(0, 1)
    for card in cards:
        piles[rng.randrange(empty, columns)].append(card)
    hidden = tuple(
        rng.randint(0, len(pile) - 1) if pile and variant.faces is Faces.TOP else 0
        for pile in piles
    )
    small = replace(variant, columns=tuple(len(pile) for pile in piles))
    return small, State(
        tuple(map(tuple, piles)), hidden, foundations, tuple(cells), tuple(sorted(reserve))
    )


def endgames(
    variant: Variant, number: int, columns: int, heights: tuple[int, int], seed: int
) -> Iterator[tuple[Variant, State]]:
    """Yields random endgames, the same ones for the same seed."""
    rng = random.Random(f"{variant.id} {seed}")
    for _ in range(number):
        yield endgame(variant, columns, heights, rng)
