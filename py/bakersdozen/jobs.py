"""Long work in slices: one job at a time, about one position, ended when that changes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from bakersdozen.hints import Advice

MAX_SLICE_MS: Final = 1000
CANCELLED: Final = {"cancelled": True}


@dataclass
class Job:
    """A piece of advice in the making, about the position with a key."""

    number: int
    key: int
    advice: Advice
    budget: int
    started: float
    nodes: int = 0


class Jobs:
    """Runs the newest job; an older one, or one that was ended, answers that it was cancelled."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._job: Job | None = None
        self._started = 0

    def start(self, advice: Advice, *, key: int, budget: int) -> int:
        """Starts a job in place of the one that runs; returns its number."""
        self._started += 1
        self._job = Job(self._started, key, advice, budget, self._clock())
        return self._started

    def end(self, number: int | None = None) -> None:
        """Ends the job, or, with a number, only if it is that one."""
        if self._job is not None and number in (None, self._job.number):
            self._job = None

    def work(self, number: int, slice_ms: int) -> dict[str, Any]:
        """Works on a job for some milliseconds.

        Out: `done`, `progress` (`nodes`, `budget`, `seconds`), and `result` when done.
        """
        job = self._job
        if job is None or job.number != number:
            return {"done": True, "result": CANCELLED}
        until = self._clock() + min(slice_ms, MAX_SLICE_MS) / 1000
        try:
            while True:
                job.nodes = next(job.advice)
                if self._clock() >= until:
                    return {"done": False, "progress": self._progress(job)}
        except StopIteration as ended:
            self._job = None
            job.nodes = ended.value["nodes"]
            result = {"key": job.key} | ended.value
            return {"done": True, "progress": self._progress(job), "result": result}

    def _progress(self, job: Job) -> dict[str, Any]:
        seconds = round(self._clock() - job.started, 3)
        return {"nodes": job.nodes, "budget": job.budget, "seconds": seconds}
