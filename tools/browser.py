"""Finding a browser for the tests: the one that is installed, else one that can be."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.console import Trouble, run, say
from tools.venv import python

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)
_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
_PLACES = (
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)
_DOWNLOADS = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")


def flags() -> list[str]:
    """Returns the flags that keep the browser quiet and let it run as root."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*FLAGS, *(["--no-sandbox"] if as_root else [])]


def find_browser() -> Path | None:
    """Returns an installed Chromium or Chrome, or None. CHROMIUM in the environment goes first."""
    return next((path for path in _candidates() if path.is_file()), None)


def ensure_browser() -> Path:
    """Returns a browser, installing one where that can be done without asking anybody."""
    if found := find_browser():
        return found
    for install in (_install_by_playwright, _install_by_apt):
        install()
        if found := find_browser():
            return found
    raise Trouble(
        "No Chromium or Chrome was found and none could be installed. Install one (Debian:"
        " apt install chromium), or name it: CHROMIUM=/path/to/chrome python3 build.py test"
    )


def _candidates() -> Iterator[Path]:
    named = os.environ.get("CHROMIUM")
    if named:
        yield Path(named)
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            yield Path(found)
    yield from map(Path, _PLACES)
    home = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache/ms-playwright"))
    for pattern in _DOWNLOADS:
        yield from sorted(home.glob(pattern), reverse=True)


def _install_by_playwright() -> None:
    say("No browser found; trying Playwright's own …")
    command = [python(), "-m", "playwright", "install", "chromium"]
    try:
        subprocess.run(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=300,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        say("Playwright could not install one.")


def _install_by_apt() -> None:
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not (as_root and shutil.which("apt-get")):
        return
    say("Installing Debian's chromium …")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    missing = "apt-get could not install chromium; is the network up?"
    run(["apt-get", "update", "-q"], otherwise=missing, env=quiet, quiet=True)
    run(
        ["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"],
        otherwise=missing,
        env=quiet,
        quiet=True,
    )
