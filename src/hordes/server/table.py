"""A live table: its course, who sits and who watches, and the one way in which anything happens at it.

Whatever is to happen becomes a line of the log. The line is stored, then applied, then told to everybody, in this
order and one at a time. If another process was faster, the log refuses the line; we read what came before it and see
whether it still makes sense.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import NotTheMoment, Refusal, said
from hordes.engine.games import load
from hordes.server import archive, entries, telling
from hordes.server.archive import GameRow, SeatRow
from hordes.server.clock import deadline, store_is_empty
from hordes.server.course import Course, Played, Stale, Told
from hordes.server.entries import TABLE, AnyBody, Away, Entry, Paused, Resigned, Start, Undone
from hordes.server.store import Line, now
from hordes.server.telling import Difference, Viewpoint, Views
from hordes.server.tokens import Forbidden
from hordes.server.unreadable import Unreadable, refused_line
from hordes.server.uptime import Outage
from hordes.server.watcher import Watcher
from hordes.server.wire import Ack, ChatLine, Facts, Seat, TableInfo, Welcome

if TYPE_CHECKING:
    from hordes.server.hall import Hall

Proposal = Callable[[], tuple[AnyBody, Played | None]]
TRIES = 8


class Thought(NamedTuple):
    """A bot's thought under way, and for which ply and seat."""

    task: asyncio.Task[str]
    ply: int
    seat: int


class Table:
    """One table in this process."""

    def __init__(self, hall: Hall, row: GameRow, seats: list[SeatRow]) -> None:
        self.hall, self.row, self.seats = hall, row, seats
        self.course = Course(row.game, row.options, row.position, row.seed)
        self.clocked = row.clocks.turn is not None or row.clocks.game is not None or row.clocks.reply is not None
        self.watchers: set[Watcher] = set()
        self.lock, self.rematching = asyncio.Lock(), asyncio.Lock()
        self.views: Views | None = None
        self.chat_seen = 0
        self.mine = False
        self.bot: asyncio.Task[None] | None = None
        self.thought: Thought | None = None
        self.touched = now()
        self.closed = False
        self._news: asyncio.Event | None = None
        self.announced = 0
        self.elsewhere: dict[str, int] = {}

    # Who is who

    def seats_of(self, token: str | None, visitor: str) -> Viewpoint:
        """The seats somebody holds: by token, else by cookie."""
        if token is not None:
            nonce = self.hall.signer.read_seat(token, self.row.id)
            held = tuple(seat.seat for seat in self.seats if seat.kind == "human" and seat.nonce == nonce)
            if not held:
                raise Forbidden(said("token_old", "This seat token is no longer valid."))
            return held
        return tuple(seat.seat for seat in self.seats if visitor and seat.owner == visitor)

    def may_watch(self, held: Viewpoint, invite: str | None) -> bool:
        """May somebody with these seats and this invitation look on?"""
        return bool(held) or (self.row.spectators and self.may_join(invite))

    def may_join(self, invite: str | None) -> bool:
        """May somebody with this invitation sit down?"""
        return self.row.public or compare_digest((invite or "").encode(), self.row.invite.encode())

    def played_by_bot(self, seat: int) -> bool:
        """Does the server move for this seat?"""
        return self.seats[seat].kind == "bot" or seat in self.course.absent

    def rated(self) -> bool:
        """May this game move anybody's rating? It takes two accounts, and a game that has not gone back by consent."""
        accounts = {seat.owner for seat in self.seats if seat.owner and seat.owner.startswith("a:")}
        return self.row.rated and not self.course.rewound and len(accounts) > 1

    def is_here(self, owner: str) -> bool:
        """Does somebody have this table open?"""
        return any(self.seats[seat].owner == owner for seat in self.present())

    def present(self) -> set[int]:
        """The seats whose owners have this table open, here or at another process."""
        found = {seat for watcher in self.watchers for seat in watcher.viewpoint}
        for seats in self.elsewhere.values():
            found |= {seat for seat in range(len(self.seats)) if seats >> seat & 1}
        return found

    def needs_the_server(self) -> bool:
        """Would nothing happen here if the server did not do it?"""
        course = self.course
        if not course.started:
            return self.full()
        if course.to_move < 0:
            return self.row.status != "over"
        return self.played_by_bot(course.to_move) or (course.question is not None and not self.must_agree())

    def full(self) -> bool:
        """Is nobody waited for?"""
        return all(seat.kind != "open" for seat in self.seats)

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        row, course = self.row, self.course
        here = self.present()
        result = course.result() if course.started else None
        return TableInfo(
            id=row.id,
            game=row.game,
            options=course.record.options,
            title=row.title,
            status="over" if result is not None else "running" if course.started else "open",
            public=row.public,
            spectators=row.spectators,
            seeded=row.seed is not None,
            clocks=row.clocks,
            seats=[self._seat(seat, seat.seat in here) for seat in self.seats],
            created=row.created,
            ply=course.ply,
            result=result,
            next=row.next,
            rules=row.rules,
        )

    def _seat(self, seat: SeatRow, here: bool) -> Seat:
        registered = seat.owner is not None and seat.owner.startswith("a:")
        absent, resigned = seat.seat in self.course.absent, seat.seat in self.course.resigned
        return Seat(seat.seat, seat.kind, seat.name, seat.level, registered, here, absent, resigned)

    def facts(self) -> Facts:
        """What everybody knows beside the view."""
        return telling.facts(self.course, self.clocked)

    # How anything happens

    async def act(self, seat: int, proposal: Proposal, ref: str | None = None) -> Ack:
        """Do what is proposed: store it, apply it, tell it. Goes on even if whoever asked goes away meanwhile."""
        if self.clocked:
            await self.hall.keep_time()
        return await asyncio.shield(asyncio.create_task(self._act(seat, proposal, ref)))

    async def _act(self, seat: int, proposal: Proposal, ref: str | None) -> Ack:
        word = None if ref is None else f"{seat}:{ref}"
        async with self.lock:
            for _ in range(TRIES):
                known = None if word is None else self.course.refs.get(word)
                if known is not None:
                    return Ack(ref or "", known + 1, again=True)
                body, played = proposal()
                entry = Entry(self.course.ply, seat, body, max(now(), self.course.last_at), word)
                if await self._store(entry):
                    self._happen(entry, played, mine=True)
                    return Ack(ref or "", self.course.ply)
                await self._catch_up()
                await self._recall(word)
        raise Stale(said("busy", "The table is very busy; please try again."))

    async def _recall(self, word: str | None) -> None:
        """The log refused a line: perhaps the client's word stands there already, longer ago than we remember."""
        if word is not None and word not in self.course.refs:
            known = await self.hall.store.read(lambda c: archive.ply_of(c, self.row.id, word))
            if known is not None:
                self.course.remember(word, known)

    async def _store(self, entry: Entry) -> bool:
        line = Line(self.row.id, entry.ply, entry.seat, entries.write(entry.body), entry.at, entry.ref)
        return await self.hall.store.append(line)

    def _happen(self, entry: Entry, played: Played | None, mine: bool) -> None:
        """A stored line takes effect and is told to everybody."""
        self.mine, self.touched = mine, now()
        told = self.course.apply(entry, played)
        self.hall.metrics.count("lines", entry.body.__struct_config__.tag)
        self._tell(told)
        if isinstance(entry.body, Start):
            self.tell_table()
        if self._news is not None:
            self._news.set()
            self._news = None
        self.hall.moved(self, told)

    async def wait_for_news(self, seconds: float) -> None:
        """Until a line is written, or not longer."""
        self._news = self._news or asyncio.Event()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    def _tell(self, told: Told) -> None:
        before = self.views if self.views is not None and self.views.state is told.before else Views(told.before)
        self.views = Views(told.after)
        around, known, made = (before, self.views, Difference()), self.facts(), dict[Viewpoint, bytes]()
        for watcher in list(self.watchers):
            message = made.get(watcher.viewpoint)
            if message is None:
                message = made[watcher.viewpoint] = telling.step(self.course, told, watcher.viewpoint, known, around)
            watcher.push(message)

    async def catch_up(self, ply: int | None = None) -> None:
        """Read and tell what other processes have written; if only line `ply` is new, perhaps it is our own."""
        async with self.lock:
            if ply is None or ply >= self.course.ply:
                await self._catch_up()

    async def _catch_up(self) -> None:
        since = self.course.ply
        try:
            for entry in await self.hall.store.read(lambda c: archive.read_entries(c, self.row.id, since)):
                if entry.ply == self.course.ply:
                    self._happen(entry, None, mine=False)
        except SQLAlchemyError:
            raise
        except Exception as error:
            refusal = error if isinstance(error, Unreadable) else refused_line(self.row, self.course.ply)
            self.hall.give_up(self, refusal, error)
            raise refusal from error

    # What seats do

    async def move(self, seat: int, ply: int, text: str, ref: str | None, bot: bool = False) -> Ack:
        """A seat's move. An owner who moves is back."""
        if not bot and seat in self.course.absent:
            await self.back(seat, None)

        def proposal() -> tuple[AnyBody, Played | None]:
            self._must_run()
            self.course.check_fresh(ply)
            return self.course.propose_move(seat, text, bot)

        return await self.act(seat, proposal, ref)

    async def undo(self, seat: int, ply: int, to: int | None, ref: str | None) -> Ack:
        """Take back one's own last move, or ask the others to go back further."""

        def proposal() -> tuple[AnyBody, Played | None]:
            self._must_run()
            self.course.check_fresh(ply)
            self.course.check_patience()
            if to is None or (to == len(self.course.deciders) - 1 and self.course.can_undo(seat)):
                return self.course.propose_undo(seat), None
            if self.rated():
                told = "This game is rated: beyond your own last step nothing can be taken back."
                raise NotTheMoment(said("undo_rated", told))
            return self.course.propose_question(to), None

        return await self.act(seat, proposal, ref)

    async def answer(self, seat: int, ply: int, agree: bool, ref: str | None) -> Ack:
        """Agree, or not, to going back."""

        def proposal() -> tuple[AnyBody, Played | None]:
            self.course.check_fresh(ply)
            return self.course.propose_answer(seat, agree), None

        return await self.act(seat, proposal, ref)

    async def resign(self, seat: int, ref: str | None) -> Ack:
        """Give up."""

        def proposal() -> tuple[AnyBody, Played | None]:
            self._must_run()
            return self.course.propose_resign(seat), None

        return await self.act(seat, proposal, ref)

    async def back(self, seat: int, ref: str | None) -> Ack:
        """Take the seat again from the bot."""

        def proposal() -> tuple[AnyBody, Played | None]:
            if store_is_empty(self.course, self.row.clocks, seat):
                raise NotTheMoment(said("time_up", "Your time for this game is used up; the bot plays on for you."))
            return self.course.propose_back(seat), None

        return await self.act(seat, proposal, ref)

    def _must_run(self) -> None:
        if not self.course.started:
            raise NotTheMoment(said("not_begun", "The game has not begun: the table waits for players."))

    # What the table does by itself

    async def start(self, *, alone: bool = False) -> None:
        """Begin, once nobody is waited for (`alone`: whoever is missing); of several processes one does."""
        if self.course.started or not (alone or self.full()):
            return
        try:
            begun = await asyncio.to_thread(self.course.begin, self.row.origin or [])

            def proposal() -> tuple[AnyBody, Played | None]:
                self.course.check_start()
                return begun

            await self.act(TABLE, proposal, "start")
        except NotTheMoment:
            return
        await self.hall.store.write(lambda c: archive.set_running(c, self.row.id))

    async def check_clock(self, grace_until: int) -> None:
        """What happens when a time limit has run out."""
        end = deadline(self.course, self.row.clocks, self.played_by_bot)
        if end is None or now() < max(end, grace_until):
            return
        seat, ply = self.course.to_move, self.course.ply
        if self.course.out_of_turn() and not store_is_empty(self.course, self.row.clocks, seat):
            await self.move(seat, ply, self.course.default(), None, bot=True)
            return
        body = Resigned() if self.row.clocks.at_zero == "resign" else Away()

        def proposal() -> tuple[AnyBody, Played | None]:
            if self.course.ply != ply:
                raise Stale(said("faster", "Somebody was faster."))
            return body, None

        await self.act(seat, proposal)

    async def discount_downtime(self) -> None:
        """Take off the clock of whoever decides what was downtime since the last line."""
        for outage in self.hall.uptime.outages:
            if self._charged_for(outage):
                with suppress(Refusal):  # somebody was faster, or the table cannot go on anyway
                    await self._act(TABLE, partial(self._pause, outage), f"down{outage.ended}")

    def _pause(self, outage: Outage) -> tuple[AnyBody, Played | None]:
        if not self._charged_for(outage):
            raise Stale(said("faster", "Somebody was faster."))
        return Paused(outage.began, outage.ended), None

    def _charged_for(self, outage: Outage) -> bool:
        """Would a person's clock run through an outage?"""
        course = self.course
        runs = self.clocked and course.started and course.to_move >= 0 and not self.played_by_bot(course.to_move)
        return runs and outage.ended > course.last_at

    def must_agree(self) -> set[int]:
        """Whose consent an open question still needs: every other person's who has not resigned, present or not."""
        question = self.course.question
        if question is None:
            return set()
        owner = self.seats[question.by].owner
        people = {seat.seat for seat in self.seats if seat.kind == "human" and seat.owner != owner}
        return people - self.course.resigned - question.agreed - {question.by}

    async def settle_question(self) -> None:
        """Go back when everybody has agreed."""
        question = self.course.question
        if question is None or self.must_agree():
            return

        def proposal() -> tuple[AnyBody, Played | None]:
            if self.course.question != question:
                raise Stale(said("faster", "Somebody was faster."))
            return Undone(question.to), None

        await self.act(TABLE, proposal)

    # Chat and company

    async def say(self, held: Viewpoint, name: str, text: str) -> None:
        """A line of chat from a seat or a spectator."""
        line = ChatLine(0, held[0] if held else TABLE, name, text, now())

        def work(connection: Connection) -> int:
            n = archive.insert_chat(connection, self.row.id, line)
            self.hall.store.notify(connection, self.row.id, "c")
            return n

        await self.hall.store.write(work)
        await self.catch_up_chat()

    async def catch_up_chat(self) -> None:
        """Tell the lines of chat that have not been told here."""
        since = self.chat_seen
        for line in await self.hall.store.read(lambda c: archive.read_chat(c, self.row.id, since)):
            if line.n > self.chat_seen:
                self.chat_seen = line.n
                self._push_all(self._chat(line))

    def _chat(self, line: ChatLine) -> bytes:
        line.ply = self.course.ply
        return telling.encode(line)

    def _welcome(self) -> bytes:
        return telling.encode(Welcome(self.info(), self.course.ply))

    async def reload(self) -> None:
        """Read the row and the seats again, and tell everybody."""

        def work(connection: Connection) -> tuple[GameRow, list[SeatRow]]:
            return archive.read_game(connection, self.row.id), archive.read_seats(connection, self.row.id)

        try:
            row, seats = await self.hall.store.read(work)
        except Unreadable as refusal:
            self.hall.give_up(self, refusal, refusal)
            raise
        if (row, seats) != (self.row, self.seats):
            self.row, self.seats = row, seats
            self.tell_table()
        await self.start()

    def tell_table(self) -> None:
        """Tell everybody who sits here now."""
        self._push_all(self._welcome())

    def _push_all(self, message: bytes) -> None:
        for watcher in list(self.watchers):
            watcher.push(message)

    # For whoever comes

    async def greet(self, watcher: Watcher, ply: int | None, chat: int | None) -> None:
        """What a newcomer needs, or what one who was here has missed; from then on he hears all.

        Whoever has missed more lines than fit into half a queue gets a snapshot in their place.
        """
        lines = await self.hall.store.read(lambda c: archive.read_chat(c, self.row.id, chat or 0))
        seen, early, most = ply, list[bytes](), watcher.most // 2
        if ply is not None and self.course.ply - most <= ply < self.course.ply:  # the long part does not hold us up
            seen = self.course.ply
            early = await self.missed(watcher.viewpoint, ply)
        async with self.lock:
            watcher.greet([self._welcome()])
            if seen is None or not self.course.ply - most <= seen <= self.course.ply or not self.course.started:
                watcher.greet([telling.snapshot(self.course, watcher.viewpoint, self.facts())])
            else:
                watcher.greet([*early, *await self.missed(watcher.viewpoint, seen)])
            watcher.greet(self._chat(line) for line in lines)
            self.watchers.add(watcher)
        self.tell_table()
        self.hall.presence.announce(self)

    async def missed(self, viewpoint: Viewpoint, since: int) -> list[bytes]:
        """The messages about all lines from a ply on, as they were sent: the log is played again for it."""
        until = self.course.ply
        if since >= until:
            return []
        lines = await self.hall.store.read(lambda c: archive.read_entries(c, self.row.id))
        return await asyncio.to_thread(self._told_again, lines[:until], viewpoint, since)

    def _told_again(self, lines: list[Entry], viewpoint: Viewpoint, since: int) -> list[bytes]:
        course, found = Course(self.row.game, self.row.options, self.row.position, self.row.seed), list[bytes]()
        for entry in lines:
            told = course.apply(entry)
            if entry.ply >= since:
                found.append(telling.step(course, told, viewpoint, telling.facts(course, self.clocked)))
        return found

    def record(self, viewpoint: Viewpoint) -> dict[str, Any]:
        """The record as a file: at the end for everybody, before only where it tells no secret."""
        course = self.course
        if course.result() is None and not load(self.row.game).open_book:
            raise Refusal(
                said("record_hidden", "The record tells what is still hidden; it opens when the game is over.")
            )
        data = course.record.to_json(course.state)
        return data | {"result": course.result(), "players": [seat.name or seat.level for seat in self.seats]}
