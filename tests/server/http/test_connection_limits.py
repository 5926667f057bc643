"""Limits on HTTP connections that send nothing, or an endless request."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from hordes.server.http import connection_limits
from tests.server.clients import Server


@pytest.fixture
def limited_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(connection_limits, "REQUEST_SECONDS", 0.5)
    with Server(tmp_path, max_sockets_each=20) as running:
        yield running


def open_connection(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.settings.port), timeout=10)


def is_closed(connection: socket.socket) -> bool:
    """Wait for data or the end of the connection; whether the server has closed it."""
    try:
        return connection.recv(65_536) == b""
    except ConnectionError:
        return True


def test_connections_per_address_are_limited(limited_server: Server) -> None:
    with ExitStack() as kept:
        connections = [kept.enter_context(closing(open_connection(limited_server))) for _ in range(10_000 // 50)]
        deadline = time.monotonic() + 60
        while (taken := limited_server.uvicorn.config.connection_slots.taken) > 20 and time.monotonic() < deadline:  # type: ignore[attr-defined]
            time.sleep(0.01)
        assert taken <= 20
        assert is_closed(connections[-1])
    with limited_server.guest() as ann:
        assert ann.get("/health")["ok"]


def test_a_silent_connection_is_closed(limited_server: Server) -> None:
    with closing(open_connection(limited_server)) as silent:
        assert is_closed(silent)
    with closing(open_connection(limited_server)) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert is_closed(slow), "a body that does not come is not waited for"


def test_a_head_has_an_end(limited_server: Server) -> None:
    with closing(open_connection(limited_server)) as endless:
        endless.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        sent = 0
        with suppress(ConnectionError):
            while sent < 10_000:
                endless.sendall(b"X-Filler: " + b"a" * 4_000 + b"\r\n")
                sent += 1
    assert sent < 10_000
    assert limited_server.manager.metrics.value("failures_total") == 0


def test_a_slow_answer_does_not_time_out(limited_server: Server) -> None:
    with limited_server.guest() as ann:
        made = ann.create([{"kind": "me"}, {"kind": "open"}])
        path = f"/api/tables/{made['table']}/view?since=0&wait=1.5"
        for _ in range(2):
            begin = time.monotonic()
            assert ann.get(path)["ply"] == 0
            assert time.monotonic() - begin > 1.2, "an answer may take longer than a request"


def test_connection_slots_are_released(limited_server: Server) -> None:
    for _ in range(60):
        with limited_server.guest() as ann:
            assert ann.get("/health")["ok"]
    deadline = time.monotonic() + 60
    while limited_server.uvicorn.config.connection_slots.taken and time.monotonic() < deadline:  # type: ignore[attr-defined]
        time.sleep(0.02)
    assert limited_server.uvicorn.config.connection_slots.taken == 0  # type: ignore[attr-defined]
