"""Simulated event loop: virtual time, a seeded choice of the next callback, work of threads run inline.

Time stands still while anything is ready; then it moves on to the next timer. Callbacks carry the environment of the
process they belong to (`hordes.server.environment`), and those of a process that was killed are never called: that is
the kill.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import random
from asyncio import events
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from hordes.server.environment import Environment, current_environment

T = TypeVar("T")
MAX_STEPS = 2_000_000
"""Callbacks of one simulation; more means that something runs in circles."""
MAX_AWAITS_ON_EXIT = 10


class Stuck(Exception):
    """Nothing is ready and no timer is set, or there is no end to it."""


class Callback(asyncio.TimerHandle):
    """A callback with its time, its place among those of the same time, and the process it belongs to."""

    def __init__(
        self,
        when: float,
        number: int,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        loop: SimulatedLoop,
        context: contextvars.Context | None,
    ) -> None:
        owned = contextvars.copy_context() if context is None else context
        super().__init__(when, callback, args, loop, owned)
        self.time, self.number = when, number
        self.work: tuple[Callable[..., object], tuple[Any, ...]] = callback, args
        self.context = owned
        self.environment: Environment = owned.get(current_environment, PLAIN)

    def __lt__(self, other: object) -> bool:
        assert isinstance(other, Callback)
        return (self.time, self.number) < (other.time, other.number)


class SimulatedExecutor(Executor):
    """Stands for a pool of threads: with one thread, work is done in the order of its submission."""

    def __init__(self, threads: int, name: str = "") -> None:
        self.threads, self.name = threads, name
        self.busy_until = 0.0

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Do the work at once: for what is done without the loop, when a pool is closed."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing to stop."""


class SimulatedEnvironment(Environment):
    """The machine of one simulated process: dead once the process has been killed."""

    def __init__(self, loop: SimulatedLoop, name: str, seed: int) -> None:
        self.loop, self.name = loop, name
        self.rng = random.Random(seed)
        self.wall_offset = 0.0
        self.booted = loop.time()
        self.is_dead = False
        self.steps_to_live: int | None = None
        self.slowness = 1.0
        self.tasks: list[asyncio.Task[Any]] = []

    def wall_ms(self) -> int:
        """The system's clock, as it is set."""
        return EPOCH_MS + int((self.loop.time() + self.wall_offset) * 1000)

    def monotonic(self) -> float:
        """Virtual time since the process began."""
        return self.loop.time() - self.booted

    def random_bytes(self, count: int) -> bytes:
        """From the seed."""
        return self.rng.randbytes(count)

    def thread_pool(self, threads: int, name: str) -> Executor:
        """A pool without threads."""
        return SimulatedExecutor(threads, name)

    def work_seconds(self) -> float:
        """How long something takes in a thread."""
        return (0.0005 + self.rng.expovariate(400.0)) * self.slowness


PLAIN = Environment()
EPOCH_MS = 1_800_000_000_000


class SimulatedLoop(asyncio.BaseEventLoop):
    """Event loop of all simulated processes and clients; `disorder` is how often the next callback is drawn."""

    def __init__(self, rng: random.Random, disorder: float) -> None:
        super().__init__()
        self.rng, self.disorder = rng, disorder
        self.virtual_time = 1.0
        self.ready: list[Callback] = []
        self.timers: list[Callback] = []
        self.count = self.steps = 0
        self.is_closing = False
        self.default_pool = SimulatedExecutor(4, "default")
        self.other_pools: dict[int, SimulatedExecutor] = {}
        self.unhandled: list[dict[str, Any]] = []
        self.on_last_step: Callable[[SimulatedEnvironment], None] = lambda environment: None

    # What asyncio asks of a loop

    def time(self) -> float:
        """Virtual time in seconds."""
        return self.virtual_time

    def get_debug(self) -> bool:
        """Never."""
        return False

    def is_running(self) -> bool:
        """Whether it runs now."""
        return events._get_running_loop() is self

    def is_closed(self) -> bool:
        """Whether it has been closed."""
        return self.is_closing

    def close(self) -> None:
        """Forget everything that is still to be done."""
        self.is_closing = True
        self.ready.clear()
        self.timers.clear()

    def create_future(self) -> asyncio.Future[Any]:
        """A future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self, coro: Coroutine[Any, Any, T], *, name: str | None = None, context: contextvars.Context | None = None
    ) -> asyncio.Task[T]:
        """A task of this loop, kept in the list of its process."""
        self.count += 1
        task: asyncio.Task[T] = asyncio.Task(coro, loop=self, name=name or f"task {self.count}", context=context)
        owner = current_environment.get() if context is None else context[current_environment]
        if isinstance(owner, SimulatedEnvironment):
            if owner.is_dead:
                coro.close()  # begun on the way out of a coroutine that was closed
                return task
            owner.tasks.append(task)
            if len(owner.tasks) > 500:
                owner.tasks = [one for one in owner.tasks if not one.done()]
        return task

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> Callback:
        """Make a callback ready."""
        self.count += 1
        handle = Callback(self.virtual_time, self.count, callback, args, self, context)
        self.ready.append(handle)
        return handle

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> Callback:
        """The same: there are no threads."""
        return self.call_soon(callback, *args, context=context)

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> Callback:
        """Call after a delay in virtual seconds."""
        return self.call_at(self.virtual_time + max(0.0, delay), callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> Callback:
        """Call at a virtual time."""
        self.count += 1
        handle = Callback(when, self.count, callback, args, self, context)
        heapq.heappush(self.timers, handle)
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Cancelled timers are skipped when their time comes."""

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Keep what nobody has handled, but for what dead processes leave behind."""
        task = context.get("task") or context.get("future")
        if "was destroyed but it is pending" in str(context.get("message")) or self.is_closing or task is None:
            return
        self.unhandled.append(context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Do the work at a later moment, inline, and deliver what comes of it later still."""
        pool = self._simulated(executor)
        environment = current_environment.get()
        future: asyncio.Future[T] = self.create_future()
        seconds = environment.work_seconds() if isinstance(environment, SimulatedEnvironment) else 0.0
        when = self.virtual_time + seconds
        if pool.threads == 1:
            when = pool.busy_until = max(when, pool.busy_until + 1e-6)
        self.call_at(when, self._do_work, future, environment, func, args)
        return future

    def _simulated(self, executor: Executor | None) -> SimulatedExecutor:
        """The pool for work: that of the environment, or one thread in place of any other."""
        if executor is None or isinstance(executor, SimulatedExecutor):
            return executor or self.default_pool
        return self.other_pools.setdefault(id(executor), SimulatedExecutor(1))

    def _do_work(
        self,
        future: asyncio.Future[T],
        environment: Environment,
        func: Callable[..., T],
        args: tuple[Any, ...],
    ) -> None:
        result: T | None = None
        failure: BaseException | None = None
        try:
            result = func(*args)
        except Exception as error:
            failure = error
        seconds = environment.work_seconds() if isinstance(environment, SimulatedEnvironment) else 0.0
        self.call_later(seconds, _deliver, future, result, failure)

    # Running

    def run_until(self, is_done: Callable[[], bool], until: float) -> None:
        """Run until a condition holds or a virtual time has come."""
        events._set_running_loop(self)
        try:
            while not is_done() and self._advance(until):
                self._step()
        finally:
            events._set_running_loop(None)

    def _advance(self, until: float) -> bool:
        """Make the callbacks of the next timer ready if nothing else is; false when the time is over."""
        while not self.ready:
            if not self.timers:
                raise Stuck("nothing is left to do")
            if self.timers[0].time > until:
                self.virtual_time = until
                return False
            timer = heapq.heappop(self.timers)
            if not timer.cancelled():
                self.virtual_time = max(self.virtual_time, timer.time)
                self.ready.append(timer)
        return True

    def _step(self) -> None:
        """Call one of the callbacks that are ready."""
        is_drawn = len(self.ready) > 1 and self.rng.random() < self.disorder
        handle = self.ready.pop(self.rng.randrange(len(self.ready)) if is_drawn else 0)
        if handle.cancelled():
            return
        environment = handle.environment
        if isinstance(environment, SimulatedEnvironment):
            if environment.is_dead:
                return
            if environment.steps_to_live is not None:
                environment.steps_to_live -= 1
                if environment.steps_to_live < 0:
                    self.on_last_step(environment)
                    return
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Stuck("there is no end to it")
        function, args = handle.work
        handle.context.run(function, *args)

    def kill(self, environment: SimulatedEnvironment) -> None:
        """Kill a process: its callbacks are dropped, its coroutines closed in order, so that nothing depends on gc."""
        environment.is_dead = True
        for task in environment.tasks:
            if task.done() and not task.cancelled():
                task.exception()  # whoever would have asked for it is dead, too
            elif not task.done():
                coroutine = task.get_coro()
                context = contextvars.copy_context()
                context.run(current_environment.set, environment)
                assert coroutine is not None
                for _ in range(MAX_AWAITS_ON_EXIT):
                    try:
                        context.run(coroutine.close)
                        break
                    except RuntimeError:  # it awaits something on its way out; nobody will wake it
                        continue
        environment.tasks.clear()


def _deliver(future: asyncio.Future[T], result: T, failure: BaseException | None) -> None:
    """Hand the result of a thread to whoever waits."""
    if future.done():
        return
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)
