"""`build.py test`, `bench` and `sheet`: make everything that is needed, then hand over.

The checkers of the code (ruff, mypy, import-linter, tsc, html-validate) are tests too, in
tests/build/test_checks.py, so that one closing line speaks for all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from tools.browser import ensure_browser
from tools.console import ROOT
from tools.packages import ensure_packages
from tools.site import ensure_built
from tools.venv import ensure_venv, python

# Each may have a browser with the engine in it.
_MOST_AT_ONCE = 4
# A busy machine may stop a browser for a while. Whoever fails twice, or is one too many, fails.
_MOST_RERUNS = 3
# A test that hangs ends its process, which says where, and another takes up the rest.
_LONGEST_S = 300


def run_tests(arguments: Sequence[str]) -> int:
    """Runs pytest in the private environment and returns its exit code."""
    ensure_packages()
    # A file's tests stay together: what they share is made once. tests/conftest.py puts the
    # longest files first.
    at_once = min(os.cpu_count() or 1, _MOST_AT_ONCE)
    shared = ["-n", str(at_once), "--dist", "loadfile", "--no-loadscope-reorder"]
    if os.environ.get("TESTS") != "long":
        limits = (f"faulthandler_timeout={_LONGEST_S}", "faulthandler_exit_on_timeout=true")
        shared += [word for limit in limits for word in ("-o", limit)]
    reruns = [f"--max-suite-reruns={_MOST_RERUNS}", "--rerun-show-tracebacks", "-raR"]
    return _in_venv("pytest", [*shared, *reruns, *arguments])


def run_bench(arguments: Sequence[str]) -> int:
    """Measures the built site in the private environment and returns the exit code."""
    ensure_built()
    return _in_venv("tools.bench", arguments)


def run_sheet(arguments: Sequence[str]) -> int:
    """Takes the built site's pictures in the private environment and returns the exit code."""
    ensure_built()
    return _in_venv("tools.sheet", arguments)


def _in_venv(module: str, arguments: Sequence[str]) -> int:
    ensure_venv()
    environment = {
        **os.environ,
        "CHROMIUM": str(ensure_browser()),
        "PYTHONPATH": str(ROOT / "py"),
    }
    sys.stdout.flush()
    command = [str(python()), "-m", module, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
