"""Load test of the server: many tables with real WebSockets, playing at human speed, on this machine.

    python bench/server.py --tables 500 --seats 4 --seconds 60

Server and clients share the machine, so latencies include the load of the clients. Measured are the time from a move to
the last seat's update, the server's CPU time per move (everything from the sockets to the disk), the size of a move's
message, and the memory of an idle table. The clients send no pings, as browsers do not; the server's own pings remain.
Other results are in docs/host.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from websockets.asyncio.client import connect

from hordes.engine.core.bits import COMPILED
from hordes.engine.games import load
from hordes.server.auth.tokens import Signer, new_id
from hordes.server.db import queries
from hordes.server.db.database import Database, now
from hordes.server.db.queries import SeatRow, TableRow
from hordes.server.protocol.tables import Clocks
from hordes.server.run import free_port

SECRET = "only for this measurement"


@dataclass
class ServerTimings:
    """Collected measurements."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    received: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    acks: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    over: int = 0
    here: int = 0

    def forget(self) -> None:
        """Reset: what happened while clients connected does not count."""
        for collection in (self.sent, self.received, self.acks, self.sizes):
            collection.clear()


def prepare(database: str, tables: int, seats: int) -> list[tuple[str, list[str]]]:
    """Write tables and seats directly into the database; returns ids and seat tokens."""
    store, signer = Database(database), Signer(SECRET)
    store.migrate()
    options = load("smallworld").normalise({"players": seats})
    tables_made = []
    with store.engine.begin() as connection:
        for _ in range(tables):
            row = TableRow(
                *(new_id(), "smallworld", options, None, "", False, True, Clocks(), None, "g:bench", new_id()),
                *("open", None, False, None, None, now()),
            )
            chairs = [SeatRow(n, "human", f"P{n}", "", f"g:{new_id()}", new_id()) for n in range(seats)]
            queries.insert_table(connection, row, chairs)
            tables_made.append((row.id, [signer.sign_seat(row.id, chair.nonce) for chair in chairs]))
    store.close_now()
    return tables_made


class Server:
    """The server as a process, with statistics of the operating system."""

    def __init__(self, folder: str, database: str) -> None:
        self.port = free_port()
        limits = {"HORDES_MAX_SOCKETS_EACH": "100000", "HORDES_MAX_REQUESTS": "100000", "HORDES_SECRET": SECRET}
        command = [sys.executable, "-m", "hordes", "serve", "--port", str(self.port), "--database", database]
        variables = dict(os.environ, HORDES_HOME=folder, **limits)
        self.popen = subprocess.Popen([*command, "--log", "warning"], env=variables, stdout=subprocess.DEVNULL)
        while True:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5):
                    return
            except (URLError, OSError):
                time.sleep(0.1)

    def cpu(self) -> float:
        """CPU seconds so far, user and system."""
        words = Path(f"/proc/{self.popen.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def times(self) -> dict[str, str]:
        """Histogram of commit times and clock delays, from the server's own metrics."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
            lines = [line.split() for line in answer.read().decode().splitlines()]
        times = {}
        for name in ("commit", "lag", "act"):
            classes = [word for word in lines if word[0].startswith(f"hordes_{name}_seconds_bucket")]
            times[f"{name}, seconds: so many within"] = " ".join(f"{w[0].split(chr(34))[1]}:{w[1]}" for w in classes)
        return times

    def memory(self) -> float:
        """Resident KiB."""
        return int(Path(f"/proc/{self.popen.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


async def player(
    server: Server, table: str, token: str, pace: float, timings: ServerTimings, stop: asyncio.Event
) -> None:
    """One client: moves after a delay when it is asked, and records when it receives each move."""
    rng, ply, legal, sent = random.Random(token), 0, list[str](), 0.0
    async with connect(
        f"ws://127.0.0.1:{server.port}/ws", compression=None, open_timeout=60, ping_interval=None
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "table": table, "token": token}))
        while not stop.is_set():
            try:
                raw = await asyncio.wait_for(
                    socket.recv(), 0.5 if not legal else max(0.001, sent - time.perf_counter())
                )
            except TimeoutError:
                if legal and time.perf_counter() >= sent:
                    timings.sent[table, ply + 1] = time.perf_counter()
                    move = {"type": "move", "ply": ply, "text": rng.choice(legal), "id": f"p{ply}"}
                    await socket.send(json.dumps(move))
                    legal = []
                continue
            message: dict[str, Any] = json.loads(raw)
            if message["type"] in ("snapshot", "step"):
                ply, legal = message["ply"], message.get("legal", [])
                sent = time.perf_counter() + rng.expovariate(1 / pace)
                timings.over += "result" in message["facts"]
                timings.here += message["type"] == "snapshot"
            if message["type"] == "step":
                timings.received.setdefault((table, ply), []).append(time.perf_counter())
                timings.sizes.append(len(raw))
            if message["type"] == "ack":
                timings.acks.append(
                    time.perf_counter() - timings.sent.get((table, message["ply"]), time.perf_counter())
                )


async def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure idle, then with all clients connected, then playing."""
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or f"{folder}/tables.db"
        tables = prepare(database, arguments.tables, arguments.seats)
        server = Server(folder, database)
        try:
            return await load_run(arguments, server, tables)
        finally:
            server.popen.terminate()
            server.popen.wait()


async def load_run(
    arguments: argparse.Namespace, server: Server, tables: list[tuple[str, list[str]]]
) -> dict[str, Any]:
    """Connect all clients, let them play, and measure."""
    timings, stop = ServerTimings(), asyncio.Event()
    empty = server.memory()
    pace = arguments.pace
    players = []
    for table, tokens in tables:
        players += [asyncio.create_task(player(server, table, token, pace, timings, stop)) for token in tokens]
        await asyncio.sleep(0.01)
    while timings.here < len(players):
        await asyncio.sleep(0.2)
    await asyncio.sleep(5)
    connected = server.memory()
    timings.forget()
    print("everybody is there; they play", file=sys.stderr, flush=True)
    cpu, begin = server.cpu(), time.perf_counter()
    await asyncio.sleep(arguments.seconds)
    used, seconds = server.cpu() - cpu, time.perf_counter() - begin
    stop.set()
    await asyncio.gather(*players)
    whole = [key for key in timings.sent if len(timings.received.get(key, [])) == arguments.seats]
    spans = sorted(max(timings.received[key]) - timings.sent[key] for key in whole)
    times = await asyncio.to_thread(server.times)
    return {
        "compiled": COMPILED,
        "tables": len(tables),
        "sockets": len(players),
        "moves": len(whole),
        "moves a second": round(len(whole) / seconds, 1),
        "move to last seat, ms": quantiles(spans),
        "move to acknowledgement, ms": quantiles(sorted(timings.acks)),
        "server CPU a move, ms": round(used / max(1, len(whole)) * 1000, 2),
        "server CPU load": round(used / seconds, 2),
        "message, median bytes": int(statistics.median(timings.sizes)),
        "memory a table with its sockets, KiB": round((connected - empty) / len(tables)),
        "finished": timings.over // arguments.seats,
        "load of the machine": os.getloadavg()[0],
        **times,
    }


def quantiles(values: list[float]) -> dict[str, float]:
    """Median and tail in milliseconds."""
    if not values:
        return {}
    return {
        name: round(values[int(q * (len(values) - 1))] * 1000, 1)
        for name, q in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    }


def main() -> None:
    """Run the load test and print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=4.0, help="seconds a person takes for a move, on average")
    parser.add_argument("--database", default="", help="a database of one's own, such as postgresql://...")
    gc.disable()  # garbage collection of the clients would count as latency
    for name, value in asyncio.run(measure(parser.parse_args())).items():
        print(f"{name:38} {value}")


if __name__ == "__main__":
    main()
