"""The database: one SQLite file, or PostgreSQL by URL. Lines of the log are committed before anybody hears of them.

SQLAlchemy Core runs in threads, not through its asyncio layer: one hop for a whole piece of work instead of one for
each statement, and one driver for both ways. Appends that wait while another commit is under
way share the next one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from hordes.engine.errors import BadRequest

T = TypeVar("T")
CHANNEL = "hordes"
MIGRATION_LOCK = 7_246_117
READERS = 4


class Line(NamedTuple):
    """A line of the log on its way to the database."""

    game_id: str
    ply: int
    seat: int
    body: str
    at: int
    ref: str | None


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The database and the threads that work on it."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.postgres = self.engine.dialect.name == "postgresql"
        marks = ", ".join(["%s" if self.postgres else "?"] * len(Line._fields))
        self._insert = f"INSERT INTO move ({', '.join(Line._fields)}) VALUES ({marks}) ON CONFLICT DO NOTHING"
        self._pen: Connection | None = None
        self._writer = ThreadPoolExecutor(1, "hordes-writer")
        self._readers = ThreadPoolExecutor(READERS, "hordes-reader")
        self._waiting: list[tuple[Line, asyncio.Future[bool]]] = []
        self._flusher: asyncio.Task[None] | None = None
        self.commits = 0

    def migrate(self) -> None:
        """Bring the database to the shape this version needs; of several processes one does it, the others wait."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with self.engine.begin() as connection:
            if self.postgres:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run reading work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run writing work in one transaction, in the order of the calls."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            return work(connection)

    def _write(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    async def append(self, line: Line) -> bool:
        """Store a line; false when the log already has that ply, or that client's word. True means: on disk."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((line, future))
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.get_running_loop().create_task(self._flush())
        return await future

    async def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                done = await loop.run_in_executor(self._writer, self._append_all, [line for line, _ in batch])
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), stored in zip(batch, done, strict=True):
                if not future.done():
                    future.set_result(stored)

    def _append_all(self, lines: Sequence[Line]) -> list[bool]:
        """One transaction for all that waits; in a fixed order, so that two processes cannot lock each other out."""
        try:
            stored = self._commit(lines)
        except BaseException:
            self._drop_pen()
            raise
        self.commits += 1
        return [stored[k] for k in range(len(lines))]

    def _commit(self, lines: Sequence[Line]) -> dict[int, bool]:
        if self._pen is None:
            self._pen = self.engine.connect()
        stored: dict[int, bool] = {}
        with self._pen.begin():
            for k in sorted(range(len(lines)), key=lambda k: lines[k][:2]):
                stored[k] = self._pen.exec_driver_sql(self._insert, tuple(lines[k])).rowcount == 1
            if self.postgres:
                self._notify(self._pen, [f"m{lines[k].game_id}:{lines[k].ply}" for k in stored if stored[k]])
        return stored

    def _drop_pen(self) -> None:
        """After a failure the connection is not trusted again."""
        pen, self._pen = self._pen, None
        if pen is not None:
            with suppress(SQLAlchemyError):
                pen.invalidate()
                pen.close()

    def _notify(self, connection: Connection, notices: list[str]) -> None:
        for notice in notices:
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, notice))

    def notify(self, connection: Connection, game_id: str, kind: str) -> None:
        """Tell the other processes, when this transaction commits, that something of a table has changed."""
        if self.postgres:
            self._notify(connection, [kind + game_id])

    async def close(self) -> None:
        """Let what waits be written, then let go."""
        if self._flusher is not None and not self._flusher.done():
            await self._flusher
        await asyncio.to_thread(self.shut)

    def shut(self) -> None:
        """Let go at once; what waits has been written."""
        self._writer.submit(self._drop_pen)
        self._writer.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def open_engine(url: str) -> Engine:
    """An engine for a URL such as sqlite:///file or postgresql://host/name; a plain path is a SQLite file."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadRequest("The database is a file or a URL such as postgresql://host/name.") from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engine(parsed.database or "")
    if parsed.get_backend_name() != "postgresql":
        raise BadRequest(f"Databases are SQLite and PostgreSQL, not {parsed.get_backend_name()}.")
    try:
        return create_engine(parsed, pool_size=READERS + 2, max_overflow=2, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise BadRequest("PostgreSQL needs one more package: pip install 'hordes[postgres]'.") from None


def _sqlite_engine(path: str) -> Engine:
    if path in ("", ":memory:"):
        raise BadRequest("The server keeps its games in a file; a database in memory would lose them.")
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        f"sqlite:///{path}",
        connect_args={"timeout": 30, "check_same_thread": False},
        pool_size=READERS + 2,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
