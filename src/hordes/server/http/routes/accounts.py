"""Routes: accounts, log-in, preferences, mail addresses, ratings; `account_security.py` has sessions and passwords."""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from hordes.engine.games import load
from hordes.server.auth import account_links, accounts
from hordes.server.auth.ratings import read_ratings
from hordes.server.auth.sessions import account_number, close_ended, end_sessions
from hordes.server.auth.tokens import new_id
from hordes.server.http.middleware import session_of, visitor_of
from hordes.server.http.routes.common import (
    ERROR_RESPONSES,
    ApiRequest,
    NamePath,
    device_of,
    limit_logins,
    manager_of,
    with_session,
    with_visitor_cookie,
)
from hordes.server.protocol.accounts import Account, EmailVerification, Me, Preferences, Ratings


@post("/accounts", status_code=HTTP_201_CREATED, responses=ERROR_RESPONSES)
async def register(request: ApiRequest, data: JSONBody[Account]) -> Response[Me]:
    """Create an account."""
    limit_logins(request)
    manager = manager_of(request)
    cookie = await accounts.register(manager, visitor_of(manager, request), data, device_of(request))
    return await with_session(request, cookie, HTTP_201_CREATED)


@post("/session", status_code=HTTP_201_CREATED, responses=ERROR_RESPONSES)
async def log_in(request: ApiRequest, data: JSONBody[Account]) -> Response[Me]:
    """Log in."""
    limit_logins(request)
    cookie = await accounts.log_in(manager_of(request), session_of(request), data, device_of(request))
    return await with_session(request, cookie, HTTP_201_CREATED)


@delete("/session", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def log_out(request: ApiRequest) -> Response[Me]:
    """Log out: the session ends, its sockets are closed, and the visitor becomes a new guest."""
    manager, visitor = manager_of(request), session_of(request)
    if visitor.name.startswith("a:"):
        number = account_number(visitor.name)
        await manager.database.write(lambda c: end_sessions(c, manager.database, number, only=visitor.session))
        await close_ended(manager, str(number))
    return with_visitor_cookie(request, f"g:{new_id()}", Me())


@get("/me", responses=ERROR_RESPONSES)
async def me(request: ApiRequest) -> Me:
    """The visitor's account and preferences."""
    return await accounts.account_of(manager_of(request), visitor_of(manager_of(request), request))


@put("/me", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def prefer(request: ApiRequest, data: JSONBody[Preferences]) -> None:
    """Store preferences. A new mail address is sent a link, and used once that was opened."""
    manager, visitor = manager_of(request), visitor_of(manager_of(request), request)
    if await accounts.save_preferences(manager, visitor, data) and manager.notifier.mailer.is_enabled:
        await account_links.send_verification(manager, visitor)


@post("/me/verification", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def send_verification(request: ApiRequest) -> None:
    """Send the mail that verifies one's address once more."""
    await account_links.send_verification(manager_of(request), visitor_of(manager_of(request), request))


@post("/verification", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def verify(request: ApiRequest, data: JSONBody[EmailVerification]) -> None:
    """Verify a mail address with the token of the link that was sent there."""
    limit_logins(request)
    await account_links.verify_address(manager_of(request), data.token)


@get("/ratings/{game:str}", responses=ERROR_RESPONSES)
async def ratings(request: ApiRequest, game: NamePath) -> Ratings:
    """Ratings in a game, best first."""
    return Ratings(await manager_of(request).database.read(lambda c: read_ratings(c, load(game).name)))


@get("/players/{player:str}", responses=ERROR_RESPONSES)
async def player(request: ApiRequest, player: NamePath) -> Ratings:
    """Ratings of a player in all games."""
    return Ratings(await manager_of(request).database.read(lambda c: read_ratings(c, "", player)))


HANDLERS = [register, log_in, log_out, me, prefer, send_verification, verify, ratings, player]
