"""Turn notifications by mail, through the server in the setting `smtp`."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import ssl
from concurrent.futures import Executor
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from sqlalchemy import Connection, select

from hordes.server.db import schema
from hordes.server.db.queries import TableRow
from hordes.server.settings import Settings

log = logging.getLogger("hordes.mail")


class Mailer:
    """Sends mail through a server such as smtp+tls://user:password@host:587; disabled without the setting."""

    def __init__(self, settings: Settings, threads: Executor | None = None) -> None:
        self.settings, self.threads = settings, threads
        self.server_url = urlsplit(settings.smtp) if settings.smtp else None

    @property
    def is_enabled(self) -> bool:
        """Whether a mail server is configured."""
        return self.server_url is not None

    async def send_your_turn(self, address: str, row: TableRow) -> bool:
        """Send a "your turn" mail in a thread; false when that failed."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, self.send, address, "Your turn", self._text(row))

    def _text(self, row: TableRow) -> str:
        title = row.title or f"your game of {row.game}"
        return f"It is your turn in {title}:\n\n{self.settings.link('/t/' + row.id)}\n"

    def send(self, address: str, subject: str, text: str) -> bool:
        """Send one mail; a failure is logged."""
        message = EmailMessage()
        message["From"], message["To"] = self.settings.mail_from or "hordes@localhost", address
        message["Subject"], message["Auto-Submitted"] = subject, "auto-generated"
        message.set_content(text)
        try:
            with self._connect() as server:
                server.send_message(message)
        except (OSError, ValueError, smtplib.SMTPException) as error:
            log.warning("mail was not sent: %s", type(error).__name__)
            return False
        return True

    def _connect(self) -> smtplib.SMTP:
        """Connect to the mail server: smtp is plain, smtp+tls uses STARTTLS, smtps implicit TLS."""
        where = self.server_url
        if where is None:
            raise ValueError("no mail server")
        safe = ssl.create_default_context()
        if where.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(where.hostname or "", where.port or 465, timeout=10, context=safe)
        else:
            server = smtplib.SMTP(where.hostname or "", where.port or 25, timeout=10)
        if where.scheme == "smtp+tls":
            server.starttls(context=safe)
        if where.username:
            server.login(unquote(where.username), unquote(where.password or ""))
        return server


def mail_address_of(connection: Connection, account_id: int) -> str:
    """An account's mail address; empty when it has none."""
    query = select(schema.account.c.preferences).where(schema.account.c.id == account_id)
    return str(json.loads(connection.execute(query).scalar() or "{}").get("email", ""))
