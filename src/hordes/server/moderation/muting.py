"""Muting: whose chat a visitor is not shown. It concerns nobody else, and the muted do not learn of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, func, select

from hordes.engine.errors import NotTheMoment, Refusal, translatable
from hordes.server.auth.tokens import Forbidden
from hordes.server.db import schema
from hordes.server.db.database import now
from hordes.server.http.rate_limits import LimitExceeded
from hordes.server.protocol.tables import Muted, MutedList

if TYPE_CHECKING:
    from hordes.server.live.live_table import LiveTable
    from hordes.server.live.table_manager import TableManager

MAX_MUTED = 500


class NoLine(Refusal):
    """There is no such line of chat, or nothing is known of its author."""

    code = "no_line"


def muted_by(connection: Connection, visitor: str) -> frozenset[str]:
    """The owners of seats whose chat a visitor is not shown."""
    if not visitor:
        return frozenset()
    table = schema.muted
    return frozenset(connection.execute(select(table.c.target).where(table.c.owner == visitor)).scalars())


def author_of(connection: Connection, table_id: str, line: int) -> tuple[str, str]:
    """Owner and name of whoever wrote a line of a table's chat; raises `NoLine`."""
    table = schema.chat
    row = connection.execute(select(table).where(table.c.game_id == table_id, table.c.n == line)).one_or_none()
    if row is None:
        raise NoLine(translatable("chat_line", "There is no such line in the chat of this table."))
    owner = row.owner
    if owner is None:  # from before authors were stored
        seat = schema.seat
        owner = connection.execute(
            select(seat.c.owner).where(seat.c.game_id == table_id, seat.c.seat == row.seat)
        ).scalar()
    if not owner:
        raise NoLine(translatable("chat_author", "Nobody knows who wrote this line: it came without a cookie."))
    return str(owner), str(row.name)


async def mute(manager: TableManager, visitor: str, table: LiveTable, line: int) -> MutedList:
    """Mute the author of a line; returns all whom the visitor has muted, and the author's lines at this table."""
    if not visitor:
        raise Forbidden(translatable("mute_visitor", "This needs a seat or an account: a stranger is not recognized."))

    def work(connection: Connection) -> MutedList:
        target, name = author_of(connection, table.row.id, line)
        if target == visitor:
            raise NotTheMoment(translatable("mute_self", "That is your own line."))
        muted, chat = schema.muted, schema.chat
        connection.execute(delete(muted).where(muted.c.owner == visitor, muted.c.target == target))
        if connection.execute(select(func.count()).where(muted.c.owner == visitor)).scalar_one() >= MAX_MUTED:
            raise LimitExceeded(translatable("mute_many", "You have muted {n} people already.", n=MAX_MUTED))
        connection.execute(muted.insert().values(owner=visitor, target=target, name=name, created=now()))
        lines = connection.execute(select(chat.c.n).where(chat.c.game_id == table.row.id, chat.c.owner == target))
        return MutedList(list_muted(connection, visitor), list(lines.scalars()))

    muted = await manager.database.write(work)
    await refresh_sockets(manager, visitor)
    return muted


def list_muted(connection: Connection, visitor: str) -> list[Muted]:
    """Everybody whom a visitor has muted."""
    table = schema.muted
    rows = connection.execute(select(table).where(table.c.owner == visitor).order_by(table.c.id))
    return [Muted(row.id, row.name, row.created) for row in rows]


async def unmute(manager: TableManager, visitor: str, number: int) -> None:
    """Show somebody's chat again."""
    table = schema.muted
    query = delete(table).where(table.c.id == number, table.c.owner == visitor)
    if not (await manager.database.write(lambda c: c.execute(query).rowcount)):
        raise NoLine(translatable("muted_none", "You have not muted anybody like that."))
    await refresh_sockets(manager, visitor)


async def refresh_sockets(manager: TableManager, visitor: str) -> None:
    """Tell the visitor's open sockets of this process whom they have muted."""
    muted = await manager.database.read(lambda c: muted_by(c, visitor))
    for table in manager.tables.values():
        for subscriber in table.feed.subscribers:
            if subscriber.access.visitor.name == visitor:
                subscriber.access = subscriber.access._replace(muted=muted)
