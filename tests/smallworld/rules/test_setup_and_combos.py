"""Set-up of a game, and choice of a combo of race and power (rulings 10-20)."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.referee import answer
from hordes.smallworld.options import map_data
from tests.smallworld.positions import active, board, coins, combos, declined, granted, hand, held, player, refused

COLUMN = combos("orcs+hill ratmen+merchant elves+forest giants+swamp wizards+mounted dwarves+commando")
SEVEN = "amazons ghouls halflings humans skeletons sorcerers tritons".split()
"""With the column above and Trolls in play these are all the banners of the box."""
BANNERS = "amazons=10 dwarves=3 elves=6 ghouls=5 giants=6 halflings=6 humans=5".split()
BANNERS += "orcs=5 ratmen=8 skeletons=6 sorcerers=5 tritons=6 trolls=5 wizards=5".split()
BADGES = (
    "alchemist=4 berserk=4 bivouacking=5 commando=4 diplomat=5 dragon_master=5 flying=5 forest=4 fortified=3".split()
)
BADGES += "heroic=5 hill=4 merchant=2 mounted=5 pillaging=5 seafaring=5 spirit=5 stout=4 swamp=4".split()
BADGES += "underworld=5 wealthy=4".split()


def new(players: int, seed: int = 1) -> dict[str, Any]:
    return answer({"game": "smallworld", "options": {"players": players}, "seed": seed})


def picking(*moves: str, column: list[dict[str, Any]] | None = None, purse: int = 5, **position: Any) -> dict[str, Any]:
    return granted({}, [player(coins=purse), player()], *moves, column=column or COLUMN, **position)


def names(reply: dict[str, Any]) -> list[str]:
    return [combo["race"] for combo in reply["position"]["column"]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_map_follows_the_number_of_players_with_a_lost_tribe_on_every_symbol(players: int) -> None:
    """Ruling 10."""
    tribes = {str(entry["id"]) for entry in map_data(f"map-{players}p")["regions"] if entry["lost_tribe"]}
    assert new(players)["position"]["regions"] == {name: {"lost_tribe": True} for name in sorted(tribes, key=int)}


@pytest.mark.parametrize("players", [2, 5])
def test_everybody_begins_with_five_coins_and_no_race_in_turn_one(players: int) -> None:
    """Ruling 10."""
    reply = new(players)
    assert coins(reply) == [5] * players
    assert not any(active(reply, seat) or declined(reply, seat) for seat in range(players))
    assert (reply["position"]["turn"], reply["phase"]) == (1, "pick")


def test_chance_decides_who_begins() -> None:
    """Ruling 10; referee: in a new game chance decides `first`."""
    starts = [new(4, seed)["position"] for seed in range(40)]
    assert {start["first"] for start in starts} == {0, 1, 2, 3}
    assert all(start["player"] == start["first"] for start in starts)


def test_six_combos_are_visible() -> None:
    """Ruling 11."""
    column = new(3)["position"]["column"]
    assert len({combo["race"] for combo in column}) == len({combo["power"] for combo in column}) == 6
    assert all(combo["coins"] == 0 for combo in column)


@pytest.mark.parametrize("place", [1, 2, 3, 4, 5, 6])
def test_each_combo_above_the_chosen_one_gets_a_coin_of_the_picker(place: int) -> None:
    """Ruling 12."""
    reply = picking(f"pick {place}")
    assert coins(reply)[0] == 5 - (place - 1)
    assert [combo["coins"] for combo in reply["position"]["column"]] == [1] * (place - 1) + [0] * (7 - place)


def test_coins_lying_on_the_chosen_combo_are_taken() -> None:
    """Ruling 12."""
    reply = picking("pick 2", column=combos("orcs+hill=1 ratmen+merchant=3"))
    assert coins(reply)[0] == 5 - 1 + 3
    assert reply["position"]["column"][0]["coins"] == 2


def test_the_price_is_paid_from_coins_held_before_taking_those_on_the_combo() -> None:
    """Ruling 13."""
    rich = combos("orcs+hill ratmen+merchant elves+forest=9")
    assert picking(column=rich, purse=1)["legal"] == ["pick 1", "pick 2"]
    why = "Combo 3 costs 2 coins, laid on the combos above it; you have 1"
    refused({}, [player(coins=1), player()], "pick 3", column=rich, because=why)


def test_the_top_combo_is_always_free() -> None:
    """Ruling 13."""
    assert picking(purse=0)["legal"] == ["pick 1"]


@pytest.mark.parametrize("banner", BANNERS)
def test_tokens_taken_are_those_on_banner_and_badge(banner: str) -> None:
    """Ruling 14 and the facts; Amazons take four more."""
    race, n = banner.split("=")
    assert hand(picking("pick 1", column=combos(f"{race}+merchant")), 0) == int(n) + 2


@pytest.mark.parametrize("badge", BADGES)
def test_a_badge_adds_the_tokens_printed_on_it(badge: str) -> None:
    """Ruling 14 and the facts."""
    power, n = badge.split("=")
    assert hand(picking("pick 1", column=combos(f"ratmen+{power}")), 0) == 8 + int(n)


def test_combos_below_slide_up_with_their_coins_and_a_new_one_is_revealed() -> None:
    """Ruling 15."""
    reply = picking("pick 1", column=combos("orcs+hill ratmen+merchant=2 elves+forest=1"))
    column = reply["position"]["column"]
    assert [(combo["race"], combo["power"], combo["coins"]) for combo in column[:2]] == [
        ("ratmen", "merchant", 2),
        ("elves", "forest", 1),
    ]
    assert len(column) == 6
    assert column[5]["coins"] == 0


def test_a_column_given_in_part_is_filled_up_from_what_is_not_in_use() -> None:
    """Referee: with fewer than six given, the stacks fill it up at random."""
    reply = granted({"a": held(1, "trolls")}, [player(), player("trolls", "flying", declined=[])], column=COLUMN[:2])
    races = names(reply)
    powers = [combo["power"] for combo in reply["position"]["column"]]
    assert races[:2] == ["orcs", "ratmen"]
    assert len(set(races)) == len(set(powers)) == 6
    assert "trolls" not in races
    assert "flying" not in powers


CROWD = "a:hill,border b:hill,border c:hill,border d:hill,border e:hill,border f:hill,border g:hill,border"


def crowd(*moves: str) -> dict[str, Any]:
    """Five players with eleven of the fourteen banners; three combos are left, and no stack."""
    active_races = [("trolls", "swamp", "wizards"), ("humans", "flying", "amazons"), ("sorcerers", "stout", "dwarves")]
    active_races += [("tritons", "wealthy", "giants"), ("skeletons", "mounted", "elves")]
    players = [player(race, power, 5, declined=[old]) for race, power, old in active_races]
    players[4]["declined"].insert(0, {"race": "halflings", "power": "spirit", "hand": 0})
    regions = {
        name: held(seat, old, declined=True)
        for seat, (name, old) in enumerate(
            zip("abcde", ["wizards", "amazons", "dwarves", "giants", "elves"], strict=True)
        )
    }
    regions["f"] = held(4, "halflings", declined=True)
    column = combos("orcs+hill ratmen+merchant ghouls+forest")
    return granted(regions, players, *moves, on=board(CROWD), column=column)


def test_with_too_few_banners_fewer_than_six_combos_show() -> None:
    """Ruling 16."""
    assert names(crowd()) == ["orcs", "ratmen", "ghouls"]


def test_a_returned_banner_goes_into_the_empty_slot_at_once_also_amid_conquests() -> None:
    """Rulings 16, 18: its last region falls, and the conquests go on."""
    reply = crowd("conquer b")
    assert names(reply) == ["orcs", "ratmen", "ghouls", "amazons"]
    assert (reply["phase"], reply["to_move"]) == ("conquer", 0)
    assert declined(reply, 1) == []


def test_a_banner_returned_by_a_decline_goes_into_the_empty_slot_too() -> None:
    """Rulings 16, 18, 54: the older race leaves, and the race without a region with it."""
    assert names(crowd("decline"))[:5] == ["orcs", "ratmen", "ghouls", "wizards", "trolls"]


def test_a_returned_banner_goes_under_the_stack() -> None:
    """Ruling 16: with a full column it waits below, and no reveal brings it before its time."""
    regions = {"a": held(0, "trolls"), "b": held(1, "humans", declined=True)}
    players = [player("trolls", "flying", 5), player("tritons", "spirit", declined=["humans"])]
    reply = granted(regions, players, "conquer b", column=COLUMN)
    assert names(reply) == [combo["race"] for combo in COLUMN]
    assert reply["position"]["returned_banners"] == ["humans"]


def test_returned_banners_come_up_in_their_order_when_the_stack_is_used_up() -> None:
    """Ruling 16."""
    players = [player(), player("trolls", "flying", 5)]
    reply = granted({}, players, "pick 1", column=COLUMN, returned_banners=SEVEN)
    assert names(reply)[5] == "amazons"
    assert reply["position"]["returned_banners"] == SEVEN[1:]


def test_banners_of_the_stack_come_up_before_returned_ones() -> None:
    """Ruling 16."""
    players = [player(), player("trolls", "flying", 5)]
    for seed in range(5):
        reply = granted({}, players, "pick 1", column=COLUMN, returned_banners=SEVEN[1:], seed=seed)
        assert names(reply)[5] == "amazons"


def test_discarded_badges_are_shuffled_into_a_new_stack_when_badges_run_short() -> None:
    """Ruling 17."""
    used = {combo["power"] for combo in COLUMN} | {"flying"}
    rest = [badge.split("=")[0] for badge in BADGES if badge.split("=")[0] not in used]
    seen = set()
    for seed in range(20):
        reply = granted(
            {}, [player(), player("trolls", "flying")], "pick 1", column=COLUMN, discarded_badges=rest, seed=seed
        )
        seen.add(reply["position"]["column"][5]["power"])
        assert "discarded_badges" not in reply["position"]
    assert len(seen) > 3
    assert seen <= set(rest)


def test_discarded_badges_stay_out_while_the_stack_lasts() -> None:
    """Ruling 17."""
    rest = [badge.split("=")[0] for badge in BADGES if badge.split("=")[0] not in {combo["power"] for combo in COLUMN}]
    reply = picking("pick 1", discarded_badges=rest[1:])
    assert reply["position"]["column"][5]["power"] == rest[0]
    assert sorted(reply["position"]["discarded_badges"]) == sorted(rest[1:])


def test_a_banner_returns_when_a_newer_decline_removes_its_race() -> None:
    """Ruling 18."""
    regions = {"a": held(0, "trolls"), "b": held(0, "humans", declined=True)}
    reply = granted(regions, [player("trolls", "flying", declined=["humans"]), player()], "decline", column=COLUMN)
    assert reply["position"]["returned_banners"] == ["humans"]


def test_a_banner_stays_out_while_its_declined_race_holds_a_region() -> None:
    """Ruling 18."""
    regions = {"a": held(0, "trolls"), "b": held(1, "humans", declined=True), "e": held(1, "humans", declined=True)}
    players = [player("trolls", "flying", 5), player("tritons", "spirit", declined=["humans"])]
    reply = granted(regions, players, "conquer b", column=COLUMN)
    assert "returned_banners" not in reply["position"]
    assert declined(reply, 1) == ["humans"]


@pytest.mark.parametrize("power", [badge.split("=")[0] for badge in BADGES])
def test_a_badge_is_discarded_in_decline_except_spirit_fortified_and_seafaring(power: str) -> None:
    """Ruling 19."""
    reply = granted({"a": held(0, "trolls")}, [player("trolls", power), player()], "decline")
    kept = power in ("spirit", "fortified", "seafaring")
    assert reply["position"].get("discarded_badges", []) == ([] if kept else [power])
    assert reply["position"]["players"][0]["declined"][0]["power"] == (power if kept else None)


@pytest.mark.parametrize("power", ["spirit", "fortified", "seafaring"])
def test_a_kept_badge_is_discarded_when_its_race_leaves_the_map(power: str) -> None:
    """Ruling 19."""
    regions = {"a": held(0, "trolls"), "b": held(1, "humans", declined=True)}
    players = [player("trolls", "flying", 5), player("tritons", "stout", declined=[("humans", power)])]
    assert granted(regions, players, "conquer b")["position"]["discarded_badges"] == [power]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_coins_are_secret_but_those_on_combos_are_public(seat: int) -> None:
    """Ruling 20."""
    players = [player(coins=n) for n in (7, 8, 9)]
    reply = granted({}, players, view=seat, column=combos("orcs+hill=4 ratmen+merchant"))
    assert [entry.get("coins") for entry in reply["position"]["players"]] == [
        n if k == seat else None for k, n in enumerate((7, 8, 9))
    ]
    assert reply["position"]["column"][0]["coins"] == 4


def test_coins_are_shown_when_the_game_is_over() -> None:
    """Ruling 20."""
    reply = granted({}, [player(coins=7), player(coins=3)], view=1, phase="over", turn=10)
    assert coins(reply) == [7, 3]
    assert reply["result"]["scores"] == [7, 3]
