"""What a study found: one outcome a deal, kept as JSON lines.

The file only grows. Of two lines about one deal the later one counts, which is
how a deal that was left open is searched again with a larger budget.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bakersdozen.complaints import Complaint
from bakersdozen.game import description_of
from bakersdozen.solver import Verdict
from bakersdozen.variants import Variant

VERDICTS: Final[Mapping[str, Verdict]] = {
    "solved": "solved",
    "unsolvable": "unsolvable",
    "unknown": "unknown",
}


class InvalidOutcomes(Complaint):
    """Raised for a file of outcomes that cannot be read or is about another game."""

    def __init__(self, line: int) -> None:
        super().__init__("cli.study.unreadable", line=line)


class Outcome(NamedTuple):
    """One deal of a study.

    `nodes` is what the search took, `why` its reason (see `Result`), and
    `length` how many moves the line found has, without those that go in a loop;
    0 where no line was found.
    """

    deal: int
    result: Verdict
    nodes: int
    why: str
    length: int

    def line(self, variant: Variant) -> str:
        """Returns the outcome as a JSON line, ended.

        >>> from bakersdozen.variants import VARIANTS
        >>> Outcome(7, "unknown", 5, "budget", 0).line(VARIANTS["freecell"])[:36]
        '{"variant": "freecell", "deal": "7",'
        """
        fields = self._asdict() | {"deal": str(self.deal)}
        return json.dumps({"variant": description_of(variant)} | fields) + "\n"

    def stands(self, budget: int) -> bool:
        """Tells whether a search with a budget could not find out more."""
        return self.result != "unknown" or self.nodes >= budget


def parse(lines: Iterable[str], variant: Variant) -> dict[int, Outcome]:
    """Reads outcomes; returns the last of each deal by its number.

    Raises `InvalidOutcomes` for a line that is none, or is about another game.
    """
    found: dict[int, Outcome] = {}
    for number, line in enumerate(lines, start=1):
        try:
            fields = json.loads(line)
            if fields["variant"] != description_of(variant):
                raise InvalidOutcomes(number)
            outcome = Outcome(
                int(fields["deal"]),
                VERDICTS[fields["result"]],
                int(fields["nodes"]),
                str(fields["why"]),
                int(fields["length"]),
            )
        except (KeyError, TypeError, json.JSONDecodeError):
            raise InvalidOutcomes(number) from None
        found[outcome.deal] = outcome
    return found


def resumed(path: Path, variant: Variant) -> dict[int, Outcome]:
    """Reads what a file holds already, none if there is no file.

    A last line without an end, as a run that was cut off leaves it, is removed.
    """
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return parse(whole.decode("utf-8").splitlines(), variant)
