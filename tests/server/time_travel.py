"""Time for tests: passes at once for a running server, or only its system's clock is set forward."""

from __future__ import annotations

import time

import pytest

from hordes.server.environment import Environment


class TimeTravel:
    """Shifts the clocks of all servers of this test: of what a server takes from its machine."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.wall_shift = self.monotonic_shift = 0.0
        patch.setattr(Environment, "wall_ms", lambda _: time.time_ns() // 1_000_000 + int(self.wall_shift * 1000))
        patch.setattr(Environment, "monotonic", lambda _: time.monotonic() + self.monotonic_shift)

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self.wall_shift += seconds
        self.monotonic_shift += seconds

    def set_clock_forward(self, seconds: float) -> None:
        """Set the system's clock forward; for a server that does not run, this is time that passes."""
        self.wall_shift += seconds
