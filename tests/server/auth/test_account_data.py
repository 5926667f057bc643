"""Export and deletion of an account."""

import json
from typing import Any

import pytest

from tests.server.auth.test_sessions import log_in, register
from tests.server.clients import ME, OPEN, Guest, Server

PASSWORD = {"password": "correct horse"}


def delete(guest: Guest, body: dict[str, str], status: int = 200) -> Any:
    answer = guest.http.request("DELETE", "/api/me", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def play_rated_game(ann: Guest, bob: Guest, names: tuple[str, str]) -> str:
    """A finished, rated game between two accounts; the first one resigns."""
    for guest, name in zip((ann, bob), names, strict=True):
        register(guest, name)
    made = ann.create([ME, OPEN], name=names[0], title="Finished")
    bob.join(made, names[1])
    ann.post(f"/api/tables/{made['table']}/resign", {"type": "resign", "id": "r"})
    ann.ratings("smallworld", *names)
    return str(made["table"])


def test_an_export_has_everything_of_the_account_and_nothing_of_others(ann: Guest, bob: Guest) -> None:
    table = play_rated_game(ann, bob, ("Exporter", "Opponent"))
    ann.http.put("/api/me", json={"email": "exporter@games.example", "client": {"sound": False}})
    with bob.open_viewer(table) as other, ann.open_viewer(table) as me:
        me.until("snapshot")
        me.send(type="say", text="my own line")
        me.until("chat")
        other.send(type="say", text="the other's line")
        number = me.until("chat")["n"]
    ann.post(f"/api/tables/{table}/mute", {"line": number}, 200)
    data = ann.get("/api/me/export")
    assert data["account"]["name"] == "Exporter"
    assert data["preferences"] == {"email": "exporter@games.example", "client": {"sound": False}}
    assert [rating["games"] for rating in data["ratings"]] == [1]
    assert [game["id"] for game in data["games"]] == [table]
    assert [json.loads(line["body"])["type"] for line in data["games"][0]["log"]] == ["resign"]
    assert [line["text"] for line in data["chat"]] == ["my own line"]
    assert [muted["name"] for muted in data["muted"]] == ["Opponent"]
    assert len(data["sessions"]) == 1
    assert {"push", "reports"} <= set(data)
    text = json.dumps(data)
    assert "argon2" not in text
    assert "key_hash" not in text
    assert bob.get("/api/me/export")["account"]["name"] == "Opponent"


def test_a_guest_has_nothing_to_export_or_delete(ann: Guest) -> None:
    ann.create([ME, OPEN])
    assert ann.get("/api/me/export", 403)["message"] == "This needs an account; please log in."
    assert delete(ann, PASSWORD, 403)["code"] == "forbidden"


def test_deleting_an_account_asks_for_the_password(ann: Guest, bob: Guest) -> None:
    register(ann, "Undecided")
    assert delete(ann, {"password": "wrong horse"}, 403)["message"] == "That is not your present password."
    assert delete(ann, {}, 400)["message"] == "The field `password` is missing."
    register(bob, "Bystander")
    assert delete(bob, {"password": "another one"}, 403)["code"] == "forbidden"
    assert ann.get("/api/me")["account"] == "Undecided"


def test_a_deleted_account_leaves_its_games_and_nothing_else(server: Server, ann: Guest, bob: Guest) -> None:
    table = play_rated_game(ann, bob, ("Goner", "Stayer"))
    with ann.open_viewer(table) as me:
        me.until("snapshot")
        me.send(type="say", text="forget this")
        me.until("chat")
    running = ann.create([ME, OPEN], name="Goner")
    bob.join(running, "Stayer")
    waiting = bob.create([ME, OPEN, OPEN], name="Stayer")
    ann.join(waiting, "Goner")
    with server.guest() as elsewhere:
        log_in(elsewhere, "Goner")
        with elsewhere.open_viewer(running["table"]) as viewer:
            viewer.until("snapshot")
            assert delete(ann, PASSWORD) == {}
            assert viewer.close_code() in (1001, 1008)
        assert elsewhere.get("/api/me") == {}
    assert [seat["name"] for seat in bob.get(f"/api/tables/{table}")["seats"]] == ["deleted account", "Stayer"]
    assert bob.get(f"/api/tables/{running['table']}")["status"] == "over", "the account resigned"
    assert [seat["kind"] for seat in bob.get(f"/api/tables/{waiting['table']}")["seats"]] == ["human", "open", "open"]
    assert ann.get("/api/players/Goner")["ratings"] == []
    with bob.open_viewer(table) as other:
        other.until("snapshot")
        other.send(type="say", text="next")
        assert other.until("chat")["text"] == "next", "the line of the deleted account is gone"
    bearer = {"Authorization": f"Bearer {running['token']}"}
    assert ann.get(f"/api/tables/{running['table']}/view", 403, headers=bearer)["code"] == "forbidden"
    ann.post("/api/session", {"name": "Goner", **PASSWORD}, 403)
    register(ann, "Goner")
    assert ann.get("/api/me/tables")["tables"] == [], "the name is free, what it had is gone"


@pytest.mark.parametrize("path", ["/api/me/export", "/api/me/sessions", "/api/me/muted"])
def test_what_an_account_has_is_not_shown_to_strangers(server: Server, path: str) -> None:
    with server.guest() as stranger:
        answer = stranger.http.get(path)
        assert answer.status_code == 403 or answer.json() == {"muted": []}
