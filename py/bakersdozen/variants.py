"""The family of games as a table of parameters.

A game is a row, never a subclass. docs/RULES.md says what each parameter
means, docs/ADD-A-VARIANT.md how to add a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Final

from bakersdozen.complaints import Complaint


class Faces(StrEnum):
    """Which cards lie face up at the deal."""

    UP = "up"
    TOP = "top"


class Kings(StrEnum):
    """Where the kings of a column lie after the deal."""

    SUNK = "sunk"
    AS_DEALT = "as-dealt"


class Packing(StrEnum):
    """Which card of the next higher rank a card may be packed on."""

    ANY_SUIT = "any-suit"
    ALTERNATE = "alternate"


class Space(StrEnum):
    """What an empty column takes."""

    NOTHING = "nothing"
    KING = "king"
    ANY = "any"


class Numbering(StrEnum):
    """Which generator turns a deal number into an order of cards."""

    OWN = "own"
    MICROSOFT = "microsoft"


class InvalidVariant(Complaint):
    """Raised for parameters that make no game; `field` names the wrong one."""

    def __init__(self, field: str) -> None:
        super().__init__("error.variant", text=field)
        self.field = field


MAX_COLUMNS: Final = 13
MAX_CELLS: Final = 4
MAX_RESERVE: Final = 16


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game.

    `columns` holds how many cards each column gets at the deal; the columns,
    the reserve and the aces placed on foundations account for all 52 cards.
    """

    id: str
    columns: tuple[int, ...]
    faces: Faces = Faces.UP
    kings: Kings = Kings.SUNK
    aces_placed: int = 0
    packing: Packing = Packing.ANY_SUIT
    space: Space = Space.NOTHING
    group_moves: bool = False
    cells: int = 0
    reserve: int = 0
    worrying_back: bool = False
    numbering: Numbering = Numbering.OWN

    def parameters(self) -> dict[str, Any]:
        """Returns the row as plain data, fit for JSON and for `custom`.

        >>> VARIANTS["freecell"].parameters()["columns"]
        [7, 7, 7, 7, 6, 6, 6, 6]
        """
        return asdict(self) | {"columns": list(self.columns)}


CUSTOM: Final = "custom"

VARIANTS: Final[dict[str, Variant]] = {
    row.id: row
    for row in (
        Variant("bakers-dozen", columns=(4,) * 13),
        Variant("spanish-patience", columns=(4,) * 13, space=Space.ANY),
        Variant(
            "spanish-patience-as-dealt",
            columns=(4,) * 13,
            kings=Kings.AS_DEALT,
            space=Space.ANY,
        ),
        Variant(
            "castles-in-spain",
            columns=(4,) * 13,
            kings=Kings.AS_DEALT,
            packing=Packing.ALTERNATE,
            space=Space.ANY,
        ),
        Variant(
            "portuguese-solitaire",
            columns=(4,) * 13,
            kings=Kings.AS_DEALT,
            space=Space.KING,
        ),
        Variant("good-measure", columns=(5,) * 10, aces_placed=2),
        Variant("bakers-dozen-1883", columns=(4,) * 13, faces=Faces.TOP),
        Variant(
            "flower-garden",
            columns=(6,) * 6,
            kings=Kings.AS_DEALT,
            space=Space.ANY,
            reserve=16,
        ),
        Variant(
            "freecell",
            columns=(7, 7, 7, 7, 6, 6, 6, 6),
            kings=Kings.AS_DEALT,
            packing=Packing.ALTERNATE,
            space=Space.ANY,
            group_moves=True,
            cells=4,
            numbering=Numbering.MICROSOFT,
        ),
    )
}


def custom(parameters: Mapping[str, Any]) -> Variant:
    """Builds a game from parameters that a player chose.

    In: the fields of `Variant` by name; those left out keep their defaults,
    `id` is always `custom`. Out: the variant. Raises `InvalidVariant` when a
    parameter is unknown, of the wrong kind or out of range, or when the layout
    does not hold 52 cards.

    >>> custom({"columns": [4] * 13, "space": "king"}).space
    <Space.KING: 'king'>
    """
    known = {field.name for field in fields(Variant)}
    for name in parameters:
        if name not in known:
            raise InvalidVariant(str(name)[:40])
    chosen: dict[str, Any] = {"id": CUSTOM, "columns": _layout(parameters.get("columns"))}
    for name, kind in (
        ("faces", Faces),
        ("kings", Kings),
        ("packing", Packing),
        ("space", Space),
        ("numbering", Numbering),
    ):
        if name in parameters:
            try:
                chosen[name] = kind(parameters[name])
            except ValueError:
                raise InvalidVariant(name) from None
    for name, highest in (("aces_placed", 4), ("cells", MAX_CELLS), ("reserve", MAX_RESERVE)):
        number = parameters.get(name, 0)
        if type(number) is not int or not 0 <= number <= highest:
            raise InvalidVariant(name)
        chosen[name] = number
    for name in ("group_moves", "worrying_back"):
        flag = parameters.get(name, False)
        if type(flag) is not bool:
            raise InvalidVariant(name)
        chosen[name] = flag
    if sum(chosen["columns"]) + chosen["reserve"] + chosen["aces_placed"] != 52:
        raise InvalidVariant("columns")
    if chosen.get("numbering") is Numbering.MICROSOFT and chosen["aces_placed"]:
        raise InvalidVariant("numbering")
    return Variant(**chosen)


def _layout(columns: object) -> tuple[int, ...]:
    if (
        not isinstance(columns, list | tuple)
        or not 1 <= len(columns) <= MAX_COLUMNS
        or any(type(size) is not int or not 0 <= size <= 52 for size in columns)
    ):
        raise InvalidVariant("columns")
    return tuple(columns)
