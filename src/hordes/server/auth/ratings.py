"""Ratings of registered players (OpenSkill's Plackett-Luce model). Guests and bots have none.

Partners are rated as a team; a guest or a bot beside an account counts as an average player, so that teams stay equally
large. A player who left is rated as last with such partners, and an average player takes their place in the team, so
that the partner who stayed is not penalised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from hordes.server.db import schema
from hordes.server.db.queries import SeatRow, TableRow
from hordes.server.protocol.accounts import Rating

MODEL = PlackettLuce()
Team = list[int]


class RatedSide(NamedTuple):
    """Seats that are rated together (None stands for an average player), and their rank."""

    seats: list[int | None]
    rank: int


def team_ranks(result: Mapping[str, Any], teams: list[Team]) -> list[int]:
    """Rank of every team, from 0: winners share the first, the others by their weaker member, then the stronger.

    >>> team_ranks({"scores": [80, 90, 70], "winners": [1]}, [[0], [1], [2]])
    [1, 0, 2]
    >>> team_ranks({"scores": [80, 90, 70, 40, 60, 70], "winners": [2, 5]}, [[0, 3], [1, 4], [2, 5]])
    [2, 1, 0]
    """
    scores, winners = result["scores"], set(result["winners"])
    keys = [
        (0, []) if winners & {*team} else (1, [-n for n in sorted(scores[seat] for seat in team)]) for team in teams
    ]
    order = sorted(keys)
    return [order.index(key) for key in keys]


def rated_sides(result: Mapping[str, Any], teams: list[Team], owned: set[int], quitters: set[int]) -> list[RatedSide]:
    """The sides of a rated game: teams with at least one account that stayed, then each account that left.

    >>> rated_sides({"scores": [80, 90, 70], "winners": [1]}, [[0], [1], [2]], {0, 1, 2}, {1})
    [RatedSide(seats=[0], rank=1), RatedSide(seats=[2], rank=2), RatedSide(seats=[1], rank=3)]
    """
    sides = []
    for team, rank in zip(teams, team_ranks(result, teams), strict=True):
        stayed: list[int | None] = [seat if seat in owned and seat not in quitters else None for seat in team]
        if stayed != [None] * len(team):
            sides.append(RatedSide(stayed, rank))
    last_rank = len(teams)
    for team in teams:
        sides += [RatedSide([seat, *[None] * (len(team) - 1)], last_rank) for seat in team if seat in owned & quitters]
    return sides


def update_ratings(
    connection: Connection,
    row: TableRow,
    seats: list[SeatRow],
    result: Mapping[str, Any],
    quitters: set[int],
    teams: list[Team],
) -> None:
    """Update the ratings of the accounts at a table; needs two sides, and one seat per account."""
    owners = {seat.seat: seat.owner for seat in seats if seat.owner and seat.owner.startswith("a:")}
    rated = rated_sides(result, teams, set(owners), quitters)
    if not row.rated or len(rated) < 2 or len(set(owners.values())) < len(owners):
        return
    # Owners are "a:ID"; rating and number of games of each.
    by_account = _lock_ratings(connection, {int(owner[2:]) for owner in owners.values()}, row.game)
    ratings_before = {seat: by_account[int(owner[2:])] for seat, owner in owners.items()}
    before = [[MODEL.rating() if seat is None else ratings_before[seat][0] for seat in side.seats] for side in rated]
    after = MODEL.rate(before, ranks=[float(side.rank) for side in rated])
    for side, new_ratings in zip(rated, after, strict=True):
        for seat, rating in zip(side.seats, new_ratings, strict=True):
            if seat is not None:
                _write_rating(connection, int(owners[seat][2:]), row.game, rating, ratings_before[seat][1] + 1)


def _lock_ratings(connection: Connection, accounts: set[int], game: str) -> dict[int, tuple[PlackettLuceRating, int]]:
    """Ratings and numbers of games of accounts, locked until the end of the transaction.

    Another process that rates one of them meanwhile waits, and then reads what this one has written. The rows are
    inserted and locked in the order of the accounts, so that two processes never wait for each other.
    """
    table = schema.rating
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    for account in sorted(accounts):
        first = {"account_id": account, "game": game, "mu": 25.0, "sigma": 25 / 3, "games": 0}
        connection.execute(insert(table).values(first).on_conflict_do_nothing())
    query = select(table).where(table.c.account_id.in_(accounts), table.c.game == game).order_by(table.c.account_id)
    rows = connection.execute(query.with_for_update())
    return {row.account_id: (MODEL.rating(mu=row.mu, sigma=row.sigma), row.games) for row in rows}


def _write_rating(connection: Connection, account: int, game: str, rating: PlackettLuceRating, games: int) -> None:
    table = schema.rating
    query = table.update().where(table.c.account_id == account, table.c.game == game)
    connection.execute(query.values(mu=rating.mu, sigma=rating.sigma, games=games))


def read_ratings(connection: Connection, game: str, player: str | None = None) -> list[Rating]:
    """Ratings in a game, best lower bound (mu - 3 sigma) first; or those of one player in all games."""
    rating, account = schema.rating, schema.account
    query = select(account.c.name, rating).join(account, account.c.id == rating.c.account_id)
    if player is None:
        query = query.where(rating.c.game == game).order_by((rating.c.mu - 3 * rating.c.sigma).desc()).limit(100)
    else:
        query = query.where(account.c.folded == player.casefold())
    rows = connection.execute(query)
    return [Rating(row.name, row.game, round(row.mu, 2), round(row.sigma, 2), row.games) for row in rows]
