"""Build hordes: compiles the rules core with mypyc if possible, otherwise installs it as plain Python.

The same files run either way. Environment variables: HORDES_PURE=1 never compiles, HORDES_NATIVE=1 fails instead of
falling back, HORDES_PGO=0 skips profile-guided optimisation: half the build time, a slower core (tools/core.py).
The web page is built from web/ on the way (tools/web.py); HORDES_PAGE=0 leaves it as it is.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build import build
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent))
from tools.core import BuildCore  # pip does not put this folder on the path
from tools.web import build_or_warn


class Hordes(Distribution):
    """Counts as a package with extension modules until compiling turns out to be impossible."""

    native = os.environ.get("HORDES_PURE") != "1"

    def has_ext_modules(self) -> bool:
        return self.native


class CleanBuild(build):
    """Starts from empty build folders: setuptools would pack stale libraries of an earlier build."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        shutil.rmtree(self.build_temp, ignore_errors=True)
        super().run()


class BuildPage(build_py):
    """Builds the web page before the package's files are collected."""

    def run(self) -> None:
        build_or_warn()
        self.__dict__.pop("data_files", None)  # cached list from before the page was built
        super().run()


if __name__ == "__main__":
    setup(distclass=Hordes, cmdclass={"build": CleanBuild, "build_py": BuildPage, "build_ext": BuildCore})
