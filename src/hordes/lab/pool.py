"""The one seam for mass play: map batches of games, results in any order, in processes here or on a Ray cluster."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

from hordes.engine.errors import BadRequest
from hordes.engine.games import enrol, enrolled

Batch = TypeVar("Batch")
Result = TypeVar("Result")

WAITING = 4
"""Batches handed out ahead, per process: enough that none is ever idle, few enough to stop soon."""
PATIENCE = 5
"""How often in a row processes may die without a result before we give up."""


class WorkersDied(BadRequest):
    """Processes were killed again and again; what was finished has been handed over."""


def map_batches(
    function: Callable[[Batch], Result],
    batches: Iterable[Batch],
    jobs: int = 1,
    method: str = "spawn",
    ray: str | None = None,
) -> Iterator[Result]:
    """Yield `function(batch)` for every batch, as each gets done.

    With one job everything happens here, in order. With more, the function and the batches must be picklable, and the
    results come in any order: add them up so that the order does not matter. With `ray`, the work goes to the cluster
    at that address ("local" starts one here). A process that is killed costs nothing but time: its batches are played
    again. Closing the iterator, or Ctrl-C, ends the work with the batches in hand. Every process knows the same sets
    of the user's own as this one.

    >>> sorted(map_batches(abs, [-3, 1, -2]))
    [1, 2, 3]
    """
    if ray is not None:
        from hordes.lab.cluster import map_on_ray

        yield from map_on_ray(function, batches, jobs, ray)
    elif jobs == 1:
        yield from map(function, batches)
    else:
        yield from Crew(function, iter(batches), jobs, method).results()


class Crew:
    """Processes that share the batches, and are replaced when one of them dies."""

    def __init__(self, function: Callable[[Any], Any], batches: Iterator[Any], jobs: int, method: str) -> None:
        self.function = function
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
                done, _ = wait(self.running, return_when=FIRST_COMPLETED)
                yield from self._collect(done)
        finally:
            self.pool.shutdown(cancel_futures=True)

    def _hand_out(self, batches: Iterable[Any]) -> None:
        for batch in batches:
            self.running[self.pool.submit(self.function, batch)] = batch

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


def _begin(sets: list[tuple[str, str]]) -> None:
    """Leave interrupts to the parent, and learn the sets it has."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for game, path in sets:
        enrol(game, path)
