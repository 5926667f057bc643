"""Mail that says it is your turn, where turns take hours: to those who gave an address and are not at the table."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
from email.message import EmailMessage
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sqlalchemy import Connection, select

from hordes.server import schema
from hordes.server.settings import Settings

if TYPE_CHECKING:
    from hordes.server.hall import Hall
    from hordes.server.table import Table

log = logging.getLogger("hordes.mail")
SLOW = 3600
"""Tables with at least this many seconds a turn, or no limit for a turn, send mail."""


class Postman:
    """Sends mail through the server in the setting `smtp`, such as smtp://user:password@host:587; without it, none."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.where = urlsplit(settings.smtp) if settings.smtp else None

    async def your_turn(self, hall: Hall, table: Table) -> None:
        """Tell the owner of the seat that decides now, if he is not here."""
        seat = table.course.to_move
        if self.where is None or seat < 0 or table.played_by_bot(seat) or not _slow(table):
            return
        owner = table.seats[seat].owner or ""
        if not owner.startswith("a:") or any(seat in watcher.viewpoint for watcher in table.watchers):
            return
        address = await hall.store.read(lambda c: address_of(c, int(owner[2:])))
        if address:
            await asyncio.to_thread(self.send, address, "Your turn", self._text(table))

    def _text(self, table: Table) -> str:
        title = table.row.title or f"your game of {table.row.game}"
        return f"It is your turn in {title}:\n\n{self.settings.link('/t/' + table.row.id)}\n"

    def send(self, address: str, subject: str, text: str) -> None:
        """One mail; a failure is logged and costs nobody his turn."""
        if self.where is None:
            return
        message = EmailMessage()
        message["From"], message["To"] = self.settings.mail_from or "hordes@localhost", address
        message["Subject"] = subject
        message.set_content(text)
        try:
            with smtplib.SMTP(self.where.hostname or "localhost", self.where.port or 25, timeout=10) as server:
                if self.where.scheme == "smtp+tls":
                    server.starttls()
                if self.where.username:
                    server.login(self.where.username, self.where.password or "")
                server.send_message(message)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("mail was not sent: %s", type(error).__name__)


def _slow(table: Table) -> bool:
    turn = table.row.clocks.turn
    return turn is None or turn >= SLOW


def address_of(connection: Connection, account_id: int) -> str:
    """Where an account wants its mail; empty when nowhere."""
    query = select(schema.account.c.preferences).where(schema.account.c.id == account_id)
    return str(json.loads(connection.execute(query).scalar() or "{}").get("email", ""))
