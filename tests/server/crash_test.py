"""Crash test: clients play at many tables while the server is killed repeatedly; no move may be lost.

For long runs by hand: `python -m tests.server.crash_test --kills 200 --database sqlite --processes 2`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from hordes.engine.fair_dice import FairDice
from hordes.server.db import queries
from hordes.server.db.database import Database
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import Entry, Moved, Start
from hordes.server.run import free_port
from tests.server.clients import apply_changes

CONNECTION_ERRORS = (OSError, WebSocketException, TimeoutError, EOFError)
MOVES_BETWEEN_KILLS = 25
"""Moves that must have been acknowledged since the last kill before the next one, however slow the machine is."""


@dataclass
class Process:
    """One server process that can be killed and started again."""

    folder: Path
    database: str
    port: int = field(default_factory=free_port)
    popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        variables = dict(
            os.environ, HORDES_HOME=str(self.folder), HORDES_MAX_REQUESTS="100000", HORDES_MAX_MESSAGES="1000"
        )
        variables |= {"HORDES_MAX_SOCKETS_EACH": "10000", "HORDES_MAX_TABLES": "10000", "HORDES_BOT_PAUSE": "0"}
        command = [sys.executable, "-m", "hordes", "serve", "--port", str(self.port), "--database", self.database]
        log = (self.folder / f"log-{self.port}").open("ab")
        self.popen = subprocess.Popen([*command, "--log", "warning"], env=variables, stdout=log, stderr=log)
        log.close()

    def kill(self) -> None:
        assert self.popen is not None
        self.popen.send_signal(signal.SIGKILL)
        self.popen.wait()

    async def ready(self) -> None:
        async with httpx.AsyncClient() as http:
            for _ in range(600):
                with contextlib.suppress(httpx.HTTPError):
                    if (await http.get(f"http://127.0.0.1:{self.port}/health")).status_code == 200:
                        return
                assert self.popen is not None
                assert self.popen.poll() is None, (self.folder / f"log-{self.port}").read_text()
                await asyncio.sleep(0.1)
        raise AssertionError("the server does not come up")


@dataclass
class Player:
    """Client of one seat: reconnects with its last ply, and repeats unanswered requests."""

    table: str
    seat: int
    token: str
    ports: list[int]
    rng: random.Random
    view: dict[str, Any] = field(default_factory=dict)
    ply: int | None = None
    legal: list[str] = field(default_factory=list)
    open: dict[str, Any] | None = None
    sent: set[str] = field(default_factory=set)
    acked: dict[str, int] = field(default_factory=dict)
    reconnects: int = 0
    problems: list[str] = field(default_factory=list)
    slow: float = 0.1
    over: bool = False

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            with contextlib.suppress(*CONNECTION_ERRORS):
                await self.connect_and_play(stop)
            self.reconnects += 1
            await asyncio.sleep(0.05)

    async def connect_and_play(self, stop: asyncio.Event) -> None:
        address = f"ws://127.0.0.1:{self.rng.choice(self.ports)}/ws"
        async with connect(address, compression=None, open_timeout=5, close_timeout=0.2) as socket:
            hello = {"type": "hello", "table": self.table, "token": self.token}
            await socket.send(json.dumps(hello | ({} if self.ply is None else {"ply": self.ply})))
            if self.open is not None:
                await socket.send(json.dumps(self.open))
            while not stop.is_set():
                with contextlib.suppress(TimeoutError):
                    self.on_message(json.loads(await asyncio.wait_for(socket.recv(), 0.5)))
                if self.open is None and self.legal:
                    await asyncio.sleep(self.rng.random() * self.slow)
                    await self.move(socket)

    async def move(self, socket: Any) -> None:
        word = f"s{self.seat}n{len(self.sent)}"
        self.sent.add(word)
        self.open = {"type": "move", "ply": self.ply, "text": self.rng.choice(self.legal), "id": word}
        for _ in range(1 + (self.rng.random() < 0.1)):  # now and then a request is sent twice
            await socket.send(json.dumps(self.open))

    def on_message(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        self.over = self.over or "result" in message.get("facts", {})
        if kind == "snapshot":
            self.view, self.ply, self.legal = message["view"], message["ply"], message.get("legal", [])
        elif kind == "step":
            if message["ply"] != (self.ply or 0) + 1:
                self.problems.append(f"step {message['ply']} after {self.ply}")
            self.ply, self.legal = message["ply"], message.get("legal", [])
            apply_changes(self.view, message["changes"])
        elif kind == "ack":
            if self.acked.setdefault(message["id"], message["ply"]) != message["ply"]:
                self.problems.append(f"{message['id']} was acknowledged twice, differently")
            self._answered(message["id"])
        elif kind == "no" and message["code"] == "not_stored":
            raise ConnectionError("stored or not: come again and repeat it")
        elif kind == "no":  # nobody undoes, and only the seat to move moves: no request has a reason to be refused
            self.problems.append(f"refused: {message}")
            self._answered(message.get("id", ""))

    def _answered(self, word: str) -> None:
        if self.open is not None and self.open["id"] == word:
            self.open = None


async def make_tables(port: int, ports: list[int], tables: int, seats: int, rng: random.Random) -> list[Player]:
    players: list[Player] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as host:
        for _ in range(tables):
            plan = [{"kind": "open"}] * seats
            body = {"options": {"players": seats, "turns": 60}, "seats": plan}
            made = (await host.post("/api/tables", json=body)).json()
            for _ in range(seats):
                join = {"name": "Mover", "invite": made["invite"]}
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as guest:
                    seated = (await guest.post(f"/api/tables/{made['table']}/join", json=join)).json()
                players.append(
                    Player(made["table"], seated["seats"][0], seated["token"], ports, random.Random(rng.random()))
                )
    return players


async def run(
    folder: Path, database: str, processes: int, tables: int, seats: int, kills: int, seed: int
) -> dict[str, Any]:
    """Play and kill, then compare all clients and the log; raises AssertionError, or returns statistics."""
    rng = random.Random(seed)
    servers = [Process(folder, database) for _ in range(processes)]
    try:
        for server in servers:
            server.start()
        await asyncio.gather(*[server.ready() for server in servers])
        ports = [server.port for server in servers]
        stop, begin = asyncio.Event(), time.monotonic()
        players, tasks, done = list[Player](), list[asyncio.Task[None]](), 0
        for _ in range(kills):
            running = {player.table for player in players} - {player.table for player in players if player.over}
            more = await make_tables(ports[0], ports, tables - len(running), seats, rng)
            players += more  # new tables replace finished ones, so that every kill hits running games
            tasks += [asyncio.create_task(player.play(stop)) for player in more]
            await asyncio.sleep(0.3 + rng.random() * 1.2)
            await wait_for_moves(players, done + MOVES_BETWEEN_KILLS)
            done = sum(len(player.acked) for player in players)
            victim = rng.choice(servers)
            victim.kill()
            victim.start()
            await victim.ready()
        await asyncio.sleep(1.0)
        stop.set()
        await asyncio.gather(*tasks)
        await converge(database, players, ports)
        seen = await asyncio.to_thread(check_log, database, players)
        return seen | {
            "kills": kills,
            "games": len({player.table for player in players}),
            "seconds": round(time.monotonic() - begin),
        }
    finally:
        for server in servers:
            if server.popen is not None and server.popen.poll() is None:
                server.kill()


async def wait_for_moves(players: list[Player], moves: int) -> None:
    """Wait until the players have so many acknowledged moves, or all games are over."""
    async with asyncio.timeout(120):
        while sum(len(player.acked) for player in players) < moves and not all(player.over for player in players):
            await asyncio.sleep(0.05)


async def converge(database: str, players: list[Player], ports: list[int]) -> None:
    """Finish open requests, then connect every client to every process, with its last ply and without.

    A process may lag, so each is read up to the end of the log; there all must see the same.
    """
    for player in (player for player in players if player.open is not None):
        await read_until(player, ports[0], None)
    last = await asyncio.to_thread(last_plies, database)
    for player in players:
        for port in ports:
            fresh = Player(player.table, player.seat, player.token, ports, random.Random(0))
            await read_until(fresh, port, last[player.table])
            await read_until(player, port, last[player.table])
            assert fresh.view == player.view, f"seat {player.seat} of {player.table} sees something else at {port}"
        assert not player.problems, player.problems[:5]


async def read_until(player: Player, port: int, ply: int | None) -> None:
    """Connect, repeat an open request, and receive until it is answered and a ply is reached."""
    async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as socket:
        hello = {"type": "hello", "table": player.table, "token": player.token}
        await socket.send(json.dumps(hello | ({} if player.ply is None else {"ply": player.ply})))
        if player.open is not None:
            await socket.send(json.dumps(player.open))
        while player.open is not None or (ply is not None and player.ply != ply):
            player.on_message(json.loads(await asyncio.wait_for(socket.recv(), 10)))


def last_plies(url: str) -> dict[str, int]:
    """The number of entries of each table's log."""
    database = Database(url)
    try:
        with database.engine.connect() as connection:
            rows = connection.execute(text("SELECT game_id, count(*) FROM move GROUP BY game_id"))
            return {table: int(entries) for table, entries in rows}
    finally:
        database.close_now()


def check_log(url: str, players: list[Player]) -> dict[str, Any]:
    """Every acknowledged move is in the log once, at the acknowledged ply; nothing else is."""
    database = Database(url)
    totals: Counter[str] = Counter()
    try:
        with database.engine.connect() as connection:
            for table in {player.table for player in players}:
                row, lines = queries.read_table(connection, table), queries.read_entries(connection, table)
                assert [line.ply for line in lines] == list(range(len(lines))), "the log has a gap"
                dice = None if row.dice is None else FairDice(row.id, bytes.fromhex(row.dice))
                game_log = GameLog(row.game, row.options, row.position, row.seed, dice)
                for line in lines:
                    check_draws(game_log, line)
                    game_log.apply(line)
                for player in (player for player in players if player.table == table):
                    check_player(player, {line.ref: line for line in lines if line.ref}, totals)
                totals["lines"] += len(lines)
                totals["finished games"] += game_log.result() is not None
            doubled = "SELECT count(*) - count(DISTINCT game_id || ' ' || ref) FROM move WHERE ref IS NOT NULL"
            assert connection.execute(text(doubled)).scalar() == 0, "a move stands in the log twice"
    finally:
        database.close_now()
    return dict(totals)


def check_draws(game_log: GameLog, line: Entry) -> None:
    """Whichever process wrote an entry, and whenever one was killed: the outcomes of chance are the derived ones."""
    if isinstance(line.body, Start):
        assert game_log.propose_start([]).moves == line.body.moves, "the start was drawn otherwise"
    elif isinstance(line.body, Moved):
        again = game_log.propose_move(line.seat, line.body.moves[0])[0]
        assert again.moves == line.body.moves, f"line {line.ply} was drawn otherwise"


def check_player(player: Player, by_ref: dict[str, Any], totals: Counter[str]) -> None:
    for word, ply in player.acked.items():
        line = by_ref.get(f"{player.seat}:{word}")
        assert line is not None, f"the acknowledged move {word} of seat {player.seat} is lost"
        assert (line.ply + 1, line.seat) == (ply, player.seat), f"{word} stands elsewhere than was said"
    mine = [ref for ref in by_ref if ref.startswith(f"{player.seat}:")]
    assert {ref.split(":")[1] for ref in mine} <= player.sent, "the log has a move that nobody sent"
    totals["acknowledged"] += len(player.acked)
    totals["stored"] += len(mine)
    totals["reconnects"] += player.reconnects


def main() -> int:
    """Command line for long runs."""
    parser = argparse.ArgumentParser(description="Kill the server again and again while people play.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder, url = Path(name), str(Path(name) / "tables.db")
        if arguments.database == "postgres":
            from tests.server.postgres import Postgres, binaries

            programs = binaries()
            if programs is None:
                print("PostgreSQL is not installed.", file=sys.stderr)
                return 2
            url = stack.enter_context(Postgres(programs, sync=True)).database("hordes")
        seen = asyncio.run(
            run(folder, url, arguments.processes, arguments.tables, arguments.seats, arguments.kills, arguments.seed)
        )
    print(f"{arguments.database}, {arguments.processes} processes: {seen}: nothing lost, nothing doubled, all agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
