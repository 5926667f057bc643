"""Repeated lines of the log are counted, not written."""

import io
import logging
from typing import Any

from hordes.server.repeated_logs import BURST, INTERVAL_SECONDS, QuietHandler


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def logger(clock: Clock) -> tuple[logging.Logger, QuietHandler, io.StringIO]:
    stream, log = io.StringIO(), logging.Logger("outage")
    handler = QuietHandler(stream, clock)
    log.addHandler(handler)
    return log, handler, stream


def test_lines_of_a_kind_are_written_a_few_times_and_then_counted() -> None:
    clock = Clock()
    log, _, stream = logger(clock)
    for number in range(1_000):
        log.error("table %s cannot be stored", number)
    assert len(stream.getvalue().splitlines()) == BURST
    log.error("something else")
    assert stream.getvalue().endswith("something else\n")
    clock.now += INTERVAL_SECONDS
    log.error("table %s cannot be stored", "x")
    said = f"{1_000 - BURST} more lines like this were left out: table %s cannot be stored"
    assert stream.getvalue().splitlines()[-2:] == [said, "table x cannot be stored"]


def test_tracebacks_of_one_kind_are_not_repeated() -> None:
    log, handler, stream = logger(Clock())
    for _ in range(100):
        try:
            raise ConnectionError("gone")
        except ConnectionError:
            log.exception("a message failed")
    assert stream.getvalue().count("Traceback") == BURST
    handler.close()
    assert stream.getvalue().splitlines()[-1] == f"{100 - BURST} more lines like this were left out: a message failed"


def test_lines_of_which_there_is_one_each_are_all_written() -> None:
    log, _, stream = logger(Clock())
    single: Any = {"is_single": True}
    for number in range(20):
        log.warning("table %s is damaged", number, extra=single)
    assert len(stream.getvalue().splitlines()) == 20
