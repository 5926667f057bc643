"""Routes: taking, filling, leaving and claiming seats, and rematches."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from hordes.engine.errors import translatable
from hordes.server.auth.tokens import Forbidden
from hordes.server.http.middleware import bearer_token, visitor_of
from hordes.server.http.routes.common import (
    ERROR_RESPONSES,
    ApiRequest,
    TableIdPath,
    claimant_of,
    limit_joining,
    manager_of,
    visible_table,
    visitor_or_guest,
    with_visitor_cookie,
)
from hordes.server.live import seating, table_creation
from hordes.server.moderation import removal
from hordes.server.protocol.messages import Ack
from hordes.server.protocol.tables import FillSeat, Join, Kick, Rematch, Seated


@post("/tables/{table_id:str}/join", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def join(request: ApiRequest, table_id: TableIdPath, data: JSONBody[Join]) -> Response[Seated]:
    """Take a seat at a table."""
    limit_joining(request)
    manager, visitor = manager_of(request), visitor_or_guest(request)
    table = await manager.get_table(table_id)
    seated = await seating.join_table(manager, claimant_of(request, visitor), table, data)
    return with_visitor_cookie(request, visitor, seated)


@post("/tables/{table_id:str}/leave", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def leave(request: ApiRequest, table_id: TableIdPath) -> None:
    """Leave one's seats before the game starts."""
    limit_joining(request)
    table, held = await visible_table(request, table_id)
    await seating.leave_table(manager_of(request), table, held)


@post("/tables/{table_id:str}/bots", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def fill(request: ApiRequest, table_id: TableIdPath, data: JSONBody[FillSeat]) -> None:
    """Fill an open seat with a bot."""
    manager = manager_of(request)
    await seating.fill_with_bot(manager, visitor_of(manager, request), await manager.get_table(table_id), data)


@post("/tables/{table_id:str}/rematch", status_code=HTTP_201_CREATED, responses=ERROR_RESPONSES)
async def rematch(request: ApiRequest, table_id: TableIdPath, data: JSONBody[Rematch | None] = None) -> Seated:
    """Create or join the rematch of a finished table."""
    limit_joining(request)
    manager, contribution = manager_of(request), None if data is None else data.contribution
    visitor, table = visitor_of(manager, request), await manager.get_table(table_id)
    held = table.seats_held_by(bearer_token(request), visitor)
    owner = (table.seats[held[0]].owner if held else None) or visitor
    return await table_creation.join_rematch(manager, claimant_of(request, owner), table, held, contribution)


@get("/tables/{table_id:str}/token", responses=ERROR_RESPONSES)
async def token(request: ApiRequest, table_id: TableIdPath) -> Seated:
    """The token of one's seats, for another device or a program."""
    table, held = await visible_table(request, table_id)
    if not held:
        raise Forbidden(translatable("not_here", "You do not sit here."))
    return Seated(table_id, list(held), manager_of(request).signer.sign_seat(table_id, table.seats[held[0]].nonce))


@post("/tables/{table_id:str}/claim", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def claim(request: ApiRequest, table_id: TableIdPath) -> Response[Seated]:
    """Claim seats with their token on a new device; from then on its cookie identifies the owner."""
    manager, token = manager_of(request), bearer_token(request)
    if token is None:
        raise Forbidden(translatable("token_needed", "This takes the token of a seat."))
    table, held = await visible_table(request, table_id)
    owner = table.seats[held[0]].owner or ""
    visitor = visitor_of(manager, request) or (owner if owner.startswith("g:") else visitor_or_guest(request))
    await seating.claim_seats(manager, visitor, table, held)
    return with_visitor_cookie(request, visitor, Seated(table_id, list(held), token))


@post("/tables/{table_id:str}/token", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def renew_token(request: ApiRequest, table_id: TableIdPath) -> Seated:
    """Replace the token of one's seats: older ones end, and sockets opened with them are closed."""
    manager = manager_of(request)
    return await removal.renew_token(manager, visitor_of(manager, request), await manager.get_table(table_id))


@post("/tables/{table_id:str}/kick", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def kick(request: ApiRequest, table_id: TableIdPath, data: JSONBody[Kick]) -> None:
    """Remove a seat: the host, before the game begins; after that by vote, or when it was absent for long."""
    manager = manager_of(request)
    if not (await manager.get_table(table_id)).game_log.has_started:
        visitor = visitor_of(manager, request)
        await removal.kick_before_start(manager, visitor, await manager.get_table(table_id), data.seat)
    else:
        await removal.vote_to_remove(*await visible_table(request, table_id), data)


@post("/tables/{table_id:str}/abort", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def abort(request: ApiRequest, table_id: TableIdPath) -> Ack:
    """End a game in which not everybody has moved yet: without a winner, without ratings."""
    return await removal.abort_game(*await visible_table(request, table_id))


@post("/tables/{table_id:str}/close", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def close(request: ApiRequest, table_id: TableIdPath) -> None:
    """Close one's own table: one that has not begun is deleted, a game without other people is aborted."""
    manager = manager_of(request)
    await removal.close_table(manager, visitor_of(manager, request), await manager.get_table(table_id))


HANDLERS = [join, leave, fill, rematch, token, claim, renew_token, kick, abort, close]
