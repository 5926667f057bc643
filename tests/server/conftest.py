"""Fixtures of the server tests: a running server for each module, two visitors, Ann and Bob, and databases."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.clients import Guest, Server
from tests.server.postgres import Postgres, required


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest


@pytest.fixture
def bob(server: Server) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with Postgres(required()) as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=[pytest.mark.slow, pytest.mark.postgres])])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that no test has used yet, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "shared.db")
    running: Postgres = request.getfixturevalue("postgres")
    return running.database(f"test_{secrets.token_hex(6)}")
