"""The queries behind lists, deadlines, snapshots and lifetimes, on PostgreSQL; on SQLite the other tests run them."""

from pathlib import Path

import pytest

from hordes.server.db import snapshots, table_life
from hordes.server.db.table_life import DAY_MS, Lifetimes
from hordes.server.live.log_snapshots import LogSnapshot
from tests.server.clients import ME, OPEN, Server
from tests.server.postgres import Postgres, required


@pytest.mark.slow
@pytest.mark.postgres
def test_lists_deadlines_snapshots_and_lifetimes_work_on_postgresql(tmp_path: Path) -> None:
    with Postgres(required()) as postgres:
        url = postgres.database("hordes")
        with Server(tmp_path, database=url) as server, server.guest() as ann:
            waiting = ann.create([ME, OPEN], public=True)["table"]
            slow = ann.create([ME, ME], public=True, clocks={"turn": 864_000})["table"]
            read, write = server.manager.database.read, server.manager.database.write
            first = ann.get("/api/tables?limit=1")
            rest = ann.get(f"/api/tables?limit=1&cursor={first['next']}")
            assert [page["tables"][0]["id"] for page in (first, rest)] == [waiting, slow]
            assert "next" not in rest
            created = first["tables"][0]["created"]

            def needing_server() -> list[str]:
                return server.run(read(lambda c: table_life.tables_needing_server(c, 10, created)))

            assert needing_server() == [slow]
            server.run(write(lambda c: table_life.write_deadline(c, slow, created + DAY_MS, 1)))
            assert needing_server() == []
            assert server.run(read(lambda c: table_life.due_tables(c, created, 10))) == []
            assert server.run(read(lambda c: table_life.due_tables(c, created + DAY_MS, 10))) == [slow]
            server.run(write(lambda c: table_life.write_deadline(c, slow, created + DAY_MS, 0)))
            assert needing_server() == [slow], "an entry has come since"

            snapshot = LogSnapshot(128, "v", "h", "b", "{}")
            for _ in range(2):
                server.run(write(lambda c: snapshots.write_snapshot(c, slow, snapshot)))
            assert server.run(read(lambda c: snapshots.read_snapshots(c, slow))) == [snapshot]

            lifetimes, later = Lifetimes(7, 365), created + 1000 * DAY_MS
            assert server.run(read(lambda c: table_life.expired_tables(c, lifetimes, later, 10))) == [waiting]
            assert not server.run(write(lambda c: table_life.delete_if_expired(c, slow, lifetimes, later)))
            assert server.run(write(lambda c: table_life.delete_if_expired(c, waiting, lifetimes, later)))
            assert server.run(read(lambda c: table_life.existing_tables(c, [waiting, slow]))) == {slow}
