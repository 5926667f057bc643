"""Database access: URLs, appends to the log, failed commits, migrations."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import BadRequest
from hordes.server.db import database
from hordes.server.db.database import Database, LogEntryRow, now, open_engine
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
    """Take a database back to an earlier schema."""
    engine, config = open_engine(url), Config()
    config.set_main_option("script_location", str(Path(database.__file__).with_name("migrations")))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, version)
    engine.dispose()


def test_an_older_database_is_brought_up_to_date_and_keeps_its_games(tmp_path: Path) -> None:
    url = str(tmp_path / "t.db")
    with Server(tmp_path / "s", database=url) as server, server.guest() as ann:
        made = ann.create([ME, ME])
    downgrade(url, "0001")
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
