"""Turn notifications by mail, through a local SMTP server that keeps what it gets."""

import email
import json
import socketserver
import threading
import time
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from hordes.server.db import schema
from hordes.server.live.live_table import LiveTable
from hordes.server.notify import notifier
from hordes.server.notify.mail import Mailer, quoted_title
from hordes.server.settings import Settings
from tests.server.clients import ME, OPEN, SEED_SEAT_0_BEGINS, Guest, Server


class Sink(socketserver.ThreadingTCPServer):
    """Minimal SMTP server that accepts mail."""

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


def give_address(server: Server, name: str, address: str) -> None:
    """An account has an address and has verified it."""

    def work(connection: Connection) -> None:
        preferences = json.dumps({"email": address, "client": {}})
        mine = update(schema.account).where(schema.account.c.name == name)
        connection.execute(mine.values(preferences=preferences, verified=address))

    server.run(server.manager.database.write(work))


def give_turn_to_bob(server: Server, ann: Guest, bob: Guest) -> str:
    """A table where Ann has moved until Bob decides; nobody is connected."""
    for guest, name in ((ann, "Ann"), (bob, "Bob")):
        guest.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
    give_address(server, "Bob", "bob@games.example")
    made = ann.create([ME, OPEN], title="A long\nevening", seed=SEED_SEAT_0_BEGINS)
    bob.join(made, "Bob")
    path = f"/api/tables/{made['table']}"
    while (now := ann.get(path + "/view"))["facts"]["to_move"] == 0:
        body = {"type": "move", "ply": now["ply"], "text": now["legal"][-1], "id": f"m{now['ply']}"}
        ann.post(path + "/moves", body)
    return str(made["table"])


def notify_again(server: Server, table: LiveTable) -> None:
    """Ask the notifier for a notice; when this returns, it is pending or was sent."""

    async def notify() -> None:
        server.manager.notifier.notify_turn(server.manager, table)

    server.run(notify())


def wait_until_sent(server: Server) -> None:
    """Wait until no notice is pending: everything that was to be sent is sent and counted."""
    deadline = time.monotonic() + 60
    while server.manager.notifier.pending:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_for(sink: Sink, mails: int) -> None:
    deadline = time.monotonic() + 60
    while len(sink.mails) < mails and time.monotonic() < deadline:
        time.sleep(0.02)


def notices(server: Server) -> dict[str, float]:
    """How many notices there were, by way and outcome."""
    return {
        sample.labels["kind"]: sample.value
        for family in server.manager.metrics.notices.collect()
        for sample in family.samples
    }


def test_a_mail_says_whose_turn_it_is_and_where(tmp_path: Path, sink: Sink) -> None:
    with Server(tmp_path, smtp=sink.url, mail_from="table@games.example") as server:
        with server.guest() as ann, server.guest() as bob:
            table = give_turn_to_bob(server, ann, bob)
            wait_for(sink, 1)
            wait_until_sent(
                server
            )  # the server counts a mail when the conversation has ended, a moment after its arrival
            assert ann.get("/api/push")["mail"], "the page is told that it may ask for an address"
        assert notices(server) == {"mail": 1}
    ((receivers, mail),) = sink.mails
    assert receivers == ["<bob@games.example>"]
    assert (mail["From"], mail["To"], mail["Subject"]) == ("table@games.example", "bob@games.example", "Your turn")
    text = mail.get_payload(decode=True)
    assert isinstance(text, bytes)
    assert f"/t/{table}" in text.decode()
    assert "It is your turn in “A long evening”:" in text.decode(), "a title is one line, in quotes"
    assert "token" not in text.decode()
    assert sink.logins, "name and password were shown to the mail server"


def test_a_mail_server_that_refuses_or_is_away_costs_nobody_his_turn(tmp_path: Path, sink: Sink) -> None:
    sink.refuses = True
    mailer = Mailer(Settings(smtp=sink.url))
    assert not mailer.send("bob@games.example", "Your turn", "x")
    assert not Mailer(Settings(smtp="smtp://127.0.0.1:1")).send("bob@games.example", "Your turn", "x")
    assert not Mailer(Settings(smtp="smtps://127.0.0.1:1")).send("bob@games.example", "Your turn", "x")
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        give_turn_to_bob(server, ann, bob)
        deadline = time.monotonic() + 60
        while not notices(server) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert notices(server) == {"mail_failed": 1}
        assert server.manager.metrics.value("failures_total") == 0


def test_an_address_is_one_address(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        ann.post("/api/accounts", {"name": "Ann", "password": "correct horse"}, 201)
        for good in ("", "ann@games.example", "a.b+c@games.example", "änn@games.example"):
            assert ann.http.put("/api/me", json={"email": good}).status_code == 204
        for bad in ("ann", "ann@x, bob@y", "ann@x,bob", "<ann@x>", "ann@x\nBcc: bob@y", "a@b@c", '"ann"@x'):
            assert ann.http.put("/api/me", json={"email": bad}).status_code == 400


def test_many_notices_within_a_minute_are_one_and_it_is_sent_before_the_server_ends(
    tmp_path: Path, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "QUIET_SECONDS", 600)
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        table = server.manager.tables[give_turn_to_bob(server, ann, bob)]
        wait_for(sink, 1)
        wait_until_sent(server)
        for _ in range(20):
            notify_again(server, table)
        assert list(server.manager.notifier.pending) == [(table.row.id, 1)], "it waits for the quiet period to end"
        assert len(sink.mails) == 1
    assert len(sink.mails) == 2


def test_an_owner_is_not_flooded(tmp_path: Path, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "QUIET_SECONDS", 0)
    monkeypatch.setattr(notifier, "BURST", 3)
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        table = server.manager.tables[give_turn_to_bob(server, ann, bob)]
        wait_for(sink, 1)
        wait_until_sent(server)
        for _ in range(5):
            notify_again(server, table)
            wait_until_sent(server)
        assert notices(server) == {"mail": 3, "too_many": 3}, "whoever's address he gave"
        assert len(sink.mails) == 3


def test_mail_goes_to_absent_accounts_with_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(Mailer, "send", lambda self, address, subject, text: sent.append((address, text)))
    with Server(tmp_path, smtp="smtp://localhost:25") as server, server.guest() as ann, server.guest() as bob:
        for guest, name in ((ann, "Ann"), (bob, "Bob")):
            guest.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
            give_address(server, name, f"{name}@games.example")
        made = ann.create([ME, OPEN])
        bob.join(made)
        path, names = f"/api/tables/{made['table']}", ["Ann", "Bob"]
        first = ann.get(path + "/view")["facts"]["to_move"]
        guest = (ann, bob)[first]
        while (now_ := guest.get(path + "/view"))["facts"]["to_move"] == first:
            body = {"type": "move", "ply": now_["ply"], "text": now_["legal"][-1], "id": f"m{now_['ply']}"}
            guest.post(path + "/moves", body)
        deadline = time.monotonic() + 60
        while len(sent) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
    assert [address for address, _ in sent] == [f"{names[first]}@games.example", f"{names[1 - first]}@games.example"]
    assert made["table"] in sent[0][1]
    assert made["token"] not in sent[0][1]


def test_no_mail_goes_to_an_address_that_was_not_verified(tmp_path: Path, sink: Sink) -> None:
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        table = server.manager.tables[give_turn_to_bob(server, ann, bob)]
        wait_for(sink, 1)
        wait_until_sent(server)
        server.run(server.manager.database.write(lambda c: c.execute(update(schema.account).values(verified=""))))
        server.manager.notifier.last_sent.clear()
        notify_again(server, table)
        wait_until_sent(server)
        assert len(sink.mails) == 1


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("A quiet evening", "“A quiet evening”"),
        ("Win at https://evil.example/x now", "“Win at […] now”"),
        ("write to me@evil.example", "“write to […]”"),
        ("see evil.example", "“see […]”"),
        ("1.5 hours, 2nd round.", "“1.5 hours, 2nd round.”"),
        ('x" and” more', "“x and more”"),
        ("a\u202eb\n\nDear customer", "“a b Dear customer”"),
    ],
)
def test_the_title_in_a_mail_is_quoted_and_has_no_links(title: str, shown: str) -> None:
    assert quoted_title(title) == shown
