"""Sessions, seats and names with two processes on PostgreSQL, where notices come by NOTIFY and requests run at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from hordes.server.auth.tokens import COOKIE
from hordes.server.db.backup import backup, restore
from tests.server.clients import ME, OPEN, Server
from tests.server.postgres import Postgres, required

ACCOUNT = {"name": "Everywhere", "password": "correct horse"}


@pytest.mark.slow
@pytest.mark.postgres
def test_what_ends_at_one_process_ends_at_the_other(tmp_path: Path) -> None:
    with Postgres(required()) as postgres:
        url = postgres.database("hordes")
        with (
            Server(tmp_path, database=url) as first,
            Server(tmp_path, database=url) as second,
            first.guest() as ann,
            second.guest() as elsewhere,
            second.guest() as thief,
        ):
            ann.post("/api/accounts", ACCOUNT, 201)
            elsewhere.http.cookies.set(COOKIE, ann.http.cookies[COOKIE])
            made, other = ann.create([ME, OPEN]), ann.create([ME, OPEN], public=True)
            with thief.open_viewer(made["table"], token=made["token"]) as viewer:
                viewer.until("snapshot")
                ann.post(f"/api/tables/{made['table']}/token", status=200)
                assert viewer.close_code() == 1008
            with thief.open_viewer(other["table"]) as viewer:
                viewer.until("snapshot")
                ann.post(f"/api/tables/{other['table']}/close", status=204)
                assert viewer.until("no")["message"] == "This table was closed by its host."
            with elsewhere.open_viewer(made["table"]) as viewer:
                viewer.until("snapshot")
                ann.http.delete("/api/session")
                assert viewer.close_code() == 1008
                assert elsewhere.get("/api/me") == {}
        file = str(tmp_path / "all.gz")
        backup(url, file)
        copy = postgres.database("copy")
        restore(copy, file)
        with Server(tmp_path, database=copy) as third, third.guest() as ann:
            ann.post("/api/session", ACCOUNT, 201)
            assert len(ann.get("/api/me/sessions")["sessions"]) == 1, "a row after the restored ones"


@pytest.mark.slow
@pytest.mark.postgres
def test_requests_at_once_take_one_seat_and_one_of_two_names_that_look_alike(tmp_path: Path) -> None:
    with Postgres(required()) as postgres:
        url = postgres.database("hordes")
        with (
            Server(tmp_path, database=url) as first,
            Server(tmp_path, database=url) as second,
            first.guest() as ann,
            first.guest() as bob,
            ThreadPoolExecutor(8) as threads,
        ):
            made = ann.create([ME, *[OPEN] * 4], options={"players": 5}, public=True)
            bob.create([ME, OPEN])
            cookies = dict(bob.http.cookies)

            def join(base: str) -> int:
                path = f"{base}/api/tables/{made['table']}/join"
                return httpx.post(path, json={"name": "Bob"}, cookies=cookies).status_code

            def register(base: str, name: str) -> int:
                body = {"name": name, "password": "correct horse"}
                return httpx.post(f"{base}/api/accounts", json=body).status_code

            assert sorted(threads.map(join, [first.base, second.base] * 4)) == [200, *[409] * 7]
            names = ["Paul", "PAUL", "Pau1", "\uff30aul"]
            codes = threads.map(register, [first.base, second.base] * 2, names)
            assert sorted(codes) == [201, 409, 409, 409]
