"""Clocks: time used, computed from the log, and what happens when it runs out."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.state import State
from hordes.server.bots.fair_queue import NOBODY, Waiter
from hordes.server.live import clock, clock_keeper, table_manager, uptime
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import Away, Entry, Moved, Returned
from hordes.server.protocol.tables import Clocks
from tests.server.clients import ME, OPEN, Guest, Server
from tests.server.time_travel import TimeTravel


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_keeper, "START_GRACE_MS", 0)
    monkeypatch.setattr(table_manager, "TICK_SECONDS", 0.05)
    monkeypatch.setattr(uptime, "MAX_GAP_MS", 10**12)  # here time passes at once


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server for each test: time that has passed for one does not come back."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let time pass on the server."""
    return TimeTravel(monkeypatch).pass_time


def started_game(**limits: Any) -> tuple[GameLog, Clocks]:
    game_log = GameLog("smallworld", {"players": 2}, seed=1)
    game_log.apply(Entry(0, -1, game_log.propose_start([]), 1_000))
    return game_log, Clocks(**limits)


def move(game_log: GameLog, at: int) -> None:
    seat = game_log.to_move
    body, played = game_log.propose_move(seat, game_log.state.legal_texts()[-1])
    assert isinstance(body, Moved)
    game_log.apply(Entry(game_log.ply, seat, body, at), played)


def people(seat: int) -> bool:
    return False


def test_a_turns_clock_runs_from_one_decider_to_the_next() -> None:
    game_log, clocks = started_game(turn=60)
    assert clock.decision_deadline(game_log, clocks, people) == 61_000
    first = game_log.to_move
    move(game_log, 20_000)
    while game_log.to_move == first:
        assert clock.decision_deadline(game_log, clocks, people) == 61_000, "own moves do not wind it up"
        move(game_log, 30_000)
    assert clock.decision_deadline(game_log, clocks, people) == 90_000


def test_a_games_clock_counts_only_ones_own_time() -> None:
    game_log, clocks = started_game(game=100)
    first = game_log.to_move
    while game_log.to_move == first:
        move(game_log, game_log.last_at + 10_000)
    assert game_log.time_used[1 - first] == 0
    used = game_log.time_used[first]
    assert used > 0
    assert clock.decision_deadline(game_log, clocks, people) == game_log.last_at + 100_000
    second = game_log.to_move
    game_log.apply(Entry(game_log.ply, second, Away(), game_log.last_at + 100_000))
    assert clock.game_time_is_used_up(game_log, clocks, second)
    assert not clock.game_time_is_used_up(game_log, clocks, first)
    assert game_log.time_used[first] == used


def test_no_clock_runs_for_a_bot_or_before_the_start() -> None:
    game_log, clocks = started_game(turn=60)
    assert clock.decision_deadline(game_log, clocks, lambda seat: True) is None
    assert clock.decision_deadline(GameLog("smallworld", {"players": 2}), clocks, people) is None


def test_coming_back_winds_the_turns_clock_up() -> None:
    game_log, clocks = started_game(turn=60)
    seat = game_log.to_move
    game_log.apply(Entry(1, seat, Away(), 61_000))
    game_log.apply(Entry(2, seat, Returned(), 70_000))
    assert clock.decision_deadline(game_log, clocks, people) == 130_000


class TurnOnly:
    """A state that answers whose turn it is, and nothing else: a view would be an AttributeError."""

    def __init__(self, state: State) -> None:
        self.to_move = state.to_move
        self.turn_seat = state.turn_seat


def test_a_tick_builds_no_view(server: Server, ann: Guest, bob: Guest, caplog: pytest.LogCaptureFixture) -> None:
    made = ann.create([ME, OPEN], clocks={"turn": 60, "reply": 30, "game": 900})
    bob.join(made)
    table = server.manager.tables[made["table"]]
    wait_for(lambda: table.game_log.has_started)
    checked: list[float] = []
    check_clock, state = table.check_clock, table.game_log.state

    async def counting_check(grace_until: float) -> None:
        await check_clock(grace_until)
        checked.append(grace_until)

    table.check_clock = counting_check  # type: ignore[method-assign]
    table.game_log.state = TurnOnly(state)  # type: ignore[assignment]
    try:
        wait_for(lambda: len(checked) > table_manager.SWEEP_TICKS)
    finally:
        table.game_log.state, table.check_clock = state, check_clock  # type: ignore[method-assign]
    assert "failed" not in caplog.text


def test_at_zero_a_bot_sits_in_until_the_owner_is_back(server: Server, ann: Guest, bob: Guest, later: Any) -> None:
    made = ann.create([ME, OPEN], clocks={"turn": 60})
    bob.join(made)
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        late, other = (a, b) if a.last.get("legal") else (b, a)
        seat = late.last["facts"]["to_move"]
        later(61)
        late.until("step", kind="away")
        assert late.last["facts"]["absent"] == [seat]
        other.my_turn()
        assert late.ask("back")["type"] == "ack"
        assert "absent" not in late.last["facts"]


def test_at_zero_a_seat_can_be_made_to_resign(ann: Guest, bob: Guest, later: Any) -> None:
    made = ann.create([ME, OPEN], clocks={"turn": 60, "at_zero": "resign"})
    bob.join(made)
    with ann.open_viewer(made["table"]) as a:
        a.until("snapshot")
        seat = a.last["facts"]["to_move"]
        later(61)
        a.until("step", kind="resign")
        assert a.last["facts"]["result"]["winners"] == [1 - seat]


def test_a_used_up_store_is_not_given_back(ann: Guest, bob: Guest, later: Any) -> None:
    made = ann.create([ME, OPEN], clocks={"game": 30})
    bob.join(made)
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        late = a if a.last.get("legal") else b
        later(31)
        late.until("step", kind="away")
        assert "used up" in late.ask("back")["message"]


def test_a_late_answer_out_of_turn_is_the_default_this_once(server: Server, ann: Guest, bob: Guest, later: Any) -> None:
    made = ann.create([ME, OPEN], clocks={"reply": 30}, options={"players": 2, "turns": 30}, seed=1)
    bob.join(made)
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        while a.view["player"] == a.last["facts"]["to_move"]:
            mover, other = (a, b) if a.last.get("legal") else (b, a)
            ply = mover.move(mover.my_turn()[0])["ply"]
            other.until("step", ply=ply)
        late = a if a.last.get("legal") else b
        seat, ply = late.last["facts"]["to_move"], late.ply
        default = server.manager.tables[made["table"]].game_log.default_move_text()
        later(31)
        step = late.until("step", ply=ply + 1)
        assert (step["by"], step["kind"]) == (seat, "move")
        record = ann.get(f"/api/tables/{made['table']}/record")["moves"]
        assert default in record[-3:], "what chance answered may follow it"
        assert "absent" not in step["facts"]


def test_the_stand_in_stops_thinking_when_the_owner_is_back(tmp_path: Path, later: Any) -> None:
    faulty = str(Path(__file__).parents[1] / "faulty_bots.py")
    with Server(tmp_path, bots=faulty, stand_in="Hanging", bot_seconds=60) as server, server.guest() as ann:
        made = ann.create([ME, ME], clocks={"turn": 60})
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            later(61)
            me.until("step", kind="away")
            pool = server.manager.bot_pool
            wait_for(lambda: server.manager.tables[made["table"]].bot_choice is not None)
            assert me.move(me.my_turn()[0])["type"] == "ack", "who moves is back"
            wait_for(lambda: len(pool.free) == len(pool.workers))


def test_a_stand_in_is_a_normal_bot(server: Server, ann: Guest, bob: Guest, later: Any) -> None:
    assert server.settings.stand_in == "normal"
    asked: list[str] = []
    choose = server.manager.bot_pool.choose

    async def recording_choose(
        state: Any, game: str, options: Any, level: str, key: str, seed: int, waiter: Waiter = NOBODY
    ) -> str:
        asked.append(level)
        return await choose(state, game, options, level, key, seed, waiter)

    server.manager.bot_pool.choose = recording_choose  # type: ignore[method-assign]
    made = ann.create([ME, OPEN], clocks={"turn": 60})
    bob.join(made)
    with ann.open_viewer(made["table"]) as a:
        a.until("snapshot")
        later(61)
        a.until("step", kind="away")
        a.until("step", kind="move", seconds=20)
    server.manager.bot_pool.choose = choose  # type: ignore[method-assign]
    assert set(asked) == {"normal"}


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)
