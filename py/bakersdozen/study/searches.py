"""The searches of a study: each deal by its number, on any executor, answered in order.

What a deal's search finds depends on the variant, the number and the budget
alone, so neither the executor nor the number of its workers changes a line.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, Final

from bakersdozen.complaints import Complaint
from bakersdozen.deals import deal
from bakersdozen.solver import BUDGET, solve
from bakersdozen.study.outcomes import Outcome
from bakersdozen.variants import Variant

BATCH: Final = 8  # deals in one task: most are solved in less time than a task is sent in
PATIENCE: Final = 10  # seconds to wait for a cluster's scheduler, and for its first worker
AHEAD: Final = 16  # tasks a worker that are under way or wait, so that a slow deal holds up nobody


class NoCluster(Complaint):
    """Raised when a Dask cluster is asked for and cannot be had; says why."""


def outcome(variant: Variant, number: int, budget: int = BUDGET) -> Outcome:
    """Searches a numbered deal. Hidden cards count as known."""
    state = deal(variant, number)
    found = solve(variant, state, budget=budget)
    return Outcome(number, found.verdict, found.nodes, found.why, len(found.moves))


def outcomes(
    variant: Variant, numbers: Iterable[int], executor: Executor, workers: int, budget: int = BUDGET
) -> Iterator[Outcome]:
    """Searches numbered deals on an executor; yields the outcomes in the order of the numbers.

    No more is submitted than keeps the workers busy, so that numbers may go on
    without end.
    """
    rest = iter(numbers)
    search = partial(_searched, variant, budget)
    batches = iter(lambda: list(islice(rest, BATCH)), [])
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        for batch in batches:
            waiting.append(executor.submit(search, batch))
            if len(waiting) >= AHEAD * workers:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _searched(variant: Variant, budget: int, numbers: list[int]) -> list[Outcome]:
    return [outcome(variant, number, budget) for number in numbers]


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Opens a pool of processes on this machine."""
    # An interrupt goes to the whole group; only the parent is to answer it.
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Opens a Dask cluster by its scheduler's address; gives its executor and worker threads.

    Raises `NoCluster` without the package `distributed`, and when no scheduler or no worker
    answers: a task sent to a cluster without workers would wait for them for ever.
    """
    try:
        from distributed import Client  # nobody else needs it installed
    except ImportError:
        raise NoCluster("cli.study.no-dask") from None
    try:
        client: Any = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:  # nothing answers, or no address at all
        raise NoCluster("cli.study.no-scheduler", address=address, why=str(error)) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise NoCluster("cli.study.no-workers", address=address) from None
        yield client.get_executor(), sum(client.ncores().values())
