"""What arguments may be, and saying what is wrong with them in the reader's language."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeVar

from bakersdozen.cli.texts import Texts, refusal
from bakersdozen.complaints import Complaint
from bakersdozen.game import variant_of
from bakersdozen.solver import BUDGET
from bakersdozen.variants import InvalidVariant, Variant

_T = TypeVar("_T")
# What argparse says by itself, and the sentence that says the same in the reader's language.
_SENTENCES: Final = (
    (r"the following arguments are required: (?P<names>.*)", "cli.missing"),
    (r"unrecognized arguments: (?P<text>.*)", "cli.unrecognized"),
    (
        r"argument .*?: invalid choice: '?(?P<text>.*?)'? \(.*choose from (?P<known>.*)\)",
        "cli.choice",
    ),
    (r"argument (?P<name>.*?): expected .* argument", "cli.valueless"),
    (r"argument (?P<name>.*?): (?P<told>.*)", "cli.told"),
)


# The headings of argparse's own help, and ours.
_HEADINGS: Final = {"positional arguments": "cli.arguments", "options": "cli.options"}


class Parser(argparse.ArgumentParser):
    """A parser whose help and complaints are in the reader's language."""

    def __init__(self, *, texts: Texts, **options: Any) -> None:
        self.texts = texts
        super().__init__(**options, allow_abbrev=False, add_help=False)
        self.add_argument("-h", "--help", action="help", help=texts("cli.help"))

    def add_argument_group(self, *args: Any, **options: Any) -> Any:
        """Adds a group of arguments under a heading, argparse's own ones in our words."""
        title, *rest = args or (None,)
        heading = self.texts(_HEADINGS[title]) if title in _HEADINGS else title
        return super().add_argument_group(heading, *rest, **options)

    def format_help(self) -> str:
        """Returns the help, which begins with how to write a command."""
        return super().format_help().replace("usage:", self.texts("cli.usage"), 1)

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        """Parses arguments; what is left over is told by the command that got it."""
        parsed, left = super().parse_known_args(*args, **options)
        if left:
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return parsed, left

    def error(self, message: str) -> NoReturn:
        """Ends the program with exit code 2 and what is wrong on standard error."""
        for form, key in _SENTENCES:
            if found := re.fullmatch(form, message, re.DOTALL):
                words = {name: word.replace("'", "") for name, word in found.groupdict().items()}
                message = self.texts(key, **words)
                break
        self.exit(2, f"{self.prog}: {message}\n{self.texts('cli.read-on', command=self.prog)}\n")


def reader(read: Callable[[str], _T], texts: Texts) -> Callable[[str], _T]:
    """Returns a reader for argparse whose complaints are sentences of ours."""

    def read_argument(text: str) -> _T:
        try:
            return read(text)
        except Complaint as complaint:
            raise argparse.ArgumentTypeError(refusal(texts, complaint)) from None

    return read_argument


def whole(lowest: int) -> Callable[[str], int]:
    """Returns a reader of whole numbers that are not below a bound.

    >>> whole(1)("300000")
    300000
    """

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = lowest - 1
        if number < lowest:
            raise Complaint("cli.number", text=text[:20], lowest=lowest)
        return number

    return read


def variant(text: str) -> Variant:
    """Reads a variant's id, or a custom game's parameters as JSON; raises `InvalidVariant`."""
    try:
        return variant_of(json.loads(text) if text.startswith("{") else text)
    except json.JSONDecodeError:
        raise InvalidVariant(text[:40]) from None


def add_search(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds to a command how long to search, `--budget`, and how much at once, `--jobs`."""
    parser.add_argument(
        "--budget",
        type=reader(whole(1), texts),
        default=BUDGET,
        metavar=texts("cli.name.nodes"),
        help=texts("cli.solve.budget", budget=BUDGET),
    )
    parser.add_argument(
        "--jobs",
        type=reader(whole(1), texts),
        default=os.cpu_count() or 1,
        metavar=texts("cli.name.number"),
        help=texts("cli.solve.jobs"),
    )
