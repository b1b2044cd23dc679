"""The engine's own tests in the page's runtime: the same outcome, test by test, as outside.

pytest is installed there by micropip, from wheels that are made of the private environment's
own packages and served by the test's server. The ordinary run takes the quick ones, and does not
run them once more outside: there they are tests like the others, and have to pass.
"""

from __future__ import annotations

import importlib.metadata
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright

from browsing import Complaints, launched
from tools.console import ROOT
from tools.files import zipped
from tools.server import SiteServer
from tools.site import BUILD_FACTS

LONG = os.environ.get("TESTS") == "long"
PACKAGES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments", "hypothesis")
ALSO = ("sortedcontainers",)
# What runs other programs, checks native code's work, or counts positions for minutes.
OUT_OF_REACH = re.compile(
    r"^(?:from|import) (?:subprocess|doctest|jsonschema)\b|bakersdozen\.(?:study|cli)", re.M
)
COUNTING = {"test_perft.py", "test_properties.py"}
QUICK = {"test_cards.py", "test_rules.py", "test_variants.py", "test_game.py", "test_records.py"}

# Runs on both sides: pytest with a plug-in that notes how each test ended.
RUN = """
import json, os, sys
os.chdir(ROOT)
import pytest

class Noted:
    def __init__(self):
        self.ends = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            self.ends[report.nodeid] = report.outcome

    def pytest_collection_finish(self, session):
        if session.config.option.collectonly:
            self.ends = {item.nodeid: "passed" for item in session.items}

noted = Noted()
options = ["-q", "-p", "no:cacheprovider", "-W", "default", "--rootdir", ROOT, "--tb=short"]
code = int(pytest.main([*options, *MORE, *TESTS], plugins=[noted]))
found = json.dumps({"code": code, "version": list(sys.version_info[:2]), "ends": noted.ends})
"""

IN_PAGE = """async ([home, facts, wheels, project, names, script]) => {
    const [{ loadPyodide }, { default: createPyodideModule }] =
        await Promise.all([import(`${home}pyodide.js`), import(`${home}pyodide-asm.js`)]);
    const said = [];
    const pyodide = await loadPyodide({
        indexURL: home,
        packageBaseUrl: home,
        lockFileContents: { info: facts.lockInfo, packages: { micropip: facts.plain.micropip } },
        env: { PYTHONHASHSEED: '0', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' },
        createPyodideModule,
        packages: ['micropip'],
        stdout: (line) => said.push(line),
        stderr: (line) => said.push(line),
    });
    const micropip = pyodide.pyimport('micropip');
    for (const wheel of wheels) await micropip.install.callKwargs(wheel, { deps: false });
    const archive = await (await fetch(project)).arrayBuffer();
    pyodide.unpackArchive(archive, 'zip', { extractDir: '/project' });
    pyodide.globals.set('ROOT', '/project');
    pyodide.globals.set('TESTS', pyodide.toPy(names));
    pyodide.globals.set('MORE', pyodide.toPy([]));
    try {
        pyodide.runPython(script);
    } catch (error) {
        said.push(String(error));
    }
    return [pyodide.globals.get('found') ?? '', said.slice(-40).join('\\n')];
}"""


def wheel_of_installed(name: str) -> tuple[str, bytes]:
    """Packs an installed package of pure Python into a wheel again."""
    package = importlib.metadata.distribution(name)
    members = {
        str(path): package.locate_file(path).read_bytes()  # type: ignore[union-attr]
        for path in package.files or ()
        if not str(path).startswith("..") and "__pycache__" not in path.parts
    }
    assert not any(member.endswith(".so") for member in members), name
    return f"{name}-{package.version}-py3-none-any.whl", zipped(members)


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that optimises what runs as long as these tests do."""
    with launched(playwright) as browser:
        yield browser


def project_for(tests: list[str]) -> bytes:
    """Packs what the tests read, but for the engine, which comes as its wheel."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder in ("tests/data", "tests/engine", "tests/record", "strings", "schema", "docs"):
            for path in sorted((ROOT / folder).rglob("*")):
                if path.is_file() and path.suffix in {".py", ".json", ".md"}:
                    archive.write(path, path.relative_to(ROOT))
        for path in [*(ROOT / "tests").glob("*.py"), ROOT / "pyproject.toml"]:
            archive.write(path, path.relative_to(ROOT))
    return target.getvalue()


def test_the_engine_passes_the_same_tests_in_the_page(
    page: Page, site: SiteServer, complaints: Complaints
) -> None:
    tests = [
        path.relative_to(ROOT).as_posix()
        for folder in ("engine", "record")
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))
        if path.name not in COUNTING and not OUT_OF_REACH.search(path.read_text("utf-8"))
        if LONG or path.name in QUICK
    ]
    assert len(tests) >= len(QUICK)

    served = dict(wheel_of_installed(name) for name in (*PACKAGES, *ALSO))
    served["project.zip"] = project_for(tests)
    site.tamper = lambda path, data: served.get(path.removeprefix("parity/"), data)
    facts: dict[str, Any] = json.loads((site.root / BUILD_FACTS).read_text("utf-8"))
    home = f"{site.address}plain/"
    wheels = [f"{site.address}parity/{name}" for name in served if name.endswith(".whl")]
    wheels.append(home + facts["plain"]["engineWheel"])
    page.goto(f"{site.address}build.txt")
    given = [home, facts, wheels, f"{site.address}parity/project.zip", tests, RUN]
    page.set_default_timeout(0)
    text, said = page.evaluate(IN_PAGE, given)
    assert text, said
    inside = json.loads(text)

    more = [] if LONG else ["--collect-only"]
    given_outside = f"ROOT, TESTS, MORE = {str(ROOT)!r}, {tests!r}, {more!r}"
    script = f"{given_outside}\n{RUN}\nprint('\\n' + found)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    outside = json.loads(done.stdout.splitlines()[-1])

    assert inside["version"] != outside["version"] or sys.version_info >= (3, 14)
    assert len(outside["ends"]) > 100
    assert inside["ends"] == outside["ends"], said
    assert inside["code"] == outside["code"] == 0, said
    assert Path(facts["plain"]["engineWheel"]).suffix == ".whl"
