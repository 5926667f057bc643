"""All features of tables in both games and all modes: teams of six, the Necromancer, solo."""

import json
from copy import deepcopy
from typing import Any

import pytest

from hordes.engine.record import Record
from tests.server.clients import ME, OPEN, Guest, Server, Viewer, apply_changes

TABLES: dict[str, tuple[str, dict[str, Any], int]] = {
    "three": ("smallworld", {"players": 3, "turns": 2}, 3),
    "teams": ("smallworld", {"mode": "teams", "turns": 2}, 6),
    "necromancer": ("smallworld", {"mode": "necromancer", "turns": 2}, 3),
    "covil": ("covil", {"players": 2}, 2),
    "covil for four": ("covil", {"players": 4}, 4),
    "covil alone": ("covil", {"players": 1, "dummies": 2}, 1),
}
every_table = pytest.mark.parametrize("kind", list(TABLES))
both_games = pytest.mark.parametrize("kind", ["three", "covil"])


def made_table(guest: Guest, kind: str, seats: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    game, options, count = TABLES[kind]
    return guest.create(seats or [ME] * count, game=game, options=options, **more)


def play(me: Viewer, moves: int) -> None:
    """Make so many moves, or to the end of the game: alternately the first and the last legal one."""
    for n in range(moves):
        if "result" in me.last["facts"]:
            return
        me.move(me.my_turn()[-(n % 2)])


def finished(guest: Guest, kind: str) -> dict[str, Any]:
    """A table whose game is over; its record."""
    made = made_table(guest, kind)
    with guest.open_viewer(made["table"]) as me:
        me.until("snapshot")
        play(me, 40)
        for seat in range(TABLES[kind][2]):
            if "result" not in me.last["facts"]:
                me.ask("resign", seat=seat)
        assert me.last["facts"]["result"]["winners"]
    record: dict[str, Any] = guest.get(f"/api/tables/{made['table']}/record")
    return record | {"table": made["table"]}


@every_table
def test_steps_add_up_for_seats_and_spectators(ann: Guest, bob: Guest, kind: str) -> None:
    made = made_table(ann, kind, public=True)
    path = f"/api/tables/{made['table']}/view"
    with ann.open_viewer(made["table"]) as me, bob.open_viewer(made["table"]) as watching:
        me.until("snapshot")
        watching.until("snapshot")
        assert watching.last["you"] == []
        play(me, 12)
        while watching.ply < me.ply:
            watching.receive()
        assert me.view == ann.get(path)["view"]
        assert watching.view == bob.get(path)["view"]
        assert watching.last.get("legal", []) == []


@every_table
def test_a_reconnect_gets_exactly_the_missed_messages(ann: Guest, kind: str) -> None:
    made = made_table(ann, kind)
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        begin, view = me.ply, deepcopy(me.view)
        play(me, 12)
        with ann.open_viewer(made["table"], ply=begin) as again:
            again.ply, again.view = begin, view
            while again.ply < me.ply:
                again.receive()
            assert again.view == me.view
        steps = [[raw for raw in viewer.raw if json.loads(raw)["type"] == "step"] for viewer in (me, again)]
        assert steps[0] == steps[1]


@every_table
def test_a_record_goes_round(ann: Guest, bob: Guest, kind: str) -> None:
    record = finished(ann, kind)
    table = record.pop("table")
    assert Record.from_json({key: record[key] for key in record if key not in ("players", "result")}).moves
    history = ann.get(f"/api/tables/{table}/history")
    view = history["start"]["view"]
    for step in history["steps"]:
        apply_changes(view, step["changes"])
    assert view == ann.get(f"/api/tables/{table}/view")["view"]
    loaded = bob.post("/api/records", {"record": record, "name": "Bob", "seats": [ME] * TABLES[kind][2]})
    again = bob.get(f"/api/tables/{loaded['table']}/history")
    assert bob.get(f"/api/tables/{loaded['table']}/view")["facts"]["moves"] >= len(record["moves"])
    assert len(again["steps"]) >= 1


@every_table
def test_a_finished_game_is_forked_from_any_move_and_played_on(ann: Guest, kind: str) -> None:
    record = finished(ann, kind)
    cut = len(record["moves"]) // 2
    seats = [ME] * TABLES[kind][2]
    fork = ann.post(f"/api/tables/{record['table']}/fork", {"moves": cut, "seats": seats, "name": "Ann"})
    with ann.open_viewer(fork["table"]) as me:
        assert me.until("snapshot")["facts"]["moves"] >= cut
        play(me, 3)
        assert me.last["kind"] == "move"


@every_table
def test_the_same_again(ann: Guest, kind: str) -> None:
    record = finished(ann, kind)
    again = ann.post(f"/api/tables/{record['table']}/rematch")
    assert again["table"] != record["table"]
    info = ann.get(f"/api/tables/{again['table']}")
    assert (info["status"], info["options"]) == ("running", ann.get(f"/api/tables/{record['table']}")["options"])


@every_table
def test_incomes_have_sources_that_add_up(ann: Guest, kind: str) -> None:
    made = made_table(ann, kind)
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        play(me, 60)
        events = [event for message in me.received if message["type"] == "step" for event in message["events"]]
    incomes = ann.get(f"/api/tables/{made['table']}/statistics")["incomes"]
    paid = sum(
        event.get("coins", 0) if event["type"] == "scored" else event["gold"] for event in events if is_income(event)
    )
    assert sum(income["coins"] for income in incomes) == paid
    for income in incomes:
        assert income["turn"] >= 1
        assert income["coins"] == sum(part[1] for part in income["sources"])
        assert all(isinstance(part[0], str) for part in income["sources"])


def is_income(event: dict[str, Any]) -> bool:
    return event["type"] in ("scored", "gained")


@both_games
def test_a_free_undo_leads_back(ann: Guest, kind: str) -> None:
    made = made_table(ann, kind)
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        undone = 0
        for n in range(40):
            before = json.dumps(me.view)
            me.move(me.my_turn()[-(n % 2)])
            if me.last.get("can_undo") and me.last["seat"] == me.last["by"]:
                assert me.ask("undo", ply=me.ply)["type"] == "ack"
                assert json.dumps(me.view, sort_keys=True) == json.dumps(json.loads(before), sort_keys=True)
                undone += 1
                if undone == 3:
                    return
                me.move(me.my_turn()[0])
    assert undone


@both_games
def test_results_are_rated_for_each_game_by_itself(server: Server, ann: Guest, bob: Guest, kind: str) -> None:
    server.manager.login_buckets.rate = server.manager.login_buckets.burst = 10_000
    game, _, _ = TABLES[kind]
    for guest, name in ((ann, f"First.{game}"), (bob, f"Second.{game}")):
        guest.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
    made = ann.create([ME, OPEN], game=game, options={"players": 2})
    bob.join(made)
    with ann.open_viewer(made["table"]) as viewer:
        viewer.until("snapshot")
        bob.post(f"/api/tables/{made['table']}/resign", {"type": "resign", "id": "r"})
        while viewer.until("welcome")["table"]["status"] != "over":
            pass
    both = (f"First.{game}", f"Second.{game}")
    assert ann.ratings(game, *both).keys() >= set(both)
    other = "covil" if game == "smallworld" else "smallworld"
    assert f"First.{game}" not in ann.ratings(other)


def test_hands_of_covil_are_shown_to_their_owner_alone(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN], game="covil", options={"players": 2}, public=True)
    bob.join(made)
    path = f"/api/tables/{made['table']}/view"
    for guest, mine in ((ann, [0]), (bob, [1])):
        shown = guest.get(path)["view"]["players"]
        assert [seat for seat, player in enumerate(shown) if isinstance(player["relics"], list)] == mine
    with Guest(ann.base) as stranger:
        shown = stranger.get(path)["view"]["players"]
        assert all(isinstance(player["relics"], int) for player in shown)


def test_six_people_sit_at_a_table_of_teams(server: Server, ann: Guest) -> None:
    made = ann.create([ME, *[OPEN] * 5], options={"mode": "teams"})
    for n in range(5):
        with server.guest() as guest:
            assert guest.join(made, f"Guest {n}")["seats"] == [n + 1]
    assert ann.get(f"/api/tables/{made['table']}")["status"] == "running"
    with server.guest() as late:
        assert late.post(f"/api/tables/{made['table']}/join", {"name": "Late", "invite": made["invite"]}, 409)
