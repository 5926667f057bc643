"""Threads for database work that never keep the process alive: one that hangs is left behind when the process ends.

Python waits for the threads of a `ThreadPoolExecutor` at its end, so a database that does not answer would keep a
stopped server from ending.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from queue import SimpleQueue
from typing import Any

Job = tuple[Future[Any], Callable[[], Any]]


class WorkerThreads(Executor):
    """A fixed number of daemon threads that do what is submitted, in its order; started when there is work.

    >>> threads = WorkerThreads(1, "example")
    >>> threads.submit(sum, [1, 2]).result(), threads.end(seconds=60)
    (3, True)
    """

    def __init__(self, number: int, name: str) -> None:
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name=f"{name}-{n}", daemon=True) for n in range(number)]
        self._lock = threading.Lock()
        self._has_begun = self._has_ended = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a function called in one of the threads."""
        future: Future[Any] = Future()
        with self._lock:
            if self._has_ended:
                raise RuntimeError("the threads have ended")
            if not self._has_begun:
                self._has_begun = True
                for thread in self._threads:
                    thread.start()
            self._jobs.put((future, partial(fn, *args, **kwargs)))
        return future

    def end(self, seconds: float | None) -> bool:
        """Let the threads end when everything submitted is done; whether they did within so many seconds."""
        with self._lock:
            if not self._has_ended:
                self._has_ended = True
                for _ in self._threads:
                    self._jobs.put(None)
        if not self._has_begun:
            return True
        deadline = None if seconds is None else time.monotonic() + seconds
        for thread in self._threads:
            thread.join(None if deadline is None else max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, work = job
            if future.set_running_or_notify_cancel():
                try:
                    result = work()
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
            del job, future, work
