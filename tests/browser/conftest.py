"""The built site in a real browser.

The site is built once a run into a temporary directory and served on a free port; the
browser is started once; each test gets a fresh profile. A test asks for what it needs:

    def test_undo(game: Page) -> None:            # the site, opened, the engine ready
        game.locator('[data-card="QH"]').click()

    def test_first_visit(page: Page, site: SiteServer) -> None:   # nothing opened yet
        page.goto(site.address)

    @pytest.mark.viewport(360, 640)                # default 1280 x 800
    @pytest.mark.language("uk")                    # default "en"
    @pytest.mark.touch                             # a touch screen, and taps
    def test_phone(game: Page) -> None: ...

    @pytest.mark.address("#deal=bakers-dozen:1000")   # what `game` opens, after the site's address
    @pytest.mark.context(reduced_motion="reduce")     # any option of Playwright's new_context
    @pytest.mark.offline                              # kept for offline use, as visits are

Where a test has not that last mark, the service worker is not installed, since each fetches the
whole site once more.

Any console error and any uncaught error fails the test. Where one is expected, say which
before it comes: `complaints.allow("Failed to load resource")` (a part of the text).

`until(page, "document.title === 'x'")` polls: a strict content policy forbids Playwright's
own wait_for_function with a string. `ready(page)` waits for the engine. Both are in browsing.py.
`SLOW=4` in the environment makes the page four times as slow, and late whatever it need not do
at once: a test that reads without waiting shows (docs/TESTING.md).

`site.requests` lists every path that was asked for; `site.tamper` and `site.host` make the
host misbehave (both are put back after each test).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from browsing import SLOW, Complaints, launched, ready, serving, slow_down
from tools.console import DIST
from tools.server import Host, SiteServer
from tools.site import ensure_built

# A page that lives for seconds is not worth optimising its code for, nor a processor's drawing
# in the way of a graphics card: each costs more than it saves.
SPARING = ("--disable-gpu", "--js-flags=--liftoff-only")


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "viewport(width, height): size of the page",
        "language(code): the browser's language",
        "touch: a touch screen",
        "address(rest): what the game fixture opens, after the site's address",
        "context(**options): options of Playwright's new_context",
        "offline: the site is kept for offline use",
    ):
        config.addinivalue_line("markers", line)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site's directory; not to be changed."""
    ensure_built()
    # A copy: another run may build anew meanwhile.
    return Path(shutil.copytree(DIST, tmp_path_factory.mktemp("site") / "dist"))


@pytest.fixture(scope="session")
def served(built: Path) -> Iterator[SiteServer]:
    """The server that all tests share; `site` is the one to ask for."""
    with serving(SiteServer(built)) as server:
        yield server


@pytest.fixture
def site(served: SiteServer) -> Iterator[SiteServer]:
    """The server of the built site, behaving well and with nothing asked for yet."""
    tamper = served.tamper
    served.requests.clear()
    if SLOW > 1:
        served.host = Host(latency=SLOW / 50)
    yield served
    served.tamper = tamper
    served.host = Host()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers of the whole run."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser of the whole run."""
    with launched(playwright, *SPARING) as browser:
        yield browser


@pytest.fixture
def options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The options of the profile, from the test's marks."""
    options: dict[str, Any] = {
        "viewport": {"width": 1280, "height": 800},
        "locale": "en",
        "timezone_id": "Europe/Kyiv",
    }
    if not request.node.get_closest_marker("offline"):
        options["service_workers"] = "block"
    if mark := request.node.get_closest_marker("viewport"):
        options["viewport"] = dict(zip(("width", "height"), mark.args, strict=True))
    if mark := request.node.get_closest_marker("language"):
        options["locale"] = mark.args[0]
    if request.node.get_closest_marker("touch"):
        options |= {"has_touch": True, "is_mobile": True}
    if mark := request.node.get_closest_marker("context"):
        options |= mark.kwargs
    return options


@pytest.fixture
def context(browser: Browser, options: dict[str, Any]) -> Iterator[BrowserContext]:
    """A fresh profile: no storage, no caches, no service worker."""
    context = browser.new_context(**options)
    slow_down(context)
    yield context
    context.close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """What the pages complained about; anything unexpected fails the test."""
    complaints = Complaints()
    yield complaints
    assert complaints.unexpected() == []


@pytest.fixture
def page(context: BrowserContext, complaints: Complaints) -> Page:
    """An empty page that listens for complaints; further pages of the profile do, too."""
    context.on("page", complaints.listen)
    return context.new_page()


@pytest.fixture
def game(page: Page, site: SiteServer, request: pytest.FixtureRequest) -> Page:
    """The site, opened, with the engine ready."""
    mark = request.node.get_closest_marker("address")
    page.goto(site.address + (mark.args[0] if mark else ""))
    ready(page)
    return page
