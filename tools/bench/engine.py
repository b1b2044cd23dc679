"""What the rules, the view and the solver do in a second, in this Python and in the page's.

In the page the same lines run in a worker, in the runtime as its makers ship it with the
engine's wheel: what a start saves does not matter here.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright

from tools.bench import timings
from tools.bench.start import plain_parts, poll
from tools.browser import ensure_browser, flags
from tools.server import SiteServer

_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Timings</title>
<script type="module">
  const worker = new Worker("timings.js", { type: "module" });
  worker.onmessage = ({ data }) => { globalThis.answer = data; };
  worker.onerror = ({ message }) => { globalThis.answer = { error: message }; };
  globalThis.measure = (request) => { globalThis.answer = null; worker.postMessage(request); };
</script>
"""
_WORKER = """
import { loadPyodide } from "./plain-page/pyodide.mjs";
const started = (async () => {
  const pyodide = await loadPyodide({ packages: ["micropip"] });
  await pyodide.pyimport("micropip").install(new URL("plain-page/WHEEL", location).href);
  pyodide.runPython(await (await fetch("timings.py")).text());
  return pyodide;
})();
onmessage = async ({ data }) => {
  try {
    const pyodide = await started;
    pyodide.globals.set("boards", pyodide.toPy(data.boards));
    postMessage({ value: JSON.parse(pyodide.runPython(`import json; json.dumps(${data.ask})`)) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
"""


def add_timings(site: Path) -> None:
    """Adds the page that measures to a copy of the site that has the plain page."""
    (site / "timings.html").write_text(_PAGE, "utf-8")
    (site / "timings.js").write_text(_WORKER.replace("WHEEL", plain_parts(site)[0]), "utf-8")
    (site / "timings.py").write_bytes(Path(timings.__file__).read_bytes())


class Measured:
    """Asks the timings in either Python."""

    def __init__(self, playwright: Playwright, server: SiteServer) -> None:
        self._browser = playwright.chromium.launch(
            executable_path=str(ensure_browser()), args=flags()
        )
        self._page = self._browser.new_page()
        self._page.goto(f"{server.address}timings.html")

    def close(self) -> None:
        """Ends the browser."""
        self._browser.close()

    def rules(self) -> dict[str, Any]:
        """Returns for each variant the moves a second and the time of a view, in both."""
        return {"CPython": timings.engine_rows(), "page": self._ask("engine_rows()", [])}

    def solver(
        self, boards: Iterable[str], budget: int, limit: float = 600
    ) -> dict[str, list[dict[str, Any]]]:
        """Returns what solving some strict deals took, in both; boards take turns.

        Each is a list of rows as `timings.solver_rows` yields them.
        """
        rows: dict[str, list[dict[str, Any]]] = {"CPython": [], "page": []}
        for board in boards:
            rows["CPython"] += timings.solver_rows([board], budget, limit)
            rows["page"] += self._ask(f"list(solver_rows(boards, {budget}, {limit}))", [board])
        return rows

    def _ask(self, ask: str, boards: list[str]) -> Any:
        self._page.evaluate("(request) => measure(request)", {"ask": ask, "boards": boards})
        answer = poll(self._page, "globalThis.answer", patience=1200)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns how deals were decided, and the spread of the nodes and the seconds it took.

    >>> summary([{"verdict": "solved", "nodes": 8, "seconds": 0.5}])["nodes"]["median"]
    8
    """
    nodes = sum(row["nodes"] for row in rows)
    return {
        "deals": len(rows),
        "undecided": sum(row["verdict"] == "unknown" for row in rows),
        "nodes_a_second": round(nodes / sum(row["seconds"] for row in rows)),
        "within_10_s": sum(row["verdict"] != "unknown" and row["seconds"] <= 10 for row in rows),
        "nodes": spread([row["nodes"] for row in rows]),
        "seconds": spread([row["seconds"] for row in rows]),
    }


def spread(values: list[float]) -> dict[str, float]:
    """Returns the median, the 90th and 99th percentiles (nearest rank) and the worst."""
    ordered = sorted(values)

    def at(share: float) -> float:
        return ordered[math.ceil(len(ordered) * share / 100) - 1]

    return {
        "median": statistics.median(ordered),
        "90 %": at(90),
        "99 %": at(99),
        "worst": ordered[-1],
    }


def printed(rules: dict[str, Any], solver: dict[str, Any]) -> Iterator[str]:
    """Yields the figures as rows of two tables in Markdown."""
    yield "| variant | moves a second, CPython | in the page | view, ms, CPython | in the page |"
    yield "|---|---|---|---|---|"
    for variant, here in rules["CPython"].items():
        there = rules["page"][variant]
        yield (
            f"| {variant} | {here['moves_a_second']:,.0f} | {there['moves_a_second']:,.0f}"
            f" | {here['view_ms']:.2f} | {there['view_ms']:.2f} |"
        )
    yield ""
    yield "| solver | deals | undecided | nodes a second | in 10 s | nodes | seconds |"
    yield "|---|---|---|---|---|---|---|"
    for where, row in solver.items():
        nodes = " / ".join(f"{value:,.0f}" for value in row["nodes"].values())
        seconds = " / ".join(f"{value:.3f}" for value in row["seconds"].values())
        yield (
            f"| {where} | {row['deals']} | {row['undecided']} | {row['nodes_a_second']:,}"
            f" | {row['within_10_s']} | {nodes} | {seconds} |"
        )
