"""WebSocket clients that never read: bounded memory, and closing does not wait for them."""

import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from hordes.server.http import bounded_websocket
from hordes.server.live import websocket
from tests.server.clients import ME, Server, open_socket

MEGABYTE = 1_000_000
PING, TEXT, CONTINUATION, CLOSE = 9, 1, 0, 8


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(bounded_websocket, "CLOSE_SECONDS", 0.2)
    with Server(tmp_path) as running:
        yield running


def frame(kind: int, data: bytes = b"", final: bool = True) -> bytes:
    """A masked frame as clients send it; the mask is zero."""
    assert len(data) < 126
    return struct.pack("!BB4x", kind | (0x80 if final else 0), 0x80 | len(data)) + data


def handshake(server: Server) -> socket.socket:
    """An accepted WebSocket at /ws, with a small window, so that little fits into the kernel's buffers."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(20)
    line.connect(("127.0.0.1", server.settings.port))
    line.sendall(
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert line.recv(12) == b"HTTP/1.1 101"
    return line


def is_cut_off(line: socket.socket, one: bytes, most: int) -> bool:
    """Whether the server aborts before it has taken so many bytes of this frame, and a few more."""
    try:
        for _ in range(most // (500 * len(one))):
            line.sendall(one * 500)
        for _ in range(300):  # what is in flight may still be taken before the connection is dead
            line.sendall(one)
            time.sleep(0.01)
    except ConnectionError:
        return True
    return False


def protocols(server: Server) -> list[Any]:
    """The server's protocol objects of open connections."""
    return list(server.uvicorn.server_state.connections)


def buffered(server: Server) -> int:
    return sum(one.transport.get_write_buffer_size() for one in protocols(server))


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_pings_that_nobody_reads_the_answers_to_end_the_socket(small: Server) -> None:
    before = resident()
    with ExitStack() as kept:
        lines = [kept.enter_context(closing(handshake(small))) for _ in range(3)]
        for line in lines:
            assert is_cut_off(line, frame(PING, b"x" * 125), 12 * MEGABYTE), "the server took all of it"
            assert buffered(small) < MEGABYTE
    assert resident() - before < 20 * MEGABYTE
    wait_for(lambda: small.manager.socket_slots.taken == 0)


def test_empty_fragments_end_the_socket(small: Server) -> None:
    with closing(handshake(small)) as line:
        line.sendall(frame(TEXT, b"{", final=False))
        assert is_cut_off(line, frame(CONTINUATION, final=False), MEGABYTE)


@pytest.mark.parametrize("one", [frame(TEXT), frame(TEXT, b'{"type":"ping"}'), frame(PING)])
def test_many_small_messages_at_once_end_the_socket(small: Server, one: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A packet of 64 KB holds ten thousand empty messages: they are not all read before the limits are."""
    before, taken = resident(), count_frames(monkeypatch)
    with ExitStack() as kept:
        for line in [kept.enter_context(closing(handshake(small))) for _ in range(10)]:
            assert is_cut_off(line, one, 2 * MEGABYTE), "the server took all of it"
    assert taken() < 10 * 3000
    assert resident() - before < 20 * MEGABYTE
    wait_for(lambda: small.manager.socket_slots.taken == 0)


def count_frames(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Count the frames that the server parses."""
    seen = 0
    events = bounded_websocket.BoundedWebSocketProtocol.handle_events

    def counting(self: bounded_websocket.BoundedWebSocketProtocol) -> None:
        nonlocal seen
        seen += len(self.conn.events)
        events(self)

    monkeypatch.setattr(bounded_websocket.BoundedWebSocketProtocol, "handle_events", counting)
    return lambda: seen


def test_a_close_that_is_not_read_ends_all_the_same(small: Server) -> None:
    with closing(handshake(small)) as line:
        fill_write_buffer(small, line)
        line.sendall(frame(CLOSE, struct.pack("!H", 1000)))
        wait_for(lambda: not protocols(small))
    assert small.manager.socket_slots.taken == 0


def test_no_hello_and_no_reading_ends_the_socket(small: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "HELLO_SECONDS", 0.2)
    with closing(handshake(small)) as line:
        fill_write_buffer(small, line)
        wait_for(lambda: not protocols(small))
    assert small.manager.socket_slots.taken == 0


def test_a_keepalive_that_is_not_answered_ends_the_socket(small: Server) -> None:
    with closing(handshake(small)) as line:
        protocol = fill_write_buffer(small, line)
        small.manager.loop.call_soon_threadsafe(protocol.keepalive_timeout)  # type: ignore[union-attr]
        wait_for(lambda: not protocols(small))
    assert small.manager.socket_slots.taken == 0


def fill_write_buffer(server: Server, line: socket.socket) -> Any:
    """Fill the server's write buffer of a connection that does not read."""
    wait_for(lambda: bool(protocols(server)))
    protocol = protocols(server)[0]
    server.manager.loop.call_soon_threadsafe(protocol.transport.write, b"\0" * 8 * MEGABYTE)  # type: ignore[union-attr]
    wait_for(lambda: protocol.transport.get_write_buffer_size() > 65_536)
    return protocol


def test_occasional_pings_are_answered(small: Server) -> None:
    with small.guest() as ann:
        made = ann.create([ME, ME])
        with open_socket(small.base) as line, ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            for _ in range(20):
                assert line.ping().wait(10)
                assert me.socket.ping().wait(10)
            assert me.move(me.my_turn()[0])["type"] == "ack"
