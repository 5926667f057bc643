"""Chromium and PostgreSQL for the tests: where they are, and how they are fetched. Standard library only.

pip cannot install these two. Each is looked for, then fetched where that is allowed; otherwise one line says which
command installs it. Nothing that a program prints while it is looked for or fetched is shown.

    Chromium      $CHROMIUM, the PATH, Playwright's own cache; else `playwright install`, else apt-get
    PostgreSQL    the PATH, Debian's folder; else apt-get

apt-get is used as root, or through a sudo that asks for no password.
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
LEAVE_OUT = {CHROMIUM: "web", POSTGRESQL: "postgres"}
"""What `--without` of check.py calls the tests that need a program."""
BROWSERS = ("chromium", "chromium-browser")
DEBIAN = Path("/usr/lib/postgresql")
MINUTE = 60
PLAYWRIGHT_PATH = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
)


class Missing(Exception):
    """Programs that are neither here nor to be had; the message is the one line for whoever started the checks."""


class Machine:
    """A computer, as far as programs are concerned; tests bring another."""

    def __init__(self, python: Path | str = sys.executable) -> None:
        self.python = str(python)
        """The Python in which Playwright is installed; it need not exist yet."""

    def which(self, name: str) -> str | None:
        """The path of a program on the PATH."""
        return shutil.which(name)

    def variable(self, name: str) -> str:
        """A variable of the environment; empty where it is not set."""
        return os.environ.get(name, "")

    def is_root(self) -> bool:
        """May this process install packages?"""
        return hasattr(os, "geteuid") and os.geteuid() == 0

    def run(self, command: Sequence[str], seconds: int) -> str | None:
        """What a command prints; None when it fails, takes too long or is not there."""
        try:
            done = subprocess.run(command, capture_output=True, check=False, timeout=seconds, stdin=subprocess.DEVNULL)
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else None

    def debian_folders(self) -> list[Path]:
        """Where Debian puts the programs of PostgreSQL, newest version first."""
        found = [path for path in DEBIAN.glob("*/bin") if path.parent.name.isdigit()]
        return sorted(found, key=lambda path: int(path.parent.name), reverse=True)


def chromium(machine: Machine) -> str | None:
    """The path of a Chromium that starts; None where there is none. What $CHROMIUM names is the only candidate."""
    named = machine.variable("CHROMIUM")
    if named:
        return _starting(machine, machine.which(named))
    for name in BROWSERS:
        found = _starting(machine, machine.which(name))
        if found:
            return found
    return _starting(machine, machine.which(machine.run([machine.python, "-c", PLAYWRIGHT_PATH], MINUTE) or ""))


def _starting(machine: Machine, path: str | None) -> str | None:
    """A browser, if it starts: libraries may be missing, and Ubuntu's chromium-browser may be an empty stub."""
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


def is_there(program: str, machine: Machine) -> bool:
    """Can the tests start it?"""
    return (chromium(machine) if program == CHROMIUM else postgresql(machine)) is not None


def missing(needed: Sequence[str], machine: Machine) -> list[str]:
    """Those of the needed programs that are not here."""
    return [program for program in needed if not is_there(program, machine)]


def provide(needed: Sequence[str], machine: Machine) -> None:
    """Fetch what is not here; raises `Missing` when something cannot be had."""
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
        raise Missing(advice(lacking, machine))


def installer(machine: Machine) -> list[str]:
    """The beginning of an apt-get command that may install and asks nothing; empty where there is none."""
    if not machine.which("apt-get"):
        return []
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    if machine.is_root():
        return quiet
    asks_nothing = machine.which("sudo") and machine.run(["sudo", "-n", "true"], MINUTE) is not None
    return ["sudo", "-n", *quiet] if asks_nothing else []


def advice(lacking: Sequence[str], machine: Machine) -> str:
    """One line: what is missing, which command installs it, and how to do without."""
    verb = "is" if len(lacking) == 1 else "are"
    without = ",".join(LEAVE_OUT[program] for program in lacking)
    named = machine.variable("CHROMIUM")
    wrong = f" ($CHROMIUM is {named}, which does not start)" if CHROMIUM in lacking and named else ""
    return (
        f"{' and '.join(lacking)} {verb} missing{wrong}. To install: {command(lacking, machine)}. "
        f"To check the rest: python3 check.py --without {without}"
    )


def command(lacking: Sequence[str], machine: Machine) -> str:
    """What installs these programs on a machine like this."""
    packages = " ".join(PACKAGES[program] for program in lacking)
    if machine.which("apt-get"):
        sudo = "" if machine.is_root() else "sudo "
        return f"{sudo}apt-get update && {sudo}apt-get install {packages}"
    by_playwright = f"{machine.python} -m playwright install chromium"
    by_system = "brew install postgresql" if machine.which("brew") else "your system's package of PostgreSQL"
    return " and ".join(by_playwright if program == CHROMIUM else by_system for program in lacking)
