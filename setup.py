"""Build hordes: the rules core is compiled with mypyc where that works, and installed as plain Python where not.

The same files run either way. Switches: HORDES_PURE=1 never compiles, HORDES_NATIVE=1 fails rather than fall back,
HORDES_REHEARSAL=0 compiles the core in half the time, for a slower one (tools/core.py).
The page for browsers is made of web/ on the way (tools/web.py); HORDES_PAGE=0 leaves it as it is.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build import build
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent))
from tools.core import BuildCore  # pip does not look beside setup.py
from tools.web import build_or_say


class Hordes(Distribution):
    """Counts as a package with extensions until compiling turns out to be impossible."""

    native = os.environ.get("HORDES_PURE") != "1"

    def has_ext_modules(self) -> bool:
        return self.native


class CleanBuild(build):
    """Starts from an empty folder: setuptools would pack stale libraries of an earlier build."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        shutil.rmtree(self.build_temp, ignore_errors=True)
        super().run()


class BuildPage(build_py):
    """Makes the page before the files of the package are gathered."""

    def run(self) -> None:
        build_or_say()
        self.__dict__.pop("data_files", None)  # what was listed before the page was there
        super().run()


if __name__ == "__main__":
    setup(distclass=Hordes, cmdclass={"build": CleanBuild, "build_py": BuildPage, "build_ext": BuildCore})
