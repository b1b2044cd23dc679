"""The examples in the engine's docstrings say what the engine does."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bakersdozen

MODULES = [
    found.name
    for found in pkgutil.walk_packages(bakersdozen.__path__, "bakersdozen.")
    if not found.name.endswith("__main__")
]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_some_examples_are_there() -> None:
    tried = [doctest.testmod(importlib.import_module(module)).attempted for module in MODULES]
    assert sum(tried) >= 20
