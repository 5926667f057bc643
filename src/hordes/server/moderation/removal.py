"""Removing seats, renewing their tokens, aborting games and closing tables.

Before a game begins its host decides who sits there. After that nobody can be removed by one other person at will:

- when all other people agree, and they are at least two, at a table that is not rated;
- or by any other person, when a seat has been to move for `LONG_ABSENCE_MS` without moving.

A removed seat resigns: its bot plays on while others play.
"""

from __future__ import annotations

from sqlalchemy import Connection

from hordes.engine.errors import BadRequest, NotTheMoment, translatable
from hordes.server.auth.tokens import Forbidden, new_id
from hordes.server.db import queries, schema
from hordes.server.db.database import SEATS, now
from hordes.server.live.live_table import LiveTable, Proposed
from hordes.server.live.log_entries import TABLE_SEAT
from hordes.server.live.messages import Viewpoint
from hordes.server.live.removal_votes import people_at, propose_abort, propose_removal_vote, voters_about
from hordes.server.live.seating import change_seats, seated_reply
from hordes.server.live.table_manager import TableManager
from hordes.server.protocol.messages import Ack
from hordes.server.protocol.tables import Kick, Seated

LONG_ABSENCE_MS = 3 * 86_400_000
"""A seat that has been to move for so long (ms) can be removed by any other person at the table."""


async def renew_token(manager: TableManager, visitor: str, table: LiveTable) -> Seated:
    """A new token for the visitor's seats. A token does not renew itself: whoever has found one gains nothing by it."""
    held = table.seats_held_by(None, visitor)
    if not held:
        text = "Only the browser or account that holds the seat can renew its link, not the link itself."
        raise Forbidden(translatable("renew_owner", text))
    await change_seats(manager, table, lambda c: queries.rotate_nonce(c, table.row.id, visitor, new_id()))
    return seated_reply(manager, table, held)


def check_host(table: LiveTable, visitor: str) -> None:
    """Refuse everybody but the host of a table."""
    if not visitor or visitor != table.row.host:
        raise Forbidden(translatable("host_needed", "Only whoever made the table can do that."))


def check_seat(table: LiveTable, seat: int) -> None:
    """Refuse a seat that does not exist, or in which no person sits."""
    if seat >= len(table.seats):
        text = "There is no seat {asked}; seats are 0 to {last}."
        raise BadRequest(translatable("no_seat", text, asked=seat, last=len(table.seats) - 1))
    if table.seats[seat].kind == "open":
        raise NotTheMoment(translatable("seat_empty", "Nobody sits there."))


async def kick_before_start(manager: TableManager, visitor: str, table: LiveTable, seat: int) -> None:
    """Open a seat again, a bot's or a person's; a person cannot sit down at this table any more."""
    check_host(table, visitor)
    check_seat(table, seat)
    row = table.seats[seat]
    if row.owner == visitor:
        raise NotTheMoment(translatable("kick_self", "That is your own seat; you can leave it, or close the table."))

    def work(connection: Connection) -> bool:
        if not queries.is_waiting(connection, table.row.id) or not queries.open_seat(connection, table.row.id, row):
            return False
        if row.owner is not None:
            kicked = {"game_id": table.row.id, "owner": row.owner}
            connection.execute(schema.kicked.delete().filter_by(**kicked))
            connection.execute(schema.kicked.insert().values(kicked))
        return True

    if not await change_seats(manager, table, work):
        raise NotTheMoment(translatable("faster", "Somebody was faster."))


async def vote_to_remove(table: LiveTable, held: Viewpoint, request: Kick) -> None:
    """Vote that a seat be removed from a running game; one that was absent for long is removed at once."""
    check_seat(table, request.seat)
    _check_plays(table, held)
    target, row = request.seat, table.seats[request.seat]
    if row.kind == "bot" or target in held:
        raise NotTheMoment(translatable("kick_people", "Only another person can be removed; you can resign yourself."))
    if request.agree and is_long_absent(table, target):
        await table.append_entry(target, lambda: _absence_proposal(table, target))
        return
    if table.is_rated() or len(voters_about(table, target)) < 2:
        days = LONG_ABSENCE_MS // 86_400_000
        if table.is_rated():
            text = "The game is rated: a player can be removed only after {days} days without a move."
            raise NotTheMoment(translatable("kick_rated", text, days=days))
        text = "A vote takes at least two other people; alone you can remove a player after {days} days without a move."
        raise NotTheMoment(translatable("kick_alone", text, days=days))
    seat = next(seat for seat in held if seat not in table.game_log.resigned)
    await table.append_entry(seat, lambda: (propose_removal_vote(table.game_log, seat, target, request.agree), None))


def is_long_absent(table: LiveTable, seat: int) -> bool:
    """Whether a seat has been to move for very long."""
    game_log = table.game_log
    return game_log.to_move == seat and now() - game_log.decider_since >= LONG_ABSENCE_MS


def _absence_proposal(table: LiveTable, seat: int) -> Proposed:
    if not is_long_absent(table, seat):
        raise NotTheMoment(translatable("faster", "Somebody was faster."))
    return table.game_log.propose_resign(seat), None


def _check_plays(table: LiveTable, held: Viewpoint) -> None:
    table.game_log.check_started()
    if not set(held) - table.game_log.resigned:
        raise Forbidden(translatable("players_only", "Only those who play here can do that."))


async def abort_game(table: LiveTable, held: Viewpoint) -> Ack:
    """End the game without a winner, as long as not everybody has moved."""
    _check_plays(table, held)
    people = list(people_at(table).values())
    return await table.append_entry(held[0], lambda: (propose_abort(table.game_log, people), None), "abort")


async def switch_chat(manager: TableManager, visitor: str, table: LiveTable, enabled: bool) -> None:
    """Switch the chat of a table on or off."""
    check_host(table, visitor)
    await change_seats(manager, table, lambda c: queries.mark_changed(c, table.row.id, chat_off=not enabled))


async def close_table(manager: TableManager, visitor: str, table: LiveTable) -> None:
    """Delete a table that has not begun; abort a game in which no other person plays."""
    check_host(table, visitor)
    if table.game_log.has_started:
        if set(people_at(table)) - {visitor}:
            text = "Others play at this table; you can resign, or abort while not everybody has moved."
            raise NotTheMoment(translatable("close_others", text))
        await table.append_entry(TABLE_SEAT, lambda: (propose_abort(table.game_log, [[]]), None))
        return

    def work(connection: Connection) -> bool:
        if not queries.is_waiting(connection, table.row.id):
            return False
        queries.close_table(connection, table.row.id)
        manager.database.notify(connection, table.row.id, SEATS)
        return True

    if not await manager.database.write(work):
        raise NotTheMoment(translatable("begun", "The game has begun."))
    manager.open_tables.close_deleted(table, queries.ClosedByHost())
