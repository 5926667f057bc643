"""SQLAlchemy engines for SQLite and PostgreSQL: addresses, time limits, file permissions.

Nothing the server asks of a database may hang for ever: connecting, waiting for a lock and every statement have a
limit (`seconds`; 0 for none, in commands that are run by hand). What the driver cannot limit, such as a server that
was stopped in the middle of an answer, ends when `abort_connections` cuts the connection.
"""

from __future__ import annotations

import os
import socket
import sqlite3
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from hordes.engine.errors import BadRequest

READER_THREADS = 4
POOL_SIZE = READER_THREADS + 2
DEFAULT_SECONDS = 10.0
"""Time limit of a statement, of waiting for a lock and of connecting."""
BUSY_SECONDS_WITHOUT_LIMIT = 60.0
"""How long SQLite waits for another process' lock where there is no time limit."""


def parse_url(url: str) -> URL:
    """Parse a URL such as sqlite:///file or postgresql://host/name; a plain path is a SQLite file."""
    try:
        return make_url(url if "://" in url else f"sqlite:///{url}")
    except ArgumentError:
        raise BadRequest("The database is a file or a URL such as postgresql://host/name.") from None


def check_exists(url: str) -> None:
    """Refuse a SQLite file that does not exist, where it must not be created."""
    parsed = parse_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite" and parsed.database
    if is_sqlite and not S_ISREG(_file_mode(Path(parsed.database or ""))):
        raise BadRequest(f"There is no database {parsed.database}.")


def _file_mode(path: Path) -> int:
    """Type and permissions of a file; 0 if there is none, or nothing can have this name."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def error_reason(error: Exception) -> str:
    """What a driver or Alembic says about an error: its first line, without SQL and addresses of web pages."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause).strip().partition("\n")[0].rstrip(".") or type(cause).__name__


def open_engine(url: str, seconds: float = DEFAULT_SECONDS) -> Engine:
    """Engine for a URL or a path; a SQLite file is created if need be."""
    parsed = _supported_url(url)
    if parsed.get_backend_name() == "sqlite":
        path = parsed.database or ""
        _check_path(path)
        engine = create_engine(
            f"sqlite:///{path}",
            connect_args={"timeout": seconds or BUSY_SECONDS_WITHOUT_LIMIT, "check_same_thread": False},
            pool_size=POOL_SIZE,
            pool_timeout=seconds or None,
            hide_parameters=True,  # no invitation codes or addresses in logged tracebacks
        )
        _prepare_sqlite(engine, path)
        return engine
    return _postgres_engine(
        parsed, seconds, {"pool_size": POOL_SIZE, "max_overflow": 2, "pool_timeout": seconds or None}
    )


def open_read_only_engine(url: str) -> Engine:
    """Engine that reads one snapshot for a whole transaction and can change nothing.

    In SQLite such a transaction takes no lock that a writer would have to wait for: the write-ahead log keeps what is
    written meanwhile apart.
    """
    parsed = _supported_url(url)
    if parsed.get_backend_name() == "sqlite":
        address = f"{Path(parsed.database or '').absolute().as_uri()}?mode=ro"
        engine = create_engine(
            "sqlite://",
            creator=lambda: sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS_WITHOUT_LIMIT),
            poolclass=NullPool,
            hide_parameters=True,
        )

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, record: ConnectionPoolEntry) -> None:
            connection.isolation_level = None
            connection.execute("PRAGMA query_only=ON")

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN DEFERRED")

        return engine
    engine = _postgres_engine(parsed, 0, {"poolclass": NullPool})
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _supported_url(url: str) -> URL:
    parsed = parse_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadRequest(f"Databases are SQLite and PostgreSQL, not {parsed.get_backend_name()}.")
    return parsed


def postgres_limits(seconds: float) -> dict[str, Any]:
    """Parameters of a connection with which neither a statement nor a dead peer can hang for long."""
    if not seconds:
        return {}
    ms = int(seconds * 1000)
    limits = {"statement_timeout": ms, "lock_timeout": ms, "idle_in_transaction_session_timeout": 2 * ms}
    return {
        "connect_timeout": max(2, int(seconds / 2)),  # libpq knows no less than two seconds
        "tcp_user_timeout": ms,
        "keepalives_idle": max(1, int(seconds)),
        "keepalives_interval": max(1, int(seconds / 4)),
        "keepalives_count": 3,
        "options": " ".join(f"-c {name}={value}" for name, value in limits.items()),
    }


def _postgres_engine(parsed: URL, seconds: float, pool: dict[str, Any]) -> Engine:
    limits = {name: value for name, value in postgres_limits(seconds).items() if name not in parsed.query}
    try:
        return create_engine(parsed, connect_args=limits, pool_pre_ping=True, hide_parameters=True, **pool)
    except ModuleNotFoundError:
        raise BadRequest("PostgreSQL needs one more package: pip install 'hordes[postgres]'.") from None


def _check_path(path: str) -> None:
    if path in ("", ":memory:"):
        raise BadRequest("The server keeps its games in a file; a database in memory would lose them.")
    if S_ISDIR(_file_mode(Path(path))):
        raise BadRequest(f"The database {path} is a folder; name a file in it.")
    folder = Path(path).parent
    if not S_ISDIR(_file_mode(folder)):
        raise BadRequest(f"There is no folder {folder} for the database {Path(path).name}; create it first.")


def _prepare_sqlite(engine: Engine, path: str) -> None:
    """Create the file for its owner only, set up every connection, and take the write lock at the start of a write."""

    @event.listens_for(engine, "do_connect")
    def create_private(dialect: Any, record: ConnectionPoolEntry, arguments: Any, options: Any) -> None:
        # SQLite gives the files -wal and -shm the permissions of the database. A file that exists must not be opened
        # here: closing it would release the locks that SQLite's other connections of this process hold on it.
        with suppress(OSError):  # it exists, or SQLite says better what is wrong
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # autocommit: the driver begins no transactions of its own
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            # Takes the write lock at once: a transaction that upgrades from reading later can fail as busy.
            connection.exec_driver_sql("BEGIN IMMEDIATE")


def abort_connection(connection: Any) -> None:
    """End what a driver's connection is doing for another thread, which gets an error."""
    with suppress(Exception):
        if hasattr(connection, "interrupt"):  # SQLite
            connection.interrupt()
        else:
            with socket.socket(fileno=os.dup(connection.pgconn.socket)) as cut:
                cut.shutdown(socket.SHUT_RDWR)
