"""Every page: no axe violation, everything in three languages, small enough, quick enough, in one screen."""

import gzip
import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from hordes.server.typescript import types
from tests.web.conftest import People
from tests.web.player import Player
from tools.web import STATIC, WEB

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
I18N = WEB / "src" / "lib" / "i18n"


def faults(page: Page) -> list[str]:
    found = Axe().run(page, options={"rules": {"region": {"enabled": False}}})
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found.response["violations"]]


@pytest.mark.parametrize("path", ["", "new", "learn", "watch", "records", "settings"])
@pytest.mark.parametrize("dark", [False, True])
def test_pages_have_no_axe_violations(ann: Player, path: str, dark: bool) -> None:
    ann.page.emulate_media(color_scheme="dark" if dark else "light")
    ann.goto(path)
    ann.page.wait_for_load_state("networkidle")
    assert faults(ann.page) == []


@pytest.mark.parametrize("phone", [False, True])
def test_a_table_has_no_axe_violations_and_does_not_scroll(people: People, phone: bool) -> None:
    ann = people.come(phone=phone)
    ann.open(ann.create([ME, BOT, BOT], players=3))
    ann.wait()
    assert faults(ann.page) == []
    ann.decide()
    ann.wait()
    assert faults(ann.page) == []
    size = ann.page.evaluate(
        "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    )
    assert size == [0, 0]


def test_messages_are_the_same_in_all_languages() -> None:
    files = {name: json.loads((I18N / f"{name}.json").read_text(encoding="utf-8")) for name in ("en", "de", "es")}
    for language in ("de", "es"):
        assert list(files[language]) == list(files["en"])
        for key, text in files["en"].items():
            gaps = set(re.findall(r"\{(\w+)", text))
            assert set(re.findall(r"\{(\w+)", files[language][key])) <= gaps, f"{language} {key}"


def test_every_message_that_the_page_asks_for_exists() -> None:
    known = set(json.loads((I18N / "en.json").read_text(encoding="utf-8")))
    asked = {
        key
        for path in (WEB / "src").rglob("*")
        if path.suffix in (".svelte", ".ts")
        for key in re.findall(r"""\bt\(\s*["']([\w.-]+)["']""", path.read_text(encoding="utf-8"))
    }
    assert asked <= known


def test_the_wire_types_are_those_of_the_server() -> None:
    assert (WEB / "src" / "lib" / "wire.ts").read_text(encoding="utf-8") == types()


def test_the_first_load_is_below_200_kb(ann: Player) -> None:
    sizes: dict[str, int] = {}
    ann.page.on("response", lambda answer: sizes.__setitem__(answer.url, 0) if "/static/" in answer.url else None)
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    total = sum(len(gzip.compress((STATIC / Path(url.split("/static/")[1])).read_bytes())) for url in sizes)
    assert 20_000 < total < 200_000


def test_german_and_spanish_are_spoken_at_the_table(ann: Player) -> None:
    table = ann.create([ME, BOT], players=2)
    for language, word in (("de", "Wähle ein Volk."), ("es", "Elige una combinación.")):
        ann.goto()
        ann.page.locator(".language select").select_option(language)
        ann.open(table)
        ann.page.get_by_text(word).wait_for()
