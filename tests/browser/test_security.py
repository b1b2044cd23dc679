"""What gets in and what goes out: a strict policy, no other host, no markup from outside."""

from __future__ import annotations

import gzip
import io
import json
import re
import socketserver
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from browsing import Complaints, ready, until
from days import before, day_of, slot
from table import opened, piles
from test_access import faults
from tools.about import PARTS
from tools.browser import ensure_browser, flags
from tools.console import ROOT
from tools.server import SiteServer
from tools.site import POLICY

MARKUP = "<img src=x onerror=\"document.title='pwned'\"><b id=evil>"
TODAY = "2026-11-30"
PANELS = ("games", "daily", "statistics", "settings", "help", "about", "import", "export")
still = pytest.mark.context(reduced_motion="reduce")

# --- the policy ------------------------------------------------------------------------------


def test_the_policy_stands_before_anything_that_it_binds(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    assert POLICY == "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
    assert page.count("http-equiv") == 1
    first = min(page.index(tag) for tag in ("<script", "<link", "<style", "<img") if tag in page)
    assert page.index(meta) < first


def test_no_handler_style_or_script_is_inline(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    assert not re.findall(r"<[^>]*\s(?:on[a-z]+|style)\s*=", page)
    assert "javascript:" not in page
    for script in re.findall(r"<script\b[^>]*>", page):
        assert "src=" in script or 'type="application/json"' in script
    # Nor can one come to be: nothing makes elements or programs of texts.
    makers = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|setHTML"
        r"|\beval\(|new Function|createContextualFragment|DOMParser"
    )
    for path in built.glob("app-*/js/**/*.js"):
        assert not makers.findall(path.read_text("utf-8")), path


def open_panel(page: Page, name: str) -> None:
    """Gives a command as its button does, and waits for its panel."""
    if name == "about":
        open_panel(page, "help")
        page.locator("dialog [data-action=about]").click()
        page.locator("dialog [data-part]").first.wait_for()
        return
    page.evaluate(f"document.querySelector('[data-action={name}]').click()")
    page.locator("dialog[open]").wait_for()


def shut(page: Page) -> None:
    """Closes every open dialog."""
    while page.locator("dialog").count():
        page.keyboard.press("Escape")
        page.wait_for_timeout(20)


def a_whole_visit(page: Page, site: SiteServer) -> None:
    """Does whatever the page can do, from the first visit to a start without a network."""
    day = day_of(TODAY)
    page.goto(site.address)
    ready(page)
    opened(page)
    for name in PANELS:
        open_panel(page, name)
        shut(page)
    page.locator('[data-action="hint"]').click()
    until(page, "document.querySelector('[data-card][data-hint]')")
    page.evaluate("location.hash = '#position=bakers-dozen:KC/KD/KH/KS CQDQHQSQ'")
    until(page, "document.querySelectorAll('[data-pile=C] [data-card]').length === 12")
    page.locator('[data-action="finish"]').click()
    until(page, "document.querySelector('[data-status]').dataset.status === 'won'")
    page.evaluate("(code) => { location.hash = `#result=${code}`; }", day.code)
    page.locator("[data-result=watch]").wait_for()
    shut(page)
    until(page, "document.documentElement.dataset.offline === 'ready'")
    until(page, "performance.getEntriesByName('engine-settled').length")
    page.reload()
    ready(page)


# --- other hosts -----------------------------------------------------------------------------


class Listener(socketserver.ThreadingTCPServer):
    """Stands for the whole internet beyond our own host, and notes who calls."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Call)
        self.calls: list[str] = []


class _Call(socketserver.StreamRequestHandler):
    server: Listener

    def handle(self) -> None:
        self.server.calls.append(self.rfile.readline().decode(errors="replace").strip())


@pytest.fixture
def internet() -> Iterator[Listener]:
    listener = Listener()
    thread = threading.Thread(target=listener.serve_forever, daemon=True)
    thread.start()
    yield listener
    listener.shutdown()
    listener.server_close()


@pytest.fixture
def walled(browser: Browser, options: dict[str, Any], internet: Listener) -> Iterator[Any]:
    """A profile for which every host but our own is the listener: workers' requests as well.

    Its browser is one of its own, which asks its maker nothing about forms.
    """
    made = browser.browser_type.launch(
        executable_path=str(ensure_browser()),
        args=[*flags(), "--disable-features=AutofillServerCommunication"],
    )
    proxy = {"server": f"127.0.0.1:{internet.server_address[1]}", "bypass": "127.0.0.1"}
    yield made.new_context(**options, proxy=proxy)
    made.close()


@still
@pytest.mark.offline
def test_a_whole_visit_asks_no_other_host_and_breaks_no_policy(
    walled: BrowserContext, internet: Listener, site: SiteServer, complaints: Complaints
) -> None:
    page = walled.new_page()
    complaints.listen(page)
    page.add_init_script("""
        globalThis.broken = [];
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
            broken.push([violatedDirective, blockedURI]));
    """)
    a_whole_visit(page, site)
    assert page.evaluate("broken") == []
    assert internet.calls == []
    assert complaints.unexpected() == []
    # Both guards are awake: what the policy forbids is noticed, and who asks another host is heard.
    complaints.allow("Content Security Policy", "ERR_", "inline style")
    page.evaluate("() => { document.body.setAttribute('style', 'color: red'); }")
    assert until(page, "broken.length")
    with pytest.raises(Error):
        page.goto("http://other.example/")
    assert any("other.example" in call for call in internet.calls)


# --- what comes from outside -----------------------------------------------------------------


def harmless(page: Page) -> None:
    """Asserts that no text became markup or program."""
    page.wait_for_timeout(50)
    assert page.evaluate("document.querySelectorAll('img[src=x], #evil').length") == 0
    assert "pwned" not in page.title()


@still
def test_addresses_bring_no_markup(page: Page, site: SiteServer) -> None:
    page.goto(site.address + "#deal=bakers-dozen:1")
    ready(page)
    opened(page)
    table = piles(page)
    for form in (
        "#{}",
        "#deal={}:1",
        "#deal=bakers-dozen:{}",
        "#deal=custom;columns={}:1",
        "#daily={}",
        "#position=bakers-dozen:{}",
        "#result={}",
    ):
        for text in (MARKUP, quote(MARKUP)):
            page.evaluate("document.getElementById('toast').hidden = true")
            page.evaluate("(address) => { location.hash = address; }", form.format(text))
            until(page, "document.querySelector('dialog .wrong, #toast:not([hidden])')")
            harmless(page)
            shut(page)
            assert piles(page) == table


@still
def test_names_and_texts_bring_no_markup(page: Page, site: SiteServer) -> None:
    """What a file, a link or another tab may have put into the store is shown as it is."""
    parameters = {"columns": [4] * 13, "space": "king", "cells": 1}
    key, kept = slot(day_of(TODAY))
    code = day_of(TODAY).code
    before(
        page,
        ("name", MARKUP),
        ("custom", [{"name": MARKUP, "parameters": parameters}]),
        (f"table:{TODAY}:{code}", {"name": MARKUP, "code": code}),
        (key, kept),
    )
    page.goto(site.address)
    ready(page)
    opened(page)
    for name in PANELS:
        open_panel(page, name)
        harmless(page)
        shut(page)
    open_panel(page, "games")
    assert page.locator("dialog").get_by_text(MARKUP).count()
    shut(page)
    open_panel(page, "import")
    page.locator("dialog textarea").fill(MARKUP)
    page.locator("dialog button.main").click()
    until(page, "document.querySelector('dialog .wrong:not([hidden])')")
    harmless(page)


# --- what is shipped -------------------------------------------------------------------------


def test_every_dependency_is_pinned_with_its_hash() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    for name, entry in lock["packages"].items():
        assert name == "" or entry["integrity"].startswith("sha512-"), name
    named = json.loads((ROOT / "package.json").read_text("utf-8"))
    for version in (named["dependencies"] | named["devDependencies"]).values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines():
        assert line.startswith("#") or re.match(r"[a-z0-9-]+==[0-9.]+", line), line


def test_what_is_shipped_tells_nothing_of_where_it_was_made(built: Path) -> None:
    secret = re.compile(
        rb"BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30}|eyJhbGciOi"
    )
    homes = re.compile(re.escape(str(ROOT).encode()) + rb"|/root/|/Users/")
    looked_at = 0
    for path in sorted(built.rglob("*")):
        # What others wrote and built is theirs; the engine inside runtime/ is ours.
        others = path.relative_to(built).parts[0] in {"plain", "workbox"}
        others |= path.name.startswith(("wasm-", "library-", "pyodide-"))
        if path.is_dir() or others:
            continue
        data = path.read_bytes()
        if path.suffix == ".bin":
            with zipfile.ZipFile(io.BytesIO(gzip.decompress(data))) as engine:
                data = b"".join(engine.read(name) for name in engine.namelist())
        looked_at += 1
        assert not secret.search(data), path
        assert not homes.search(data), path
    assert looked_at > 50
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and path.resolve() != Path(__file__).resolve():
            assert not secret.search(path.read_bytes()), name


def test_every_part_has_its_licence(built: Path) -> None:
    named = json.loads((ROOT / "package.json").read_text("utf-8"))["dependencies"]
    names = {part.name.lower() for part in PARTS}
    for dependency in named:
        own = dependency.rsplit("/", 1)[-1]
        assert own in names or own.split("-")[0] in names, dependency
    rows = json.loads((built / "about" / "parts.json").read_text("utf-8"))
    assert [row["id"] for row in rows] == [part.id for part in PARTS]
    for row in rows:
        text = (built / row["text"]).read_text("utf-8")
        assert len(text) > 150, row
        assert row["version"] or row["id"] == "packaging"
    versions = {row["name"]: row["version"] for row in rows}
    assert versions["Pyodide"] == named["pyodide"]
    assert versions["Workbox"] == named["workbox-precaching"]
    # Every wheel that the site carries is the game's own or listed.
    for wheel in (built / "plain").glob("*.whl"):
        assert wheel.name.split("-")[0] in {"bakersdozen", "micropip"}


@still
@pytest.mark.viewport(320, 568)
@pytest.mark.offline
def test_the_terms_can_be_read_without_a_network_in_both_languages(
    page: Page, site: SiteServer, context: BrowserContext, complaints: Complaints
) -> None:
    complaints.allow("ERR_INTERNET_DISCONNECTED", "Failed to load")
    page.goto(site.address)
    ready(page)
    until(page, "document.documentElement.dataset.offline === 'ready'")
    context.set_offline(True)
    page.reload()
    ready(page)
    open_panel(page, "about")
    about = page.locator("dialog").last
    assert "About and licences" in about.inner_text()
    assert about.locator("[data-part]").count() == len(PARTS)
    for number in range(len(PARTS)):
        about.locator("summary").nth(number).click()
        until(page, f"document.querySelectorAll('dialog pre')[{number}].textContent.length > 150")
    shut(page)
    open_panel(page, "settings")
    page.locator("dialog select").filter(has_text="Українська").select_option("uk")
    until(page, "document.documentElement.lang === 'uk'")
    shut(page)
    open_panel(page, "about")
    assert "лишаються в цьому браузері" in page.locator("dialog").last.inner_text()
    body = "[...document.querySelectorAll('dialog .panel-body')].at(-1)"
    assert page.evaluate(f"{body}.scrollWidth <= {body}.clientWidth")
    assert faults(page) == []
