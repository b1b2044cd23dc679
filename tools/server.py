"""A static server for the built site, which can behave like a bad host on request."""

from __future__ import annotations

import gzip
import mimetypes
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from tools.files import sha256

_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
_COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".txt", ".wasm"}
# What a host may get wrong: types that no page or program is written in.
_BAD_TYPES = {".wasm", ".mjs", ".whl", ".zip", ".json", ".bin"}
_CHUNK = 16 * 1024


@dataclass(frozen=True)
class Host:
    """How a host behaves: where it serves, what it gets wrong, and how fast its line is."""

    prefix: str = "/"
    bad_types: bool = False
    compress: bool = True
    html_for_missing: bool = False
    policy: str = ""
    max_age: int = 0
    bits_per_second: float = 0
    latency: float = 0


class SiteServer(ThreadingHTTPServer):
    """Serves a directory; `root`, `host` and `tamper` may be changed while it runs.

    `tamper` is given the path inside the site and the content (None when missing) of each
    request and returns what to send instead; None sends 404.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, root: Path, port: int = 0, host: Host | None = None) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.root = root
        self.host = host or Host()
        self.tamper: Callable[[str, bytes | None], bytes | None] = lambda _path, data: data
        self.requests: list[str] = []
        self.bytes_sent = 0
        self._line = Lock()
        self._free_at = 0.0

    def occupy_line(self, size: int) -> None:
        """Waits as long as the line, which all requests share, needs for so many bytes."""
        with self._line:
            self.bytes_sent += size
            if not self.host.bits_per_second:
                return
            now = time.monotonic()
            self._free_at = max(now, self._free_at) + size * 8 / self.host.bits_per_second
            wait = self._free_at - now
        time.sleep(wait)

    @property
    def address(self) -> str:
        """Returns the address of the site."""
        return f"http://127.0.0.1:{self.server_port}{self.host.prefix}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stays silent: browsers break connections off as a matter of course."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: SiteServer

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        host = self.server.host
        self.server.requests.append(path)
        time.sleep(host.latency)
        if path != "/" and f"{path}/" == host.prefix:
            self._lead_to(host.prefix)
            return
        name = path.removeprefix(host.prefix) if path.startswith(host.prefix) else None
        if name is not None and (name == "" or name.endswith("/")):
            name += "index.html"
        data = None if name is None else self.server.tamper(name, self._read(name))
        if name is None or (data is None and not host.html_for_missing):
            self._send(HTTPStatus.NOT_FOUND, b"not found\n", "text/plain", ".txt")
        elif data is None:
            page = self._read("index.html") or b""
            self._send(HTTPStatus.OK, page, "text/html", ".html")
        else:
            suffix = Path(name).suffix
            self._send(HTTPStatus.OK, data, self._type(suffix), suffix)

    do_HEAD = do_GET  # noqa: N815 (the name is the standard library's)

    def _lead_to(self, path: str) -> None:
        """Sends the browser to the address that relative ones are right under."""
        query = urlsplit(self.path).query
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", quote(path) + (f"?{query}" if query else ""))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _read(self, name: str) -> bytes | None:
        root = self.server.root.resolve()
        try:
            target = (root / name).resolve()
            return target.read_bytes() if target.is_file() and root in target.parents else None
        except (OSError, ValueError):
            return None  # a name that no file can have

    def _type(self, suffix: str) -> str | None:
        if self.server.host.bad_types and suffix in _BAD_TYPES:
            # Odd for some, none at all for others.
            return None if suffix in {".wasm", ".bin"} else "text/plain"
        return _TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")

    def _send(self, status: HTTPStatus, data: bytes, kind: str | None, suffix: str) -> None:
        host = self.server.host
        tag = f'"{sha256(data)[:16]}"'
        if status is HTTPStatus.OK and self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        if status is HTTPStatus.OK:
            self.send_header("ETag", tag)
            fresh = f"max-age={host.max_age}" if host.max_age else "no-cache"
            self.send_header("Cache-Control", fresh)
        if host.policy:
            self.send_header("Content-Security-Policy", host.policy)
        if (
            host.compress
            and suffix in _COMPRESSED
            and "gzip" in self.headers.get("Accept-Encoding", "")
        ):
            data = _gzipped(data)
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Vary", "Accept-Encoding")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            for start in range(0, len(data), _CHUNK):
                chunk = data[start : start + _CHUNK]
                self.server.occupy_line(len(chunk))
                self.wfile.write(chunk)

    def log_message(self, format: str, *args: Any) -> None:
        """Stays silent: the terminal belongs to the person."""


@lru_cache(maxsize=512)
def _gzipped(data: bytes) -> bytes:
    return gzip.compress(data, compresslevel=6, mtime=0)
