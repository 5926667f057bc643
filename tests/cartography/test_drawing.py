"""Property tests of map drawing: the drawn borders are exactly those of the map."""

from __future__ import annotations

import copy
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from hordes.cartography import drawing
from hordes.cartography.svg import map_svg
from hordes.engine.errors import BadPosition, BadRequest
from hordes.engine.games import load
from hordes.engine.map_sketch import MapSketch, RegionSketch
from hordes.smallworld.custom.map_drawing import GEOMETRY
from hordes.smallworld.options import MAPS, map_data
from hordes.terminal.board.map_data import read_map_data
from hordes.terminal.board.raster import NO_REGION, rasterise
from tests.cartography.planar_maps import assert_shows, planar_maps

slowly = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def draw(data: Any, seed: int = 0, tries: int = 3) -> dict[str, Any]:
    """A map of Small World with its drawing."""
    game = load("smallworld")
    return game.with_drawing(data, drawing.draw(game.map_sketch(data), seed, tries))


def stripped(name: str, *, edge: bool = True) -> dict[str, Any]:
    """A map of ours as a list of neighbours."""
    data = copy.deepcopy(map_data(name))
    gone = [key for key in GEOMETRY if key != "edge" or not edge]
    data["regions"] = [{key: value for key, value in region.items() if key not in gone} for region in data["regions"]]
    return data


def made(links: str, border: str = "", terrain: dict[str, str] | None = None) -> dict[str, Any]:
    """A map from pairs of letters such as "ab bc"."""
    pairs = links.split()
    names = sorted(set("".join(pairs)) | set(border))
    return {
        "turns": 5,
        "regions": [
            {
                "id": name,
                "terrain": (terrain or {}).get(name, "hill"),
                "border": name in border,
                "adjacent": sorted({other for pair in pairs if name in pair for other in pair} - {name}),
            }
            for name in names
        ],
    }


@settings(slowly, max_examples=6)
@given(planar_maps(9))
def test_random_planar_maps_are_drawn_with_exactly_their_borders(data: dict[str, Any]) -> None:
    assert_shows(draw(data, tries=1))


@pytest.mark.slow
@settings(slowly, max_examples=3)
@given(planar_maps(62))
def test_large_random_planar_maps_are_drawn_with_exactly_their_borders(data: dict[str, Any]) -> None:
    assert_shows(draw(data, tries=1))


@pytest.mark.slow
@pytest.mark.parametrize("name", MAPS)
def test_our_own_maps_can_be_drawn_anew_and_hold_four_tokens_everywhere(name: str) -> None:
    drawn = draw(stripped(name), tries=2)
    assert_shows(drawn)
    assert [region["edge"] for region in drawn["regions"]] == [region["edge"] for region in map_data(name)["regions"]]
    assert min(region["slot_radius"] for region in drawn["regions"]) >= 18
    assert set(drawn["regions"][0]) == set(map_data(name)["regions"][0])
    assert all(spot >= 0 for line in rasterise(read_map_data(drawn), 120, 60) for spot in line)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["map-2p", "map-4p"])
def test_without_edge_a_shore_gives_way_where_not_all_border_regions_find_room_at_the_frame(name: str) -> None:
    drawn = draw(stripped(name, edge=False), tries=1)
    assert_shows(drawn)
    by_id = {region["id"]: region for region in drawn["regions"]}
    for region in drawn["regions"]:
        seas = [by_id[n] for n in region["adjacent"] if by_id[n]["terrain"] == "sea"]
        assert region["border"] == (region["edge"] or any(sea["edge"] for sea in seas))


@pytest.mark.parametrize(
    ("links", "border"),
    [
        ("ab", "ab"),
        ("ab", ""),
        ("ab bc", "ac"),
        ("ab bc", "b"),
        ("ab ac ad ae af", "a"),
        ("ab ac ad ae af", "bcdef"),
        ("ab bc ca ad", "abc"),
        ("ab bc ca cd de ec", "abde"),
        ("ab bc cd da", "abcd"),
        ("ab bc ca ax bx", "abc"),
        ("ab bc cd de ef fa", ""),
    ],
    ids=[
        "pair",
        "pair inland",
        "path",
        "middle only",
        "star",
        "rays",
        "leaf",
        "cut region",
        "ring",
        "lens",
        "inland ring",
    ],
)
def test_maps_with_leaves_rings_and_cut_regions_are_drawn(links: str, border: str) -> None:
    drawn = draw(made(links, border), tries=1)
    assert_shows(drawn)
    assert {region["id"] for region in drawn["regions"] if region["edge"]} == set(border)


@pytest.mark.parametrize("border", ["a", ""])
def test_a_single_region_fills_the_sheet_and_keeps_off_the_frame_when_it_is_no_border(border: str) -> None:
    drawn = draw({"turns": 1, "regions": [{"id": "a", "terrain": "hill", "border": bool(border), "adjacent": []}]})
    assert_shows(drawn)
    assert drawn["regions"][0]["edge"] == bool(border)


def test_the_same_seed_draws_the_same_map_and_another_seed_another() -> None:
    data = made("ab bc ca ad bd cd", "abc")
    first = draw(copy.deepcopy(data), seed=4, tries=1)
    assert draw(copy.deepcopy(data), seed=4, tries=1) == first
    assert draw(copy.deepcopy(data), seed=5, tries=1) != first


def test_drawing_adds_geometry_and_changes_nothing_else() -> None:
    data = made("ab bc", "abc") | {"id": "mine", "note": {"of": "the author"}}
    data["regions"][0]["colour"] = "dun"
    drawn = draw(copy.deepcopy(data), tries=1)
    assert {key: drawn[key] for key in data if key != "regions"} == {key: data[key] for key in data if key != "regions"}
    for before, after in zip(data["regions"], drawn["regions"], strict=True):
        assert before == {key: after[key] for key in before}
        assert set(after) - set(before) == set(GEOMETRY)


def test_a_drawn_map_can_be_drawn_again() -> None:
    data = made("ab bc ca", "abc")
    drawn = draw(copy.deepcopy(data), tries=1)
    assert draw(copy.deepcopy(drawn), tries=1) == drawn


def test_what_no_region_covers_is_a_rift_in_the_terminal() -> None:
    drawn = draw(made("ab bc", "ac"), tries=1)
    grid = rasterise(read_map_data(drawn), 100, 50)
    assert {spot for line in grid for spot in line} == {NO_REGION, 0, 1, 2}
    a, c = 0, 2
    beside = {frozenset(pair) for line in grid for pair in itertools.pairwise(line)}
    assert frozenset((a, c)) not in beside


K5 = "ab ac ad ae bc bd be cd ce de"
K33 = "ad ae af bd be bf cd ce cf"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (made(K5, "a"), ["crossing", "a, b, c, d and e"]),
        (made(K33, "a"), ["crossing", "each of a, b and c reaches each of d, e and f"]),
        (made("ab ac ad bc bd cd", "abcd"), ["border", "frame", "the outside, a, b, c and d"]),
        (made("ab cd", "abcd"), ["2 parts", "a, b"]),
        ({"turns": 3, "regions": [{"id": "a", "terrain": "hill", "adjacent": ["a"]}]}, ["a cannot border itself"]),
        (made("ab", "ab", {"a": "desert"}), ["desert"]),
        ([], ["regions"]),
        ({"turns": 3, "regions": []}, ["1 to"]),
    ],
    ids=["five", "three and three", "four at the frame", "apart", "itself", "terrain", "no map", "empty"],
)
def test_what_cannot_be_drawn_is_explained(data: Any, words: list[str]) -> None:
    with pytest.raises(BadPosition) as refusal:
        draw(data)
    for word in words:
        assert word in str(refusal.value)


def test_an_asymmetric_border_is_named() -> None:
    data = made("ab bc", "abc")
    data["regions"][0]["adjacent"] = []
    with pytest.raises(BadPosition, match="b names a as adjacent, a does not name b"):
        draw(data)


@pytest.mark.parametrize(("edge", "border"), [(True, False), (False, True), ("yes", True)])
def test_edge_and_border_must_agree(edge: object, border: bool) -> None:
    data = made("ab bc", "bc")
    data["regions"][0] |= {"edge": edge, "border": border}
    with pytest.raises(BadPosition, match=r"^a (touches|is a border)|region a is true"):
        draw(data)


def test_the_documented_example_can_be_drawn() -> None:
    docs = Path(__file__).parents[2] / "docs"
    data = json.loads((docs / "example-map.json").read_text(encoding="utf-8"))
    assert_shows(draw(data))


def test_a_map_of_any_terrains_is_drawn_from_its_sketch() -> None:
    regions = tuple(
        RegionSketch(name, name.title(), terrain, neighbours, is_entrance=name == "moor")
        for name, terrain, neighbours in (("moor", "heath", (1, 2)), ("fell", "ice", (0, 2)), ("tarn", "lake", (0, 1)))
    )
    sketch = MapSketch("far", "Far Land", regions, frozenset({0, 1, 2}))
    drawn = drawing.draw(sketch, tries=1)
    assert [outline.at_frame for outline in drawn.outlines] == [True] * 3
    picture = map_svg(sketch, drawn)
    assert "<title>Far Land</title>" in picture
    assert all(f">{name}<" in picture for name in ("Moor", "Fell", "Tarn"))


def test_a_game_without_maps_of_ones_own_says_so() -> None:
    with pytest.raises(BadRequest, match="covil has no maps to draw"):
        load("covil").map_sketch({"zones": []})
