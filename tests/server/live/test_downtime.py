"""Downtime: no clock is charged for it, and after a start there is a grace period."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from hordes.server.db.database import Database
from hordes.server.live import clock_keeper, table_manager, uptime
from hordes.server.live.clock import decision_deadline
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import TABLE_SEAT, Entry, Paused
from hordes.server.live.uptime import Outage, Uptime
from hordes.server.protocol.tables import Clocks
from hordes.server.run import free_port
from tests.server.clients import ME, OPEN, Guest, Message, Server, Viewer
from tests.server.time_travel import TimeTravel

DOWN = 70_000


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> TimeTravel:
    monkeypatch.setattr(table_manager, "TICK_SECONDS", 0.05)
    return TimeTravel(monkeypatch)


@pytest.fixture
def later(travel: TimeTravel) -> Any:
    """Set the system's clock forward: a jump for a running server, downtime for a stopped one."""
    return travel.set_clock_forward


def mover_of(a: Viewer, b: Viewer) -> Viewer:
    return a if a.last.get("legal") else b


def ticks(server: Server, n: int) -> None:
    """Wait for so many more ticks of the server."""
    metrics = server.manager.metrics
    seen = metrics.value("lag_seconds_count")
    wait_for(lambda: metrics.value("lag_seconds_count") > seen + n)


def wait_for(what: Callable[[], bool]) -> None:
    timeout_at = time.monotonic() + 60
    while not what():
        assert time.monotonic() < timeout_at
        time.sleep(0.01)


@contextmanager
def killed(server: Server) -> Iterator[None]:
    """The server stops without a last heartbeat, as after SIGKILL."""
    with server:
        yield
        server.manager.uptime.writes_at_stop = False


def test_a_mover_who_returns_is_not_resigned_at_once(tmp_path: Path, later: Any) -> None:
    with killed(first := Server(tmp_path)), first.guest() as ann, first.guest() as bob:
        made = ann.create([ME, OPEN], clocks={"turn": 30, "at_zero": "resign"})
        bob.join(made)
        later(1)
    later(29)
    with Server(tmp_path) as second:
        for guest in (ann, bob):
            guest.base, guest.http = second.base, httpx.Client(base_url=second.base, cookies=guest.http.cookies)
        with ann, bob, ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            mover = mover_of(a, b)
            assert mover.move(mover.my_turn()[0])["type"] == "ack"
            ticks(second, 4)
            assert second.manager.tables[made["table"]].game_log.resigned == set()


def test_nobody_runs_out_of_time_in_the_first_minute(tmp_path: Path, travel: TimeTravel, monkeypatch: Any) -> None:
    monkeypatch.setattr(uptime, "MAX_GAP_MS", 10**12)  # here time passes while the server is up
    with Server(tmp_path) as server, server.guest() as ann, server.guest() as bob:
        made = ann.create([ME, OPEN], clocks={"turn": 30, "at_zero": "resign"})
        bob.join(made)
        with ann.open_viewer(made["table"]) as a:
            a.until("snapshot")
            travel.pass_time(45)
            ticks(server, 4)
            assert server.manager.tables[made["table"]].game_log.resigned == set()
            travel.pass_time(20)
            a.until("step", kind="resign")


def test_a_game_clock_is_not_charged_for_downtime(tmp_path: Path, later: Any) -> None:
    with killed(first := Server(tmp_path)), first.guest() as ann:
        made = ann.create([ME, ME], clocks={"game": 60})
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            seat = me.last["facts"]["to_move"]
    later(DOWN / 1000)
    with Server(tmp_path) as second, Guest(second.base) as again:
        with again.open_viewer(made["table"], token=made["token"], ply=me.ply) as me:
            assert me.until("welcome")["ply"] == 2, "the pause is a line, so whoever comes back hears of it"
            assert again_used(again, made)[seat] < 30
        with again.open_viewer(made["table"], token=made["token"]) as me:
            me.until("snapshot")
            assert me.move(me.my_turn()[0])["type"] == "ack"
            assert me.last["facts"]["clock"]["used"][seat] < 30


def again_used(guest: Guest, made: Message) -> list[float]:
    headers = {"Authorization": f"Bearer {made['token']}"}
    used: list[float] = guest.get(f"/api/tables/{made['table']}/view", headers=headers)["facts"]["clock"]["used"]
    return used


def test_a_real_kill_costs_nobody_time(tmp_path: Path) -> None:
    """SIGKILL, then all times in the database are moved back, as if the downtime had been long."""
    process, guest = serve(tmp_path)
    with guest as ann:
        made = ann.create([ME, ME], clocks={"turn": 30, "game": 60, "at_zero": "resign"})
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            seat = me.last["facts"]["to_move"]
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database, database:
        database.execute(f"UPDATE move SET at = at - {DOWN}")
        for one in ("began", "until"):
            database.execute(f"UPDATE uptime SET {one} = {one} - {DOWN}")
    process, guest = serve(tmp_path)
    try:
        with guest as ann, ann.open_viewer(made["table"], token=made["token"]) as me:
            me.until("snapshot")
            assert me.move(me.my_turn()[0])["type"] == "ack"
            assert me.last["facts"]["clock"]["used"][seat] < 30
    finally:
        process.kill()
        process.communicate()


def serve(folder: Path) -> tuple[subprocess.Popen[str], Guest]:
    port = free_port()
    command = [sys.executable, "-m", "hordes", "serve", "--port", str(port)]
    variables = dict(os.environ, HORDES_HOME=str(folder))
    process = subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
    base = f"http://127.0.0.1:{port}"

    def healthy() -> bool:
        try:
            return httpx.get(f"{base}/health").status_code == 200
        except httpx.HTTPError:
            return False

    wait_for(healthy)
    return process, Guest(base)


def test_a_clock_that_jumps_resigns_nobody(tmp_path: Path, later: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(clock_keeper, "START_GRACE_MS", 0)
    with Server(tmp_path) as server, server.guest() as ann, server.guest() as bob:
        made = ann.create([ME, OPEN], clocks={"turn": 60, "game": 60, "at_zero": "resign"})
        bob.join(made)
        with ann.open_viewer(made["table"]) as a:
            a.until("snapshot")
            seat = a.last["facts"]["to_move"]
            later(120)
            assert a.until("step")["kind"] == "pause"
            assert a.last["facts"]["clock"]["used"][seat] < 30
            ticks(server, 4)
            assert server.manager.tables[made["table"]].game_log.resigned == set()


def started_game() -> GameLog:
    game_log = GameLog("smallworld", {"players": 2}, seed=1)
    game_log.apply(Entry(0, TABLE_SEAT, game_log.propose_start([]), 1_000))
    return game_log


def test_a_pause_moves_the_clocks_on_by_the_downtime() -> None:
    game_log, limits = started_game(), Clocks(turn=60, game=100)
    seat = game_log.to_move
    assert decision_deadline(game_log, limits, lambda _: False) == 61_000
    game_log.apply(Entry(1, TABLE_SEAT, Paused(11_000, 500_000), 502_000))
    assert game_log.time_used[seat] == 12_000, "ten seconds before, two after"
    assert game_log.decider_since == 490_000
    assert decision_deadline(game_log, limits, lambda _: False) == 550_000
    assert decision_deadline(game_log, Clocks(game=100), lambda _: False) == 590_000


def test_a_pause_before_the_last_entry_changes_nothing() -> None:
    game_log = started_game()
    game_log.apply(Entry(1, TABLE_SEAT, Paused(0, 500), 3_000))
    assert (game_log.decider_since, game_log.last_at, game_log.time_used[game_log.to_move]) == (1_000, 3_000, 2_000)


def test_the_time_between_two_signs_of_life_is_an_outage(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "t.db"))
    database.migrate()
    try:
        first = Uptime(database)
        assert first.write_heartbeat_sync(1_000, uptime.MAX_START_GAP_MS) == []
        assert first.write_heartbeat_sync(4_000, uptime.MAX_GAP_MS) == []
        second = Uptime(database)
        restart = Outage(4_000, 6_000)
        assert second.write_heartbeat_sync(6_000, uptime.MAX_START_GAP_MS) == [restart], "even a short restart"
        assert second.write_heartbeat_sync(90_000, uptime.MAX_GAP_MS) == [Outage(6_000, 90_000)]
        assert first.write_heartbeat_sync(91_000, uptime.MAX_GAP_MS) == [restart, Outage(6_000, 90_000)], (
            "each process hears of it"
        )
        assert first.write_heartbeat_sync(92_000, uptime.MAX_GAP_MS) == []
        assert second.write_heartbeat_sync(89_000, uptime.MAX_GAP_MS) == [], "machines' clocks may differ a little"
        assert first.write_heartbeat_sync(95_000, uptime.MAX_GAP_MS) == []
        assert second.write_heartbeat_sync(95_000 - uptime.CLOCK_SET_BACK_MS, uptime.MAX_GAP_MS) == []
        assert first.write_heartbeat_sync(96_000, uptime.MAX_GAP_MS) == []
        back = 95_999 - uptime.CLOCK_SET_BACK_MS
        assert first.write_heartbeat_sync(back, uptime.MAX_GAP_MS) == [], "a clock that was set back is no outage"
        late = Uptime(database).write_heartbeat_sync(back + 5_000, uptime.MAX_START_GAP_MS)
        assert late == [restart, Outage(6_000, 90_000), Outage(back, back + 5_000)]
    finally:
        database.close_now()


def test_an_older_database_was_up_until_its_last_entry(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME], clocks={"game": 60})
    url = server.settings.database_url()
    with closing(sqlite3.connect(url)) as database, database:
        database.execute(f"UPDATE move SET at = at - {DOWN}")
        database.execute("DELETE FROM uptime")
    with Server(tmp_path) as again, again.guest() as ann:
        assert max(again_used(ann, made)) < 30
