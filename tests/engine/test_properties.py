"""A player who may do anything, in every variant and in custom games, against the oracle.

Hypothesis plays, undoes, redoes, restarts, saves, loads and tries what is refused; after each
step the engine's game must be where the oracle's boards say.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import oracle
from bakersdozen.game import Game, variant_of
from bakersdozen.notation import format_board, format_position, parse_board
from bakersdozen.rules import IllegalMove, Move, legal_moves, play
from bakersdozen.variants import VARIANTS
from bakersdozen.view import view
from support import board_of, brute_dests, rules_of

CUSTOM: list[dict[str, Any]] = [
    {"columns": [4] * 13, "worrying_back": True, "space": "any", "kings": "as-dealt"},
    {"columns": [6] * 6, "reserve": 16, "cells": 2, "space": "king", "packing": "alternate"},
    {
        "columns": [6] * 8,
        "aces_placed": 4,
        "faces": "top",
        "group_moves": True,
        "cells": 1,
        "space": "any",
        "worrying_back": True,
    },
]


class Play(RuleBasedStateMachine):
    """One game by the engine, and the oracle's boards of every ply beside it."""

    variant: Any

    @initialize(number=st.integers(1, 10**6))
    def deal(self, number: int) -> None:
        self.game = Game.numbered(variant_of(self.variant), str(number))
        self.rules = rules_of(self.game.variant)
        self.boards = [board_of(self.game.state)]
        self.autoplay = False

    @property
    def board(self) -> oracle.Board:
        return self.boards[self.game.cursor]

    def legal(self) -> list[Move]:
        return legal_moves(self.game.variant, self.game.state)

    @precondition(lambda self: self.legal())
    @rule(data=st.data(), lift=st.booleans())
    def move(self, data: st.DataObject, lift: bool) -> None:
        """Plays a legal move, one to a foundation where there is one and chance wants it."""
        moves = self.legal()
        lifts = [move for move in moves if move.target in oracle.SUITS]
        self._play(data.draw(st.sampled_from(lifts if lift and lifts else moves)))

    def _play(self, move: Move) -> None:
        redone = self.boards[self.game.cursor + 1 :]
        plies = self.game.plies[self.game.cursor :]
        ply = self.game.move(move, autoplay=self.autoplay)
        del self.boards[self.game.cursor :]
        board = oracle.apply(self.boards[-1], str(move))
        for lift in ply[1:]:
            board = oracle.apply(board, str(lift))
        self.boards.append(board)
        if plies and plies[0] == ply:
            self.boards += redone[1:]

    @rule(source=st.sampled_from([*"abcdefghijklmCDHS1234", *oracle.PACK]), data=st.data())
    def attempt(self, source: str, data: st.DataObject) -> None:
        """Tries a move that may be anything: refused and unseen, or played."""
        to = data.draw(st.sampled_from([*"abcdefghijklmCDHS1234"]))
        size = data.draw(st.integers(1, 3)) if source in oracle.COLUMN_NAMES else 1
        before = (self.game.state, self.game.cursor, list(self.game.plies))
        move = Move(source, to, size)
        try:
            play(self.game.variant, self.game.state, move)
        except IllegalMove:
            with pytest.raises(IllegalMove):
                self.game.move(move)
            assert (self.game.state, self.game.cursor, self.game.plies) == before
        else:
            self._play(move)

    @rule()
    def undo(self) -> None:
        cursor = self.game.cursor
        assert (self.game.undo() is None) is (cursor == 0)
        assert self.game.cursor == max(0, cursor - 1)

    @rule()
    def redo(self) -> None:
        cursor, last = self.game.cursor, len(self.game.plies)
        assert (self.game.redo() is None) is (cursor == last)
        assert self.game.cursor == min(last, cursor + 1)

    @rule()
    def restart(self) -> None:
        self.game.go_to(0)

    @rule(data=st.data())
    def go_to(self, data: st.DataObject) -> None:
        self.game.go_to(data.draw(st.integers(0, len(self.game.plies))))

    @rule(autoplay=st.booleans())
    def option(self, autoplay: bool) -> None:
        self.autoplay = autoplay

    @precondition(lambda self: oracle.lifts_finish(self.rules, self.board))
    @rule()
    def finish(self) -> None:
        self.game.finish()
        del self.boards[self.game.cursor :]
        self.boards.append(board_of(self.game.state))
        assert oracle.won(self.boards[-1])

    @rule()
    def save_and_load(self) -> None:
        save = json.loads(json.dumps(self.game.save()))
        again = Game.load(save)
        assert again.save() == save
        assert again.state == self.game.state
        self.game = again

    @rule()
    def write_and_read(self) -> None:
        """Board text keeps everything; position text all but the places of cards in cells."""
        variant, state = self.game.variant, self.game.state
        assert parse_board(variant, format_board(variant, state)) == state
        read = parse_board(variant, format_position(variant, state))
        assert read._replace(cells=()) == state._replace(cells=())
        assert {*read.cells} == {*state.cells}

    @invariant()
    def the_boards_agree(self) -> None:
        assert board_of(self.game.state) == self.board
        assert len(self.boards) == len(self.game.plies) + 1

    @invariant()
    def all_cards_are_there_once(self) -> None:
        shown = view(self.game, key=0, seconds=0)
        cards = [card for pile in shown["piles"].values() for card in pile]
        assert sorted(cards) == sorted(oracle.PACK)

    @invariant()
    def the_targets_are_those_that_play_takes(self) -> None:
        shown = view(self.game, key=0, seconds=0)
        dests = {card: set(piles) for card, piles in shown["dests"].items()}
        assert dests == brute_dests(self.game.variant, self.game.state)
        assert (shown["status"] == "no-moves") is (not dests and not oracle.won(self.board))

    @invariant()
    def the_legal_moves_are_the_oracles(self) -> None:
        assert sorted(map(str, self.legal())) == sorted(oracle.moves(self.rules, self.board))

    @invariant()
    def dead_spaces_never_shrink(self) -> None:
        if self.rules.space == "nothing" and not self.rules.worrying_back:
            spaces = [board.columns.count([]) for board in self.boards]
            assert spaces == sorted(spaces)
            empty = [
                {at for at, column in enumerate(board.columns) if not column}
                for board in self.boards
            ]
            assert all(before <= after for before, after in itertools.pairwise(empty))


MADE: list[type[Play]] = []


def machine(description: Any) -> Any:
    """A test case of one game; a game takes many steps, so it gets fewer examples than others."""
    made = type("Play", (Play,), {"variant": description})
    MADE.append(made)
    case = made.TestCase
    case.settings = settings(max_examples=settings().max_examples // 4)
    return case


TestBakersDozen = machine("bakers-dozen")
TestSpanishPatience = machine("spanish-patience")
TestSpanishPatienceAsDealt = machine("spanish-patience-as-dealt")
TestCastlesInSpain = machine("castles-in-spain")
TestPortugueseSolitaire = machine("portuguese-solitaire")
TestGoodMeasure = machine("good-measure")
TestClosed = machine("bakers-dozen-1883")
TestFlowerGarden = machine("flower-garden")
TestFreecell = machine("freecell")
TestCustomWorryingBack = machine(CUSTOM[0])
TestCustomKings = machine(CUSTOM[1])
TestCustomGroups = machine(CUSTOM[2])


def test_every_variant_has_a_machine() -> None:
    games = [json.dumps(found.variant) for found in MADE]
    assert sorted(games) == sorted(map(json.dumps, [*VARIANTS, *CUSTOM]))
