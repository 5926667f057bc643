"""Sessions of accounts: listed, ended one by one or all at once, on every process; cookies of older versions."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from hordes.server.auth import sessions
from hordes.server.auth.tokens import COOKIE
from hordes.server.db import schema
from tests.server.clients import ME, OPEN, Guest, Server

PASSWORD = "correct horse"


def register(guest: Guest, name: str) -> None:
    guest.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)


def log_in(guest: Guest, name: str) -> None:
    guest.post("/api/session", {"name": name, "password": PASSWORD}, 201)


def cookie_of(guest: Guest) -> str:
    return str(guest.http.cookies[COOKIE])


@contextmanager
def with_cookie(server: Server, cookie: str) -> Iterator[Guest]:
    """Somebody who has got hold of a cookie."""
    with server.guest() as guest:
        guest.http.cookies.set(COOKIE, cookie)
        yield guest


def test_a_cookie_is_worth_nothing_after_logging_out(server: Server, ann: Guest) -> None:
    register(ann, "Leaver")
    stolen = cookie_of(ann)
    with with_cookie(server, stolen) as thief:
        assert thief.get("/api/me")["account"] == "Leaver"
        ann.http.delete("/api/session")
        assert thief.get("/api/me") == {}
        assert thief.get("/api/me/sessions", 403)["message"] == "This needs an account; please log in."
    assert cookie_of(ann) != stolen


def test_logging_out_closes_the_sockets_of_the_session_and_no_others(server: Server, ann: Guest, bob: Guest) -> None:
    register(ann, "TwoPlaces")
    log_in(bob, "TwoPlaces")
    made = ann.create([ME, OPEN])
    with ann.open_viewer(made["table"]) as here, bob.open_viewer(made["table"]) as there:
        here.until("snapshot")
        there.until("snapshot")
        ann.http.delete("/api/session")
        assert here.until("no")["message"] == "You have been logged out here; please log in again."
        assert here.close_code() == 1008
        there.send(type="ping")
        assert there.until("pong")


def test_the_end_of_a_session_is_noticed_by_the_other_processes(tmp_path: Path) -> None:
    url = str(tmp_path / "shared.db")
    with Server(tmp_path, database=url) as first, Server(tmp_path, database=url) as second, first.guest() as ann:
        register(ann, "Everywhere")
        made = ann.create([ME, OPEN])
        with with_cookie(second, cookie_of(ann)) as elsewhere, elsewhere.open_viewer(made["table"]) as viewer:
            viewer.until("snapshot")
            ann.http.delete("/api/session")
            assert viewer.close_code() == 1008
            assert elsewhere.get("/api/me") == {}
            elsewhere.get(f"/api/tables/{made['table']}", 404)


def test_who_waits_for_a_move_gets_nothing_once_logged_out(server: Server, ann: Guest) -> None:
    register(ann, "Waiter")
    made = ann.create([ME, OPEN])
    path = f"/api/tables/{made['table']}/view?since=0&wait=20"
    with with_cookie(server, cookie_of(ann)) as thief, ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(thief.http.get, path)
        table = server.manager.tables[made["table"]]
        deadline = time.monotonic() + 60
        while table._next_entry is None and time.monotonic() < deadline:
            time.sleep(0.01)
        ann.http.delete("/api/session")
        with server.guest() as bob:
            bob.join(made, "Bob")
        assert waiting.result(30).status_code == 404


def test_sessions_are_listed_with_device_and_ended_one_by_one(server: Server, ann: Guest, bob: Guest) -> None:
    ann.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
    bob.http.headers["user-agent"] = "a-program/1.0\u00ad" + "x" * 500
    register(ann, "Lister")
    log_in(bob, "Lister")
    listed = ann.get("/api/me/sessions")["sessions"]
    mine, other = sorted(listed, key=lambda session: not session.get("current", False))
    assert mine["device"] == "Firefox, Linux"
    assert other["device"].startswith("a-program/1.0")
    assert len(other["device"]) <= 60
    assert not other.get("current", False)
    assert mine["created"] <= mine["seen"]
    assert ann.http.delete(f"/api/me/sessions/{other['id']}").status_code == 204
    assert bob.get("/api/me") == {}
    assert ann.get("/api/me")["account"] == "Lister"
    again = ann.http.delete(f"/api/me/sessions/{other['id']}")
    assert (again.status_code, again.json()["message"]) == (409, "There is no such session any more.")


def test_nobody_ends_a_session_of_another_account(server: Server, ann: Guest, bob: Guest) -> None:
    register(ann, "Owner1")
    register(bob, "Stranger1")
    number = ann.get("/api/me/sessions")["sessions"][0]["id"]
    assert bob.http.delete(f"/api/me/sessions/{number}").status_code == 409
    assert bob.http.delete("/api/me/sessions").status_code == 204
    assert ann.get("/api/me")["account"] == "Owner1"


def test_all_others_are_ended_at_once(server: Server, ann: Guest, bob: Guest) -> None:
    register(ann, "Cleaner")
    log_in(bob, "Cleaner")
    assert ann.http.delete("/api/me/sessions").status_code == 204
    assert bob.get("/api/me") == {}
    assert [session["current"] for session in ann.get("/api/me/sessions")["sessions"]] == [True]


def test_logging_in_again_ends_the_session_this_browser_had(server: Server, ann: Guest) -> None:
    register(ann, "Again")
    before = cookie_of(ann)
    log_in(ann, "Again")
    assert len(ann.get("/api/me/sessions")["sessions"]) == 1
    with with_cookie(server, before) as thief:
        assert thief.get("/api/me") == {}


def test_a_session_that_is_not_used_ends(server: Server, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    register(ann, "Sleeper")
    monkeypatch.setattr(sessions, "MAX_IDLE_MS", -1_000)
    assert ann.get("/api/me") == {}


def test_an_account_has_a_limited_number_of_sessions(
    server: Server, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MAX_SESSIONS", 2)
    register(ann, "Many")
    for _ in range(3):
        with server.guest() as guest:
            log_in(guest, "Many")
    assert ann.get("/api/me") == {}, "it was the oldest"


def test_who_plays_with_the_cookie_keeps_the_session(server: Server, ann: Guest) -> None:
    """Answers that renew the cookie must not replace the session by something else."""
    register(ann, "Keeper")
    made = ann.create([ME, OPEN])
    ann.post(f"/api/tables/{made['table']}/claim", headers={"Authorization": f"Bearer {made['token']}"})
    assert ann.get("/api/me")["account"] == "Keeper"
    assert len(ann.get("/api/me/sessions")["sessions"]) == 1


def make_old_cookie(server: Server, name: str) -> str:
    """A cookie as versions before 0.2 signed it, of an account that they made."""

    async def work() -> int:
        table = schema.account

        def change(connection: Any) -> int:
            number = connection.execute(table.select().where(table.c.name == name)).one().id
            connection.execute(table.update().where(table.c.id == number).values(old_cookies=True))
            return int(number)

        return await server.manager.database.write(change)

    return server.manager.signer.sign_visitor(f"a:{server.run(work())}")


def test_cookies_of_older_versions_go_on_until_one_of_them_logs_out(server: Server, ann: Guest) -> None:
    register(ann, "Oldie")
    old = make_old_cookie(server, "Oldie")
    with with_cookie(server, old) as home, with_cookie(server, old) as thief:
        assert home.get("/api/me")["account"] == "Oldie"
        made = home.create([ME, OPEN])
        assert home.get("/api/me")["account"] == "Oldie", "the old cookie is kept as it is"
        listed = {session["id"]: session for session in home.get("/api/me/sessions")["sessions"]}
        assert listed[0]["current"]
        with thief.open_viewer(made["table"]) as viewer:
            viewer.until("snapshot")
            home.http.delete("/api/session")
            assert viewer.close_code() == 1008
        assert thief.get("/api/me") == {}
    assert ann.get("/api/me")["account"] == "Oldie", "sessions of this version are others"


@pytest.mark.parametrize("path", ["/api/me/sessions", "/api/me/sessions/0"])
def test_old_cookies_can_be_ended_from_another_session(server: Server, ann: Guest, path: str) -> None:
    name = f"Ender{len(path)}"
    register(ann, name)
    with with_cookie(server, make_old_cookie(server, name)) as thief:
        assert thief.get("/api/me")["account"] == name
        assert ann.http.delete(path).status_code == 204
        assert thief.get("/api/me") == {}
    assert ann.get("/api/me")["account"] == name


def test_a_new_account_has_no_old_cookies(server: Server, ann: Guest) -> None:
    register(ann, "Newbie")
    forged = server.manager.signer.sign_visitor("a:1")
    with with_cookie(server, forged) as guest:
        assert guest.get("/api/me") == {}


@pytest.mark.parametrize("content", ["a:x", "a:", "a:-1", "a:" + "9" * 30, "s:", "s:unknown", "z:1"])
def test_strange_cookies_are_nobodys(server: Server, content: str) -> None:
    with with_cookie(server, server.manager.signer.sign_visitor(content)) as guest:
        assert guest.get("/api/me") == {}


def test_a_session_that_cannot_be_looked_up_is_answered_with_a_refusal(
    server: Server, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(ann, "Unlucky")

    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("away"))

    monkeypatch.setattr(sessions, "find_visitor", fail)
    answer = ann.http.get("/api/me")
    assert answer.status_code >= 500
    assert answer.json()["message"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert ann.http.get("/health").status_code == 200, "what needs no visitor needs no session"
    monkeypatch.undo()
    assert ann.get("/api/me")["account"] == "Unlucky"


def test_a_seat_link_of_an_account_is_no_way_into_the_account(server: Server, ann: Guest) -> None:
    register(ann, "Linked")
    made = ann.create([ME, OPEN])
    bearer = {"Authorization": f"Bearer {made['token']}"}
    with server.guest() as thief:
        answer = thief.post(f"/api/tables/{made['table']}/claim", status=403, headers=bearer)
        assert answer["message"].startswith("This seat belongs to an account: log in to play it here.")
        assert thief.get("/api/me") == {}
        thief.get(f"/api/tables/{made['table']}/view", headers=bearer)
    assert ann.get("/api/me/tables")["tables"][0]["id"] == made["table"]
