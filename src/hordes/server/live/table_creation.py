"""Creating tables: new ones, rematches, forks of games and uploaded records."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection

from hordes.engine.core.state import OVER
from hordes.engine.errors import BadRequest, NotTheMoment, translatable
from hordes.engine.fair_dice import FairDice, new_secret
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.server.auth.names import check_seat_name, clean_text, distinct_name
from hordes.server.auth.tokens import Forbidden, new_id
from hordes.server.db import queries
from hordes.server.db.database import SEATS, now
from hordes.server.db.queries import SeatRow, TableRow
from hordes.server.environment import environment
from hordes.server.limits.data_size import check_moves, check_size
from hordes.server.limits.quotas import Claimant, check_new_table
from hordes.server.live.game_log import GameLog
from hordes.server.live.live_table import LiveTable
from hordes.server.live.log_entries import TABLE_SEAT, Entry
from hordes.server.live.messages import Viewpoint
from hordes.server.live.seating import BOT_NAMES, SeatClaim, seated_reply, take_seat
from hordes.server.live.table_manager import TableManager
from hordes.server.protocol.tables import Clocks, CreateTable, Fork, Seated, SeatPlan, Upload

MAX_RECORD_MOVES = 5_000
DUMMY_LEVEL = "dummy"


class TablePlan(NamedTuple):
    """Everything that is needed to create a table."""

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
    contribution: str | None = None
    several_seats: bool = False
    chat_off: bool = False


def check_names(request: CreateTable | Fork | Upload) -> None:
    """Refuse names of seats that people cannot read or take for others."""
    for name in [request.name, *[seat.name for seat in request.seats if seat.name is not None]]:
        check_seat_name(name)


async def create_table(manager: TableManager, claimant: Claimant, request: CreateTable) -> Seated:
    """Create a new table."""
    check_names(request)
    check_size("options", request.options)
    plan = TablePlan(
        game=request.game,
        options=request.options,
        position=None,
        seats=request.seats,
        name=request.name,
        title=clean_text(request.title),
        public=request.public,
        spectators=request.spectators,
        clocks=request.clocks,
        seed=request.seed,
        rated=request.seed is None,
        origin=None,
        contribution=request.contribution,
        several_seats=request.several_seats,
        chat_off=not request.chat,
    )
    return await insert_table(manager, claimant, plan)


async def create_from_record(manager: TableManager, claimant: Claimant, request: Upload) -> Seated:
    """Create a table that continues a record, or shows it if it is finished."""
    check_names(request)
    moves = request.record.get("moves")
    if isinstance(moves, list) and len(moves) > MAX_RECORD_MOVES:
        raise BadRequest(
            translatable("record_long", "A record of more than {n} moves is too long.", n=MAX_RECORD_MOVES)
        )
    check_moves(moves)
    for what in ("options", "position"):
        check_size(what, request.record.get(what))
    data = {
        key: value for key, value in request.record.items() if key not in ("players", "result", "generator", "dice")
    }
    record = await manager.pools.replay.run(claimant.address, Record.from_json, data)
    return await insert_table(
        manager, claimant, _continuation(record, record.moves, request.seats, request.name, "A record")
    )


async def fork_table(manager: TableManager, claimant: Claimant, table: LiveTable, request: Fork) -> Seated:
    """Create a table that starts after so many moves of another table's game."""
    check_names(request)
    record = table.game_log.record
    if table.game_log.result() is None and not load(record.game).moves_are_public:
        raise NotTheMoment(translatable("fork_hidden", "A game with hidden cards can be forked when it is over."))
    if request.moves > len(record.moves):
        raise BadRequest(
            translatable("fork_moves", "The game has {n} moves, not {asked}.", n=len(record.moves), asked=request.moves)
        )
    title = f"Fork of {table.row.title or 'a game'}"[:80]
    return await insert_table(
        manager, claimant, _continuation(record, record.moves[: request.moves], request.seats, request.name, title)
    )


def _continuation(record: Record, moves: list[str], seats: list[SeatPlan], name: str, title: str) -> TablePlan:
    return TablePlan(
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


async def join_rematch(
    manager: TableManager, claimant: Claimant, table: LiveTable, held: Viewpoint, contribution: str | None = None
) -> Seated:
    """Join the rematch of a finished table with the seats held there; the first player to ask creates it."""
    owner = claimant.visitor
    if not held or not owner:
        raise Forbidden(translatable("rematch_players", "Only those who played can ask for a rematch."))
    if table.game_log.result() is None:
        raise NotTheMoment(translatable("not_over", "The game is not over."))
    async with table.rematch_lock:
        if table.row.next is None:
            await _create_rematch(manager, claimant, table, held, contribution)
    successor = await manager.get_table(table.row.next or "")
    nonce, claim = new_id(), SeatClaim(claimant, has_link=True, only_one=False)
    for number in held:
        seat = SeatRow(number, "human", table.seats[number].name, "", owner, nonce)
        if successor.seats[number].kind == "open" and await take_seat(manager, successor, seat, claim, contribution):
            contribution = None  # once, with the first of his seats
    seats = tuple(number for number in held if successor.seats[number].owner == owner)
    if not seats:
        raise NotTheMoment(translatable("rematch_taken", "Your seat at the next table has been taken."))
    return seated_reply(manager, successor, seats)


async def _create_rematch(
    manager: TableManager, claimant: Claimant, table: LiveTable, held: Viewpoint, contribution: str | None
) -> None:
    row = table.row
    plan = TablePlan(
        game=row.game,
        options=row.options,
        position=None,
        seats=[_rematch_seat(seat, held) for seat in table.seats if seat.level != DUMMY_LEVEL],
        name="",
        title=row.title,
        public=row.public,
        spectators=row.spectators,
        clocks=row.clocks,
        seed=None,
        rated=True,
        origin=None,
        contribution=contribution,
        several_seats=row.several_seats,
        chat_off=row.chat_off,
    )
    created = await insert_table(manager, claimant, plan)

    def work(connection: Connection) -> str:
        manager.database.notify(connection, row.id, SEATS)
        linked = queries.link_next(connection, row.id, created.table)
        if linked != created.table:  # another request created one at the same moment; use that
            queries.delete_table(connection, created.table)
        return linked

    successor = await manager.database.write(work)
    if successor != created.table:
        manager.tables.pop(created.table, None)
    table.row = table.row._replace(next=successor)
    table.feed.publish_table_info()


def _rematch_seat(seat: SeatRow, held: Viewpoint) -> SeatPlan:
    if seat.kind == "bot":
        return SeatPlan(kind="bot", name=seat.name, level=seat.level)
    return SeatPlan(kind="me" if seat.seat in held else "open", name=seat.name or None)


async def insert_table(manager: TableManager, claimant: Claimant, plan: TablePlan) -> Seated:
    """Store a table and its seats, and start it when no seat is open or its record is already finished."""
    visitor = claimant.visitor
    table_id, secret = new_id(), None if plan.seed is not None else new_secret(environment().random_bytes)
    dice = None if secret is None else FairDice(table_id, secret)
    game_log = GameLog(plan.game, plan.options, plan.position, dice=dice)
    is_over = False
    if plan.origin:  # refuse a record that cannot be replayed before anything is stored
        replay = manager.pools.replay.run(claimant.address, game_log.propose_start_with_result, plan.origin)
        is_over = (await replay)[1].state.to_move == OVER
    seats = [
        *_seat_rows(manager, visitor, plan, game_log.seats - len(game_log.automatic_seats)),
        *_dummy_seats(game_log),
    ]
    entries = _first_entries(game_log, seats, plan.contribution)
    row = TableRow(
        id=table_id,
        game=plan.game,
        options=game_log.record.options,
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
        rules=game_log.record.rules,
        dice=None if secret is None else secret.hex(),
        address=claimant.address,
        several_seats=plan.several_seats,
        chat_off=plan.chat_off,
    )

    def work(connection: Connection) -> None:
        check_new_table(connection, manager.settings, claimant)
        queries.insert_table(connection, row, seats, entries)

    await manager.database.write(work)
    manager.metrics.tables.inc()
    table = await manager.get_table(table_id)
    await table.start(alone=is_over)
    return seated_reply(manager, table, table.seats_held_by(None, visitor))


def _first_entries(game_log: GameLog, seats: list[SeatRow], contribution: str | None) -> list[Entry]:
    """The creator's contribution to the dice, if there is one: for the first of his seats."""
    if contribution is None:
        return []
    number = next((seat.seat for seat in seats if seat.kind == "human"), TABLE_SEAT)
    return [Entry(0, number, game_log.propose_contribution(number, contribution), now())]


def _seat_rows(manager: TableManager, visitor: str, plan: TablePlan, count: int) -> list[SeatRow]:
    plans = plan.seats or [SeatPlan(kind="me"), *[SeatPlan() for _ in range(count - 1)]]
    if len(plans) != count:
        text = "This game has {n} seats; {asked} are described."
        raise BadRequest(translatable("seats_described", text, n=count, asked=len(plans)))
    nonce = new_id()
    rows = [
        _seat_row(manager, number, seat, visitor, clean_text(seat.name or plan.name), nonce)
        for number, seat in enumerate(plans)
    ]
    for number, row in enumerate(rows):
        rows[number] = row._replace(name=distinct_name(row.name, [before.name for before in rows[:number]]))
    return rows


def _dummy_seats(game_log: GameLog) -> list[SeatRow]:
    """Seats played by the rules themselves (dummies of a solo game), after all others."""
    seats = enumerate(sorted(game_log.automatic_seats), 1)
    return [SeatRow(seat, "bot", f"Dummy {number}", DUMMY_LEVEL, None, "") for number, seat in seats]


def _seat_row(manager: TableManager, number: int, plan: SeatPlan, visitor: str, name: str, nonce: str) -> SeatRow:
    if plan.kind == "open":
        return SeatRow(number, "open", "", "", None, "")
    if plan.kind == "me":
        return SeatRow(number, "human", name, "", visitor, nonce)
    manager.levels.check(plan.level)
    return SeatRow(number, "bot", clean_text(plan.name or BOT_NAMES[number % len(BOT_NAMES)]), plan.level, None, "")
