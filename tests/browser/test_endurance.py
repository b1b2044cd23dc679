"""A long session: memory stays flat, nothing leaks, and a tap is answered as fast as at first.

The ordinary run plays a short one. The long one is 2,000 moves, 2,000 undos, 200 hints and
50 deals, and prints what it measured:

    TESTS=long python3 build.py test tests/browser/test_endurance.py -s
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from browsing import PATIENCE_S, ready, until
from table import Step, moves, opened, settle, tap, tap_move
from tools.server import SiteServer

LONG = os.environ.get("TESTS") == "long"
MEGABYTE = 1024 * 1024
FLAT = 5 * MEGABYTE
# Of each kind for one round; the first round warms up.
ROUNDS, MOVES, HINTS, DEALS = (10, 200, 20, 5) if LONG else (3, 20, 2, 1)

# Worker and page are watched from inside: what of the engine's crosses over, and its memory.
WATCH_WORKER = """
self.held = 0;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    const instance = made.instance ?? made;
    const memory = given[1]?.env?.memory ?? Object.values(instance.exports)
        .find((each) => each instanceof WebAssembly.Memory);
    if (memory) self.memory = memory;
    return made;
};
const registry = FinalizationRegistry.prototype;
const { register, unregister } = registry;
registry.register = function (...given) { self.held++; return register.apply(this, given); };
registry.unregister = function (...given) {
    const was = unregister.apply(this, given);
    if (was) self.held--;
    return was;
};
"""

# From a finger that comes down to the counter that has changed, as the page itself sees it.
WATCH_TAPS = """
globalThis.waits = [];
let pressed = 0;
addEventListener('pointerdown', ({ timeStamp }) => (pressed = timeStamp), true);
new MutationObserver(() => pressed && waits.push(performance.now() - pressed) && (pressed = 0))
    .observe(document.querySelector('[data-count=moves]'), { childList: true, subtree: true });
"""
OPEN = "[...document.querySelectorAll('[data-card][data-open]')].map((each) => each.dataset.card)"
TARGETS = "[...document.querySelectorAll('[data-target]')].map((each) => each.dataset.pile)"
FORGET = """document.querySelectorAll('[data-hint]').forEach(
    (each) => each.removeAttribute('data-hint'))"""


def steps_of(page: Page) -> list[Step]:
    """Returns the moves that the table offers."""
    steps = []
    for name in page.evaluate(OPEN):
        settle(page)
        tap(page, name)
        steps += [Step(name, target) for target in page.evaluate(TARGETS)]
        page.keyboard.press("Escape")
    return steps


@dataclass
class Measured:
    """What each round left behind."""

    page: list[float] = field(default_factory=list)
    worker: list[float] = field(default_factory=list)
    wasm: list[float] = field(default_factory=list)
    held: list[float] = field(default_factory=list)
    nodes: list[float] = field(default_factory=list)
    waits: list[list[float]] = field(default_factory=list)


class Heaps:
    """Reads the page's and the worker's heap after their garbage has been collected."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self._page = page
        self._protocol = context.new_cdp_session(page)
        self._answers: list[dict[str, Any]] = []
        attached: list[dict[str, Any]] = []
        self._protocol.on("Target.attachedToTarget", lambda event: attached.append(event))
        self._protocol.on("Target.receivedMessageFromTarget", self._hear)
        # A worker is spoken to through the page that has it.
        watching = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        self._protocol.send("Target.setAutoAttach", watching)
        self._await(lambda: any(each["targetInfo"]["type"] == "worker" for each in attached))
        (self._worker,) = (
            each["sessionId"] for each in attached if each["targetInfo"]["type"] == "worker"
        )

    def _hear(self, event: dict[str, Any]) -> None:
        if "id" in (message := json.loads(event["message"])):
            self._answers.append(message)

    def _await(self, happened: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not happened():
            assert time.monotonic() < end
            self._page.wait_for_timeout(20)

    def _ask_worker(self, method: str) -> dict[str, Any]:
        """Sends a command to the worker and returns the result."""
        message = json.dumps({"id": len(self._answers), "method": method})
        wanted = len(self._answers) + 1
        self._protocol.send(
            "Target.sendMessageToTarget", {"sessionId": self._worker, "message": message}
        )
        self._await(lambda: len(self._answers) == wanted)
        result: dict[str, Any] = self._answers[-1]["result"]
        return result

    def measure(self, into: Measured) -> None:
        """Notes how things stand."""
        for _ in range(2):
            self._protocol.send("HeapProfiler.collectGarbage")
            self._ask_worker("HeapProfiler.collectGarbage")
        into.page.append(self._protocol.send("Runtime.getHeapUsage")["usedSize"])
        # Its arrays, apart from the engine's own memory, lie beside its heap.
        heap = self._ask_worker("Runtime.getHeapUsage")
        into.worker.append(heap["usedSize"] + heap["backingStorageSize"])
        into.nodes.append(self._page.evaluate("document.querySelectorAll('*').length"))
        (worker,) = self._page.workers
        inside: dict[str, Any] = worker.evaluate(
            "() => ({ wasm: self.memory?.buffer.byteLength ?? 0, held: self.held })"
        )
        into.wasm.append(inside["wasm"])
        into.held.append(inside["held"])


@pytest.mark.offline
@pytest.mark.context(reduced_motion="reduce")
def test_a_long_session_leaves_no_trace(
    page: Page, site: SiteServer, context: BrowserContext
) -> None:
    site.tamper = lambda path, data: (
        WATCH_WORKER.encode() + data if data and path.endswith("/js/worker.js") else data
    )
    page.goto(site.address + "#deal=bakers-dozen:1")
    ready(page)
    opened(page)
    until(page, "performance.getEntriesByName('engine-settled').length")
    page.wait_for_timeout(500)
    page.evaluate(WATCH_TAPS)
    heaps, measured = Heaps(context, page), Measured()
    deal = 1
    for _ in range(ROUNDS):
        for _ in range(DEALS):
            deal += 1
            page.evaluate(f"location.hash = '#deal=bakers-dozen:{deal}'")
            until(page, f"document.getElementById('game-deal').textContent.includes('{deal}')")
            until(page, "document.querySelector('[data-card][data-open]')")
            steps = steps_of(page)
            for number in range(MOVES // DEALS):
                tap_move(page, steps[number % len(steps)])
                moves(page, 1)
                page.keyboard.press("u")
                moves(page, 0)
            for _ in range(HINTS // DEALS):
                page.evaluate(FORGET)
                page.keyboard.press("h")
                until(page, "document.querySelector('[data-card][data-hint]')")
        measured.waits.append(page.evaluate("waits.splice(0)"))
        heaps.measure(measured)
    medians = [statistics.median(waits) for waits in measured.waits]
    print()
    for name, figures in (
        ("page, MB", [round(size / MEGABYTE, 2) for size in measured.page]),
        ("worker, MB", [round(size / MEGABYTE, 2) for size in measured.worker]),
        ("engine, MB", [round(size / MEGABYTE, 2) for size in measured.wasm]),
        ("proxies held", measured.held),
        ("elements", measured.nodes),
        ("moves", [len(waits) for waits in measured.waits]),
        ("tap, median ms", [round(median, 1) for median in medians]),
    ):
        print(f"{name:>18}: {figures}")
    assert all(len(waits) >= MOVES for waits in measured.waits)
    assert measured.wasm[0] > 0
    assert measured.worker[0] > 0
    warm = 1
    assert measured.page[-1] - measured.page[warm] < FLAT
    assert measured.worker[-1] - measured.worker[warm] < FLAT
    assert measured.wasm[-1] - measured.wasm[warm] < FLAT
    assert measured.held[-1] == measured.held[warm]
    # What a deal looks like and what was said last differ by a few.
    assert measured.nodes[-1] - measured.nodes[warm] < 100
    if LONG:
        # A ratio of medians: what grows with the session would show tenfold here.
        assert statistics.median(medians[-3:]) < 1.5 * statistics.median(medians[1:4]) + 2
