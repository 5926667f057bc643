"""Custom maps, boards and cards, and pieces unknown to the page: they are shown and can be played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from hordes.engine.games import load
from tests.web.conftest import People
from tests.web.covil_player import Overlord
from tests.web.faults import faults
from tests.web.smallworld_player import BOT, ME, Player

ROOT = Path(__file__).parents[2]
MAPS = {"list": "docs/example-map.json", "lakes": "examples/three_lakes.json"}
BOARD = "**/api/tables/*/board"


def read(path: str) -> Any:
    return json.loads((ROOT / path).read_text(encoding="utf-8"))


def drawn(board: dict[str, Any]) -> dict[str, Any]:
    """The map as `hordes map draw` writes it: every region has an outline, other optional fields stay absent."""
    regions = []
    for k, region in enumerate(board["regions"]):
        x, y = 150 + 200 * (k % 5), 150 + 200 * (k // 5)
        outline = [[x - 90, y - 90], [x + 90, y - 90], [x + 90, y + 90], [x - 90, y + 90]]
        regions.append(region | {"polygon": outline, "anchor": [x, y], "inradius": 90})
    return board | {"regions": regions, "box": [1200, 900]}


@pytest.mark.parametrize("name", [*MAPS, "drawn"])
def test_a_map_of_ones_own_is_shown_and_played(ann: Player, name: str) -> None:
    board = drawn(read(MAPS["list"])) if name == "drawn" else read(MAPS[name])
    ann.open(ann.create([ME, BOT], players=2, turns=2, map=board))
    ann.wait()
    expect(ann.page.locator("[data-region]")).to_have_count(len(board["regions"]))
    expect(ann.page.locator("svg").get_by_text(board["regions"][0]["name"]).first).to_be_attached()
    for _ in range(60):
        if not ann.wait():
            break
        keyboard(ann)
    assert "won" in ann.winner()


def keyboard(ann: Player) -> None:
    """Make one decision with the keyboard."""
    page = ann.page
    what, ply = ann.soon(".take:not([disabled])", "[data-do='place']", ".region.open, .region.place", ".buttons button")
    if what == 0:
        page.locator(".take:not([disabled])").first.click()
    elif what == 1:
        page.get_by_role("button", name="Spread evenly").click()
        page.locator("[data-do='place']").click()
    elif what == 2:
        page.locator(".region.open, .region.place").first.press("Enter")
        if page.locator("aside.fixed .option button").count():
            page.locator("aside.fixed .option button").first.click()
    else:
        page.locator(".buttons button").last.click()
    ann.after(ply)


def test_cards_of_ones_own_are_shown_with_their_names_and_texts(ann: Player) -> None:
    cards = read("examples/night_shift.json")
    own = [card for group in ("overlords", "mercenaries", "relics") for card in cards.get(group, ())]
    names = "|".join(re.escape(card["name"]) for card in own)
    for seed in range(40):
        ann.open(ann.create([ME, BOT], game="covil", seed=seed, players=2, cards=cards))
        overlord = Overlord(ann)
        overlord.wait()
        if ann.page.locator("[data-card]").filter(has_text=re.compile(names)).count():
            break
    card = ann.page.locator("[data-card]").filter(has_text=re.compile(names)).first
    text = next(one for one in own if one["id"] == card.get_attribute("data-card"))
    told = (text.get("ability") or text.get("instant"))["text"]
    expect(card).to_have_attribute("aria-label", re.compile(re.escape(told)))
    for _ in range(6):
        if overlord.wait():
            overlord.decide()


class UnknownIds:
    """WebSocket proxy that gives pieces ids unknown to the page, and translates its messages back."""

    def __init__(self, pattern: str, extra: dict[str, Any] | None = None) -> None:
        self.pattern, self.extra = re.compile(rf"\b({pattern})\b"), extra

    def connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(re.sub(r"\bzz_", "", str(text))))
        server.on_message(lambda text: socket.send(self.changed(str(text))))

    def changed(self, text: str) -> str:
        message = json.loads(self.pattern.sub(r"zz_\1", text))
        if self.extra and message.get("type") == "step":
            message["events"].append(self.extra)
        return json.dumps(message)


def test_unknown_races_powers_and_events_are_named_and_played(ann: Player) -> None:
    pieces = load("smallworld").glossary()
    ids = [name for name, entry in pieces.items() if entry["kind"] in ("race", "power", "piece") and len(name) > 4]
    quake = {"type": "earth_quake", "seat": 0, "region": 1, "depth": None, "waves": [[1, 2]]}
    ann.page.route_web_socket("**/ws", UnknownIds("|".join(ids), quake).connect)
    ann.open(ann.create([ME, BOT], players=2, turns=2))
    for _ in range(60):
        if not ann.wait():
            break
        keyboard(ann)
    expect(ann.page.get_by_role("log")).to_contain_text("zz ")
    expect(ann.page.get_by_role("log")).to_contain_text("earth quake")
    assert "won" in ann.winner()


def test_unknown_minions_and_relics_are_shown_by_their_ids(ann: Player) -> None:
    ann.page.route_web_socket("**/ws", UnknownIds(r"[hmor]\d+").connect)
    ann.open(ann.create([ME, BOT], game="covil", players=2))
    overlord = Overlord(ann, hires=0)
    for _ in range(8):
        if overlord.wait():
            overlord.decide()
    expect(ann.page.locator("[data-card^='zz_']").first).to_contain_text("zz ")


def answer(route: Route, change: Any) -> None:
    response = route.fetch()
    route.fulfill(response=response, json=change(response.json()))


def test_unknown_terrains_and_symbols_are_drawn_and_named(ann: Player) -> None:
    odd = {"terrain": "lava", "symbols": ["volcano"]}
    ann.page.route(
        BOARD, lambda route: answer(route, lambda board: board | {"regions": [one | odd for one in board["regions"]]})
    )
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    expect(ann.page.locator("[data-region]").first).to_have_attribute("aria-label", re.compile("lava, volcano"))


def test_a_part_that_cannot_be_shown_says_so_and_the_others_go_on(people: People) -> None:
    """Malformed combos: only their pane shows an error, and the game can be played on the map."""
    ann = people.come()

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(
            lambda text: socket.send(re.sub(r'"power":"\w+","coins":', '"power":{"odd":1},"money":', str(text)))
        )

    ann.page.route_web_socket("**/ws", connect)
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    expect(ann.page.get_by_role("alert")).to_contain_text("does not know how to show")
    expect(ann.page.locator("[data-region]").first).to_be_attached()


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_board_that_cannot_be_drawn_leaves_a_table_that_can_be_played(people: People, phone: bool) -> None:
    ann = people.come(phone=phone)
    ann.page.route(BOARD, lambda route: answer(route, lambda _: {"regions": 7}))
    ann.open(ann.create([ME, BOT], players=2))
    expect(ann.page.get_by_role("alert").first).to_contain_text("does not know how to show")
    ply = ann.ply()
    ann.page.locator("[data-plain] [data-move]").first.click()
    ann.after(ply)
    assert faults(ann.page) == []
