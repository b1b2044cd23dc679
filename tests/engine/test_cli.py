"""The commands: what they print, what they refuse, and the codes they exit with."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import oracle
from bakersdozen import __version__
from bakersdozen.cli import main
from bakersdozen.variants import VARIANTS

ROOT = Path(__file__).parents[2]
DEALS: dict[str, list[list[str]]] = json.loads((ROOT / "tests/data/deals.json").read_text())
PERFT: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "tests/data/perft.json").read_text())
TINY: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "tests/data/tiny.json").read_text())
H01 = "KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHTS5"
LOST = "KC6SJDQD/KH9S8S/KDQCJS7S/KSQHQSTS/-/-/-/-/-/-/-/-/- CJDTHJS5"


class Ran:
    """What a command printed and returned."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command in this process, with a text on standard input."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def command(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return command


def process(*arguments: str, stdin: str | None = None, **environment: str) -> Ran:
    """Runs a command as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bakersdozen", *arguments],
        input=stdin,
        env={"PYTHONPATH": str(ROOT / "py"), "PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


# --- deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_deal_prints_the_golden_boards(run: Any, variant: str) -> None:
    for number, text in DEALS[variant][::5]:
        ran = run("deal", number, "--variant", variant, "--format", "line")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.split() == text.split()


def test_deal_prints_board_text_unless_asked_otherwise(run: Any) -> None:
    line = DEALS["bakers-dozen"][0][1]
    columns = [[c[i : i + 2] for i in range(0, 8, 2)] for c in line.split("/")]
    assert run("deal", "1").out == "".join(" ".join(column) + "\n" for column in columns)
    assert run("deal", "1", "--format", "text").out == run("deal", "1").out
    piles = json.loads(run("deal", "1", "--format", "json").out)["tableau piles"]
    assert [[card.replace("10", "T") for card in pile] for pile in piles] == columns


def test_deal_takes_a_custom_game(run: Any) -> None:
    rules = json.dumps({"columns": [4] * 13, "space": "king", "kings": "as-dealt"})
    alike = run("deal", "9", "--variant", "portuguese-solitaire").out
    assert run("deal", "9", "--variant", rules).out == alike


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "", "9" * 30])
def test_deal_refuses_what_is_no_number(run: Any, number: str) -> None:
    ran = run("deal", "--", number)
    assert (ran.code, ran.out) == (2, "")
    assert number in ran.err
    assert "from 1 to 1,000,000,000,000,000,000." in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["deal"],
        ["deal", "1", "--format", "pdf"],
        ["deal", "1", "--variant", "whist"],
        ["deal", "1", "--variant", "{"],
        ["deal", "1", "--variant", '{"columns": [4]}'],
        ["perft", "x", "-"],
        ["perft", "-1", "-"],
        ["perft", "2"],
        ["solve"],
        ["solve", "--budget", "0", "-"],
        ["solve", "--budget", "many", "-"],
    ],
)
def test_wrong_usage_exits_with_2_and_says_how(run: Any, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "bakersdozen" in ran.err
    assert "--help" in ran.err
    assert "Traceback" not in ran.err


# --- perft -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_counts_what_the_oracle_counts(run: Any, variant: str, tmp_path: Path) -> None:
    for at, line in enumerate(PERFT[variant][-3:]):
        file = tmp_path / f"{at}.txt"
        file.write_text(line["position"] + "\n")
        found = run("perft", "3", "--variant", variant, str(file)).objects
        assert found == [
            {"id": str(file), "depth": 3, "nodes": line["counts"][2], "counts": line["counts"][:3]}
        ]


def test_perft_reads_lines_with_ids_and_standard_input(run: Any) -> None:
    lines = [line["position"] for line in PERFT["bakers-dozen"][:3]]
    text = f"# three boards\n\nfirst {lines[0]}\n{lines[1]}\n  third   {lines[2]}  \n"
    ran = run("perft", "1", "--lines", "-", stdin=text)
    assert ran.code == 0
    assert [found["id"] for found in ran.objects] == ["first", "4", "third"]
    wanted = [line["counts"][0] for line in PERFT["bakers-dozen"][:3]]
    assert [found["nodes"] for found in ran.objects] == wanted


def test_perft_of_depth_nothing_is_one(run: Any) -> None:
    assert run("perft", "0", "-", stdin=H01).objects[0]["nodes"] == 1


# --- solve -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_solve_decides_the_tiny_deals(run: Any, variant: str) -> None:
    text = "".join(f"{at} {line['position']}\n" for at, line in enumerate(TINY[variant]))
    ran = run("solve", "--variant", variant, "--jobs", "1", "--lines", "-", stdin=text)
    assert (ran.code, len(ran.objects)) == (0, 4)
    rules = oracle.PRESETS[variant]
    for at, (line, found) in enumerate(zip(TINY[variant], ran.objects, strict=True)):
        assert set(found) == {"id", "result", "nodes", "ms", "moves"}
        assert found["id"] == str(at)
        assert found["result"] == ("solved" if line["solvable"] else "unsolvable")
        board = oracle.read_position(rules, line["position"])
        for move in found["moves"]:
            assert move in oracle.moves(rules, board)
            board = oracle.apply(board, move)
        assert oracle.won(board) is line["solvable"]


def test_solve_says_unknown_when_the_budget_is_spent(run: Any) -> None:
    board = run("deal", "1").out
    found = run("solve", "--budget", "1", "-", stdin=board).objects
    assert [(answer["result"], answer["moves"]) for answer in found] == [("unknown", [])]


def test_solve_reads_every_form_and_answers_in_order(run: Any, tmp_path: Path) -> None:
    files = []
    for name in ("text", "json", "line"):
        file = tmp_path / name
        file.write_text("\ufeff" + run("deal", "2", "--format", name).out.replace("\n", "\r\n"))
        files.append(str(file))
    ran = run("solve", "--jobs", "1", *files)
    assert [answer["id"] for answer in ran.objects] == files
    assert len({json.dumps(answer["moves"]) for answer in ran.objects}) == 1


@pytest.mark.parametrize("command", [["solve", "--jobs", "1"], ["perft", "1"]])
def test_boards_that_cannot_be_read_are_named_and_the_others_answered(
    run: Any, command: list[str], tmp_path: Path
) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text(H01)
    bad.write_text(H01.replace("QD", "QH"))
    ran = run(*command, str(bad), str(good))
    assert ran.code == 2
    assert [answer["id"] for answer in ran.objects] == [str(good)]
    assert str(bad) in ran.err
    assert "QD" in ran.err
    assert "QH" in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("command", [["solve", "--jobs", "1"], ["perft", "1"]])
@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe\x00", b"x" * 1_000_000, b"1H 11S 0D"])
def test_files_that_are_no_boards_are_refused(
    run: Any, command: list[str], content: bytes | None, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    ran = run(*command, str(file))
    assert (ran.code, ran.out) == (2, "")
    assert str(file) in ran.err
    assert "Traceback" not in ran.err
    assert len(ran.err) < 1000


# --- as a process ----------------------------------------------------------------------------


def test_help_and_version() -> None:
    helped = process("--help")
    assert helped.code == 0
    assert all(command in helped.out for command in ("deal", "solve", "perft"))
    assert process("--version").out.strip() == f"bakersdozen {__version__}"
    for command in ("deal", "solve", "perft"):
        shown = process(command, "--help")
        assert shown.code == 0
        assert "--variant" in shown.out
        assert all(variant in shown.out.replace("\n", "") for variant in ("freecell", "castles"))


def test_commands_pipe_into_each_other() -> None:
    board = process("deal", "617", "--variant", "freecell").out
    counted = process("perft", "2", "--variant", "freecell", "-", stdin=board)
    assert (counted.code, counted.err) == (0, "")
    board = oracle.lay_out(oracle.PRESETS["freecell"], oracle.microsoft_pack(617))
    wanted = [oracle.perft(oracle.PRESETS["freecell"], board, depth) for depth in (1, 2)]
    assert counted.objects[0]["counts"] == wanted


def test_messages_come_in_the_language_of_the_environment() -> None:
    english, ukrainian = process("deal", "x"), process("deal", "x", LC_ALL="uk_UA.UTF-8")
    assert english.code == ukrainian.code == 2
    assert "number" in english.err
    assert any("а" <= letter <= "я" for letter in ukrainian.err)
    assert "від 1 до 1\N{NO-BREAK SPACE}000\N{NO-BREAK SPACE}000" in ukrainian.err
    assert "x" in ukrainian.err


def test_every_message_of_the_commands_is_in_both_languages() -> None:
    texts = [json.loads((ROOT / f"strings/cli/{name}.json").read_text()) for name in ("en", "uk")]
    assert set(texts[0]) == set(texts[1])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["deal", "1", "--variant", "nope"], "There is no such game (nope)."),
        (["deal", "1", "--variant", "{"], "There is no such game ({)."),
        (["deal", "1", "--variant", "{}"], "“columns” does not fit: 1 to 13 whole numbers, which"),
        (["deal", "1", "--variant", '{"columns":[52],"cells":9}'], "“cells” does not fit: from 0"),
        (["deal", "1", "--variant", '{"columns":[52],"space":"x"}'], "there is no such choice"),
        (["deal", "1", "--variant", '{"name":"x"}'], "There is no such game (name)."),
        (["deal", "1", "--variant", '{"columns": [52]}'], None),
        (["perft", "-1", "x"], "“-1” is not a whole number from 0."),
        (["solve", "--budget", "0", "x"], "“0” is not a whole number from 1."),
        (["solve", "--jobs", "1.5", "x"], "--jobs: “1.5” is not a whole number from 1."),
        ([], "Missing: COMMAND."),
        (["frob"], "“frob” is none of deal, daily, solve, "),
        (["deal"], "Missing: NUMBER."),
        (["perft"], "Missing: DEPTH, FILE."),
        (["deal", "1", "2"], "bakersdozen deal: It takes no 2."),
        (["deal", "1", "--form", "text"], "It takes no --form text."),
        (["deal", "1", "--format", "it's"], "is none of text, json, line."),
        (["deal", "1", "--variant"], "--variant needs a value after it."),
    ],
)
def test_a_wrong_argument_is_told_in_a_sentence(
    line: list[str], told: str | None, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    if told is None:
        assert main(line) == 0
        return
    with pytest.raises(SystemExit) as stopped:
        main(line)
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert told in said
    # Only our own words, so that each language has its own.
    assert not any(word in said for word in ("usage:", "error:", "argument"))
    assert "--help" in said


# --- a closed or odd terminal ------------------------------------------------------------------


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs `bakersdozen` with what follows it, as a shell does."""
    return subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m bakersdozen {line}'],
        env=os.environ | {"PYTHONPATH": str(ROOT / "py"), "LANGUAGE": "en"} | environment,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("deal 1 >&-", 2, b"bakersdozen: standard output is closed\n"),
        ("solve - <&-", 2, b"-: This text is not a position.\n"),
        ("deal 1 2>&-", 0, b""),
        ("deal 0 2>&-", 2, b""),
        ("study --deals 1:2 --jobs 1 2>&-", 0, b""),
    ],
)
def test_a_closed_stream_is_no_traceback(line: str, code: int, told: bytes) -> None:
    ran = shell(line)
    assert (ran.returncode, ran.stderr) == (code, told)


def test_an_encoding_without_ukrainian_letters_gets_english() -> None:
    ran = shell("daily 2026-11-30", LANGUAGE="uk", PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert b" of 5)" in ran.stdout


def test_an_encoding_without_some_mark_keeps_the_rest() -> None:
    ran = shell("--help", LANGUAGE="uk", PYTHONIOENCODING="koi8-u")
    assert ran.returncode == 0
    assert "Параметри" in ran.stdout.decode("koi8-u")


@pytest.mark.parametrize("line", ["--help", "study --help"])
def test_help_is_in_one_language(line: str) -> None:
    said = shell(line, LANGUAGE="uk").stdout.decode().lower()
    assert "параметри" in said
    assert not any(word in said for word in ("usage", "options", "argument", "show", "file"))
