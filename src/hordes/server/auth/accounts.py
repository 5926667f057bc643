"""Optional accounts: name and password (argon2id), preferences, transfer of a guest's seats."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from hordes.engine.errors import BadRequest, Refusal, translatable
from hordes.server.auth.names import MAX_SKELETON, check_account_name, folded_name, skeleton
from hordes.server.auth.sessions import Visitor, account_number, close_ended, end_sessions, insert_session
from hordes.server.auth.tokens import Forbidden
from hordes.server.db import schema
from hordes.server.db.database import SEATS, now
from hordes.server.live.table_manager import TableManager
from hordes.server.live.unreadable_tables import Unreadable
from hordes.server.protocol.accounts import Account, Me, PasswordChange, Preferences

HASHER = PasswordHasher()
NAMES_LOCK = 7_246_119
"""Advisory lock of PostgreSQL: of two names that look alike, registered at once, one is refused."""
ADDRESS = re.compile(r"[^@\s<>,;:\"()\[\]\\\x00-\x1f\x7f]+@[^@\s<>,;:\"()\[\]\\\x00-\x1f\x7f]+")


class NameTaken(Refusal):
    """The account name, or one that looks like it, is taken."""

    code = "taken"


async def register(manager: TableManager, visitor: str, credentials: Account, device: str) -> str:
    """Create an account and transfer the visitor's guest seats to it; returns the cookie of a new session."""
    name = check_account_name(credentials.name)
    password = await asyncio.to_thread(HASHER.hash, credentials.password)
    looks = skeleton(name)[:MAX_SKELETON]
    values = {"name": name, "folded": folded_name(name), "password": password, "skeleton": looks}

    def work(connection: Connection) -> tuple[int, str]:
        if manager.database.is_postgres:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({NAMES_LOCK})"))
        table = schema.account
        alike = or_(table.c.skeleton == looks, table.c.folded.in_([values["folded"], name.casefold()]))
        if connection.execute(select(table.c.id).where(alike)).first():
            raise _name_taken(name)
        more = {"preferences": "{}", "created": now(), "old_cookies": False}
        key = connection.execute(table.insert(), values | more).inserted_primary_key
        account = int(key[0]) if key else 0
        return account, insert_session(connection, account, device)

    try:
        account, cookie = await manager.database.write(work)
    except IntegrityError:
        raise _name_taken(name) from None
    await _transfer_guest_seats(manager, visitor, f"a:{account}")
    return cookie


def _name_taken(name: str) -> NameTaken:
    return NameTaken(translatable("name_taken", "The name {name} is taken, or looks like one that is.", name=name))


async def log_in(manager: TableManager, visitor: Visitor, credentials: Account, device: str) -> str:
    """Check name and password; returns the cookie of a new session. One that this browser had ends.

    An unknown name and a wrong password get the same answer after the same time.
    """
    account = await check_password(manager, credentials.name, credentials.password)

    def work(connection: Connection) -> str:
        if visitor.name.startswith("a:") and visitor.session:
            end_sessions(connection, manager.database, account_number(visitor.name), only=visitor.session)
        return insert_session(connection, account, device)

    cookie = await manager.database.write(work)
    await close_ended(manager)
    await _transfer_guest_seats(manager, visitor.name, f"a:{account}")
    return cookie


async def check_password(manager: TableManager, name: str, password: str) -> int:
    """The account with this name and password; raises `Forbidden`."""
    rows = await manager.database.read(lambda c: find_accounts(c, name))
    row = rows[0] if rows else None
    matches = await asyncio.to_thread(_verify, row[1] if row else None, password)
    if row is None or not matches:
        raise Forbidden(translatable("password", "Name and password do not match."))
    return row[0]


def find_accounts(connection: Connection, name: str) -> list[tuple[int, str]]:
    """Number and password hash of the account with a name: exactly this one first, then in Unicode's normal form."""
    table = schema.account
    exact, folded = name.casefold(), folded_name(name)
    query = select(table.c.id, table.c.password, table.c.folded).where(table.c.folded.in_([exact, folded]))
    rows = connection.execute(query).all()
    return [(row.id, row.password) for row in sorted(rows, key=lambda row: row.folded != exact)]


async def check_own_password(manager: TableManager, visitor: str, password: str) -> int:
    """The visitor's account, if this is its password; raises `Forbidden`."""
    number = account_number(visitor)
    query = select(schema.account.c.password).where(schema.account.c.id == number)
    stored = await manager.database.read(lambda c: c.execute(query).scalar())
    if not await asyncio.to_thread(_verify, stored, password):
        raise Forbidden(translatable("password_wrong", "That is not your present password."))
    return number


async def change_password(manager: TableManager, visitor: Visitor, request: PasswordChange, device: str) -> str:
    """Set a new password and end all sessions; returns the cookie of a new one, for this browser."""
    number = await check_own_password(manager, visitor.name, request.old)
    return await set_password(manager, number, request.new, device)


async def set_password(manager: TableManager, account: int, password: str, device: str) -> str:
    """Store a password, end all sessions and links of the account; returns the cookie of a new session."""
    hashed = await asyncio.to_thread(HASHER.hash, password)

    def work(connection: Connection) -> str:
        connection.execute(update(schema.account).where(schema.account.c.id == account).values(password=hashed))
        links = schema.account_link
        connection.execute(links.delete().where(links.c.account_id == account, links.c.kind == "reset"))
        end_sessions(connection, manager.database, account)
        return insert_session(connection, account, device)

    cookie = await manager.database.write(work)
    await close_ended(manager, str(account))
    return cookie


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
    """Transfer what a guest has to an account: seats, tables, push subscriptions, chat and those muted."""
    if not guest.startswith("g:"):
        return

    def work(connection: Connection) -> list[str]:
        table = schema.seat
        games = list(connection.execute(select(table.c.game_id).where(table.c.owner == guest)).scalars())
        for owned in (table, schema.push, schema.chat):
            connection.execute(update(owned).where(owned.c.owner == guest).values(owner=account))
        muted = schema.muted
        known = select(muted.c.target).where(muted.c.owner == account)
        connection.execute(muted.delete().where(muted.c.owner == guest, muted.c.target.in_(known)))
        connection.execute(update(muted).where(muted.c.owner == guest).values(owner=account))
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
    table = schema.account
    query = select(table.c.name, table.c.preferences, table.c.verified).where(table.c.id == int(visitor[2:]))
    row = await manager.database.read(lambda c: c.execute(query).one_or_none())
    if row is None:
        return Me()
    preferences = json.loads(row.preferences)
    return Me(row.name, preferences, bool(row.verified) and row.verified == preferences.get("email"))


async def save_preferences(manager: TableManager, visitor: str, preferences: Preferences) -> str:
    """Store an account's preferences; returns a mail address that is new, and has to be verified."""
    if not visitor.startswith("a:"):
        raise Forbidden(translatable("preferences_account", "Only an account has preferences."))
    if preferences.email and not ADDRESS.fullmatch(preferences.email):
        text = "A mail address is one address such as name@example.org, without spaces or brackets."
        raise BadRequest(translatable("email_form", text))
    encoded = json.dumps({"email": preferences.email, "client": preferences.client})
    if len(encoded) > 10_000:
        raise Refusal(
            translatable("preferences_long", "Preferences of more than {n} characters are too many.", n=10_000)
        )
    table = schema.account
    mine = table.c.id == int(visitor[2:])

    def work(connection: Connection) -> str:
        row = connection.execute(select(table.c.preferences, table.c.verified).where(mine)).one()
        connection.execute(update(table).where(mine).values(preferences=encoded))
        before = json.loads(row.preferences).get("email", "")
        return preferences.email if preferences.email not in ("", before, row.verified) else ""

    return await manager.database.write(work)
