"""What makes the site an app: the manifests, and the service worker's list of files."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from datetime import date
from pathlib import Path
from typing import Any

from tools.catalogue import on_demand
from tools.console import Trouble
from tools.files import files_under, sha256, without_source_map
from tools.packages import package

_WORKBOX = ("core", "routing", "strategies", "precaching")
_LANGUAGES = ("uk",)
_MARK = "/* build:files */"
# Not kept for offline use: the last resort, pictures for app stores, what hosts read and write.
_LEFT_OUT = (
    *("plain/", "leaderboard/", "icons/screenshot", "workbox/"),
    *("sw.js", "build.txt", "build.json", "."),
)
# Their names carry the hash of their content, so no revision is needed beside it.
_HASHED = ("app-", "runtime/")


def make_manifests(site: Path, source: Path) -> None:
    """Writes the manifest, and one for each other language.

    Browsers that know `name_localized` choose by themselves; for the others the page can
    link to `manifest-LANGUAGE.json` instead.
    """
    manifest = json.loads((source / "manifest.json").read_text("utf-8"))
    for icon in [*manifest["icons"], *manifest["screenshots"]]:
        if not (source / icon["src"]).exists():
            raise Trouble(f"manifest.json names {icon['src']}, which is missing")
    _write(site / "manifest.json", manifest)
    for language in _LANGUAGES:
        _write(site / f"manifest-{language}.json", _localized(manifest, language))


def _localized(value: Any, language: str) -> Any:
    if isinstance(value, list):
        return [_localized(item, language) for item in value]
    if not isinstance(value, dict):
        return value
    translated = {
        key: _localized(item, language)
        for key, item in value.items()
        if not key.endswith("_localized")
    }
    for key in translated:
        translated[key] = value.get(f"{key}_localized", {}).get(language, translated[key])
    if "lang" in translated:
        translated["lang"] = language
    return translated


def _write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), "utf-8")


def make_service_worker(site: Path, source: Path) -> None:
    """Writes sw.js with the list of all files as they are now; so it must be made last."""
    (site / "workbox").mkdir()
    for name in _WORKBOX:
        built = package(f"workbox-{name}") / "build" / f"workbox-{name}.prod.js"
        text = without_source_map(built.read_text("utf-8"))
        (site / "workbox" / f"{name}.js").write_text(text, "utf-8")
    script = (source / "js" / "sw.js").read_text("utf-8")
    if _MARK not in script:
        raise Trouble(f"js/sw.js has no {_MARK}")
    # The libraries are part of what decides whether the script is another one.
    libraries = "".join(sha256(p.read_bytes()) for p in files_under(site / "workbox"))
    listed = json.dumps(precache(site), separators=(",", ":"))[1:-1]
    script = f"// {sha256(libraries.encode())[:16]}\n{script.replace(_MARK, listed)}"
    (site / "sw.js").write_text(script, "utf-8")


def precache(site: Path) -> list[dict[str, Any]]:
    """Returns the files to keep, each with the hash of its content once inflated."""
    entries = []
    for path in files_under(site):
        name = path.relative_to(site).as_posix()
        if name.startswith(_LEFT_OUT) or on_demand(name, date.today()):
            continue
        data = path.read_bytes()
        heavy = name.endswith(".bin")
        inflated = sha256(gzip.decompress(data) if heavy else data)
        entry = {
            "url": name,
            "revision": None if name.startswith(_HASHED) else inflated[:16],
            "sha256": inflated,
        }
        if not heavy:
            digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
            # With it, a damaged entry is mended from the network.
            entry["integrity"] = f"sha256-{digest}"
        entries.append(entry)
    return entries
