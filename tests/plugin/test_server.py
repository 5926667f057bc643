"""The example game on the server: playing against bots, hidden claims, reconnecting, undo, replay and record."""

from collections.abc import Iterator

import pytest

from hordes.engine.match import Match
from tests.server.clients import BOT, ME, OPEN, Guest, Server

GAME = "marches"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest


@pytest.fixture
def bob(server: Server) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest


def test_the_game_is_listed_with_its_numbers_of_players(ann: Guest) -> None:
    listed = {game["name"]: game for game in ann.get("/api/games")["games"]}
    assert listed[GAME]["choices"]["modes"] == {"standard": [2, 4]}


def test_a_whole_game_against_bots_and_its_replay(ann: Guest) -> None:
    made = ann.create([ME, BOT, BOT], game=GAME, options={"players": 3})
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        while "result" not in me.last["facts"]:
            if me.last.get("legal"):
                assert me.move(me.last["legal"][-1])["type"] == "ack"
            else:
                me.until("step", 20)
        assert me.last["facts"]["result"]["winners"]
    record = ann.get(f"/api/tables/{made['table']}/record")
    assert Match.load(record).is_over
    assert ann.get(f"/api/tables/{made['table']}/history")["steps"]
    statistics = ann.get(f"/api/tables/{made['table']}/statistics")
    assert {income["seat"] for income in statistics["incomes"]} == {0, 1, 2}


def test_claims_of_others_never_leave_the_server(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN], game=GAME, options={"players": 2})
    bob.join(made, "Bob")
    with ann.open_viewer(made["table"]) as first, bob.open_viewer(made["table"]) as second:
        claims = [viewer.until("snapshot")["view"]["claims"] for viewer in (first, second)]
    assert [claim != "" for claim in claims[0]] == [True, False]
    assert [claim != "" for claim in claims[1]] == [False, True]


def test_a_move_is_taken_back_and_a_reconnecting_viewer_sees_the_same(ann: Guest) -> None:
    made = ann.create([ME, ME], game=GAME, options={"players": 2}, seed=3)
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        before = me.view
        me.move("muster lorn")
        assert me.ask("undo", ply=me.ply)["type"] == "ack"
        assert me.view == before
        me.move("muster hale")
        after = me.view
    with ann.open_viewer(made["table"]) as again:
        again.until("snapshot")
        assert again.view == after
