"""Stands in for the runtime's event loop, with which a third of all modules would be imported."""

# A snapshot is taken only of an interpreter that holds what this module and the installer hold.
from pyodide_js._api import scheduleCallback  # type: ignore[import-not-found]  # noqa: F401


def _initialize_event_loop() -> None:
    """Leaves everything as it is: the engine answers at once, or in slices it is asked for."""
