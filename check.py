"""Set up hordes in this checkout and run every check: `python3 check.py`.

Needs Python 3.11 or newer; a C compiler for the compiled half, in which the slow tests of the rules run, and which is
left out without one (but never in CI).
    --quick        no compiled half, no slow tests
    --only STEP    one step, and what it needs; may be repeated
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

if sys.version_info < (3, 11):
    raise SystemExit(f"hordes needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

from tools.project import LEARNERS_PYTHON, NATIVE, PYTHON, ROOT, environment, learners

CASES = ("smallworld-base.json", "smallworld-sets.json", "covil.json", "letter-smallworld.json", "letter-covil.json")
"""Rule cases that must hold, from the shared folder beside the checkout where there is one."""

NO_COMPILER = 3
"""What tools.native answers when it finds no C compiler."""


@dataclass
class Step:
    """One check: commands that must all succeed, on the plain or on the compiled package."""

    name: str
    about: str
    commands: list[list[str]]
    compiled: bool = False
    quick: bool = True
    learning: bool = False
    verdict: str = field(default="", init=False)
    seconds: float = field(default=0.0, init=False)

    def run(self) -> int:
        """Run the commands in the environment; the first failure ends the step."""
        variables = dict(os.environ)
        variables.pop("PYTHONPATH", None)
        if self.compiled:
            variables["PYTHONPATH"] = str(NATIVE)
        begin = time.perf_counter()
        code = 0
        if self.learning:
            learners()
        python = LEARNERS_PYTHON if self.learning else PYTHON
        for command in self.commands:
            if code == 0:
                code = subprocess.call([str(python), *command], cwd=ROOT, env=variables, stdin=subprocess.DEVNULL)
        self.seconds = time.perf_counter() - begin
        self.verdict = "FAILED" if code else "ok"
        return code


def steps(*, quick: bool) -> list[Step]:
    """Everything that is checked, cheapest first."""
    pytest = ["-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"]
    later = [f"--ignore={name}" for name in ("tests/envs", "tests/examples", "tests/docs", "src/hordes/envs")]
    beside = [f"--ignore=tests/{name}" for name in ("cartography", "server", "terminal")]  # beside the core
    tables = [f"tests/server/test_{name}.py" for name in ("bots", "every_table", "play", "secrets")]  # and lean on it
    slow = [[*pytest, "-m", "slow", "tests/cartography", "tests/server"]]  # the others' slow ones run compiled
    browser = ["-m", "pytest", "-q", "-n", "2", "tests/web"]  # its driver leaves an event loop: a call of its own
    is_compiled = ["-c", "from hordes.engine.bits import COMPILED; raise SystemExit(not COMPILED)"]
    every = [
        Step("format", "ruff format", [["-m", "ruff", "format", "--check", "."]]),
        Step("lint", "ruff check", [["-m", "ruff", "check", "."]]),
        Step("core", "rules of the compiled core", [["-m", "tools.lint_core"]]),
        Step("layers", "import-linter", [["-c", "from importlinter.cli import lint_imports_command as c; c()"]]),
        Step("types", "mypy --strict", [["-m", "mypy"]]),
        Step(
            "plain", "tests and examples, plain Python", [[*pytest, *later, "-m", "not slow"], *([] if quick else slow)]
        ),
        Step("page", "types, tests and build of web/", [["-m", "tools.web", "--check"]], quick=False),
        Step("native", "build with mypyc", [["-m", "tools.native"]], quick=False),
        Step(
            "compiled",
            "tests, compiled",
            [is_compiled, [*pytest, "tests", *later, *beside], [*pytest, *tables]],
            compiled=True,
            quick=False,
        ),
        Step("twins", "compiled and plain play alike", [["-m", "tools.twins"]], compiled=True, quick=False),
        *case_steps(),
        Step("web", "the page, in a real browser", [browser], compiled=True, quick=False),
        *learning_steps(),
    ]
    return [step for step in every if step.quick or not quick]


def learning_steps() -> list[Step]:
    """What needs .venv-rl: the suites of other projects, the examples, the documentation."""
    theirs = "ignore:The old environment creation API:DeprecationWarning"  # PettingZoo's suite, of its own Connect Four
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", theirs]
    suites = [*pytest, "tests/envs", "tests/test_results.py"]
    site = ["-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", "build/site"]
    pages = [["-m", "tools.rulebook"], site, [*pytest, "tests/docs"]]
    return [
        Step("rl", "suites of learners, OpenSpiel, Ray", [suites], compiled=True, quick=False, learning=True),
        Step("examples", "examples learn a little", [[*pytest, "tests/examples"]], True, False, True),
        Step("docs", "documentation site, strict", pages, compiled=True, quick=False, learning=True),
    ]


def case_steps() -> list[Step]:
    """The shared rule cases through `hordes referee`, both ways; none where the folder is missing."""
    folder = ROOT.parent / "shared" / "cases"
    if not folder.is_dir():
        return []
    hordes = PYTHON.with_name("hordes" + PYTHON.suffix)
    command = [str(folder / "run_cases.py"), "--hordes", str(hordes), *(str(folder / name) for name in CASES)]
    return [
        Step("cases", "shared rule cases, plain", [command]),
        Step("native-cases", "shared rule cases, compiled", [command], compiled=True, quick=False),
    ]


def select(every: list[Step], names: list[str]) -> list[Step]:
    """The named steps, with the native build before those that need it."""
    known = [step.name for step in every]
    for name in names:
        if name not in known:
            raise SystemExit(f"There is no step {name!r}. The steps are: {', '.join(known)}.")
    chosen = {*names, *(["native"] if any(step.compiled and step.name in names for step in every) else [])}
    return [step for step in every if not names or step.name in chosen]


def fetch_learners() -> subprocess.Popen[bytes]:
    """Make .venv-rl in a process of its own. Should it fail, the step that needs it tries once more and says why."""
    code = "from tools.project import learners; learners()"
    return subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.DEVNULL)


def run_all(chosen: list[Step]) -> None:
    """Run the steps in order; without a native build there is nothing compiled to check.

    What learners need is fetched meanwhile: that is waiting for the network, and the first steps are not.
    """
    missing = ""
    fetching = fetch_learners() if any(step.learning for step in chosen) else None
    for step in chosen:
        if missing and step.compiled:
            step.verdict = missing
            continue
        print(f"\n=== {step.name}: {step.about}", flush=True)
        if step.learning and fetching:
            fetching.wait()
        code = step.run()
        if step.name == "native" and code:
            forgiven = code == NO_COMPILER and not in_ci()
            missing = "no compiler: plain only" if forgiven else "not run"
            step.verdict = missing if forgiven else "FAILED"
    if fetching:
        fetching.terminate()  # only still at it where no step needed it after all


def summary(chosen: list[Step], setup: float) -> bool:
    """Print the table; true when nothing failed."""
    print("\n" + "-" * 64)
    print(f"{'setup':13} {'environment in .venv':34} {setup:6.1f} s  ok")
    for step in chosen:
        print(f"{step.name:13} {step.about:34} {step.seconds:6.1f} s  {step.verdict}")
    failed = [step.name for step in chosen if step.verdict in {"FAILED", "not run"}]
    total = setup + sum(step.seconds for step in chosen)
    print("-" * 64)
    print(f"{'FAILED: ' + ', '.join(failed) if failed else 'All is well.'} ({total:.0f} s)", flush=True)
    return not failed


def programs() -> None:
    """In CI, install the PostgreSQL and the Chromium that the tests start; elsewhere their tests need what is there."""
    postgresql = shutil.which("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or os.environ.get("CHROMIUM")
    wanted = [*([] if postgresql else ["postgresql"]), *([] if chromium else ["chromium"])]
    if not wanted or not in_ci() or shutil.which("apt-get") is None:
        return
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", *wanted]):
        subprocess.run(
            command, check=False, stdin=subprocess.DEVNULL, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        )


def in_ci() -> bool:
    """Does nobody look on?"""
    return os.environ.get("CI", "").lower() in {"1", "true"}


def main() -> int:
    """Set up, check, report."""
    parser = argparse.ArgumentParser(description="Set up hordes in this checkout and run every check.")
    parser.add_argument("--quick", action="store_true", help="no compiled half, no slow tests")
    parser.add_argument("--only", action="append", default=[], metavar="STEP", help="one step; may be repeated")
    arguments = parser.parse_args()
    chosen = select(steps(quick=arguments.quick), arguments.only)
    begin = time.perf_counter()
    environment(developer=True)
    programs()
    setup = time.perf_counter() - begin
    run_all(chosen)
    return 0 if summary(chosen, setup) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
