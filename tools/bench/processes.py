"""The browser's rendering processes: slowed down, and weighed (Linux only)."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def slowed(profile: Path, times: int) -> Iterator[None]:
    """Lets the browser's rendering processes run only for one part in `times` of the time.

    The browser's own slow-down binds the main thread alone, not workers.
    """
    stop = threading.Event()

    def brake() -> None:
        run, rest = 0.01, 0.01 * (times - 1)
        processes = renderers(profile)
        while not stop.is_set():
            stopped = time.monotonic()
            send(processes, signal.SIGSTOP)
            # New ones are looked for while the others stand still: looking takes time, too.
            found = renderers(profile)
            time.sleep(max(0.0, stopped + rest - time.monotonic()))
            send(processes, signal.SIGCONT)
            processes = found
            time.sleep(run)

    thread = threading.Thread(target=brake, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        send(renderers(profile), signal.SIGCONT)


def send(processes: list[int], what: signal.Signals) -> None:
    """Sends a signal to processes that may be gone already."""
    for process in processes:
        try:
            os.kill(process, what)
        except ProcessLookupError:
            continue


def renderers(profile: Path) -> list[int]:
    """Returns the rendering processes of the browser that uses a profile (Linux only)."""
    found, parents = [], {}
    browser = None
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            # Processes that were forked write their words with spaces between them.
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").split(b" ")
            parents[int(entry.name)] = int(
                (entry / "stat").read_text().rsplit(")", 1)[1].split()[1]
            )
        except (OSError, IndexError):
            continue
        if b"--type=renderer" in words:
            found.append(int(entry.name))
        elif f"--user-data-dir={profile}".encode() in words and not any(
            word.startswith(b"--type=") for word in words
        ):
            browser = int(entry.name)

    def belongs(process: int) -> bool:
        while process in parents and process != browser:
            process = parents[process]
        return process == browser

    return [process for process in found if belongs(process)]


def memory_of(processes: list[int]) -> int:
    """Returns the memory that the largest process, the page with its worker, has to itself."""
    sizes = [0]
    for process in processes:
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        kilobytes = (int(line.split()[1]) for line in lines if line.startswith("Private_"))
        sizes.append(sum(kilobytes) * 1024)
    return max(sizes)
