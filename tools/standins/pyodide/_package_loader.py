"""Stands in for the runtime's installer: what the page starts from has all that it needs."""

from site import getsitepackages

from pyodide_js import loadedPackages  # type: ignore[import-not-found]  # noqa: F401 (see webloop)


class Place:
    """A path as the runtime asks for it: by its text."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        return self._path


SITE_PACKAGES = Place(getsitepackages()[0])
DSO_DIR = Place("/usr/lib")


def init_loaded_packages() -> None:
    """Finds no packages that are there already."""
