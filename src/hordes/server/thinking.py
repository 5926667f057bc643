"""Bots think in processes of their own, under a budget. No table waits for them; a thought can be dropped."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import sys
from typing import Any

from hordes.engine.rng import Rng
from hordes.engine.state import State
from hordes.server.worker import LEVELS, at_random

log = logging.getLogger("hordes.bots")
GRACE = 3.0


class Thinkers:
    """A few worker processes; a thought takes one of them until it is done, late, or given up."""

    def __init__(self, workers: int, budget: float) -> None:
        self.budget = budget
        self.free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(max(1, workers)):
            self.free.put_nowait(None)
        self.alive: set[asyncio.subprocess.Process] = set()

    @staticmethod
    def levels() -> list[str]:
        """The levels a bot seat can have."""
        return list(LEVELS)

    async def choose(self, state: State, game: str, options: dict[str, Any], seat: int, level: str) -> str:
        """A bot's move. If the worker fails or is late, any legal move will do: the game must go on."""
        words = {"game": game, "options": options, "words": state.dump(), "seat": seat, "level": level}
        request = json.dumps(words | {"budget": self.budget, "seed": secrets.randbits(60)})
        worker = await self.free.get()
        try:
            worker = await self._ready(worker)
            answer = await asyncio.wait_for(_ask(worker, request), self.budget + GRACE)
        except asyncio.CancelledError:
            self._kill(worker)
            worker = None
            raise
        except Exception as error:
            log.warning("a bot (%s) failed: %s; a random move is made for it", level, type(error).__name__)
            self._kill(worker)
            worker = None
            answer = at_random(state, seat, 0, Rng(secrets.randbits(60)))
        finally:
            self.free.put_nowait(worker)
        return answer

    async def _ready(self, worker: asyncio.subprocess.Process | None) -> asyncio.subprocess.Process:
        if worker is not None and worker.returncode is None:
            return worker
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "hordes.server.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=_clean_environment(),
        )
        self.alive.add(worker)
        return worker

    def _kill(self, worker: asyncio.subprocess.Process | None) -> None:
        if worker is not None:
            self.alive.discard(worker)
            if worker.returncode is None:
                worker.kill()

    async def close(self) -> None:
        """End all workers."""
        workers = list(self.alive)
        for worker in workers:
            self._kill(worker)
        await asyncio.gather(*[worker.wait() for worker in workers])


async def _ask(worker: asyncio.subprocess.Process, request: str) -> str:
    if worker.stdin is None or worker.stdout is None:
        raise RuntimeError("the worker has no pipes")
    worker.stdin.write(request.encode() + b"\n")
    await worker.stdin.drain()
    return str(json.loads(await worker.stdout.readline())["move"])


def _clean_environment() -> dict[str, str]:
    """A worker needs none of the server's secrets."""
    hidden = ("HORDES_SECRET", "HORDES_DATABASE", "HORDES_SMTP")
    return {name: value for name, value in os.environ.items() if name not in hidden}
