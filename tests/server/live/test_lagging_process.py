"""A process that has not heard yet what another one wrote: nobody is refused what they have just done."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hordes.server.db.change_listener import ChangeListener
from tests.server.clients import ME, OPEN, Guest, Message, Server


@pytest.fixture
def processes(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Server]]:
    """Two processes on one database; no notice of the other's changes ever arrives."""
    monkeypatch.setattr(ChangeListener, "_hand_over", lambda listener, notice: None)
    settings = {"database": database_url, "stand_in": "random"}
    with Server(tmp_path, **settings) as first, Server(tmp_path, **settings) as second:
        yield first, second


@contextmanager
def at(server: Server, guest: Guest) -> Iterator[Guest]:
    """The same visitor at another process."""
    with server.guest() as other:
        for name, value in guest.http.cookies.items():
            other.http.cookies.set(name, value)
        yield other


def open_at(server: Server, made: Message) -> None:
    """Have a process open a table: from now on it knows what was true at this moment."""
    server.run(server.manager.get_table(made["table"]))


def ack(word: str, ply: int) -> Message:
    """The acknowledgement of a request that was stored before."""
    return {"type": "ack", "id": word, "ply": ply, "again": True}


def bearer(seated: Message) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bearer {seated['token']}"}}


@pytest.mark.parametrize("public", [False, True])
def test_who_has_just_joined_sits_at_every_process(processes: tuple[Server, Server], public: bool) -> None:
    first, second = processes
    with first.guest() as ann, first.guest() as bob:
        made = ann.create([ME, OPEN], public=public)
        open_at(second, made)
        bob.join(made, "Bob")
        with at(second, bob) as elsewhere, elsewhere.open_viewer(made["table"]) as by_cookie:
            assert by_cookie.until("snapshot")["you"] == [1]


def test_a_token_that_was_just_given_out_is_valid_at_every_process(processes: tuple[Server, Server]) -> None:
    first, second = processes
    with first.guest() as ann, first.guest() as bob, second.guest() as program:
        made = ann.create([ME, OPEN])
        open_at(second, made)
        seated = bob.join(made, "Bob")
        assert program.get(f"/api/tables/{made['table']}/view", **bearer(seated))["you"] == [1]
        program.get(f"/api/tables/{made['table']}/view", status=404)
        with program.open_viewer(made["table"], token=seated["token"]) as by_token:
            assert by_token.until("snapshot")["you"] == [1]


def test_a_seat_that_was_just_left_can_be_taken_at_every_process(processes: tuple[Server, Server]) -> None:
    first, second = processes
    with first.guest() as ann, first.guest() as bob, second.guest() as cleo:
        made = ann.create([ME, OPEN, OPEN])
        seated = bob.join(made, "Bob", seat=1)
        open_at(second, made)
        bob.post(f"/api/tables/{made['table']}/leave", **bearer(seated))
        assert cleo.join(made, "Cleo", seat=1)["seats"] == [1]


def test_a_repeated_move_is_acknowledged_again_by_a_process_that_lags(processes: tuple[Server, Server]) -> None:
    first, second = processes
    with first.guest() as ann:
        made = ann.create([ME, ME])
        path = f"/api/tables/{made['table']}"
        open_at(second, made)
        with at(second, ann) as elsewhere, ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            for number in range(6):
                move: Message = {"type": "move", "ply": me.ply, "text": me.my_turn()[0], "id": f"w{number}"}
                stored = me.move(move["text"], id=move["id"])["ply"]
                assert elsewhere.post(f"{path}/moves", move) == ack(move["id"], stored)


@pytest.mark.parametrize("answer", ["ack", "http"])
def test_a_repeated_move_is_acknowledged_again_however_old_it_is(
    tmp_path: Path, database_url: str, answer: str
) -> None:
    with Server(tmp_path, database=database_url) as server, server.guest() as ann:
        made = ann.create([ME, ME])
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            move: Message = {"type": "move", "ply": me.ply, "text": me.my_turn()[0], "id": "the-first"}
            first = me.move(move["text"], id=move["id"])
            for _ in range(70):
                me.move(me.my_turn()[0])
            assert "0:the-first" not in server.manager.tables[made["table"]].game_log.refs
            if answer == "ack":
                me.send(**move)
                again = me.answer("the-first")
            else:
                again = ann.post(f"/api/tables/{made['table']}/moves", move)
            assert again == first | {"again": True}


def test_a_client_that_is_ahead_of_a_process_plays_on_there(processes: tuple[Server, Server]) -> None:
    first, second = processes
    with first.guest() as ann:
        made = ann.create([ME, ME])
        path = f"/api/tables/{made['table']}"
        open_at(second, made)
        with at(second, ann) as elsewhere:
            with ann.open_viewer(made["table"]) as me:
                me.until("snapshot")
                for _ in range(3):
                    me.move(me.my_turn()[0])
                legal, ply = me.my_turn(), me.ply
            move: Message = {"type": "move", "ply": ply, "text": legal[0], "id": "elsewhere"}
            assert elsewhere.post(f"{path}/moves", move)["ply"] == ply + 1
            with ann.open_viewer(made["table"], ply=ply + 1) as again:  # the first process lags now
                assert again.until("welcome")["ply"] == ply + 1


def test_a_repeated_resignation_of_one_seat_leaves_ones_other_seat_alone(processes: tuple[Server, Server]) -> None:
    first, second = processes
    with first.guest() as ann:
        made = ann.create([ME, ME, ME])
        path = f"/api/tables/{made['table']}"
        open_at(second, made)
        with at(second, ann) as elsewhere:
            resign = {"type": "resign", "id": "enough"}
            with ann.open_viewer(made["table"]) as me:
                seat = me.until("snapshot")["facts"]["to_move"]
                ply = ann.post(f"{path}/resign", resign)["ply"]
                while me.last["facts"]["to_move"] == seat:  # a bot plays the rest of its turn
                    me.receive()
            for visitor in (ann, elsewhere):
                assert visitor.post(f"{path}/resign", resign) == ack("enough", ply)
            resigned = [seat for seat in ann.get(path)["seats"] if seat.get("resigned")]
            assert len(resigned) == 1
