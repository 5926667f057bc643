"""Optional accounts: name and password (argon2id), preferences, transfer of a guest's seats."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from hordes.engine.errors import BadRequest, Refusal, translatable
from hordes.server.auth.tokens import Forbidden
from hordes.server.db import schema
from hordes.server.db.database import SEATS, now
from hordes.server.live.table_manager import TableManager
from hordes.server.live.unreadable_tables import Unreadable
from hordes.server.protocol.accounts import Account, Me, Preferences

HASHER = PasswordHasher()
MAX_FOLDED = 60
"""Length of the column `account.folded`."""


class NameTaken(Refusal):
    """The account name is taken."""

    code = "taken"


async def register(manager: TableManager, visitor: str, credentials: Account) -> str:
    """Create an account and transfer the visitor's guest seats to it; returns the new visitor id."""
    folded = credentials.name.casefold()
    if len(folded) > MAX_FOLDED:  # some letters become three, so that a short name may not fit
        raise BadRequest(translatable("name_folded", "This name is too long without its capital letters."))
    password = await asyncio.to_thread(HASHER.hash, credentials.password)
    values = {"name": credentials.name, "folded": folded, "password": password}

    def work(connection: Connection) -> int:
        key = connection.execute(schema.account.insert(), values | {"preferences": "{}", "created": now()})
        return int(key.inserted_primary_key[0]) if key.inserted_primary_key else 0

    try:
        account = await manager.database.write(work)
    except IntegrityError:
        raise NameTaken(translatable("name_taken", "The name {name} is taken.", name=credentials.name)) from None
    await _transfer_guest_seats(manager, visitor, f"a:{account}")
    return f"a:{account}"


async def log_in(manager: TableManager, visitor: str, credentials: Account) -> str:
    """Check name and password; returns the visitor id.

    An unknown name and a wrong password get the same answer after the same time.
    """
    query = select(schema.account.c.id, schema.account.c.password).where(
        schema.account.c.folded == credentials.name.casefold()
    )
    row = await manager.database.read(lambda c: c.execute(query).one_or_none())
    matches = await asyncio.to_thread(_verify, row.password if row else None, credentials.password)
    if row is None or not matches:
        raise Forbidden(translatable("password", "Name and password do not match."))
    await _transfer_guest_seats(manager, visitor, f"a:{row.id}")
    return f"a:{row.id}"


@cache
def dummy_hash() -> str:
    """Hash that is verified when there is no such account, against timing attacks."""
    return HASHER.hash("nobody has this password")


def _verify(stored_hash: str | None, password: str) -> bool:
    try:
        return HASHER.verify(stored_hash or dummy_hash(), password)
    except (VerificationError, InvalidHashError):
        return False


async def _transfer_guest_seats(manager: TableManager, guest: str, account: str) -> None:
    """Transfer a guest's seats, tables and push subscriptions to an account."""
    if not guest.startswith("g:"):
        return

    def work(connection: Connection) -> list[str]:
        table = schema.seat
        games = list(connection.execute(select(table.c.game_id).where(table.c.owner == guest)).scalars())
        connection.execute(update(table).where(table.c.owner == guest).values(owner=account))
        connection.execute(update(schema.push).where(schema.push.c.owner == guest).values(owner=account))
        connection.execute(update(schema.game).where(schema.game.c.host == guest).values(host=account))
        for table_id in games:
            manager.database.notify(connection, table_id, SEATS)
        return games

    for table_id in await manager.database.write(work):
        if table_id in manager.tables:
            with suppress(Unreadable):  # noted by close_unreadable
                await manager.tables[table_id].reload()


async def account_of(manager: TableManager, visitor: str) -> Me:
    """Account name and preferences of a visitor; empty for a guest."""
    if not visitor.startswith("a:"):
        return Me()
    query = select(schema.account.c.name, schema.account.c.preferences).where(schema.account.c.id == int(visitor[2:]))
    row = await manager.database.read(lambda c: c.execute(query).one_or_none())
    return Me() if row is None else Me(row.name, json.loads(row.preferences))


async def save_preferences(manager: TableManager, visitor: str, preferences: Preferences) -> None:
    """Store an account's preferences."""
    if not visitor.startswith("a:"):
        raise Forbidden(translatable("preferences_account", "Only an account has preferences."))
    encoded = json.dumps({"email": preferences.email, "client": preferences.client})
    if len(encoded) > 10_000:
        raise Refusal(
            translatable("preferences_long", "Preferences of more than {n} characters are too many.", n=10_000)
        )
    query = update(schema.account).where(schema.account.c.id == int(visitor[2:])).values(preferences=encoded)
    await manager.database.write(lambda c: c.execute(query))
