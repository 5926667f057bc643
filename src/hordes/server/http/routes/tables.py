"""Routes: creating, listing and describing tables."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_201_CREATED

from hordes.engine.games import load
from hordes.server.db import table_lists
from hordes.server.http.middleware import visitor_of
from hordes.server.http.routes.common import (
    ERROR_RESPONSES,
    ApiRequest,
    InviteHeader,
    TableIdPath,
    claimant_of,
    limit_table_creation,
    manager_of,
    table_list,
    visible_table,
    visitor_or_guest,
    with_visitor_cookie,
)
from hordes.server.live import table_creation
from hordes.server.live.table_info import table_info
from hordes.server.protocol.tables import CreateTable, Seated, TableInfo, TableList

Limit = Annotated[int, QueryParameter(ge=1, le=100)]
Cursor = Annotated[str | None, QueryParameter(max_length=60, required=False)]


@post("/tables", status_code=HTTP_201_CREATED, responses=ERROR_RESPONSES, raises=[])
async def create_table(request: ApiRequest, data: JSONBody[CreateTable]) -> Response[Seated]:
    """Create a table. It starts at once when no seat is open."""
    limit_table_creation(request)
    visitor = visitor_or_guest(request)
    seated = await table_creation.create_table(manager_of(request), claimant_of(request, visitor), data)
    return with_visitor_cookie(request, visitor, seated, HTTP_201_CREATED)


@get("/tables", responses=ERROR_RESPONSES)
async def list_tables(request: ApiRequest, limit: Limit = 50, cursor: Cursor = None) -> TableList:
    """Public tables that are open or running, a page of them; `next` is the cursor of the following page."""
    manager = manager_of(request)
    page = await manager.database.read(lambda c: table_lists.public_page(c, limit, cursor))
    listed = await table_list(manager, page)
    return TableList(listed.tables, next=listed.next)


@get("/me/tables", responses=ERROR_RESPONSES)
async def my_tables(request: ApiRequest, limit: Limit = 100, cursor: Cursor = None) -> TableList:
    """Tables where the visitor has a seat, newest first; `next` is the cursor of the following page."""
    manager, visitor = manager_of(request), visitor_of(manager_of(request), request)
    if not visitor:
        return TableList([])
    page = await manager.database.read(lambda c: table_lists.page_of(c, visitor, limit, cursor))
    for table_id in page.ids:
        if table_id not in page.finished:
            await manager.try_get_table(table_id)  # so that he learns of one that cannot be opened, and why
    return await table_list(manager, page)


@get("/tables/{table_id:str}", responses=ERROR_RESPONSES)
async def show_table(request: ApiRequest, table_id: TableIdPath, invite: InviteHeader = None) -> TableInfo:
    """Public description of a table."""
    return table_info((await visible_table(request, table_id, invite))[0])


@get("/tables/{table_id:str}/board", responses=ERROR_RESPONSES)
async def board(request: ApiRequest, table_id: TableIdPath, invite: InviteHeader = None) -> dict[str, Any]:
    """The board of a table as data, with its drawing."""
    table, _ = await visible_table(request, table_id, invite)
    return load(table.row.game).page_board(table.game_log.record.options)


@get("/tables/{table_id:str}/glossary", responses=ERROR_RESPONSES)
async def table_glossary(
    request: ApiRequest, table_id: TableIdPath, invite: InviteHeader = None
) -> dict[str, dict[str, Any]]:
    """Every piece and term of a table by id: those of its game, and those of cards of its own."""
    table, _ = await visible_table(request, table_id, invite)
    return load(table.row.game).glossary_for(table.game_log.record.options)


HANDLERS = [create_table, list_tables, my_tables, show_table, board, table_glossary]
