"""The tests by which a search drops lost positions: cheap ones first, each of them a proof."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

from bakersdozen.solver.capacity import Capacity
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.counts import Counts, Stand
from bakersdozen.solver.progress import Ground, has_progress
from bakersdozen.solver.relax import Sweep, deletion
from bakersdozen.solver.stages import Stage
from bakersdozen.variants import Space, Variant

PATIENCE: Final = 50  # stages that one question may cost


class LostTest:
    """Tells lost positions among those reached from a start, and remembers what it learnt."""

    def __init__(self, game: Compact, start: Position) -> None:
        self._game, self._start = game, start
        self.of_position = deletion(game)
        self.of_stand: Callable[[Stand], bool] | None = None
        if _counts_help(game.variant):
            counts = Counts(game, start, PATIENCE)
            self.of_stand, self.of_position = counts.is_lost, counts.is_hopeless
        self._sweep = Sweep(game.variant)

    @cached_property
    def ground(self) -> Ground | None:
        """The tables of progress, made when first needed; None where nothing is progress."""
        return Ground(self._game, self._start) if has_progress(self._game.variant) else None

    @cached_property
    def _capacity(self) -> Capacity:
        assert self.ground is not None
        return Capacity(self.ground, self._sweep, PATIENCE)

    def of_stage(self, stage: Stage) -> bool:
        """Tells whether progress alone proves a position lost."""
        return self._capacity.is_lost(stage)


def _counts_help(variant: Variant) -> bool:
    """Tells whether counting places is worth its time."""
    return variant.space is Space.ANY and variant.reserve > 0 and not variant.worrying_back
