"""Monsters and markers on the map: the Golden Soapbar, Glandulf's Tavern, Mirror's Vale."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.smallworld.game import GAME
from tests.refusals import rejected
from tests.smallworld.positions import (
    TRIBE,
    active,
    ask,
    board,
    coins,
    events_of_type,
    hand,
    held,
    legal,
    offers,
    pieces,
    pieces_with_stacks,
    player,
    region,
    tokens,
)
from tests.smallworld.team_positions import LINE, TEAMS, continued, round_trips, six, team, team_refuses

MONSTER = TRIBE | {"monster": True}
FOUR_FOUND = {"d": {"marker": "tavern"}, "e": {"marker": "boneyard"}, "f": {"marker": "vale"}, "g": {"marker": "sigil"}}
"""All markers but the Soapbar lie on the map, so that it is the one that is drawn."""


def rats(power: str = "swamp", n: int = 6, **more: Any) -> dict[str, Any]:
    return player("ratmen", power, n, coins=0, **more)


# Monsters


def test_a_monster_adds_one_to_the_defence() -> None:
    reply = team({"a": held(0, "ratmen"), "b": MONSTER} | FOUR_FOUND, {0: rats()}, "conquer b")
    assert tokens(reply, "b") == 4
    assert events_of_type(reply, "conquered")[0]["cost"] == [["region", 2], ["Lost Tribe", 1], ["Monster", 1]]


def test_conquering_it_removes_monster_and_tribe_and_draws_a_marker() -> None:
    reply = team({"a": held(0, "ratmen"), "b": MONSTER} | FOUR_FOUND, {0: rats()}, "conquer b")
    assert region(reply, "b") == {"player": 0, "race": "ratmen", "tokens": 4, "declined": False, "marker": "soapbar"}
    assert events_of_type(reply, "marker_found")[0] == {
        "type": "marker_found",
        "seat": 0,
        "marker": "soapbar",
        "region": "b",
    }


def test_which_marker_is_drawn_is_chance() -> None:
    markers = set()
    for seed in range(40):
        reply = team({"a": held(0, "ratmen"), "b": MONSTER}, {0: rats()}, "conquer b", seed=seed)
        markers.add(region(reply, "b")["marker"])
    assert markers == {"soapbar", "tavern", "boneyard", "vale", "sigil"}


def test_with_the_stack_empty_nothing_is_drawn() -> None:
    regions = {"a": held(0, "ratmen") | {"marker": "soapbar"}, "b": MONSTER} | FOUR_FOUND
    reply = team(regions, {0: rats()}, "conquer b")
    assert "marker" not in region(reply, "b")
    assert not events_of_type(reply, "marker_found")


def test_monster_and_tribe_are_two_tokens_for_igors() -> None:
    seats = {0: rats(), 1: player("igors", "hill", coins=0)}
    reply = team({"a": held(0, "ratmen"), "b": MONSTER, "c": held(1, "igors")}, seats, "conquer b")
    assert active(reply, 1)["igor_souls"] == 2


def test_monster_and_tribe_are_one_non_empty_region() -> None:
    regions = {"a": held(0, "orcs"), "b": MONSTER} | FOUR_FOUND
    reply = team(regions, {0: player("orcs", "swamp", 6, coins=0)}, "conquer b", "stop", "place a 5", "done")
    assert ["Orcs", 1] in events_of_type(reply, "scored")[0]["sources"]


def test_a_monsters_region_counts_as_declined_for_goblins() -> None:
    reply = team({"a": held(0, "goblins"), "b": MONSTER}, {0: player("goblins", "swamp", 6)}, "conquer b")
    assert tokens(reply, "b") == 3


def test_ghouls_in_decline_find_a_marker_and_have_no_use_of_it() -> None:
    seats = {0: rats(n=0, declined=[{"race": "ghouls", "power": None, "hand": 5}])}
    regions = {"a": held(0, "ghouls", declined=True), "b": MONSTER} | FOUR_FOUND
    regions["f"] = held(0, "ratmen") | regions["f"]
    reply = team(regions, seats, "conquer b")
    assert region(reply, "b")["marker"] == "soapbar"
    done = continued(reply, "stop", "stop", "place b 4", "done")
    assert events_of_type(done, "scored")[0]["sources"] == [["regions", 1], ["declined Ghouls", 2]]


def test_the_dragon_slays_a_monster_with_one_token() -> None:
    reply = team({"a": held(0, "ratmen"), "b": MONSTER}, {0: rats("dragon_master", 1)}, "conquer b with dragon")
    assert tokens(reply, "b") == 1
    assert events_of_type(reply, "monster_slain")


def test_a_position_may_not_show_a_monster_without_a_lost_tribe() -> None:
    reply = ask({"b": {"monster": True}}, six({}), on=board(LINE), options=TEAMS)
    rejected(reply, "bad_position", because="The Monster in region b has no Lost Tribe beside it.")


def test_a_position_may_not_show_a_marker_twice_or_unknown() -> None:
    for word, why in (("tavern", "There is one Glandulf's Tavern"), ("palace", "There is no marker 'palace'")):
        regions = {"a": {"marker": word}, "b": {"marker": word}}
        rejected(ask(regions, six({}), on=board(LINE), options=TEAMS), "bad_position", because=why)


# Markers in general


@pytest.mark.parametrize("marker", ["soapbar", "tavern", "boneyard", "vale", "sigil"])
def test_markers_never_defend(marker: str) -> None:
    assert tokens(team({"a": held(0, "ratmen"), "b": {"marker": marker}}, {0: rats()}, "conquer b"), "b") == 2


def test_a_marker_does_not_make_a_region_non_empty() -> None:
    regions = {"a": held(0, "orcs"), "b": {"marker": "vale"}}
    reply = team(regions, {0: player("orcs", "swamp", 2, coins=0)}, "conquer b", "stop", "place a", "done")
    assert events_of_type(reply, "scored")[0]["sources"] == [["regions", 2]]


def test_a_marker_stays_when_its_region_is_abandoned() -> None:
    reply = team({"a": held(0, "ratmen") | {"marker": "tavern"}}, {0: rats()}, "abandon a")
    assert region(reply, "a") == {"marker": "tavern"}


def test_a_lone_token_with_a_marker_is_still_alone() -> None:
    seats = {0: player("sorcerers", "swamp", 1, coins=0), 1: player("humans", "hill", coins=0)}
    regions = {"a": held(0, "sorcerers"), "b": held(1, "humans") | {"marker": "tavern"}}
    assert "conquer b with sorcery" in legal(team(regions, seats))


def test_a_marker_changes_hands_with_its_region() -> None:
    seats = {0: rats(n=6), 1: player("humans", "hill", coins=0)}
    regions = {"a": held(0, "ratmen"), "b": held(1, "humans") | {"marker": "tavern"}}
    reply = team(regions, seats, "conquer b", "stop", "place a 5", "done")
    assert ["Glandulf's Tavern", 2] in events_of_type(reply, "scored")[0]["sources"]


def test_a_marker_is_no_use_to_a_declined_race() -> None:
    seats = {0: rats(declined=["elves"])}
    regions = {"a": held(0, "ratmen"), "g": held(0, "elves", declined=True) | {"marker": "tavern"}}
    reply = team(regions, seats, "stop", "place a 6", "done")
    assert coins(reply)[0] == 2


def test_on_the_turn_of_decline_it_is_no_use_either() -> None:
    reply = team({"a": held(0, "ratmen") | {"marker": "tavern"}}, {0: rats(n=0)}, "decline")
    assert coins(reply)[0] == 1


# The Golden Soapbar


def test_the_soapbar_pays_one_and_must_move_to_a_bordering_region_not_held() -> None:
    regions = {"b": held(0, "ratmen") | {"marker": "soapbar"}, "c": held(0, "ratmen"), "d": held(1, "elves")}
    seats = {0: rats(n=0), 1: player("elves", "hill")}
    reply = team(regions, seats, "stop")
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("choice", 0, ["soapbar a", "soapbar d"])
    assert coins(reply)[0] == 3
    assert round_trips(reply)
    moved = continued(reply, "soapbar d")
    assert region(moved, "d")["marker"] == "soapbar"
    assert "marker" not in region(moved, "b")


@pytest.mark.parametrize(
    ("goal", "entry", "seats"),
    [
        ("own declined", held(0, "elves", declined=True), {0: rats(n=0, declined=["elves"])}),
        ("partner", held(3, "elves"), {0: rats(n=0), 3: player("elves", "hill")}),
        ("monster", MONSTER, {0: rats(n=0)}),
        ("another marker", {"marker": "tavern"}, {0: rats(n=0)}),
    ],
)
def test_the_soapbar_may_go_to_any_region_but_the_holders_own_active_ones(
    goal: str, entry: dict[str, Any], seats: dict[int, dict[str, Any]]
) -> None:
    reply = team({"a": held(0, "ratmen") | {"marker": "soapbar"}, "b": entry}, seats, "stop", "soapbar b")
    assert "soapbar" in region(reply, "b")["marker"]


def test_two_markers_in_one_region_are_a_list() -> None:
    regions = {"a": held(0, "ratmen") | {"marker": "soapbar"}, "b": {"marker": "tavern"}}
    reply = team(regions, {0: rats(n=0)}, "stop", "soapbar b")
    assert region(reply, "b") == {"marker": ["soapbar", "tavern"]}
    assert round_trips(reply)


def test_the_soapbar_may_slip_into_the_sea() -> None:
    """Ruling 166: any region next to the race that it does not hold."""
    regions = {"b": held(0, "ratmen") | {"marker": "soapbar"}}
    both = ["soapbar a", "soapbar c"]
    assert legal(team(regions, {0: rats(n=0)}, "stop", on="a:sea,border b:hill,border c:hill")) == both
    assert legal(team(regions, {0: rats(n=0)}, "stop", on="a:sea,border b:hill,border c:lake")) == both
    moved = team(regions, {0: rats(n=0)}, "stop", "soapbar a", on="a:sea,border b:hill,border c:hill")
    assert region(moved, "a") == {"marker": "soapbar"}


def test_the_soapbar_goes_to_water_only_if_no_land_is_near_by_a_switch() -> None:
    """Ruling 166: `soapbar_keeps_to_land`."""
    regions = {"b": held(0, "ratmen") | {"marker": "soapbar"}}
    dry = {"rulings": ["soapbar_keeps_to_land"]}
    seats = {0: rats(n=0)}
    assert legal(team(regions, seats, "stop", on="a:sea,border b:hill,border c:hill", options=dry)) == ["soapbar c"]
    assert legal(team(regions, seats, "stop", on="a:sea,border b:hill,border c:lake", options=dry)) == [
        "soapbar a",
        "soapbar c",
    ]


def test_the_soapbar_stays_when_there_is_nowhere_to_go() -> None:
    regions = {"a": held(0, "ratmen") | {"marker": "soapbar"}, "b": held(0, "ratmen")}
    reply = team(regions, {0: rats(n=0)}, "stop", on="a:hill,border b:hill")
    assert reply["to_move"] == 1
    assert coins(reply)[0] == 3


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("soapbar c", "held by your own Ratmen"),
        ("soapbar e", "e does not border"),
        ("done", "where the Golden Soapbar goes"),
    ],
)
def test_the_soapbars_way_is_explained(move: str, why: str) -> None:
    regions = {"b": held(0, "ratmen") | {"marker": "soapbar"}, "c": held(0, "ratmen")}
    team_refuses(regions, {0: rats(n=0)}, "stop", move, because=why)


def test_the_soapbar_moves_before_a_stout_race_declines() -> None:
    reply = team({"a": held(0, "ratmen") | {"marker": "soapbar"}}, {0: rats("stout", 0)}, "stop")
    assert legal(reply) == ["soapbar b"]
    assert legal(continued(reply, "soapbar b")) == ["decline", "done"]


# Glandulf's Tavern


def tavern(*moves: str) -> dict[str, Any]:
    seats = {0: rats(n=0), 3: player(coins=4), 4: player(coins=1)}
    return team({"a": held(0, "ratmen") | {"marker": "tavern"}}, seats, "stop", *moves)


def test_the_tavern_pays_two_and_any_part_may_be_given_to_one_player() -> None:
    reply = tavern()
    assert reply["phase"] == "choice"
    assert legal(reply) == ["done", *[f"share {p} {n}" for n in (1, 2) for p in range(1, 6)]]
    assert round_trips(reply)
    assert coins(tavern("share 3 1")) == [2, 0, 0, 5, 1, 0]
    assert coins(tavern("share 4 2")) == [1, 0, 0, 4, 3, 0]
    assert coins(tavern("done")) == [3, 0, 0, 4, 1, 0]


def test_the_tavern_asks_once() -> None:
    assert tavern("share 3 1")["to_move"] == 1


def test_only_the_taverns_two_coins_are_shared_and_not_with_oneself() -> None:
    seats = {0: rats(n=0)}
    regions = {"a": held(0, "ratmen") | {"marker": "tavern"}}
    team_refuses(regions, seats, "stop", "share 3 3", because="2 coins; 3 of them")
    team_refuses(regions, seats, "stop", "share 0 1", because="Seat 0 is you")
    team_refuses(regions, seats, "share 3 1", because="right after scoring")


def test_the_soapbar_is_settled_before_the_tavern() -> None:
    reply = team({"a": held(0, "ratmen") | {"marker": ["soapbar", "tavern"]}}, {0: rats(n=0)}, "stop")
    assert coins(reply)[0] == 4
    assert legal(reply) == ["soapbar b"]
    assert "share 3 2" in legal(continued(reply, "soapbar b"))


# Mirror's Vale


def vale(mine: str, theirs: str, *moves: str, regions: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    seats = {0: rats(mine, 1, **more.pop("own", {})), 3: player("humans", theirs, coins=0, **more.pop("other", {}))}
    lie = {"a": held(0, "ratmen") | {"marker": "vale"}, "e": held(3, "humans", 2), "f": held(3, "humans")}
    return team(lie | (regions or {}), seats, *moves, **more)


def test_the_holder_may_exchange_badges_with_his_partner_at_the_start_of_his_turn() -> None:
    reply = vale("commando", "alchemist", "swap")
    assert (active(reply, 0)["power"], active(reply, 3)["power"]) == ("alchemist", "commando")
    assert reply["to_move"] == 0
    assert "decline" in legal(reply)
    assert "conquer b" not in legal(reply)
    assert round_trips(reply)


def test_badges_are_exchanged_once_a_turn_before_anything_else() -> None:
    assert "swap" not in legal(vale("commando", "alchemist", "swap"))
    seats = {0: rats("commando", 3), 3: player("humans", "hill")}
    regions = {"a": held(0, "ratmen") | {"marker": "vale"}, "f": held(3, "humans")}
    team_refuses(regions, seats, "swap", "swap", because="once per turn")
    team_refuses(regions, seats, "conquer b", "swap", because="start of the turn")


def test_both_partners_need_an_active_race() -> None:
    regions = {"a": held(0, "ratmen") | {"marker": "vale"}}
    team_refuses(regions, {0: rats()}, "swap", because="seat 3, has no active race")


def test_only_the_holder_of_the_vale_may_exchange() -> None:
    seats = {0: rats(), 3: player("humans", "hill")}
    regions = {"a": held(0, "ratmen"), "e": held(3, "humans") | {"marker": "vale"}}
    team_refuses(regions, seats, "swap", because="Your active race does not hold Mirror's Vale")


def test_next_turn_they_may_be_exchanged_again() -> None:
    reply = vale("commando", "alchemist", "swap")
    assert "swap" in legal(continued(reply, phase="start", this_turn={}))


@pytest.mark.parametrize(
    ("power", "piece", "shown"),
    [
        ("heroic", {"hero": 1}, {}),
        ("fortified", {"fortress": 1}, {}),
        ("bivouacking", {"encampment": 3}, {"encampments": 5}),
        ("dragon_master", {"dragon": 1}, {}),
        ("catapult", {"catapult": 1}, {}),
        ("hordes_of", {"horde": 1}, {"hordes": 2}),
    ],
)
def test_the_pieces_of_a_badge_leave_the_map_for_the_new_owners_hand(
    power: str, piece: dict[str, int], shown: dict[str, int]
) -> None:
    reply = vale("commando", power, "swap", regions={"e": held(3, "humans", 2, False, **piece)})
    assert pieces(reply, "e") == {}
    assert tokens(reply, "e") == 2
    mine = active(reply, 0)
    assert mine["power"] == power
    assert {key: mine[key] for key in shown} == shown
    back = vale(power, "commando", "swap", regions={"a": held(0, "ratmen", 1, False, **piece) | {"marker": "vale"}})
    assert pieces(back, "a") == {}
    assert active(back, 3)["power"] == power


def test_a_received_dragon_is_ready_to_fly() -> None:
    reply = vale("commando", "dragon_master", "swap", regions={"e": held(3, "humans", 2, dragon=1)})
    assert "conquer b with dragon" in legal(reply)


def test_behemoths_change_hands_and_take_the_size_of_the_new_owners_swamps() -> None:
    on = "a:swamp,border b:hill c:swamp d:hill e:swamp f:hill"
    lie = {"c": held(0, "ratmen"), "e": held(3, "humans", 2) | {"pieces": {"behemoth": [1]}}}
    reply = vale("commando", "behemoth", "swap", regions=lie, on=on)
    assert pieces_with_stacks(reply, "e") == {}
    assert "behemoth 1" in legal(reply)
    taken = continued(reply, "behemoth 1", "conquer b", on=on)
    assert pieces_with_stacks(taken, "b") == {"behemoth": [2]}


def test_fireballs_go_with_their_badge() -> None:
    reply = vale("commando", "fireball", "swap", other={"fireballs": 3})
    assert active(reply, 0)["fireballs"] == 3
    assert "fireballs" not in active(reply, 3)


def test_the_wealthy_badge_pays_once_whoever_has_it() -> None:
    paid = vale("commando", "wealthy", "swap", "stop", "place a", "done")
    assert coins(paid)[0] == 1
    due = vale("commando", "wealthy", "swap", "stop", "place a", "done", other={"wealthy": True})
    assert coins(due)[0] == 8
    assert active(due, 0)["wealthy"] is False


def test_seas_held_are_kept_without_the_badge() -> None:
    reply = vale(
        "seafaring",
        "hill",
        "swap",
        on="a:hill,border b:sea,border c:sea d:hill e:hill f:hill",
        regions={"b": held(0, "ratmen")},
    )
    assert tokens(reply, "b") == 1
    assert "conquer c" not in legal(reply)


def test_a_region_held_by_hordes_alone_is_left() -> None:
    reply = vale("commando", "hordes_of", "swap", regions={"f": held(3, "humans", 0, horde=1)})
    assert region(reply, "f") == {}
    assert active(reply, 0)["hordes"] == 2


def test_a_region_left_with_its_hordes_is_nowhere_to_put_readied_tokens_back() -> None:
    """Barbarians remember where readied tokens stood; what goes with the swapped badge is forgotten."""
    lie = {"a": held(0, "barbarians", 2) | {"marker": "vale"}, "b": held(0, "barbarians", 0, horde=2)}
    seats = {0: player("barbarians", "hordes_of"), 3: player("humans", "hill")}
    reply = team(lie | {"f": held(3, "humans")}, seats, "swap")
    assert region(reply, "b") == {}
    assert reply["position"]["this_turn"]["stood"] == {"a": 2}
    options = TEAMS | {"map": board(LINE, None, 8)}
    state = GAME.from_position(options, reply["position"])
    played = GAME.from_position(options, team(lie | {"f": held(3, "humans")}, seats)["position"])
    played.play("swap")
    assert (GAME.violated_invariants(played), played.dump()) == ([], state.dump())


def test_kobolds_left_alone_by_their_hordes_go_to_hand() -> None:
    seats = {0: player("kobolds", "hordes_of", 2, hordes=1), 3: player("humans", "hill")}
    regions = {
        "a": held(0, "kobolds", 2) | {"marker": "vale"},
        "b": held(0, "kobolds", 1, horde=1),
        "f": held(3, "humans"),
    }
    reply = team(regions, seats, "swap")
    assert region(reply, "b") == {}
    assert hand(reply, 0) == 3


def test_a_pact_ends_when_the_diplomats_badge_is_exchanged() -> None:
    reply = vale("commando", "diplomat", "swap", other={"ally": 0})
    assert events_of_type(reply, "pact_ended")
    assert active(reply, 0)["ally"] is None


def test_race_pieces_stay_with_the_race() -> None:
    seats = {0: player("trolls", "hill", 1), 3: player("halflings", "swamp")}
    regions = {
        "a": held(0, "trolls", lair=1) | {"marker": "vale"},
        "e": held(3, "halflings", hole=1),
    }
    reply = team(regions, seats, "swap")
    assert (pieces(reply, "a"), pieces(reply, "e")) == ({"lair": 1}, {"hole": 1})


def test_a_stout_race_may_decline_with_the_badge_it_received() -> None:
    reply = vale("hill", "stout", "swap", "stop", "place a", "done")
    assert legal(reply) == ["decline", "done"]


def test_encampments_received_out_of_turn_are_placed_when_the_turn_ends() -> None:
    reply = vale("bivouacking", "hill", "swap", "stop", "place a", "done")
    assert (reply["phase"], reply["to_move"]) == ("withdraw", 3)
    assert "place encampment e" in offers(reply, "place encampment")


def test_markers_are_seen_by_all_and_the_stack_by_nobody() -> None:
    reply = team({"a": held(0, "ratmen") | {"marker": "vale"}, "c": MONSTER}, {0: rats()}, view=4)
    assert region(reply, "a")["marker"] == "vale"
    assert region(reply, "c") == MONSTER
    assert "tavern" not in str(reply["position"])
