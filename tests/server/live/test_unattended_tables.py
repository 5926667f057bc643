"""Tables that nobody has open: out of memory whatever their clock, opened before it ends, deleted when forgotten."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hordes.server.auth.tokens import new_id
from hordes.server.db import database
from hordes.server.db.table_life import DAY_MS, NO_DEADLINE, Lifetimes
from hordes.server.live import clock_keeper, unattended_tables, uptime
from hordes.server.protocol.tables import Clocks
from tests.server.clients import BOT, ME, OPEN, Guest, Server
from tests.server.time_travel import TimeTravel

MONTH = 30 * 86_400


class Later(TimeTravel):
    """The server's clock, which can be advanced by seconds."""

    def __call__(self, seconds: float) -> None:
        self.pass_time(seconds)

    def now(self) -> int:
        """Time in ms since the epoch."""
        return database.now()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Advance the server's clock; nothing is taken for downtime."""
    monkeypatch.setattr(clock_keeper, "START_GRACE_MS", 0)
    monkeypatch.setattr(uptime, "MAX_GAP_MS", 10**15)
    return Later(monkeypatch)


def wait_for(what: Callable[[], Any]) -> None:
    pause = threading.Event()
    for _ in range(6000):
        if what():
            return
        pause.wait(0.01)
    raise AssertionError("it does not happen")


def play_one_move(guest: Guest, table: str) -> int:
    """Make a move; returns the ply."""
    with guest.open_viewer(table) as me:
        me.until("snapshot")
        ply: int = me.move(me.my_turn()[0], id=new_id())["ply"]
        return ply


def unload_all(server: Server, later: Later) -> None:
    """Let the server look for idle tables until none is left."""
    wait_for(lambda: not any(table.feed.subscribers for table in server.manager.tables.values()))

    async def sweep() -> None:
        for table in list(server.manager.tables.values()):
            server.manager.unattended.unload_idle(table, later.now())

    def is_empty() -> bool:
        server.run(sweep())
        return not server.manager.tables

    wait_for(is_empty)


def rows(server: Server, query: str) -> list[Any]:
    with closing(sqlite3.connect(server.settings.database_url())) as connection:
        return connection.execute(query).fetchall()


def test_a_clock_of_a_month_does_not_keep_a_table_in_memory(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME], clocks={"turn": MONTH})
        ply = play_one_move(ann, made["table"])
        since = server.manager.tables[made["table"]].game_log.decider_since
        later(3600)
        unload_all(server, later)
        assert rows(server, "SELECT deadline, deadline_ply FROM game") == [(since + MONTH * 1000, ply)]
        assert ann.get(f"/api/tables/{made['table']}/view")["ply"] == ply, "and it is there when somebody comes"


def test_a_table_is_opened_before_its_clock_runs_out_and_then_acts(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME], clocks={"turn": MONTH, "at_zero": "resign"})
        play_one_move(ann, made["table"])
        later(3600)
        unload_all(server, later)
        later(MONTH - 4000)
        server.run(server.manager.unattended.open_due())
        assert not server.manager.tables, "not yet"
        later(350)
        server.run(server.manager.unattended.open_due())
        assert list(server.manager.tables) == [made["table"]]
        later(120)
        wait_for(lambda: rows(server, "SELECT status FROM game") == [("over",)])


def test_tables_that_are_open_keep_no_other_from_being_opened(
    tmp_path: Path, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unattended_tables, "MAX_OPENED", 1)
    with Server(tmp_path) as server, server.guest() as ann:
        made = [ann.create([ME, ME], clocks={"turn": MONTH})["table"] for _ in range(2)]
        for table in made:
            play_one_move(ann, table)
        later(3600)
        unload_all(server, later)
        ann.get(f"/api/tables/{made[0]}")
        later(MONTH - 3600 - 60)
        server.run(server.manager.unattended.open_due())
        assert set(server.manager.tables) == set(made)


def test_a_table_whose_clock_runs_out_soon_stays_open(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME], clocks={"turn": 1500})
        play_one_move(ann, made["table"])
        wait_for(lambda: not server.manager.tables[made["table"]].feed.subscribers)
        later(700)

        async def sweep() -> None:
            server.manager.unattended.unload_idle(server.manager.tables[made["table"]], later.now())

        for _ in range(3):
            server.run(sweep())
        assert list(server.manager.tables) == [made["table"]]


def test_a_start_opens_only_tables_whose_clock_may_run_out(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = [ann.create([ME, ME], clocks={"turn": MONTH})["table"] for _ in range(3)]
        reply_only = ann.create([ME, ME], clocks={"reply": 60})["table"]
        for table in made:
            play_one_move(ann, table)
        later(3600)
        unload_all(server, later)
        assert rows(server, f"SELECT deadline FROM game WHERE id = '{reply_only}'") == [(NO_DEADLINE,)]
        play_one_move(ann, made[1])  # from here on its stored deadline is out of date
    with closing(sqlite3.connect(server.settings.database_url())) as connection, connection:
        connection.execute("UPDATE game SET deadline = NULL WHERE id = ?", (made[2],))  # as in older versions
    with Server(tmp_path) as again:
        wait_for(lambda: set(again.manager.tables) >= {made[1], made[2]})
        again.run(again.manager.unattended.open_needing_server(100))
        assert set(again.manager.tables) == {made[1], made[2]}


def test_many_open_tables_are_unloaded_sooner(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path, max_open_tables=2) as server, server.guest() as ann:
        for _ in range(2):
            ann.create([ME, OPEN])
        later(60)

        async def sweep() -> int:
            for table in list(server.manager.tables.values()):
                server.manager.unattended.unload_idle(table, later.now())
            return len(server.manager.tables)

        assert server.run(sweep()) == 2
        ann.create([ME, OPEN])
        assert server.run(sweep()) == 2, "one of the three, as the others are no longer a crowd"


# Deleting


def expire(server: Server) -> None:
    server.run(server.manager.unattended.delete_expired())


def test_a_table_that_nobody_joins_is_deleted_and_its_page_says_when(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path, max_tables=1) as server, server.guest() as ann:
        made = ann.create([ME, OPEN], public=True, contribution="luck")
        info = ann.get(f"/api/tables/{made['table']}")
        assert info["expires"] == info["created"] + 7 * DAY_MS
        later(6 * 86_400)
        expire(server)
        ann.get(f"/api/tables/{made['table']}")
        later(2 * 86_400)
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            expire(server)
            ann.get(f"/api/tables/{made['table']}")  # somebody is there
        wait_for(lambda: not server.manager.tables[made["table"]].feed.subscribers)
        expire(server)
        assert ann.get(f"/api/tables/{made['table']}", 404)["code"] == "no_table"
        assert [rows(server, f"SELECT count(*) FROM {name}") for name in ("game", "seat", "move")] == [[(0,)]] * 3
        ann.create([ME, OPEN])  # it counts no more


def test_a_game_that_nobody_goes_on_with_is_deleted_after_a_year(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME])
        play_one_move(ann, made["table"])
        info, last_at = ann.get(f"/api/tables/{made['table']}"), rows(server, "SELECT max(at) FROM move")[0][0]
        assert info["expires"] == last_at + 365 * DAY_MS
        later(364 * 86_400)
        expire(server)
        assert rows(server, "SELECT count(*) FROM game") == [(1,)]
        later(2 * 86_400)
        expire(server)
        assert rows(server, "SELECT count(*) FROM game") == [(0,)]


def test_what_a_clock_ends_and_what_is_finished_is_never_deleted(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        slow = [ann.create([ME, ME], clocks=clocks)["table"] for clocks in ({"turn": MONTH}, {"game": 365 * 86_400})]
        over = ann.create([ME, BOT])["table"]
        with ann.open_viewer(over) as me:
            me.until("snapshot")
            me.ask("resign")
        wait_for(lambda: rows(server, "SELECT count(*) FROM game WHERE status = 'over'") == [(1,)])
        assert "expires" not in ann.get(f"/api/tables/{slow[0]}")
        assert "expires" not in ann.get(f"/api/tables/{over}")

        later(3 * 365 * 86_400)
        expire(server)
        assert rows(server, "SELECT count(*) FROM game") == [(3,)]


def test_a_game_whose_status_was_not_stored_has_begun_all_the_same(tmp_path: Path, later: Later) -> None:
    """The process was killed between the start and the status of the row."""
    with Server(tmp_path) as server, server.guest() as ann:
        made = ann.create([ME, ME])
        play_one_move(ann, made["table"])
    with closing(sqlite3.connect(server.settings.database_url())) as connection, connection:
        connection.execute("UPDATE game SET status = 'open'")
    with Server(tmp_path) as again:
        later(30 * 86_400)
        expire(again)
        assert rows(again, "SELECT count(*) FROM game") == [(1,)]


def test_a_deleted_table_is_closed_in_the_other_process_and_takes_nothing_more(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path) as server, Server(tmp_path) as other:
        with server.guest() as ann, other.guest() as bob:
            made = ann.create([ME, OPEN], public=True)
            bob.http.cookies = ann.http.cookies
            with bob.open_viewer(made["table"]) as me:
                me.until("snapshot")
                later(8 * 86_400)
                expire(server)
                other.run(other.manager.unattended.close_deleted())
                assert "deleted" in me.until("bye")["message"]
            bob.post(f"/api/tables/{made['table']}/join", {"name": "Bob"}, 404)
        assert [each.manager.metrics.value("failures_total") for each in (server, other)] == [0, 0]


def test_a_rematch_that_was_deleted_can_be_asked_for_again(tmp_path: Path, later: Later) -> None:
    with Server(tmp_path) as server, server.guest() as ann, server.guest() as bob:
        made = ann.create([ME, OPEN])
        bob.join(made)
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            me.ask("resign")
        first = ann.post(f"/api/tables/{made['table']}/rematch")["table"]
        later(8 * 86_400)
        unload_all(server, later)
        expire(server)
        assert ann.post(f"/api/tables/{made['table']}/rematch")["table"] != first


@pytest.mark.parametrize("days", [0.0, -1.0])
def test_without_a_lifetime_nothing_ends(days: float) -> None:
    lifetimes = Lifetimes(days, days)
    assert lifetimes.waits_until(5) is None
    assert lifetimes.rests_until(5, Clocks()) is None


def test_a_game_with_a_limit_for_replies_only_can_be_forgotten() -> None:
    lifetimes = Lifetimes(7, 1)
    assert lifetimes.rests_until(5, Clocks(reply=30)) == 5 + DAY_MS
    assert lifetimes.rests_until(5, Clocks(turn=30)) is None
