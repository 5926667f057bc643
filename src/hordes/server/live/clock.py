"""Time limits: time used according to the log, and the deadline of the seat that decides now."""

from __future__ import annotations

from collections.abc import Callable

from hordes.server.live.game_log import GameLog
from hordes.server.protocol.tables import Clocks


def game_time_is_used_up(game_log: GameLog, clocks: Clocks, seat: int) -> bool:
    """Whether a seat has used up its time for the whole game."""
    return clocks.game is not None and game_log.time_used[seat] >= clocks.game * 1000


def decision_deadline(game_log: GameLog, clocks: Clocks, is_played_by_bot: Callable[[int], bool]) -> int | None:
    """When (epoch, ms) the time of the deciding seat runs out; None when no clock runs.

    Bots have no clock. A decision in the middle of another seat's turn has the `reply` limit, if there is one.
    """
    seat = game_log.to_move
    if seat < 0 or not game_log.has_started or is_played_by_bot(seat):
        return None
    limit = clocks.reply if clocks.reply is not None and game_log.is_out_of_turn() else clocks.turn
    deadlines = []
    if limit is not None:
        deadlines.append(game_log.decider_since + limit * 1000)
    if clocks.game is not None:
        deadlines.append(game_log.last_at + max(0, clocks.game * 1000 - game_log.time_used[seat]))
    return min(deadlines, default=None)
