"""HTTP API by subject: one module for each, with its handlers in `HANDLERS`. `/api/openapi.json` describes them all."""

from __future__ import annotations

from litestar import Router

from hordes.server.http.middleware import look_up_visitor
from hordes.server.http.routes import (
    account_security,
    accounts,
    chat,
    explanations,
    games,
    notifications,
    play,
    records,
    rules,
    seats,
    tables,
)

SUBJECTS = (
    games,
    rules,
    tables,
    seats,
    records,
    play,
    explanations,
    accounts,
    notifications,
    account_security,
    chat,
)
API = Router(
    "/api",
    before_request=look_up_visitor,
    route_handlers=[handler for subject in SUBJECTS for handler in subject.HANDLERS],
)
