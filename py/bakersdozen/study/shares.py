"""Shares of winnable deals, and how far a sample lets them be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final

from bakersdozen.solver import Verdict

_Z: Final = 1.96  # of a 95 % interval


@dataclass(frozen=True, slots=True)
class Tally:
    """How many deals were won, lost and left open."""

    won: int
    lost: int
    unknown: int

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Tally:
        """Counts verdicts."""
        counts = Counter(verdicts)
        return cls(counts["solved"], counts["unsolvable"], counts["unknown"])

    @property
    def deals(self) -> int:
        """Returns how many deals were looked at."""
        return self.won + self.lost + self.unknown

    def bounds(self) -> tuple[float, float]:
        """Returns the share won if every open deal were lost, and if every one were won."""
        return self.won / self.deals, (self.won + self.unknown) / self.deals

    def interval(self) -> tuple[float, float]:
        """Returns the 95 % interval of the share won.

        Wilson's interval; its lower end counts the open deals as lost, its upper
        end as won.

        >>> [round(end, 4) for end in Tally(95, 5, 0).interval()]
        [0.8882, 0.9785]
        """
        low, _ = wilson(self.won, self.deals)
        _, high = wilson(self.won + self.unknown, self.deals)
        return low, high


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Returns Wilson's 95 % score interval of a share (E. B. Wilson, 1927).

    >>> [round(end, 3) for end in wilson(95, 100)]
    [0.888, 0.978]
    """
    share, square = hits / trials, _Z * _Z
    middle = share + square / (2 * trials)
    spread = _Z * sqrt((share * (1 - share) + square / (4 * trials)) / trials)
    scale = 1 + square / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
