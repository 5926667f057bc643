"""Several server processes on one database: change notices, presence, adopted tables."""

import time
from pathlib import Path
from typing import Any

import pytest

from hordes.server.db.backup import backup, restore
from hordes.server.live import table_manager
from hordes.server.live.presence import Presence
from tests.server.clients import BOT, ME, OPEN, Guest, Server
from tests.server.postgres import Postgres, required


@pytest.mark.slow
@pytest.mark.postgres
def test_two_processes_exchange_notices_through_postgresql(tmp_path: Path) -> None:
    with Postgres(required()) as postgres:
        url = postgres.database("hordes")
        with Server(tmp_path, database=url) as first, Server(tmp_path, database=url) as second:
            ann, bob = first.guest(), second.guest()
            with ann, bob:
                made = ann.create([ME, OPEN], name="Ann")
                with ann.open_viewer(made["table"]) as a:
                    a.until("snapshot")
                    bob.join(made, "Bob")
                    while a.until("welcome")["table"]["status"] != "running":
                        pass
                    with bob.open_viewer(made["table"]) as b:
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
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        present = [seat.get("here", False) for seat in guest.get(f"/api/tables/{made['table']}")["seats"]]
        if all(present):
            break
        time.sleep(0.05)
    return present


def test_the_seats_of_a_silent_process_are_dropped(server: Server, ann: Guest) -> None:
    table = server.manager.tables[ann.create([ME, OPEN])["table"]]
    presence = Presence(lambda notice: None)
    presence.on_notice(f"h{table.row.id}:another:2", {table.row.id: table})
    presence.on_notice(f"h{table.row.id}:{presence.process_id}:3", {table.row.id: table})
    assert table.connected_seats() == {1}, "one's own echo counts for nothing"
    presence.tick([table])
    assert table.connected_seats() == {1}
    presence.last_heard["another"] -= 60
    presence.last_beacon -= 60
    presence.tick([table])
    assert table.connected_seats() == set()


def test_a_process_takes_over_what_another_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_manager, "ADOPT_TICKS", 2)
    url = str(tmp_path / "shared.db")
    with Server(tmp_path, database=url) as second:
        with Server(tmp_path, database=url) as first, first.guest() as ann:
            made = ann.create([BOT, BOT], options={"players": 2, "turns": 10}, public=True)
        deadline = time.monotonic() + 60
        while made["table"] not in second.manager.tables and time.monotonic() < deadline:
            time.sleep(0.05)
        assert made["table"] in second.manager.tables, "the first is gone; its bots play on at the second"
