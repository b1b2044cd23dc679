"""The table of legal and illegal moves agrees with the oracle, for every game there is."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from bakersdozen.examples import Example, examples, judged
from bakersdozen.rules import Reason
from bakersdozen.variants import VARIANTS, Faces, Kings, Packing, Space, Variant
from support import board_of, rules_of

STRINGS = {
    language: json.loads(
        (Path(__file__).parents[2] / "strings" / f"{language}.json").read_text("utf-8")
    )
    for language in ("en", "uk")
}

games = st.builds(
    Variant,
    id=st.just("custom"),
    columns=st.sampled_from([(4,) * 13, (6, 6, 6, 6, 6, 6)]),
    faces=st.sampled_from(Faces),
    kings=st.sampled_from(Kings),
    packing=st.sampled_from(Packing),
    space=st.sampled_from(Space),
    group_moves=st.booleans(),
    cells=st.integers(0, 4),
    reserve=st.sampled_from([0, 16]),
    worrying_back=st.booleans(),
)


def allowed(variant: Variant, example: Example) -> bool:
    """What the oracle says of a move."""
    return str(example.move) in oracle.moves(rules_of(variant), board_of(example.state))


def told(row: dict[str, Any]) -> None:
    """A row has its two sentences in each language, which want no more than they get."""
    for language, texts in STRINGS.items():
        for key, args in ((f"example.{row['kind']}", row["args"]), tuple(row["why"].values())):
            assert key in texts, f"{language}: {key}"
            forms = texts[key].values() if isinstance(texts[key], dict) else [texts[key]]
            for form in forms:
                for word in form.split("{")[1:]:
                    assert word.split("}")[0].split(":")[0] in args, f"{language}: {key}"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_table_of_each_preset_agrees_with_the_oracle(name: str) -> None:
    variant = VARIANTS[name]
    rows = judged(variant)
    for example, row in zip(examples(variant), rows, strict=True):
        assert row["legal"] is allowed(variant, example), row
        assert row["why"]["key"].startswith("legal." if row["legal"] else "reason.")
        told(row)
    assert {row["legal"] for row in rows} == {True, False}


@given(games)
def test_the_table_of_any_custom_game_agrees_with_the_oracle(variant: Variant) -> None:
    for example, row in zip(examples(variant), judged(variant), strict=True):
        assert row["legal"] is allowed(variant, example), row
        told(row)


def test_the_tables_show_every_reason_that_a_hand_can_meet() -> None:
    shown = {row["why"]["key"] for variant in VARIANTS.values() for row in judged(variant)}
    # These are said of a pile that is tapped twice, of a game that is over or of how things
    # stand with a card or a foundation, not of a rule.
    unshown = {Reason.SAME_PILE, Reason.NO_CARD, Reason.NO_FINISH, Reason.GAME_OVER}
    unshown |= {Reason.NOWHERE, Reason.FOUNDATION_FULL, Reason.OWN_FOUNDATION}
    assert {f"reason.{reason}" for reason in Reason if reason not in unshown} <= shown


def test_the_strict_game_and_its_relatives_differ_where_the_rules_do() -> None:
    strict, spanish, castles, portuguese = (
        [row["legal"] for row in judged(VARIANTS[name])]
        for name in ("bakers-dozen", "spanish-patience", "castles-in-spain", "portuguese-solitaire")
    )
    kinds = [example.kind for example in examples(VARIANTS["bakers-dozen"])]
    spaces = [at for at, kind in enumerate(kinds) if kind == "space"]
    assert [[game[at] for at in spaces] for game in (strict, portuguese, spanish)] == [
        [False, False],
        [False, True],
        [True, True],
    ]
    assert strict[:3] == [True, True, True]
    assert castles[:3] == [True, False, False]
