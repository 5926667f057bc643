"""WebSocket endpoint: a hello message authenticates the viewer; then requests come in and messages go out."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import PieceError, Refusal, translatable
from hordes.server.auth.sessions import NOBODY, session_ended, visitor_of_cookie
from hordes.server.auth.tokens import COOKIE, Forbidden
from hordes.server.db.engine import error_reason
from hordes.server.http.middleware import address_of, is_same_origin, request_refusal
from hordes.server.http.rate_limits import LimitExceeded, TokenBucket
from hordes.server.http.request_checks import check_texts
from hordes.server.http.rule_messages import sentence_of
from hordes.server.http.validation_messages import explain_decoding
from hordes.server.limits.quotas import is_account
from hordes.server.live.live_table import LiveTable
from hordes.server.live.messages import Viewpoint, encode, refusal_message
from hordes.server.live.subscriber import POLICY_VIOLATION, TRY_LATER, Access, Subscriber
from hordes.server.live.table_manager import TableManager
from hordes.server.live.unreadable_tables import GameFailed
from hordes.server.moderation.muting import muted_by
from hordes.server.protocol.messages import (
    Ack,
    Bye,
    Contribute,
    FromClient,
    Hello,
    Move,
    Ping,
    Pong,
    PostChat,
    RequestRefused,
    Resign,
    ReturnToSeat,
    Undo,
    UndoAnswer,
)

log = logging.getLogger("hordes.sockets")
WEBSOCKET_PATH = "/ws"
HELLO_SECONDS = 10
"""Time in which a client has to send its hello."""
FLUSH_SECONDS = 2
"""Time for the last queued messages to be sent before the connection is closed."""
decode = msgspec.json.Decoder(FromClient).decode
SeatAction = Move | Undo | UndoAnswer | Resign | ReturnToSeat | Contribute


class Disconnected(Exception):
    """The client has closed the connection."""


class TooManyHellos(LimitExceeded):
    """A client connects too often; it may come again."""


class Socket:
    """A thin wrapper around the ASGI WebSocket callables, without a framework in between, for speed."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        self._receive: Any = receive
        self._send: Any = send

    async def accept(self) -> None:
        """Accept the connection."""
        if (await self._receive())["type"] != "websocket.connect":
            raise Disconnected
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str | bytes:
        """The next message; raises `Disconnected` when the client has closed."""
        event = await self._receive()
        if event["type"] != "websocket.receive":
            raise Disconnected
        data: str | bytes = event.get("text") or event.get("bytes") or ""
        return data

    async def send(self, message: bytes) -> None:
        """Send one text message."""
        await self._send({"type": "websocket.send", "text": message.decode()})

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection; before `accept` this rejects it."""
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


async def serve_websocket(manager: TableManager, scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI handler of one WebSocket connection, from the connection limits to its end."""
    socket = Socket(scope, receive, send)
    address = address_of(socket.connection)
    is_refused = request_refusal(manager, socket.connection) is not None
    is_foreign = not is_same_origin(manager.settings, socket.connection)
    if is_refused or is_foreign or manager.is_stopping or scope["path"] != WEBSOCKET_PATH:
        await socket.close(POLICY_VIOLATION)
        return
    if not manager.socket_slots.acquire(address):
        await _refuse_socket(manager, socket)
        return
    account = ""
    try:
        visitor = await visitor_of_cookie(manager, socket.connection.cookies.get(COOKIE, ""))
        if is_account(visitor.name):
            if not manager.account_slots.acquire(visitor.name):
                await _refuse_socket(manager, socket)
                return
            account = visitor.name
        await socket.accept()
        await ViewerSession(manager, socket).run()
    except (Disconnected, OSError):
        pass  # the client has gone
    except SQLAlchemyError as error:
        log.error("a socket failed in the database: %s", error_reason(error))
        await socket.close(TRY_LATER)
    except Exception:
        log.exception("a socket failed")
        manager.metrics.failures.inc()
    finally:
        manager.socket_slots.release(address)
        if account:
            manager.account_slots.release(account)


async def _refuse_socket(manager: TableManager, socket: Socket) -> None:
    """Refuse a connection beyond the numbers that one client, or all, may have."""
    manager.metrics.refused.labels("sockets").inc()
    await socket.close(TRY_LATER)


class ViewerSession:
    """One viewer's connection: handshake, then a send loop and a read loop until either ends."""

    def __init__(self, manager: TableManager, socket: Socket) -> None:
        self.manager, self.socket = manager, socket
        self.message_bucket = TokenBucket(manager.settings.max_messages, 3 * manager.settings.max_messages)
        self.chat_bucket = TokenBucket(0.5, 5)
        self.subscriber = Subscriber((), manager.settings.max_queue)

    async def run(self) -> None:
        """Run the session until the client disconnects or the server closes it."""
        try:
            table, hello = await asyncio.wait_for(self._handshake(), HELLO_SECONDS)
        except TimeoutError:
            await self.socket.close(TRY_LATER, "no hello")  # a slow line, perhaps: pages take the other code as final
            return
        except Refusal as refusal:
            await self.socket.send(encode(refusal_message(refusal)))
            await self.socket.close(TRY_LATER if isinstance(refusal, TooManyHellos) else POLICY_VIOLATION, refusal.code)
            return
        tasks = [sender := asyncio.create_task(self._send_loop(table))]
        try:
            is_behind = hello.ply is not None and hello.ply < table.game_log.ply
            may_replay = is_behind and self.manager.catch_up_buckets.take(address_of(self.socket.connection))
            await table.feed.subscribe(self.subscriber, hello.ply, hello.chat, may_replay)
            await self._check_still_welcome(table)
            # Only now: what a request brings about is sent to subscribers, and before its acknowledgement.
            tasks.append(asyncio.create_task(self._read_loop(table)))
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self.subscriber.close_reason:
                await asyncio.wait({sender}, timeout=FLUSH_SECONDS)
        except PieceError:
            log.exception("a game failed at table %s", table.row.id)
            self.manager.metrics.failures.inc()
            await self.socket.send(encode(refusal_message(GameFailed(), table.game_log.ply)))
            await self.socket.close(POLICY_VIOLATION, GameFailed.code)
        finally:
            table.feed.subscribers.pop(self.subscriber, None)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.subscriber.viewpoint and not self.manager.is_stopping:
                table.feed.publish_table_info()
                self.manager.presence.announce(table)

    async def _handshake(self) -> tuple[LiveTable, Hello]:
        """Read the hello, find its table and check that the visitor may watch."""
        message = await self._receive()
        if not isinstance(message, Hello):
            raise Refusal(translatable("hello_first", "The first message is a hello."))
        if not self.manager.hello_buckets.take(address_of(self.socket.connection)):
            raise TooManyHellos(translatable("hellos_many", "Too many connections in a short time; wait a moment."))
        table = await self.manager.get_table(message.table)
        self.subscriber.access = await self._access(message.token)
        held = await table.find_seats(message.token, self.subscriber.access.visitor.name)
        if not table.may_watch(held, message.invite):
            raise Forbidden(translatable("not_open", "This table is not open to you."))
        if len(table.feed.subscribers) >= self.manager.settings.max_watchers and not held:
            raise LimitExceeded(translatable("spectators_full", "This table has as many spectators as it can bear."))
        self.subscriber.viewpoint = held
        return table, message

    async def _access(self, token: str | None) -> Access:
        """By what this viewer holds seats, and whom they have muted."""
        visitor = await visitor_of_cookie(self.manager, self.socket.connection.cookies.get(COOKIE, ""))
        if not visitor.name:
            return Access(token=token)
        return Access(visitor, token, await self.manager.database.read(lambda c: muted_by(c, visitor.name)))

    async def _check_still_welcome(self, table: LiveTable) -> None:
        """Close at once if the session or the seats ended while the viewer was coming in, before notices were heard."""
        access = self.subscriber.access
        if access.visitor.name.startswith("a:"):
            cookie = self.socket.connection.cookies.get(COOKIE, "")
            if await visitor_of_cookie(self.manager, cookie) == NOBODY:
                self.subscriber.refuse(session_ended())
        table.check_viewer(self.subscriber)

    async def _receive(self) -> FromClient:
        """Read and decode the next message; refuses a malformed one, and too many."""
        data = await self.socket.receive()
        if not self.message_bucket.take():
            raise LimitExceeded(translatable("messages_many", "Too many messages."))
        try:
            message: FromClient = decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refusal(explain_decoding(error)) from None
        values = [getattr(message, name) for name in message.__struct_fields__]
        check_texts(value for value in values if isinstance(value, str))
        return message

    async def _send_loop(self, table: LiveTable) -> None:
        """Send queued messages in order, then say why the connection is closed."""
        while True:
            message = await self.subscriber.next_message()
            if message is None:
                break
            await self.socket.send(message)
        if self.subscriber.close_reason:
            await self.socket.send(encode(Bye(self.subscriber.close_reason, table.game_log.ply)))
        self.manager.metrics.dropped.labels("slow" if self.subscriber.is_dropped else "end").inc()
        await self.socket.close(TRY_LATER if self.subscriber.is_dropped else self.subscriber.close_code)

    async def _read_loop(self, table: LiveTable) -> None:
        """Read requests and queue their answers until the client disconnects or sends too many."""
        while True:
            try:
                message = await self._receive()
            except Disconnected:
                return
            except Refusal as refusal:
                self.subscriber.queue_message(encode(refusal_message(refusal, table.game_log.ply)))
                if isinstance(refusal, LimitExceeded):
                    self.subscriber.close_after_queue("Too many messages; come again more slowly.")
                    return
                continue
            await self._answer(table, message)

    async def _answer(self, table: LiveTable, message: FromClient) -> None:
        """Carry out a request and queue the reply."""
        request_id = getattr(message, "id", "")
        started = time.perf_counter()
        reply: Ack | Pong | RequestRefused | None
        try:
            reply = await self._perform(table, message)
        except Refusal as refusal:
            reply = refusal_message(refusal, table.game_log.ply, request_id)
        except PieceError:
            log.exception("a game failed at table %s", table.row.id)
            self.manager.metrics.failures.inc()
            reply = refusal_message(GameFailed(), table.game_log.ply, request_id)
        except Exception as error:
            if isinstance(error, SQLAlchemyError):
                log.error("a message failed in the database: %s", error_reason(error))
            else:
                log.exception("a message failed")
            self.manager.metrics.failures.inc()
            not_stored = translatable("not_stored", "It could not be stored; send it again.")
            reply = RequestRefused(
                "not_stored", str(not_stored), table.game_log.ply, request_id, sentence_of(not_stored)
            )
        if isinstance(reply, Ack):
            self.manager.metrics.act.observe(time.perf_counter() - started)
        if reply is not None:
            self.subscriber.queue_message(encode(reply))

    async def _perform(self, table: LiveTable, message: FromClient) -> Ack | Pong | None:
        if isinstance(message, Ping):
            return Pong(table.game_log.ply)
        if isinstance(message, Hello):
            raise Refusal(translatable("hello_twice", "You have said hello already."))
        if isinstance(message, PostChat):
            await self._post_chat(table, message)
            return None
        return await perform_action(table, self.subscriber.viewpoint, message)

    async def _post_chat(self, table: LiveTable, message: PostChat) -> None:
        if not (self.chat_bucket.take() and self.manager.chat_buckets.take(address_of(self.socket.connection))):
            raise LimitExceeded(translatable("chat_fast", "You talk too fast; wait a moment."))
        held, owner = self.subscriber.viewpoint, self.subscriber.access.visitor.name
        name = table.seats[held[0]].name if held else "Spectator"
        await table.feed.post_chat(held, name, message.text, table.seats[held[0]].owner or owner if held else owner)


def acting_seat(table: LiveTable, held: Viewpoint, requested: int | None) -> int:
    """The seat a request acts for: the one named, else the one to move; it must be among those held."""
    if not held:
        raise Forbidden(translatable("spectator", "Spectators cannot do that."))
    if requested is None:
        return table.game_log.to_move if table.game_log.to_move in held else held[0]
    if requested not in held:
        raise Forbidden(translatable("seat_not_yours", "Seat {seat} is not yours.", seat=requested))
    return requested


async def perform_action(table: LiveTable, held: Viewpoint, message: SeatAction) -> Ack:
    """Carry out a request of somebody who holds these seats; shared by WebSocket and HTTP.

    One that is in the log already is acknowledged again, not refused because of what has happened since.
    """
    seat = acting_seat(table, held, message.seat)
    seats = held if message.seat is None else (seat,)
    is_ambiguous = len(seats) > 1 and isinstance(message, Resign | ReturnToSeat)  # it must not hit the next seat, too
    if is_ambiguous and (stored := await table.stored_before(seats, message.id)) is not None:
        return stored
    if not table.game_log.has_started or getattr(message, "ply", 0) > table.game_log.ply:
        await table.catch_up()  # the client may have seen what another process has written
    try:
        return await _perform_for_seat(table, seat, message)
    except Refusal:
        if (stored := await table.stored_before(seats, message.id)) is None:
            raise
        return stored


async def _perform_for_seat(table: LiveTable, seat: int, message: SeatAction) -> Ack:
    if isinstance(message, Contribute):
        return await table.contribute(seat, message.text, message.id)
    table.game_log.check_started()
    if isinstance(message, Move):
        return await table.move(seat, message.ply, message.text, message.id)
    if isinstance(message, Undo):
        return await table.undo(seat, message.ply, message.to, message.id)
    if isinstance(message, UndoAnswer):
        return await table.answer_undo_request(seat, message.ply, message.agree, message.id)
    if isinstance(message, Resign):
        return await table.resign(seat, message.id)
    return await table.return_to_seat(seat, message.id)
