"""The page's scripts and style sheets, each kind in as few files as the page can use.

The sources stay plain modules. A browser learns of a module's imports only when the module
has come, and a plain host answers six requests at a time: fetched one by one, forty modules
keep a slow line busy for two seconds before the engine's files are even asked for.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from tools.console import run
from tools.packages import tool

# What is asked for by its address: by the page, as a worker, by a second start of the engine, and
# (the engine's side of the page, which the page's main script holds too) by who needs no page.
ENTRIES = ("engine", "first", "main", "recorder", "worker")
STYLE = "css/site.css"
_TARGET = "es2022"
_STYLESHEET = re.compile(r'[ \t]*<link rel="stylesheet" href="([^"]+)">\n')


def bundle_scripts(source: Path, target: Path) -> list[str]:
    """Writes the entries among the modules in `source` into `target`, with all they import.

    What the page imports only when it is asked for becomes a file of its own; what that and
    the page's main script both need, a third. Returns the names of what the main script
    imports, so that the page can ask for them together with it.
    """
    alone = [source / f"{name}.js" for name in ENTRIES if name != "main"]
    _esbuild(*alone, "--format=esm", f"--outdir={target}")
    facts = source / "bundled.json"
    _esbuild(
        *(source / "main.js", "--format=esm", "--splitting", "--chunk-names=[name]-[hash]"),
        *(f"--outdir={target}", f"--metafile={facts}"),
    )
    (main,) = (
        output
        for name, output in json.loads(facts.read_text("utf-8"))["outputs"].items()
        if Path(name).name == "main.js"
    )
    needed = [each["path"] for each in main["imports"] if each["kind"] == "import-statement"]
    return sorted({Path(path).name for path in needed})


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
