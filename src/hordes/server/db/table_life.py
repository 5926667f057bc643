"""Which tables need a server and when, although nobody has them open, and which are deleted because nobody came.

A table that is unloaded while a clock runs leaves its deadline behind, with the ply it was computed at. It holds as
long as the log has no further entry; in doubt the table is opened, which is always right.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, exists, func, or_, select, update
from sqlalchemy.exc import DBAPIError

from hordes.server.db import queries, schema
from hordes.server.db.queries import TableRow, is_undecodable, readable_id
from hordes.server.live.game_log import GameLog
from hordes.server.protocol.tables import Clocks

NO_DEADLINE = 2**53
"""Stored as the deadline of a table with a clock of which none runs, such as that of a reply."""
START = '{"type":"start"'
"""How the body of a start entry begins (`log_entries.Start`)."""
DAY_MS = 86_400_000
BATCH = 500


class Lifetimes(NamedTuple):
    """How long (days) a table waits for its game to begin, and for the next entry where no clock runs; 0: for ever."""

    waiting_days: float
    abandoned_days: float

    def end(self, row: TableRow, game_log: GameLog) -> int | None:
        """When (epoch, ms) an unfinished table is deleted unless something happens."""
        if not game_log.has_started:
            return self.waits_until(row.created)
        return self.rests_until(game_log.last_at, row.clocks)

    def waits_until(self, created: int) -> int | None:
        """When (epoch, ms) a table that has not begun is deleted."""
        return created + int(self.waiting_days * DAY_MS) if self.waiting_days > 0 else None

    def rests_until(self, last_at: int, clocks: Clocks) -> int | None:
        """When (epoch, ms) a game is deleted unless it goes on; never where a clock brings it to an end."""
        has_limit = clocks.turn is not None or clocks.game is not None
        return None if has_limit or self.abandoned_days <= 0 else last_at + int(self.abandoned_days * DAY_MS)


def tables_needing_server(connection: Connection, limit: int, until: int, since: int = 0) -> list[str]:
    """Ids of full unfinished tables that have a clock that may run out by `until`, or bots and an entry since a time.

    Times are in ms since the epoch.
    """
    table, seat, move = schema.game, schema.seat, schema.move
    bots = select(seat.c.game_id).where(seat.c.kind == "bot")
    not_full = select(seat.c.game_id).where(seat.c.kind == "open")
    is_recent = exists().where(move.c.game_id == table.c.id, move.c.at >= since) | (table.c.created >= since)
    has_clock = (table.c.clocks != "{}") & _may_run_out(until)  # "{}": no limits set
    needs_server = has_clock | (table.c.id.in_(bots) & is_recent)
    query = select(table.c.id).where(table.c.status != "over", table.c.id.not_in(not_full), needs_server)
    query = query.where(readable_id(connection))
    return list(connection.execute(query.order_by(table.c.changed.desc()).limit(limit)).scalars())


def _may_run_out(until: int) -> ColumnElement[bool]:
    """Whether a deadline is near, or not known, or was stored before the last entry."""
    table, move = schema.game, schema.move
    has_gone_on = exists().where(move.c.game_id == table.c.id, move.c.ply >= table.c.deadline_ply)
    return or_(table.c.deadline.is_(None), table.c.deadline_ply.is_(None), table.c.deadline <= until, has_gone_on)


def due_tables(connection: Connection, until: int, limit: int) -> list[str]:
    """Ids of unfinished tables whose stored deadline is near, the nearest first."""
    table = schema.game
    query = select(table.c.id).where(table.c.deadline <= until, table.c.status != "over", readable_id(connection))
    return list(connection.execute(query.order_by(table.c.deadline).limit(limit)).scalars())


def write_deadline(connection: Connection, table_id: str, deadline: int, ply: int) -> None:
    """Store when a table's clock runs out, as computed at a ply."""
    query = update(schema.game).where(schema.game.c.id == table_id)
    connection.execute(query.values(deadline=deadline, deadline_ply=ply))


def expired_tables(connection: Connection, lifetimes: Lifetimes, at: int, limit: int) -> list[str]:
    """Ids of unfinished tables whose time is over, at most so many."""
    ids = [*_never_begun(connection, lifetimes, at, limit), *_abandoned(connection, lifetimes, at, limit)]
    return ids[:limit]


def _has_begun() -> ColumnElement[bool]:
    move = schema.move
    is_start = move.c.body.startswith(START, autoescape=True)
    return exists().where(move.c.game_id == schema.game.c.id, is_start)


def _never_begun(connection: Connection, lifetimes: Lifetimes, at: int, limit: int) -> list[str]:
    table = schema.game
    if lifetimes.waiting_days <= 0:
        return []
    created_before = at - int(lifetimes.waiting_days * DAY_MS)
    waits = (table.c.status == "open") & (table.c.created <= created_before)
    query = select(table.c.id).where(waits, ~_has_begun(), readable_id(connection))
    return list(connection.execute(query.order_by(table.c.created).limit(limit)).scalars())


def _abandoned(connection: Connection, lifetimes: Lifetimes, at: int, limit: int) -> list[str]:
    """Begun games without a clock that ends them, whose last entry is too old."""
    table, move = schema.game, schema.move
    if lifetimes.abandoned_days <= 0:
        return []
    before = at - int(lifetimes.abandoned_days * DAY_MS)
    last = select(func.max(move.c.at)).where(move.c.game_id == table.c.id).scalar_subquery()
    rests = (table.c.status != "over") & (table.c.created <= before) & (last <= before)
    query = select(table.c.id).where(rests, _has_begun(), readable_id(connection)).order_by(table.c.created)
    ids = list(connection.execute(query.limit(10 * limit)).scalars())
    return [table_id for table_id in ids if _can_rest_for_ever(connection, table_id)][:limit]


def _can_rest_for_ever(connection: Connection, table_id: str) -> bool:
    """Whether no clock ends a game; one whose row is damaged is left as it is."""
    try:
        text = connection.execute(select(schema.game.c.clocks).where(schema.game.c.id == table_id)).scalar_one()
        clocks = msgspec.json.decode(text, type=Clocks)
    except (msgspec.MsgspecError, TypeError):
        return False
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        return False
    return clocks.turn is None and clocks.game is None


def existing_tables(connection: Connection, ids: list[str]) -> set[str]:
    """Those of these tables that are in the database."""
    known: set[str] = set()
    for batch in (ids[at : at + BATCH] for at in range(0, len(ids), BATCH)):
        known |= set(connection.execute(select(schema.game.c.id).where(schema.game.c.id.in_(batch))).scalars())
    return known


def delete_if_expired(connection: Connection, table_id: str, lifetimes: Lifetimes, at: int) -> bool:
    """Delete a table unless it has gone on or begun meanwhile, or was finished."""
    game = schema.game
    row = connection.execute(select(game.c.created, game.c.status).where(game.c.id == table_id)).one_or_none()
    if row is None or row.status == "over":
        return False
    begun = connection.execute(select(game.c.id).where(game.c.id == table_id, _has_begun())).first() is not None
    if begun:
        last = connection.execute(select(func.max(schema.move.c.at)).where(schema.move.c.game_id == table_id)).scalar()
        end = lifetimes.rests_until(last or 0, Clocks()) if _can_rest_for_ever(connection, table_id) else None
    else:
        end = lifetimes.waits_until(row.created)
    if end is None or end > at:
        return False
    connection.execute(update(game).where(game.c.next == table_id).values(next=None))
    queries.delete_table(connection, table_id)
    return True
