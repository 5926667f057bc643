"""Ratings after games of single players and teams, with guests, bots and seats that resigned."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select, text

from hordes.server.auth.ratings import RatedSide, rated_sides, team_ranks, update_ratings
from hordes.server.db import schema
from hordes.server.db.database import Database
from hordes.server.db.queries import SeatRow, TableRow
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import Entry, Resigned, Start
from hordes.server.protocol.tables import Clocks
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


def test_two_games_that_end_at_once_both_count(database_url: str) -> None:
    """The second transaction starts from what the first one writes, although it began before that was committed."""
    one, two = with_two_accounts(database_url), Database(database_url)
    rate(one)
    with one.engine.begin() as first:
        _rate_once(first)
        other = threading.Thread(target=rate, args=(two,))
        other.start()
        if one.is_postgres:
            wait_until_it_waits(one)
    other.join(60)
    with one.engine.connect() as connection:
        games = connection.execute(select(schema.rating.c.games)).scalars().all()
    one.close_now()
    two.close_now()
    assert games == [3, 3]


def test_first_games_that_end_at_once_both_count(database_url: str) -> None:
    database = with_two_accounts(database_url)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: rate(database), range(40)))
    with database.engine.connect() as connection:
        games = connection.execute(select(schema.rating.c.games)).scalars().all()
    database.close_now()
    assert games == [40, 40]


def with_two_accounts(url: str) -> Database:
    database = Database(url)
    database.migrate()
    with database.engine.begin() as connection:
        for number in (1, 2):
            values = {"id": number, "name": f"P{number}", "folded": f"p{number}", "password": "", "preferences": "{}"}
            connection.execute(schema.account.insert(), values | {"created": 0})
    return database


def rate(database: Database) -> None:
    with database.engine.begin() as connection:
        _rate_once(connection)


def _rate_once(connection: Connection) -> None:
    """The end of a game between two accounts."""
    clocks = Clocks()
    row = TableRow(
        "t", "smallworld", {}, None, "", False, False, clocks, None, "", "", "over", None, True, None, None, 0
    )
    seats = [SeatRow(seat, "human", "", "", f"a:{seat + 1}", "") for seat in (0, 1)]
    update_ratings(connection, row, seats, {"scores": [80, 70], "winners": [0]}, set(), [[0], [1]])


def wait_until_it_waits(database: Database) -> None:
    """Wait until another connection waits for a lock."""
    deadline = time.monotonic() + 60
    query = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    while time.monotonic() < deadline:
        with database.engine.connect() as connection:
            if connection.execute(query).scalar_one():
                return
        time.sleep(0.01)
    raise AssertionError("nobody waits for a lock")
