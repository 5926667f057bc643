"""Mass play on a Ray cluster; needs the extra `ray`."""

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import enrol, enrolled

PATIENCE = {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_raylet_start_wait_time_s": "120"}
"""Settings of Ray: a busy machine takes its time to start one."""
AHEAD = 4
"""Batches handed out ahead, per processor of the cluster."""


KNOCK = 5.0
"""Seconds to wait for anybody at an address; Ray itself would try for minutes."""


def work(function: Callable[[Any], Any], sets: list[tuple[str, str]], batch: Any) -> Any:
    """One batch, on whatever machine; sets of the user's own are learnt first."""
    for game, path in sets:
        enrol(game, path)
    return function(batch)


def connect(address: str) -> Any:
    """Ray, joined to a cluster or to one of our own."""
    try:
        import ray
    except ImportError:
        raise BadRequest("--ray needs Ray: pip install 'hordes[ray]'.") from None
    knock(address)
    for name, value in PATIENCE.items():
        os.environ.setdefault(name, value)
    path = os.environ.get("PYTHONPATH", "")
    told = {"env_vars": {"PYTHONPATH": path}} if path else None
    own: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, runtime_env=told, **own)
    except Exception as problem:
        reason = " ".join(str(problem).split())[:160]
        raise BadRequest(f"There is no Ray cluster at {address!r}: {reason}") from None
    return ray


def knock(address: str) -> None:
    """Is anybody at HOST:PORT? Words such as `auto` and `local` are Ray's own affair."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), KNOCK).close()
    except (OSError, OverflowError) as problem:
        raise BadRequest(f"There is no Ray cluster at {address!r}: {problem}") from None


def map_on_ray(function: Callable[[Any], Any], batches: Iterable[Any], jobs: int, address: str) -> Iterator[Any]:
    """Yield the result of every batch as it gets done. A worker that dies has its batch played again elsewhere."""
    ray = connect(address)
    remote = ray.remote(max_retries=-1, retry_exceptions=False)(work)
    sets, waiting = enrolled(), iter(batches)
    ahead = max(jobs, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
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
