"""Finds or installs Chromium and PostgreSQL for the tests. Standard library only.

pip cannot install these two. Each is searched, then installed if that is allowed; otherwise one line says which command
installs it. Output of the commands is not shown.

    Chromium      $CHROMIUM, the PATH, Playwright's own cache; else `playwright install`, else apt-get
    PostgreSQL    the PATH, Debian's folder; else apt-get

apt-get is used as root, or through a sudo that needs no password.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CHROMIUM, POSTGRESQL = "Chromium", "PostgreSQL"
PACKAGES = {CHROMIUM: "chromium", POSTGRESQL: "postgresql"}
STEP_NAMES = {CHROMIUM: "web", POSTGRESQL: "postgres"}
"""Names for `--without` of check.py of the tests that need a program."""
BROWSERS = ("chromium", "chromium-browser")
DEBIAN = Path("/usr/lib/postgresql")
MINUTE = 60
PLAYWRIGHT_PATH = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
)


class ProgramsMissing(Exception):
    """Programs are missing and cannot be installed; the message says what to do."""


class Machine:
    """Access to the computer's programs; tests replace it."""

    def __init__(self, python: Path | str = sys.executable) -> None:
        self.python = str(python)
        """The Python in which Playwright is installed; it need not exist yet."""

    def which(self, name: str) -> str | None:
        """The path of a program on the PATH."""
        return shutil.which(name)

    def variable(self, name: str) -> str:
        """An environment variable; empty if it is not set."""
        return os.environ.get(name, "")

    def is_root(self) -> bool:
        """Whether this process may install packages."""
        return hasattr(os, "geteuid") and os.geteuid() == 0

    def run(self, command: Sequence[str], seconds: int) -> str | None:
        """Output of a command; None if it fails, times out or does not exist."""
        try:
            done = subprocess.run(command, capture_output=True, check=False, timeout=seconds, stdin=subprocess.DEVNULL)
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else None

    def debian_folders(self) -> list[Path]:
        """Debian's folders of PostgreSQL programs, newest version first."""
        folders = [path for path in DEBIAN.glob("*/bin") if path.parent.name.isdigit()]
        return sorted(folders, key=lambda path: int(path.parent.name), reverse=True)


def chromium(machine: Machine) -> str | None:
    """Path of a working Chromium, or None. If $CHROMIUM is set, only that is tried."""
    named = machine.variable("CHROMIUM")
    if named:
        return _if_it_starts(machine, machine.which(named))
    for name in BROWSERS:
        path = _if_it_starts(machine, machine.which(name))
        if path:
            return path
    return _if_it_starts(machine, machine.which(machine.run([machine.python, "-c", PLAYWRIGHT_PATH], MINUTE) or ""))


def _if_it_starts(machine: Machine, path: str | None) -> str | None:
    """The path if the browser starts: libraries may be missing, and Ubuntu's chromium-browser may be an empty stub."""
    if not path or os.name == "nt":  # on Windows, --version would open a window
        return path or None
    return path if machine.run([path, "--version"], MINUTE) is not None else None


def postgresql(machine: Machine) -> Path | None:
    """The folder with initdb and pg_ctl; None where PostgreSQL is not installed."""
    initdb = machine.which("initdb")
    folders = [*([Path(initdb).resolve().parent] if initdb else []), *machine.debian_folders()]
    return next(
        (folder for folder in folders if all(machine.which(str(folder / name)) for name in ("initdb", "pg_ctl"))), None
    )


def is_available(program: str, machine: Machine) -> bool:
    """Whether the tests can start it."""
    return (chromium(machine) if program == CHROMIUM else postgresql(machine)) is not None


def missing(needed: Sequence[str], machine: Machine) -> list[str]:
    """Those of the needed programs that are missing."""
    return [program for program in needed if not is_available(program, machine)]


def install_programs(needed: Sequence[str], machine: Machine) -> None:
    """Install what is missing; raises `ProgramsMissing` if something cannot be installed."""
    lacking = missing(needed, machine)
    if CHROMIUM in lacking and not machine.variable("CHROMIUM") and Path(machine.python).exists():
        print("Fetching Chromium with Playwright ...", flush=True)
        machine.run([machine.python, "-m", "playwright", "install", "--no-shell", "chromium"], 20 * MINUTE)
        lacking = missing(lacking, machine)
    install = installer(machine)
    packages = [PACKAGES[program] for program in lacking if program != CHROMIUM or not machine.variable("CHROMIUM")]
    if packages and install:
        print(f"Installing {' and '.join(packages)} with apt-get ...", flush=True)
        machine.run([*install, "update", "-q"], 10 * MINUTE)
        machine.run([*install, "install", "-q", "-y", *packages], 20 * MINUTE)
        lacking = missing(lacking, machine)
    if lacking:
        raise ProgramsMissing(install_hint(lacking, machine))


def installer(machine: Machine) -> list[str]:
    """Start of an apt-get command that can install without a prompt; empty if there is none."""
    if not machine.which("apt-get"):
        return []
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    if machine.is_root():
        return quiet
    asks_nothing = machine.which("sudo") and machine.run(["sudo", "-n", "true"], MINUTE) is not None
    return ["sudo", "-n", *quiet] if asks_nothing else []


def install_hint(lacking: Sequence[str], machine: Machine) -> str:
    """One line: what is missing, how to install it, and how to do without."""
    verb = "is" if len(lacking) == 1 else "are"
    without = ",".join(STEP_NAMES[program] for program in lacking)
    named = machine.variable("CHROMIUM")
    not_starting = f" ($CHROMIUM is {named}, which does not start)" if CHROMIUM in lacking and named else ""
    return (
        f"{' and '.join(lacking)} {verb} missing{not_starting}. To install: {command(lacking, machine)}. "
        f"To check the rest: python3 check.py --without {without}"
    )


def command(lacking: Sequence[str], machine: Machine) -> str:
    """The command that installs these programs on this machine."""
    packages = " ".join(PACKAGES[program] for program in lacking)
    if machine.which("apt-get"):
        sudo = "" if machine.is_root() else "sudo "
        return f"{sudo}apt-get update && {sudo}apt-get install {packages}"
    by_playwright = f"{machine.python} -m playwright install chromium"
    by_system = "brew install postgresql" if machine.which("brew") else "your system's package of PostgreSQL"
    return " and ".join(by_playwright if program == CHROMIUM else by_system for program in lacking)
