"""Request middleware: visitor and address of a request, host and origin checks, rate limit, security headers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from hordes.server.auth.sessions import NOBODY, Visitor, visitor_of_cookie
from hordes.server.auth.tokens import COOKIE
from hordes.server.live.table_manager import TableManager
from hordes.server.settings import Settings

Connection = ASGIConnection[Any, Any, Any, Any]
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
VISITOR = "hordes_visitor"
"""Key of the visitor in the state of a request."""
UNSAFE_METHODS = {"POST", "PUT", "PATCH", "DELETE"}


def address_of(connection: Connection) -> str:
    """The client's address; behind a trusted proxy uvicorn has replaced it with the forwarded one."""
    return connection.client.host if connection.client else "?"


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
    if settings.public_url:
        return _origin_of(origin) == _origin_of(settings.public_url)
    return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()


def _origin_of(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme.lower(), parts.netloc.lower()


def is_allowed_host(settings: Settings, connection: Connection) -> bool:
    """Whether the Host header is allowed: a local server accepts local names only, against DNS rebinding."""
    name = urlsplit("//" + connection.headers.get("host", "")).hostname or ""
    return not settings.is_local() or bool(settings.public_url) or name in ("localhost", "127.0.0.1", "::1")


def request_middleware(app: ASGIApp) -> ASGIApp:
    """ASGI middleware: refuses bad requests and adds security headers to every response."""

    async def handle_request(scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection = ASGIConnection(scope)
        manager: TableManager = connection.app.state.manager
        refusal = request_refusal(manager, connection)
        if refusal is not None:
            await _send_refusal(send, *refusal)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                manager.metrics.requests.labels(message["status"] // 100 * 100).inc()
            await send(message)

        await app(scope, receive, send_with_headers)

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
    method = connection.scope.get("method", "")
    if method in UNSAFE_METHODS and not is_same_origin(manager.settings, connection):
        return 403, "foreign_origin", "This request comes from a page of another site."
    return None


async def _send_refusal(send: Send, status: int, code: str, message: str) -> None:
    """Answer without the framework, for refusals before routing."""
    body = f'{{"code":"{code}","message":"{message}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
