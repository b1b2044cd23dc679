"""How long the site takes to start, against a plain page, in one run.

The plain page is what one writes first: the runtime as its makers ship it, loaded on the
main thread, and micropip installing the engine's wheel; same files, same server. The bare
page is what the browser itself needs: a line of text, and a worker that says a word, both
kept by a service worker. Every figure is a median over runs that take turns, each in a fresh
browser profile.
"""

from __future__ import annotations

import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright

from tools.bench.goals import FAST, SLOW_CPU, SLOW_LINE, SLOW_THREAD
from tools.bench.processes import memory_of, renderers, slowed
from tools.browser import ensure_browser, flags
from tools.console import Trouble, say
from tools.packages import package
from tools.server import Host, SiteServer
from tools.site import BUILD_FACTS

PATIENCE_S = 180
# WebPageTest's "4G": 9 Mbit/s, 170 ms.
SLOW_4G = Host(bits_per_second=9e6, latency=0.17)
# A plain static host: compresses text, lets the browser keep what it has for ten minutes.
MAX_AGE = 600

_PLAIN_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Plain</title>
<script type="module">
  import { loadPyodide } from "./plain-page/pyodide.mjs";
  const pyodide = await loadPyodide({ packages: ["micropip"] });
  await pyodide.pyimport("micropip").install(new URL("plain-page/WHEEL", location).href);
  const handle = pyodide.runPython("from bakersdozen.bridge import handle; handle");
  handle('{"id": 1, "intent": "hello"}');
  performance.mark("engine-answer");
</script>
"""

_BARE_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Bare</title>
<script type="module" src="page.js"></script>
<p>Bare
"""
_BARE_SCRIPTS = {
    "page.js": """
        const worker = new Worker("worker.js", { type: "module" });
        worker.onmessage = () => performance.mark("engine-answer");
        await navigator.serviceWorker.register("sw.js");
        await navigator.serviceWorker.ready;
        performance.mark("engine-settled");
        document.documentElement.dataset.offline = "ready";
    """,
    "worker.js": "postMessage('here');",
    "sw.js": """
        const files = ["./", "page.js", "worker.js"];
        const keep = async () => (await caches.open("bare")).addAll(files);
        addEventListener("install", (event) => event.waitUntil(keep()));
        addEventListener("activate", (event) => event.waitUntil(clients.claim()));
        addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
        const answer = async (request) => (await caches.match(request)) ?? fetch(request);
    """,
}

# Notes when 52 cards stand on the page, about to be drawn, and the longest task of the main thread.
_WATCH = """
globalThis.longestTask = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries())
    globalThis.longestTask = Math.max(globalThis.longestTask, duration);
}).observe({ type: 'longtask', buffered: true });
const look = () => {
  const cards = document.querySelectorAll('[data-card]');
  if (cards.length === 52 && cards[51].getBoundingClientRect().width > 0) {
    performance.mark('cards-stand');
    requestAnimationFrame(() => performance.mark('cards-past'));
  } else requestAnimationFrame(look);
};
look();
"""
# When a page is on the screen: with the first frame that has anything in it.
_FRAME = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# When the cards are: with that frame if they stood there when it was drawn; otherwise at the
# latest when the frame after theirs begins.
_CARDS = f"""(() => {{
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
  const first = {_FRAME};
  return first >= at('cards-stand') ? first : first && at('cards-past');
}})()"""


@dataclass(frozen=True)
class Kind:
    """A page that is measured: its address, what tells when it is seen, whether it is kept."""

    name: str
    path: str
    seen: str | None
    kept: bool


KINDS = (
    Kind("plain", "plain.html", seen=None, kept=False),
    Kind("bare", "bare-page/", seen=_FRAME, kept=True),
    Kind("site", "", seen=_CARDS, kept=True),
)


@dataclass(frozen=True)
class Conditions:
    """What slows a visit down."""

    name: str
    host: Host = field(default_factory=Host)
    slower: int = 1
    main_thread_slower: int = 1


CONDITIONS = (
    Conditions(FAST),
    Conditions(SLOW_LINE, host=SLOW_4G),
    Conditions(SLOW_CPU, slower=4),
    Conditions(SLOW_THREAD, main_thread_slower=6),
)


@dataclass
class Visit:
    """What one visit showed; times in seconds since navigation, memory in bytes."""

    engine: float
    cards: float | None
    longest_task: float
    transferred: int
    memory: int
    boot: str | None


def make_pages(site: Path) -> None:
    """Adds the plain page and the bare one to a copy of the site."""
    home = site / "plain-page"
    shutil.copytree(package("pyodide"), home)
    for name in plain_parts(site):
        shutil.copyfile(site / "plain" / name, home / name)
    facts = json.loads((site / BUILD_FACTS).read_text("utf-8"))
    lock_file = home / "pyodide-lock.json"
    lock = json.loads(lock_file.read_text("utf-8"))
    lock["packages"]["micropip"] = facts["plain"]["micropip"]
    lock_file.write_text(json.dumps(lock), "utf-8")
    bare = site / "bare-page"
    bare.mkdir()
    for name, text in {"index.html": _BARE_PAGE, **_BARE_SCRIPTS}.items():
        (bare / name).write_text(text, "utf-8")
    (site / "plain.html").write_text(_PLAIN_PAGE.replace("WHEEL", plain_parts(site)[0]), "utf-8")


def plain_parts(site: Path) -> tuple[str, str]:
    """Returns the names of the engine's wheel and of micropip's."""
    (engine,) = (site / "plain").glob("bakersdozen-*.whl")
    (micropip,) = (site / "plain").glob("micropip-*.whl")
    return engine.name, micropip.name


def poll(page: Page, expression: str, *, patience: float = PATIENCE_S) -> Any:
    """Returns the value of an expression as soon as it is truthy."""
    end = time.monotonic() + patience
    while not (value := page.evaluate(expression)):
        if time.monotonic() > end:
            raise Trouble(f"The page never came to: {expression}")
        page.wait_for_timeout(50)
    return value


class Bench:
    """Makes visits and keeps what they showed."""

    def __init__(self, playwright: Playwright, server: SiteServer) -> None:
        self._playwright = playwright
        self._server = server
        self.visits: dict[tuple[str, str, str], list[Visit]] = {}

    def round(self, conditions: Conditions) -> None:
        """Visits all pages, first and again, under some conditions."""
        self._server.host = replace(conditions.host, max_age=MAX_AGE)
        for kind in KINDS:
            with self._profile() as (context, profile):
                for which in ("first", "later"):
                    visit = self._visit(context, profile, kind, conditions, settle=which == "first")
                    self.visits.setdefault((conditions.name, kind.name, which), []).append(visit)

    @contextmanager
    def _profile(self) -> Iterator[tuple[BrowserContext, Path]]:
        profile = Path(tempfile.mkdtemp(prefix="bench-"))
        context = self._playwright.chromium.launch_persistent_context(
            str(profile),
            executable_path=str(ensure_browser()),
            args=flags(),
            viewport={"width": 1280, "height": 800},
        )
        context.add_init_script(_WATCH)
        try:
            yield context, profile
        finally:
            context.close()
            shutil.rmtree(profile, ignore_errors=True)

    def _visit(
        self,
        context: BrowserContext,
        profile: Path,
        kind: Kind,
        conditions: Conditions,
        settle: bool,
    ) -> Visit:
        page = context.new_page()
        if conditions.main_thread_slower > 1:
            context.new_cdp_session(page).send(
                "Emulation.setCPUThrottlingRate", {"rate": conditions.main_thread_slower}
            )
        sent = self._server.bytes_sent
        braked = slowed(profile, conditions.slower) if conditions.slower > 1 else nullcontext()
        with braked:
            page.goto(self._server.address + kind.path, wait_until="commit")
            engine = poll(page, "performance.getEntriesByName('engine-answer')[0]?.startTime")
        cards = poll(page, kind.seen) if kind.seen else None
        memory = memory_of(renderers(profile))
        if settle and kind.kept:
            poll(page, "performance.getEntriesByName('engine-settled').length")
            poll(page, "document.documentElement.dataset.offline")
        boot = page.evaluate("performance.getEntriesByName('engine-ready')[0]?.detail")
        visit = Visit(
            engine=engine / 1000,
            cards=None if cards is None else cards / 1000,
            longest_task=page.evaluate("longestTask") / 1000,
            transferred=self._server.bytes_sent - sent,
            memory=memory,
            boot=boot,
        )
        page.goto("about:blank")
        page.close()
        return visit

    def report(self) -> dict[str, Any]:
        """Returns the medians, and the ratios to the plain page."""
        report: dict[str, Any] = {}
        for (conditions, kind, which), visits in self.visits.items():
            report.setdefault(conditions, {})[f"{kind}, {which}"] = {
                "engine_s": median(visits, lambda visit: visit.engine),
                "cards_s": median(visits, lambda visit: visit.cards),
                "longest_task_s": median(visits, lambda visit: visit.longest_task),
                "transferred_mb": median(visits, lambda visit: visit.transferred / 1e6),
                "memory_mb": median(visits, lambda visit: visit.memory / 1e6),
                "boots": sorted({visit.boot for visit in visits if visit.boot}),
                "runs": len(visits),
            }
        for rows in report.values():
            for which in ("first", "later"):
                plain = rows[f"plain, {which}"]["engine_s"]
                for kind in ("bare", "site"):
                    row = rows[f"{kind}, {which}"]
                    row["to_plain"] = round(row["engine_s"] / plain, 3)
        return report


def median(visits: list[Visit], figure: Callable[[Visit], float | None]) -> float | None:
    """Returns the median of a figure over visits, or None where they have none."""
    values = [value for visit in visits if (value := figure(visit)) is not None]
    return round(statistics.median(values), 3) if values else None


def measure(
    playwright: Playwright, server: SiteServer, runs: int, only: str = ""
) -> dict[str, Any]:
    """Returns the report of some runs under the conditions with `only` in the name."""
    bench = Bench(playwright, server)
    for number in range(runs):
        for conditions in CONDITIONS:
            if only in conditions.name:
                say(f"run {number + 1} of {runs}: {conditions.name}")
                bench.round(conditions)
    server.host = Host()
    return bench.report()


def printed(report: dict[str, Any]) -> Iterator[str]:
    """Yields the report as the rows of a table in Markdown."""
    yield (
        "| condition | page, visit | engine, s | to plain | cards, s | longest task, ms"
        " | MB | memory, MB | runs |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for conditions, rows in report.items():
        for visit, row in rows.items():
            ratio = f"{row['to_plain']:.2f}" if "to_plain" in row else ""
            cards = "" if row["cards_s"] is None else f"{row['cards_s']:.2f}"
            yield (
                f"| {conditions} | {visit} | {row['engine_s']:.2f} | {ratio} | {cards}"
                f" | {row['longest_task_s'] * 1000:.0f} | {row['transferred_mb']:.1f}"
                f" | {row['memory_mb']:.0f} | {row['runs']} |"
            )
