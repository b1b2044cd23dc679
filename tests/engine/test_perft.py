"""Counts of lines of play agree with the oracle's, from the deals and from deep in play."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import oracle
from bakersdozen.cli.perft import perft
from bakersdozen.rules import IllegalMove, Move, legal_moves, play
from bakersdozen.variants import VARIANTS
from support import move, position, state_of, wander

LINES: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "data/perft.json").read_text()
)


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_counts(variant: str) -> None:
    for line in LINES[variant]:
        state = position(variant, line["position"])
        counts = [perft(VARIANTS[variant], state, d + 1) for d in range(len(line["counts"]))]
        assert counts == line["counts"], line["position"]


def test_the_strict_game_is_counted_to_four_moves_on_twenty_deals() -> None:
    assert sum(len(line["counts"]) >= 4 for line in LINES["bakers-dozen"]) >= 20


@pytest.mark.parametrize("variant", VARIANTS)
def test_some_counted_positions_have_spaces(variant: str) -> None:
    columns = [line["position"].split()[0].split("/") for line in LINES[variant]]
    assert sum("-" in found for found in columns) >= 3


def test_some_counted_freecell_positions_have_group_moves() -> None:
    row = VARIANTS["freecell"]
    sizes = [
        found.size
        for line in LINES["freecell"]
        for found in legal_moves(row, position("freecell", line["position"]))
    ]
    assert max(sizes) >= 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_move_of_a_random_line_leads_where_the_oracle_says(variant: str) -> None:
    chance = random.Random(variant + "lines")
    row, rules = VARIANTS[variant], oracle.PRESETS[variant]
    for _ in range(6):
        for board in wander(variant, chance, 80)[::4]:
            state = state_of(board)
            for text in oracle.moves(rules, board):
                assert play(row, state, move(text)) == state_of(oracle.apply(board, text)), text


@pytest.mark.parametrize("variant", VARIANTS)
def test_play_takes_the_listed_moves_and_no_other(variant: str) -> None:
    """Tries every pile on every pile, with runs of every length."""
    chance = random.Random(variant + "tries")
    row = VARIANTS[variant]
    for board in wander(variant, chance, 60)[::6]:
        state = state_of(board)
        columns = oracle.COLUMN_NAMES[: len(board.columns)]
        open_cells = [str(i + 1) for i, held in enumerate(state.cells) if held is None]
        listed = set(legal_moves(row, state))
        for found in list(listed):
            if found.target in open_cells:
                listed |= {Move(found.source, cell) for cell in open_cells}
        sources = [*columns, *"CDHS1234", *oracle.PACK]
        for source in sources:
            for target in [*columns, *"CDHS1234"]:
                for size in range(1, 14 if source in columns else 2):
                    tried = Move(source, target, size)
                    try:
                        play(row, state, tried)
                        allowed = True
                    except IllegalMove:
                        allowed = False
                    assert allowed is (tried in listed), tried
