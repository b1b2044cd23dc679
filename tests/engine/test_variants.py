"""The table of variants: every row says what the rules page says, and no two rows agree."""

import json
from pathlib import Path
from typing import Any

import pytest

import oracle
from bakersdozen.variants import VARIANTS, InvalidVariant, custom
from support import rules_of

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("variant_id", oracle.PRESETS)
def test_a_row_says_what_the_rules_page_says(variant_id: str) -> None:
    assert rules_of(VARIANTS[variant_id]) == oracle.PRESETS[variant_id]


def test_the_table_holds_exactly_the_presets_and_the_strict_game_comes_first() -> None:
    assert set(VARIANTS) == set(oracle.PRESETS)
    assert next(iter(VARIANTS)) == "bakers-dozen"
    assert all(row.id == key for key, row in VARIANTS.items())


def test_each_presets_rules_differ_from_every_others() -> None:
    rows = [row.parameters() | {"id": None} for row in VARIANTS.values()]
    assert all(a != b for i, a in enumerate(rows) for b in rows[:i])


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_each_preset_deals_52_cards(variant_id: str) -> None:
    row = VARIANTS[variant_id]
    assert sum(row.columns) + row.reserve + row.aces_placed == 52


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_each_preset_has_perft_lines_golden_deals_and_four_tiny_deals(variant_id: str) -> None:
    for file, least in (("perft.json", 3), ("deals.json", 20), ("tiny.json", 4)):
        lines = json.loads((DATA / file).read_text())[variant_id]
        assert len(lines) >= least, file
    tiny = json.loads((DATA / "tiny.json").read_text())[variant_id]
    assert {line["solvable"] for line in tiny} == {True, False}


def test_no_preset_lets_a_card_come_back_from_a_foundation() -> None:
    assert not any(row.worrying_back for row in VARIANTS.values())


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_a_custom_game_with_a_presets_parameters_plays_by_its_rules(variant_id: str) -> None:
    row = VARIANTS[variant_id]
    parameters = row.parameters()
    del parameters["id"]
    made = custom(json.loads(json.dumps(parameters)))
    assert rules_of(made) == rules_of(row)
    assert made.numbering == row.numbering
    assert made.id == "custom"


STRICT: dict[str, Any] = {"columns": [4] * 13}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"columns": None}, "columns"),
        ({"columns": []}, "columns"),
        ({"columns": "4444444444444"}, "columns"),
        ({"columns": [4] * 14}, "columns"),
        ({"columns": [4] * 12}, "columns"),
        ({"columns": [True] * 13}, "columns"),
        ({"columns": [4.0] * 13}, "columns"),
        ({"columns": [56, -4]}, "columns"),
        ({"space": "queen"}, "space"),
        ({"space": ["any"]}, "space"),
        ({"space": None}, "space"),
        ({"packing": "by-suit"}, "packing"),
        ({"faces": 1}, "faces"),
        ({"kings": {}}, "kings"),
        ({"numbering": "random"}, "numbering"),
        ({"cells": 5}, "cells"),
        ({"cells": -1}, "cells"),
        ({"cells": True}, "cells"),
        ({"cells": "4"}, "cells"),
        ({"reserve": 16}, "columns"),
        ({"reserve": 17, "columns": [7] * 5}, "reserve"),
        ({"aces_placed": 5}, "aces_placed"),
        ({"group_moves": 1}, "group_moves"),
        ({"worrying_back": "yes"}, "worrying_back"),
        ({"jokers": 2}, "jokers"),
        ({"aces_placed": 4, "columns": [12] * 4, "numbering": "microsoft"}, "numbering"),
    ],
)
def test_a_wrong_parameter_is_named(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidVariant) as refused:
        custom(STRICT | change)
    assert refused.value.field == field
