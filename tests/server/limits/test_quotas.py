"""Quotas of tables, seats and sockets: per account, and per address whatever the cookie."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from hordes.server.limits.addresses import prefix_of
from tests.server.clients import ME, OPEN, Guest, Server, open_socket

HOME, NETWORK = "192.0.2.7", "2001:db8:1:2::"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server that believes the forwarded address of a proxy on this machine."""
    with Server(tmp_path, proxies="127.0.0.1", max_tables=3, max_tables_address=5, max_sockets_each=4) as running:
        yield running


@contextmanager
def guest_at(server: Server, address: str) -> Iterator[Guest]:
    """A visitor without a cookie at an address."""
    with server.guest() as guest:
        guest.http.headers["x-forwarded-for"] = address
        yield guest


def beyond_quota(guest: Guest, path: str, body: dict[str, Any], key: str) -> None:
    answer = guest.post(path, body, 429)
    assert (answer["code"], answer["said"]["key"]) == ("too_much", key), answer


def test_a_new_cookie_gives_no_more_tables(small: Server) -> None:
    for _ in range(3):
        with guest_at(small, HOME) as guest:
            guest.create([ME, OPEN])
    with guest_at(small, HOME) as guest:
        beyond_quota(guest, "/api/tables", {"seats": [ME, OPEN]}, "tables_address")
    with guest_at(small, "192.0.2.8") as other:
        other.create([ME, OPEN])


def test_an_ipv6_network_is_one_address(small: Server) -> None:
    for number in range(3):
        with guest_at(small, f"{NETWORK}{number}") as guest:
            guest.create([ME, OPEN])
    with guest_at(small, f"{NETWORK}ffff") as guest:
        beyond_quota(guest, "/api/tables", {"seats": [ME, OPEN]}, "tables_address")
    with guest_at(small, "2001:db8:1:3::1") as neighbour:
        neighbour.create([ME, OPEN])


def test_an_account_has_a_quota_of_its_own_wherever_it_is(small: Server) -> None:
    for _ in range(3):
        with guest_at(small, HOME) as guest:
            guest.create([ME, OPEN])
    with guest_at(small, HOME) as ann:
        ann.post("/api/accounts", {"name": "Ann", "password": "correct horse"}, 201)
        for address in (HOME, HOME, "192.0.2.9"):
            ann.http.headers["x-forwarded-for"] = address
            ann.create([ME, OPEN])
        ann.http.headers["x-forwarded-for"] = "192.0.2.10"
        beyond_quota(ann, "/api/tables", {"seats": [ME, OPEN]}, "tables_full")
    with guest_at(small, HOME) as bob:
        bob.post("/api/accounts", {"name": "Bob", "password": "correct horse"}, 201)
        beyond_quota(bob, "/api/tables", {"seats": [ME, OPEN]}, "tables_address")


def test_nobody_takes_all_seats_of_a_public_table(small: Server) -> None:
    """Two seats of one address, under however many cookies; whoever has the link may sit down all the same."""
    with guest_at(small, "192.0.2.1") as host:
        made = host.create([ME] + [OPEN] * 4, public=True)
    path = f"/api/tables/{made['table']}/join"
    for _ in range(2):
        with guest_at(small, HOME) as guest:
            guest.post(path, {"name": "Eve"})
    with guest_at(small, HOME) as guest:
        beyond_quota(guest, path, {"name": "Eve"}, "seats_address")
        guest.post(path, {"name": "Eve", "invite": made["invite"]})
    with guest_at(small, "192.0.2.8") as other:
        other.post(path, {"name": "Mira"})


def test_a_seat_that_is_left_does_not_count(small: Server) -> None:
    with guest_at(small, "192.0.2.1") as host:
        made = host.create([ME] + [OPEN] * 4, public=True)
    path = f"/api/tables/{made['table']}"
    for _ in range(4):
        with guest_at(small, HOME) as guest:
            guest.post(f"{path}/join", {"name": "Eve"})
            guest.post(f"{path}/leave")


def test_the_guests_of_an_address_do_not_sit_at_every_table(small: Server) -> None:
    made = []
    for number in range(4):
        with guest_at(small, f"192.0.2.{100 + number}") as host:
            made.append(host.create([ME, OPEN, OPEN], public=True))
    for table in made[:3]:
        with guest_at(small, HOME) as guest:
            guest.post(f"/api/tables/{table['table']}/join", {"name": "Eve"})
    with guest_at(small, HOME) as guest:
        beyond_quota(guest, f"/api/tables/{made[3]['table']}/join", {"name": "Eve"}, "seats_full")


def test_no_address_is_in_the_database(small: Server) -> None:
    with guest_at(small, HOME) as guest:
        guest.create([ME, OPEN])
    file = Path(small.settings.database_url())
    stored = b"".join(path.read_bytes() for path in file.parent.glob(file.name + "*"))
    assert HOME.encode() not in stored
    assert small.manager.address_keys.key(HOME).encode() in stored


def test_an_account_has_its_sockets_wherever_it_is(small: Server) -> None:
    with guest_at(small, HOME) as ann, ExitStack() as kept:
        ann.post("/api/accounts", {"name": "Ann", "password": "correct horse"}, 201)
        cookie = "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())
        for number in range(4):
            headers = {"x-forwarded-for": f"192.0.2.{number}", "Cookie": cookie}
            kept.enter_context(open_socket(small.base, headers))
        with pytest.raises(InvalidStatus), open_socket(small.base, headers):
            pass


def test_the_sockets_of_an_ipv6_network_are_counted_together(small: Server) -> None:
    with ExitStack() as kept:
        for number in range(4):
            kept.enter_context(open_socket(small.base, {"x-forwarded-for": f"{NETWORK}{number}"}))
        headers = {"x-forwarded-for": f"{NETWORK}99"}
        with pytest.raises(InvalidStatus), open_socket(small.base, headers):
            pass


def test_sitting_down_and_standing_up_has_a_rate(tmp_path: Path) -> None:
    with Server(tmp_path, max_requests=20.0) as slow, slow.guest() as host, slow.guest() as guest:
        path = f"/api/tables/{host.create([ME, OPEN, OPEN], public=True)['table']}"
        for _ in range(6):
            guest.post(f"{path}/join", {"name": "Eve"})
            guest.post(f"{path}/leave")
        beyond_quota(guest, f"{path}/join", {"name": "Eve"}, "joins_many")


@pytest.mark.parametrize(
    ("address", "prefix"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("/run/hordes.sock", "/run/hordes.sock"),
        ("", ""),
    ],
)
def test_addresses_are_counted_by_their_prefix(address: str, prefix: str) -> None:
    assert prefix_of(address) == prefix
