"""One simulation: the world that a seed makes, a time of faults, a time without, and the verdict."""

from __future__ import annotations

import contextvars
import gc
import hashlib
import logging
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal
from unittest import mock

from hordes.engine.core.rng import Rng
from hordes.engine.games import usable_games
from hordes.server.environment import current_environment
from hordes.server.limits.quotas import Claimant
from hordes.server.live import clock_keeper, game_log
from hordes.server.live.messages import Viewpoint
from hordes.server.live.seating import join_table
from hordes.server.live.table_creation import create_table
from hordes.server.protocol.tables import Clocks, CreateTable, Join, Seated, SeatPlan
from hordes.server.settings import Settings
from tests.server.simulation.faults import FaultPlan
from tests.server.simulation.loop import SimulatedEnvironment, SimulatedLoop, Stuck
from tests.server.simulation.network import Network
from tests.server.simulation.player import Player
from tests.server.simulation.process import SECRET, ServerProcess
from tests.server.simulation.storage import Storage
from tests.server.simulation.truth import Truth, Violation

SMALL_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "smallworld": [{"players": 2, "turns": 3}, {"players": 2}, {"players": 3, "turns": 4}],
    "covil": [{"players": 2}, {"players": 2}, {"players": 1}],
}
CLOCKS = [
    Clocks(),
    Clocks(turn=5),
    Clocks(turn=20, at_zero="resign"),
    Clocks(turn=30, reply=5),
    Clocks(game=30, at_zero="resign"),
    Clocks(game=60),
    Clocks(turn=10, game=120),
]
CALM_SECONDS = 120.0
FINAL_SECONDS = 60.0
START_SECONDS = 0.03
"""From a server's first heartbeat until people can connect; slow machines take longer."""
REFS_KEPT = 8
"""Request ids that a table keeps in memory: few, so that old ones are looked up in the database."""
STEP_SECONDS = 5.0


@dataclass
class Outcome:
    """What came of a seed."""

    seed: int
    violation: str | None
    digest: str
    entries: int
    steps: int
    counts: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)


class World:
    """Everything in one simulation. All that is drawn is drawn from generators that the seed begins."""

    def __init__(self, seed: int, tracing: bool = False) -> None:
        self.seed, self.tracing = seed, tracing
        self.rng = self.branch("world")
        self.loop = SimulatedLoop(self.branch("loop"), self.rng.choice([0.0, 0.2, 1.0]))
        self.loop.on_last_step = self._on_last_step
        self.outside = SimulatedEnvironment(self.loop, "outside", seed)
        self.context = contextvars.copy_context()
        self.context.run(current_environment.set, self.outside)
        self.lines: list[str] = []
        self.hash = hashlib.sha256()
        self.storage = Storage(self.loop)
        self.truth = Truth(self.storage, self.trace)
        self.network = Network(self)
        self.settings = Settings(
            folder=".",
            secret=SECRET,
            database="simulation.db",
            bot_pause=0.1,
            stand_in="random",
            max_requests=10_000.0,
            max_messages=10_000.0,
            max_queue=self.rng.choice([5, 12, 256]),
            idle_minutes=self.rng.choice([0.1, 10.0]),
            bots="",
        )
        self.processes = [ServerProcess(self, name) for name in "AB"[: self.rng.choice([1, 2])]]
        self.players: list[Player] = []
        self.refusals: Counter[str] = Counter()
        self.secrets: dict[str, dict[str, set[str]]] = {}
        self.storage.on_change = self._on_change
        self.plan = FaultPlan(self)
        self.truth.least_share = None if self.plan.kinds else 0.5  # a move takes a while to reach another process
        self.is_calm = self.is_resting = False

    # For all parts

    def branch(self, name: str) -> random.Random:
        """A generator of its own for a part of the world."""
        return random.Random(f"{self.seed} {name}")

    def draw_seed(self) -> int:
        """A seed for a process."""
        return self.rng.getrandbits(62)

    def later(self, delay: float, call: Callable[[], object]) -> None:
        """Call something after a while; it belongs to no process, and no kill prevents it."""
        self.loop.call_later(delay, call, context=self.context)

    def trace(self, who: str, what: str) -> None:
        """A line of the trace."""
        line = f"{self.loop.time():9.4f} {who:8} {what}"
        self.hash.update(line.encode())
        self.lines.append(line)
        if self.tracing:
            print(line, flush=True)

    def pick_process(self, rng: random.Random) -> ServerProcess:
        """A process for a new connection: one that answers, if there is one."""
        up = [process for process in self.processes if process.is_up]
        return rng.choice(up or self.processes)

    def check_secrets(self, player: Player, text: str) -> None:
        """No message holds another seat's secrets, or those of the dice of a game in progress."""
        for secret in self.secrets[player.table]["all"] - self.secrets[player.table][player.name]:
            if secret in text:
                raise Violation(f"hidden: {player.name} was sent a secret that is not his")
        truth = self.truth.tables.get(player.table)
        if truth is not None and truth.row.dice and not truth.is_over() and truth.row.dice in text:
            raise Violation(f"hidden: {player.name} was sent the secret of the dice")

    def _on_change(self) -> None:
        for process in self.processes:
            if process.listener is not None:
                process.listener.poll_soon()

    def _on_last_step(self, environment: SimulatedEnvironment) -> None:
        for process in self.processes:
            if process.environment is environment:
                self.plan.kill(process)

    def note_availability(self) -> None:
        """Something went down or came up: note since when people can act, or not."""
        is_up = any(process.is_alive for process in self.processes)
        slowness = max(process.slowness for process in self.processes)
        unnoticed = self.plan.unnoticed if is_up else START_SECONDS * slowness
        self.truth.availability.note(self.loop.time(), is_up and not self.storage.is_down, unnoticed)

    # The course of a simulation

    def run(self) -> Outcome:
        """Run the whole simulation."""
        was_enabled, level = gc.isenabled(), logging.root.manager.disable
        gc.disable()
        logging.disable(logging.CRITICAL)
        grace = self.rng.choice([0, 3_000])
        violation: str | None = None
        try:
            refs_kept = mock.patch.object(game_log, "MAX_REFS_KEPT", REFS_KEPT)
            with refs_kept, mock.patch.object(clock_keeper, "START_GRACE_MS", grace):
                self._run()
        except (Violation, Stuck) as broken:
            violation = str(broken)
        except Exception as error:
            violation = f"crash: {type(error).__name__}: {error}"
            if self.tracing:
                raise
        finally:
            self._close()
            logging.disable(level)
            if was_enabled:
                gc.enable()
        entries = sum(len(table.rows) for table in self.truth.tables.values())
        return Outcome(
            self.seed, violation, self.hash.hexdigest(), entries, self.loop.steps, self.plan.counts, self.lines
        )

    def _run(self) -> None:
        for process in self.processes:
            process.start()
        self._run_for(5.0, lambda: all(process.is_up for process in self.processes))
        self.note_availability()
        for number in range(self.rng.choice([1, 1, 2])):
            self._create_table(number)
        self.plan.begin()
        self._run_for(self.plan.seconds)
        self._calm_down()
        self._run_in_steps(CALM_SECONDS, lambda: all(self._has_progressed(name) for name in self.truth.tables))
        self._check_progress()
        self.trace("world", "people rest")
        self.is_resting = True
        self._run_in_steps(FINAL_SECONDS, lambda: all(self._is_settled(player) for player in self.players))
        self._check_end()

    def _run_for(self, seconds: float, is_done: Callable[[], bool] = lambda: False) -> None:
        until = self.loop.time() + seconds
        self.loop.run_until(lambda: self.truth.violation is not None or is_done(), until)
        if self.truth.violation is not None:
            raise self.truth.violation
        if self.loop.unhandled:
            context = self.loop.unhandled[0]
            raise Violation(f"unhandled: {context.get('message')} {context.get('exception')!r}")

    def _run_in_steps(self, seconds: float, is_done: Callable[[], bool]) -> None:
        """Run until a condition holds, looked at now and then; at least for some seconds."""
        for _ in range(int(seconds / STEP_SECONDS)):
            self._run_for(STEP_SECONDS)
            self.check_memory()
            if is_done():
                return

    def _close(self) -> None:
        for process in self.processes:
            if not process.environment.is_dead:
                self.loop.kill(process.environment)
        self.loop.kill(self.outside)
        self.loop.close()
        self.truth.engine.dispose()
        self.storage.close()

    # Tables and players

    def _create_table(self, number: int) -> None:
        """Create a table; people come in one after the other, to whichever process."""
        rng = self.branch(f"table {number}")
        game = rng.choice([game.name for game in usable_games()])
        options = rng.choice(SMALL_OPTIONS.get(game, [{"players": 2}]))
        seats = [SeatPlan(kind="me")]
        kinds: list[Literal["open", "me", "bot"]] = ["open", "open", "me", "bot"]
        seats += [SeatPlan(kind=rng.choice(kinds), level="random") for _ in range(options["players"] - 1)]
        request = CreateTable(
            game=game,
            options=options,
            seats=seats,
            name="Ann",
            public=True,
            clocks=rng.choice(CLOCKS),
            seed=rng.choice([None, None, rng.randrange(1000)]),
        )
        viewpoints: list[Viewpoint] = [tuple(n for n, seat in enumerate(seats) if seat.kind == "me"), ()]
        viewpoints += [(n,) for n, seat in enumerate(seats) if seat.kind == "open"]
        host = self.pick_process(rng)
        made = self._wait_for(
            host, lambda manager: create_table(manager, Claimant(f"g:host{number}", f"a{number}"), request), viewpoints
        )
        self._seat(f"ann{number}", made, viewpoints[0], rng)
        for count, viewpoint in enumerate(viewpoints[2:]):
            process = self.pick_process(rng)
            who = f"g:guest{number}{count}"
            asked = Join(name=f"Bob {count}", seat=viewpoint[0], invite=made.invite)

            async def join(manager: Any, who: str = who, asked: Join = asked) -> Seated:
                return await join_table(manager, Claimant(who, who), await manager.get_table(made.table), asked)

            joined = self._wait_for(process, join)
            self._seat(f"bob{number}{count}", joined, viewpoint, rng)
        self._seat(f"eve{number}", made, (), rng)

    def _wait_for(
        self, process: ServerProcess, work: Callable[[Any], Any], viewpoints: list[Viewpoint] | None = None
    ) -> Seated:
        """Do something in a process, as a request by HTTP does, and wait for it."""
        if viewpoints is not None:
            self.truth.newest_viewpoints = viewpoints
        task = process.run(lambda: work(process.manager))
        self._run_for(10.0, task.done)
        seated: Seated = task.result()
        return seated

    def _seat(self, name: str, seated: Seated, viewpoint: Viewpoint, rng: random.Random) -> None:
        secrets = self.secrets.setdefault(seated.table, {"all": set()})
        mine = {seated.token} if viewpoint else set()
        secrets["all"] |= mine
        secrets[name] = mine
        token = seated.token if viewpoint else ""
        player = Player(self, name, seated.table, viewpoint, token, seated.invite or "")
        self.players.append(player)
        self.later(rng.uniform(0.0, 2.0), player.connect)

    # The time without faults

    def _calm_down(self) -> None:
        """Faults stop: everything comes back, and people are quick from now on."""
        self.trace("world", "faults stop")
        self.is_calm = True
        self.plan.stop()
        self.network.heal()
        for player in self.players:
            player.is_calm = True
            self.later(self.rng.uniform(1.0, 3.0), player.act)
        self.entries_before = {name: len(table.rows) for name, table in self.truth.tables.items()}

    def _check_progress(self) -> None:
        """Every table has gone on since the faults stopped, unless it waits for somebody who has left."""
        for name, table in self.truth.tables.items():
            if not self._has_progressed(name):
                waiting = table.waits_for_person()
                raise Violation(f"progress: table {name[:4]} stands still at {len(table.rows)}, {waiting} is to move")

    def _has_progressed(self, name: str) -> bool:
        table = self.truth.tables[name]
        waiting = table.waits_for_person()
        players = [player for player in self.players if player.table == name and waiting in player.viewpoint]
        is_left = any(player.has_left for player in players) and not table.has_clock
        return table.is_over() or len(table.rows) >= self.entries_before[name] + 2 or is_left

    def _is_settled(self, player: Player) -> bool:
        """Whether a player has all answers and sees the present position."""
        table = self.truth.table(player.table)
        is_answered = not player.unacknowledged and player.is_open
        return player.has_left or (is_answered and (player.ply == len(table.rows) or self._goes_on(player)))

    def _check_end(self) -> None:
        for player in self.players:
            if player.has_left:
                continue
            table = self.truth.table(player.table)
            if player.unacknowledged:
                raise Violation(f"lost: {player.name} still waits for {list(player.unacknowledged.items())[:2]}")
            if not self._is_settled(player):
                behind = len(table.rows) - (player.ply or 0)
                raise Violation(f"views: {player.name} is {behind} entries behind; connected: {player.is_open}")
        for player in self.players:
            for word in player.refused:
                if any(ref.partition(":")[2] == word for ref in self.truth.table(player.table).refs):
                    raise Violation(f"refused: {word} was refused as {player.refused[word]}, but is in the log")
        self.check_memory()
        self._check_connections()
        self._check_hidden()

    def _check_hidden(self) -> None:
        """What a seat sees does not depend on what it cannot know."""
        for name, table in self.truth.tables.items():
            for seat in range(table.game_log.seats):
                other = table.game_log.state.resample(seat, Rng(self.seed & 0xFFFF))
                if other.page_view(seat) != table.game_log.state.page_view(seat):
                    raise Violation(f"hidden: seat {seat} of {name[:4]} sees what it cannot know")

    def _goes_on(self, player: Player) -> bool:
        """Whether only bots play at a table, so that it never rests."""
        table = self.truth.table(player.table)
        return table.waits_for_person() is None and not table.is_over()

    def _check_connections(self) -> None:
        """Every process knows exactly the connections that there are."""
        for process in self.processes:
            wires = [one for one in self.network.wires if one.process is process and not one.is_gone_for_server]
            manager = process.manager
            if manager is None or process.environment.is_dead:
                raise Violation(f"progress: {process.name} does not run")
            subscribers = sum(len(table.feed.subscribers) for table in manager.tables.values())
            if manager.socket_slots.taken != len(wires) or subscribers > len(wires):
                raise Violation(
                    f"memory: {process.name} has {manager.socket_slots.taken} slots and {subscribers} subscribers "
                    f"for {len(wires)} connections"
                )

    def check_memory(self) -> None:
        """What each table and socket keeps is bounded."""
        for process in self.processes:
            if not process.is_up or process.manager is None:
                continue
            manager = process.manager
            for table in manager.tables.values():
                for subscriber in table.feed.subscribers:
                    if len(subscriber.queue) > subscriber.max_queued:
                        raise Violation(f"memory: a queue of {len(subscriber.queue)} messages")
                    if len(subscriber.greeting) > subscriber.max_queued + 210:
                        raise Violation(f"memory: a greeting of {len(subscriber.greeting)} messages")
                if len(table.game_log.refs) > REFS_KEPT:
                    raise Violation(f"memory: {len(table.game_log.refs)} request ids")
            if len(manager.tasks.running) > 10 + 10 * len(manager.tables):
                raise Violation(f"memory: {len(manager.tasks.running)} background tasks")
            if len(manager.tables) > len(self.truth.tables):
                raise Violation(f"memory: {len(manager.tables)} tables are open")


def run_seed(seed: int, tracing: bool = False) -> Outcome:
    """Run one seed."""
    return World(seed, tracing).run()
