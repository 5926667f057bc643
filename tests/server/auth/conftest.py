"""Every test of accounts begins with a full bucket of attempts to log in."""

import pytest

from hordes.server.http.rate_limits import KeyedBuckets
from tests.server.clients import Server


@pytest.fixture(autouse=True)
def patience(request: pytest.FixtureRequest) -> None:
    if "server" in request.fixturenames:
        server: Server = request.getfixturevalue("server")
        server.manager.login_buckets = KeyedBuckets(0.2, 10)
