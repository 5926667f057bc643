"""Routes: records, replays, statistics, forks and uploads."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_201_CREATED

from hordes.server.http.middleware import address_of
from hordes.server.http.routes.common import (
    ERROR_RESPONSES,
    ApiRequest,
    InviteHeader,
    TableIdPath,
    claimant_of,
    limit_replays,
    limit_table_creation,
    manager_of,
    visible_table,
    visitor_or_guest,
    with_visitor_cookie,
)
from hordes.server.live import table_creation
from hordes.server.live.replay import build_history, income_statistics
from hordes.server.live.table_info import public_record
from hordes.server.protocol.records import History, Statistics
from hordes.server.protocol.tables import Fork, Seated, Upload


@get("/tables/{table_id:str}/record", responses=ERROR_RESPONSES)
async def record(request: ApiRequest, table_id: TableIdPath, invite: InviteHeader = None) -> dict[str, Any]:
    """The game as a record."""
    limit_replays(request)
    return public_record((await visible_table(request, table_id, invite))[0])


@get("/tables/{table_id:str}/history", responses=ERROR_RESPONSES)
async def show_history(request: ApiRequest, table_id: TableIdPath, invite: InviteHeader = None) -> History:
    """The game from its beginning, entry by entry, as the visitor may see it: for a replay."""
    limit_replays(request)
    table, held = await visible_table(request, table_id, invite)
    return await build_history(table, held, address_of(request))


@get("/tables/{table_id:str}/statistics", responses=ERROR_RESPONSES)
async def show_statistics(request: ApiRequest, table_id: TableIdPath, invite: InviteHeader = None) -> Statistics:
    """Coins per turn, by source."""
    limit_replays(request)
    table, _ = await visible_table(request, table_id, invite)
    return await income_statistics(table, address_of(request))


@post("/tables/{table_id:str}/fork", status_code=HTTP_201_CREATED, responses=ERROR_RESPONSES)
async def fork(
    request: ApiRequest, table_id: TableIdPath, data: JSONBody[Fork], invite: InviteHeader = None
) -> Response[Seated]:
    """Create a table that starts after some moves of this one."""
    limit_table_creation(request)
    table, _ = await visible_table(request, table_id, invite)
    visitor = visitor_or_guest(request)
    claimant = claimant_of(request, visitor)
    seated = await table_creation.fork_table(manager_of(request), claimant, table, data)
    return with_visitor_cookie(request, visitor, seated, HTTP_201_CREATED)


@post("/records", status_code=HTTP_201_CREATED, responses=ERROR_RESPONSES)
async def upload(request: ApiRequest, data: JSONBody[Upload]) -> Response[Seated]:
    """Create a table from a record."""
    limit_table_creation(request)
    visitor = visitor_or_guest(request)
    seated = await table_creation.create_from_record(manager_of(request), claimant_of(request, visitor), data)
    return with_visitor_cookie(request, visitor, seated, HTTP_201_CREATED)


HANDLERS = [record, show_history, show_statistics, fork, upload]
