"""Looking back: a game line by line for a replay, and what brought whom how much."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from hordes.engine.record import Record
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


async def statistics(table: Table) -> Statistics:
    """Every income that everybody saw; a whole game is played again for it, beside everything else."""
    record = table.course.record
    copied = Record(record.game, record.options, record.moves, record.position)
    return await asyncio.to_thread(incomes, copied)


def incomes(record: Record) -> Statistics:
    """What each seat got in each turn (Covil: day) and for what, in the order it came."""
    events: list[Event] = []
    state = record.replay(events=events)
    turn, before, found = 0, Event(), dict[tuple[int, int], Income]()
    for event in (state.overheard(event, PUBLIC) for event in events):
        if event["type"] in ("turn", "morning"):
            turn = int(event.get("turn") or event.get("day") or turn)
        if event["type"] in ("scored", "gained"):
            parts = paid(event, before)
            income = found.setdefault((turn, event["seat"]), Income(turn, event["seat"], 0, []))
            income.coins += sum(part[1] for part in parts)
            income.sources += parts
        before = event
    return Statistics(list(found.values()))


def paid(event: Event, before: Event) -> list[list[Any]]:
    """What an income was paid for. Small World says it at the end of a turn; Covil says why just before.

    >>> paid({"type": "scored", "seat": 0, "coins": 3, "sources": [["regions", 3]]}, {})
    [['regions', 3]]
    >>> paid({"type": "gained", "seat": 0, "gold": 2}, {"type": "fee", "seat": 0, "terrain": "Forest", "gold": 2})
    [['Forest', 2]]
    """
    if event["type"] == "scored":
        return [list(part) for part in event["sources"]]
    why = before.get("terrain") or before.get("card") or before.get("type", "other")
    return [[why, event["gold"]]]
