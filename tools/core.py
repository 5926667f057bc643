"""Compilation of the rules core: which modules, which flags, and profile-guided optimisation (PGO). Used by setup.py.

With gcc the core is compiled twice: first with instrumentation, which records branch counts while pgo_training.py plays
games; then optimised with this profile and across modules (LTO): a third more decisions per second for about twice the
build time. Other compilers, and HORDES_PGO=0, compile once.
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

from tools.docstrings import document_files

CORE = ("engine/core", "smallworld", "covil", "search")
"""Folders whose modules are compiled, their subfolders included."""

INTERPRETED = ("custom", "wire")
"""Names of the folders inside CORE that stay interpreted.

`custom` loads and checks what users bring, and needs no speed; `wire` holds types that programs read, which a compiled
module would not have.
"""

COLD = ("text", "testing", "options", "plugin", "fields")
"""Folders and modules in which no game spends time: compiled once, without profile-guided optimisation.

`options`, at the top of each game, checks untyped JSON from users once, when a game is set up.
`plugin` forwards to games in plain Python, whose own code takes nearly all the time.
`fields` finds the fields of states for dumps, by name.
"""

MYPY_OPTIONS = ("--no-site-packages", "--follow-imports=silent")
"""Make the compilation independent of what else is installed.

In pip's isolated build environment no dependency of hordes is installed, in a developer's all of them are. Without the
first option the core could come to need one unnoticed; without the second, modules outside the core that it only names
for type checkers would be errors wherever their own imports are missing.
"""

SOURCE = Path("src", "hordes")
PGO_TRAINING = Path("tools", "pgo_training.py")

PROFILE_GENERATE = ["-fprofile-generate"]
"""gcc flags of the instrumented build: write branch counts to a file beside each object."""
PROFILE_USE = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile", "-flto"]
"""gcc flags of the optimised build: use the profile and LTO; code without a profile is optimised as usual."""
MAX_COMPILERS = 8
"""Maximum number of parallel compilers: each may need half a gigabyte."""


def core_modules() -> list[str]:
    """Paths of all modules that are compiled, in a fixed order; the `__init__` files hold no code."""
    modules = [path for name in CORE for path in sorted((SOURCE / name).rglob("*.py"))]
    return [str(path) for path in modules if not set(INTERPRETED) & set(path.parts) and path.name != "__init__.py"]


def is_cold(module: str) -> bool:
    """Whether no game spends time in a module, by the names in its path."""
    return any(name in COLD for name in Path(module).with_suffix("").parts)


def is_hot_source(source: str) -> bool:
    """Whether a C file is performance-critical. mypyc names the files of the core after packages and modules."""
    parts = Path(source).stem.split("___")
    return len(parts) > 1 and not any(name in COLD for name in parts)


def compiler() -> list[str]:
    """The command that compiles C."""
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()


def require_compiler() -> None:
    """Raise `RuntimeError` at once if there is no C compiler, not after half a minute of work."""
    command = compiler()
    if os.name == "posix" and (not command or shutil.which(command[0]) is None):
        raise RuntimeError(f"no C compiler found ({' '.join(command[:1]) or 'none is configured'})")


def pgo_is_supported() -> bool:
    """Whether the compiler is gcc and HORDES_PGO does not forbid PGO. Profiles of clang need more tools."""
    if sys.platform != "linux" or os.environ.get("HORDES_PGO") == "0":
        return False
    version = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=False)
    return "Free Software Foundation" in version.stdout


def core_extensions(folder: str) -> list[Extension]:
    """Translate the core to C inside `folder`: one shared library, so that calls between modules stay direct.

    One C file for each module, so that several can be compiled at a time.
    """
    from mypyc.build import mypycify  # only a build that compiles needs it

    sources = [*MYPY_OPTIONS, *core_modules()]
    extensions = mypycify(
        sources, opt_level="3", debug_level="0", multi_file=True, target_dir=folder, group_name="hordes"
    )
    document_files(Path(folder), core_modules(), SOURCE.parent)  # mypyc drops docstrings; `help()` shows them
    if sys.platform == "linux":
        flags = ["-fno-semantic-interposition"]  # lets gcc inline: a fifth faster
        flags += ["-falign-functions=64"]  # else the order of the modules alone changes the speed by some percent
        flags += ["-include", str(Path("tools", "bits.h"))]  # `lowest` is one instruction
        links = ["-Wl,-Bsymbolic-functions"]  # calls between modules stay direct
        for extension in extensions:  # mypyc gives the same lists to all of them
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
            extension.extra_link_args = [*extension.extra_link_args, *links]
    return extensions


class BuildCore(build_ext):
    """Compiles the core, or prints why plain Python is installed instead."""

    compiler: Any
    flags: list[str]
    """Additional flags for performance-critical modules."""

    def run(self) -> None:
        """Build the core."""
        if self.editable_mode:
            return
        try:
            require_compiler()
            self.distribution.ext_modules = core_extensions(self.build_temp)
            self.initialize_options()
            self.finalize_options()  # again, now that the extensions are known
            if not (pgo_is_supported() and self.build_with_pgo()):
                self.compile_with([], [])
        except (Exception, SystemExit) as problem:  # mypyc calls sys.exit on errors
            if os.environ.get("HORDES_NATIVE") == "1":
                raise
            self.fall_back(problem)

    def build_with_pgo(self) -> bool:
        """Build with instrumentation, run the training games, build with the profile; False if that fails."""
        try:
            self.compile_with(PROFILE_GENERATE, PROFILE_GENERATE)
            self.run_training()
            self.compile_with(PROFILE_USE, [f"-flto={compiler_jobs()}"])
        except Exception as problem:  # a slower core is better than none
            if os.environ.get("HORDES_NATIVE") == "1":
                raise
            print(
                f"hordes: compiled without profile-guided optimisation: {' '.join(str(problem).split())[:200]}",
                file=sys.stderr,
            )
            return False
        return True

    def run_training(self) -> None:
        """Run the training games with the instrumented core; the profile is written beside the objects."""
        path = os.pathsep.join([str(Path(self.build_lib).resolve()), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, str(PGO_TRAINING)], env=environment, check=True)

    def compile_with(self, flags: list[str], links: list[str]) -> None:
        """Compile the library with these flags for hot modules; existing objects of the others are kept."""
        # mypyc makes one large shared library and a stub per module
        library = max(self.extensions, key=lambda extension: len(extension.sources))
        Path(self.get_ext_fullpath(library.name)).unlink(missing_ok=True)
        self.flags, usual, command = flags, library.extra_link_args, self.compiler
        library.extra_link_args = [*usual, *links]
        try:
            super().run()
        finally:
            library.extra_link_args, self.compiler = usual, command  # `run` has replaced the name by a compiler object

    def build_extensions(self) -> None:
        """Compile several files in parallel."""
        if os.name == "posix":
            self.parallel = compiler_jobs()  # extensions in parallel
            alone = self.compiler.compile

            def compile_source(source: str, how: dict[str, Any]) -> list[str]:
                objects: list[str] = self.compiler.object_filenames([source], output_dir=how["output_dir"])
                if is_hot_source(source):
                    alone([source], **{**how, "extra_postargs": [*how["extra_postargs"], *self.flags]})
                elif not Path(objects[0]).exists():
                    alone([source], **how)
                return objects

            def compile_sources(sources: list[str], **how: Any) -> list[str]:
                with ThreadPoolExecutor(compiler_jobs()) as pool:  # files of one extension in parallel
                    objects = pool.map(lambda source: compile_source(source, how), sources)
                    return [name for names in objects for name in names]

            self.compiler.compile = compile_sources
        super().build_extensions()

    def fall_back(self, problem: BaseException) -> None:
        """Remove all extensions, also those already built: a partly compiled core would not import."""
        for leftover in (*Path(self.build_lib).rglob("*.so"), *Path(self.build_lib).rglob("*.pyd")):
            leftover.unlink()
        self.extensions: list[Extension] = []
        self.distribution.ext_modules = []
        self.distribution.native = False
        if "bdist_wheel" in self.distribution.command_obj:
            self.distribution.command_obj["bdist_wheel"].root_is_pure = True
        reason = "mypyc refused it" if isinstance(problem, SystemExit) else " ".join(str(problem).split())[:200]
        print(f"hordes: not compiled, installing plain Python (same rules, slower): {reason}", file=sys.stderr)


def compiler_jobs() -> int:
    """Number of parallel compilers."""
    return min(MAX_COMPILERS, os.cpu_count() or 1)
