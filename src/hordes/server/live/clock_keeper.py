"""Clocks of all open tables: heartbeats, downtime that no clock is charged for, and seats whose time has run out."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from hordes.engine.errors import Refusal
from hordes.server.db.database import now
from hordes.server.environment import monotonic
from hordes.server.live.background_tasks import BackgroundTasks
from hordes.server.live.live_table import LiveTable
from hordes.server.live.uptime import MAX_GAP_MS, MAX_START_GAP_MS, Outage, Uptime

log = logging.getLogger("hordes.tables")
START_GRACE_MS = 60_000
"""After a start no clock runs out for this long (ms), so that people can reconnect first."""


class ClockKeeper:
    """Writes the heartbeat of this process and checks the clocks of its tables."""

    def __init__(self, uptime: Uptime, tasks: BackgroundTasks, tables: dict[str, LiveTable]) -> None:
        self.uptime, self.tasks, self.tables = uptime, tasks, tables
        self.heartbeat_task: asyncio.Task[Any] | None = None
        self.grace_until = 0.0
        self.pending: list[Outage] = []  # outages that are not yet taken off all clocks

    async def start(self) -> None:
        """Write the first heartbeat of this process and begin the time of grace."""
        at, monotonic_at = now(), monotonic()
        await self.uptime.write_heartbeat(at, MAX_START_GAP_MS)
        self.uptime.confirm(at, monotonic_at, 0)
        self._begin_grace()

    def _begin_grace(self) -> None:
        self.grace_until = monotonic() + START_GRACE_MS / 1000

    async def ensure_uptime_known(self) -> None:
        """Make sure that clocks do not include downtime; raises if the heartbeat cannot be written."""
        if self.uptime.is_current():
            return
        async with self.uptime.lock:
            await self._write_heartbeat()

    async def _write_heartbeat(self) -> None:
        """Write a heartbeat if due and, after an outage, take the downtime off all clocks."""
        if not self.uptime.heartbeat_is_due():
            return
        # The server's time never goes back while it runs, even if the system's clock is set back.
        at, monotonic_at, failures = max(now(), self.uptime.time()), monotonic(), self.uptime.failures
        new_outages = await self.uptime.write_heartbeat(at)
        if any(_has_disconnected(outage) for outage in new_outages):
            self._begin_grace()
        self.pending += new_outages
        if self.pending:
            for table in [table for table in self.tables.values() if table.has_clock]:
                await table.clock.discount_new_downtime(self.pending)
            self.pending = []
        self.uptime.confirm(at, monotonic_at, failures)

    async def _try_heartbeat(self) -> None:
        """Write a heartbeat if due; while that fails, no clock runs out."""
        try:
            async with self.uptime.lock:
                await self._write_heartbeat()
        except Exception as error:
            self.uptime.note_failure()
            self.tasks.metrics.heartbeats_failed.inc()
            log.warning("the heartbeat could not be written: %s", type(error).__name__)

    async def check(self) -> None:
        """Check every running clock; a heartbeat that is due is written meanwhile."""
        if self.uptime.heartbeat_is_due() and (self.heartbeat_task is None or self.heartbeat_task.done()):
            self.heartbeat_task = self.tasks.spawn(self._try_heartbeat())
        for table in [table for table in self.tables.values() if table.has_clock and table.game_log.to_move >= 0]:
            if self.uptime.is_current():
                await self._check_table(table)

    async def _check_table(self, table: LiveTable) -> None:
        try:
            await table.check_clock(self.grace_until)
        except Refusal:
            return  # a request or another process was faster
        except Exception:
            log.exception("the clock of a table failed")


def _has_disconnected(outage: Outage) -> bool:
    """Whether an outage was so long that people have to reconnect first."""
    return outage.ended - outage.began > MAX_GAP_MS
