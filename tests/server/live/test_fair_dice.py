"""Dice that can be checked, at tables: commitment, contributions, undo, restarts, and the secret only at the end."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.fair_dice import commitment_of
from hordes.lab.verify import FAIR, FORGED, NO_PROOF, verify
from hordes.server.db.backup import backup, restore
from hordes.server.db.database import LogEntryRow, now
from hordes.server.live import log_entries
from hordes.server.live.game_log import MAX_CONTRIBUTIONS, GameLog, Stale
from hordes.server.live.log_entries import TABLE_SEAT, Contributed, Entry, Resigned, Start, UndoRequested
from tests.fair_games import FairGame
from tests.server.clients import BOT, ME, OPEN, SEED_SEAT_0_BEGINS, Guest, Message, Server
from tests.server.live.test_unreadable_tables import return_to
from tests.server.postgres import Postgres, required

DATABASES = ["sqlite", pytest.param("postgresql", marks=[pytest.mark.slow, pytest.mark.postgres])]


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that several servers can share."""
    if request.param == "sqlite":
        yield str(tmp_path / "shared.db")
    else:
        with Postgres(required()) as postgres:
            yield postgres.database("hordes")


def secret_of(server: Server, table: str) -> str:
    secret = server.manager.tables[table].row.dice
    assert secret is not None
    assert len(secret) == 64
    return secret


def info(guest: Guest, table: str, **extra: Any) -> dict[str, Any]:
    answer: dict[str, Any] = guest.get(f"/api/tables/{table}", **extra)
    return answer


def play(guest: Guest, table: str, moves: int) -> None:
    """Make moves for all seats of a table that one guest holds, over HTTP."""
    for _ in range(moves):
        view = guest.get(f"/api/tables/{table}/view")
        if not view.get("legal"):
            return
        body = {
            "type": "move",
            "ply": view["ply"],
            "text": view["legal"][7 * view["ply"] % len(view["legal"])],
            "id": f"m{view['ply']}",
        }
        guest.post(f"/api/tables/{table}/moves", body)


def give_up(guest: Guest, table: str) -> None:
    guest.post(f"/api/tables/{table}/resign", {"type": "resign", "id": "end"})


def record_of(guest: Guest, table: str) -> dict[str, Any]:
    record: dict[str, Any] = guest.get(f"/api/tables/{table}/record")
    return record


def contribute(guest: Guest, table: str, text: str, status: int = 200, **more: Any) -> Any:
    body = {"type": "contribute", "text": text, "id": f"c{text[:10].strip()}".replace(" ", "")} | more
    return guest.post(f"/api/tables/{table}/contribute", body, status)


# The commitment and the secret


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_the_commitment_is_there_from_the_beginning_and_the_secret_at_the_end(
    server: Server, ann: Guest, game: str
) -> None:
    made = ann.create([ME, OPEN], game=game)
    table = made["table"]
    open_dice = info(ann, table)["dice"]
    assert open_dice.keys() == {"method", "commitment"}
    ann.join(made)
    assert info(ann, table)["dice"] == open_dice
    play(ann, table, 12)
    assert info(ann, table)["dice"] == open_dice
    give_up(ann, table)
    dice = info(ann, table)["dice"]
    assert dice == open_dice | {"secret": secret_of(server, table)}
    assert commitment_of(bytes.fromhex(dice["secret"])) == dice["commitment"]
    record = record_of(ann, table)
    assert record["dice"]["secret"] == dice["secret"]
    assert verify(record).code == FAIR
    assert ann.get(f"/api/tables/{table}/history")["dice"] == dice


def test_the_start_in_the_log_has_the_commitment(server: Server, ann: Guest) -> None:
    table = ann.create([ME, ME])["table"]
    with closing(sqlite3.connect(server.settings.database_url())) as database:
        (body,) = database.execute("SELECT body FROM move WHERE game_id = ? AND ply = 0", (table,)).fetchone()
    assert json.loads(body)["commitment"] == info(ann, table)["dice"]["commitment"]


def test_every_table_has_another_secret(server: Server, ann: Guest) -> None:
    tables = [ann.create([ME, ME])["table"] for _ in range(4)]
    assert len({secret_of(server, table) for table in tables}) == 4


def paths(server: Server, guest: Guest, table: str) -> list[str]:
    """The path of every GET route, about this table where it is about one."""
    described = guest.get("/api/openapi.json")["paths"]
    values = {"table_id": table, "game": "smallworld", "name": "smallworld", "player": "Ann"}
    routes = [path for path, methods in described.items() if "get" in methods]
    assert len(routes) > 15
    for key, value in values.items():
        routes = [path.replace("{" + key + "}", value) for path in routes]
    assert not any("{" in path for path in routes), "a route with a parameter that this test does not know"
    return [*routes, "/", f"/t/{table}", "/metrics", "/health", "/api/openapi.json", "/sw.js", "/api/nowhere"]


def answers(server: Server, guest: Guest, table: str, **extra: Any) -> dict[str, str]:
    """Everything that a GET request answers, headers included, by path."""
    texts = {}
    for path in paths(server, guest, table):
        answer = guest.http.get(path, **extra)
        assert answer.status_code != 500, path
        texts[path] = f"{answer.headers} {answer.text}"
    return texts


def socket_messages(guest: Guest, made: Message, **hello: Any) -> str:
    """Everything that a socket gets: at first, after missed steps, and about requests that are refused."""
    texts = list[str]()
    for more in ({}, {"ply": 0}, {"ply": 1}):
        with guest.open_viewer(made["table"], **(hello | more)) as viewer:
            viewer.send(type="move", ply=0, text="dance", id="x")
            viewer.send(type="contribute", text="late", id="y")
            viewer.send(type="undo", ply=0, id="z")
            viewer.send(type="ping")
            while not texts or '"type":"pong"' not in texts[-1]:
                texts.append(str(viewer.socket.recv(timeout=10, decode=True)))
            texts.append("")
    return "\n".join(texts)


def everything_said(server: Server, ann: Guest, bob: Guest, made: Message) -> str:
    """What players, holders of the token, spectators and strangers get from the server about a table."""
    table, token = made["table"], {"Authorization": f"Bearer {made['token']}"}
    with server.guest() as stranger:
        texts = [json.dumps(answers(server, guest, table)) for guest in (ann, bob, stranger)]
        texts.append(json.dumps(answers(server, stranger, table, headers=token)))
        texts.append(socket_messages(stranger, made))
    texts.append(socket_messages(ann, made))
    texts.append(socket_messages(bob, made, token=made["token"]))
    moves = len(record_of(ann, table)["moves"])
    fork = bob.post(f"/api/tables/{table}/fork", {"moves": moves, "seats": [ME, ME]})
    texts.append(json.dumps([fork, info(bob, fork["table"]), record_of(bob, fork["table"])]))
    ann.post("/api/tables", {"options": 5}, 400)
    for path, body in (("moves", {"ply": 0, "text": "dance"}), ("contribute", {"text": "late"}), ("undo", {"ply": 0})):
        answer = ann.http.post(f"/api/tables/{table}/{path}", json={"type": path, "id": "q"} | body)
        texts.append(answer.text)
    return "\n".join(texts)


def test_the_secret_goes_through_no_door_before_the_end(
    server: Server, ann: Guest, bob: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    made = ann.create([ME, OPEN], public=True, contribution="rain")
    table, secret = made["table"], secret_of(server, made["table"])
    caplog.set_level(logging.DEBUG)
    waiting = json.dumps(answers(server, ann, table)) + socket_messages(ann, made)
    ann.join(made)
    play(ann, table, 10)
    running = everything_said(server, ann, bob, made)
    assert secret not in waiting + running + caplog.text
    assert info(bob, table)["dice"]["commitment"] in running
    give_up(ann, table)
    doors = [path for path, text in answers(server, bob, table).items() if secret in text]
    opened = {f"/api/tables/{table}{what}" for what in ("", "/history", "/record")}
    assert set(doors) - {"/api/tables"} == opened, "and the list of tables, until the result is stored"


def test_the_secret_is_sent_when_the_game_ends(server: Server, ann: Guest) -> None:
    made = ann.create([ME, ME])
    with ann.open_viewer(made["table"]) as viewer:
        viewer.until("snapshot")
        viewer.move(viewer.my_turn()[0])
        viewer.send(type="resign", id="r")
        while "secret" not in viewer.until("welcome")["table"]["dice"]:
            pass
        before = [raw for raw in viewer.raw[:-1] if secret_of(server, made["table"]).encode() in raw]
        assert before == []


def test_an_ended_game_never_goes_on_again() -> None:
    """Its secret is known then: an undo that was agreed to meanwhile comes too late."""
    game = FairGame().start().play(10)
    game.add(0, UndoRequested(game.first_decision_before_chance()))
    agreed = game.log.undo_request
    assert agreed is not None
    assert game.log.propose_agreed_undo(agreed).to == agreed.to
    game.add(0, Resigned())
    assert game.log.result() is not None
    with pytest.raises(Stale, match="faster"):
        game.log.propose_agreed_undo(agreed)


# Contributions


def test_contributions_come_with_seats_by_message_and_by_request(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, OPEN], options={"players": 3}, contribution="rain")
    table = made["table"]
    bob.join(made, "Bob", contribution="0x7F")
    with ann.open_viewer(table) as viewer:
        viewer.until("snapshot")
        assert viewer.ask("contribute", text="by socket")["type"] == "ack"
        told = [message["table"] for message in viewer.received if message["type"] == "welcome"]
        assert told[-1]["dice"]["contributions"][-1] == {"seat": 0, "text": "by socket"}, "everybody is told"
    contribute(bob, table, "by request", seat=1)
    with server.guest() as eve:
        contribute(eve, table, "by a stranger", 404)
        eve.join(made, "Eve", contribution="last")
        contribute(eve, table, "too late", 409)
    given = [(0, "rain"), (1, "0x7F"), (0, "by socket"), (1, "by request"), (2, "last")]
    begun_table = info(ann, table)
    assert begun_table["status"] == "running"
    assert [(item["seat"], item["text"]) for item in begun_table["dice"]["contributions"]] == given
    kinds = [step["kind"] for step in ann.get(f"/api/tables/{table}/history")["steps"]]
    assert kinds == ["contribute"] * 5 + ["start"]
    for guest in (ann, bob):
        give_up(guest, table)
    record = record_of(ann, table)
    assert [(item["seat"], item["text"]) for item in record["dice"]["contributions"]] == given
    assert verify(record).code == FAIR
    record["dice"]["contributions"].pop()
    assert verify(record).code == FORGED


def test_a_contribution_sent_twice_counts_once(ann: Guest) -> None:
    table = ann.create([ME, OPEN])["table"]
    first = contribute(ann, table, "rain", id="one")
    again = contribute(ann, table, "rain", id="one")
    assert again == first | {"again": True}
    assert info(ann, table)["dice"]["contributions"] == [{"seat": 0, "text": "rain"}]


def test_wrong_contributions_are_refused_with_the_reason(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN], public=True)
    table = made["table"]
    for text in ("two  spaces", " before", "line\nend"):
        assert "1 to 100 printable characters" in contribute(ann, table, text, 400, id="x")["message"]
        for path, body in (("/api/tables", {"contribution": text}), (f"/api/tables/{table}/join", {"name": "Bob"})):
            refused = bob.post(path, body | {"contribution": text}, 400)
            assert "1 to 100 printable characters" in refused["message"]
    contribute(ann, table, "", 400, id="x")
    contribute(ann, table, "a" * 101, 400, id="x")
    assert contribute(bob, table, "rain", 403)["code"] == "forbidden"
    assert contribute(ann, table, "rain", 403, seat=1)["code"] == "forbidden"
    assert info(ann, table)["seats"][1]["kind"] == "open", "who was refused has taken no seat"
    assert "contributions" not in info(ann, table)["dice"]


def test_a_table_takes_so_many_contributions(server: Server, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_CONTRIBUTIONS > 16, "every seat can add several"
    monkeypatch.setattr("hordes.server.live.game_log.MAX_CONTRIBUTIONS", 2)
    table = ann.create([ME, OPEN])["table"]
    contribute(ann, table, "one")
    contribute(ann, table, "two")
    assert "have 2 contributions" in contribute(ann, table, "three", 409)["message"]


def test_who_contributes_all_that_the_table_takes_keeps_nobody_from_a_seat(
    ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hordes.server.live.game_log.MAX_CONTRIBUTIONS", 2)
    made = ann.create([ME, OPEN, OPEN], options={"players": 3}, public=True)
    contribute(ann, made["table"], "one")
    contribute(ann, made["table"], "two")
    bob.post(f"/api/tables/{made['table']}/join", {"name": "Bob", "contribution": "bob"})
    told = info(ann, made["table"])["dice"]["contributions"]
    assert [(item["seat"], item["text"]) for item in told] == [(0, "one"), (0, "two"), (1, "bob")]


def test_a_bots_only_table_takes_its_makers_contribution(ann: Guest) -> None:
    table = ann.create([BOT, BOT], contribution="rain", public=True)["table"]
    assert info(ann, table)["dice"]["contributions"] == [{"seat": -1, "text": "rain"}]


def test_a_rematch_takes_contributions(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN])
    bob.join(made, "Bob")
    give_up(ann, made["table"])
    next_table = ann.post(f"/api/tables/{made['table']}/rematch", {"contribution": "ann"})["table"]
    assert bob.post(f"/api/tables/{made['table']}/rematch", {"contribution": "bob"})["table"] == next_table
    told = begun(bob, next_table)["dice"]["contributions"]
    assert [(item["seat"], item["text"]) for item in told] == [(0, "ann"), (1, "bob")]
    give_up(ann, next_table)
    assert verify(record_of(bob, next_table)).code == FAIR


def test_many_join_and_contribute_at_once_at_two_processes(url: str, tmp_path: Path) -> None:
    """Every contribution that was accepted is in the log, before the start, and counts."""
    with ExitStack() as stack:
        folders = tmp_path / "a", tmp_path / "b"
        servers = [
            stack.enter_context(Server(folder, database=url, secret="one secret of three servers"))
            for folder in folders
        ] * 2
        ann, *guests = [stack.enter_context(server.guest()) for server in (servers[0], *servers)]
        table = (made := ann.create([ME, *[OPEN] * 4], options={"players": 5}, contribution="ann"))["table"]

        def join(number: int) -> Message:
            body = {"type": "contribute", "text": f"ann {number}", "id": f"a{number}"}
            ann.post(f"/api/tables/{table}/contribute", body, (200, 409))
            return guests[number].join(made, f"G{number}", contribution=f"guest {number}")

        with ThreadPoolExecutor(4) as pool:
            seats = {message["seats"][0] for message in pool.map(join, range(4))}
        assert seats == {1, 2, 3, 4}
        told = [begun(guest, table)["dice"]["contributions"] for guest in (ann, *guests)]
        assert all(contributions == told[0] for contributions in told)
        assert {"ann", *(f"guest {k}" for k in range(4))} <= {item["text"] for item in told[0]}
        for guest in guests:
            guest.post(f"/api/tables/{table}/resign", {"type": "resign", "id": "r"}, (200, 409))
        ended = record_of(ann, table)
        while ended["result"] is None:
            _catch_up(ann, info(ann, table)["ply"] + 1, table)
            ended = record_of(ann, table)
        assert ended["dice"]["contributions"] == told[0]
        assert verify(ended).code == FAIR


def begun(guest: Guest, table: str) -> dict[str, Any]:
    """What a guest's process says of a table once it knows that the game has begun."""
    while (told := info(guest, table))["status"] != "running":
        _catch_up(guest, told["ply"] + 1, table)
    return told


def test_a_contribution_that_comes_while_the_start_is_drawn_counts(
    server: Server, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process stores it between the draws of the start and its entry: the draws are made again."""
    made = ann.create([ME, OPEN])
    table, real, tried = made["table"], GameLog.propose_start_with_result, list[int]()

    def slow(game_log: GameLog, moves: list[str]) -> Any:
        ply = game_log.ply  # two tasks may draw the start at once; only one entry is stored
        start = real(game_log, moves)
        tried.append(ply)
        if len(tried) == 1:
            body = log_entries.encode_body(Contributed("meanwhile"))
            row = LogEntryRow(table, game_log.ply, 0, body, now(), None)
            server.run(_append(server, row))
        return start

    monkeypatch.setattr(GameLog, "propose_start_with_result", slow)
    ann.join(made)
    assert (tried[0], max(tried)) == (0, 1), "once more, with the contribution"
    assert info(ann, table)["dice"]["contributions"] == [{"seat": 0, "text": "meanwhile"}]
    give_up(ann, table)
    assert verify(record_of(ann, table)).code == FAIR


async def _append(server: Server, row: LogEntryRow) -> None:
    assert await server.manager.database.append(row)


# Undo


def test_what_was_drawn_and_taken_back_is_not_drawn_again(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME])
    table = made["table"]
    play(ann, table, 10)
    before = record_of(ann, table)["moves"]
    view = ann.get(f"/api/tables/{table}/view")
    deciding = next(k for k, text in enumerate(before) if text.startswith("pick"))
    ann.post(f"/api/tables/{table}/undo", {"type": "undo", "ply": view["ply"], "id": "u", "to": deciding})
    _catch_up(ann, view["ply"] + 2, table)  # the request, and then the undo, which needs nobody's consent here
    play(ann, table, 10)
    give_up(ann, table)
    record = record_of(ann, table)
    assert record["dice"]["played"][: len(before) + 1] == [*before, deciding]
    assert verify(record).code == FAIR


def test_a_draw_has_the_number_of_all_draws_before_it() -> None:
    """After going back the same move meets the next draw, never one that was seen."""
    game = FairGame().start().play(30)
    to = game.first_decision_before_chance()
    move, numbers = game.log.record.moves[to], list[int]()
    for _ in range(6):
        game.rewind(to)
        numbers.append(game.log.chance_draws)
        game.add(game.log.to_move, game.log.propose_move(game.log.to_move, move)[0])
    assert numbers == sorted(set(numbers))
    assert verify(game.resign().record()).code == FAIR


# Restarts, several processes, older tables


def test_the_next_outcome_is_the_same_for_everybody_who_has_the_log() -> None:
    game = FairGame().start().play(12)
    game.rewind(game.first_decision_before_chance()).play(12)
    for cut in range(1, len(game.entries)):
        entry, twin = game.entries[cut], game.empty_log()
        twin.apply_all(game.entries[:cut])
        if isinstance(entry.body, Start):
            assert twin.propose_start([]) == entry.body
        elif isinstance(entry.body, log_entries.Moved):
            assert twin.propose_move(entry.seat, entry.body.moves[0])[0] == entry.body


def test_a_game_over_restarts_and_processes_is_one_game(url: str, tmp_path: Path) -> None:
    with Server(tmp_path / "a", database=url, secret="one secret of three servers") as first, first.guest() as ann:
        made = ann.create([ME, ME], contribution="rain")
        table = made["table"]
        play(ann, table, 8)
        with (
            Server(tmp_path / "b", database=url, secret="one secret of three servers") as second,
            return_to(ann, second) as there,
        ):
            for guest in (there, ann, there, ann):
                _catch_up(guest, max(info(each, table)["ply"] for each in (ann, there)), table)
                play(guest, table, 3)
            commitment = info(there, table)["dice"]["commitment"]
    file = str(tmp_path / "all.gz")
    backup(url, file)
    restored = str(tmp_path / "restored.db")
    restore(restored, file)
    with (
        Server(tmp_path / "c", database=restored, secret="one secret of three servers") as third,
        return_to(ann, third) as again,
    ):
        play(again, table, 8)
        give_up(again, table)
        record = record_of(again, table)
    assert record["dice"]["commitment"] == commitment
    assert len(record["moves"]) > 20
    assert verify(record).code == FAIR


def _catch_up(guest: Guest, ply: int, table: str) -> None:
    """Wait until this guest's process has the entries that another one wrote."""
    guest.get(f"/api/tables/{table}/view", params={"since": ply - 1, "wait": 20})


@pytest.mark.parametrize("begun", [True, False])
def test_a_table_from_before_goes_on_without_a_proof(tmp_path: Path, begun: bool) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME] if begun else [ME, OPEN])
        url = server.settings.database_url()
    with closing(sqlite3.connect(url)) as database, database:
        database.execute("UPDATE game SET dice = NULL")
        database.execute("""UPDATE move SET body = json_remove(body, '$.commitment')""")
    with Server(tmp_path) as server, return_to(ann, server) as me:
        assert "dice" not in info(me, made["table"])
        if not begun:
            assert "made by an earlier version" in contribute(me, made["table"], "rain", 409)["message"]
            me.join(made)
        play(me, made["table"], 5)
        give_up(me, made["table"])
        record = record_of(me, made["table"])
        assert "dice" not in record
        assert verify(record).code == NO_PROOF


def test_a_table_with_a_seed_is_as_ever(server: Server, ann: Guest) -> None:
    made = ann.create([ME, ME], seed=SEED_SEAT_0_BEGINS)
    game_log = server.manager.tables[made["table"]].game_log
    alone = GameLog("smallworld", {"players": 2}, seed=SEED_SEAT_0_BEGINS)
    alone.apply(Entry(0, TABLE_SEAT, alone.propose_start([]), 0))
    assert alone.record.moves == game_log.record.moves
    assert "dice" not in info(ann, made["table"])
    assert server.manager.tables[made["table"]].row.dice is None
    refused = ann.post("/api/tables", {"seats": [ME, ME], "seed": 1, "contribution": "rain"}, 409)
    assert "it has a seed" in refused["message"]


@pytest.mark.parametrize("secret", ["00" * 32, "zz" * 32, "00"])
def test_a_table_with_a_damaged_secret_is_not_opened(tmp_path: Path, secret: str) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        bad, good = (ann.create([ME, ME])["table"] for _ in range(2))
        url = server.settings.database_url()
    with closing(sqlite3.connect(url)) as database, database:
        database.execute("UPDATE game SET dice = ? WHERE id = ?", (secret, bad))
    with Server(tmp_path) as server, return_to(ann, server) as me:
        assert me.get(f"/api/tables/{bad}", 409)["code"] == "unreadable"
        assert info(me, good)["status"] == "running"


def test_a_fork_has_dice_of_its_own(server: Server, ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME], public=True)
    moves = record_of(ann, made["table"])["moves"][:4]  # in the middle of the first draws
    fork = bob.post(f"/api/tables/{made['table']}/fork", {"moves": len(moves), "seats": [ME, ME]})["table"]
    assert info(bob, fork)["dice"]["commitment"] != info(ann, made["table"])["dice"]["commitment"]
    play(bob, fork, 20)
    give_up(bob, fork)
    record = record_of(bob, fork)
    assert record["dice"]["given"] == len(moves)
    assert record["moves"][:4] == moves
    assert verify(record).code == FAIR
    assert "not checked are their 4 outcomes" in verify(record).lines[1]


def test_a_record_with_a_proof_can_be_brought_along(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, ME])
    play(ann, made["table"], 8)
    give_up(ann, made["table"])
    record = record_of(ann, made["table"])
    again = bob.post("/api/records", {"record": record, "seats": [ME, ME]})["table"]
    assert record_of(bob, again)["dice"]["given"] == len(record["moves"])
    record["dice"]["played"] = 5
    assert bob.post("/api/records", {"record": record, "seats": [ME, ME]}, (201, 400)) is not None
