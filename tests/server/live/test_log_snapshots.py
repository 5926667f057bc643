"""Snapshots of long logs: opening and catching up replay a bounded part; the log stays the authority."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from hordes.engine.fair_dice import FairDice
from hordes.engine.record import Record
from hordes.server.live import log_snapshots, replay
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import AnyBody, Away, Entry, Paused, Returned
from hordes.server.live.log_snapshots import INTERVAL, LogDigest, restore, restore_newest, take_snapshot
from tests.server.clients import ME, Guest, Server
from tests.server.live.test_reconnect import play_on

LONG = 3 * INTERVAL + 40
NOT_COMPARED = ("_checkpoints", "_teams", "dice", "seed")
"""Attributes that are no part of what happened at the table."""


class Play:
    """A game log with its entries, as a table writes them."""

    def __init__(self, game: str, players: int = 2) -> None:
        self.game, self.players = game, players
        self.log, self.entries, self.digest = self.empty(), list[Entry](), LogDigest()

    def empty(self) -> GameLog:
        return GameLog(self.game, {"players": self.players}, dice=FairDice("A" * 22, b"x" * 32))

    def add(self, seat: int, body: AnyBody) -> None:
        entry = Entry(self.log.ply, seat, body, 1000 * self.log.ply, f"{seat}:r{self.log.ply}")
        self.log.apply(entry)
        self.digest.add(entry)
        self.entries.append(entry)

    def play(self, count: int) -> None:
        """Moves, every third one taken back, with absences and pauses between them."""
        for _ in range(count):
            seat = self.log.to_move
            if self.log.ply % 3 == 0 and self.log.can_undo(seat):
                self.add(seat, self.log.propose_undo(seat))
            elif self.log.ply % 11 == 0:
                self.add(seat, Returned() if seat in self.log.absent else Away())
            elif self.log.ply % 7 == 0:
                self.add(-1, Paused(self.log.last_at, self.log.last_at + 500))
            else:
                self.add(seat, self.log.propose_move(seat, self.log.state.legal_texts()[0])[0])


def started(game: str) -> Play:
    played = Play(game)
    played.add(0, played.log.propose_contribution(0, "luck"))
    played.add(-1, played.log.propose_start([]))
    return played


def content(log: GameLog) -> dict[str, Any]:
    """Everything a log knows, to be compared."""
    return {name: value for name, value in vars(log).items() if name not in NOT_COMPARED}


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_a_restored_log_is_the_replayed_one_and_goes_on_alike(game: str) -> None:
    played = started(game)
    for count in (1, 20, 60):
        played.play(count)
        again = played.empty()
        snapshot = take_snapshot(played.log, "")
        assert restore(again, snapshot)
        assert content(again) == content(played.log)
        seat = again.to_move
        text = again.state.legal_texts()[-1]
        assert again.propose_move(seat, text)[0] == played.log.propose_move(seat, text)[0], "with the same dice"
        if again.can_undo(seat):
            again.apply(Entry(again.ply, seat, again.propose_undo(seat), again.last_at))


def test_an_undo_request_and_a_resignation_are_restored() -> None:
    played = started("smallworld")
    played.play(10)
    played.add(0, played.log.propose_undo_request(next(n for n, who in enumerate(played.log.deciders) if who >= 0)))
    again = played.empty()
    assert restore(again, take_snapshot(played.log, ""))
    assert content(again) == content(played.log)
    played.add(1, played.log.propose_answer(1, agree=True))
    played.add(0, played.log.propose_resign(0))
    again = played.empty()
    assert restore(again, take_snapshot(played.log, ""))
    assert content(again) == content(played.log)
    assert again.result() == played.log.result() is not None


@pytest.mark.parametrize(
    "change",
    [
        {"version": "1/0.0/smallworld/2"},
        {"body": "{}"},
        {"body_hash": "0" * 64},
        {"ply": 3},
        {"body": None},
    ],
)
def test_what_cannot_be_read_is_ignored(change: dict[str, Any]) -> None:
    played = started("smallworld")
    played.play(10)
    snapshot = take_snapshot(played.log, "")
    if change.get("body", "") is None:  # well-formed, but no state
        broken = json.dumps(json.loads(snapshot.body) | {"state": [1, 2, 3]})
        change = {"body": broken, "body_hash": log_snapshots._body_hash(broken.encode())}
    again, empty = played.empty(), content(played.empty())
    assert not restore(again, snapshot._replace(**change))
    assert content(again) == empty


def test_only_a_snapshot_of_this_very_log_is_used() -> None:
    played, other = started("smallworld"), started("smallworld")
    played.play(INTERVAL - 2)
    other.play(INTERVAL - 2)
    assert played.log.ply == INTERVAL
    snapshot = take_snapshot(played.log, played.digest.at_interval[INTERVAL])
    assert restore_newest(played.empty(), [snapshot], played.entries) == INTERVAL
    changed = [*played.entries]
    changed[5] = Entry(5, changed[5].seat, changed[5].body, changed[5].at + 1, changed[5].ref)
    for entries in (changed, played.entries[:-1], [*played.entries[:3], *played.entries[4:]], []):
        assert restore_newest(played.empty(), [snapshot], entries) == 0


def test_taking_back_does_not_replay_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played = started("smallworld")
    monkeypatch.setattr(Record, "replay", None)
    taken_back = 0
    for _ in range(200):
        seat = played.log.to_move
        if played.log.can_undo(seat) and taken_back < played.log.ply / 2:
            played.add(seat, played.log.propose_undo(seat))
            taken_back += 1
        else:
            played.add(seat, played.log.propose_move(seat, played.log.state.legal_texts()[0])[0])
    assert taken_back > 50


# At a server


@pytest.fixture(scope="module")
def long_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """A folder with a table of a long log, and its view."""
    folder = tmp_path_factory.mktemp("long")
    with Server(folder) as server, server.guest() as ann:
        made = ann.create([ME, ME], public=True)
        play_on(ann, made["table"], LONG)
        view = ann.get(f"/api/tables/{made['table']}/history")["steps"][-1]
        yield folder, made["table"], view


@pytest.fixture
def copied(long_table: tuple[Path, str, dict[str, Any]], tmp_path: Path) -> tuple[Path, str, dict[str, Any]]:
    """The same in a folder of its own."""
    folder, table, last = long_table
    with closing(sqlite3.connect(folder / "tables.db")) as old, closing(sqlite3.connect(tmp_path / "tables.db")) as new:
        old.backup(new)
    return tmp_path, table, last


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The plies that are applied to any log."""
    plies, apply = list[int](), GameLog.apply

    def noting_apply(self: GameLog, entry: Entry, played: Any = None) -> Any:
        plies.append(entry.ply)
        return apply(self, entry, played)

    monkeypatch.setattr(GameLog, "apply", noting_apply)
    return plies


def edit(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "tables.db")) as database, database:
        for statement in statements:
            database.execute(statement)


def stored_plies(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "tables.db")) as database:
        return [ply for (ply,) in database.execute("SELECT ply FROM snapshot ORDER BY ply")]


def test_a_long_table_is_opened_from_its_snapshot(copied: tuple[Path, str, dict[str, Any]], applied: list[int]) -> None:
    folder, table, last = copied
    assert stored_plies(folder) == [2 * INTERVAL, 3 * INTERVAL]
    with Server(folder) as again, again.guest() as guest:
        view = guest.get(f"/api/tables/{table}/view")
    assert (view["ply"], view["facts"]) == (last["ply"], last["facts"])
    assert min(applied) >= 3 * INTERVAL
    assert len(applied) <= INTERVAL


def test_without_snapshots_the_log_is_replayed_and_they_are_made(
    copied: tuple[Path, str, dict[str, Any]], applied: list[int]
) -> None:
    folder, table, last = copied
    edit(folder, "DELETE FROM snapshot")
    with Server(folder) as again, again.guest() as guest:
        assert guest.get(f"/api/tables/{table}/view")["facts"] == last["facts"]
    assert applied[0] == 0
    assert stored_plies(folder) == [2 * INTERVAL, 3 * INTERVAL]


@pytest.mark.parametrize(
    "damage", ["body = 'x'", "body = CAST(x'ff' AS TEXT)", "version = '0'", "log_hash = 'x'", "body = x'ff'"]
)
def test_a_damaged_snapshot_is_replaced_and_no_table_is_lost(
    copied: tuple[Path, str, dict[str, Any]], damage: str
) -> None:
    folder, table, last = copied
    edit(folder, f"UPDATE snapshot SET {damage}")
    with Server(folder) as again, again.guest() as guest:
        assert guest.get(f"/api/tables/{table}/view")["facts"] == last["facts"]
        assert again.manager.metrics.value("failures_total") == 0


def test_a_table_is_opened_although_its_snapshot_cannot_be_stored(copied: tuple[Path, str, dict[str, Any]]) -> None:
    folder, table, last = copied
    edit(
        folder,
        "DELETE FROM snapshot",
        "CREATE TRIGGER full BEFORE INSERT ON snapshot BEGIN SELECT RAISE(FAIL, 'x'); END",
    )
    with Server(folder) as again, again.guest() as guest:
        assert guest.get(f"/api/tables/{table}/view")["facts"] == last["facts"]
    assert stored_plies(folder) == []


def test_the_log_is_believed_not_the_snapshot(copied: tuple[Path, str, dict[str, Any]]) -> None:
    """An entry that was damaged long ago makes the table unreadable, although a snapshot would hide it."""
    folder, table, _ = copied
    edit(folder, 'UPDATE move SET body = \'{"type":"move","moves":["conquer 99"]}\' WHERE ply = 2')
    with Server(folder) as again, again.guest() as guest:
        assert guest.get(f"/api/tables/{table}/view", 409)["said"]["key"] == "unreadable_move"


def test_who_is_a_little_behind_is_caught_up_from_a_snapshot(
    copied: tuple[Path, str, dict[str, Any]], applied: list[int]
) -> None:
    folder, table, last = copied
    with Server(folder) as again, again.guest() as guest:
        guest.get(f"/api/tables/{table}/view")
        applied.clear()
        for behind in (2, 100):
            with guest.open_viewer(table, ply=last["ply"] - behind) as viewer:
                steps = [json.loads(viewer.socket.recv(timeout=10)) for _ in range(behind + 1)][1:]
                assert [step["type"] for step in steps] == ["step"] * behind
                assert steps[-1]["facts"] == last["facts"]
    assert min(applied) >= 2 * INTERVAL
    assert len(applied) <= 2 * 2 * INTERVAL


def test_who_would_need_a_long_replay_gets_a_snapshot(
    copied: tuple[Path, str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, table, last = copied
    monkeypatch.setattr("hordes.server.live.table_feed.MAX_REPLAYED", 10)
    with Server(folder) as again, again.guest() as guest:
        assert what_comes(guest, table, last["ply"] - 2) == "snapshot"


def what_comes(guest: Guest, table: str, ply: int) -> str:
    """The kind of message that brings a client up to date."""
    with guest.open_viewer(table, ply=ply) as viewer:
        while (kind := json.loads(viewer.socket.recv(timeout=10))["type"]) not in ("step", "snapshot"):
            pass
        return str(kind)


def test_a_crowd_that_comes_back_gets_snapshots_once_enough_was_replayed(
    copied: tuple[Path, str, dict[str, Any]],
) -> None:
    folder, table, last = copied
    with Server(folder, max_messages=1.0) as again, again.guest() as guest:
        kinds = [what_comes(guest, table, last["ply"] - 2) for _ in range(6)]
    assert kinds[0] == "step"
    assert kinds[-1] == "snapshot"


def test_who_says_hello_too_often_is_to_come_again(tmp_path: Path) -> None:
    with Server(tmp_path, max_requests=10_000.0) as server, server.guest() as ann:
        made = ann.create([ME, ME])
        server.manager.hello_buckets.rate, server.manager.hello_buckets.burst = 0.001, 3
        codes = []
        for _ in range(5):
            with ann.open_viewer(made["table"]) as viewer:
                first = viewer.receive()
                codes.append(first["type"] if first["type"] == "welcome" else (first["code"], viewer.close_code()))
        assert codes == ["welcome"] * 3 + [("too_much", 1013)] * 2


def test_replays_do_not_keep_a_login_or_a_table_waiting(
    copied: tuple[Path, str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many replays are under way; and one address has two of them at most."""
    folder, table, _ = copied
    go_on, replay_steps = threading.Event(), replay.replay_steps

    def waiting_replay(*arguments: Any) -> Any:
        assert go_on.wait(60)
        return replay_steps(*arguments)

    monkeypatch.setattr(replay, "replay_steps", waiting_replay)
    with Server(folder, proxies="127.0.0.1") as server, server.guest() as ann, ExitStack() as after:
        after.callback(go_on.set)
        ann.post("/api/accounts", {"name": "Ann", "password": "correct horse"}, 201)
        answers: list[int] = []
        addresses = [f"192.0.2.{number}" for number in range(8) for _ in range(3)]
        threads = [threading.Thread(target=ask_history, args=(server, table, one, answers)) for one in addresses]
        for thread in threads:
            thread.start()
        wait_for(lambda: len(answers) == 8)
        assert answers == [429] * 8, "the third of each address"
        ann.post("/api/session", {"name": "Ann", "password": "correct horse"}, 201)
        ann.create([ME, ME])
        go_on.set()
        for thread in threads:
            thread.join(60)
        assert sorted(answers) == [200] * 16 + [429] * 8


def ask_history(server: Server, table: str, address: str, answers: list[int]) -> None:
    headers = {"x-forwarded-for": address}
    answers.append(httpx.get(f"{server.base}/api/tables/{table}/history", headers=headers, timeout=60).status_code)


def wait_for(what: Callable[[], bool]) -> None:
    done = threading.Event()
    for _ in range(6000):
        if what():
            return
        done.wait(0.01)
    raise AssertionError("it does not happen")
