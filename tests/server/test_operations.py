"""Running it: settings, health, numbers, backup, a good end, several processes."""

import asyncio
import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import BadRequest
from hordes.server import hall
from hordes.server.app import STATIC
from hordes.server.backup import backup, restore
from hordes.server.mail import Postman
from hordes.server.presence import Presence
from hordes.server.run import free_port
from hordes.server.settings import Settings, gather
from hordes.server.store import Line, Store, now
from hordes.server.tokens import Forbidden, Signer, load_secret
from tests.server.guests import BOT, ME, OPEN, Guest, Server
from tests.server.postgres import Postgres, required


def test_health_and_numbers(server: Server, ann: Guest) -> None:
    assert ann.get("/health")["ok"]
    ann.create([ME, BOT])
    numbers = ann.http.get("/metrics").text
    assert 'hordes_lines_total{kind="start"}' in numbers
    assert "hordes_sockets_open 0" in numbers


def test_flags_beat_environment_beats_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 1111\nhost = "file"\nlog = "file"\n')
    monkeypatch.setenv("HORDES_PORT", "2222")
    monkeypatch.setenv("HORDES_HOST", "environment")
    monkeypatch.setenv("HORDES_JSON_LOGS", "true")
    found = gather({"port": 3333, "database": None}, str(file))
    assert (found.port, found.host, found.log, found.json_logs) == (3333, "environment", "file", True)


@pytest.mark.parametrize("line", ["prot = 1", 'port = "many"', "port =", 'json_logs = "maybe"'])
def test_bad_settings_are_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "bad.toml").write_text(line)
    with pytest.raises(BadRequest, match="setting"):
        gather({}, str(tmp_path / "bad.toml"))


def test_the_secret_is_kept_and_private(tmp_path: Path) -> None:
    first = load_secret("", tmp_path)
    assert load_secret("", tmp_path) == first != load_secret("", tmp_path / "other")
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    with pytest.raises(Forbidden):
        Signer("another").read_seat(Signer(first).seat("x", "y"), "x")


def test_a_database_elsewhere_is_named_by_url(tmp_path: Path) -> None:
    for url in ("mysql://x/y", "sqlite://", "://"):
        with pytest.raises(BadRequest):
            Store(url)


def test_backup_and_restore_keep_everything(tmp_path: Path) -> None:
    file = str(tmp_path / "all.gz")
    with Server(tmp_path / "old") as old, old.guest() as ann:
        made = ann.create([ME, ME])
        ann.post("/api/accounts", {"name": "Kept", "password": "correct horse"}, 201)
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            for _ in range(8):
                me.move(me.my_turn()[0])
            me.send(type="say", text="hello")
            me.until("chat")
        before = ann.get(f"/api/tables/{made['table']}/record")
        assert "rows in" in backup(old.settings.database_url(), file), "while the server runs"
    with pytest.raises(BadRequest, match="never overwrites"):
        backup(old.settings.database_url(), file)
    with Server(tmp_path / "new", database=str(tmp_path / "new.db"), secret="s") as new:
        pass
    restore(new.settings.database_url(), file)
    with pytest.raises(BadRequest, match="not empty"):
        restore(new.settings.database_url(), file)
    with Server(tmp_path / "new", database=str(tmp_path / "new.db"), secret="s") as new, new.guest() as bob:
        bob.post("/api/session", {"name": "Kept", "password": "correct horse"}, 201)
        assert bob.get(f"/api/tables/{made['table']}/record") == before


def test_a_broken_backup_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"no gzip")
    with pytest.raises(BadRequest, match="cannot be read"):
        restore(str(tmp_path / "t.db"), str(tmp_path / "bad"))
    with pytest.raises(BadRequest, match="cannot be read"):
        restore(str(tmp_path / "t.db"), str(tmp_path / "none"))


def test_the_log_refuses_a_second_line_with_the_same_number_or_word(tmp_path: Path) -> None:
    async def scenario() -> list[bool]:
        store = Store(str(tmp_path / "t.db"))
        store.migrate()
        store.migrate()
        await store.write(lambda c: c.execute(text("PRAGMA foreign_keys=OFF")))
        with Server(tmp_path / "s", database=str(tmp_path / "t.db")) as server, server.guest() as ann:
            game = ann.create([ME, OPEN])["table"]
        lines = [(5, "a"), (5, "b"), (6, "a"), (6, None), (7, None)]
        done = await asyncio.gather(*[store.append(Line(game, ply, 0, "{}", now(), ref)) for ply, ref in lines])
        await store.close()
        return done

    assert asyncio.run(scenario()) == [True, False, False, True, True]


def test_a_failed_commit_is_reported_and_the_next_one_works(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = Store(str(tmp_path / "t.db"))
        store.migrate()
        with pytest.raises(Exception, match="FOREIGN KEY"):
            await store.append(Line("nowhere", 0, 0, "{}", 0, None))
        assert await store.read(lambda c: c.execute(text("SELECT count(*) FROM move")).scalar()) == 0
        await store.close()

    asyncio.run(scenario())


def start(folder: Path, *flags: str) -> tuple[subprocess.Popen[bytes], int]:
    port = free_port()
    variables = dict(os.environ, HORDES_HOME=str(folder))
    command = [sys.executable, "-m", "hordes", "serve", "--port", str(port), "--json-logs", *flags]
    process = subprocess.Popen(command, env=variables, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    for _ in range(300):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return process, port
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError("the server does not come up")


def test_a_good_end_says_good_bye_and_loses_nothing(tmp_path: Path) -> None:
    process, port = start(tmp_path)
    with Guest(f"http://127.0.0.1:{port}") as ann:
        made = ann.create([ME, ME])
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            for _ in range(5):
                me.move(me.my_turn()[0])
            process.send_signal(signal.SIGTERM)
            assert me.closed() == 1012, "service restart: come again"
    _, logged = process.communicate(timeout=20)
    for secret in (made["token"], made["invite"], *ann.http.cookies.values()):
        assert secret not in logged.decode()
    for line in logged.decode().splitlines():
        assert json.loads(line)["level"] in ("info", "warning"), line
    process, port = start(tmp_path)
    with Guest(f"http://127.0.0.1:{port}") as again, again.sit(made["table"], token=made["token"], ply=me.ply) as back:
        back.ply, back.view, back.last = me.ply, me.view, me.last
        back.until("welcome")
        assert back.move(back.last["legal"][0])["type"] == "ack"
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    process.communicate()


@pytest.mark.slow
def test_several_processes_share_one_port(tmp_path: Path) -> None:
    process, port = start(tmp_path, "--processes", "2")
    with Guest(f"http://127.0.0.1:{port}") as ann:
        made = ann.create([ME, ME])
        with ann.sit(made["table"]) as one, ann.sit(made["table"]) as two, ann.sit(made["table"]) as three:
            for viewer in (one, two, three):
                viewer.until("snapshot")
            for _ in range(10):
                ply = one.move(one.my_turn()[0])["ply"]
                for viewer in (two, three):
                    viewer.until("step", ply=ply)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)


@pytest.mark.slow
@pytest.mark.postgres
def test_two_processes_hear_of_each_other_through_postgresql(tmp_path: Path) -> None:
    with Postgres(required()) as postgres:
        url = postgres.database("hordes")
        with Server(tmp_path, database=url) as first, Server(tmp_path, database=url) as second:
            ann, bob = first.guest(), second.guest()
            with ann, bob:
                made = ann.create([ME, OPEN], name="Ann")
                with ann.sit(made["table"]) as a:
                    a.until("snapshot")
                    bob.join(made, "Bob")
                    while a.until("welcome")["table"]["status"] != "running":
                        pass
                    with bob.sit(made["table"]) as b:
                        b.until("snapshot")
                        for _ in range(12):
                            mover, other = (a, b) if a.last.get("legal") else (b, a)
                            ply = mover.move(mover.my_turn()[0])["ply"]
                            other.until("step", ply=ply)
                        b.send(type="say", text="across")
                        assert a.until("chat")["text"] == "across"
                        assert both_are_here(ann, made) == both_are_here(bob, made) == [True, True]
                    while a.until("welcome")["table"]["seats"][1].get("here"):
                        pass
            file = str(tmp_path / "all.gz")
            backup(url, file)
            restore(postgres.database("other"), file)


def both_are_here(guest: Guest, made: dict[str, Any]) -> list[bool]:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        found = [seat.get("here", False) for seat in guest.get(f"/api/tables/{made['table']}")["seats"]]
        if all(found):
            break
        time.sleep(0.05)
    return found


def test_what_a_silent_process_said_is_forgotten(server: Server, ann: Guest) -> None:
    table = server.hall.tables[ann.create([ME, OPEN])["table"]]
    presence = Presence(lambda notice: None)
    presence.heard(f"h{table.row.id}:another:2", {table.row.id: table})
    presence.heard(f"h{table.row.id}:{presence.name}:3", {table.row.id: table})
    assert table.present() == {1}, "one's own echo counts for nothing"
    presence.tick([table])
    assert table.present() == {1}
    presence.alive["another"] -= 60
    presence.said -= 60
    presence.tick([table])
    assert table.present() == set()


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


def test_a_traceback_of_the_database_shows_no_values(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "t.db"))
    with pytest.raises(SQLAlchemyError) as failed, store.engine.begin() as connection:
        connection.execute(text("INSERT INTO nowhere VALUES (:word)"), {"word": "an invitation"})
    store.shut()
    assert "an invitation" not in str(failed.value)


def test_a_process_takes_over_what_another_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "ADOPT", 2)
    url = str(tmp_path / "shared.db")
    with Server(tmp_path, database=url) as second:
        with Server(tmp_path, database=url) as first, first.guest() as ann:
            made = ann.create([BOT, BOT], options={"players": 2, "turns": 10}, public=True)
        deadline = time.monotonic() + 20
        while made["table"] not in second.hall.tables and time.monotonic() < deadline:
            time.sleep(0.05)
        assert made["table"] in second.hall.tables, "the first is gone; its bots play on at the second"


def test_mail_goes_to_who_is_away_and_gave_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(Postman, "send", lambda self, address, subject, text: sent.append((address, text)))
    with Server(tmp_path, smtp="smtp://localhost:25") as server, server.guest() as ann, server.guest() as bob:
        for guest, name in ((ann, "Ann"), (bob, "Bob")):
            guest.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
            guest.http.put("/api/me", json={"email": f"{name}@games.example"})
        made = ann.create([ME, OPEN])
        bob.join(made)
        path, names = f"/api/tables/{made['table']}", ["Ann", "Bob"]
        first = ann.get(path + "/view")["facts"]["to_move"]
        guest = (ann, bob)[first]
        while (now_ := guest.get(path + "/view"))["facts"]["to_move"] == first:
            body = {"type": "move", "ply": now_["ply"], "text": now_["legal"][-1], "id": f"m{now_['ply']}"}
            guest.post(path + "/moves", body)
        deadline = time.monotonic() + 5
        while len(sent) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
    assert [address for address, _ in sent] == [f"{names[first]}@games.example", f"{names[1 - first]}@games.example"]
    assert made["table"] in sent[0][1]
    assert made["token"] not in sent[0][1]


def test_logs_are_lines_of_json_and_keep_secrets(tmp_path: Path) -> None:
    port = free_port()
    words = {"HORDES_SECRET": "the-secret-of-this-server", "HORDES_SMTP": "smtp://me:the-mail-password@127.0.0.1:1"}
    words |= {"HORDES_LOG": "debug", "HORDES_JSON_LOGS": "true", "HORDES_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "hordes", "serve", "--port", str(port)]
    process = subprocess.Popen(
        command, env=dict(os.environ, **words), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        wait_for_health(port)
        with Guest(f"http://127.0.0.1:{port}") as ann:
            ann.post("/api/accounts", {"name": "Ann", "password": "correct horse"}, 201)
            ann.http.put("/api/me", json={"email": "ann@games.example"})
            ann.post("/api/session", {"name": "Ann", "password": "a wrong horse"}, 403)
            made = ann.create([ME, OPEN], name="Ann")
            ann.get(f"/api/tables/{made['table']}?invite={made['invite']}", headers={"x-invite": made["invite"]})
            with ann.sit(made["table"], token=made["token"]) as me:
                me.until("snapshot")
                me.send(type="move", ply=0, text="nonsense", id="x")
                me.until("no")
            cookie = next(iter(ann.http.cookies.values()))
    finally:
        process.terminate()
        _, said = process.communicate(timeout=30)
    for line in said.splitlines():
        assert {"at", "level", "from", "message"} <= set(json.loads(line)), line
    hidden = ["the-secret-of-this-server", "the-mail-password", "correct horse", "a wrong horse", "ann@games.example"]
    assert [word for word in (*hidden, cookie, made["invite"], made["token"]) if word in said] == []


def wait_for_health(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError("the server does not start")


def test_links_are_for_people() -> None:
    assert Settings(public_url="https://games.example/").link("/t/x") == "https://games.example/t/x"
    assert Settings(host="0.0.0.0", port=81).link("/") == "http://localhost:81/"


def test_play_serves_a_table_that_is_ready(tmp_path: Path) -> None:
    variables = dict(os.environ, HORDES_HOME=str(tmp_path))
    command = [sys.executable, "-m", "hordes", "play", "--no-browser", "--players", "2", "--seed", "5"]
    process = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        link = process.stdout.readline().split()[-1]
        address, token = link.split("#token=")
        base, table = address.split("/t/")
        page = httpx.get(address)
        assert ("/static/" in page.text) if (STATIC / "index.html").is_file() else ("tools.web" in page.text)
        with Guest(base) as me, me.sit(table, token=token) as viewer:
            assert viewer.until("snapshot")["you"] == [0]
            assert viewer.move(viewer.my_turn()[0])["type"] == "ack"
    finally:
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=20)
    assert (process.returncode, complaints) == (0, "")


@pytest.mark.parametrize("flags", [["--seat", "7"], ["--players", "9"], ["--map", "nowhere"]])
def test_play_says_what_cannot_be(tmp_path: Path, flags: list[str]) -> None:
    variables = dict(os.environ, HORDES_HOME=str(tmp_path))
    command = [sys.executable, "-m", "hordes", "play", "--no-browser", *flags]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("hordes: ")


def test_the_types_for_the_page_name_every_message() -> None:
    from hordes.server.typescript import types

    made = types()
    for word in ('type: "hello"', 'type: "step"', "export interface TableInfo", "export type FromServer = "):
        assert word in made
    assert made.count("export interface ") > 30


def test_an_older_database_is_brought_up_to_date_and_keeps_its_games(tmp_path: Path) -> None:
    url = str(tmp_path / "t.db")
    with Server(tmp_path / "s", database=url) as server, server.guest() as ann:
        made = ann.create([ME, ME])
    with sqlite3.connect(url) as old:
        old.execute("DROP TABLE push")
        old.execute("DROP TABLE uptime")
        old.execute("ALTER TABLE game DROP COLUMN rules")
        old.execute("UPDATE alembic_version SET version_num = '0001'")
    with Server(tmp_path / "s", database=url) as again, again.guest() as bob:
        with bob.sit(made["table"], token=made["token"]) as me:
            assert me.until("snapshot")["you"] == [0, 1]
        assert bob.post("/api/push", {"endpoint": "https://x", "keys": {}}, 400)


def test_several_processes_may_start_at_once(tmp_path: Path) -> None:
    code = "import sys; from hordes.server.store import Store; s = Store(sys.argv[1]); s.migrate(); s.shut()"
    command = [sys.executable, "-c", code, str(tmp_path / "new.db")]
    starting = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    complaints = [process.communicate(timeout=120)[1] for process in starting]
    assert [process.returncode for process in starting] == [0] * 4, complaints
