"""Every game on a server that is stopped, that is late, and whose game fails: clocks, restarts, faulty games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.engine import games
from hordes.engine.match import Match
from hordes.server.live import clock_keeper, table_manager, uptime
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import Entry
from tests.generic.setups import NAMES, Table, tables
from tests.plugin.pile import Pile, PileState
from tests.server.clients import ME, OPEN, Guest, Server, Viewer
from tests.server.test_run import start
from tests.server.time_travel import TimeTravel

MIDDLE = 7


def two_seats(name: str) -> Table:
    """A table of a game for two."""
    return next(table for table in tables() if table.name == name and table.complete["players"] == 2)


def play(viewer: Viewer, moves: int) -> None:
    """Make some moves for all seats."""
    for number in range(moves):
        legal = viewer.my_turn()
        assert viewer.move(legal[(3 * number) % len(legal)])["type"] == "ack"


@pytest.mark.slow
def test_games_go_on_after_the_server_was_killed(tmp_path: Path) -> None:
    """One process, then another on the same database: what was acknowledged is there, and play goes on."""
    process, port = start(tmp_path)
    made, views = {}, {}
    with Guest(f"http://127.0.0.1:{port}") as ann:
        for name in NAMES:
            made[name] = ann.create([ME, ME], game=name, options=two_seats(name).options, seed=9)
            with ann.open_viewer(made[name]["table"]) as me:
                me.until("snapshot")
                play(me, MIDDLE)
                views[name] = me.view
    process.kill()
    process.communicate()
    process, port = start(tmp_path)
    with Guest(f"http://127.0.0.1:{port}") as ann:
        for name in NAMES:
            with ann.open_viewer(made[name]["table"], token=made[name]["token"]) as me:
                me.until("snapshot")
                assert me.view == views[name]
                assert me.move(me.my_turn()[0])["type"] == "ack"
    process.terminate()
    process.communicate(timeout=20)


@pytest.mark.parametrize("name", NAMES)
def test_a_log_read_again_is_the_same_game(name: str) -> None:
    """What a server does when it opens a table: apply the stored entries."""
    table = two_seats(name)
    game_log = GameLog(name, table.options, seed=4)
    entries = [Entry(0, -1, game_log.propose_start([]), 0)]
    game_log.apply(entries[0])
    for number in range(MIDDLE):
        texts = game_log.state.legal_texts()
        body, played = game_log.propose_move(game_log.to_move, texts[number % len(texts)])
        entries.append(Entry(game_log.ply, game_log.to_move, body, 1000 * number))
        game_log.apply(entries[-1], played)
    again = GameLog(name, table.options, seed=4)
    again.apply_all(entries)
    assert again.state == game_log.state
    assert (again.record, again.deciders) == (game_log.record, game_log.deciders)
    assert again.chance_draws == game_log.chance_draws


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let time pass on the server."""
    monkeypatch.setattr(clock_keeper, "START_GRACE_MS", 0)
    monkeypatch.setattr(table_manager, "TICK_SECONDS", 0.05)
    monkeypatch.setattr(uptime, "MAX_GAP_MS", 10**12)  # a clock that jumps is time that passes here
    return TimeTravel(monkeypatch).pass_time


@pytest.fixture
def server(tmp_path: Path, later: Any) -> Iterator[Server]:
    with Server(tmp_path, stand_in="random") as running:
        yield running


def test_who_does_not_answer_in_time_is_played_for(server: Server, later: Any) -> None:
    """In every game: the seat is away, a bot plays on, and its owner can come back."""
    with server.guest() as ann, server.guest() as bob:
        for name in NAMES:
            made = ann.create([ME, OPEN], game=name, options=two_seats(name).options, clocks={"turn": 60}, seed=3)
            bob.join(made, "Bob")
            with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
                a.until("snapshot")
                b.until("snapshot")
                late, seat = (a, 0) if a.last["facts"]["to_move"] == 0 else (b, 1)
                ply, moves = late.ply, late.last["facts"]["moves"]
                later(61)
                assert late.until("step", kind="away")["by"] == seat
                assert late.until("step", kind="move")["facts"]["moves"] > moves
                assert late.ply > ply
                if "result" not in late.last["facts"]:
                    assert late.ask("back", seat=seat)["type"] == "ack"


@pytest.mark.parametrize("name", NAMES)
def test_the_default_move_of_a_table_is_legal(name: str) -> None:
    match = Match(name, two_seats(name).options, seed=3)
    game_log = GameLog(name, two_seats(name).options, position=match.state.position(), seed=3)
    game_log.apply(Entry(0, -1, game_log.propose_start([]), 0))
    assert game_log.default_move_text() in game_log.state.legal_texts()


class BadState(PileState):
    """Fails when it is told to."""

    fails_at = ""

    def apply(self, move: int) -> None:
        if BadState.fails_at == "apply" and self.to_move >= 0:
            raise ValueError("secrets of the house")
        PileState.apply(self, move)

    def view(self, seat: int) -> dict[str, Any]:
        if BadState.fails_at == "view":
            raise ValueError("secrets of the house")
        return PileState.view(self, seat)


class BadPile(Pile):
    """A game that fails when it is told to."""

    name, state_class = "badpile", BadState


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    BadState.fails_at = ""
    games.register_game(BadPile())
    monkeypatch.setattr(games, "game_names", lambda: ["badpile", *NAMES])
    yield
    games._loaded.pop("badpile", None)


def test_a_game_that_fails_harms_no_other_table(server: Server, faulty: None, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever plays it is told that it failed, without details; the log has them."""
    with server.guest() as ann:
        bad = ann.create([ME, ME], game="badpile", options={"players": 2})
        good = ann.create([ME, ME], game="marches", options={"players": 2})
        path = f"/api/tables/{bad['table']}"
        with ann.open_viewer(bad["table"]) as me:
            me.until("snapshot")
            text, ply = me.my_turn()[0], me.ply
            BadState.fails_at = "apply"
            refused = me.move(text)
            assert (refused["type"], refused["code"]) == ("no", "game_failed")
            assert "secrets" not in refused["message"]
            body = {"type": "move", "ply": ply, "text": text, "id": "x"}
            assert ann.post(f"{path}/moves", body, status=500)["code"] == "game_failed"
            BadState.fails_at = "view"
            assert ann.get(f"{path}/view", status=500)["code"] == "game_failed"
            with ann.open_viewer(bad["table"]) as other:
                assert other.until("no")["code"] == "game_failed"
            BadState.fails_at = ""
            assert me.move(text)["type"] == "ack", "what failed was not stored"
        with ann.open_viewer(good["table"]) as me:
            me.until("snapshot")
            assert me.move(me.my_turn()[0])["type"] == "ack"
        assert {row["id"] for row in ann.get("/api/me/tables")["tables"]} == {bad["table"], good["table"]}
    assert "BadState.apply raised ValueError: secrets of the house" in caplog.text
