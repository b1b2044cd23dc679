"""Hashes, deterministic compression and a cache for what is slow to make."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tools.console import CACHE

_EPOCH = (1980, 1, 1, 0, 0, 0)


def sha256(data: bytes) -> str:
    """Returns the SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def digest_of(paths: Iterable[Path], *words: str) -> str:
    """Returns one hash over the contents of files and over words, independent of times."""
    total = hashlib.sha256()
    for word in words:
        total.update(word.encode() + b"\0")
    for path in sorted(paths):
        total.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def files_under(directory: Path) -> list[Path]:
    """Returns every file below a directory, sorted."""
    return sorted(path for path in directory.rglob("*") if path.is_file())


def without_source_map(script: str) -> str:
    """Returns a script without the address of its map, which is not shipped."""
    return re.sub(r"\n?//# sourceMappingURL=.*", "", script)


def gzipped(data: bytes) -> bytes:
    """Compresses so that the same bytes always give the same bytes."""
    return gzip.compress(data, compresslevel=9, mtime=0)


def zipped(members: Mapping[str, bytes]) -> bytes:
    """Packs members, uncompressed and with a fixed date, in the order of their names."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(members):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), members[name])
    return target.getvalue()


def cached(name: str, key: str, make: Callable[[Path], None], keep: int = 8) -> Path:
    """Returns a directory that `make` filled, now or at an earlier build with the same key.

    `make` is given a fresh directory, which takes its place only when it is complete;
    all but the `keep` directories used last are dropped.
    """
    home = CACHE / name
    wanted = home / key[:16]
    if wanted.is_dir():
        os.utime(wanted)
        return wanted
    home.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=home, prefix="new-"))
    try:
        make(fresh)
        fresh.chmod(0o755)
        os.replace(fresh, wanted)
    except OSError:
        # Another build of the same key was quicker.
        if not wanted.is_dir():
            raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    kept = [path for path in home.iterdir() if not path.name.startswith("new-")]
    kept.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for other in kept[keep:]:
        shutil.rmtree(other, ignore_errors=True)
    return wanted
