"""Tables that cannot be read from the database: all others work, and their players get the reason."""

import json
import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.server.db.backup import backup, restore
from hordes.server.live.log_entries import Entry, Moved
from tests.server.clients import BOT, ME, OPEN, Guest, Server

DAMAGE = {
    "options": ("UPDATE game SET options = '{\"players\": ' WHERE id = ?", "unreadable_row"),
    "clocks": ("UPDATE game SET clocks = '[]' WHERE id = ?", "unreadable_row"),
    "no text": ("UPDATE game SET options = CAST(x'7bff' AS TEXT) WHERE id = ?", "unreadable_row"),
    "no title": ("UPDATE game SET title = CAST(x'ff' AS TEXT) WHERE id = ?", "unreadable_row"),
    "seats": ("DELETE FROM seat WHERE seat = 1 AND game_id = ?", "unreadable_row"),
    "unknown game": ("UPDATE game SET game = 'draughts' WHERE id = ?", "unreadable_game"),
    "refused options": ("UPDATE game SET options = '{\"players\": 77}' WHERE id = ?", "unreadable_setup"),
    "no options": ("UPDATE game SET options = '[]', rules = NULL WHERE id = ?", "unreadable_row"),
    "body": ('UPDATE move SET body = \'{"type":"mo\' WHERE ply = 2 AND game_id = ?', "unreadable_line"),
    "refused move": (
        'UPDATE move SET body = \'{"type":"move","moves":["conquer 99"]}\' WHERE ply = 2 AND game_id = ?',
        "unreadable_move",
    ),
    "rules blob": ("UPDATE game SET rules = x'ff' WHERE id = ?", "unreadable_row"),
    "rules no text": ("UPDATE game SET rules = CAST(x'ff' AS TEXT) WHERE id = ?", "unreadable_row"),
    "invite blob": ("UPDATE game SET invite = x'ff' WHERE id = ?", "unreadable_row"),
    "seat no text": ("UPDATE seat SET name = CAST(x'41fffe' AS TEXT) WHERE game_id = ?", "unreadable_row"),
    "seat blob": ("UPDATE seat SET name = x'41fffe' WHERE seat = 1 AND game_id = ?", "unreadable_row"),
    "title blob": ("UPDATE game SET title = x'ff' WHERE id = ?", "unreadable_row"),
    "created": ("UPDATE game SET created = 'yesterday' WHERE id = ?", "unreadable_row"),
    "body blob": ("UPDATE move SET body = x'fffe00' WHERE ply = 2 AND game_id = ?", "unreadable_line"),
    "body no text": ("UPDATE move SET body = CAST(x'41fffe' AS TEXT) WHERE ply = 2 AND game_id = ?", "unreadable_row"),
    "time of a line": ("UPDATE move SET at = 'noon' WHERE ply = 2 AND game_id = ?", "unreadable_line"),
    "missing line": ("DELETE FROM move WHERE ply = 1 AND game_id = ?", "unreadable_move"),
}
NAMELESS = ("no title", "title blob", "created")
"""Damage that leaves not even a heading."""


def damage(url: str, table: str, statement: str) -> None:
    with closing(sqlite3.connect(url)) as database, database:
        database.execute(statement, (table,))
        database.execute("UPDATE game SET changed = changed + 1000000 WHERE id = ?", (table,))  # it comes first


def tables(folder: Path) -> tuple[Server, Guest, str, str]:
    """Two public tables with a clock: one to be damaged, and an intact one."""
    with Server(folder) as server, server.guest() as ann:
        made = [ann.create([ME, ME], public=True, clocks={"turn": 600}, title=title) for title in ("Bad", "Good")]
        with ann.open_viewer(made[0]["table"]) as me:
            me.until("snapshot")
            for _ in range(3):
                me.move(me.my_turn()[0])
        return server, ann, made[0]["table"], made[1]["table"]


def return_to(guest: Guest, server: Server) -> Guest:
    again = server.guest()
    again.http.cookies = guest.http.cookies
    return again


@pytest.mark.parametrize("kind", DAMAGE)
def test_one_bad_table_stops_nobody_else(tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    server, ann, bad, good = tables(tmp_path)
    statement, key = DAMAGE[kind]
    damage(server.settings.database_url(), bad, statement)
    with caplog.at_level(logging.WARNING, "hordes"), Server(tmp_path) as again, return_to(ann, again) as me:
        wait_for(lambda: good in again.manager.tables)
        for _ in range(2):
            assert [table["id"] for table in me.get("/api/tables")["tables"]] == [good]
            mine = me.get("/api/me/tables")
        assert [table["id"] for table in mine["tables"]] == [good]
        (answer,) = mine["unreadable"]
        title = "" if kind in NAMELESS else "Bad"
        assert (answer["id"], answer["title"], answer["said"]["key"]) == (bad, title, key)
        check_address(me, bad, key)
        assert again.manager.metrics.value("unreadable_tables_total") == 1
        assert again.manager.metrics.value("failures_total") == 0
    warnings = [record for record in caplog.records if bad in record.getMessage()]
    assert len(warnings) == 1, "once for each table"


@pytest.mark.parametrize("ident", ["CAST(x'41ff' AS TEXT)", "x'41'"])
def test_a_table_whose_id_is_no_text_stops_nobody_else(tmp_path: Path, ident: str) -> None:
    """SQLite aborts every query that meets such a text."""
    server, ann, bad, good = tables(tmp_path)
    with closing(sqlite3.connect(server.settings.database_url())) as database, database:
        database.execute(f"UPDATE seat SET game_id = {ident} WHERE game_id = ?", (bad,))
        database.execute(f"UPDATE game SET id = {ident} WHERE id = ?", (bad,))
    with Server(tmp_path) as again, return_to(ann, again) as me:
        wait_for(lambda: good in again.manager.tables)
        for path in ("/api/tables", "/api/me/tables"):
            assert [table["id"] for table in me.get(path)["tables"]] == [good]


def check_address(me: Guest, bad: str, key: str) -> None:
    for path in ("", "/view", "/record", "/history", "/board"):
        answer = me.get(f"/api/tables/{bad}{path}", 409)
        assert (answer["code"], answer["said"]["key"]) == ("unreadable", key)
    assert me.post(f"/api/tables/{bad}/join", {"name": "Bob"}, 409)["code"] == "unreadable"
    with me.open_viewer(bad) as viewer:
        assert viewer.receive()["code"] == "unreadable"
        assert viewer.close_code() == 1008


def test_the_message_names_the_entry_and_both_versions(tmp_path: Path) -> None:
    server, ann, bad, _ = tables(tmp_path)
    damage(server.settings.database_url(), bad, DAMAGE["refused move"][0])
    damage(server.settings.database_url(), bad, "UPDATE game SET rules = '0.7' WHERE id = ?")
    with Server(tmp_path) as again, return_to(ann, again) as me:
        answer = me.get(f"/api/tables/{bad}", 409)
    version = load("smallworld").rules_version
    assert answer["said"]["data"] == {"n": 2, "made": "0.7", "now": version}
    assert "conquer 99" not in answer["message"], "a move may be secret"
    assert version in answer["message"]


def test_a_table_keeps_the_version_of_its_rules(tmp_path: Path) -> None:
    server, ann, bad, _ = tables(tmp_path)
    version = load("smallworld").rules_version
    with closing(sqlite3.connect(server.settings.database_url())) as database:
        assert database.execute("SELECT DISTINCT rules FROM game").fetchall() == [(version,)]
    damage(server.settings.database_url(), bad, "UPDATE game SET rules = NULL WHERE id = ?")
    with Server(tmp_path) as again, return_to(ann, again) as me:
        stored = {table["title"]: table.get("rules") for table in me.get("/api/tables")["tables"]}
    assert stored == {"Bad": None, "Good": version}, "older tables do not know it, and open all the same"


def test_an_unreadable_table_is_hidden_from_others(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, OPEN])
    damage(server.settings.database_url(), made["table"], DAMAGE["options"][0])
    with Server(tmp_path) as again, again.guest() as eve, return_to(ann, again) as me:
        path = f"/api/tables/{made['table']}"
        assert eve.get(path, 404)["code"] == "no_table"
        assert eve.get(path, 409, headers={"x-invite": made["invite"]})["code"] == "unreadable"
        assert eve.get(path, 409, headers={"Authorization": f"Bearer {made['token']}"})["code"] == "unreadable"
        assert me.get(path, 409)["code"] == "unreadable"
        assert "unreadable" not in eve.get("/api/me/tables")


@pytest.mark.parametrize("value", ["CAST(x'ff' AS TEXT)", "x'ff'"])
def test_a_damaged_invitation_invites_nobody(tmp_path: Path, value: str) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, OPEN])
    damage(server.settings.database_url(), made["table"], f"UPDATE game SET invite = {value} WHERE id = ?")
    with Server(tmp_path) as again, again.guest() as eve, return_to(ann, again) as me:
        path = f"/api/tables/{made['table']}"
        assert eve.get(path, 404, headers={"x-invite": made["invite"]})["code"] == "no_table"
        assert me.get(path, 409)["code"] == "unreadable"


@pytest.mark.parametrize("value", ["text = CAST(x'41fffe' AS TEXT)", "text = x'ff'", "name = x'ff'", "at = 'noon'"])
def test_a_damaged_line_of_chat_is_left_out_and_the_table_goes_on(tmp_path: Path, value: str) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME], public=True)
        with ann.open_viewer(made["table"]) as me:
            for text in ("one", "two", "three"):
                me.send(type="say", text=text)
                me.until("chat")
    damage(server.settings.database_url(), made["table"], f"UPDATE chat SET {value} WHERE text = 'two' AND game_id = ?")
    with Server(tmp_path) as again, return_to(ann, again) as back:
        mine = back.get("/api/me/tables")
        assert [table["id"] for table in mine["tables"]] == [made["table"]]
        assert "unreadable" not in mine
        back.get(f"/api/tables/{made['table']}/view")
        with back.open_viewer(made["table"]) as me:
            assert [me.until("chat")["text"] for _ in range(2)] == ["one", "three"]
            me.send(type="say", text="four")
            assert me.until("chat")["text"] == "four"
        assert again.manager.metrics.value("failures_total") == 0


def test_a_changed_set_of_ones_own_closes_only_its_own_tables(tmp_path: Path) -> None:
    mine = Path(__file__).parents[3] / "examples" / "river_folk.py"
    with Server(tmp_path, sets=str(mine)) as server, server.guest() as ann:
        bad = ann.create([ME, BOT], public=True, options={"players": 2, "sets": ["base", "river_folk"]})["table"]
        good = ann.create([ME, BOT], public=True)["table"]
    with closing(sqlite3.connect(server.settings.database_url())) as database, database:
        (stored,) = database.execute("SELECT options FROM game WHERE id = ?", (bad,)).fetchone()
        options = json.loads(stored)
        assert options["digests"], "a fingerprint of the set"
        options["digests"] = {name: "0" * len(mark) for name, mark in options["digests"].items()}
        database.execute("UPDATE game SET options = ? WHERE id = ?", (json.dumps(options), bad))
    with Server(tmp_path) as again, return_to(ann, again) as me:
        assert [table["id"] for table in me.get("/api/tables")["tables"]] == [good]
        answer = me.get(f"/api/tables/{bad}", 409)
        assert answer["said"]["key"] == "unreadable_setup"
        assert "river_folk" in answer["message"]


@pytest.mark.parametrize("kind", ["body", "options", "no text", "body blob", "body no text"])
def test_backup_and_restore_take_an_unreadable_table_along(tmp_path: Path, kind: str) -> None:
    server, ann, bad, good = tables(tmp_path)
    damage(server.settings.database_url(), bad, DAMAGE[kind][0])
    file, url = str(tmp_path / "all.gz"), str(tmp_path / "other.db")
    backup(server.settings.database_url(), file)
    restore(url, file)
    with Server(tmp_path, database=url) as again, return_to(ann, again) as me:
        assert [table["id"] for table in me.get("/api/tables")["tables"]] == [good]


def test_a_backup_goes_on_past_damaged_values_and_names_them(tmp_path: Path) -> None:
    _, ann, bad, _ = tables(tmp_path)
    with Server(tmp_path) as server, return_to(ann, server) as me, me.open_viewer(bad) as seat:
        for text in ("one", "two"):
            seat.send(type="say", text=text)
            seat.until("chat")
    old, file, new = server.settings.database_url(), str(tmp_path / "all.gz"), str(tmp_path / "other.db")
    damage(old, bad, DAMAGE["rules blob"][0])
    damage(old, bad, DAMAGE["body blob"][0])
    damage(old, bad, "UPDATE chat SET text = CAST(x'41fffe' AS TEXT) WHERE text = 'one' AND game_id = ?")
    answer = backup(old, file)
    count = answer.split()[0]
    assert "Damaged, kept with U+FFFD for what is no text: " in answer
    assert f"game.rules of {bad}, move.body of {bad} 2, chat.text of 1." in answer
    assert "\n" not in answer
    assert restore(new, file).startswith(f"{count} rows")
    with closing(sqlite3.connect(new)) as database:
        assert database.execute("SELECT text FROM chat ORDER BY n").fetchall() == [("A\ufffd\ufffd",), ("two",)]
        assert database.execute("SELECT body FROM move WHERE ply = 2").fetchall() == [("\ufffd\ufffd\ufffd",)]


def test_a_backup_leaves_out_what_a_restore_would_refuse(tmp_path: Path) -> None:
    server, ann, bad, good = tables(tmp_path)
    url, file, new = server.settings.database_url(), str(tmp_path / "all.gz"), str(tmp_path / "other.db")
    damage(url, bad, "UPDATE game SET id = x'ff' WHERE id = ?")
    answer = backup(url, file)
    assert "Left out, their keys are damaged or belong to no row: game \\ufffd, seat " in answer
    restore(new, file)
    with Server(tmp_path, database=new) as again, return_to(ann, again) as me:
        assert [table["id"] for table in me.get("/api/me/tables")["tables"]] == [good]


@pytest.mark.parametrize("name", ["none.db", "none/none.db", "sqlite:///{folder}/none.db"])
def test_a_backup_of_a_database_that_is_not_there_makes_nothing(tmp_path: Path, name: str) -> None:
    url = name.format(folder=tmp_path) if "{" in name else str(tmp_path / name)
    with pytest.raises(BadRequest, match=r"There is no database .*none\.db"):
        backup(url, str(tmp_path / "all.gz"))
    assert not list(tmp_path.iterdir())


def test_an_entry_that_another_version_wrote_closes_the_open_table(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made, other = ann.create([ME, ME]), ann.create([ME, ME])
        with ann.open_viewer(made["table"]) as me, ann.open_viewer(other["table"]) as beside:
            me.until("snapshot")
            beside.until("snapshot")
            table = server.manager.tables[made["table"]]
            strange = Entry(1, table.game_log.to_move, Moved(["fly 3"]), 0)
            server.run(table._store(strange))
            me.send(type="move", ply=me.ply, text=me.my_turn()[0], id="m")
            assert "line 1" in me.until("bye")["message"]
            assert beside.move(beside.my_turn()[0])["type"] == "ack"
        assert ann.get(f"/api/tables/{made['table']}", 409)["code"] == "unreadable"
        ann.post("/api/accounts", {"name": "Ann", "password": "correct horse"}, 201)


def wait_for(what: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)
