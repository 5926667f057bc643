"""The account page in the browser: sessions, password, address, links, deletion; moderation at tables."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.clients import Server
from tests.server.notify.test_mail import Sink, wait_for
from tests.web.conftest import People
from tests.web.faults import faults
from tests.web.smallworld_player import BOT, JSON, ME, Player

LINK = re.compile(r"/(#/(?:verify|reset)/[\w-]+)")
OPEN: dict[str, Any] = {"kind": "open"}


@pytest.fixture
def sink() -> Iterator[Sink]:
    with Sink() as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


@pytest.fixture
def mailing(tmp_path: Path, sink: Sink) -> Iterator[Server]:
    with Server(tmp_path, smtp=sink.url) as running:
        yield running


def link_in(sink: Sink, mails: int) -> str:
    """The link in the newest mail, once so many have come."""
    wait_for(sink, mails)
    text = sink.mails[mails - 1][1].get_payload(decode=True)
    assert isinstance(text, bytes)
    match = LINK.search(text.decode())
    assert match
    return match.group(1)


def enter(page: Page, name: str, password: str, button: str) -> None:
    page.get_by_label("Name", exact=True).last.fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name=button).click()


def test_an_account_from_its_beginning_to_its_end(browser: Browser, mailing: Server, sink: Sink) -> None:
    people = People(browser, mailing.base)
    people.expected = "403|401"
    ann, phone = people.come(), people.come(phone=True)
    ann.goto("settings")
    enter(ann.page, "Annabel", "correct horse", "New account")
    expect(ann.page.get_by_text("You are Annabel.")).to_be_visible()
    ann.page.get_by_label("by mail").fill("ann@games.example")
    ann.page.get_by_label("by mail").press("Enter")
    expect(ann.page.get_by_text("Open the link in the mail")).to_be_visible()
    assert faults(ann.page) == []

    phone.goto(link_in(sink, 1).removeprefix("#/"))
    expect(phone.page.get_by_text("Thank you")).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_text("This address is verified.")).to_be_visible()

    phone.goto("settings")
    enter(phone.page, "Annabel", "correct horse", "Log in")
    expect(phone.page.get_by_text("You are Annabel.")).to_be_visible()
    ann.page.reload()
    sessions = ann.page.locator(".account li")
    expect(sessions).to_have_count(2)
    expect(sessions.filter(has_text="this device")).to_have_count(1)
    ann.page.get_by_role("button", name="Log out everywhere else").click()
    expect(sessions).to_have_count(1)
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="Log in")).to_be_visible()

    ann.page.get_by_text("Change password").first.click()
    ann.page.get_by_label("Present password").fill("correct horse")
    ann.page.get_by_label("New password").fill("battery staple")
    ann.page.get_by_role("button", name="Change password").click()
    expect(ann.page.get_by_text("Your password is changed")).to_be_visible()

    phone.page.get_by_label("Name", exact=True).last.fill("Annabel")
    phone.page.get_by_role("button", name="Forgotten your password?").click()
    expect(phone.page.get_by_text("a mail with a link is on its way")).to_be_visible()
    phone.goto(link_in(sink, 2).removeprefix("#/"))
    phone.page.get_by_label("New password").fill("a third password")
    phone.page.get_by_role("button", name="Save and log in").click()
    expect(phone.page.get_by_text("You are Annabel.")).to_be_visible()

    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name="Download everything").click()
    assert "ann@games.example" in Path(download.value.path()).read_text()
    phone.page.get_by_text("Delete account").first.click()
    phone.page.get_by_label("Password", exact=True).fill("wrong password")
    phone.page.get_by_role("button", name="Delete account").click()
    expect(phone.page.get_by_role("alert")).to_have_text("That is not your present password.")
    phone.page.get_by_label("Password", exact=True).fill("a third password")
    phone.page.get_by_role("button", name="Delete account").click()
    expect(phone.page.get_by_role("button", name="New account")).to_be_visible()
    people.close()


def test_an_old_link_says_so(people: People) -> None:
    people.expected = "403"
    ann = people.come()
    ann.goto("verify/AAAAAAAAAAAAAAAAAAAAAA")
    expect(ann.page.get_by_role("alert")).to_contain_text("This link is not valid any more")
    ann.goto("reset/AAAAAAAAAAAAAAAAAAAAAA")
    ann.page.get_by_label("New password").fill("battery staple")
    ann.page.get_by_role("button", name="Save and log in").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("This link is not valid any more")
    assert faults(ann.page) == []


def sit_down(ann: Player, bob: Player) -> None:
    """A table of Ann's that waits for a third player; Bob sits there, too."""
    body = {"options": {"players": 3}, "seats": [ME, OPEN, OPEN], "name": "Ann"}
    answer = ann.page.request.post(f"{ann.base}/api/tables", data=json.dumps(body), headers=JSON)
    made = answer.json()
    ann.goto(f"t/{made['table']}?invite={made['invite']}")
    bob.goto(f"t/{made['table']}?invite={made['invite']}")
    bob.page.get_by_role("button", name="Sit down").click()


def test_a_host_removes_a_guest_and_closes_the_table(people: People) -> None:
    people.expected = "404|403"
    ann, bob = people.come(), people.come(name="Bob")
    sit_down(ann, bob)
    ann.page.get_by_role("button", name="Remove Bob").click()
    expect(ann.page.get_by_role("button", name="Remove Bob")).to_have_count(0)
    assert faults(ann.page) == []
    ann.page.get_by_role("button", name="Close the table").click()
    expect(ann.page).to_have_url(re.compile(r"#/$"))
    bob.page.reload()
    expect(bob.page.get_by_text("This table was closed by its host.")).to_be_visible()


def test_a_link_is_renewed_and_a_game_aborted_in_the_menu(ann: Player) -> None:
    ann.open(ann.create([ME, BOT], players=2))
    ann.page.wait_for_selector(".table[data-mine='true']")
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Renew the link to my seat").click()
    expect(ann.page.get_by_text("older links to your seat no longer work")).to_be_visible()
    assert faults(ann.page) == []
    ann.page.get_by_role("button", name="Abort the game").click()
    ann.page.get_by_role("button", name="Really?").click()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("heading", name="The game was aborted")).to_be_visible()


def test_a_line_of_chat_is_reported_and_its_author_muted(people: People) -> None:
    ann, bob = people.come(), people.come(name="Bob")
    sit_down(ann, bob)
    expect(bob.page.get_by_label("Invitation link")).to_be_visible()
    bob.page.get_by_label("Say something").fill("nasty words")
    bob.page.get_by_label("Say something").press("Enter")
    expect(ann.page.get_by_text("nasty words")).to_be_visible()
    ann.page.get_by_role("button", name="Mute or report Bob").click()
    assert faults(ann.page) == []
    ann.page.get_by_role("button", name="Report", exact=True).click()
    expect(ann.page.get_by_text("Thank you")).to_be_visible()
    ann.page.get_by_role("button", name="Mute or report Bob").click()
    ann.page.get_by_role("button", name="Mute", exact=True).click()
    expect(ann.page.get_by_text("nasty words")).to_have_count(0)
    ann.goto("settings")
    ann.page.get_by_role("button", name="Hear Bob again").click()
    expect(ann.page.get_by_role("button", name="Hear Bob again")).to_have_count(0)
