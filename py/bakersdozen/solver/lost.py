"""The tests by which a search drops lost positions: cheap ones first, each of them a proof."""

from __future__ import annotations

from typing import Final

from bakersdozen.solver.capacity import Capacity
from bakersdozen.solver.classes import Anatomy, Class, Classes
from bakersdozen.solver.compact import Compact, Position
from bakersdozen.solver.progress import Ground, has_progress
from bakersdozen.solver.relax import Sweep, deletion

PATIENCE: Final = 100  # stages that one question may cost


class LostTest:
    """Tells lost positions among those reached from a start, and remembers what it learnt."""

    def __init__(self, game: Compact, start: Position) -> None:
        self._deletion = deletion(game)
        self.ground = Ground(game, start) if has_progress(game.variant) else None
        self._sweep = Sweep(game.variant)
        if self.ground is not None:
            self._capacity = Capacity(self.ground, self._sweep, PATIENCE)

    def __call__(self, position: Position) -> bool:
        """Tells whether a position is proved lost."""
        if self._deletion is None:
            return False
        return self._deletion(position) or (
            self.ground is not None and self._capacity.is_lost(self.ground.stage(position))
        )

    def in_class(self, classes: Classes, cls: Class, anatomy: Anatomy) -> bool:
        """Tells whether a class is proved lost."""
        return self._capacity.is_lost(cls.stage) or classes.is_deleted(cls, anatomy, self._sweep)
