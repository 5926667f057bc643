"""Mail that says it is your turn, through the server in the setting `smtp`."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
from email.message import EmailMessage
from urllib.parse import urlsplit

from sqlalchemy import Connection, select

from hordes.server import schema
from hordes.server.archive import GameRow
from hordes.server.settings import Settings

log = logging.getLogger("hordes.mail")


class Postman:
    """Sends mail through a server such as smtp://user:password@host:587; without the setting, none."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.where = urlsplit(settings.smtp) if settings.smtp else None

    @property
    def on(self) -> bool:
        """Can mail be sent?"""
        return self.where is not None

    async def tell(self, address: str, row: GameRow) -> None:
        """Say that it is somebody's turn at a table; nothing where there is no address."""
        if address:
            await asyncio.to_thread(self.send, address, "Your turn", self._text(row))

    def _text(self, row: GameRow) -> str:
        title = row.title or f"your game of {row.game}"
        return f"It is your turn in {title}:\n\n{self.settings.link('/t/' + row.id)}\n"

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


def address_of(connection: Connection, account_id: int) -> str:
    """Where an account wants its mail; empty when nowhere."""
    query = select(schema.account.c.preferences).where(schema.account.c.id == account_id)
    return str(json.loads(connection.execute(query).scalar() or "{}").get("email", ""))
