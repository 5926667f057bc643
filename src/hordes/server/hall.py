"""The hall: all tables this process has open, and what must happen at them without anybody asking."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import Refusal
from hordes.engine.games import enrol
from hordes.server import archive, presence
from hordes.server.archive import GameRow, SeatRow
from hordes.server.course import Told
from hordes.server.entries import Entry
from hordes.server.herald import Herald
from hordes.server.levels import SEPARATOR, Levels
from hordes.server.limits import Buckets, Places
from hordes.server.metrics import Metrics
from hordes.server.notices import EVERYTHING, Listener
from hordes.server.presence import Presence
from hordes.server.ratings import rate
from hordes.server.settings import Settings
from hordes.server.store import Store, now
from hordes.server.table import Table, Thought
from hordes.server.thinking import Thinkers
from hordes.server.tokens import Signer, load_secret
from hordes.server.unreadable import Unreadable, damaged_row, refused_line, refused_setup
from hordes.server.uptime import START_SLACK, Uptime

log = logging.getLogger("hordes.hall")
TICK = 0.5
SWEEP = 10
"""After so many ticks every table is looked at, not only those with a clock."""
ADOPT = 240
"""After so many ticks the database is asked for tables that nobody may be looking after: a process may be gone."""
GRACE = 60_000
"""After a start nobody's time runs out for this long (ms): people must be able to come back first."""
FOREIGN_PAUSE = 2.0
"""How long a bot waits when another process wrote the last line and will probably move for it."""
LIVELY = 600_000
"""A table with bots that has had no line for this long (ms) waits for a person, not for a process that is gone."""
MOST_RESUMED = 2_000
TRY_AGAIN = 600_000
"""A table that could not be opened is not tried again for this long (ms)."""
RESTING = 30_000
"""After so long (ms) without a move a table keeps nothing that can be made again."""


class Failed(NamedTuple):
    """Why a table could not be opened, and when (epoch, ms) that was tried."""

    refusal: Unreadable
    at: int


class Hall:
    """Everything that lives as long as the process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        for file in filter(None, settings.sets.split(SEPARATOR)):
            enrol("smallworld", str(Path(file.strip()).resolve()))
        self.store = Store(settings.database_url())
        secret = load_secret(settings.secret, settings.data_folder())
        self.signer = Signer(secret)
        self.metrics = Metrics()
        self.store.timed = self.metrics.time
        self.levels = Levels(settings.bots)
        self.levels.check(settings.stand_in)
        self.thinkers = Thinkers(settings.bot_workers, settings.bot_seconds, self.levels)
        self.herald = Herald(settings, secret)
        self.herald.count = self.metrics.count
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Task[Table]] = {}
        self.unreadable: dict[str, Failed] = {}
        self.sockets = Places(settings.max_sockets, settings.max_sockets_each)
        self.requests = Buckets(settings.max_requests, 4 * settings.max_requests)
        self.logins = Buckets(0.2, 10)
        self.talks = Buckets(settings.max_messages / 10, 2 * settings.max_messages)
        self.replays = Buckets(settings.max_requests / 5, 2 * settings.max_requests)
        self.makings = Buckets(settings.max_requests / 100, 0.6 * settings.max_requests)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.listener: Listener | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.presence = Presence(self._shout)
        self.uptime = Uptime(self.store)
        self.heartbeat: asyncio.Task[Any] | None = None
        self.grace_from = 0
        self.clocks_to_mend = False
        self.stopping = False
        self.metrics.gauges["tables_open"] = lambda: len(self.tables)
        self.metrics.gauges["sockets_open"] = lambda: self.sockets.taken
        self.metrics.gauges["bots_waiting"] = lambda: len(self.thinkers.waiting)
        self.metrics.gauges["bot_failures"] = lambda: self.thinkers.failures
        self.metrics.gauges["commits"] = lambda: self.store.commits

    # Life

    async def start(self) -> None:
        """Bring the database up to date, listen to the others, and go on with what was going on."""
        self.loop = asyncio.get_running_loop()
        await asyncio.to_thread(self.store.migrate)
        await self.uptime.beat(now(), START_SLACK)
        self.uptime.until = now()
        self.grace_from = now()
        self.listener = Listener(self.store, self.heard)
        await self.listener.start()
        self.spawn(self._tick())
        self.spawn(self._resume())

    async def stop(self) -> None:
        """Let what was accepted be finished; uvicorn has closed the sockets. Nothing acknowledged can be lost here."""
        self.stopping = True
        for table in self.tables.values():
            for watcher in table.watchers:
                watcher.end("The server is going down; it will be back.")
        if self.listener is not None:
            await self.listener.stop()
        for table in list(self.tables.values()):
            async with table.lock:
                table.closed = True
        await self.herald.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.thinkers.close()
        if self.uptime.last_word:
            with suppress(SQLAlchemyError):
                await self.uptime.beat(now())
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something beside; what goes wrong with it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.metrics.count("failures")
            log.error("something failed", exc_info=task.exception())

    # Tables

    async def table(self, game_id: str) -> Table:
        """A table by its id, from the database if need be; raises `NoTable`."""
        if game_id in self.tables:
            self.tables[game_id].touched = now()  # whoever asks for it needs it for a while
            return self.tables[game_id]
        known = self.unreadable.get(game_id)
        if known is not None and now() - known.at < TRY_AGAIN:
            raise Unreadable(known.refusal.saying)
        if game_id not in self.opening:
            task = asyncio.get_running_loop().create_task(self._open(game_id))
            self.opening[game_id] = task
            task.add_done_callback(lambda _: self.opening.pop(game_id, None))
        return await asyncio.shield(self.opening[game_id])

    async def try_table(self, game_id: str) -> Table | None:
        """A table among many: if it cannot be opened, that is noted, and the others go on."""
        try:
            return await self.table(game_id)
        except Refusal:
            return None  # unreadable, or taken away meanwhile
        except Exception:
            self.metrics.count("failures")
            log.exception("table %s could not be opened", game_id)
            return None

    async def _open(self, game_id: str) -> Table:
        def work(connection: Connection) -> tuple[GameRow, list[SeatRow], list[Entry]]:
            row = archive.read_game(connection, game_id)
            return row, archive.read_seats(connection, game_id), archive.read_entries(connection, game_id)

        try:
            row, seats, lines = await self.store.read(work)
            table = await asyncio.to_thread(self._build, row, seats, lines)
        except Unreadable as refusal:
            self.note_unreadable(game_id, refusal, refusal.__cause__ or refusal)
            raise
        self.unreadable.pop(game_id, None)
        await table.discount_downtime()
        chat = await self.store.read(lambda c: archive.read_chat(c, game_id, 0))
        table.chat_seen = max((line.n for line in chat), default=0)
        self.tables[game_id] = table
        self.presence.announce(table, ask=True)
        self.attend(table)
        await table.catch_up()  # what was written while we read
        return table

    def _build(self, row: GameRow, seats: list[SeatRow], lines: list[Entry]) -> Table:
        """A table as its rows and lines say; raises `Unreadable`."""
        try:
            table = Table(self, row, seats)
        except Exception as error:
            raise refused_setup(row, error) from error
        if [seat.seat for seat in seats] != list(range(table.course.seats)):
            raise damaged_row()
        for line in lines:
            try:
                table.course.apply(line)
            except Exception as error:
                raise refused_line(row, line.ply) from error
        return table

    def note_unreadable(self, game_id: str, refusal: Unreadable, cause: BaseException) -> None:
        """A table cannot be opened: count and log it the first time, and do not try again for a while."""
        if game_id not in self.unreadable:
            self.metrics.count("unreadable_tables")
            log.warning("table %s: %s (%s: %s)", game_id, refusal, type(cause).__name__, str(cause)[:500])
        self.unreadable[game_id] = Failed(refusal, now())

    def give_up(self, table: Table, refusal: Unreadable, cause: BaseException) -> None:
        """A table that was open cannot be gone on with: everybody there is told, and nothing more happens at it."""
        self.note_unreadable(table.row.id, refusal, cause)
        self.tables.pop(table.row.id, None)
        table.closed = True
        for watcher in table.watchers:
            watcher.end(str(refusal))

    def heard(self, notice: str) -> None:
        """Another process, or this one, has written something."""
        if self.stopping:
            return
        if notice == EVERYTHING:
            for table in list(self.tables.values()):
                self.spawn(self._look_again(table, "mcs"))
            return
        if notice[0] in presence.KINDS:
            self.presence.heard(notice, self.tables)
            return
        game_id, _, ply = notice[1:].partition(":")
        known = self.tables.get(game_id)
        if known is not None and not (ply and int(ply) < known.course.ply):  # most lines are this process's own
            self.spawn(self._look_again(known, notice[0], int(ply) if ply else None))

    def _shout(self, notice: str) -> None:
        """Tell the other processes at once, where there can be any that hear it."""
        if self.store.postgres and not self.stopping:
            self.spawn(self.store.write(lambda connection: self.store.notify(connection, notice[1:], notice[0])))

    async def _look_again(self, table: Table, kinds: str, ply: int | None = None) -> None:
        with suppress(Unreadable):  # it has been noted
            if "m" in kinds:
                await table.catch_up(ply)
            if "c" in kinds:
                await table.catch_up_chat()
            if "s" in kinds:
                await table.reload()

    # What must happen

    def moved(self, table: Table, told: Told) -> None:
        """A line has been applied here: see what follows from it."""
        self._drop_thought(table)
        if table.needs_the_server():
            self.attend(table)
        if table.mine and told.before.to_move != told.after.to_move and self.herald.concerns(table):
            self.herald.your_turn(self, table)

    def attend(self, table: Table) -> None:
        """End the game, settle a question, or let a bot think: one at a time for each table."""
        if not self.stopping and (table.bot is None or table.bot.done()):
            table.bot = self.spawn(self._attend(table))

    async def _attend(self, table: Table) -> None:
        course = table.course
        await table.start()
        while course.started and not self.stopping and not table.closed:
            if course.result() is not None:
                await self._finish(table)
                return
            if course.question is not None and not table.must_agree():
                await table.settle_question()
            elif table.played_by_bot(course.to_move):
                await asyncio.sleep(self.settings.bot_pause if table.mine or course.ply < 2 else FOREIGN_PAUSE)
                await self.bot_moves(table, course.to_move, course.ply)
            else:
                return

    async def bot_moves(self, table: Table, seat: int, ply: int) -> None:
        """Let a bot choose and move, unless the table has moved on meanwhile."""
        if seat < 0 or table.course.to_move != seat:
            return
        text = await self._think(table, seat)
        if text is not None and table.course.changed <= ply:
            try:
                await table.move(seat, ply, text, None, bot=True)
            except Refusal as refusal:
                log.info("a bot came too late at %s: %s", table.row.id, refusal.code)

    async def _think(self, table: Table, seat: int) -> str | None:
        """A bot's choice; None when nobody wants it any more. A plan made before an undo is not followed after it."""
        record, level = table.course.record, table.seats[seat].level or self.settings.stand_in
        key = f"{table.row.id}:{seat}:{table.course.undone}"
        choice = self.thinkers.choose(table.course.state.clone(), record.game, record.options, level, key)
        thought = asyncio.get_running_loop().create_task(choice)
        table.thought = Thought(thought, table.course.ply, seat)
        try:
            return await thought
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return None
        finally:
            table.thought = None

    def _drop_thought(self, table: Table) -> None:
        """Stop thinking about a position that is no more or soon will be, or for an owner who is back."""
        thought, course = table.thought, table.course
        if thought is None or thought.task.done():
            return
        moved_on = course.changed > thought.ply or course.result() is not None
        goes_back = course.question is not None and not table.must_agree()
        if moved_on or goes_back or not table.played_by_bot(thought.seat):
            self.metrics.count("thoughts_dropped")
            thought.task.cancel()

    async def _finish(self, table: Table) -> None:
        """The result goes into the row, and into the ratings, once."""
        result = table.course.result()
        if result is None or table.row.status == "over":
            return
        quitters = table.course.resigned | table.course.absent

        def work(connection: Connection) -> None:
            if archive.set_over(connection, table.row.id, result):
                if table.rated():
                    rate(connection, table.row, table.seats, result, quitters, table.course.teams())
                self.store.notify(connection, table.row.id, "s")

        await self.store.write(work)
        table.row = table.row._replace(status="over", result=result)
        table.tell_table()

    async def _resume(self, since: int = 0) -> None:
        """Open tables that wait for a bot or have a clock."""
        for game_id in await self.store.read(lambda c: archive.unfinished(c, MOST_RESUMED, since)):
            if game_id not in self.tables and not self.stopping:
                await self.try_table(game_id)
                await asyncio.sleep(0)

    async def _tick(self) -> None:
        ticks = 0
        while True:
            begin = asyncio.get_running_loop().time()
            await asyncio.sleep(TICK)
            self.metrics.time("lag", max(0.0, asyncio.get_running_loop().time() - begin - TICK))
            await self._check_clocks()
            self.presence.tick(self.tables.values())
            ticks += 1
            if ticks % SWEEP == 0:
                self._sweep(now())
            if ticks % ADOPT == 0:
                self.spawn(self._resume(now() - LIVELY))

    def _sweep(self, at: int) -> None:
        """Now and then look at every table: go on where nobody does, and let go of what nobody needs."""
        for table in list(self.tables.values()):
            if at - table.touched > RESTING:
                table.views = None
            if table.needs_the_server():
                self.attend(table)
            if not table.watchers and at - table.touched > self.settings.idle_minutes * 60_000:
                self._forget(table)

    async def keep_time(self) -> None:
        """Be sure that whatever was no uptime is off the clocks; raises if the database cannot say so."""
        if self.uptime.current(now()):
            return
        async with self.uptime.lock:
            await self._beat()

    async def _beat(self) -> None:
        at = now()
        if not self.uptime.due(at):
            return
        if await self.uptime.beat(at):
            self.grace_from, self.clocks_to_mend = at, True
        if self.clocks_to_mend:
            for table in [table for table in self.tables.values() if table.clocked]:
                await table.discount_downtime()
            self.clocks_to_mend = False
        self.uptime.until = at

    async def _heartbeat(self) -> None:
        """Write that the server is up; while that cannot be written, no clock runs out."""
        try:
            async with self.uptime.lock:
                await self._beat()
        except Exception as error:
            self.metrics.count("heartbeats_failed")
            log.warning("the heartbeat could not be written: %s", type(error).__name__)

    async def _check_clocks(self) -> None:
        if self.uptime.due(now()) and (self.heartbeat is None or self.heartbeat.done()):
            self.heartbeat = self.spawn(self._heartbeat())
        for table in [table for table in self.tables.values() if table.clocked and table.course.to_move >= 0]:
            if self.uptime.current(now()):
                await self._check_clock(table)

    async def _check_clock(self, table: Table) -> None:
        try:
            await table.check_clock(self.grace_from + GRACE)
        except Refusal:
            return  # somebody was faster
        except Exception:
            log.exception("the clock of a table failed")

    def _forget(self, table: Table) -> None:
        """An idle table costs nothing but its rows; one whose clock runs is kept."""
        busy = table.lock.locked() or (table.bot is not None and not table.bot.done())
        busy = busy or (table.clocked and table.course.to_move >= 0)
        if not busy:
            del self.tables[table.row.id]
