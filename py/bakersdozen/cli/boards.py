"""Boards from files: one a file, or one a line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bakersdozen.cli.arguments import reader, variant
from bakersdozen.cli.texts import Texts, refusal
from bakersdozen.notation import InvalidText, parse_board
from bakersdozen.rules import State
from bakersdozen.variants import VARIANTS

STANDARD_INPUT: Final = "-"
_LARGEST: Final = 64 * 1024 * 1024


class Board(NamedTuple):
    """A board that is still text, and what to call it."""

    id: str
    text: str


class Position(NamedTuple):
    """A board that was read, and what to call it."""

    id: str
    state: State


def add_variant(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds `--variant` to a command."""
    parser.add_argument(
        "--variant",
        type=reader(variant, texts),
        default=VARIANTS["bakers-dozen"],
        metavar=texts("cli.name.id"),
        help=texts("cli.variant", ids=", ".join(VARIANTS)),
    )


def add_files(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds `--lines` and the files to a command."""
    parser.add_argument("--lines", action="store_true", help=texts("cli.lines"))
    parser.add_argument("files", nargs="+", metavar=texts("cli.name.file"), help=texts("cli.files"))


def read_positions(options: argparse.Namespace, texts: Texts) -> Iterator[Position | str]:
    """Yields the positions of all files, and a message for each that cannot be read."""
    for file in options.files:
        try:
            for board in read_boards(file, lines=options.lines):
                try:
                    yield Position(board.id, parse_board(options.variant, board.text))
                except InvalidText as invalid:
                    yield f"{board.id}: {refusal(texts, invalid)}"
        except UnicodeDecodeError as error:
            yield f"{file}: {refusal(texts, error)}"
        except OSError as error:
            yield refusal(texts, error)


def read_boards(file: str, *, lines: bool) -> Iterator[Board]:
    """Yields the boards of a file (`-`: standard input).

    With `lines`, each line is one: position text, after an id (a first field
    without `/`) if there is one; blank lines and those that begin with `#` are
    passed over. Raises `OSError` and `UnicodeDecodeError`.
    """
    if file == STANDARD_INPUT:
        text = sys.stdin.read(_LARGEST) if sys.stdin else ""  # none at all when it is closed
    else:
        with Path(file).open(encoding="utf-8-sig") as source:
            text = source.read(_LARGEST)
    if not lines:
        yield Board(file, text)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.split()
        if not fields or fields[0].startswith("#"):
            continue
        first = next((at for at, field in enumerate(fields) if "/" in field), 0)
        yield Board(fields[0] if first else str(number), " ".join(fields[first:]))
