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
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

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


Waiting = tuple[Line, "asyncio.Future[bool]"]


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
        self._pen: PoolProxiedConnection | None = None
        self.writer = ThreadPoolExecutor(1, "hordes-writer")
        self._readers = ThreadPoolExecutor(READERS, "hordes-reader")
        self._waiting: list[Waiting] = []
        self._commit_under_way: asyncio.Future[list[bool]] | None = None
        self.commits = 0
        self.timed: Callable[[str, float], None] = lambda name, seconds: None

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
        return await asyncio.get_running_loop().run_in_executor(self.writer, self._write, work)

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
        if self._commit_under_way is None:
            self._begin_commit()
        return await future

    def _begin_commit(self) -> None:
        """One commit for all that waits; what comes meanwhile shares the next one."""
        batch, self._waiting = self._waiting, []
        lines, begin = [line for line, _ in batch], time.perf_counter()
        commit = asyncio.get_running_loop().run_in_executor(self.writer, self._append_all, lines)
        self._commit_under_way = commit
        commit.add_done_callback(lambda done: self._end_commit(batch, done, begin))

    def _end_commit(self, batch: list[Waiting], done: asyncio.Future[list[bool]], begin: float) -> None:
        self._commit_under_way = None
        self.timed("commit", time.perf_counter() - begin)
        if self._waiting:
            self._begin_commit()
        error = done.exception()
        for number, (_, future) in enumerate(batch):
            if future.done():
                continue
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(done.result()[number])

    def _append_all(self, lines: Sequence[Line]) -> list[bool]:
        """One transaction for all that waits; after a failure the connection is not trusted again."""
        try:
            stored = self._commit(lines)
        except BaseException:
            self._drop_pen()
            raise
        self.commits += 1
        return [stored[k] for k in range(len(lines))]

    def _commit(self, lines: Sequence[Line]) -> dict[int, bool]:
        """Straight to the driver, as it is done at every move; in order, so that two processes do not deadlock."""
        if self._pen is None:
            self._pen = self.engine.raw_connection()
        cursor, stored = self._pen.cursor(), dict[int, bool]()
        if not self.postgres:
            cursor.execute("BEGIN IMMEDIATE")
        for k in sorted(range(len(lines)), key=lambda k: lines[k][:2]):
            cursor.execute(self._insert, lines[k])
            stored[k] = cursor.rowcount == 1
        if self.postgres:
            news = [f"m{lines[k].game_id}:{lines[k].ply}" for k in stored if stored[k]]
            cursor.execute("SELECT pg_notify(%s, notice) FROM unnest(%s::text[]) AS notice", (CHANNEL, news))
        self._pen.commit()
        cursor.close()
        return stored

    def _drop_pen(self) -> None:
        pen, self._pen = self._pen, None
        if pen is not None:
            with suppress(Exception):
                pen.invalidate()
                pen.close()

    def notify(self, connection: Connection, game_id: str, kind: str) -> None:
        """Tell the other processes, when this transaction commits, that something of a table has changed."""
        if self.postgres:
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, kind + game_id))

    async def close(self) -> None:
        """Let what waits be written, then let go."""
        while self._commit_under_way is not None:
            await asyncio.wait([self._commit_under_way])
        await asyncio.to_thread(self.shut)

    def shut(self) -> None:
        """Let go at once; what waits has been written."""
        self.writer.submit(self._drop_pen)
        self.writer.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def _parsed(url: str) -> URL:
    """A URL such as sqlite:///file or postgresql://host/name; a plain path is a SQLite file."""
    try:
        return make_url(url if "://" in url else f"sqlite:///{url}")
    except ArgumentError:
        raise BadRequest("The database is a file or a URL such as postgresql://host/name.") from None


def check_exists(url: str) -> None:
    """Refuse a SQLite file that is not there, where one must not be made."""
    parsed = _parsed(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database and not Path(parsed.database).is_file():
        raise BadRequest(f"There is no database {parsed.database}.")


def open_engine(url: str) -> Engine:
    """An engine for the database that a URL or a path names."""
    parsed = _parsed(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engine(parsed.database or "")
    if parsed.get_backend_name() != "postgresql":
        raise BadRequest(f"Databases are SQLite and PostgreSQL, not {parsed.get_backend_name()}.")
    try:
        return create_engine(parsed, pool_size=READERS + 2, max_overflow=2, pool_pre_ping=True, hide_parameters=True)
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
        hide_parameters=True,  # a traceback in the log shows no invitation and no address
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
