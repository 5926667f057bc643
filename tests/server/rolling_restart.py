"""Rolling restart: two processes on one PostgreSQL are stopped and started in turn while people play.

Nobody may lose a move, a game or much time. By hand: `python -m tests.server.rolling_restart --restarts 100`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import text

from hordes.server.db.database import Database
from hordes.server.live import log_entries
from hordes.server.live.log_entries import Away, Resigned
from tests.server.crash_test import CONNECTION_ERRORS, Player, Process, check_log, converge, wait_for_moves

CLOCKS = {"turn": 30, "at_zero": "resign"}
MOVES_BETWEEN_RESTARTS = 20
RECONNECT_SECONDS = (0.1, 0.6)
"""A client that has lost its connection waits for a random time between these, so that not all come at once."""


@dataclass
class Updates:
    """When each ply of a table was asked for, and the longest time until somebody else had it."""

    asked: dict[int, float] = field(default_factory=dict)
    longest: float = 0.0


@dataclass
class PatientPlayer(Player):
    """A client that waits before it reconnects, and notes how late it hears of others' moves."""

    updates: Updates = field(default_factory=Updates)

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            with contextlib.suppress(*CONNECTION_ERRORS):
                await self.connect_and_play(stop)
            if not stop.is_set():
                self.reconnects += 1
                await asyncio.sleep(self.rng.uniform(*RECONNECT_SECONDS))

    async def move(self, socket: Any) -> None:
        self.updates.asked[(self.ply or 0) + 1] = time.monotonic()
        await super().move(socket)

    def on_message(self, message: dict[str, Any]) -> None:
        super().on_message(message)
        if message["type"] in ("step", "snapshot") and message["ply"] in self.updates.asked:
            late = time.monotonic() - self.updates.asked[message["ply"]]
            self.updates.longest = max(self.updates.longest, late)


async def make_tables(port: int, ports: list[int], tables: int, rng: random.Random) -> list[PatientPlayer]:
    """Tables of two with a clock that resigns whoever is too late."""
    players: list[PatientPlayer] = []
    base = f"http://127.0.0.1:{port}"
    for _ in range(tables):
        async with httpx.AsyncClient(base_url=base, timeout=30) as host:
            seats = [{"kind": "open"}] * 2
            body = {"options": {"players": 2, "turns": 60}, "seats": seats, "clocks": CLOCKS}
            made, updates = (await host.post("/api/tables", json=body)).json(), Updates()
            for _ in seats:
                join = {"name": "Mover", "invite": made["invite"]}
                async with httpx.AsyncClient(base_url=base, timeout=30) as guest:
                    seated = (await guest.post(f"/api/tables/{made['table']}/join", json=join)).json()
                own = random.Random(rng.random())
                players.append(
                    PatientPlayer(made["table"], seated["seats"][0], seated["token"], ports, own, updates=updates)
                )
    return players


async def restart(server: Process) -> float:
    """Stop a process as an operator does, and start it again; returns how long it was away."""
    assert server.popen is not None
    begin = time.monotonic()
    server.popen.send_signal(signal.SIGTERM)
    await asyncio.to_thread(server.popen.wait, 60)
    server.start()
    await server.ready()
    return time.monotonic() - begin


async def run(folder: Path, database: str, tables: int, restarts: int, seed: int = 0) -> dict[str, Any]:
    """Play and restart; raises AssertionError, or returns what was measured."""
    rng, servers, away = random.Random(seed), [Process(folder, database) for _ in range(2)], 0.0
    try:
        for server in servers:
            server.start()
        await asyncio.gather(*[server.ready() for server in servers])
        ports = [server.port for server in servers]
        stop, players, tasks, done = asyncio.Event(), list[PatientPlayer](), list[asyncio.Task[None]](), 0
        for number in range(restarts):
            running = {player.table for player in players} - {player.table for player in players if player.over}
            more = await make_tables(ports[0], ports, tables - len(running), rng)
            players += more
            tasks += [asyncio.create_task(player.play(stop)) for player in more]
            await wait_for_moves(list(players), done + MOVES_BETWEEN_RESTARTS)
            away = max(away, await restart(servers[number % 2]))
            done = sum(len(player.acked) for player in players)
        await wait_for_moves(list(players), done + MOVES_BETWEEN_RESTARTS)
        stop.set()
        await asyncio.gather(*tasks)
        await converge(database, list(players), ports)
        seen = await asyncio.to_thread(check_log, database, list(players))
        forfeits = await asyncio.to_thread(count_forfeits, database)
        assert forfeits == 0, f"{forfeits} people ran out of time"
        most = max(player.reconnects for player in players)
        assert most <= 4 * restarts, f"a client connected {most} times in {restarts} restarts"
        longest = max(player.updates.longest for player in players)
        return seen | {"restarts": restarts, "longest_away": round(away, 1), "longest_update": round(longest, 2)}
    finally:
        for server in servers:
            if server.popen is not None and server.popen.poll() is None:
                server.kill()


def count_forfeits(url: str) -> int:
    """Entries with which somebody ran out of time; nobody resigns of their own accord here."""
    database = Database(url)
    try:
        with database.engine.connect() as connection:
            bodies = connection.execute(text("SELECT body FROM move")).scalars()
            return sum(isinstance(log_entries.decode_body(body), Resigned | Away) for body in bodies)
    finally:
        database.close_now()


def main() -> int:
    """Command line for long runs."""
    parser = argparse.ArgumentParser(description="Restart two server processes in turn while people play.")
    parser.add_argument("--restarts", type=int, default=100)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    from tests.server.postgres import Postgres, binaries

    programs = binaries()
    if programs is None:
        print("PostgreSQL is not installed.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name, Postgres(programs, sync=True) as postgres:
        url = postgres.database("hordes")
        seen = asyncio.run(run(Path(name), url, arguments.tables, arguments.restarts, arguments.seed))
    print(f"{seen}: nothing lost, no forfeit, no storm of reconnections")
    return 0


if __name__ == "__main__":
    sys.exit(main())
