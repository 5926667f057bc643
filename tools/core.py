"""How the rules core is compiled: which modules, with what, and by what gcc has seen games do. setup.py calls this.

With gcc the core is compiled twice. The first time it counts which ways are taken while tools/rehearsal.py plays; the
second time gcc lays out the code by these counts and inlines across modules: a third more decisions a second for about
twice the work. Other compilers, and HORDES_REHEARSAL=0, compile once.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext

CORE = ("engine", "smallworld", "covil", "search")
"""Packages whose modules are compiled, their subpackages included."""

INTERPRETED = (
    *(f"engine/{name}.py" for name in ("agreements", "errors", "games", "match", "native", "record", "referee")),
    *(f"smallworld/{name}.py" for name in ("hooks", "kit", "own", "own_check", "own_guard", "own_inspect")),
    "covil/inspection.py",
)
"""Modules of the core that stay interpreted: glue that reads and writes text and gains nothing."""

WORDY = (
    "cardfile",
    "drills",
    "glossary",
    "invariants",
    "numbering",
    "options",
    "position",
    "reading",
    "refusal",
    "tell",
)
"""How the names of modules begin in which no game spends time: they read, or put into words. They are compiled once."""

SOURCE = Path("src", "hordes")
REHEARSAL = Path("tools", "rehearsal.py")

COUNTING = ["-fprofile-generate"]
"""For gcc: count in a file beside each object how often every branch is taken."""
COUNTED = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile", "-flto"]
"""For gcc: optimise by these counts, across files, and what was never reached as usual."""
AT_ONCE = 8
"""Compilers at work at the same time, at most: each may want half a gigabyte."""


def core_modules() -> list[str]:
    """Paths of all modules that are compiled, in a fixed order; the `__init__` files hold no code."""
    plain = {SOURCE / name for name in INTERPRETED}
    found = [path for name in CORE for path in sorted((SOURCE / name).rglob("*.py"))]
    return [str(path) for path in found if path not in plain and path.name != "__init__.py"]


def is_played(source: str) -> bool:
    """Whether games spend time in a C file. Of the core these are named after their packages and modules."""
    package, _, module = Path(source).stem.rpartition("___")
    return package != "" and not module.startswith(WORDY)


def compiler() -> list[str]:
    """The command that compiles C."""
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()


def require_compiler() -> None:
    """Find out at once what the C compiler would say after half a minute of work."""
    command = compiler()
    if os.name == "posix" and (not command or shutil.which(command[0]) is None):
        raise RuntimeError(f"no C compiler found ({' '.join(command[:1]) or 'none is configured'})")


def may_rehearse() -> bool:
    """Whether the compiler is gcc, by whatever name, and nobody objects. What clang counts takes more tools to read."""
    if sys.platform != "linux" or os.environ.get("HORDES_REHEARSAL") == "0":
        return False
    said = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=False)
    return "Free Software Foundation" in said.stdout


def core_extensions(folder: str) -> list[Extension]:
    """Translate the core to C inside `folder`: one shared library, so that calls between modules stay direct.

    One C file for each module, so that several can be compiled at a time.
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


class BuildCore(build_ext):
    """Compiles the core, or explains in one line why plain Python is installed instead."""

    compiler: Any
    flags: list[str]
    """What the modules in which games are played are compiled with besides."""

    def run(self) -> None:
        """The whole build of the core."""
        if self.editable_mode:
            return
        try:
            require_compiler()
            self.distribution.ext_modules = core_extensions(self.build_temp)
            self.initialize_options()
            self.finalize_options()  # once more, now that the extensions are known
            if not (may_rehearse() and self.rehearse()):
                self.compile_with([], [])
        except (Exception, SystemExit) as problem:  # mypyc leaves through sys.exit when it finds an error
            if os.environ.get("HORDES_NATIVE") == "1":
                raise
            self.fall_back(problem)

    def rehearse(self) -> bool:
        """Compile a core that counts, let it play, then compile the one that is kept; False when that fails."""
        try:
            self.compile_with(COUNTING, COUNTING)
            self.play()
            self.compile_with(COUNTED, [f"-flto={hands()}"])
        except Exception as problem:  # a slower core is better than none
            if os.environ.get("HORDES_NATIVE") == "1":
                raise
            print(f"hordes: compiled without a rehearsal: {' '.join(str(problem).split())[:200]}", file=sys.stderr)
            return False
        return True

    def play(self) -> None:
        """Let the core that was built play; what it counts lies beside the objects afterwards."""
        path = os.pathsep.join([str(Path(self.build_lib).resolve()), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, str(REHEARSAL)], env=environment, check=True)

    def compile_with(self, flags: list[str], links: list[str]) -> None:
        """Compile the library anew, with these flags for what is played; what is there already of the rest stays."""
        library = max(self.extensions, key=lambda extension: len(extension.sources))
        Path(self.get_ext_fullpath(library.name)).unlink(missing_ok=True)
        self.flags, usual, command = flags, library.extra_link_args, self.compiler
        library.extra_link_args = [*usual, *links]
        try:
            super().run()
        finally:
            library.extra_link_args, self.compiler = usual, command  # `run` has put the compiler itself there

    def build_extensions(self) -> None:
        """Compile several files at a time where each takes a program of its own."""
        if os.name == "posix":
            self.parallel = hands()  # extensions
            alone = self.compiler.compile

            def compile_source(source: str, how: dict[str, Any]) -> list[str]:
                objects: list[str] = self.compiler.object_filenames([source], output_dir=how["output_dir"])
                if is_played(source):
                    alone([source], **{**how, "extra_postargs": [*how["extra_postargs"], *self.flags]})
                elif not Path(objects[0]).exists():
                    alone([source], **how)
                return objects

            def compile_sources(sources: list[str], **how: Any) -> list[str]:
                with ThreadPoolExecutor(hands()) as pool:  # and files of one extension
                    found = pool.map(lambda source: compile_source(source, how), sources)
                    return [name for names in found for name in names]

            self.compiler.compile = compile_sources
        super().build_extensions()

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


def hands() -> int:
    """How many compilers work at the same time."""
    return min(AT_ONCE, os.cpu_count() or 1)
