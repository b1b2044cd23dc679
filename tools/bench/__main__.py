"""`build.py bench`: measures start, rules, solver, taps and motion, and prints tables.

Everything is a median or a ratio within one run; nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tools.bench import engine, goals, motion, peers, start, taps
from tools.console import DIST, ROOT, Trouble, say
from tools.server import SiteServer

PARTS = ("start", "engine", "taps", "motion", "peers")
PAGE = ROOT / "docs" / "PERFORMANCE.md"


def main(arguments: list[str]) -> None:
    """Measures what is asked for; prints tables in Markdown, writes JSON if that is wanted."""
    parser = argparse.ArgumentParser(
        prog="build.py bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all but peers by default")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here, too")
    parser.add_argument(
        "--read", type=Path, metavar="FILE", help="take the figures from there, measuring nothing"
    )
    parser.add_argument(
        "--write", action="store_true", help=f"put those of the start into {PAGE.name}"
    )
    parser.add_argument("--runs", type=int, default=9, help="of the start (default 9)")
    parser.add_argument(
        "--only", metavar="TEXT", default="", help="part of a condition of the start"
    )
    parser.add_argument(
        "--boards",
        type=Path,
        metavar="FILE",
        help="strict deals to solve, one position text a line, maybe after other fields;"
        " by default the deals numbered 1 to 100",
    )
    parser.add_argument("--budget", type=int, default=300_000, help="nodes a deal (300,000)")
    parser.add_argument("--peer", metavar="FILE", help="fc-solve, built for 13 columns")
    options = parser.parse_args(arguments)
    report = json.loads(options.read.read_text("utf-8")) if options.read else _measured(options)
    _print(report)
    if options.json:
        options.json.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", "utf-8")
    if options.write:
        _write(report)


def _measured(options: argparse.Namespace) -> dict[str, Any]:
    parts = options.parts or [part for part in PARTS if part != "peers"]
    boards = peers.boards_of(options.boards)
    report: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as directory:
        site = Path(directory) / "site"
        shutil.copytree(DIST, site)
        start.make_pages(site)
        engine.add_timings(site)
        server = SiteServer(site)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            if "start" in parts:
                report["start"] = start.measure(playwright, server, options.runs, options.only)
            if "engine" in parts:
                measured = engine.Measured(playwright, server)
                report["rules"] = measured.rules()
                solved = measured.solver(boards, options.budget)
                report["solver"] = {where: engine.summary(rows) for where, rows in solved.items()}
                measured.close()
            if "taps" in parts:
                report["taps"] = taps.measure(
                    playwright, server, peers.longest_of(boards, options.budget)
                )
            if "motion" in parts:
                report["motion"] = motion.measure(playwright, server)
            if "peers" in parts:
                measured = engine.Measured(playwright, server)
                report["peers"] = peers.measure(options.peer, boards, measured)
                measured.close()
        server.shutdown()
    return report


def _print(report: dict[str, Any]) -> None:
    tables = []
    if "start" in report:
        tables += [start.printed(report["start"]), goals.compared(report["start"])]
    if "rules" in report:
        tables.append(engine.printed(report["rules"], report["solver"]))
    if "taps" in report:
        tables.append(taps.printed(report["taps"]))
    if "motion" in report:
        tables.append(motion.printed(report["motion"]))
    if "peers" in report:
        tables.append(peers.printed(report["peers"]))
    for table in tables:
        for line in table:
            say(line)
        say("")


def _write(report: dict[str, Any]) -> None:
    """Puts the figures of the start, all of one run, into the page that tells them."""
    figures = report.get("start", {})
    if set(figures) != {conditions.name for conditions in start.CONDITIONS}:
        raise Trouble("Only a start that was measured under all conditions is written down.")
    page = goals.put(PAGE.read_text("utf-8"), "goals", goals.compared(figures))
    PAGE.write_text(goals.put(page, "figures", start.printed(figures)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
