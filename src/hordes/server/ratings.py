"""Results of registered players become ratings (OpenSkill's Plackett-Luce). Guests and bots have none."""

from __future__ import annotations

from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, select

from hordes.server import schema
from hordes.server.archive import GameRow, SeatRow
from hordes.server.wire import Rating

MODEL = PlackettLuce()


def places(result: dict[str, Any], quitters: set[int]) -> list[int]:
    """The place of every seat, from 0: winners alike, the others by score; who left comes last, whatever his bot did.

    >>> places({"scores": [80, 90, 70], "winners": [1]}, set()), places({"scores": [80, 90, 70], "winners": [1]}, {1})
    ([1, 0, 2], [0, 2, 1])
    """
    scores, winners = result["scores"], set(result["winners"])
    keys = [(seat in quitters, *((0, 0) if seat in winners else (1, -score))) for seat, score in enumerate(scores)]
    order = sorted(set(keys))
    return [order.index(key) for key in keys]


def rate(
    connection: Connection, row: GameRow, seats: list[SeatRow], result: dict[str, Any], quitters: set[int]
) -> None:
    """Move the ratings of the accounts at a table; two different ones are needed, one seat each."""
    owners = {seat.seat: seat.owner for seat in seats if seat.owner and seat.owner.startswith("a:")}
    if not row.rated or len(owners) < 2 or len(set(owners.values())) < len(owners):
        return
    place = places(result, quitters)
    rated = {seat: (int(owner[2:]), _read(connection, int(owner[2:]), row.game)) for seat, owner in owners.items()}
    teams = [[rated[seat][1][0]] for seat in owners]
    after = MODEL.rate(teams, ranks=[float(place[seat]) for seat in owners])
    for seat, (team,) in zip(owners, after, strict=True):
        account, (_, games) = rated[seat]
        _write(connection, account, row.game, team, games + 1)


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
