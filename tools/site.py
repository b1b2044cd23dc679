"""The built site: everything a static host needs, in one directory, with relative addresses.

`index.html` carries three marks that the build fills in:

* `<!-- build:head -->`: the content policy, the manifest, icons and theme colours;
* `<!-- build:start -->`: what the page's main script imports, named after it and after the script
  that draws the cards, since those are to stand first;
* `<!-- build:first-view -->`: `<script type="application/json" id="first-view">` with the
  view of the deal that a first visit meets, today's daily, so that cards show before Python
  is ready; and the years of which there are dailies.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from tools.about import make_about
from tools.art import make_cards
from tools.bundle import bundle_scripts, bundle_styles
from tools.catalogue import FOLDER, make_catalogue
from tools.console import DIST, ROOT, Trouble, say
from tools.files import digest_of, files_under
from tools.later import LATER, later_page
from tools.offline import make_manifests, make_service_worker
from tools.packages import ensure_packages
from tools.runtime import make_runtime

POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
_APP = ("css", "js", "strings")
# Which runtime the site starts from, for those who look into a built site.
BUILD_FACTS = "build.json"
_STAMP = "build.txt"
_PRELOAD = '<link rel="modulepreload" href="js/{}">'
_HEAD = f"""\
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
    <meta name="theme-color" content="#1c5743" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#0f2a21" media="(prefers-color-scheme: dark)">
    <meta name="apple-mobile-web-app-title" content="Baker’s Dozen">
    <link rel="manifest" href="manifest.json">
    <link rel="icon" href="icons/any-192.png" type="image/png">
    <link rel="apple-touch-icon" href="icons/touch-180.png">"""


def build(target: Path = DIST, source: Path = ROOT) -> None:
    """Builds the site into `target`, which is replaced only when the build is complete.

    `source` is the directory with index.html, manifest.json, css, js, strings, icons,
    seeds and py.
    """
    ensure_packages()
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}-"))
    try:
        _fill(fresh, source)
        fresh.chmod(0o755)
        if target.exists():
            shutil.rmtree(target)
        os.replace(fresh, target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def ensure_built() -> None:
    """Builds the site unless it was built from exactly these sources."""
    ensure_packages()
    stamp = DIST / _STAMP
    if not stamp.exists() or stamp.read_text("utf-8") != _fingerprint(ROOT):
        say("Building dist/ …")
        build()


def _fill(site: Path, source: Path) -> None:
    make_cards(site / "cards")
    shutil.copytree(source / "icons", site / "icons", ignore=shutil.ignore_patterns("*.svg"))
    engine = source / "py" / "bakersdozen"
    facts = make_runtime(site, engine)
    (site / BUILD_FACTS).write_text(f"{json.dumps(facts, indent=2)}\n", "utf-8")
    page, app = _make_app(site, source, facts)
    years = make_catalogue(site, source)
    page = _marked(page, "first-view", _first_view(engine, site / FOLDER, years))
    # The page's own files are named by what is in them: an old page never meets new ones.
    page = re.sub(r'\b(href|src)="((?:css|js)/)', rf'\1="{app}/\2', page)
    (site / "index.html").write_text(page, "utf-8")
    (site / LATER).write_text(later_page(page, site, POLICY), "utf-8")
    make_about(site)
    # Which dates have a public table: none, until the host has one made (docs/HOSTING.md).
    (site / "leaderboard").mkdir()
    (site / "leaderboard" / "index.json").write_text("[]\n", "utf-8")
    make_manifests(site, source)
    (site / ".nojekyll").touch()
    make_service_worker(site, source)
    (site / _STAMP).write_text(_fingerprint(source), "utf-8")


def _make_app(site: Path, source: Path, facts: dict[str, Any]) -> tuple[str, str]:
    """Puts the page's own files into a directory named after their content.

    Returns the page, which links to them as if they lay beside it, and the directory's name.
    """
    app = site / "app"
    shutil.copytree(source / "strings", app / "strings")
    with tempfile.TemporaryDirectory() as directory:
        modules = Path(directory)
        for name in ("css", "js"):
            shutil.copytree(source / name, modules / name)
        (modules / "js" / "boot" / "build.js").write_text(
            f"export const BUILD = {json.dumps(facts)};\n", "utf-8"
        )
        (modules / "js" / "languages.js").write_text(_languages(source / "strings"), "utf-8")
        needed = bundle_scripts(modules / "js", app / "js")
        page = (source / "index.html").read_text("utf-8")
        page = bundle_styles(page, modules, app)
    page = _marked(page, "head", _HEAD)
    page = _marked(page, "start", "\n    ".join(map(_PRELOAD.format, needed)))
    files = files_under(app)
    digest = digest_of(files, *(path.relative_to(app).as_posix() for path in files))
    named = app.with_name(f"app-{digest[:12]}")
    app.rename(named)
    return page, named.name


def _languages(strings: Path) -> str:
    """Returns the module that names the languages offered: there is one file for each."""
    names = {
        path.stem: json.loads(path.read_text("utf-8"))["language.name"]
        for path in sorted(strings.glob("*.json"))
    }
    return f"export const LANGUAGES = {json.dumps(names, ensure_ascii=False)};\n"


def _marked(page: str, mark: str, content: str) -> str:
    comment = f"<!-- build:{mark} -->"
    if comment not in page:
        raise Trouble(f"index.html has no {comment}")
    return page.replace(comment, content, 1)


def _first_view(engine: Path, catalogue: Path, years: list[int]) -> str:
    """Asks the engine itself, in this Python, for the view of the first deal."""
    today = date.today()
    intent = {"id": 0, "intent": "new", "variant": "bakers-dozen", "deal": "1"}
    if today.year in years:
        year = (catalogue / f"{today.year}.jsonl").read_text("utf-8")
        intent = {"id": 0, "intent": "daily", "date": today.isoformat(), "year": year}
    script = "import sys; from bakersdozen.bridge import handle; print(handle(sys.stdin.read()))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(intent),
        env={**os.environ, "PYTHONPATH": str(engine.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    answer: dict[str, Any] = json.loads(done.stdout) if done.returncode == 0 else {}
    if not answer.get("ok"):
        raise Trouble(f"The engine could not deal the first view: {done.stderr or done.stdout}")
    # In HTML, only `</` could end the block.
    baked = json.dumps(answer | {"years": years}, ensure_ascii=False, separators=(",", ":"))
    content = baked.replace("</", "<\\/")
    return f'<script type="application/json" id="first-view">{content}</script>'


def _fingerprint(source: Path) -> str:
    paths = [
        source / "index.html",
        source / "manifest.json",
        ROOT / "package-lock.json",
        ROOT / "pyproject.toml",
        ROOT / "LICENSE",
        *files_under(ROOT / "licenses"),
    ]
    for name in (*_APP, "icons", "py", "seeds"):
        paths += [p for p in files_under(source / name) if "__pycache__" not in p.parts]
    paths += [p for p in files_under(ROOT / "tools") if "__pycache__" not in p.parts]
    return digest_of(paths, *(path.name for path in paths))
