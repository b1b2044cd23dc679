"""The study command: the same lines on any number of workers, resumed where it stopped."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from bakersdozen.cli import main, study
from bakersdozen.cli.texts import Texts
from bakersdozen.study import searches
from bakersdozen.study.outcomes import Outcome, parse
from bakersdozen.study.shares import Tally, wilson
from bakersdozen.variants import VARIANTS

ROOT = Path(__file__).parents[2]
STRICT = VARIANTS["bakers-dozen"]
LOST = 275  # a strict deal that cannot be won


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What one process finds of fifteen deals, a lost one among them."""
    out = tmp_path_factory.mktemp("study") / "plain.jsonl"
    assert main(["study", "--deals", "265:279", "--jobs", "1", "--out", str(out)]) == 0
    return out.read_text("utf-8")


def test_a_line_for_each_deal_in_order(plain: str) -> None:
    found = [json.loads(line) for line in plain.splitlines()]
    assert [entry["deal"] for entry in found] == [str(number) for number in range(265, 280)]
    assert [entry["deal"] for entry in found if entry["result"] == "unsolvable"] == [str(LOST)]
    for entry in found:
        assert entry.keys() == {"variant", "deal", "result", "nodes", "why", "length"}
        assert (entry["length"] > 48) == (entry["result"] == "solved")


def test_more_processes_find_the_same(plain: str, tmp_path: Path) -> None:
    out = tmp_path / "two.jsonl"
    assert main(["study", "--deals", "265:279", "--jobs", "2", "--out", str(out)]) == 0
    assert out.read_text("utf-8") == plain


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two workers on this machine."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address


def test_a_cluster_finds_the_same(address: str, plain: str, tmp_path: Path) -> None:
    out = tmp_path / "dask.jsonl"
    assert main(["study", "--deals", "265:279", "--dask", address, "--out", str(out)]) == 0
    assert out.read_text("utf-8") == plain


@pytest.mark.parametrize("nowhere", ["tcp://127.0.0.1:9", "nonsense"])
def test_a_cluster_that_does_not_answer_is_told(
    nowhere: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(searches, "PATIENCE", 0.2)
    assert main(["study", "--deals", "1", "--dask", nowhere]) == 2
    assert f"no Dask cluster answers at {nowhere}: " in capsys.readouterr().err


def test_what_the_system_refuses_is_told(tmp_path: Path, capsys: Any) -> None:
    assert main(["study", "--deals", "1", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"bakersdozen: {tmp_path}: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told() -> None:
    command = [sys.executable, "-m", "bakersdozen", "study", "--deals", "1", "--jobs", "1"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "py"), "LANGUAGE": "en"}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert f"bakersdozen: {os.strerror(errno.ENOSPC)}\n" in done.stderr


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(searches, "PATIENCE", 1)
    with LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        assert main(["study", "--deals", "1", "--dask", empty.scheduler_address]) == 2
    assert "has no workers" in capsys.readouterr().err


def test_it_goes_on_where_it_was_cut_off(plain: str, tmp_path: Path) -> None:
    out = tmp_path / "cut.jsonl"
    out.write_text(plain[: len(plain) // 2], "utf-8")
    assert main(["study", "--deals", "265:279", "--jobs", "1", "--out", str(out)]) == 0
    assert out.read_text("utf-8") == plain


def test_an_open_deal_is_searched_again_with_more(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "open.jsonl"
    command = ["study", "--variant", "freecell", "--deals", "1:3", "--jobs", "1", "--out", str(out)]
    assert main([*command, "--budget", "5"]) == 0
    assert "0 won, 0 lost, 3 unknown" in capsys.readouterr().out
    assert main([*command, "--budget", "5"]) == 0
    assert len(lines(out)) == 3
    assert main(command) == 0
    assert "3 won, 0 lost, 0 unknown" in capsys.readouterr().out
    assert [line["result"] for line in lines(out)] == ["unknown"] * 3 + ["solved"] * 3
    assert main([*command, "--budget", "5"]) == 0  # less is no reason to search again
    assert len(lines(out)) == 6


def test_lines_go_to_standard_output_and_the_figures_beside_them(capsys: Any) -> None:
    assert main(["study", "--deals", "1:2", "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["deal"] for line in out.splitlines()] == ["1", "2"]
    assert "2 deals: 2 won" in err


def test_a_custom_game_is_studied_too(capsys: Any) -> None:
    game = '{"columns": [4,4,4,4,4,4,4,4,4,4,4,4,4], "space": "king"}'
    assert main(["study", "--variant", game, "--deals", "5", "--jobs", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["variant"]["space"] == "king"


@pytest.mark.parametrize("deals", ["", "0:5", "9:3", "x", "1:2:3", "1:1000000000000000000000"])
def test_wrong_numbers_are_refused(deals: str, capsys: Any) -> None:
    assert main(["study", "--deals", deals, "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith("bakersdozen: ")


@pytest.mark.parametrize(
    "text",
    [
        "no JSON\n",
        '{"variant": "freecell", "deal": "1", "result": "solved", "nodes": 1, "why": "line"}\n',
        Outcome(1, "solved", 1, "line", 60).line(VARIANTS["freecell"]),
    ],
    ids=["noise", "a field missing", "another game"],
)
def test_a_file_of_something_else_is_left_as_it_is(text: str, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "other.jsonl"
    out.write_text(text, "utf-8")
    assert main(["study", "--deals", "1:2", "--jobs", "1", "--out", str(out)]) == 2
    assert "line 1" in capsys.readouterr().err
    assert out.read_text("utf-8") == text


def test_the_later_line_about_a_deal_counts() -> None:
    older, newer = (
        Outcome(4, "unknown", 9, "budget", 0),
        Outcome(4, "unsolvable", 90, "exhausted", 0),
    )
    found = parse([older.line(STRICT), newer.line(STRICT)], STRICT)
    assert found == {4: newer}


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_the_bar_tells_how_far_it_is_and_how_fast() -> None:
    screen, texts = Screen(), Texts("en")
    found = {1: Outcome(1, "solved", 1, "line", 70)}
    coming = (Outcome(number, "solved", 1, "line", 70) for number in range(2, 5))
    clock = iter([0.0, 2.0, 4.0, 6.0])
    for outcome in study._shown(coming, found, 4, texts, screen, lambda: next(clock)):
        found[outcome.deal] = outcome
    first, *_, last = screen.getvalue().split("\r\x1b[K")[1:]
    assert "2 of 4, 0.5 a second, 0:00:04 left" in first
    assert last.startswith("█" * study.BAR + " 4 of 4")
    assert last.endswith("\n")


def test_the_figures_with_their_interval_and_bounds() -> None:
    tally = Tally(90, 8, 2)
    assert tally.deals == 100
    assert tally.bounds() == (0.9, 0.92)
    assert tally.interval() == (wilson(90, 100)[0], wilson(92, 100)[1])
    said = study.closing_sentences(tally, Texts("en"))
    assert "100 deals: 90 won, 8 lost, 2 unknown" in said
    assert "90.000 %, if every one were won 92.000 %" in said
    assert "виграно 90, програно 8, невідомо 2" in study.closing_sentences(tally, Texts("uk"))


def test_an_interrupted_study_ends_in_order(tmp_path: Path) -> None:
    out = tmp_path / "cut.jsonl"
    command = [sys.executable, "build.py", "study", "--deals", "1:100000", "--jobs", "2"]
    running = subprocess.Popen(
        [*command, "--out", str(out)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
        # Whoever started the tests in the background may have had it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        until = time.monotonic() + 60
        while not (out.exists() and out.read_bytes()) and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)
        _, told = running.communicate(timeout=60)
    finally:
        # Whatever is still at it.
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130
    assert "Traceback" not in told
    assert [entry["deal"] for entry in lines(out)][:2] == ["1", "2"]
