"""Request middleware: visitor and address of a request, host and origin checks, rate limit, security headers."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import SplitResult, urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from hordes.server.auth.sessions import NOBODY, Visitor, visitor_of_cookie
from hordes.server.auth.tokens import COOKIE
from hordes.server.http.plain_refusals import FAILURE, SECURITY_HEADERS, refusal_response
from hordes.server.http.request_checks import has_control_characters
from hordes.server.limits.addresses import prefix_of
from hordes.server.live.table_manager import TableManager
from hordes.server.settings import Settings

log = logging.getLogger("hordes.app")
Connection = ASGIConnection[Any, Any, Any, Any]
PERSONAL_PATH = "/api/"
"""Answers below this path depend on who asks, and may hold tokens and views: nobody else may keep them."""
SHARED_PATHS = ("/api/games", "/api/openapi.json", "/api/ratings/")
"""Paths below it whose answers are the same for everybody."""
NOT_HERE = "There is nothing at this address."
VISITOR = "hordes_visitor"
"""Key of the visitor in the state of a request."""
UNSAFE_METHODS = {"POST", "PUT", "PATCH", "DELETE"}


def address_of(connection: Connection) -> str:
    """The client's address, as limits count it; behind a trusted proxy uvicorn has set the forwarded one."""
    return prefix_of(connection.client.host) if connection.client else "?"


def visitor_of(manager: TableManager, connection: Connection) -> str:
    """The visitor of a request: a guest, or an account whose session has not ended; empty for a stranger."""
    return session_of(connection).name


def session_of(connection: Connection) -> Visitor:
    """The visitor of a request with the session of the account, as `look_up_visitor` found them."""
    visitor: Visitor = connection.scope["state"].get(VISITOR, NOBODY)
    return visitor


def bearer_token(connection: Connection) -> str | None:
    """The seat token in the Authorization header, as programs send it."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def is_same_origin(settings: Settings, connection: Connection) -> bool:
    """Whether a request comes from this site (CSRF check); programs send no Origin, and no cookies of others."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    parts = _split(origin)
    if parts is None:
        return False
    if settings.public_url:
        return _origin_of(parts) == _origin_of(urlsplit(settings.public_url))
    return parts.netloc.lower() == connection.headers.get("host", "").lower()


def _split(url: str) -> SplitResult | None:
    """The parts of an address; None if it is malformed, such as `http://[` or `http://name:port`."""
    try:
        parts = urlsplit(url)
        return parts if parts.port is None or parts.port >= 0 else None
    except ValueError:
        return None


def _origin_of(parts: SplitResult) -> tuple[str, str]:
    return parts.scheme.lower(), parts.netloc.lower()


def is_allowed_host(settings: Settings, connection: Connection) -> bool:
    """Whether the Host header is allowed: a local server accepts local names only, against DNS rebinding."""
    parts = _split("//" + connection.headers.get("host", ""))
    if parts is None:
        return False
    return not settings.is_local() or bool(settings.public_url) or parts.hostname in ("localhost", "127.0.0.1", "::1")


def is_personal(path: str) -> bool:
    """Whether the answer to a request is for one visitor only."""
    return path.startswith(PERSONAL_PATH) and not path.startswith(SHARED_PATHS)


class GuardedSend:
    """Sends a response with the security headers; an error page of the framework becomes a refusal like all others."""

    def __init__(self, send: Send, manager: TableManager, path: str) -> None:
        self.send, self.manager, self.path = send, manager, path
        self.has_begun = self.is_replaced = False

    async def __call__(self, message: Message) -> None:
        """Send a part of the response."""
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = MutableScopeHeaders.from_message(message)
            self.manager.metrics.requests.labels(message["status"] // 100 * 100).inc()
            self.is_replaced = message["status"] >= 400 and headers.get("content-type", "").startswith("text/html")
            if self.is_replaced:
                await send_refusal(self.send, message["status"], "bad_request", NOT_HERE)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            if is_personal(self.path):
                headers.setdefault("cache-control", "no-store")
        if not self.is_replaced:
            await self.send(message)


def guard_requests(app: ASGIApp, manager: TableManager) -> ASGIApp:
    """ASGI middleware around everything: refuses bad requests, and adds security headers to every response."""

    async def handle_request(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:  # the lifespan of the process

            async def send_reason(message: Any) -> None:
                if message["type"] == "lifespan.startup.failed" and manager.start_failure:
                    message["message"] = manager.start_failure  # uvicorn logs it; the framework puts a traceback there
                await send(message)

            await app(scope, receive, send_reason)
            return
        connection: Connection = ASGIConnection(scope)
        refusal = request_refusal(manager, connection)
        if refusal is not None:
            await send_refusal(send, *refusal)
            return
        guarded = GuardedSend(send, manager, scope["path"])
        try:
            await app(scope, receive, guarded)
        except Exception:
            log.exception("a request failed")
            manager.metrics.failures.inc()
            if guarded.has_begun:
                raise
            await send_refusal(send, 500, "failure", FAILURE)

    return handle_request


async def look_up_visitor(request: Request[Any, Any, Any]) -> None:
    """Look up who makes a request, before its route: inside the framework, which answers when the database fails."""
    manager: TableManager = request.app.state.manager
    request.scope["state"][VISITOR] = await visitor_of_cookie(manager, request.cookies.get(COOKIE, ""))


def request_refusal(manager: TableManager, connection: Connection) -> tuple[int, str, str] | None:
    """Status, code and message if a request is refused before routing; None if it may pass."""
    if not is_allowed_host(manager.settings, connection):
        return 421, "wrong_host", "This server does not answer to that name."
    if not manager.request_buckets.take(address_of(connection)):
        return 429, "too_much", "Too many requests; wait a moment."
    if has_control_characters(connection.scope["path"], connection.scope.get("query_string", b"")):
        return 400, "bad_request", "An address contains no control characters."
    method = connection.scope.get("method", "")
    if method in UNSAFE_METHODS and not is_same_origin(manager.settings, connection):
        return 403, "foreign_origin", "This request comes from a page of another site."
    return None


async def send_refusal(send: Send, status: int, code: str, message: str) -> None:
    """Answer without the framework."""
    headers, body = refusal_response(code, message)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
