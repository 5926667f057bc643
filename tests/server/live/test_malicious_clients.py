"""Malicious and broken clients: forged tokens, oversized frames, floods, nonsense."""

import contextlib
import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.refusals import denied
from tests.server.clients import BOT, ME, OPEN, Guest, Server, Viewer, open_socket

NOWHERE = "A" * 22
NASTY = [
    "'; DROP TABLE move; --",
    "<script>alert(1)</script>",
    "\u202egnorts",
    "a\tb",
    "🐉" * 15,
    '"}]}',
    "%s%n",
    "../../x",
]


def test_a_page_of_another_site_gets_no_socket(server: Server) -> None:
    for origin in ("http://evil.example", "null", f"http://localhost:{server.settings.port + 1}"):
        with pytest.raises(InvalidStatus) as refused, open_socket(server.base, origin=origin):
            pass
        assert refused.value.response.status_code == 403
    with open_socket(server.base, origin=server.base) as socket:
        socket.send("hello")


def test_a_page_of_another_site_can_change_nothing(ann: Guest) -> None:
    body = {"seats": [ME, BOT]}
    assert ann.post("/api/tables", body, 403, headers={"Origin": "http://evil.example"})["code"] == "foreign_origin"
    assert ann.post("/api/tables", body, 403, headers={"Sec-Fetch-Site": "cross-site"})["code"] == "foreign_origin"


def test_a_server_for_this_machine_answers_to_no_other_name(ann: Guest) -> None:
    assert ann.get("/api/games", 421, headers={"Host": "evil.example"})["code"] == "wrong_host"


def test_a_forged_token_is_refused(ann: Guest, bob: Guest) -> None:
    made, other = ann.create([ME, BOT]), ann.create([ME, BOT])
    good = made["token"]
    middle = len(good) // 2
    forged = [
        good[:-1],
        good + "A",
        good[:middle] + ("A" if good[middle] != "A" else "B") + good[middle + 1 :],
        other["token"],
        "x",
    ]
    for token in forged:
        with bob.open_viewer(made["table"], token=token) as viewer:
            assert viewer.receive()["code"] == "forbidden"
            assert viewer.close_code() == 1008
        headers = {"Authorization": f"Bearer {token}"}
        assert bob.get(f"/api/tables/{made['table']}/view", 403, headers=headers)["code"] == "forbidden"


def test_a_forged_cookie_is_ignored(server: Server, ann: Guest) -> None:
    made = ann.create([ME, BOT])
    with server.guest() as thief:
        thief.http.cookies.set("hordes_you", next(iter(ann.http.cookies.values()))[:-2] + "xx")
        thief.get(f"/api/tables/{made['table']}", 404)


def test_nobody_moves_for_another_seat(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN])
    bob.join(made)
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        mover, other, seat = (a, b, 0) if a.last.get("legal") else (b, a, 1)
        text = mover.my_turn()[0]
        denied(other.move(text), because=f"Seat {seat} is to move, not seat {1 - seat}.")
        assert other.move(text, seat=seat)["code"] == "forbidden"
        assert other.ask("resign", seat=seat)["code"] == "forbidden"
        assert mover.move(text)["type"] == "ack"


def test_a_replayed_move_does_nothing(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN])
    bob.join(made)
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        mover, other = (a, b) if a.last.get("legal") else (b, a)
        text = mover.my_turn()[0]
        ack = mover.move(text, id="mine")
        other.until("step", ply=ack["ply"])
        assert other.move(text, id="mine")["type"] == "no", "another's word is not one's own"
        assert mover.move(text, id="mine", ply=ack["ply"] - 1) == ack | {"again": True}
    assert ann.get(f"/api/tables/{made['table']}")["ply"] == ack["ply"]


def test_an_oversized_frame_closes_the_socket(server: Server, ann: Guest) -> None:
    made = ann.create([ME, BOT])
    with ann.open_viewer(made["table"]) as viewer:
        viewer.until("snapshot")
        with contextlib.suppress(ConnectionClosed):
            viewer.socket.send("x" * (server.settings.max_frame + 1))
        assert viewer.close_code() == 1009
    with httpx.Client(base_url=server.base) as http:
        answer = http.post(
            "/api/tables", content=b"[" + b" " * 2_000_000 + b"]", headers={"content-type": "application/json"}
        )
        assert answer.status_code == 413


def test_one_client_cannot_take_all_sockets(tmp_path: Path) -> None:
    with Server(tmp_path, max_sockets_each=20) as small:
        refused = 0
        with contextlib.ExitStack() as kept:
            for _ in range(300):
                try:
                    kept.enter_context(open_socket(small.base))
                except InvalidStatus:
                    refused += 1
                assert small.manager.socket_slots.taken <= 20
            assert refused > 150, "those who are in and say nothing have to leave after a while, and others come in"
        deadline = time.monotonic() + 60
        while small.manager.socket_slots.taken and time.monotonic() < deadline:
            time.sleep(0.02)
        with open_socket(small.base) as socket:
            socket.send("hello")


@pytest.mark.slow
def test_ten_thousand_connections_from_one_client(tmp_path: Path) -> None:
    with Server(tmp_path, max_sockets_each=100) as small, small.guest() as ann:
        made = ann.create([ME, ME])
        refused = 0
        with ann.open_viewer(made["table"]) as me, contextlib.ExitStack() as kept:
            me.until("snapshot")
            for n in range(10_000):
                try:
                    kept.enter_context(open_socket(small.base))
                except InvalidStatus:
                    refused += 1
                assert small.manager.socket_slots.taken <= 100
                if n % 1000 == 0:
                    assert me.move(me.my_turn()[0])["type"] == "ack", "whoever plays is not disturbed"
        assert refused > 5_000, "those who are in and say nothing have to leave again; nobody gets more than his share"


def test_a_table_that_does_not_exist(ann: Guest) -> None:
    for path in ("", "/view", "/record", "/board", "/history", "/statistics"):
        assert ann.get(f"/api/tables/{NOWHERE}{path}", 404)["code"] == "no_table"
    ann.get("/api/tables/short", 400)
    with ann.open_viewer(NOWHERE) as viewer:
        assert viewer.receive()["code"] == "no_table"


@pytest.mark.parametrize("name", NASTY)
def test_names_are_only_text(ann: Guest, bob: Guest, name: str) -> None:
    made = ann.create([ME, OPEN], name=name, title=name)
    bob.join(made, name)
    seats = ann.get(f"/api/tables/{made['table']}")["seats"]
    assert seats[1]["name"] == f"{seats[0]['name']} 2", "nobody is called like somebody at the table"
    assert all(letter.isprintable() for letter in seats[0]["name"])
    page = ann.http.get(f"/t/{made['table']}")
    assert name not in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert ann.get("/api/games")["games"]


def test_blank_names_and_unknown_fields_are_refused(ann: Guest) -> None:
    made = ann.create([ME, OPEN])
    path = f"/api/tables/{made['table']}/join"
    ann.post(path, {"name": " \t ", "invite": made["invite"]}, 400)
    ann.post(path, {"name": "A", "invite": made["invite"], "admin": True}, 400)
    ann.post(path, {"name": "A" * 31, "invite": made["invite"]}, 400)
    ann.post("/api/tables", {"options": {"players": 10**30}}, 400)
    ann.post("/api/tables", {"seed": -1}, 400)
    ann.post("/api/tables", {"game": "../smallworld"}, 400)


def test_a_slow_client_is_dropped_and_the_others_do_not_wait(tmp_path: Path) -> None:
    with Server(tmp_path, max_queue=8) as small, small.guest() as ann:
        made = ann.create([ME, ME], public=True)
        with ann.open_viewer(made["table"]) as me, ann.open_viewer(made["table"]) as lazy:
            me.until("snapshot")
            lazy.until("snapshot")
            table = small.manager.tables[made["table"]]
            subscriber = next(iter(table.feed.subscribers))

            async def fill_queue() -> None:
                for _ in range(9):
                    subscriber.queue_message(b'{"type":"chat"}')

            small.run(fill_queue())
            assert subscriber.is_dropped
            outcomes: list[str | int] = []
            for viewer in (me, lazy):
                try:
                    viewer.send(type="ping")
                    outcomes.append(viewer.until("pong")["type"])
                except ConnectionClosed as end:
                    outcomes.append(end.rcvd.code if end.rcvd else 0)
            assert sorted(outcomes, key=str) == [1013, "pong"], "one is dropped, the other one answered"


def test_messages_have_a_rate(tmp_path: Path) -> None:
    with Server(tmp_path, max_messages=5.0) as small, small.guest() as ann:
        made = ann.create([ME, ME])
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            with contextlib.suppress(ConnectionClosed):  # the server may hang up before all are sent
                for _ in range(40):
                    me.send(type="ping")
            assert me.until("no")["code"] == "too_much"
            assert me.until("bye")["message"].startswith("Too many messages")


def test_requests_have_a_rate(tmp_path: Path) -> None:
    with Server(tmp_path, max_requests=1.0) as small, small.guest() as ann:
        codes = {ann.http.get("/api/games").status_code for _ in range(60)}
        assert codes == {200, 429}


def test_tables_have_a_number(tmp_path: Path) -> None:
    with Server(tmp_path, max_tables=3) as small, small.guest() as ann:
        for _ in range(3):
            ann.create([ME, OPEN])
        assert ann.post("/api/tables", {"seats": [ME, OPEN]}, 429)["code"] == "too_much"


def test_nonsense_at_the_socket_is_answered(server: Server, ann: Guest) -> None:
    made = ann.create([ME, ME])
    rng = random.Random(5)
    kinds = ["hello", "move", "undo", "answer", "resign", "back", "say", "ping", "chat", "x", 7, None]
    values: list[object] = [
        None,
        0,
        -1,
        2**70,
        1.5,
        "",
        "x",
        "pick 1",
        [],
        {},
        [[[]]],
        True,
        "\ud800",
        "9" * 300,
        NOWHERE,
    ]
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        for n in range(400):
            message = {
                key: rng.choice(values)
                for key in rng.sample(["ply", "text", "id", "seat", "to", "agree", "table", "token"], 4)
            }
            raw = json.dumps({"type": rng.choice(kinds)} | message)
            me.socket.send(raw if n % 4 else raw[: rng.randrange(len(raw))])
            if n % 50 == 0:
                me.socket.send(bytes(rng.randrange(256) for _ in range(50)))
                me.socket.send("[" * 5000)
            if n % 20 == 0:
                me.send(type="ping")
                me.until("pong", 20)
        me.send(type="move", ply=me.ply, text="stop", id="end")
        me.answer("end")
    assert server.manager.metrics.value("failures_total") == 0
    assert_alive(ann)


WORDS: dict[str, list[Any]] = {
    "ply": [0, 1, 2, 50, 99_999, -1, 2**40, "1", None],
    "text": ["pick 1", "stop", "conquer 1", "decline", "end", "", " ", "x" * 201, "\u0000", 5],
    "id": ["a", "b", "c", "", "x" * 41, "a b", None],
    "seat": [0, 1, 5, 15, 16, -1, "0"],
    "to": [0, 3, 10_000, -1],
    "agree": [True, False, "yes"],
}


def test_random_visitors_find_no_failure_and_leave_nothing_behind(server: Server, ann: Guest) -> None:
    rng = random.Random(8)
    made = [ann.create([ME, ME], game=game, options={"players": 2}) for game in ("smallworld", "covil")]
    for number in range(40):
        table = rng.choice(made)
        hello = {} if rng.random() < 0.3 else {"token": rng.choice([table["token"], "x", made[0]["token"]])}
        with contextlib.suppress(ConnectionClosed), ann.open_viewer(table["table"], **hello) as me:
            for _ in range(rng.randrange(15)):
                kind = rng.choice(
                    ["move", "undo", "answer", "resign" if number > 30 else "back", "back", "say", "hello"]
                )
                me.send(type=kind, **{key: rng.choice(WORDS[key]) for key in rng.sample(list(WORDS), 4)})
            if rng.random() < 0.5:
                me.socket.socket.close()  # gone without a word
    deadline = time.monotonic() + 60
    while server.manager.socket_slots.taken and time.monotonic() < deadline:
        time.sleep(0.05)
    assert server.manager.socket_slots.taken == 0
    assert not any(table.feed.subscribers for table in server.manager.tables.values())
    assert len(server.manager.tasks.running) <= 3, "the clock's, and what it just began"
    assert server.manager.metrics.value("failures_total") == 0
    assert_alive(ann)


def test_a_silent_or_rude_beginning_ends_soon(server: Server) -> None:
    for first in ("", "{}", '{"type":"move","ply":0,"text":"x","id":"x"}', "\x00", '{"type":"hello"}'):
        with open_socket(server.base) as socket:
            socket.send(first)
            viewer = Viewer(socket)
            assert viewer.receive()["type"] == "no"
            assert viewer.close_code() == 1008


def test_many_at_once_for_one_seat(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN], public=True)
    codes: list[int] = []

    def grab() -> None:
        codes.append(httpx.post(f"{ann.base}/api/tables/{made['table']}/join", json={"name": "Grab"}).status_code)

    threads = [threading.Thread(target=grab) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, *[409] * 7]


def assert_alive(guest: Guest) -> None:
    assert guest.get("/health")["ok"]
