"""Every page: accessibility (axe) in light and dark colours, translations, size of the first load, fit to window."""

import gzip
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.covil_player import Overlord
from tests.web.faults import cut_off, faults
from tests.web.smallworld_player import BOT, ME, Player
from tools.screenshots import SCENES
from tools.web import STATIC, WEB

I18N = WEB / "src" / "lib" / "i18n"
SIZES = pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
PAGES = (
    "",
    "new",
    "new?game=covil",
    "learn",
    "watch",
    "records",
    "settings",
    "reset/nowhere",
    "verify/nowhere",
    "rules/smallworld",
    "t/nowhere",
    "replay/nowhere",
)
WINDOWS = ((1280, 720), (1366, 768), (1920, 1080))


@SIZES
def test_pages_have_no_axe_violations(people: People, phone: bool) -> None:
    people.expected = "404|403|400"
    ann = people.come(phone=phone)
    for path in PAGES:
        ann.goto(path)
        ann.page.wait_for_load_state("networkidle")
        expect(ann.page.locator("h1").first).to_be_visible()
        assert faults(ann.page) == [], path
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} scrolls sideways"


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_a_table_that_waits_for_people_has_no_axe_violations(ann: Player, game: str) -> None:
    ann.goto(f"t/{ann.create([ME, {'kind': 'open'}], game=game, players=2)}")
    expect(ann.page.get_by_label("Invitation link")).to_be_visible()
    assert faults(ann.page) == []


WIDE: tuple[str, ...] = (
    "sw-pick",
    "sw-conquer",
    "sw-forbidden",
    "sw-redeploy",
    "sw-over",
    "sw-necromancer",
    "cv-found",
    "cv-take",
)
WIDE += ("cv-pool", "cv-pay", "cv-exhaust", "cv-combat", "cv-night", "cv-over", "cv-curtain", "cv-rules", "learn-cv")
PHONE = ("sw-pick", "sw-redeploy", "sw-five", "cv-take", "cv-pay", "cv-combat", "cv-night", "cv-over")
MOMENTS = [*((name, False) for name in WIDE), *((name, True) for name in PHONE)]


@pytest.mark.parametrize(
    ("moment", "phone"), MOMENTS, ids=[f"{name}-{'phone' if p else 'wide'}" for name, p in MOMENTS]
)
def test_a_moment_at_a_table_has_no_axe_violations_and_fits(people: People, moment: str, phone: bool) -> None:
    ann = people.come(phone=phone)
    SCENES[moment](ann.page, ann.base)
    assert faults(ann.page) == []
    assert cut_off(ann.page) == []


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_the_menu_of_a_table_has_no_axe_violations(ann: Player, game: str) -> None:
    ann.open(ann.create([ME, BOT], game=game, players=2))
    ann.page.get_by_role("button", name="Menu").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    assert faults(ann.page) == []


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_the_fullest_table_fits_on_one_screen(ann: Player, game: str) -> None:
    options = {"players": 5, "sets": ["base", "cursed", "grand_dames"]} if game == "smallworld" else {"players": 4}
    ann.open(ann.create([ME, *[BOT] * (options["players"] - 1)], game=game, **options))  # type: ignore[operator]
    overlord = Overlord(ann, hires=1)
    player = ann if game == "smallworld" else overlord
    for _ in range(6):
        assert player.wait()
        for wide, high in WINDOWS:
            ann.page.set_viewport_size({"width": wide, "height": high})
            assert cut_off(ann.page) == [], (wide, high)
        player.decide()


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


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_the_first_load_is_below_200_kb(ann: Player, game: str) -> None:
    sizes: dict[str, int] = {}
    ann.page.on("response", lambda answer: sizes.__setitem__(answer.url, 0) if "/static/" in answer.url else None)
    ann.open(ann.create([ME, BOT], game=game, players=2))
    ann.page.wait_for_selector(".table[data-mine='true']")
    total = sum(len(gzip.compress((STATIC / Path(url.split("/static/")[1])).read_bytes())) for url in sizes)
    assert 20_000 < total < 200_000


def test_german_and_spanish_are_spoken_at_the_table(ann: Player) -> None:
    table = ann.create([ME, BOT], players=2)
    for language, word in (("de", "Wähle ein Volk."), ("es", "Elige una combinación.")):
        ann.goto()
        ann.page.locator(".language select").select_option(language)
        ann.open(table)
        ann.page.get_by_text(word).wait_for()
