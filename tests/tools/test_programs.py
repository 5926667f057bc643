"""Chromium and PostgreSQL for check.py: search, installation, and one line of advice before anything long runs."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import check
from tools import programs
from tools.programs import CHROMIUM, POSTGRESQL, Machine, ProgramsMissing, install_hint, install_programs

ROOT = Path(__file__).parents[2]
BOTH = [CHROMIUM, POSTGRESQL]
SHIPPED = "/cache/chromium/chrome"


class FakeMachine(Machine):
    """A machine with given programs, on which given commands succeed."""

    def __init__(self, *there: str, root: bool = False, works: Sequence[str] = (), **variables: str) -> None:
        super().__init__(sys.executable)
        self.there, self.root, self.works, self.variables = {*there}, root, works, variables
        self.commands: list[str] = []

    def which(self, name: str) -> str | None:
        path = name if "/" in name else f"/fake/{name}"
        return path if path in self.there else None

    def variable(self, name: str) -> str:
        return self.variables.get(name, "")

    def is_root(self) -> bool:
        return self.root

    def debian_folders(self) -> list[Path]:
        return [Path("/usr/lib/postgresql/15/bin")]

    def run(self, command: Sequence[str], seconds: int) -> str | None:
        line = " ".join(command).replace(sys.executable, "python").replace("env DEBIAN_FRONTEND=noninteractive ", "")
        if programs.PLAYWRIGHT_PATH in line:
            return SHIPPED
        if line.endswith("--version"):
            return "Chromium 1" if command[0] in self.there and "stub" not in self.works else None
        self.commands.append(line)
        if not any(word in line for word in self.works):
            return None
        if "playwright install" in line:
            self.there.add(SHIPPED)
        if "apt-get install" in line:
            self.there |= {"/fake/chromium"} if "chromium" in line else set()
            self.there |= {"/fake/initdb", "/fake/pg_ctl"} if "postgresql" in line else set()
        return ""


PROGRAMS = ("/fake/chromium", "/fake/initdb", "/fake/pg_ctl")
UPDATE = "apt-get update -q"


def test_what_is_there_is_not_fetched() -> None:
    machine = FakeMachine(*PROGRAMS, root=True)
    install_programs(BOTH, machine)
    assert machine.commands == []


@pytest.mark.parametrize(
    ("machine", "path"),
    [
        (FakeMachine("/fake/chromium"), "/fake/chromium"),
        (FakeMachine("/fake/chromium-browser"), "/fake/chromium-browser"),
        (FakeMachine(SHIPPED), SHIPPED),
        (FakeMachine("/fake/chromium", "/opt/mine", CHROMIUM="/opt/mine"), "/opt/mine"),
        (FakeMachine("/fake/chromium", CHROMIUM="/opt/gone"), None),
        (FakeMachine("/fake/chromium", works=["stub"]), None),
        (FakeMachine(), None),
    ],
)
def test_chromium_is_looked_for_everywhere(machine: FakeMachine, path: str | None) -> None:
    assert programs.chromium(machine) == path


def test_postgresql_is_on_the_path_or_where_debian_puts_it() -> None:
    debian = "/usr/lib/postgresql/15/bin"
    assert programs.postgresql(FakeMachine("/fake/initdb")) is None
    assert programs.postgresql(FakeMachine(f"{debian}/initdb", f"{debian}/pg_ctl")) == Path(debian)
    assert programs.postgresql(FakeMachine("/fake/initdb", f"{debian}/initdb", f"{debian}/pg_ctl")) == Path(debian)


def test_playwright_comes_before_apt() -> None:
    machine = FakeMachine(
        "/fake/apt-get", "/fake/initdb", "/fake/pg_ctl", root=True, works=["playwright install", "apt-get"]
    )
    install_programs(BOTH, machine)
    assert machine.commands == ["python -m playwright install --no-shell chromium"]


def test_apt_installs_what_playwright_could_not() -> None:
    machine = FakeMachine("/fake/apt-get", root=True, works=["apt-get"])
    install_programs(BOTH, machine)
    assert machine.commands[1:] == [UPDATE, "apt-get install -q -y chromium postgresql"]


def test_apt_goes_through_a_sudo_that_asks_nothing() -> None:
    machine = FakeMachine("/fake/apt-get", "/fake/sudo", works=["sudo -n"])
    install_programs([POSTGRESQL], machine)
    assert machine.commands == ["sudo -n true", f"sudo -n {UPDATE}", "sudo -n apt-get install -q -y postgresql"]


def test_a_sudo_that_asks_is_left_alone() -> None:
    machine = FakeMachine("/fake/apt-get", "/fake/sudo")
    with pytest.raises(
        ProgramsMissing, match=r"^PostgreSQL is missing\. To install: sudo apt-get update && sudo apt-get install"
    ):
        install_programs([POSTGRESQL], machine)
    assert machine.commands == ["sudo -n true"]


@pytest.mark.parametrize(
    ("lacking", "machine", "words"),
    [
        (BOTH, FakeMachine("/fake/apt-get", root=True), "apt-get install chromium postgresql. To check the rest: "),
        (BOTH, FakeMachine(), "--without web,postgres"),
        ([CHROMIUM], FakeMachine(), "-m playwright install chromium"),
        ([POSTGRESQL], FakeMachine("/fake/brew"), "brew install postgresql"),
        ([CHROMIUM], FakeMachine(CHROMIUM="/opt/gone"), "$CHROMIUM is /opt/gone, which does not start"),
    ],
)  # fmt: skip
def test_the_advice_is_one_line_with_a_command(lacking: list[str], machine: FakeMachine, words: str) -> None:
    line = install_hint(lacking, machine)
    assert words in line
    assert "\n" not in line
    with pytest.raises(ProgramsMissing) as missing:
        install_programs(lacking, machine)
    assert str(missing.value) == line


def test_a_wrong_variable_is_not_healed_by_fetching() -> None:
    machine = FakeMachine("/fake/apt-get", root=True, works=["playwright install", "apt-get"], CHROMIUM="/opt/gone")
    with pytest.raises(ProgramsMissing, match="/opt/gone"):
        install_programs([CHROMIUM], machine)
    assert machine.commands == []


def test_a_command_that_fails_or_is_not_there_is_quiet(capfd: pytest.CaptureFixture[str]) -> None:
    machine = Machine()
    assert machine.run(["surely-no-such-program"], 5) is None
    assert machine.run([sys.executable, "-c", "print('loud'); raise SystemExit(3)"], 60) is None
    assert machine.run([sys.executable, "-c", "print('told')"], 60) == "told"
    assert capfd.readouterr() == ("", "")


def checked(*arguments: str, path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a real `check.py --dry-run` with a PATH made by the test."""
    variables = {"PATH": str(path), "HOME": str(path), **more}
    command = [sys.executable, "check.py", "--dry-run", *arguments]
    return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False, timeout=60)


def test_a_run_without_chromium_stops_with_one_line(tmp_path: Path) -> None:
    done = checked("--only", "web", path=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].startswith("Chromium is missing. To install: ")
    assert done.stdout.splitlines()[-1].endswith("--without web")


@pytest.mark.parametrize("arguments", [["--only", "format"], ["--without", "web,postgres"], ["--quick"]])
def test_steps_that_need_no_program_ask_for_none(arguments: list[str], tmp_path: Path) -> None:
    done = checked(*arguments, path=tmp_path)
    assert done.returncode == 0
    assert "missing" not in done.stdout


def parsed(
    *, only: Sequence[str] = (), without: Sequence[str] = (), quick: bool = False
) -> tuple[list[check.CheckStep], str]:
    """The steps of a run in which all goes well, and its final line."""
    arguments = argparse.Namespace(only=list(only), without=list(without), quick=quick)
    every = check.steps(quick=quick, postgres=check.POSTGRES not in without)
    chosen = check.select(every, arguments.only, arguments.without)
    for step in chosen:
        step.verdict = "ok"
    return chosen, check.verdict(chosen, check.left_out(chosen, arguments))[1]


def test_the_final_line_names_what_was_left_out() -> None:
    assert parsed()[1] == "All is well."
    assert parsed(without=["web"])[1] == "All is well, without: web."
    assert parsed(without=["postgres", "web"])[1] == "All is well, without: web, postgres."
    assert parsed(only=["types"])[1] == "All is well."
    assert parsed(only=["types", "web"], without=["web"])[1] == "All is well, without: web."
    assert parsed(without=["native"])[1].startswith("All is well, without: native, compiled, twins")
    assert parsed(quick=True)[1].endswith("docs, slow tests.")


def test_a_failure_and_what_was_not_run_are_both_named() -> None:
    chosen, _ = parsed(only=["types", "lint", "native"])
    chosen[0].verdict, chosen[2].verdict = "FAILED", "no compiler: plain only"
    assert check.verdict(chosen, ["web"]) == (False, "FAILED: lint, without: web, native.")


def test_programs_are_needed_only_by_the_steps_that_start_them() -> None:
    assert check.needed(parsed()[0]) == [POSTGRESQL, CHROMIUM]
    assert check.needed(parsed(without=["web"])[0]) == [POSTGRESQL]
    assert check.needed(parsed(without=["postgres"])[0]) == [CHROMIUM]
    assert check.needed(parsed(only=["format", "types"])[0]) == []
    assert check.needed(parsed(quick=True)[0]) == []


def test_tests_of_postgresql_are_deselected_by_their_marker() -> None:
    plain = next(step for step in parsed(without=["postgres"])[0] if step.name == "plain")
    assert "slow and not postgres" in plain.commands[1]


@pytest.mark.parametrize(
    ("only", "without", "words"),
    [([], ["wbe"], "There is no step 'wbe' to leave out"), (["web"], ["web"], "there is nothing to check")],
)
def test_impossible_choices_are_refused(only: list[str], without: list[str], words: str) -> None:
    with pytest.raises(SystemExit, match=words):
        parsed(only=only, without=without)


@pytest.mark.parametrize("begun", [True, False], ids=["environment", "no environment yet"])
def test_a_missing_program_ends_the_run_before_anything_else(
    begun: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    happened: list[str] = []

    def note(name: str) -> Callable[..., None]:
        return lambda *_, **__: happened.append(name)

    monkeypatch.setattr(check, "ensure_environment", note("environment"))
    monkeypatch.setattr(check, "run_all", note("steps"))
    monkeypatch.setattr(check, "PYTHON", Path(sys.executable) if begun else tmp_path / "python")
    monkeypatch.setattr(programs, "Machine", lambda python: FakeMachine("/fake/apt-get"))
    monkeypatch.setattr(sys, "argv", ["check.py"])
    with pytest.raises(SystemExit) as end:
        check.main()
    assert str(end.value.code).startswith("PostgreSQL and Chromium are missing. To install: sudo apt-get update && ")
    assert happened == []


@pytest.mark.parametrize(
    ("file", "variables", "words"),
    [
        ("tests/web/test_pages.py", {"CHROMIUM": "/nowhere/chromium"}, "Chromium is missing"),
        ("tests/server/live/test_durability.py", {}, "PostgreSQL is missing"),
    ],
)
def test_a_test_without_its_program_fails_and_is_not_skipped(
    file: str, variables: dict[str, str], words: str, tmp_path: Path
) -> None:
    code = (
        "import sys, pytest\nfrom pathlib import Path\nfrom tools import programs, web\n"
        "programs.postgresql = lambda machine: None\n"
        "web.STATIC = Path(sys.argv[1])\n"
        "sys.exit(pytest.main(['-q', '-x', '-p', 'no:cacheprovider', *sys.argv[2:]]))"
    )
    (tmp_path / "index.html").touch()
    which = [] if "web" in file else ["-k", "postgresql", "-m", "slow"]
    command = [sys.executable, "-c", code, str(tmp_path), file, *which]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | variables, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert words in done.stdout
    assert "skipped" not in done.stdout
