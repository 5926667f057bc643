"""What everybody may know of a table: its public description and its record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hordes.engine.errors import Refusal, translatable
from hordes.engine.fair_dice import METHOD
from hordes.engine.games import load
from hordes.server.db.queries import SeatRow
from hordes.server.protocol.tables import Contribution, Dice, Removal, Seat, TableInfo

if TYPE_CHECKING:
    from hordes.server.live.live_table import LiveTable


def table_info(table: LiveTable) -> TableInfo:
    """Public description of a table."""
    row, game_log = table.row, table.game_log
    connected = table.connected_seats()
    result = game_log.result() if game_log.has_started else None
    return TableInfo(
        id=row.id,
        game=row.game,
        options=game_log.record.options,
        title=row.title,
        status="over" if result is not None else "running" if game_log.has_started else "open",
        public=row.public,
        spectators=row.spectators,
        seeded=row.seed is not None,
        clocks=row.clocks,
        seats=[_seat_info(table, seat, seat.seat in connected) for seat in table.seats],
        created=row.created,
        ply=game_log.ply,
        result=result,
        next=row.next,
        rules=row.rules,
        dice=dice_info(table),
        expires=None if result is not None else table.manager.unattended.lifetimes.end(row, game_log),
        chat=not row.chat_off,
        several_seats=row.several_seats,
        host=[seat.seat for seat in table.seats if seat.owner == row.host],
        removals=[Removal(seat, sorted(votes)) for seat, votes in sorted(game_log.removal_votes.items()) if votes],
    )


def dice_info(table: LiveTable) -> Dice | None:
    """What everybody may know of the dice: the secret only once the game is over. None where it cannot be checked.

    An ended game never goes on again, so a secret that has been shown is of no further use.
    """
    game_log = table.game_log
    if game_log.dice is None:
        return None
    is_over = game_log.has_started and game_log.result() is not None
    contributions = [Contribution(seat, text) for seat, text in game_log.contributions]
    return Dice(METHOD, game_log.dice.commitment, contributions, game_log.dice.secret_if(is_over))


def public_record(table: LiveTable) -> dict[str, Any]:
    """The game's record as JSON; before the end only where moves are public."""
    game_log = table.game_log
    if game_log.result() is None and not load(table.row.game).moves_are_public:
        text = "The record tells what is still hidden; it opens when the game is over."
        raise Refusal(translatable("record_hidden", text))
    data = game_log.record.to_json(game_log.state)
    data |= {"result": game_log.result(), "players": [seat.name or seat.level for seat in table.seats]}
    dice = game_log.dice_proof(len(table.row.origin or []))
    return data if dice is None else data | {"dice": dice}


def _seat_info(table: LiveTable, seat: SeatRow, is_connected: bool) -> Seat:
    registered = seat.owner is not None and seat.owner.startswith("a:")
    absent, resigned = seat.seat in table.game_log.absent, seat.seat in table.game_log.resigned
    return Seat(seat.seat, seat.kind, seat.name, seat.level, registered, is_connected, absent, resigned)
