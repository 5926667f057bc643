"""Random requests generated from the OpenAPI description: no 5xx, and responses as described."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from tests.server.clients import ME, Server

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]


def try_all(server: Server, examples: int, made: dict[str, Any] | None) -> list[str]:
    """Random requests for every operation: with an existing table and its token, or without."""
    description = schemathesis.openapi.from_url(f"{server.base}/api/openapi.json")
    tried = []
    for result in description.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]

        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            if made is not None and "table_id" in (case.path_parameters or {}):
                case.path_parameters["table_id"] = made["table"]
                case.headers["Authorization"] = f"Bearer {made['token']}"
            if "wait" in (case.query or {}):
                case.query["wait"] = 0
            case.call_and_validate(checks=CHECKS)

        ask()
        tried.append(operation.label)
    return tried


@pytest.mark.parametrize("stranger", [pytest.param(False, marks=pytest.mark.slow), True])
def test_random_requests_are_answered_as_described(server: Server, stranger: bool) -> None:
    server.manager.login_buckets.rate = server.manager.login_buckets.burst = 10_000
    with server.guest() as ann:
        made = None if stranger else ann.create([ME, ME], public=True)
        assert len(try_all(server, 5, made)) > 25
        assert server.manager.metrics.value("failures_total") == 0
        assert ann.get("/health")["ok"]


@pytest.mark.slow
def test_many_random_requests_are_answered_as_described(server: Server) -> None:
    server.manager.login_buckets.rate = server.manager.login_buckets.burst = 10_000
    with server.guest() as ann:
        try_all(server, 60, ann.create([ME, ME], public=True))
        assert server.manager.metrics.value("failures_total") == 0
