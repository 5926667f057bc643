"""Sessions of accounts: one for each log-in, kept in the database, so that they can be listed and ended.

A cookie holds a random key; the database its hash. Each request of an account looks its session up, so that one with
an ended session is a stranger's at once, on every process. Open sockets are closed when the notice of the end arrives.

Cookies of versions before 0.2 hold the account's number and no session. They go on until somebody logs out with one of
them, ends the other sessions, or changes the password; then all of them end, as they cannot be told apart.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, Connection, select, update

from hordes.engine.errors import translatable
from hordes.server.auth.names import clean_text
from hordes.server.auth.tokens import Forbidden, new_id
from hordes.server.db import schema
from hordes.server.db.database import SESSIONS, Database, now
from hordes.server.protocol.accounts import SessionInfo

if TYPE_CHECKING:
    from hordes.server.live.table_manager import TableManager

OLD_COOKIES = 0
"""Number of the session that stands for all cookies of an account from before sessions were stored."""
MAX_IDLE_MS = 60 * 86_400_000
"""A session ends when it was not used for so long (ms)."""
SEEN_STEP_MS = 3_600_000
"""`session.seen` is written at most this often (ms)."""
KEPT_ENDED_MS = 86_400_000
"""Ended sessions stay in the database for so long (ms), so that every process notices."""
MAX_SESSIONS = 50
MAX_DEVICE = 60
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip


class Visitor(NamedTuple):
    """Who makes a request: `g:guest`, `a:account` or nobody (empty); the session, and the cookie's content."""

    name: str = ""
    session: int = OLD_COOKIES
    cookie: str = ""


NOBODY = Visitor()


def account_number(visitor: str) -> int:
    """The account of a visitor; raises `Forbidden` for a guest."""
    if not visitor.startswith("a:"):
        raise Forbidden(translatable("account_needed", "This needs an account; please log in."))
    return int(visitor[2:])


def device_name(user_agent: str) -> str:
    """A short name for a browser or program, from the header that it sends.

    >>> device_name("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0")
    'Firefox, Linux'
    >>> device_name("python-httpx/0.27.0")
    'python-httpx/0.27.0'
    """
    names = [next((name for mark, name in marks if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS)]
    if user_agent.startswith("Mozilla/") and any(names):
        return ", ".join(filter(None, names))
    return clean_text(user_agent)[:MAX_DEVICE]


def key_hash(key: str) -> str:
    """What is stored of a session's key or a link's token."""
    return sha256(key.encode()).hexdigest()


def insert_session(connection: Connection, account: int, device: str) -> str:
    """Begin a session of an account; returns the content of its cookie. The oldest ones beyond a number end."""
    key, table, at = new_id(), schema.session, now()
    values = {"account_id": account, "key_hash": key_hash(key), "device": device, "created": at, "seen": at}
    connection.execute(table.insert().values(values))
    connection.execute(table.delete().where(table.c.revoked < at - KEPT_ENDED_MS))
    live = select(table.c.id).where(table.c.account_id == account, table.c.revoked.is_(None))
    oldest = (
        connection.execute(live.order_by(table.c.seen.desc(), table.c.id.desc()).offset(MAX_SESSIONS)).scalars().all()
    )
    if oldest:
        connection.execute(update(table).where(table.c.id.in_(oldest)).values(revoked=at))
    return f"s:{key}"


def find_visitor(connection: Connection, content: str) -> tuple[Visitor, int]:
    """The account of a cookie, and when its session was last seen; nobody where the session has ended."""
    account, table = schema.account, schema.session
    if content.startswith("a:") and re.fullmatch(r"[0-9]{1,18}", content[2:]):
        old = select(account.c.id).where(account.c.id == int(content[2:]), account.c.old_cookies.is_(True))
        number = connection.execute(old).scalar()
        return (NOBODY if number is None else Visitor(content, OLD_COOKIES, content)), now()
    query = select(table.c.id, table.c.account_id, table.c.seen).join(account, account.c.id == table.c.account_id)
    query = query.where(table.c.key_hash == key_hash(content[2:]), *_is_live())
    row = connection.execute(query).one_or_none()
    if row is None:
        return NOBODY, now()
    return Visitor(f"a:{row.account_id}", row.id, content), row.seen


def _is_live() -> tuple[ColumnElement[bool], ...]:
    table = schema.session
    return table.c.revoked.is_(None), table.c.seen >= now() - MAX_IDLE_MS


async def visitor_of_cookie(manager: TableManager, cookie: str) -> Visitor:
    """Who shows this cookie: a guest by its signature alone, an account if its session has not ended."""
    content = manager.signer.read_visitor(cookie)
    if content.startswith("g:"):
        return Visitor(content, OLD_COOKIES, content)
    if not content.startswith(("a:", "s:")):
        return NOBODY
    visitor, seen = await manager.database.read(lambda c: find_visitor(c, content))
    if visitor.session and seen < now() - SEEN_STEP_MS:
        table = schema.session
        seen_now = update(table).where(table.c.id == visitor.session).values(seen=now())
        manager.spawn(manager.database.write(lambda c: c.execute(seen_now)))
    return visitor


def read_sessions(connection: Connection, visitor: Visitor) -> list[SessionInfo]:
    """The sessions of an account, the last used first; one more for all cookies from before they were stored."""
    number, table, account = account_number(visitor.name), schema.session, schema.account
    query = (
        select(table).where(table.c.account_id == number, *_is_live()).order_by(table.c.seen.desc(), table.c.id.desc())
    )
    listed = [
        SessionInfo(row.id, row.device, row.created, row.seen, row.id == visitor.session)
        for row in connection.execute(query)
    ]
    old = select(account.c.created).where(account.c.id == number, account.c.old_cookies.is_(True))
    created = connection.execute(old).scalar()
    if created is not None:
        listed.append(SessionInfo(OLD_COOKIES, "", created, None, visitor.session == OLD_COOKIES))
    return listed


def end_sessions(
    connection: Connection, database: Database, account: int, only: int | None = None, keep: int | None = None
) -> int:
    """End sessions of an account: one, all, or all but one; returns how many there were."""
    table, at = schema.session, now()
    query = update(table).where(table.c.account_id == account, table.c.revoked.is_(None))
    if only is not None:
        query = query.where(table.c.id == only)
    if keep is not None:
        query = query.where(table.c.id != keep)
    ended = connection.execute(query.values(revoked=at)).rowcount
    if only in (None, OLD_COOKIES) and keep != OLD_COOKIES:
        ended += _end_old_cookies(connection, account, at)
    database.notify(connection, str(account), SESSIONS)
    return int(ended)


def _end_old_cookies(connection: Connection, account: int, at: int) -> int:
    """End all cookies of an account from before sessions were stored, with an ended session as the notice of it."""
    table = schema.account
    query = update(table).where(table.c.id == account, table.c.old_cookies.is_(True))
    if not connection.execute(query.values(old_cookies=False)).rowcount:
        return 0
    values = {"account_id": account, "key_hash": key_hash(new_id()), "device": "", "created": at, "seen": at}
    connection.execute(schema.session.insert().values(values | {"revoked": at}))
    return 1


async def close_ended(manager: TableManager, account: str | None = None) -> None:
    """Close this process's sockets whose session has ended: of one account (its number), or of all."""
    owner = None if account is None else f"a:{account}"
    sockets = [
        (table, subscriber)
        for table in list(manager.tables.values())
        for subscriber in list(table.feed.subscribers)
        if subscriber.access.visitor.cookie.startswith(("a:", "s:")) and owner in (None, subscriber.access.visitor.name)
    ]
    for _, subscriber in sockets:
        content = subscriber.access.visitor.cookie
        visitor, _ = await manager.database.read(lambda c, content=content: find_visitor(c, content))  # type: ignore[misc]
        if visitor is NOBODY:
            subscriber.refuse(session_ended())


def session_ended() -> Forbidden:
    """Refusal for whoever's session has ended."""
    return Forbidden(translatable("session_ended", "You have been logged out here; please log in again."))
