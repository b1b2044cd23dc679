"""The rules: positions, moves, and why a move is refused. Pure functions.

Everything here follows docs/RULES.md. There is no clock, no chance and no
input or output: the same variant, state and move always give the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from bakersdozen.cards import KING, NAMES, SUITS, Card, card_of, is_red, rank_of, suit_of
from bakersdozen.complaints import Complaint
from bakersdozen.variants import Packing, Space, Variant

COLUMN_LETTERS: Final = tuple("abcdefghijklm")
FOUNDATIONS: Final = tuple(SUITS)
CELL_DIGITS: Final = tuple("1234")
RESERVE: Final = "reserve"

_T = TypeVar("_T")


class State(NamedTuple):
    """One position.

    `columns` run bottom → top; `hidden` counts the face-down cards at the
    bottom of each column; `foundations` holds the top rank of clubs, diamonds,
    hearts and spades (0: empty); `cells` a card or None a slot; `reserve` the
    cards left of it.
    """

    columns: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    cells: tuple[Card | None, ...] = ()
    reserve: tuple[Card, ...] = ()


class Move(NamedTuple):
    """A move: source pile, target pile, and how many cards go.

    Piles are columns `a` to `m`, foundations `C D H S` and cells `1` to `4`; a
    card of the reserve is its own source, by name.

    >>> str(Move("c", "g")), str(Move("c", "g", 3)), str(Move("QH", "S"))
    ('cg', 'cg3', 'QHS')
    """

    source: str
    target: str
    size: int = 1

    def __str__(self) -> str:
        return f"{self.source}{self.target}{self.size if self.size > 1 else ''}"


class Reason(StrEnum):
    """Why a move is refused: the closed list."""

    ONLY_TOP = "only-top"
    NO_RUN = "no-run"
    PACK_DOWN = "pack-down"
    PACK_ALTERNATE = "pack-alternate"
    SPACE_DEAD = "space-dead"
    SPACE_KING = "space-king"
    FOUNDATION_NEEDS = "foundation-needs"
    FOUNDATION_FULL = "foundation-full"
    ONE_SUIT = "one-suit"
    OWN_FOUNDATION = "own-foundation"
    ONE_AT_A_TIME = "one-at-a-time"
    ONE_UP = "one-up"
    NO_CELL = "no-cell"
    ONE_IN_CELL = "one-in-cell"
    NO_ROOM = "no-room"
    NO_ROOM_IN_SPACE = "no-room-in-space"
    FACE_DOWN = "face-down"
    FOUNDATION_STAYS = "foundation-stays"
    RESERVE_CLOSED = "reserve-closed"
    SAME_PILE = "same-pile"
    NO_CARD = "no-card"
    NOWHERE = "nowhere"
    NO_FINISH = "no-finish"
    GAME_OVER = "game-over"


class IllegalMove(Complaint):
    """Raised when the rules refuse a move; holds the reason and its arguments."""

    def __init__(self, reason: Reason, **args: str | int) -> None:
        super().__init__(f"reason.{reason}", **args)
        self.reason = reason


class Outcome(StrEnum):
    """How a game stands when it is over."""

    WON = "won"
    NO_MOVES = "no-moves"


def play(variant: Variant, state: State, move: Move) -> State:
    """Plays one move.

    In: the variant, a state, a move. Out: the state after it, exposed cards
    turned up. Raises `IllegalMove` with the reason when the rules refuse it.
    """
    refusal = refused(variant, state, move)
    if refusal is not None:
        raise refusal
    return _moved(state, move)


def refused(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    """Tells why a move is refused, or None when it is legal."""
    if is_won(state):
        return IllegalMove(Reason.GAME_OVER)
    if move.source == move.target:
        return IllegalMove(Reason.SAME_PILE)
    return held_back(variant, state, move) or _target_refusal(variant, state, move)


def held_back(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    """Tells why what a move takes has to lie, wherever it should go, or None when it may leave."""
    source, size = move.source, move.size
    if source in COLUMN_LETTERS[: len(state.columns)]:
        index = COLUMN_LETTERS.index(source)
        column, hidden = state.columns[index], state.hidden[index]
        if not 1 <= size <= len(column):
            return IllegalMove(Reason.NO_CARD)
        if size > len(column) - hidden:
            return IllegalMove(Reason.FACE_DOWN)
        if size > _run_length(variant, column, hidden):
            return IllegalMove(Reason.NO_RUN if variant.group_moves else Reason.ONLY_TOP)
        if size > 1 and not variant.group_moves:
            return IllegalMove(Reason.ONE_AT_A_TIME)
        return None
    if size != 1:
        return IllegalMove(Reason.ONE_AT_A_TIME)
    if source in FOUNDATIONS:
        if not variant.worrying_back:
            return IllegalMove(Reason.FOUNDATION_STAYS)
        present = state.foundations[FOUNDATIONS.index(source)] > 0
    elif source in CELL_DIGITS[: len(state.cells)]:
        present = state.cells[CELL_DIGITS.index(source)] is not None
    else:
        present = source in NAMES and NAMES.index(source) in state.reserve
    return None if present else IllegalMove(Reason.NO_CARD)


def legal_moves(variant: Variant, state: State) -> list[Move]:
    """Returns every legal move, columns first, in a fixed order.

    Open cells are alike, so a move to a cell is listed for the first open one
    only; `play` accepts any of them.
    """
    return list(_legal_moves(variant, state))


def outcome(variant: Variant, state: State) -> Outcome | None:
    """Tells whether the game is over: won, or without a legal move."""
    if is_won(state):
        return Outcome.WON
    return None if next(_legal_moves(variant, state), None) else Outcome.NO_MOVES


def is_won(state: State) -> bool:
    """Tells whether all 52 cards lie on the foundations."""
    return sum(state.foundations) == 52


def dead_columns(variant: Variant, state: State) -> tuple[str, ...]:
    """Returns the letters of the empty columns that can never be used again."""
    if variant.space is not Space.NOTHING:
        return ()
    return tuple(letter for letter, column in columns_of(state) if not column)


def columns_of(state: State) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Yields each column's letter and cards, bottom → top."""
    return zip(COLUMN_LETTERS, state.columns, strict=False)


def move_of(state: State, card: Card, target: str) -> Move:
    """Returns the move that takes a card, with all that lies on it, to a pile.

    Raises `IllegalMove` for a card that lies face down or under others on a
    foundation: no move can name it.
    """
    for letter, column in columns_of(state):
        if card in column:
            depth = column.index(card)
            if depth < state.hidden[COLUMN_LETTERS.index(letter)]:
                raise IllegalMove(Reason.FACE_DOWN)
            return Move(letter, target, len(column) - depth)
    if card in state.cells:
        return Move(CELL_DIGITS[state.cells.index(card)], target)
    if card in state.reserve:
        return Move(NAMES[card], target)
    if state.foundations[suit_of(card)] != rank_of(card):
        raise IllegalMove(Reason.FOUNDATION_STAYS)
    return Move(FOUNDATIONS[suit_of(card)], target)


def lead_of(state: State, move: Move) -> Card:
    """Returns the card that a move names: the lowest of those that go.

    The move's source must hold that many cards.
    """
    source = move.source
    if source in COLUMN_LETTERS:
        return state.columns[COLUMN_LETTERS.index(source)][-move.size]
    if source in FOUNDATIONS:
        suit = FOUNDATIONS.index(source)
        return card_of(state.foundations[suit], suit)
    if source in CELL_DIGITS:
        card = state.cells[CELL_DIGITS.index(source)]
        assert card is not None
        return card
    return NAMES.index(source)


def next_up(state: State, suit: int) -> Card | None:
    """Returns the card that a suit's foundation takes next, or None when it is complete."""
    top = state.foundations[suit]
    return None if top == KING else card_of(top + 1, suit)


def is_safe(variant: Variant, state: State, card: Card) -> bool:
    """Tells whether a card may go up automatically: no other card can need it.

    When suits do not matter for packing, a card is safe if its rank is at most
    two above the lowest foundation: every card that could be packed on it can
    go up itself. When colours alternate, the two cards of the other colour
    that could be packed on it must be up already (aces and twos need nothing).
    """
    rank = rank_of(card)
    if variant.packing is Packing.ANY_SUIT:
        return rank <= min(state.foundations) + 2
    if rank <= 2:
        return True
    opposite = (0, 3) if is_red(card) else (1, 2)
    return all(state.foundations[suit] >= rank - 1 for suit in opposite)


def lifts(state: State) -> list[Move]:
    """Returns the moves that take an available card to its foundation, lowest rank first."""
    found = [
        (rank_of(card), Move(source, FOUNDATIONS[suit_of(card)]))
        for source, card in available(state)
        if state.foundations[suit_of(card)] == rank_of(card) - 1
    ]
    return [move for _, move in sorted(found)]


def safe_lifts(variant: Variant, state: State) -> tuple[list[Move], State]:
    """Lifts safe cards until none is left; returns the moves and the state after them."""
    moves: list[Move] = []
    while True:
        move = next((m for m in lifts(state) if is_safe(variant, state, lead_of(state, m))), None)
        if move is None:
            return moves, state
        moves.append(move)
        state = _moved(state, move)


def finishing_lifts(state: State) -> list[Move] | None:
    """Returns the lifts that win from here without any other move, or None."""
    moves: list[Move] = []
    while not is_won(state):
        move = next(iter(lifts(state)), None)
        if move is None:
            return None
        moves.append(move)
        state = _moved(state, move)
    return moves


def group_limit(variant: Variant, state: State, *, into_space: bool) -> int:
    """Returns how many cards may go at once to a column, or into a space.

    FreeCell's shortcut: (free cells + 1) · 2^(other spaces). A space counts
    only where any card may fill it, and the one moved into does not help.
    """
    return group_room(
        variant, state.cells.count(None), state.columns.count(()), into_space=into_space
    )


def group_room(variant: Variant, open_cells: int, spaces: int, *, into_space: bool) -> int:
    """Returns the same, from the numbers of open cells and of spaces."""
    if not variant.group_moves:
        return 1
    if variant.space is not Space.ANY:
        spaces = 0
    elif into_space and spaces:
        spaces -= 1
    return (open_cells + 1) << spaces


def available(state: State) -> Iterator[tuple[str, Card]]:
    """Yields each card that is free to move by itself, with its source: columns, cells, reserve."""
    for letter, column in columns_of(state):
        if column:
            yield letter, column[-1]
    for digit, card in zip(CELL_DIGITS, state.cells, strict=False):
        if card is not None:
            yield digit, card
    for card in state.reserve:
        yield NAMES[card], card


def packs(variant: Variant, card: Card, onto: Card) -> bool:
    """Tells whether a card may be packed on another."""
    return rank_of(card) + 1 == rank_of(onto) and (
        variant.packing is Packing.ANY_SUIT or is_red(card) is not is_red(onto)
    )


def _run_length(variant: Variant, column: tuple[Card, ...], hidden: int) -> int:
    """Counts the cards at the top of a column that are packed on each other."""
    length = min(1, len(column))
    while length < len(column) - hidden and packs(variant, column[-length], column[-length - 1]):
        length += 1
    return length


def _target_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    target, lead = move.target, lead_of(state, move)
    if target in COLUMN_LETTERS[: len(state.columns)]:
        return _column_refusal(variant, state, move, lead)
    if target in FOUNDATIONS:
        return _foundation_refusal(state, move, lead)
    if target == RESERVE:
        return IllegalMove(Reason.RESERVE_CLOSED)
    if target not in CELL_DIGITS[: len(state.cells)]:
        return IllegalMove(Reason.NO_CELL)
    if move.size > 1:
        return IllegalMove(Reason.ONE_IN_CELL)
    if move.source in CELL_DIGITS:
        return IllegalMove(Reason.SAME_PILE)
    if move.source in FOUNDATIONS:
        return IllegalMove(Reason.FOUNDATION_STAYS)
    occupied = state.cells[CELL_DIGITS.index(target)] is not None
    return IllegalMove(Reason.NO_CELL) if occupied else None


def _foundation_refusal(state: State, move: Move, lead: Card) -> IllegalMove | None:
    suit = FOUNDATIONS.index(move.target)
    needed, own = next_up(state, suit), next_up(state, suit_of(lead))
    if needed is None:
        return IllegalMove(Reason.FOUNDATION_FULL)
    if suit_of(lead) != suit:
        args = {"card": NAMES[lead], "needed": NAMES[needed]}
        if own is None or own == lead:
            return IllegalMove(Reason.OWN_FOUNDATION, **args)
        return IllegalMove(Reason.ONE_SUIT, **args, own=NAMES[own])
    if lead != needed:
        return IllegalMove(Reason.FOUNDATION_NEEDS, card=NAMES[needed])
    return IllegalMove(Reason.ONE_UP, card=NAMES[lead]) if move.size > 1 else None


def _column_refusal(variant: Variant, state: State, move: Move, lead: Card) -> IllegalMove | None:
    column = state.columns[COLUMN_LETTERS.index(move.target)]
    if not column:
        if variant.space is Space.NOTHING:
            return IllegalMove(Reason.SPACE_DEAD)
        if variant.space is Space.KING and rank_of(lead) != KING:
            return IllegalMove(Reason.SPACE_KING)
    else:
        onto = column[-1]
        if rank_of(lead) + 1 != rank_of(onto):
            return IllegalMove(Reason.PACK_DOWN, card=NAMES[lead], onto=NAMES[onto])
        if not packs(variant, lead, onto):
            return IllegalMove(Reason.PACK_ALTERNATE, card=NAMES[lead], onto=NAMES[onto])
    limit = group_limit(variant, state, into_space=not column)
    if move.size <= limit:
        return None
    reason = Reason.NO_ROOM if column else Reason.NO_ROOM_IN_SPACE
    return IllegalMove(reason, size=move.size, limit=limit)


def _legal_moves(variant: Variant, state: State) -> Iterator[Move]:
    if is_won(state):
        return
    onto, into_space = (group_limit(variant, state, into_space=s) for s in (False, True))
    for letter, column in columns_of(state):
        if not column:
            continue
        run = 1
        if variant.group_moves:
            run = _run_length(variant, column, state.hidden[COLUMN_LETTERS.index(letter)])
        for size in range(1, min(run, max(onto, into_space)) + 1):
            lead = column[-size]
            for target in _columns_for(variant, state, lead):
                limit = onto if state.columns[COLUMN_LETTERS.index(target)] else into_space
                if size <= limit and target != letter:
                    yield Move(letter, target, size)
        yield from _moves_up(state, letter, column[-1])
        yield from _moves_to_cell(state, letter)
    for source, card in available(state):
        if source not in COLUMN_LETTERS:
            yield from (Move(source, target) for target in _columns_for(variant, state, card))
            yield from _moves_up(state, source, card)
            if source not in CELL_DIGITS:
                yield from _moves_to_cell(state, source)
    if variant.worrying_back:
        for suit, rank in enumerate(state.foundations):
            if rank:
                card = card_of(rank, suit)
                yield from (Move(FOUNDATIONS[suit], t) for t in _columns_for(variant, state, card))


def _columns_for(variant: Variant, state: State, card: Card) -> Iterator[str]:
    takes = variant.space is Space.ANY or (variant.space is Space.KING and rank_of(card) == KING)
    for letter, column in columns_of(state):
        if packs(variant, card, column[-1]) if column else takes:
            yield letter


def _moves_up(state: State, source: str, card: Card) -> Iterator[Move]:
    if state.foundations[suit_of(card)] == rank_of(card) - 1:
        yield Move(source, FOUNDATIONS[suit_of(card)])


def _moves_to_cell(state: State, source: str) -> Iterator[Move]:
    if None in state.cells:
        yield Move(source, CELL_DIGITS[state.cells.index(None)])


def _moved(state: State, move: Move) -> State:
    """Carries out a move that is known to be legal."""
    columns, hidden = list(state.columns), state.hidden
    foundations, cells, reserve = state.foundations, state.cells, state.reserve
    source, target, size = move
    lead = lead_of(state, move)
    cards: tuple[Card, ...] = (lead,)
    if source in COLUMN_LETTERS:
        index = COLUMN_LETTERS.index(source)
        column = columns[index]
        cards, columns[index] = column[-size:], column[:-size]
        if hidden[index] and hidden[index] == len(columns[index]):
            hidden = _replaced(hidden, index, hidden[index] - 1)
    elif source in FOUNDATIONS:
        suit = FOUNDATIONS.index(source)
        foundations = _replaced(foundations, suit, foundations[suit] - 1)
    elif source in CELL_DIGITS:
        cells = _replaced(cells, CELL_DIGITS.index(source), None)
    else:
        reserve = tuple(card for card in reserve if card != lead)
    if target in COLUMN_LETTERS:
        columns[COLUMN_LETTERS.index(target)] += cards
    elif target in FOUNDATIONS:
        suit = FOUNDATIONS.index(target)
        foundations = _replaced(foundations, suit, foundations[suit] + 1)
    else:
        cells = _replaced(cells, CELL_DIGITS.index(target), lead)
    return State(tuple(columns), hidden, foundations, cells, reserve)


def _replaced(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    return (*items[:index], item, *items[index + 1 :])
