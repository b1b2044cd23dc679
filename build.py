#!/usr/bin/env python3
"""Builds, serves and tests the site. Needs Python 3.11 and npm; sees to the rest by itself.

python3 build.py                        builds dist/, which any static host can serve
python3 build.py serve [--port N]       builds if needed, serves, prints the address
python3 build.py test [arguments]       runs every check and test; arguments go to pytest
python3 build.py bench [--json FILE]    measures start, rules, solver, taps, motion
python3 build.py sheet [--language uk]  takes pictures on every screen, in both themes
python3 build.py leaderboard FILE…      verifies result codes and writes the days' tables
python3 build.py study --deals 1:1000   searches many deals: what share of them can be won?
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 (an older Python is to be told)
    sys.exit(f"build.py needs Python 3.11 or later; this is {sys.version.split()[0]}.")

from tools.checks import run_bench, run_sheet, run_tests
from tools.console import DIST, Trouble, say
from tools.leaderboard import make_tables
from tools.server import Host, SiteServer
from tools.site import build, ensure_built
from tools.study import run_study


def port(text: str) -> int:
    """Reads the number of a port."""
    if not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text} is no port: a whole number from 0 to 65535")
    return int(text)


def serve(options: argparse.Namespace) -> int:
    """Serves dist/ until it is interrupted."""
    ensure_built()
    prefix = f"/{options.prefix.strip('/')}/".replace("//", "/")
    host = Host(prefix=prefix, bad_types=options.bad_types, compress=not options.no_gzip)
    try:
        server = SiteServer(DIST, options.port, host)
    except OSError as error:
        raise Trouble(f"Port {options.port} cannot be used: {error.strerror}.") from error
    say(f"Baker's Dozen is at {server.address} (Ctrl+C stops)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("")
    return 0


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("build", help="builds dist/ (also without a command)")
    serving = commands.add_parser("serve", help="serves dist/ on this machine")
    serving.add_argument("--port", type=port, default=8000)
    serving.add_argument("--prefix", default="/", help="serve under a sub-path, like /x/")
    serving.add_argument("--bad-types", action="store_true", help="give odd or no MIME types")
    serving.add_argument("--no-gzip", action="store_true", help="compress nothing")
    commands.add_parser("test", help="runs every check and test", add_help=False)
    commands.add_parser("bench", help="measures the start", add_help=False)
    commands.add_parser("sheet", help="takes pictures on every screen", add_help=False)
    commands.add_parser("study", help="searches many deals", add_help=False)
    ranking = commands.add_parser("leaderboard", help="verifies codes and writes tables")
    ranking.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a code a line")
    ranking.add_argument("--out", metavar="DIR", type=Path, default=DIST / "leaderboard")
    return parser


def main(arguments: list[str]) -> int:
    """Runs a command and returns the exit code."""
    if arguments[:1] == ["test"]:
        return run_tests(arguments[1:])
    if arguments[:1] == ["bench"]:
        return run_bench(arguments[1:])
    if arguments[:1] == ["sheet"]:
        return run_sheet(arguments[1:])
    if arguments[:1] == ["study"]:
        return run_study(arguments[1:])
    options = parser().parse_args(arguments)
    if options.command == "serve":
        return serve(options)
    if options.command == "leaderboard":
        return make_tables(options.files, options.out)
    build()
    say(f"Built {DIST}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        sys.exit(f"build.py: {trouble}")
