"""Odd bytes at every door: nothing fails, every refusal is a sentence, every answer has the security headers."""

import socket
from pathlib import Path

import pytest

from tests.server.clients import ME, Guest, Server
from tests.server.http.odd_requests import SECURITY_HEADERS, Asker, OddRequests

RAW = [
    b"GET /api/players/\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/tables?x=\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/games/x/rules?language=\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: odd\r\nContent-Length: x\r\n\r\n",
    b"NONSENSE\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
]


def test_odd_requests_are_refused_with_a_sentence(tmp_path: Path, database_url: str) -> None:
    settings = {"max_requests": 1e6, "max_tables": 10**6}
    with Server(tmp_path, database=database_url, **settings) as server, server.guest() as ann:
        server.manager.login_buckets.rate = server.manager.login_buckets.burst = 10**6
        server.manager.login_buckets.burst = 5  # hashing passwords takes long; the others are refused
        made = ann.create([ME, ME], public=True)
        requests, asker = (
            OddRequests(ann.get("/api/openapi.json"), made["table"], made["token"]),
            Asker(server.settings.port),
        )
        asked = [(request, asker.problem(request)) for request in requests.all()]
        asker.connection.close()
        assert [problem for _, problem in asked if problem] == []
        assert len(asked) > 3_000
        assert server.manager.metrics.value("failures_total") == 0
        assert ann.get("/health")["ok"]


@pytest.mark.parametrize("raw", RAW)
def test_what_is_hardly_a_request_is_answered_alike(server: Server, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=20) as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head = answer.partition(b"\r\n\r\n")[0].lower().decode("latin-1")
    assert head.startswith("http/1.1 ")
    assert head.split()[1] < "500", answer
    assert [name for name in SECURITY_HEADERS if name not in head] == []


@pytest.mark.parametrize(("letter", "status"), [("ΐ", 201), ("ß", 201), ("\ufdfa", 400), ("\u2167", 400)])
def test_names_whose_letters_grow_fit_or_are_refused(
    tmp_path: Path, database_url: str, letter: str, status: int
) -> None:
    with Server(tmp_path, database=database_url) as server, server.guest() as ann:
        ann.post("/api/accounts", {"name": letter * 30, "password": "correct horse"}, status)


def test_chat_with_control_characters_is_refused_with_a_sentence(ann: Guest) -> None:
    made = ann.create([ME, ME])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        me.send(type="say", text="a\0b")
        assert (
            me.until("no")["message"]
            == "A text contains the control character U+0000; it may contain line breaks and tabs."
        )
        me.send(type="say", text="two\nlines")
        assert me.until("chat")["text"] == "two lines"
