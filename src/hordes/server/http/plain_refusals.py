"""Refusals without the framework: before routing, where it failed, and where a request could not even be parsed."""

from __future__ import annotations

import json

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
FAILURE = "Something went wrong here; it has been written down."


def refusal_response(code: str, message: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body of a refusal."""
    body = json.dumps({"code": code, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    return headers + [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()], body
