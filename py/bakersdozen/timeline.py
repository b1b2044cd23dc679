"""A whole game after it was played: what each position was worth, and where it turned.

A game is winnable up to some point and lost from some point on, for what is lost
stays lost; between the two lies what no search has settled. A won game can be laid
beside the line that the catalogue knows.
"""

from __future__ import annotations

from typing import Any, Final

from bakersdozen.complaints import Complaint
from bakersdozen.game import Game
from bakersdozen.hints import AUTOPSY_BUDGET, Advice, Knowledge, decide, named
from bakersdozen.rules import State, play

MARKS: Final = {"solved": "w", "unsolvable": "l", "unknown": "u"}
UNSEEN: Final = "."


class NoLine(Complaint):
    """Raised when the line to compare with is of another deal."""

    def __init__(self) -> None:
        super().__init__("error.no-line")


def timeline(knowledge: Knowledge, game: Game, budget: int = AUTOPSY_BUDGET) -> Advice:
    """Settles one more position of a game, the one in the middle of what is open.

    To be asked again until `done`: in between, other questions get their turn, and
    nothing that was found is lost. Out: `marks`, one for each position from the deal
    on, the moves that could be redone included: `w` proved winnable, `l` proved lost,
    `u` searched in vain, `.` not looked at; `turn`, the move that lost the game
    (`cursor` before it, `card`, `to`), once it is known.
    """
    nodes = 0
    unseen = _unseen(knowledge, game, budget)
    if unseen:
        at = unseen[len(unseen) // 2]
        _, nodes = yield from decide(knowledge, game, at, budget)
        unseen = _unseen(knowledge, game, budget)
    verdicts = knowledge.verdicts(game)
    marks = "".join(
        UNSEEN if at in unseen else MARKS[verdict] for at, verdict in enumerate(verdicts)
    )
    turn = marks.find("wl")
    return {
        "marks": marks,
        "turn": None if turn < 0 else {"cursor": turn, **_move_at(game, turn)},
        "done": not unseen,
        "nodes": nodes,
    }


def _unseen(knowledge: Knowledge, game: Game, budget: int) -> list[int]:
    return [
        at
        for at, verdict in enumerate(knowledge.verdicts(game))
        if verdict == "unknown" and not knowledge.is_searched(game.state_at(at), budget)
    ]


def _move_at(game: Game, cursor: int) -> dict[str, str]:
    return named(game.state_at(cursor), game.plies[cursor][0])


def compare(game: Game, line: Game) -> dict[str, Any]:
    """Compares a won game with another line that wins the same deal.

    Out: the single moves of either, automatic ones counted (`moves`, `length`), and
    where they part: `parted`, the number of plies after which the game stands as it
    stands somewhere on the line, and from there the game's next move (`own`) and the
    line's (`line`); all three are None when the game keeps to the line to the end.
    Raises `NoLine` when the deals differ.
    """
    if game.variant != line.variant or game.state_at(0) != line.state_at(0):
        raise NoLine
    plies = game.plies[: game.cursor]
    on_line: dict[State, dict[str, str]] = {}
    state = line.state_at(0)
    for move in (move for ply in line.plies for move in ply):
        on_line[state] = named(state, move)
        state = play(line.variant, state, move)
    reached = {*on_line, state}
    off = next((at for at in range(len(plies) + 1) if game.state_at(at) not in reached), None)
    found = {"moves": sum(map(len, plies)), "length": sum(map(len, line.plies))}
    if off is None:
        return found | {"parted": None, "own": None, "line": None}
    parted = off - 1
    own, theirs = _move_at(game, parted), on_line[game.state_at(parted)]
    return found | {"parted": parted, "own": own, "line": theirs}
