"""Database access: one SQLite file, or PostgreSQL by URL. Log entries are committed before they are published.

SQLAlchemy Core runs in threads, not through its asyncio layer: one thread hop for a whole piece of work instead of one
for each statement, and the same driver for synchronous tools. Appends that arrive during a commit share the next one
(group commit).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, NamedTuple, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from hordes.engine.errors import BadRequest

T = TypeVar("T")
CHANNEL = "hordes"
ENTRIES, CHAT, SEATS, SESSIONS = "m", "c", "s", "a"
"""Kinds of notices, their first letters: new log entries, chat lines, a changed row or seat, ended sessions."""
MIGRATION_LOCK = 7_246_117
READER_THREADS = 4


class LogEntryRow(NamedTuple):
    """A log entry (`log_entries.Entry`) as a row of the SQL table `move`; the fields are its columns."""

    game_id: str
    ply: int
    seat: int
    body: str
    at: int
    ref: str | None


PendingAppend = tuple[LogEntryRow, "asyncio.Future[bool]"]


def now() -> int:
    """Current time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Database:
    """Engine, one writer thread and a few reader threads."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.is_postgres = self.engine.dialect.name == "postgresql"
        placeholders = ", ".join(["%s" if self.is_postgres else "?"] * len(LogEntryRow._fields))
        self._insert_sql = (
            f"INSERT INTO move ({', '.join(LogEntryRow._fields)}) VALUES ({placeholders}) ON CONFLICT DO NOTHING"
        )
        self._append_connection: PoolProxiedConnection | None = None
        self.writer = ThreadPoolExecutor(1, "hordes-writer")
        self._readers = ThreadPoolExecutor(READER_THREADS, "hordes-reader")
        self._pending: list[PendingAppend] = []
        self._commit_under_way: asyncio.Future[list[bool]] | None = None
        self.commits = 0
        self.record_commit: Callable[[float], None] = lambda seconds: None

    def migrate(self) -> None:
        """Upgrade the schema to this version's; of several processes one does it while the others wait.

        Raises `BadRequest` if the database cannot be opened or is of a later version.
        """
        try:
            self._migrate()
        except (SQLAlchemyError, CommandError) as error:
            name = self.engine.url.render_as_string() if self.is_postgres else self.engine.url.database
            raise BadRequest(f"The database {name} cannot be opened: {error_reason(error)}.") from error

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with self.engine.begin() as connection:
            if self.is_postgres:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run read-only work in a reader thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run writing work in one transaction in the writer thread, in the order of the calls."""
        return await asyncio.get_running_loop().run_in_executor(self.writer, self._write, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            return work(connection)

    def _write(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    async def append(self, row: LogEntryRow) -> bool:
        """Store a log entry; true once committed, false when the log has that ply or that request id already."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pending.append((row, future))
        if self._commit_under_way is None:
            self._begin_commit()
        return await future

    def _begin_commit(self) -> None:
        """Start one commit for all pending appends; those that arrive meanwhile share the next one."""
        batch, self._pending = self._pending, []
        rows, begin = [row for row, _ in batch], time.perf_counter()
        commit = asyncio.get_running_loop().run_in_executor(self.writer, self._append_all, rows)
        self._commit_under_way = commit
        commit.add_done_callback(lambda done: self._end_commit(batch, done, begin))

    def _end_commit(self, batch: list[PendingAppend], done: asyncio.Future[list[bool]], begin: float) -> None:
        self._commit_under_way = None
        self.record_commit(time.perf_counter() - begin)
        if self._pending:
            self._begin_commit()  # first, so that the disk is busy while the answers of this batch go out
        error = done.exception()
        for number, (_, future) in enumerate(batch):
            if future.done():
                continue  # whoever waited was cancelled
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(done.result()[number])

    def _append_all(self, rows: Sequence[LogEntryRow]) -> list[bool]:
        """Insert a batch in one transaction; after a failure the connection is discarded."""
        try:
            stored = self._commit(rows)
        except BaseException:
            self._drop_append_connection()
            raise
        self.commits += 1
        return [stored[k] for k in range(len(rows))]

    def _commit(self, rows: Sequence[LogEntryRow]) -> dict[int, bool]:
        """Insert rows with the driver directly, for speed; sorted, so that two processes do not deadlock."""
        if self._append_connection is None:
            self._append_connection = self.engine.raw_connection()
        cursor, stored = self._append_connection.cursor(), dict[int, bool]()
        if not self.is_postgres:
            cursor.execute("BEGIN IMMEDIATE")
        for k in sorted(range(len(rows)), key=lambda k: rows[k][:2]):  # by game and ply
            cursor.execute(self._insert_sql, rows[k])
            stored[k] = cursor.rowcount == 1
        if self.is_postgres:
            notices = [f"{ENTRIES}{rows[k].game_id}:{rows[k].ply}" for k in stored if stored[k]]
            cursor.execute("SELECT pg_notify(%s, notice) FROM unnest(%s::text[]) AS notice", (CHANNEL, notices))
        self._append_connection.commit()
        cursor.close()
        return stored

    def _drop_append_connection(self) -> None:
        connection, self._append_connection = self._append_connection, None
        if connection is not None:
            with suppress(Exception):
                connection.invalidate()
                connection.close()

    def notify(self, connection: Connection, table_id: str, kind: str) -> None:
        """Notify the other processes of a change when this transaction commits (PostgreSQL only)."""
        if self.is_postgres:
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, kind + table_id))

    async def close(self) -> None:
        """Wait for pending appends, then close."""
        while self._commit_under_way is not None:
            await asyncio.wait([self._commit_under_way])
        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        """Close at once, in the calling thread; no append may be pending."""
        self.writer.submit(self._drop_append_connection)  # in the thread that has used it
        self.writer.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def _parse_url(url: str) -> URL:
    """Parse a URL such as sqlite:///file or postgresql://host/name; a plain path is a SQLite file."""
    try:
        return make_url(url if "://" in url else f"sqlite:///{url}")
    except ArgumentError:
        raise BadRequest("The database is a file or a URL such as postgresql://host/name.") from None


def check_exists(url: str) -> None:
    """Refuse a SQLite file that does not exist, where it must not be created."""
    parsed = _parse_url(url)
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


def open_engine(url: str) -> Engine:
    """SQLAlchemy engine for a URL or a path."""
    parsed = _parse_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engine(parsed.database or "")
    if parsed.get_backend_name() != "postgresql":
        raise BadRequest(f"Databases are SQLite and PostgreSQL, not {parsed.get_backend_name()}.")
    try:
        return create_engine(
            parsed, pool_size=READER_THREADS + 2, max_overflow=2, pool_pre_ping=True, hide_parameters=True
        )
    except ModuleNotFoundError:
        raise BadRequest("PostgreSQL needs one more package: pip install 'hordes[postgres]'.") from None


def _sqlite_engine(path: str) -> Engine:
    if path in ("", ":memory:"):
        raise BadRequest("The server keeps its games in a file; a database in memory would lose them.")
    if S_ISDIR(_file_mode(Path(path))):
        raise BadRequest(f"The database {path} is a folder; name a file in it.")
    folder = Path(path).parent
    if not S_ISDIR(_file_mode(folder)):
        raise BadRequest(f"There is no folder {folder} for the database {Path(path).name}; create it first.")
    engine = create_engine(
        f"sqlite:///{path}",
        connect_args={"timeout": 30, "check_same_thread": False},
        pool_size=READER_THREADS + 2,
        hide_parameters=True,  # no invitation codes or addresses in logged tracebacks
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # autocommit: the driver begins no transactions of its own
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            # Takes the write lock at once: a transaction that upgrades from reading later can fail as busy.
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
