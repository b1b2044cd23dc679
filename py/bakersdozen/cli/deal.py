"""`deal NUMBER`: prints the board of a deal number."""

from __future__ import annotations

import argparse
from typing import Final

from bakersdozen.cli.boards import add_variant
from bakersdozen.cli.texts import Texts
from bakersdozen.deals import deal, deal_number
from bakersdozen.notation import format_board, format_json, format_position

FORMATS: Final = {"text": format_board, "json": format_json, "line": format_position}


def add_to(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds the command's arguments to its parser."""
    parser.add_argument("number", metavar=texts("cli.name.deal"), help=texts("cli.deal.number"))
    add_variant(parser, texts)
    parser.add_argument("--format", choices=FORMATS, default="text", help=texts("cli.deal.format"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    """Prints the board. Raises `InvalidDeal` for what is no deal number."""
    state = deal(options.variant, deal_number(options.variant, options.number))
    print(FORMATS[options.format](options.variant, state).rstrip("\n"))
    return 0
