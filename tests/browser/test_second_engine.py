"""The smoke test in other browsers' engines: boot, play, undo, hint, and all that without a host.

Firefox is driven through geckodriver, WebKit (GTK's MiniBrowser) through WebKitWebDriver on a
screen of its own. Both speak the same protocol, a few requests of JSON, so nothing needs to be
installed for it but the browsers and drivers themselves:

    apt install firefox-esr webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb

and a `geckodriver` on the path, or named by GECKODRIVER. What is missing is skipped and says so.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tools.server import SiteServer

PATIENCE_S = 90
MINI_BROWSERS = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Driven:
    """A browser that is driven by requests of the WebDriver protocol."""

    def __init__(self, port: int, capabilities: dict[str, Any]) -> None:
        self._base = f"http://127.0.0.1:{port}"
        self._await_driver()
        wanted = {"capabilities": {"alwaysMatch": capabilities}}
        self._session = self._ask("POST", "/session", wanted)["sessionId"]

    def _await_driver(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._ask("GET", "/status")
                return
            except OSError:
                assert time.monotonic() < end, "the driver did not start"
                time.sleep(0.1)

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode(errors="replace")[:500]) from None

    def open(self, address: str) -> None:
        self._ask("POST", f"/session/{self._session}/url", {"url": address})

    def run(self, script: str) -> Any:
        """Runs the body of a function in the page and returns what it returns."""
        body = {"script": script, "args": []}
        return self._ask("POST", f"/session/{self._session}/execute/sync", body)

    def until(self, expression: str) -> Any:
        end = time.monotonic() + PATIENCE_S
        while not (value := self.run(f"return {expression}")):
            assert time.monotonic() < end, f"never became true: {expression}"
            time.sleep(0.1)
        return value

    def click(self, selector: str) -> None:
        """Clicks near the upper left corner of an element, as a mouse does."""
        at = self.run(
            f"const box = document.querySelector({selector!r}).getBoundingClientRect();"
            "return [Math.round(box.x + 12), Math.round(box.y + 7)];"
        )
        steps = [
            {"type": "pointerMove", "duration": 0, "x": at[0], "y": at[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        mouse["parameters"] = {"pointerType": "mouse"}
        self._ask("POST", f"/session/{self._session}/actions", {"actions": [mouse]})

    def quit(self) -> None:
        self._ask("DELETE", f"/session/{self._session}")


@contextmanager
def started(*command: str | Path, **environment: str) -> Iterator[None]:
    """Runs a program beside the test."""
    program = subprocess.Popen(
        [str(word) for word in command],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        program.terminate()
        program.wait(10)


def needed(what: str, *places: str | Path | None) -> Path:
    """Returns the first place that there is; skips the test when there is none."""
    for place in places:
        found = place and shutil.which(str(place))
        if found:
            return Path(found)
    return pytest.skip(f"{what} is not installed")


@contextmanager
def firefox(tmp_path: Path) -> Iterator[Driven]:
    browser = needed("Firefox", "firefox-esr", "firefox")
    driver = needed("geckodriver", os.environ.get("GECKODRIVER"), "geckodriver")
    port = free_port()
    options = {"binary": str(browser), "args": ["-headless"]}
    with started(driver, "--port", str(port), HOME=str(tmp_path), MOZ_HEADLESS="1"):
        driven = Driven(port, {"moz:firefoxOptions": options})
        yield driven
        driven.quit()


@contextmanager
def webkit(tmp_path: Path) -> Iterator[Driven]:
    driver = needed("WebKitWebDriver", "WebKitWebDriver")
    browser = needed("WebKit's MiniBrowser", *MINI_BROWSERS)
    screen = needed("Xvfb", "Xvfb")
    display, port = f":{90 + os.getpid() % 900}", free_port()
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "DISPLAY": display}
    # As root there are no user namespaces for its sandbox to be made of.
    home |= {
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    }
    options = {"binary": str(browser), "args": ["--automation"]}
    with (
        started(screen, display, "-screen", "0", "1280x800x24"),
        started(driver, f"--port={port}", **home),
    ):
        driven = Driven(port, {"webkitgtk:browserOptions": options})
        yield driven
        driven.quit()


MOVES = "Number(document.querySelector('[data-count=moves]').textContent)"
OPEN = "document.querySelector('[data-card][data-open]')"
READY = "document.documentElement.dataset.engine === 'ready'"


def smoke(driven: Driven) -> None:
    """Takes a hint, plays it, and takes it back."""
    driven.until(READY)
    driven.until(f"document.querySelectorAll('[data-card]').length === 52 && {OPEN}")
    at = driven.run(f"return {MOVES}")
    driven.click('[data-action="hint"]')
    hint = "document.querySelector('[data-card][data-hint]')?.dataset.card"
    card = driven.until(hint)
    pile = driven.run("return document.querySelector('[data-pile][data-hint]').dataset.pile")
    driven.click(f'[data-card="{card}"]')
    driven.click(f'[data-pile="{pile}"]')
    driven.until(f"{MOVES} === {at + 1}")
    driven.click('[data-action="undo"]')
    driven.until(f"{MOVES} === {at}")
    driven.click('[data-action="redo"]')
    driven.until(f"{MOVES} === {at + 1}")


@pytest.mark.parametrize("engine", [firefox, webkit], ids=["firefox", "webkit"])
def test_the_game_is_played_with_and_without_its_host(
    engine: Any, site: SiteServer, tmp_path: Path
) -> None:
    with engine(tmp_path) as driven:
        driven.open(f"{site.address}#deal=bakers-dozen:1")
        smoke(driven)
        driven.until("document.documentElement.dataset.offline === 'ready'")
        driven.until("performance.getEntriesByName('engine-settled').length")
        # From now on the host answers nothing at all.
        site.requests.clear()

        def gone(path: str, data: bytes | None) -> bytes | None:
            raise ConnectionError

        site.tamper = gone
        driven.open("about:blank")
        driven.open(f"{site.address}#deal=bakers-dozen:1")
        driven.until(READY)
        driven.until(f"{MOVES} === 1")
        smoke(driven)
        assert driven.run(f"return {MOVES}") == 2
        (mark,) = driven.run(
            "return performance.getEntriesByName('engine-ready').map(({ detail }) => detail)"
        )
        assert mark in {"snapshot", "library"}
        # Nothing was taken for damaged.
        assert driven.run("return sessionStorage.getItem('bakersdozen:rescued')") is None
        driven.run("globalThis.before = true; location.reload()")
        driven.until(f"!globalThis.before && {READY} && {MOVES} === 2")
