"""Optional accounts: they keep seats, preferences and ratings of a player."""

import pytest

from tests.server.clients import ME, OPEN, Guest, Server


def register(guest: Guest, name: str) -> None:
    guest.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)


def test_an_account_takes_over_the_guests_seats(server: Server, ann: Guest) -> None:
    made = ann.create([ME, OPEN])
    register(ann, "Anna")
    assert ann.get("/api/me")["account"] == "Anna"
    assert ann.get("/api/me/tables")["tables"][0]["id"] == made["table"]
    with server.guest() as elsewhere:
        assert elsewhere.post("/api/session", {"name": "anna", "password": "wrong horse"}, 403)["code"] == "forbidden"
        assert elsewhere.post("/api/session", {"name": "nobody", "password": "wrong horse"}, 403)["code"] == "forbidden"
        elsewhere.post("/api/session", {"name": "ANNA", "password": "correct horse"}, 201)
        assert elsewhere.get("/api/me/tables")["tables"][0]["id"] == made["table"]
        elsewhere.http.delete("/api/session")
        assert elsewhere.get("/api/me/tables")["tables"] == []


def test_a_name_is_taken_once(ann: Guest, bob: Guest) -> None:
    register(ann, "Twice")
    assert bob.post("/api/accounts", {"name": "tWICE", "password": "correct horse"}, 409)["code"] == "taken"


def test_preferences_are_kept(ann: Guest, bob: Guest) -> None:
    assert ann.http.put("/api/me", json={}).status_code == 403
    register(ann, "Picky")
    assert ann.http.put("/api/me", json={"email": "a@b.example", "client": {"sound": False}}).status_code == 204
    assert ann.get("/api/me")["preferences"] == {"email": "a@b.example", "client": {"sound": False}}
    assert ann.http.put("/api/me", json={"email": "no address\r\nBcc: x@y"}).status_code == 400


def test_results_of_registered_players_are_rated_once(server: Server, ann: Guest, bob: Guest) -> None:
    register(ann, "Winner")
    register(bob, "Loser")
    made = ann.create([ME, OPEN])
    bob.join(made)
    with ann.open_viewer(made["table"]) as viewer:
        viewer.until("snapshot")
        bob.post(f"/api/tables/{made['table']}/resign", {"type": "resign", "id": "r"})
        while viewer.until("welcome")["table"]["status"] != "over":
            pass
    ratings = ann.ratings("smallworld", "Winner", "Loser")
    assert ratings["Winner"]["mu"] > 25 > ratings["Loser"]["mu"]
    assert ratings["Winner"]["games"] == 1
    assert ann.get("/api/players/winner")["ratings"] == [ratings["Winner"]]


@pytest.mark.parametrize("password", ["short", "x" * 201])
def test_passwords_have_a_length(ann: Guest, password: str) -> None:
    ann.post("/api/accounts", {"name": "Somebody", "password": password}, 400)


def test_guessing_is_slow(server: Server, ann: Guest) -> None:
    while server.manager.login_buckets.take("127.0.0.1"):
        pass
    assert ann.post("/api/session", {"name": "x1", "password": "12345678"}, 429)["code"] == "too_much"
