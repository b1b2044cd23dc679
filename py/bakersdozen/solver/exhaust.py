"""Exhausting a small game: a relaxation of which every line is lost proves the real one lost."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

from bakersdozen.solver.compact import ALL_UP

_S = TypeVar("_S", bound=Hashable)


def _all_up(stage: Any) -> bool:
    return bool(stage.foundations == ALL_UP)


class Exhaustion(Generic[_S]):
    """Answers whether every line from a stage is lost, and remembers what it learnt.

    One question may cost so many stages (`patience`), so that none takes long; what was
    learnt by then stays, and the same question goes on from there so many times (`tries`).
    Then the stage counts as not lost, for good.
    """

    def __init__(
        self,
        settled: Callable[[_S], _S],
        successors: Callable[[_S], Iterable[_S]],
        patience: int,
        tries: int = 1,
        is_won: Callable[[_S], bool] = _all_up,
    ) -> None:
        """Takes what makes the lifts that can do no harm, and what gives the stages after one.

        Each stage must be further on than the one before it.
        """
        self._settled, self._successors, self._is_won = settled, successors, is_won
        self._patience, self._tries = patience, tries
        self._lost: dict[_S, bool] = {}
        self._tried: dict[_S, int] = {}

    def is_lost(self, start: _S) -> bool:
        """Tells whether a stage is proved lost; False also when patience ran out."""
        settled, successors, lost = self._settled, self._successors, self._lost
        start = settled(start)
        known = lost.get(start)
        if known is not None:
            return known
        if self._is_won(start):
            return False
        left = self._patience
        path = [(start, iter(successors(start)))]
        while path:
            for after in path[-1][1]:
                after = settled(after)
                known = lost.get(after)
                if known:
                    continue
                if known is False or self._is_won(after):
                    for passed, _ in path:
                        lost[passed] = False
                    return False
                if not left:
                    self._give_up(start)
                    return False
                left -= 1
                path.append((after, iter(successors(after))))
                break
            else:
                lost[path.pop()[0]] = True
        return True

    def _give_up(self, stage: _S) -> None:
        tried = self._tried[stage] = self._tried.get(stage, 0) + 1
        if tried >= self._tries:
            self._lost[stage] = False
