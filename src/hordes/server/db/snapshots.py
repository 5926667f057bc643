"""Stored snapshots of logs: the newest few of each table. They can be deleted at any time."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, select
from sqlalchemy.exc import DBAPIError

from hordes.server.db import schema
from hordes.server.db.queries import is_undecodable
from hordes.server.live.log_snapshots import INTERVAL, KEPT, LogSnapshot


def read_snapshots(connection: Connection, table_id: str, until: int | None = None) -> list[LogSnapshot]:
    """The snapshots of a table, those after at most `until` entries; none when a row is damaged."""
    table = schema.snapshot
    query = select(*(table.c[name] for name in LogSnapshot._fields)).where(table.c.game_id == table_id)
    if until is not None:
        query = query.where(table.c.ply <= until)
    try:
        return [msgspec.convert(tuple(row), LogSnapshot) for row in connection.execute(query)]
    except msgspec.ValidationError:
        return []
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        return []


def write_snapshot(connection: Connection, table_id: str, snapshot: LogSnapshot) -> None:
    """Store a snapshot in place of one after as many entries, and delete those that are no longer needed."""
    table = schema.snapshot
    oldest = snapshot.ply - (KEPT - 1) * INTERVAL
    here = table.c.game_id == table_id
    if connection.execute(select(schema.game.c.id).where(schema.game.c.id == table_id)).first() is None:
        return  # deleted meanwhile
    connection.execute(delete(table).where(here, (table.c.ply < oldest) | (table.c.ply == snapshot.ply)))
    connection.execute(table.insert(), {"game_id": table_id} | snapshot._asdict())
