"""uvicorn's WebSocket protocol with limits, so that a client that does not read cannot use up memory or stay connected.

uvicorn answers every ping at once, whether the client reads the answers or not, and `transport.close()` waits until
everything written has been read, so a client that never reads could fill the memory and stay. It also parses all
frames of a packet before the application sees the first one, and a packet can hold tens of thousands of empty ones.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from hordes.server.http.rate_limits import TokenBucket

CLOSE_SECONDS = 5.0
"""Seconds after which a closing connection is aborted, read or not."""
MAX_FRAGMENTS = 256
"""Most frames of one message; its size is limited by uvicorn, but empty frames add nothing to it."""

SLICE_BYTES = 4096
"""Bytes that are parsed into frames before the limits are checked again."""
MIN_WAITING_LIMIT = 64
"""Messages that may wait for the application; three seconds of `max_messages` if that is more."""


class ClosingTransport:
    """A transport wrapper whose `close` aborts after a timeout."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._abort_timer: asyncio.TimerHandle | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, unless the connection is closing."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        """Close when everything has been read, or abort after `CLOSE_SECONDS`."""
        self._transport.close()
        if self._abort_timer is None:
            self._abort_timer = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    def cancel_abort(self) -> None:
        """Cancel the pending abort: the connection is lost already."""
        if self._abort_timer is not None:
            self._abort_timer.cancel()


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Server side of a WebSocket with limits on pings, pongs, fragments and waiting messages; beyond one it aborts."""

    fragments = 0
    messages_after_close = 0
    """Messages received after the close frame was sent."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        max_messages = float(getattr(self.config, "max_messages", 20.0))
        self.control_bucket = TokenBucket(max_messages, 3 * max_messages)
        self.max_waiting = max(MIN_WAITING_LIMIT, int(3 * max_messages))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Give uvicorn a transport whose `close` has a timeout."""
        bounded = ClosingTransport(cast(asyncio.Transport, transport), self.loop)
        super().connection_made(cast(asyncio.Transport, bounded))

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the pending abort."""
        super().connection_lost(exc)
        cast(ClosingTransport, self.transport).cancel_abort()

    def data_received(self, data: bytes) -> None:
        """Parse a packet in slices, and stop at the first one that breaks a limit."""
        for at in range(0, len(data), SLICE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + SLICE_BYTES])

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; abort if too many are waiting, or too many came after our close frame."""
        self.messages_after_close += 1 if self.close_sent else 0
        if self.queue.qsize() < self.max_waiting and self.messages_after_close < self.max_waiting:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping, within the rate limit and only if earlier answers have been read."""
        if self._take_control_token() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # takes the pong out of the buffer without sending it

    def handle_pong(self, event: Frame) -> None:
        """Count pongs, also unsolicited ones, against the rate limit."""
        if self._take_control_token():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Start a text message."""
        self.fragments = 0
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Start a binary message."""
        self.fragments = 0
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Continue a message, up to `MAX_FRAGMENTS` frames."""
        self.fragments += 1
        if self.fragments > MAX_FRAGMENTS:
            self.frames = []
            self.transport.abort()
        else:
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        """Abort without a close frame: a client that does not answer pings would not read it."""
        self.pong_timer = None
        self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send when the buffer has room; abort instead of queueing a close frame behind unread data."""
        is_close = message["type"] == "websocket.close"
        if is_close and self.handshake_complete and not self.writable.is_set():
            self.transport.abort()
            return
        await super().send(message)
        if is_close and self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def _take_control_token(self) -> bool:
        if self.control_bucket.take():
            return True
        self.transport.abort()
        return False
