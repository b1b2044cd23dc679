"""Result codes: a won game as a short text that anyone can replay and so verify.

A code holds the variant, the deal number, the claimed seconds and every ply.
A ply is written as its place among the moves that the position allows, so a code
has no room for an illegal one, and a game of eighty moves fits in about sixty
characters. Cards, moves and score follow from the replay; only
the time is the player's word.

The bytes, before base64url without padding: version, then as variable-length
integers (seven bits a byte, low first) variant, deal number, seconds and the
number of plies; then the plies as one integer in mixed radix, low byte first;
then two bytes of CRC-32. A preset is its number in `PRESETS`; 0 stands for a
custom game, followed by the length and text of its parameters as JSON.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import crc32
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from bakersdozen.complaints import Complaint
from bakersdozen.game import Game, Ply, description_of, score, variant_of
from bakersdozen.rules import (
    CELL_DIGITS,
    Move,
    State,
    finishing_lifts,
    is_won,
    legal_moves,
    play,
    safe_lifts,
)
from bakersdozen.variants import CUSTOM, Variant

VERSION: Final = 1
MAX_CODE: Final = 8192
MAX_PLIES: Final = 2000
MAX_SECONDS: Final = 10**7
# Never reorder: a preset's place here is its number in every code ever shared.
PRESETS: Final = (
    CUSTOM,
    "bakers-dozen",
    "spanish-patience",
    "spanish-patience-as-dealt",
    "castles-in-spain",
    "portuguese-solitaire",
    "good-measure",
    "bakers-dozen-1883",
    "flower-garden",
    "freecell",
)
_CODE: Final = re.compile(r"[A-Za-z0-9_-]+")
_CHECK: Final = 2
_MARK: Final = "result="


class NoResult(ValueError):
    """Raised for a game that has no result code."""


class InvalidCode(Complaint):
    """Raised for a code that proves nothing; `cause` is `damaged`, `too-long` or `version`."""

    def __init__(self, cause: str) -> None:
        super().__init__(f"error.code-{cause}")
        self.cause = cause


def encode(game: Game, seconds: float) -> str:
    """Writes the result code of a won game that began from a deal number.

    Raises `NoResult` for a game that is not won at its cursor, that has no
    deal number, or that took more than `MAX_PLIES` plies.
    """
    if game.deal is None or not is_won(game.state):
        raise NoResult("only a won game of a numbered deal has a result")
    plies = game.plies[: game.cursor]
    if len(plies) > MAX_PLIES:
        raise NoResult("the game is too long for a code")
    digits = [
        digit
        for cursor, ply in enumerate(plies)
        for digit in _digits(game.variant, game.state_at(cursor), ply)
    ]
    packed = 0
    for place, radix in reversed(digits):
        packed = packed * radix + place
    body = bytes(
        (
            VERSION,
            *_variant_bytes(game.variant),
            *_varint(int(game.deal)),
            *_varint(min(int(seconds), MAX_SECONDS)),
            *_varint(len(plies)),
            *packed.to_bytes((packed.bit_length() + 7) // 8, "little"),
        )
    )
    return urlsafe_b64encode(body + _check(body)).rstrip(b"=").decode()


def decode(code: str) -> tuple[Game, int]:
    """Replays a result code.

    In: the text of a code, or of a link that holds one. Out: the won game, its
    cursor at the end, and the seconds claimed. Raises `InvalidCode` for anything
    that is not the code of a won game; takes time and memory in proportion to
    the text, which is limited.
    """
    # A code has no "=" in it; what writes base64 with padding adds some at its end.
    code = code.strip().rpartition(_MARK)[2].rstrip("=")
    if len(code) > MAX_CODE:
        raise InvalidCode("too-long")
    if not _CODE.fullmatch(code) or len(code) % 4 == 1:
        raise InvalidCode("damaged")
    data = urlsafe_b64decode(code + "=" * (-len(code) % 4))
    body, check = data[:-_CHECK], data[-_CHECK:]
    if not body or check != _check(body):
        raise InvalidCode("damaged")
    if body[0] != VERSION:
        raise InvalidCode("version")
    try:
        return _replayed(iter(body[1:]))
    except (StopIteration, ValueError, RecursionError):
        # Well-formed but false: an unknown game or deal, or plies that do not win.
        raise InvalidCode("damaged") from None


def facts(game: Game, seconds: int) -> dict[str, Any]:
    """Returns what a won game amounts to.

    All of it follows from the replay but the seconds, and the `bonus` that the
    score has from them.
    """
    parts = score(game.state, seconds)
    return {
        "variant": description_of(game.variant),
        "deal": game.deal,
        "moves": game.cursor,
        "seconds": seconds,
        "score": parts["total"],
        "bonus": parts["time"],
    }


def course(game: Game) -> list[int]:
    """Returns how many cards lay on the foundations at the deal and after each ply."""
    return [sum(game.state_at(cursor).foundations) for cursor in range(game.cursor + 1)]


def _replayed(data: Iterator[int]) -> tuple[Game, int]:
    variant = _read_variant(data)
    number, seconds = _read_varint(data), _read_bounded(data, MAX_SECONDS + 1)
    plies = _read_bounded(data, MAX_PLIES + 1)
    packed = int.from_bytes(bytes(data), "little")
    game = Game.numbered(variant, str(number))
    for _ in range(plies):
        packed, ply = _taken(variant, game.state, packed)
        game.replay(ply)
    if packed or not is_won(game.state):
        raise ValueError("not a won game")
    return game, seconds


def _digits(variant: Variant, state: State, ply: Ply) -> Iterator[tuple[int, int]]:
    """Writes a ply as digits in mixed radix: (digit, radix), the first one lowest.

    The first is the place of its move, or one more for the lifts that finish;
    the second says whether safe cards went up with it, where there are any.
    """
    moves, finish = _choices(variant, state)
    radix = len(moves) + bool(finish)
    lifted, _ = safe_lifts(variant, play(variant, state, ply[0]))
    if ply == finish and ply[1:] not in ((), tuple(lifted)):
        yield len(moves), radix
        return
    yield moves.index(ply[0]), radix
    if lifted:
        yield len(ply) > 1, 2


def _taken(variant: Variant, state: State, packed: int) -> tuple[int, Ply]:
    """Takes the digits of one ply off a number; returns the rest and the ply."""
    moves, finish = _choices(variant, state)
    if not moves:
        raise ValueError("the game is over before its last ply")
    packed, place = divmod(packed, len(moves) + bool(finish))
    if place == len(moves):
        return packed, finish
    move = moves[place]
    lifted, _ = safe_lifts(variant, play(variant, state, move))
    if lifted:
        packed, together = divmod(packed, 2)
        return packed, (move, *lifted) if together else (move,)
    return packed, (move,)


def _choices(variant: Variant, state: State) -> tuple[list[Move], Ply]:
    """Returns the moves in an order that never changes, and the lifts that finish, if any."""
    return list(_all_moves(variant, state)), tuple(finishing_lifts(state) or ())


def _all_moves(variant: Variant, state: State) -> Iterator[Move]:
    """Yields the legal moves, those to a cell once for each open cell."""
    for move in legal_moves(variant, state):
        if move.target in CELL_DIGITS:
            for digit, card in zip(CELL_DIGITS, state.cells, strict=False):
                if card is None:
                    yield Move(move.source, digit)
        else:
            yield move


def _variant_bytes(variant: Variant) -> Iterator[int]:
    yield from _varint(PRESETS.index(variant.id))
    if variant.id == CUSTOM:
        text = json.dumps(variant.parameters(), separators=(",", ":")).encode()
        yield from _varint(len(text))
        yield from text


def _read_variant(data: Iterator[int]) -> Variant:
    preset = PRESETS[_read_bounded(data, len(PRESETS))]
    if preset != CUSTOM:
        return variant_of(preset)
    length = _read_bounded(data, MAX_CODE)
    return variant_of(json.loads(bytes(islice(data, length))))


def _varint(number: int) -> Iterator[int]:
    while number > 0x7F:
        yield number & 0x7F | 0x80
        number >>= 7
    yield number


def _read_varint(data: Iterator[int]) -> int:
    number = shift = 0
    while True:
        byte = next(data)
        number |= (byte & 0x7F) << shift
        if byte <= 0x7F:
            return number
        shift += 7
        if shift > 63:
            raise ValueError("the number is too large")


def _read_bounded(data: Iterator[int], bound: int) -> int:
    number = _read_varint(data)
    if number >= bound:
        raise ValueError("the number is too large")
    return number


def _check(body: bytes) -> bytes:
    return (crc32(body) & 0xFFFF).to_bytes(_CHECK, "little")
