"""The page's modules: what each needs is named early, so that nothing is fetched in a long row.

A browser learns of a module's imports only when the module has come. On a slow line each
level of imports costs a round trip; so the page preloads all that main.js will need, and
the worker's first lines name everything below it.
"""

from __future__ import annotations

import re
from pathlib import Path

_STATIC_IMPORT = re.compile(r"^(?:import|export)\b[^'\";]*?['\"](\.[^'\"]+)['\"]", re.MULTILINE)


def needed_by(entry: Path) -> list[Path]:
    """Returns the modules that one imports, directly or not, nearest first; without itself."""
    found: list[Path] = []
    waiting = [entry]
    while waiting:
        module = waiting.pop(0)
        for name in _STATIC_IMPORT.findall(module.read_text("utf-8")):
            needed = (module.parent / name).resolve()
            if needed not in found and needed != entry.resolve():
                found.append(needed)
                waiting.append(needed)
    return found


def flatten(entry: Path) -> None:
    """Writes the imports of the whole tree into the first lines of its root."""
    home = entry.parent.resolve()
    lines = [f"import './{path.relative_to(home).as_posix()}';\n" for path in needed_by(entry)]
    entry.write_text("".join(lines) + entry.read_text("utf-8"), "utf-8")
