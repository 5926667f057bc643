"""Backup of a database that is in use, or of an older version: nothing waits for it, nothing is changed by it."""

import asyncio
import gzip
import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from hordes.engine.errors import BadRequest
from hordes.server.db import backup as backing_up
from hordes.server.db import schema
from hordes.server.db.backup import backup, restore
from hordes.server.db.database import Database, LogEntryRow
from tests.server.clients import ME, OPEN, Server

TABLE = "t" * 22


def with_a_game(url: str) -> Database:
    """A database with one table and one entry."""
    database = Database(url, seconds=1)  # a writer that has to wait gives up soon
    database.migrate()
    values = {"id": TABLE, "game": "smallworld", "options": "{}", "title": "", "public": True, "spectators": True}
    values |= {
        "clocks": "{}",
        "host": "g:x",
        "invite": "i",
        "status": "open",
        "rated": False,
        "created": 1,
        "changed": 1,
    }
    with database.engine.begin() as connection:
        connection.execute(schema.game.insert(), values)
        connection.execute(schema.move.insert(), LogEntryRow(TABLE, 0, 0, "{}", 1, None)._asdict())
    return database


def rows_of(file: Path, table: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()[1:]]
    return [row for name, row in lines if name == table]


def test_moves_are_stored_while_a_backup_is_written(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, file, real = with_a_game(database_url), tmp_path / "b.gz", backing_up._write_table

    def write_table(connection: Any, table: Any, out: Any, damage: Any) -> int:
        rows = real(connection, table, out, damage)
        if table is schema.game:  # in the middle of the backup
            assert asyncio.run(database.append(LogEntryRow(TABLE, 1, 0, "{}", 2, None)))
        return rows

    monkeypatch.setattr(backing_up, "_write_table", write_table)
    backup(database_url, str(file))
    with database.engine.connect() as connection:
        assert connection.execute(select(schema.move.c.ply)).scalars().all() == [0, 1]
    database.close_now()
    assert [row["ply"] for row in rows_of(file, "move")] == [0], "the backup is of the moment at which it began"


def test_a_backup_of_an_older_database_leaves_it_as_it_is(tmp_path: Path, database_url: str) -> None:
    database, file = with_a_game(database_url), tmp_path / "b.gz"
    with database.engine.begin() as old:
        for change in ("DROP TABLE push", "ALTER TABLE game DROP COLUMN dice", "ALTER TABLE game DROP COLUMN rules"):
            old.execute(text(change))
        old.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    backup(database_url, str(file))
    with database.engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "0001"
    database.close_now()
    restored = Database(str(tmp_path / "restored.db"))
    restore(str(tmp_path / "restored.db"), str(file))
    with restored.engine.connect() as connection:
        row = connection.execute(select(schema.game.c.id, schema.game.c.rules, schema.game.c.dice)).one()
    restored.close_now()
    assert tuple(row) == (TABLE, None, None)


def test_a_backup_changes_no_byte_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    with_a_game(str(file)).close_now()
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    file.chmod(0o400)
    backup(str(file), str(tmp_path / "b.gz"))
    assert hashlib.sha256(file.read_bytes()).hexdigest() == before


def test_a_database_of_a_later_version_is_not_backed_up_in_part(tmp_path: Path, database_url: str) -> None:
    database = with_a_game(database_url)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close_now()
    with pytest.raises(BadRequest, match=r"is of a later version of hordes \(schema 9999\)"):
        backup(database_url, str(tmp_path / "b.gz"))
    assert not list(tmp_path.glob("b.gz*"))


def test_a_backup_of_a_later_version_is_not_restored_in_part(tmp_path: Path) -> None:
    file = tmp_path / "b.gz"
    file.write_bytes(gzip.compress(b'{"kind": "hordes backup", "format": 1, "schema": "9999"}\n'))
    with pytest.raises(BadRequest, match=r"is of a later version of hordes \(schema 9999\)"):
        restore(str(tmp_path / "t.db"), str(file))


def test_a_file_that_no_server_has_used_is_not_backed_up(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(BadRequest, match="has no tables of hordes"):
        backup(str(tmp_path / "empty.db"), str(tmp_path / "b.gz"))


@pytest.mark.slow
@pytest.mark.postgres
def test_texts_with_nul_in_sqlite_can_be_restored_into_postgresql(tmp_path: Path, postgres: Any) -> None:
    """Servers of 0.1 stored them; none does any more."""
    with Server(tmp_path / "old") as old, old.guest() as ann:
        made = ann.create([ME, OPEN])
    with closing(sqlite3.connect(tmp_path / "old" / "tables.db")) as connection, connection:
        columns = "(game_id, seat, name, text, at)"
        connection.execute(f"INSERT INTO chat {columns} VALUES (?, 0, 'A', ?, 1)", (made["table"], "a\0b"))
        connection.execute("UPDATE game SET title = ?", ("x\0y",))
    done = backup(old.settings.database_url(), str(tmp_path / "b.gz"))
    assert "Damaged, kept with U+FFFD" in done
    assert f"game.title of {made['table']}" in done
    url = postgres.database("with_nul")
    assert "rows from" in restore(url, str(tmp_path / "b.gz"))
    restored = Database(url)
    with restored.engine.connect() as reading:
        assert reading.execute(select(schema.chat.c.text)).scalar_one() == "a\ufffdb"
    restored.close_now()
