"""A short rolling restart (`rolling_restart.py`): people play on while the processes are replaced in turn."""

import asyncio
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.rolling_restart import run


@pytest.mark.slow
@pytest.mark.postgres
def test_a_rolling_restart_costs_nobody_a_move_or_a_game(tmp_path: Path, postgres: Postgres) -> None:
    seen = asyncio.run(run(tmp_path, postgres.database("rolling"), tables=3, restarts=4))
    assert seen["acknowledged"] >= 80
