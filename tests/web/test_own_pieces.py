"""A race of a custom set is shown with its name and text, and played, although web/ knows nothing of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.clients import Server
from tests.web.smallworld_player import BOT, ME, Player
from tools.web import WEB

RIVER_FOLK = Path(__file__).parents[2] / "examples" / "river_folk.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), sets=str(RIVER_FOLK)) as running:
        yield running


def place_of(ann: Player, table: str, race: str) -> int:
    """Position of a race in the column when Ann may pick it; 0 if it is not there or another seat begins."""
    view = ann.page.request.get(f"{ann.base}/api/tables/{table}/view").json()["view"]
    if view["player"] != 0:
        return 0
    return next((k for k, combo in enumerate(view["column"], 1) if combo["race"] == race), 0)


def test_a_race_of_ones_own_is_shown_and_played(ann: Player) -> None:
    assert not any("errym" in path.read_text(encoding="utf-8") for path in (WEB / "src").rglob("*.*"))
    sets = ["base", "river_folk"]
    tables = (ann.create([ME, BOT], players=2, turns=1, sets=sets) for _ in range(60))
    table = next(one for one in tables if 0 < place_of(ann, one, "ferrymen") <= 5)
    ann.open(table)
    ann.wait()
    at = place_of(ann, table, "ferrymen")
    card = ann.page.locator(f"[data-pick='{at}']")
    expect(card).to_contain_text("Ferrymen")
    card.click()
    expect(ann.page.locator("li", has=card)).to_contain_text("Land on a sea or lake is adjacent to all other land")
    ply = ann.ply()
    ann.page.locator("li", has=card).locator(".take").click()
    ann.after(ply)
    ann.wait()
    expect(ann.page.locator("article.me")).to_contain_text("Ferrymen")
    ann.decide()
    expect(ann.page.get_by_role("log")).to_contain_text("Ferrymen")
    ann.play_out()
    assert "won" in ann.winner()


def test_the_new_table_page_offers_the_set(ann: Player) -> None:
    ann.goto("new")
    ann.page.get_by_text("River Folk").first.wait_for()
