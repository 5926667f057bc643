"""Routes: sessions and password of an account, its export and its deletion."""

from __future__ import annotations

from typing import Any

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from hordes.engine.errors import NotTheMoment, translatable
from hordes.server.auth import account_data, account_links, accounts
from hordes.server.auth.sessions import account_number, close_ended, end_sessions, read_sessions
from hordes.server.auth.tokens import new_id
from hordes.server.http.middleware import session_of
from hordes.server.http.routes.common import (
    ERROR_RESPONSES,
    ApiRequest,
    SessionNumber,
    device_of,
    limit_logins,
    limit_replays,
    manager_of,
    with_session,
    with_visitor_cookie,
)
from hordes.server.protocol.accounts import (
    AccountDeletion,
    Me,
    PasswordChange,
    PasswordReset,
    ResetRequest,
    SessionList,
)


@get("/me/sessions", responses=ERROR_RESPONSES)
async def list_sessions(request: ApiRequest) -> SessionList:
    """Where one's account is logged in."""
    visitor = session_of(request)
    return SessionList(await manager_of(request).database.read(lambda c: read_sessions(c, visitor)))


@delete("/me/sessions", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def end_other_sessions(request: ApiRequest) -> None:
    """Log out everywhere else."""
    manager, visitor = manager_of(request), session_of(request)
    number = account_number(visitor.name)
    await manager.database.write(lambda c: end_sessions(c, manager.database, number, keep=visitor.session))
    await close_ended(manager, str(number))


@delete("/me/sessions/{session:int}", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def end_session(request: ApiRequest, session: SessionNumber) -> None:
    """End one session of one's account."""
    manager, number = manager_of(request), account_number(session_of(request).name)
    if not await manager.database.write(lambda c: end_sessions(c, manager.database, number, only=session)):
        raise NotTheMoment(translatable("session_none", "There is no such session any more."))
    await close_ended(manager, str(number))


@put("/me/password", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def change_password(request: ApiRequest, data: JSONBody[PasswordChange]) -> Response[Me]:
    """Change one's password; all other sessions end."""
    limit_logins(request)
    cookie = await accounts.change_password(manager_of(request), session_of(request), data, device_of(request))
    return await with_session(request, cookie)


@post("/password/link", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def request_reset(request: ApiRequest, data: JSONBody[ResetRequest]) -> None:
    """Ask for a mail with a link for a new password; the answer does not say whether there is such an account."""
    limit_logins(request)
    await account_links.request_reset(manager_of(request), data.name)


@post("/password", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def reset_password(request: ApiRequest, data: JSONBody[PasswordReset]) -> Response[Me]:
    """Choose a new password with such a link; one is logged in, and all other sessions end."""
    limit_logins(request)
    return await with_session(
        request, await account_links.reset_password(manager_of(request), data, device_of(request))
    )


@get("/me/export", responses=ERROR_RESPONSES)
async def export(request: ApiRequest) -> dict[str, Any]:
    """Everything that is kept of one's account."""
    limit_replays(request)
    return await account_data.export_account(manager_of(request), session_of(request))


@delete("/me", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def delete_account(request: ApiRequest, data: JSONBody[AccountDeletion]) -> Response[Me]:
    """Delete one's account; the visitor becomes a new guest."""
    limit_logins(request)
    await account_data.delete_account(manager_of(request), session_of(request), data.password)
    return with_visitor_cookie(request, f"g:{new_id()}", Me())


HANDLERS = [
    list_sessions,
    end_other_sessions,
    end_session,
    change_password,
    request_reset,
    reset_password,
    export,
    delete_account,
]
