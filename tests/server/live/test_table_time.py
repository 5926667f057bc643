"""The time of a table and of the server: faults that the simulation found (`tests/server/simulation`), one by one."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from hordes.server.db import queries
from hordes.server.db.database import Database
from hordes.server.limits.quotas import Claimant
from hordes.server.live import table_manager, uptime
from hordes.server.live.game_log import Stale
from hordes.server.live.live_table import LiveTable
from hordes.server.live.log_entries import Paused
from hordes.server.live.table_creation import create_table
from hordes.server.live.table_manager import TableManager
from hordes.server.live.uptime import Outage, Uptime
from hordes.server.protocol.tables import Clocks, CreateTable, SeatPlan
from hordes.server.settings import Settings
from tests.server.time_travel import TimeTravel

Scene = Callable[[TableManager, LiveTable], Coroutine[Any, Any, None]]


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> TimeTravel:
    monkeypatch.setattr(table_manager, "TICK_SECONDS", 3_600)  # nothing happens by itself
    return TimeTravel(monkeypatch)


def play(folder: Path, scene: Scene, **limits: Any) -> None:
    """Make a table with two seats of one person, and play a scene there."""

    async def run() -> None:
        manager = TableManager(Settings(folder=str(folder), secret="a secret for tests of time", stand_in="random"))
        await manager.start()
        try:
            seats = [SeatPlan(kind="me"), SeatPlan(kind="me")]
            request = CreateTable(options={"players": 2}, seats=seats, clocks=Clocks(**limits))
            await scene(
                manager,
                await manager.get_table((await create_table(manager, Claimant("g:ann", "here"), request)).table),
            )
        finally:
            await manager.stop()

    asyncio.run(run())


async def move(table: LiveTable) -> int:
    """Make the first legal move; returns the ms that the mover has used so far."""
    seat = table.game_log.to_move
    await table.move(seat, table.game_log.ply, table.game_log.state.legal_texts()[0], None)
    return table.game_log.time_used[seat]


@pytest.mark.parametrize("jump", [-7_200, -8, 3, 8, 120, 7_200])
def test_a_clock_that_is_set_charges_nobody(tmp_path: Path, travel: TimeTravel, jump: float) -> None:
    async def scene(manager: TableManager, table: LiveTable) -> None:
        travel.pass_time(1)
        travel.set_clock_forward(jump)
        travel.pass_time(1)
        assert await move(table) < 3_000

    play(tmp_path, scene, game=600)


def test_a_clock_that_is_set_back_stops_no_clock(tmp_path: Path, travel: TimeTravel) -> None:
    async def scene(manager: TableManager, table: LiveTable) -> None:
        travel.set_clock_forward(-7_200)
        travel.pass_time(4)
        assert await move(table) >= 4_000

    play(tmp_path, scene, game=600)


def test_a_short_outage_of_the_database_charges_nobody(
    tmp_path: Path, travel: TimeTravel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shorter than the gap between two heartbeats that is an outage by itself."""

    async def scene(manager: TableManager, table: LiveTable) -> None:
        append = Database.append

        async def fail(*_: Any) -> bool:
            raise OperationalError("INSERT", None, sqlite3.OperationalError("disk I/O error"))

        monkeypatch.setattr(Database, "append", fail)
        with pytest.raises(OperationalError):
            await move(table)
        travel.pass_time(4)
        monkeypatch.setattr(Database, "append", append)
        assert await move(table) < 2_000

    play(tmp_path, scene, game=600)


def test_of_several_outages_in_a_row_none_is_charged(tmp_path: Path, travel: TimeTravel) -> None:
    """The pause for the first used to be written with the present time, which charged for the second."""

    async def scene(manager: TableManager, table: LiveTable) -> None:
        seat, begun = table.game_log.to_move, table.clock.time()
        outages = [Outage(begun + 1_000, begun + 21_000), Outage(begun + 22_000, begun + 60_000)]
        travel.pass_time(61)
        await table.clock.discount_downtime(outages)
        assert table.game_log.time_used[seat] < 4_000

    play(tmp_path, scene, game=600)


def test_a_pause_is_never_before_the_entries_that_it_follows(tmp_path: Path, travel: TimeTravel) -> None:
    async def scene(manager: TableManager, table: LiveTable) -> None:
        travel.set_clock_forward(120)
        await move(table)
        ats = [entry.at for entry in await entries_of(manager, table)]
        assert ats == sorted(ats)
        assert any(isinstance(entry.body, Paused) for entry in await entries_of(manager, table))

    play(tmp_path, scene, game=600)


async def entries_of(manager: TableManager, table: LiveTable) -> list[Any]:
    return await manager.database.read(lambda c: queries.read_entries(c, table.row.id))


def test_an_outage_is_found_again_after_a_failed_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not committed is not known: the next heartbeat used to think that it had told of the outage."""
    database = Database(str(tmp_path / "t.db"))
    database.migrate()
    try:
        process = Uptime(database)
        process.write_heartbeat_sync(1_000, uptime.MAX_START_GAP_MS)
        dialect, failures = database.engine.dialect, [sqlite3.OperationalError("database or disk is full")]
        commit = dialect.do_commit

        def fail_once(connection: Any) -> None:
            if failures:
                raise failures.pop()
            commit(connection)

        monkeypatch.setattr(dialect, "do_commit", fail_once)
        with pytest.raises(OperationalError):
            process.write_heartbeat_sync(90_000, uptime.MAX_GAP_MS)
        assert process.write_heartbeat_sync(90_500, uptime.MAX_GAP_MS) == [Outage(1_000, 90_500)]
    finally:
        database.close_now()


def test_a_bots_late_move_is_dropped_when_the_owner_has_returned(
    tmp_path: Path, travel: TimeTravel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(manager: TableManager, table: LiveTable) -> None:
        seat, ply = table.game_log.to_move, table.game_log.ply
        text = table.game_log.state.legal_texts()[0]

        async def choose(*_: Any) -> str | None:
            return text

        monkeypatch.setattr(manager.bot_turns, "_choose", choose)
        await manager.bot_turns.play(table, seat, ply)
        assert table.game_log.ply == ply, "a person sits here"
        with pytest.raises(Stale, match="faster"):
            await table.move_for_bot(seat, ply, text)

    play(tmp_path, scene)


def test_a_read_that_fails_makes_no_table_unreadable(
    tmp_path: Path, travel: TimeTravel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drivers also raise errors of their own classes, such as when a connection is given back."""

    async def scene(manager: TableManager, table: LiveTable) -> None:
        async def fail(*_: Any) -> None:
            raise sqlite3.OperationalError("the database does not answer")

        with monkeypatch.context() as patch:
            patch.setattr(Database, "read", fail)
            with pytest.raises(sqlite3.OperationalError):
                await table.catch_up()
        assert not table.is_closed
        assert manager.unreadable == {}

    play(tmp_path, scene)
