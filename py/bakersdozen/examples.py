"""Moves that show the rules of a game: which are legal, which are refused, and why.

Every game meets the same few situations, each a small board and one move on it. The verdict
comes from `rules.refused`, which also judges the game itself, so the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from bakersdozen.cards import BY_NAME, Card, rank_of, suit_of
from bakersdozen.rules import CELL_DIGITS, RESERVE, Move, State, refused
from bakersdozen.variants import Faces, Space, Variant

_EMPTY: Final = (0, 0, 0, 0)
# What a legal move of each kind shows; the kinds left out are legal in no game.
_LEGAL: Final = {
    "onto": "onto.{packing}",
    "run": "run",
    "space": "space.{space}",
    "ace": "up",
    "up": "up",
    "back": "back",
    "cell": "cell",
    "bouquet": "bouquet",
}


class Example(NamedTuple):
    """A move on a small board. `kind` names the sentence that tells of it, `args` its words."""

    kind: str
    args: dict[str, str]
    state: State
    move: Move


def examples(variant: Variant) -> list[Example]:
    """Returns the moves that show the rules of a game, in the order in which to read them.

    >>> from bakersdozen.variants import VARIANTS
    >>> [example.kind for example in examples(VARIANTS["freecell"])][-3:]
    ['back', 'cell', 'cell-full']
    """
    return list(_examples(variant))


def judged(variant: Variant) -> list[dict[str, Any]]:
    """Returns the examples of a game as plain data, each with its verdict and why.

    >>> from bakersdozen.variants import VARIANTS
    >>> judged(VARIANTS["bakers-dozen"])[0]["why"]
    {'key': 'legal.onto.any-suit', 'args': {}}
    """
    return [_judged(variant, example) for example in examples(variant)]


def _judged(variant: Variant, example: Example) -> dict[str, Any]:
    refusal = refused(variant, example.state, example.move)
    if refusal is None:
        rule = _LEGAL[example.kind].format(packing=variant.packing, space=variant.space)
        why: dict[str, Any] = {"key": f"legal.{rule}", "args": {}}
    else:
        why = {"key": refusal.sentence, "args": refusal.args_for_text}
    return {"kind": example.kind, "args": example.args, "legal": refusal is None, "why": why}


def _examples(variant: Variant) -> Iterator[Example]:
    for card, onto in (
        ("6H", "7S"),
        ("6C", "7S"),
        ("6S", "7S"),
        ("5H", "7S"),
        ("8H", "7S"),
        ("KD", "AS"),
    ):
        yield Example("onto", {"card": card, "onto": onto}, _board(variant, card, onto), _TO_NEXT)
    covered = _board(variant, "9C 4D", "TD")
    yield Example("covered", {"card": "9C", "onto": "4D"}, covered, Move("a", "b", 2))
    yield from _runs(variant)
    for card in ("QD", "KD"):
        yield Example("space", {"card": card}, _board(variant, card, ""), _TO_NEXT)
    yield Example("ace", {"card": "AH"}, _board(variant, "AH"), Move("a", "H"))
    for card in ("2H", "3H", "2S"):
        state = _board(variant, card, foundation="AH")
        yield Example("up", {"card": card, "onto": "AH"}, state, Move("a", "H"))
    if variant.faces is Faces.TOP:
        state = _board(variant, "2H 9C", foundation="AH")._replace(hidden=(1,))
        yield Example("down", {}, state, Move("a", "H", 2))
    back = _board(variant, "3S", foundation="2H")
    yield Example("back", {"card": "2H", "onto": "3S"}, back, Move("H", "a"))
    yield from _elsewhere(variant)


def _runs(variant: Variant) -> Iterator[Example]:
    """Two packed cards at once: with all cells open, then with none, and where only one fits."""
    args = {"card": "8H", "onto": "7S"}
    state, move = _board(variant, "8H 7S", "9C"), Move("a", "b", 2)
    yield Example("run", args, state, move)
    if variant.group_moves and variant.cells:
        yield Example("run-unaided", args, _filled(state), move)
        into_space = _filled(_board(variant, "8H 7S", ""))
        if variant.space is Space.ANY:
            yield Example("run-space", args, into_space, move)
        yield Example("run-cell", args, state, Move("a", CELL_DIGITS[0], 2))
        up = _board(variant, "3S 2H", foundation="2S")
        yield Example("run-up", {"card": "3S", "onto": "2H"}, up, Move("a", "S", 2))


def _elsewhere(variant: Variant) -> Iterator[Example]:
    if variant.cells:
        state, move = _board(variant, "6H"), Move("a", CELL_DIGITS[0])
        yield Example("cell", {"card": "6H"}, state, move)
        yield Example("cell-full", {"card": "6H"}, _filled(state), move)
    if variant.reserve:
        state = _board(variant, "7S 6C", "TD")._replace(reserve=(BY_NAME["9C"],))
        yield Example("bouquet", {"card": "9C", "onto": "TD"}, state, Move("9C", "b"))
        yield Example("into-bouquet", {"card": "6C"}, state, Move("a", RESERVE))


_TO_NEXT: Final = Move("a", "b")


def _board(variant: Variant, *columns: str, foundation: str = "") -> State:
    """Lays out a few cards: columns as names, bottom → top, and the top of one foundation."""
    foundations = list(_EMPTY)
    if foundation:
        card = BY_NAME[foundation]
        foundations[suit_of(card)] = rank_of(card)
    laid = tuple(_cards(column) for column in columns)
    return State(
        columns=laid,
        hidden=(0,) * len(laid),
        foundations=tuple(foundations),
        cells=(None,) * variant.cells,
    )


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(BY_NAME[name] for name in names.split())


def _filled(state: State) -> State:
    """Returns the board with kings in its cells: they have nowhere to go."""
    kings = _cards("KC KD KH KS")
    return state._replace(cells=kings[: len(state.cells)])
