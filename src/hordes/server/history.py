"""Looking back: a game line by line for a replay, and what brought whom how much."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from hordes.engine.record import Record
from hordes.engine.state import PUBLIC, Event
from hordes.server import archive, telling
from hordes.server.course import Course
from hordes.server.entries import TABLE, Entry, Moved, Start
from hordes.server.table import Table
from hordes.server.telling import Viewpoint
from hordes.server.wire import History, Income, Statistics


async def history(table: Table, viewpoint: Viewpoint) -> History:
    """The beginning as a snapshot, and every line after it; a record that was brought along is told move by move."""
    row = table.row
    course = Course(row.game, row.options, row.position, row.seed)
    start = telling.snapshot_of(course, viewpoint, telling.facts(course, table.clocked))
    lines = await table.hall.store.read(lambda c: archive.read_entries(c, row.id))
    steps = await asyncio.to_thread(told, course, lines[: table.course.ply], viewpoint, table.clocked)
    return History(start, steps)


def told(course: Course, lines: list[Entry], viewpoint: Viewpoint, clocked: bool) -> list[msgspec.Raw]:
    """What a viewer hears of each line. The moves of a record share one line, so these steps share its ply."""
    found = []
    for line in lines:
        for part in apart(course, line):
            course.ply = line.ply
            step = telling.step(course, course.apply(part), viewpoint, telling.facts(course, clocked))
            found.append(msgspec.Raw(step))
    return found


def apart(course: Course, line: Entry) -> list[Entry]:
    """A beginning that goes on with a record as the lines it was made of: each decision with chance's answers."""
    if not isinstance(line.body, Start) or not line.body.moves:
        return [line]
    state, parts = course.state.clone(), list[tuple[int, list[str]]]()
    for text in line.body.moves:
        seat = int(state.to_move)
        if seat >= 0 or not parts:
            parts.append((seat, []))
        parts[-1][1].append(text)
        state.play(text)
    bodies = [(TABLE, Start(moves)) if seat < 0 else (seat, Moved(moves)) for seat, moves in parts]
    return [Entry(line.ply, seat, body, line.at) for seat, body in bodies]


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
