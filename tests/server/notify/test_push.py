"""Web Push: "your turn" is delivered to a browser that is not at the table, encrypted for that browser only."""

import base64
import contextlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from hordes.server.notify.push import Device, PushSender, encrypt_message
from hordes.server.settings import Settings
from tests.server.clients import ME, OPEN, SEED_SEAT_0_BEGINS, Guest, Server

RFC_KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RFC_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
RFC_MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
    "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""The example of RFC 8291, appendix A: a receiver's private key and secret, and what it should be able to read."""


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(words: str) -> bytes:
    return base64.urlsafe_b64decode(words + "=" * (-len(words) % 4))


def opened(key: ec.EllipticCurvePrivateKey, auth: bytes, body: bytes) -> bytes:
    """Decrypt a message as a browser does: RFC 8291 and 8188, independent of our code."""
    salt, length = body[:16], body[20]
    theirs, rest = body[21 : 21 + length], body[21 + length :]
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    mine = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), point)
    seed = HKDF(SHA256(), 32, auth, b"WebPush: info\0" + mine + theirs).derive(shared)
    content_key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(seed)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(seed)
    return AESGCM(content_key).decrypt(nonce, rest, None).rstrip(b"\0").removesuffix(b"\x02")


class Browser:
    """A browser with its push service, on loopback."""

    def __init__(self) -> None:
        self.key, self.auth, self.status = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef", 201
        self.got: list[tuple[dict[str, str], bytes]] = []
        outer = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.got.append((dict(self.headers.items()), body))
                self.send_response(outer.status)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.service = HTTPServer(("127.0.0.1", 0), Service)
        self.origin = f"http://127.0.0.1:{self.service.server_port}"

    def subscription(self) -> dict[str, Any]:
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": text(public), "auth": text(self.auth)}
        return {"endpoint": f"{self.origin}/push/me", "expirationTime": None, "keys": keys}

    def wait(self, messages: int) -> list[dict[str, Any]]:
        deadline = time.monotonic() + 60
        while len(self.got) < messages and time.monotonic() < deadline:
            time.sleep(0.02)
        return [json.loads(opened(self.key, self.auth, body)) for _, body in self.got]


@pytest.fixture
def phone() -> Iterator[Browser]:
    browser = Browser()
    thread = threading.Thread(target=browser.service.serve_forever, daemon=True)
    thread.start()
    yield browser
    browser.service.shutdown()
    browser.service.server_close()
    thread.join()


@contextlib.contextmanager
def two_at_a_table(folder: Path, phone: Browser, **table: Any) -> Iterator[tuple[Server, Guest, dict[str, Any]]]:
    """Bob subscribes and disconnects; at the end Ann moves until it is his turn."""
    with Server(folder, push_hosts=phone.origin) as server, server.guest() as ann, server.guest() as bob:
        bob.post("/api/push", phone.subscription())
        made = ann.create([ME, OPEN], title="Evening", seed=SEED_SEAT_0_BEGINS, **table)
        bob.join(made, "Bob")
        yield server, bob, made
        with ann.open_viewer(made["table"]) as a:
            a.until("snapshot")
            while a.last["facts"]["to_move"] == 0:
                a.move(a.my_turn()[-1])


def test_an_absent_player_gets_an_encrypted_notice(tmp_path: Path, phone: Browser) -> None:
    with two_at_a_table(tmp_path, phone) as (_, bob, made):
        key = bob.get("/api/push")["key"]
    assert phone.wait(1)[-1] == {
        "type": "your_turn",
        "table": made["table"],
        "title": "Evening",
        "game": "smallworld",
        "url": f"/t/{made['table']}",
    }
    headers, body = phone.got[-1]
    assert b"Evening" not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Topic"] == made["table"], "a later notice takes the place of an earlier one"
    assert int(headers["TTL"]) > 3600
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Authorization"].endswith(f"k={key}")
    claims = json.loads(data(headers["Authorization"].split("t=")[1].split(".")[1]))
    assert claims["aud"] == phone.origin


def test_our_messages_can_be_opened_by_the_steps_of_the_standard(phone: Browser) -> None:
    key = ec.derive_private_key(int.from_bytes(data(RFC_KEY), "big"), ec.SECP256R1())
    assert opened(key, data(RFC_AUTH), data(RFC_MESSAGE)) == b"When I grow up, I want to be a watermelon"
    made = phone.subscription()
    device = Device(made["endpoint"], made["keys"]["p256dh"], made["keys"]["auth"])
    assert opened(phone.key, phone.auth, encrypt_message(device, b"your turn")) == b"your turn"
    assert encrypt_message(device, b"your turn") != encrypt_message(device, b"your turn")


def test_no_notice_when_connected_or_at_a_fast_table(tmp_path: Path, phone: Browser) -> None:
    with two_at_a_table(tmp_path / "a", phone, clocks={"turn": 60}) as (fast, _, _made):
        pass
    with contextlib.ExitStack() as there, two_at_a_table(tmp_path / "b", phone) as (slow, bob, made):
        there.enter_context(bob.open_viewer(made["table"])).until("snapshot")
    for server in (fast, slow):  # both have stopped, and a server that stops sends what is pending
        assert all(seat != 1 for _, seat in server.manager.notifier.last_sent), "no notice for Bob was ever due"
    assert phone.got == []


def test_an_address_that_is_gone_is_forgotten(tmp_path: Path, phone: Browser) -> None:
    phone.status = 410
    with two_at_a_table(tmp_path, phone) as (_, _bob, _made):
        pass
    phone.wait(1)
    with Server(tmp_path, push_hosts=phone.origin) as again, again.guest() as ann:
        ann.get("/health")
        assert kept(again) == 0


def test_a_service_that_fails_or_points_elsewhere_harms_nobody(tmp_path: Path, phone: Browser) -> None:
    for status in (307, 500):
        phone.status = status
        with two_at_a_table(tmp_path / str(status), phone) as (server, _, _made):
            pass
        assert server.manager.metrics.value("failures_total") == 0
    assert phone.wait(2), "redirections are not followed"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:1/x",
        "https://127.0.0.1/x",
        "https://evil.example/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "http://fcm.googleapis.com/x",
        "https://[::1/x",
    ],
)
def test_the_server_calls_known_push_services_only(ann: Guest, phone: Browser, endpoint: str) -> None:
    assert ann.post("/api/push", phone.subscription() | {"endpoint": endpoint}, 400)["code"] == "bad_request"


def test_subscribing_and_unsubscribing(server: Server, ann: Guest, bob: Guest, phone: Browser) -> None:
    good = phone.subscription() | {"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/abc"}
    key = ann.post("/api/push", good)["key"]
    assert len(data(key)) == 65
    ann.post("/api/push", good)
    bob.http.request("DELETE", "/api/push", json={"endpoint": good["endpoint"]})
    assert kept(server) == 1, "nobody unsubscribes another's browser"
    assert ann.http.request("DELETE", "/api/push", json={"endpoint": good["endpoint"]}).status_code == 204
    assert kept(server) == 0
    for number in range(11):
        status = 429 if number == 10 else 200
        ann.post("/api/push", good | {"endpoint": f"{good['endpoint']}{number}"}, status)
    wrong = good | {"keys": {"p256dh": "A" * 86, "auth": "A" * 22}}
    ann.post("/api/push", wrong, 400)


def test_an_account_keeps_the_guests_devices(server: Server, bob: Guest, phone: Browser) -> None:
    good = phone.subscription() | {"endpoint": "https://web.push.apple.com/kept"}
    bob.post("/api/push", good)
    bob.post("/api/accounts", {"name": "Pushed", "password": "correct horse"}, 201)
    query = "SELECT owner FROM push WHERE endpoint = 'https://web.push.apple.com/kept'"
    with server.manager.database.engine.connect() as connection:
        assert str(connection.exec_driver_sql(query).scalar()).startswith("a:")


def test_the_key_belongs_to_the_secret() -> None:
    settings = Settings()
    assert PushSender(settings, "one").public_key() == PushSender(settings, "one").public_key() != ""
    assert PushSender(settings, "one").public_key() != PushSender(settings, "two").public_key()
    assert PushSender(Settings(push_hosts=""), "one").public_key() == ""


def test_the_sender_is_named_to_the_push_service() -> None:
    def sender(**given: Any) -> str:
        signed = PushSender(Settings(**given), "one")._signature(urlsplit("https://fcm.googleapis.com/x"))
        return str(json.loads(data(signed["Authorization"].split("t=")[1].split(".")[1]))["sub"])

    assert sender(mail_from="table@games.example") == "mailto:table@games.example"
    assert sender(public_url="https://games.example") == "https://games.example"
    assert sender().startswith("mailto:")


def test_the_worker_of_the_page_is_served_from_the_top(ann: Guest) -> None:
    answer = ann.http.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert 'addEventListener("push"' in answer.text


def kept(server: Server) -> int:
    with server.manager.database.engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM push").scalar() or 0)
