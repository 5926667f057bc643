"""Everything that is kept of an account: its export, and the deletion of the account."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, delete, or_, select, update

from hordes.engine.errors import Refusal
from hordes.server.auth.accounts import check_own_password
from hordes.server.auth.sessions import Visitor, account_number, close_ended, end_sessions
from hordes.server.auth.tokens import new_id
from hordes.server.db import queries, schema
from hordes.server.db.database import SEATS
from hordes.server.live.table_manager import TableManager
from hordes.server.moderation.muting import list_muted

DELETED_NAME = "deleted account"
"""Name at the seats of an account that was deleted."""


async def export_account(manager: TableManager, visitor: Visitor) -> dict[str, Any]:
    """Everything that is kept of an account, as JSON data."""
    return await manager.database.read(lambda c: _export(c, visitor))


def _export(connection: Connection, visitor: Visitor) -> dict[str, Any]:
    number, account = account_number(visitor.name), schema.account
    row = connection.execute(select(account).where(account.c.id == number)).one()
    rating, session, push, report = schema.rating, schema.session, schema.push, schema.report
    return {
        "account": {"name": row.name, "created": row.created, "verified_address": row.verified},
        "preferences": json.loads(row.preferences),
        "sessions": _rows(
            connection, session, session.c.account_id == number, ("device", "created", "seen", "revoked")
        ),
        "ratings": _rows(connection, rating, rating.c.account_id == number, ("game", "mu", "sigma", "games")),
        "push": _rows(connection, push, push.c.owner == visitor.name, ("endpoint", "created")),
        "muted": [{"name": muted.name, "created": muted.created} for muted in list_muted(connection, visitor.name)],
        "reports": _rows(
            connection, report, report.c.reporter == visitor.name, ("game_id", "n", "text", "reason", "at")
        ),
        "games": _games(connection, visitor.name),
        "chat": _chat(connection, visitor.name),
    }


def _rows(connection: Connection, table: Any, condition: Any, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    query = select(*[table.c[name] for name in columns]).where(condition)
    return [dict(row._mapping) for row in connection.execute(query)]


def _games(connection: Connection, owner: str) -> list[dict[str, Any]]:
    """The games in which an owner sits, or that they host, each with the lines of the log that are the owner's."""
    game, seat, move = schema.game, schema.seat, schema.move
    columns = ("seat", "name")
    mine = or_(game.c.host == owner, game.c.id.in_(select(seat.c.game_id).where(seat.c.owner == owner)))
    query = select(game.c.id, game.c.game, game.c.title, game.c.options, game.c.status, game.c.result, game.c.created)
    games = []
    for row in connection.execute(query.where(mine).order_by(game.c.created)).all():
        here = seat.c.game_id == row.id, seat.c.owner == owner
        log = select(move.c.ply, move.c.seat, move.c.body, move.c.at).where(
            move.c.game_id == row.id, move.c.seat.in_(select(seat.c.seat).where(*here))
        )
        lines = [dict(line._mapping) for line in connection.execute(log.order_by(move.c.ply))]
        seats = _rows(connection, seat, here[0] & here[1], columns)
        games.append(dict(row._mapping) | {"seats": seats, "log": lines})
    return games


def _own_chat(owner: str) -> Any:
    """Condition for the chat lines of an owner, with those of the own seats from before authors were stored."""
    chat, seat = schema.chat, schema.seat
    own_seat = select(seat.c.seat).where(
        seat.c.game_id == chat.c.game_id, seat.c.seat == chat.c.seat, seat.c.owner == owner
    )
    return or_(chat.c.owner == owner, chat.c.owner.is_(None) & own_seat.exists())


def _chat(connection: Connection, owner: str) -> list[dict[str, Any]]:
    return _rows(connection, schema.chat, _own_chat(owner), ("game_id", "n", "seat", "name", "text", "at"))


async def delete_account(manager: TableManager, visitor: Visitor, password: str) -> None:
    """Delete an account after its password was asked for again.

    Its games stay, with another name at its seats; it resigns in those that run, and gets up where none has begun. Chat
    lines, ratings, preferences, subscriptions and sessions are deleted. The name is free again.
    """
    number = await check_own_password(manager, visitor.name, password)
    await _give_up_running_games(manager, visitor.name)
    changed = await manager.database.write(lambda c: _delete(manager, c, number))
    for table_id in changed:
        if table_id in manager.tables:
            with suppress(Refusal):
                await manager.tables[table_id].reload()
    await close_ended(manager, str(number))


async def _give_up_running_games(manager: TableManager, owner: str) -> None:
    ids = await manager.database.read(lambda c: _table_ids(c, owner, "running"))
    for table_id in ids:
        table = await manager.try_get_table(table_id)
        for seat in table.seats_held_by(None, owner) if table is not None else ():
            with suppress(Refusal):  # over, or resigned already
                await table.resign(seat, None)  # type: ignore[union-attr]


def _table_ids(connection: Connection, owner: str, status: str) -> list[str]:
    seat, game = schema.seat, schema.game
    query = select(game.c.id).join(seat, seat.c.game_id == game.c.id)
    query = query.where(seat.c.owner == owner, game.c.status == status).distinct()
    return list(connection.execute(query).scalars())


def _delete(manager: TableManager, connection: Connection, number: int) -> list[str]:
    owner, seat, game = f"a:{number}", schema.seat, schema.game
    waiting = set(_table_ids(connection, owner, "open"))
    tables = list(connection.execute(select(seat.c.game_id).where(seat.c.owner == owner).distinct()).scalars())
    connection.execute(delete(schema.chat).where(_own_chat(owner)))
    for table_id in tables:
        mine = seat.c.game_id == table_id, seat.c.owner == owner
        if table_id in waiting and queries.is_waiting(connection, table_id):
            values = {"kind": "open", "name": "", "owner": None, "nonce": ""}
        else:
            values = {"name": DELETED_NAME, "owner": None, "nonce": new_id()}
        connection.execute(update(seat).where(*mine).values(values))
        queries.mark_changed(connection, table_id)
        manager.database.notify(connection, table_id, SEATS)
    connection.execute(update(game).where(game.c.host == owner).values(host=""))
    for owned in (schema.push, schema.muted, schema.kicked):
        connection.execute(delete(owned).where(owned.c.owner == owner))
    connection.execute(delete(schema.muted).where(schema.muted.c.target == owner))
    connection.execute(delete(schema.rating).where(schema.rating.c.account_id == number))
    connection.execute(delete(schema.account_link).where(schema.account_link.c.account_id == number))
    end_sessions(connection, manager.database, number)
    connection.execute(delete(schema.account).where(schema.account.c.id == number))
    return tables
