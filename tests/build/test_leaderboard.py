"""Public tables: only what replays to a win of a date's own deal gets in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bakersdozen.results import decode, encode
from tools.console import ROOT, Trouble
from tools.leaderboard import make_tables

# Deal 7 of the strict game; and a day that it is given to in a catalogue of our own.
CODE = "AQEHXR9Zpv9v6JZg05wE6AfTArsC7ac"
DAY = "2026-01-05"


def seeds(folder: Path) -> Path:
    deals = [str(number + 3) for number in range(365)]
    lines = [json.dumps({"deal": deal, "grade": 1, "length": 80}) for deal in deals]
    (folder / "bakers-dozen").mkdir(parents=True)
    (folder / "bakers-dozen" / "2026.jsonl").write_text("\n".join(lines), "utf-8")
    return folder


def test_true_codes_are_ranked_and_false_ones_dropped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, _ = decode(CODE)
    slower = encode(game, 400)
    catalogue = (ROOT / "seeds/bakers-dozen/2027.jsonl").read_text("utf-8").splitlines()
    other = json.loads(catalogue[0])["code"]  # true, but no deal of this catalogue
    codes = tmp_path / "codes.txt"
    codes.write_text(
        f"# handed in\n{slower} Slow  <b>\u0007</b>\nhttps://host/x/#result={CODE} Ann\n\n"
        f"{CODE} thief\n{CODE[:-1]}A\n{'A' * 9000}\n{other}\n",
        "utf-8",
    )
    out = tmp_path / "out"
    assert make_tables([codes], out, seeds(tmp_path / "seeds")) == 1
    rows = json.loads((out / f"{DAY}.json").read_text("utf-8"))
    assert [(row["name"], row["seconds"]) for row in rows] == [("Ann", 93), ("Slow <b> </b>", 400)]
    assert [row["score"] for row in rows] == [1867, 1560]
    assert json.loads((out / "index.json").read_text("utf-8")) == [DAY]
    reports = capsys.readouterr().err.splitlines()
    assert [report.split(":")[1] for report in reports] == ["6", "7", "8"]


def test_tables_of_earlier_runs_stay(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "2026-01-01.json").write_text("[]", "utf-8")
    codes = tmp_path / "codes.txt"
    codes.write_text(f"{CODE}\n", "utf-8")
    assert make_tables([codes], out, seeds(tmp_path / "seeds")) == 0
    assert json.loads((out / "index.json").read_text("utf-8")) == ["2026-01-01", DAY]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"missing\.txt"):
        make_tables([tmp_path / "missing.txt"], tmp_path / "out")
