"""Changing and resetting passwords, and verified mail addresses."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hordes.cli.commands import app
from hordes.engine.errors import BadRequest
from hordes.server.auth import account_links
from tests.server.auth.test_sessions import cookie_of, log_in, register, with_cookie
from tests.server.clients import ME, OPEN, Guest, Server
from tests.server.notify.test_mail import Sink, wait_for

LINK = re.compile(r"/#/(verify|reset)/([\w-]+)")


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink() as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


def last_link(sink: Sink, mails: int) -> tuple[str, str]:
    """Kind and token of the link in the newest mail, once so many have come."""
    wait_for(sink, mails)
    assert len(sink.mails) == mails
    text = sink.mails[-1][1].get_payload(decode=True)
    assert isinstance(text, bytes)
    match = LINK.search(text.decode())
    assert match
    return match.group(1), match.group(2)


def test_a_changed_password_ends_all_other_sessions(server: Server, ann: Guest, bob: Guest) -> None:
    register(ann, "Changer")
    log_in(bob, "Changer")
    before = cookie_of(ann)
    made = bob.create([ME, OPEN])
    with bob.open_viewer(made["table"]) as viewer:
        viewer.until("snapshot")
        answer = ann.http.put("/api/me/password", json={"old": "correct horse", "new": "battery staple"})
        assert (answer.status_code, answer.json()["account"]) == (200, "Changer")
        assert viewer.close_code() == 1008
    assert bob.get("/api/me") == {}
    assert ann.get("/api/me")["account"] == "Changer", "whoever changes it stays"
    with with_cookie(server, before) as thief:
        assert thief.get("/api/me") == {}
    assert bob.post("/api/session", {"name": "Changer", "password": "correct horse"}, 403)["code"] == "forbidden"
    bob.post("/api/session", {"name": "Changer", "password": "battery staple"}, 201)


def test_a_password_is_not_changed_without_the_present_one(ann: Guest, bob: Guest) -> None:
    register(ann, "Careful")
    answer = ann.http.put("/api/me/password", json={"old": "wrong horse", "new": "battery staple"})
    assert (answer.status_code, answer.json()["message"]) == (403, "That is not your present password.")
    assert bob.http.put("/api/me/password", json={"old": "correct horse", "new": "battery staple"}).status_code == 403
    short = ann.http.put("/api/me/password", json={"old": "correct horse", "new": "x"})
    assert short.json()["message"] == "`new` must have at least 8 characters."
    log_in(bob, "Careful")


def verify(guest: Guest, token: str, status: int = 204) -> dict[str, str] | None:
    answer: dict[str, str] | None = guest.post("/api/verification", {"token": token}, status)
    return answer


def test_an_address_counts_once_its_link_was_opened(tmp_path: Path, sink: Sink) -> None:
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        register(ann, "Ann")
        assert ann.http.put("/api/me", json={"email": "ann@games.example"}).status_code == 204
        assert "verified" not in ann.get("/api/me")
        kind, token = last_link(sink, 1)
        assert kind == "verify"
        verify(bob, token)  # in whatever browser the mail was opened
        assert ann.get("/api/me")["verified"]
        refused = verify(bob, token, 403)
        assert refused
        assert "works once" in refused["message"]
        ann.http.put("/api/me", json={"email": "other@games.example"})
        assert "verified" not in ann.get("/api/me"), "another address has to be verified again"
        _, second = last_link(sink, 2)
        ann.http.put("/api/me", json={"email": "third@games.example"})
        _, third = last_link(sink, 3)
        verify(bob, second, 403)
        ann.http.put("/api/me", json={"email": ""})
        verify(bob, third)
        assert "verified" not in ann.get("/api/me"), "the address of the link is not the account's any more"


def test_a_link_ends_with_time(tmp_path: Path, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(account_links.LIFETIME_MS, "verify", -1)
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann:
        register(ann, "Ann")
        ann.http.put("/api/me", json={"email": "ann@games.example"})
        verify(ann, last_link(sink, 1)[1], 403)


def test_nobody_is_flooded_with_mails(tmp_path: Path, sink: Sink) -> None:
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        register(ann, "Ann")
        register(bob, "Bob")
        ann.http.put("/api/me", json={"email": "victim@games.example"})
        ann.post("/api/me/verification", status=204)
        ann.post("/api/me/verification", status=204)
        assert ann.post("/api/me/verification", status=429)["message"] == "Too many mails; wait some minutes."
        answer = bob.http.put("/api/me", json={"email": "Victim@games.example"})
        assert answer.status_code == 429, "another account adds nothing"
        assert len(sink.mails) == 3


def test_a_password_is_reset_by_mail_to_a_verified_address(tmp_path: Path, sink: Sink) -> None:
    with Server(tmp_path, smtp=sink.url) as server, server.guest() as ann, server.guest() as bob:
        register(ann, "Ann")
        ann.http.put("/api/me", json={"email": "ann@games.example"})
        bob.post("/api/password/link", {"name": "ann"}, 204)
        bob.post("/api/password/link", {"name": "nobody"}, 204)
        verify(ann, last_link(sink, 1)[1])
        bob.post("/api/password/link", {"name": "ann"}, 204)
        kind, token = last_link(sink, 2)
        assert kind == "reset"
        assert sink.mails[1][0] == ["<ann@games.example>"]
        verify(bob, token, 403)
        answer = bob.post("/api/password", {"token": token, "password": "battery staple"}, 200)
        assert answer["account"] == "Ann"
        assert bob.get("/api/me")["account"] == "Ann", "who has the link is logged in"
        assert ann.get("/api/me") == {}, "everybody else is logged out"
        bob.post("/api/password", {"token": token, "password": "another one!"}, 403)
        ann.post("/api/session", {"name": "Ann", "password": "battery staple"}, 201)
        assert len(sink.mails) == 2, "nothing was sent to an address that is not verified, or for nobody"


def test_without_mail_the_operator_makes_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HORDES_FOLDER", str(tmp_path))
    with Server(tmp_path) as server, server.guest() as ann, server.guest() as bob:
        register(ann, "Ann")
        answer = bob.post("/api/password/link", {"name": "Ann"}, 409)
        assert "hordes accounts reset NAME" in answer["message"]
        assert app(["accounts", "reset", "ANN"]) == 0
        match = LINK.search(capsys.readouterr().out)
        assert match
        assert (
            bob.post("/api/password", {"token": match.group(2), "password": "battery staple"}, 200)["account"] == "Ann"
        )
        bob.post("/api/password", {"token": match.group(2), "password": "battery staple"}, 403)
        with pytest.raises(BadRequest, match=r"There is no account nobody\."):
            app(["accounts", "reset", "nobody"])


def test_mail_addresses_are_one_line(ann: Guest) -> None:
    register(ann, "Liner")
    for bad in ("a@b\n", "\na@b", "a@b\u2028"):
        answer = ann.http.put("/api/me", json={"email": bad})
        assert answer.status_code == 400, bad
        assert answer.json()["message"].startswith("A mail address is one address")
