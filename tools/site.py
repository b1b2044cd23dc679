"""The built site: everything a static host needs, in one directory, with relative addresses.

`index.html` carries two marks that the build fills in:

* `<!-- build:head -->`: the content policy, the manifest, icons and theme colours;
* `<!-- build:first-view -->`: `<script type="application/json" id="first-view">` with the
  view of the deal that a first visit meets, so that cards show before Python is ready.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools.art import make_cards
from tools.console import DIST, ROOT, Trouble, say
from tools.files import digest_of, files_under
from tools.packages import ensure_packages
from tools.runtime import make_runtime

POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
_SOURCES = ("css", "js", "strings", "icons")
_STAMP = "build.txt"


def build(target: Path = DIST, source: Path = ROOT) -> None:
    """Builds the site into `target`, which is replaced only when the build is complete.

    `source` is the directory with index.html, css, js, strings, icons and py.
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
    for name in _SOURCES:
        if (source / name).is_dir():
            shutil.copytree(source / name, site / name, ignore=shutil.ignore_patterns("*.d.ts"))
    make_cards(site / "cards")
    engine = source / "py" / "bakersdozen"
    facts = make_runtime(site, engine)
    (site / "js" / "boot" / "build.js").write_text(
        f"export const BUILD = {json.dumps(facts, indent=2)};\n", "utf-8"
    )
    page = (source / "index.html").read_text("utf-8")
    page = _marked(page, "head", _head())
    page = _marked(page, "first-view", _first_view(engine))
    (site / "index.html").write_text(page, "utf-8")
    (site / ".nojekyll").touch()
    (site / _STAMP).write_text(_fingerprint(source), "utf-8")


def _marked(page: str, mark: str, content: str) -> str:
    comment = f"<!-- build:{mark} -->"
    if comment not in page:
        raise Trouble(f"index.html has no {comment}")
    return page.replace(comment, content, 1)


def _head() -> str:
    return f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'


def _first_view(engine: Path) -> str:
    """Asks the engine itself, in this Python, for the view of the first deal."""
    intent = {"id": 0, "intent": "new", "variant": "bakers-dozen", "deal": "1"}
    script = "import sys; from bakersdozen.bridge import handle; print(handle(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", script, json.dumps(intent)],
        env={**os.environ, "PYTHONPATH": str(engine.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    answer: dict[str, Any] = json.loads(done.stdout) if done.returncode == 0 else {}
    if not answer.get("ok"):
        raise Trouble(f"The engine could not deal the first view: {done.stderr or done.stdout}")
    # In HTML, only `</` could end the block.
    content = json.dumps(answer, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f'<script type="application/json" id="first-view">{content}</script>'


def _fingerprint(source: Path) -> str:
    paths = [source / "index.html", ROOT / "package-lock.json", ROOT / "pyproject.toml"]
    for name in (*_SOURCES, "py"):
        paths += [p for p in files_under(source / name) if "__pycache__" not in p.parts]
    paths += [p for p in files_under(ROOT / "tools") if "__pycache__" not in p.parts]
    return digest_of(paths, *(path.name for path in paths))
