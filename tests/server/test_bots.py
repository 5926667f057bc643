"""Bots at tables: every level in both games, in processes of their own, under a budget; nobody waits for them."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.bots.registry import LEVELS
from hordes.engine.errors import BadRequest
from hordes.server import thinking
from hordes.server.levels import FURTHER, Levels
from tests.server.guests import I_BEGIN, ME, Server, Viewer

ODD = Path(__file__).with_name("odd_bots.py")
RIVER_FOLK = Path(__file__).parents[2] / "examples" / "river_folk.py"
SLEEPY = {"kind": "bot", "level": "Sleepy"}


def bot(level: str) -> dict[str, Any]:
    return {"kind": "bot", "level": level}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("odd")
    with Server(folder, bots=str(ODD), sets=str(RIVER_FOLK), bot_workers=1, bot_seconds=0.05) as server:
        yield server


def until_asleep(viewer: Viewer, server: Server, table: str) -> None:
    """Play until the bot that never answers is asked."""
    while viewer.last["facts"].get("to_move") == 0:
        viewer.move(viewer.my_turn()[-1])
    deadline = time.monotonic() + 10
    while server.hall.tables[table].thought is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def until_awake(server: Server, seconds: float = 5) -> None:
    deadline = time.monotonic() + seconds
    while not server.hall.thinkers.free:
        assert time.monotonic() < deadline, "the thought goes on"
        time.sleep(0.01)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
@pytest.mark.parametrize("level", [*LEVELS, *FURTHER])
def test_every_level_plays_every_game(odd: Server, game: str, level: str) -> None:
    failures = odd.hall.thinkers.failures
    with odd.guest() as ann:
        made = ann.create([ME, bot(level)], game=game, options={"players": 2})
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            while me.last.get("by") != 1:
                me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 30)
            me.my_turn(30)  # a whole turn of the bot, move by move
            me.ask("resign")
    assert odd.hall.thinkers.failures == failures


@pytest.mark.parametrize("options", [{"mode": "teams"}, {"mode": "necromancer"}])
def test_bots_play_every_mode_to_its_end(odd: Server, options: dict[str, Any]) -> None:
    failures = odd.hall.thinkers.failures
    with odd.guest() as ann:
        seats = 6 if options["mode"] == "teams" else 3
        made = ann.create([ME, *[bot("easy")] * (seats - 1)], options=options | {"turns": 2})
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            while "result" not in me.last["facts"]:
                me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 30)
        assert len(me.last["facts"]["result"]["scores"]) == seats
    assert odd.hall.thinkers.failures == failures


def test_dummies_need_nobody(odd: Server) -> None:
    with odd.guest() as ann:
        made = ann.create([ME], game="covil", options={"players": 1, "dummies": 2})
        assert made["seats"] == [0]
        seats = ann.get(f"/api/tables/{made['table']}")["seats"]
        assert [seat["name"] for seat in seats[1:]] == ["Dummy 1", "Dummy 2"]
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            for _ in range(5):
                me.move(me.my_turn()[0])
            me.ask("resign")
            assert me.last["facts"]["result"]["winners"] == [1, 2]
        again = ann.post(f"/api/tables/{made['table']}/rematch")
        assert again["seats"] == [0]


def test_levels_are_listed_and_strangers_name_no_recipe(odd: Server) -> None:
    with odd.guest() as ann:
        levels = ann.get("/api/games")["levels"]
        assert levels[:4] == ["easy", "normal", "hard", "expert"]
        assert {"planner", "greedy", "search", "Sleepy", "Broken", "Last"} <= set(levels)
        for level in ("search:simulations=1000000", "cmd:true", f"{ODD}:Last", "nobody"):
            ann.post("/api/tables", {"options": {"players": 2}, "seats": [ME, bot(level)]}, 400)


def test_bots_of_ones_own_are_checked_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("class")
    for text in ("nobody", str(tmp_path / "none.py"), str(tmp_path / "wrong.py"), "cmd:no-such-program", "search:x"):
        with pytest.raises(BadRequest):
            Levels(text)
    program = Levels(f"search:simulations=9;cmd:{sys.executable} bot").names()[-2:]
    assert program[0] == "search-simulations-9"


def test_an_undo_stops_the_thought(odd: Server) -> None:
    with odd.guest() as ann:
        made = ann.create([ME, SLEEPY], seed=I_BEGIN)
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            until_asleep(me, odd, made["table"])
            moves = me.last["facts"]["moves"]
            assert me.ask("undo", ply=me.ply, to=moves - 1)["type"] == "ack"
            me.until("step", kind="undo", seconds=3)
            until_awake(odd)
            assert me.last["facts"]["to_move"] == 0
            me.ask("resign")


def test_resigning_stops_the_thought(odd: Server) -> None:
    with odd.guest() as ann:
        made = ann.create([ME, SLEEPY], seed=I_BEGIN)
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            until_asleep(me, odd, made["table"])
            me.ask("resign")
            until_awake(odd)
        assert odd.hall.tables[made["table"]].course.result() is not None


def test_nobody_waits_for_a_bot_at_another_table(odd: Server) -> None:
    with odd.guest() as ann:
        stuck, other = ann.create([ME, SLEEPY], seed=I_BEGIN), ann.create([ME, ME])
        with ann.sit(stuck["table"]) as a, ann.sit(other["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            until_asleep(a, odd, stuck["table"])
            for _ in range(10):
                assert b.move(b.my_turn()[-1])["type"] == "ack"
            assert odd.hall.tables[stuck["table"]].thought is not None, "the bot thinks on meanwhile"
            a.send(type="say", text="hurry")
            assert a.until("chat")["text"] == "hurry"
            a.ask("resign")
        until_awake(odd)


def test_a_bot_that_does_not_answer_is_moved_for(odd: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "GRACE", 0.4)
    failures = odd.hall.thinkers.failures
    with odd.guest() as ann:
        made = ann.create([ME, SLEEPY], options={"players": 2, "turns": 1})
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            while me.last.get("by") != 1:
                me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 10)
            me.ask("resign")
    assert odd.hall.thinkers.failures > failures


def test_a_bot_that_crashes_is_moved_for(odd: Server) -> None:
    failures = odd.hall.thinkers.failures
    with odd.guest() as ann:
        made = ann.create([ME, bot("Broken")])
        with ann.sit(made["table"]) as me:
            me.until("snapshot")
            while me.last.get("by") != 1:
                me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 10)
            me.ask("resign")
    assert odd.hall.thinkers.failures > failures


def test_bots_know_sets_of_ones_own(odd: Server) -> None:
    failures = odd.hall.thinkers.failures
    with odd.guest() as ann:
        options = {"players": 2, "turns": 2, "sets": ["base", "river_folk"]}
        made = ann.create([bot("easy"), bot("normal")], options=options, public=True)
        with ann.sit(made["table"]) as me:
            while "result" not in me.last.get("facts", {}):
                me.receive(30)
    assert odd.hall.thinkers.failures == failures


def test_a_stand_in_that_is_no_bot_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="no bot"):
        Server(tmp_path, stand_in="nobody")
