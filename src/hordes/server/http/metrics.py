"""Metrics of a server process in Prometheus' formats; every table manager has a registry of its own."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.exposition import choose_encoder

from hordes.server.http.process_metrics import ProcessMetrics
from hordes.server.worker_processes import metrics_folder

BUCKET_BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # the time at which each series began would double their number


class Metrics:
    """What is counted and timed; `kind` is the only label.

    >>> metrics = Metrics()
    >>> metrics.lines.labels("move").inc()
    >>> metrics.value("lines_total", kind="move"), metrics.value("failures_total")
    (1.0, 0.0)
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.processes: ProcessMetrics | None = None
        self.requests = self._counter("requests", "HTTP responses by class of their status: 200, 400 ...", "kind")
        self.lines = self._counter("lines", "Entries applied to the logs of tables, by their tag", "kind")
        self.notices = self._counter("notices", "Notices that it is somebody's turn, by way and outcome", "kind")
        self.refused = self._counter("refused", "Connections refused because there are too many", "kind")
        self.dropped = self._counter("dropped", "WebSockets closed by the server: too slow, or at an end", "kind")
        self.tables = self._counter("tables", "Tables created")
        self.failures = self._counter("failures", "Errors that nobody expected; each is in the server's log")
        self.unreadable_tables = self._counter("unreadable_tables", "Tables that could not be opened")
        self.heartbeats_failed = self._counter("heartbeats_failed", "Heartbeats that could not be written")
        self.thoughts_dropped = self._counter("thoughts_dropped", "Choices of bots that came too late")
        self.act = self._histogram("act_seconds", "From an action of a seat to its acknowledgement")
        self.commit = self._histogram("commit_seconds", "Commits of log entries")
        self.lag = self._histogram("lag_seconds", "How late the periodic work of the process begins")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"hordes_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(f"hordes_{name}", about, buckets=BUCKET_BOUNDS, registry=self.registry)

    def add_gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add a number that is read when the metrics are asked for."""
        Gauge(f"hordes_{name}", about, registry=self.registry).set_function(read)

    def value(self, name: str, **labels: str) -> float:
        """The present value of a series; 0 before anything with these labels was counted."""
        return self.registry.get_sample_value(f"hordes_{name}", labels) or 0.0

    async def start(self) -> None:
        """Find the other processes on this port, if there are any."""
        folder = metrics_folder()
        if folder is not None:
            self.processes = ProcessMetrics(folder, self.registry)
            await self.processes.start()

    async def stop(self) -> None:
        """Be found no longer."""
        if self.processes is not None:
            await self.processes.stop()

    async def exposition(self, accept: str) -> tuple[bytes, str]:
        """All metrics, and the media type, in the format that the header Accept asks for."""
        try:
            encode, media_type = choose_encoder(accept)
        except (TypeError, ValueError):  # a malformed header
            encode, media_type = choose_encoder("")
        registry = self.registry if self.processes is None else await self.processes.gather()
        return encode(registry), media_type
