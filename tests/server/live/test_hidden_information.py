"""Hidden information at tables: when it is changed, every byte sent to a viewer stays the same."""

import random
from typing import Any

import pytest

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, PUBLIC
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.server.live import messages
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import Entry, Start
from tests.refusals import denied
from tests.server.clients import BOT, ME, OPEN, Guest

OPTIONS: dict[str, Any] = {"players": 3, "sets": ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]}


def copied(game_log: GameLog, stranger: int | None = None, coins: random.Random | None = None) -> GameLog:
    """A copy of the game; with `coins`, all seats but the given one get other hidden coins."""
    position = game_log.state.position()
    for seat, player in enumerate(position["players"]):
        if coins is not None and seat != stranger:
            player["coins"] += coins.randint(1, 40)
    other = GameLog("smallworld", OPTIONS, seed=game_log.ply)
    other.state = load("smallworld").from_position(other.record.options, position)
    other.record.moves, other.deciders = list(game_log.record.moves), game_log.deciders[:]
    other.ply, other.changed_ply, other.last_at, other.decider_since = (
        game_log.ply,
        game_log.changed_ply,
        game_log.last_at,
        game_log.decider_since,
    )
    other.time_used = list(game_log.time_used)
    return other


def seen_by(game_log: GameLog, viewpoint: tuple[int, ...], text: str) -> list[bytes]:
    """Everything a viewer gets around a move: the snapshot before it, the step, the snapshot after it."""
    facts = messages.public_facts(game_log, has_clock=True)
    first = messages.encode_snapshot(game_log, viewpoint, facts)
    seat = game_log.to_move
    body, played = game_log.propose_move(seat, text)
    applied = game_log.apply(Entry(game_log.ply, seat, body, 1000), played)
    facts = messages.public_facts(game_log, has_clock=True)
    return [
        first,
        messages.encode_step(game_log, applied, viewpoint, facts),
        messages.encode_snapshot(game_log, viewpoint, facts),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_swapping_what_is_hidden_changes_no_byte(seed: int) -> None:
    rng = random.Random(seed)
    game_log = GameLog("smallworld", OPTIONS, seed=seed)
    game_log.apply(Entry(0, -1, game_log.propose_start([]), 0))
    compared = 0
    while game_log.to_move != OVER and compared < 120:
        text = rng.choice(game_log.state.legal_texts())
        viewer, viewpoint = rng.choice([(0, (0,)), (1, (1,)), (2, (2,)), (PUBLIC, ())])
        here, there = copied(game_log), copied(game_log, viewer, rng)
        if here.state.legal_texts() == there.state.legal_texts():  # what one can pay for hangs on one's own coins
            messages = seen_by(here, viewpoint, text)
            if here.to_move != OVER:
                assert messages == seen_by(there, viewpoint, text)
                compared += 1
        body, played = game_log.propose_move(game_log.to_move, text)
        game_log.apply(Entry(game_log.ply, game_log.to_move, body, 1000), played)
    assert compared > 50


@pytest.mark.parametrize("seed", range(4))
def test_dealing_anew_what_a_seat_cannot_know_changes_no_byte_in_covil(seed: int) -> None:
    rng = random.Random(seed)
    game_log = GameLog("covil", {"players": 3}, seed=seed)
    game_log.apply(Entry(0, -1, game_log.propose_start([]), 0))
    compared = 0
    while game_log.to_move != OVER and compared < 150:
        text = rng.choice(game_log.state.legal_texts())
        viewer, viewpoint = rng.choice([(0, (0,)), (1, (1,)), (2, (2,)), (PUBLIC, ())])
        body, played = game_log.propose_move(game_log.to_move, text)
        there = GameLog("covil", {"players": 3}, seed=seed)
        there.__dict__.update(game_log.__dict__, record=Record("covil", {"players": 3}), deciders=game_log.deciders[:])
        there.state = game_log.state.resample(viewer, Rng(seed * 1000 + compared))
        facts = messages.public_facts(game_log, has_clock=False)
        assert messages.encode_snapshot(game_log, viewpoint, facts) == messages.encode_snapshot(there, viewpoint, facts)
        if len(body.moves) == 1 and played.state.to_move != OVER and there.state.is_legal(there.state.parse(text)):
            entry = Entry(game_log.ply, game_log.to_move, body, 1000)
            other = there.apply(entry)
            applied = game_log.apply(entry, played)
            facts = messages.public_facts(game_log, has_clock=False)
            assert messages.encode_step(game_log, applied, viewpoint, facts) == messages.encode_step(
                there, other, viewpoint, facts
            )
            compared += 1
        else:
            game_log.apply(Entry(game_log.ply, game_log.to_move, body, 1000), played)
    assert compared > 50


def test_the_record_of_a_game_with_hidden_cards_opens_at_its_end(ann: Guest) -> None:
    made = ann.create([ME, BOT], game="covil", options={"players": 2})
    path = f"/api/tables/{made['table']}"
    assert "opens when the game is over" in ann.get(path + "/record", 400)["message"]
    why = "A game with hidden cards can be forked when it is over."
    denied(ann.post(path + "/fork", {"moves": 1}, 409), because=why)
    assert ann.get(path + "/view")["view"]["players"]
    ann.post(path + "/resign", {"type": "resign", "id": "r"})
    assert ann.get(path + "/record")["moves"]


def test_legal_moves_are_for_the_seat_that_decides() -> None:
    game_log = GameLog("smallworld", OPTIONS, seed=1)
    game_log.apply(Entry(0, -1, Start(game_log.propose_start([]).moves), 0))
    mover = game_log.to_move
    assert messages.legal_moves(game_log, (mover,))
    assert messages.legal_moves(game_log, ((mover + 1) % 3,)) == []
    assert messages.legal_moves(game_log, ()) == []


def test_no_route_shows_other_peoples_coins(ann: Guest, bob: Guest) -> None:
    made = ann.create([ME, OPEN, BOT])
    bob.join(made)
    path, invite = f"/api/tables/{made['table']}", {"x-invite": made["invite"]}
    for _ in range(20):
        for guest in (ann, bob):
            now = guest.get(path + "/view")
            if now.get("legal"):
                guest.post(
                    path + "/moves",
                    {"type": "move", "ply": now["ply"], "text": now["legal"][0], "id": f"p{now['ply']}"},
                )
    for guest, mine in ((ann, [0]), (bob, [1])):
        shown = guest.get(path + "/view")["view"]["players"]
        assert [seat for seat, player in enumerate(shown) if "coins" in player] == mine
        history = guest.get(path + "/history")
        assert [seat for seat, player in enumerate(history["start"]["view"]["players"]) if "coins" in player] == mine
        coins = [change for step in history["steps"] for change in step["changes"] if change[0][-1] == "coins"]
        assert {change[0][1] for change in coins if change[0][0] == "players"} <= set(mine)
    info = ann.http.get(path, headers=invite).text
    assert '"coins"' not in info
    assert made["token"] not in info
    assert made["invite"] not in info
