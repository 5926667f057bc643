"""The one seam for mass play: map batches of games, results in any order, in processes here or on a Ray cluster."""

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
from hordes.engine.games import enrol, enrolled

Batch = TypeVar("Batch")
Result = TypeVar("Result")

WAITING = 4
"""Batches handed out ahead, per process: enough that none is ever idle, few enough to stop soon."""
PATIENCE = 5
"""How often in a row processes may die without a result before we give up."""
BREATH = 0.5
"""Seconds to wait for a result before we look whether we should stop."""


class WorkersDied(BadRequest):
    """Processes were killed again and again; what was finished has been handed over."""


class Halt:
    """While it is entered, the first Ctrl-C only asks to stop: what is in hand is finished. The second one interrupts.

    >>> with Halt() as halt:
    ...     signal.raise_signal(signal.SIGINT)
    ...     halt.asked
    True
    """

    def __init__(self) -> None:
        self.asked = False
        self.before: Any = None

    def __enter__(self) -> "Halt":
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        if sys.stderr.isatty():
            print("\nStopping when the games in hand are done; Ctrl-C again drops them.", file=sys.stderr)


def map_batches(
    function: Callable[[Batch], Result],
    batches: Iterable[Batch],
    jobs: int = 1,
    method: str = "spawn",
    ray: str | None = None,
    halt: Halt | None = None,
) -> Iterator[Result]:
    """Yield `function(batch)` for every batch, as each gets done.

    With one job everything happens here, in order. With more, the function and the batches must be picklable, and the
    results come in any order: add them up so that the order does not matter. With `ray`, the work goes to the cluster
    at that address ("local" starts one here). A process that is killed costs nothing but time: its batches are played
    again. Once `halt` is asked for, no batch is begun any more and those in hand are the last results; closing the
    iterator, or an interrupt, drops them. Every process knows the same sets of the user's own as this one.

    >>> sorted(map_batches(abs, [-3, 1, -2]))
    [1, 2, 3]
    """
    source = until(batches, halt or Halt())
    if ray is not None:
        from hordes.lab.cluster import map_on_ray

        yield from map_on_ray(function, source, jobs, ray)
    elif jobs == 1:
        yield from map(function, source)
    else:
        yield from Crew(function, source, jobs, method, halt or Halt()).results()


def until(batches: Iterable[Batch], halt: Halt) -> Iterator[Batch]:
    """The batches, until somebody asks to stop."""
    for batch in batches:
        if halt.asked:
            return
        yield batch


class Crew:
    """Processes that share the batches, and are replaced when one of them dies."""

    def __init__(
        self, function: Callable[[Any], Any], batches: Iterator[Any], jobs: int, method: str, halt: Halt
    ) -> None:
        self.function = function
        self.halt = halt
        self.batches = batches
        self.jobs = jobs
        self.method = method
        self.running: dict[Future[Any], Any] = {}
        self.deaths = 0
        self.pool = self._hire()

    def _hire(self) -> ProcessPoolExecutor:
        context = get_context(self.method)
        return ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_begin, initargs=(enrolled(),))

    def results(self) -> Iterator[Any]:
        """Everything that gets done."""
        try:
            self._hand_out(islice(self.batches, self.jobs * WAITING))
            while self.running:
                done, _ = wait(self.running, timeout=BREATH, return_when=FIRST_COMPLETED)
                yield from self._collect(done)
                if self.halt.asked:
                    self._call_back()
        finally:
            self.pool.shutdown(cancel_futures=True)

    def _hand_out(self, batches: Iterable[Any]) -> None:
        with undisturbed():
            for batch in batches:
                self.running[self.pool.submit(self.function, batch)] = batch

    def _call_back(self) -> None:
        """Batches that nobody has begun are not begun any more."""
        for future in [future for future in self.running if future.cancel()]:
            del self.running[future]

    def _collect(self, done: set[Future[Any]]) -> Iterator[Any]:
        for future in done:
            batch = self.running.pop(future)
            try:
                result = future.result()
            except BrokenProcessPool:
                self.running[future] = batch
                self._replace()
                return
            self.deaths = 0
            self._hand_out(islice(self.batches, 1))
            yield result

    def _replace(self) -> None:
        """A process died and took the pool with it: begin again with the batches that were out."""
        self.deaths += 1
        if self.deaths > PATIENCE:
            raise WorkersDied("The processes that play were killed again and again; there may be too little memory.")
        waiting = list(self.running.values())
        self.running.clear()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._hire()
        self._hand_out(waiting)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C waits until this is over, and processes that begin meanwhile never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(sets: list[tuple[str, str]]) -> None:
    """Leave interrupts to the parent, and learn the sets it has."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for game, path in sets:
        enrol(game, path)
