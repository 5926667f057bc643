"""Who may do what: every route of accounts, seats and chat, for strangers, spectators, players and other sites."""

from collections.abc import Iterator
from typing import Any

import pytest

from hordes.server.http.rate_limits import KeyedBuckets
from tests.server.clients import ME, OPEN, Guest, Server

Route = tuple[str, str, Any]
ACCOUNT_ROUTES: list[Route] = [
    ("GET", "/api/me/sessions", None),
    ("DELETE", "/api/me/sessions", None),
    ("DELETE", "/api/me/sessions/1", None),
    ("PUT", "/api/me/password", {"old": "correct horse", "new": "battery staple"}),
    ("GET", "/api/me/export", None),
    ("DELETE", "/api/me", {"password": "correct horse"}),
    ("POST", "/api/me/verification", None),
    ("PUT", "/api/me", {"email": ""}),
]
TABLE_ROUTES: list[Route] = [
    ("POST", "/token", None),
    ("POST", "/kick", {"seat": 0}),
    ("POST", "/abort", None),
    ("POST", "/close", None),
    ("POST", "/chat", {"enabled": False}),
    ("POST", "/mute", {"line": 1}),
    ("POST", "/report", {"line": 1}),
]
OPEN_ROUTES: list[Route] = [
    ("POST", "/api/verification", {"token": "x"}),
    ("POST", "/api/password/link", {"name": "nobody"}),
    ("POST", "/api/password", {"token": "x", "password": "battery staple"}),
    ("DELETE", "/api/me/muted/1", None),
    ("DELETE", "/api/session", None),
]


@pytest.fixture(autouse=True)
def patience(server: Server) -> None:
    server.manager.login_buckets = KeyedBuckets(0.2, 10)


@pytest.fixture
def made(ann: Guest, bob: Guest) -> Iterator[dict[str, Any]]:
    """A running private table of Ann and Bob; Ann is the host."""
    made = ann.create([ME, OPEN])
    bob.join(made, "Bob")
    yield made
    assert ann.get(f"/api/tables/{made['table']}")["status"] == "running", "nobody has changed anything"


def ask(guest: Guest, method: str, path: str, body: Any, **headers: str) -> tuple[int, str]:
    answer = guest.http.request(method, path, json=body, headers=headers)
    return answer.status_code, answer.json().get("code", "") if answer.content else ""


@pytest.mark.parametrize(("method", "path", "body"), ACCOUNT_ROUTES)
def test_what_belongs_to_an_account_needs_one(
    server: Server, made: dict[str, Any], ann: Guest, method: str, path: str, body: Any
) -> None:
    with server.guest() as stranger:
        assert ask(stranger, method, path, body) == (403, "forbidden"), "a stranger"
        assert ask(ann, method, path, body) == (403, "forbidden"), "a guest with a seat"
        assert ask(stranger, method, path, body, Authorization=f"Bearer {made['token']}") == (403, "forbidden")


@pytest.mark.parametrize(("method", "path", "body"), TABLE_ROUTES)
def test_what_belongs_to_a_table_is_not_a_strangers(
    server: Server, made: dict[str, Any], ann: Guest, method: str, path: str, body: Any
) -> None:
    with server.guest() as stranger:
        other = stranger.create([ME, OPEN])
        for headers in ({}, {"x-invite": "A" * 22}):
            status, code = ask(stranger, method, f"/api/tables/{made['table']}{path}", body, **headers)
            assert (status, code) in ((403, "forbidden"), (404, "no_table")), headers
        foreign = {"Authorization": f"Bearer {other['token']}"}
        status, _ = ask(stranger, method, f"/api/tables/{made['table']}{path}", body, **foreign)
        assert status in (403, 404), "the token of another table"
        status, _ = ask(stranger, method, f"/api/tables/{'A' * 22}{path}", body)
        assert status == 404


@pytest.mark.parametrize(
    ("method", "path", "body"), [route for route in TABLE_ROUTES if route[1] not in ("/mute", "/report")]
)
def test_spectators_change_nothing(server: Server, made: dict[str, Any], method: str, path: str, body: Any) -> None:
    with server.guest() as spectator:
        spectator.create([ME, OPEN])  # a visitor with a cookie
        status, code = ask(
            spectator, method, f"/api/tables/{made['table']}{path}", body, **{"x-invite": made["invite"]}
        )
        assert (status, code) in ((403, "forbidden"), (404, "no_table"))


@pytest.mark.parametrize("path", ["/close", "/chat"])
def test_what_is_the_hosts_is_no_other_players(made: dict[str, Any], bob: Guest, path: str) -> None:
    body = {"enabled": False} if path == "/chat" else None
    assert ask(bob, "POST", f"/api/tables/{made['table']}{path}", body) == (403, "forbidden")


@pytest.mark.parametrize("site", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_pages_of_other_sites_do_nothing_with_ones_cookie(
    server: Server, made: dict[str, Any], ann: Guest, site: dict[str, str]
) -> None:
    routes = [*ACCOUNT_ROUTES, *OPEN_ROUTES]
    routes += [(method, f"/api/tables/{made['table']}{path}", body) for method, path, body in TABLE_ROUTES]
    for method, path, body in routes:
        if method != "GET":
            assert ask(ann, method, path, body, **site) == (403, "foreign_origin"), path


@pytest.mark.parametrize("path", ["/api/verification", "/api/password", "/api/password/link", "/api/me/password"])
def test_tokens_and_passwords_cannot_be_guessed_fast(server: Server, path: str) -> None:
    body = {"token": "x"} if path.endswith("verification") else {"token": "x", "password": "battery staple"}
    body = {"name": "x"} if path.endswith("link") else {"old": "x", "new": "battery staple"} if "me" in path else body
    with server.guest() as guest:
        method = "PUT" if "me" in path else "POST"
        assert [ask(guest, method, path, body)[0] for _ in range(12)][-1] == 429


def test_a_link_that_does_not_exist_is_refused_with_a_sentence(ann: Guest) -> None:
    answer = ann.post("/api/password", {"token": "x", "password": "battery staple"}, 403)
    assert answer["message"].startswith("This link is not valid any more")
    assert ann.post("/api/verification", {"token": "x"}, 403) == answer
