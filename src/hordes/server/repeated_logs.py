"""Logs that an outage cannot flood: of each kind of line one in an interval, then how many there were."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TextIO

INTERVAL_SECONDS = 30.0
BURST = 3
"""Lines of one kind that are written in an interval; the others are counted."""
MAX_KINDS = 1_000
KIND_LENGTH = 60

Kind = tuple[str, int, str, str]


@dataclass
class Interval:
    """When an interval of one kind of line began, and how many lines there were."""

    began: float
    lines: int = 0


class QuietHandler(logging.StreamHandler[TextIO]):
    """Writes at most `BURST` lines of a kind in an interval; see `kind_of`.

    How many were left out is said with the next line of the kind, or at the end of the process. Records with
    `is_single`, of which there is one for each table or the like, are always written.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self.clock = clock
        self.intervals: dict[Kind, Interval] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write or count a line."""
        if getattr(record, "is_single", False):
            super().emit(record)
            return
        kind, now = kind_of(record), self.clock()
        interval = self.intervals.get(kind)
        if interval is None or now - interval.began >= INTERVAL_SECONDS:
            self._say_left_out(kind)
            if len(self.intervals) >= MAX_KINDS:
                self.flush_counts()
            interval = self.intervals[kind] = Interval(now)
        interval.lines += 1
        if interval.lines <= BURST:
            super().emit(record)

    def flush_counts(self) -> None:
        """Say of every kind how many lines were left out, and begin anew."""
        for kind in list(self.intervals):
            self._say_left_out(kind)

    def _say_left_out(self, kind: Kind) -> None:
        interval = self.intervals.pop(kind, None)
        if interval is not None and interval.lines > BURST:
            name, level, text, _ = kind
            values: Any = (interval.lines - BURST, text)
            said = logging.LogRecord(name, level, "", 0, "%d more lines like this were left out: %s", values, None)
            super().emit(said)

    def close(self) -> None:
        """Say what was left out, at the end."""
        self.flush_counts()
        super().close()


def kind_of(record: logging.LogRecord) -> Kind:
    """What makes two lines alike: everything but the values in them."""
    text = str(record.msg).partition("\n")[0][:KIND_LENGTH]
    error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    return record.name, record.levelno, text, error
