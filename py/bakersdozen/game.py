"""One play-through: a start, the plies played, and a cursor among them.

A *ply* is what one Undo takes back: the player's move and the automatic ones
that it set off. A save holds the start, the plies and the cursor; loading one
replays it through the same `play` as normal play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bakersdozen.cards import rank_of, suit_of
from bakersdozen.complaints import Complaint
from bakersdozen.daily import InvalidDay, parse_day
from bakersdozen.deals import InvalidDeal, deal, deal_number
from bakersdozen.notation import InvalidText, format_ply, parse_board, parse_ply
from bakersdozen.rules import (
    IllegalMove,
    Move,
    Reason,
    State,
    finishing_lifts,
    is_won,
    lead_of,
    move_of,
    play,
    safe_lifts,
)
from bakersdozen.variants import CUSTOM, VARIANTS, InvalidVariant, Variant, custom

FORMAT: Final = 1
MAX_PLIES: Final = 100_000
Ply = tuple[Move, ...]


class InvalidSave(Complaint):
    """Raised for a save that cannot be replayed; `part` names what is wrong with it."""

    def __init__(self, part: str) -> None:
        super().__init__("error.save", part=part)
        self.part = part


def variant_of(description: object) -> Variant:
    """Finds a variant by id, or builds a custom one from its parameters.

    Raises `InvalidVariant` when there is no such game.
    """
    if isinstance(description, Mapping):
        return custom({key: value for key, value in description.items() if key != "id"})
    if isinstance(description, str) and description in VARIANTS:
        return VARIANTS[description]
    raise InvalidVariant(str(description)[:40])


def description_of(variant: Variant) -> str | dict[str, Any]:
    """Returns what `variant_of` makes the same variant of: an id, or parameters."""
    return variant.parameters() if variant.id == CUSTOM else variant.id


def play_ply(variant: Variant, state: State, ply: Ply) -> State:
    """Plays a ply: one move, a move and all cards that are then safe, or the lifts that finish.

    Nothing else may count as one move. Raises `IllegalMove` for a move that is
    refused, or that is none of what the first one sets off.
    """
    first, *rest = ply
    after = play(variant, state, first)
    if not rest:
        return after
    lifted, lifted_to = safe_lifts(variant, after)
    if rest == lifted:
        return lifted_to
    if list(ply) != finishing_lifts(state):
        raise IllegalMove(Reason.ONE_AT_A_TIME)
    for move in rest:
        after = play(variant, after, move)
    return after


def as_played(
    variant: Variant, state: State, line: Iterable[Move], *, autoplay: bool = False
) -> list[Ply]:
    """Returns a line that wins as a player plays it, so that it is counted as a game is.

    As soon as lifts alone win, they are the last ply. With `autoplay` safe
    cards go up with the move before them, and need no move of their own later.

    >>> from bakersdozen.notation import parse_board
    >>> strict = VARIANTS["bakers-dozen"]
    >>> state = parse_board(strict, "KCQCKD/-/-/-/-/-/-/-/-/-/-/-/- CJDQHKSK")
    >>> [format_ply(ply) for ply in as_played(strict, state, finishing_lifts(state) or [])]
    ['aD.aC.aC']
    """
    plies: list[Ply] = []
    played = state
    for move in line:
        if lifts := finishing_lifts(played):
            return [*plies, tuple(lifts)]
        card = lead_of(state, move)
        suit, rank = suit_of(card), rank_of(card)
        up_already = state.foundations[suit] < rank <= played.foundations[suit]
        state = play(variant, state, move)
        if not up_already:
            first = move_of(played, card, move.target)
            played = play(variant, played, first)
            lifted, played = safe_lifts(variant, played) if autoplay else ([], played)
            plies.append((first, *lifted))
    return plies


def score(state: State, seconds: float) -> dict[str, int]:
    """Returns the score of a position at a time on the clock: its parts and `total`."""
    parts = {"cards": 5 * sum(state.foundations), "win": 0, "time": 0}
    if is_won(state):
        parts |= {"win": 500, "time": max(0, 1200 - int(seconds))}
    return parts | {"total": sum(parts.values())}


class Game:
    """A game being played.

    Made by `numbered`, `from_position` or `load`. `plies[:cursor]` have been
    played; those after the cursor can be redone. `daily` is the date whose
    daily deal this is, wherever and whenever it is played on.
    """

    def __init__(
        self,
        variant: Variant,
        start: State,
        *,
        deal: str | None,
        position: str | None,
        daily: str | None = None,
    ):
        self.variant = variant
        self.deal = deal
        self.position = position
        self.daily = daily
        self.plies: list[Ply] = []
        self.cursor = 0
        self._states = [start]

    @classmethod
    def numbered(cls, variant: Variant, number: str, daily: str | None = None) -> Game:
        """Deals a numbered game; raises `InvalidDeal` when the text is no such number."""
        value = deal_number(variant, number)
        return cls(variant, deal(variant, value), deal=str(value), position=None, daily=daily)

    @classmethod
    def from_position(cls, variant: Variant, text: str) -> Game:
        """Starts from a board in any text form; raises `InvalidText`."""
        return cls(variant, parse_board(variant, text), deal=None, position=text)

    @classmethod
    def load(cls, save: object) -> Game:
        """Replays a save; raises `InvalidSave` naming the part that is wrong."""
        if not isinstance(save, Mapping) or save.get("format") != FORMAT:
            raise InvalidSave("format")
        game = cls._start_of(save)
        plies, cursor = save.get("plies"), save.get("cursor")
        if not isinstance(plies, list) or len(plies) > MAX_PLIES:
            raise InvalidSave("plies")
        if type(cursor) is not int or not 0 <= cursor <= len(plies):
            raise InvalidSave("cursor")
        for number, text in enumerate(plies):
            if not isinstance(text, str):
                raise InvalidSave(f"plies[{number}]")
            try:
                game._add(parse_ply(text))
            except (InvalidText, IllegalMove):
                raise InvalidSave(f"plies[{number}]") from None
        game.cursor = cursor
        return game

    @classmethod
    def _start_of(cls, save: Mapping[str, Any]) -> Game:
        number, position = save.get("deal"), save.get("position")
        try:
            variant = variant_of(save.get("variant"))
        except InvalidVariant:
            raise InvalidSave("variant") from None
        try:
            if isinstance(number, str) and position is None:
                return cls.numbered(variant, number, cls._daily_of(save))
            if isinstance(position, str) and number is None:
                return cls.from_position(variant, position)
        except (InvalidDeal, InvalidText):
            pass
        raise InvalidSave("deal" if position is None else "position")

    @staticmethod
    def _daily_of(save: Mapping[str, Any]) -> str | None:
        try:
            day = save["daily"]
            return None if day is None else parse_day(day).isoformat()
        except (InvalidDay, KeyError, TypeError):
            raise InvalidSave("daily") from None

    def save(self) -> dict[str, Any]:
        """Returns the game as plain data, fit for JSON and for `load`."""
        return {
            "format": FORMAT,
            "variant": description_of(self.variant),
            "deal": self.deal,
            "position": self.position,
            "daily": self.daily,
            "plies": [format_ply(ply) for ply in self.plies],
            "cursor": self.cursor,
        }

    @property
    def state(self) -> State:
        """The position at the cursor."""
        return self._states[self.cursor]

    def state_at(self, cursor: int) -> State:
        """Returns the position after that many plies."""
        return self._states[cursor]

    @property
    def last_move(self) -> Move | None:
        """The player's own move of the ply before the cursor."""
        return self.plies[self.cursor - 1][0] if self.cursor else None

    def move(self, move: Move, *, autoplay: bool = False) -> Ply:
        """Plays a move, and lifts the cards that are then safe if asked to; returns the ply.

        What could be redone is dropped, unless the ply is the very one that
        Redo would play. Raises `IllegalMove` and changes nothing when refused.
        """
        after = play(self.variant, self.state, move)
        lifted = safe_lifts(self.variant, after)[0] if autoplay else []
        return self._play((move, *lifted))

    def replay(self, ply: Ply) -> None:
        """Plays a ply that was recorded elsewhere; raises `IllegalMove` when it is none."""
        if self.cursor < len(self.plies):
            # A ply that is refused must not have dropped what could be redone.
            play_ply(self.variant, self.state, ply)
        self._play(ply)

    def finish(self) -> Ply:
        """Lifts all cards as one ply; raises `IllegalMove` when lifts alone do not win."""
        moves = finishing_lifts(self.state)
        if not moves:
            raise IllegalMove(Reason.GAME_OVER if moves == [] else Reason.NO_FINISH)
        return self._play(tuple(moves))

    def undo(self) -> Ply | None:
        """Takes back one ply and returns it, or None at the start."""
        if not self.cursor:
            return None
        self.cursor -= 1
        return self.plies[self.cursor]

    def redo(self) -> Ply | None:
        """Plays the next ply again and returns it, or None when there is none."""
        if self.cursor == len(self.plies):
            return None
        self.cursor += 1
        return self.plies[self.cursor - 1]

    def go_to(self, cursor: int) -> None:
        """Moves the cursor; 0 is the deal. Raises `IndexError` outside the game."""
        if not 0 <= cursor <= len(self.plies):
            raise IndexError(cursor)
        self.cursor = cursor

    def _play(self, ply: Ply) -> Ply:
        if self.plies[self.cursor : self.cursor + 1] == [ply]:
            self.cursor += 1
            return ply
        del self.plies[self.cursor :], self._states[self.cursor + 1 :]
        self._add(ply)
        self.cursor = len(self.plies)
        return ply

    def _add(self, ply: Ply) -> None:
        """Appends a ply after the last one, replayed by the rules."""
        self._states.append(play_ply(self.variant, self._states[-1], ply))
        self.plies.append(ply)
