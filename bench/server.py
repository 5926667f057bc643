"""The server under load: many tables with real sockets, moving at the pace of people, on this machine.

    python bench/server.py --tables 500 --seats 4 --seconds 60

Server and clients share the machine, so the latencies are those of a machine that also plays all the people. Measured
are the time from a move to the last seat's update, the server's CPU time for a move (all of its work, from the sockets
to the disk), the size of a move's message, and the memory of an idle table. The clients send no pings, as browsers
do not; the server's own stay. Other figures stand in docs/host.md.
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

from hordes.engine.bits import COMPILED
from hordes.engine.games import load
from hordes.server import archive
from hordes.server.archive import GameRow, SeatRow
from hordes.server.run import free_port
from hordes.server.store import Store, now
from hordes.server.tokens import Signer, new_id
from hordes.server.wire import Clocks

SECRET = "only for this measurement"


@dataclass
class Tally:
    """What is measured."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    heard: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    acks: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    over: int = 0
    here: int = 0

    def forget(self) -> None:
        """Begin anew: what happened while people came in does not count."""
        for found in (self.sent, self.heard, self.acks, self.sizes):
            found.clear()


def prepare(database: str, tables: int, seats: int) -> list[tuple[str, list[str]]]:
    """Tables and their seats, written straight into the database; the ids and the seats' tokens."""
    store, signer = Store(database), Signer(SECRET)
    store.migrate()
    options = load("smallworld").normalise({"players": seats})
    made = []
    with store.engine.begin() as connection:
        for _ in range(tables):
            row = GameRow(
                *(new_id(), "smallworld", options, None, "", False, True, Clocks(), None, "g:bench", new_id()),
                *("open", None, False, None, None, now()),
            )
            chairs = [SeatRow(n, "human", f"P{n}", "", f"g:{new_id()}", new_id()) for n in range(seats)]
            archive.insert_game(connection, row, chairs)
            made.append((row.id, [signer.seat(row.id, chair.nonce) for chair in chairs]))
    store.shut()
    return made


class Server:
    """The server as a process, and what the system says about it."""

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
        """Seconds of CPU time so far, user and system."""
        words = Path(f"/proc/{self.popen.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def times(self) -> dict[str, str]:
        """How often a commit took how long, and how late the server's clock was, by its own numbers."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
            lines = [line.split() for line in answer.read().decode().splitlines()]
        found = {}
        for name in ("commit", "lag", "act"):
            classes = [word for word in lines if word[0].startswith(f"hordes_{name}_seconds_bucket")]
            found[f"{name}, seconds: so many within"] = " ".join(f"{w[0].split(chr(34))[1]}:{w[1]}" for w in classes)
        return found

    def memory(self) -> float:
        """Resident KiB."""
        return int(Path(f"/proc/{self.popen.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


async def player(server: Server, table: str, token: str, pace: float, tally: Tally, stop: asyncio.Event) -> None:
    """A seat: moves when it is asked, after a while, and notes when it hears of every move."""
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
                    tally.sent[table, ply + 1] = time.perf_counter()
                    move = {"type": "move", "ply": ply, "text": rng.choice(legal), "id": f"p{ply}"}
                    await socket.send(json.dumps(move))
                    legal = []
                continue
            message: dict[str, Any] = json.loads(raw)
            if message["type"] in ("snapshot", "step"):
                ply, legal = message["ply"], message.get("legal", [])
                sent = time.perf_counter() + rng.expovariate(1 / pace)
                tally.over += "result" in message["facts"]
                tally.here += message["type"] == "snapshot"
            if message["type"] == "step":
                tally.heard.setdefault((table, ply), []).append(time.perf_counter())
                tally.sizes.append(len(raw))
            if message["type"] == "ack":
                tally.acks.append(time.perf_counter() - tally.sent.get((table, message["ply"]), time.perf_counter()))


async def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Idle first, then with everybody connected, then playing."""
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
    """Connect everybody, let them play, and count."""
    tally, stop = Tally(), asyncio.Event()
    empty = server.memory()
    pace = arguments.pace
    players = []
    for table, tokens in tables:
        players += [asyncio.create_task(player(server, table, token, pace, tally, stop)) for token in tokens]
        await asyncio.sleep(0.01)
    while tally.here < len(players):
        await asyncio.sleep(0.2)
    await asyncio.sleep(5)
    connected = server.memory()
    tally.forget()
    print("everybody is there; they play", file=sys.stderr, flush=True)
    cpu, begin = server.cpu(), time.perf_counter()
    await asyncio.sleep(arguments.seconds)
    used, seconds = server.cpu() - cpu, time.perf_counter() - begin
    stop.set()
    await asyncio.gather(*players)
    whole = [key for key in tally.sent if len(tally.heard.get(key, [])) == arguments.seats]
    spans = sorted(max(tally.heard[key]) - tally.sent[key] for key in whole)
    said = await asyncio.to_thread(server.times)
    return {
        "compiled": COMPILED,
        "tables": len(tables),
        "sockets": len(players),
        "moves": len(whole),
        "moves a second": round(len(whole) / seconds, 1),
        "move to last seat, ms": quantiles(spans),
        "move to acknowledgement, ms": quantiles(sorted(tally.acks)),
        "server CPU a move, ms": round(used / max(1, len(whole)) * 1000, 2),
        "server CPU load": round(used / seconds, 2),
        "message, median bytes": int(statistics.median(tally.sizes)),
        "memory a table with its sockets, KiB": round((connected - empty) / len(tables)),
        "finished": tally.over // arguments.seats,
        "load of the machine": os.getloadavg()[0],
        **said,
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
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=4.0, help="seconds a person takes for a move, on average")
    parser.add_argument("--database", default="", help="a database of one's own, such as postgresql://...")
    gc.disable()  # pauses of the clients are not the server's
    for name, value in asyncio.run(measure(parser.parse_args())).items():
        print(f"{name:38} {value}")


if __name__ == "__main__":
    main()
