"""`solve FILE…`: says of each board whether it can be won, and how."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from multiprocessing import Pool
from typing import Any, NamedTuple, TextIO

from bakersdozen.cli.arguments import add_search
from bakersdozen.cli.boards import add_files, add_variant, read_positions
from bakersdozen.cli.texts import Texts
from bakersdozen.rules import State
from bakersdozen.solver import solve
from bakersdozen.variants import Variant


class _Task(NamedTuple):
    id: str
    variant: Variant
    state: State
    budget: int


def add_to(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds the command's arguments to its parser."""
    add_variant(parser, texts)
    add_search(parser, texts)
    parser.add_argument("--json", action="store_true", help=texts("cli.solve.json"))
    add_files(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    """Prints one JSON object a board: `id`, `result`, `nodes`, `ms`, `moves`.

    The boards are read first and answered in their order; those that cannot be
    read are named on standard error and make the exit code 2.
    """
    tasks, code = [], 0
    for found in read_positions(options, texts):
        if isinstance(found, str):
            print(found, file=sys.stderr)
            code = 2
        else:
            tasks.append(_Task(found.id, options.variant, found.state, options.budget))
    jobs = min(options.jobs, len(tasks))
    with ExitStack() as stack:
        answers: Iterable[dict[str, Any]] = map(_solved, tasks)
        if jobs > 1:
            answers = stack.enter_context(Pool(jobs)).imap(_solved, tasks)
        for answer in _shown(answers, len(tasks), texts, sys.stderr):
            print(json.dumps(answer), flush=True)
    return code


def _solved(task: _Task) -> dict[str, Any]:
    started = time.perf_counter()
    result = solve(task.variant, task.state, budget=task.budget)
    return {
        "id": task.id,
        "result": result.verdict,
        "nodes": result.nodes,
        "ms": round((time.perf_counter() - started) * 1000, 1),
        "moves": [str(move) for move in result.moves],
    }


def _shown(
    answers: Iterable[dict[str, Any]], total: int, texts: Texts, screen: TextIO
) -> Iterator[dict[str, Any]]:
    """Passes the answers on and counts them on a screen, if it is one."""
    for done, answer in enumerate(answers, start=1):
        yield answer
        if total > 1 and screen.isatty():
            end = "\n" if done == total else ""
            print(f"\r{texts('cli.solve.progress', done=done, total=total)}", end=end, file=screen)
