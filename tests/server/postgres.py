"""Temporary PostgreSQL server on a free port, for tests."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Self

import psycopg
import pytest
from psycopg import sql

from hordes.server.run import free_port
from tools import programs


def binaries() -> Path | None:
    """Folder of PostgreSQL's programs; None when it is not installed."""
    return programs.postgresql(programs.Machine())


def required() -> Path:
    """Folder of PostgreSQL's programs; a test fails without it. Deselect the marker `postgres` to skip these tests."""
    folder = binaries()
    if folder is None:
        pytest.fail(f"{programs.install_hint([programs.POSTGRESQL], programs.Machine())}, or pytest -m 'not postgres'")
    return folder


class Postgres:
    """A database cluster, without fsync by default: the tests kill our server, not this one."""

    def __init__(self, programs: Path, sync: bool = False) -> None:
        self.programs, self.sync = programs, sync
        self.port = free_port()
        self.as_user: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            somebody = pwd.getpwnam("postgres" if _exists("postgres") else "nobody")
            self.as_user = {"user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}

    def __enter__(self) -> Self:
        self.home = tempfile.TemporaryDirectory(prefix="hordes-pg-")  # pytest's folders are closed to other users
        folder = Path(self.home.name)
        if self.as_user:
            os.chown(folder, self.as_user["user"], self.as_user["group"])
        self.data = folder / "data"
        self._run("initdb", "-D", str(self.data), "-U", "hordes", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.home.cleanup()

    def start(self) -> None:
        """Start it; it listens when this returns."""
        folder = Path(self.home.name)
        flags = f"-p {self.port} -k {folder} -h 127.0.0.1 -c fsync={'on' if self.sync else 'off'}"
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", str(folder / "log"), "-o", flags, "start")

    def stop(self) -> None:
        """Stop it at once, as a crash would."""
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def database(self, name: str) -> str:
        """Create a database; returns its URL."""
        where = f"postgresql://hordes@127.0.0.1:{self.port}"
        with psycopg.connect(f"{where}/postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return f"{where}/{name}"

    def pause(self) -> None:
        """Stop all its processes: it neither answers nor ends a connection."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        postmaster = (self.data / "postmaster.pid").read_text().split()[0]
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True).stdout
        children = [pid for pid, parent in map(str.split, listed.splitlines()) if parent == postmaster]
        for pid in (postmaster, *children):
            os.kill(int(pid), number)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", timeout=60, **self.as_user)


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
