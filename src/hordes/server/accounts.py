"""Optional accounts: a name and a password (argon2id), for those who want a history and a rating."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from hordes.engine.errors import Refusal, said
from hordes.server import schema
from hordes.server.hall import Hall
from hordes.server.store import now
from hordes.server.tokens import Forbidden
from hordes.server.unreadable import Unreadable
from hordes.server.wire import Account, Me, Preferences

HASHER = PasswordHasher()


class Taken(Refusal):
    """Somebody has that name."""

    code = "taken"


async def register(hall: Hall, visitor: str, asked: Account) -> str:
    """A new account, which takes over the seats its owner has as a guest; says who he is from now on."""
    password = await asyncio.to_thread(HASHER.hash, asked.password)
    values = {"name": asked.name, "folded": asked.name.casefold(), "password": password}

    def work(connection: Connection) -> int:
        key = connection.execute(schema.account.insert(), values | {"preferences": "{}", "created": now()})
        return int(key.inserted_primary_key[0]) if key.inserted_primary_key else 0

    try:
        account = await hall.store.write(work)
    except IntegrityError:
        raise Taken(said("name_taken", "The name {name} is taken.", name=asked.name)) from None
    await _claim(hall, visitor, f"a:{account}")
    return f"a:{account}"


async def log_in(hall: Hall, visitor: str, asked: Account) -> str:
    """Check name and password; says who it is. A wrong name and a wrong password get the same answer, equally late."""
    query = select(schema.account.c.id, schema.account.c.password).where(
        schema.account.c.folded == asked.name.casefold()
    )
    row = await hall.store.read(lambda c: c.execute(query).one_or_none())
    good = await asyncio.to_thread(_verify, row.password if row else None, asked.password)
    if row is None or not good:
        raise Forbidden(said("password", "Name and password do not match."))
    await _claim(hall, visitor, f"a:{row.id}")
    return f"a:{row.id}"


@cache
def nobody() -> str:
    """Checked when there is no such account, so that the answer takes as long as for a wrong password."""
    return HASHER.hash("nobody has this password")


def _verify(kept: str | None, given: str) -> bool:
    try:
        return HASHER.verify(kept or nobody(), given)
    except (VerificationError, InvalidHashError):
        return False


async def _claim(hall: Hall, guest: str, account: str) -> None:
    """The seats of a guest become his account's."""
    if not guest.startswith("g:"):
        return

    def work(connection: Connection) -> list[str]:
        table = schema.seat
        games = list(connection.execute(select(table.c.game_id).where(table.c.owner == guest)).scalars())
        connection.execute(update(table).where(table.c.owner == guest).values(owner=account))
        connection.execute(update(schema.push).where(schema.push.c.owner == guest).values(owner=account))
        connection.execute(update(schema.game).where(schema.game.c.host == guest).values(host=account))
        for game_id in games:
            hall.store.notify(connection, game_id, "s")
        return games

    for game_id in await hall.store.write(work):
        if game_id in hall.tables:
            with suppress(Unreadable):  # it has been noted
                await hall.tables[game_id].reload()


async def me(hall: Hall, visitor: str) -> Me:
    """Who a visitor is."""
    if not visitor.startswith("a:"):
        return Me()
    query = select(schema.account.c.name, schema.account.c.preferences).where(schema.account.c.id == int(visitor[2:]))
    row = await hall.store.read(lambda c: c.execute(query).one_or_none())
    return Me() if row is None else Me(row.name, json.loads(row.preferences))


async def prefer(hall: Hall, visitor: str, asked: Preferences) -> None:
    """Keep an account's preferences."""
    if not visitor.startswith("a:"):
        raise Forbidden(said("preferences_account", "Only an account has preferences."))
    kept = json.dumps({"email": asked.email, "client": asked.client})
    if len(kept) > 10_000:
        raise Refusal(said("preferences_long", "Preferences of more than {n} characters are too many.", n=10_000))
    query = update(schema.account).where(schema.account.c.id == int(visitor[2:])).values(preferences=kept)
    await hall.store.write(lambda c: c.execute(query))
