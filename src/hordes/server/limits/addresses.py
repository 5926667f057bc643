"""Whom limits count as one client: an IPv4 address, or an IPv6 network of 64 bits, as a household gets it."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

KEY_LENGTH = 22


@lru_cache(maxsize=4096)
def prefix_of(address: str) -> str:
    """The address for which limits count; what is no address, such as the path of a socket, stands for itself.

    >>> prefix_of("192.0.2.7"), prefix_of("::ffff:192.0.2.7"), prefix_of("2001:db8:1:2:3:4:5:6"), prefix_of("?")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64', '?')
    """
    try:
        parsed: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), 64), strict=False))


class AddressKeys:
    """Turns address prefixes into keys for the database, which is to hold nobody's address.

    >>> keys = AddressKeys("secret")
    >>> keys.key("192.0.2.7") == keys.key("192.0.2.7") != keys.key("192.0.2.8"), len(keys.key("::1"))
    (True, 22)
    """

    def __init__(self, secret: str) -> None:
        self._secret = hashlib.sha256(f"address:{secret}".encode()).digest()

    def key(self, prefix: str) -> str:
        """The key of a prefix: the same for all processes with one secret, and of no use without it."""
        digest = hmac.new(self._secret, prefix.encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest).decode()[:KEY_LENGTH]
