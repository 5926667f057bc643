"""`hordes serve`, `play`, `backup` and `restore` with ports, databases and folders that cannot be used."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from hordes.engine.errors import BadRequest
from hordes.server.db.backup import backup, restore
from hordes.server.db.database import Database
from hordes.server.run import free_port

TOO_LONG = "x" * 300
"""A file name that no file system takes."""
FREE = str(free_port())


def hordes(*arguments: str, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"HORDES_HOME": str(home)} | variables
    command = [sys.executable, "-m", "hordes", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def assert_one_sentence(done: subprocess.CompletedProcess[str], reason: str) -> None:
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"hordes: .*{reason}.*\.\n", done.stderr), done.stderr


@pytest.mark.parametrize("port", ["99999", "-1", "0", "80000000000"])
def test_a_port_is_a_number_of_16_bits(tmp_path: Path, port: str) -> None:
    assert_one_sentence(
        hordes("serve", f"--port={port}", home=tmp_path), f"port is a number from 1 to 65535, not {port}"
    )


def test_a_port_is_checked_wherever_it_is_set(tmp_path: Path) -> None:
    reason = "port is a number from 1 to 65535, not 99999"
    assert_one_sentence(hordes("serve", home=tmp_path, HORDES_PORT="99999"), reason)
    assert_one_sentence(hordes("play", "--no-browser", "--port", "99999", home=tmp_path), reason)
    (tmp_path / "server.toml").write_text("port = 99999\n")
    assert_one_sentence(hordes("serve", home=tmp_path), reason)


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("text.txt", "cannot be opened: file is not a database"),
        (".", "is a folder"),
        (TOO_LONG, "cannot be opened: unable to open database file"),
        ("nowhere/deep/t.db", "There is no folder .*nowhere.deep for the database t.db"),
        ("text.txt/t.db", "There is no folder .*text.txt for the database t.db"),
    ],
)
def test_a_database_that_cannot_be_opened_is_named_in_one_sentence(
    tmp_path: Path, name: str, reason: str, processes: str
) -> None:
    (tmp_path / "text.txt").write_text("This is a text, and no database at all.\n" * 20)
    flags = ("--database", str(tmp_path / name), "--port", FREE, "--processes", processes)
    assert_one_sentence(hordes("serve", *flags, home=tmp_path / "home"), reason)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("command", [["serve", "--port", FREE], ["play", "--no-browser"], ["restore", "b.gz"]])
def test_a_data_folder_that_cannot_be_made_is_named_in_one_sentence(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "file").write_text("")
    assert_one_sentence(hordes(*command, home=tmp_path / "file"), "The data folder .*file cannot be used")
    assert_one_sentence(hordes(*command, home=tmp_path / "file" / "x"), "The data folder .*file.x cannot be used")


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "t.db"))
    database.migrate()
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(
        BadRequest, match=r"t\.db cannot be opened: it is of a later version of hordes \(schema 9999\)\.$"
    ):
        database.migrate()
    database.close_now()


def test_a_backup_says_which_file_cannot_be_used(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "t.db"))
    database.migrate()
    database.close_now()
    (tmp_path / "text.txt").write_text("This is a text, and no database at all.\n" * 20)
    with pytest.raises(BadRequest, match=r"text.txt cannot be read: file is not a database\.$"):
        backup(str(tmp_path / "text.txt"), str(tmp_path / "b.gz"))
    assert not (tmp_path / "b.gz.part").exists()
    (tmp_path / "empty.db").touch()
    with pytest.raises(BadRequest, match=r"b\.gz cannot be written: "):
        backup(str(tmp_path / "empty.db"), str(tmp_path / "nowhere" / "b.gz"))
    assert (tmp_path / "empty.db").stat().st_size == 0, "a database is migrated only for a backup that can be written"
    for name in ("nowhere/b.gz", "text.txt/b.gz", TOO_LONG):
        with pytest.raises(BadRequest, match=r"^.*(b.gz|x) cannot be written: .*\.$"):
            backup(str(tmp_path / "t.db"), str(tmp_path / name))
    backup(str(tmp_path / "t.db"), str(tmp_path / "b.gz"))
    with pytest.raises(BadRequest, match=r"The database .*x cannot be opened: unable to open database file\.$"):
        restore(str(tmp_path / TOO_LONG), str(tmp_path / "b.gz"))


def test_the_line_that_says_where_it_serves_comes_last(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hordes", "serve", "--port", FREE, "--log", "warning"]
    environment = os.environ | {"HORDES_HOME": str(tmp_path / "new" / "home")}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == f"hordes serves on http://localhost:{FREE}/ (stop with Ctrl+C)\n"
    socket.create_connection(("127.0.0.1", int(FREE)), timeout=5).close()
    assert (tmp_path / "new" / "home" / "tables.db").is_file(), "the data folder is created, and the database checked"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20) == ("", "")
    assert process.returncode == 0
