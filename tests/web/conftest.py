import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.guests import Server
from tests.web.player import Player
from tools.screenshots import FLAGS, SIZES, chromium
from tools.web import STATIC

expect.set_options(timeout=30_000)  # a busy machine is no fault of the page

PREFERENCES = (
    "localStorage.hordes ??= JSON.stringify("
    "{name: 'Ann', pace: 4, sound: false, language: 'en', curtain: true, patience: 0})"
)
"""Everything at once, and no waiting between clicks: a test never double-clicks by mistake."""
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
    found = People(browser, server.base)
    yield found
    found.close()


@pytest.fixture
def ann(people: "People") -> Player:
    return people.come()


class People:
    """Visitors with browsers of their own. Nobody's console may show an error that a test has not announced."""

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
        page.on("console", lambda message: self.complain(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complain(str(error)))
        self.pages.append(page)
        return Player(page, self.base, phone=phone)

    def complain(self, text: str) -> None:
        if not re.search(self.expected, text):
            self.errors.append(text)

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
        assert self.errors == []
