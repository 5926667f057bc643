"""Ratings: alone or in teams, with guests, bots and those who left."""

from pathlib import Path
from typing import Any

from hordes.server.course import Course
from hordes.server.entries import Entry, Resigned, Start
from hordes.server.ratings import Side, places, sides
from tests.server.guests import ME, OPEN, Server

PAIRS = [[0, 3], [1, 4], [2, 5]]


def start(options: dict[str, Any]) -> Course:
    course = Course("smallworld", options)
    course.apply(Entry(0, -1, Start(course.propose_start([]).moves), 0))
    return course


def test_partners_come_in_together() -> None:
    assert places({"scores": [80, 90, 70, 40, 60, 70], "winners": [2, 5]}, PAIRS) == [2, 1, 0]
    tied = {"scores": [70, 90, 70, 70, 60, 70], "winners": [0, 2, 3, 5]}
    assert places(tied, PAIRS) == [0, 2, 0]


def test_a_guest_beside_an_account_counts_as_an_average_player() -> None:
    result = {"scores": [80, 90, 70, 40, 60, 70], "winners": [2, 5]}
    assert sides(result, PAIRS, {0, 2, 5}, set()) == [Side([0, None], 2), Side([2, 5], 0)]


def test_whoever_left_comes_last_and_his_partner_does_not_pay() -> None:
    result = {"scores": [80, 90, 70, 40, 60, 70], "winners": [2, 5]}
    assert sides(result, PAIRS, {0, 2, 5}, {5}) == [Side([0, None], 2), Side([2, None], 0), Side([5, None], 3)]


def test_who_leaves_comes_last_whatever_his_bot_does() -> None:
    found = sides({"scores": [50, 90, 70], "winners": [1]}, [[0], [1], [2]], {0, 1, 2}, {1})
    assert [side.seats for side in sorted(found, key=lambda side: side.place)] == [[2], [0], [1]]


def test_a_table_knows_its_teams() -> None:
    assert start({"mode": "teams"}).teams() == PAIRS
    assert start({"players": 3}).teams() == [[0], [1], [2]]


def test_a_team_game_ends_when_only_one_team_is_left() -> None:
    course = start({"mode": "teams"})
    for ply, seat in enumerate((0, 3, 1), start=1):
        assert course.result() is None
        course.apply(Entry(ply, seat, Resigned(), 0))
    assert course.result() is None, "seat 4 still plays for the second team"
    course.apply(Entry(4, 4, Resigned(), 0))
    result = course.result()
    assert result is not None
    assert result["winners"] == [2, 5]


def test_a_team_wins_with_a_partner_who_has_resigned() -> None:
    course = start({"mode": "teams"})
    for ply, seat in enumerate((5, 0, 3, 1, 4), start=1):
        course.apply(Entry(ply, seat, Resigned(), 0))
    result = course.result()
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
        found = people[0].ladder("smallworld", *[f"P{n}" for n in range(6)])
        assert {name: row["games"] for name, row in found.items()} == {f"P{n}": 1 for n in range(6)}
        assert found["P2"]["mu"] == found["P5"]["mu"] > 25, "partners rise together"
        assert all(found[f"P{n}"]["mu"] < 25 for n in (0, 3, 1, 4))
        for guest in people:
            guest.http.close()
