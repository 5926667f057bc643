"""Simulated WebSocket connections: ordered in each direction, delayed, with a window, and broken in several ways."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Protocol

from hordes.server.live.websocket import serve_websocket
from tests.server.simulation.process import ServerProcess, SimulatedManager

if TYPE_CHECKING:
    from tests.server.simulation.world import World

WINDOW = 4
"""Messages that may be on the way to a client before the server's `send` waits."""
LOST = 1006


class Client(Protocol):
    """What a connection tells its client."""

    def on_open(self) -> None:
        """The server has accepted."""

    def on_message(self, text: str, committed: int) -> None:
        """A message, and how many entries of the table were committed when the server sent it."""

    def on_close(self, code: int) -> None:
        """The connection is closed or lost."""


class Wire:
    """One WebSocket: what the client sends on the one side, the server's ASGI callables on the other."""

    def __init__(self, world: World, process: ServerProcess, client: Client, table: str, address: str) -> None:
        self.world, self.process, self.client, self.table = world, process, client, table
        self.scope: dict[str, Any] = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(b"host", b"localhost")],
            "query_string": b"",
            "client": (address, 1),
        }
        self.inbox: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self.has_arrived, self.is_writable = asyncio.Event(), asyncio.Event()
        self.on_the_way = 0
        self.slowness = 1.0
        self.is_stalled, self.held = False, list[Any]()
        self.is_cut = self.is_gone_for_server = self.is_closed_for_client = False
        self.last_to_client = self.last_to_server = 0.0

    # The client's side

    def send(self, text: str) -> None:
        """Send a message to the server; it is lost if the connection breaks meanwhile."""
        if not self.is_cut and not self.is_closed_for_client:
            self._to_server({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """Close from the client's side."""
        self.is_closed_for_client = True
        self._to_server({"type": "websocket.disconnect", "code": 1001})

    def cut(self) -> None:
        """The network fails: what is on the way is lost, and both sides notice later, each in its own time."""
        if not self.is_cut:
            self.is_cut = True
            rng = self.world.rng
            self.world.later(rng.uniform(0.0, 15.0), self.disconnect_server)
            self.world.later(rng.uniform(0.0, 6.0), lambda: self._close_client(LOST))

    def break_off(self) -> None:
        """The server process is dead: the client gets what is on the way, then a reset."""
        self.is_gone_for_server = True
        self._to_client(lambda: self._close_client(LOST))

    def disconnect_server(self) -> None:
        """Tell the server that the client has gone."""
        if not self.is_gone_for_server:
            self.is_gone_for_server = True
            self.inbox.append({"type": "websocket.disconnect", "code": LOST})
            self.has_arrived.set()
            self.is_writable.set()

    def _to_server(self, event: dict[str, Any]) -> None:
        self.last_to_server = max(self.last_to_server + 1e-6, self.world.loop.time() + self._latency())
        self.world.later(self.last_to_server - self.world.loop.time(), lambda: self._arrive(event))

    def _arrive(self, event: dict[str, Any]) -> None:
        if not self.is_cut and not self.is_gone_for_server:
            self.is_gone_for_server = event["type"] == "websocket.disconnect"
            self.inbox.append(event)
            self.has_arrived.set()
            self.is_writable.set()

    def _latency(self) -> float:
        return (0.002 + self.world.rng.expovariate(50.0)) * self.slowness

    # The server's side

    async def serve(self, manager: SimulatedManager) -> None:
        """The ASGI application at work."""
        await serve_websocket(manager, self.scope, self.receive, self.send_event)  # type: ignore[arg-type]
        self.is_gone_for_server = True
        self._to_client(lambda: self._close_client(LOST))

    async def receive(self) -> dict[str, Any]:
        """ASGI's receive."""
        while not self.inbox:
            self.has_arrived.clear()
            await self.has_arrived.wait()
        return self.inbox.popleft()

    async def send_event(self, event: dict[str, Any]) -> None:
        """ASGI's send; waits while too much is on the way, as uvicorn does while the socket's buffer is full."""
        while self.on_the_way >= WINDOW and not self.is_gone_for_server:
            self.is_writable.clear()
            await self.is_writable.wait()
        if self.is_gone_for_server:
            raise OSError("the client has gone")
        if event["type"] == "websocket.accept":
            self._to_client(self.client.on_open)
        elif event["type"] == "websocket.close":
            self.is_gone_for_server = True
            code = int(event["code"])
            self._to_client(lambda: self._close_client(code))
        else:
            text, committed = str(event["text"]), self.world.truth.committed(self.table)
            self._to_client(lambda: self.client.on_message(text, committed))

    def _to_client(self, call: Any) -> None:
        self.on_the_way += 1
        self.last_to_client = max(self.last_to_client + 1e-6, self.world.loop.time() + self._latency())
        self.world.later(self.last_to_client - self.world.loop.time(), lambda: self._reach_client(call))

    def stall(self) -> None:
        """The client reads nothing for now."""
        self.is_stalled = True

    def go_on(self) -> None:
        """The client reads again, first what has come meanwhile."""
        self.is_stalled = False
        held, self.held = self.held, []
        for call in held:
            self._reach_client(call)

    def _reach_client(self, call: Any) -> None:
        if self.is_stalled:
            self.held.append(call)
            return
        self.on_the_way -= 1
        self.is_writable.set()
        if not self.is_cut and not self.is_closed_for_client:
            call()

    def _close_client(self, code: int) -> None:
        if not self.is_closed_for_client:
            self.is_closed_for_client = True
            self.client.on_close(code)


class Network:
    """All connections."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.wires: list[Wire] = []

    def connect(self, process: ServerProcess, client: Client, table: str, address: str) -> Wire:
        """Connect to a process; if none runs there the client hears of it a moment later."""
        wire = Wire(self.world, process, client, table, address)
        manager = process.manager
        if not process.is_up or manager is None:
            self.world.later(0.01, lambda: wire._close_client(LOST))
            return wire
        self.wires = [one for one in self.wires if not (one.is_gone_for_server and one.is_closed_for_client)]
        self.wires.append(wire)
        process.run(lambda: wire.serve(manager))
        return wire

    def break_all(self, process: ServerProcess) -> None:
        """A process is dead: its connections break."""
        for wire in self.wires:
            if wire.process is process and not wire.is_gone_for_server:
                wire.break_off()

    def close_all(self, process: ServerProcess) -> None:
        """A process is stopped: uvicorn closes its connections first."""
        for wire in self.wires:
            if wire.process is process and not wire.is_gone_for_server:
                wire.disconnect_server()
                wire._to_client(lambda wire=wire: wire._close_client(1012))

    def heal(self) -> None:
        """Make all connections fast again, and all clients read."""
        for wire in self.wires:
            wire.slowness = 1.0
            wire.go_on()
