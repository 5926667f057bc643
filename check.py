"""Set up hordes in this checkout and run every check: `python3 check.py`.

Needs Python 3.11 or newer; a C compiler for the compiled half, which runs the slow tests of the rules (skipped without
one, except in CI); Chromium for the step `web` and PostgreSQL for some slow tests of the step `plain`. Both are
installed if possible; if not, one line says how to install them, before anything runs.
    --quick          no compiled half, no slow tests
    --only STEP      one step, and what it needs; may be repeated
    --without STEPS  skip steps, or `postgres`, the tests that need PostgreSQL; several with commas
    --dry-run        run and install nothing: print which steps would run, and where the programs they need are
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

if sys.version_info < (3, 11):
    raise SystemExit(f"hordes needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

from tools import programs
from tools.project import NATIVE, PYTHON, RL_PYTHON, ROOT, ensure_environment, ensure_rl_environment

CASES = ("smallworld-base.json", "smallworld-sets.json", "covil.json", "letter-smallworld.json", "letter-covil.json")
"""Rule cases in the shared folder beside the checkout, if there is one."""

NO_COMPILER = 3
"""Exit status of tools.native without a C compiler."""

POSTGRES = "postgres"
"""Name for `--without` of the tests that need PostgreSQL; also their pytest marker."""


@dataclass
class CheckStep:
    """One check: commands that must all succeed, on the plain or the compiled package."""

    name: str
    about: str
    commands: list[list[str]]
    compiled: bool = False
    quick: bool = True
    needs_rl: bool = False
    needs: tuple[str, ...] = ()
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
        if self.needs_rl:
            ensure_rl_environment()
        python = RL_PYTHON if self.needs_rl else PYTHON
        for command in self.commands:
            if code == 0:
                code = subprocess.call([str(python), *command], cwd=ROOT, env=variables, stdin=subprocess.DEVNULL)
        self.seconds = time.perf_counter() - begin
        self.verdict = "FAILED" if code else "ok"
        return code


def steps(*, quick: bool, postgres: bool = True) -> list[CheckStep]:
    """All steps, the fastest first; optionally without the tests that need PostgreSQL."""
    pytest = ["-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"]
    later = [f"--ignore={name}" for name in ("tests/envs", "tests/examples", "tests/docs", "src/hordes/envs")]
    beside = [
        f"--ignore=tests/{name}" for name in ("cartography", "server", "terminal")
    ]  # independent of the compiled core
    tables = [
        f"tests/server/{name}.py"
        for name in ("bots/test_bots", "live/test_every_table", "live/test_play", "live/test_hidden_information")
    ]  # server tests that use the core heavily
    marked = "slow" if postgres else f"slow and not {POSTGRES}"
    slow = [[*pytest, "-m", marked, "tests/cartography", "tests/server"]]  # all other slow tests run compiled
    browser = [
        "-m",
        "pytest",
        "-q",
        "-n",
        "2",
        "tests/web",
    ]  # separate process: Playwright's driver leaves an event loop
    is_compiled = ["-c", "from hordes.engine.core.bits import COMPILED; raise SystemExit(not COMPILED)"]
    every = [
        CheckStep("format", "ruff format", [["-m", "ruff", "format", "--check", "."]]),
        CheckStep("lint", "ruff check", [["-m", "ruff", "check", "."]]),
        CheckStep("core", "rules of the compiled core", [["-m", "tools.lint_core"]]),
        CheckStep("layers", "import-linter", [["-c", "from importlinter.cli import lint_imports_command as c; c()"]]),
        CheckStep("types", "mypy --strict", [["-m", "mypy"]]),
        CheckStep(
            "plain",
            "tests and examples, plain Python",
            [[*pytest, *later, "-m", "not slow"], *([] if quick else slow)],
            needs=(programs.POSTGRESQL,) if postgres and not quick else (),
        ),
        CheckStep("page", "types, tests and build of web/", [["-m", "tools.web", "--check"]], quick=False),
        CheckStep("native", "build with mypyc", [["-m", "tools.native"]], quick=False),
        CheckStep(
            "compiled",
            "tests, compiled",
            [is_compiled, [*pytest, "tests", *later, *beside], [*pytest, *tables]],
            compiled=True,
            quick=False,
        ),
        CheckStep("twins", "compiled and plain play alike", [["-m", "tools.twins"]], compiled=True, quick=False),
        *case_steps(),
        CheckStep(
            "web", "the page, in a real browser", [browser], compiled=True, quick=False, needs=(programs.CHROMIUM,)
        ),
        *learning_steps(),
    ]
    return [step for step in every if step.quick or not quick]


def learning_steps() -> list[CheckStep]:
    """Steps that need .venv-rl: test suites of other projects, examples, documentation."""
    theirs = "ignore:The old environment creation API:DeprecationWarning"  # raised by PettingZoo's own Connect Four
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", theirs]
    suites = [*pytest, "tests/envs", "tests/generic/test_envs.py", "tests/lab/test_results.py"]
    site = [
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--site-dir",
        "build/site",
    ]  # --quiet would hide warnings from --strict
    pages = [["-m", "tools.rulebook"], site, [*pytest, "tests/docs"]]
    return [
        CheckStep("rl", "suites of learners, OpenSpiel, Ray", [suites], compiled=True, quick=False, needs_rl=True),
        CheckStep("examples", "examples learn a little", [[*pytest, "tests/examples"]], True, False, True),
        CheckStep("docs", "documentation site, strict", pages, compiled=True, quick=False, needs_rl=True),
    ]


def case_steps() -> list[CheckStep]:
    """The shared rule cases through `hordes referee`, plain and compiled; none if the folder is missing."""
    folder = ROOT.parent / "shared" / "cases"
    if not folder.is_dir():
        return []
    hordes = PYTHON.with_name("hordes" + PYTHON.suffix)
    command = [str(folder / "run_cases.py"), "--hordes", str(hordes), *(str(folder / name) for name in CASES)]
    return [
        CheckStep("cases", "shared rule cases, plain", [command]),
        CheckStep("native-cases", "shared rule cases, compiled", [command], compiled=True, quick=False),
    ]


def select(every: list[CheckStep], names: list[str], without: Sequence[str] = ()) -> list[CheckStep]:
    """The selected steps, with the native build added before steps that need it."""
    known = [step.name for step in every]
    for name in names:
        if name not in known:
            raise SystemExit(f"There is no step {name!r}. The steps are: {', '.join(known)}.")
    for name in without:
        if name not in (possible := [*(step.name for step in steps(quick=False)), POSTGRES]):
            raise SystemExit(f"There is no step {name!r} to leave out. There are: {', '.join(possible)}.")
    gone = {*without, *([step.name for step in every if step.compiled] if "native" in without else [])}
    wanted = {name for name in names or known if name not in gone}
    if not wanted:
        raise SystemExit("Every step that was named is left out: there is nothing to check.")
    if any(step.compiled and step.name in wanted for step in every):
        wanted.add("native")
    return [step for step in every if step.name in wanted]


def left_out(chosen: list[CheckStep], arguments: argparse.Namespace) -> list[str]:
    """What the final line must list as unchecked."""
    names = [step.name for step in chosen]
    wanted = arguments.only or [step.name for step in steps(quick=False)]
    without = [name for name in wanted if name not in names]
    if "plain" not in names:
        return without
    if arguments.quick:
        return [*without, "slow tests"]
    return [*without, *([POSTGRES] if POSTGRES in arguments.without else [])]


def start_rl_install() -> subprocess.Popen[bytes]:
    """Create .venv-rl in a background process. If it fails, the step that needs it tries again."""
    code = "from tools.project import ensure_rl_environment; ensure_rl_environment()"
    return subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.DEVNULL)


def run_all(chosen: list[CheckStep]) -> None:
    """Run the steps in order; without a native build the compiled steps are skipped.

    .venv-rl is installed in the background meanwhile, because that mostly waits for the network.
    """
    missing = ""
    fetching = start_rl_install() if any(step.needs_rl for step in chosen) else None
    for step in chosen:
        if missing and step.compiled:
            step.verdict = missing
            continue
        print(f"\n=== {step.name}: {step.about}", flush=True)
        if step.needs_rl and fetching:
            fetching.wait()
        code = step.run()
        if step.name == "native" and code:
            forgiven = code == NO_COMPILER and not in_ci()
            missing = "no compiler: plain only" if forgiven else "not run"
            step.verdict = missing if forgiven else "FAILED"
    if fetching:
        fetching.terminate()  # still running only if no step needed it


def summary(chosen: list[CheckStep], setup: float, without: Sequence[str]) -> bool:
    """Print the table of steps and what was left out; True if nothing failed."""
    print("\n" + "-" * 64)
    print(f"{'setup':13} {'environment in .venv':34} {setup:6.1f} s  ok")
    for step in chosen:
        print(f"{step.name:13} {step.about:34} {step.seconds:6.1f} s  {step.verdict}")
    total = setup + sum(step.seconds for step in chosen)
    print("-" * 64)
    good, line = verdict(chosen, without)
    print(f"{line} ({total:.0f} s)", flush=True)
    return good


def verdict(chosen: list[CheckStep], without: Sequence[str]) -> tuple[bool, str]:
    """Whether nothing failed, and the final line with what failed and what was not checked."""
    failed = [step.name for step in chosen if step.verdict in {"FAILED", "not run"}]
    unchecked = [*without, *(step.name for step in chosen if step.verdict not in {"FAILED", "not run", "ok"})]
    rest = f", without: {', '.join(unchecked)}" if unchecked else ""
    return not failed, (f"FAILED: {', '.join(failed)}" if failed else "All is well") + rest + "."


def needed(chosen: list[CheckStep]) -> list[str]:
    """Programs that the steps need and pip cannot install."""
    return list(dict.fromkeys(program for step in chosen for program in step.needs))


def fetch_programs(wanted: Sequence[str]) -> None:
    """Find or install programs, or exit with a line that says how to install them.

    Without an environment Playwright cannot be asked yet, so Chromium is installed after it.
    """
    machine = programs.Machine(PYTHON)
    now = wanted if PYTHON.exists() else [name for name in wanted if name != programs.CHROMIUM]
    try:
        programs.install_programs(now, machine)
    except programs.ProgramsMissing:
        raise SystemExit(programs.install_hint(programs.missing(wanted, machine), machine)) from None


def dry_run(chosen: list[CheckStep], without: Sequence[str]) -> int:
    """Print what would run, and where the programs are; 1 if something is missing."""
    machine = programs.Machine(PYTHON)
    print("steps:", ", ".join(step.name for step in chosen), *([f"(without: {', '.join(without)})"] if without else []))
    wanted = needed(chosen)
    for name in wanted:
        where = programs.chromium(machine) if name == programs.CHROMIUM else programs.postgresql(machine)
        print(f"{name}: {where or 'missing'}")
    lacking = programs.missing(wanted, machine)
    if lacking:
        print(programs.install_hint(lacking, machine))
    return 1 if lacking else 0


def in_ci() -> bool:
    """Whether this is a continuous integration run."""
    return os.environ.get("CI", "").lower() in {"1", "true"}


def main() -> int:
    """Set up, check, report."""
    parser = argparse.ArgumentParser(description="Set up hordes in this checkout and run every check.")
    parser.add_argument("--quick", action="store_true", help="no compiled half, no slow tests")
    parser.add_argument("--only", action="append", default=[], metavar="STEP", help="one step; may be repeated")
    parser.add_argument("--without", action="append", default=[], metavar="STEP", help="leave out; a list with commas")
    parser.add_argument("--dry-run", action="store_true", help="say what would run and what it needs; install nothing")
    arguments = parser.parse_args()
    arguments.without = [name.strip() for text in arguments.without for name in text.split(",")]
    every = steps(quick=arguments.quick, postgres=POSTGRES not in arguments.without)
    chosen = select(every, arguments.only, arguments.without)
    without = left_out(chosen, arguments)
    if arguments.dry_run:
        return dry_run(chosen, without)
    begin = time.perf_counter()
    fetch_programs(needed(chosen))
    ensure_environment(developer=True)
    fetch_programs(needed(chosen))
    setup = time.perf_counter() - begin
    run_all(chosen)
    return 0 if summary(chosen, setup, without) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
