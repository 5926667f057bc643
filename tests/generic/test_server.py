"""Every game on a server: tables of every set-up, whole games by WebSocket and HTTP, undo, reconnecting, restarts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, PUBLIC
from hordes.engine.match import Match, play_random_game
from hordes.server.live import messages
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import Entry
from tests.generic.setups import NAMES, Table, every_table, tables
from tests.refusals import denied
from tests.server.clients import BOT, ME, OPEN, Guest, Message, Server, Viewer, apply_changes

MIDDLE = 8
"""Moves after which something happens in the middle of a game."""


@pytest.fixture(scope="module")
def server(installed_games: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), max_tables=1000) as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest


@pytest.fixture
def bob(server: Server) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest


def table_for(name: str, players: int) -> Table:
    """The first table of a game for so many players."""
    return next(table for table in tables() if table.name == name and table.complete["players"] == players)


def create(guest: Guest, table: Table, seats: list[dict[str, Any]], **more: Any) -> Message:
    """A table of the server with the options of a set-up."""
    return guest.create(seats, game=table.name, options=table.options, **more)


def chosen(viewer: Viewer, number: int) -> str:
    """A legal move, now from the front and now from the back."""
    legal: list[str] = viewer.my_turn()
    return legal[(7 * number) % len(legal)]


def is_over(viewer: Viewer) -> bool:
    return "result" in viewer.last["facts"]


def test_every_game_is_listed_with_its_options(ann: Guest) -> None:
    listed = {game["name"]: game for game in ann.get("/api/games")["games"]}
    assert sorted(listed) == NAMES
    for game in listed.values():
        assert game["title"]
        assert "players" in [option["name"] for option in game["schema"]]
        assert ann.get(f"/api/games/{game['name']}/glossary").keys() is not None


@every_table
def test_a_table_of_every_set_up_is_made_and_begins(ann: Guest, table: Table) -> None:
    made = create(ann, table, [ME] * table.complete["players"])
    info = ann.get(f"/api/tables/{made['table']}")
    assert (info["game"], info["status"], info["options"]) == (table.name, "running", table.complete)
    assert len(made["seats"]) == table.complete["players"]
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for number in range(3):
            if is_over(me):
                break
            assert me.move(chosen(me, number))["type"] == "ack"
        assert me.view == ann.get(f"/api/tables/{made['table']}/view")["view"]
    board = ann.get(f"/api/tables/{made['table']}/board")
    assert isinstance(board, dict)


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_by_socket_and_by_http(ann: Guest, bob: Guest, name: str) -> None:
    table = table_for(name, 2)
    made = create(ann, table, [ME, OPEN], public=True)
    bob.join(made, "Bob")
    path = f"/api/tables/{made['table']}"
    with (
        ann.open_viewer(made["table"]) as a,
        ann.open_viewer(made["table"]) as other,
        Guest(ann.base) as stranger,
        stranger.open_viewer(made["table"]) as watching,
    ):
        for viewer in (a, other, watching):
            viewer.until("snapshot")
        played = 0
        while not is_over(a):
            played += 1
            if a.last.get("legal"):
                a.move(chosen(a, played))
            else:
                move_by_http(bob, path, played)
                a.receive()
        for viewer in (other, watching):
            while viewer.ply < a.ply:
                viewer.receive()
        assert other.view == a.view == ann.get(f"{path}/view")["view"]
        assert watching.view == stranger.get(f"{path}/view")["view"]
        assert watching.last.get("legal", []) == []
        assert steps_of(other) == steps_of(a)
    check_the_end(ann, path, a)


def move_by_http(guest: Guest, path: str, number: int) -> None:
    """Make a legal move of the seat to move by a request, with everything that it needs from another request."""
    now = guest.get(f"{path}/view")
    if now.get("legal"):
        text = now["legal"][(5 * number) % len(now["legal"])]
        guest.post(f"{path}/moves", {"type": "move", "ply": now["ply"], "text": text, "id": f"p{number}"})


def steps_of(viewer: Viewer) -> list[bytes]:
    """The steps that a viewer has received, as bytes."""
    return [raw for raw in viewer.raw if json.loads(raw)["type"] == "step"]


def check_the_end(guest: Guest, path: str, viewer: Viewer) -> None:
    """Record, replay and statistics of a finished game."""
    result = viewer.last["facts"]["result"]
    record = guest.get(f"{path}/record")
    match = Match.load(record)
    assert match.is_over
    assert match.result() == result == record["result"]
    assert len(record["moves"]) == viewer.last["facts"]["moves"]
    history = guest.get(f"{path}/history")
    view = history["start"]["view"]
    for step in history["steps"]:
        apply_changes(view, step["changes"])
    assert view == viewer.view
    told = [event for message in viewer.received if message["type"] == "step" for event in message["events"]]
    seat = viewer.last["seat"]
    shown = [match.state.page_event(event, seat) for event in match.events]
    assert told == shown[len(shown) - len(told) :]
    incomes = guest.get(f"{path}/statistics")["incomes"]
    assert all(income["coins"] == sum(part[1] for part in income["sources"]) for income in incomes)


@pytest.mark.parametrize("name", NAMES)
def test_a_seeded_game_is_the_game_of_the_engine(ann: Guest, name: str) -> None:
    table = table_for(name, 3)
    made = create(ann, table, [ME] * 3, seed=7)
    match = Match(name, table.options, seed=7)
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for number in range(30):
            if match.is_over:
                break
            assert me.my_turn() == match.legal_texts()
            assert me.last["facts"]["to_move"] == match.to_move
            assert me.last["moves"] == [match.state.move_data(move) for move in match.state.legal()]
            text = chosen(me, number)
            match.play(text)
            me.move(text)
            seat = me.last["seat"]
            assert me.view == json.loads(json.dumps(match.state.page_view(seat)))
            assert me.last["facts"].get("summary", {}) == json.loads(json.dumps(match.state.public_summary()))


@pytest.mark.parametrize("name", NAMES)
def test_bots_play_a_game_to_its_end_beside_a_person(ann: Guest, name: str) -> None:
    table = table_for(name, 3)
    made = create(ann, table, [ME, BOT, {"kind": "bot", "level": "greedy"}])
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for number in range(MIDDLE):
            while not (me.last.get("legal") or is_over(me)):
                me.receive(20)
            if not is_over(me):
                assert me.move(chosen(me, number))["type"] == "ack"
        if not is_over(me):  # a bot plays on for those who give up
            ann.post(f"/api/tables/{made['table']}/resign", {"type": "resign", "id": "r"})
        while not is_over(me):
            me.receive(20)
        assert len(me.last["facts"]["result"]["scores"]) == 3


@pytest.mark.parametrize("name", NAMES)
def test_what_is_refused_changes_nothing_and_says_why(ann: Guest, bob: Guest, name: str) -> None:
    made = create(ann, table_for(name, 2), [ME, OPEN])
    path = f"/api/tables/{made['table']}"
    bob.join(made, "Bob")
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        before = a.view, a.ply, ann.get(path)["ply"]
        mover, other = (a, b) if a.last.get("legal") else (b, a)
        good = mover.my_turn()[0]
        assert mover.move("dance")["code"] == "unknown_move"
        denied(other.move(good), because="is to move, not seat")
        assert mover.move(good, ply=mover.ply + 3)["code"] == "stale"
        assert mover.ask("undo", ply=mover.ply)["type"] == "no"
        assert (a.view, a.ply, ann.get(path)["ply"]) == before
        asker, seat = (ann, 0) if mover is a else (bob, 1)
        answers = asker.get(f"{path}/why", params={"text": [good, "dance"]})["answers"]
        assert [answer["legal"] for answer in answers] == [True, False]
        assert answers[1]["message"]
        assert seat == mover.last["facts"]["to_move"]


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_taken_back_and_others_are_asked_before_a_rewind(ann: Guest, bob: Guest, name: str) -> None:
    made = create(ann, table_for(name, 2), [ME, OPEN], seed=5)
    bob.join(made, "Bob")
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        start = a.until("snapshot")["facts"]["moves"]
        b.until("snapshot")
        first, free = deepcopy((a.view, b.view)), 0
        for number in range(MIDDLE):
            mover, other = (a, b) if a.last.get("legal") else (b, a)
            before = deepcopy(mover.view)
            mover.move(chosen(mover, number))
            if mover.last.get("can_undo"):
                assert mover.ask("undo", ply=mover.ply)["type"] == "ack"
                assert mover.view == before
                mover.move(chosen(mover, number + 1))
                free += 1
            while other.ply < mover.ply:
                other.receive()
        assert a.ask("undo", ply=a.ply, to=start)["type"] == "ack"
        while b.ply < a.ply:
            b.receive()
        assert b.last["facts"]["asked"]["to"] == start
        assert b.ask("answer", ply=b.ply, agree=True)["type"] == "ack"
        a.until("step", kind="undo")
        b.until("step", kind="undo") if b.last["kind"] != "undo" else None
        assert (a.view, b.view) == first
    assert free or name == "auction", "here no seat decides twice"


@pytest.mark.parametrize("name", NAMES)
def test_who_comes_back_gets_what_was_missed_byte_for_byte(ann: Guest, name: str) -> None:
    made = create(ann, table_for(name, 3), [ME] * 3)
    with ann.open_viewer(made["table"]) as whole:
        whole.until("snapshot")
        begin, view = whole.ply, deepcopy(whole.view)
        for number in range(MIDDLE):
            if not is_over(whole):
                whole.move(chosen(whole, number))
        with ann.open_viewer(made["table"], ply=begin) as again:
            again.ply, again.view = begin, view
            while again.ply < whole.ply:
                again.receive()
            assert again.view == whole.view
        assert steps_of(again) == steps_of(whole)
        with ann.open_viewer(made["table"]) as fresh:
            fresh.until("snapshot")
            assert fresh.view == whole.view


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_uploaded_forked_and_played_again(ann: Guest, name: str) -> None:
    table = table_for(name, 2)
    match = play_random_game(name, table.options, seed=4)
    record, seats = match.record.to_json(match.state), [ME, ME]
    made = ann.post("/api/records", {"record": record, "name": "Ann", "seats": seats})
    path = f"/api/tables/{made['table']}"
    assert ann.get(f"{path}/record")["moves"] == record["moves"]
    history = ann.get(f"{path}/history")
    view = history["start"]["view"]
    for step in history["steps"]:
        apply_changes(view, step["changes"])
    assert view == ann.get(f"{path}/view")["view"]
    fork = ann.post(f"{path}/fork", {"moves": len(record["moves"]) // 2, "seats": seats, "name": "Ann"})
    with ann.open_viewer(fork["table"]) as me:
        me.until("snapshot")
        if not is_over(me):
            assert me.move(chosen(me, 1))["type"] == "ack"
    again = ann.post(f"{path}/rematch")
    assert ann.get(f"/api/tables/{again['table']}")["options"] == table.complete
    others: list[dict[str, Any]] = [
        {"moves": ["dance"]}, {"rules": "0"}, {"movs": []}, {"options": {"colour": "red"}},
    ]  # fmt: skip
    for wrong in others:
        spoilt: dict[str, Any] = {**record, **wrong}
        refused = ann.post("/api/records", {"record": spoilt, "name": "Ann", "seats": seats}, status=400)
        assert len(refused["message"].split()) > 3


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_leaves_no_byte(name: str) -> None:
    """Two games that differ in what a viewer cannot know send it the same."""
    table, compared = table_for(name, 3), 0
    game_log = GameLog(name, table.options, seed=3)
    game_log.apply(Entry(0, -1, game_log.propose_start([]), 0))
    rng = Rng(1)
    while game_log.to_move != OVER and compared < 60:
        for viewer, viewpoint in ((0, (0,)), (2, (2,)), (PUBLIC, ())):
            other = GameLog(name, table.options, seed=3)
            other.__dict__.update(game_log.__dict__, state=game_log.state.resample(viewer, Rng(compared)))
            facts = messages.public_facts(game_log, has_clock=False)
            sent = messages.encode_snapshot(game_log, viewpoint, facts)
            assert sent == messages.encode_snapshot(other, viewpoint, messages.public_facts(other, has_clock=False))
            compared += other.state != game_log.state
        texts = game_log.state.legal_texts()
        body, played = game_log.propose_move(game_log.to_move, texts[rng.below(len(texts))])
        game_log.apply(Entry(game_log.ply, game_log.to_move, body, 1000), played)
    assert compared > 5


@pytest.mark.parametrize("name", NAMES)
def test_no_message_to_a_stranger_has_what_only_seats_know(ann: Guest, name: str) -> None:
    """The views of a watched game are those for spectators, whatever is done."""
    table = table_for(name, 3)
    made = create(ann, table, [ME] * 3, public=True, seed=2)
    match = Match(name, table.options, seed=2)
    with Guest(ann.base) as stranger, stranger.open_viewer(made["table"]) as watching:
        watching.until("snapshot")
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            for number in range(MIDDLE):
                if match.is_over:
                    break
                text = chosen(me, number)
                told = [match.state.page_event(event, PUBLIC) for event in match.play(text)]
                me.move(text)
                while watching.ply < me.ply:
                    watching.receive()
                assert watching.view == json.loads(json.dumps(match.state.page_view(PUBLIC)))
                assert watching.last["events"] == json.loads(json.dumps(told))
        path = f"/api/tables/{made['table']}"
        if not (match.is_over or table.game.moves_are_public):
            assert "opens when the game is over" in stranger.get(f"{path}/record", 400)["message"]
        assert stranger.get(f"{path}/view")["view"] == watching.view
