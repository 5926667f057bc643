"""Web Push: "your turn" on a phone or a closed page, without an account and without a service of our own.

A browser gives us an address at its maker's push service and keys; we send a message that only that browser can read
(RFC 8291), signed with this installation's key (VAPID, RFC 8292). The key follows from the server's secret, which is
made at the first start, so several processes with one secret have one key. What a message says stands in
`push_worker.js`, which the browser runs when one arrives.
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

from hordes.engine.errors import BadRequest, said
from hordes.server import schema
from hordes.server.archive import GameRow
from hordes.server.limits import TooMuch
from hordes.server.settings import Settings
from hordes.server.store import Store, now

log = logging.getLogger("hordes.push")
SECONDS = 10
KEPT_FOR = 24 * 3600
"""How long a push service keeps a message for a browser that is not there (seconds)."""
MOST_DEVICES = 10
GONE = (404, 410)
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number below it."""


class Device(NamedTuple):
    """A browser that wants to be told: where, and the keys with which only it can read."""

    endpoint: str
    p256dh: str
    auth: str


class Pusher:
    """Sends messages to browsers; off where the extra `push` is not installed."""

    def __init__(self, settings: Settings, secret: str, threads: Executor | None = None) -> None:
        self.settings, self.threads = settings, threads
        self.hosts = [host.strip() for host in settings.push_hosts.split(",") if host.strip()]
        self.key: Any = _signing_key(secret) if self.hosts else None

    @property
    def on(self) -> bool:
        """Can anything be sent?"""
        return self.key is not None

    def public_key(self) -> str:
        """What a page needs to subscribe; empty when there is no Web Push here."""
        if self.key is None:
            return ""
        numbers = self.key.public_key.public_numbers()
        return _text(b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big"))

    def check(self, device: Device) -> Device:
        """A device whose address is at a push service we know: the server calls no other address for a stranger."""
        try:
            parts = urlsplit(device.endpoint)
            known = any(_at(parts, host) for host in self.hosts)
        except ValueError:
            known = False
        if not known:
            told = "This is not the address of a push service that the server knows (setting push_hosts)."
            raise BadRequest(said("push_address", told))
        if len(_bytes(device.p256dh)) != 65 or len(_bytes(device.auth)) != 16:
            raise BadRequest(said("push_keys", "The keys of a subscription are 65 and 16 bytes long."))
        return device

    async def tell(self, store: Store, owner: str, row: GameRow) -> list[int]:
        """Say on all devices of somebody that it is his turn; addresses that are gone are forgotten. The statuses."""
        loop, statuses = asyncio.get_running_loop(), list[int]()
        message = {"type": "your_turn", "table": row.id, "title": row.title, "game": row.game, "url": f"/t/{row.id}"}
        for device in await store.read(lambda c: devices_of(c, owner)):
            status = await loop.run_in_executor(self.threads, self.send, device, message, row.id)
            statuses.append(status)
            if status in GONE:
                endpoint = device.endpoint
                await store.write(lambda c, endpoint=endpoint: forget(c, endpoint))  # type: ignore[misc]
        return statuses

    def send(self, device: Device, message: dict[str, Any], topic: str) -> int:
        """One message; the status, 0 when nobody answered. A later one of the same topic takes its place."""
        headers = {"TTL": str(KEPT_FOR), "Urgency": "normal", "Topic": topic, "Content-Encoding": "aes128gcm"}
        parts = urlsplit(device.endpoint)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        line = kind(parts.hostname or "", parts.port, timeout=SECONDS)
        try:
            body = sealed(device, json.dumps(message).encode())
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            line.request("POST", path or "/", body, headers | self._signature(parts))
            status = line.getresponse().status
        except (OSError, ValueError, http.client.HTTPException) as error:
            log.warning("a push message was not sent: %s", type(error).__name__)
            return 0
        finally:
            line.close()
        if status >= 400 and status not in GONE:
            log.warning("a push service refused a message with status %d", status)
        return status

    def _signature(self, parts: SplitResult) -> dict[str, str]:
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._sender()}
        found: dict[str, str] = self.key.sign(claims)
        return found

    def _sender(self) -> str:
        """Whom a push service may write to about us: an address, or the site itself. Some refuse a local one."""
        if self.settings.mail_from:
            return f"mailto:{self.settings.mail_from}"
        if self.settings.public_url.startswith("https:"):
            return self.settings.public_url
        return "mailto:hordes@localhost.localdomain"


def _signing_key(secret: str) -> Any:
    """The VAPID key that belongs to a secret; None without the packages of the extra `push`."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid02
    except ModuleNotFoundError:
        return None
    number = int.from_bytes(hashlib.sha512(b"hordes web push " + secret.encode()).digest(), "big") % (ORDER - 1) + 1
    return Vapid02(ec.derive_private_key(number, ec.SECP256R1()))


def sealed(device: Device, content: bytes) -> bytes:
    """A message that only the device can open; raises `ValueError` when its key is none."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    once = ec.generate_private_key(ec.SECP256R1())
    found: bytes = http_ece.encrypt(
        content, private_key=once, dh=_bytes(device.p256dh), auth_secret=_bytes(device.auth), version="aes128gcm"
    )
    return found


def _at(parts: SplitResult, host: str) -> bool:
    """Is an address at this host, or below it? `http://host:port` allows exactly that, for tests."""
    if "://" in host:
        return f"{parts.scheme}://{parts.netloc}" == host
    name = (parts.hostname or "").lower()
    plain = parts.scheme == "https" and parts.port in (None, 443) and "@" not in parts.netloc
    return plain and (name == host or name.endswith("." + host))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""


def remember(connection: Connection, owner: str, device: Device) -> None:
    """Keep a device of somebody; whoever subscribes it last has it."""
    table = schema.push
    forget(connection, device.endpoint)
    if connection.execute(select(func.count()).where(table.c.owner == owner)).scalar_one() >= MOST_DEVICES:
        raise TooMuch(said("devices", "You are told on {n} devices already.", n=MOST_DEVICES))
    connection.execute(table.insert().values(owner=owner, created=now(), **device._asdict()))


def forget(connection: Connection, endpoint: str, owner: str | None = None) -> None:
    """Tell a device no more; with `owner`, only if it is his."""
    query = delete(schema.push).where(schema.push.c.endpoint == endpoint)
    connection.execute(query if owner is None else query.where(schema.push.c.owner == owner))


def devices_of(connection: Connection, owner: str) -> list[Device]:
    """The devices on which somebody wants to be told."""
    table = schema.push
    rows = connection.execute(select(table.c.endpoint, table.c.p256dh, table.c.auth).where(table.c.owner == owner))
    return [Device(*row) for row in rows]
