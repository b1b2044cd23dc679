"""The page's scripts and style sheets, each kind in as few files as the page can use.

The sources stay plain modules. A browser learns of a module's imports only when the module
has come, and a plain host answers six requests at a time: fetched one by one, forty modules
keep a slow line busy for two seconds before the engine's files are even asked for.
"""

from __future__ import annotations

import re
from pathlib import Path

from tools.console import run
from tools.packages import tool

# What is asked for by its address: by the page, as a worker, or by a second start of the engine.
ENTRIES = ("early", "engine", "main", "recorder", "worker")
STYLE = "css/site.css"
_TARGET = "es2022"
_STYLESHEET = re.compile(r'[ \t]*<link rel="stylesheet" href="([^"]+)">\n')


def bundle_scripts(source: Path, target: Path) -> None:
    """Writes the entries among the modules in `source` into `target`, with all they import."""
    entries = [source / f"{name}.js" for name in ENTRIES]
    # One instance each, whoever imports it.
    apart = [f"--external:./{name}.js" for name in ("early", "engine")]
    _esbuild(*entries, "--format=esm", *apart, f"--outdir={target}")


def bundle_styles(page: str, source: Path, target: Path) -> str:
    """Writes the style sheets that a page links to into one; returns the page that links to it.

    `source` is the directory that the page's addresses start from, `target` the one that
    is to hold the single sheet under the name `STYLE`.
    """
    names = _STYLESHEET.findall(page)
    whole = source / "css" / "all.css"
    whole.write_text("".join(f'@import "../{name}";\n' for name in names), "utf-8")
    _esbuild(whole, f"--outfile={target / STYLE}")
    whole.unlink()
    link = f'    <link rel="stylesheet" href="{STYLE}">\n'
    first, rest = page.split(_STYLESHEET.search(page).group(0), 1)  # type: ignore[union-attr]
    return first + link + _STYLESHEET.sub("", rest)


def _esbuild(*arguments: str | Path) -> None:
    run(
        [
            tool("esbuild"),
            *arguments,
            "--bundle",
            "--minify",
            "--charset=utf8",
            "--legal-comments=none",
            "--log-level=warning",
            f"--target={_TARGET}",
        ],
        otherwise="esbuild could not bundle the page's files.",
        quiet=True,
    )
