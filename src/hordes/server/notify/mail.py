"""Turn notifications by mail, through the server in the setting `smtp`."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import smtplib
import ssl
from concurrent.futures import Executor
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from sqlalchemy import Connection, select

from hordes.server.auth.names import clean_text
from hordes.server.db import schema
from hordes.server.db.queries import TableRow
from hordes.server.settings import Settings

log = logging.getLogger("hordes.mail")
LINK = re.compile(r"://|@|\bwww\b|\w\.\w\w", re.I)
"""What mail programs make a link of."""
QUOTES = dict.fromkeys(map(ord, '"“”„«»<>'))


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
        return await self.send_in_thread(address, "Your turn", self._text(row))

    async def send_in_thread(self, address: str, subject: str, text: str) -> bool:
        """Send one mail in a thread; false when that failed."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.send, address, subject, text)

    def _text(self, row: TableRow) -> str:
        title = quoted_title(row.title) if row.title else f"your game of {row.game}"
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


def quoted_title(title: str) -> str:
    r"""The title of a table, which is somebody else's text, for a mail: in quotes, without links and line breaks.

    >>> quoted_title('Your bank: https://evil.example/x "now"\n\nDear customer')
    '“Your bank: […] now Dear customer”'
    """
    words = clean_text(title.translate(QUOTES)).split()
    return f"“{' '.join('[…]' if LINK.search(word) else word for word in words)[:80]}”"


def mail_address_of(connection: Connection, account_id: int) -> str:
    """An account's mail address, if it was verified; else empty."""
    table = schema.account
    query = select(table.c.preferences, table.c.verified).where(table.c.id == account_id)
    row = connection.execute(query).one_or_none()
    address = "" if row is None else str(json.loads(row.preferences).get("email", ""))
    return address if row is not None and address == row.verified else ""
