"""`build.py sheet`: a contact sheet of the built site, to be looked at.

Every screen is shot in both themes, with the table, a card picked up, a notice and a panel;
build/sheet/index.html shows them side by side. Nothing of it is committed.
"""

from __future__ import annotations

import argparse
import html
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tools.browser import ensure_browser, flags
from tools.console import DIST, ROOT, say
from tools.server import SiteServer

SCREENS = (
    (320, 568),
    (360, 640),
    (390, 844),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
)
THEMES = ("light", "dark")
TARGET = ROOT / "build" / "sheet"
GAMES = {"table": "#deal=bakers-dozen:1", "flower-garden": "#deal=flower-garden:8"}
_SETTLED = "document.getAnimations().every(({ playState }) => playState !== 'running')"
_READY = "document.documentElement.dataset.engine === 'ready'"
_STYLE = """
body { margin: 1rem; background: #777; color: #fff; font: 14px system-ui; }
section { display: flex; flex-wrap: wrap; gap: 10px; align-items: flex-start; }
figure { margin: 0; } img { display: block; max-width: 100%; height: 420px; }
"""


def shoot(browser: Browser, address: str, size: tuple[int, int], theme: str, language: str) -> None:
    """Takes the pictures of one screen in one theme."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        locale=language,
    )
    page = context.new_page()
    for name, game in GAMES.items():
        page.goto(address + game)
        _wait(page, _READY)
        _keep(page, size, theme, name)
    page.goto(address + GAMES["table"])
    _wait(page, _READY)
    page.locator('[data-card="AC"]').click()
    _keep(page, size, theme, "picked")
    page.keyboard.press("Escape")
    page.locator("#sign").click()
    _keep(page, size, theme, "notice")
    page.evaluate("document.querySelector('[data-action=settings]').click()")
    page.locator("dialog[open]").wait_for()
    _keep(page, size, theme, "settings")
    context.close()


def _wait(page: Page, condition: str) -> None:
    for _ in range(600):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise TimeoutError(condition)


def _keep(page: Page, size: tuple[int, int], theme: str, name: str) -> None:
    page.wait_for_timeout(150)
    _wait(page, _SETTLED)
    page.screenshot(path=TARGET / f"{size[0]}x{size[1]}-{theme}-{name}.png")


def write_index() -> Path:
    """Writes the page that shows all pictures; returns its path."""
    parts = []
    for width, height in SCREENS:
        shots = sorted(TARGET.glob(f"{width}x{height}-*.png"))
        figures = "".join(
            f'<figure><img src="{html.escape(shot.name)}" alt=""><figcaption>'
            f"{html.escape(shot.stem)}</figcaption></figure>"
            for shot in shots
        )
        parts.append(f"<h2>{width} × {height}</h2><section>{figures}</section>")
    index = TARGET / "index.html"
    index.write_text(
        f"<!doctype html><meta charset='utf-8'><title>Contact sheet</title>"
        f"<style>{_STYLE}</style>{''.join(parts)}",
        "utf-8",
    )
    return index


def main(arguments: Sequence[str]) -> int:
    """Makes the sheet from dist/ and returns the exit code."""
    parser = argparse.ArgumentParser(prog="build.py sheet", description=__doc__)
    parser.add_argument("--language", default="en", help="a language of strings/")
    options = parser.parse_args(arguments)
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.glob("*.png"):
        old.unlink()
    server = SiteServer(DIST)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(ensure_browser()), args=flags())
        for size in SCREENS:
            for theme in THEMES:
                shoot(browser, server.address, size, theme, options.language)
        browser.close()
    server.shutdown()
    say(f"The contact sheet is {write_index()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
