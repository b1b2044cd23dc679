"""`perft DEPTH FILE…`: counts the move sequences of a board, to check an engine by."""

from __future__ import annotations

import argparse
import json
import sys

from bakersdozen.cli.arguments import reader, whole
from bakersdozen.cli.boards import add_files, add_variant, read_positions
from bakersdozen.cli.texts import Texts
from bakersdozen.rules import State, legal_moves, play
from bakersdozen.variants import Variant


def perft(variant: Variant, state: State, depth: int) -> int:
    """Counts the sequences of so many legal moves from a state.

    >>> from bakersdozen.deals import deal
    >>> from bakersdozen.variants import VARIANTS
    >>> strict = VARIANTS["bakers-dozen"]
    >>> [perft(strict, deal(strict, 1), depth) for depth in range(4)]
    [1, 13, 170, 2227]
    """
    if depth == 0:
        return 1
    moves = legal_moves(variant, state)
    if depth == 1:
        return len(moves)
    return sum(perft(variant, play(variant, state, move), depth - 1) for move in moves)


def add_to(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds the command's arguments to its parser."""
    parser.add_argument(
        "depth",
        type=reader(whole(0), texts),
        metavar=texts("cli.name.depth"),
        help=texts("cli.perft.depth"),
    )
    add_variant(parser, texts)
    add_files(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    """Prints one JSON object a board: `id`, `depth`, `nodes`, and `counts` for each depth."""
    code = 0
    for found in read_positions(options, texts):
        if isinstance(found, str):
            print(found, file=sys.stderr)
            code = 2
            continue
        counts = [perft(options.variant, found.state, d) for d in range(1, options.depth + 1)]
        nodes = counts[-1] if counts else 1
        answer = {"id": found.id, "depth": options.depth, "nodes": nodes, "counts": counts}
        print(json.dumps(answer), flush=True)
    return code
