"""Plays every variant by the rules page, slowly and plainly, to check the engine against.

It shares no line with the engine: cards are texts such as `QH`, a board is a few lists of them,
and every rule is written out as the rules page (docs/RULES.md) says it. Nothing here is fast.
tests/golden.py makes the golden files in tests/data/ with it.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "CDHS"
COLUMN_NAMES = "abcdefghijklm"
PACK = [rank + suit for rank in RANKS for suit in SUITS]


@dataclass(frozen=True)
class Rules:
    """The parameters of one game, in the words of the rules page."""

    sizes: tuple[int, ...]
    top_only_up: bool = False
    kings_sunk: bool = False
    aces_placed: int = 0
    alternate: bool = False
    space: str = "nothing"  # nothing | king | any
    groups: bool = False
    cells: int = 0
    reserve: int = 0
    worrying_back: bool = False


THIRTEEN = (4,) * 13
PRESETS = {
    "bakers-dozen": Rules(THIRTEEN, kings_sunk=True),
    "spanish-patience": Rules(THIRTEEN, kings_sunk=True, space="any"),
    "spanish-patience-as-dealt": Rules(THIRTEEN, space="any"),
    "castles-in-spain": Rules(THIRTEEN, alternate=True, space="any"),
    "portuguese-solitaire": Rules(THIRTEEN, space="king"),
    "good-measure": Rules((5,) * 10, kings_sunk=True, aces_placed=2),
    "bakers-dozen-1883": Rules(THIRTEEN, top_only_up=True, kings_sunk=True),
    "flower-garden": Rules((6,) * 6, space="any", reserve=16),
    "freecell": Rules((7, 7, 7, 7, 6, 6, 6, 6), alternate=True, space="any", groups=True, cells=4),
}


@dataclass
class Board:
    """One position: lists of cards from bottom to top, and how many of each lie face down."""

    columns: list[list[str]]
    hidden: list[int] = field(default_factory=list)
    foundations: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUITS, 0))
    cells: list[str | None] = field(default_factory=list)
    reserve: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.hidden:
            self.hidden = [0] * len(self.columns)


class Illegal(Exception):
    """A move that the rules do not allow."""


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def red(card: str) -> bool:
    return card[1] in "DH"


# --- deals ---------------------------------------------------------------------------------


def split_mix(seed: int) -> Iterator[int]:
    """Steele, Lea and Flood's generator SplitMix64."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        yield z ^ (z >> 31)


def below(draws: Iterator[int], bound: int) -> int:
    """A number below a bound, all equally likely: draws past the last full share are skipped."""
    shares = 2**64 // bound
    while (draw := next(draws)) >= shares * bound:
        pass
    return draw % bound


def own_pack(number: int) -> list[str]:
    """The 52 cards of our own deal number in the order in which they are dealt."""
    pack, draws = list(PACK), split_mix(number)
    for top in range(51, 0, -1):
        other = below(draws, top + 1)
        pack[top], pack[other] = pack[other], pack[top]
    return pack


def microsoft_pack(number: int) -> list[str]:
    """The 52 cards in the order in which Microsoft's FreeCell deals them."""
    pack, dealt, seed = list(PACK), [], number
    while pack:
        seed = (seed * 214013 + 2531011) % 2**31
        at = (seed // 65536) % len(pack)
        pack[at], pack[-1] = pack[-1], pack[at]
        dealt.append(pack.pop())
    return dealt


def lay_out(rules: Rules, cards: list[str]) -> Board:
    """Deals the cards in rows, then sets the kings and the faces as the rules ask."""
    cards = list(cards)
    board = Board([[] for _ in rules.sizes], cells=[None] * rules.cells)
    for card in [card for card in cards if card[0] == "A"][: rules.aces_placed]:
        cards.remove(card)
        board.foundations[card[1]] = 1
    while any(len(c) < size for c, size in zip(board.columns, rules.sizes, strict=True)):
        for column, size in zip(board.columns, rules.sizes, strict=True):
            if len(column) < size:
                column.append(cards.pop(0))
    assert len(cards) == rules.reserve
    board.reserve = cards
    if rules.kings_sunk:
        for column in board.columns:
            kings = [card for card in column if card[0] == "K"]
            column[:] = kings + [card for card in column if card[0] != "K"]
    if rules.top_only_up:
        board.hidden = [len(column) - 1 for column in board.columns]
    return board


# --- moves ---------------------------------------------------------------------------------


def packs(rules: Rules, card: str, onto: str) -> bool:
    """Whether a card may lie on another in a column."""
    return rank(card) + 1 == rank(onto) and (not rules.alternate or red(card) != red(onto))


def column_takes(rules: Rules, board: Board, card: str, column: list[str]) -> bool:
    if column:
        return packs(rules, card, column[-1])
    return rules.space == "any" or (rules.space == "king" and card[0] == "K")


def room(rules: Rules, board: Board, into_space: bool) -> int:
    """How many cards can move as one, by way of the open cells and the other spaces."""
    spaces = board.columns.count([]) if rules.space == "any" else 0
    if into_space and spaces:
        spaces -= 1
    return (board.cells.count(None) + 1) * 2**spaces


def won(board: Board) -> bool:
    return all(board.foundations[suit] == 13 for suit in SUITS)


def moves(rules: Rules, board: Board) -> list[str]:
    """Every legal move as text; a card that goes to a cell names the first open one only."""
    if won(board):
        return []
    found = []
    names = COLUMN_NAMES[: len(board.columns)]
    sources = [(n, column[-1]) for n, column in zip(names, board.columns, strict=True) if column]
    sources += [(str(i + 1), card) for i, card in enumerate(board.cells) if card]
    sources += [(card, card) for card in board.reserve]
    for source, card in sources:
        if board.foundations[card[1]] == rank(card) - 1:
            found.append(source + card[1])
        if None in board.cells and source not in "1234":
            found.append(source + str(board.cells.index(None) + 1))
    if rules.worrying_back:
        sources += [(s, RANKS[top - 1] + s) for s, top in board.foundations.items() if top]
    for name, column in zip(names, board.columns, strict=True):
        for source, card in sources:
            if source != name and column_takes(rules, board, card, column):
                found.append(source + name)
        if rules.groups:
            found += group_moves(rules, board, name, column)
    return found


def group_moves(rules: Rules, board: Board, target: str, column: list[str]) -> list[str]:
    """The moves of two cards or more as one onto a column."""
    found = []
    for name, source in zip(COLUMN_NAMES, board.columns, strict=False):
        if name == target:
            continue
        faces = source[board.hidden[COLUMN_NAMES.index(name)] :]
        for count in range(2, len(faces) + 1):
            run = faces[-count:]
            if not all(packs(rules, upper, lower) for lower, upper in itertools.pairwise(run)):
                break
            limit = room(rules, board, into_space=not column)
            if column_takes(rules, board, run[0], column) and count <= limit:
                found.append(f"{name}{target}{count}")
    return found


def apply(board: Board, move: str) -> Board:
    """The board after a move, which must be legal."""
    board = copy.deepcopy(board)
    names = COLUMN_NAMES[: len(board.columns)]
    count = 1
    if len(move) > 2 and move[0] in names:
        move, count = move[:2], int(move[2:])
    source, target = move[:-1], move[-1]
    if source in names:
        column = board.columns[names.index(source)]
        cards = column[-count:]
        del column[-count:]
        at = names.index(source)
        board.hidden[at] = max(0, min(board.hidden[at], len(column) - 1))
    elif source in SUITS:
        cards = [RANKS[board.foundations[source] - 1] + source]
        board.foundations[source] -= 1
    elif source.isdigit():
        held = board.cells[int(source) - 1]
        assert held is not None
        cards = [held]
        board.cells[int(source) - 1] = None
    else:
        cards = [source]
        board.reserve.remove(source)
    if target in names:
        board.columns[names.index(target)] += cards
    elif target in SUITS:
        board.foundations[target] += 1
    else:
        board.cells[int(target) - 1] = cards[0]
    return board


def perft(rules: Rules, board: Board, depth: int) -> int:
    """The number of lines of play of exactly that many moves."""
    if depth == 0:
        return 1
    legal = moves(rules, board)
    if depth == 1:
        return len(legal)
    return sum(perft(rules, apply(board, move), depth - 1) for move in legal)


# --- automatic moves -----------------------------------------------------------------------


def safe(rules: Rules, board: Board, card: str) -> bool:
    """Whether a card that its foundation takes can never be missed on the tableau."""
    if rank(card) <= 2:
        return True
    if not rules.alternate:
        return rank(card) <= min(board.foundations.values()) + 2
    other = "CS" if red(card) else "DH"
    return all(board.foundations[suit] >= rank(card) - 1 for suit in other)


def lifts(rules: Rules, board: Board) -> list[str]:
    """The legal moves that put a card on its foundation."""
    return [move for move in moves(rules, board) if move[-1] in SUITS]


def lifts_finish(rules: Rules, board: Board) -> bool:
    """Whether lifts alone bring all cards to the foundations."""
    if won(board):
        return False
    while lifts(rules, board):
        board = apply(board, lifts(rules, board)[0])
    return won(board)


# --- texts ---------------------------------------------------------------------------------


def position_text(rules: Rules, board: Board) -> str:
    """The one-line form of a board, without any trailing part that says nothing."""
    columns = []
    for column, hidden in zip(board.columns, board.hidden, strict=True):
        text = "".join(column)
        if rules.top_only_up and column:
            text = text[: 2 * hidden] + "|" + text[2 * hidden :]
        columns.append(text or "-")
    parts = ["/".join(columns)]
    parts.append("".join(s + (RANKS[n - 1] if n else "-") for s, n in board.foundations.items()))
    parts.append("".join(card for card in board.cells if card) or "-")
    parts.append("".join(board.reserve) or "-")
    while len(parts) > 1 and not parts[-1].strip("CDHS-"):
        parts.pop()
    return " ".join(parts)


def read_position(rules: Rules, text: str) -> Board:
    """The board of a well-formed position text."""

    def cards(part: str) -> list[str]:
        return [part[i : i + 2] for i in range(0, len(part), 2)]

    parts = text.split() + ["-"] * 4
    columns, hidden = [], []
    for column in parts[0].split("/"):
        down, bar, up = column.rpartition("|")
        columns.append(cards(down + up) if column != "-" else [])
        hidden.append(len(cards(down)) if bar else 0)
    board = Board(columns, hidden)
    if parts[1] != "-":
        board.foundations = {pair[0]: RANKS.find(pair[1]) + 1 for pair in cards(parts[1])}
    held: list[str | None] = [*cards(parts[2])] if parts[2] != "-" else []
    board.cells = held + [None] * (rules.cells - len(held))
    board.reserve = cards(parts[3]) if parts[3] != "-" else []
    return board
