"""The server as a process: start, stop, logs, several worker processes, `hordes play`."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from hordes.server.app import STATIC
from hordes.server.db.database import Database
from hordes.server.run import free_port
from tests.server.clients import ME, OPEN, Guest


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


def wait_for_health(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError("the server does not start")


def test_a_good_end_says_good_bye_and_loses_nothing(tmp_path: Path) -> None:
    process, port = start(tmp_path)
    with Guest(f"http://127.0.0.1:{port}") as ann:
        made = ann.create([ME, ME])
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            for _ in range(5):
                me.move(me.my_turn()[0])
            process.send_signal(signal.SIGTERM)
            assert me.close_code() == 1012, "service restart: come again"
    _, logged = process.communicate(timeout=20)
    for secret in (made["token"], made["invite"], *ann.http.cookies.values()):
        assert secret not in logged.decode()
    for line in logged.decode().splitlines():
        assert json.loads(line)["level"] in ("info", "warning"), line
    process, port = start(tmp_path)
    with (
        Guest(f"http://127.0.0.1:{port}") as again,
        again.open_viewer(made["table"], token=made["token"], ply=me.ply) as back,
    ):
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
        with (
            ann.open_viewer(made["table"]) as one,
            ann.open_viewer(made["table"]) as two,
            ann.open_viewer(made["table"]) as three,
        ):
            for viewer in (one, two, three):
                viewer.until("snapshot")
            for _ in range(10):
                ply = one.move(one.my_turn()[0])["ply"]
                for viewer in (two, three):
                    viewer.until("step", ply=ply)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)


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
            with ann.open_viewer(made["table"], token=made["token"]) as me:
                me.until("snapshot")
                me.send(type="move", ply=0, text="nonsense", id="x")
                me.until("no")
            cookie = next(iter(ann.http.cookies.values()))
    finally:
        process.terminate()
        _, logged = process.communicate(timeout=30)
    for line in logged.splitlines():
        assert {"at", "level", "from", "message"} <= set(json.loads(line)), line
    hidden = ["the-secret-of-this-server", "the-mail-password", "correct horse", "a wrong horse", "ann@games.example"]
    assert [word for word in (*hidden, cookie, made["invite"], made["token"]) if word in logged] == []


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
        with Guest(base) as me, me.open_viewer(table, token=token) as viewer:
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


@pytest.mark.slow
def test_one_scrape_shows_all_processes(tmp_path: Path) -> None:
    process, port = start(tmp_path, "--processes", "2")
    try:
        deadline, shown = time.monotonic() + 60, ""
        while "hordes_processes 2.0" not in shown and time.monotonic() < deadline:
            shown = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        for _ in range(20):  # every one is a new connection, so the kernel chooses
            httpx.get(f"http://127.0.0.1:{port}/api/games")
            families = {family.name: family for family in text_string_to_metric_families(shown)}
            assert len({sample.labels["process"] for sample in families["hordes_tables_open"].samples}) == 2
            shown = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        families = {family.name: family for family in text_string_to_metric_families(shown)}
        answered = [sample for sample in families["hordes_requests"].samples if sample.labels["kind"] == "200"]
        assert sum(sample.value for sample in answered) >= 40
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


@pytest.mark.slow
def test_processes_do_not_keep_the_port_without_their_supervisor(tmp_path: Path) -> None:
    process, port = start(tmp_path, "--processes", "2")
    process.kill()
    process.wait()
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except ConnectionRefusedError:
            break
        assert time.monotonic() < deadline, "somebody still listens"
        time.sleep(0.1)
    _, logged = process.communicate(timeout=60)
    assert b"the supervisor of this process is gone" in logged
    assert b"Traceback" not in logged


@pytest.mark.parametrize("processes", ["1", pytest.param("2", marks=pytest.mark.slow)])
@pytest.mark.parametrize("what", ["heartbeat", "everything"])
def test_a_database_that_cannot_be_written_is_said_in_a_sentence(
    tmp_path: Path, database_url: str, processes: str, what: str
) -> None:
    database = Database(database_url)
    database.migrate()
    with database.engine.begin() as connection:
        if what == "heartbeat":
            connection.execute(text("ALTER TABLE uptime RENAME COLUMN until TO elsewhere"))
        elif database.is_postgres:
            connection.execute(
                text(f"ALTER DATABASE {database.engine.url.database} SET default_transaction_read_only = on")
            )
        else:
            refusal = "BEFORE UPDATE ON alembic_version BEGIN SELECT RAISE(ABORT, 'read-only'); END"
            connection.execute(text(f"CREATE TRIGGER refusing {refusal}"))
    database.close_now()
    flags = ["--port", str(free_port()), "--database", database_url, "--processes", processes, "--log", "warning"]
    command = [sys.executable, "-m", "hordes", "serve", *flags]
    environment = os.environ | {"HORDES_HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert ("cannot start, the database refuses: " if what == "heartbeat" else "cannot be opened: ") in done.stderr
