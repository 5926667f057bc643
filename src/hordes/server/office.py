"""Where tables are made and seats are taken: new ones, rematches, forks of old games, records brought along."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from sqlalchemy import Connection

from hordes.engine.errors import BadRequest, NotTheMoment, Refusal, said
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.engine.state import OVER
from hordes.server import archive
from hordes.server.archive import GameRow, SeatRow
from hordes.server.course import Course
from hordes.server.hall import Hall
from hordes.server.limits import TooMuch
from hordes.server.store import now
from hordes.server.table import Table
from hordes.server.tokens import Forbidden, new_id
from hordes.server.wire import Clocks, CreateTable, FillSeat, Fork, Join, Seated, SeatPlan, Upload

MOST_MOVES = 5_000
DUMMY = "dummy"
BOT_NAMES = ("Ada", "Bran", "Cleo", "Dorn", "Edda", "Finn", "Gerd", "Hugo", "Iris", "Jorn", "Kaja", "Lars")


class Plan(NamedTuple):
    """A table that is about to be made."""

    game: str
    options: dict[str, Any]
    position: dict[str, Any] | None
    seats: list[SeatPlan]
    name: str
    title: str
    public: bool
    spectators: bool
    clocks: Clocks
    seed: int | None
    rated: bool
    origin: list[str] | None


async def create(hall: Hall, visitor: str, asked: CreateTable) -> Seated:
    """A new table."""
    plan = Plan(
        game=asked.game,
        options=asked.options,
        position=None,
        seats=asked.seats,
        name=asked.name,
        title=clean(asked.title),
        public=asked.public,
        spectators=asked.spectators,
        clocks=asked.clocks,
        seed=asked.seed,
        rated=asked.seed is None,
        origin=None,
    )
    return await make(hall, visitor, plan)


async def upload(hall: Hall, visitor: str, asked: Upload) -> Seated:
    """A table that goes on with a record, or shows it if it is finished."""
    moves = asked.record.get("moves")
    if isinstance(moves, list) and len(moves) > MOST_MOVES:
        raise BadRequest(said("record_long", "A record of more than {n} moves is too long.", n=MOST_MOVES))
    kept = {key: value for key, value in asked.record.items() if key not in ("players", "result", "generator")}
    record = await asyncio.to_thread(Record.from_json, kept)
    return await make(hall, visitor, _continuation(record, record.moves, asked.seats, asked.name, "A record"))


async def fork(hall: Hall, visitor: str, table: Table, asked: Fork) -> Seated:
    """A new table that begins where so many moves of a game had been made."""
    record = table.course.record
    if table.course.result() is None and not load(record.game).open_book:
        raise NotTheMoment(said("fork_hidden", "A game with hidden cards can be forked when it is over."))
    if asked.moves > len(record.moves):
        raise BadRequest(
            said("fork_moves", "The game has {n} moves, not {asked}.", n=len(record.moves), asked=asked.moves)
        )
    title = f"Fork of {table.row.title or 'a game'}"[:80]
    return await make(hall, visitor, _continuation(record, record.moves[: asked.moves], asked.seats, asked.name, title))


def _continuation(record: Record, moves: list[str], seats: list[SeatPlan], name: str, title: str) -> Plan:
    return Plan(
        game=record.game,
        options=record.options,
        position=record.position,
        seats=seats,
        name=name,
        title=title,
        public=False,
        spectators=True,
        clocks=Clocks(),
        seed=None,
        rated=False,
        origin=list(moves),
    )


async def rematch(hall: Hall, visitor: str, table: Table) -> Seated:
    """The same table again. Whoever asks first makes it; the others take their seats in it."""
    held = table.seats_of(None, visitor)
    if not held:
        raise Forbidden(said("rematch_players", "Only those who played can ask for a rematch."))
    if table.course.result() is None:
        raise NotTheMoment(said("not_over", "The game is not over."))
    async with table.rematching:
        if table.row.next is None:
            await _make_rematch(hall, visitor, table)
    successor = await hall.table(table.row.next or "")
    if not successor.seats_of(None, visitor):
        nonce = new_id()
        for number in held:
            await _take(hall, successor, SeatRow(number, "human", table.seats[number].name, "", visitor, nonce))
    mine = successor.seats_of(None, visitor)
    if not mine:
        raise NotTheMoment(said("rematch_taken", "Your seat at the next table has been taken."))
    return _seated(hall, successor, mine)


async def _make_rematch(hall: Hall, visitor: str, table: Table) -> None:
    row = table.row
    plan = Plan(
        game=row.game,
        options=row.options,
        position=None,
        seats=[_again(seat, visitor) for seat in table.seats if seat.level != DUMMY],
        name="",
        title=row.title,
        public=row.public,
        spectators=row.spectators,
        clocks=row.clocks,
        seed=None,
        rated=True,
        origin=None,
    )
    made = await make(hall, visitor, plan)

    def work(connection: Connection) -> str:
        hall.store.notify(connection, row.id, "s")
        first = archive.link_next(connection, row.id, made.table)
        if first != made.table:  # somebody else asked at the same moment; his table it is
            archive.remove(connection, made.table)
        return first

    successor = await hall.store.write(work)
    if successor != made.table:
        hall.tables.pop(made.table, None)
    table.row = table.row._replace(next=successor)
    table.tell_table()


def _again(seat: SeatRow, visitor: str) -> SeatPlan:
    if seat.kind == "bot":
        return SeatPlan(kind="bot", name=seat.name, level=seat.level)
    return SeatPlan(kind="me" if seat.owner == visitor else "open", name=seat.name or None)


async def make(hall: Hall, visitor: str, plan: Plan) -> Seated:
    """Write a table and its seats, and begin when nobody is waited for: a game that is over waits for nobody."""
    course = Course(plan.game, plan.options, plan.position)
    over = False
    if plan.origin:  # a record that cannot be replayed is refused before anything is made
        over = (await asyncio.to_thread(course.begin, plan.origin))[1].state.to_move == OVER
    seats = [*_seats(hall, visitor, plan, course.seats - course.dummies), *_dummies(course)]
    game_id = new_id()
    row = GameRow(
        id=game_id,
        game=plan.game,
        options=course.record.options,
        position=plan.position,
        title=plan.title,
        public=plan.public,
        spectators=plan.spectators,
        clocks=plan.clocks,
        seed=plan.seed,
        host=visitor,
        invite=new_id(),
        status="open",
        result=None,
        rated=plan.rated,
        origin=plan.origin,
        next=None,
        created=now(),
        rules=course.record.rules,
    )

    def work(connection: Connection) -> None:
        if archive.open_tables_of(connection, visitor) >= hall.settings.max_tables:
            raise TooMuch(
                said("tables_full", "You have {n} unfinished tables; finish one first.", n=hall.settings.max_tables)
            )
        archive.insert_game(connection, row, seats)

    await hall.store.write(work)
    hall.metrics.count("tables")
    table = await hall.table(game_id)
    await table.start(alone=over)
    return _seated(hall, table, table.seats_of(None, visitor))


def _seats(hall: Hall, visitor: str, plan: Plan, count: int) -> list[SeatRow]:
    wanted = plan.seats or [SeatPlan(kind="me"), *[SeatPlan() for _ in range(count - 1)]]
    if len(wanted) != count:
        told = "This game has {n} seats; {asked} are described."
        raise BadRequest(said("seats_described", told, n=count, asked=len(wanted)))
    nonce = new_id()
    return [
        _seat(hall, number, seat, visitor, clean(seat.name or plan.name), nonce) for number, seat in enumerate(wanted)
    ]


def _dummies(course: Course) -> list[SeatRow]:
    """Seats that the rules play by themselves, behind everybody else's."""
    first = course.seats - course.dummies
    return [SeatRow(first + n, "bot", f"Dummy {n + 1}", DUMMY, None, "") for n in range(course.dummies)]


def _seat(hall: Hall, number: int, plan: SeatPlan, visitor: str, name: str, nonce: str) -> SeatRow:
    if plan.kind == "open":
        return SeatRow(number, "open", "", "", None, "")
    if plan.kind == "me":
        return SeatRow(number, "human", name, "", visitor, nonce)
    hall.levels.check(plan.level)
    return SeatRow(number, "bot", clean(plan.name or BOT_NAMES[number % len(BOT_NAMES)]), plan.level, None, "")


def _seated(hall: Hall, table: Table, held: tuple[int, ...]) -> Seated:
    token = hall.signer.seat(table.row.id, table.seats[held[0]].nonce) if held else ""
    return Seated(table.row.id, list(held), token, table.row.invite)


async def join(hall: Hall, visitor: str, table: Table, asked: Join) -> Seated:
    """Sit down: on a given seat or the first that is free."""
    if not table.may_join(asked.invite):
        raise Forbidden(said("invitation", "This table is by invitation; open the link you were given."))
    free = [seat.seat for seat in table.seats if seat.kind == "open"]
    wanted = free if asked.seat is None else [asked.seat] if asked.seat in free else []
    for number in wanted:
        seat = SeatRow(number, "human", check_name(asked.name), "", visitor, new_id())
        if await _take(hall, table, seat):
            return _seated(hall, table, (number,))
    if free:
        raise NotTheMoment(said("seat_taken", "That seat is taken."))
    raise NotTheMoment(said("seats_taken", "All seats are taken."))


async def fill(hall: Hall, visitor: str, table: Table, asked: FillSeat) -> None:
    """The host gives an open seat to a bot."""
    if visitor != table.row.host:
        raise Forbidden(said("host_only", "Only whoever made the table can give a seat to a bot."))
    hall.levels.check(asked.level)
    if asked.seat >= len(table.seats):
        told = "There is no seat {asked}; seats are 0 to {last}."
        raise BadRequest(said("no_seat", told, asked=asked.seat, last=len(table.seats) - 1))
    seat = SeatRow(asked.seat, "bot", BOT_NAMES[asked.seat % len(BOT_NAMES)], asked.level, None, "")
    if not await _take(hall, table, seat):
        raise NotTheMoment(said("seat_taken", "That seat is taken."))


async def _take(hall: Hall, table: Table, seat: SeatRow) -> bool:
    def work(connection: Connection) -> bool:
        hall.store.notify(connection, table.row.id, "s")
        return archive.take_seat(connection, table.row.id, seat)

    taken = await hall.store.write(work)
    await table.reload()
    return taken


async def claim(hall: Hall, visitor: str, table: Table, held: tuple[int, ...]) -> None:
    """The seats belong to this visitor from now on; whoever shows their token may say so."""
    nonce = table.seats[held[0]].nonce
    if table.seats[held[0]].owner == visitor:
        return

    def work(connection: Connection) -> None:
        archive.give_seats(connection, table.row.id, nonce, visitor)
        hall.store.notify(connection, table.row.id, "s")

    await hall.store.write(work)
    await table.reload()


async def leave(hall: Hall, table: Table, held: tuple[int, ...]) -> None:
    """Stand up while the game has not begun."""
    if not held:
        raise Forbidden(said("not_here", "You do not sit here."))
    if table.course.started:
        raise NotTheMoment(said("begun_stand", "The game has begun; you can resign, but not stand up."))
    nonce = table.seats[held[0]].nonce

    def work(connection: Connection) -> None:
        archive.leave_seats(connection, table.row.id, nonce)
        hall.store.notify(connection, table.row.id, "s")

    await hall.store.write(work)
    await table.reload()


def clean(text: str) -> str:
    r"""A name or title as it is kept: printable, without odd space. What it says is nobody's business but the reader's.

    >>> clean("  <b>Grim</b> \x00 the   Troll")
    '<b>Grim</b> the Troll'
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def check_name(name: str) -> str:
    """A name that is not blank."""
    name = clean(name)
    if not name:
        raise Refusal(said("name_letter", "A name needs at least one letter."))
    return name
