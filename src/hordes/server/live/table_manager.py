"""Table manager: the services that live tables share, put together, and the periodic work.

What happens at tables without a request is done by its parts: `OpenTables` loads and unloads tables, `ClockKeeper`
checks clocks, `TableAdvancer` starts games, moves for bots and stores results, `ChangeNotices` follows what other
processes write, `Presence` knows who is connected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from hordes.server.auth.sessions import close_ended
from hordes.server.auth.tokens import Signer, load_secret
from hordes.server.bots.available_levels import AvailableLevels
from hordes.server.bots.worker_pool import WorkerPool
from hordes.server.db.change_listener import ChangeListener
from hordes.server.db.database import Database, now
from hordes.server.db.readiness import Readiness
from hordes.server.http.metrics import Metrics
from hordes.server.http.rate_limits import ConnectionSlots, KeyedBuckets
from hordes.server.limits.addresses import AddressKeys
from hordes.server.limits.thread_pools import ThreadPools
from hordes.server.live.background_tasks import BackgroundTasks
from hordes.server.live.bot_turns import BotTurns
from hordes.server.live.change_notices import ChangeNotices
from hordes.server.live.clock_keeper import ClockKeeper
from hordes.server.live.custom_sets import register_set_files
from hordes.server.live.game_log import AppliedEntry
from hordes.server.live.live_table import LiveTable
from hordes.server.live.open_tables import OpenFailure, OpenTables
from hordes.server.live.presence import Presence
from hordes.server.live.table_advance import TableAdvancer
from hordes.server.live.unattended_tables import UnattendedTables
from hordes.server.live.unreadable_tables import Unreadable
from hordes.server.live.uptime import Uptime
from hordes.server.notify.notifier import TurnNotifier
from hordes.server.settings import Settings

TICK_SECONDS = 0.5
SWEEP_TICKS = 10
"""Every table, not only those with a clock, is checked once in so many ticks."""
ADOPT_TICKS = 240
"""Once in so many ticks the database is searched for tables of a process that may have stopped."""
ADOPT_WINDOW_MS = 600_000
"""Tables with bots are adopted if they had an entry within this time (ms); older ones wait for a person."""
DUE_TICKS = 60
"""Once in so many ticks tables are opened whose clocks are about to run out."""
EXPIRE_TICKS = 7_200
"""Once in so many ticks, first after `DUE_TICKS`, unfinished tables are deleted that nobody has come back to."""
MAX_RESUMED = 2_000
STOP_SECONDS = 3.0
"""Longest time for each part of the end of the process."""
VIEW_CACHE_MS = 30_000
"""A table without a move for this long (ms) drops its cached views."""


async def limited(work: Coroutine[Any, Any, Any]) -> None:
    """Wait for a part of the end, such as the last commit, but not for a database that hangs."""
    with suppress(TimeoutError):
        await asyncio.wait_for(work, STOP_SECONDS)


class TableManager:
    """Open tables and the services they share; lives as long as the process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        register_set_files(settings.sets)
        if not (settings.database and settings.secret):
            settings.create_data_folder()
        self.database = self._open_database()
        self.readiness = Readiness(self.database)
        secret = load_secret(settings.secret, settings.data_folder())
        self.signer = Signer(secret)
        self.address_keys = AddressKeys(secret)
        self.metrics = Metrics()
        self.database.record_commit = self.metrics.commit.observe
        self.levels = AvailableLevels(settings.bots)
        self.levels.check(settings.stand_in)
        self.bot_pool = self._create_bot_pool()
        self.notifier = TurnNotifier(settings, secret, self.metrics.notices)
        self._create_limits()
        self.tasks = BackgroundTasks(self.metrics)
        self.listener: ChangeListener | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.start_failure = ""
        self.presence = Presence(self._broadcast)
        self.pools = ThreadPools()
        self.open_tables = OpenTables(
            self.database, self.pools.opening, self.metrics, partial(LiveTable, self), self._on_opened
        )
        self.unattended = UnattendedTables(settings, self.database, self.open_tables, self.tasks)
        self.uptime = Uptime(self.database)
        self.clocks = ClockKeeper(self.uptime, self.tasks, self.tables)
        self.bot_turns = BotTurns(self.bot_pool, self.metrics, settings.stand_in)
        self.advancer = TableAdvancer(self.tasks, self.bot_turns, self.database, settings.bot_pause)
        self.notices = ChangeNotices(self.tables, self.tasks, self.presence, partial(close_ended, self))
        self._create_gauges()

    # The three that a simulation replaces (tests/server/simulation)

    def _open_database(self) -> Database:
        return Database(self.settings.database_url(), self.settings.database_seconds)

    def _create_bot_pool(self) -> WorkerPool:
        return WorkerPool(self.settings.bot_workers, self.settings.bot_seconds, self.levels)

    def _create_listener(self) -> ChangeListener:
        return ChangeListener(self.database, self.notices.handle)

    def _create_limits(self) -> None:
        settings = self.settings
        self.socket_slots = ConnectionSlots(settings.max_sockets, settings.max_sockets_each)
        self.request_buckets = KeyedBuckets(settings.max_requests, 4 * settings.max_requests)
        self.login_buckets = KeyedBuckets(0.2, 10)
        self.mail_buckets, self.report_buckets = KeyedBuckets(1 / 300, 3), KeyedBuckets(1 / 120, 10)
        self.chat_buckets = KeyedBuckets(settings.max_messages / 10, 2 * settings.max_messages)
        self.replay_buckets = KeyedBuckets(settings.max_requests / 5, 2 * settings.max_requests)
        self.creation_buckets = KeyedBuckets(settings.max_requests / 100, 0.6 * settings.max_requests)
        self.hello_buckets = KeyedBuckets(settings.max_requests / 5, 2 * settings.max_requests)
        self.catch_up_buckets = KeyedBuckets(settings.max_messages / 10, 2 * settings.max_messages)
        self.join_buckets = KeyedBuckets(settings.max_requests / 100, 0.6 * settings.max_requests)
        self.account_slots = ConnectionSlots(settings.max_sockets, settings.max_sockets_each)

    def _create_gauges(self) -> None:
        add = self.metrics.add_gauge
        add("tables_open", "Tables in memory", lambda: len(self.tables))
        add("sockets_open", "Open WebSockets", lambda: self.socket_slots.taken)
        add("bots_waiting", "Choices of bots that wait for a worker process", lambda: len(self.bot_pool.waiting))
        add("bot_failures", "Choices of bots that failed", lambda: self.bot_pool.failures)
        add("commits", "Commits of log entries", lambda: self.database.commits)

    # Start and stop

    async def start(self) -> None:
        """Migrate the database, listen for changes, and resume tables with bots or clocks."""
        self.loop = asyncio.get_running_loop()
        await asyncio.to_thread(self.database.migrate)
        await self.metrics.start()
        await self.clocks.start()
        self.listener = self._create_listener()
        await self.listener.start()
        self.spawn(self._tick())
        self.spawn(self.unattended.open_needing_server(MAX_RESUMED))

    async def stop(self) -> None:
        """Finish accepted work and release resources; uvicorn has closed the sockets by now."""
        self.tasks.is_stopping = True
        for table in self.tables.values():
            table.feed.close("The server is going down; it will be back.")
        if self.listener is not None:
            await self.listener.stop()
        await limited(self.open_tables.close_all())
        await limited(self.notifier.close())
        await limited(self.tasks.cancel_all())
        await limited(self.bot_pool.close())
        self.pools.close()
        if self.uptime.writes_at_stop:
            with suppress(SQLAlchemyError):
                await limited(self.uptime.write_heartbeat(now()))
        await self.metrics.stop()
        await self.database.close()

    @property
    def is_stopping(self) -> bool:
        """Whether the process is going down."""
        return self.tasks.is_stopping

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a background task; failures are logged and counted."""
        return self.tasks.spawn(work)

    # Tables

    @property
    def tables(self) -> dict[str, LiveTable]:
        """The open tables by id."""
        return self.open_tables.tables

    @property
    def unreadable(self) -> dict[str, OpenFailure]:
        """Tables that could not be opened, by id."""
        return self.open_tables.unreadable

    async def get_table(self, table_id: str) -> LiveTable:
        """A table by its id, loaded from the database if need be; raises `NoTable` or `Unreadable`."""
        return await self.open_tables.get(table_id)

    async def try_get_table(self, table_id: str) -> LiveTable | None:
        """A table by its id, or None if it cannot be opened; for callers that open many."""
        return await self.open_tables.try_get(table_id)

    def close_unreadable(self, table: LiveTable, refusal: Unreadable, cause: BaseException) -> None:
        """Close an open table that has become unreadable, and tell its subscribers why."""
        self.open_tables.close_unreadable(table, refusal, cause)

    async def ensure_uptime_known(self) -> None:
        """Make sure that clocks do not include downtime; raises if the heartbeat cannot be written."""
        await self.clocks.ensure_uptime_known()

    def after_entry(self, table: LiveTable, applied: AppliedEntry) -> None:
        """React to an applied entry: cancel a stale bot choice, advance the table, notify the next seat."""
        self.bot_turns.cancel_stale_choice(table)
        self.advancer.advance(table)
        decider_changed = applied.before.to_move != applied.after.to_move
        if table.last_entry_is_ours and decider_changed and self.notifier.should_notify(table):
            self.notifier.notify_turn(self, table)

    def _on_opened(self, table: LiveTable) -> None:
        self.presence.announce(table, ask=True)
        self.advancer.advance(table)

    def _broadcast(self, notice: str) -> None:
        """Send a notice to the other processes; only PostgreSQL can."""
        if self.database.is_postgres and not self.is_stopping:
            self.spawn(self.database.write(lambda connection: self.database.notify(connection, notice[1:], notice[0])))

    # Periodic work

    async def _tick(self) -> None:
        """Periodic work: clocks and presence at every tick, sweeping and adopting tables now and then."""
        ticks = 0
        while True:
            begin = asyncio.get_running_loop().time()
            await asyncio.sleep(TICK_SECONDS)
            self.metrics.lag.observe(max(0.0, asyncio.get_running_loop().time() - begin - TICK_SECONDS))
            await self.clocks.check()
            self.presence.tick(self.tables.values())
            ticks += 1
            if ticks % SWEEP_TICKS == 0:
                self._sweep(now())
            if ticks % ADOPT_TICKS == 0:
                self.spawn(self.unattended.open_needing_server(MAX_RESUMED, now() - ADOPT_WINDOW_MS))
            if ticks % DUE_TICKS == 0:
                self.spawn(self.unattended.open_due())
                self.spawn(self.unattended.close_deleted())
            if ticks % EXPIRE_TICKS == DUE_TICKS:
                self.spawn(self.unattended.delete_expired())

    def _sweep(self, at: int) -> None:
        """Check every table: advance stalled ones, drop old caches, unload idle tables."""
        for table in list(self.tables.values()):
            if at - table.last_used_at > VIEW_CACHE_MS:
                table.feed.view_cache = None
            self.advancer.advance(table)
            self.unattended.unload_idle(table, at)
