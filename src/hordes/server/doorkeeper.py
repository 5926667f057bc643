"""Lines that have not asked anything yet: so many from one address, and a request must come whole, small and soon.

uvicorn waits for ever for a client that says nothing, and reads heads of any length. Both would let one visitor use up
the server's sockets or memory before any other limit can count him.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hordes.server.limits import Places
from hordes.server.settings import Settings

PATIENCE = 20.0
"""Seconds for a request to come, and for all of it to arrive."""
MOST_HEAD = 32_768
"""Bytes of an address with its headers."""


class Configuration(uvicorn.Config):
    """uvicorn's settings, and room for visitors' lines. Behind a proxy all come from one address: the proxy counts."""

    def __init__(self, settings: Settings, app: Any, **more: Any) -> None:
        socket = "hordes.server.bounded_socket:BoundedSocket"
        super().__init__(app, http="hordes.server.doorkeeper:Doorkeeper", ws=socket, **more)
        self.max_messages = settings.max_messages
        each = settings.max_sockets if settings.proxies else settings.max_sockets_each
        self.places = Places(settings.max_sockets, each)


class Doorkeeper(HttpToolsProtocol):
    """A client's line until it becomes a WebSocket or is closed."""

    head = 0
    in_head = False
    place: str | None = None
    patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in if there is room."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if not self._places.enter(address):
            transport.abort()
            return
        self.place = address
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its place is free again."""
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Sockets have places of their own."""
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Read on, but no head without end."""
        super().data_received(data)
        self.head = self.head + len(data) if self.in_head else 0
        if self.head > MOST_HEAD:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins with its head."""
        self.in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is there; a body has limits of its own."""
        self.in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole: from now on it is we who take our time."""
        self._stop_waiting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The next request of this line, or the rest of one that was refused before it was whole, has to come soon."""
        waits = not self.pipeline
        super().on_response_complete()
        if waits and not self.transport.is_closing():
            self._wait()

    @property
    def _places(self) -> Places:
        assert isinstance(self.config, Configuration)
        return self.config.places

    def _wait(self) -> None:
        self._stop_waiting()
        self.patience = self.loop.call_later(PATIENCE, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def _leave(self) -> None:
        self._stop_waiting()
        if self.place is not None:
            self._places.leave(self.place)
            self.place = None


def allow_many_files() -> None:
    """Every line is an open file; take as many as the system lets us."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
