"""Reconnecting after a long absence: a snapshot in place of many missed steps."""

import asyncio
import json
from pathlib import Path

import pytest

from hordes.server.live import websocket
from hordes.server.live.subscriber import Subscriber
from tests.server.clients import ME, Guest, Server, Viewer, open_socket


def play_on(guest: Guest, table: str, lines: int) -> None:
    """Make moves and undos, each an entry: a long log in a short game."""
    with guest.open_viewer(table) as me:
        me.until("snapshot")
        end = me.ply + lines
        while me.ply < end:
            if me.last.get("can_undo"):
                assert me.ask("undo", ply=me.ply)["type"] == "ack"
            else:
                assert me.move(me.my_turn()[0])["type"] == "ack"


def test_a_client_far_behind_gets_a_snapshot_and_goes_on_live(tmp_path: Path) -> None:
    with Server(tmp_path, max_queue=16) as small, small.guest() as ann:
        made = ann.create([ME, ME], seed=3)
        play_on(ann, made["table"], 40)
        now = ann.get(f"/api/tables/{made['table']}/view")
        for ply in (1, now["ply"] - 17, now["ply"] - 16, now["ply"] - 15, now["ply"] - 9):
            with ann.open_viewer(made["table"], ply=ply) as again:
                again.until("snapshot")
                assert (again.ply, again.view) == (now["ply"], now["view"])
                again.send(type="ping")
                again.until("pong")
        with ann.open_viewer(made["table"], ply=1) as again:
            again.until("snapshot")
            assert again.move(again.my_turn()[0])["type"] == "ack", "and from then on everything as it happens"


def test_a_client_a_little_behind_gets_the_steps_it_missed(tmp_path: Path) -> None:
    with Server(tmp_path, max_queue=16) as small, small.guest() as ann:
        made = ann.create([ME, ME], seed=3)
        play_on(ann, made["table"], 20)
        now = ann.get(f"/api/tables/{made['table']}")["ply"]
        with ann.open_viewer(made["table"], ply=now - 8) as again:
            received = [json.loads(again.socket.recv(timeout=10)) for _ in range(9)]
        assert [message["type"] for message in received] == ["welcome", *["step"] * 8]
        assert [message["ply"] for message in received[1:]] == list(range(now - 7, now + 1))


def test_much_chat_does_not_prevent_reconnecting(tmp_path: Path) -> None:
    with Server(tmp_path, max_queue=16) as small, small.guest() as ann:
        made = ann.create([ME, ME])
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            for n in range(40):
                small.run(small.manager.tables[made["table"]].feed.post_chat((0,), "Ann", f"line {n}", "g:x"))
        with ann.open_viewer(made["table"]) as again:
            assert [again.until("chat")["text"] for _ in range(40)] == [f"line {n}" for n in range(40)]
            again.send(type="ping")
            again.until("pong")


def test_the_greeting_is_sent_even_if_the_subscriber_falls_behind() -> None:
    async def scenario() -> list[bytes | None]:
        subscriber = Subscriber((), max_queued=2)
        subscriber.queue_greeting([b"welcome", b"snapshot", b"chat"])
        for n in range(3):
            subscriber.queue_message(b"%d" % n)
        return [await subscriber.next_message() for _ in range(4)]

    assert asyncio.run(scenario()) == [b"welcome", b"snapshot", b"chat", None], (
        "so he comes back further on than before"
    )


def test_who_is_slow_with_the_hello_may_come_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages take the code 1008 as final; on a slow line, or after a suspended machine, this is no refusal."""
    monkeypatch.setattr(websocket, "HELLO_SECONDS", 0.05)
    with open_socket(server.base) as socket:
        assert Viewer(socket).close_code() == 1013
