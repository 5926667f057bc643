"""What a long table costs: opening one of 5,000 entries, and forty reconnecting clients beside a login.

    python bench/long_tables.py --entries 5000 --clients 40

A table with a log of moves and undos is written to a database of its own; then a server is started on it. Measured are
the time of the first request for the table, as it is opened, the time until every one of the clients has its messages,
each two entries behind, and the longest of the logins that are made meanwhile. Results are in docs/host.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

from hordes.engine.core.bits import COMPILED
from hordes.server.auth.tokens import new_id
from hordes.server.db import queries
from hordes.server.db.database import Database, now
from hordes.server.db.queries import SeatRow, TableRow
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import Entry
from hordes.server.protocol.tables import Clocks
from hordes.server.run import free_port

OPTIONS = {"players": 2, "turns": 60}
MOVES_FIRST = 300
CREDENTIALS = {"name": "Ann", "password": "correct horse"}


def write_table(url: str, count: int) -> str:
    """Write a public table with a log of this length, its moves taken back again and again; returns its id."""
    database, table_id = Database(url), new_id()
    database.migrate()
    log = GameLog("smallworld", OPTIONS, seed=1)
    entries = [Entry(0, -1, log.propose_start([]), now())]
    log.apply(entries[0])
    while len(entries) < count:
        entries.append(_next_entry(log, len(entries)))
    row = TableRow(
        id=table_id, game="smallworld", options=log.record.options, position=None, title="", public=True,
        spectators=True, clocks=Clocks(), seed=1, host="g:bench", invite=new_id(), status="running", result=None,
        rated=False, origin=None, next=None, created=now(), rules=log.record.rules,
    )  # fmt: skip
    seats = [SeatRow(seat, "human", f"Seat {seat}", "", "g:bench", "n") for seat in range(2)]
    with database.engine.begin() as connection:
        queries.insert_table(connection, row, seats, entries)
    database.close_now()
    return table_id


def _next_entry(log: GameLog, ply: int) -> Entry:
    """A move, or after the first ones the undo of the last one, as often as there is one to take back."""
    seat = log.to_move
    if len(log.deciders) > MOVES_FIRST and log.can_undo(seat):
        entry = Entry(ply, seat, log.propose_undo(seat), now())
        log.apply(entry)
        return entry
    body, played = log.propose_move(seat, log.state.legal_texts()[0])
    entry = Entry(ply, seat, body, now())
    log.apply(entry, played)
    return entry


def ask(base: str, path: str, body: object = None) -> Any:
    """One request, with an answer in JSON."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(base + path, data, {"content-type": "application/json"}), timeout=600) as answer:
        return json.load(answer)


def wait_until_up(base: str) -> None:
    """Wait for the server."""
    for _ in range(600):
        try:
            ask(base, "/health")
            return
        except (URLError, OSError):
            time.sleep(0.1)
    raise SystemExit("The server does not start.")


async def reconnect(base: str, table: str, ply: int) -> float:
    """One client that is behind; returns when it had its last message."""
    async with connect(base.replace("http", "ws") + "/ws", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "table": table, "ply": ply}))
        while True:
            message = json.loads(await socket.recv())
            if message["type"] in ("step", "snapshot") and message["ply"] >= ply + 2:
                return time.perf_counter()


async def log_in_meanwhile(base: str, clients: asyncio.Future[list[float]]) -> list[float]:
    """Log in again and again until the clients are done."""
    times = list[float]()
    while not clients.done() and len(times) < 8:
        begin = time.perf_counter()
        await asyncio.to_thread(ask, base, "/api/session", CREDENTIALS)
        times.append(time.perf_counter() - begin)
        await asyncio.sleep(0.05)
    return times


async def crowd(base: str, table: str, ply: int, clients: int) -> tuple[float, list[float]]:
    """All clients at once, and logins beside them."""
    begin = time.perf_counter()
    waiting = asyncio.gather(*[reconnect(base, table, ply - 2) for _ in range(clients)])
    await asyncio.sleep(0.2)
    logins = await log_in_meanwhile(base, waiting)
    return max(await waiting) - begin, logins


def measure(entries: int, clients: int) -> None:
    """Print the three numbers, and how long it takes to open the table once it has been open before."""
    with tempfile.TemporaryDirectory() as folder:
        url, port = str(Path(folder) / "tables.db"), free_port()
        table = write_table(url, entries)
        environment = os.environ | {"HORDES_FOLDER": folder, "HORDES_DATABASE": url, "HORDES_PORT": str(port)}
        base = f"http://127.0.0.1:{port}"
        for name in ("opened", "opened by the next process"):
            with running_server(environment, base):
                begin = time.perf_counter()
                ply = ask(base, f"/api/tables/{table}/view")["ply"]
                print(f"{name}: {time.perf_counter() - begin:.3f} s, {ply} entries, compiled: {COMPILED}", flush=True)
        with running_server(environment, base):
            ask(base, "/api/accounts", CREDENTIALS)
            ask(base, f"/api/tables/{table}/view")
            whole, logins = asyncio.run(crowd(base, table, ply, clients))
            shown = ", ".join(f"{one:.2f}" for one in logins)
            print(f"{clients} clients two entries behind: {whole:.2f} s; logins meanwhile: {shown} s", flush=True)


@contextmanager
def running_server(environment: dict[str, str], base: str) -> Iterator[None]:
    """A server in a process of its own."""
    server = subprocess.Popen([sys.executable, "-m", "hordes", "serve"], env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_until_up(base)
        yield
    finally:
        server.terminate()
        server.wait(60)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=5000)
    parser.add_argument("--clients", type=int, default=40)
    given = parser.parse_args()
    measure(given.entries, given.clients)
