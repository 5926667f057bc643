"""Ratings after games of single players and teams, with guests, bots and seats that resigned."""

from pathlib import Path
from typing import Any

from hordes.server.auth.ratings import RatedSide, rated_sides, team_ranks
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import Entry, Resigned, Start
from tests.server.clients import ME, OPEN, Server

PAIRS = [[0, 3], [1, 4], [2, 5]]


def start(options: dict[str, Any]) -> GameLog:
    game_log = GameLog("smallworld", options)
    game_log.apply(Entry(0, -1, Start(game_log.propose_start([]).moves), 0))
    return game_log


def test_partners_come_in_together() -> None:
    assert team_ranks({"scores": [80, 90, 70, 40, 60, 70], "winners": [2, 5]}, PAIRS) == [2, 1, 0]
    tied = {"scores": [70, 90, 70, 70, 60, 70], "winners": [0, 2, 3, 5]}
    assert team_ranks(tied, PAIRS) == [0, 2, 0]


def test_a_guest_beside_an_account_counts_as_an_average_player() -> None:
    result = {"scores": [80, 90, 70, 40, 60, 70], "winners": [2, 5]}
    assert rated_sides(result, PAIRS, {0, 2, 5}, set()) == [RatedSide([0, None], 2), RatedSide([2, 5], 0)]


def test_a_player_who_left_is_last_and_the_partner_is_not_penalised() -> None:
    result = {"scores": [80, 90, 70, 40, 60, 70], "winners": [2, 5]}
    assert rated_sides(result, PAIRS, {0, 2, 5}, {5}) == [
        RatedSide([0, None], 2),
        RatedSide([2, None], 0),
        RatedSide([5, None], 3),
    ]


def test_who_leaves_comes_last_whatever_his_bot_does() -> None:
    sides = rated_sides({"scores": [50, 90, 70], "winners": [1]}, [[0], [1], [2]], {0, 1, 2}, {1})
    assert [side.seats for side in sorted(sides, key=lambda side: side.rank)] == [[2], [0], [1]]


def test_a_table_knows_its_teams() -> None:
    assert start({"mode": "teams"}).teams() == PAIRS
    assert start({"players": 3}).teams() == [[0], [1], [2]]


def test_a_team_game_ends_when_only_one_team_is_left() -> None:
    game_log = start({"mode": "teams"})
    for ply, seat in enumerate((0, 3, 1), start=1):
        assert game_log.result() is None
        game_log.apply(Entry(ply, seat, Resigned(), 0))
    assert game_log.result() is None, "seat 4 still plays for the second team"
    game_log.apply(Entry(4, 4, Resigned(), 0))
    result = game_log.result()
    assert result is not None
    assert result["winners"] == [2, 5]


def test_a_team_wins_with_a_partner_who_has_resigned() -> None:
    game_log = start({"mode": "teams"})
    for ply, seat in enumerate((5, 0, 3, 1, 4), start=1):
        game_log.apply(Entry(ply, seat, Resigned(), 0))
    result = game_log.result()
    assert result is not None
    assert result["winners"] == [2, 5]


def test_teams_are_rated_as_teams(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        people = [server.guest() for _ in range(6)]
        for number, guest in enumerate(people):
            guest.post("/api/accounts", {"name": f"P{number}", "password": "correct horse"}, 201)
        made = people[0].create([ME, *[OPEN] * 5], options={"mode": "teams"})
        for number, guest in enumerate(people[1:], start=1):
            guest.join(made, f"P{number}", seat=number)
        for seat in (0, 3, 1, 4):
            people[seat].post(f"/api/tables/{made['table']}/resign", {"type": "resign", "id": "r"})
        ratings = people[0].ratings("smallworld", *[f"P{n}" for n in range(6)])
        assert {name: row["games"] for name, row in ratings.items()} == {f"P{n}": 1 for n in range(6)}
        assert ratings["P2"]["mu"] == ratings["P5"]["mu"] > 25, "partners rise together"
        assert all(ratings[f"P{n}"]["mu"] < 25 for n in (0, 3, 1, 4))
        for guest in people:
            guest.http.close()
