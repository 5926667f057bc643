"""Results of registered players become ratings (OpenSkill's Plackett-Luce). Guests and bots have none.

Partners are rated as the team they are: a guest or a bot beside an account counts as an average player, so that teams
stay equally large. Whoever left is rated as if he had come last with such partners, and an average player takes
his place in his team: the partner who stayed does not pay for him.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, select

from hordes.server import schema
from hordes.server.archive import GameRow, SeatRow
from hordes.server.wire import Rating

MODEL = PlackettLuce()
Team = list[int]


class Side(NamedTuple):
    """Seats that are rated together, None for an average player, and the place they came in."""

    seats: list[int | None]
    place: int


def places(result: dict[str, Any], teams: list[Team]) -> list[int]:
    """The place of every team, from 0: winners alike, the others by their weaker member, then the stronger.

    >>> places({"scores": [80, 90, 70], "winners": [1]}, [[0], [1], [2]])
    [1, 0, 2]
    >>> places({"scores": [80, 90, 70, 40, 60, 70], "winners": [2, 5]}, [[0, 3], [1, 4], [2, 5]])
    [2, 1, 0]
    """
    scores, winners = result["scores"], set(result["winners"])
    keys = [
        (0, []) if winners & {*team} else (1, [-n for n in sorted(scores[seat] for seat in team)]) for team in teams
    ]
    order = sorted(keys)
    return [order.index(key) for key in keys]


def sides(result: dict[str, Any], teams: list[Team], owned: set[int], quitters: set[int]) -> list[Side]:
    """Who is rated against whom: teams with an account in them, and behind them all who left.

    >>> sides({"scores": [80, 90, 70], "winners": [1]}, [[0], [1], [2]], {0, 1, 2}, {1})
    [Side(seats=[0], place=1), Side(seats=[2], place=2), Side(seats=[1], place=3)]
    """
    found = []
    for team, place in zip(teams, places(result, teams), strict=True):
        stayed: list[int | None] = [seat if seat in owned and seat not in quitters else None for seat in team]
        if stayed != [None] * len(team):
            found.append(Side(stayed, place))
    last = len(teams)
    for team in teams:
        found += [Side([seat, *[None] * (len(team) - 1)], last) for seat in team if seat in owned & quitters]
    return found


def rate(
    connection: Connection,
    row: GameRow,
    seats: list[SeatRow],
    result: dict[str, Any],
    quitters: set[int],
    teams: list[Team],
) -> None:
    """Move the ratings of the accounts at a table; two different ones on two sides are needed, one seat each."""
    owners = {seat.seat: seat.owner for seat in seats if seat.owner and seat.owner.startswith("a:")}
    found = sides(result, teams, set(owners), quitters)
    if not row.rated or len(found) < 2 or len(set(owners.values())) < len(owners):
        return
    known = {seat: _read(connection, int(owner[2:]), row.game) for seat, owner in owners.items()}
    before = [[MODEL.rating() if seat is None else known[seat][0] for seat in side.seats] for side in found]
    after = MODEL.rate(before, ranks=[float(side.place) for side in found])
    for side, ratings in zip(found, after, strict=True):
        for seat, rating in zip(side.seats, ratings, strict=True):
            if seat is not None:
                _write(connection, int(owners[seat][2:]), row.game, rating, known[seat][1] + 1)


def _read(connection: Connection, account: int, game: str) -> tuple[PlackettLuceRating, int]:
    table = schema.rating
    row = connection.execute(select(table).where(table.c.account_id == account, table.c.game == game)).one_or_none()
    if row is None:
        connection.execute(table.insert().values(account_id=account, game=game, mu=25.0, sigma=25 / 3, games=0))
        return MODEL.rating(), 0
    return MODEL.rating(mu=row.mu, sigma=row.sigma), row.games


def _write(connection: Connection, account: int, game: str, found: PlackettLuceRating, games: int) -> None:
    table = schema.rating
    query = table.update().where(table.c.account_id == account, table.c.game == game)
    connection.execute(query.values(mu=found.mu, sigma=found.sigma, games=games))


def ladder(connection: Connection, game: str, player: str | None = None) -> list[Rating]:
    """The ratings in a game, the surest and strongest first; or those of one player in all games."""
    rating, account = schema.rating, schema.account
    query = select(account.c.name, rating).join(account, account.c.id == rating.c.account_id)
    if player is None:
        query = query.where(rating.c.game == game).order_by((rating.c.mu - 3 * rating.c.sigma).desc()).limit(100)
    else:
        query = query.where(account.c.folded == player.casefold())
    rows = connection.execute(query)
    return [Rating(row.name, row.game, round(row.mu, 2), round(row.sigma, 2), row.games) for row in rows]
