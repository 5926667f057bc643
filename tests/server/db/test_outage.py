"""A database that does not answer, or cannot be written: nothing hangs, and everything goes on afterwards."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from hordes.server.run import free_port
from tests.server.clients import ME, Guest, Message, Server
from tests.server.crash_test import Player, Process, check_log, converge, wait_for_moves
from tests.server.postgres import Postgres, required
from tests.server.rolling_restart import make_tables

SECONDS = 1.0


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Somebody else holds the write lock of a SQLite file."""
    other = sqlite3.connect(url, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def paused(postgres: Postgres) -> Iterator[None]:
    postgres.pause()
    try:
        yield
    finally:
        postgres.resume()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=[pytest.mark.slow, pytest.mark.postgres])])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Callable[[], Any]]]:
    """A database, and what makes it silent."""
    if request.param == "sqlite":
        url = str(tmp_path / "t.db")
        yield url, lambda: locked(url)
        return
    with Postgres(required()) as postgres:
        yield postgres.database("hordes"), lambda: paused(postgres)


def wait_until_ready(guest: Guest) -> None:
    deadline = time.monotonic() + 60
    while (answer := guest.http.get("/ready")).status_code != 200:
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.05)


def wait_until_not_ready(guest: Guest) -> str:
    """Wait until the answer from before is no longer good; the message."""
    deadline = time.monotonic() + 60
    while (answer := guest.http.get("/ready")).status_code == 200:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert answer.status_code == 503
    message: str = answer.json()["message"]
    return message


def test_a_silent_database_is_said_and_survived(tmp_path: Path, database: tuple[str, Callable[[], Any]]) -> None:
    url, silent = database
    with Server(tmp_path, database=url, database_seconds=SECONDS) as server, server.guest() as ann:
        made = ann.create([ME, ME])
        path = f"/api/tables/{made['table']}/moves"
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            move: Message = {"type": "move", "ply": me.ply, "text": me.my_turn()[0], "id": "once"}
        wait_until_ready(ann)
        with silent():
            assert wait_until_not_ready(ann).startswith("Not ready: ")
            assert ann.get("/health")["ok"], "a restart would not help"
            refused = ann.post(path, move, status=503)
            assert refused["message"] == "The database does not answer at the moment; try again soon."
        wait_until_ready(ann)
        assert ann.post(path, move)["type"] == "ack", "stored or not before: it is now, once"
        with ann.open_viewer(made["table"]) as me:
            assert me.until("snapshot")["ply"] == move["ply"] + 1


def test_a_socket_hears_that_nothing_was_stored(tmp_path: Path, database: tuple[str, Callable[[], Any]]) -> None:
    url, silent = database
    with Server(tmp_path, database=url, database_seconds=SECONDS) as server, server.guest() as ann:
        made = ann.create([ME, ME])
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            text = me.my_turn()[0]
            with silent():
                me.send(type="move", ply=me.ply, text=text, id="once")
                assert me.until("no", seconds=60)["code"] == "not_stored"
            wait_until_ready(ann)
            me.send(type="move", ply=me.ply, text=text, id="once")
            assert me.until("ack", seconds=60)["id"] == "once"


def test_a_database_that_cannot_be_written_is_not_ready(tmp_path: Path) -> None:
    """As on a disk that is read-only: reading works, so a look at the database alone would not tell."""
    with Server(tmp_path) as server, server.guest() as ann:
        wait_until_ready(ann)
        is_read_only = "ON"

        @event.listens_for(server.manager.database.engine, "checkout")
        def restrict(connection: Any, record: Any, proxy: Any) -> None:
            connection.execute(f"PRAGMA query_only={is_read_only}")

        assert "attempt to write a readonly database" in wait_until_not_ready(ann)
        assert ann.get("/health")["ok"]
        is_read_only = "OFF"
        wait_until_ready(ann)


def test_who_asks_often_does_not_make_it_write_often(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        written = []

        @event.listens_for(server.manager.database.engine, "before_cursor_execute")
        def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
            written.append("until + 1" in statement)

        begin = time.monotonic()
        for _ in range(100):
            ann.get("/ready")
        assert 1 <= sum(written) <= 2 + (time.monotonic() - begin), "once a second at most"


def test_a_stop_ends_while_the_database_is_silent(tmp_path: Path, database: tuple[str, Callable[[], Any]]) -> None:
    url, silent = database
    port = free_port()
    flags = ["--port", str(port), "--database", url, "--log", "warning"]
    environment = os.environ | {"HORDES_HOME": str(tmp_path), "HORDES_DATABASE_SECONDS": "2"}
    command = [sys.executable, "-m", "hordes", "serve", *flags]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        with Guest(f"http://127.0.0.1:{port}") as ann:
            deadline = time.monotonic() + 60
            while True:
                try:
                    wait_until_ready(ann)
                    break
                except httpx.TransportError:
                    assert time.monotonic() < deadline
                    time.sleep(0.1)
            ann.create([ME, ME])
            with silent():
                wait_until_not_ready(ann)  # work is on its way into the silent database
                process.send_signal(signal.SIGTERM)
                assert process.wait(60) == -signal.SIGTERM, "as uvicorn ends, when everything is done"
    finally:
        if process.poll() is None:
            process.kill()
        complaints = process.communicate()[1]
    assert "Traceback" not in complaints


@pytest.mark.slow
@pytest.mark.postgres
def test_two_outages_lose_no_move_and_do_not_flood_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is silent for a while, then crashes, while people play."""
    monkeypatch.setenv("HORDES_DATABASE_SECONDS", str(SECONDS))
    with Postgres(required()) as postgres:
        logged = asyncio.run(play_through_outages(tmp_path, postgres))
    assert logged.count("does not answer") >= 3
    assert logged.count("Traceback") == logged.count("never retrieved") == 0
    assert len(logged.splitlines()) < 60, logged


async def play_through_outages(folder: Path, postgres: Postgres) -> str:
    url = postgres.database("hordes")
    server, stop = Process(folder, url), asyncio.Event()
    server.start()
    try:
        await server.ready()
        players = list[Player](await make_tables(server.port, [server.port], 4, random.Random(1)))
        tasks = [asyncio.create_task(player.play(stop)) for player in players]
        log = folder / f"log-{server.port}"
        await play_on(players)
        postgres.pause()
        await wait_for_line(log, "a socket failed in the database")
        postgres.resume()
        await play_on(players)
        await asyncio.to_thread(postgres.stop)
        await wait_for_line(log, "notices interrupted")
        await asyncio.to_thread(postgres.start)
        await play_on(players)
        stop.set()
        await asyncio.gather(*tasks)
        await converge(url, players, [server.port])
        await asyncio.to_thread(check_log, url, players)
    finally:
        server.kill()
    return log.read_text()


async def play_on(players: list[Player]) -> None:
    await wait_for_moves(players, sum(len(player.acked) for player in players) + 40)


async def wait_for_line(log: Path, words: str) -> None:
    async with asyncio.timeout(60):
        while words not in log.read_text():
            await asyncio.sleep(0.05)
