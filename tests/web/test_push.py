"""Web Push in the browser: from the switch in the settings to the notification, with the real service worker.

A headless browser cannot reach its vendor's push service, so that part is replaced: the subscription names a push
service on loopback, and messages that arrive there are passed to the service worker through the debugger.
"""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.clients import ME, OPEN, SEED_SEAT_0_BEGINS, Server
from tests.server.notify import test_push
from tests.web.conftest import People
from tests.web.smallworld_player import Player

STUB = """
const made = SUBSCRIPTION;
let there = null;
const subscription = (options) => ({
  endpoint: made.endpoint, options, toJSON: () => made, unsubscribe: async () => { there = null; return true; },
});
PushManager.prototype.getSubscription = async () => there;
PushManager.prototype.subscribe = async (options) => {
  if (options.applicationServerKey.byteLength !== 65) throw new Error("no key");
  return (there = subscription({ applicationServerKey: options.applicationServerKey.buffer }));
};
"""
SHOWN = (
    "navigator.serviceWorker.ready.then((r) => r.getNotifications())"
    ".then((all) => all.map((one) => [one.title, one.body, one.tag]))"
)


@pytest.fixture
def phone() -> Iterator[test_push.Browser]:
    browser = test_push.Browser()
    thread = threading.Thread(target=browser.service.serve_forever, daemon=True)
    thread.start()
    yield browser
    browser.service.shutdown()
    browser.service.server_close()


@pytest.fixture
def pushing(tmp_path: Path, phone: test_push.Browser) -> Iterator[Server]:
    with Server(tmp_path, push_hosts=phone.origin) as running:
        yield running


def somebody(people: People, phone: test_push.Browser) -> Player:
    player = people.come(name="Bob")
    player.page.context.grant_permissions(["notifications"], origin=people.base)
    player.page.add_init_script(STUB.replace("SUBSCRIPTION", json.dumps(phone.subscription())))
    return player


def switch_on(page: Page, base: str) -> None:
    page.goto(f"{base}/#/settings")
    page.get_by_label("A notice when it is my turn").check()
    expect(page.get_by_text("Also when the page is closed")).to_be_visible()


def deliver(page: Page, base: str, message: dict[str, Any]) -> None:
    """Deliver a push message to the service worker, as the browser does."""
    line = page.context.new_cdp_session(page)
    registrations: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: registrations.extend(one["registrationId"] for one in said["registrations"]),
    )
    line.send("ServiceWorker.enable")
    deadline = time.monotonic() + 60
    while not registrations and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    said = {"origin": base, "registrationId": registrations[0], "data": json.dumps(message)}
    line.send("ServiceWorker.deliverPushMessage", said)


def wait_for_notices(page: Page, many: int = 1, seconds: float = 60) -> list[list[str]]:
    deadline = time.monotonic() + seconds
    while len(notices := page.evaluate(SHOWN)) < many and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    return list(notices)


def test_the_switch_the_server_and_the_worker(browser: Browser, pushing: Server, phone: test_push.Browser) -> None:
    people = People(browser, pushing.base)
    page = somebody(people, phone).page
    switch_on(page, pushing.base)
    assert test_push.kept(pushing) == 1
    with pushing.guest() as ann:
        made = ann.create([ME, OPEN], title="Evening", seed=SEED_SEAT_0_BEGINS)
        path = f"/api/tables/{made['table']}"
        join = {"name": "Bob", "invite": made["invite"]}
        page.evaluate(
            "([path, join]) => fetch(path + '/join', {method: 'POST', body: JSON.stringify(join), "
            "headers: {'content-type': 'application/json'}}).then((answer) => answer.json())",
            [path, join],
        )
        while (now := ann.get(path + "/view"))["facts"]["to_move"] == 0:
            body = {"type": "move", "ply": now["ply"], "text": now["legal"][-1], "id": f"m{now['ply']}"}
            ann.post(path + "/moves", body)
    (message,) = phone.wait(1)
    assert message["table"] == made["table"]
    for _ in range(
        5
    ):  # a message to a worker that is just being started is lost; the notice has a tag, so it stays one
        deliver(page, pushing.base, message)
        if wait_for_notices(page, seconds=6):
            break
    assert wait_for_notices(page) == [["Your turn", "Evening", made["table"]]]
    page.get_by_label("A notice when it is my turn").uncheck()
    expect(page.get_by_text("Also when the page is closed")).to_be_hidden()
    deadline = time.monotonic() + 60
    while test_push.kept(pushing) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert test_push.kept(pushing) == 0, "switched off, the server forgets this browser"
    people.close()


def test_a_notice_speaks_the_language_of_the_page(browser: Browser, pushing: Server, phone: test_push.Browser) -> None:
    people = People(browser, pushing.base)
    page = somebody(people, phone).page
    switch_on(page, pushing.base)
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_text("Auch bei geschlossener Seite")).to_be_visible()
    page.wait_for_function(
        "navigator.serviceWorker.ready.then((r) => r.active)"
        ".then((now) => now.scriptURL.endsWith('=de') && now.state === 'activated')"
    )
    deliver(page, pushing.base, {"type": "your_turn", "table": "x" * 22, "title": "", "game": "covil", "url": "/t/x"})
    assert wait_for_notices(page) == [["Du bist am Zug", "covil", "x" * 22]]
    people.close()


def test_nothing_is_shown_to_whoever_looks_at_the_table(
    browser: Browser, pushing: Server, phone: test_push.Browser
) -> None:
    people = People(browser, pushing.base)
    page = somebody(people, phone).page
    switch_on(page, pushing.base)
    with pushing.guest() as ann:
        made = ann.create([ME, OPEN])
    page.goto(f"{pushing.base}/t/{made['table']}#invite={made['invite']}")
    page.wait_for_url(f"**/#/t/{made['table']}*")
    said = {"type": "your_turn", "table": made["table"], "title": "", "game": "smallworld", "url": "/t/x"}
    deliver(page, pushing.base, said)
    for _ in range(3):  # what is delivered while a worker makes way for the next is lost; a notice replaces its like
        deliver(page, pushing.base, said | {"table": "y" * 22})
        if wait_for_notices(page):
            break
    assert [tag for _, _, tag in wait_for_notices(page)] == ["y" * 22]
    people.close()
