"""Parallel map over batches on a Ray cluster; needs the extra `ray`."""

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import register_set, registered_sets

RAY_ENVIRONMENT = {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_raylet_start_wait_time_s": "120"}
"""Environment variables for Ray: longer start-up timeout for busy machines."""
QUEUED_PER_CPU = 4
"""Batches queued per CPU of the cluster."""


CONNECT_SECONDS = 5.0
"""Connection timeout; Ray itself would try for minutes."""


def run_batch(function: Callable[[Any], Any], sets: list[tuple[str, str]], batch: Any) -> Any:
    """Run one batch on any machine of the cluster; custom sets are loaded first."""
    for game, path in sets:
        register_set(game, path)
    return function(batch)


def connect(address: str) -> Any:
    """Connect to a Ray cluster, or start a local one."""
    try:
        import ray
    except ImportError:
        raise BadRequest("--ray needs Ray: pip install 'hordes[ray]'.") from None
    check_reachable(address)
    for name, value in RAY_ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    path = os.environ.get("PYTHONPATH", "")
    environment = {"env_vars": {"PYTHONPATH": path}} if path else None
    own: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, runtime_env=environment, **own)
    except Exception as problem:
        reason = " ".join(str(problem).split())[:160]
        raise BadRequest(f"There is no Ray cluster at {address!r}: {reason}") from None
    return ray


def check_reachable(address: str) -> None:
    """Raise `BadRequest` if HOST:PORT does not answer; `auto` and `local` are left to Ray."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as problem:
        raise BadRequest(f"There is no Ray cluster at {address!r}: {problem}") from None


def map_on_ray(function: Callable[[Any], Any], batches: Iterable[Any], jobs: int, address: str) -> Iterator[Any]:
    """Yield results in the order of completion. Ray reruns the batch of a worker that dies."""
    ray = connect(address)
    remote = ray.remote(max_retries=-1, retry_exceptions=False)(run_batch)
    sets, waiting = registered_sets(), iter(batches)
    ahead = max(jobs, int(ray.cluster_resources().get("CPU", 1))) * QUEUED_PER_CPU
    running = [remote.remote(function, sets, batch) for batch in islice(waiting, ahead)]
    try:
        while running:
            done, running = ray.wait(running, num_returns=1)
            running += [remote.remote(function, sets, batch) for batch in islice(waiting, len(done))]
            yield ray.get(done[0])
    finally:
        for task in running:
            ray.cancel(task)
        if address == "local":
            ray.shutdown()
