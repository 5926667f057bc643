"""Seats: one for each visitor at public tables, renewed tokens, kicking, voting, aborting and closing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hordes.server.moderation import removal
from tests.server.clients import BOT, ME, OPEN, SEED_SEAT_0_BEGINS, Guest, Server

RESIGN = {"type": "resign", "id": "r"}


def bearer(made: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['token']}"}


def kinds(guest: Guest, made: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in guest.get(f"/api/tables/{made['table']}")["seats"]]


@contextmanager
def two_servers(path: Path, **settings: Any) -> Iterator[tuple[Server, Server]]:
    """Two processes on one database."""
    shared = {"database": str(path / "shared.db")} | settings
    with Server(path, **shared) as first, Server(path, **shared) as second:
        yield first, second


# One seat for each visitor


def test_one_visitor_takes_one_seat_of_a_public_table(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, OPEN], public=True)
    bob.join(made, "Bob")
    answer = bob.post(f"/api/tables/{made['table']}/join", {"name": "Bob"}, 409)
    assert answer["message"] == "You have a seat at this table already; one is for each player."
    assert kinds(ann, made) == ["human", "human", "open"]
    ann.join(made, "Ann")
    assert kinds(ann, made) == ["human"] * 3, "whoever made the table may play several seats"


@pytest.mark.parametrize("more", [{"public": False}, {"public": True, "several_seats": True}])
def test_several_seats_are_for_private_tables_and_where_the_host_says_so(
    ann: Guest, bob: Guest, more: dict[str, bool]
) -> None:
    made = ann.create([ME, OPEN, OPEN], **more)
    assert ann.get(f"/api/tables/{made['table']}").get("several_seats", False) is more.get("several_seats", False)
    bob.join(made, "Bob")
    bob.join(made, "Bob")
    assert kinds(ann, made) == ["human"] * 3


# Renewed tokens


def test_a_leaked_link_ends_when_it_is_renewed(server: Server, ann: Guest) -> None:
    made = ann.create([ME, OPEN])
    with server.guest() as thief, thief.open_viewer(made["table"], token=made["token"]) as viewer:
        viewer.until("snapshot")
        with ann.open_viewer(made["table"]) as mine:
            mine.until("snapshot")
            renewed = ann.post(f"/api/tables/{made['table']}/token", status=200)
            assert viewer.until("no")["message"] == "This seat token is no longer valid."
            assert viewer.close_code() == 1008
            mine.send(type="ping")
            assert mine.until("pong"), "who came with the cookie stays"
        thief.get(f"/api/tables/{made['table']}/view", 403, headers=bearer(made))
        assert thief.get(f"/api/tables/{made['table']}/view", headers=bearer(renewed))["you"] == [0]


def test_a_link_does_not_renew_itself(server: Server, ann: Guest) -> None:
    made = ann.create([ME, OPEN])
    with server.guest() as thief:
        answer = thief.post(f"/api/tables/{made['table']}/token", status=403, headers=bearer(made))
        assert answer["message"].startswith("Only the browser or account that holds the seat")
    ann.get(f"/api/tables/{made['table']}/view", headers=bearer(made))


def test_a_renewed_link_ends_sockets_of_other_processes(tmp_path: Path) -> None:
    with two_servers(tmp_path) as (first, second), first.guest() as ann, second.guest() as thief:
        made = ann.create([ME, OPEN])
        with thief.open_viewer(made["table"], token=made["token"]) as viewer:
            viewer.until("snapshot")
            ann.post(f"/api/tables/{made['table']}/token", status=200)
            assert viewer.close_code() == 1008


# Kicking before the game


def test_the_host_removes_who_waits_at_the_table(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, OPEN])
    taken = bob.join(made, "Bob")
    path = f"/api/tables/{made['table']}"
    with bob.open_viewer(made["table"], invite=made["invite"]) as viewer:
        viewer.until("snapshot")
        ann.post(f"{path}/kick", {"seat": 1}, 204)
        assert viewer.close_code() == 1001
    assert kinds(ann, made) == ["human", "open", "open"]
    bob.get(f"{path}/view", 403, headers=bearer(taken))
    answer = bob.post(f"{path}/join", {"name": "Bob", "invite": made["invite"]}, 403)
    assert answer["message"] == "The host has removed you from this table."
    ann.post(f"{path}/bots", {"seat": 1, "level": "random"}, 204)
    ann.post(f"{path}/kick", {"seat": 1}, 204)
    assert kinds(ann, made) == ["human", "open", "open"], "a bot, too"


def test_kicking_is_the_hosts_and_has_limits(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, OPEN], public=True)
    bob.join(made, "Bob")
    path = f"/api/tables/{made['table']}/kick"
    with server.guest() as stranger:
        for guest in (bob, stranger):
            assert guest.post(path, {"seat": 0}, 403)["message"] == "Only whoever made the table can do that."
        stranger.post(path, {"seat": 1}, 403, headers=bearer(made))
    assert "your own seat" in ann.post(path, {"seat": 0}, 409)["message"]
    assert ann.post(path, {"seat": 2}, 409)["message"] == "Nobody sits there."
    assert "There is no seat 9" in ann.post(path, {"seat": 9}, 400)["message"]
    other = bob.create([ME, OPEN])
    ann.post(f"/api/tables/{other['table']}/kick", {"seat": 0}, 403)
    assert kinds(ann, made) == ["human", "human", "open"]


# Removing after the start


def start_game(people: list[Guest], **more: Any) -> dict[str, Any]:
    made = people[0].create([ME, *[OPEN] * (len(people) - 1)], name="P0", **more)
    for number, guest in enumerate(people[1:], start=1):
        guest.join(made, f"P{number}")
    return made


def test_all_others_remove_a_player_by_vote(server: Server, ann: Guest, bob: Guest) -> None:
    with server.guest() as carl:
        made = start_game([ann, bob, carl])
        path = f"/api/tables/{made['table']}"
        ann.post(f"{path}/kick", {"seat": 2}, 204)
        assert ann.get(path)["removals"] == [{"seat": 2, "votes": [0]}]
        assert "nothing to vote about" in ann.post(f"{path}/kick", {"seat": 2}, 409)["message"]
        ann.post(f"{path}/kick", {"seat": 2, "agree": False}, 204)
        assert "removals" not in ann.get(path)
        bob.post(f"{path}/kick", {"seat": 2}, 204)
        assert not carl.get(path)["seats"][2].get("resigned", False), "one vote is not enough"
        with carl.open_viewer(made["table"]) as viewer:
            viewer.until("snapshot")
            ann.post(f"{path}/kick", {"seat": 2}, 204)
            viewer.until("step", kind="resign", by=2)
        assert carl.get(path)["seats"][2]["resigned"]


def test_one_person_does_not_remove_another_alone(server: Server, ann: Guest, bob: Guest) -> None:
    made = start_game([ann, bob])
    path = f"/api/tables/{made['table']}/kick"
    answer = ann.post(path, {"seat": 1}, 409)
    assert answer["message"].startswith("A vote takes at least two other people")
    assert "Only another person" in ann.post(path, {"seat": 0}, 409)["message"]
    with server.guest() as stranger:
        stranger.post(path, {"seat": 1}, 404)


def test_spectators_and_who_has_resigned_do_not_vote(server: Server, ann: Guest, bob: Guest) -> None:
    with server.guest() as carl, server.guest() as spectator:
        made = start_game([ann, bob, carl], public=True)
        path = f"/api/tables/{made['table']}"
        assert spectator.post(f"{path}/kick", {"seat": 1}, 403)["message"] == "Only those who play here can do that."
        carl.post(f"{path}/resign", RESIGN)
        carl.post(f"{path}/kick", {"seat": 1}, 403)
        spectator.post(f"{path}/abort", status=403)


def test_at_a_rated_table_votes_remove_nobody(server: Server, ann: Guest, bob: Guest) -> None:
    with server.guest() as carl:
        for guest, name in ((ann, "RatedA"), (bob, "RatedB")):
            guest.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
        made = start_game([ann, bob, carl])
        answer = ann.post(f"/api/tables/{made['table']}/kick", {"seat": 2}, 409)
        assert answer["message"] == "The game is rated: a player can be removed only after 3 days without a move."


def test_who_was_away_for_days_is_removed_by_anybody(ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    made = start_game([ann, bob], seed=SEED_SEAT_0_BEGINS)
    path = f"/api/tables/{made['table']}"
    monkeypatch.setattr(removal, "LONG_ABSENCE_MS", 0)
    assert bob.get(f"{path}/view")["facts"]["to_move"] == 0
    ann.post(f"{path}/kick", {"seat": 1}, 409)
    bob.post(f"{path}/kick", {"seat": 0}, 204)
    assert bob.get(path)["result"]["winners"] == [1]


# Aborting and closing


def test_a_game_is_aborted_until_everybody_has_moved_and_not_rated(server: Server, ann: Guest, bob: Guest) -> None:
    for guest, name in ((ann, "AbortA"), (bob, "AbortB")):
        guest.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
    made = start_game([ann, bob])
    path = f"/api/tables/{made['table']}"
    with server.guest() as stranger:
        stranger.post(f"{path}/abort", status=404)
    ack = bob.post(f"{path}/abort", status=200)
    assert bob.post(f"{path}/abort", status=200) == ack | {"again": True}, "an answer that was lost is repeated"
    table = ann.get(path)
    assert (table["ply"], table["status"]) == (ack["ply"], "over")
    assert table["result"]["winners"] == []
    assert table["result"]["reason"] == "the game was aborted"
    assert ann.post(f"{path}/abort", status=409)["message"] == "The game is over."
    again = start_game([ann, bob])
    bob.post(f"/api/tables/{again['table']}/resign", RESIGN)
    ratings = ann.ratings("smallworld", "AbortA", "AbortB")
    assert [ratings[name]["games"] for name in ("AbortA", "AbortB")] == [1, 1], "only the second game counts"
    assert ann.get(f"{path}/history")["steps"][-1]["kind"] == "abort"
    del server.manager.tables[made["table"]]
    assert ann.get(path)["result"]["reason"] == "the game was aborted", "also after it was read again"


def test_a_game_in_which_everybody_has_moved_is_not_aborted(ann: Guest) -> None:
    made = ann.create([ME, BOT])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        me.move(me.my_turn()[0])
    answer = ann.post(f"/api/tables/{made['table']}/abort", status=409)
    assert answer["message"].startswith("Everybody has moved")


def test_the_host_closes_a_table_that_waits(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, OPEN], public=True)
    bob.join(made, "Bob")
    path = f"/api/tables/{made['table']}"
    bob.post(f"{path}/close", status=403)
    bob.post(f"{path}/close", status=403, headers=bearer(made))
    with bob.open_viewer(made["table"]) as viewer:
        viewer.until("snapshot")
        ann.post(f"{path}/close", status=204)
        assert viewer.until("no")["message"] == "This table was closed by its host."
    ann.get(path, 404)
    bob.post(f"{path}/join", {"name": "Bob"}, 404)
    assert ann.get("/api/me/tables")["tables"] == []
    assert made["table"] not in [table["id"] for table in ann.get("/api/tables")["tables"]]


def test_a_closed_table_is_closed_on_every_process_and_counts_no_more(tmp_path: Path) -> None:
    with two_servers(tmp_path, max_tables=1) as (first, second), first.guest() as ann, second.guest() as bob:
        made = ann.create([ME, OPEN], public=True)
        with bob.open_viewer(made["table"]) as viewer:
            viewer.until("snapshot")
            ann.post("/api/tables", {"seats": [ME, OPEN], "options": {"players": 2}}, 429)
            ann.post(f"/api/tables/{made['table']}/close", status=204)
            assert viewer.close_code() == 1008
        ann.create([ME, OPEN])


def test_a_game_against_bots_is_closed_one_with_others_is_not(ann: Guest, bob: Guest) -> None:
    alone = ann.create([ME, BOT])
    with ann.open_viewer(alone["table"]) as me:
        me.until("snapshot")
        me.move(me.my_turn()[0])
    ann.post(f"/api/tables/{alone['table']}/close", status=204)
    assert ann.get(f"/api/tables/{alone['table']}")["status"] == "over"
    shared = start_game([ann, bob])
    assert "Others play" in ann.post(f"/api/tables/{shared['table']}/close", status=409)["message"]
    bob.post(f"/api/tables/{shared['table']}/close", status=403)
