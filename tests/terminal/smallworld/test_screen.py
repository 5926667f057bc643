"""Small World's screen: maps in every window size and colour mode, tokens, panels, abbreviations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console

from hordes.terminal.board.map_data import read_map_data
from hordes.terminal.board.map_view import RaceNames, draw_map
from hordes.terminal.board.palette import TERRAIN_GLYPHS, Palette, blend, palette_for, seat_mark
from hordes.terminal.board.raster import rasterise
from hordes.terminal.scene import Frame
from hordes.terminal.screenshot import screen_svg
from hordes.terminal.smallworld.choices import build_choices
from hordes.terminal.smallworld.panels import combo_cards
from hordes.terminal.smallworld.region_list import compact_regions, region_table
from hordes.terminal.smallworld.screen import compose, size_hint
from hordes.terminal.wording import Lexicon
from tests.terminal.tables import INLINE, assert_fits, console, crowded, lexicon, map_data, rendered, scene, session

MAPS = (2, 3, 4, 5)
WINDOWS = (
    (80, 24, None),
    (80, 24, "truecolor"),
    (100, 30, "standard"),
    (120, 30, None),
    (120, 40, "truecolor"),
    (160, 45, "256"),
    (220, 70, "standard"),
)
NAMES = RaceNames(lexicon().races, lexicon().short_races)


def frame(players: int, phase: str = "conquer") -> Frame:
    view = crowded(players) | {"phase": phase}
    where = scene(view, players)
    land = [region.id for region in where.map_data.regions][:12]
    moves = {
        "conquer": [*(f"conquer {r}" for r in land), *(f"conquer {r} with die" for r in land), "decline", "stop"],
        "redeploy": [*(f"place {r}{n}" for r in land for n in ("", " 2", " 3")), "place fortress 3"],
        "pick": [f"pick {n}" for n in range(1, 7)],
    }[phase]
    return Frame(
        where, build_choices(moves, where), ["Grim's Flying Trolls conquer Honeycroft with 3 tokens."] * 9, ["A note."]
    )


@pytest.mark.parametrize(("width", "height", "colour"), WINDOWS)
@pytest.mark.parametrize("players", MAPS)
def test_every_map_is_shown_in_every_window(players: int, width: int, height: int, colour: Any) -> None:
    screen = console(width, height, colour)
    for phase in ("conquer", "redeploy", "pick"):
        part = compose(frame(players, phase), screen, palette_for(screen))
        lines = ["".join(s.text for s in line) for line in screen.render_lines(part, pad=False)]
        assert_fits(lines, width)
        assert "Turn 4 of" in lines[0]


@pytest.mark.parametrize("players", MAPS)
def test_a_good_window_holds_everything_without_scrolling(players: int) -> None:
    for width, height in ((160, 50), (120, 54)):
        for phase in ("conquer", "redeploy", "pick"):
            screen = console(width, height, "truecolor")
            part = compose(frame(players, phase), screen, palette_for(screen))
            assert len(screen.render_lines(part)) < height


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 30)])
def test_the_first_conquest_for_two_fits_the_usual_small_windows(width: int, height: int) -> None:
    where = replace(scene(crowded(2), 2), explain=lambda move: "2 tokens: 2 + 1 Lost Tribe - 1 Commando; you have 12")
    groups = build_choices([*(f"conquer {n}" for n in range(1, 15)), "stop"], where)
    screen = console(width, height, "truecolor")
    part = compose(
        Frame(where, groups, ["You pick Commando Ratmen."], footer="? explains"), screen, palette_for(screen)
    )
    assert len(screen.render_lines(part)) < height
    assert any("(2)" in line or "costs 2:" in line for line in rendered(part, width))


@pytest.mark.parametrize("mode", ["plain", "ansi", "full"])
@pytest.mark.parametrize("players", [*MAPS, 6])
def test_the_drawn_map_names_every_region_number(players: int, mode: str) -> None:
    board = map_data(players if players < 6 else 5)
    text = draw_map(board, crowded(5 if players > 5 else players), NAMES, Palette(mode), 150, 44).plain
    lines = text.split("\n")
    assert len(lines) == 44
    assert {len(line) for line in lines} == {150}
    for region in board.regions:
        assert f"#{region.id}" in text


def test_tokens_show_owner_count_and_race_and_decline_in_parentheses() -> None:
    view = {
        "regions": {
            "7": {"player": 0, "race": "trolls", "tokens": 3, "declined": False, "pieces": {"lair": 1}},
            "9": {"player": 1, "race": "elves", "tokens": 1, "declined": True},
            "16": {"lost_tribe": True},
        }
    }
    text = draw_map(map_data(3), view, NAMES, Palette("plain"), 150, 48, {"9": "4"}).plain
    assert f"{seat_mark(0)}3 Trolls" in text
    assert "lair" in text
    assert f"({seat_mark(1, True)}1 Elves)" in text
    assert "[4] #9 Roundtop" in text
    assert "✶ ⌂" in text


def test_holders_are_seen_by_the_colour_of_the_outline() -> None:
    held = {"regions": {"7": {"player": 0, "race": "trolls", "tokens": 3}}}
    bare = draw_map(map_data(3), {}, NAMES, Palette("full"), 120, 36)
    owned = draw_map(map_data(3), held, NAMES, Palette("full"), 120, 36)
    red = Palette("full").seat(0)
    assert not any(red in str(span.style) for span in bare.spans)
    assert any(red in str(span.style) for span in owned.spans)


@pytest.mark.parametrize("players", MAPS)
def test_the_raster_gives_every_region_room_and_leaves_no_gap(players: int) -> None:
    board = map_data(players)
    grid = rasterise(board, 120, 60)
    assert {index for line in grid for index in line} == set(range(len(board.regions)))


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("players", MAPS)
def test_the_list_of_regions_fits(players: int, width: int) -> None:
    plain = Palette("plain")
    lines = rendered(compact_regions(map_data(players), crowded(players), NAMES, plain, width, {"1": "12"}), width)
    assert_fits(lines, width)
    assert sum("#" in line for line in lines) >= len(map_data(players).regions) // 3
    assert_fits(rendered(region_table(map_data(players), crowded(players), NAMES, plain, {}), width), width)


def test_a_map_without_geometry_is_a_table_with_neighbours() -> None:
    board = read_map_data(INLINE)
    assert not board.has_outlines
    text = "\n".join(
        rendered(region_table(board, {"regions": {"b": {"lost_tribe": True}}}, NAMES, Palette("plain"), {}), 80)
    )
    assert "mountain ♦" in text
    assert "Lost Tribe" in text
    assert "#a #c" in text


def test_other_players_coins_are_hidden() -> None:
    lines = rendered(compose(frame(3), console(120, 40), Palette("plain")), 120)
    players = [line for line in lines if "coins" in line]
    assert "12 coins" in players[0]
    assert all("? coins" in line for line in players[1:])


def test_small_windows_get_a_hint() -> None:
    assert "120 columns" in size_hint(scene(crowded(3)), console(80))
    assert size_hint(scene(crowded(3)), console(120)) == ""


def test_palettes_follow_the_console() -> None:
    assert palette_for(console()).is_plain
    assert palette_for(console(colour="standard")).name == "ansi"
    assert palette_for(console(colour="256")).name == "256"
    assert palette_for(Console(no_color=True, force_terminal=True, color_system="truecolor")).is_plain
    assert blend("#000000", "#ffffff", 0.5) == "#808080"


def test_race_abbreviations_are_short_and_unique() -> None:
    short = lexicon().short_races
    assert short["trolls"] == "Tro"
    assert short["orcs"] == "Or"
    assert len(set(short.values())) == len(short)
    assert Lexicon({}).combo("white_ladies", "were") == "Were White Ladies"


def test_the_picture_asks_nothing_of_the_network() -> None:
    svg = screen_svg(session({"players": 3}), 0)
    assert svg.startswith("<svg")
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert "Honeycroft" in svg


@pytest.mark.parametrize("players", MAPS)
def test_the_smallest_usual_window_is_not_exceeded_in_a_common_turn(players: int) -> None:
    where = scene(crowded(players), players)
    groups = build_choices([*(f"conquer {n}" for n in range(1, 10)), "decline", "stop"], where)
    summary = ["Grim took Honeycroft; 8 coins.", "Mabel took Roundtop; 3 coins."]
    screen = console(80, 24, "truecolor")
    part = compose(Frame(where, groups, summary * 9, ["A note."], summary), screen, palette_for(screen))
    lines = rendered(part, 80)
    assert len(lines) < 24
    if players < 4:
        assert any("Mabel took Roundtop" in line for line in lines)


def test_abbreviations_in_use_are_explained_where_there_is_room() -> None:
    lines = rendered(compose(frame(3), console(120, 40), Palette("plain")), 120)
    assert any("L lair" in line and "F fort" in line for line in lines)


def test_the_game_is_over_at_the_end() -> None:
    last = Frame(scene(crowded(3)), is_over=True)
    assert "Game over" in rendered(compose(last, console(120, 40), Palette("plain")), 120)[0]


def test_the_column_in_a_narrow_window_has_its_text_below_the_names() -> None:
    lines = rendered(combo_cards(scene(crowded(3)), Palette("plain")), 80)
    assert_fits(lines, 80)
    assert lines[0].startswith(" 1 ")
    assert lines[1].startswith("    Dragon Master: ")


def test_swamp_and_mountain_differ_in_256_colours() -> None:
    few = Palette("256")
    colours = {Color.parse(few.terrain(t)).downgrade(ColorSystem.EIGHT_BIT).number for t in TERRAIN_GLYPHS}
    assert len(colours) == len(TERRAIN_GLYPHS)
