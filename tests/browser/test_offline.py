"""Offline use, updates and installation, on the built site in a real browser."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from browsing import PATIENCE_S, Complaints, address_of, ready, serving, until
from editions import changed_engine, changed_runtime, changed_style, edition
from tools.server import Host, SiteServer
from tools.site import POLICY

pytestmark = pytest.mark.offline


def kept(page: Page) -> None:
    """Waits until the site says that it is ready for offline use."""
    until(page, "document.documentElement.dataset.offline === 'ready'")


def visit(page: Page, site: SiteServer) -> None:
    """Opens the site, waits for the engine and until everything is kept."""
    page.goto(site.address)
    ready(page)
    kept(page)


def caches_of(page: Page) -> dict[str, list[str]]:
    """Returns the addresses in each cache, without revisions."""
    found: dict[str, list[str]] = page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(
            async (name) => [name, (await (await caches.open(name)).keys()).map(
                ({ url }) => url.replace(/\\?.*/, ''))])))"""
    )
    return found


def precached(page: Page) -> list[str]:
    """Returns the addresses that are kept for offline use."""
    (files,) = (urls for name, urls in caches_of(page).items() if "precache" in name)
    return files


def wait_for(page: Page, happened: Callable[[], bool]) -> None:
    """Waits until something happens on this side of the connection."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end
        page.wait_for_timeout(20)


NOTHING_NEW = """navigator.serviceWorker.getRegistration().then(
    (found) => !found || (!found.installing && !found.waiting))"""


def play(page: Page) -> str:
    """Plays the first move that the page offers; returns the counter of moves."""
    before = int(page.locator('[data-count="moves"]').text_content() or "")
    page.keyboard.press("Escape")
    page.locator('[data-action="hint"]').click()
    until(page, "document.querySelector('[data-card][data-hint]')")
    card = page.evaluate("document.querySelector('[data-card][data-hint]').dataset.card")
    pile = page.evaluate("document.querySelector('[data-pile][data-hint]').dataset.pile")
    page.locator(f'[data-card="{card}"]').click(position={"x": 10, "y": 6})
    page.locator(f'[data-pile="{pile}"]').click(position={"x": 12, "y": 8})
    until(page, f"document.querySelector('[data-count=moves]').textContent === '{before + 1}'")
    return str(page.locator('[data-count="moves"]').text_content())


ACCENT = "getComputedStyle(document.documentElement).getPropertyValue('--accent')"


def accent(page: Page) -> str:
    """Returns the colour by which the style sheets of two builds are told apart."""
    return str(page.evaluate(ACCENT))


def accent_at_a_start(context: BrowserContext, address: str) -> str:
    """Opens the site in a page of its own, closes it, and returns what its style sheet was."""
    page = context.new_page()
    page.goto(address)
    ready(page)
    found = accent(page)
    page.close()
    return found


def engine_version(page: Page) -> str:
    """Asks a second engine, started from whatever the page would start from."""
    return str(
        page.evaluate(
            """async () => {
                const main = document.querySelector('script[src$="main.js"]').src;
                const { Engine } = await import(new URL('engine.js', main));
                const engine = new Engine();
                engine.start();
                return (await engine.ask({ intent: 'hello' })).engine;
            }"""
        )
    )


def look_for_update(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")


@pytest.fixture(scope="module")
def next_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build with one byte changed in a .py file, in a style sheet and in the runtime."""
    target = tmp_path_factory.mktemp("next") / "dist"
    return edition(target, changed_engine, changed_style, runtime=changed_runtime)


@pytest.fixture
def release(site: SiteServer) -> Iterator[Any]:
    """Puts another build in the place of the one that is served."""
    root = site.root

    def put(build: Path) -> None:
        site.requests.clear()
        site.root = build

    yield put
    site.root = root


@pytest.fixture
def cut_off(site: SiteServer, complaints: Complaints) -> Any:
    """Makes every request to the server fail, and notes what was asked for."""

    def cut() -> list[str]:
        site.requests.clear()
        site.tamper = lambda _path, _data: None
        complaints.allow("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
        return site.requests

    return cut


def test_everything_works_offline(
    page: Page, site: SiteServer, context: BrowserContext, cut_off: Any
) -> None:
    site.host = Host("/x/", bad_types=True, compress=False, policy=POLICY)
    visit(page, site)
    assert all(path.startswith("/x/") for path in site.requests)
    ahead = page.locator('link[rel=modulepreload][href$="/js/worker.js"]')
    assert ahead.count() == 1
    play(page)
    cut_off()
    context.set_offline(True)
    page.reload()
    ready(page)
    assert page.locator('[data-count="moves"]').text_content() == "1"
    assert ahead.count() == 0  # what is kept need not be asked for ahead
    assert play(page) == "2"
    for name in ("help", "settings"):
        page.evaluate(f"document.querySelector('[data-action={name}]').click()")
        until(page, "document.querySelector('dialog[open]')")
        page.keyboard.press("Escape")
    for language in ("en", "uk"):
        address = address_of(site, f"strings/{language}.json")
        assert page.evaluate("(address) => fetch(address).then((found) => found.ok)", address)

    # The installed app, started from its icon.
    page.close()
    fresh = context.new_page()
    for rest in ("", "index.html", "?source=app", "#deal=bakers-dozen:77"):
        fresh.goto("about:blank")
        fresh.goto(site.address + rest)
        ready(fresh)
    until(fresh, "document.getElementById('game-deal').textContent.includes('77')")


def test_that_it_is_ready_comes_between_no_two_lines(page: Page, site: SiteServer) -> None:
    page.goto(site.address)
    ready(page)
    words = "document.getElementById('live').textContent"
    while not page.evaluate("document.documentElement.dataset.offline === 'ready'"):
        page.keyboard.press("u")
        page.wait_for_timeout(300)
    for _ in range(4):
        page.keyboard.press("u")
        page.wait_for_timeout(300)
        assert "offline" not in page.evaluate(words)
    until(page, f"{words}.includes('Ready to play offline.')")


def test_an_update_waits_for_consent(
    page: Page, site: SiteServer, release: Any, next_build: Path
) -> None:
    visit(page, site)
    play(page)
    play(page)
    style, here = accent(page), page.evaluate("performance.timeOrigin")
    release(next_build)
    look_for_update(page)
    notice = page.locator('#notice[data-kind="update"]')
    notice.wait_for()
    # The old page goes on undisturbed with its own files, of which the host has none any more.
    assert page.evaluate("performance.timeOrigin") == here
    assert accent(page) == style
    assert engine_version(page) == "1.0.0"
    # Who puts the notice away, as playing on does here, is asked when the page is looked at again.
    assert play(page) == "3"
    notice.wait_for(state="hidden")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    notice.wait_for()

    notice.locator("button.main").click()
    until(page, f"performance.timeOrigin !== {here}")
    ready(page)
    assert accent(page) != style
    assert engine_version(page) == "1.0.1"
    assert page.locator('[data-count="moves"]').text_content() == "3"
    page.locator('[data-action="undo"]').click()
    until(page, "document.querySelector('[data-count=moves]').textContent === '2'")
    fetched = {path.split("/")[-1] for path in site.requests if "/runtime/" in path}
    assert sorted(name.split("-")[0] for name in fetched) == ["engine", "pyodide"]
    files = precached(page)
    assert len({re.search(r"app-\w+", url)[0] for url in files if "app-" in url}) == 1  # type: ignore[index]
    assert len([url for url in files if "/runtime/engine-" in url]) == 1


def test_an_update_that_fails_midway_changes_nothing_and_comes_with_a_later_start(
    page: Page,
    site: SiteServer,
    context: BrowserContext,
    release: Any,
    next_build: Path,
    complaints: Complaints,
) -> None:
    complaints.allow("Failed to load resource", "ERR_INTERNET_DISCONNECTED", "bad-precaching")
    visit(page, site)
    style = accent(page)
    release(next_build)
    # A host that answers with its front page where a file is missing.
    site.host = Host(html_for_missing=True)
    site.tamper = lambda path, data: None if path.endswith("/js/worker.js") else data
    look_for_update(page)
    until(page, NOTHING_NEW)
    assert any(path.endswith("/js/worker.js") for path in site.requests)
    context.set_offline(True)
    page.reload()
    ready(page)
    assert accent(page) == style

    context.set_offline(False)
    site.tamper = lambda _path, data: data
    look_for_update(page)
    page.locator('#notice[data-kind="update"]').wait_for()
    page.close()
    # The browser changes workers some time after the last page has gone, not in that instant.
    starts = (accent_at_a_start(context, site.address) for _ in range(20))
    assert any(found != style for found in starts)


def test_a_page_in_place_of_a_file_poisons_nothing(
    page: Page, site: SiteServer, context: BrowserContext, complaints: Complaints
) -> None:
    complaints.allow("")
    site.host = Host(html_for_missing=True)
    site.tamper = lambda path, data: None if path.endswith("/strings/uk.json") else data
    page.goto(site.address)
    ready(page)
    wait_for(page, lambda: any(path.endswith("/strings/uk.json") for path in site.requests))
    until(page, NOTHING_NEW)
    assert page.evaluate("document.documentElement.dataset.offline ?? ''") == ""
    assert not any("/strings/uk.json" in url for urls in caches_of(page).values() for url in urls)
    site.tamper = lambda _path, data: data
    page.reload()
    ready(page)
    kept(page)


def test_what_is_kept_serves_a_page_past_the_service_worker(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    complaints.allow("Failed to load resource")
    visit(page, site)
    until(page, "performance.getEntriesByName('engine-settled').length")

    def without_runtime(path: str, data: bytes | None) -> bytes | None:
        if path.startswith("runtime/"):
            raise ConnectionError
        return data

    site.tamper = without_runtime
    site.requests.clear()
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.unregister())")
    page.reload()
    ready(page)
    boot = "performance.getEntriesByName('engine-ready').map(({ detail }) => detail)"
    assert page.evaluate(boot)[0] in {"snapshot", "library"}
    for kind in (".bin", ".js"):
        assert any("/runtime/" in path and path.endswith(kind) for path in site.requests)


DAMAGE = """async (pattern) => {
    sessionStorage.clear();
    let damaged = 0;
    for (const name of await caches.keys()) {
        if (!name.includes('precache')) continue;
        const cache = await caches.open(name);
        for (const key of await cache.keys()) {
            if (!new RegExp(pattern).test(key.url)) continue;
            const response = await cache.match(key);
            const bytes = new Uint8Array(await response.arrayBuffer());
            bytes.fill(0x7b, bytes.length >> 1);
            await cache.put(key, new Response(bytes, response));
            damaged++;
        }
    }
    return damaged;
}"""


def test_damaged_entries_are_noticed_and_mended(
    page: Page, site: SiteServer, context: BrowserContext, complaints: Complaints
) -> None:
    complaints.allow("")
    visit(page, site)
    entries = len(precached(page))
    for pattern in (r"\.bin$", r"/js/worker\.js$", r"/js/main\.js$", r"\.html|first\.js", "."):
        assert page.evaluate(DAMAGE, pattern), pattern
        page.goto("about:blank")
        page.goto(site.address)
        until(page, "performance.getEntriesByName('engine-answer').length", 30)
        ready(page)
        kept(page)
        wait_for(page, lambda: len(precached(page)) == entries)
    context.set_offline(True)
    page.reload()
    ready(page)


WITHIN = "document.querySelectorAll('head > style').length"
ASKED_FOR = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))"


@pytest.mark.parametrize("policy", ["", POLICY], ids=["without a policy", "with one"])
def test_later_visits_find_what_they_need_first_within_the_page(
    page: Page, site: SiteServer, complaints: Complaints, policy: str
) -> None:
    """What a host's own policy forbids to stand within the page comes beside it."""
    site.host = Host(policy=policy)
    visit(page, site)
    assert page.evaluate(WITHIN) == 0
    page.reload()
    ready(page)
    asked_for = set(page.evaluate(ASKED_FOR))
    beside = {"site.css", "first.js"}
    assert page.evaluate(WITHIN) == (0 if policy else 1)
    assert asked_for & beside == (beside if policy else set())
    # The page allows the one script and the one style sheet that it brings, no other.
    complaints.allow("Content Security Policy")
    added = """(kind) => {
        const element = document.createElement(kind);
        element.append(kind === 'style' ? 'html { --got-in: 1 }' : 'globalThis.gotIn = true');
        document.head.append(element);
        const style = getComputedStyle(document.documentElement);
        return globalThis.gotIn || style.getPropertyValue('--got-in') !== '';
    }"""
    assert not page.evaluate(added, "script")
    assert not page.evaluate(added, "style")
    # Where the page of later visits is damaged, the other one is there.
    assert page.evaluate(DAMAGE, "/later.html") == 1
    page.reload()
    ready(page)
    assert page.evaluate(WITHIN) == 0


def test_two_installs_do_not_touch_each_other(
    page: Page,
    built: Path,
    next_build: Path,
    context: BrowserContext,
    tmp_path: Path,
    complaints: Complaints,
) -> None:
    complaints.allow("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
    shutil.copytree(built, tmp_path / "top")
    shutil.copytree(built, tmp_path / "top" / "other")
    with serving(SiteServer(tmp_path / "top")) as server:
        other = f"{server.address}other/"
        for address in (server.address, other):
            page.goto(address)
            ready(page)
            kept(page)
        play(page)
        ids = []
        for address in (server.address, other):
            page.goto(address)
            ready(page)
            ids.append(context.new_cdp_session(page).send("Page.getAppId")["appId"])
        assert ids == [server.address, other]
        before = {name: urls for name, urls in caches_of(page).items() if name.endswith("/other/")}
        assert before

        # The top one is updated; the other knows nothing of it.
        page.goto(server.address)
        ready(page)
        assert page.locator('[data-count="moves"]').text_content() == "0"
        for part in next_build.iterdir():
            if part.is_dir():
                shutil.copytree(part, tmp_path / "top" / part.name, dirs_exist_ok=True)
            else:
                shutil.copyfile(part, tmp_path / "top" / part.name)
        look_for_update(page)
        notice = page.locator('#notice[data-kind="update"]')
        notice.wait_for()
        style = accent(page)
        notice.locator("button.main").click()
        until(page, f"({ACCENT}) !== '{style}'")
        ready(page)
        now = {name: urls for name, urls in caches_of(page).items() if name.endswith("/other/")}
        assert now == before
    context.set_offline(True)
    page.goto(other)
    ready(page)
    assert accent(page) == style
    assert page.locator('[data-count="moves"]').text_content() == "1"


def test_the_browser_finds_it_installable(
    page: Page, site: SiteServer, context: BrowserContext
) -> None:
    site.host = Host("/games/x/", bad_types=True)
    page.goto(site.address)
    ready(page)
    protocol = context.new_cdp_session(page)
    manifest = protocol.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["startUrl"] == site.address
    assert manifest["manifest"]["scope"] == site.address
    found = protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The profile of a test counts as private browsing, in which nothing is installed.
    assert {error["errorId"] for error in found} <= {"in-incognito"}


@pytest.mark.parametrize("shortcut", ["daily", "new"])
def test_the_shortcuts_open_games(page: Page, site: SiteServer, shortcut: str) -> None:
    manifest = json.loads((site.root / "manifest.json").read_text("utf-8"))
    addresses = [entry["url"] for entry in manifest["shortcuts"]]
    (address,) = (url for url in addresses if url.endswith(f"#{shortcut}"))
    page.goto(site.address + address.removeprefix("./"))
    ready(page)
    until(page, "document.querySelectorAll('[data-card]').length === 52")
    started = {"daily": "#daily=", "new": "#deal=bakers-dozen:"}[shortcut]
    assert page.evaluate("location.hash").startswith(started)
    assert page.evaluate("document.getElementById('toast').hidden")
