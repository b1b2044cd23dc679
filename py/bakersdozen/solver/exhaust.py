"""Exhausting a small game: a relaxation of which every line is lost proves the real one lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from bakersdozen.solver.compact import ALL_UP


class _Stage(Protocol):
    """A position of the small game; its first two fields are its name."""

    @property
    def foundations(self) -> int: ...

    def __getitem__(self, name: slice, /) -> tuple[int, ...]: ...


_S = TypeVar("_S", bound=_Stage)


def is_exhausted(
    start: _S,
    settled: Callable[[_S], _S],
    successors: Callable[[_S], Iterable[_S]],
    lost: dict[tuple[int, ...], bool],
    patience: int,
) -> bool:
    """Tells whether every line from a stage is lost; False also when patience ran out.

    In: a settled stage; what makes the lifts that can do no harm; what gives the stages
    after one; the answers known so far, by the stages' names, which grow; how many stages
    the question may cost. Each stage must be further on than the one before it.
    """
    if start.foundations == ALL_UP:
        return False
    known = lost.get(start[:2])
    if known is not None:
        return known
    left = patience
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
                lost[start[:2]] = False
                return False
            left -= 1
            path.append((name, iter(successors(after))))
            break
        else:
            lost[path.pop()[0]] = True
    return True
