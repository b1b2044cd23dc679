"""Makes the golden files in tests/data/ from the oracle; they change only if the rules do.

    python3 tests/golden.py deals > tests/data/deals.json
    python3 tests/golden.py tiny > tests/data/tiny.json        (some minutes)
    python3 tests/golden.py perft > tests/data/perft.json      (reads tiny.json)

`deals` holds deal numbers with their boards, `perft` positions with the number of lines of play of
1, 2, 3, … moves, `tiny` four short deals a variant with the verdict of an exhaustive search: won
with a line, or lost, each once simple and once less so.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import oracle
from oracle import Board, Rules

NUMBERS = [
    *range(1, 13),
    100,
    617,
    1000,
    11982,
    32000,
    32001,
    999_999_937,
    2**31 - 1,
    2**31,
    2**32 + 1,
    2**53 + 1,
    10**12,
    10**18,
]
HIGHEST = {"freecell": 2**31 - 1}
STATES = 2_000
DATA = Path(__file__).parent / "data"


def dealt(variant: str, number: int) -> Board:
    pack = oracle.microsoft_pack if variant == "freecell" else oracle.own_pack
    return oracle.lay_out(oracle.PRESETS[variant], pack(number))


def deals(variant: str, rules: Rules) -> list[list[str]]:
    numbers = [n for n in NUMBERS if n <= HIGHEST.get(variant, n)]
    return [[str(n), oracle.position_text(rules, dealt(variant, n))] for n in numbers]


def perft(variant: str, rules: Rules) -> list[dict[str, object]]:
    """From the first deals, from deep in random play, and from lines that win, where spaces are."""
    strict = variant == "bakers-dozen"
    starts = [dealt(variant, n) for n in range(1, 21 if strict else 5)]
    deep = [wandered(rules, dealt(variant, n), n) for n in range(21, 31)]
    for line in json.loads((DATA / "tiny.json").read_text())[variant]:
        board = oracle.read_position(rules, line["position"])
        for at, move in enumerate(line["line"]):
            if at % 8 == 0:
                text = oracle.position_text(rules, board)
                deep.append(oracle.read_position(rules, text))
            board = oracle.apply(board, move)
    return [
        {
            "position": oracle.position_text(rules, board),
            "counts": [oracle.perft(rules, board, d) for d in range(1, depth + 1)],
        }
        for boards, depth in ((starts, 4 if strict else 3), (deep, 3))
        for board in boards
    ]


def wandered(rules: Rules, board: Board, seed: int) -> Board:
    """A board after up to 60 moves of a random line that likes to lift."""
    draws = oracle.split_mix(seed)
    for _ in range(60):
        up, legal = oracle.lifts(rules, board), oracle.moves(rules, board)
        if not legal:
            break
        choice = up if up and oracle.below(draws, 3) else legal
        after = oracle.apply(board, choice[oracle.below(draws, len(choice))])
        if not oracle.moves(rules, after):
            break
        board = after
    return oracle.read_position(rules, oracle.position_text(rules, board))


# --- tiny deals ------------------------------------------------------------------------------


def key(board: Board) -> tuple[object, ...]:
    """What tells positions apart that play differently: the order of columns and cells does not."""
    columns = sorted(zip(map(tuple, board.columns), board.hidden, strict=True))
    held = sorted(card for card in board.cells if card)
    return tuple(columns), tuple(held), tuple(board.foundations.values())


def search(rules: Rules, start: Board) -> tuple[bool | None, list[str], int]:
    """Whether a board can be won, a line if so, and the positions met; None if too many."""
    seen = {key(start)}
    stack: list[tuple[Board, tuple[str, ...]]] = [(start, ())]
    while stack:
        board, line = stack.pop()
        if oracle.won(board):
            return True, list(line), len(seen)
        if len(seen) > STATES:
            return None, [], len(seen)
        for move in sorted(oracle.moves(rules, board), key=lambda m: m[-1] in oracle.SUITS):
            after = oracle.apply(board, move)
            if key(after) not in seen:
                seen.add(key(after))
                stack.append((after, (*line, move)))
    return False, [], len(seen)


def short_deal(rules: Rules, lowest: int, columns: int, stiff: bool, draws: Iterator[int]) -> Board:
    """A deal of the cards from a rank up; a stiff one has tops of every other rank in the main."""
    pack = [card for card in oracle.PACK if oracle.rank(card) >= lowest]
    for last in range(len(pack) - 1, 0, -1):
        other = oracle.below(draws, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    if stiff:
        pack.sort(key=lambda card: (oracle.rank(card) - lowest) % 2)
    board = Board([[] for _ in rules.sizes])
    board.foundations = dict.fromkeys(oracle.SUITS, lowest - 1)
    board.cells = [None] * rules.cells
    if rules.cells and stiff:
        board.cells = [pack.pop() for _ in range(rules.cells)]
    for row in range(max(rules.sizes)):
        for at in range(columns):
            if row < rules.sizes[at] and pack:
                board.columns[at].append(pack.pop(0))
    board.reserve = pack
    if rules.kings_sunk:
        for column in board.columns:
            column.sort(key=lambda card: card[0] != "K")
    if rules.top_only_up:
        board.hidden = [max(0, len(column) - 1) for column in board.columns]
    return board


def tiny(variant: str, rules: Rules) -> list[dict[str, object]]:
    draws = oracle.split_mix(list(oracle.PRESETS).index(variant) + 1)
    found: dict[tuple[str, bool], dict[str, object]] = {}
    while len(found) < 3:
        stiff = bool(oracle.below(draws, 2))
        lowest = 1 + oracle.below(draws, 11)
        columns = 2 + oracle.below(draws, len(rules.sizes) - 1)
        room = sum(rules.sizes[:columns]) + rules.reserve + (rules.cells if stiff else 0)
        if 4 * (14 - lowest) > room:
            continue
        board = short_deal(rules, lowest, columns, stiff, draws)
        solvable, line, states = search(rules, board)
        if solvable is False:
            found.setdefault(("simple", False), record(rules, board, "simple"))
            lost = board
        elif solvable and len(line) <= 16:
            found.setdefault(("simple", True), record(rules, board, "simple"))
        elif solvable and len(line) >= 30 and states >= 60:
            found.setdefault(("complex", True), record(rules, board, "complex"))
    return [*found.values(), record(rules, thickened(rules, lost, draws), "complex")]


def record(rules: Rules, board: Board, level: str) -> dict[str, object]:
    solvable, line, states = search(rules, board)
    return {
        "position": oracle.position_text(rules, board),
        "level": level,
        "solvable": solvable,
        "line": line,
        "states": states,
    }


def thickened(rules: Rules, board: Board, draws: Iterator[int]) -> Board:
    """A lost board with 100 positions or more to try, by swaps of cards from a simpler one."""
    least = 0
    while least < 100:
        tried = copy.deepcopy(board)
        piles = [*tried.columns, tried.cells, tried.reserve]
        places = [(pile, at) for pile in piles for at, card in enumerate(pile) if card]
        (one, i), (other, j) = (places[oracle.below(draws, len(places))] for _ in range(2))
        one[i], other[j] = other[j], one[i]
        if rules.kings_sunk:
            for column in tried.columns:
                column.sort(key=lambda card: card[0] != "K")
        solvable, _, states = search(rules, tried)
        if solvable is False and states >= least:
            board, least = tried, states
    return board


def written(rows: dict[str, list[object]]) -> str:
    """JSON with one line a record, so that a change shows as one line."""
    parts = (
        f"{json.dumps(variant)}: [\n" + ",\n".join(f"  {json.dumps(row)}" for row in lines) + "\n]"
        for variant, lines in rows.items()
    )
    return "{\n" + ",\n".join(parts) + "\n}"


if __name__ == "__main__":
    make: dict[str, Callable[[str, Rules], list[object]]]
    make = {"deals": deals, "perft": perft, "tiny": tiny}  # type: ignore[dict-item]
    if len(sys.argv) != 2 or sys.argv[1] not in make:
        sys.exit(__doc__)
    print(written({name: make[sys.argv[1]](name, row) for name, row in oracle.PRESETS.items()}))
