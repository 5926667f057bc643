"""What the database knows of tables, as objects: reading and writing of rows, and nothing of their life."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hmac import compare_digest
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, exists, func, not_, select, true, update
from sqlalchemy.exc import DBAPIError

from hordes.engine.errors import Refusal, said
from hordes.engine.games import load
from hordes.server import entries, schema
from hordes.server.entries import Entry
from hordes.server.store import now
from hordes.server.unreadable import damaged_line, damaged_row
from hordes.server.wire import ChatLine, Clocks

Status = Literal["open", "running", "over"]
FIRST_RULES = "1"
"""The rules version of tables from before it was stored."""
CHAT_KEPT = 200
UNDECODABLE = "Could not decode to UTF-8"
"""What SQLite says of bytes in a column of text."""
DAMAGED = (ValueError, TypeError, RecursionError)
"""What data that no server has written can raise; msgspec's own errors are ValueErrors."""


class NoTable(Refusal):
    """A table that does not exist, or that whoever asks may not know of."""

    code = "no_table"


class SeatRow(NamedTuple):
    """Who sits somewhere. `owner` is `g:guest` or `a:account`; the nonce is in the token of whoever may move."""

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    level: str
    owner: str | None
    nonce: str


class GameRow(NamedTuple):
    """A table as it was set up, and how far it has got."""

    id: str
    game: str
    options: dict[str, Any]
    position: dict[str, Any] | None
    title: str
    public: bool
    spectators: bool
    clocks: Clocks
    seed: int | None
    host: str
    invite: str
    status: Status
    result: dict[str, Any] | None
    rated: bool
    origin: list[str] | None
    next: str | None
    created: int
    rules: str | None = None


class Heading(NamedTuple):
    """What can be said of a table without opening it."""

    id: str
    game: str
    title: str
    created: int


@contextmanager
def _damage_is_said() -> Iterator[None]:
    """Text that is no text is damage, not a failure of the database."""
    try:
        yield
    except DBAPIError as error:
        if not _undecodable(error):
            raise
        raise damaged_row() from error


def _undecodable(error: DBAPIError) -> bool:
    return UNDECODABLE in str(error.orig)


def insert_game(connection: Connection, row: GameRow, seats: list[SeatRow]) -> None:
    """A new table and its seats."""
    values = row._asdict() | {"changed": row.created, "clocks": msgspec.json.encode(row.clocks).decode()}
    for key in ("options", "position", "result", "origin"):
        values[key] = None if values[key] is None else json.dumps(values[key])
    connection.execute(schema.game.insert(), values)
    connection.execute(schema.seat.insert(), [{"game_id": row.id} | seat._asdict() for seat in seats])


@_damage_is_said()
def read_game(connection: Connection, game_id: str) -> GameRow:
    """A table; raises `NoTable`, or `Unreadable`."""
    row = connection.execute(select(schema.game).where(schema.game.c.id == game_id)).one_or_none()
    if row is None:
        raise NoTable(said("no_table", "There is no such table."))
    return _game(row)


def _game(row: Row[Any]) -> GameRow:
    found = dict(row._mapping)
    try:
        for key in ("options", "position", "result", "origin"):
            found[key] = None if found[key] is None else json.loads(found[key])
        found["clocks"] = msgspec.json.decode(found["clocks"], type=Clocks)
        game = msgspec.convert([found[name] for name in GameRow._fields], GameRow)  # SQLite keeps anything anywhere
    except DAMAGED as error:
        raise damaged_row() from error
    return game._replace(options=_options_as_made(game.game, game.options, game.rules))


def _options_as_made(name: str, options: dict[str, Any], version: str | None) -> dict[str, Any]:
    """The options of a table; one made under older rules goes on under them, with their readings switched on."""
    try:
        game = load(name)
        former = None if version == game.rules_version else game.former_options(options, version or FIRST_RULES)
    except Refusal:
        return options  # whoever opens the table is told that the game is missing, or what is wrong with them
    return options if former is None else former


def read_heading(connection: Connection, game_id: str) -> Heading:
    """What is known of a table that cannot be opened."""
    table = schema.game
    query = select(table.c.id, table.c.game, table.c.title, table.c.created).where(table.c.id == game_id)
    try:
        return msgspec.convert(tuple(connection.execute(query).one()), Heading)
    except (DBAPIError, msgspec.ValidationError):  # not even that is text
        return Heading(game_id, "", "", 0)


def may_know(connection: Connection, game_id: str, visitor: str, nonce: str | None, invite: str | None) -> bool:
    """May somebody hear of a table that cannot be opened: one who sits there or could look on?

    The database compares the seats: what is damaged in them is not read.
    """
    seat, table = schema.seat, schema.game
    sits = select(seat.c.seat).where(seat.c.game_id == game_id, seat.c.kind == "human")
    if visitor and connection.execute(sits.where(seat.c.owner == visitor)).first():
        return True
    if nonce and connection.execute(sits.where(seat.c.nonce == nonce)).first():
        return True
    if connection.execute(select(table.c.public).where(table.c.id == game_id)).scalar():
        return True
    try:
        kept = connection.execute(select(table.c.invite).where(table.c.id == game_id)).scalar()
    except DBAPIError as error:
        if not _undecodable(error):
            raise
        return False
    return isinstance(kept, str) and compare_digest((invite or "").encode(), kept.encode())


@_damage_is_said()
def read_seats(connection: Connection, game_id: str) -> list[SeatRow]:
    """The seats of a table in order; raises `Unreadable`."""
    table = schema.seat
    rows = connection.execute(select(table).where(table.c.game_id == game_id).order_by(table.c.seat))
    try:
        return [msgspec.convert([getattr(row, name) for name in SeatRow._fields], SeatRow) for row in rows]
    except msgspec.ValidationError as error:
        raise damaged_row() from error


@_damage_is_said()
def read_entries(connection: Connection, game_id: str, since: int = 0) -> list[Entry]:
    """The lines of a log from a ply on; raises `Unreadable`."""
    table = schema.move
    query = select(table.c.ply, table.c.seat, table.c.body, table.c.at, table.c.ref)
    rows = connection.execute(query.where(table.c.game_id == game_id, table.c.ply >= since).order_by(table.c.ply))
    return [_entry(*row) for row in rows]


def _entry(ply: Any, seat: Any, body: Any, at: Any, ref: Any) -> Entry:
    if not isinstance(ply, int):
        raise damaged_row()
    if not (isinstance(seat, int) and isinstance(at, int) and isinstance(ref, str | None)):
        raise damaged_line(ply)
    try:
        return Entry(ply, seat, entries.read(body), at, ref)
    except DAMAGED as error:
        raise damaged_line(ply) from error


def ply_of(connection: Connection, game_id: str, ref: str) -> int | None:
    """The line in which a client's word stands."""
    table = schema.move
    found = connection.execute(select(table.c.ply).where(table.c.game_id == game_id, table.c.ref == ref)).scalar()
    return None if found is None else int(found)


def take_seat(connection: Connection, game_id: str, seat: SeatRow) -> bool:
    """Sit down on an open seat; false when somebody was faster."""
    table = schema.seat
    query = update(table).where(table.c.game_id == game_id, table.c.seat == seat.seat, table.c.kind == "open")
    taken = connection.execute(query.values(**seat._asdict())).rowcount == 1
    touch(connection, game_id)
    return taken


def leave_seats(connection: Connection, game_id: str, nonce: str) -> int:
    """Stand up from the seats with this nonce; says how many."""
    table = schema.seat
    query = update(table).where(table.c.game_id == game_id, table.c.nonce == nonce, table.c.kind == "human")
    left = connection.execute(query.values(kind="open", name="", owner=None, nonce="")).rowcount
    touch(connection, game_id)
    return int(left)


def give_seats(connection: Connection, game_id: str, nonce: str, owner: str) -> None:
    """The seats with this nonce get another owner."""
    table = schema.seat
    connection.execute(update(table).where(table.c.game_id == game_id, table.c.nonce == nonce).values(owner=owner))
    touch(connection, game_id)


def touch(connection: Connection, game_id: str, **values: Any) -> None:
    """Something about a table has changed."""
    connection.execute(update(schema.game).where(schema.game.c.id == game_id).values(changed=now(), **values))


def set_running(connection: Connection, game_id: str) -> None:
    """The game has begun."""
    query = update(schema.game).where(schema.game.c.id == game_id, schema.game.c.status == "open")
    connection.execute(query.values(status="running", changed=now()))


def set_over(connection: Connection, game_id: str, result: dict[str, Any]) -> bool:
    """The game is over; true for the one process that was first to say so."""
    query = update(schema.game).where(schema.game.c.id == game_id, schema.game.c.status != "over")
    return connection.execute(query.values(status="over", result=json.dumps(result), changed=now())).rowcount == 1


def link_next(connection: Connection, game_id: str, successor: str) -> str:
    """The table of the rematch: the first one that was made for it."""
    query = update(schema.game).where(schema.game.c.id == game_id, schema.game.c.next.is_(None))
    connection.execute(query.values(next=successor, changed=now()))
    return str(connection.execute(select(schema.game.c.next).where(schema.game.c.id == game_id)).scalar_one())


def remove(connection: Connection, game_id: str) -> None:
    """Take away a table that nobody has played at."""
    for table in (schema.move, schema.chat, schema.seat):
        connection.execute(delete(table).where(table.c.game_id == game_id))
    connection.execute(delete(schema.game).where(schema.game.c.id == game_id))


def _readable_id(connection: Connection) -> ColumnElement[bool]:
    """Ids made of the letters that a server makes them of.

    SQLite stores any bytes, and one id that is no text would end a query for all of them.
    """
    if connection.dialect.name != "sqlite":
        return true()
    ident = schema.game.c.id
    return (func.typeof(ident) == "text") & not_(ident.bool_op("GLOB")("*[^A-Za-z0-9_-]*"))


def public_tables(connection: Connection, limit: int) -> list[str]:
    """Public tables, newest first, those that wait for players before those that play."""
    table = schema.game
    query = select(table.c.id).where(table.c.public.is_(True), table.c.status != "over", _readable_id(connection))
    return list(connection.execute(query.order_by(table.c.status, table.c.created.desc()).limit(limit)).scalars())


def tables_of(connection: Connection, owner: str, limit: int = 100) -> list[str]:
    """The tables where somebody sits, newest first."""
    seat, game = schema.seat, schema.game
    query = select(game.c.id, game.c.created).join(seat, seat.c.game_id == game.c.id).where(seat.c.owner == owner)
    query = query.where(_readable_id(connection)).distinct().order_by(game.c.created.desc()).limit(limit)
    return [row.id for row in connection.execute(query)]


def open_tables_of(connection: Connection, host: str) -> int:
    """How many unfinished tables somebody has made."""
    table = schema.game
    query = select(func.count()).where(table.c.host == host, table.c.status != "over")
    return int(connection.execute(query).scalar_one())


def unfinished(connection: Connection, limit: int, since: int = 0) -> list[str]:
    """Tables that may need the server itself: full ones with a clock, or with bots and a line since then (ms)."""
    table, seat, move = schema.game, schema.seat, schema.move
    bots = select(seat.c.game_id).where(seat.c.kind == "bot")
    free = select(seat.c.game_id).where(seat.c.kind == "open")
    lively = exists().where(move.c.game_id == table.c.id, move.c.at >= since) | (table.c.created >= since)
    needy = (table.c.clocks != "{}") | (table.c.id.in_(bots) & lively)
    query = select(table.c.id).where(table.c.status != "over", table.c.id.not_in(free), needy, _readable_id(connection))
    return list(connection.execute(query.order_by(table.c.changed.desc()).limit(limit)).scalars())


def insert_chat(connection: Connection, game_id: str, line: ChatLine) -> int:
    """A new line of chat; the oldest ones go. Says its number."""
    table = schema.chat
    values = {"game_id": game_id, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
    key = connection.execute(table.insert(), values).inserted_primary_key
    n = int(key[0]) if key else 0
    kept = select(table.c.n).where(table.c.game_id == game_id).order_by(table.c.n.desc()).offset(CHAT_KEPT).limit(1)
    oldest = connection.execute(kept).scalar()
    if oldest is not None:
        connection.execute(delete(table).where(table.c.game_id == game_id, table.c.n <= oldest))
    return n


def read_chat(connection: Connection, game_id: str, since: int) -> list[ChatLine]:
    """The lines of chat after a number. A damaged one is left out: nobody needs it to play."""
    table = schema.chat
    here = table.c.game_id == game_id, table.c.n > since
    try:
        rows = list(connection.execute(select(table).where(*here).order_by(table.c.n)))
    except DBAPIError as error:
        if not _undecodable(error):
            raise
        numbers = connection.execute(select(table.c.n).where(*here).order_by(table.c.n)).scalars().all()
        rows = [row for n in numbers for row in _chat_row(connection, n)]
    lines = [ChatLine(row.n, row.seat, row.name, row.text, row.at) for row in rows]
    return [line for line in lines if _is_sound(line)]


def _chat_row(connection: Connection, n: int) -> list[Row[Any]]:
    """One line of chat; none when it is no text."""
    try:
        return list(connection.execute(select(schema.chat).where(schema.chat.c.n == n)))
    except DBAPIError as error:
        if not _undecodable(error):
            raise
        return []


def _is_sound(line: ChatLine) -> bool:
    texts, numbers = (line.name, line.text), (line.seat, line.at)
    return all(isinstance(text, str) for text in texts) and all(isinstance(number, int) for number in numbers)
