"""Build hordes: the rules core is compiled with mypyc where that works, and installed as plain Python where not.

The same files run either way. Two switches: HORDES_PURE=1 never compiles, HORDES_NATIVE=1 fails rather than fall back.
The page for browsers is made of web/ on the way (tools/web.py); HORDES_PAGE=0 leaves it as it is.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent))
from tools.web import build_or_say  # pip does not look beside setup.py

CORE = ("engine", "smallworld", "covil", "search")
"""Packages whose modules are compiled, their subpackages included."""

INTERPRETED = (
    *(f"engine/{name}.py" for name in ("agreements", "errors", "games", "match", "native", "record", "referee")),
    *(f"smallworld/{name}.py" for name in ("hooks", "kit", "own", "own_check", "own_guard", "own_inspect")),
    "covil/inspection.py",
)
"""Modules of the core that stay interpreted: glue that reads and writes text and gains nothing."""

SOURCE = Path("src", "hordes")


def core_modules() -> list[str]:
    """Paths of all modules that are compiled, in a fixed order; the `__init__` files hold no code."""
    plain = {SOURCE / name for name in INTERPRETED}
    found = [path for name in CORE for path in sorted((SOURCE / name).rglob("*.py"))]
    return [str(path) for path in found if path not in plain and path.name != "__init__.py"]


def require_compiler() -> None:
    """Find out at once what the C compiler would say after half a minute of work."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if os.name == "posix" and (not command or shutil.which(command[0]) is None):
        raise RuntimeError(f"no C compiler found ({' '.join(command[:1]) or 'none is configured'})")


def core_extensions(folder: str) -> list[Extension]:
    """Translate the core to C inside `folder`: one shared library, so that calls between modules stay direct.

    One C file for each module: it builds in two thirds of the time of a single large one and is three per cent slower.
    """
    from mypyc.build import mypycify  # only a build that compiles needs it

    extensions = mypycify(
        core_modules(), opt_level="3", debug_level="0", multi_file=True, target_dir=folder, group_name="hordes"
    )
    if sys.platform == "linux":
        flags = ["-fno-semantic-interposition"]  # lets gcc inline: a fifth faster
        flags += ["-include", str(Path("tools", "bits.h"))]  # `lowest` is one instruction
        links = ["-Wl,-Bsymbolic-functions"]  # calls between modules stay direct
        for extension in extensions:  # mypyc gives the same lists to all of them
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
            extension.extra_link_args = [*extension.extra_link_args, *links]
    return extensions


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


class BuildCore(build_ext):
    """Compiles the core, or explains in one line why plain Python is installed instead."""

    def run(self) -> None:
        if self.editable_mode:
            return
        try:
            require_compiler()
            self.distribution.ext_modules = core_extensions(self.build_temp)
            self.initialize_options()
            self.finalize_options()  # once more, now that the extensions are known
            super().run()
        except (Exception, SystemExit) as problem:  # mypyc leaves through sys.exit when it finds an error
            if os.environ.get("HORDES_NATIVE") == "1":
                raise
            self.fall_back(problem)

    def fall_back(self, problem: BaseException) -> None:
        """Drop every extension, also those that were built: half a compiled core would not import."""
        for leftover in (*Path(self.build_lib).rglob("*.so"), *Path(self.build_lib).rglob("*.pyd")):
            leftover.unlink()
        self.extensions: list[Extension] = []
        self.distribution.ext_modules = []
        self.distribution.native = False
        if "bdist_wheel" in self.distribution.command_obj:
            self.distribution.command_obj["bdist_wheel"].root_is_pure = True
        reason = "mypyc refused it" if isinstance(problem, SystemExit) else " ".join(str(problem).split())[:200]
        print(f"hordes: not compiled, installing plain Python (same rules, slower): {reason}", file=sys.stderr)


if __name__ == "__main__":
    setup(distclass=Hordes, cmdclass={"build": CleanBuild, "build_py": BuildPage, "build_ext": BuildCore})
