"""Fixtures of the server tests: a running server for each module, and two visitors, Ann and Bob."""

from collections.abc import Iterator

import pytest

from tests.server.clients import Guest, Server


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
