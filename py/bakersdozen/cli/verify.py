"""`verify CODE`: replays a result code and says what it proves."""

from __future__ import annotations

import argparse
import json

from bakersdozen.cli.texts import Texts
from bakersdozen.results import decode, facts


def add_to(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds the command's arguments to its parser."""
    parser.add_argument("code", metavar=texts("cli.name.code"), help=texts("cli.verify.code"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    """Prints one JSON object: `variant`, `deal`, `moves`, `seconds` (claimed), `score`, `plies`.

    Raises `InvalidCode` for a code that proves nothing.
    """
    game, seconds = decode(options.code)
    print(json.dumps(facts(game, seconds) | {"plies": game.save()["plies"]}))
    return 0
