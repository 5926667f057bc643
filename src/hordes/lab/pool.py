"""The one seam for mass play: map batches of games, results in any order."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from hordes.engine.games import enrol, enrolled

Batch = TypeVar("Batch")
Result = TypeVar("Result")

WAITING = 4
"""Batches handed out ahead, per process: enough that none is ever idle, few enough to stop soon."""


def map_batches(
    function: Callable[[Batch], Result], batches: Iterable[Batch], jobs: int = 1, method: str = "spawn"
) -> Iterator[Result]:
    """Yield `function(batch)` for every batch, as each gets done.

    With one job everything happens here, in order. With more, the function and the batches must be picklable, and the
    results come in any order: add them up so that the order does not matter. A process pool serves one machine; a
    cluster would take its place behind this function. Closing the iterator, or Ctrl-C, ends the work with the batches
    in hand. Every process knows the same sets of the user's own as this one.

    >>> sorted(map_batches(abs, [-3, 1, -2]))
    [1, 2, 3]
    """
    if jobs == 1:
        yield from map(function, batches)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context(method), initializer=_begin, initargs=(enrolled(),))
    try:
        yield from _windowed(pool, function, iter(batches), jobs * WAITING)
    finally:
        pool.shutdown(cancel_futures=True)


def _windowed(
    pool: ProcessPoolExecutor, function: Callable[[Batch], Result], batches: Iterator[Batch], window: int
) -> Iterator[Result]:
    running: set[Future[Result]] = {pool.submit(function, batch) for batch in islice(batches, window)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {pool.submit(function, batch) for batch in islice(batches, len(done))}
        for future in done:
            yield future.result()


def _begin(sets: list[tuple[str, str]]) -> None:
    """Leave interrupts to the parent, and learn the sets it has."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for game, path in sets:
        enrol(game, path)
