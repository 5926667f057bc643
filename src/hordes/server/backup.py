"""Backup and restore: every row as a line of JSON, gzipped; from SQLite or PostgreSQL, into either."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import BadRequest
from hordes.server import schema
from hordes.server.store import Store, check_exists

KIND = "hordes backup"
FORMAT = 1
BATCH = 500
BROKEN = (OSError, EOFError, UnicodeError, ValueError, KeyError, TypeError, zlib.error)
"""What a file that is damaged, or none of ours, can raise."""
NAMED = 5
"""So many damaged values are named, the others counted."""
TABLES = [schema.account, schema.game, schema.seat, schema.move, schema.chat, schema.rating, schema.push, schema.uptime]
"""In an order in which no row comes before one it refers to."""
PARENTS = (schema.account, schema.game)
"""What rows refer to, by one column."""


class Damage:
    """What was found damaged, and the keys of the rows that were saved, by table."""

    def __init__(self) -> None:
        self.mended: list[str] = []
        self.left_out: list[str] = []
        self.keys = {table.name: set[Any]() for table in PARENTS}

    def told(self) -> str:
        """Both in words; nothing when all is well.

        >>> found = Damage()
        >>> found.told()
        ''
        >>> found.mended.append("move.body of x 3")
        >>> found.told()
        ' Damaged, kept with U+FFFD for what is no text: move.body of x 3.'
        """
        kept, lost = (
            "Damaged, kept with U+FFFD for what is no text",
            "Left out, their keys are damaged or belong to no row",
        )
        return "".join(f" {how}: {_some(rows)}." for how, rows in ((kept, self.mended), (lost, self.left_out)) if rows)


def _some(rows: list[str]) -> str:
    """The first of them.

    >>> _some(list("abcdefg"))
    'a, b, c, d, e and 2 more'
    """
    more = f" and {len(rows) - NAMED} more" if len(rows) > NAMED else ""
    return ", ".join(rows[:NAMED]) + more


def backup(url: str, file: str) -> str:
    """Write all rows as they are at one moment; the server may go on meanwhile."""
    path = Path(file)
    if path.exists():
        raise BadRequest(f"{path} exists; a backup never overwrites a file.")
    check_exists(url)
    store = Store(url)
    store.migrate()
    damage = Damage()
    draft = path.with_name(path.name + ".part")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)  # passwords' hashes and invitations are nobody else's business, not even meanwhile
    try:
        with store.engine.connect() as connection, gzip.open(draft, "wt", encoding="utf-8") as out:
            if not store.postgres:
                connection.connection.driver_connection.text_factory = _readable  # type: ignore[union-attr]
            if store.postgres:
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
            out.write(json.dumps({"kind": KIND, "format": FORMAT}) + "\n")
            rows = sum(_write(connection, table, out, damage) for table in TABLES)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
        store.shut()
    return f"{rows} rows in {path}.{damage.told()}"


def _readable(raw: bytes) -> str | bytes:
    """Text of SQLite; what is none comes as bytes, like a BLOB."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _write(connection: Connection, table: Any, out: Any, damage: Damage) -> int:
    """The rows of a table; a damaged value does not keep the others from being saved."""
    n, keys = 0, [column.name for column in table.primary_key]
    parents = [(link.parent.name, damage.keys[link.column.table.name]) for link in table.foreign_keys]
    for row in connection.execution_options(yield_per=BATCH).execute(select(table)):
        found = {name: _kept(value) for name, value in row._mapping.items()}
        mended = [name for name, value in row._mapping.items() if found[name] != value]
        key = " ".join(ascii(found[name]).strip("'") for name in keys)
        if any(name in keys for name in mended) or any(found[name] not in known for name, known in parents):
            damage.left_out.append(f"{table.name} {key}")  # a restore would refuse it, and all others with it
            continue
        damage.mended += [f"{table.name}.{name} of {key}" for name in mended]
        if table in PARENTS:
            damage.keys[table.name].add(found[keys[0]])
        out.write(json.dumps([table.name, found]) + "\n")
        n += 1
    return n


def _kept(value: Any) -> Any:
    r"""A value as it can be kept: what is no text, or no database's text, is replaced.

    >>> _kept(b"A\xff\0") == _kept("A\ufffd\0") == "A\ufffd\ufffd"
    True
    """
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return text.replace("\0", "\ufffd") if isinstance(text, str) else text  # PostgreSQL has no zeros in text


def restore(url: str, file: str) -> str:
    """Read all rows into a database that has none, in one transaction: all of them or nothing."""
    store = Store(url)
    try:
        store.migrate()
        with gzip.open(file, "rt", encoding="utf-8") as lines, store.engine.begin() as connection:
            head = json.loads(next(lines, "{}"))
            if not isinstance(head, dict) or head.get("kind") != KIND or head.get("format") != FORMAT:
                raise BadRequest(f"{file} is no backup of hordes (format {FORMAT}).")
            if connection.execute(select(func.count()).select_from(schema.game)).scalar_one():
                raise BadRequest("The database is not empty; a restore never mixes two.")
            connection.execute(delete(schema.uptime))  # of a server that was started here with nothing to do
            rows = _read(connection, lines)
            if store.postgres:
                _set_counters(connection)
    except BadRequest:
        raise
    except (*BROKEN, SQLAlchemyError) as error:
        why = "its rows do not fit together" if isinstance(error, SQLAlchemyError) else error
        raise BadRequest(f"{file} cannot be read as a backup: {why}.") from error
    finally:
        store.shut()
    return f"{rows} rows from {file}."


def _read(connection: Connection, lines: Any) -> int:
    tables = {table.name: table for table in TABLES}
    n, name, batch = 0, "", list[dict[str, Any]]()
    for line in lines:
        now, row = json.loads(line)
        if batch and (now != name or len(batch) >= BATCH):
            connection.execute(tables[name].insert(), batch)
            batch = []
        name, n = now, n + 1
        batch.append(row)
    if batch:
        connection.execute(tables[name].insert(), batch)
    return n


def _set_counters(connection: Connection) -> None:
    """PostgreSQL counts its keys by itself; it must go on behind the last one."""
    for table, key in (("account", "id"), ("chat", "n"), ("push", "id"), ("uptime", "id")):
        counter = f"pg_get_serial_sequence('{table}', '{key}')"
        connection.execute(text(f"SELECT setval({counter}, coalesce(max({key}), 0) + 1, false) FROM {table}"))
