"""The HTTP routes: tables, seats, records and moves for programs. `/api/openapi.json` describes them all."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from hordes.engine import games
from hordes.engine.errors import BadRequest, said
from hordes.engine.games import load
from hordes.server import accounts, archive, office, push, telling
from hordes.server.guard import address_of, bearer, visitor_of
from hordes.server.hall import Hall
from hordes.server.history import history, statistics
from hordes.server.limits import TooMuch
from hordes.server.ratings import ladder
from hordes.server.sockets import chosen_seat, perform
from hordes.server.table import Table
from hordes.server.telling import Viewpoint
from hordes.server.tokens import COOKIE, COOKIE_AGE, Forbidden, new_id
from hordes.server.wire import (
    Account,
    Ack,
    Answer,
    Back,
    CreateTable,
    FillSeat,
    Fork,
    GameInfo,
    GameList,
    History,
    Join,
    Me,
    Move,
    Preferences,
    Ratings,
    Refused,
    Resign,
    Seated,
    Snapshot,
    Statistics,
    Subscription,
    TableInfo,
    TableList,
    Tellable,
    Undo,
    Unsubscribe,
    Upload,
)

Ask = Request[Any, Any, Any]
Id = Annotated[str, PathParameter(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]+$")]
Word = Annotated[str, PathParameter(min_length=1, max_length=40)]
Invite = Annotated[str | None, HeaderParameter(name="x-invite", max_length=300, required=False)]
LONGEST_WAIT = 25.0
PROBLEMS = {
    400: ResponseSpec(Refused, description="The request is malformed, or a rule is against it"),
    403: ResponseSpec(Refused, description="Not allowed"),
    404: ResponseSpec(Refused, description="No such thing"),
    409: ResponseSpec(Refused, description="Not now: stale, taken, or against the rules of the game"),
    413: ResponseSpec(Refused, description="Too large"),
    429: ResponseSpec(Refused, description="Too much, or too fast"),
}


def hall_of(request: Ask) -> Hall:
    """The hall this request is for."""
    hall: Hall = request.app.state.hall
    return hall


def known(request: Ask) -> str:
    """Who asks; a stranger becomes a guest, and keeps that in a cookie."""
    return visitor_of(hall_of(request), request) or f"g:{new_id()}"


def signed(request: Ask, visitor: str, content: Any, status: int = HTTP_200_OK) -> Response[Any]:
    """An answer that also says who the visitor is from now on."""
    hall = hall_of(request)
    secure = hall.settings.public_url.startswith("https:")
    value = hall.signer.visitor(visitor)
    cookie = Cookie(key=COOKIE, value=value, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure)
    return Response(content, status_code=status, cookies=[cookie])


async def found(request: Ask, table_id: str, invite: str | None = None) -> tuple[Table, Viewpoint]:
    """A table and the seats the asker holds there; who may not watch is told that there is no such table."""
    hall = hall_of(request)
    table = await hall.table(table_id)
    held = table.seats_of(bearer(request), visitor_of(hall, request))
    if not table.may_watch(held, invite):
        raise archive.NoTable("There is no such table.")
    return table, held


def seat_of(table: Table, held: Viewpoint, wanted: int | None) -> int:
    """The seat that acts."""
    if not table.course.started:
        raise BadRequest(said("not_begun", "The game has not begun: the table waits for players."))
    return chosen_seat(table, held, wanted)


def spare_replays(request: Ask) -> None:
    """What plays a whole game again costs more than other requests."""
    if not hall_of(request).replays.take(address_of(request)):
        raise TooMuch(said("replays_many", "Too many replays at once; wait a moment."))


def spare_tables(request: Ask) -> None:
    """Tables stay; nobody makes them by the thousand."""
    if not hall_of(request).makings.take(address_of(request)):
        raise TooMuch(said("tables_many", "Too many new tables; wait a moment."))


# Games


@get("/games", responses=PROBLEMS)
async def list_games(request: Ask) -> GameList:
    """The games there are, and the levels of bots."""
    found_games = [(name, load(name)) for name in games.names()]
    infos = [GameInfo(name, game.rules_version, game.normalise({}), game.choices()) for name, game in found_games]
    return GameList(infos, hall_of(request).levels.names())


@get("/games/{name:str}/glossary", responses=PROBLEMS)
async def glossary(name: Word) -> dict[str, dict[str, Any]]:
    """Every piece and term of a game by id."""
    return load(name).glossary()


# Tables


@post("/tables", status_code=HTTP_201_CREATED, responses=PROBLEMS, raises=[])
async def create_table(request: Ask, data: JSONBody[CreateTable]) -> Response[Seated]:
    """A new table. It begins at once when no seat is open."""
    spare_tables(request)
    visitor = known(request)
    return signed(request, visitor, await office.create(hall_of(request), visitor, data), HTTP_201_CREATED)


@get("/tables", responses=PROBLEMS)
async def list_tables(request: Ask) -> TableList:
    """Public tables that wait for players or play."""
    hall = hall_of(request)
    ids = await hall.store.read(lambda c: archive.public_tables(c, 50))
    return TableList([(await hall.table(table_id)).info() for table_id in ids])


@get("/tables/{table_id:str}", responses=PROBLEMS)
async def show_table(request: Ask, table_id: Id, invite: Invite = None) -> TableInfo:
    """A table as everybody may see it."""
    return (await found(request, table_id, invite))[0].info()


@get("/tables/{table_id:str}/board", responses=PROBLEMS)
async def board(request: Ask, table_id: Id, invite: Invite = None) -> dict[str, Any]:
    """The board of a table as data, with its drawing."""
    table, _ = await found(request, table_id, invite)
    return load(table.row.game).board_data(table.course.record.options)


@get("/tables/{table_id:str}/glossary", responses=PROBLEMS)
async def table_glossary(request: Ask, table_id: Id, invite: Invite = None) -> dict[str, dict[str, Any]]:
    """Every piece and term of a table by id: those of its game, and those of cards of its own."""
    table, _ = await found(request, table_id, invite)
    return load(table.row.game).glossary_for(table.course.record.options)


@post("/tables/{table_id:str}/join", status_code=HTTP_200_OK, responses=PROBLEMS)
async def join(request: Ask, table_id: Id, data: JSONBody[Join]) -> Response[Seated]:
    """Sit down at a table."""
    hall, visitor = hall_of(request), known(request)
    return signed(request, visitor, await office.join(hall, visitor, await hall.table(table_id), data))


@post("/tables/{table_id:str}/leave", status_code=HTTP_204_NO_CONTENT, responses=PROBLEMS)
async def leave(request: Ask, table_id: Id) -> None:
    """Stand up before the game begins."""
    table, held = await found(request, table_id)
    await office.leave(hall_of(request), table, held)


@post("/tables/{table_id:str}/bots", status_code=HTTP_204_NO_CONTENT, responses=PROBLEMS)
async def fill(request: Ask, table_id: Id, data: JSONBody[FillSeat]) -> None:
    """Give an open seat to a bot."""
    hall = hall_of(request)
    await office.fill(hall, visitor_of(hall, request), await hall.table(table_id), data)


@post("/tables/{table_id:str}/rematch", status_code=HTTP_201_CREATED, responses=PROBLEMS)
async def rematch(request: Ask, table_id: Id) -> Seated:
    """The same table again."""
    hall = hall_of(request)
    return await office.rematch(hall, visitor_of(hall, request), await hall.table(table_id))


@get("/tables/{table_id:str}/token", responses=PROBLEMS)
async def token(request: Ask, table_id: Id) -> Seated:
    """The token of one's seats, for another device or a program that plays for one."""
    table, held = await found(request, table_id)
    if not held:
        raise Forbidden(said("not_here", "You do not sit here."))
    return Seated(table_id, list(held), hall_of(request).signer.seat(table_id, table.seats[held[0]].nonce))


@post("/tables/{table_id:str}/claim", status_code=HTTP_200_OK, responses=PROBLEMS)
async def claim(request: Ask, table_id: Id) -> Response[Seated]:
    """Show a seat's token on a new device: from then on its cookie will do."""
    hall, token = hall_of(request), bearer(request)
    if token is None:
        raise Forbidden(said("token_needed", "This takes the token of a seat."))
    table, held = await found(request, table_id)
    visitor = visitor_of(hall, request) or table.seats[held[0]].owner or known(request)
    await office.claim(hall, visitor, table, held)
    return signed(request, visitor, Seated(table_id, list(held), token))


# Records


@get("/tables/{table_id:str}/record", responses=PROBLEMS)
async def record(request: Ask, table_id: Id, invite: Invite = None) -> dict[str, Any]:
    """The game as a record."""
    spare_replays(request)
    table, held = await found(request, table_id, invite)
    return table.record(held)


@get("/tables/{table_id:str}/history", responses=PROBLEMS)
async def show_history(request: Ask, table_id: Id, invite: Invite = None) -> History:
    """The game from its beginning, line by line, as the asker may see it: for a replay."""
    spare_replays(request)
    table, held = await found(request, table_id, invite)
    return await history(table, held)


@get("/tables/{table_id:str}/statistics", responses=PROBLEMS)
async def show_statistics(request: Ask, table_id: Id, invite: Invite = None) -> Statistics:
    """Coins per turn, by source."""
    spare_replays(request)
    table, _ = await found(request, table_id, invite)
    return await statistics(table)


@post("/tables/{table_id:str}/fork", status_code=HTTP_201_CREATED, responses=PROBLEMS)
async def fork(request: Ask, table_id: Id, data: JSONBody[Fork], invite: Invite = None) -> Response[Seated]:
    """A new table that begins at a moment of this one."""
    spare_tables(request)
    table, _ = await found(request, table_id, invite)
    visitor = known(request)
    return signed(request, visitor, await office.fork(hall_of(request), visitor, table, data), HTTP_201_CREATED)


@post("/records", status_code=HTTP_201_CREATED, responses=PROBLEMS)
async def upload(request: Ask, data: JSONBody[Upload]) -> Response[Seated]:
    """A table made of a record."""
    spare_tables(request)
    visitor = known(request)
    return signed(request, visitor, await office.upload(hall_of(request), visitor, data), HTTP_201_CREATED)


# Play, for programs


@get("/tables/{table_id:str}/view", responses=PROBLEMS)
async def view(
    request: Ask,
    table_id: Id,
    since: Annotated[int, QueryParameter(ge=-1, le=100_000)] = -1,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 0.0,
    invite: Invite = None,
) -> Snapshot:
    """Where the game stands for the asker; with `wait`, not before the table has got beyond ply `since`."""
    table, held = await found(request, table_id, invite)
    end = asyncio.get_running_loop().time() + wait
    while table.course.ply <= since and (left := end - asyncio.get_running_loop().time()) > 0:
        await table.wait_for_news(left)
    return telling.snapshot_of(table.course, held, table.facts())


@post("/tables/{table_id:str}/moves", status_code=HTTP_200_OK, responses=PROBLEMS)
async def move(request: Ask, table_id: Id, data: JSONBody[Move]) -> Ack:
    """A move; answered when it is stored."""
    table, held = await found(request, table_id)
    return await perform(table, seat_of(table, held, data.seat), data)


@post("/tables/{table_id:str}/undo", status_code=HTTP_200_OK, responses=PROBLEMS)
async def undo(request: Ask, table_id: Id, data: JSONBody[Undo]) -> Ack:
    """Take back one's last move, or ask to go back further."""
    table, held = await found(request, table_id)
    return await perform(table, seat_of(table, held, data.seat), data)


@post("/tables/{table_id:str}/answer", status_code=HTTP_200_OK, responses=PROBLEMS)
async def answer(request: Ask, table_id: Id, data: JSONBody[Answer]) -> Ack:
    """Agree to going back, or not."""
    table, held = await found(request, table_id)
    return await perform(table, seat_of(table, held, data.seat), data)


@post("/tables/{table_id:str}/resign", status_code=HTTP_200_OK, responses=PROBLEMS)
async def resign(request: Ask, table_id: Id, data: JSONBody[Resign]) -> Ack:
    """Give up."""
    table, held = await found(request, table_id)
    return await perform(table, seat_of(table, held, data.seat), data)


@post("/tables/{table_id:str}/back", status_code=HTTP_200_OK, responses=PROBLEMS)
async def back(request: Ask, table_id: Id, data: JSONBody[Back]) -> Ack:
    """Take one's seat again from the bot."""
    table, held = await found(request, table_id)
    return await perform(table, seat_of(table, held, data.seat), data)


# Accounts


def slow_down(request: Ask) -> None:
    """Passwords are not to be guessed."""
    if not hall_of(request).logins.take(address_of(request)):
        raise TooMuch(said("attempts_many", "Too many attempts; wait a moment."))


@post("/accounts", status_code=HTTP_201_CREATED, responses=PROBLEMS)
async def register(request: Ask, data: JSONBody[Account]) -> Response[Me]:
    """A new account."""
    slow_down(request)
    visitor = await accounts.register(hall_of(request), visitor_of(hall_of(request), request), data)
    return signed(request, visitor, Me(data.name), HTTP_201_CREATED)


@post("/session", status_code=HTTP_201_CREATED, responses=PROBLEMS)
async def log_in(request: Ask, data: JSONBody[Account]) -> Response[Me]:
    """Log in."""
    slow_down(request)
    visitor = await accounts.log_in(hall_of(request), visitor_of(hall_of(request), request), data)
    return signed(request, visitor, await accounts.me(hall_of(request), visitor), HTTP_201_CREATED)


@delete("/session", status_code=HTTP_200_OK, responses=PROBLEMS)
async def log_out(request: Ask) -> Response[Me]:
    """Log out: be a new guest."""
    return signed(request, f"g:{new_id()}", Me())


@get("/me", responses=PROBLEMS)
async def me(request: Ask) -> Me:
    """Who one is."""
    return await accounts.me(hall_of(request), visitor_of(hall_of(request), request))


@put("/me", status_code=HTTP_204_NO_CONTENT, responses=PROBLEMS)
async def prefer(request: Ask, data: JSONBody[Preferences]) -> None:
    """Keep preferences."""
    await accounts.prefer(hall_of(request), visitor_of(hall_of(request), request), data)


@get("/push", responses=PROBLEMS)
async def push_key(request: Ask) -> Tellable:
    """How "your turn" can be told: the key with which a page subscribes to Web Push, and whether mail is sent."""
    return hall_of(request).herald.ways()


@post("/push", status_code=HTTP_200_OK, responses=PROBLEMS)
async def subscribe(request: Ask, data: JSONBody[Subscription]) -> Response[Tellable]:
    """Be told on this browser; a guest can ask for that as well."""
    hall, visitor = hall_of(request), known(request)
    if not hall.herald.pusher.on:
        told = "This server sends no push messages; it needs pip install 'hordes[push]'."
        raise BadRequest(said("push_off", told))
    device = hall.herald.pusher.check(push.Device(data.endpoint, data.keys.p256dh, data.keys.auth))
    await hall.store.write(lambda c: push.remember(c, visitor, device))
    return signed(request, visitor, hall.herald.ways())


@delete("/push", status_code=HTTP_204_NO_CONTENT, responses=PROBLEMS)
async def unsubscribe(request: Ask, data: JSONBody[Unsubscribe]) -> None:
    """Be told on this browser no more."""
    visitor = visitor_of(hall_of(request), request)
    await hall_of(request).store.write(lambda c: push.forget(c, data.endpoint, visitor))


@get("/me/tables", responses=PROBLEMS)
async def my_tables(request: Ask) -> TableList:
    """The tables where one sits or has sat, newest first."""
    hall, visitor = hall_of(request), visitor_of(hall_of(request), request)
    ids = await hall.store.read(lambda c: archive.tables_of(c, visitor)) if visitor else []
    return TableList([(await hall.table(table_id)).info() for table_id in ids])


@get("/ratings/{game:str}", responses=PROBLEMS)
async def ratings(request: Ask, game: Word) -> Ratings:
    """The ladder of a game."""
    return Ratings(await hall_of(request).store.read(lambda c: ladder(c, load(game).name)))


@get("/players/{player:str}", responses=PROBLEMS)
async def player(request: Ask, player: Word) -> Ratings:
    """The ratings of a player."""
    return Ratings(await hall_of(request).store.read(lambda c: ladder(c, "", player)))


API = Router(
    "/api",
    route_handlers=[
        *[list_games, glossary, create_table, list_tables, show_table, board, table_glossary],
        *[join, leave, fill, rematch, token, claim],
        *[record, show_history, show_statistics, fork, upload, view, move, undo, answer, resign, back],
        *[register, log_in, log_out, me, prefer, push_key, subscribe, unsubscribe, my_tables, ratings, player],
    ],
)
