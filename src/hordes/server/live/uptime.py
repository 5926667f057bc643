"""Server uptime from heartbeats in the database; clocks are not charged for the downtime in between.

Every process writes a heartbeat to the newest row of `uptime`. A new row begins when the last heartbeat is too old,
when a process starts, after the database has failed, and when the system's clock was set forward; the gap between two
rows is an outage. While a process runs it measures time with the monotonic clock; the system's clock bridges restarts.
"""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import pairwise
from math import inf, isfinite
from typing import NamedTuple

from sqlalchemy import Connection, func, select, text, update

from hordes.server.db import schema
from hordes.server.db.database import Database, now
from hordes.server.environment import monotonic

HEARTBEAT_MS = 2_000
"""Time (ms) between two heartbeats."""
MAX_GAP_MS = 5_000
"""Longest time (ms) between heartbeats of a running process that is not an outage."""
MAX_START_GAP_MS = 0
"""The same when a process starts: even a short restart costs nobody time."""
MAX_JUMP_MS = 500
"""If the system's clock is further (ms) ahead of the monotonic one than at the last heartbeat, it was set forward."""
CLOCK_SET_BACK_MS = 600_000
"""A heartbeat further (ms) in the future means that the clock was set back, not that another machine is ahead."""
MAX_ROWS_READ = 1_000
UPTIME_LOCK = 7_246_118


class Outage(NamedTuple):
    """A period (epoch, ms) in which no server was up."""

    began: int
    ended: int


class Uptime:
    """Heartbeats of this process, and the outages it knows of."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.outages: list[Outage] = []
        self.confirmed_at = now()  # by the system's clock, and the same moment by the monotonic one
        self.confirmed_monotonic = -inf
        self.failures = self.failures_handled = 0
        self.lock = asyncio.Lock()
        self.writes_at_stop = True
        self._row_id = self.newest_until = 0

    def time(self) -> int:
        """Time (epoch, ms): that of the last heartbeat, and what has passed since by the monotonic clock."""
        return self.confirmed_at + self._ms_since_heartbeat()

    def _ms_since_heartbeat(self) -> int:
        return int((monotonic() - self.confirmed_monotonic) * 1000) if isfinite(self.confirmed_monotonic) else 0

    def _is_within(self, ms: int) -> bool:
        is_begun = isfinite(self.confirmed_monotonic)
        return is_begun and not self.has_failed and self._ms_since_heartbeat() <= ms

    def clock_jump(self) -> int:
        """By how much (ms) the system's clock was set forward since the last heartbeat."""
        return max(0, now() - self.time()) if isfinite(self.confirmed_monotonic) else 0

    def heartbeat_is_due(self) -> bool:
        """Whether it is time for a heartbeat."""
        return not self._is_within(HEARTBEAT_MS - 1) or self.clock_jump() > MAX_JUMP_MS

    def is_current(self) -> bool:
        """Whether there was certainly no outage until now; only then may a clock run, or run out."""
        return self._is_within(MAX_GAP_MS) and self.clock_jump() <= MAX_JUMP_MS

    @property
    def has_failed(self) -> bool:
        """Whether the database has failed since the last heartbeat."""
        return self.failures != self.failures_handled

    def note_failure(self) -> None:
        """The database has failed: what has passed since the last heartbeat is nobody's time."""
        self.failures += 1

    def confirm(self, at: int, monotonic_at: float, failures: int) -> None:
        """A heartbeat of that moment, after so many failures, has been written, and all clocks are right again.

        If other processes are ahead, this one follows, so that all go by the same time.
        """
        is_behind = at < self.newest_until < at + CLOCK_SET_BACK_MS
        self.confirmed_at, self.confirmed_monotonic = self.newest_until if is_behind else at, monotonic_at
        self.failures_handled = failures

    async def write_heartbeat(self, at: int, max_gap: int | None = None) -> list[Outage]:
        """Write a heartbeat; returns outages that are new to this process."""
        write = partial(
            self.write_heartbeat_sync, jump=self.clock_jump(), since=self.confirmed_at if self.has_failed else None
        )
        return await self.database.run_in_writer(write, at, MAX_GAP_MS if max_gap is None else max_gap)

    def write_heartbeat_sync(self, at: int, max_gap: int, jump: int = 0, since: int | None = None) -> list[Outage]:
        """Write a heartbeat in the calling thread.

        `jump` is by how much the clock was set forward; `since` is this process's last heartbeat if the database has
        failed since.
        """
        with self.database.engine.begin() as connection:
            if self.database.is_postgres:  # in SQLite every writing transaction has the file's lock already
                connection.execute(text(f"SELECT pg_advisory_xact_lock({UPTIME_LOCK})"))
            row = self._write(connection, at, max_gap, jump, since)
            outages = self.outages if row == self._row_id else _read_outages(connection)
        # Only what is committed is known: after a failure the next heartbeat finds the outage again.
        new_outages = [outage for outage in outages if outage not in set(self.outages)]
        if since is not None and not new_outages and at > since:
            new_outages = [Outage(since, at)]  # others went on, so it is no row: only this process was cut off
            outages = [*outages, *new_outages]
        self.outages, self._row_id = outages[-MAX_ROWS_READ:], row
        return new_outages

    def _write(self, connection: Connection, at: int, max_gap: int, jump: int, since: int | None) -> int:
        """Update the newest row, or begin a new one after a gap; returns its id."""
        table = schema.uptime
        newest = connection.execute(select(table).order_by(table.c.id.desc()).limit(1)).one_or_none()
        if newest is None:  # a database from before there were heartbeats: a server was up at the last log entry
            last = connection.execute(select(func.max(schema.move.c.at))).scalar()
            if last is not None and at - last > max_gap:
                _insert(connection, last)
        self.newest_until = 0 if newest is None else int(newest.until)
        if newest is None or at - newest.until > max_gap or (since is not None and since >= newest.until < at):
            return _insert(connection, at)
        if jump > MAX_JUMP_MS and newest.began <= at - jump:  # otherwise another process has noted the jump
            connection.execute(update(table).where(table.c.id == newest.id).values(until=max(newest.until, at - jump)))
            return _insert(connection, at)
        # A slightly older time comes from a machine whose clock is behind; it must not move the heartbeat back.
        if at > newest.until or at < newest.until - CLOCK_SET_BACK_MS:
            connection.execute(update(table).where(table.c.id == newest.id).values(until=at))
        return int(newest.id)


def _insert(connection: Connection, at: int) -> int:
    key = connection.execute(schema.uptime.insert().values(began=at, until=at)).inserted_primary_key
    return int(key[0]) if key else 0


def _read_outages(connection: Connection) -> list[Outage]:
    table = schema.uptime
    rows = list(connection.execute(select(table).order_by(table.c.id.desc()).limit(MAX_ROWS_READ)))[::-1]
    gaps = [Outage(earlier.until, later.began) for earlier, later in pairwise(rows)]
    return [gap for gap in gaps if gap.ended > gap.began]  # after a clock was set back, rows may overlap
