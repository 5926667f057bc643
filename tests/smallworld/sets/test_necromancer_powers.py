"""Every power that the Necromancer can own, used by his Ghosts, alone and together with others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.games import load
from tests.smallworld.necromancer_positions import (
    SETS,
    ghosts,
    granted,
    necromancer_board,
    refused,
    reserve,
    seats,
    well,
    world,
)
from tests.smallworld.positions import (
    TRIBE,
    board,
    coins,
    combos,
    events_of_type,
    hand,
    held,
    legal,
    offers,
    pieces,
    pieces_with_stacks,
    player,
    tokens,
)

SWAMPS = world(p="swamp", q="swamp")
LONG = board("l:lake p:hill q:hill r:hill,border s:hill t:hill", "l-p l-q p-q q-r r-s s-t")


def score(reply: dict[str, Any]) -> int:
    """What his turn brought."""
    return int(next(event["coins"] for event in events_of_type(reply, "scored") if event["seat"] == 2))


# One at a time


def test_alchemist_pays_two_coins() -> None:
    assert score(granted({"p": ghosts()}, "stop", in_use="alchemist")) == 1 + 2


def test_aquatic_pays_for_the_coast_and_takes_for_the_inland() -> None:
    assert score(granted({"p": ghosts()}, "stop", in_use="aquatic")) == 1 + 1
    assert score(granted({"x": ghosts()}, "stop", in_use="aquatic")) == 1 - 1


def test_a_sea_is_not_coastal_for_the_aquatic_and_seafaring() -> None:
    """Ruling 123: one coin less, so none."""
    assert score(granted({"x": ghosts()}, "stop", in_use="aquatic seafaring", on=world(x="sea"))) == 0


def test_barricade_pays_three_coins_with_four_regions_or_less_the_island_being_none() -> None:
    """Ruling 124."""
    assert score(granted({"p": ghosts()}, "stop", in_use="barricade")) == 1 + 3
    assert score(granted({"l": ghosts()}, "stop", "place l", "done", in_use="barricade")) == 3


def test_behemoths_fight_beside_ghosts() -> None:
    regions = {"l": ghosts(1), "p": ghosts(1)}
    reply = granted(regions, "behemoth 1", "conquer q", in_use="behemoth", on=world(p="swamp"))
    assert tokens(reply, "q") == 1
    assert pieces_with_stacks(reply, "q") == {"behemoth": [1]}


def test_behemoths_never_stand_on_the_island() -> None:
    reply = granted({"l": ghosts(1), "p": ghosts(1)}, "stop", in_use="behemoth", on=world(p="swamp"))
    assert offers(reply, "place behemoth") == ["place behemoth1 p", "place behemoth2 p"]


def test_berserk_ghosts_roll_first() -> None:
    reply = granted({"l": ghosts(1)}, "roll", "conquer p", in_use="berserk", rolls=(1,))
    assert tokens(reply, "p") == 1


def test_berserk_ghosts_stop_after_a_roll_that_affords_nothing() -> None:
    reply = granted({"l": ghosts(1)}, "roll", in_use="berserk", rolls=(0,))
    assert reply["phase"] == "redeploy"


def test_encampments_stand_in_his_regions_not_on_the_island() -> None:
    reply = granted({"l": ghosts(1), "p": ghosts(1)}, "stop", in_use="bivouacking")
    assert offers(reply, "place encampment") == ["place encampment p"]
    moves = ["stop", *["place encampment p"] * 5, "place l", "done"]
    assert pieces(granted({"l": ghosts(1), "p": ghosts(1)}, *moves, in_use="bivouacking"), "p") == {"encampment": 5}


def test_without_a_region_encampments_stay_in_hand() -> None:
    assert legal(granted({"l": ghosts(1)}, "stop", in_use="bivouacking")) == ["place l"]


def test_encampments_come_back_when_a_ghost_region_falls() -> None:
    regions = {"x": ghosts(1, encampment=2), "p": ghosts(1)}
    moves = ("conquer x", "stop", "place x 5", "done")
    reply = granted(regions, *moves, in_use="bivouacking", players=seats(player("ratmen", "hill", 6)), seat=0)
    assert (reply["to_move"], legal(reply)) == (2, ["place encampment p"])


def test_the_catapult_shoots_from_a_region_of_his() -> None:
    regions = {"x": ghosts(2), "q": held(0, "ratmen", 1, declined=True)}
    reply = granted(
        {"x": ghosts(3), "q": regions["q"]},
        "catapult x",
        "conquer q with catapult",
        in_use="catapult",
        players=seats(player(declined=["ratmen"])),
    )
    assert tokens(reply, "q") == 2
    assert pieces(reply, "x") == {"catapult": 1}


def test_the_catapult_is_never_set_up_on_the_island_nor_aimed_at_it() -> None:
    reply = granted({"l": ghosts(3), "x": ghosts(1)}, in_use="catapult")
    assert offers(reply, "catapult") == ["catapult x"]
    aimed = granted({"l": ghosts(3), "x": ghosts(1)}, "catapult x", in_use="catapult")
    assert legal(aimed) == ["conquer q with catapult", "cancel"]


def test_commandos_pay_one_token_less() -> None:
    assert tokens(granted({"l": ghosts(1)}, "conquer p", in_use="commando"), "p") == 1


def test_who_conquers_corrupt_ghosts_pays_a_coin() -> None:
    """Ruling 156: for his own powers Ghosts are active."""
    reply = granted({"x": ghosts(1)}, "conquer x", in_use="corrupt", players=seats(player("ratmen", "hill", 4)), seat=0)
    assert coins(reply) == [4, 0, 1]


def test_his_pact_protects_ghosts_from_the_ally() -> None:
    moves = ("stop", "place x", "done", "ally 0", "done")
    regions = {"l": ghosts(1), "x": ghosts(1)}
    players = seats(player("ratmen", "hill", 6))
    reply = granted(regions, *moves, in_use="diplomat", players=players)
    assert (reply["to_move"], offers(reply, "conquer")) == (0, ["conquer y"])


def test_his_pact_does_not_bind_the_ally_in_decline() -> None:
    players = seats(player("ratmen", "hill", declined=["ghouls"]), ally=0)
    regions = {"p": ghosts(1), "x": held(0, "ghouls", 4, declined=True)}
    assert "conquer p" in legal(granted(regions, in_use="diplomat", players=players, seat=0))


def test_he_cannot_ally_with_whom_he_attacked() -> None:
    regions = {"l": ghosts(3), "p": held(0, "ratmen", 1), "y": held(0, "ratmen", 1)}
    reply = granted(
        regions,
        "conquer p",
        "stop",
        "place p 2",
        "done",
        in_use="diplomat",
        players=seats(player("ratmen", "hill")),
    )
    assert offers(reply, "ally") == ["ally 1"]


def test_the_dragon_takes_a_region_with_one_ghost() -> None:
    regions = {"l": ghosts(1), "p": held(0, "ratmen", 6)}
    reply = granted(regions, "conquer p with dragon", in_use="dragon_master", players=seats(player("ratmen", "hill")))
    assert (tokens(reply, "p"), pieces(reply, "p")) == (1, {"dragon": 1})


def test_fireballs_come_from_magic_sources_and_count_from_the_next_turn() -> None:
    reply = granted({"p": ghosts(1), "l": ghosts(1)}, "stop", in_use="fireball", on=world(p="hill+magic"))
    assert reply["position"]["players"][2]["active"]["fireballs"] == 1
    players = seats(fireballs=1)
    reply = granted({"l": ghosts(1)}, "fireball", "conquer p", in_use="fireball", players=players)
    assert tokens(reply, "p") == 1


def test_flying_ghosts_attack_any_land() -> None:
    assert offers(granted({"l": ghosts(2)}, in_use="flying"), "conquer") == [f"conquer {r}" for r in "pqxy"]


@pytest.mark.parametrize("terrain", ["forest", "hill", "swamp"])
def test_terrain_powers_pay_for_their_terrain(terrain: str) -> None:
    other = "farmland"
    assert score(granted({"p": ghosts(), "x": ghosts()}, "stop", in_use=terrain, on=world(p=terrain, x=other))) == 3


def test_a_fortress_each_turn_not_on_the_island() -> None:
    reply = granted({"l": ghosts(1), "p": ghosts(1)}, "stop", in_use="fortified")
    assert offers(reply, "place fortress") == ["place fortress p"]
    moves = ("stop", "place fortress p", "place l", "done")
    assert score(granted({"l": ghosts(1), "p": ghosts(1)}, *moves, in_use="fortified")) == 2


def test_heroes_stand_in_his_regions_not_on_the_island() -> None:
    moves = ("stop", "place l", "done")
    reply = granted({"l": ghosts(1), "p": ghosts(1)}, *moves, in_use="heroic")
    assert (reply["phase"], legal(reply)) == ("finish", ["place hero p"])
    after = granted({"l": ghosts(1), "p": ghosts(1)}, *moves, "place hero p", "done", in_use="heroic")
    assert (after["to_move"], pieces(after, "p")) == (0, {"hero": 1})


def test_a_historian_counts_the_races_in_decline_when_it_is_bought() -> None:
    """Ruling 157."""
    regions = {"l": ghosts(3), "p": held(0, "ratmen", declined=True), "x": held(1, "orcs", declined=True)}
    players = seats(player(declined=["ratmen"]), player(declined=["orcs"]), coins=4)
    bought = granted(regions, "buy historian", players=players, available="historian")
    assert coins(bought)[2] == 2
    assert "uncounted" not in necromancer_board(bought)
    moves = ("buy historian", "done", "conquer p", "stop", "place p 2", "done")
    reply = granted(regions, *moves, players=players, available="historian")
    assert [event["coins"] for event in events_of_type(reply, "paid")] == [2]


def test_what_a_historian_pays_at_once_buys_nothing_in_the_same_turn() -> None:
    """Rulings 148, 157: three coins would do, but two of them were earned in this turn."""
    regions = {"l": ghosts(1), "p": held(0, "ratmen", declined=True), "x": held(1, "orcs", declined=True)}
    players = seats(player(declined=["ratmen"]), player(declined=["orcs"]), coins=3)
    reply = granted(regions, "buy historian", players=players, available="historian")
    assert (coins(reply)[2], "ghost" in reply["legal"]) == (3 - 2 + 2, False)
    assert reply["position"]["necromancer"]["earned"] == 2
    why = "A Ghost or a power costs 3 coins"
    text = refused(regions, "buy historian", "ghost", players=players, available="historian", because=why)
    assert "your coins of earlier turns are 1." in text


def test_the_coins_of_a_turn_are_spent_in_the_next() -> None:
    regions = {"l": ghosts(1), "p": held(0, "ratmen", declined=True), "x": held(1, "orcs", declined=True)}
    players = seats(player(declined=["ratmen"]), player(declined=["orcs"]), coins=3)
    reply = granted(regions, "buy historian", "done", players=players, available="historian")
    assert "earned" not in reply["position"]["necromancer"]


LATE = {"rulings": ["historian_counts_late"]}


def test_a_historian_counts_when_the_turn_is_scored_by_a_switch() -> None:
    """Ruling 157: `historian_counts_late`."""
    regions = {"l": ghosts(3), "p": held(0, "ratmen", declined=True), "x": held(1, "orcs", declined=True)}
    players = seats(player(declined=["ratmen"]), player(declined=["orcs"]), coins=4)
    bought = granted(regions, "buy historian", players=players, available="historian", options=LATE)
    assert coins(bought)[2] == 0
    assert necromancer_board(bought)["uncounted"] == ["historian"]
    moves = ("buy historian", "done", "stop", "place l 3", "done")
    reply = granted(regions, *moves, players=players, available="historian", options=LATE)
    assert coins(reply)[2] == 2
    assert "uncounted" not in necromancer_board(reply)


def test_a_race_that_he_wipes_out_before_a_late_historian_counts_is_not_seen() -> None:
    """Ruling 157: `historian_counts_late`."""
    regions = {"l": ghosts(3), "p": held(0, "ratmen", declined=True), "x": held(1, "orcs", declined=True)}
    players = seats(player(declined=["ratmen"]), player(declined=["orcs"]), coins=4)
    moves = ("buy historian", "done", "conquer p", "stop", "place p 2", "done")
    reply = granted(regions, *moves, players=players, available="historian", options=LATE)
    assert [event["coins"] for event in events_of_type(reply, "paid")] == [1]


def test_a_historian_in_use_sees_every_decline() -> None:
    regions = {"x": held(0, "ratmen")}
    reply = granted(regions, "decline", in_use="historian", players=seats(player("ratmen", "hill")), seat=0)
    assert coins(reply)[2] == 1


def test_a_decline_before_a_late_historian_has_counted_is_counted_once() -> None:
    """Ruling 157, `historian_counts_late`: chosen before the game, he counts when the first turn is scored."""
    position: dict[str, Any] = {"turn": 1, "necromancer": {"in_use": ["historian"], "uncounted": ["historian"]}}
    regions = {"l": ghosts(1), "x": held(0, "ratmen")}
    moves = ("stop", "decline", "pick 1", "stop", "stop", "place l", "done")
    players = seats(player("ratmen", "stout"))
    reply = granted(regions, *moves, players=players, seat=0, column=combos("orcs+hill"), options=LATE, **position)
    assert coins(reply)[2] == 1


def test_hordes_tokens_fight_for_him_and_hold_regions_but_not_the_island() -> None:
    reply = granted({"l": ghosts(1)}, "conquer p", in_use="hordes_of")
    assert (tokens(reply, "p"), pieces(reply, "p")) == (1, {"horde": 1})
    reply = granted({"l": ghosts(1), "p": ghosts(1)}, "stop", in_use="hordes_of")
    assert offers(reply, "place horde") == ["place horde p"]


def test_hordes_tokens_do_not_raise_the_price() -> None:
    """Seed 000: Ghosts on the map."""
    reply = granted({"l": ghosts(1), "p": ghosts(1, horde=2)}, "ghost", in_use="hordes_of", players=seats(coins=3))
    assert coins(reply)[2] == 0


def test_a_hordes_token_lost_alone_is_a_soul() -> None:
    """Rulings 134, 149."""
    regions = {"x": held(2, "ghosts", 0, horde=1)}
    reply = granted(regions, "conquer x", in_use="hordes_of", players=seats(player("ratmen", "hill", 4)), seat=0)
    assert well(reply) == (0, 1)


def test_of_a_mixed_region_he_says_whether_a_ghost_or_a_hordes_token_is_lost() -> None:
    """Rulings 134, 149."""
    for word, inside in (("lose token", (1, 0)), ("lose horde", (0, 1))):
        reply = granted(
            {"x": ghosts(1, horde=1)},
            "conquer x",
            word,
            in_use="hordes_of",
            players=seats(player("ratmen", "hill", 4)),
            seat=0,
        )
        assert well(reply) == inside
        assert reserve(reply) == 13


def test_imperial_pays_beyond_the_third_region_the_island_not_counted() -> None:
    regions = {name: ghosts() for name in "lpqx"}
    assert score(granted(regions, "stop", "place l", "done", in_use="imperial")) == 3
    regions = {name: ghosts() for name in "pqxy"}
    assert score(granted(regions, "stop", in_use="imperial")) == 4 + 1


def test_marauding_ghosts_conquer_twice() -> None:
    reply = granted({"l": ghosts(3)}, "conquer p", "stop", in_use="marauding")
    assert (reply["phase"], hand(reply, 2)) == ("conquer", 2)
    assert "conquer q" in legal(reply)


def test_mercenaries_cost_him_a_coin_and_save_two_ghosts() -> None:
    reply = granted({"l": ghosts(1)}, "conquer p with mercenary", in_use="mercenary", players=seats(coins=1))
    assert (tokens(reply, "p"), coins(reply)[2]) == (1, 0)


def test_merchants_pay_for_each_region_not_for_the_island() -> None:
    assert score(granted({"l": ghosts(), "p": ghosts()}, "stop", "place l", "done", in_use="merchant")) == 2


def test_the_mounted_pay_less_for_hills_and_farmland() -> None:
    assert tokens(granted({"l": ghosts(1)}, "conquer p", in_use="mounted", on=world(p="farmland")), "p") == 1


def test_peace_loving_pays_three_coins_without_an_attack_on_an_active_race() -> None:
    assert score(granted({"p": ghosts()}, "stop", in_use="peace_loving")) == 1 + 3
    regions = {"l": ghosts(3), "p": held(0, "ratmen", 1), "y": held(0, "ratmen", 1)}
    moves = ("conquer p", "stop", "place p 2", "done")
    reply = granted(regions, *moves, in_use="peace_loving", players=seats(player("ratmen", "hill")))
    assert score(reply) == 1


def test_pillaging_pays_for_non_empty_regions_conquered() -> None:
    reply = granted({"l": ghosts(3), "p": TRIBE}, "conquer p", "stop", "place p 2", "done", in_use="pillaging")
    assert score(reply) == 1 + 1


def test_ransacking_ghosts_take_a_coin_from_an_active_victim() -> None:
    regions = {"l": ghosts(3), "p": held(0, "ratmen", 1)}
    reply = granted(regions, "conquer p", in_use="ransacking", players=seats(player("ratmen", "hill", coins=5)))
    assert coins(reply) == [4, 0, 1]


def test_seafaring_ghosts_take_a_sea_they_can_reach() -> None:
    reply = granted({"p": ghosts(3)}, in_use="seafaring", on=world(x="sea"))
    assert "conquer x" in legal(reply)
    assert "conquer x" not in legal(granted({"l": ghosts(3)}, in_use="seafaring", on=world(x="sea")))


def test_caverns_are_near_to_each_other_and_cheaper_for_the_underworld() -> None:
    caves = world(p="hill+cavern", y="hill+cavern")
    assert tokens(granted({"p": ghosts(2)}, "conquer y", in_use="underworld", on=caves), "y") == 1


def test_wealthy_pays_at_the_end_of_the_turn_in_which_it_is_put_in_use_and_once() -> None:
    """Ruling 157."""
    moves = ("buy wealthy", "done", "stop", "place l", "done")
    reply = granted({"l": ghosts(1)}, *moves, players=seats(coins=2), available="wealthy")
    assert score(reply) == 7
    assert score(granted({"l": ghosts(1)}, "stop", "place l", "done", in_use="wealthy")) == 0


def test_wealthy_chosen_before_the_game_pays_in_his_first_turn() -> None:
    """Ruling 157."""
    reply = granted(
        {"l": ghosts(1)},
        "buy wealthy",
        "pick 1",
        "stop",
        "pick 1",
        "stop",
        in_use="",
        available="wealthy hill merchant flying were corrupt",
        phase="necromancer_pick",
        turn=1,
        column=combos("orcs+swamp ratmen+forest"),
    )
    assert reply["position"]["players"][2]["active"]["wealthy"] is True


def test_were_ghosts_pay_two_less_by_night() -> None:
    assert "conquer p" in legal(granted({"l": ghosts(1)}, in_use="were", turn=4))
    assert "conquer p" not in legal(granted({"l": ghosts(1)}, in_use="were", turn=3))


POWERS = {key for key, entry in load("smallworld").glossary().items() if entry["kind"] == "power"}
"""Those of the boxes: what other tests register comes later, as no test runs before all have been collected."""


def test_every_power_but_three_is_tried_here() -> None:
    """Seed 000: 35 powers without Cursed, Spirit and Stout."""
    tried = re.findall(r'(?:in_use|available)="([^"]*)"', Path(__file__).read_text(encoding="utf-8"))
    assert POWERS - set(" ".join(tried).split()) == {"cursed", "spirit", "stout"}


# Several at once


def test_powers_cumulate_in_the_score() -> None:
    """Seed 000."""
    reply = granted({"p": ghosts(), "q": ghosts()}, "stop", in_use="hill merchant forest alchemist")
    assert events_of_type(reply, "scored")[0]["sources"] == [
        ["regions", 2],
        ["Alchemist", 2],
        ["Hill", 2],
        ["Merchant", 2],
    ]


def test_powers_that_make_the_same_region_cheaper_cumulate() -> None:
    """Seed 000."""
    regions = {"l": ghosts(2), "p": held(0, "ratmen", 3, declined=True)}
    reply = granted(
        regions,
        "conquer p",
        in_use="commando mounted underworld",
        on=world(p="farmland+cavern"),
        players=seats(player(declined=["ratmen"])),
    )
    assert tokens(reply, "p") == 2
    parts = events_of_type(reply, "conquered")[0]["cost"]
    assert parts == [["region", 2], ["Ratmen", 3], ["Commando", -1], ["Mounted", -1], ["Underworld", -1]]


def test_heroes_and_the_pact_are_settled_together() -> None:
    moves = ("stop",)
    reply = granted({"p": ghosts(), "q": ghosts(), "x": ghosts()}, *moves, in_use="heroic diplomat")
    assert reply["phase"] == "finish"
    assert legal(reply) == ["place hero p", "place hero q", "place hero x", "ally 0", "ally 1"]
    after = granted(
        {"p": ghosts(), "q": ghosts(), "x": ghosts()},
        *moves,
        "ally 1",
        "place hero p",
        "place hero q",
        in_use="heroic diplomat",
    )
    assert legal(after) == ["done"]


def test_berserk_ghosts_have_no_die_for_a_final_attempt_with_fireballs() -> None:
    reply = granted({"l": ghosts(1)}, "fireball", in_use="berserk fireball", players=seats(fireballs=2))
    assert "roll" in legal(reply)
    assert offers(reply, "conquer p with") == []


def test_fireballs_and_a_roll_made_first_add_up() -> None:
    regions = {"l": ghosts(1), "p": held(0, "ratmen", 3, declined=True), "q": held(0, "ratmen", 3, declined=True)}
    players = seats(player(declined=["ratmen"]), fireballs=1)
    reply = granted(regions, "fireball", "roll", "conquer p", in_use="berserk fireball", players=players, rolls=(2,))
    assert tokens(reply, "p") == 1
    assert reply["position"]["players"][2]["active"]["fireballs"] == 0


def test_fireballs_may_be_added_after_the_roll() -> None:
    regions = {"l": ghosts(1), "p": held(0, "ratmen", 3, declined=True), "q": held(0, "ratmen", 3, declined=True)}
    players = seats(player(declined=["ratmen"]), fireballs=1)
    reply = granted(regions, "roll", "fireball", "conquer p", in_use="berserk fireball", players=players, rolls=(2,))
    assert tokens(reply, "p") == 1


def test_a_mercenary_may_be_hired_after_a_roll_made_first() -> None:
    regions = {"l": ghosts(1), "p": TRIBE, "q": TRIBE}
    moves = ("roll", "conquer p with mercenary")
    reply = granted(regions, *moves, in_use="berserk mercenary", players=seats(coins=1), rolls=(0,))
    assert tokens(reply, "p") == 1


def test_a_berserk_catapult_rolls_after_it_is_aimed() -> None:
    regions = {"x": ghosts(2), "q": TRIBE}
    reply = granted(regions, "catapult x", in_use="berserk catapult")
    assert legal(reply) == ["cancel", "roll"]
    after = granted(regions, "catapult x", "roll", "conquer q with catapult", in_use="berserk catapult", rolls=(1,))
    assert tokens(after, "q") == 1


def test_fireballs_may_go_with_the_catapult() -> None:
    regions = {"x": ghosts(2), "q": TRIBE}
    moves = ("fireball", "catapult x", "conquer q with catapult")
    reply = granted(regions, *moves, in_use="catapult fireball", players=seats(fireballs=1))
    assert tokens(reply, "q") == 1
    assert reply["position"]["players"][2]["active"]["fireballs"] == 0


def test_cancel_takes_everything_back_as_one_second_thought() -> None:
    regions = {"x": ghosts(2), "q": TRIBE}
    reply = granted(regions, "fireball", "catapult x", "cancel", in_use="catapult fireball", players=seats(fireballs=1))
    assert "fireball" in legal(reply)
    assert reply["position"]["this_turn"]["cancels"] == 1
    assert "aim" not in reply["position"]["this_turn"]


def test_a_mercenary_may_save_the_last_shot_of_the_catapult() -> None:
    regions = {"x": ghosts(2), "q": held(0, "ratmen", 2, declined=True)}
    players = seats(player(declined=["ratmen"]), coins=1)
    moves = ("catapult x", "conquer q with die")
    reply = granted(regions, *moves, in_use="catapult mercenary", players=players, rolls=(1,))
    assert (reply["phase"], legal(reply)) == ("choice", ["pay", "pass"])
    paid = granted(regions, *moves, "pay", in_use="catapult mercenary", players=players, rolls=(1,))
    assert tokens(paid, "q") == 1


def test_behemoths_and_fireballs_go_into_one_attack() -> None:
    regions = {"l": ghosts(1), "p": ghosts(1), "q": held(0, "ratmen", 2, declined=True)}
    players = seats(player(declined=["ratmen"]), fireballs=1)
    moves = ("behemoth 1", "fireball", "conquer q")
    reply = granted(regions, *moves, in_use="behemoth fireball", players=players, on=world(p="swamp"))
    assert (tokens(reply, "q"), pieces_with_stacks(reply, "q")) == (1, {"behemoth": [1]})


def test_the_dragon_flies_once_in_two_rounds_of_conquests() -> None:
    reply = granted({"l": ghosts(3)}, "conquer p with dragon", "stop", in_use="dragon_master marauding")
    assert offers(reply, "conquer q") == ["conquer q"]


def test_a_flying_dragon_lands_anywhere() -> None:
    reply = granted({"l": ghosts(1)}, "conquer y with dragon", in_use="dragon_master flying")
    assert pieces(reply, "y") == {"dragon": 1}


def test_fortresses_encampments_and_hordes_are_placed_in_one_redeployment() -> None:
    reply = granted({"l": ghosts(1), "p": ghosts(1)}, "stop", in_use="fortified bivouacking hordes_of")
    assert legal(reply) == ["place l", "place p", "place fortress p", "place encampment p", "place horde p"]


def test_wealthy_and_historian_bought_in_one_turn_pay_together() -> None:
    regions = {"l": ghosts(1), "x": held(0, "ratmen", declined=True)}
    moves = ("buy wealthy", "buy historian", "done", "stop", "place l", "done")
    players = seats(player(declined=["ratmen"]), coins=5)
    assert coins(granted(regions, *moves, players=players, available="wealthy historian"))[2] == 7 + 1


def test_the_same_powers_bought_in_another_order_make_the_same_army() -> None:
    """What is in use is a set; only the list remembers the order."""
    game = load("smallworld")
    options = {"map": world(), "players": 3, "mode": "necromancer", "sets": SETS}
    states = []
    for order in (["hill", "swamp"], ["swamp", "hill"]):
        position = {"player": 2, "phase": "start", "necromancer": {"in_use": order}, "players": seats()}
        states.append(game.from_position(options, position))
    first, second = (state.active[2].power for state in states)  # type: ignore[attr-defined]
    assert first is second
    assert states[0] != states[1]


def test_a_dump_brings_the_united_powers_back() -> None:
    game = load("smallworld")
    options = {"map": world(), "players": 3, "mode": "necromancer", "sets": SETS}
    position = {"player": 2, "phase": "start", "necromancer": {"in_use": ["hill", "were"]}, "players": seats()}
    state = game.from_position(options, position)
    again = game.load(options, state.dump())
    assert again == state
    assert [badge.id for badge in again.active[2].power.badges()] == ["hill", "were"]  # type: ignore[attr-defined]


def test_what_a_ghost_army_is_refused_names_no_power() -> None:
    refused({"l": ghosts(2)}, "conquer p with dragon", in_use="hill swamp", because="Ghosts have no Dragon")
