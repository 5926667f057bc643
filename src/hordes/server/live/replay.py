"""Replay of a game entry by entry, and income statistics."""

from __future__ import annotations

import msgspec

from hordes.engine import event_tags
from hordes.engine.core.state import PUBLIC, Event
from hordes.engine.event_tags import tags_of
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.server.db import queries
from hordes.server.live import messages
from hordes.server.live.game_log import GameLog
from hordes.server.live.live_table import LiveTable
from hordes.server.live.log_entries import TABLE_SEAT, Entry, Moved, Start
from hordes.server.live.messages import Viewpoint
from hordes.server.live.table_info import dice_info
from hordes.server.protocol.records import History, Income, Statistics


async def build_history(table: LiveTable, viewpoint: Viewpoint, client: str) -> History:
    """The initial snapshot and a step for every entry; an uploaded record is shown move by move."""
    row = table.row
    game_log = GameLog(row.game, row.options, row.position, row.seed)
    start = messages.build_snapshot(game_log, viewpoint, messages.public_facts(game_log, table.has_clock))
    entries = await table.manager.database.read(lambda c: queries.read_entries(c, row.id))
    replay, until = table.manager.pools.replay, table.game_log.ply
    steps = await replay.run(client, replay_steps, game_log, entries[:until], viewpoint, table.has_clock)
    return History(start, steps, dice_info(table))


def replay_steps(game_log: GameLog, entries: list[Entry], viewpoint: Viewpoint, has_clock: bool) -> list[msgspec.Raw]:
    """Encoded steps for a viewpoint. The moves of an uploaded record are one entry, so their steps share its ply."""
    steps = []
    for entry in entries:
        for part in split_start_entry(game_log, entry):
            game_log.ply = entry.ply
            step = messages.encode_step(
                game_log, game_log.apply(part), viewpoint, messages.public_facts(game_log, has_clock)
            )
            steps.append(msgspec.Raw(step))
    return steps


def split_start_entry(game_log: GameLog, start_entry: Entry) -> list[Entry]:
    """A start entry that continues a record, split into one entry per decision with its chance outcomes."""
    if not isinstance(start_entry.body, Start) or not start_entry.body.moves:
        return [start_entry]
    state, parts = game_log.state.clone(), list[tuple[int, list[str]]]()
    for text in start_entry.body.moves:
        seat = int(state.to_move)
        if seat >= 0 or not parts:
            parts.append((seat, []))
        parts[-1][1].append(text)
        state.play(text)
    bodies = [(TABLE_SEAT, Start(moves)) if seat < 0 else (seat, Moved(moves)) for seat, moves in parts]
    return [Entry(start_entry.ply, seat, body, start_entry.at) for seat, body in bodies]


async def income_statistics(table: LiveTable, client: str) -> Statistics:
    """Every public income; replays the whole game in a thread."""
    record = table.game_log.record
    copied = Record(record.game, record.options, record.moves, record.position)
    return await table.manager.pools.replay.run(client, incomes_of_record, copied)


def incomes_of_record(record: Record) -> Statistics:
    """Income of each seat in each turn with its sources, in order, as far as everybody may know it."""
    events: list[Event] = []
    state = record.replay(events=events)
    turn, incomes = 0, dict[tuple[int, int], Income]()
    for tag in tags_of(load(record.game), [state.redact_event(event, PUBLIC) for event in events]):
        match tag:
            case event_tags.TurnBegins(number=number) | event_tags.RoundBegins(number):
                turn = number
            case event_tags.Income(seat, sources):
                income = incomes.setdefault((turn, seat), Income(turn, seat, 0, []))
                income.coins += tag.total
                income.sources += sources
    return Statistics(list(incomes.values()))
