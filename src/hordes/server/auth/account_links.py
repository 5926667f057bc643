"""Links that work once: to show that a mail address is one's own, and to choose a new password.

The token is in the fragment of the link, so that no server or proxy sees it before the page sends it on; the database
holds its hash.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update

from hordes.engine.errors import BadRequest, NotTheMoment, translatable
from hordes.server.auth.accounts import find_accounts, set_password
from hordes.server.auth.names import clean_text
from hordes.server.auth.sessions import account_number, key_hash
from hordes.server.auth.tokens import Forbidden, new_id
from hordes.server.db import schema
from hordes.server.db.database import now
from hordes.server.db.operator_access import run_on_database
from hordes.server.http.rate_limits import LimitExceeded
from hordes.server.live.table_manager import TableManager
from hordes.server.protocol.accounts import PasswordReset
from hordes.server.settings import Settings

RESET, VERIFY = "reset", "verify"
LIFETIME_MS = {RESET: 3_600_000, VERIFY: 86_400_000}
OPERATOR_LIFETIME_MS = 86_400_000
"""A link that the operator has made lasts longer: it is passed on by hand."""


class Link(NamedTuple):
    """What a link is for: an account, and the address to which it was sent."""

    account: int
    address: str


def create_link(connection: Connection, account: int, kind: str, address: str, lifetime: int | None = None) -> str:
    """Make a link, which replaces an earlier one of its kind; returns its token."""
    token, table = new_id(), schema.account_link
    connection.execute(delete(table).where(table.c.account_id == account, table.c.kind == kind))
    values = {"account_id": account, "kind": kind, "address": address, "token_hash": key_hash(token)}
    connection.execute(table.insert().values(values | {"expires": now() + (lifetime or LIFETIME_MS[kind])}))
    return token


def take_link(connection: Connection, token: str, kind: str) -> Link:
    """Use a link, which ends it; of two requests at once one succeeds. Raises `Forbidden`."""
    table = schema.account_link
    mine = table.c.token_hash == key_hash(token), table.c.kind == kind
    row = connection.execute(select(table).where(*mine)).one_or_none()
    taken = row is not None and connection.execute(delete(table).where(*mine)).rowcount == 1
    if row is None or not taken or row.expires < now():
        text = "This link is not valid any more: it works once and for a limited time. Please ask for a new one."
        raise Forbidden(translatable("link_old", text))
    return Link(row.account_id, row.address)


async def send_verification(manager: TableManager, visitor: str) -> None:
    """Send the account's address a mail with a link that verifies it."""
    number, table = account_number(visitor), schema.account
    mailer = manager.notifier.mailer
    if not mailer.is_enabled:
        raise NotTheMoment(translatable("mail_off", "This server sends no mail."))
    query = select(table.c.preferences, table.c.verified).where(table.c.id == number)
    row = await manager.database.read(lambda c: c.execute(query).one())
    address = str(json.loads(row.preferences).get("email", ""))
    if not address or address == row.verified:
        raise NotTheMoment(translatable("verify_none", "There is no address to verify."))
    check_mail_rate(manager, number, address)
    token = await manager.database.write(lambda c: create_link(c, number, VERIFY, address))
    text = (
        "Somebody, probably you, has entered this address at a server of Hordes. To be told there by mail that it is "
        f"your turn, open this link within a day:\n\n{manager.settings.link(f'/#/verify/{token}')}\n\n"
        "If it was not you, there is nothing to do: no more mail will come.\n"
    )
    await mailer.send_in_thread(address, "Is this your address?", text)


def check_mail_rate(manager: TableManager, account: int, address: str) -> None:
    """Refuse too many mails for an account, or to an address whoever asks for them."""
    keys = f"account {account}", f"address {address.casefold()}"
    taken = [manager.mail_buckets.take(key) for key in keys]
    if not all(taken):
        raise LimitExceeded(translatable("mails_many", "Too many mails; wait some minutes."))


async def verify_address(manager: TableManager, token: str) -> None:
    """Note that the address to which the token was sent is the account's own, if it still has that address."""

    def work(connection: Connection) -> None:
        link, table = take_link(connection, token, VERIFY), schema.account
        connection.execute(update(table).where(table.c.id == link.account).values(verified=link.address))

    await manager.database.write(work)


async def request_reset(manager: TableManager, name: str) -> None:
    """Send a link for a new password to the account's verified address.

    The answer is the same whether there is such an account or address; the mail is sent after it.
    """
    if not manager.notifier.mailer.is_enabled:
        text = "This server sends no mail; whoever runs it can make a link for you (hordes accounts reset NAME)."
        raise NotTheMoment(translatable("reset_operator", text))
    manager.spawn(_send_reset(manager, name))


async def _send_reset(manager: TableManager, name: str) -> None:
    rows = await manager.database.read(lambda c: find_accounts(c, name))
    if not rows:
        return
    number, table = rows[0][0], schema.account
    query = select(table.c.name, table.c.verified).where(table.c.id == number)
    row = await manager.database.read(lambda c: c.execute(query).one_or_none())
    if row is None or not row.verified:
        return
    try:
        check_mail_rate(manager, number, row.verified)
    except LimitExceeded:
        return
    token = await manager.database.write(lambda c: create_link(c, number, RESET, row.verified))
    text = (
        f"To choose a new password for your account {clean_text(row.name)}, open this link within an hour:\n\n"
        f"{manager.settings.link(f'/#/reset/{token}')}\n\n"
        "If you have not asked for it, there is nothing to do: your password stays as it is.\n"
    )
    await manager.notifier.mailer.send_in_thread(row.verified, "A new password", text)


async def reset_password(manager: TableManager, request: PasswordReset, device: str) -> str:
    """Set a new password with a link; ends all sessions and returns the cookie of a new one."""
    link = await manager.database.write(lambda c: take_link(c, request.token, RESET))
    return await set_password(manager, link.account, request.password, device)


def operator_reset_link(settings: Settings, name: str) -> str:
    """A link with which the owner of an account can choose a new password: for the operator to pass on."""

    def work(connection: Connection) -> str:
        rows = find_accounts(connection, name)
        if not rows:
            raise BadRequest(f"There is no account {name}.")
        return create_link(connection, rows[0][0], RESET, "", OPERATOR_LIFETIME_MS)

    return settings.link(f"/#/reset/{run_on_database(settings.database_url(), work)}")
