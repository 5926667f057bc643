"""Routes: accounts, sessions, preferences and ratings."""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from hordes.engine.errors import translatable
from hordes.engine.games import load
from hordes.server.auth import accounts
from hordes.server.auth.ratings import read_ratings
from hordes.server.auth.tokens import new_id
from hordes.server.http.middleware import address_of, visitor_of
from hordes.server.http.rate_limits import LimitExceeded
from hordes.server.http.routes.common import ERROR_RESPONSES, ApiRequest, NamePath, manager_of, with_visitor_cookie
from hordes.server.protocol.accounts import Account, Me, Preferences, Ratings


def limit_logins(request: ApiRequest) -> None:
    """Rate limit against guessing passwords."""
    if not manager_of(request).login_buckets.take(address_of(request)):
        raise LimitExceeded(translatable("attempts_many", "Too many attempts; wait a moment."))


@post("/accounts", status_code=HTTP_201_CREATED, responses=ERROR_RESPONSES)
async def register(request: ApiRequest, data: JSONBody[Account]) -> Response[Me]:
    """Create an account."""
    limit_logins(request)
    visitor = await accounts.register(manager_of(request), visitor_of(manager_of(request), request), data)
    return with_visitor_cookie(request, visitor, Me(data.name), HTTP_201_CREATED)


@post("/session", status_code=HTTP_201_CREATED, responses=ERROR_RESPONSES)
async def log_in(request: ApiRequest, data: JSONBody[Account]) -> Response[Me]:
    """Log in."""
    limit_logins(request)
    visitor = await accounts.log_in(manager_of(request), visitor_of(manager_of(request), request), data)
    return with_visitor_cookie(
        request, visitor, await accounts.account_of(manager_of(request), visitor), HTTP_201_CREATED
    )


@delete("/session", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def log_out(request: ApiRequest) -> Response[Me]:
    """Log out and become a new guest."""
    return with_visitor_cookie(request, f"g:{new_id()}", Me())


@get("/me", responses=ERROR_RESPONSES)
async def me(request: ApiRequest) -> Me:
    """The visitor's account and preferences."""
    return await accounts.account_of(manager_of(request), visitor_of(manager_of(request), request))


@put("/me", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def prefer(request: ApiRequest, data: JSONBody[Preferences]) -> None:
    """Store preferences."""
    await accounts.save_preferences(manager_of(request), visitor_of(manager_of(request), request), data)


@get("/ratings/{game:str}", responses=ERROR_RESPONSES)
async def ratings(request: ApiRequest, game: NamePath) -> Ratings:
    """Ratings in a game, best first."""
    return Ratings(await manager_of(request).database.read(lambda c: read_ratings(c, load(game).name)))


@get("/players/{player:str}", responses=ERROR_RESPONSES)
async def player(request: ApiRequest, player: NamePath) -> Ratings:
    """Ratings of a player in all games."""
    return Ratings(await manager_of(request).database.read(lambda c: read_ratings(c, "", player)))


HANDLERS = [register, log_in, log_out, me, prefer, ratings, player]
