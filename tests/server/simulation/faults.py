"""Faults of one simulation: which, when and how often is drawn from the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.server.simulation.process import ServerProcess

if TYPE_CHECKING:
    from tests.server.simulation.world import World

NO_FAULTS_SHARE = 0.08
UNNOTICED_SECONDS = 3.0
"""An outage of the database that is shorter may lie between two heartbeats, and nobody need have noticed it."""


class FaultPlan:
    """The faults of a simulation. Each seed draws some kinds, so that they also come alone."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rng = world.branch("faults")
        self.seconds = self.rng.choice([8.0, 15.0, 30.0])
        kinds: dict[str, Callable[[], None]] = {
            "kill": self._kill,
            "stop": self._stop,
            "cut": self._cut,
            "stall": self._stall,
            "partition": self._partition,
            "database down": self._database_down,
            "full disk": self._full_disk,
            "unreported commits": self._unreported,
            "slow": self._slow,
            "clock": self._clock,
            "leave": self._leave,
        }
        is_faultless = self.rng.random() < NO_FAULTS_SHARE
        chosen = [] if is_faultless else self.rng.sample(sorted(kinds), self.rng.choice([1, 2, 3, 5, 11]))
        self.kinds = {kind: kinds[kind] for kind in chosen}
        self.is_active = False
        self.unnoticed = UNNOTICED_SECONDS
        self.counts: Counter[str] = Counter()

    def begin(self) -> None:
        """Begin to make faults."""
        self.is_active = True
        self.world.trace("faults", ", ".join(self.kinds) or "none")
        self._next()

    def stop(self) -> None:
        """No more faults; everything comes back."""
        world = self.world
        self.is_active = False
        world.storage.refused_share = world.storage.unreported_share = 0.0
        if world.storage.is_down:
            self._database_up()
        for process in world.processes:
            process.slowness = process.environment.slowness = 1.0
            process.environment.steps_to_live = None
            if process.is_cut_off:
                self._heal(process)
            if process.environment.is_dead:
                self._start(process)

    def _next(self) -> None:
        if self.is_active and self.kinds:
            self.world.later(self.rng.expovariate(0.4), self._make)

    def _make(self) -> None:
        if self.is_active:
            kind = self.rng.choice(sorted(self.kinds))
            self.counts[kind] += 1
            self.kinds[kind]()
            self.world.check_memory()
            self._next()

    def _process(self) -> ServerProcess:
        return self.rng.choice(self.world.processes)

    # Processes

    def _kill(self) -> None:
        """Kill a process some callbacks from now, at whatever await it is then."""
        process = self._process()
        if process.is_up:
            process.environment.steps_to_live = self.rng.choice([0, 3, 10, 40, 100])

    def kill(self, process: ServerProcess) -> None:
        """Kill a process, and start it again after a while."""
        process.kill()
        self.world.note_availability()
        self.world.later(self.rng.choice([0.3, 1.0, 2.5, 8.0, 70.0]), lambda: self._start(process))

    def _start(self, process: ServerProcess) -> None:
        if process.environment.is_dead:
            process.start()
            self._note_start(process)

    def _note_start(self, process: ServerProcess) -> None:
        """Note the moment from which people can act again."""
        self.world.note_availability()
        if not process.is_up and not process.environment.is_dead:
            self.world.later(0.01, lambda: self._note_start(process))

    def _stop(self) -> None:
        process = self._process()
        if process.is_up:
            process.stop()
            self.world.later(self.rng.choice([1.0, 5.0, 20.0]), lambda: self._start_stopped(process))

    def _start_stopped(self, process: ServerProcess) -> None:
        """Start a process that was stopped; kill it first if that took too long."""
        if not process.is_up:
            process.kill()
            self.world.note_availability()
            self._start(process)

    # Network

    def _cut(self) -> None:
        if self.world.network.wires:
            self.rng.choice(self.world.network.wires).cut()

    def _stall(self) -> None:
        """A client stops reading."""
        if self.world.network.wires:
            wire = self.rng.choice(self.world.network.wires)
            wire.stall()
            self.world.later(self.rng.choice([3.0, 10.0, 40.0]), wire.go_on)

    def _partition(self) -> None:
        """A process hears nothing of what others write."""
        process = self._process()
        process.is_cut_off = True
        self.world.trace("faults", f"{process.name} hears nothing")
        self.world.later(self.rng.choice([1.0, 5.0, 15.0]), lambda: self._heal(process))

    def _heal(self, process: ServerProcess) -> None:
        if process.is_cut_off:
            process.is_cut_off = False
            self.world.trace("faults", f"{process.name} hears again")
            if process.listener is not None:
                process.listener.resume()

    def _leave(self) -> None:
        """Somebody leaves for good."""
        player = self.rng.choice(self.world.players)
        if self.rng.random() < 0.3 and player.viewpoint and player.wire is not None:
            self.world.trace(player.name, "leaves")
            player.has_left = True
            player.wire.close()

    # Database

    def _database_down(self) -> None:
        if not self.world.storage.is_down:
            self.world.trace("faults", "database down")
            self.world.storage.is_down = True
            self.world.note_availability()
            self.world.later(self.rng.choice([0.5, 2.0, 4.0, 12.0, 40.0]), self._database_up)

    def _database_up(self) -> None:
        if self.world.storage.is_down:
            self.world.trace("faults", "database up")
            self.world.storage.is_down = False
            self.world.note_availability()
            for process in self.world.processes:
                if process.listener is not None:
                    process.listener.resume()

    def _full_disk(self) -> None:
        self.world.storage.refused_share = self.rng.choice([0.1, 0.5])
        self.world.trace("faults", f"{self.world.storage.refused_share} of all commits fail")
        self.world.later(self.rng.choice([0.5, 2.0]), self._disk_is_well)

    def _unreported(self) -> None:
        self.world.storage.unreported_share = self.rng.choice([0.1, 0.5])
        self.world.trace("faults", f"{self.world.storage.unreported_share} of all commits fail after they were made")
        self.world.later(self.rng.choice([0.5, 2.0]), self._disk_is_well)

    def _disk_is_well(self) -> None:
        self.world.trace("faults", "commits work")
        self.world.storage.refused_share = self.world.storage.unreported_share = 0.0

    def _slow(self) -> None:
        process = self._process()
        process.slowness = process.environment.slowness = self.rng.choice([10.0, 100.0])
        self.world.trace("faults", f"{process.name} is slow")
        self.world.later(self.rng.choice([1.0, 4.0]), lambda: self._fast(process))

    def _fast(self, process: ServerProcess) -> None:
        self.world.trace("faults", f"{process.name} is fast")
        process.slowness = process.environment.slowness = 1.0

    # Clocks

    def _clock(self) -> None:
        """The system's clock is set forward or back; all processes run on one machine."""
        jump = self.rng.choice([-7200.0, -120.0, -8.0, -1.0, 1.0, 4.0, 8.0, 120.0, 7200.0])
        self.world.trace("faults", f"the system's clock jumps by {jump} s")
        for process in self.world.processes:
            process.set_wall_clock(process.wall_offset + jump)
