"""The capacity relaxation: playing with the number of bare cards of each kind, and no arrangement.

A root may be parked only if its own kind has a bare card (else it is
covered) and the kind that it wants has one. Playing with these counts and no
arrangement is a game that is easier than the real one and much smaller; when
every line of it is lost, so is the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bakersdozen.solver.exhaust import Exhaustion
from bakersdozen.solver.progress import Ground
from bakersdozen.solver.relax import EVERY_CARD, Sweep
from bakersdozen.solver.stages import BARE, BURIED, WON, Stage, foundations_of

TRIES: Final = 20  # runs meet a stage again and again; more tries than these change little
_CARD: Final = 63  # the order in which roots are parked ends with the card


class Capacity:
    """Answers whether a stage is lost in the game of counts, and remembers the answers."""

    def __init__(self, ground: Ground, sweep: Sweep, patience: int) -> None:
        self._counts = _Counts(ground, sweep)
        successors = self._counts.successors
        self._game = Exhaustion(ground.settled, successors, patience, TRIES, WON.__eq__)
        self._swept: set[Stage] = set()

    def is_lost(self, stage: Stage) -> bool:
        """Tells whether a stage is proved lost; False also when patience ran out."""
        if stage not in self._swept:
            if self._counts.is_deleted(stage):
                return True
            self._swept.add(stage)
        return self._game.is_lost(stage)


class _Counts:
    """The game of counts."""

    def __init__(self, ground: Ground, sweep: Sweep) -> None:
        self._ground = ground
        self._sweep = sweep
        self._order = {
            1 << row.card: (row.left << 14 | 8 << 10 | number << 6 | row.card, row.host)
            for number, (_, rows) in enumerate(ground.columns)
            for row in rows.values()
        }
        self._parked = [row.parked if row else 0 for row in ground.row]

    def successors(self, stage: Stage) -> Iterator[Stage]:
        """Yields the stages after one: lifts, then roots of low stubs that have many hosts.

        What is parked or lifted safely is not missed by the sweep, so it is only asked about
        other lifts.
        """
        ground = self._ground
        for lift in ground.lifts(stage):
            lifted = ground.lifted(stage, lift)
            if not self.is_deleted(lifted, lift.alike):
                yield lifted
        order, bare = [], stage >> BARE
        roots = ground.parkable(stage)
        while roots:
            root = roots & -roots
            roots ^= root
            place, host = self._order[root]
            order.append(place - ((bare >> host & 7) << 10))
        order.sort()
        for place in order:
            yield stage + self._parked[place & _CARD]

    def is_deleted(self, stage: Stage, hosts: int = 0) -> bool:
        """Applies the deletion relaxation to the stubs alone.

        After a lift nothing is lost while others like that card (`hosts`) are there to sit on.
        """
        lifted = self._sweep.lifted(foundations_of(stage))
        exposed = EVERY_CARD & ~(lifted | stage >> BURIED)
        if exposed & hosts:
            return False
        covering = [row.card for row in self._ground.rows[stage] if row.left > 1]
        return self._sweep.is_lost(exposed, lifted, covering, self._ground.beneath)
