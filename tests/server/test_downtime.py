"""Time in which the server was down is nobody's: no clock is charged for it, and after a start there is a grace."""

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

from hordes.server import hall, table, uptime
from hordes.server import store as storing
from hordes.server.clock import deadline
from hordes.server.course import Course
from hordes.server.entries import TABLE, Entry, Paused
from hordes.server.run import free_port
from hordes.server.store import Store
from hordes.server.uptime import Outage, Uptime
from hordes.server.wire import Clocks
from tests.server.guests import ME, OPEN, Guest, Message, Server, Viewer

DOWN = 70_000


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let time pass at once: for the server this is a clock that jumps, unless it is down meanwhile."""
    shift, real = [0], storing.now
    monkeypatch.setattr(hall, "TICK", 0.05)
    for module in (hall, table):
        monkeypatch.setattr(module, "now", lambda: real() + shift[0])

    def pass_time(seconds: float) -> None:
        shift[0] += int(seconds * 1000)

    return pass_time


def mover_of(a: Viewer, b: Viewer) -> Viewer:
    return a if a.last.get("legal") else b


def ticks(server: Server, n: int) -> None:
    """Wait until the server has looked at its clocks so many times more."""
    wait_for(lambda: "lag" in server.hall.metrics.times)
    seen = server.hall.metrics.times["lag"].seen
    wait_for(lambda: server.hall.metrics.times["lag"].seen > seen + n)


def wait_for(what: Callable[[], bool]) -> None:
    deadline_ = time.monotonic() + 20
    while not what():
        assert time.monotonic() < deadline_
        time.sleep(0.01)


@contextmanager
def killed(server: Server) -> Iterator[None]:
    """The server ends without a last word to the database, as after SIGKILL."""
    with server:
        yield
        server.hall.uptime.last_word = False


def test_a_mover_who_returns_is_not_resigned_at_once(tmp_path: Path, later: Any) -> None:
    with killed(first := Server(tmp_path)), first.guest() as ann, first.guest() as bob:
        made = ann.create([ME, OPEN], clocks={"turn": 30, "at_zero": "resign"})
        bob.join(made)
        later(1)
    later(29)
    with Server(tmp_path) as second:
        for guest in (ann, bob):
            guest.base, guest.http = second.base, httpx.Client(base_url=second.base, cookies=guest.http.cookies)
        with ann, bob, ann.sit(made["table"]) as a, bob.sit(made["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            mover = mover_of(a, b)
            assert mover.move(mover.my_turn()[0])["type"] == "ack"
            ticks(second, 4)
            assert second.hall.tables[made["table"]].course.resigned == set()


def test_nobody_runs_out_of_time_in_the_first_minute(tmp_path: Path, later: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(uptime, "SLACK", 10**12)  # here time passes while the server is up
    with Server(tmp_path) as server, server.guest() as ann, server.guest() as bob:
        made = ann.create([ME, OPEN], clocks={"turn": 30, "at_zero": "resign"})
        bob.join(made)
        with ann.sit(made["table"]) as a:
            a.until("snapshot")
            later(45)
            ticks(server, 4)
            assert server.hall.tables[made["table"]].course.resigned == set()
            later(20)
            a.until("step", kind="resign")


def test_a_game_clock_is_not_charged_for_downtime(tmp_path: Path, later: Any) -> None:
    with killed(first := Server(tmp_path)), first.guest() as ann:
        made = ann.create([ME, ME], clocks={"game": 60})
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            seat = me.last["facts"]["to_move"]
    later(DOWN / 1000)
    with Server(tmp_path) as second, Guest(second.base) as again:
        with again.sit(made["table"], token=made["token"], ply=me.ply) as me:
            assert me.until("welcome")["ply"] == 2, "the pause is a line, so whoever comes back hears of it"
            assert again_used(again, made)[seat] < 30
        with again.sit(made["table"], token=made["token"]) as me:
            me.until("snapshot")
            assert me.move(me.my_turn()[0])["type"] == "ack"
            assert me.last["facts"]["clock"]["used"][seat] < 30


def again_used(guest: Guest, made: Message) -> list[float]:
    headers = {"Authorization": f"Bearer {made['token']}"}
    used: list[float] = guest.get(f"/api/tables/{made['table']}/view", headers=headers)["facts"]["clock"]["used"]
    return used


def test_a_real_kill_costs_nobody_time(tmp_path: Path) -> None:
    """SIGKILL, and a database in which everything lies further back: that is what a long downtime looks like."""
    process, guest = serve(tmp_path)
    with guest as ann:
        made = ann.create([ME, ME], clocks={"turn": 30, "game": 60, "at_zero": "resign"})
        with ann.sit(made["table"]) as me:
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
        with guest as ann, ann.sit(made["table"], token=made["token"]) as me:
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
    monkeypatch.setattr(hall, "GRACE", 0)
    with Server(tmp_path) as server, server.guest() as ann, server.guest() as bob:
        made = ann.create([ME, OPEN], clocks={"turn": 60, "game": 60, "at_zero": "resign"})
        bob.join(made)
        with ann.sit(made["table"]) as a:
            a.until("snapshot")
            seat = a.last["facts"]["to_move"]
            later(120)
            assert a.until("step")["kind"] == "pause"
            assert a.last["facts"]["clock"]["used"][seat] < 30
            ticks(server, 4)
            assert server.hall.tables[made["table"]].course.resigned == set()


def begun() -> Course:
    course = Course("smallworld", {"players": 2}, seed=1)
    course.apply(Entry(0, TABLE, course.propose_start([]), 1_000))
    return course


def test_a_pause_moves_the_clocks_on_by_the_downtime() -> None:
    course, limits = begun(), Clocks(turn=60, game=100)
    seat = course.to_move
    assert deadline(course, limits, lambda _: False) == 61_000
    course.apply(Entry(1, TABLE, Paused(11_000, 500_000), 502_000))
    assert course.used[seat] == 12_000, "ten seconds before, two after"
    assert course.since == 490_000
    assert deadline(course, limits, lambda _: False) == 550_000
    assert deadline(course, Clocks(game=100), lambda _: False) == 590_000


def test_a_pause_before_the_last_line_changes_nothing() -> None:
    course = begun()
    course.apply(Entry(1, TABLE, Paused(0, 500), 3_000))
    assert (course.since, course.last_at, course.used[course.to_move]) == (1_000, 3_000, 2_000)


def test_the_time_between_two_signs_of_life_is_an_outage(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "t.db"))
    store.migrate()
    try:
        first = Uptime(store)
        assert first.mark(1_000, uptime.START_SLACK) == []
        assert first.mark(4_000, uptime.SLACK) == []
        second = Uptime(store)
        assert second.mark(6_000, uptime.START_SLACK) == [], "the first is alive"
        assert second.mark(90_000, uptime.SLACK) == [Outage(6_000, 90_000)]
        assert first.mark(91_000, uptime.SLACK) == [Outage(6_000, 90_000)], "each process hears of it"
        assert first.mark(92_000, uptime.SLACK) == []
        assert second.mark(89_000, uptime.SLACK) == [], "machines' clocks may differ a little"
        assert first.mark(95_000, uptime.SLACK) == []
        assert second.mark(95_000 - uptime.SET_BACK, uptime.SLACK) == []
        assert first.mark(96_000, uptime.SLACK) == []
        back = 95_999 - uptime.SET_BACK
        assert first.mark(back, uptime.SLACK) == [], "a clock that was set back is no outage"
        late = Uptime(store).mark(back + 5_000, uptime.START_SLACK)
        assert late == [Outage(6_000, 90_000), Outage(back, back + 5_000)]
    finally:
        store.shut()


def test_an_older_database_was_up_until_its_last_line(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME], clocks={"game": 60})
    url = server.settings.database_url()
    with closing(sqlite3.connect(url)) as database, database:
        database.execute(f"UPDATE move SET at = at - {DOWN}")
        database.execute("DELETE FROM uptime")
    with Server(tmp_path) as again, again.guest() as ann:
        assert max(again_used(ann, made)) < 30
