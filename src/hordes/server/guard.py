"""At the door: whose request it is, where it comes from, how often, and what every answer must carry."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from hordes.server.hall import Hall
from hordes.server.settings import Settings
from hordes.server.tokens import COOKIE

Connection = ASGIConnection[Any, Any, Any, Any]
HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}


def address_of(connection: Connection) -> str:
    """Where a request comes from; behind a trusted proxy uvicorn has put the visitor's own address there."""
    return connection.client.host if connection.client else "?"


def visitor_of(hall: Hall, connection: Connection) -> str:
    """Who the cookie says it is; empty for a stranger."""
    return hall.signer.read_visitor(connection.cookies.get(COOKIE, ""))


def bearer(connection: Connection) -> str | None:
    """The seat token of an outside program."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def same_origin(settings: Settings, connection: Connection) -> bool:
    """Does the page that asks come from here? What is no browser sends no Origin, and no foreign cookie either."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if settings.public_url:
        return _place(origin) == _place(settings.public_url)
    return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()


def _place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme.lower(), parts.netloc.lower()


def good_host(settings: Settings, connection: Connection) -> bool:
    """A server for this machine answers only to this machine's names, so that no foreign page can be rebound to it."""
    name = urlsplit("//" + connection.headers.get("host", "")).hostname or ""
    return not settings.local() or bool(settings.public_url) or name in ("localhost", "127.0.0.1", "::1")


def guard(app: ASGIApp) -> ASGIApp:
    """The middleware around every request."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection = ASGIConnection(scope)
        hall: Hall = connection.app.state.hall
        refusal = refusal_of(hall, connection)
        if refusal is not None:
            await _refuse(send, *refusal)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                hall.metrics.count("requests", message["status"] // 100 * 100)
            await send(message)

        await app(scope, receive, dressed)

    return guarded


def refusal_of(hall: Hall, connection: Connection) -> tuple[int, str, str] | None:
    """Why a request is not even looked at: status, code and message; None when it is."""
    if not good_host(hall.settings, connection):
        return 421, "wrong_host", "This server does not answer to that name."
    if not hall.requests.take(address_of(connection)):
        return 429, "too_much", "Too many requests; wait a moment."
    method = connection.scope.get("method", "")
    if method in UNSAFE and not same_origin(hall.settings, connection):
        return 403, "foreign_origin", "This request comes from a page of another site."
    return None


async def _refuse(send: Send, status: int, code: str, message: str) -> None:
    body = f'{{"code":"{code}","message":"{message}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
