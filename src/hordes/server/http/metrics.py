"""Metrics in the Prometheus text format."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

BUCKET_BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Histogram:
    """Histogram of durations with fixed bucket bounds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKET_BOUNDS) + 1)
        self.total, self.count = 0.0, 0

    def add(self, seconds: float) -> None:
        """Add an observation."""
        self.counts[bisect_left(BUCKET_BOUNDS, seconds)] += 1
        self.total += seconds
        self.count += 1


class Metrics:
    """Counters with one label, gauges computed on demand, and histograms of durations."""

    def __init__(self) -> None:
        self.counters: dict[str, Counter[str]] = {}
        self.gauges: dict[str, Callable[[], float]] = {}
        self.times: dict[str, Histogram] = {}

    def count(self, name: str, label: object = "") -> None:
        """Increment a counter."""
        self.counters.setdefault(name, Counter())[str(label)] += 1

    def time(self, name: str, seconds: float) -> None:
        """Record a duration."""
        self.times.setdefault(name, Histogram()).add(seconds)

    def text(self) -> str:
        """All metrics as text.

        >>> metrics = Metrics()
        >>> metrics.count("lines", "move")
        >>> print(metrics.text())
        # TYPE hordes_lines_total counter
        hordes_lines_total{kind="move"} 1
        <BLANKLINE>
        """
        lines: list[str] = []
        for name, counter in sorted(self.counters.items()):
            lines.append(f"# TYPE hordes_{name}_total counter")
            lines += [f"hordes_{name}_total{_label(label)} {n}" for label, n in sorted(counter.items())]
        for name, gauge in sorted(self.gauges.items()):
            lines += [f"# TYPE hordes_{name} gauge", f"hordes_{name} {gauge():g}"]
        for name, histogram in sorted(self.times.items()):
            lines += _histogram(name, histogram)
        return "\n".join(lines) + "\n"


def _label(label: str) -> str:
    return f'{{kind="{label}"}}' if label else ""


def _histogram(name: str, histogram: Histogram) -> list[str]:
    lines, sum_so_far = [f"# TYPE hordes_{name}_seconds histogram"], 0
    for bound, n in zip([*map(str, BUCKET_BOUNDS), "+Inf"], histogram.counts, strict=True):
        sum_so_far += n
        lines.append(f'hordes_{name}_seconds_bucket{{le="{bound}"}} {sum_so_far}')
    return [*lines, f"hordes_{name}_seconds_sum {histogram.total:g}", f"hordes_{name}_seconds_count {histogram.count}"]
