"""Backup and restore of the database, and refusal of damaged files."""

import gzip
from pathlib import Path

import pytest

from hordes.engine.errors import BadRequest
from hordes.server.db.backup import backup, restore
from tests.server.clients import BOT, ME, Server


def test_backup_and_restore_keep_everything(tmp_path: Path) -> None:
    file = str(tmp_path / "all.gz")
    with Server(tmp_path / "old") as old, old.guest() as ann:
        made = ann.create([ME, ME])
        ann.post("/api/accounts", {"name": "Kept", "password": "correct horse"}, 201)
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            for _ in range(8):
                me.move(me.my_turn()[0])
            me.send(type="say", text="hello")
            me.until("chat")
        before = ann.get(f"/api/tables/{made['table']}/record")
        assert "rows in" in backup(old.settings.database_url(), file), "while the server runs"
    with pytest.raises(BadRequest, match="never overwrites"):
        backup(old.settings.database_url(), file)
    with Server(tmp_path / "new", database=str(tmp_path / "new.db"), secret="another secret of this server") as new:
        pass
    restore(new.settings.database_url(), file)
    with pytest.raises(BadRequest, match="not empty"):
        restore(new.settings.database_url(), file)
    with (
        Server(tmp_path / "new", database=str(tmp_path / "new.db"), secret="another secret of this server") as new,
        new.guest() as bob,
    ):
        bob.post("/api/session", {"name": "Kept", "password": "correct horse"}, 201)
        assert bob.get(f"/api/tables/{made['table']}/record") == before


def test_a_broken_backup_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"no gzip")
    with pytest.raises(BadRequest, match="cannot be read"):
        restore(str(tmp_path / "t.db"), str(tmp_path / "bad"))
    with pytest.raises(BadRequest, match="cannot be read"):
        restore(str(tmp_path / "t.db"), str(tmp_path / "none"))


@pytest.mark.parametrize("damage", ["cut", "flip", "rows", "twice"])
def test_a_damaged_backup_is_refused_in_words(tmp_path: Path, damage: str) -> None:
    file, whole = tmp_path / "b.gz", tmp_path / "whole.gz"
    with Server(tmp_path / "old") as old, old.guest() as ann:
        ann.create([ME, BOT])
        backup(old.settings.database_url(), str(whole))
    assert whole.stat().st_mode & 0o077 == 0, "nobody else may read it"
    raw = whole.read_bytes()
    if damage == "cut":
        raw = raw[: len(raw) // 2]
    elif damage == "flip":
        raw = raw[:200] + bytes(byte ^ 255 for byte in raw[200:220]) + raw[220:]
    else:
        lines = gzip.decompress(raw).splitlines()
        more = [lines[1]] if damage == "twice" else [b'["game", 5]']
        raw = gzip.compress(b"\n".join([*lines, *more]))
    file.write_bytes(raw)
    with pytest.raises(BadRequest, match="cannot be read as a backup"):
        restore(str(tmp_path / "t.db"), str(file))
    assert "rows from" in restore(str(tmp_path / "t.db"), str(whole)), "nothing of the damaged one was kept"
