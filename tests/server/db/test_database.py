"""Database access: URLs, appends to the log, failed commits, migrations."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import BadRequest
from hordes.server.db import migrations
from hordes.server.db.backup import backup
from hordes.server.db.database import Database, LogEntryRow, now
from tests.server.clients import ME, OPEN, Server


def test_a_database_elsewhere_is_named_by_url(tmp_path: Path) -> None:
    for url, reason in (("mysql://x/y", "not mysql"), ("sqlite://", "in memory"), ("://", "a file or a URL such as")):
        with pytest.raises(BadRequest, match=reason):
            Database(url)


def test_the_log_refuses_a_second_entry_with_the_same_ply_or_request_id(tmp_path: Path) -> None:
    async def scenario() -> list[bool]:
        database = Database(str(tmp_path / "t.db"))
        database.migrate()
        database.migrate()
        await database.write(lambda c: c.execute(text("PRAGMA foreign_keys=OFF")))
        with Server(tmp_path / "s", database=str(tmp_path / "t.db")) as server, server.guest() as ann:
            game = ann.create([ME, OPEN])["table"]
        lines = [(5, "a"), (5, "b"), (6, "a"), (6, None), (7, None)]
        done = await asyncio.gather(
            *[database.append(LogEntryRow(game, ply, 0, "{}", now(), ref)) for ply, ref in lines]
        )
        await database.close()
        return done

    assert asyncio.run(scenario()) == [True, False, False, True, True]


def test_a_failed_commit_is_reported_and_the_next_one_works(tmp_path: Path) -> None:
    async def scenario() -> None:
        database = Database(str(tmp_path / "t.db"))
        database.migrate()
        with pytest.raises(Exception, match="FOREIGN KEY"):
            await database.append(LogEntryRow("nowhere", 0, 0, "{}", 0, None))
        assert await database.read(lambda c: c.execute(text("SELECT count(*) FROM move")).scalar()) == 0
        await database.close()

    asyncio.run(scenario())


def test_a_traceback_of_the_database_shows_no_values(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "t.db"))
    with pytest.raises(SQLAlchemyError) as failed, database.engine.begin() as connection:
        connection.execute(text("INSERT INTO nowhere VALUES (:word)"), {"word": "an invitation"})
    database.close_now()
    assert "an invitation" not in str(failed.value)


def downgrade(url: str, version: str) -> None:
    """Take back every later migration."""
    database, config = Database(url), Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, version)
    database.close_now()


def test_an_older_database_is_brought_up_to_date_and_keeps_its_games(tmp_path: Path) -> None:
    url = str(tmp_path / "t.db")
    with Server(tmp_path / "s", database=url) as server, server.guest() as ann:
        made = ann.create([ME, ME])
    downgrade(url, "0001")
    with closing(sqlite3.connect(url)) as old:
        tables = {name for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert not tables & {"push", "uptime", "snapshot"}
    with Server(tmp_path / "s", database=url) as again, again.guest() as bob:
        with bob.open_viewer(made["table"], token=made["token"]) as me:
            assert me.until("snapshot")["you"] == [0, 1]
        assert bob.post("/api/push", {"endpoint": "https://x", "keys": {}}, 400)


def test_several_processes_may_start_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from hordes.server.db.database import Database; "
        "database = Database(sys.argv[1]); database.migrate(); database.close_now()"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "new.db")]
    starting = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    complaints = [process.communicate(timeout=120)[1] for process in starting]
    assert [process.returncode for process in starting] == [0] * 4, complaints


def test_nobody_else_can_read_the_games(tmp_path: Path) -> None:
    """Whatever the umask allows: password hashes, invitations and the secret of cookies are in these files."""
    before = os.umask(0)
    try:
        with Server(tmp_path / "home") as server, server.guest() as ann:
            ann.create([ME, OPEN])
            backup(server.settings.database_url(), str(tmp_path / "home" / "b.gz"))
            home = tmp_path / "home"
            modes = {path.name: path.stat().st_mode & 0o777 for path in [home, *home.iterdir()]}
    finally:
        os.umask(before)
    assert {"home", "secret", "tables.db", "tables.db-wal", "tables.db-shm", "b.gz"} <= modes.keys()
    assert {name: mode for name, mode in modes.items() if mode & 0o077} == {}


def test_a_new_connection_keeps_the_locks_of_the_others(tmp_path: Path) -> None:
    """Closing any file descriptor of the database would release them: POSIX locks belong to the process."""
    url = str(tmp_path / "t.db")
    first, second = Database(url), Database(url)
    first.migrate()
    code = f"import sqlite3; sqlite3.connect({url!r}, timeout=0, isolation_level=None).execute('BEGIN IMMEDIATE')"
    with first.engine.begin() as connection:
        connection.execute(text("DELETE FROM chat"))
        second.engine.connect().close()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    first.close_now()
    second.close_now()
    assert "database is locked" in done.stderr
