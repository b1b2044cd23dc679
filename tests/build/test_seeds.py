"""What the site carries of the catalogue: the numbers of winnable deals, and the figures."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path

from tools.catalogue import deal_numbers, make_catalogue, on_demand
from tools.console import ROOT


def test_the_site_gets_numbers_and_figures(tmp_path: Path) -> None:
    source, site = tmp_path / "source", tmp_path / "site"
    (source / "seeds" / "bakers-dozen").mkdir(parents=True)
    for name in ("winnability.json", "freecell.jsonl", "bakers-dozen/2026.jsonl"):
        shutil.copy(ROOT / "seeds" / name, source / "seeds" / name)
    assert make_catalogue(site, source) == [2026]
    figures = json.loads((site / "seeds" / "winnability.json").read_text("utf-8"))
    assert figures["bakers-dozen"].keys() >= {"deals", "won", "lost", "unknown", "low", "high"}
    numbers = json.loads((site / "seeds" / "freecell.json").read_text("utf-8"))
    assert len(numbers) == len(set(numbers)) == 400
    assert not (site / "seeds" / "freecell.jsonl").exists()
    codes = (site / "seeds" / "lines" / "2026.txt").read_text("utf-8").split()
    assert len(codes) == 365
    assert "code" not in (site / "seeds" / "bakers-dozen" / "2026.jsonl").read_text("utf-8")


def test_numbers_stay_text() -> None:
    assert json.loads(deal_numbers('{"deal": "9007199254740993", "grade": 1}\n')) == [
        "9007199254740993"
    ]


def test_a_list_of_numbers_is_kept_for_use_without_a_network() -> None:
    assert not on_demand("seeds/freecell.json", date(2026, 11, 30))
    assert on_demand("seeds/bakers-dozen/2030.jsonl", date(2026, 11, 30))
    assert on_demand("seeds/lines/2027.txt", date(2026, 11, 30))
    assert not on_demand("seeds/lines/2026.txt", date(2026, 11, 30))
