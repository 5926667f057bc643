"""uvicorn's WebSocket with bounds: a client that does not read costs little memory, and cannot keep its line open.

uvicorn answers every ping at once, whether the client reads the answers or not, and `transport.close()` waits until
everything written has been read. So a client that never reads could fill the memory, and stay. It also reads all
frames of a packet before the application sees the first one, and a packet holds tens of thousands of empty ones.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from hordes.server.limits import Bucket

CLOSE_SECONDS = 5.0
"""After so long a line that was closed is cut, read or not."""
MOST_FRAGMENTS = 256
"""Frames of one message; its bytes have a limit of their own, but empty frames have none."""

SLICE = 4096
"""Bytes that are read into frames before the limits are looked at again."""
MOST_WAITING = 64
"""Messages that may wait for the application, or what three seconds of `max_messages` bring if that is more."""


class ClosingTransport:
    """A transport whose `close` does not wait for ever."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._cut: asyncio.TimerHandle | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, unless the line is being closed: nobody would read it."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        """Close when everything is read, or after a while."""
        self._transport.close()
        if self._cut is None:
            self._cut = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    def lost(self) -> None:
        """The line is gone; there is nothing left to cut."""
        if self._cut is not None:
            self._cut.cancel()


class BoundedSocket(WebSocketsSansIOProtocol):
    """A client's WebSocket. Pings, pongs, fragments and waiting messages have limits; beyond one it is cut off."""

    fragments = 0
    unheard = 0
    """Messages that came after the good-bye."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        most = float(getattr(self.config, "max_messages", 20.0))
        self.control = Bucket(most, 3 * most)
        self.most_waiting = max(MOST_WAITING, int(3 * most))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let uvicorn have a transport that ends when it is closed."""
        bounded = ClosingTransport(cast(asyncio.Transport, transport), self.loop)
        super().connection_made(cast(asyncio.Transport, bounded))

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to be cut."""
        super().connection_lost(exc)
        cast(ClosingTransport, self.transport).lost()

    def data_received(self, data: bytes) -> None:
        """Read a packet piece by piece, and no further than the first piece that breaks a limit."""
        for at in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + SLICE])

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, unless the application still has many to take, or the good-bye was said long ago."""
        self.unheard += 1 if self.close_sent else 0
        if self.queue.qsize() < self.most_waiting and self.unheard < self.most_waiting:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer, but not too often, and not a client that has not read the answers before."""
        if self._may_control() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # dropped

    def handle_pong(self, event: Frame) -> None:
        """Pongs that nobody asked for count too."""
        if self._may_control():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """A message begins."""
        self.fragments = 0
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message begins."""
        self.fragments = 0
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A message goes on, but not for ever."""
        self.fragments += 1
        if self.fragments > MOST_FRAGMENTS:
            self.frames = []
            self.transport.abort()
        else:
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        """Whoever does not answer pings would not read a good-bye."""
        self.pong_timer = None
        self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send when there is room; a good-bye that would have to wait for a client that does not read is not said."""
        good_bye = message["type"] == "websocket.close"
        if good_bye and self.handshake_complete and not self.writable.is_set():
            self.transport.abort()
            return
        await super().send(message)
        if good_bye and self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def _may_control(self) -> bool:
        if self.control.take():
            return True
        self.transport.abort()
        return False
