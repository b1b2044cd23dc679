"""What the studies found, as it is kept: sound, proved anew in a sample, and shown as it is.

The ordinary run proves a sample of the lost deals again; STUDIES=all proves every one.
"""

from __future__ import annotations

import json
import os
from itertools import chain
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from bakersdozen.deals import deal
from bakersdozen.game import variant_of
from bakersdozen.solver import solve
from bakersdozen.study import report, summary
from bakersdozen.study.outcomes import Outcome
from bakersdozen.study.shares import Tally
from bakersdozen.variants import VARIANTS

ROOT = Path(__file__).parents[2]
SEEDS = ROOT / "seeds"
STUDIES = report.read(SEEDS / "studies")
SCHEMA = json.loads((ROOT / "schema" / "catalogue.schema.json").read_text("utf-8"))
LOST = [(study, number) for study in STUDIES for number in study["lost_deals"]]
ALL = os.environ.get("STUDIES") == "all"
# What a sample may take: some proofs need a hundred thousand nodes.
PATIENCE = 2_000


def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study["name"])
def test_the_counts_of_a_study_belong_together(study: dict[str, Any]) -> None:
    validator("study").validate(study)
    tally = Tally(study["won"], study["lost"], study["unknown"])
    assert tally.deals == study["deals"] == int(study["last"]) - int(study["first"]) + 1
    assert tuple(round(end, 6) for end in tally.interval()) == (study["low"], study["high"])
    assert len(set(study["lost_deals"])) == study["lost"]
    assert len(set(study["unknown_deals"])) == study["unknown"]
    assert sum(study["lengths"].values()) == study["won"]
    named = chain(study["lost_deals"], study["unknown_deals"])
    assert all(int(study["first"]) <= int(number) <= int(study["last"]) for number in named)


@pytest.mark.parametrize(
    ("study", "number"),
    LOST if ALL else LOST[::19],
    ids=lambda value: value if isinstance(value, str) else value["name"],
)
def test_a_lost_deal_is_proved_lost_again(study: dict[str, Any], number: str) -> None:
    variant = variant_of(study["variant"])
    budget = study["budget"] if ALL else PATIENCE
    found = solve(variant, deal(variant, int(number)), budget=budget).verdict
    assert found == "unsolvable" or (found == "unknown" and not ALL)


def test_most_of_the_sample_is_proved_in_no_time() -> None:
    sample = LOST[::19]
    proved = sum(
        solve(variant, deal(variant, int(number)), budget=PATIENCE).verdict == "unsolvable"
        for study, number in sample
        for variant in [variant_of(study["variant"])]
    )
    assert proved > len(sample) / 2


def test_every_preset_has_been_studied() -> None:
    studied = {study["name"]: study for study in STUDIES}
    assert studied.keys() >= VARIANTS.keys()
    assert studied["bakers-dozen"]["deals"] >= 20_000
    assert studied["bakers-dozen"]["unknown"] <= studied["bakers-dozen"]["deals"] / 1000


def test_the_closed_game_is_the_strict_one_when_all_is_seen() -> None:
    closed, strict = VARIANTS["bakers-dozen-1883"], VARIANTS["bakers-dozen"]
    for number in range(1, 30):
        found = [solve(game, deal(game, number), budget=2_000) for game in (closed, strict)]
        assert found[0] == found[1]


def test_the_page_is_given_what_the_studies_found() -> None:
    given = json.loads((SEEDS / "winnability.json").read_text("utf-8"))
    validator("figures").validate(given)
    assert given == summary.figures(SEEDS / "studies")


def test_the_tables_in_the_docs_are_the_studies() -> None:
    page = (ROOT / "docs" / "WINNABILITY.md").read_text("utf-8")
    tables = {
        "figures": report.table(STUDIES),
        "worth": report.worth(STUDIES),
        "grades": report.grades(report.catalogue(SEEDS)),
    }
    assert report.filled(page, **tables) == page
    assert tables["worth"].count("**") == 12


@pytest.mark.parametrize("name", ["shares", "lengths"])
def test_the_pictures_are_the_studies(name: str) -> None:
    drawn = getattr(report, name)(STUDIES)
    assert (ROOT / "docs" / "winnability" / f"{name}.svg").read_text("utf-8") == drawn
    words = {element.text for element in ElementTree.fromstring(drawn).iter() if element.text}
    assert words >= {study["name"] for study in STUDIES}


def test_a_summary_counts_and_names() -> None:
    outcomes = [
        Outcome(3, "unknown", 300_000, "budget", 0),
        Outcome(1, "solved", 33, "line", 80),
        Outcome(2, "unsolvable", 0, "relaxation", 0),
    ]
    kept = summary.summary("mine", VARIANTS["freecell"], outcomes, solver="1", budget=300_000)
    validator("study").validate(kept)
    assert (kept["first"], kept["last"], kept["variant"]) == ("1", "3", "freecell")
    assert (kept["won"], kept["lost_deals"], kept["unknown_deals"]) == (1, ["2"], ["3"])
    assert (kept["lengths"], kept["nodes"]) == ({"80": 1}, {"64": 1, "524288": 1})


def test_summary_and_report_make_their_files(tmp_path: Path) -> None:
    game = VARIANTS["good-measure"]
    outcomes = (Outcome(n, "solved", 1, "line", 70 + n) for n in range(1, 6))
    file = tmp_path / "good-measure.jsonl"
    file.write_text("".join(outcome.line(game) for outcome in outcomes), "utf-8")
    seeds = tmp_path / "seeds"
    assert summary.main([str(file), "--solver", "1", "--seeds", str(seeds)]) == 0
    figures = json.loads((seeds / "winnability.json").read_text("utf-8"))
    assert figures["good-measure"]["won"] == figures["good-measure"]["deals"] == 5
    page = tmp_path / "WINNABILITY.md"
    marks = "".join(
        report.START.format(name=name) + "old\n" + report.END.format(name=name)
        for name in ("figures", "worth", "grades")
    )
    page.write_text(f"before\n{marks}\nafter\n", "utf-8")
    assert report.main(["--seeds", str(seeds), "--docs", str(tmp_path)]) == 0
    text = page.read_text("utf-8")
    assert "| `good-measure` | 5 | 5 | 0 | 0 |" in text
    assert "71, 73, 75" in text
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "old" not in text
    assert (tmp_path / "winnability" / "lengths.svg").exists()
    with pytest.raises(ValueError, match="no marks"):
        report.filled("nothing here", figures="")
