"""The drawn board and the screens of a game that the terminal knows nothing of, at several sizes and with polygons."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.state import PUBLIC, State
from hordes.engine.display import BoardDrawing, Display
from hordes.engine.games import load
from hordes.terminal.board.labels import width as label_width
from hordes.terminal.board.palette import Palette
from hordes.terminal.board.snapshot import BoardSnapshots
from hordes.terminal.generic.board import centres, draw_board, fitting, read_map, region_labels, roads
from hordes.terminal.generic.choices import build_choices
from hordes.terminal.generic.scene import GenericScene, generic
from hordes.terminal.session import Session
from tests.terminal.generic.tables import GAME, marches, shown
from tests.terminal.tables import assert_fits, rendered


def crowded(table: Session) -> GenericScene:
    """A scene in which every province is held, some with a fort."""
    match, state = table.match, table.match.state
    position = state.position()
    names = [region["id"] for region in load(GAME).board_drawing(match.record.options)["regions"]]
    position["provinces"] = {
        name: {"owner": k % 2, "levies": 2 if k % 3 == 0 else 1, "fort": k < 4} for k, name in enumerate(names)
    }
    held = load(GAME).from_position(match.record.options, position)
    return generic(table.interface.scene(held, 0, table.names))


SIZES = [(50, 14), (56, 10), (74, 24), (120, 34)]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_labels_never_run_into_each_other(columns: int, rows: int) -> None:
    scene = crowded(marches())
    labels = [region_labels(scene, region, "12") for region in scene.board["regions"]]
    chosen, boxes = fitting(labels, centres(scene.map_data, columns, rows), columns, rows)
    assert not any(one.touches(other) for k, one in enumerate(boxes) for other in boxes[k + 1 :])
    for label, box in zip(chosen, boxes, strict=True):
        assert 0 <= box.column <= box.column + box.wide <= columns
        assert 0 <= box.row <= box.row + box.tall <= rows
        assert max(map(label_width, label)) <= box.wide


def test_with_room_every_region_has_its_name_its_value_and_its_pieces() -> None:
    scene = crowded(marches())
    text = draw_board(scene, Palette("plain"), 90, 30, {"lorn": "7"}).plain
    for region in scene.board["regions"]:
        assert f"{region['name']} {region['label']}" in text
    assert "[7]" in text
    assert "●2L F" in text
    assert "■L F" in text


def test_every_border_is_a_road() -> None:
    drawing = load(GAME).board_drawing({"players": 2})
    links = {frozenset((region["id"], other)) for region in drawing["regions"] for other in region["neighbours"]}
    map_data = read_map(GAME, drawing)
    ids = [region.id for region in map_data.regions]
    assert {frozenset((ids[a], ids[b])) for a, b in roads(map_data)} == links
    assert len(roads(map_data)) == len(links)


@pytest.mark.parametrize(("players", "width", "height"), [(2, 80, 24), (4, 80, 24), (4, 120, 40), (3, 200, 60)])
def test_the_screen_fits_its_window(players: int, width: int, height: int) -> None:
    table = marches(players, width=width, height=height)
    for text in ("muster lorn", "march lorn mere", "fort lorn"):
        lines = shown(table).rstrip("\n").split("\n")
        assert len(lines) < height, "a row is left for the prompt"
        assert_fits(lines, width)
        table.match.play(text)


def test_a_narrow_window_lists_the_regions() -> None:
    table = marches(width=60, height=30)
    assert "·" not in shown(table).split("▸")[0], "no roads"
    assert "a window of 70 columns" in table.interface.window_hint(table.scene(0), table.terminal.console)
    assert marches(width=80).interface.window_hint(table.scene(0), marches(width=80).terminal.console) == ""


def test_choices_are_grouped_by_the_words_that_their_labels_share() -> None:
    table = marches()
    table.match.play("muster lorn")
    scene = table.scene(0)
    groups = build_choices(table.match.state.legal_texts(), scene)
    assert [(group.heading, [choice.words for choice in group.choices]) for group in groups] == [
        ("March from Lorn to", ["Ivern", "Jarrow", "Mere"]),
        ("Or", ["Muster in Lorn", "Build a fort in Lorn", "End the turn"]),
    ]
    assert [choice.key for group in groups for choice in group.choices] == ["1", "2", "3", "4", "5", "6"]
    assert [choice.region for group in groups for choice in group.choices] == ["", "", "", "lorn", "lorn", ""]


def test_all_colours_draw_the_same_text() -> None:
    scene = crowded(marches())
    drawn = {draw_board(scene, Palette(name), 80, 20, {}).plain for name in ("plain", "ansi", "256", "full")}
    assert len(drawn) == 1


# Other games than the example


SQUARES: BoardDrawing = {
    "size": (40.0, 20.0),
    "regions": [
        {
            "id": name, "name": name.title(), "centre": (20.0 * k + 10.0, 10.0), "neighbours": [other], "kind": name,
            "polygon": [(20.0 * k, 0.0), (20.0 * k + 20.0, 0.0), (20.0 * k + 20.0, 20.0), (20.0 * k, 20.0)],
        }
        for k, (name, other) in enumerate((("moor", "fell"), ("fell", "moor")))
    ],
}  # fmt: skip


def with_drawing(table: Session, drawing: BoardDrawing, display: Display) -> GenericScene:
    scene = generic(table.scene(0))
    replaced = vars(scene) | {"board": drawing, "map_data": read_map("x", drawing), "display": display}
    return GenericScene(**{key: value for key, value in replaced.items() if not key.startswith("_")})


@pytest.mark.parametrize("palette", ["plain", "ansi", "256", "full"])
def test_areas_with_outlines_are_drawn_as_areas(palette: str) -> None:
    display: Display = {
        "status": "",
        "regions": {"fell": [{"kind": "levy", "seat": 1, "count": 3, "faded": True}]},
        "seats": [],
    }
    text = draw_board(with_drawing(marches(), SQUARES, display), Palette(palette), 40, 10, {"moor": "1"}).plain
    assert "Moor" in text
    assert "(□3L)" in text


def test_a_game_without_a_board_shows_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    table = marches()
    nowhere: BoardDrawing = {"size": (0.0, 0.0), "regions": []}
    monkeypatch.setattr(table.interface, "drawing", nowhere)
    monkeypatch.setattr(table.interface, "map_data", read_map("x", nowhere))
    text = shown(table)
    assert "Player 1 (you)" in text
    assert "levies in supply 15" in text
    assert "Muster in" in text
    table.match.play("muster lorn")
    assert "●2L" in shown(table), "pieces in places that are not drawn are listed"


def test_a_state_that_displays_nothing_is_shown_by_its_phase() -> None:
    state = load("covil").new({"players": 2})
    shown_by_default: Any = State.display(state, 0)
    assert shown_by_default["status"] == state.phase_name()
    assert [seat["points"] for seat in shown_by_default["seats"]] == [None, None]


def test_the_board_of_a_game_from_outside_is_a_picture_too() -> None:
    table = marches()
    table.match.play("muster lorn")
    snapshots = BoardSnapshots(load(GAME), table.match.record.options, table.names)
    assert "Lorn" in snapshots.text(table.match.state, PUBLIC, styles=False)
    assert snapshots.svg(table.match.state, 0).startswith("<svg")
    assert "claim" not in snapshots.text(table.match.state, PUBLIC, styles=False)
    assert "Lorn" in table.match.state.board_text()


def test_the_legend_names_the_letters() -> None:
    table = marches()
    table.match.play("muster lorn")
    table.match.play("fort lorn")
    assert any("L Levies  F Forts" in line for line in rendered(table.interface.board(
        table._frame(table.scene(0), []), table.terminal.console, Palette("plain"), 0), 80))  # fmt: skip
