"""Carries boards between the oracle (lists of texts) and the engine (tuples of integers)."""

from __future__ import annotations

import random
import re

import oracle
from bakersdozen.rules import IllegalMove, Move, State, legal_moves, play
from bakersdozen.variants import VARIANTS, Packing, Space, Variant

MOVE = re.compile(r"([a-m])([a-m])(\d*)|([a-m1-4CDHS]|[2-9ATJQK][CDHS])([a-mCDHS1-4])")


def card(name: str) -> int:
    """The engine's number of a card, by the formula of the architecture page."""
    return (oracle.RANKS.index(name[0])) * 4 + oracle.SUITS.index(name[1])


def name(number: int) -> str:
    return oracle.RANKS[number // 4] + oracle.SUITS[number % 4]


def move(text: str) -> Move:
    """The engine's move of a text, read here so that rules are tested without `notation`."""
    found = MOVE.fullmatch(text)
    assert found, text
    if found[1]:
        return Move(found[1], found[2], int(found[3] or 1))
    return Move(found[4], found[5])


def state_of(board: oracle.Board) -> State:
    return State(
        tuple(tuple(map(card, column)) for column in board.columns),
        tuple(board.hidden),
        tuple(board.foundations[suit] for suit in oracle.SUITS),
        tuple(None if held is None else card(held) for held in board.cells),
        tuple(map(card, board.reserve)),
    )


def board_of(state: State) -> oracle.Board:
    return oracle.Board(
        [[name(number) for number in column] for column in state.columns],
        list(state.hidden),
        dict(zip(oracle.SUITS, state.foundations, strict=True)),
        [None if held is None else name(held) for held in state.cells],
        [name(number) for number in state.reserve],
    )


def rules_of(variant: Variant) -> oracle.Rules:
    """The oracle's parameters of any variant, custom ones too."""
    return oracle.Rules(
        sizes=variant.columns,
        top_only_up=variant.faces.value == "top",
        kings_sunk=variant.kings.value == "sunk",
        aces_placed=variant.aces_placed,
        alternate=variant.packing is Packing.ALTERNATE,
        space={Space.NOTHING: "nothing", Space.KING: "king", Space.ANY: "any"}[variant.space],
        groups=variant.group_moves,
        cells=variant.cells,
        reserve=variant.reserve,
        worrying_back=variant.worrying_back,
    )


def position(variant_id: str, text: str) -> State:
    """The engine's state of a position text, read by the oracle."""
    return state_of(oracle.read_position(oracle.PRESETS[variant_id], text))


def legal(variant_id: str, text: str) -> list[str]:
    return sorted(map(str, legal_moves(VARIANTS[variant_id], position(variant_id, text))))


def verdict(variant_id: str, text: str, tried: str | Move) -> str:
    """`ok`, or the reason for the refusal followed by its arguments."""
    try:
        play(
            VARIANTS[variant_id],
            position(variant_id, text),
            move(tried) if type(tried) is str else tried,
        )
    except IllegalMove as refusal:
        args = [f"{key}={value}" for key, value in sorted(refusal.args_for_text.items())]
        return " ".join([refusal.reason.value, *args])
    return "ok"


def random_deal(variant_id: str, chance: random.Random) -> oracle.Board:
    """A board of the variant from a pack shuffled by the tests' own chance."""
    pack = list(oracle.PACK)
    chance.shuffle(pack)
    return oracle.lay_out(oracle.PRESETS[variant_id], pack)


def wander(variant_id: str, chance: random.Random, length: int) -> list[oracle.Board]:
    """The boards of a random line of play, lifts preferred now and then so that it gets far."""
    rules = oracle.PRESETS[variant_id]
    boards = [random_deal(variant_id, chance)]
    while len(boards) <= length:
        legal = oracle.moves(rules, boards[-1])
        if not legal:
            break
        lifts = [text for text in legal if text[-1] in oracle.SUITS]
        chosen = chance.choice(lifts if lifts and chance.random() < 0.7 else legal)
        boards.append(oracle.apply(boards[-1], chosen))
    return boards


def tries(state: State) -> dict[str, list[Move]]:
    """For every card, the moves that take it (with all that lies on it) to every pile."""
    columns = oracle.COLUMN_NAMES[: len(state.columns)]
    places: dict[str, tuple[str, int]] = {}
    for letter, column in zip(columns, state.columns, strict=True):
        for depth, number in enumerate(column):
            places[name(number)] = (letter, len(column) - depth)
    for digit, held in zip("1234", state.cells, strict=False):
        if held is not None:
            places[name(held)] = (digit, 1)
    places |= {name(number): (name(number), 1) for number in state.reserve}
    for suit, top in zip(oracle.SUITS, state.foundations, strict=True):
        if top:
            places[oracle.RANKS[top - 1] + suit] = (suit, 1)
    targets = [*columns, *oracle.SUITS, *"1234"]
    return {
        found: [Move(source, target, size) for target in targets]
        for found, (source, size) in places.items()
    }


def brute_dests(variant: Variant, state: State) -> dict[str, set[str]]:
    """Every card that can move and every pile it may go to, found by trying them all."""
    dests: dict[str, set[str]] = {}
    for found, moves in tries(state).items():
        for tried in moves:
            try:
                play(variant, state, tried)
            except IllegalMove:
                continue
            pile = "cell" + tried.target if tried.target in "1234" else tried.target
            dests.setdefault(found, set()).add(pile)
    return dests
