"""Lines that ask for nothing, or endlessly: they are closed, and nobody else notices."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from hordes.server import doorkeeper
from tests.server.guests import Server


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(doorkeeper, "PATIENCE", 0.5)
    with Server(tmp_path, max_sockets_each=20) as running:
        yield running


def line(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.settings.port), timeout=10)


def ended(open_line: socket.socket) -> bool:
    """Has the server hung up? Waits for it."""
    try:
        return open_line.recv(65_536) == b""
    except ConnectionError:
        return True


def test_one_address_has_so_many_lines(small: Server) -> None:
    with ExitStack() as kept:
        lines = [kept.enter_context(closing(line(small))) for _ in range(10_000 // 50)]
        deadline = time.monotonic() + 10
        while (taken := small.uvicorn.config.places.taken) > 20 and time.monotonic() < deadline:  # type: ignore[attr-defined]
            time.sleep(0.01)
        assert taken <= 20
        assert ended(lines[-1])
    with small.guest() as ann:
        assert ann.get("/health")["ok"]


def test_a_silent_line_is_closed(small: Server) -> None:
    with closing(line(small)) as silent:
        assert ended(silent)
    with closing(line(small)) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert ended(slow), "a body that does not come is not waited for"


def test_a_head_has_an_end(small: Server) -> None:
    with closing(line(small)) as endless:
        endless.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        sent = 0
        with suppress(ConnectionError):
            while sent < 10_000:
                endless.sendall(b"X-Filler: " + b"a" * 4_000 + b"\r\n")
                sent += 1
    assert sent < 10_000
    assert small.hall.metrics.counters.get("failures") is None


def test_whoever_asks_properly_is_not_hurried(small: Server) -> None:
    with small.guest() as ann:
        made = ann.create([{"kind": "me"}, {"kind": "open"}])
        path = f"/api/tables/{made['table']}/view?since=0&wait=1.5"
        for _ in range(2):
            begin = time.monotonic()
            assert ann.get(path)["ply"] == 0
            assert time.monotonic() - begin > 1.2, "an answer may take longer than a request"


def test_places_are_given_back(small: Server) -> None:
    for _ in range(60):
        with small.guest() as ann:
            assert ann.get("/health")["ok"]
    deadline = time.monotonic() + 5
    while small.uvicorn.config.places.taken and time.monotonic() < deadline:  # type: ignore[attr-defined]
        time.sleep(0.02)
    assert small.uvicorn.config.places.taken == 0  # type: ignore[attr-defined]
