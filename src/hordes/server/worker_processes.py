"""Several server processes under one supervisor: their end without it, and what they share."""

from __future__ import annotations

import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from pathlib import Path

log = logging.getLogger("hordes.processes")
METRICS_FOLDER = "HORDES_METRICS_FOLDER"
"""Environment variable with the folder in which the processes find each other's metrics; set by the supervisor."""
END_SECONDS = 40.0
"""Time to end after the supervisor is gone, until the process is ended by force."""


def end_without_supervisor() -> None:
    """End this process soon after its supervisor has: it would keep the port, and nobody could stop it."""
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        watch = threading.Thread(target=_wait_for_end, args=(supervisor.sentinel,), name="hordes-watch", daemon=True)
        watch.start()


def _wait_for_end(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    log.error("the supervisor of this process is gone; it ends, too")
    killer = threading.Timer(END_SECONDS, os._exit, (1,))
    killer.daemon = True
    killer.start()
    os.kill(os.getpid(), signal.SIGTERM)


def metrics_folder() -> Path | None:
    """The folder of the shared metrics; None for a single process."""
    return Path(os.environ[METRICS_FOLDER]) if METRICS_FOLDER in os.environ else None
