"""Routes: the chat of a table: switching it off, muting people, reporting lines."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from hordes.server.http.middleware import visitor_of
from hordes.server.http.routes.common import (
    ERROR_RESPONSES,
    ApiRequest,
    InviteHeader,
    SessionNumber,
    TableIdPath,
    manager_of,
    visible_table,
)
from hordes.server.moderation import muting, removal, reports
from hordes.server.protocol.tables import ChatSwitch, Mute, MutedList, Report


@post("/tables/{table_id:str}/chat", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def switch_chat(request: ApiRequest, table_id: TableIdPath, data: JSONBody[ChatSwitch]) -> None:
    """Switch the chat of one's own table on or off."""
    manager = manager_of(request)
    table = await manager.get_table(table_id)
    await removal.switch_chat(manager, visitor_of(manager, request), table, data.enabled)


@post("/tables/{table_id:str}/mute", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def mute(
    request: ApiRequest, table_id: TableIdPath, data: JSONBody[Mute], invite: InviteHeader = None
) -> MutedList:
    """Mute the author of a line of the chat, for oneself, at all tables."""
    table, _ = await visible_table(request, table_id, invite)
    return await muting.mute(manager_of(request), visitor_of(manager_of(request), request), table, data.line)


@get("/me/muted", responses=ERROR_RESPONSES)
async def list_muted(request: ApiRequest) -> MutedList:
    """Whose chat one is not shown."""
    visitor = visitor_of(manager_of(request), request)
    return MutedList(await manager_of(request).database.read(lambda c: muting.list_muted(c, visitor)))


@delete("/me/muted/{number:int}", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def unmute(request: ApiRequest, number: SessionNumber) -> None:
    """Be shown somebody's chat again."""
    await muting.unmute(manager_of(request), visitor_of(manager_of(request), request), number)


@post("/tables/{table_id:str}/report", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def report(
    request: ApiRequest, table_id: TableIdPath, data: JSONBody[Report], invite: InviteHeader = None
) -> None:
    """Report a line of the chat to whoever runs the server, who is shown the lines around it as well."""
    table, _ = await visible_table(request, table_id, invite)
    await reports.report(manager_of(request), visitor_of(manager_of(request), request), table, data)


HANDLERS = [switch_chat, mute, list_muted, unmute, report]
