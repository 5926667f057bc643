"""Reports of lines in the chat to whoever runs the server, with the lines around each; `hordes reports` shows them."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, delete, select

from hordes.engine.errors import BadRequest, translatable
from hordes.server.auth.names import clean_text
from hordes.server.auth.tokens import Forbidden
from hordes.server.db import schema
from hordes.server.db.database import now
from hordes.server.db.operator_access import run_on_database
from hordes.server.http.rate_limits import LimitExceeded
from hordes.server.moderation.muting import author_of
from hordes.server.protocol.tables import Report

if TYPE_CHECKING:
    from hordes.server.live.live_table import LiveTable
    from hordes.server.live.table_manager import TableManager

LINES_AROUND = 10
"""Lines before and after the reported one that are kept with it."""


async def report(manager: TableManager, visitor: str, table: LiveTable, request: Report) -> None:
    """Store a report of a line of the chat with its context."""
    if not visitor:
        raise Forbidden(translatable("mute_visitor", "This needs a seat or an account: a stranger is not recognized."))
    if not manager.report_buckets.take(visitor):
        raise LimitExceeded(translatable("reports_many", "Too many reports; wait a while."))

    def work(connection: Connection) -> None:
        reported, name = author_of(connection, table.row.id, request.line)
        lines = read_context(connection, table.row.id, request.line)
        text = next(line["text"] for line in lines if line["n"] == request.line)
        values = {"game_id": table.row.id, "title": table.row.title, "n": request.line, "at": now()}
        values |= {"reporter": visitor, "reported": reported, "name": name, "text": text}
        values |= {"context": json.dumps(lines), "reason": clean_text(request.reason)}
        connection.execute(schema.report.insert().values(values))

    await manager.database.write(work)


def read_context(connection: Connection, table_id: str, line: int) -> list[dict[str, str | int]]:
    """A line of chat and those around it."""
    table = schema.chat
    here = select(table.c.n, table.c.seat, table.c.name, table.c.text, table.c.at).where(table.c.game_id == table_id)
    before = here.where(table.c.n <= line).order_by(table.c.n.desc()).limit(LINES_AROUND + 1)
    after = here.where(table.c.n > line).order_by(table.c.n).limit(LINES_AROUND)
    rows = [*reversed(connection.execute(before).all()), *connection.execute(after)]
    return [dict(row._mapping) for row in rows]


def list_reports(url: str) -> str:
    """All reports as text, for the operator."""
    return run_on_database(url, _reports_as_text)


def _reports_as_text(connection: Connection) -> str:
    rows = connection.execute(select(schema.report).order_by(schema.report.c.id)).all()
    return "\n\n".join("\n".join(_report_lines(row)) for row in rows) or "There are no reports."


def _report_lines(row: Row[Any]) -> list[str]:
    """A report as lines for a terminal; lines of older versions were stored as they were typed, so all are cleaned."""
    at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row.at / 1000))
    people = f"{row.reporter} reports {row.reported} ({row.name})"
    lines = [f"{row.id}: {at} UTC, table {row.game_id} {row.title!r}: {people}"]
    lines += [f"  Reason: {row.reason}"] if row.reason else []
    for line in json.loads(row.context):
        lines.append(f"  {'>' if line['n'] == row.n else ' '} {line['name']}: {line['text']}")
    return [line[: len(line) - len(line.lstrip())] + clean_text(line) for line in lines]


def delete_report(url: str, number: int) -> str:
    """Delete a report that has been dealt with."""

    def work(connection: Connection) -> str:
        if not connection.execute(delete(schema.report).where(schema.report.c.id == number)).rowcount:
            raise BadRequest(f"There is no report {number}.")
        return f"Report {number} is deleted."

    return run_on_database(url, work)
