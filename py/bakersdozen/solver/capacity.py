"""The capacity relaxation: playing with the number of bare cards of each kind, and no arrangement.

A root may be parked only if its own kind has a bare card (else it is
covered) and the kind that it wants has one. Playing with these counts and no
arrangement is a game that is easier than the real one and much smaller; when
every line of it is lost, so is the position.
"""

from __future__ import annotations

from typing import Final

from bakersdozen.solver.exhaust import Exhaustion
from bakersdozen.solver.progress import DEPTH_BITS, Ground, Stage, Uncovering
from bakersdozen.solver.relax import Sweep

EVERY_CARD: Final = (1 << 52) - 1
TRIES: Final = 10  # runs meet a stage again and again; more tries than these change little


class Capacity:
    """Answers whether a stage is lost in the game of counts, and remembers the answers."""

    def __init__(self, ground: Ground, sweep: Sweep, patience: int) -> None:
        self._ground = ground
        self._sweep = sweep
        self._game = Exhaustion(ground.settled, self._successors, patience, TRIES)

    def is_lost(self, stage: Stage) -> bool:
        """Tells whether a stage is proved lost; False also when patience ran out."""
        return self._game.is_lost(stage)

    def _successors(self, stage: Stage) -> list[Stage]:
        ground = self._ground
        depths, foundations, bare = stage
        rows = ground.rows(depths)
        if self._is_deleted(stage, rows):
            return []
        kind_at, column, place = ground.kind_at, ground.column, ground.place
        after = [
            ground.lifted(stage, card)
            for card in ground.game.nexts(foundations)[0]
            if depths >> DEPTH_BITS * column[card] & 31 <= place[card] + 1
            and bare >> kind_at[card] & 7
        ]
        parks = [
            (row.left, -(bare >> row.host & 7), number)
            for number, row in enumerate(rows)
            if row.parkable and bare >> row.kind & 7 and bare >> row.host & 7
        ]
        parks.sort()
        for _, _, number in parks:
            after.append(ground.parked(stage, rows[number]))
        return after

    def _is_deleted(self, stage: Stage, rows: list[Uncovering]) -> bool:
        """Applies the deletion relaxation to the stubs alone."""
        lifted = self._sweep.lifted(stage.foundations)
        exposed = EVERY_CARD & ~lifted
        covering = []
        for row in rows:
            exposed ^= row.buried
            if row.left > 1:
                covering.append(row.card)
        return self._sweep.is_lost(exposed, lifted, covering, self._ground.beneath)
