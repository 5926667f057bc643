"""Quotas of unfinished tables and of seats: per account, and per address, so that a new cookie gives nobody more.

Guests of one address share a quota, since whoever deletes his cookie is another guest. They are counted in the
transaction that writes.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, or_, select

from hordes.engine.errors import translatable
from hordes.server.db import schema
from hordes.server.http.rate_limits import LimitExceeded
from hordes.server.settings import Settings


class Claimant(NamedTuple):
    """Who wants a table or a seat: the visitor, and the key of the address (`AddressKeys`)."""

    visitor: str
    address: str


def check_new_table(connection: Connection, settings: Settings, claimant: Claimant) -> None:
    """Refuse one unfinished table too many."""
    game, most = schema.game, settings.max_tables
    if _unfinished(connection, _is_host(claimant)) >= most:
        raise LimitExceeded(translatable("tables_full", "You have {n} unfinished tables; finish one first.", n=most))
    from_here = _unfinished(connection, game.c.address == claimant.address)
    if from_here >= settings.max_tables_address:
        _refuse_address(settings.max_tables_address)
    if not is_account(claimant.visitor):
        guests = game.c.host.startswith("g:", autoescape=True)
        if from_here >= most and _unfinished(connection, (game.c.address == claimant.address) & guests) >= most:
            _refuse_address(most)


def check_new_seat(
    connection: Connection, settings: Settings, claimant: Claimant, table_id: str, has_link: bool
) -> None:
    """Refuse seats at too many tables, and too many seats at one public table for whoever has not got its link.

    Called when the seat is written: a refusal takes that back.
    """
    most = settings.max_tables
    if _tables_with_seats(connection, claimant) > most:
        text = "You sit at {n} unfinished tables; finish one first."
        raise LimitExceeded(translatable("seats_full", text, n=most))
    if has_link:
        return
    seat = schema.seat
    here = (seat.c.game_id == table_id) & (seat.c.kind == "human") & (seat.c.address == claimant.address)
    taken = int(connection.execute(select(func.count()).select_from(seat).where(here)).scalar_one())
    if taken > settings.max_seats_each:
        text = "{n} seats of this table are taken from your address; for more you need the link of the table."
        raise LimitExceeded(translatable("seats_address", text, n=taken - 1))


def is_account(visitor: str) -> bool:
    """Whether a visitor has an account."""
    return visitor.startswith("a:")


def _is_host(claimant: Claimant) -> ColumnElement[bool]:
    return schema.game.c.host == claimant.visitor


def _refuse_address(most: int) -> None:
    text = "From your address there are {n} unfinished tables; finish one first."
    raise LimitExceeded(translatable("tables_address", text, n=most))


def _unfinished(connection: Connection, condition: ColumnElement[bool]) -> int:
    """Number of unfinished tables."""
    game = schema.game
    return int(connection.execute(select(func.count()).where(condition, game.c.status != "over")).scalar_one())


def _tables_with_seats(connection: Connection, claimant: Claimant) -> int:
    """Number of unfinished tables at which an account sits, or the guests of an address."""
    seat, game = schema.seat, schema.game
    mine: ColumnElement[bool] = seat.c.owner == claimant.visitor
    if not is_account(claimant.visitor):
        mine = or_(mine, (seat.c.address == claimant.address) & seat.c.owner.startswith("g:", autoescape=True))
    query = select(func.count(seat.c.game_id.distinct())).join(game, game.c.id == seat.c.game_id)
    return int(connection.execute(query.where(mine, game.c.status != "over")).scalar_one())
