"""Puts into the package what the project keeps beside it: the sentences and the catalogue."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent


class WithData(build_py):
    """Builds the package, then copies the directories that its commands read."""

    def run(self) -> None:
        super().run()
        for name in ("strings", "seeds"):
            target = Path(self.build_lib, "bakersdozen", name)
            shutil.copytree(ROOT / name, target, dirs_exist_ok=True)


setup(cmdclass={"build_py": WithData})
