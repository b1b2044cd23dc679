"""Texts: cards, moves, plies and boards, in and out.

Boards are written in three forms, and the reader tells them apart by itself:

* position text, one line, the shortest: `KC6SJDQD/…/- CJDTHTS5`;
* board text, one column a line, as Freecell Solver and PySolFC exchange it;
* Solvitaire's JSON, `{"tableau piles": [["AD", "9H"], …]}`.

Reading is tolerant (`10h`, `T♥`, tabs, CRLF, blank lines, a byte-order mark);
writing is canonical, so that reading what was written and writing it again
changes nothing. A board must account for all 52 cards.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from bakersdozen.cards import BY_NAME, NAMES, PACK, RANKS, SUITS, Card, card_of
from bakersdozen.complaints import Complaint
from bakersdozen.rules import COLUMN_LETTERS, Move, State, packs
from bakersdozen.variants import Faces, Variant

MAX_TEXT: Final = 8192
_FACE_UP_FROM: Final = "|"
_EMPTY: Final = "-"
_SUIT_SIGNS: Final = dict(zip("♣♦♥♠♧♢♡♤", "CDHSCDHS", strict=True))
_PILES: Final = "a-mCDHS1-4"
_MOVE: Final = re.compile(
    rf"(?P<card>[{RANKS}][{SUITS}])(?P<card_to>[{_PILES}])"
    r"|(?P<column>[a-m])(?P<column_to>[a-m])(?P<size>[1-9][0-9]?)"
    rf"|(?P<source>[{_PILES}])(?P<target>[{_PILES}])"
)
_SUIT = f"[{SUITS}{''.join(_SUIT_SIGNS)}]"
# ASCII: without it, ignoring case also takes the Kelvin sign for a king.
_ANY_CASE: Final = re.IGNORECASE | re.ASCII
_CARD: Final = re.compile(rf"(10|[A2-9TJQK])({_SUIT})[\ufe0e\ufe0f]?", _ANY_CASE)
_FOUNDATION: Final = re.compile(rf"({_SUIT})[\ufe0e\ufe0f]?[-:]?(10|[-0A2-9TJQK])", _ANY_CASE)
_LABEL: Final = re.compile(
    r"(?:(?P<foundations>foundations?|founds|decks)|(?P<cells>free ?cells?|cells?|fc)"
    r"|(?P<reserve>reserve|bouquet)|(?:col(?:umn)?|stack|pile) *[0-9]+)\b[ :]*|:",
    re.IGNORECASE,
)
_NAMED_AT_MOST: Final = 12


class InvalidText(Complaint):
    """Raised for text that cannot be read; `key` says what is wrong with it."""

    def __init__(self, key: str, **args: str | int) -> None:
        super().__init__(f"error.{key}", **args)
        self.key = key


def parse_cards(text: str) -> list[Card]:
    """Reads cards written one after another, with or without blanks between them.

    Tolerates lower case, `10` for ten and suit signs in either style.
    Raises `InvalidText` (`card`) naming what is no card.

    >>> [NAMES[card] for card in parse_cards("QHth 10♥ T♥\ufe0f")]
    ['QH', 'TH', 'TH', 'TH']
    """
    cards: list[Card] = []
    unreadable: list[str] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
        elif match := _CARD.match(text, position):
            suit = match[2].upper()
            rank = match[1].upper().replace("10", "T")
            cards.append(BY_NAME[rank + _SUIT_SIGNS.get(suit, suit)])
            position = match.end()
        else:
            word = text[position:].split(maxsplit=1)[0]
            unreadable.append(word[:20])
            position += len(word)
    if unreadable:
        raise InvalidText("card", text=" ".join(unreadable[:_NAMED_AT_MOST]))
    return cards


def parse_move(text: str) -> Move:
    """Reads a move; raises `InvalidText` (`move`) for what is none.

    >>> parse_move("cg3"), parse_move("QHS")
    (Move(source='c', target='g', size=3), Move(source='QH', target='S', size=1))
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidText("move", text=text[:20])
    if match["card"]:
        return Move(match["card"], match["card_to"])
    if match["column"]:
        return Move(match["column"], match["column_to"], int(match["size"]))
    return Move(match["source"], match["target"])


def parse_ply(text: str) -> tuple[Move, ...]:
    """Reads a ply: moves joined by dots. Raises `InvalidText` (`move`)."""
    return tuple(parse_move(part) for part in text.split("."))


def format_ply(moves: Iterable[Move]) -> str:
    """Writes a ply.

    >>> format_ply([Move("c", "g"), Move("a", "S")])
    'cg.aS'
    """
    return ".".join(map(str, moves))


def parse_board(variant: Variant, text: str) -> State:
    """Reads a board in any of the three forms.

    In: the variant, whose columns, cells and reserve the board must fit, and
    the text. Out: the state; where a closed game shows no `|` at all, only the
    top card of each column lies face up. Raises `InvalidText`: `too-long`,
    `position` (no board at all), `card`, `foundations`, `columns`, `cells`,
    `reserve`, `missing`, `doubled`, `missing-doubled` or `column` (a column
    that play cannot build).
    """
    if len(text) > MAX_TEXT:
        raise InvalidText("too-long", length=len(text), longest=MAX_TEXT)
    text = text.replace("\ufeff", "").strip()
    if text.startswith("{"):
        return _from_json(text).state(variant)
    if "\n" not in text and ("/" in text or len(variant.columns) == 1):
        return _from_line(text).state(variant)
    return _from_lines(text, len(variant.columns)).state(variant)


def format_position(variant: Variant, state: State) -> str:
    """Writes position text; fields that are as at the start are left out from the end.

    >>> from bakersdozen.deals import deal
    >>> from bakersdozen.variants import VARIANTS
    >>> game = VARIANTS["bakers-dozen"]
    >>> format_position(game, deal(game, 1)).split("/")[0]
    '5S4H6H7C'
    """
    closed = variant.faces is Faces.TOP
    fields = [
        "/".join(
            (_names(column[:down]) + _FACE_UP_FROM * closed + _names(column[down:]))
            if column
            else _EMPTY
            for column, down in zip(state.columns, state.hidden, strict=True)
        ),
        "".join(SUITS[s] + (RANKS[r - 1] if r else _EMPTY) for s, r in enumerate(state.foundations))
        if any(state.foundations) or _any_in(state.cells) or state.reserve
        else "",
        _names(card for card in state.cells if card is not None)
        or (_EMPTY if state.reserve else ""),
        _names(state.reserve),
    ]
    return " ".join(filter(None, fields))


def format_board(variant: Variant, state: State) -> str:
    """Writes board text: labelled lines for what lies elsewhere, then a line for each column."""
    closed = variant.faces is Faces.TOP
    lines = []
    if any(state.foundations):
        tops = (f"{SUITS[s]}-{RANKS[r - 1] if r else 0}" for s, r in enumerate(state.foundations))
        lines.append(f"Foundations: {' '.join(tops)}")
    if variant.cells:
        cells = (_EMPTY if card is None else NAMES[card] for card in state.cells)
        lines.append(f"Freecells: {' '.join(cells)}")
    if state.reserve:
        lines.append(f"Reserve: {' '.join(NAMES[card] for card in state.reserve)}")
    for column, down in zip(state.columns, state.hidden, strict=True):
        words = [NAMES[card] for card in column]
        if closed and column:
            words.insert(down, _FACE_UP_FROM)
        lines.append(" ".join(words) or _EMPTY)
    return "\n".join(lines) + "\n"


def format_json(variant: Variant, state: State) -> str:
    """Writes Solvitaire's JSON: tens as `10`, foundations from the ace up.

    The form has no sign for face-down cards: its reader turns all but the top
    ones down in a closed game.
    """
    board: dict[str, object] = {"tableau piles": [_words(column) for column in state.columns]}
    if any(state.foundations):
        board["foundations"] = [
            _words(card_of(rank, suit) for rank in range(1, top + 1))
            for suit, top in enumerate(state.foundations)
        ]
    if _any_in(state.cells):
        board["cells"] = _words(card for card in state.cells if card is not None)
    if state.reserve:
        board["reserve"] = _words(state.reserve)
    return json.dumps(board)


def _any_in(cells: Sequence[Card | None]) -> bool:
    """Tells whether any cell holds a card."""
    return any(card is not None for card in cells)


def _names(cards: Iterable[Card]) -> str:
    return "".join(NAMES[card] for card in cards)


def _words(cards: Iterable[Card]) -> list[str]:
    return [NAMES[card].replace("T", "10") for card in cards]


@dataclass(slots=True)
class _Board:
    """What was read, before it is known to fit the variant."""

    columns: list[list[Card]]
    hidden: list[int | None]
    foundations: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    cells: list[Card | None] = field(default_factory=list)
    reserve: list[Card] = field(default_factory=list)

    def state(self, variant: Variant) -> State:
        """Checks the board against a variant and the pack, and returns the state."""
        self._check_places(variant)
        self._check_pack()
        self._check_columns(variant)
        spaces = len(variant.columns) - len(self.columns)
        self.columns += [[] for _ in range(spaces)]
        self.hidden += [None] * spaces
        dealt = all(hidden is None for hidden in self.hidden)
        closed = variant.faces is Faces.TOP
        return State(
            columns=tuple(map(tuple, self.columns)),
            hidden=tuple(
                (max(0, len(column) - 1) if dealt else min(down or 0, max(0, len(column) - 1)))
                if closed
                else 0
                for column, down in zip(self.columns, self.hidden, strict=True)
            ),
            foundations=tuple(self.foundations),
            cells=(*self.cells, *[None] * (variant.cells - len(self.cells))),
            reserve=tuple(self.reserve),
        )

    def _check_places(self, variant: Variant) -> None:
        for place, found, most in (
            ("columns", len(self.columns), len(variant.columns)),
            ("cells", len(self.cells), variant.cells),
            ("reserve", len(self.reserve), variant.reserve),
        ):
            if found > most:
                raise InvalidText(place, found=found, wanted=most)

    def _check_pack(self) -> None:
        on_foundations = [
            card_of(rank, suit)
            for suit, top in enumerate(self.foundations)
            for rank in range(1, top + 1)
        ]
        seen = Counter(chain(*self.columns, on_foundations, self.cells, self.reserve))
        faults = {
            "missing": [card for card in PACK if not seen[card]],
            "doubled": [card for card in PACK if seen[card] > 1],
        }
        named = {fault: _listed(cards) for fault, cards in faults.items() if cards}
        if named:
            raise InvalidText("-".join(named), **named)

    def _check_columns(self, variant: Variant) -> None:
        """Refuses a column that no play can build: cards beyond those dealt lie packed.

        Columns left out are spaces, unless those there are show another game's layout.
        """
        found, wanted = len(self.columns), len(variant.columns)
        dealt = max(variant.columns)
        for letter, column in zip(COLUMN_LETTERS, self.columns, strict=False):
            for below, card in zip(column[dealt - 1 :], column[dealt:], strict=False):
                if not packs(variant, card, below):
                    if found < wanted:
                        raise InvalidText("columns", found=found, wanted=wanted)
                    raise InvalidText("column", column=letter, card=NAMES[card])


def _listed(cards: Sequence[Card]) -> str:
    names = [NAMES[card] for card in cards[:_NAMED_AT_MOST]]
    return " ".join(names + ["…"] * (len(cards) > _NAMED_AT_MOST))


def _parse_column(text: str) -> tuple[list[Card], int | None]:
    """Reads a column; returns its cards and, if the text says so, how many lie face down."""
    if text.strip() in ("", _EMPTY):
        return [], None
    down, mark, up = text.partition(_FACE_UP_FROM)
    hidden = parse_cards(down)
    return hidden + parse_cards(up), len(hidden) if mark else None


def _parse_foundations(text: str) -> list[int]:
    tops = [0, 0, 0, 0]
    for word in _FOUNDATION.findall(text):
        suit, rank = word[0].upper(), word[1].upper().replace("10", "T")
        tops[SUITS.index(_SUIT_SIGNS.get(suit, suit))] = RANKS.find(rank) + 1
    rest = _FOUNDATION.sub("", text).strip()
    if rest not in ("", _EMPTY):
        raise InvalidText("foundations", text=rest[:20])
    return tops


def _parse_cells(text: str) -> list[Card | None]:
    """Reads the cards of the cells, `-` for an open one; the last ones may be left out."""
    slots: list[Card | None] = []
    for part in re.split(f"({_EMPTY})", text):
        slots += [None] if part == _EMPTY else parse_cards(part)
    while slots and slots[-1] is None:
        slots.pop()
    return slots


def _parse_reserve(text: str) -> list[Card]:
    """Reads the cards of the reserve, where `-` stands for nothing."""
    return parse_cards(text.replace(_EMPTY, " "))


def _from_line(text: str) -> _Board:
    columns, *rest = re.split(r"\s+", text)
    if len(rest) > 3:
        raise InvalidText("position")
    foundations, cells, reserve = rest + [""] * (3 - len(rest))
    board = _Board(*_columns(columns.split("/")))
    board.foundations = _parse_foundations(foundations)
    board.cells, board.reserve = _parse_cells(cells), _parse_reserve(reserve)
    return board


def _from_lines(text: str, columns: int) -> _Board:
    lines: list[str] = []
    labelled: dict[str, str] = {}
    for line in text.splitlines():
        stripped = line.strip()
        label = _LABEL.match(stripped)
        if label is None:
            lines.append(stripped)
            continue
        rest = stripped[label.end() :].strip()
        if label.lastgroup:
            labelled[label.lastgroup] = rest
        else:
            lines.append(rest or _EMPTY)
    filled = [line for line in lines if line]
    if not filled:
        raise InvalidText("position")
    # Blank lines are layout, unless only they make up the number of columns.
    board = _Board(*_columns(filled if len(lines) != columns else lines))
    board.foundations = _parse_foundations(labelled.get("foundations", ""))
    board.cells = _parse_cells(labelled.get("cells", ""))
    board.reserve = _parse_reserve(labelled.get("reserve", ""))
    return board


def _from_json(text: str) -> _Board:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidText("position") from None
    board = _Board(*_columns([_json_cards(pile) for pile in _json_list(fields, "tableau piles")]))
    if not board.columns:
        raise InvalidText("position")
    for pile in _json_list(fields, "foundations"):
        for card in parse_cards(_json_cards(pile)):
            rank, suit = divmod(card, 4)
            board.foundations[suit] = max(board.foundations[suit], rank + 1)
    board.cells = [*parse_cards(" ".join(map(_json_cards, _json_list(fields, "cells"))))]
    board.reserve = parse_cards(" ".join(map(_json_cards, _json_list(fields, "reserve"))))
    return board


def _json_list(fields: dict[str, Any], name: str) -> list[Any]:
    found = fields.get(name, [])
    if not isinstance(found, list):
        raise InvalidText("position")
    return found


def _json_cards(pile: object) -> str:
    """Returns a pile of Solvitaire's JSON as words: a list of cards, or one card, or nothing."""
    words: list[object] = pile if isinstance(pile, list) else [pile]
    texts = [word for word in words if isinstance(word, str)]
    if len(texts) < len(words):
        raise InvalidText("position")
    return " ".join(texts)


def _columns(texts: Sequence[str]) -> tuple[list[list[Card]], list[int | None]]:
    columns = [_parse_column(text) for text in texts]
    return [cards for cards, _ in columns], [down for _, down in columns]
