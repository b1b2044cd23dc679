"""`study`: searches many numbered deals and says what share of them can be won."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from bakersdozen.cli.arguments import add_search
from bakersdozen.cli.boards import add_variant
from bakersdozen.cli.texts import Texts
from bakersdozen.complaints import Complaint
from bakersdozen.deals import deal_number
from bakersdozen.study.outcomes import Outcome, resumed
from bakersdozen.study.searches import cluster, outcomes, processes
from bakersdozen.study.shares import Tally
from bakersdozen.variants import Variant

BAR: Final = 24  # characters
REDRAWN: Final = 0.2  # seconds between two states of the bar
LOGGED: Final = 60.0  # the same where lines cannot be redrawn


def add_to(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds the command's arguments to its parser."""
    add_variant(parser, texts)
    parser.add_argument(
        "--deals", required=True, metavar=texts("cli.name.range"), help=texts("cli.study.deals")
    )
    add_search(parser, texts)
    parser.add_argument("--dask", metavar=texts("cli.name.address"), help=texts("cli.study.dask"))
    parser.add_argument(
        "--out", type=Path, metavar=texts("cli.name.file"), help=texts("cli.study.out")
    )


def run(options: argparse.Namespace, texts: Texts) -> int:
    """Prints or appends one JSON line a deal, then says how many were won, lost and left open.

    With a file, what it holds already is not searched again, and the closing
    sentences count all deals of the range. Raises `Complaint` for numbers or a
    file that cannot be read.
    """
    variant: Variant = options.variant
    numbers = deal_range(variant, options.deals)
    known = resumed(options.out, variant) if options.out else {}
    found = {n: known[n] for n in numbers if n in known and known[n].stands(options.budget)}
    wanted = [number for number in numbers if number not in found]
    with _lines(options.out) as lines, _executor(options) as (executor, workers):
        searched = outcomes(variant, wanted, executor, workers, options.budget)
        for outcome in _shown(searched, found, len(numbers), texts, sys.stderr):
            lines.write(outcome.line(variant))
            lines.flush()
            found[outcome.deal] = outcome
    closing = sys.stdout if options.out else sys.stderr
    print(closing_sentences(Tally.of(o.result for o in found.values()), texts), file=closing)
    return 0


def deal_range(variant: Variant, text: str) -> range:
    """Reads `FROM:TO`, both included; raises `InvalidDeal` or `Complaint`.

    >>> from bakersdozen.variants import VARIANTS
    >>> deal_range(VARIANTS["freecell"], "1:32000")
    range(1, 32001)
    """
    first, colon, last = text.partition(":")
    numbers = range(deal_number(variant, first), deal_number(variant, last if colon else first) + 1)
    if not numbers:
        raise Complaint("cli.study.no-deals", text=text[:40])
    return numbers


def closing_sentences(tally: Tally, texts: Texts) -> str:
    """Says what a study found, with its interval and bounds."""
    (worst, best), (low, high) = tally.bounds(), tally.interval()
    return texts(
        "cli.study.closing",
        deals=tally.deals,
        won=tally.won,
        lost=tally.lost,
        unknown=tally.unknown,
        low=_percent(low),
        high=_percent(high),
        worst=_percent(worst),
        best=_percent(best),
    )


def _percent(share: float) -> str:
    return f"{100 * share:.3f}"


@contextmanager
def _lines(path: Path | None) -> Iterator[TextIO]:
    if path is None:
        yield sys.stdout
        return
    with path.open("a", encoding="utf-8") as file:
        yield file


@contextmanager
def _executor(options: argparse.Namespace) -> Iterator[tuple[Executor, int]]:
    if options.dask:
        with cluster(options.dask) as found:
            yield found
        return
    with processes(options.jobs) as pool:
        yield pool, options.jobs


def _shown(
    searched: Iterator[Outcome],
    found: dict[int, Outcome],
    total: int,
    texts: Texts,
    screen: TextIO,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Outcome]:
    """Passes outcomes on and shows on a screen how far the study is, and its rate."""
    redraws = screen.isatty()
    before, started = len(found), clock()
    shown = started
    for outcome in searched:
        yield outcome
        now, done = clock(), len(found)
        if now - shown >= (REDRAWN if redraws else LOGGED) or done == total:
            shown = now
            rate = (done - before) / max(now - started, 1e-9)
            left = (total - done) / rate
            line = texts(
                "cli.study.progress",
                bar=("█" * (BAR * done // total)).ljust(BAR, "░"),
                done=done,
                total=total,
                rate=f"{rate:.1f}",
                left=f"{left // 3600:.0f}:{left % 3600 // 60:02.0f}:{left % 60:02.0f}",
            )
            end = "\n" if done == total or not redraws else ""
            print(f"\r\x1b[K{line}" if redraws else line, end=end, file=screen, flush=True)
