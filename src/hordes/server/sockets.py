"""The socket of a viewer: the first message says who asks; then moves and chat come in and what happens goes out."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send

from hordes.engine.errors import Refusal, said
from hordes.server.guard import address_of, refusal_of, same_origin, visitor_of
from hordes.server.hall import Hall
from hordes.server.limits import Bucket, TooMuch
from hordes.server.sentences import sentence_of
from hordes.server.table import Table
from hordes.server.telling import Viewpoint, encode
from hordes.server.tokens import Forbidden
from hordes.server.watcher import Watcher
from hordes.server.wire import Ack, Answer, Back, Bye, FromClient, Hello, Move, No, Ping, Pong, Resign, Say, Undo

log = logging.getLogger("hordes.sockets")
PATH = "/ws"
HELLO_SECONDS = 10
LAST_WORDS = 2
POLICY, TRY_LATER, AWAY = 1008, 1013, 1001
decode = msgspec.json.Decoder(FromClient).decode


class Gone(Exception):
    """The other side has closed the line."""


class Socket:
    """A WebSocket as the server hands it over. Nothing stands between it and us: every message counts at the bench."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        self._receive: Any = receive
        self._send: Any = send

    async def accept(self) -> None:
        """Open the line."""
        if (await self._receive())["type"] != "websocket.connect":
            raise Gone
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str | bytes:
        """The next message; raises `Gone` when there is none."""
        event = await self._receive()
        if event["type"] != "websocket.receive":
            raise Gone
        data: str | bytes = event.get("text") or event.get("bytes") or ""
        return data

    async def send(self, message: bytes) -> None:
        """One message."""
        await self._send({"type": "websocket.send", "text": message.decode()})

    async def close(self, code: int, reason: str = "") -> None:
        """End it; before it is accepted, that is a refusal."""
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


async def viewer(hall: Hall, scope: Scope, receive: Receive, send: Send) -> None:
    """A viewer comes, is heard out, and goes."""
    socket = Socket(scope, receive, send)
    address = address_of(socket.connection)
    refused = refusal_of(hall, socket.connection) is not None or not same_origin(hall.settings, socket.connection)
    if refused or hall.stopping or scope["path"] != PATH:
        await socket.close(POLICY)
        return
    if not hall.sockets.enter(address):
        hall.metrics.count("refused", "sockets")
        await socket.close(TRY_LATER)
        return
    try:
        await socket.accept()
        await Visit(hall, socket).run()
    except (Gone, OSError):
        pass  # whoever goes away need not say so
    except Exception:
        log.exception("a socket failed")
        hall.metrics.count("failures")
    finally:
        hall.sockets.leave(address)


class Visit:
    """One viewer's stay."""

    def __init__(self, hall: Hall, socket: Socket) -> None:
        self.hall, self.socket = hall, socket
        self.rate = Bucket(hall.settings.max_messages, 3 * hall.settings.max_messages)
        self.chat = Bucket(0.5, 5)
        self.watcher = Watcher((), hall.settings.max_queue)

    async def run(self) -> None:
        """From the first message to the last."""
        try:
            table, hello = await asyncio.wait_for(self._hello(), HELLO_SECONDS)
        except TimeoutError:
            await self.socket.close(POLICY, "no hello")
            return
        except Refusal as refusal:
            await self.socket.send(encode(No(refusal.code, str(refusal), said=sentence_of(refusal.saying))))
            await self.socket.close(POLICY, refusal.code)
            return
        sender = asyncio.create_task(self._send(table))
        reader = asyncio.create_task(self._read(table))
        try:
            await table.greet(self.watcher, hello.ply, hello.chat)
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
            if self.watcher.ended:
                await asyncio.wait({sender}, timeout=LAST_WORDS)
        finally:
            table.watchers.discard(self.watcher)
            for task in (sender, reader):
                task.cancel()
            await asyncio.gather(sender, reader, return_exceptions=True)
            if self.watcher.viewpoint and not self.hall.stopping:
                table.tell_table()
                self.hall.presence.announce(table)

    async def _hello(self) -> tuple[Table, Hello]:
        message = await self._receive()
        if not isinstance(message, Hello):
            raise Refusal(said("hello_first", "The first message is a hello."))
        table = await self.hall.table(message.table)
        held = table.seats_of(message.token, visitor_of(self.hall, self.socket.connection))
        if not table.may_watch(held, message.invite):
            raise Forbidden(said("not_open", "This table is not open to you."))
        if len(table.watchers) >= self.hall.settings.max_watchers and not held:
            raise TooMuch(said("spectators_full", "This table has as many spectators as it can bear."))
        self.watcher.viewpoint = held
        return table, message

    async def _receive(self) -> FromClient:
        data = await self.socket.receive()
        if not self.rate.take():
            raise TooMuch(said("messages_many", "Too many messages."))
        try:
            message: FromClient = decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            told = "This message is not understood: {reason}"
            raise Refusal(said("not_understood", told, reason=str(error)[:200])) from None
        return message

    async def _send(self, table: Table) -> None:
        """Everything queued, in order; then the end."""
        while True:
            message = await self.watcher.next()
            if message is None:
                break
            await self.socket.send(message)
        if self.watcher.ended:
            await self.socket.send(encode(Bye(self.watcher.ended, table.course.ply)))
        self.hall.metrics.count("dropped", "slow" if self.watcher.dropped else "end")
        await self.socket.close(TRY_LATER if self.watcher.dropped else AWAY)

    async def _read(self, table: Table) -> None:
        while True:
            try:
                message = await self._receive()
            except Gone:
                return
            except TooMuch as refusal:
                self.watcher.push(
                    encode(No(refusal.code, str(refusal), table.course.ply, said=sentence_of(refusal.saying)))
                )
                self.watcher.end("Too many messages; come again more slowly.")
                return
            except Refusal as refusal:
                self.watcher.push(
                    encode(No(refusal.code, str(refusal), table.course.ply, said=sentence_of(refusal.saying)))
                )
                continue
            await self._answer(table, message)

    async def _answer(self, table: Table, message: FromClient) -> None:
        word = getattr(message, "id", "")
        begin = time.perf_counter()
        reply: Ack | Pong | No | None
        try:
            reply = await self._do(table, message)
        except Refusal as refusal:
            reply = No(refusal.code, str(refusal), table.course.ply, word, sentence_of(refusal.saying))
        except Exception:
            log.exception("a message failed")
            self.hall.metrics.count("failures")
            told = said("not_stored", "It could not be stored; send it again.")
            reply = No("not_stored", str(told), table.course.ply, word, sentence_of(told))
        if isinstance(reply, Ack):
            self.hall.metrics.time("act", time.perf_counter() - begin)
        if reply is not None:
            self.watcher.push(encode(reply))

    async def _do(self, table: Table, message: FromClient) -> Ack | Pong | None:
        if isinstance(message, Ping):
            return Pong(table.course.ply)
        if isinstance(message, Hello):
            raise Refusal(said("hello_twice", "You have said hello already."))
        if isinstance(message, Say):
            await self._say(table, message)
            return None
        seat = chosen_seat(table, self.watcher.viewpoint, message.seat)
        return await perform(table, seat, message)

    async def _say(self, table: Table, message: Say) -> None:
        if not (self.chat.take() and self.hall.talks.take(address_of(self.socket.connection))):
            raise TooMuch(said("chat_fast", "You talk too fast; wait a moment."))
        held = self.watcher.viewpoint
        await table.say(held, table.seats[held[0]].name if held else "Spectator", message.text)


def chosen_seat(table: Table, held: Viewpoint, wanted: int | None) -> int:
    """The seat that acts: the one named, or among several the one to move. Only one's own."""
    if not held:
        raise Forbidden(said("spectator", "Spectators cannot do that."))
    if wanted is None:
        return table.course.to_move if table.course.to_move in held else held[0]
    if wanted not in held:
        raise Forbidden(said("seat_not_yours", "Seat {seat} is not yours.", seat=wanted))
    return wanted


async def perform(table: Table, seat: int, message: Move | Undo | Answer | Resign | Back) -> Ack:
    """Do what a seat asks for; the door for sockets and HTTP alike."""
    if isinstance(message, Move):
        return await table.move(seat, message.ply, message.text, message.id)
    if isinstance(message, Undo):
        return await table.undo(seat, message.ply, message.to, message.id)
    if isinstance(message, Answer):
        return await table.answer(seat, message.ply, message.agree, message.id)
    if isinstance(message, Resign):
        return await table.resign(seat, message.id)
    return await table.back(seat, message.id)
