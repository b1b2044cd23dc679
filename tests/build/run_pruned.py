"""Run inside the cut runtime (see pruned.mjs): the engine's own tests, under watch.

pytest needs far more of the standard library than the engine does, so the whole of it is
put at the end of the path once the engine has started without it. From then on, whatever
is imported while the engine is at work must come from the cut library all the same.
"""

import builtins
import importlib.util
import sys
import zipimport

import bakersdozen.bridge  # noqa: F401 (it must start before the path grows)

ENGINE = "/lib/bakersdozen.zip/"
WHOLE = "/stock.zip/"
TESTS: list[str] = globals()["TESTS"]

CUT = f"/lib/python3{sys.version_info.minor}.zip/"
sys.path += [WHOLE.rstrip("/"), "/packages"]
for module in list(sys.modules.values()):
    for place in list(getattr(module, "__path__", [])):
        if place.startswith(CUT):
            module.__path__.append(place.replace(CUT, WHOLE))
# What a stand-in takes the place of, pytest needs as it was.
for name in ("asyncio", "_colorize"):
    spec = zipimport.zipimporter(WHOLE.rstrip("/")).find_spec(name)
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
missing: set[str] = set()
real_import = builtins.__import__


def engine_at_work() -> bool:
    frame = sys._getframe(2)
    while frame:
        if frame.f_code.co_filename.startswith(ENGINE):
            return True
        frame = frame.f_back
    return False


def watched_import(name, globals=None, locals=None, fromlist=(), level=0):
    module = real_import(name, globals, locals, fromlist, level)
    if level == 0:
        origin = getattr(getattr(sys.modules.get(name), "__spec__", None), "origin", None) or ""
        if origin.startswith(WHOLE) and engine_at_work():
            missing.add(name)
    return module


class LeavingOut:
    """Leaves out what means nothing here.

    Tests of the schema itself, since its checker is stood in for; and texts nested so deep
    that reading them ends this runtime: the page writes what it sends, so none gets there.
    """

    def pytest_collection_modifyitems(self, items):
        items[:] = [i for i in items if "schema" not in i.name and not self._is_abyss(i)]

    def _is_abyss(self, item):
        given = item.callspec.params.values() if hasattr(item, "callspec") else ()
        return any(isinstance(text, str) and text.count(text[:1]) > 50_000 for text in given)


def run() -> int:
    from unittest.mock import MagicMock

    import pytest

    # Native packages that this runtime lacks; what they check is checked outside.
    for name in ("jsonschema",):
        sys.modules[name] = MagicMock()
    # The command line is no part of the page, but some tests measure with it.
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "bakersdozen" and hasattr(module, "__path__"):
            module.__path__.append(f"/project/py/{name.replace('.', '/')}")
    builtins.__import__ = watched_import
    options = ["-q", "-p", "no:cacheprovider", "--rootdir=/project", "-W", "default"]
    code = int(
        pytest.main([*options, *(f"/project/{test}" for test in TESTS)], plugins=[LeavingOut()])
    )
    builtins.__import__ = real_import
    if missing:
        print("The engine imported what the cut library lacks:", *sorted(missing))
        return 1
    return code


run()
