"""Records: downloading, uploading and forking games."""

from typing import Any

from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.record import Record
from tests.server.clients import BOT, ME, OPEN, Guest, Server, apply_changes


def play_some(guest: Guest, made: dict[str, Any], moves: int) -> dict[str, Any]:
    with guest.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for _ in range(moves):
            me.move(me.my_turn()[0])
    record: dict[str, Any] = guest.get(f"/api/tables/{made['table']}/record")
    return record


def test_a_running_game_can_be_downloaded_and_replayed(ann: Guest) -> None:
    record = play_some(ann, ann.create([ME, ME]), 15)
    assert record["result"] is None
    assert Record.from_json(record).replay().to_move >= 0


def test_a_record_can_be_uploaded_and_gone_on_with(ann: Guest, bob: Guest) -> None:
    record = play_some(ann, ann.create([ME, ME]), 15)
    made = bob.post("/api/records", {"record": record, "seats": [ME, BOT], "name": "Bob"})
    assert made["seats"] == [0]
    again = bob.get(f"/api/tables/{made['table']}/record")["moves"]
    assert again[: len(record["moves"])] == record["moves"]


def test_a_record_that_is_brought_along_is_looked_at_move_by_move(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME])
    record = play_some(ann, made, 15)
    own = ann.get(f"/api/tables/{made['table']}/history")["steps"]
    brought = bob.post("/api/records", {"record": record, "seats": [ME, ME], "name": "Bob"})
    steps = bob.get(f"/api/tables/{brought['table']}/history")["steps"]
    assert [step["events"] for step in steps] == [step["events"] for step in own]
    assert [step["by"] for step in steps] == [step["by"] for step in own]
    assert {step["ply"] for step in steps} == {1}
    view = bob.get(f"/api/tables/{brought['table']}/history")["start"]["view"]
    for step in steps:
        apply_changes(view, step["changes"])
    assert view == bob.get(f"/api/tables/{brought['table']}/view")["view"]


def test_a_finished_record_is_shown_without_waiting_for_anybody(ann: Guest) -> None:
    match, chance = Match(load("smallworld"), {"players": 3}, seed=3), Rng(3)
    while match.state.result() is None:
        legal = match.state.legal_texts()
        match.play(legal[chance.below(len(legal))])
    made = ann.post("/api/records", {"record": match.save(), "name": "Ann"})
    assert len(ann.get(f"/api/tables/{made['table']}/history")["steps"]) > 20
    assert ann.get(f"/api/tables/{made['table']}/view")["facts"]["result"] is not None


def test_a_bad_record_is_refused_with_the_reason(ann: Guest) -> None:
    record = play_some(ann, ann.create([ME, ME]), 5)
    record["moves"][3] = "conquer 99"
    refused = ann.post("/api/records", {"record": record}, 400)
    assert "Move 4" in refused["message"]
    assert ann.post("/api/records", {"record": {}}, 400)["code"] == "bad_request"
    assert "too long" in ann.post("/api/records", {"record": record | {"moves": ["stop"] * 6000}}, 400)["message"]


def test_a_game_can_be_forked_from_any_move(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME], public=True)
    record = play_some(ann, made, 12)
    cut = len(record["moves"]) - 4
    fork = bob.post(f"/api/tables/{made['table']}/fork", {"moves": cut, "seats": [ME, ME]})
    assert bob.get(f"/api/tables/{fork['table']}/record")["moves"][:cut] == record["moves"][:cut]
    assert ann.get(f"/api/tables/{made['table']}/record")["moves"] == record["moves"]
    bob.post(f"/api/tables/{made['table']}/fork", {"moves": 5000}, 400)


def test_history_leads_from_the_beginning_to_now(ann: Guest) -> None:
    made = ann.create([ME, BOT, BOT], options={"players": 3, "turns": 2})
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        while "result" not in me.last["facts"]:
            me.move(me.my_turn()[0]) if me.last.get("legal") else me.until("step")
    history = ann.get(f"/api/tables/{made['table']}/history")
    view = history["start"]["view"]
    for step in history["steps"]:
        apply_changes(view, step["changes"])
    assert view == ann.get(f"/api/tables/{made['table']}/view")["view"]


def test_statistics_add_up_to_the_scores(ann: Guest) -> None:
    made = ann.create([BOT, BOT, BOT], options={"players": 3, "turns": 2}, public=True)
    with ann.open_viewer(made["table"]) as me:
        while "result" not in me.last.get("facts", {}):
            me.receive()
    incomes = ann.get(f"/api/tables/{made['table']}/statistics")["incomes"]
    assert {(income["turn"], income["seat"]) for income in incomes} == {(t, s) for t in (1, 2) for s in range(3)}
    for income in incomes:
        assert income["coins"] == sum(part[1] for part in income["sources"])


def test_a_table_is_the_same_after_a_restart(server: Server, ann: Guest) -> None:
    made = ann.create([ME, OPEN])
    ann.post(f"/api/tables/{made['table']}/bots", {"seat": 1, "level": "random"})
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        me.my_turn()
        before = ann.get(f"/api/tables/{made['table']}/view")
    del server.manager.tables[made["table"]]
    assert ann.get(f"/api/tables/{made['table']}/view") == before
