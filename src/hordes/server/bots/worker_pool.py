"""Pool of worker processes in which bots choose moves, under a time budget; a choice can be cancelled.

What waits for a worker waits in `fair_queue.py`: tables where somebody is come first, and the owners of tables take
turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
import time
from typing import Any

from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import State
from hordes.engine.games import registered_sets
from hordes.server.bots.available_levels import AvailableLevels
from hordes.server.bots.fair_queue import NOBODY, FairQueue, Waiter

log = logging.getLogger("hordes.bots")
GRACE_SECONDS = 5.0
"""Seconds beyond the budget before a worker counts as stuck, since the machine may be busy."""
START_SECONDS = 60.0
"""Seconds for a worker to start; not taken from the thinking time."""
MIN_SECONDS = 0.05
MAX_LINE_BYTES = 1 << 20


class Worker:
    """A worker process, started on first use, and the keys of the bots it holds."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.killed: list[asyncio.subprocess.Process] = []
        self.keys: set[str] = set()

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request to the running process and wait for its answer."""
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        self.keys.add(request["key"])
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()
        answer: dict[str, Any] = json.loads(await process.stdout.readline())
        return answer

    async def start(self) -> None:
        """Start the process unless it runs, and wait until it is ready."""
        if self.process is None or self.process.returncode is not None:
            self.keys.clear()
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "hordes.server.bots.worker", json.dumps(registered_sets())),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=_clean_environment(),
                start_new_session=True,
                limit=MAX_LINE_BYTES,
            )
            assert self.process.stdout is not None
            await self.process.stdout.readline()  # {"ready": true}

    def kill(self) -> None:
        """Kill the process with its process group: external bots are its children."""
        process, self.process = self.process, None
        self.keys.clear()
        if process is not None and process.returncode is None:
            self.killed = [*(killed for killed in self.killed if killed.returncode is None), process]
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()


class WorkerPool:
    """A fixed number of workers; a choice occupies one until it is done, late or cancelled."""

    def __init__(self, workers: int, seconds: float, levels: AvailableLevels) -> None:
        self.seconds, self.levels = seconds, levels
        self.workers = [Worker() for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self.free = list(self.workers)
        self.waiting: FairQueue[Worker] = FairQueue()
        self.failures = 0

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
        """A bot's chosen move; a random legal one if the worker fails or is late, so that the game goes on."""
        request = {"game": game, "options": options, "words": state.dump(), "spec": self.levels.spec(level)}
        worker = await self._acquire(key, waiter)
        began = time.monotonic()
        try:
            await asyncio.wait_for(worker.start(), START_SECONDS)
            seconds = self.thinking_seconds(waiter)
            reply = worker.ask(request | {"key": key, "seconds": seconds, "seed": seed})
            answer = await asyncio.wait_for(reply, seconds + GRACE_SECONDS)
        except asyncio.CancelledError:
            worker.kill()  # it would go on thinking, and its late answer would be read as the next one's
            raise
        except Exception as error:
            worker.kill()
            answer = {"move": random_text(state, seed), "complaint": f"{type(error).__name__} in its process"}
        finally:
            self.waiting.charge(waiter, time.monotonic() - began)
            self._release(worker)
        if answer["complaint"]:
            self.failures += 1
            log.warning("the bot %s failed: %s; a random move is made for it", level, answer["complaint"])
        return str(answer["move"])

    def thinking_seconds(self, waiter: Waiter = NOBODY) -> float:
        """Thinking time in seconds: less, the more requests are waiting that are as urgent or more."""
        waiting = self.waiting.count(waiter.attention)
        return max(MIN_SECONDS, self.seconds / max(1.0, waiting / len(self.workers)))

    async def _acquire(self, key: str, waiter: Waiter) -> Worker:
        """Take a free worker, preferably the one that holds this bot; else wait in the queue."""
        if self.free:
            holders = [worker for worker in self.free if key in worker.keys]
            worker = holders[0] if holders else self.free[-1]  # the last one used is the likeliest to run already
            self.free.remove(worker)
            return worker
        future = self.waiting.add(waiter)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._release(future.result())  # a worker was handed over at the moment of the cancellation
            else:
                self.waiting.remove(future)
            raise

    def _release(self, worker: Worker) -> None:
        """Hand the worker to the first request that still waits, or make it free."""
        while (future := self.waiting.pop()) is not None:
            if not future.done():
                future.set_result(worker)
                return
        self.free.append(worker)

    async def close(self) -> None:
        """Kill all workers and wait for their end."""
        for worker in self.workers:
            worker.kill()
        ending = [process.communicate() for worker in self.workers for process in worker.killed]
        await asyncio.gather(*ending, return_exceptions=True)


def random_text(state: State, seed: int) -> str:
    """A uniformly random legal move."""
    return state.describe(random_move(state, Rng(seed)))


def _clean_environment() -> dict[str, str]:
    """Environment without the server's secrets."""
    hidden = ("HORDES_SECRET", "HORDES_DATABASE", "HORDES_SMTP")
    return {name: value for name, value in os.environ.items() if name not in hidden}
