"""Limits on HTTP connections: number per address, time for a request to arrive, size of its head.

uvicorn waits for ever for a client that sends nothing, and reads heads of any length. Either would let one client use
up the server's sockets or memory before any other limit applies.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hordes.server.http.plain_refusals import refusal_response
from hordes.server.http.rate_limits import ConnectionSlots
from hordes.server.limits.addresses import prefix_of
from hordes.server.settings import Settings

REQUEST_SECONDS = 20.0
"""Seconds in which a request has to arrive completely."""
MAX_HEAD_BYTES = 32_768
"""Most bytes of a request line with its headers."""


class BoundedConfig(uvicorn.Config):
    """uvicorn's configuration with the bounded protocols and connection slots.

    Behind a proxy all connections come from one address, so the limit per address is left to the proxy.
    """

    def __init__(self, settings: Settings, app: Any, **options: Any) -> None:
        socket = "hordes.server.http.bounded_websocket:BoundedWebSocketProtocol"
        super().__init__(app, http="hordes.server.http.connection_limits:BoundedHttpProtocol", ws=socket, **options)
        self.max_messages = settings.max_messages
        max_per_address = settings.max_sockets if settings.proxies else settings.max_sockets_each
        self.connection_slots = ConnectionSlots(settings.max_sockets, max_per_address)


class BoundedHttpProtocol(HttpToolsProtocol):
    """HTTP connection with limits, until it is upgraded to a WebSocket or closed."""

    head_bytes = 0
    is_in_head = False
    slot_address: str | None = None
    request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Acquire a connection slot, or abort."""
        super().connection_made(transport)
        address = prefix_of(self.client[0]) if self.client else "?"
        if not self._connection_slots.acquire(address):
            transport.abort()
            return
        self.slot_address = address
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the slot."""
        self._release_slot()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Release the slot: WebSockets have their own (`TableManager.socket_slots`)."""
        self._release_slot()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Parse data, and abort if the head gets too long."""
        super().data_received(data)
        self.head_bytes = self.head_bytes + len(data) if self.is_in_head else 0
        if self.head_bytes > MAX_HEAD_BYTES:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP as everything else is answered."""
        headers, body = refusal_response("bad_request", f"This is no HTTP request that is understood: {msg}")
        head = b"".join(name + b": " + value + b"\r\n" for name, value in [*headers, (b"connection", b"close")])
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head + b"\r\n" + body)
        self.transport.close()

    def on_message_begin(self) -> None:
        """The head of a request begins."""
        self.is_in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is complete; the body is limited by the framework."""
        self.is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete: stop the timer while it is answered."""
        self._stop_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Restart the timer for the next request, or for the rest of one that was refused before it was complete."""
        is_last = not self.pipeline
        super().on_response_complete()
        if is_last and not self.transport.is_closing():
            self._start_timer()

    @property
    def _connection_slots(self) -> ConnectionSlots:
        assert isinstance(self.config, BoundedConfig)
        return self.config.connection_slots

    def _start_timer(self) -> None:
        self._stop_timer()
        self.request_timer = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self.request_timer is not None:
            self.request_timer.cancel()
            self.request_timer = None

    def _release_slot(self) -> None:
        self._stop_timer()
        if self.slot_address is not None:
            self._connection_slots.release(self.slot_address)
            self.slot_address = None


def raise_open_file_limit() -> None:
    """Raise the soft limit of open files to the hard limit: every connection is one."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
