"""Database access: one SQLite file, or PostgreSQL by URL. Log entries are committed before they are published.

SQLAlchemy Core runs in threads, not through its asyncio layer: one thread hop for a whole piece of work instead of one
for each statement, and the same driver for synchronous tools. Appends that arrive during a commit share the next one
(group commit).
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from weakref import WeakSet

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from hordes.engine.errors import BadRequest
from hordes.server.db.engine import DEFAULT_SECONDS, READER_THREADS, abort_connection, error_reason, open_engine
from hordes.server.db.worker_threads import WorkerThreads
from hordes.server.environment import environment

log = logging.getLogger("hordes.database")
T = TypeVar("T")
CHANNEL = "hordes"
ENTRIES, CHAT, SEATS, SESSIONS = "m", "c", "s", "a"
"""Kinds of notices, their first letters: new log entries, chat lines, a changed row or seat, ended sessions."""
MIGRATION_LOCK = 7_246_117
MIGRATION_SECONDS = 600
CLOSE_SECONDS = 3.0
"""How long closing waits for work in progress before it cuts the connections."""


class DatabaseSilent(SQLAlchemyError):
    """The database has not answered in time; whether it stores what it was given is unknown."""


class AppendFailed(SQLAlchemyError):
    """Log entries could not be stored; whether the database stores them yet is unknown."""


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
    return environment().wall_ms()


class Database:
    """Engine, one writer thread and a few reader threads. Work that takes longer than `seconds` is given up."""

    def __init__(self, url: str, seconds: float = DEFAULT_SECONDS) -> None:
        self.url, self.seconds = url, seconds
        self.engine = open_engine(url, seconds)
        self.is_postgres = self.engine.dialect.name == "postgresql"
        placeholders = ", ".join(["%s" if self.is_postgres else "?"] * len(LogEntryRow._fields))
        self._insert_sql = (
            f"INSERT INTO move ({', '.join(LogEntryRow._fields)}) VALUES ({placeholders}) ON CONFLICT DO NOTHING"
        )
        self._append_connection: PoolProxiedConnection | None = None
        self._writer = WorkerThreads(1, "hordes-writer")
        self._readers = WorkerThreads(READER_THREADS, "hordes-reader")
        self._begun: dict[int, float] = {}
        """When the work of each thread began."""
        self._opened: WeakSet[ConnectionPoolEntry] = WeakSet()
        event.listen(self.engine, "connect", lambda connection, entry: self._opened.add(entry))
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
        # Several processes that start at once wait for each other, longer than for any statement later.
        engine = self.engine if self.is_postgres else open_engine(self.url, 0)
        try:
            with engine.begin() as connection:
                if self.is_postgres:
                    for limit in ("statement_timeout", "lock_timeout"):
                        connection.execute(text(f"SET LOCAL {limit} = '{MIGRATION_SECONDS}s'"))
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
                self._check_version(connection)
                config = migration_config()
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                # Of a database that cannot be written one hears now, not when somebody moves.
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        finally:
            if engine is not self.engine:
                engine.dispose()

    def _check_version(self, connection: Connection) -> None:
        if inspect(connection).has_table("alembic_version"):
            version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            if version is not None and version not in schema_versions():
                raise CommandError(f"it is of a later version of hordes (schema {version})")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run read-only work in a reader thread."""
        return await self._run(self._readers, self._read, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run writing work in one transaction in the writer thread, in the order of the calls."""
        return await self._run(self._writer, self._write, work)

    async def run_in_writer(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function that opens its own transaction in the writer thread."""
        return await self._run(self._writer, work, *arguments)

    async def _run(self, threads: WorkerThreads, work: Callable[..., T], *arguments: Any) -> T:
        future = asyncio.get_running_loop().run_in_executor(threads, self._time, work, *arguments)
        return await self._limited(future)

    async def _limited(self, work: Awaitable[T]) -> T:
        """Wait for work; if that takes too long, cut connections that hang and raise `DatabaseSilent`."""
        patience = 1.5 * self.seconds if self.seconds else None  # the driver's own limits come first
        try:
            async with asyncio.timeout(patience) as limit:
                return await work
        except TimeoutError:
            if not limit.expired():
                raise
            self.abort_hanging()
            raise DatabaseSilent("the database does not answer") from None

    def _time(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do a thread's work, and note since when."""
        self._begun[threading.get_ident()] = time.monotonic()
        try:
            return work(*arguments)
        finally:
            del self._begun[threading.get_ident()]

    def abort_hanging(self, seconds: float | None = None) -> None:
        """Cut all connections if a thread has been at work for longer than so many seconds; none is in order then."""
        limit = self.seconds if seconds is None else seconds
        if any(time.monotonic() - begun >= limit for begun in list(self._begun.values())):
            for entry in list(self._opened):
                abort_connection(entry.dbapi_connection)

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
        return await self._limited(future)

    def _begin_commit(self) -> None:
        """Start one commit for all pending appends; those that arrive meanwhile share the next one."""
        batch = [pending for pending in self._pending if not pending[1].done()]  # others were given up
        self._pending = []
        if not batch:
            return
        rows, begin = [row for row, _ in batch], time.perf_counter()
        commit = asyncio.get_running_loop().run_in_executor(self._writer, self._time, self._append_all, rows)
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
        except BaseException as error:
            self._drop_append_connection()
            if isinstance(error, Exception) and not isinstance(error, SQLAlchemyError):  # the driver's own
                raise AppendFailed(error_reason(error)) from error
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
        """Wait for pending appends, then close; not for long where the database hangs."""
        while self._commit_under_way is not None:
            done, _ = await asyncio.wait([self._commit_under_way], timeout=CLOSE_SECONDS)
            if not done:
                break
        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        """Close at once, in the calling thread; no append may be pending."""
        self._writer.submit(self._drop_append_connection)  # in the thread that has used it
        if not self._end_threads(CLOSE_SECONDS if self.seconds else None):
            self.abort_hanging(0.0)
            if not self._end_threads(1.0):
                log.error("the database does not answer; it was left without waiting for it")
                return
        self.engine.dispose()

    def _end_threads(self, seconds: float | None) -> bool:
        ended = [threads.end(seconds) for threads in (self._writer, self._readers)]
        return all(ended)


def migration_config() -> Config:
    """Alembic's configuration: where the migrations are."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return config


def schema_versions() -> list[str]:
    """The versions of the schema that this version of hordes knows, newest first."""
    return [str(script.revision) for script in ScriptDirectory.from_config(migration_config()).walk_revisions()]
