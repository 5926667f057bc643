"""Shared by all routes: parameter types, error responses, the visitor of a request, visible tables, rate limits."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, PathParameter
from litestar.status_codes import HTTP_200_OK

from hordes.engine.errors import translatable
from hordes.server.auth.accounts import account_of
from hordes.server.auth.sessions import device_name, find_visitor
from hordes.server.auth.tokens import COOKIE, COOKIE_AGE, new_id
from hordes.server.db import queries
from hordes.server.db.table_lists import Page, read_infos
from hordes.server.http.middleware import address_of, bearer_token, session_of, visitor_of
from hordes.server.http.rate_limits import LimitExceeded
from hordes.server.http.rule_messages import sentence_of
from hordes.server.limits.quotas import Claimant, is_account
from hordes.server.live.live_table import LiveTable
from hordes.server.live.messages import Viewpoint
from hordes.server.live.table_info import table_info
from hordes.server.live.table_manager import TableManager
from hordes.server.live.unreadable_tables import Unreadable
from hordes.server.protocol.accounts import Me
from hordes.server.protocol.base import TABLE_ID
from hordes.server.protocol.explanations import Refused
from hordes.server.protocol.tables import TableList, UnreadableTable

ApiRequest = Request[Any, Any, Any]
TableIdPath = Annotated[str, PathParameter(min_length=22, max_length=22, pattern=TABLE_ID)]
SessionNumber = Annotated[int, PathParameter(ge=0, le=2**53 - 1)]
NamePath = Annotated[str, PathParameter(min_length=1, max_length=40)]
InviteHeader = Annotated[str | None, HeaderParameter(name="x-invite", max_length=300, required=False)]
ERROR_RESPONSES = {
    400: ResponseSpec(Refused, description="The request is malformed, or a rule is against it"),
    403: ResponseSpec(Refused, description="Not allowed"),
    404: ResponseSpec(Refused, description="No such thing"),
    409: ResponseSpec(Refused, description="Not now: stale, taken, or against the rules of the game"),
    413: ResponseSpec(Refused, description="Too large"),
    429: ResponseSpec(Refused, description="Too much, or too fast"),
}


def manager_of(request: ApiRequest) -> TableManager:
    """The table manager of the application."""
    manager: TableManager = request.app.state.manager
    return manager


def visitor_or_guest(request: ApiRequest) -> str:
    """The visitor of a request; one without a cookie becomes a new guest."""
    return visitor_of(manager_of(request), request) or f"g:{new_id()}"


def claimant_of(request: ApiRequest, visitor: str) -> Claimant:
    """Who wants a table or a seat, for quotas."""
    return Claimant(visitor, manager_of(request).address_keys.key(address_of(request)))


def with_visitor_cookie(request: ApiRequest, visitor: str, content: Any, status: int = HTTP_200_OK) -> Response[Any]:
    """A response that also sets the visitor's cookie: a guest's, or that of the session which the request has."""
    cookie = visitor if visitor.startswith("g:") else session_of(request).cookie
    if not cookie.startswith(("g:", "s:")):  # a cookie from before sessions were stored is never signed again
        return Response(content, status_code=status)
    return _with_cookie(request, cookie, content, status)


async def with_session(request: ApiRequest, cookie: str, status: int = HTTP_200_OK) -> Response[Me]:
    """The response to whoever has just logged in: the account, and the cookie of the new session."""
    manager = manager_of(request)
    visitor, _ = await manager.database.read(lambda c: find_visitor(c, cookie))
    return _with_cookie(request, cookie, await account_of(manager, visitor.name), status)


def device_of(request: ApiRequest) -> str:
    """The name of the browser or program that makes a request, for the list of sessions."""
    return device_name(request.headers.get("user-agent", ""))


def _with_cookie(request: ApiRequest, visitor: str, content: Any, status: int) -> Response[Any]:
    manager = manager_of(request)
    secure = manager.settings.public_url.startswith("https:")
    value = manager.signer.sign_visitor(visitor)
    cookie = Cookie(key=COOKIE, value=value, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure)
    return Response(content, status_code=status, cookies=[cookie])


async def visible_table(request: ApiRequest, table_id: str, invite: str | None = None) -> tuple[LiveTable, Viewpoint]:
    """A table and the seats the visitor holds there; raises `NoTable` for those who may not watch."""
    manager = manager_of(request)
    try:
        table = await manager.get_table(table_id)
    except Unreadable:
        await check_may_know(request, table_id, invite)
        raise
    held = await table.find_seats(bearer_token(request), visitor_of(manager, request))
    if not table.may_watch(held, invite):
        raise queries.NoTable("There is no such table.")
    return table, held


async def check_may_know(request: ApiRequest, table_id: str, invite: str | None) -> None:
    """Raise `NoTable` for visitors who may not know of an unreadable table."""
    manager, token = manager_of(request), bearer_token(request)
    visitor, nonce = visitor_of(manager, request), manager.signer.read_seat(token, table_id) if token else None
    if not await manager.database.read(lambda c: queries.may_know_of_table(c, table_id, visitor, nonce, invite)):
        raise queries.NoTable("There is no such table.")


async def table_list(manager: TableManager, page: Page) -> TableList:
    """A page of tables; those that are known to be unreadable are listed apart, with the reason."""
    infos = await manager.database.read(lambda c: read_infos(c, page.ids))
    listed = TableList([], next=page.next)
    for table_id in page.ids:
        table, info = manager.tables.get(table_id), infos.get(table_id)
        failed = None if table is not None else manager.unreadable.get(table_id)
        if failed is not None:
            heading, why = await manager.database.read(partial(queries.read_heading, table_id=table_id)), failed.refusal
            listed.unreadable.append(UnreadableTable(*heading, str(why), sentence_of(why.message)))
        elif table is not None:
            options = {} if info is None else info.options
            listed.tables.append(msgspec.structs.replace(table_info(table), options=options, dice=None, removals=[]))
        elif info is not None:
            if info.status == "open":
                info.expires = manager.unattended.lifetimes.waits_until(info.created)
            listed.tables.append(info)
    return listed


def limit_logins(request: ApiRequest) -> None:
    """Rate limit against guessing passwords and tokens."""
    if not manager_of(request).login_buckets.take(address_of(request)):
        raise LimitExceeded(translatable("attempts_many", "Too many attempts; wait a moment."))


def limit_replays(request: ApiRequest) -> None:
    """Rate limit for requests that replay a whole game."""
    if not manager_of(request).replay_buckets.take(address_of(request)):
        raise LimitExceeded(translatable("replays_many", "Too many replays at once; wait a moment."))


def limit_joining(request: ApiRequest) -> None:
    """Rate limit for taking and leaving seats."""
    if not manager_of(request).join_buckets.take(address_of(request)):
        raise LimitExceeded(translatable("joins_many", "Too many seats taken and left; wait a moment."))


def limit_table_creation(request: ApiRequest) -> None:
    """Rate limit for creating tables: by address, and by account wherever it comes from."""
    manager = manager_of(request)
    visitor = visitor_of(manager, request)
    keys = [address_of(request), *([visitor] if is_account(visitor) else [])]
    if not all(manager.creation_buckets.take(key) for key in keys):
        raise LimitExceeded(translatable("tables_many", "Too many new tables; wait a moment."))
