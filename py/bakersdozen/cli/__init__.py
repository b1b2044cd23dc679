"""The command line, `bakersdozen COMMAND …`; docs/COMMANDS.md describes it.

Each command is a module of this package with `add_to`, which adds its parser,
and `run`, which takes the parsed arguments and returns the exit code.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import StringIO, TextIOWrapper
from typing import Final, Protocol

from bakersdozen import __version__
from bakersdozen.cli import daily, deal, perft, solve, study, verify
from bakersdozen.cli.arguments import Parser
from bakersdozen.cli.texts import Texts, refusal


class Command(Protocol):
    """A module that is a command."""

    def add_to(self, parser: argparse.ArgumentParser, texts: Texts) -> None:
        """Adds the command's arguments to its parser."""

    def run(self, options: argparse.Namespace, texts: Texts) -> int:
        """Runs the command and returns the exit code."""


COMMANDS: Final[dict[str, Command]] = {
    "deal": deal,
    "daily": daily,
    "solve": solve,
    "study": study,
    "perft": perft,
    "verify": verify,
}
DONE: Final = 0
UNREADABLE: Final = 2
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code.

    0: done; 2: wrong usage, or something could not be read (standard error
    says what); 130: interrupted.
    """
    _make_streams_safe()
    texts = Texts.of_environment(sys.stdout.encoding if sys.stdout else None)
    if not sys.stdout:
        print(f"bakersdozen: {texts('cli.closed')}", file=sys.stderr)
        return UNREADABLE
    options = _parser(texts).parse_args(arguments)
    try:
        code = COMMANDS[options.command].run(options, texts)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader has seen enough; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ValueError, OSError) as error:
        print(f"bakersdozen: {refusal(texts, error)}", file=sys.stderr)
        return UNREADABLE


def _make_streams_safe() -> None:
    """Sees to it that a closed standard error or an odd encoding ends in no traceback."""
    sys.stderr = sys.stderr or StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _parser(texts: Texts) -> argparse.ArgumentParser:
    parser = Parser(
        texts=texts,
        prog="bakersdozen",
        description=texts("cli.about"),
        epilog=texts("cli.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}", help=texts("cli.version")
    )
    commands = parser.add_subparsers(
        dest="command", required=True, metavar=texts("cli.name.command")
    )
    for name, module in COMMANDS.items():
        command = commands.add_parser(
            name,
            texts=texts,
            help=texts(f"cli.{name}.help"),
            description=texts(f"cli.{name}.about"),
        )
        module.add_to(command, texts)
    return parser
