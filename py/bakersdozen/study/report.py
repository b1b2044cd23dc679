"""The studies as people read them: the table of docs/WINNABILITY.md, and its pictures.

    python3 -m bakersdozen.study.report

writes both anew from the summaries in seeds/studies/.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from math import log10
from pathlib import Path
from typing import Any, Final

from bakersdozen.daily import GRADES
from bakersdozen.study.calibrate import PUBLISHED
from bakersdozen.study.catalogue import consistency
from bakersdozen.study.summary import STUDIES, quantile
from bakersdozen.study.svg import Drawing
from bakersdozen.variants import VARIANTS

Study = Mapping[str, Any]

PUBLISHED_SHARES: Final = PUBLISHED | {
    # Solvitaire's results of 2018: one card at a time, kings as dealt, with worrying back.
    "castles-in-spain": (81.9, 96.8),
    "flower-garden": (78.8, 85.8),
}
# The same game but for two parameters: what a space takes, and where the kings lie.
WORTH: Final = (
    ("kings sunk", ("bakers-dozen", "kings-fill-spaces", "spanish-patience")),
    ("kings as dealt", ("kings-as-dealt", "portuguese-solitaire", "spanish-patience-as-dealt")),
)
START: Final = "<!-- {name}: written by python3 -m bakersdozen.study.report -->\n"
END: Final = "<!-- end of {name} -->"
ROW: Final = 34  # pixels of a game in a picture
LEFT: Final = 200  # where the charts begin
WIDE: Final = 480  # how wide they are
_HEAD: Final = (
    "| game | deals | won | lost | open | share winnable, 95 % | lines: 5 %, median, 95 % |\n"
    "|---|---|---|---|---|---|---|\n"
)
_LOWEST: Final = -5  # powers of ten of the axis of lost shares


def read(studies: Path) -> list[Study]:
    """Returns the summaries in a folder, the variants in their order first."""
    found = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(studies.glob("*"))}
    return [found.pop(game) for game in VARIANTS if game in found] + list(found.values())


def table(studies: Sequence[Study]) -> str:
    """Returns the results as a Markdown table."""
    return _HEAD + "".join(_row(study) for study in studies)


def _row(study: Study) -> str:
    lengths = study["lengths"]
    low, middle, high = (quantile(lengths, share) for share in (0.05, 0.5, 0.95))
    return (
        f"| `{study['name']}` | {study['deals']:,} | {study['won']:,} | {study['lost']:,} "
        f"| {study['unknown']:,} | {100 * study['low']:.2f} to {100 * study['high']:.2f} % "
        f"| {low}, {middle}, {high} |\n"
    )


def worth(studies: Sequence[Study]) -> str:
    """Returns how many deals are lost with and without usable spaces, as a Markdown table."""
    named = {study["name"]: study for study in studies}
    text = (
        "| cannot be won | spaces stay empty | a space takes a king | any card |\n"
        "|---|---|---|---|\n"
    )
    for kings, games in WORTH:
        cells = " | ".join(_lost_share(named[game]) if game in named else "" for game in games)
        text += f"| {kings} | {cells} |\n"
    return text


def grades(catalogue: Mapping[str, Sequence[dict[str, Any]]]) -> str:
    """Returns how the deals of each preset are graded, as a Markdown table.

    In: the entries of the catalogue that belong to no day, by variant.
    """
    text = (
        "| game | deals | games of each | lost | grades end at | never won | halves agree |\n"
        "|---|---|---|---|---|---|---|\n"
    )
    for game, entries in catalogue.items():
        lost = [entry["difficulty"] for entry in entries]
        ends = [
            max(entry["difficulty"] for entry in entries if entry["grade"] == grade)
            for grade in range(1, GRADES)
        ]
        text += (
            f"| `{game}` | {len(entries)} | {6 * entries[0]['games']} "
            f"| {100 * sum(lost) / len(lost):.0f} % | {', '.join(f'{end:.2f}' for end in ends)} "
            f"| {lost.count(1.0)} | {consistency(entries):.2f} |\n"
        )
    return text


def catalogue(seeds: Path) -> dict[str, list[dict[str, Any]]]:
    """Returns the deals of each preset that belong to no day."""
    paths = {game: seeds / f"{game}.jsonl" for game in VARIANTS}
    return {
        game: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for game, path in paths.items()
        if path.exists()
    }


def _lost_share(study: Study) -> str:
    share = 100 * study["lost"] / study["deals"]
    return f"**{share:.2f} %** ({100 - 100 * study['high']:.2f} to {100 - 100 * study['low']:.2f})"


def shares(studies: Sequence[Study]) -> str:
    """Draws the shares of deals that cannot be won, with their intervals, as SVG.

    The axis is logarithmic. A fine line below gives what others published.
    """
    bottom = 40 + ROW * len(studies)
    drawing = Drawing(LEFT + WIDE + 40, bottom + 50, "Share of deals that cannot be won")
    for power in range(_LOWEST, 1):
        x = _place(10**power)
        drawing.line(x, 28, x, bottom, "grid")
        drawing.text(x, bottom + 18, f"{100 * 10**power:g} %", "soft middle")
    drawing.text(
        LEFT, bottom + 40, "deals that cannot be won; green: 95 % interval, grey: published", "soft"
    )
    for place, study in enumerate(studies):
        y = 40 + ROW * place + ROW / 2
        drawing.text(LEFT - 12, y + 1, study["name"], "end")
        drawing.text(LEFT - 12, y + 14, f"{study['deals']:,} deals", "soft end")
        drawing.line(_place(1 - study["high"]), y - 2, _place(1 - study["low"]), y - 2, "span")
        if study["lost"]:
            drawing.dot(_place(study["lost"] / study["deals"]), y - 2, 5, "mark")
        if study["name"] in PUBLISHED_SHARES:
            low, high = PUBLISHED_SHARES[study["name"]]
            drawing.line(_place(1 - high / 100), y + 7, _place(1 - low / 100), y + 7, "other")
    return str(drawing)


def _place(share: float) -> float:
    """Returns where a share lies on the logarithmic axis."""
    return LEFT + WIDE * (1 - max(_LOWEST, log10(max(share, 10**_LOWEST))) / _LOWEST)


def lengths(studies: Sequence[Study]) -> str:
    """Draws how long the lines found are, a histogram a game, as SVG."""
    first = min(int(length) for study in studies for length in study["lengths"])
    last = max(quantile(study["lengths"], 0.999) for study in studies)
    bottom = 30 + ROW * len(studies)
    drawing = Drawing(LEFT + WIDE + 40, bottom + 50, "Moves of the winning lines found")
    step = WIDE / (last - first + 1)
    for tick in range(first - first % -20, last + 1, 20):
        x = LEFT + step * (tick - first + 0.5)
        drawing.line(x, 20, x, bottom, "grid")
        drawing.text(x, bottom + 18, str(tick), "soft middle")
    drawing.text(LEFT, bottom + 40, "moves of the line found; dark: the middle half", "soft")
    for place, study in enumerate(studies):
        counts: dict[str, int] = study["lengths"]
        base, most = 30 + ROW * (place + 1) - 4, max(counts.values())
        low, high = quantile(counts, 0.25), quantile(counts, 0.75)
        drawing.text(LEFT - 12, base - 4, study["name"], "end")
        for length, count in counts.items():
            if int(length) <= last:
                tall = (ROW - 6) * count / most
                kind = "mark" if low <= int(length) <= high else "pale"
                drawing.bar(LEFT + step * (int(length) - first), base - tall, step, tall, kind)
    return str(drawing)


def filled(page: str, **tables: str) -> str:
    """Returns a page with what stands between the marks of each table replaced."""
    for name, table in tables.items():
        before, start, rest = page.partition(START.format(name=name))
        _, end, after = rest.partition(END.format(name=name))
        if not start or not end:
            raise ValueError(f"the page has no marks for {name}")
        page = before + start + table + end + after
    return page


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the table and the pictures anew."""
    parser = argparse.ArgumentParser(prog="report", description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=Path, default=Path("seeds"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    chosen = parser.parse_args(arguments)
    studies = read(chosen.seeds / STUDIES)
    page = chosen.docs / "WINNABILITY.md"
    tables = {
        "figures": table(studies),
        "worth": worth(studies),
        "grades": grades(catalogue(chosen.seeds)),
    }
    text = filled(page.read_text("utf-8"), **tables)
    page.write_text(text, "utf-8")
    pictures = chosen.docs / "winnability"
    pictures.mkdir(exist_ok=True)
    (pictures / "shares.svg").write_text(shares(studies), "utf-8")
    (pictures / "lengths.svg").write_text(lengths(studies), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
