"""Exhausting a small game: a relaxation of which every line is lost proves the real one lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from bakersdozen.solver.compact import ALL_UP

Name = tuple[int, ...]


class Stage(Protocol):
    """A position of the small game; its first two fields are its name."""

    @property
    def foundations(self) -> int: ...

    def __getitem__(self, name: slice, /) -> Name: ...


_S = TypeVar("_S", bound=Stage)


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
    ) -> None:
        """Takes what makes the lifts that can do no harm, and what gives the stages after one.

        Each stage must be further on than the one before it.
        """
        self._settled, self._successors = settled, successors
        self._patience, self._tries = patience, tries
        self._lost: dict[Name, bool] = {}
        self._tried: dict[Name, int] = {}

    def is_lost(self, start: _S) -> bool:
        """Tells whether a stage is proved lost; False also when patience ran out."""
        settled, successors, lost = self._settled, self._successors, self._lost
        start = settled(start)
        if start.foundations == ALL_UP:
            return False
        known = lost.get(start[:2])
        if known is not None:
            return known
        left = self._patience
        path = [(start[:2], iter(successors(start)))]
        while path:
            for after in path[-1][1]:
                after = settled(after)
                name = after[:2]
                known = after.foundations != ALL_UP and lost.get(name)
                if known:
                    continue
                if known is False:
                    for passed, _ in path:
                        lost[passed] = False
                    return False
                if not left:
                    self._give_up(start[:2])
                    return False
                left -= 1
                path.append((name, iter(successors(after))))
                break
            else:
                lost[path.pop()[0]] = True
        return True

    def _give_up(self, name: Name) -> None:
        tried = self._tried[name] = self._tried.get(name, 0) + 1
        if tried >= self._tries:
            self._lost[name] = False
