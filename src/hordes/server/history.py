"""Looking back: a game line by line for a replay, and what brought whom how much."""

from __future__ import annotations

import msgspec

from hordes.engine.state import PUBLIC, Event
from hordes.server import telling
from hordes.server.course import Course
from hordes.server.table import Table
from hordes.server.telling import Viewpoint
from hordes.server.wire import History, Income, Statistics


async def history(table: Table, viewpoint: Viewpoint) -> History:
    """The beginning as a snapshot, and every line after it."""
    row = table.row
    course = Course(row.game, row.options, row.position, row.seed)
    start = telling.snapshot_of(course, viewpoint, telling.facts(course, table.clocked))
    return History(start, [msgspec.Raw(line) for line in await table.missed(viewpoint, 0)])


def statistics(table: Table) -> Statistics:
    """Every income that everybody saw, in the order it came."""
    events: list[Event] = []
    state = table.course.record.replay(events=events)
    turn, found = 0, list[Income]()
    for event in (state.overheard(event, PUBLIC) for event in events):
        turn = event.get("turn", turn) if event.get("type") == "turn" else turn
        if event.get("type") == "scored":
            found.append(Income(turn, event["seat"], event["coins"], [list(part) for part in event["sources"]]))
    return Statistics(found)
