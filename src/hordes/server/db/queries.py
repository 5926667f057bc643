"""Queries on tables, seats, log entries and chat; rows are decoded and validated into typed objects.

A *table* in names and comments is one where people play. Its row is in the SQL table `game`, and other SQL tables refer
to it by their column `game_id`; `table = schema.game` and the like are SQL tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hmac import compare_digest
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, func, not_, select, true, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from hordes.engine.errors import Refusal, translatable
from hordes.engine.games import load
from hordes.server.db import schema
from hordes.server.db.database import LogEntryRow, now
from hordes.server.live import log_entries
from hordes.server.live.log_entries import TABLE_SEAT, AnyBody, Entry
from hordes.server.live.unreadable_tables import damaged_entry, damaged_row
from hordes.server.protocol.messages import ChatLine
from hordes.server.protocol.tables import Clocks

Status = Literal["open", "running", "over"]
OLDEST_RULES_VERSION = "1"
"""Rules version of tables from before it was stored."""
MAX_CHAT_LINES = 200
CLOSED = "closed"
"""Status of a table that its host has closed before it began: there is no such table any more."""
KEPT_CLOSED_MS = 86_400_000
START_REF = f"{TABLE_SEAT}:start"
"""Request id of the entry with which a game begins."""
UNDECODABLE_MESSAGE = "Could not decode to UTF-8"
"""SQLite's error message for bytes in a text column that are not UTF-8."""
DECODE_ERRORS = (ValueError, TypeError, RecursionError)
"""Exceptions that decoding damaged data can raise; msgspec's own errors are ValueErrors."""


class NoTable(Refusal):
    """The table does not exist, or the visitor may not know of it."""

    code = "no_table"


class ClosedByHost(NoTable):
    """The table was closed by whoever made it."""

    def __init__(self) -> None:
        super().__init__(translatable("table_closed", "This table was closed by its host."))


class Expired(NoTable):
    """The table was deleted because nobody came back to it."""

    def __init__(self) -> None:
        text = "This table was deleted: nobody has played here for a long time."
        super().__init__(translatable("table_expired", text))


class SeatHeld(Refusal):
    """Whoever asks for a seat has one already."""

    code = "taken"


class SeatRow(NamedTuple):
    """A row of `seat`. `owner` is `g:guest` or `a:account`; the nonce is part of the seat's token."""

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    level: str
    owner: str | None
    nonce: str


class TableRow(NamedTuple):
    """A table's set-up and status; in the database a row of `game`.

    `dice` is the secret of its dice (`engine/fair_dice.py`); tables with a seed, and those from before, have none.
    `address` is the key of the address it was made from (`limits/addresses.py`).
    """

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
    result: Mapping[str, Any] | None
    rated: bool
    origin: list[str] | None
    next: str | None
    created: int
    rules: str | None = None
    dice: str | None = None
    address: str | None = None
    several_seats: bool = False
    chat_off: bool = False


class Heading(NamedTuple):
    """The columns shown of a table that cannot be opened."""

    id: str
    game: str
    title: str
    created: int


@contextmanager
def report_damage() -> Iterator[None]:
    """Turn undecodable text in SQLite into `Unreadable` instead of a database error."""
    try:
        yield
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        raise damaged_row() from error


def is_undecodable(error: DBAPIError) -> bool:
    """Whether SQLite refused to read bytes that are no text."""
    return UNDECODABLE_MESSAGE in str(error.orig)


def insert_table(
    connection: Connection,
    row: TableRow,
    seats: list[SeatRow],
    entries: Sequence[Entry] = (),
) -> None:
    """Insert a table, its seats, and the first entries of its log."""
    values = row._asdict() | {"changed": row.created, "clocks": msgspec.json.encode(row.clocks).decode()}
    for key in ("options", "position", "result", "origin"):
        values[key] = None if values[key] is None else json.dumps(values[key])
    connection.execute(schema.game.insert(), values)
    rows: list[dict[str, Any]] = [seat._asdict() | {"address": row.address if seat.owner else None} for seat in seats]
    connection.execute(schema.seat.insert(), [{"game_id": row.id} | values for values in rows])
    for entry in entries:
        _insert_entry(connection, row.id, entry)


def append_entry(connection: Connection, table_id: str, seat: int, body: AnyBody) -> int:
    """Append an entry to the end of a table's log, whatever other processes append meanwhile; returns its ply."""
    table = schema.move
    while True:
        last = connection.execute(select(func.max(table.c.ply)).where(table.c.game_id == table_id)).scalar_one()
        ply = 0 if last is None else int(last) + 1
        with suppress(IntegrityError), connection.begin_nested():  # another process has just written that ply
            _insert_entry(connection, table_id, Entry(ply, seat, body, now()))
            return ply


def _insert_entry(connection: Connection, table_id: str, entry: Entry) -> None:
    body = log_entries.encode_body(entry.body)
    row = LogEntryRow(table_id, entry.ply, entry.seat, body, entry.at, entry.ref)
    connection.execute(schema.move.insert(), row._asdict())


@report_damage()
def read_table(connection: Connection, table_id: str) -> TableRow:
    """Read a table; raises `NoTable` or `Unreadable`."""
    row = connection.execute(select(schema.game).where(schema.game.c.id == table_id)).one_or_none()
    if row is None:
        raise NoTable(translatable("no_table", "There is no such table."))
    if row.status == CLOSED:
        raise ClosedByHost
    return _decode_table(row)


def _decode_table(row: Row[Any]) -> TableRow:
    values = dict(row._mapping)
    try:
        for key in ("options", "position", "result", "origin"):
            values[key] = None if values[key] is None else json.loads(values[key])
        values["clocks"] = msgspec.json.decode(values["clocks"], type=Clocks)
        table = msgspec.convert(
            [values[name] for name in TableRow._fields], TableRow
        )  # SQLite enforces no column types
    except DECODE_ERRORS as error:
        raise damaged_row() from error
    return table._replace(options=_options_with_old_rulings(table.game, table.options, table.rules))


def _options_with_old_rulings(name: str, options: dict[str, Any], version: str | None) -> dict[str, Any]:
    """A table's options; one created under older rules keeps them, by switching on their rulings."""
    try:
        game = load(name)
        former = (
            None
            if version == game.rules_version
            else game.options_for_version(options, version or OLDEST_RULES_VERSION)
        )
    except Refusal:
        return options  # opening the table will report the missing game or the bad options
    return options if former is None else former


def read_heading(connection: Connection, table_id: str) -> Heading:
    """Heading of a table that cannot be opened."""
    table = schema.game
    query = select(table.c.id, table.c.game, table.c.title, table.c.created).where(table.c.id == table_id)
    try:
        return msgspec.convert(tuple(connection.execute(query).one()), Heading)
    except (DBAPIError, msgspec.ValidationError):  # even these columns are damaged
        return Heading(table_id, "", "", 0)


def may_know_of_table(
    connection: Connection, table_id: str, visitor: str, nonce: str | None, invite: str | None
) -> bool:
    """Whether a visitor may know of a table that cannot be opened: holds a seat, or could watch it.

    The seats are compared by the database, so that damaged columns are not read.
    """
    seat, table = schema.seat, schema.game
    sits = select(seat.c.seat).where(seat.c.game_id == table_id, seat.c.kind == "human")
    if visitor and connection.execute(sits.where(seat.c.owner == visitor)).first():
        return True
    if nonce and connection.execute(sits.where(seat.c.nonce == nonce)).first():
        return True
    if connection.execute(select(table.c.public).where(table.c.id == table_id)).scalar():
        return True
    try:
        stored_invite = connection.execute(select(table.c.invite).where(table.c.id == table_id)).scalar()
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        return False
    return isinstance(stored_invite, str) and compare_digest((invite or "").encode(), stored_invite.encode())


@report_damage()
def read_seats(connection: Connection, table_id: str) -> list[SeatRow]:
    """Read the seats of a table in order; raises `Unreadable`."""
    table = schema.seat
    rows = connection.execute(select(table).where(table.c.game_id == table_id).order_by(table.c.seat))
    try:
        return [msgspec.convert([getattr(row, name) for name in SeatRow._fields], SeatRow) for row in rows]
    except msgspec.ValidationError as error:
        raise damaged_row() from error


def read_seats_of(connection: Connection, ids: list[str]) -> dict[str, list[SeatRow]]:
    """The seats of several tables; tables whose seats are damaged are left out."""
    table, seats = schema.seat, dict[str, list[SeatRow]]()
    query = select(table.c.game_id, *(table.c[name] for name in SeatRow._fields)).where(table.c.game_id.in_(ids))
    try:
        for game_id, *values in connection.execute(query.order_by(table.c.game_id, table.c.seat)):
            seats.setdefault(game_id, []).append(msgspec.convert(values, SeatRow))
    except (DBAPIError, msgspec.ValidationError) as error:
        if isinstance(error, DBAPIError) and not is_undecodable(error):
            raise
        # One damaged row makes the whole query fail: read the tables one by one.
        return (
            {} if len(ids) < 2 else {key: row for one in ids for key, row in read_seats_of(connection, [one]).items()}
        )
    return seats


@report_damage()
def read_entries(connection: Connection, table_id: str, since: int = 0) -> list[Entry]:
    """Read the log entries from a ply on; raises `Unreadable`."""
    table = schema.move
    query = select(table.c.ply, table.c.seat, table.c.body, table.c.at, table.c.ref)
    rows = connection.execute(query.where(table.c.game_id == table_id, table.c.ply >= since).order_by(table.c.ply))
    return [_decode_entry(*row) for row in rows]


def _decode_entry(ply: Any, seat: Any, body: Any, at: Any, ref: Any) -> Entry:
    if not isinstance(ply, int):
        raise damaged_row()
    if not (isinstance(seat, int) and isinstance(at, int) and isinstance(ref, str | None)):
        raise damaged_entry(ply)
    try:
        return Entry(ply, seat, log_entries.decode_body(body), at, ref)
    except DECODE_ERRORS as error:
        raise damaged_entry(ply) from error


def find_refs(connection: Connection, table_id: str, refs: Sequence[str]) -> tuple[str, int] | None:
    """The first entry with one of these request ids: its id and ply. The key `move_once` makes this one look-up."""
    table = schema.move
    query = select(table.c.ref, table.c.ply).where(table.c.game_id == table_id, table.c.ref.in_(refs))
    row = connection.execute(query.order_by(table.c.ply)).first()
    return None if row is None else (str(row.ref), int(row.ply))


def take_seat(
    connection: Connection, table_id: str, seat: SeatRow, address: str | None = None, *, only_one: bool = False
) -> bool:
    """Take an open seat for somebody at an address (its key); false when it is no longer open.

    With `only_one`, not beside another seat of the same owner.
    """
    table = schema.seat
    mark_changed(connection, table_id)  # first: it locks the table's row, so that two requests come one after the other
    if only_one and connection.execute(select(table.c.seat).where(*_owned(table_id, seat.owner))).first():
        raise SeatHeld(translatable("one_seat", "You have a seat at this table already; one is for each player."))
    query = update(table).where(table.c.game_id == table_id, table.c.seat == seat.seat, table.c.kind == "open")
    return connection.execute(query.values(address=address, **seat._asdict())).rowcount == 1


def _owned(table_id: str, owner: str | None) -> tuple[ColumnElement[bool], ...]:
    """Conditions of a seat of a table's owner."""
    table = schema.seat
    return table.c.game_id == table_id, table.c.kind == "human", table.c.owner == owner


def rotate_nonce(connection: Connection, table_id: str, owner: str, nonce: str) -> int:
    """Give all seats of an owner at a table a new nonce, so that older tokens end; returns the number of seats."""
    query = update(schema.seat).where(*_owned(table_id, owner)).values(nonce=nonce)
    mark_changed(connection, table_id)
    return int(connection.execute(query).rowcount)


def open_seat(connection: Connection, table_id: str, seat: SeatRow) -> bool:
    """Open a seat again that is still taken by the same person or bot; false if it is not."""
    table = schema.seat
    query = update(table).where(table.c.game_id == table_id, table.c.seat == seat.seat)
    query = query.where(table.c.kind == seat.kind, table.c.nonce == seat.nonce)
    mark_changed(connection, table_id)
    return connection.execute(query.values(kind="open", name="", level="", owner=None, nonce="")).rowcount == 1


def is_waiting(connection: Connection, table_id: str) -> bool:
    """Whether a table has an open seat, and so cannot begin before this transaction ends: it locks the table's row."""
    mark_changed(connection, table_id)
    is_open = select(schema.seat.c.seat).where(schema.seat.c.game_id == table_id, schema.seat.c.kind == "open")
    started = select(schema.move.c.ply).where(schema.move.c.game_id == table_id, schema.move.c.ref == START_REF)
    return connection.execute(is_open).first() is not None and connection.execute(started).first() is None


def close_table(connection: Connection, table_id: str) -> None:
    """Delete what a table has that has not begun; its row stays for a while, so that other processes notice."""
    table = schema.game
    _delete_contents(connection, table_id)
    values = {"status": CLOSED, "public": False, "host": "", "title": "", "clocks": "{}", "address": None}
    mark_changed(connection, table_id, **values)
    old = select(table.c.id).where(table.c.status == CLOSED, table.c.changed < now() - KEPT_CLOSED_MS)
    for closed_id in connection.execute(old).scalars().all():
        delete_table(connection, closed_id)


def leave_seats(connection: Connection, table_id: str, nonce: str) -> int:
    """Open the seats with this nonce again; returns their number."""
    table = schema.seat
    query = update(table).where(table.c.game_id == table_id, table.c.nonce == nonce, table.c.kind == "human")
    left = connection.execute(query.values(kind="open", name="", owner=None, nonce="", address=None)).rowcount
    mark_changed(connection, table_id)
    return int(left)


def transfer_seats(connection: Connection, table_id: str, nonce: str, owner: str) -> None:
    """Change the owner of the seats with this nonce."""
    table = schema.seat
    connection.execute(update(table).where(table.c.game_id == table_id, table.c.nonce == nonce).values(owner=owner))
    mark_changed(connection, table_id)


def mark_changed(connection: Connection, table_id: str, **values: Any) -> None:
    """Set a table's change time, and other columns."""
    connection.execute(update(schema.game).where(schema.game.c.id == table_id).values(changed=now(), **values))


def set_running(connection: Connection, table_id: str) -> None:
    """Set the status of a table whose game has started."""
    query = update(schema.game).where(schema.game.c.id == table_id, schema.game.c.status == "open")
    connection.execute(query.values(status="running", changed=now()))


def set_over(connection: Connection, table_id: str, result: Mapping[str, Any]) -> bool:
    """Store the result of a table's game; true only for the first process to do so."""
    query = update(schema.game).where(schema.game.c.id == table_id, schema.game.c.status != "over")
    return connection.execute(query.values(status="over", result=json.dumps(result), changed=now())).rowcount == 1


def link_next(connection: Connection, table_id: str, successor: str) -> str:
    """Link a table to its rematch unless it has one; returns the id of the linked one."""
    query = update(schema.game).where(schema.game.c.id == table_id, schema.game.c.next.is_(None))
    connection.execute(query.values(next=successor, changed=now()))
    return str(connection.execute(select(schema.game.c.next).where(schema.game.c.id == table_id)).scalar_one())


def delete_table(connection: Connection, table_id: str) -> None:
    """Delete a table that has not been played."""
    _delete_contents(connection, table_id)
    connection.execute(delete(schema.game).where(schema.game.c.id == table_id))


def _delete_contents(connection: Connection, table_id: str) -> None:
    for table in (schema.snapshot, schema.move, schema.chat, schema.seat, schema.kicked):
        connection.execute(delete(table).where(table.c.game_id == table_id))


def readable_id(connection: Connection) -> ColumnElement[bool]:
    """Condition that an id is well-formed text.

    SQLite stores any bytes, and one id that is not text would make the whole query fail.
    """
    if connection.dialect.name != "sqlite":
        return true()
    ident = schema.game.c.id
    return (func.typeof(ident) == "text") & not_(ident.bool_op("GLOB")("*[^A-Za-z0-9_-]*"))


def insert_chat(connection: Connection, table_id: str, line: ChatLine, owner: str) -> int:
    """Insert a chat line of an owner and delete the oldest beyond `MAX_CHAT_LINES`; returns its number."""
    table = schema.chat
    values = {"game_id": table_id, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
    values["owner"] = owner or None
    key = connection.execute(table.insert(), values).inserted_primary_key
    n = int(key[0]) if key else 0
    first_expired = (
        select(table.c.n).where(table.c.game_id == table_id).order_by(table.c.n.desc()).offset(MAX_CHAT_LINES).limit(1)
    )
    oldest = connection.execute(first_expired).scalar()
    if oldest is not None:
        connection.execute(delete(table).where(table.c.game_id == table_id, table.c.n <= oldest))
    return n


def read_chat(connection: Connection, table_id: str, since: int) -> list[tuple[ChatLine, str]]:
    """Read the chat lines after a number, each with its owner (empty if unknown); damaged ones are left out."""
    table = schema.chat
    here = table.c.game_id == table_id, table.c.n > since
    try:
        rows = list(connection.execute(select(table).where(*here).order_by(table.c.n)))
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        # One damaged row makes the whole query fail: read them one by one.
        numbers = connection.execute(select(table.c.n).where(*here).order_by(table.c.n)).scalars().all()
        rows = [row for n in numbers for row in _chat_row(connection, n)]
    lines = [(ChatLine(row.n, row.seat, row.name, row.text, row.at), str(row.owner or "")) for row in rows]
    return [(line, owner) for line, owner in lines if _has_valid_types(line)]


def _chat_row(connection: Connection, n: int) -> list[Row[Any]]:
    """One chat line as a list; empty when it is not decodable."""
    try:
        return list(connection.execute(select(schema.chat).where(schema.chat.c.n == n)))
    except DBAPIError as error:
        if not is_undecodable(error):
            raise
        return []


def _has_valid_types(line: ChatLine) -> bool:
    texts, numbers = (line.name, line.text), (line.seat, line.at)
    return all(isinstance(text, str) for text in texts) and all(isinstance(number, int) for number in numbers)
