"""Parallel map over batches of games, in local processes or on a Ray cluster; results come in any order."""

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from types import FrameType, TracebackType
from typing import Any, TypeVar

from hordes.engine.errors import BadRequest
from hordes.engine.games import register_set, registered_sets

Batch = TypeVar("Batch")
Result = TypeVar("Result")

QUEUED_PER_PROCESS = 4
"""Batches queued per process: enough that none is idle, few enough to stop soon."""
MAX_POOL_FAILURES = 5
"""Give up after this many pool failures in a row without a result."""
POLL_SECONDS = 0.5
"""Seconds to wait for a result before checking for an interrupt."""


class WorkersDied(BadRequest):
    """Worker processes were killed repeatedly; finished results have been yielded."""


class GracefulInterrupt:
    """Context manager: the first Ctrl-C only requests a stop, so that running batches finish; the second interrupts.

    >>> with GracefulInterrupt() as interrupt:
    ...     signal.raise_signal(signal.SIGINT)
    ...     interrupt.is_requested
    True
    """

    def __init__(self) -> None:
        self.is_requested = False
        self.previous_handler: Any = None

    def __enter__(self) -> "GracefulInterrupt":
        if threading.current_thread() is threading.main_thread():
            self.previous_handler = signal.signal(signal.SIGINT, self._on_interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.previous_handler is not None:
            signal.signal(signal.SIGINT, self.previous_handler)

    def _on_interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.is_requested:
            raise KeyboardInterrupt
        self.is_requested = True
        if sys.stderr.isatty():
            print("\nStopping when the games in hand are done; Ctrl-C again drops them.", file=sys.stderr)


def map_batches(
    function: Callable[[Batch], Result],
    batches: Iterable[Batch],
    jobs: int = 1,
    method: str = "spawn",
    ray: str | None = None,
    interrupt: GracefulInterrupt | None = None,
) -> Iterator[Result]:
    """Yield `function(batch)` for every batch, in the order of completion.

    With one job everything runs in this process, in order. With more, the function and the batches must be picklable,
    and results come in any order, so they should be combined commutatively. With `ray`, the work goes to the cluster at
    that address ("local" starts one here). If a process is killed, its batches are run again. Once `interrupt` is
    requested, no further batch is started and the running ones are the last results; closing the iterator, or a second
    interrupt, drops them. Worker processes load the same custom sets as this process.

    >>> sorted(map_batches(abs, [-3, 1, -2]))
    [1, 2, 3]
    """
    source = until_interrupted(batches, interrupt or GracefulInterrupt())
    if ray is not None:
        from hordes.lab.simulate.ray_pool import map_on_ray

        yield from map_on_ray(function, source, jobs, ray)
    elif jobs == 1:
        yield from map(function, source)
    else:
        yield from BatchPool(function, source, jobs, method, interrupt or GracefulInterrupt()).results()


def until_interrupted(batches: Iterable[Batch], interrupt: GracefulInterrupt) -> Iterator[Batch]:
    """The batches, until a stop is requested."""
    for batch in batches:
        if interrupt.is_requested:
            return
        yield batch


class BatchPool:
    """Process pool that is replaced when one of its processes dies."""

    def __init__(
        self,
        function: Callable[[Any], Any],
        batches: Iterator[Any],
        jobs: int,
        method: str,
        interrupt: GracefulInterrupt,
    ) -> None:
        self.function = function
        self.interrupt = interrupt
        self.batches = batches
        self.jobs = jobs
        self.method = method
        self.running: dict[Future[Any], Any] = {}
        self.pool_failures = 0
        self.pool = self._start_pool()

    def _start_pool(self) -> ProcessPoolExecutor:
        context = get_context(self.method)
        return ProcessPoolExecutor(
            self.jobs, mp_context=context, initializer=_init_worker, initargs=(registered_sets(),)
        )

    def results(self) -> Iterator[Any]:
        """Yield every result."""
        try:
            self._submit(islice(self.batches, self.jobs * QUEUED_PER_PROCESS))
            while self.running:
                done, _ = wait(self.running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                yield from self._collect(done)
                if self.interrupt.is_requested:
                    self._cancel_pending()
        finally:
            self.pool.shutdown(cancel_futures=True)

    def _submit(self, batches: Iterable[Any]) -> None:
        # processes are started by `submit`; they must not inherit an unblocked Ctrl-C
        with block_interrupts():
            for batch in batches:
                self.running[self.pool.submit(self.function, batch)] = batch

    def _cancel_pending(self) -> None:
        """Cancel batches that have not been started."""
        for future in [future for future in self.running if future.cancel()]:
            del self.running[future]

    def _collect(self, done: set[Future[Any]]) -> Iterator[Any]:
        for future in done:
            batch = self.running.pop(future)
            try:
                result = future.result()
            # one dead process breaks the whole pool: put the batch back and replace the pool
            except BrokenProcessPool:
                self.running[future] = batch
                self._replace()
                return
            self.pool_failures = 0  # only failures without any progress count
            self._submit(islice(self.batches, 1))
            yield result

    def _replace(self) -> None:
        """A process died and broke the pool: start a new pool with the unfinished batches."""
        self.pool_failures += 1
        if self.pool_failures > MAX_POOL_FAILURES:
            raise WorkersDied("The processes that play were killed again and again; there may be too little memory.")
        waiting = list(self.running.values())
        self.running.clear()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._start_pool()
        self._submit(waiting)


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Block Ctrl-C meanwhile; processes started inside inherit the blocked signal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _init_worker(sets: list[tuple[str, str]]) -> None:
    """Initialise a worker process: ignore interrupts, and load the parent's custom sets."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for game, path in sets:
        register_set(game, path)
