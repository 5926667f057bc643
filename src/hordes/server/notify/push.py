"""Web Push: "your turn" on a phone or a closed page, without an account.

A browser subscribes with an endpoint at its vendor's push service and keys; we send a message that only that browser
can decrypt (RFC 8291), signed with this installation's key (VAPID, RFC 8292). The key is derived from the server's
secret, so several processes with one secret share one key. The notification's text is in `push_worker.js`, the service
worker that runs when a message arrives.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import http.client
import json
import logging
from concurrent.futures import Executor
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from sqlalchemy import Connection, delete, func, select

from hordes.engine.errors import BadRequest, translatable
from hordes.server.db import schema
from hordes.server.db.database import Database, now
from hordes.server.db.queries import TableRow
from hordes.server.http.rate_limits import LimitExceeded
from hordes.server.settings import Settings

log = logging.getLogger("hordes.push")
TIMEOUT_SECONDS = 10
TTL_SECONDS = 24 * 3600
"""Seconds a push service keeps a message for a browser that is offline."""
MAX_DEVICES = 10
GONE_STATUSES = (404, 410)
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the curve P-256: a private key is a number below it."""


class Device(NamedTuple):
    """A browser's push subscription: endpoint and keys."""

    endpoint: str
    p256dh: str
    auth: str


class PushSender:
    """Sends push messages; disabled where the extra `push` is not installed."""

    def __init__(self, settings: Settings, secret: str, threads: Executor | None = None) -> None:
        self.settings, self.threads = settings, threads
        self.hosts = [host.strip() for host in settings.push_hosts.split(",") if host.strip()]
        self.key: Any = _signing_key(secret) if self.hosts else None

    @property
    def is_enabled(self) -> bool:
        """Whether push messages can be sent."""
        return self.key is not None

    def public_key(self) -> str:
        """Public VAPID key (an uncompressed point, base64url) that a page subscribes with; empty when disabled."""
        if self.key is None:
            return ""
        numbers = self.key.public_key.public_numbers()
        return _base64url(b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big"))

    def check(self, device: Device) -> Device:
        """Validate a subscription: keys, and an endpoint at a known push service (against SSRF)."""
        try:
            parts = urlsplit(device.endpoint)
            is_known = any(_is_at_host(parts, host) for host in self.hosts)
        except ValueError:
            is_known = False
        if not is_known:
            text = "This is not the address of a push service that the server knows (setting push_hosts)."
            raise BadRequest(translatable("push_address", text))
        if len(_from_base64url(device.p256dh)) != 65 or len(_from_base64url(device.auth)) != 16:
            raise BadRequest(translatable("push_keys", "The keys of a subscription are 65 and 16 bytes long."))
        return device

    async def send_your_turn(self, database: Database, owner: str, row: TableRow) -> list[int]:
        """Send "your turn" to all devices of an owner and delete expired subscriptions; returns the HTTP statuses."""
        loop, statuses = asyncio.get_running_loop(), list[int]()
        message = {"type": "your_turn", "table": row.id, "title": row.title, "game": row.game, "url": f"/t/{row.id}"}
        for device in await database.read(lambda c: devices_of(c, owner)):
            status = await loop.run_in_executor(self.threads, self.send, device, message, row.id)
            statuses.append(status)
            if status in GONE_STATUSES:
                endpoint = device.endpoint
                await database.write(lambda c, endpoint=endpoint: delete_device(c, endpoint))  # type: ignore[misc]
        return statuses

    def send(self, device: Device, message: dict[str, Any], topic: str) -> int:
        """Send one message; returns the HTTP status, 0 on failure. A later one of the same topic replaces it."""
        headers = {"TTL": str(TTL_SECONDS), "Urgency": "normal", "Topic": topic, "Content-Encoding": "aes128gcm"}
        parts = urlsplit(device.endpoint)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS)
        try:
            body = encrypt_message(device, json.dumps(message).encode())
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path or "/", body, headers | self._signature(parts))
            status = connection.getresponse().status
        except (OSError, ValueError, http.client.HTTPException) as error:
            log.warning("a push message was not sent: %s", type(error).__name__)
            return 0
        finally:
            connection.close()
        if status >= 400 and status not in GONE_STATUSES:
            log.warning("a push service refused a message with status %d", status)
        return status

    def _signature(self, parts: SplitResult) -> dict[str, str]:
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._sender()}
        headers: dict[str, str] = self.key.sign(claims)
        return headers

    def _sender(self) -> str:
        """The VAPID `sub` claim: a contact address, or the site; some services refuse a local one."""
        if self.settings.mail_from:
            return f"mailto:{self.settings.mail_from}"
        if self.settings.public_url.startswith("https:"):
            return self.settings.public_url
        return "mailto:hordes@localhost.localdomain"


def _signing_key(secret: str) -> Any:
    """VAPID key derived from the secret; None without the packages of the extra `push`."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid02
    except ModuleNotFoundError:
        return None
    digest = hashlib.sha512(b"hordes web push " + secret.encode()).digest()
    # Twice as many bits as the order, so the remainder is practically uniform; a private key is never 0.
    number = int.from_bytes(digest, "big") % (P256_ORDER - 1) + 1
    return Vapid02(ec.derive_private_key(number, ec.SECP256R1()))


def encrypt_message(device: Device, content: bytes) -> bytes:
    """Encrypt a message for a device (RFC 8291); raises `ValueError` when its key is invalid."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    ephemeral_key = ec.generate_private_key(ec.SECP256R1())
    encrypted: bytes = http_ece.encrypt(
        content,
        private_key=ephemeral_key,
        dh=_from_base64url(device.p256dh),
        auth_secret=_from_base64url(device.auth),
        version="aes128gcm",
    )
    return encrypted


def _is_at_host(parts: SplitResult, host: str) -> bool:
    """Whether a URL is at this host or a subdomain; an entry `http://host:port` allows exactly that, for tests."""
    if "://" in host:
        return f"{parts.scheme}://{parts.netloc}" == host
    name = (parts.hostname or "").lower()
    is_ordinary = parts.scheme == "https" and parts.port in (None, 443) and "@" not in parts.netloc
    return is_ordinary and (name == host or name.endswith("." + host))


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _from_base64url(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""


def save_device(connection: Connection, owner: str, device: Device) -> None:
    """Store a device for an owner, replacing an earlier subscription of the same endpoint."""
    table = schema.push
    delete_device(connection, device.endpoint)
    if connection.execute(select(func.count()).where(table.c.owner == owner)).scalar_one() >= MAX_DEVICES:
        raise LimitExceeded(translatable("devices", "You are told on {n} devices already.", n=MAX_DEVICES))
    connection.execute(table.insert().values(owner=owner, created=now(), **device._asdict()))


def delete_device(connection: Connection, endpoint: str, owner: str | None = None) -> None:
    """Delete a device; with `owner`, only if it is theirs."""
    query = delete(schema.push).where(schema.push.c.endpoint == endpoint)
    connection.execute(query if owner is None else query.where(schema.push.c.owner == owner))


def devices_of(connection: Connection, owner: str) -> list[Device]:
    """All devices of an owner."""
    table = schema.push
    rows = connection.execute(select(table.c.endpoint, table.c.p256dh, table.c.auth).where(table.c.owner == owner))
    return [Device(*row) for row in rows]
