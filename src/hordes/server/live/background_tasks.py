"""Background tasks of the process: started here, logged when they fail, cancelled at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from hordes.server.db.engine import error_reason
from hordes.server.http.metrics import Metrics

log = logging.getLogger("hordes.tables")


class BackgroundTasks:
    """Running tasks without a request behind them; `is_stopping` tells them not to begin anything new."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.running: dict[asyncio.Task[Any], None] = {}  # in the order of their start
        self.is_stopping = False

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a task; failures are logged and counted."""
        task = asyncio.get_running_loop().create_task(work)
        self.running[task] = None
        task.add_done_callback(self._on_done)
        return task

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self.running.pop(task, None)
        if not task.cancelled() and task.exception() is not None:
            self.metrics.failures.inc()
            if isinstance(error := task.exception(), SQLAlchemyError):
                log.error("a background task failed in the database: %s", error_reason(error))
            else:
                log.error("a background task failed", exc_info=error)

    async def cancel_all(self) -> None:
        """Cancel what is running and wait for its end."""
        tasks = list(self.running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def mark_retrieved(task: asyncio.Task[Any]) -> None:
    """Take note of a task's exception, so that none is reported as never retrieved when whoever waited has gone."""
    if not task.cancelled():
        task.exception()
