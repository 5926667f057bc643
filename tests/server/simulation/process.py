"""Simulated server processes: the real table manager, with the database, bots and listener of the simulation."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from hordes.engine.core.state import State
from hordes.server.bots.fair_queue import NOBODY, Waiter
from hordes.server.bots.worker_pool import WorkerPool, random_text
from hordes.server.db.change_listener import EVERYTHING, ChangeCursor, ChangeListener
from hordes.server.db.database import Database
from hordes.server.environment import current_environment
from hordes.server.live.table_manager import TableManager
from hordes.server.settings import Settings
from tests.server.simulation.loop import SimulatedEnvironment
from tests.server.simulation.storage import SimulatedDatabase

if TYPE_CHECKING:
    from tests.server.simulation.world import World

POLL_SECONDS = 0.1
SECRET = "the secret of all simulated servers"


class SimulatedPool(WorkerPool):
    """Bots that answer in the process itself: random moves, after a while."""

    def __init__(self, manager: SimulatedManager) -> None:
        super().__init__(1, 1.0, manager.levels)
        self.manager = manager

    async def choose(
        self,
        state: State,
        game: str,
        options: dict[str, Any],
        level: str,
        key: str,
        seed: int,
        waiter: Waiter = NOBODY,
    ) -> str:
        """A random legal move."""
        environment = self.manager.environment
        await asyncio.sleep(environment.rng.uniform(0.0, 0.5))
        return random_text(state, seed)


class SimulatedListener(ChangeListener):
    """Follows what other processes write as the listener on SQLite does: by polling, here when there is something."""

    def __init__(self, manager: SimulatedManager) -> None:
        super().__init__(manager.database, manager.notices.handle)
        self.process, self.storage = manager.process, manager.world.storage
        self.cursor: ChangeCursor = self.storage.cursor_of_changes()
        self.is_polling = False

    async def start(self) -> None:
        """Begin where the database is."""
        self.process.listener = self
        self.on_notice(EVERYTHING)

    async def stop(self) -> None:
        """Hear no more."""
        self.process.listener = None

    def poll_soon(self) -> None:
        """Something has been committed: look at the next poll."""
        if not self.is_polling:
            self.is_polling = True
            self._later(self.process.environment.rng.uniform(0.0, POLL_SECONDS), self._poll)

    def _poll(self) -> None:
        self.is_polling = False
        if self.storage.is_down or self.process.is_cut_off:
            return  # `resume` comes
        for notice in self.cursor.read_notices(self.storage.keeper):
            self.on_notice(notice)

    def resume(self) -> None:
        """The database is back, or the partition over: as after a reconnect, anything may have changed."""
        self._later(0.0, lambda: self.on_notice(EVERYTHING))
        self.poll_soon()

    def _later(self, delay: float, call: Callable[[], None]) -> None:
        context = contextvars.copy_context()
        context.run(current_environment.set, self.process.environment)
        self.loop.call_later(delay, call, context=context)


class SimulatedManager(TableManager):
    """The table manager of one simulated process."""

    def __init__(self, world: World, process: ServerProcess, settings: Settings) -> None:
        self.world, self.process, self.environment = world, process, process.environment
        super().__init__(settings)

    def _open_database(self) -> Database:
        return SimulatedDatabase(self.world.storage)

    def _create_bot_pool(self) -> WorkerPool:
        return SimulatedPool(self)

    def _create_listener(self) -> ChangeListener:
        return SimulatedListener(self)


class ServerProcess:
    """A place where a server runs: started, killed, stopped and started again."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.environment = SimulatedEnvironment(world.loop, name, 0)
        self.environment.is_dead = True
        self.manager: SimulatedManager | None = None
        self.listener: SimulatedListener | None = None
        self.wall_offset = 0.0
        self.slowness = 1.0
        self.starts = 0
        self.is_cut_off = self.is_ready = self.has_started = False

    @property
    def is_up(self) -> bool:
        """Whether it runs and has started."""
        return self.is_ready and not self.environment.is_dead

    @property
    def is_alive(self) -> bool:
        """Whether it has started and has not ended, though it may be stopping."""
        return self.has_started and not self.environment.is_dead

    def run(self, make: Callable[[], Coroutine[Any, Any, Any]]) -> asyncio.Task[Any]:
        """Run a coroutine in this process."""
        context = contextvars.copy_context()
        context.run(current_environment.set, self.environment)
        return context.run(lambda: self.world.loop.create_task(make(), context=context))

    def start(self) -> None:
        """Start a new server process here; it may fail while the database is away, and is then started again."""
        self.starts += 1
        environment = SimulatedEnvironment(self.world.loop, f"{self.name}{self.starts}", self.world.draw_seed())
        environment.wall_offset, environment.slowness = self.wall_offset, self.slowness
        self.environment, self.is_ready, self.has_started = environment, False, False
        self.world.trace(self.name, "starts")
        self.run(self._start)

    async def _start(self) -> None:
        manager = SimulatedManager(self.world, self, self.world.settings)
        self.manager = manager
        try:
            await manager.start()
        except Exception as error:
            self.world.trace(self.name, f"does not start: {type(error).__name__}")
            self.world.later(1.0, lambda: self._start_again(manager))
            return
        self.is_ready = self.has_started = True
        self.world.trace(self.name, "is ready")
        self.world.note_availability()

    def _start_again(self, failed: SimulatedManager) -> None:
        """What systemd does after a server that could not start."""
        if self.manager is failed and not self.environment.is_dead:
            self.kill("ends")
            self.start()

    def kill(self, how: str = "is killed") -> None:
        """Kill the process: SIGKILL, at the await where it is."""
        if self.environment.is_dead:
            return
        self.world.trace(self.name, how)
        self.is_ready, self.listener = False, None
        self.world.loop.kill(self.environment)
        self.world.network.break_all(self)

    def stop(self) -> None:
        """Stop it in an orderly way: SIGTERM."""
        manager = self.manager
        if self.is_up and manager is not None:
            self.world.trace(self.name, "is stopped")
            self.is_ready = False
            self.run(lambda: self._stop(manager))

    async def _stop(self, manager: SimulatedManager) -> None:
        self.world.network.close_all(self)
        await manager.stop()
        self.kill("has stopped")
        self.world.note_availability()

    def set_wall_clock(self, offset: float) -> None:
        """Set the system's clock of this process's machine."""
        self.wall_offset = self.environment.wall_offset = offset
