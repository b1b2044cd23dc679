"""The three ways of starting the engine, each tested by breaking the one before."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from browsing import Complaints, address_of, until
from tools.server import Host, SiteServer
from tools.site import BUILD_FACTS, POLICY

DEAL = {"intent": "new", "variant": "bakers-dozen", "deal": "1"}
# What any two boots must answer alike; jobs run to their ends.
INTENTS: list[dict[str, Any]] = [
    {"intent": "hello"},
    {"intent": "undo"},
    DEAL,
    {"intent": "hint", "budget": 2000},
    {"intent": "move", "card": "KS", "to": "a"},
    {"intent": "new", "variant": "freecell", "deal": "11982"},
    {"intent": "export", "format": "position"},
    {"intent": "new", "variant": "bakers-dozen", "deal": "9007199254740993"},
    {"intent": "export", "format": "json"},
    {"intent": "no such thing"},
]


def start(page: Page, site: SiteServer) -> str:
    """Starts an engine on an empty page of the site; returns which boot it was, or `failed`."""
    page.goto(f"{site.address}build.txt")
    page.evaluate(
        """async (module) => {
            const { Engine } = await import(module);
            globalThis.engine = new Engine();
            engine.start();
        }""",
        address_of(site, "js/engine.js"),
    )
    until(page, "engine.state !== 'booting'")
    return str(page.evaluate("engine.boot ?? engine.state"))


def settle(page: Page) -> None:
    until(page, "performance.getEntriesByName('engine-settled').length")


def answers(page: Page) -> list[Any]:
    """Asks everything in INTENTS; leaves out the ids and what time measured."""
    found: list[Any] = page.evaluate(
        """async (intents) => {
            const found = [];
            for (const intent of intents) {
                const { id, ...answer } = await engine.ask(intent);
                if (answer.job !== undefined) {
                    const result = await engine.job(intent);
                    found.push({ result });
                } else found.push(answer);
            }
            return found;
        }""",
        INTENTS,
    )
    return found


Damage = Callable[[bytes | None], bytes | None]


def flipped(data: bytes | None) -> bytes:
    """Returns the bytes with one of them, in the middle, changed."""
    assert data
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0x55]) + data[middle + 1 :]


def only(part: str, change: Damage) -> Callable[[str, bytes | None], bytes | None]:
    """Returns a tampering of every file whose path matches `part`."""
    return lambda path, data: change(data) if re.search(part, path) else data


SNAPSHOTS = """(await caches.keys()).filter((name) => name.startsWith('bakersdozen-snapshot'))"""

DAMAGES: dict[str, Damage] = {
    "one byte changed": flipped,
    "cut short": lambda data: (data or b"")[: len(data or b"") // 2],
    "missing": lambda _: None,
    "a page instead": lambda _: b"<!doctype html><title>Not found</title>",
    "empty": lambda _: b"",
}


def test_the_three_boots_answer_alike(page: Page, site: SiteServer, complaints: Complaints) -> None:
    complaints.allow("404", "Failed to load")
    assert start(page, site) == "library"
    expected = answers(page)
    assert expected[0]["ok"]
    assert expected[2]["view"]["piles"]["a"]
    settle(page)

    assert start(page, site) == "snapshot"
    assert answers(page) == expected
    settle(page)

    page.evaluate(f"(async () => {{ for (const n of {SNAPSHOTS}) await caches.delete(n); }})()")
    site.tamper = only("runtime/", DAMAGES["missing"])
    assert start(page, site) == "plain"
    assert answers(page) == expected


@pytest.mark.parametrize("name", ["wasm", "library", "engine", "pyodide-(?!asm)", "pyodide-asm"])
def test_every_damage_to_a_file_is_noticed(
    page: Page, site: SiteServer, complaints: Complaints, name: str
) -> None:
    complaints.allow("")
    for damage, change in DAMAGES.items():
        if name.startswith("pyodide") and damage == "one byte changed":
            continue  # No program text is proof against one other letter in a comment.

        # Without the plain boot behind it, the damage shows as a failure.
        def tamper(path: str, data: bytes | None, change: Damage = change) -> bytes | None:
            return (
                None if path.startswith("plain/") else only(f"runtime/{name}", change)(path, data)
            )

        site.tamper = tamper
        assert start(page, site) == "failed", damage


def test_a_failed_start_can_be_tried_again(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    complaints.allow("Failed to load resource")
    site.tamper = lambda path, data: None if path.startswith(("runtime/", "plain/")) else data
    assert start(page, site) == "failed"
    assert page.evaluate("engine.ask({ intent: 'hello' }).catch((error) => error.message)")
    site.tamper = lambda _path, data: data
    page.evaluate("engine.start()")
    assert page.evaluate("engine.ask({ intent: 'hello' })")["ok"]


HARMS = {
    "one byte changed": "bytes[bytes.length >> 1] ^= 0x55",
    "cut short": "bytes = bytes.slice(0, bytes.length >> 1)",
    "without its description": "headers.delete('X-Snapshot')",
    "of another size": "describe({ size: 12 })",
    "of another build": "address = address.replace('1=', '1=x')",
    # Whole in itself, its hash right, but nothing that the runtime takes for a snapshot.
    "of another runtime": """
        bytes = new Uint8Array(bytes.length).fill(7);
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        const hex = (byte) => byte.toString(16).padStart(2, '0');
        describe({ sha256: Array.from(digest, hex).join('') });
    """,
}
HARM = """async () => {
    const spare = await caches.open('spare');
    for (const name of %s) {
        await spare.keys().then(async (kept) => {
            if (kept.length) return;
            const cache = await caches.open(name);
            const [key] = await cache.keys();
            await spare.put(key, await cache.match(key));
        });
    }
    const [key] = await spare.keys();
    const response = await spare.match(key);
    const headers = new Headers(response.headers);
    let bytes = new Uint8Array(await response.arrayBuffer());
    let address = key.url;
    const about = JSON.parse(headers.get('X-Snapshot'));
    const describe = (change) =>
        headers.set('X-Snapshot', JSON.stringify({ ...about, ...change }));
    %s;
    await caches.delete('NAME');
    await (await caches.open('NAME')).put(address, new Response(bytes, { headers }));
}"""


def test_a_damaged_snapshot_is_dropped_and_made_anew(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    assert start(page, site) == "library"
    settle(page)
    (name,) = page.evaluate(f"(async () => {SNAPSHOTS})()")
    for harm, script in HARMS.items():
        page.evaluate((HARM % (SNAPSHOTS, script)).replace("NAME", name))
        assert start(page, site) == "library", harm
    settle(page)
    assert start(page, site) == "snapshot"
    keys = f"(async () => (await (await caches.open('{name}')).keys()).length)()"
    assert page.evaluate(keys) == 1


@pytest.mark.parametrize("missing", ["caches", "crypto.subtle"])
def test_starts_where_nothing_can_be_kept(page: Page, site: SiteServer, missing: str) -> None:
    page.goto(f"{site.address}build.txt")
    holder, _, name = missing.rpartition(".")
    worker = f"delete globalThis.{missing}; Object.defineProperty({holder or 'globalThis'},"
    worker += (
        f" '{name}', {{ value: undefined }}); await import('{address_of(site, 'js/worker.js')}');"
    )
    page.evaluate(
        """async ([module, source]) => {
            const RealWorker = Worker;
            globalThis.Worker = class extends RealWorker {
                constructor() {
                    super(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })),
                        { type: 'module' });
                }
            };
            const { Engine } = await import(module);
            globalThis.engine = new Engine();
            engine.start();
        }""",
        [address_of(site, "js/engine.js"), worker],
    )
    until(page, "engine.state !== 'booting'")
    assert page.evaluate("engine.boot") == "library"


HOSTS = {
    "bad types": Host(bad_types=True),
    "no compression": Host(compress=False),
    "sub-path": Host(prefix="/games/bakers-dozen/"),
    "policy in a header": Host(policy=POLICY),
    "all at once": Host("/x/", bad_types=True, compress=False, policy=POLICY),
}


@pytest.mark.parametrize("kind", HOSTS)
def test_any_host_will_do(page: Page, site: SiteServer, kind: str) -> None:
    site.host = HOSTS[kind]
    assert start(page, site) == "library"
    assert page.evaluate("(intent) => engine.ask(intent)", DEAL)["ok"]
    assert all(path.startswith(site.host.prefix) for path in site.requests)


def test_the_plain_boot_bears_a_bad_host(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    complaints.allow("Failed to load resource")
    site.host = HOSTS["all at once"]
    site.tamper = only("runtime/", DAMAGES["missing"])
    assert start(page, site) == "plain"


def test_a_host_that_inflates_what_it_serves(page: Page, site: SiteServer) -> None:
    site.tamper = lambda path, data: (
        gzip.decompress(data) if data and path.endswith(".bin") else data
    )
    assert start(page, site) == "library"


def test_a_tap_is_answered_while_a_job_runs(page: Page, site: SiteServer) -> None:
    start(page, site)
    found = page.evaluate(
        """async (deal) => {
            await engine.ask(deal);
            const control = new AbortController();
            let progress = 0, over = false;
            const job = engine.job({ intent: 'solve', budget: 5_000_000 },
                { signal: control.signal, onProgress: () => progress++ });
            job.finally(() => (over = true));
            const waits = [];
            while (progress < 3 && !over) {
                const asked = performance.now();
                await engine.ask({ intent: 'hello' });
                waits.push(performance.now() - asked);
                await new Promise((resolve) => setTimeout(resolve, 5));
            }
            control.abort();
            return { result: await job, waits };
        }""",
        # Cannot be won, so that the search is a long one.
        {"intent": "new", "variant": "freecell", "deal": "11982"},
    )
    assert found["result"] == {"cancelled": True}
    assert found["waits"]


def test_a_crash_replays_the_last_save(page: Page, site: SiteServer) -> None:
    start(page, site)
    save = page.evaluate("(intent) => engine.ask(intent)", DEAL)["save"]
    found = page.evaluate(
        """async ([module, save]) => {
            const { Engine, EngineLost } = await import(module);
            const workers = [];
            const RealWorker = Worker;
            globalThis.Worker = class extends RealWorker {
                constructor(...given) { super(...given); workers.push(this); }
            };
            const engine = new Engine({ lastSave: () => save });
            const states = [];
            engine.addEventListener('state', () => states.push(engine.state));
            const restarted = new Promise((resolve) => engine.addEventListener('restart', resolve));
            engine.start();
            await engine.ask({ intent: 'load', save });
            const job = engine.job({ intent: 'solve', budget: 5_000_000 });
            // What a browser reports when it has taken a worker's memory away.
            workers[0].dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
            const lost = await job.catch((error) => error instanceof EngineLost);
            const { detail } = await restarted;
            const loaded = await detail.loaded;
            return { lost, states, loaded, workers: workers.length };
        }""",
        [address_of(site, "js/engine.js"), save],
    )
    assert found["lost"] is True
    assert found["workers"] == 2
    assert found["states"] == ["booting", "ready", "booting", "ready"]
    assert found["loaded"]["save"] == save


def test_a_worker_that_was_killed_silently_is_replaced(page: Page, site: SiteServer) -> None:
    start(page, site)
    save = page.evaluate("(intent) => engine.ask(intent)", DEAL)["save"]
    page.evaluate(
        """async ([module, save]) => {
            const { Engine } = await import(module);
            const RealWorker = Worker;
            globalThis.Worker = class extends RealWorker {
                constructor(...given) { super(...given); globalThis.victim ??= this; }
            };
            globalThis.survivor = new Engine({ lastSave: () => save });
            survivor.addEventListener('restart', ({ detail }) =>
                detail.loaded.then((answer) => (globalThis.loaded = answer)));
            survivor.start();
            await survivor.ask({ intent: 'load', save });
            victim.terminate();
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        [address_of(site, "js/engine.js"), save],
    )
    assert until(page, "globalThis.loaded")["save"] == save


def test_what_is_asked_before_the_start_is_answered(page: Page, site: SiteServer) -> None:
    page.goto(f"{site.address}build.txt")
    answer = page.evaluate(
        """async (module) => {
            const { Engine } = await import(module);
            const engine = new Engine();
            const answer = engine.ask({ intent: 'hello' });
            engine.start();
            return answer;
        }""",
        address_of(site, "js/engine.js"),
    )
    assert answer["ok"]


def test_the_courts_come_after_the_engine(page: Page, site: SiteServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(site.address)
    until(page, "document.querySelectorAll('[data-art]').length === 12")
    first = next(at for at, path in enumerate(site.requests) if path.startswith("/cards/"))
    # All that it starts from.
    assert len({path for path in site.requests[:first] if path.startswith("/runtime/")}) == 5


def test_a_frozen_page_goes_on_when_it_thaws(
    page: Page, site: SiteServer, context: BrowserContext
) -> None:
    start(page, site)
    save = page.evaluate("(intent) => engine.ask(intent)", DEAL)["save"]
    page.evaluate("engine.addEventListener('restart', () => (globalThis.restarted = true))")
    protocol = context.new_cdp_session(page)
    protocol.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(2)
    protocol.send("Page.setWebLifecycleState", {"state": "active"})
    answer = page.evaluate("engine.ask({ intent: 'goto', cursor: 0 })")
    assert answer["save"] == save
    assert not page.evaluate("globalThis.restarted")


def test_no_other_host_is_named(built: Path) -> None:
    for path in built.rglob("*"):
        # What others wrote names addresses in messages; that it asks for none is the policy's work.
        ours = path.relative_to(built).parts[0] not in {"plain", "runtime", "workbox"}
        if ours and path.suffix in {".html", ".css", ".js", ".json"}:
            text = path.read_text("utf-8").replace("http://www.w3.org/", "")
            assert "http://" not in text, path
            assert "https://" not in text, path


def test_what_the_page_starts_from_is_cut(built: Path) -> None:
    facts = json.loads((built / BUILD_FACTS).read_text("utf-8"))
    stock = built / "plain"
    library = built / facts["library"]["path"]
    assert library.stat().st_size < (stock / "python_stdlib.zip").stat().st_size / 4
    glue = built / facts["glue"]
    assert glue.stat().st_size < (stock / "pyodide-asm.js").stat().st_size * 0.7
    wasm = gzip.decompress((built / facts["wasm"]["path"]).read_bytes())
    assert len(wasm) < (stock / "pyodide.asm.wasm").stat().st_size * 0.95
