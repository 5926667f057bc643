"""A database from before sessions were stored: accounts, cookies, seat tokens and chat go on."""

import gzip
import json
import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from hordes.server.auth.accounts import HASHER
from hordes.server.auth.tokens import COOKIE, Signer, load_secret
from hordes.server.db import database
from hordes.server.db.backup import restore
from hordes.server.db.engine import open_engine
from tests.server.clients import Server

TABLE = "T" * 22
NAMES = ["bob", "bob\n", "b\u043eb", "Straße"]
"""Names as version 0.1 accepted them."""


def make_old_database(path: Path) -> None:
    """A database of schema 0007 with accounts, and a table where the first one waits."""
    engine = open_engine(str(path))
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).with_name("migrations")))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0007")
        for number, name in enumerate(NAMES, start=1):
            values = {"id": number, "name": name, "folded": name.casefold(), "password": HASHER.hash("correct horse")}
            columns = "id, name, folded, password, preferences, created"
            query = f"INSERT INTO account ({columns}) VALUES (:id, :name, :folded, :password, :email, 1)"
            connection.execute(text(query), values | {"email": '{"email": "bob@games.example", "client": {}}'})
        game = {"id": TABLE, "game": "smallworld", "options": '{"players": 2}', "title": "Old", "clocks": "{}"}
        columns = "id, game, options, title, clocks, public, spectators, host, invite, status, rated, created, changed"
        query = (
            f"INSERT INTO game ({columns}) "
            "VALUES (:id, :game, :options, :title, :clocks, false, true, 'a:1', 'invite', 'open', true, 1, 1)"
        )
        connection.execute(text(query), game)
        columns = "game_id, seat, kind, name, level, owner, nonce"
        query = f"INSERT INTO seat ({columns}) VALUES (:id, :n, :kind, :name, '', :o, :k)"
        connection.execute(text(query), {"id": TABLE, "n": 0, "kind": "human", "name": "Bob", "o": "a:1", "k": "nonce"})
        connection.execute(text(query), {"id": TABLE, "n": 1, "kind": "open", "name": "", "o": None, "k": ""})
        query = "INSERT INTO chat (game_id, seat, name, text, at) VALUES (:id, 0, 'Bob', 'of old', 1)"
        connection.execute(text(query), {"id": TABLE})
    engine.dispose()


def test_a_backup_of_an_older_version_is_restored_with_what_its_names_look_like(tmp_path: Path) -> None:
    make_old_database(tmp_path / "old.db")
    lines = [{"kind": "hordes backup", "format": 1}]
    with sqlite3.connect(tmp_path / "old.db") as old:
        old.row_factory = sqlite3.Row
        lines += [["account", dict(row)] for row in old.execute("SELECT * FROM account")]  # type: ignore[misc]
    with gzip.open(tmp_path / "old.gz", "wt") as file:
        file.write("\n".join(json.dumps(line) for line in lines))
    restore(str(tmp_path / "tables.db"), str(tmp_path / "old.gz"))
    with Server(tmp_path) as server, server.guest() as bob, server.guest() as ann:
        bob.post("/api/session", {"name": "bob", "password": "correct horse"}, 201)
        ann.post("/api/accounts", {"name": "B0B", "password": "correct horse"}, 409)


def test_an_account_with_a_damaged_name_does_not_stop_the_migration(tmp_path: Path) -> None:
    make_old_database(tmp_path / "tables.db")
    with sqlite3.connect(tmp_path / "tables.db") as old:
        old.execute("UPDATE account SET name = CAST(x'ff' AS TEXT) WHERE id = 2")
    with Server(tmp_path) as server, server.guest() as bob:
        bob.post("/api/session", {"name": "bob", "password": "correct horse"}, 201)


def test_accounts_cookies_and_seat_tokens_of_older_versions_go_on(tmp_path: Path) -> None:
    make_old_database(tmp_path / "tables.db")
    signer = Signer(load_secret("", tmp_path))
    with Server(tmp_path) as server, server.guest() as bob, server.guest() as ann:
        bob.http.cookies.set(COOKIE, signer.sign_visitor("a:1"))
        assert bob.get("/api/me") == {
            "account": "bob",
            "preferences": {"email": "bob@games.example", "client": {}},
        }, "the cookie is valid; the address is not verified yet"
        assert bob.get("/api/me/tables")["tables"][0]["title"] == "Old"
        bearer = {"Authorization": f"Bearer {signer.sign_seat(TABLE, 'nonce')}"}
        assert ann.get(f"/api/tables/{TABLE}/view", headers=bearer)["you"] == [0]
        with bob.open_viewer(TABLE) as viewer:
            line = viewer.until("chat")
            assert line["text"] == "of old"
        assert [entry["text"] for entry in bob.get("/api/me/export")["chat"]] == ["of old"]
        ann.post(f"/api/tables/{TABLE}/join", {"name": "Ann", "invite": "invite"})
        assert len(ann.post(f"/api/tables/{TABLE}/mute", {"line": line["n"]}, 200)["muted"]) == 1
        for name in NAMES:
            with server.guest() as guest:
                body = {"name": name, "password": "correct horse"}
                assert guest.post("/api/session", body, 201)["account"] == name, "whatever is a name now"
                assert [s["id"] for s in guest.get("/api/me/sessions")["sessions"]][-1] == 0, "old cookies are listed"
        answer = ann.post("/api/accounts", {"name": "B0B", "password": "correct horse"}, 409)
        assert answer["code"] == "taken", "nobody else joins the look-alikes"
