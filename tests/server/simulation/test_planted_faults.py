"""The simulation can fail: for each invariant a fault is planted in the server, and some seed shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from hordes.engine.fair_dice import FairDice
from hordes.server.auth.tokens import new_id
from hordes.server.db.database import now
from hordes.server.http.rate_limits import ConnectionSlots
from hordes.server.live import clock, live_table, messages
from hordes.server.live.game_log import GameLog
from hordes.server.live.live_table import LiveTable
from hordes.server.live.log_entries import Entry
from hordes.server.live.subscriber import Subscriber
from hordes.server.live.table_advance import TableAdvancer
from hordes.server.live.table_clock import TableClock
from hordes.server.live.table_feed import TableFeed
from hordes.server.live.uptime import Uptime
from hordes.server.protocol.messages import Ack
from tests.server.simulation.world import run_seed

MAX_SEEDS = 150
Planter = Callable[[pytest.MonkeyPatch], None]


def publish_before_commit(patch: pytest.MonkeyPatch) -> None:
    """Entries are applied and published while they are being stored."""
    store = LiveTable._store

    async def careless(table: LiveTable, entry: Entry) -> bool:
        table.manager.spawn(store(table, entry))
        return True

    patch.setattr(LiveTable, "_store", careless)


def acknowledge_failed_commits(patch: pytest.MonkeyPatch) -> None:
    """A commit that failed counts as one that was made."""
    store = LiveTable._store

    async def careless(table: LiveTable, entry: Entry) -> bool:
        try:
            return await store(table, entry)
        except Exception:
            return True

    patch.setattr(LiveTable, "_store", careless)


def forget_request_ids(patch: pytest.MonkeyPatch) -> None:
    """Request ids are not stored, so that a repetition is not recognised."""
    append = LiveTable._append_entry

    async def careless(table: LiveTable, seat: int, proposal: Any, ref: str | None, **more: Any) -> Ack:
        ack = await append(table, seat, proposal, None if ref is None else new_id(), **more)
        return Ack(ref or "", ack.ply)

    patch.setattr(LiveTable, "_append_entry", careless)


def forget_to_reload_after_conflict(patch: pytest.MonkeyPatch) -> None:
    """What other processes have written is not read."""

    async def careless(table: LiveTable) -> None:
        await asyncio.sleep(0)

    patch.setattr(LiveTable, "_catch_up", careless)


def charge_downtime(patch: pytest.MonkeyPatch) -> None:
    """Outages are taken off no clock."""
    patch.setattr(TableClock, "_would_charge", lambda clock, outage: False)


def ignore_failures_of_the_database(patch: pytest.MonkeyPatch) -> None:
    """Only long gaps between heartbeats are outages."""
    patch.setattr(Uptime, "note_failure", lambda uptime: None)


def trust_the_wall_clock(patch: pytest.MonkeyPatch) -> None:
    """Tables go by the system's clock."""
    patch.setattr(TableClock, "time", lambda clock: now())


def stop_the_clocks(patch: pytest.MonkeyPatch) -> None:
    """No clock ever runs."""
    patch.setattr(TableClock, "time", lambda clock: clock.table.game_log.last_at)


def end_turns_early(patch: pytest.MonkeyPatch) -> None:
    """Clocks run out two seconds too soon."""
    deadline = clock.decision_deadline

    def careless(*arguments: Any) -> int | None:
        at = deadline(*arguments)
        return None if at is None else at - 2_000

    patch.setattr(live_table, "decision_deadline", careless)


def let_late_bots_move(patch: pytest.MonkeyPatch) -> None:
    """A bot's move counts although the owner has returned."""

    async def careless(table: LiveTable, seat: int, ply: int, text: str) -> Any:
        return await table.move(seat, ply, text, None, bot=True)

    patch.setattr(LiveTable, "move_for_bot", careless)


def lose_missed_steps(patch: pytest.MonkeyPatch) -> None:
    """Whoever reconnects does not get the last of what he has missed."""
    missed_steps = TableFeed.missed_steps

    async def careless(feed: TableFeed, viewpoint: Any, since: int) -> list[bytes] | None:
        steps = await missed_steps(feed, viewpoint, since)
        return steps[:-1] if steps else steps

    patch.setattr(TableFeed, "missed_steps", careless)


def show_other_seats(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees what the seat to move sees."""

    def careless(viewpoint: Any, state: Any) -> int:
        return max(0, int(state.to_move))

    encode = messages.encode_step

    def encode_for_mover(*arguments: Any) -> bytes:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(messages, "shown_seat", careless)
            return encode(*arguments)

    patch.setattr("hordes.server.live.table_feed.messages", Replaced(messages, encode_step=encode_for_mover))


class Replaced:
    """A module with some names replaced, for one of those that import it."""

    def __init__(self, module: Any, **names: Any) -> None:
        self._module = module
        self.__dict__.update(names)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


def show_the_secret(patch: pytest.MonkeyPatch) -> None:
    """The secret of the dice is shown during the game."""
    secret_if = FairDice.secret_if
    patch.setattr(FairDice, "secret_if", lambda dice, is_over: secret_if(dice, True))


def keep_slow_readers(patch: pytest.MonkeyPatch) -> None:
    """Queues of sockets have no limit."""

    def careless(subscriber: Subscriber, message: bytes) -> None:
        subscriber.queue.append(message)
        subscriber.has_messages.set()

    patch.setattr(Subscriber, "queue_message", careless)


def leak_slots(patch: pytest.MonkeyPatch) -> None:
    """Closed connections are counted for ever."""
    patch.setattr(ConnectionSlots, "release", lambda slots, key: None)


def keep_request_ids(patch: pytest.MonkeyPatch) -> None:
    """A table keeps the id of every request."""
    patch.setattr(GameLog, "remember_ref", lambda log, ref, ply: log.refs.update({ref: ply}))


def let_bots_sleep(patch: pytest.MonkeyPatch) -> None:
    """The server does nothing by itself once a game has begun."""
    advance = TableAdvancer.advance

    def careless(advancer: TableAdvancer, table: LiveTable) -> None:
        if not table.game_log.has_started:
            advance(advancer, table)

    patch.setattr(TableAdvancer, "advance", careless)


def refuse_what_is_stored(patch: pytest.MonkeyPatch) -> None:
    """A repeated request that has become stale is refused although it is in the log."""

    async def careless(table: LiveTable, seats: Any, ref: str) -> None:
        return None

    patch.setattr(LiveTable, "stored_before", careless)


PLANTED: list[tuple[Planter, set[str]]] = [
    (publish_before_commit, {"early"}),
    (acknowledge_failed_commits, {"early", "lost"}),
    (forget_request_ids, {"lost"}),
    (forget_to_reload_after_conflict, {"lost", "progress", "views"}),
    (charge_downtime, {"time"}),
    (ignore_failures_of_the_database, {"time"}),
    (trust_the_wall_clock, {"time"}),
    (stop_the_clocks, {"time"}),
    (end_turns_early, {"time"}),
    (let_late_bots_move, {"time"}),
    (lose_missed_steps, {"views"}),
    (show_other_seats, {"views"}),
    (show_the_secret, {"hidden"}),
    (keep_slow_readers, {"memory"}),
    (leak_slots, {"memory"}),
    (keep_request_ids, {"memory"}),
    (let_bots_sleep, {"progress"}),
    (refuse_what_is_stored, {"refused"}),
]


@pytest.mark.parametrize(("plant", "kinds"), PLANTED, ids=[plant.__name__ for plant, _ in PLANTED])
def test_a_planted_fault_is_noticed(plant: Planter, kinds: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    violations = (run_seed(seed).violation for seed in range(MAX_SEEDS))
    violation = next((violation for violation in violations if violation is not None), "none")
    assert violation.partition(":")[0] in kinds, violation
