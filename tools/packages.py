"""The packages from npm: the runtime, card art, icons and checkers, pinned by the lock file."""

from __future__ import annotations

import shutil
from pathlib import Path

from tools.console import ROOT, Trouble, run, say
from tools.files import digest_of

MODULES = ROOT / "node_modules"
_LOCK = ROOT / "package-lock.json"
_STAMP = MODULES / ".installed"  # the hash of the lock file that was followed to its end


def ensure_packages() -> None:
    """Installs what the lock file says, unless that has been done."""
    wanted = digest_of([_LOCK])
    if _STAMP.exists() and _STAMP.read_text("utf-8") == wanted:
        return
    for program in ("node", "npm"):
        if not shutil.which(program):
            raise Trouble(
                f"`{program}` was not found. The site needs Node 20 or later with npm"
                " (Debian: apt install nodejs npm)."
            )
    say("Installing the pinned packages (npm ci) …")
    run(
        ["npm", "ci", "--no-audit", "--no-fund"],
        otherwise="npm could not install the pinned packages; is the network up?",
        quiet=True,
    )
    _STAMP.write_text(wanted, "utf-8")


def package(name: str) -> Path:
    """Returns the directory of an installed package."""
    found = MODULES / name
    if not found.is_dir():
        raise Trouble(f"The package {name} is missing from node_modules; delete it and try again.")
    return found


def tool(name: str) -> Path:
    """Returns the path of a program that a package brings."""
    return MODULES / ".bin" / name
