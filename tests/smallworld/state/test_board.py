"""Board: terrains, adjacency, coasts, entry regions; non-empty, active and immune regions (rulings 1-9)."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.smallworld.options import map_data
from tests.smallworld.positions import TRIBE, board, coins, granted, held, player, refused, region, tokens

NEIGHBOURS = "a:farmland,border b:{} c:hill"


@pytest.mark.parametrize("terrain", ["farmland", "forest", "hill", "swamp"])
def test_land_without_a_mountain_is_taken_by_two_tokens(terrain: str) -> None:
    """Ruling 1."""
    reply = granted(
        {"a": held(0, "ratmen")},
        [player("ratmen", "merchant", 2), player()],
        "conquer b",
        on=board(NEIGHBOURS.format(terrain)),
    )
    assert tokens(reply, "b") == 2


@pytest.mark.parametrize("terrain", ["sea", "lake"])
def test_seas_and_lakes_cannot_usually_be_conquered(terrain: str) -> None:
    """Rulings 1, 34."""
    start = ({"a": held(0, "ratmen")}, [player("ratmen", "merchant", 9), player()])
    why = f"b is a {terrain}: only an active Seafaring race"
    refused(*start, "conquer b", on=board(NEIGHBOURS.format(terrain)), because=why)


@pytest.mark.parametrize("symbol", ["mine", "magic", "cavern"])
def test_land_may_carry_a_symbol_which_does_not_defend_it(symbol: str) -> None:
    """Rulings 1, 5, 25."""
    ground = board(f"a:farmland,border b:hill+{symbol}")
    reply = granted({"a": held(0, "orcs")}, [player("orcs", "merchant", 5), player()], "conquer b", on=ground)
    assert tokens(reply, "b") == 2


def test_regions_are_adjacent_only_where_they_share_a_border() -> None:
    """Rulings 2, 31."""
    ground = board("a:hill,border b:hill c:hill d:hill", "a-b b-c a-d")
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "merchant", 9), player()], on=ground)
    assert [m for m in reply["legal"] if m.startswith("conquer")] == ["conquer b", "conquer d"]


def test_water_is_no_bridge() -> None:
    """Ruling 2: water regions are places of their own; the far shore is not adjacent."""
    ground = board("a:hill,border s:lake b:hill")
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "merchant", 9), player()], on=ground)
    assert not [m for m in reply["legal"] if m.startswith("conquer")]


@pytest.mark.parametrize(("water", "cost"), [("sea", 1), ("lake", 1), ("forest", 2)])
def test_coastal_is_land_on_any_sea_or_lake(water: str, cost: int) -> None:
    """Ruling 3, shown by the Tritons' discount."""
    ground = board(f"a:farmland,border b:hill w:{water}")
    reply = granted({"a": held(0, "tritons")}, [player("tritons", "merchant", 5), player()], "conquer b", on=ground)
    assert tokens(reply, "b") == cost


def test_a_water_region_is_not_itself_coastal() -> None:
    """Ruling 3: Seafaring Tritons pay two for a sea beside a lake."""
    ground = board("a:farmland,border s:sea l:lake")
    reply = granted({"a": held(0, "tritons")}, [player("tritons", "seafaring", 5), player()], "conquer s", on=ground)
    assert tokens(reply, "s") == 2


def test_a_shore_stays_a_way_in_when_the_sea_is_held() -> None:
    """Ruling 4."""
    ground = board("s:sea,border a:farmland,border b:hill")
    regions = {"s": held(1, "orcs")}
    reply = granted(regions, [player("ratmen", "merchant", 5), player("orcs", "seafaring")], on=ground)
    assert "conquer a" in reply["legal"]
    assert "conquer b" not in reply["legal"]


@pytest.mark.parametrize("name", ["map-2p", "map-3p", "map-4p", "map-5p"])
def test_a_border_region_touches_the_edge_or_a_sea_that_does(name: str) -> None:
    """Ruling 4, on every map of the box."""
    regions = {entry["id"]: entry for entry in map_data(name)["regions"]}
    for entry in regions.values():
        shore = any(regions[n]["terrain"] == "sea" and regions[n]["edge"] for n in entry["adjacent"])
        land_on_edge_sea = shore and entry["terrain"] not in ("sea", "lake")
        assert entry["border"] == (entry["edge"] or land_on_edge_sea), entry["name"]


@pytest.mark.parametrize(
    ("players", "turns", "land", "mountains"), [(2, 10, 20, 4), (3, 10, 27, 7), (4, 9, 36, 8), (5, 8, 45, 9)]
)
def test_the_maps_have_the_regions_and_turns_of_the_box(players: int, turns: int, land: int, mountains: int) -> None:
    """Ruling 10 and the facts: turn track and map statistics; two seas and a lake."""
    data = map_data(f"map-{players}p")
    terrains = [entry["terrain"] for entry in data["regions"]]
    assert data["turns"] == turns
    assert len(terrains) - terrains.count("sea") - terrains.count("lake") == land
    assert terrains.count("mountain") == mountains
    assert (terrains.count("sea"), terrains.count("lake")) == (2, 1)


@pytest.mark.parametrize(
    ("target", "bonus"),
    [
        pytest.param({"c": TRIBE}, 1, id="lost tribe"),
        pytest.param({"c": held(1, "trolls")}, 1, id="active token"),
        pytest.param({"c": held(1, "elves", declined=True)}, 1, id="declined token"),
        pytest.param({"c": held(0, "dwarves", declined=True)}, 1, id="own declined token"),
        pytest.param({}, 0, id="mountain alone"),
    ],
)
def test_a_region_is_non_empty_with_a_race_token_or_a_lost_tribe(target: dict[str, Any], bonus: int) -> None:
    """Rulings 5, 28: Orcs are paid for it; a mountain alone counts for nothing."""
    ground = board("b:farmland,border c:mountain d:hill e:hill")
    mine = player("orcs", "hill", 6, declined=["dwarves"])
    regions = {"b": held(0, "orcs"), "d": held(0, "dwarves", declined=True), "e": held(1, "elves", declined=True)}
    them = player("trolls", "swamp", declined=["elves"])
    before = coins(granted(regions, [mine, them], "stop", "place b 6", "done", on=ground))[0]
    reply = granted(regions | target, [mine, them], "conquer c", "stop", "place b 5", "done", on=ground)
    assert coins(reply)[0] == before + 1 + bonus


def test_a_lost_tribe_leaves_the_game_when_conquered() -> None:
    """Ruling 6."""
    reply = granted({"a": TRIBE}, [player("ratmen", "merchant", 5), player()], "conquer a")
    assert region(reply, "a") == {"player": 0, "race": "ratmen", "tokens": 3, "declined": False}


def test_a_lost_tribe_is_nobody_and_never_scores() -> None:
    """Ruling 6."""
    reply = granted({"b": TRIBE}, [player("ratmen", "hill"), player("orcs", "swamp")], "stop", "stop")
    assert coins(reply) == [5, 5]
    assert region(reply, "b") == TRIBE


IMMUNE = [("hero", "a Hero stands there"), ("dragon", "the Dragon is there"), ("hole", "it is a Hole-in-the-Ground")]


@pytest.mark.parametrize(("piece", "why"), IMMUNE)
def test_an_immune_region_is_closed_to_every_opponent(piece: str, why: str) -> None:
    """Rulings 8, 9, 141: immunity holds in the turns of all others, not just the next."""
    power = {"hero": "heroic", "dragon": "dragon_master", "hole": "hill"}[piece]
    regions = {"b": held(0, "halflings", 1, declined=False, **{piece: 1}), "a": held(1, "orcs"), "c": held(2, "elves")}
    players = [player("halflings", power), player("orcs", "swamp", 9), player("elves", "mounted", 9)]
    for seat in (1, 2):
        refused(regions, players, "conquer b", player=seat, because=f"b is immune: {why}.")


@pytest.mark.parametrize(("piece", "why"), IMMUNE)
def test_no_power_reaches_into_an_immune_region(piece: str, why: str) -> None:
    """Ruling 8: sorcery fails there too."""
    regions = {"b": held(0, "halflings", 1, declined=False, **{piece: 1}), "a": held(1, "sorcerers")}
    players = [player("halflings", "hill"), player("sorcerers", "swamp", 1)]
    refused(regions, players, "conquer b with sorcery", player=1, because=f"b is immune: {why}")


def test_immunity_never_binds_the_owner() -> None:
    """Ruling 8: declined Ghouls take the Hero's region of their own player."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": held(0, "orcs", 1, hero=1)}
    reply = granted(regions, [player("orcs", "heroic", declined=["ghouls"]), player()], "conquer b")
    assert region(reply, "b")["race"] == "ghouls"


@pytest.mark.parametrize(
    ("piece", "race", "power"),
    [("lair", "trolls", "hill"), ("fortress", "elves", "fortified"), ("encampment", "elves", "bivouacking")],
)
@pytest.mark.parametrize("seat", [1, 2])
def test_passive_protections_hold_in_the_turns_of_all_others(piece: str, race: str, power: str, seat: int) -> None:
    """Ruling 9."""
    regions = {"b": held(0, race, 1, declined=False, **{piece: 1}), "a": held(1, "orcs"), "c": held(2, "dwarves")}
    players = [player(race, power), player("orcs", "swamp", 4), player("dwarves", "mounted", 4)]
    assert tokens(granted(regions, players, "conquer b", player=seat), "b") == 4


def test_a_pact_holds_only_for_the_ally_and_until_the_diplomats_next_turn() -> None:
    """Rulings 9, 21a."""
    regions = {"b": held(0, "elves"), "a": held(1, "orcs"), "c": held(2, "dwarves")}
    players = [player("elves", "diplomat", ally=2), player("orcs", "swamp", 4), player("dwarves", "mounted", 4)]
    assert "conquer b" in granted(regions, players, player=1)["legal"]
    refused(regions, players, "conquer b", player=2, because="b is protected by a pact: seat 0")
    assert granted(regions, players)["position"]["players"][0]["active"]["ally"] is None
