"""The first game: a small board on which a beginner makes the moves that matter.

It is the end of a strict game on five columns, by the same rules and the same engine as any
other; only what is said on the way is of its own.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from bakersdozen.rules import Reason
from bakersdozen.variants import Variant, custom


class Step(NamedTuple):
    """One step of a lesson; `say` names the sentence that asks for it.

    `card` and `to` are the move it asks for, in the page's names: none where there is only
    something to read. A step with a `reason` asks for a move that the rules refuse. The last
    step leaves the rest of the game to the player; its move is the one to beware of.
    """

    say: str
    card: str = ""
    to: str = ""
    reason: Reason | None = None
    free: bool = False


VARIANT: Final[Variant] = custom({"columns": [11, 11, 10, 10, 10]})
POSITION: Final = "KCQHQDQCQS/KDJH9C9SJD/KHTSTHJC/KSJS9DTD/TC9H C8D8H8S8"
STEPS: Final = (
    Step("aim"),
    Step("lift", "9H", "H"),
    Step("covered", "TH", "H", reason=Reason.ONLY_TOP),
    Step("pack", "JC", "a"),
    Step("uncovered", "TH", "H"),
    Step("clear", "TC", "a"),
    Step("dead", "TS", "e", reason=Reason.SPACE_DEAD),
    Step("choose", "TS", "b", free=True),
)


def first_game() -> dict[str, Any]:
    """Returns the lesson as plain data: its game, its board and its steps.

    >>> first_game()["steps"][1]
    {'say': 'lift', 'card': '9H', 'to': 'H', 'reason': None, 'free': False}
    """
    return {
        "variant": VARIANT.parameters(),
        "position": POSITION,
        "steps": [_plain(step) for step in STEPS],
    }


def _plain(step: Step) -> dict[str, Any]:
    reason = f"reason.{step.reason}" if step.reason else None
    return step._asdict() | {"reason": reason}
