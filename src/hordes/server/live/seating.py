"""Taking, filling, claiming and leaving seats of a table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from sqlalchemy import Connection

from hordes.engine.errors import BadRequest, NotTheMoment, Refusal, translatable
from hordes.server.auth.tokens import Forbidden, new_id
from hordes.server.db import queries
from hordes.server.db.database import ENTRIES, SEATS
from hordes.server.db.queries import SeatRow
from hordes.server.live.live_table import LiveTable
from hordes.server.live.table_manager import TableManager
from hordes.server.protocol.tables import FillSeat, Join, Seated

Changed = TypeVar("Changed")
MAX_NAME = 30
BOT_NAMES = ("Ada", "Bran", "Cleo", "Dorn", "Edda", "Finn", "Gerd", "Hugo", "Iris", "Jorn", "Kaja", "Lars")


def seated_reply(manager: TableManager, table: LiveTable, held: tuple[int, ...]) -> Seated:
    """Response after seats have been taken: their token and the table's invitation code."""
    token = manager.signer.sign_seat(table.row.id, table.seats[held[0]].nonce) if held else ""
    return Seated(table.row.id, list(held), token, table.row.invite)


async def join_table(manager: TableManager, visitor: str, table: LiveTable, request: Join) -> Seated:
    """Take a given seat, or the first open one."""
    if not table.may_join(request.invite):
        raise Forbidden(translatable("invitation", "This table is by invitation; open the link you were given."))
    open_seats = [seat.seat for seat in table.seats if seat.kind == "open"]
    candidates = open_seats if request.seat is None else [request.seat] if request.seat in open_seats else []
    for number in candidates:
        name = distinct_name(check_name(request.name), [seat.name for seat in table.seats])
        seat = SeatRow(number, "human", name, "", visitor, new_id())
        if await take_seat(manager, table, seat, request.contribution):
            return seated_reply(manager, table, (number,))
    if open_seats:
        raise NotTheMoment(translatable("seat_taken", "That seat is taken."))
    raise NotTheMoment(translatable("seats_taken", "All seats are taken."))


async def fill_with_bot(manager: TableManager, visitor: str, table: LiveTable, request: FillSeat) -> None:
    """Fill an open seat with a bot; only the host may."""
    if visitor != table.row.host:
        raise Forbidden(translatable("host_only", "Only whoever made the table can give a seat to a bot."))
    manager.levels.check(request.level)
    if request.seat >= len(table.seats):
        text = "There is no seat {asked}; seats are 0 to {last}."
        raise BadRequest(translatable("no_seat", text, asked=request.seat, last=len(table.seats) - 1))
    name = distinct_name(BOT_NAMES[request.seat % len(BOT_NAMES)], [seat.name for seat in table.seats])
    seat = SeatRow(request.seat, "bot", name, request.level, None, "")
    if not await take_seat(manager, table, seat):
        raise NotTheMoment(translatable("seat_taken", "That seat is taken."))


async def change_seats(manager: TableManager, table: LiveTable, change: Callable[[Connection], Changed]) -> Changed:
    """Change seats in the database, notify other processes, and publish the new seats."""

    def work(connection: Connection) -> Changed:
        manager.database.notify(connection, table.row.id, SEATS)
        return change(connection)

    changed = await manager.database.write(work)
    await table.catch_up()
    await table.reload()
    return changed


async def take_seat(manager: TableManager, table: LiveTable, seat: SeatRow, contribution: str | None = None) -> bool:
    """Write a person or a bot to an open seat; false when it is no longer open.

    A contribution to the dice is stored with it at once: with the last seat the game begins.
    """
    body = None if contribution is None else table.game_log.propose_contribution(seat.seat, contribution)

    def work(connection: Connection) -> bool:
        taken = queries.take_seat(connection, table.row.id, seat)
        if taken and body is not None:
            ply = queries.append_entry(connection, table.row.id, seat.seat, body)
            manager.database.notify(connection, f"{table.row.id}:{ply}", ENTRIES)
        return taken

    return await change_seats(manager, table, work)


async def claim_seats(manager: TableManager, visitor: str, table: LiveTable, held: tuple[int, ...]) -> None:
    """Transfer seats to this visitor, who has shown their token."""
    first = table.seats[held[0]]
    if first.owner != visitor:
        await change_seats(manager, table, lambda c: queries.transfer_seats(c, table.row.id, first.nonce, visitor))


async def leave_table(manager: TableManager, table: LiveTable, held: tuple[int, ...]) -> None:
    """Give up one's seats before the game has started."""
    if not held:
        raise Forbidden(translatable("not_here", "You do not sit here."))
    if table.game_log.has_started:
        raise NotTheMoment(translatable("begun_stand", "The game has begun; you can resign, but not stand up."))
    nonce = table.seats[held[0]].nonce
    await change_seats(manager, table, lambda connection: queries.leave_seats(connection, table.row.id, nonce))


def clean_text(text: str) -> str:
    r"""A name or title with unprintable characters removed and whitespace collapsed; HTML is escaped by readers.

    >>> clean_text("  <b>Grim</b> \x00 the   Troll")
    '<b>Grim</b> the Troll'
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def distinct_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number after it if somebody at the table is called so.

    >>> distinct_name("Ann", ["Bran", "ann", "Ann 2", ""]), distinct_name("Ann", ["Anna"])
    ('Ann 3', 'Ann')
    """
    others = {other.casefold() for other in taken}
    number, distinct = 1, name
    while distinct.casefold() in others and name:
        number += 1
        distinct = f"{name[: MAX_NAME - len(str(number)) - 1].rstrip()} {number}"
    return distinct


def check_name(name: str) -> str:
    """A cleaned name; refuses a blank one."""
    name = clean_text(name)
    if not name:
        raise Refusal(translatable("name_letter", "A name needs at least one letter."))
    return name
