"""Bots think in processes of their own, under a budget. No table waits for them; a thought can be dropped."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import signal
import sys
from collections import deque
from typing import Any

from hordes.engine.games import enrolled
from hordes.engine.rng import Rng
from hordes.engine.state import State
from hordes.server.levels import Levels

log = logging.getLogger("hordes.bots")
GRACE = 5.0
"""Seconds beyond the budget before a worker counts as stuck: the machine may be busy."""
STARTING = 60.0
"""Seconds for a worker to start; they are not taken off a thought."""
LEAST_SECONDS = 0.05
LONGEST_LINE = 1 << 20


class Worker:
    """A process that thinks, started when it is first needed; it remembers whose bots live in it."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.keys: set[str] = set()

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """One question and its answer, once it runs."""
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
        """Run, and be ready to think."""
        if self.process is None or self.process.returncode is not None:
            self.keys.clear()
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "hordes.server.worker", json.dumps(enrolled())),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=_clean_environment(),
                start_new_session=True,
                limit=LONGEST_LINE,
            )
            assert self.process.stdout is not None
            await self.process.stdout.readline()  # it says when it is ready

    def kill(self) -> None:
        """End it at once, with the programs it may have started."""
        process, self.process = self.process, None
        self.keys.clear()
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()


class Thinkers:
    """A few worker processes; a thought takes one of them until it is done, late, or given up."""

    def __init__(self, workers: int, seconds: float, levels: Levels) -> None:
        self.seconds, self.levels = seconds, levels
        self.workers = [Worker() for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self.free = list(self.workers)
        self.waiting: deque[asyncio.Future[Worker]] = deque()
        self.failures = 0

    async def choose(self, state: State, game: str, options: dict[str, Any], level: str, key: str) -> str:
        """A bot's move. If the worker fails or is late, any legal move will do: the game must go on."""
        request = {"game": game, "options": options, "words": state.dump(), "recipe": self.levels.recipe(level)}
        worker = await self._worker(key)
        try:
            await asyncio.wait_for(worker.start(), STARTING)
            seconds = self.patience()
            asked = worker.ask(request | {"key": key, "seconds": seconds, "seed": secrets.randbits(60)})
            answer = await asyncio.wait_for(asked, seconds + GRACE)
        except asyncio.CancelledError:
            worker.kill()
            raise
        except Exception as error:
            worker.kill()
            answer = {"move": at_random(state), "complaint": f"{type(error).__name__} in its process"}
        finally:
            self._give_back(worker)
        if answer["complaint"]:
            self.failures += 1
            log.warning("the bot %s failed: %s; a random move is made for it", level, answer["complaint"])
        return str(answer["move"])

    def patience(self) -> float:
        """The seconds for a thought: less, the more others wait."""
        return max(LEAST_SECONDS, self.seconds / max(1.0, len(self.waiting) / len(self.workers)))

    async def _worker(self, key: str) -> Worker:
        """A free worker, if possible the one that knows this bot's plan; else wait in line."""
        if self.free:
            known = [worker for worker in self.free if key in worker.keys]
            worker = known[0] if known else self.free[-1]
            self.free.remove(worker)
            return worker
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._give_back(future.result())
            else:
                self.waiting.remove(future)
            raise

    def _give_back(self, worker: Worker) -> None:
        while self.waiting:
            future = self.waiting.popleft()
            if not future.done():
                future.set_result(worker)
                return
        self.free.append(worker)

    async def close(self) -> None:
        """End all workers."""
        processes = [worker.process for worker in self.workers if worker.process is not None]
        for worker in self.workers:
            worker.kill()
        await asyncio.gather(*[process.wait() for process in processes])


def at_random(state: State) -> str:
    """Any legal move, each as likely."""
    return state.describe(state.nth_legal(Rng(secrets.randbits(60)).below(state.find_legal())))


def _clean_environment() -> dict[str, str]:
    """A worker needs none of the server's secrets."""
    hidden = ("HORDES_SECRET", "HORDES_DATABASE", "HORDES_SMTP")
    return {name: value for name, value in os.environ.items() if name not in hidden}
