"""Metrics of several processes on one port: whichever is asked answers for all, with the label `process`.

Every process listens at a Unix socket in a folder of the supervisor and sends its metrics to whoever connects. So one
scrape is complete and current, whatever process the kernel gives it to, and a process that has ended leaves nothing.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

ASK_SECONDS = 2.0
"""Longest time to wait for another process; one that hangs is left out, and `hordes_processes` is too low."""
LABEL = "process"


class MergedMetrics(Collector):
    """The metrics of several processes, each sample with the label `process`."""

    def __init__(self, by_process: dict[str, str]) -> None:
        self.by_process = by_process

    def collect(self) -> Iterator[Metric]:
        """All families, each once."""
        families: dict[str, Metric] = {}
        for process, text in sorted(self.by_process.items()):
            for family in text_string_to_metric_families(text):
                merged = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    merged.add_sample(sample.name, {**sample.labels, LABEL: process}, sample.value)
        count = Metric("hordes_processes", "Processes that have answered", "gauge")
        count.add_sample("hordes_processes", {}, len(self.by_process))
        yield from [*families.values(), count]


class ProcessMetrics:
    """One process' end of the shared metrics."""

    def __init__(self, folder: Path, registry: CollectorRegistry) -> None:
        self.folder, self.registry = folder, registry
        self.path = folder / f"{os.getpid()}.sock"
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen for the other processes."""
        self._server = await asyncio.start_unix_server(self._answer, self.path)

    async def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
        self.path.unlink(missing_ok=True)

    async def gather(self) -> CollectorRegistry:
        """The metrics of all processes, this one included."""
        paths = sorted(self.folder.glob("*.sock"))
        texts = await asyncio.gather(*[_ask(path) for path in paths])
        merged = CollectorRegistry()
        answers = {path.stem: text for path, text in zip(paths, texts, strict=True) if text is not None}
        merged.register(MergedMetrics(answers))
        return merged

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(generate_latest(self.registry))
            await writer.drain()
        writer.close()


async def _ask(path: Path) -> str | None:
    """The metrics of one process; None if it does not answer. The socket of one that was killed is removed."""
    try:
        async with asyncio.timeout(ASK_SECONDS):
            reader, writer = await asyncio.open_unix_connection(path)
            content = await reader.read()
    except ConnectionRefusedError:
        path.unlink(missing_ok=True)
        return None
    except (OSError, TimeoutError):
        return None
    writer.close()
    return content.decode()
