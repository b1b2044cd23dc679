"""The server of `build.py serve`: where it serves, and what it says when it cannot."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tools.console import ROOT
from tools.server import Host, SiteServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SiteServer]:
    (tmp_path / "index.html").write_text("<title>here</title>", "utf-8")
    (tmp_path / "secret").mkdir()
    server = SiteServer(tmp_path, host=Host("/x/y/"))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def answer(server: SiteServer, path: str) -> tuple[int, str | None, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_port)
    connection.request("GET", path)
    found = connection.getresponse()
    body = found.read()
    connection.close()
    return found.status, found.getheader("Location"), body


def test_a_sub_path_is_found_with_and_without_its_slash(server: SiteServer) -> None:
    assert answer(server, "/x/y/")[0] == 200
    assert answer(server, "/x/y") == (301, "/x/y/", b"")
    assert answer(server, "/x/y?source=app")[1] == "/x/y/?source=app"
    for path in ("/", "/x", "/x/", "/y/", "/x/y/none"):
        assert answer(server, path)[0] == 404, path


@pytest.mark.parametrize(
    "path",
    [
        "/x/y/../../etc/passwd",
        "/x/y/%2e%2e/%2e%2e/etc/passwd",
        "/x/y/secret",
        "/x/y/%00",
        "/x/y/" + "n" * 5000,
    ],
)
def test_nothing_outside_the_site_is_served(server: SiteServer, path: str) -> None:
    assert answer(server, path)[0] == 404


@pytest.mark.parametrize("port", ["99999", "-1", "x", "1.5", "٣"])
def test_what_is_no_port_is_said_to_be_none(port: str) -> None:
    done = subprocess.run(
        [sys.executable, "build.py", "serve", f"--port={port}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert f"{port} is no port" in done.stderr
    assert "Traceback" not in done.stderr
