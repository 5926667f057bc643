"""Clocks: what the log says about time, and what happens at zero."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hordes.server import clock, hall, store, table, uptime
from hordes.server.course import Course
from hordes.server.entries import Away, Entry, Moved, Returned
from hordes.server.wire import Clocks
from tests.server.guests import ME, OPEN, Guest, Server


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "GRACE", 0)
    monkeypatch.setattr(hall, "TICK", 0.05)
    monkeypatch.setattr(uptime, "SLACK", 10**12)  # a clock that jumps is time that passes here


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let time pass at once."""
    shift = [0]

    def now() -> int:
        return real() + shift[0]

    real = store.now
    for module in (hall, table):
        monkeypatch.setattr(module, "now", now)

    def pass_time(seconds: float) -> None:
        shift[0] += int(seconds * 1000)

    return pass_time


def begun(**limits: Any) -> tuple[Course, Clocks]:
    course = Course("smallworld", {"players": 2}, seed=1)
    course.apply(Entry(0, -1, course.propose_start([]), 1_000))
    return course, Clocks(**limits)


def move(course: Course, at: int) -> None:
    seat = course.to_move
    body, played = course.propose_move(seat, course.state.legal_texts()[-1])
    assert isinstance(body, Moved)
    course.apply(Entry(course.ply, seat, body, at), played)


def people(seat: int) -> bool:
    return False


def test_a_turns_clock_runs_from_one_decider_to_the_next() -> None:
    course, clocks = begun(turn=60)
    assert clock.deadline(course, clocks, people) == 61_000
    first = course.to_move
    move(course, 20_000)
    while course.to_move == first:
        assert clock.deadline(course, clocks, people) == 61_000, "own moves do not wind it up"
        move(course, 30_000)
    assert clock.deadline(course, clocks, people) == 90_000


def test_a_games_clock_counts_only_ones_own_time() -> None:
    course, clocks = begun(game=100)
    first = course.to_move
    while course.to_move == first:
        move(course, course.last_at + 10_000)
    assert course.used[1 - first] == 0
    used = course.used[first]
    assert used > 0
    assert clock.deadline(course, clocks, people) == course.last_at + 100_000
    second = course.to_move
    course.apply(Entry(course.ply, second, Away(), course.last_at + 100_000))
    assert clock.store_is_empty(course, clocks, second)
    assert not clock.store_is_empty(course, clocks, first)
    assert course.used[first] == used


def test_no_clock_runs_for_a_bot_or_before_the_start() -> None:
    course, clocks = begun(turn=60)
    assert clock.deadline(course, clocks, lambda seat: True) is None
    assert clock.deadline(Course("smallworld", {"players": 2}), clocks, people) is None


def test_coming_back_winds_the_turns_clock_up() -> None:
    course, clocks = begun(turn=60)
    seat = course.to_move
    course.apply(Entry(1, seat, Away(), 61_000))
    course.apply(Entry(2, seat, Returned(), 70_000))
    assert clock.deadline(course, clocks, people) == 130_000


def test_at_zero_a_bot_sits_in_until_the_owner_is_back(server: Server, ann: Guest, bob: Guest, later: Any) -> None:
    made = ann.create([ME, OPEN], clocks={"turn": 60})
    bob.join(made)
    with ann.sit(made["table"]) as a, bob.sit(made["table"]) as b:
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
    with ann.sit(made["table"]) as a:
        a.until("snapshot")
        seat = a.last["facts"]["to_move"]
        later(61)
        a.until("step", kind="resign")
        assert a.last["facts"]["result"]["winners"] == [1 - seat]


def test_a_used_up_store_is_not_given_back(ann: Guest, bob: Guest, later: Any) -> None:
    made = ann.create([ME, OPEN], clocks={"game": 30})
    bob.join(made)
    with ann.sit(made["table"]) as a, bob.sit(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        late = a if a.last.get("legal") else b
        later(31)
        late.until("step", kind="away")
        assert "used up" in late.ask("back")["message"]


def test_a_late_answer_out_of_turn_is_the_default_this_once(server: Server, ann: Guest, bob: Guest, later: Any) -> None:
    made = ann.create([ME, OPEN], clocks={"reply": 30}, options={"players": 2, "turns": 30}, seed=1)
    bob.join(made)
    with ann.sit(made["table"]) as a, bob.sit(made["table"]) as b:
        a.until("snapshot")
        b.until("snapshot")
        while a.view["player"] == a.last["facts"]["to_move"]:
            mover, other = (a, b) if a.last.get("legal") else (b, a)
            ply = mover.move(mover.my_turn()[0])["ply"]
            other.until("step", ply=ply)
        late = a if a.last.get("legal") else b
        seat, ply = late.last["facts"]["to_move"], late.ply
        default = server.hall.tables[made["table"]].course.default()
        later(31)
        step = late.until("step", ply=ply + 1)
        assert (step["by"], step["kind"]) == (seat, "move")
        record = ann.get(f"/api/tables/{made['table']}/record")["moves"]
        assert default in record[-3:], "what chance answered may follow it"
        assert "absent" not in step["facts"]


def test_the_stand_in_stops_thinking_when_the_owner_is_back(tmp_path: Path, later: Any) -> None:
    odd = str(Path(__file__).with_name("odd_bots.py"))
    with Server(tmp_path, bots=odd, stand_in="Sleepy", bot_seconds=60) as server, server.guest() as ann:
        made = ann.create([ME, ME], clocks={"turn": 60})
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            later(61)
            me.until("step", kind="away")
            thinkers = server.hall.thinkers
            wait_for(lambda: server.hall.tables[made["table"]].thought is not None)
            assert me.move(me.my_turn()[0])["type"] == "ack", "who moves is back"
            wait_for(lambda: len(thinkers.free) == len(thinkers.workers))


def test_a_stand_in_is_a_normal_bot(server: Server, ann: Guest, bob: Guest, later: Any) -> None:
    assert server.settings.stand_in == "normal"
    asked: list[str] = []
    choose = server.hall.thinkers.choose

    async def overheard(state: Any, game: str, options: Any, level: str, key: str) -> str:
        asked.append(level)
        return await choose(state, game, options, level, key)

    server.hall.thinkers.choose = overheard  # type: ignore[method-assign]
    made = ann.create([ME, OPEN], clocks={"turn": 60})
    bob.join(made)
    with ann.sit(made["table"]) as a:
        a.until("snapshot")
        later(61)
        a.until("step", kind="away")
        a.until("step", kind="move", seconds=20)
    server.hall.thinkers.choose = choose  # type: ignore[method-assign]
    assert set(asked) == {"normal"}


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)
