"""What the site is made of and on which terms: the list that the page shows, and the licences.

`about/parts.json` names every part that is shipped, with its version, as it is installed
here; beside it lies the text of each licence. A package that ships into the site and is
not in the table below fails the tests.
"""

from __future__ import annotations

import json
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.art import NOTICE
from tools.console import ROOT
from tools.packages import package
from tools.runtime import micropip_wheel

_KEPT = ROOT / "licenses"  # of what brings no licence text in its package


@dataclass(frozen=True)
class Part:
    """A part of the site: what it is called, its terms (SPDX), and where it comes from."""

    id: str
    name: str
    license: str
    home: str
    version: Callable[[], str]
    text: Callable[[], str]


def _kept(name: str) -> Callable[[], str]:
    return lambda: (_KEPT / name).read_text("utf-8")


def _in_package(name: str, file: str) -> Callable[[], str]:
    return lambda: (package(name) / file).read_text("utf-8")


def _in_wheel(end: str) -> Callable[[], str]:
    def read() -> str:
        with zipfile.ZipFile(micropip_wheel()) as wheel:
            (member,) = (name for name in wheel.namelist() if name.endswith(end))
            return wheel.read(member).decode()

    return read


def _version(name: str) -> Callable[[], str]:
    return lambda: str(json.loads((package(name) / "package.json").read_text("utf-8"))["version"])


def _of_runtime(field: str) -> str:
    lock = json.loads((package("pyodide") / "pyodide-lock.json").read_text("utf-8"))
    return str(lock["info"][field])


def _own_version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def _emscripten() -> str:
    return _of_runtime("platform").removeprefix("emscripten_").replace("_", ".")


PARTS = (
    Part(
        "game",
        "Baker’s Dozen",
        "MIT",
        "",
        _own_version,
        lambda: (ROOT / "LICENSE").read_text("utf-8"),
    ),
    Part(
        "pyodide",
        "Pyodide",
        "MPL-2.0",
        "github.com/pyodide/pyodide",
        _version("pyodide"),
        _kept("MPL-2.0.txt"),
    ),
    Part(
        "python",
        "Python",
        "PSF-2.0",
        "github.com/python/cpython",
        lambda: _of_runtime("python"),
        _kept("PSF-2.0.txt"),
    ),
    Part(
        "libraries",
        "Emscripten",
        "MIT, Zlib, BSD, Apache-2.0 WITH LLVM-exception",
        "github.com/emscripten-core/emscripten",
        _emscripten,
        _kept("runtime-libraries.txt"),
    ),
    Part(
        "micropip",
        "micropip",
        "MPL-2.0",
        "github.com/pyodide/micropip",
        lambda: micropip_wheel().name.split("-")[1],
        _in_wheel(".dist-info/licenses/LICENSE"),
    ),
    Part(
        "packaging",
        "packaging",
        "BSD-2-Clause",
        "github.com/pypa/packaging",
        lambda: "",
        _in_wheel("packaging/LICENSE.BSD"),
    ),
    Part(
        "workbox",
        "Workbox",
        "MIT",
        "github.com/GoogleChrome/workbox",
        _version("workbox-precaching"),
        _in_package("workbox-precaching", "LICENSE"),
    ),
    Part(
        "cards",
        "react-playing-cards",
        "CC0-1.0",
        "github.com/heruka-urgyen/react-playing-cards",
        _version("@heruka_urgyen/react-playing-cards"),
        lambda: NOTICE,
    ),
)


def make_about(site: Path) -> None:
    """Writes the list of parts and the texts of their licences into the site."""
    about = site / "about"
    about.mkdir()
    rows = []
    for part in PARTS:
        text = about / f"{part.id}.txt"
        text.write_text(part.text(), "utf-8")
        rows.append(
            {
                "id": part.id,
                "name": part.name,
                "version": part.version(),
                "license": part.license,
                "home": part.home,
                "text": text.relative_to(site).as_posix(),
            }
        )
    content = json.dumps(rows, ensure_ascii=False, indent=1)
    (about / "parts.json").write_text(content + "\n", "utf-8")
