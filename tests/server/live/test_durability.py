"""Short crash test (`crash_test.py`): no acknowledged move is lost or doubled when the server is killed."""

import asyncio
from pathlib import Path

import pytest

from tests.server.crash_test import run
from tests.server.postgres import Postgres, required


def test_no_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    seen = asyncio.run(run(tmp_path, str(tmp_path / "t.db"), processes=1, tables=3, seats=2, kills=2, seed=1))
    assert seen["acknowledged"] > 20


@pytest.mark.slow
def test_no_move_is_lost_with_two_processes_on_one_file(tmp_path: Path) -> None:
    seen = asyncio.run(run(tmp_path, str(tmp_path / "t.db"), processes=2, tables=4, seats=2, kills=5, seed=2))
    assert seen["acknowledged"] > 100


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("processes", [1, 2])
def test_no_move_is_lost_on_postgresql(tmp_path: Path, processes: int) -> None:
    with Postgres(required()) as postgres:
        url = postgres.database("hordes")
        seen = asyncio.run(run(tmp_path, url, processes=processes, tables=4, seats=2, kills=5, seed=3))
    assert seen["acknowledged"] > 100
