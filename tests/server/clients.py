"""Test clients: a server in a thread, HTTP clients with cookies, WebSocket clients that keep all messages."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Coroutine, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.server.app import build_app
from hordes.server.live.table_manager import TableManager
from hordes.server.run import free_port, uvicorn_config
from hordes.server.settings import Settings

T = TypeVar("T")
Message = dict[str, Any]
BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}
SEED_SEAT_0_BEGINS = next(n for n in range(100) if Match(load("smallworld"), {"players": 2}, seed=n).state.to_move == 0)
"""A seed with which seat 0 begins."""


class Server:
    """A real server on a real port, in a thread of the test."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        given: dict[str, Any] = {"port": free_port(), "folder": str(folder), "bot_pause": 0.0}
        given |= {"max_requests": 10_000.0, "max_messages": 500.0}
        given |= {"max_tables": 1000, "max_tables_address": 1000}  # all visitors of a test have one address
        self.settings = Settings(**(given | settings))
        self.app = build_app(self.settings)
        self.manager: TableManager = self.app.manager
        self.uvicorn = uvicorn.Server(uvicorn_config(self.settings, self.app))
        self.thread = threading.Thread(target=self.uvicorn.run, daemon=True)
        self.base = f"http://127.0.0.1:{self.settings.port}"

    def __enter__(self) -> Self:
        self.thread.start()
        deadline = time.monotonic() + 60
        while not self.uvicorn.started:
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive(), "the server does not stop"

    def guest(self) -> Guest:
        return Guest(self.base)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's event loop and return its result."""
        assert self.manager.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.manager.loop).result(20)


class Guest:
    """An HTTP client with its own cookie jar."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, timeout=20)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, status: int = 200, **extra: Any) -> Any:
        answer = self.http.get(path, **extra)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(
        self, path: str, body: object = None, status: int | tuple[int, ...] = (200, 201, 204), **extra: Any
    ) -> Any:
        answer = self.http.post(path, json=body, **extra)
        wanted = status if isinstance(status, tuple) else (status,)
        assert answer.status_code in wanted, (answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def ratings(self, game: str, *players: str) -> dict[str, Any]:
        """Ratings in a game by player, once these players have one: shortly after a result is published."""
        deadline = time.monotonic() + 60
        while True:
            rows = {row["player"]: row for row in self.get(f"/api/ratings/{game}")["ratings"]}
            if rows.keys() >= set(players) or time.monotonic() > deadline:
                return rows
            time.sleep(0.02)

    def create(self, seats: list[dict[str, Any]], **more: Any) -> Message:
        body = {"options": {"players": len(seats)}, "seats": seats} | more
        answer: Message = self.post("/api/tables", body, status=201)
        return answer

    def join(self, made: Message, name: str = "Mira", **more: Any) -> Message:
        answer: Message = self.post(
            f"/api/tables/{made['table']}/join", {"name": name, "invite": made["invite"]} | more
        )
        return answer

    @contextlib.contextmanager
    def open_viewer(self, table: str, **hello: Any) -> Iterator[Viewer]:
        with open_socket(self.base, {"Cookie": "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())}) as socket:
            viewer = Viewer(socket)
            viewer.send(type="hello", table=table, **hello)
            yield viewer


@contextlib.contextmanager
def open_socket(base: str, headers: dict[str, str] | None = None, **extra: Any) -> Iterator[ClientConnection]:
    address = base.replace("http", "ws") + "/ws"
    with connect(address, additional_headers=headers or {}, compression=None, close_timeout=1, **extra) as socket:
        yield socket


class Viewer:
    """A WebSocket client: all received messages, and the view that results from them."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[Message] = []
        self.raw: list[bytes] = []
        self.view: dict[str, Any] = {}
        self.last: Message = {}
        self.ply = -1
        self.count = 0

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, seconds: float = 10) -> Message:
        data = self.socket.recv(timeout=seconds)
        raw = data.encode() if isinstance(data, str) else data
        message: Message = json.loads(raw)
        self.received.append(message)
        self.raw.append(raw)
        self._apply_message(message)
        return message

    def _apply_message(self, message: Message) -> None:
        if message["type"] == "snapshot":
            self.view, self.ply, self.last = message["view"], message["ply"], message
        if message["type"] == "step":
            assert self.ply in (-1, message["ply"] - 1), "a step is missing or doubled"
            self.ply, self.last = message["ply"], message
            apply_changes(self.view, message["changes"])

    def until(self, type: str, seconds: float = 10, **like: Any) -> Message:
        """The next message of a kind with these values."""
        end = time.monotonic() + seconds
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if message["type"] == type and all(message.get(key) == value for key, value in like.items()):
                return message

    def my_turn(self, seconds: float = 20) -> list[str]:
        """Wait until this viewer can move; the legal moves."""
        end = time.monotonic() + seconds
        while not self.last.get("legal"):
            self.receive(max(0.01, end - time.monotonic()))
        legal: list[str] = self.last["legal"]
        return legal

    def move(self, text: str, **more: Any) -> Message:
        """Send a move and wait for its answer and its step."""
        self.count += 1
        word = more.pop("id", f"m{self.count}")
        self.send(**({"type": "move", "ply": self.ply, "text": text, "id": word} | more))
        return self.answer(word)

    def ask(self, kind: str, **more: Any) -> Message:
        self.count += 1
        word = f"a{self.count}"
        self.send(type=kind, id=word, **more)
        return self.answer(word)

    def answer(self, word: str) -> Message:
        while True:
            message = self.receive()
            if message["type"] in ("ack", "no") and message.get("id") == word:
                break
        while message["type"] == "ack" and self.ply < message["ply"]:
            self.receive()
        return message

    def close_code(self) -> int:
        """Receive until the server closes the socket; returns the close code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006


def apply_changes(view: dict[str, Any], changes: list[list[Any]]) -> None:
    """Apply the changes of a step to a view, as the page does."""
    for path, *value in changes:
        where: Any = view
        for key in path[:-1]:
            where = where[key]
        if value:
            where[path[-1]] = deepcopy(value[0])
        else:
            del where[path[-1]]
