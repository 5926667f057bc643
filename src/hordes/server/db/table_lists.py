"""Lists of tables, a page at a time, as small rows: they are read from the database without opening a table.

A page goes on where a cursor says: the sort key of the last row that was listed. Options are part of a row only where
they are short, so that nobody's map is in everybody's list.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, case, exists, func, literal, or_, select
from sqlalchemy.exc import DBAPIError

from hordes.engine.errors import BadRequest, Refusal, translatable
from hordes.engine.games import load
from hordes.server.db import queries, schema
from hordes.server.db.queries import DECODE_ERRORS, SeatRow, is_undecodable, readable_id
from hordes.server.protocol.tables import Clocks, Result, Seat, TableInfo

MAX_OPTIONS = 2_000
"""Characters of options in a list; longer ones, with maps or cards, are left out."""
CURSOR = re.compile(r"^(open|running|over)\.(\d{1,16})\.([A-Za-z0-9_-]{22})$")


class Page(NamedTuple):
    """Ids of a page's tables, those of them that are finished, and the cursor of the next page."""

    ids: list[str]
    finished: set[str]
    next: str | None


def public_page(connection: Connection, limit: int, cursor: str | None) -> Page:
    """Public unfinished tables: open ones first, then newest first."""
    game = schema.game
    query = select(game.c.id, game.c.status, game.c.created).where(game.c.public.is_(True), game.c.status != "over")
    if cursor is not None:
        status, created, table_id = _read_cursor(cursor)
        later = (game.c.status == status) & _after(created, table_id)
        query = query.where(or_(game.c.status > status, later))
    order = game.c.status, game.c.created.desc(), game.c.id  # "open" sorts before "running"
    return _page(connection, query.order_by(*order), limit)


def page_of(connection: Connection, owner: str, limit: int, cursor: str | None) -> Page:
    """Tables where a visitor has a seat, newest first."""
    seat, game = schema.seat, schema.game
    sits = exists().where(seat.c.game_id == game.c.id, seat.c.owner == owner)
    query = select(game.c.id, game.c.status, game.c.created).where(sits)
    if cursor is not None:
        _, created, table_id = _read_cursor(cursor)
        query = query.where(_after(created, table_id))
    return _page(connection, query.order_by(game.c.created.desc(), game.c.id), limit)


def _after(created: int, table_id: str) -> ColumnElement[bool]:
    game = schema.game
    return or_(game.c.created < created, (game.c.created == literal(created)) & (game.c.id > table_id))


def _page(connection: Connection, query: Select[Any], limit: int) -> Page:
    rows = list(connection.execute(query.where(readable_id(connection)).limit(limit + 1)))
    shown = rows[:limit]
    more = f"{shown[-1].status}.{shown[-1].created}.{shown[-1].id}" if len(rows) > limit else None
    finished = {row.id for row in shown if row.status == "over"}
    return Page([row.id for row in shown], finished, more if more and CURSOR.match(more) else None)


def _read_cursor(cursor: str) -> tuple[str, int, str]:
    parts = CURSOR.match(cursor)
    if parts is None:
        raise BadRequest(translatable("cursor", "A cursor is the `next` of the page before."))
    return parts[1], int(parts[2]), parts[3]


def read_infos(connection: Connection, ids: list[str]) -> dict[str, TableInfo]:
    """Short descriptions of tables; those whose rows are damaged, or whose game or options are refused, are left out.

    Who is absent is only known where a table is open; the caller adds it.
    """
    infos, seats = {}, queries.read_seats_of(connection, ids)
    for table_id, row in _rows(connection, ids).items():
        try:
            if table_id in seats:
                infos[table_id] = _info(row, seats[table_id])
        except (*DECODE_ERRORS, Refusal):
            continue
    return infos


def _rows(connection: Connection, ids: list[str]) -> dict[str, Row[Any]]:
    """Rows by id; one that SQLite cannot decode makes a query fail, and then they are read one by one."""
    game, move = schema.game, schema.move
    ply = select(func.max(move.c.ply) + 1).where(move.c.game_id == game.c.id).scalar_subquery()
    short = case((func.length(game.c.options) <= MAX_OPTIONS, game.c.options), else_=None)
    names = "id game title status public spectators clocks created result next rules host chat_off several_seats"
    columns = [game.c[name] for name in names.split()]
    query = select(*columns, game.c.seed.is_not(None).label("seeded"), short.label("options"), ply.label("ply"))
    try:
        rows: list[Row[Any]] = list(connection.execute(query.where(game.c.id.in_(ids))))
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        if len(ids) == 1:
            return {}
        parts = [_rows(connection, [table_id]) for table_id in ids]
        return {table_id: row for part in parts for table_id, row in part.items()}
    return {row.id: row for row in rows}


def _info(row: Row[Any], seats: list[SeatRow]) -> TableInfo:
    """A row as the description of a table; raises for what cannot be one."""
    values = {str(name): value for name, value in row._mapping.items()}
    options = {} if values["options"] is None else json.loads(values["options"])
    rules = load(values["game"])
    if options and values["rules"] == rules.rules_version:
        rules.normalise(options)
    values |= {
        "options": options,
        "clocks": msgspec.json.decode(values["clocks"], type=Clocks),
        "result": None if values["result"] is None else msgspec.json.decode(values["result"], type=Result),
        "seats": [_seat_info(seat) for seat in seats],
        "ply": values["ply"] or 0,
        "public": bool(values["public"]),
        "spectators": bool(values["spectators"]),
        "seeded": bool(values["seeded"]),
        "several_seats": bool(values["several_seats"]),
        "chat": not values.pop("chat_off"),
        "host": [seat.seat for seat in seats if seat.owner == values["host"]],
    }
    return msgspec.convert(values, TableInfo)


def _seat_info(seat: SeatRow) -> Seat:
    registered = seat.owner is not None and seat.owner.startswith("a:")
    return Seat(seat.seat, seat.kind, seat.name, seat.level, registered)
