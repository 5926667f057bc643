"""Nothing hidden leaves the process: swap what is hidden, and every byte that a viewer can get stays the same."""

import random
from typing import Any

import pytest

from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.engine.rng import Rng
from hordes.engine.state import OVER, PUBLIC
from hordes.server import telling
from hordes.server.course import Course
from hordes.server.entries import Entry, Start
from tests.server.guests import BOT, ME, OPEN, Guest

OPTIONS: dict[str, Any] = {"players": 3, "sets": ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]}


def copied(course: Course, stranger: int | None = None, coins: random.Random | None = None) -> Course:
    """The same table; for a stranger, with other coins in everybody else's purse."""
    position = course.state.position()
    for seat, player in enumerate(position["players"]):
        if coins is not None and seat != stranger:
            player["coins"] += coins.randint(1, 40)
    other = Course("smallworld", OPTIONS, seed=course.ply)
    other.state = load("smallworld").from_position(other.record.options, position)
    other.record.moves, other.deciders = list(course.record.moves), course.deciders[:]
    other.ply, other.changed, other.last_at, other.since = course.ply, course.changed, course.last_at, course.since
    other.used = list(course.used)
    return other


def seen_by(course: Course, viewpoint: tuple[int, ...], text: str) -> list[bytes]:
    """Everything a viewer gets around a move: the snapshot before it, the step, the snapshot after it."""
    known = telling.facts(course, clocked=True)
    first = telling.snapshot(course, viewpoint, known)
    seat = course.to_move
    body, played = course.propose_move(seat, text)
    told = course.apply(Entry(course.ply, seat, body, 1000), played)
    known = telling.facts(course, clocked=True)
    return [first, telling.step(course, told, viewpoint, known), telling.snapshot(course, viewpoint, known)]


@pytest.mark.parametrize("seed", range(6))
def test_swapping_what_is_hidden_changes_no_byte(seed: int) -> None:
    rng = random.Random(seed)
    course = Course("smallworld", OPTIONS, seed=seed)
    course.apply(Entry(0, -1, course.propose_start([]), 0))
    compared = 0
    while course.to_move != OVER and compared < 120:
        text = rng.choice(course.state.legal_texts())
        viewer, viewpoint = rng.choice([(0, (0,)), (1, (1,)), (2, (2,)), (PUBLIC, ())])
        here, there = copied(course), copied(course, viewer, rng)
        if here.state.legal_texts() == there.state.legal_texts():  # what one can pay for hangs on one's own coins
            messages = seen_by(here, viewpoint, text)
            if here.to_move != OVER:
                assert messages == seen_by(there, viewpoint, text)
                compared += 1
        body, played = course.propose_move(course.to_move, text)
        course.apply(Entry(course.ply, course.to_move, body, 1000), played)
    assert compared > 50


@pytest.mark.parametrize("seed", range(4))
def test_dealing_anew_what_a_seat_cannot_know_changes_no_byte_in_covil(seed: int) -> None:
    rng = random.Random(seed)
    course = Course("covil", {"players": 3}, seed=seed)
    course.apply(Entry(0, -1, course.propose_start([]), 0))
    compared = 0
    while course.to_move != OVER and compared < 150:
        text = rng.choice(course.state.legal_texts())
        viewer, viewpoint = rng.choice([(0, (0,)), (1, (1,)), (2, (2,)), (PUBLIC, ())])
        body, played = course.propose_move(course.to_move, text)
        there = Course("covil", {"players": 3}, seed=seed)
        there.__dict__.update(course.__dict__, record=Record("covil", {"players": 3}), deciders=course.deciders[:])
        there.state = course.state.resample(viewer, Rng(seed * 1000 + compared))
        known = telling.facts(course, clocked=False)
        assert telling.snapshot(course, viewpoint, known) == telling.snapshot(there, viewpoint, known)
        if len(body.moves) == 1 and played.state.to_move != OVER and there.state.is_legal(there.state.parse(text)):
            entry = Entry(course.ply, course.to_move, body, 1000)
            other = there.apply(entry)
            told = course.apply(entry, played)
            known = telling.facts(course, clocked=False)
            assert telling.step(course, told, viewpoint, known) == telling.step(there, other, viewpoint, known)
            compared += 1
        else:
            course.apply(Entry(course.ply, course.to_move, body, 1000), played)
    assert compared > 50


def test_the_record_of_a_game_with_hidden_cards_opens_at_its_end(ann: Guest) -> None:
    made = ann.create([ME, BOT], game="covil", options={"players": 2})
    path = f"/api/tables/{made['table']}"
    assert "opens when the game is over" in ann.get(path + "/record", 400)["message"]
    assert ann.post(path + "/fork", {"moves": 1}, 409)["code"] == "illegal_move"
    assert ann.get(path + "/view")["view"]["players"]
    ann.post(path + "/resign", {"type": "resign", "id": "r"})
    assert ann.get(path + "/record")["moves"]


def test_legal_moves_are_for_the_seat_that_decides() -> None:
    course = Course("smallworld", OPTIONS, seed=1)
    course.apply(Entry(0, -1, Start(course.propose_start([]).moves), 0))
    mover = course.to_move
    assert telling.legal(course, (mover,))
    assert telling.legal(course, ((mover + 1) % 3,)) == []
    assert telling.legal(course, ()) == []


def test_no_door_shows_other_peoples_coins(ann: Guest, bob: Guest) -> None:
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
