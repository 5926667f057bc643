"""Backup and restore: every row as a line of gzipped JSON, from and into SQLite or PostgreSQL."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import BadRequest
from hordes.server.auth.names import MAX_SKELETON, skeleton
from hordes.server.db import schema
from hordes.server.db.database import Database, schema_versions
from hordes.server.db.engine import check_exists, error_reason, open_read_only_engine

KIND = "hordes backup"
FORMAT = 1
BATCH = 500
READ_ERRORS = (OSError, EOFError, UnicodeError, ValueError, KeyError, TypeError, zlib.error)
"""Exceptions that reading a damaged or foreign file can raise."""
MAX_LISTED = 5
"""Most damaged values that are listed by name; the others are counted."""
TABLES = [schema.account, schema.game, schema.seat, schema.move, schema.chat, schema.rating, schema.push, schema.uptime]
TABLES += [schema.session, schema.account_link, schema.kicked, schema.muted, schema.report]
"""All tables in dependency order: referenced rows come first."""
REFERENCED_TABLES = (schema.account, schema.game)
"""Tables that foreign keys refer to; each has a one-column primary key."""


class Damage:
    """Damage found during a backup, and the keys of the saved rows of referenced tables."""

    def __init__(self) -> None:
        self.repaired: list[str] = []
        self.skipped: list[str] = []
        self.keys = {table.name: set[Any]() for table in REFERENCED_TABLES}

    def summary(self) -> str:
        """Repaired and skipped values as text; empty when there are none.

        >>> damage = Damage()
        >>> damage.summary()
        ''
        >>> damage.repaired.append("move.body of x 3")
        >>> damage.summary()
        ' Damaged, kept with U+FFFD for what is no text: move.body of x 3.'
        """
        repaired_label, skipped_label = (
            "Damaged, kept with U+FFFD for what is no text",
            "Left out, their keys are damaged or belong to no row",
        )
        return "".join(
            f" {label}: {_list_some(rows)}."
            for label, rows in ((repaired_label, self.repaired), (skipped_label, self.skipped))
            if rows
        )


def _list_some(rows: list[str]) -> str:
    """The first few rows, and the number of the others.

    >>> _list_some(list("abcdefg"))
    'a, b, c, d, e and 2 more'
    """
    more = f" and {len(rows) - MAX_LISTED} more" if len(rows) > MAX_LISTED else ""
    return ", ".join(rows[:MAX_LISTED]) + more


def backup(url: str, file: str) -> str:
    """Write a consistent snapshot of all rows to a new file, and change nothing; the server may keep running."""
    path = Path(file)
    check_exists(url)
    engine = open_read_only_engine(url)
    try:
        if path.exists():
            raise BadRequest(f"{path} exists; a backup never overwrites a file.")
        return _write_backup(engine, path)
    except OSError as error:
        raise BadRequest(f"{path} cannot be written: {error.strerror or error}.") from None
    except SQLAlchemyError as error:
        name = engine.url.render_as_string() if engine.dialect.name == "postgresql" else url
        raise BadRequest(f"The database {name} cannot be read: {error_reason(error)}.") from error
    finally:
        engine.dispose()


def _write_backup(engine: Engine, path: Path) -> str:
    """Write all rows to a draft beside the file, then rename it."""
    damage = Damage()
    draft = path.with_name(path.name + ".part")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)  # private from the start: it holds password hashes and invitations
    try:
        with engine.connect() as connection, gzip.open(draft, "wt", encoding="utf-8") as out:
            version = _schema_version(connection)
            if engine.dialect.name == "sqlite":
                connection.connection.driver_connection.text_factory = _text_or_bytes  # type: ignore[union-attr]
            out.write(json.dumps({"kind": KIND, "format": FORMAT, "schema": version}) + "\n")
            rows = sum(_write_table(connection, table, out, damage) for table in TABLES)
        draft.replace(path)  # atomic: there is never half a backup under the final name
    finally:
        draft.unlink(missing_ok=True)
    return f"{rows} rows in {path}.{damage.summary()}"


def _schema_version(connection: Connection) -> str:
    """Version of the database's schema; refuses one of a later version, whose rows would be lost."""
    if not inspect(connection).has_table("alembic_version"):
        raise BadRequest("The database has no tables of hordes; no server has used it yet.")
    version = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if version not in schema_versions():
        raise BadRequest(f"The database is of a later version of hordes (schema {version}); back it up with that one.")
    return version


def _text_or_bytes(raw: bytes) -> str | bytes:
    """SQLite's text factory: text that is not UTF-8 is returned as bytes."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _write_table(connection: Connection, table: Any, out: Any, damage: Damage) -> int:
    """Write the rows of a table and return their number; damaged values are repaired or skipped.

    Columns and tables that an older database lacks are left out, and empty when it is restored.
    """
    if not inspect(connection).has_table(table.name):
        return 0
    n, keys = 0, [column.name for column in table.primary_key]
    parents = [(link.parent.name, damage.keys[link.column.table.name]) for link in table.foreign_keys]
    present = {column["name"] for column in inspect(connection).get_columns(table.name)}
    columns = [column for column in table.columns if column.name in present]
    for row in connection.execution_options(yield_per=BATCH).execute(select(*columns)):
        values = {name: _storable(value) for name, value in row._mapping.items()}
        repaired = [name for name, value in row._mapping.items() if values[name] != value]
        key = " ".join(ascii(values[name]).strip("'") for name in keys)
        if any(name in keys for name in repaired) or any(values[name] not in known for name, known in parents):
            damage.skipped.append(f"{table.name} {key}")  # restoring it would fail, and the whole restore with it
            continue
        damage.repaired += [f"{table.name}.{name} of {key}" for name in repaired]
        if table in REFERENCED_TABLES:
            damage.keys[table.name].add(values[keys[0]])
        out.write(json.dumps([table.name, values]) + "\n")
        n += 1
    return n


def _storable(value: Any) -> Any:
    r"""A value that any database can store: undecodable bytes and NUL become U+FFFD.

    >>> _storable(b"A\xff\0") == _storable("A\ufffd\0") == "A\ufffd\ufffd"
    True
    """
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return text.replace("\0", "\ufffd") if isinstance(text, str) else text  # PostgreSQL text cannot hold NUL


def restore(url: str, file: str) -> str:
    """Read all rows into an empty database, in one transaction."""
    database = Database(url, seconds=0)
    try:
        database.migrate()
        with gzip.open(file, "rt", encoding="utf-8") as lines, database.engine.begin() as connection:
            _check_head(json.loads(next(lines, "{}")), file)
            if connection.execute(select(func.count()).select_from(schema.game)).scalar_one():
                raise BadRequest("The database is not empty; a restore never mixes two.")
            connection.execute(delete(schema.uptime))  # left by a server that was started on the empty database
            rows = _insert_rows(connection, lines)
            if database.is_postgres:
                _set_counters(connection)
    except BadRequest:
        raise
    except (*READ_ERRORS, SQLAlchemyError) as error:
        reason = "its rows do not fit together" if isinstance(error, SQLAlchemyError) else error
        raise BadRequest(f"{file} cannot be read as a backup: {reason}.") from error
    finally:
        database.close_now()
    return f"{rows} rows from {file}."


def _check_head(head: Any, file: str) -> None:
    """Refuse files that are no backup, and backups of later versions."""
    if not isinstance(head, dict) or head.get("kind") != KIND or head.get("format") != FORMAT:
        raise BadRequest(f"{file} is no backup of hordes (format {FORMAT}).")
    version = head.get("schema")  # not in backups of 0.1
    if version is not None and version not in schema_versions():
        raise BadRequest(f"{file} is of a later version of hordes (schema {version}); restore it with that one.")


def _insert_rows(connection: Connection, lines: Any) -> int:
    """Insert rows in batches of one table each; returns their number."""
    tables = {table.name: table for table in TABLES}
    n, name, batch = 0, "", list[dict[str, Any]]()
    for line in lines:
        table_name, row = json.loads(line)
        if batch and (table_name != name or len(batch) >= BATCH):
            connection.execute(tables[name].insert(), batch)
            batch = []
        name, n = table_name, n + 1
        if table_name == "account" and "skeleton" not in row:  # a backup of version 0.1
            row["skeleton"] = skeleton(row["name"])[:MAX_SKELETON]
        batch.append(row)
    if batch:
        connection.execute(tables[name].insert(), batch)
    return n


def _set_counters(connection: Connection) -> None:
    """Set PostgreSQL's key sequences to go on after the last restored row."""
    counted = [(table, "id") for table in ("account", "push", "uptime", "session", "muted", "report")]
    for table, key in [*counted, ("chat", "n")]:
        counter = f"pg_get_serial_sequence('{table}', '{key}')"
        connection.execute(text(f"SELECT setval({counter}, coalesce(max({key}), 0) + 1, false) FROM {table}"))
