"""Taking, filling, claiming and leaving seats of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, select

from hordes.engine.errors import BadRequest, NotTheMoment, translatable
from hordes.server.auth.names import check_seat_name, distinct_name
from hordes.server.auth.tokens import Forbidden, new_id
from hordes.server.db import queries, schema
from hordes.server.db.database import ENTRIES, SEATS
from hordes.server.db.queries import SeatRow
from hordes.server.limits.quotas import Claimant, check_new_seat
from hordes.server.live.live_table import LiveTable
from hordes.server.live.table_manager import TableManager
from hordes.server.protocol.tables import FillSeat, Join, Seated

Changed = TypeVar("Changed")
BOT_NAMES = ("Ada", "Bran", "Cleo", "Dorn", "Edda", "Finn", "Gerd", "Hugo", "Iris", "Jorn", "Kaja", "Lars")


def seated_reply(manager: TableManager, table: LiveTable, held: tuple[int, ...]) -> Seated:
    """Response after seats have been taken: their token and the table's invitation code."""
    token = manager.signer.sign_seat(table.row.id, table.seats[held[0]].nonce) if held else ""
    return Seated(table.row.id, list(held), token, table.row.invite)


async def join_table(manager: TableManager, claimant: Claimant, table: LiveTable, request: Join) -> Seated:
    """Take a given seat, or the first open one."""
    if not table.may_join(request.invite):
        raise Forbidden(translatable("invitation", "This table is by invitation; open the link you were given."))
    await check_not_kicked(manager, table, claimant.visitor)
    if not _open_seats(table, request):
        await table.reload()  # somebody may just have left at another process
    is_host = claimant.visitor == table.row.host
    only_one = table.row.public and not table.row.several_seats and not is_host
    claim = SeatClaim(claimant, table.has_link(request.invite) or is_host, only_one)
    for number in _open_seats(table, request):
        name = distinct_name(check_seat_name(request.name), [seat.name for seat in table.seats])
        check_seat_name(name, [seat.name for seat in table.seats if seat.kind == "human"])
        seat = SeatRow(number, "human", name, "", claimant.visitor, new_id())
        if await take_seat(manager, table, seat, claim, request.contribution):
            return seated_reply(manager, table, (number,))
    if any(seat.kind == "open" for seat in table.seats):
        raise NotTheMoment(translatable("seat_taken", "That seat is taken."))
    raise NotTheMoment(translatable("seats_taken", "All seats are taken."))


def _open_seats(table: LiveTable, request: Join) -> list[int]:
    """The open seats that a request may take."""
    open_seats = [seat.seat for seat in table.seats if seat.kind == "open"]
    return open_seats if request.seat is None else [request.seat] if request.seat in open_seats else []


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


async def check_not_kicked(manager: TableManager, table: LiveTable, visitor: str) -> None:
    """Refuse a visitor whom the host has removed from this table."""
    kicked = schema.kicked
    query = select(kicked.c.owner).where(kicked.c.game_id == table.row.id, kicked.c.owner == visitor)
    if await manager.database.read(lambda c: c.execute(query).first()) is not None:
        raise Forbidden(translatable("kicked", "The host has removed you from this table."))


class SeatClaim(NamedTuple):
    """Who wants a seat, whether with the link of the table, and whether only one seat is allowed."""

    claimant: Claimant
    has_link: bool
    only_one: bool


async def take_seat(
    manager: TableManager,
    table: LiveTable,
    seat: SeatRow,
    claim: SeatClaim | None = None,
    contribution: str | None = None,
) -> bool:
    """Write a person (with a `claim`) or a bot to an open seat; false when it is no longer open.

    A contribution to the dice is stored with it at once: with the last seat the game begins.
    """
    body = None if contribution is None else table.game_log.propose_contribution(seat.seat, contribution, True)

    def work(connection: Connection) -> bool:
        if claim is None:
            taken = queries.take_seat(connection, table.row.id, seat)
        else:
            claimant, only_one = claim.claimant, claim.only_one
            taken = queries.take_seat(connection, table.row.id, seat, claimant.address, only_one=only_one)
            if taken:
                check_new_seat(connection, manager.settings, claimant, table.row.id, claim.has_link)
        if taken and body is not None:
            ply = queries.append_entry(connection, table.row.id, seat.seat, body)
            manager.database.notify(connection, f"{table.row.id}:{ply}", ENTRIES)
        return taken

    return await change_seats(manager, table, work)


async def claim_seats(manager: TableManager, visitor: str, table: LiveTable, held: tuple[int, ...]) -> None:
    """Transfer seats to this visitor, who has shown their token."""
    first = table.seats[held[0]]
    if first.owner != visitor and (first.owner or "").startswith("a:"):
        text = "This seat belongs to an account: log in to play it here. A program plays with its token alone."
        raise Forbidden(translatable("claim_account", text))
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
