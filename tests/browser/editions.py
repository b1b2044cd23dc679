"""Builds of the site that differ in one thing, as one release differs from the next."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import tools.runtime
from tools.console import ROOT
from tools.packages import package
from tools.site import build

_PARTS = ("index.html", "manifest.json", "css", "js", "strings", "icons", "py", "seeds")


def changed_engine(source: Path) -> None:
    """Raises the engine's version: one byte in a .py file."""
    path = source / "py" / "bakersdozen" / "__init__.py"
    path.write_text(path.read_text("utf-8").replace('"1.0.0"', '"1.0.1"'), "utf-8")


def changed_style(source: Path) -> None:
    """Changes one byte in a style sheet: what `--accent` is."""
    path = source / "css" / "tokens.css"
    text = path.read_text("utf-8")
    assert text.count("--accent: #ffd25e;") == 1
    path.write_text(text.replace("--accent: #ffd25e;", "--accent: #ffd25f;"), "utf-8")


def edition(
    target: Path, *changes: Callable[[Path], None], runtime: Callable[[Path], None] | None = None
) -> Path:
    """Builds a changed copy of the sources into `target`; `runtime` changes a copy of Pyodide."""
    source = target.with_name(f"{target.name}-source")
    for part in _PARTS:
        if (ROOT / part).is_dir():
            left_out = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, source / part, ignore=left_out)
        else:
            source.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / part, source / part)
    for change in changes:
        change(source)
    with pytest.MonkeyPatch.context() as patch:
        if runtime:
            stock = target.with_name(f"{target.name}-pyodide")
            shutil.copytree(package("pyodide"), stock)
            runtime(stock)
            patch.setattr(
                tools.runtime, "package", lambda name: stock if name == "pyodide" else package(name)
            )
        build(target, source)
    return target


def changed_runtime(stock: Path) -> None:
    """Changes one byte in the runtime's loader, in a name that nothing depends on."""
    path = stock / "pyodide.mjs"
    text = path.read_text("utf-8")
    assert text.count('"withTrailingSlash"') == 1
    path.write_text(text.replace('"withTrailingSlash"', '"withTrailingslash"'), "utf-8")
