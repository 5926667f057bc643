"""Mail: "your turn" by a real mail server, a sink that keeps what it gets."""

import email
import socketserver
import threading
import time
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from hordes.server import herald
from hordes.server.mail import Postman
from hordes.server.settings import Settings
from hordes.server.table import Table
from tests.server.guests import I_BEGIN, ME, OPEN, Guest, Server


class Sink(socketserver.ThreadingTCPServer):
    """As much of a mail server as is needed to be given mail."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, refuses: bool = False) -> None:
        self.refuses = refuses
        self.mails: list[tuple[list[str], Message]] = []
        self.logins: list[str] = []
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"smtp://who:pass%20word@127.0.0.1:{self.server_address[1]}"


class Handler(socketserver.StreamRequestHandler):
    server: Sink

    def handle(self) -> None:
        self.say("220 sink")
        receivers: list[str] = []
        for raw in self.rfile:
            line = raw.decode().strip()
            word = line[:4].upper()
            if word == "EHLO":
                self.say("250-sink")
                self.say("250 AUTH PLAIN")
            elif word == "AUTH":
                self.server.logins.append(line)
                self.say("235 welcome")
            elif word == "RCPT":
                receivers.append(line.partition(":")[2])
                self.say("550 nobody" if self.server.refuses else "250 ok")
            elif word == "DATA":
                self.say("354 go on")
                self.server.mails.append((receivers, email.message_from_bytes(b"".join(self.body()))))
                self.say("250 kept")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def body(self) -> Iterator[bytes]:
        for raw in self.rfile:
            if raw == b".\r\n":
                return
            yield raw


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink() as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


def give_turn_to_bob(server: Server, ann: Guest, bob: Guest) -> str:
    """A table where Ann has moved until Bob is asked; nobody has it open."""
    for guest, name in ((ann, "Ann"), (bob, "Bob")):
        guest.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
    bob.http.put("/api/me", json={"email": "bob@games.example"})
    made = ann.create([ME, OPEN], title="A long\nevening", seed=I_BEGIN)
    bob.join(made, "Bob")
    path = f"/api/tables/{made['table']}"
    while (now := ann.get(path + "/view"))["facts"]["to_move"] == 0:
        body = {"type": "move", "ply": now["ply"], "text": now["legal"][-1], "id": f"m{now['ply']}"}
        ann.post(path + "/moves", body)
    return str(made["table"])


def ask_again(server: Server, table: Table) -> None:
    assert server.hall.listener is not None
    server.hall.listener.loop.call_soon_threadsafe(server.hall.herald.your_turn, server.hall, table)


def wait_for(sink: Sink, mails: int) -> None:
    deadline = time.monotonic() + 5
    while len(sink.mails) < mails and time.monotonic() < deadline:
        time.sleep(0.02)


def test_a_mail_says_whose_turn_it_is_and_where(tmp_path: Path, sink: Sink) -> None:
    with Server(tmp_path, smtp=sink.url, mail_from="table@games.example") as server:
        with server.guest() as ann, server.guest() as bob:
            table = give_turn_to_bob(server, ann, bob)
            wait_for(sink, 1)
            assert ann.get("/api/push")["mail"], "the page is told that it may ask for an address"
        assert server.hall.metrics.counters["notices"]["mail"] == 1
    ((receivers, mail),) = sink.mails
    assert receivers == ["<bob@games.example>"]
    assert (mail["From"], mail["To"], mail["Subject"]) == ("table@games.example", "bob@games.example", "Your turn")
    text = mail.get_payload(decode=True)
    assert isinstance(text, bytes)
    assert f"/t/{table}" in text.decode()
    assert "A long evening" in text.decode(), "a title is one line"
    assert "token" not in text.decode()
    assert sink.logins, "name and password were shown to the mail server"


def test_a_mail_server_that_refuses_or_is_away_costs_nobody_his_turn(tmp_path: Path, sink: Sink) -> None:
    sink.refuses = True
    postman = Postman(Settings(smtp=sink.url))
    assert not postman.send("bob@games.example", "Your turn", "x")
    assert not Postman(Settings(smtp="smtp://127.0.0.1:1")).send("bob@games.example", "Your turn", "x")
    assert not Postman(Settings(smtp="smtps://127.0.0.1:1")).send("bob@games.example", "Your turn", "x")
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        give_turn_to_bob(server, ann, bob)
        deadline = time.monotonic() + 5
        while "notices" not in server.hall.metrics.counters and time.monotonic() < deadline:
            time.sleep(0.02)
        assert server.hall.metrics.counters["notices"]["mail_failed"] == 1
        assert server.hall.metrics.counters.get("failures") is None


def test_an_address_is_one_address(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        ann.post("/api/accounts", {"name": "Ann", "password": "correct horse"}, 201)
        for good in ("", "ann@games.example", "a.b+c@games.example", "änn@games.example"):
            assert ann.http.put("/api/me", json={"email": good}).status_code == 204
        for bad in ("ann", "ann@x, bob@y", "ann@x,bob", "<ann@x>", "ann@x\nBcc: bob@y", "a@b@c", '"ann"@x'):
            assert ann.http.put("/api/me", json={"email": bad}).status_code == 400


def test_nobody_is_told_twice_in_a_minute_or_endlessly(
    tmp_path: Path, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald, "QUIET", 0.5)
    monkeypatch.setattr(herald, "BURST", 3)
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        table = server.hall.tables[give_turn_to_bob(server, ann, bob)]
        wait_for(sink, 1)
        while server.hall.herald.waiting:
            time.sleep(0.01)
        begin = time.monotonic()
        for _ in range(20):
            ask_again(server, table)
        wait_for(sink, 2)
        assert len(sink.mails) == 2, "twenty moves to and fro in a minute are one notice"
        assert time.monotonic() - begin > 0.1
        for _ in range(3):
            time.sleep(0.6)
            ask_again(server, table)
        time.sleep(0.3)
        assert len(sink.mails) == 3, "an owner is not flooded, whoever's address he gave"
        assert server.hall.metrics.counters["notices"]["too_many"] > 0


def test_whoever_was_about_to_be_told_is_told_before_the_server_ends(
    tmp_path: Path, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald, "QUIET", 600)
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        table = server.hall.tables[give_turn_to_bob(server, ann, bob)]
        wait_for(sink, 1)
        while server.hall.herald.waiting:
            time.sleep(0.01)
        ask_again(server, table)
        time.sleep(0.2)
    assert len(sink.mails) == 2
