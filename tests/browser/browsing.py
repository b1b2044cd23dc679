"""Helpers of the browser tests: waiting, listening for complaints, serving."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Playwright

from tools.browser import ensure_browser, flags
from tools.server import SiteServer

PATIENCE_S = 60
SLOW = float(os.environ.get("SLOW", "1"))
# What crosses to the worker and what follows the closing of a dialog is late, in its order.
_LATE = """((late) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...given) {
        setTimeout(() => post.apply(this, given), late);
    };
    addEventListener('close', (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        setTimeout(() => event.target.dispatchEvent(new Event('close')), late);
    }, true);
})(%d)"""


class Complaints:
    """What the page complained about, and what it may complain about."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        # Pages that name no icon, as the tests' bare ones, make browsers look there.
        self._allowed = ["/favicon.ico"]

    def allow(self, *parts: str) -> None:
        """Lets pass every complaint that contains one of these texts."""
        self._allowed += parts

    def listen(self, page: Page) -> None:
        """Hears what a page, opened by whomever, complains about."""
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.heard.append(f"uncaught: {error}"))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            where = message.location.get("url", "")
            self.heard.append(f"console: {message.text} ({where})")

    def unexpected(self) -> list[str]:
        """Returns the complaints that nobody allowed."""
        return [text for text in self.heard if not any(part in text for part in self._allowed)]


def until(page: Page, expression: str, patience: float = PATIENCE_S) -> Any:
    """Returns the value of a JavaScript expression as soon as it is truthy.

    A page that is loaded anew in the meantime is asked again. What takes long is asked for less
    often: each question costs the page some of the time that it needs.
    """
    end = time.monotonic() + patience
    pause = 10.0
    while True:
        try:
            if value := page.evaluate(expression):
                return value
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
        if time.monotonic() > end:
            raise AssertionError(f"never became true: {expression}")
        page.wait_for_timeout(pause)
        pause = min(pause * 1.3, 80)


def ready(page: Page) -> None:
    """Waits until the engine has started."""
    until(page, "document.documentElement.dataset.engine !== 'booting'")
    assert page.evaluate("document.documentElement.dataset.engine") == "ready"


def slow_down(context: BrowserContext) -> None:
    """Makes the profile's pages as slow as SLOW in the environment asks for."""
    if SLOW <= 1:
        return

    def brake(page: Page) -> None:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})

    context.on("page", brake)
    context.add_init_script(_LATE % (SLOW * 40))


def speaking(page: Page, language: str) -> None:
    """Makes a language the player's choice before the page is opened."""
    page.add_init_script(
        "localStorage.setItem('bakersdozen:/:settings', "
        f"JSON.stringify({{ language: '{language}' }}))"
    )


def address_of(site: SiteServer, path: str) -> str:
    """Returns the address of one of the page's own files, which each build keeps elsewhere."""
    (app,) = site.root.glob("app-*")
    return f"{site.address}{app.name}/{path}"


def hold_back(site: SiteServer, *parts: str) -> threading.Event:
    """Lets files whose path has any of these parts wait for the event, 30 s at most."""
    go = threading.Event()

    def hold(path: str, data: bytes | None) -> bytes | None:
        if any(part in path for part in parts):
            go.wait(30)
        return data

    site.tamper = hold
    return go


@contextmanager
def launched(playwright: Playwright, *more: str) -> Iterator[Browser]:
    """Runs a browser, with more flags than it always gets, for the time of a with block."""
    path = str(ensure_browser())
    browser = playwright.chromium.launch(executable_path=path, args=[*flags(), *more])
    yield browser
    browser.close()


@contextmanager
def serving(server: SiteServer) -> Iterator[SiteServer]:
    """Runs a server in the background for the time of a with block."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
