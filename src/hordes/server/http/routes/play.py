"""Routes: the current state, moves and other actions of a seat, for programs without a WebSocket."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from hordes.server.http.middleware import look_up_visitor
from hordes.server.http.routes.common import ERROR_RESPONSES, ApiRequest, InviteHeader, TableIdPath, visible_table
from hordes.server.live import messages
from hordes.server.live.websocket import SeatAction, perform_action
from hordes.server.protocol.messages import Ack, Contribute, Move, Resign, ReturnToSeat, Snapshot, Undo, UndoAnswer

MAX_WAIT_SECONDS = 25.0
"""Longest time a long-polling request is held."""


async def act(request: ApiRequest, table_id: str, action: SeatAction) -> Ack:
    """Perform an action for the visitor's seat; answered when it is stored."""
    return await perform_action(*await visible_table(request, table_id), action)


@get("/tables/{table_id:str}/view", responses=ERROR_RESPONSES)
async def view(
    request: ApiRequest,
    table_id: TableIdPath,
    since: Annotated[int, QueryParameter(ge=-1, le=100_000)] = -1,
    wait: Annotated[float, QueryParameter(ge=0, le=MAX_WAIT_SECONDS)] = 0.0,
    invite: InviteHeader = None,
) -> Snapshot:
    """The current state for the visitor; with `wait` (long polling), once the table is past ply `since`."""
    table, held = await visible_table(request, table_id, invite)
    end = asyncio.get_running_loop().time() + wait
    while table.game_log.ply <= since and (left := end - asyncio.get_running_loop().time()) > 0:
        await table.wait_for_entry(left)
    if wait:  # the session may have ended meanwhile, or the seat have another owner
        await look_up_visitor(request)
        table, held = await visible_table(request, table_id, invite)
    return messages.build_snapshot(table.game_log, held, table.facts())


@post("/tables/{table_id:str}/moves", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def move(request: ApiRequest, table_id: TableIdPath, data: JSONBody[Move]) -> Ack:
    """Make a move; answered when it is stored."""
    return await act(request, table_id, data)


@post("/tables/{table_id:str}/undo", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def undo(request: ApiRequest, table_id: TableIdPath, data: JSONBody[Undo]) -> Ack:
    """Undo one's last move, or ask the others to rewind further."""
    return await act(request, table_id, data)


@post("/tables/{table_id:str}/answer", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def answer(request: ApiRequest, table_id: TableIdPath, data: JSONBody[UndoAnswer]) -> Ack:
    """Answer an undo request."""
    return await act(request, table_id, data)


@post("/tables/{table_id:str}/resign", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def resign(request: ApiRequest, table_id: TableIdPath, data: JSONBody[Resign]) -> Ack:
    """Give the game up; a bot plays on for the seat while others play."""
    return await act(request, table_id, data)


@post("/tables/{table_id:str}/back", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def back(request: ApiRequest, table_id: TableIdPath, data: JSONBody[ReturnToSeat]) -> Ack:
    """Take one's seat back from the bot."""
    return await act(request, table_id, data)


@post("/tables/{table_id:str}/contribute", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def contribute(request: ApiRequest, table_id: TableIdPath, data: JSONBody[Contribute]) -> Ack:
    """Add a text of one's own to what the dice are made of, before the game begins."""
    return await act(request, table_id, data)


HANDLERS = [view, move, undo, answer, resign, back, contribute]
