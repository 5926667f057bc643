"""Time limits: what the log says about time used, and when the present decider's runs out."""

from __future__ import annotations

from collections.abc import Callable

from hordes.server.course import Course
from hordes.server.wire import Clocks


def store_is_empty(course: Course, clocks: Clocks, seat: int) -> bool:
    """Has a seat used up its time for the whole game?"""
    return clocks.game is not None and course.used[seat] >= clocks.game * 1000


def deadline(course: Course, clocks: Clocks, by_bot: Callable[[int], bool]) -> int | None:
    """When (epoch, ms) the time of the person who decides now runs out; None when no clock runs."""
    seat = course.to_move
    if seat < 0 or not course.started or by_bot(seat):
        return None
    turn = clocks.reply if clocks.reply is not None and course.out_of_turn() else clocks.turn
    ends = []
    if turn is not None:
        ends.append(course.since + turn * 1000)
    if clocks.game is not None:
        ends.append(course.last_at + max(0, clocks.game * 1000 - course.used[seat]))
    return min(ends, default=None)
