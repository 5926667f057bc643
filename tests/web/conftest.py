"""Fixtures of the browser tests: a server, and visitors with browsers whose consoles must stay free of errors."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.server.clients import Server
from tests.web.smallworld_player import Player
from tools.screenshots import FLAGS, SIZES, chromium
from tools.web import STATIC

expect.set_options(timeout=30_000)  # for busy machines

PREFERENCES = (
    "localStorage.hordes ??= JSON.stringify("
    "{name: 'Ann', pace: 4, sound: false, language: 'en', curtain: true, patience: 0})"
)
"""No animations, and no delay between clicks: tests never double-click by mistake."""
CHOSEN = "localStorage.hordes = JSON.stringify({...JSON.parse(localStorage.hordes), ...{}})"


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    if not (STATIC / "index.html").is_file():
        pytest.fail("The page is not built. To build it: python -m tools.web")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    try:
        return {"executable_path": chromium(), "args": FLAGS}
    except SystemExit as missing:
        return pytest.fail(str(missing))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator["People"]:
    visitors = People(browser, server.base)
    yield visitors
    visitors.close()


@pytest.fixture
def ann(people: "People") -> Player:
    return people.come()


class People:
    """Visitors, each with a browser; an error in a console that the test does not expect makes it fail."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.browser, self.base = browser, base
        self.pages: list[Page] = []
        self.errors: list[str] = []
        self.expected = "(?!)"

    def come(
        self, *, phone: bool = False, name: str = "Ann", dark: bool = False, motion: bool = False, **prefs: Any
    ) -> Player:
        context = self.browser.new_context(
            viewport=SIZES["phone" if phone else "wide"],  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            locale="en-GB",
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.add_init_script(PREFERENCES.replace("Ann", name))
        if prefs:
            page.add_init_script(CHOSEN.replace("{}", json.dumps(prefs)))
        page.on("console", self.read_console)
        page.on("pageerror", lambda error: self.record_error(str(error)))
        self.pages.append(page)
        return Player(page, self.base, phone=phone)

    def read_console(self, message: ConsoleMessage) -> None:
        """Record errors, but for the answer to a question about moves that came when the turn had passed on."""
        late = "/why?" in message.location.get("url", "") and "403" in message.text
        if message.type == "error" and not late:
            self.record_error(message.text)

    def record_error(self, text: str) -> None:
        if not re.search(self.expected, text):
            self.errors.append(text)

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
        assert self.errors == []
