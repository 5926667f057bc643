"""Undo beyond one's own last move: never in a rated game, and never without the others' consent."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.server.live import clock_keeper, table_manager, uptime
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import TABLE_SEAT, Entry, Undone
from hordes.server.live.table_advance import store_result
from tests.server.clients import BOT, ME, OPEN, SEED_SEAT_0_BEGINS, Guest, Message, Server, Viewer
from tests.server.time_travel import TimeTravel

PASSWORD = "correct horse"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let time pass on the server."""
    monkeypatch.setattr(clock_keeper, "START_GRACE_MS", 0)
    monkeypatch.setattr(table_manager, "TICK_SECONDS", 0.05)
    monkeypatch.setattr(uptime, "MAX_GAP_MS", 10**12)  # here time passes at once
    return TimeTravel(monkeypatch).pass_time


@pytest.fixture
def clock_server(tmp_path: Path, later: Any) -> Iterator[Server]:
    with Server(tmp_path, stand_in="random") as running:
        yield running


def member(server: Server, name: str) -> Guest:
    guest = server.guest()
    guest.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)
    return guest


def play(a: Viewer, b: Viewer, lines: int) -> None:
    """Both play some moves and receive all steps."""
    for _ in range(lines):
        mover, other = (a, b) if a.last.get("legal") else (b, a)
        ply = mover.move(mover.my_turn()[0])["ply"]
        other.until("step", ply=ply)


def begin(a: Guest, b: Guest, **more: Any) -> Message:
    made = a.create([ME, OPEN], **more)
    b.join(made)
    return made


def opponent_is_away(a: Viewer, b: Viewer, later: Any) -> None:
    """The turn comes to the second seat, whose time runs out."""
    while a.last["facts"]["to_move"] == 0:
        ply = a.move(a.my_turn()[0])["ply"]
        b.until("step", ply=ply)
    later(61)
    a.until("step", kind="away")


@pytest.mark.parametrize("transport", ["socket", "http"])
def test_a_rated_game_is_not_rewound_while_the_opponent_is_away(
    clock_server: Server, later: Any, transport: str
) -> None:
    with member(clock_server, "Ann") as ann, member(clock_server, "Bob") as bob:
        made = begin(ann, bob, clocks={"turn": 60})
        with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            start = a.last["facts"]["moves"]
            opponent_is_away(a, b, later)
            a.my_turn()
            if transport == "socket":
                answer = a.ask("undo", ply=a.ply, to=start)
            else:
                body = {"type": "undo", "ply": a.ply, "id": "u", "to": start}
                answer = ann.post(f"/api/tables/{made['table']}/undo", body, 409)
            assert answer["said"]["key"] == "undo_rated", answer
            a.move(a.my_turn()[0])
            assert not [message for message in a.received if message.get("kind") in ("ask", "undo")]


def test_a_rated_game_is_not_rewound_even_by_consent(clock_server: Server) -> None:
    with member(clock_server, "Ann") as ann, member(clock_server, "Bob") as bob:
        made = begin(ann, bob)
        with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            start = a.last["facts"]["moves"]
            play(a, b, 3)
            assert a.ask("undo", ply=a.ply, to=start)["said"]["key"] == "undo_rated"


@pytest.mark.parametrize("explicit", [False, True])
def test_ones_own_last_step_is_free_in_a_rated_game(clock_server: Server, explicit: bool) -> None:
    with member(clock_server, "Ann") as ann, member(clock_server, "Bob") as bob:
        made = begin(ann, bob)
        with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            while not a.last.get("can_undo"):
                play(a, b, 1)
            before = a.last["facts"]["moves"]
            assert a.ask("undo", ply=a.ply, **({"to": before - 1} if explicit else {}))["type"] == "ack"
            assert a.last["facts"]["moves"] == before - 1


def test_without_a_rating_an_absent_person_is_still_asked(clock_server: Server, later: Any) -> None:
    with clock_server.guest() as ann, clock_server.guest() as bob:
        made = begin(ann, bob, clocks={"turn": 60}, seed=SEED_SEAT_0_BEGINS)
        with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            start = a.last["facts"]["moves"]
            opponent_is_away(a, b, later)
            a.my_turn()
            assert a.ask("undo", ply=a.ply, to=start)["type"] == "ack"
            assert clock_server.manager.tables[made["table"]].missing_consents() == {1}
            assert a.move(a.my_turn()[0])["type"] == "ack", "nothing has been rewound"
            assert not [message for message in a.received if message.get("kind") == "undo"]
            assert a.ask("undo", ply=a.ply, to=start)["type"] == "ack"
            while b.ply < a.ply:
                b.receive()
            assert b.ask("answer", ply=b.ply, agree=True)["type"] == "ack", "he can agree without taking his seat"
            a.until("step", kind="undo")
            assert a.last["facts"]["moves"] == start


def test_a_game_that_went_back_is_not_rated_even_if_its_guests_register(clock_server: Server) -> None:
    with clock_server.guest() as ann, clock_server.guest() as bob:
        made = begin(ann, bob)
        with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            start = a.last["facts"]["moves"]
            play(a, b, 2)
            assert a.ask("undo", ply=a.ply, to=start)["type"] == "ack"
            b.until("step", kind="ask")
            b.ask("answer", ply=b.ply, agree=True)
            a.until("step", kind="undo")
        for guest, name in ((ann, "Ann"), (bob, "Bob")):
            guest.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)
        ann.post(f"/api/tables/{made['table']}/resign", {"type": "resign", "id": "r"})
        assert over(clock_server, made) == "over"
        assert ann.get("/api/ratings/smallworld")["ratings"] == []


def over(server: Server, made: Message) -> str:
    """The status in the row, once the result has been written."""
    live = server.manager.tables[made["table"]]
    server.run(store_result(server.manager.database, live))
    return live.row.status


def test_alone_with_bots_everything_can_be_taken_back(clock_server: Server) -> None:
    with member(clock_server, "Ann") as ann:
        made = ann.create([ME, BOT])
        with ann.open_viewer(made["table"]) as a:
            a.until("snapshot")
            a.my_turn()
            start = a.last["facts"]["moves"]
            while a.last["facts"]["to_move"] == 0:
                a.move(a.my_turn()[-1])
            a.my_turn()
            a.ask("undo", ply=a.ply, to=start)
            while a.last.get("kind") != "undo":
                a.receive()
            assert a.last["facts"]["moves"] == start


def test_the_log_says_that_a_game_went_back() -> None:
    game_log = GameLog("smallworld", {"players": 2}, seed=1)
    game_log.apply(Entry(0, TABLE_SEAT, game_log.propose_start([]), 0))
    moves, seat = len(game_log.deciders), game_log.to_move
    body, played = game_log.propose_move(seat, game_log.state.legal_texts()[0])
    game_log.apply(Entry(1, seat, body, 0), played)
    assert not game_log.was_rewound
    game_log.apply(Entry(2, TABLE_SEAT, Undone(moves), 0))
    assert game_log.was_rewound
