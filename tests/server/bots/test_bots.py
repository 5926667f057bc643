"""Bots at tables: every level in both games, worker processes, time budgets, cancelled and failed searches."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.bots.registry import LEVELS
from hordes.engine.errors import BadRequest
from hordes.server.bots import worker_pool
from hordes.server.bots.available_levels import OTHER_LEVELS, AvailableLevels
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import TABLE_SEAT, Entry, Paused
from tests.server.clients import ME, SEED_SEAT_0_BEGINS, Server, Viewer

FAULTY_BOTS = Path(__file__).parents[1] / "faulty_bots.py"
RIVER_FOLK = Path(__file__).parents[3] / "examples" / "river_folk.py"
HANGING = {"kind": "bot", "level": "Hanging"}


def bot(level: str) -> dict[str, Any]:
    return {"kind": "bot", "level": level}


@pytest.fixture(scope="module")
def bot_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("faulty")
    with Server(folder, bots=str(FAULTY_BOTS), sets=str(RIVER_FOLK), bot_workers=1, bot_seconds=0.05) as server:
        yield server


def until_bot_is_asked(viewer: Viewer, server: Server, table: str) -> None:
    """Play until the bot that never answers is asked."""
    while viewer.last["facts"].get("to_move") == 0:
        viewer.move(viewer.my_turn()[-1])
    deadline = time.monotonic() + 60
    while server.manager.tables[table].bot_choice is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def until_worker_is_free(server: Server, seconds: float = 5) -> None:
    deadline = time.monotonic() + seconds
    while not server.manager.bot_pool.free:
        assert time.monotonic() < deadline, "the worker is still busy"
        time.sleep(0.01)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
@pytest.mark.parametrize("level", [*LEVELS, *OTHER_LEVELS])
def test_every_level_plays_every_game(bot_server: Server, game: str, level: str) -> None:
    failures = bot_server.manager.bot_pool.failures
    with bot_server.guest() as ann:
        made = ann.create([ME, bot(level)], game=game, options={"players": 2})
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            while me.last.get("by") != 1:
                me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 30)
            me.my_turn(30)  # a whole turn of the bot, move by move
            me.ask("resign")
    assert bot_server.manager.bot_pool.failures == failures


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_at_a_table_with_a_seed_bots_without_a_clock_play_the_same_game_again(bot_server: Server, game: str) -> None:
    def steps() -> list[Any]:
        with bot_server.guest() as ann:
            made = ann.create([ME, bot("random"), bot("greedy")], game=game, options={"players": 3}, seed=77)
            with ann.open_viewer(made["table"]) as me:
                me.until("snapshot")
                while me.last["ply"] < 60:
                    me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 30)
            return [step["events"] for step in ann.get(f"/api/tables/{made['table']}/history")["steps"]]

    first, second = steps(), steps()
    many = min(len(first), len(second))
    assert many > 10
    assert first[:many] == second[:many]


def test_a_pause_of_the_server_changes_no_choice_of_a_bot() -> None:
    straight, paused = (GameLog("smallworld", {"players": 2}, seed=5) for _ in range(2))
    for game_log in (straight, paused):
        game_log.apply(Entry(0, TABLE_SEAT, game_log.propose_start([]), 0))
    paused.apply(Entry(1, TABLE_SEAT, Paused(0, 9), 9))
    assert paused.ply != straight.ply
    assert paused.bot_seed() == straight.bot_seed()
    before, seat = straight.bot_seed(), straight.to_move
    body, played = straight.propose_move(seat, straight.state.legal_texts()[0])
    straight.apply(Entry(straight.ply, seat, body, 1), played)
    assert straight.bot_seed() != before


@pytest.mark.parametrize("options", [{"mode": "teams"}, {"mode": "necromancer"}])
def test_bots_play_every_mode_to_its_end(bot_server: Server, options: dict[str, Any]) -> None:
    failures = bot_server.manager.bot_pool.failures
    with bot_server.guest() as ann:
        seats = 6 if options["mode"] == "teams" else 3
        made = ann.create([ME, *[bot("easy")] * (seats - 1)], options=options | {"turns": 2})
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            while "result" not in me.last["facts"]:
                me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 30)
        assert len(me.last["facts"]["result"]["scores"]) == seats
    assert bot_server.manager.bot_pool.failures == failures


def test_dummies_need_nobody(bot_server: Server) -> None:
    with bot_server.guest() as ann:
        made = ann.create([ME], game="covil", options={"players": 1, "dummies": 2})
        assert made["seats"] == [0]
        seats = ann.get(f"/api/tables/{made['table']}")["seats"]
        assert [seat["name"] for seat in seats[1:]] == ["Dummy 1", "Dummy 2"]
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            for _ in range(5):
                me.move(me.my_turn()[0])
            me.ask("resign")
            assert me.last["facts"]["result"]["winners"] == [1, 2]
        again = ann.post(f"/api/tables/{made['table']}/rematch")
        assert again["seats"] == [0]


def test_levels_are_listed_and_visitors_cannot_give_bot_specs(bot_server: Server) -> None:
    with bot_server.guest() as ann:
        levels = ann.get("/api/games")["levels"]
        assert levels[:4] == ["easy", "normal", "hard", "expert"]
        assert {"planner", "greedy", "search", "Hanging", "Crashing", "Last"} <= set(levels)
        for level in ("search:simulations=1000000", "cmd:true", f"{FAULTY_BOTS}:Last", "nobody"):
            ann.post("/api/tables", {"options": {"players": 2}, "seats": [ME, bot(level)]}, 400)


def test_bots_of_ones_own_are_checked_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("class")
    for text, why in (
        ("nobody", "There is no bot 'nobody'"),
        (str(tmp_path / "none.py"), "There is no file .*none.py with bots"),
        (str(tmp_path / "wrong.py"), "wrong.py cannot be loaded: SyntaxError"),
        ("cmd:no-such-program", "there is no program 'no-such-program'"),
        ("search:x", "should read like name=10, not 'x'"),
    ):
        with pytest.raises(BadRequest, match=why):
            AvailableLevels(text)
    program = AvailableLevels(f"search:simulations=9;cmd:{sys.executable} bot").names()[-2:]
    assert program[0] == "search-simulations-9"


def test_an_undo_cancels_the_bots_search(bot_server: Server) -> None:
    with bot_server.guest() as ann:
        made = ann.create([ME, HANGING], seed=SEED_SEAT_0_BEGINS)
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            until_bot_is_asked(me, bot_server, made["table"])
            moves = me.last["facts"]["moves"]
            assert me.ask("undo", ply=me.ply, to=moves - 1)["type"] == "ack"
            me.until("step", kind="undo", seconds=3)
            until_worker_is_free(bot_server)
            assert me.last["facts"]["to_move"] == 0
            me.ask("resign")


def test_resigning_cancels_the_bots_search(bot_server: Server) -> None:
    with bot_server.guest() as ann:
        made = ann.create([ME, HANGING], seed=SEED_SEAT_0_BEGINS)
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            until_bot_is_asked(me, bot_server, made["table"])
            me.ask("resign")
            until_worker_is_free(bot_server)
        assert bot_server.manager.tables[made["table"]].game_log.result() is not None


def test_nobody_waits_for_a_bot_at_another_table(bot_server: Server) -> None:
    with bot_server.guest() as ann:
        stuck, other = ann.create([ME, HANGING], seed=SEED_SEAT_0_BEGINS), ann.create([ME, ME])
        with ann.open_viewer(stuck["table"]) as a, ann.open_viewer(other["table"]) as b:
            a.until("snapshot")
            b.until("snapshot")
            until_bot_is_asked(a, bot_server, stuck["table"])
            for _ in range(10):
                assert b.move(b.my_turn()[-1])["type"] == "ack"
            assert bot_server.manager.tables[stuck["table"]].bot_choice is not None, "the bot is still asked meanwhile"
            a.send(type="say", text="hurry")
            assert a.until("chat")["text"] == "hurry"
            a.ask("resign")
        until_worker_is_free(bot_server)


def test_a_bot_that_does_not_answer_is_moved_for(bot_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "GRACE_SECONDS", 0.4)
    failures = bot_server.manager.bot_pool.failures
    with bot_server.guest() as ann:
        made = ann.create([ME, HANGING], options={"players": 2, "turns": 1})
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            while me.last.get("by") != 1:
                me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 10)
            me.ask("resign")
    assert bot_server.manager.bot_pool.failures > failures


def test_a_bot_that_crashes_is_moved_for(bot_server: Server) -> None:
    failures = bot_server.manager.bot_pool.failures
    with bot_server.guest() as ann:
        made = ann.create([ME, bot("Crashing")])
        with ann.open_viewer(made["table"]) as me:
            me.until("snapshot")
            while me.last.get("by") != 1:
                me.move(me.my_turn()[-1]) if me.last.get("legal") else me.until("step", 10)
            me.ask("resign")
    assert bot_server.manager.bot_pool.failures > failures


def test_bots_know_sets_of_ones_own(bot_server: Server) -> None:
    failures = bot_server.manager.bot_pool.failures
    with bot_server.guest() as ann:
        options = {"players": 2, "turns": 2, "sets": ["base", "river_folk"]}
        made = ann.create([bot("easy"), bot("normal")], options=options, public=True)
        with ann.open_viewer(made["table"]) as me:
            while "result" not in me.last.get("facts", {}):
                me.receive(30)
    assert bot_server.manager.bot_pool.failures == failures


def test_a_stand_in_that_is_no_bot_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="no bot"):
        Server(tmp_path, stand_in="nobody")
