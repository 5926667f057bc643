"""Necromancer Island: set-up, purchases, the Well of Souls, spawning, the Island, and the Necromancer's victory."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.referee import answer
from tests.refusals import reason, rejected
from tests.smallworld.necromancer_positions import (
    SETS,
    ask,
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
    coins,
    combos,
    events_of_type,
    hand,
    held,
    legal,
    offers,
    player,
    region,
    tokens,
)

RATMEN = player("ratmen", "hill", 6, coins=0)


def fresh(seed: int = 1, *moves: str, **options: Any) -> dict[str, Any]:
    """A new game for three."""
    table = {"players": 3, "mode": "necromancer", "sets": SETS} | options
    return answer({"game": "smallworld", "options": table, "seed": seed, "moves": list(moves)})


# Set-up


@pytest.mark.parametrize(("players", "lake"), [(3, "7"), (4, "14"), (5, "16"), (6, "20")])
def test_the_map_is_that_for_one_player_fewer(players: int, lake: str) -> None:
    """Seed 000; ruling 10."""
    reply = fresh(players=players)
    assert region(reply, lake) == {"player": players - 1, "race": "ghosts", "tokens": 1, "declined": False}
    assert necromancer_board(reply)["island"] == lake


def test_one_ghost_stands_on_the_island_thirteen_are_in_reserve_and_the_well_is_empty() -> None:
    """Seed 000; ruling 146."""
    reply = fresh()
    assert (tokens(reply, "7"), reserve(reply), well(reply)) == (1, 13, (0, 0))


def test_he_draws_six_powers_and_chooses_one_for_free() -> None:
    """Seed 000; ruling 146."""
    reply = fresh()
    assert (reply["to_move"], reply["phase"]) == (2, "necromancer_pick")
    drawn = necromancer_board(reply)["available"]
    assert len(set(drawn)) == 6
    assert sorted(legal(reply)) == sorted(f"buy {power}" for power in drawn)
    after = fresh(1, f"buy {drawn[3]}")
    assert necromancer_board(after)["in_use"] == [drawn[3]]
    assert necromancer_board(after)["available"] == drawn[:3] + drawn[4:]
    assert coins(after) == [5, 5, 5]


def test_the_usual_set_up_follows_his_choice() -> None:
    """Seed 000: the column is laid out after it, and none of his six lies there."""
    reply = fresh()
    assert reply["position"]["column"] == []
    drawn = necromancer_board(reply)["available"]
    after = fresh(1, f"buy {drawn[0]}")
    assert len(after["position"]["column"]) == 6
    assert not {combo["power"] for combo in after["position"]["column"]} & set(drawn)


def test_cursed_spirit_and_stout_are_replaced_when_drawn() -> None:
    """Seed 000; ruling 146."""
    drawn = {power for seed in range(40) for power in necromancer_board(fresh(seed))["available"]}
    assert len(drawn) == 32
    assert not drawn & {"cursed", "spirit", "stout"}


def test_seat_zero_begins_and_he_plays_last() -> None:
    """Ruling 146; protocol."""
    after = fresh(1, f"buy {necromancer_board(fresh())['available'][0]}")
    assert (after["to_move"], after["phase"], after["position"]["first"]) == (0, "pick", 0)


def test_no_other_seat_can_be_first() -> None:
    """Protocol."""
    rejected(ask({}, first=1), "bad_position", because="In this mode seat 0 is always `first`.")


def test_he_too_has_five_coins() -> None:
    """Ruling 147."""
    assert coins(fresh()) == [5, 5, 5]


def test_a_ruling_lets_him_begin_without_coins() -> None:
    """Ruling 147, switched."""
    assert coins(fresh(rulings=["necromancer_starts_poor"])) == [5, 5, 0]


@pytest.mark.parametrize("ghosts_of_his", [12, 13, 14])
def test_the_dial_takes_ghosts_from_his_reserve(ghosts_of_his: int) -> None:
    """Seed 000; ruling 159."""
    reply = fresh(ghosts=ghosts_of_his)
    assert (tokens(reply, "7"), reserve(reply)) == (1, ghosts_of_his - 1)


@pytest.mark.parametrize("wrong", [11, 15, True, "all", None])
def test_the_dial_has_two_notches(wrong: Any) -> None:
    """Seed 000: a Ghost or two."""
    rejected(fresh(ghosts=wrong), "bad_request", because=f"`ghosts` is a number from 12 to 14, not {wrong!r}.")


def test_the_dial_belongs_to_his_mode() -> None:
    reply = answer({"game": "smallworld", "options": {"players": 3, "ghosts": 12}, "seed": 1})
    rejected(reply, "bad_request", because="There is no option 'ghosts'")


@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_play(players: int) -> None:
    """Ruling 146: section 13."""
    rejected(fresh(players=players), "bad_request", because=f"`players` is a number from 3 to 6, not {players}.")


def test_a_map_without_a_lake_is_refused() -> None:
    """Ruling 155."""
    lakeless = {"turns": 3, "regions": [{"id": "a", "terrain": "hill", "border": True, "adjacent": []}]}
    why = "Necromancer Island fills a lake, and this map has none."
    rejected(fresh(map=lakeless), "bad_request", because=why)


# Purchases


def test_a_ghost_costs_the_powers_in_use_and_the_ghosts_on_the_map() -> None:
    """Seed 000; ruling 148."""
    reply = granted({"l": ghosts(2), "p": ghosts(3)}, "ghost", players=seats(coins=20), in_use="forest hill")
    assert coins(reply)[2] == 20 - (2 + 5)
    assert (tokens(reply, "l"), reserve(reply)) == (3, 8)


def test_ghosts_in_the_well_do_not_count_in_the_price() -> None:
    """Seed 000."""
    reply = granted({"l": ghosts(1)}, "ghost", players=seats(coins=9), well=(3, 0))
    assert coins(reply)[2] == 9 - (1 + 1)


def test_a_power_costs_the_same_and_joins_those_in_use_at_the_end() -> None:
    """Seed 000; protocol."""
    reply = granted(
        {"l": ghosts(1)}, "buy hill", players=seats(coins=9), in_use="swamp", available="alchemist hill merchant"
    )
    assert coins(reply)[2] == 9 - 2
    assert (necromancer_board(reply)["in_use"], necromancer_board(reply)["available"]) == (
        ["swamp", "hill"],
        ["alchemist", "merchant"],
    )


def test_the_price_is_counted_anew_after_each_purchase() -> None:
    """Ruling 148."""
    reply = granted({"l": ghosts(1)}, "ghost", "ghost", "buy hill", players=seats(coins=20), available="hill")
    assert coins(reply)[2] == 20 - 2 - 3 - 4


def test_purchases_end_with_done_even_when_nothing_more_can_be_bought() -> None:
    """Protocol."""
    reply = granted({"l": ghosts(1)}, "ghost", players=seats(coins=2))
    assert (reply["phase"], legal(reply)) == ("necromancer_buy", ["done"])
    assert granted({"l": ghosts(1)}, "ghost", "done", players=seats(coins=2))["phase"] == "conquer"


def test_purchases_are_passed_over_when_he_cannot_pay() -> None:
    """Protocol."""
    assert granted({"l": ghosts(1)}, players=seats(coins=1))["phase"] == "conquer"


def test_purchases_are_passed_over_when_nothing_is_for_sale() -> None:
    """Protocol."""
    assert granted({"l": ghosts(4)}, players=seats(coins=50), reserve=0)["phase"] == "conquer"


def test_without_a_reserve_only_powers_are_for_sale() -> None:
    """Seed 000."""
    reply = granted({"l": ghosts(4)}, players=seats(coins=50), reserve=0, available="hill")
    assert legal(reply) == ["done", "buy hill"]


def test_a_bought_ghost_fights_in_the_same_turn() -> None:
    """Seed 000."""
    assert hand(granted({"l": ghosts(1)}, "ghost", "done", players=seats(coins=2)), 2) == 2


def test_a_bought_power_works_in_the_same_turn() -> None:
    """Seed 000."""
    moves = ("buy hill", "done", "conquer p", "stop", "place p", "done")
    reply = granted({"l": ghosts(2)}, *moves, players=seats(coins=3), available="hill")
    assert events_of_type(reply, "scored")[0]["sources"] == [["regions", 1], ["Hill", 1]]


def test_a_purchase_that_is_too_dear_says_why() -> None:
    why = "costs 4 coins: 1 power in use + 3 Ghosts on the map, the Island included; your coins of earlier turns are 1"
    refused({"l": ghosts(2)}, "ghost", "ghost", players=seats(coins=4), because=why)


def test_what_he_has_is_not_told_to_others() -> None:
    """Hidden information: coins."""
    reply = ask({"l": ghosts(2)}, "ghost", "ghost", players=seats(coins=4), view=0)
    assert "more than seat 2 has" in reply["error"]["message"]
    assert "you have" not in reply["error"]["message"]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("buy forest", "Forest is in use already"),
        ("buy hill", "Hill is not among the powers"),
        ("conquer p", "The Necromancer is buying"),
        ("stop", "The Necromancer is buying"),
        ("decline", "The Necromancer is buying"),
    ],
)
def test_other_moves_in_the_purchases_are_refused(move: str, words: str) -> None:
    refused({"l": ghosts(1)}, move, players=seats(coins=9), available="swamp", because=words)


def test_ghosts_are_bought_at_the_start_of_his_turn_only() -> None:
    """Seed 000."""
    refused({"l": ghosts(1)}, "done", "ghost", players=seats(coins=9), because="start of his turn")


def test_nobody_else_buys() -> None:
    refused({}, "ghost", seat=0, because="Only seat 2, the Necromancer, buys")
    refused({}, "buy hill", seat=0, because="Only seat 2, the Necromancer, buys")


@pytest.mark.parametrize("move", ["ghost", "buy hill"])
def test_without_a_necromancer_nobody_buys(move: str) -> None:
    reply = answer({"game": "smallworld", "options": {"players": 2}, "seed": 1, "moves": [move]})
    reason(reply, 0, because="Only a Necromancer buys Ghosts and powers, and nobody plays one at this table.")


def test_an_empty_reserve_is_named() -> None:
    refused({"l": ghosts(2)}, "ghost", players=seats(coins=20), reserve=0, available="hill", because="No Ghost is left")


# Conquest


def test_ghosts_enter_through_the_regions_around_the_lake() -> None:
    """Seed 000."""
    assert offers(granted({"l": ghosts(3)}), "conquer") == ["conquer p", "conquer q"]


def test_no_ghost_needs_to_stay_on_the_island() -> None:
    """Seed 000."""
    reply = granted({"l": ghosts(3)})
    assert (hand(reply, 2), tokens(reply, "l")) == (3, 0)


def test_the_edge_of_the_map_is_closed_to_them() -> None:
    """Seed 000."""
    refused({"l": ghosts(3)}, "conquer x", because="beside the lake")


def test_ghosts_from_the_island_attack_around_the_lake_wherever_others_stand() -> None:
    """Ruling 153."""
    assert "conquer q" in legal(granted({"l": ghosts(2), "x": ghosts(1)}))


def test_without_ghosts_from_the_island_only_neighbours_are_attacked() -> None:
    """Ruling 153: while Ghosts come from the Island."""
    assert offers(granted({"x": ghosts(4)}), "conquer") == ["conquer p"]


def test_a_race_token_stays_in_each_of_his_regions() -> None:
    """Seed 000: the same conquest rules."""
    assert tokens(granted({"p": ghosts(4)}), "p") == 1


def test_he_may_abandon_regions_before_conquering() -> None:
    """Seed 000: the same conquest rules."""
    reply = granted({"x": ghosts(2)}, "abandon x")
    assert (hand(reply, 2), offers(reply, "conquer")) == (2, ["conquer p", "conquer q"])


def test_he_may_try_with_the_die() -> None:
    """Seed 000: the same conquest rules."""
    reply = granted({"l": ghosts(1)}, "conquer p with die", rolls=(1,))
    assert tokens(reply, "p") == 1


def test_ghosts_never_decline() -> None:
    """Ruling 157."""
    assert "decline" not in legal(granted({"l": ghosts(1), "p": ghosts(1)}))
    refused({"l": ghosts(1)}, "decline", because="Ghosts never decline.")


# Losses


def test_a_lost_tribe_goes_to_the_well() -> None:
    """Seed 000; ruling 149."""
    assert well(granted({"x": TRIBE}, "conquer x", players=seats(RATMEN), seat=0)) == (0, 1)


def test_a_token_lost_to_another_player_goes_to_the_well() -> None:
    """Seed 000; ruling 149."""
    regions = {"x": held(1, "orcs", 2), "y": held(1, "orcs")}
    reply = granted(regions, "conquer x", players=seats(RATMEN, player("orcs", "swamp")), seat=0)
    assert well(reply) == (0, 1)
    assert hand(reply, 1) == 1


def test_a_token_lost_to_ghosts_goes_to_the_well() -> None:
    """Seed 000."""
    reply = granted({"l": ghosts(4), "p": held(0, "ratmen", 2)}, "conquer p", players=seats(player("ratmen", "hill")))
    assert well(reply) == (0, 1)


def test_all_tokens_of_a_last_declined_region_go_to_the_well() -> None:
    """Ruling 149: all that are lost in the conquest."""
    regions = {"l": ghosts(7), "p": held(0, "priestesses", 4, declined=True)}
    reply = granted(regions, "conquer p", players=seats(player(declined=["priestesses"])))
    assert well(reply) == (0, 4)


def test_elves_lose_nothing_in_a_conquest() -> None:
    """Seed 000."""
    reply = granted({"l": ghosts(4), "p": held(0, "elves", 2)}, "conquer p", players=seats(player("elves", "hill")))
    assert well(reply) == (0, 0)


def test_elves_discarded_in_decline_join_the_well() -> None:
    """Seed 000; ruling 149: those on the map beyond one, and those in hand."""
    regions = {"x": held(0, "elves", 3), "y": held(0, "elves", 1)}
    reply = granted(regions, "decline", players=seats(player("elves", "hill", 1)), seat=0)
    assert well(reply) == (0, 3)
    assert events_of_type(reply, "souls") == [{"type": "souls", "tokens": 3, "why": "elves"}]


def test_others_discarded_in_decline_go_to_the_tray() -> None:
    """Seed 000; ruling 149."""
    reply = granted({"x": held(0, "ratmen", 3)}, "decline", players=seats(player("ratmen", "hill", 2)), seat=0)
    assert well(reply) == (0, 0)


def test_declined_elves_that_leave_the_map_go_to_the_tray() -> None:
    """Ruling 149: when they go into decline, not when they leave."""
    regions = {"x": held(0, "ratmen"), "y": held(0, "elves", declined=True)}
    reply = granted(regions, "decline", players=seats(player("ratmen", "hill", declined=["elves"])), seat=0)
    assert well(reply) == (0, 0)


def test_a_declined_elf_lost_in_a_conquest_goes_to_the_well() -> None:
    """Seed 000: they are immune to losses while active."""
    regions = {"l": ghosts(3), "p": held(0, "elves", declined=True)}
    assert well(granted(regions, "conquer p", players=seats(player(declined=["elves"])))) == (0, 1)


def test_a_conquered_ghost_region_sends_one_to_the_well_and_the_others_to_hand() -> None:
    """Seed 000; ruling 151."""
    reply = granted({"x": ghosts(3), "p": ghosts(1)}, "conquer x", players=seats(RATMEN), seat=0)
    assert (well(reply), hand(reply, 2)) == ((1, 0), 2)


def test_withdrawn_ghosts_go_to_ghost_regions_not_to_the_island() -> None:
    """Seed 000; ruling 151."""
    moves = ("conquer x", "stop", "place x 5", "done")
    reply = granted({"l": ghosts(1), "x": ghosts(3), "p": ghosts(1)}, *moves, players=seats(RATMEN), seat=0)
    assert (reply["to_move"], reply["phase"]) == (2, "withdraw")
    assert legal(reply) == ["place p", "place p 2"]


def test_the_island_is_refused_to_ghosts_that_have_a_region_left() -> None:
    moves = ("conquer x", "stop", "place x 5", "done", "place l")
    why = "Ghosts withdraw to the Island only when no region is left to them"
    refused({"x": ghosts(3), "p": ghosts(1)}, *moves, players=seats(RATMEN), seat=0, because=why)


def test_withdrawn_ghosts_go_to_the_island_when_no_region_is_left() -> None:
    """Seed 000; ruling 151."""
    moves = ("conquer x", "stop", "place x 5", "done")
    reply = granted({"x": ghosts(3)}, *moves, players=seats(RATMEN), seat=0)
    assert legal(reply) == ["place l", "place l 2"]
    after = granted({"x": ghosts(3)}, *moves, "place l 2", "done", players=seats(RATMEN), seat=0)
    assert (tokens(after, "l"), after["to_move"]) == (2, 1)


# Spawning


@pytest.mark.parametrize(
    ("before", "stock", "after", "left", "new"),
    [
        ((0, 3), 9, (0, 3), 9, 0),
        ((0, 4), 9, (0, 0), 8, 1),
        ((0, 9), 9, (0, 1), 7, 2),
        ((1, 3), 9, (0, 0), 9, 1),
        ((2, 3), 9, (0, 1), 10, 1),
        ((5, 3), 5, (0, 0), 8, 2),
        ((0, 4), 0, (0, 4), 0, 0),
        ((1, 3), 0, (0, 0), 0, 1),
        ((1, 8), 0, (0, 5), 0, 1),
        ((0, 12), 2, (0, 4), 0, 2),
    ],
)
def test_four_tokens_of_the_well_make_a_ghost(
    before: tuple[int, int], stock: int, after: tuple[int, int], left: int, new: int
) -> None:
    """Seed 000; ruling 150: Ghosts first, which return to the reserve; with none in reserve all stays in the Well."""
    reply = granted({}, "pick 1", "stop", seat=0, well=before, reserve=stock, column=combos("ratmen+hill"))
    assert (well(reply), reserve(reply), tokens(reply, "l")) == (after, left, new)


def test_spawning_follows_the_last_withdrawal() -> None:
    """Ruling 21; protocol."""
    regions = {"x": held(1, "orcs", 3), "y": held(1, "orcs")}
    players = seats(player("ratmen", "hill", 7), player("orcs", "swamp"))
    moves = ("conquer x", "stop", "place x 6", "done")
    reply = granted(regions, *moves, players=players, seat=0, well=(0, 3), reserve=5)
    assert (reply["to_move"], well(reply), tokens(reply, "l")) == (1, (0, 4), 0)
    after = granted(regions, *moves, "place y 2", "done", players=players, seat=0, well=(0, 3), reserve=5)
    assert (well(after), tokens(after, "l")) == ((0, 0), 1)


def test_a_decline_ends_with_spawning_too() -> None:
    """Ruling 150: after each player's turn."""
    regions = {"x": held(0, "elves", 5)}
    reply = granted(regions, "decline", players=seats(player("elves", "hill")), seat=0, reserve=5)
    assert (well(reply), tokens(reply, "l"), reserve(reply)) == ((0, 0), 1, 4)
    assert events_of_type(reply, "spawned") == [{"type": "spawned", "seat": 2, "ghosts": 1}]


# Redeployment and scoring


def test_the_island_is_a_place_in_his_redeployment() -> None:
    """Protocol."""
    reply = granted({"l": ghosts(2), "p": ghosts(1)}, "stop")
    assert legal(reply) == ["place l", "place p", "place l 2", "place p 2"]


def test_without_a_region_all_go_back_to_the_island() -> None:
    """Seed 000."""
    reply = granted({"l": ghosts(2)}, "stop")
    assert legal(reply) == ["place l", "place l 2"]


def test_he_scores_a_coin_for_each_region_and_none_for_the_island() -> None:
    """Seed 000; ruling 155."""
    reply = granted({"l": ghosts(1), "p": ghosts(1), "x": ghosts(1)}, "stop", "place l", "done")
    assert coins(reply)[2] == 2


def test_each_region_but_not_the_island_brings_a_soul() -> None:
    """Seed 000; rulings 152, 155."""
    reply = granted({"l": ghosts(1), "p": ghosts(1), "x": ghosts(1)}, "stop", "place l", "done")
    assert well(reply) == (0, 2)
    assert events_of_type(reply, "souls") == [{"type": "souls", "tokens": 2, "why": "regions"}]


def test_his_souls_count_for_the_spawning_of_the_same_turn() -> None:
    """Seed 000."""
    reply = granted({"p": ghosts(1), "x": ghosts(1)}, "stop", well=(0, 2), reserve=3)
    assert (well(reply), tokens(reply, "l"), reserve(reply)) == ((0, 0), 1, 2)


def test_others_bring_no_souls_by_scoring() -> None:
    """Seed 000."""
    assert well(granted({"x": held(0, "ratmen")}, "stop", players=seats(player("ratmen", "hill")), seat=0)) == (0, 0)


# Victory


def test_he_wins_at_once_with_no_ghost_in_reserve_or_well() -> None:
    """Seed 000; ruling 154."""
    players = seats(player(coins=40), player(coins=50), coins=3)
    reply = granted({"l": ghosts(7), "p": ghosts(7)}, "stop", "place l 13", "done", players=players, reserve=0)
    assert reply["result"]["winners"] == [2]
    assert reply["result"]["scores"] == [40, 50, 4]
    assert (reply["position"]["turn"], reply["phase"]) == (3, "over")
    assert "no Ghost left" in reply["result"]["reason"]


def test_a_ghost_in_the_well_keeps_him_from_winning() -> None:
    """Seed 000."""
    reply = granted({"p": ghosts(6)}, "stop", "place p 5", "done", well=(1, 0), reserve=0)
    assert reply["result"] is None


def test_souls_left_in_the_well_do_not_keep_him_from_winning() -> None:
    """Seed 000: no Ghosts left."""
    reply = granted({"p": ghosts(6)}, "stop", "place p 5", "done", well=(0, 6), reserve=0)
    assert reply["result"]["winners"] == [2]
    assert well(reply) == (0, 7)


def test_victory_is_checked_at_the_end_of_his_turn_only() -> None:
    """Seed 000; ruling 154."""
    reply = granted({"p": ghosts(6)}, "pick 1", "stop", seat=0, reserve=1, well=(0, 4), column=combos("ratmen+hill"))
    assert (reserve(reply), well(reply), reply["result"]) == (0, (0, 0), None)


def test_otherwise_the_best_of_the_others_wins() -> None:
    """Seed 000; ruling 154: he is never among the winners."""
    players = seats(player(coins=7), player(coins=9), coins=99)
    reply = granted({"l": ghosts(1)}, "done", "stop", "place l", "done", players=players, turn=10)
    assert reply["result"] == {"scores": [7, 9, 99], "winners": [1], "reason": "most coins: 9"}


def test_a_tie_of_the_others_goes_to_their_race_tokens() -> None:
    """Ruling 61."""
    regions = {"l": ghosts(1), "x": held(0, "ratmen", 2), "y": held(1, "orcs", 3)}
    players = seats(player("ratmen", "hill", coins=9), player("orcs", "swamp", coins=9))
    reply = granted(regions, "stop", "place l", "done", players=players, turn=10)
    assert reply["result"]["winners"] == [1]


def test_he_may_win_in_the_last_turn() -> None:
    """Ruling 154."""
    reply = granted({"p": ghosts(6)}, "stop", "place p 5", "done", reserve=0, turn=10)
    assert reply["result"]["winners"] == [2]


# The Island


def test_nobody_conquers_the_island_not_even_the_seafaring() -> None:
    """Seed 000; ruling 155."""
    players = seats(player("ratmen", "seafaring", 9))
    reply = granted({"p": held(0, "ratmen")}, players=players, seat=0)
    assert "conquer l" not in legal(reply)
    why = "Necromancer Island fills the lake: nobody conquers it"
    refused({"p": held(0, "ratmen")}, "conquer l", players=players, seat=0, because=why)


def test_he_does_not_conquer_it_either() -> None:
    """Ruling 155: it is no normal region."""
    why = "Necromancer Island fills the lake: nobody conquers it"
    refused({"l": ghosts(4)}, "conquer l", in_use="seafaring", because=why)


def test_the_shores_of_the_lake_stay_coastal() -> None:
    """Ruling 3: the Island fills the lake, which is still a lake."""
    reply = granted({}, "conquer x", players=seats(player("tritons", "flying", 9)), seat=0)
    assert {"conquer p"} <= set(legal(reply))
    assert tokens(granted({}, "conquer p", players=seats(player("tritons", "flying", 9)), seat=0), "p") == 1


# What others see in Ghosts


def test_ghosts_make_a_region_non_empty() -> None:
    """Ruling 5."""
    moves = ("conquer x", "stop", "place x 6", "done", "place p", "done")
    players = seats(player("orcs", "swamp", 7, coins=0))
    reply = granted({"x": ghosts(2), "p": ghosts(1)}, *moves, players=players, seat=0)
    assert ["Orcs", 1] in events_of_type(reply, "scored")[0]["sources"]


def test_goblins_take_ghosts_for_one_token_less() -> None:
    """Seed 000; rulings 109, 156."""
    reply = granted({"x": ghosts(2)}, "conquer x", players=seats(player("goblins", "hill", 3)), seat=0)
    assert tokens(reply, "x") == 3


def test_sorcery_does_not_touch_ghosts() -> None:
    """Rulings 81, 156."""
    players = seats(player("sorcerers", "hill", 0))
    why = "Sorcery replaces a single active token of an opponent; none stands in x"
    refused({"x": ghosts(1), "p": held(0, "sorcerers")}, "conquer x with sorcery", players=players, seat=0, because=why)


def test_the_ransacking_take_nothing_from_the_necromancer() -> None:
    """Ruling 156."""
    players = seats(player("ratmen", "ransacking", 4, coins=0), coins=5)
    assert coins(granted({"x": ghosts(1)}, "conquer x", players=players, seat=0)) == [0, 0, 5]


def test_fauns_gain_nothing_from_ghosts() -> None:
    """Ruling 156."""
    players = seats(player("fauns", "hill", 4))
    reply = granted({"x": ghosts(1)}, "conquer x", "stop", players=players, seat=0)
    assert events_of_type(reply, "received") == []


def test_a_pact_does_not_stop_ghosts() -> None:
    """Rulings 93, 156."""
    players = seats(player("ratmen", "diplomat", ally=2))
    reply = granted({"l": ghosts(4), "p": held(0, "ratmen")}, players=players)
    assert "conquer p" in legal(reply)


def test_an_attack_on_ghosts_leaves_the_necromancer_a_possible_ally() -> None:
    """Ruling 156: no active race of his was attacked."""
    players = seats(player("ratmen", "diplomat", 4, coins=0))
    reply = granted({"x": ghosts(1)}, "conquer x", "stop", "place x 3", "done", players=players, seat=0)
    assert "ally 2" in legal(reply)


def test_the_peace_loving_may_attack_ghosts() -> None:
    """Ruling 138."""
    players = seats(player("ratmen", "peace_loving", 4, coins=0))
    reply = granted({"x": ghosts(1)}, "conquer x", "stop", "place x 3", "done", players=players, seat=0)
    assert coins(reply)[0] == 1 + 3


def test_ghosts_are_no_race_in_decline_for_a_historian() -> None:
    """Ruling 133."""
    reply = granted({"x": ghosts(1)}, "pick 1", seat=0, column=combos("ratmen+historian"))
    assert coins(reply)[0] == 0


def test_pygmies_roll_for_a_token_lost_to_ghosts() -> None:
    """Ruling 121."""
    regions = {"l": ghosts(4), "p": held(0, "pygmies", 1), "x": held(0, "pygmies", 1)}
    reply = granted(regions, "conquer p", players=seats(player("pygmies", "hill")), rolls=(2,))
    assert hand(reply, 0) == 2
    assert well(reply) == (0, 1)


def test_declined_white_ladies_are_immune_to_ghosts() -> None:
    """Ruling 122."""
    regions = {"l": ghosts(9), "p": held(0, "white_ladies", declined=True)}
    assert "conquer p" not in legal(granted(regions, players=seats(player(declined=["white_ladies"]))))


def test_declined_ghouls_attack_ghosts() -> None:
    """Ruling 67."""
    regions = {"x": held(0, "ghouls", 5, declined=True), "p": ghosts(1)}
    players = seats(player("ratmen", "swamp", declined=["ghouls"]))
    assert well(granted(regions, "conquer p", players=players, seat=0)) == (1, 0)


# Igors


def test_igors_count_what_the_well_takes() -> None:
    """Ruling 158."""
    players = seats(player("igors", "hill", 6))
    reply = granted({"x": ghosts(2)}, "conquer x", players=players, seat=0)
    assert reply["position"]["players"][0]["active"]["igor_souls"] == 1
    assert well(reply) == (1, 0)


def test_an_igor_costs_as_many_souls_as_there_are_players_the_necromancer_included() -> None:
    """Ruling 158."""
    for souls, able in ((2, False), (3, True)):
        players = seats(player("igors", "hill", 6, igor_souls=souls))
        assert ("exchange" in legal(granted({}, players=players, seat=0))) == able


def test_a_ruling_leaves_the_necromancer_out_of_that_number() -> None:
    """Ruling 158, switched."""
    players = seats(player("igors", "hill", 6, igor_souls=2))
    options = {"rulings": ["igors_do_not_count_him"]}
    reply = granted({}, "exchange", players=players, seat=0, options=options)
    assert reply["position"]["players"][0]["active"]["igor_souls"] == 0


def test_a_ruling_leaves_the_igors_in_the_box() -> None:
    """Ruling 158, switched."""
    players = seats(player("igors", "hill", 6))
    reply = ask({}, players=players, seat=0, options={"rulings": ["no_igors_with_him"]})
    rejected(reply, "bad_position", because="There is no race 'igors' in this game.")
    assert ask({}, players=players, seat=0)["ok"]


# Positions and views


def test_a_position_without_his_part_has_all_ghosts_in_reserve() -> None:
    reply = granted({}, players=[player(coins=0), player(coins=0), {"coins": 0}], in_use="", seat=0)
    assert (reserve(reply), well(reply), necromancer_board(reply)["in_use"]) == (14, (0, 0), [])


def test_ghosts_that_a_position_leaves_out_were_removed_before_the_game() -> None:
    """Ruling 159."""
    assert reserve(granted({"l": ghosts(1)}, reserve=11)) == 11


@pytest.mark.parametrize(
    ("regions", "more", "why"),
    [
        ({"l": ghosts(9)}, {"reserve": 6}, "There are 14 Ghosts; the position shows 15"),
        ({"l": ghosts(9)}, {"well": (6, 0)}, "There are 14 Ghosts; the position shows 15"),
        ({"l": ghosts(1, fortress=1)}, {}, "Region l is Necromancer Island: nothing but Ghosts stands there"),
        ({"l": TRIBE}, {}, "Region l is Necromancer Island: nothing but Ghosts stands there"),
        ({"l": held(0, "ratmen")}, {"players": seats(player("ratmen", "seafaring"))}, "Region l is Necromancer Island"),
        ({}, {"players": seats(player("ghosts", None))}, "Seat 0 cannot have the Ghosts so: they never decline"),
        ({}, {"players": [player(), player(), player("ratmen", "hill")]}, "Seat 2 is the Necromancer: its active race"),
        ({}, {"players": [player(), player(), player("ghosts", "hill")]}, "Seat 2 is the Necromancer: its active race"),
        ({}, {"in_use": "spirit"}, "The Necromancer draws no Spirit: it would be of no use to Ghosts"),
        ({}, {"available": "stout"}, "The Necromancer draws no Stout: it would be of no use to Ghosts"),
        ({}, {"available": "cursed"}, "The Necromancer draws no Cursed: it would be of no use to Ghosts"),
        ({}, {"in_use": "hill", "available": "hill"}, "There is one Hill badge, and the position uses it twice"),
        ({}, {"in_use": "hill hill"}, "There is one Hill badge, and the position uses it twice"),
        ({}, {"in_use": "hill swamp merchant flying", "available": "alchemist corrupt were"}, "The Necromancer drew 6"),
        ({}, {"in_use": "warp"}, "There is no power 'warp' in this game"),
        ({}, {"phase": "necromancer_pick", "in_use": "hill", "turn": 1}, "The Necromancer chooses his first power"),
        ({}, {"phase": "necromancer_buy", "seat": 0}, "Only seat 2, the Necromancer, buys Ghosts and powers"),
        ({}, {"phase": "monsters"}, "There is no phase 'monsters' in this game"),
        ({}, {"necromancer": {"island": "p"}}, "Necromancer Island is region l, not 'p'"),
        ({}, {"necromancer": {"ghosts": 3}}, "`necromancer` has the unknown key 'ghosts'"),
        ({}, {"necromancer": {"uncounted": ["historian"]}}, "Historian is not a power in use that still has to count"),
        ({}, {"necromancer": {"well": {"souls": -1}}}, "`souls of the well` is a number from 0 to 100000, not -1"),
    ],
)
def test_an_impossible_position_is_refused(regions: dict[str, Any], more: dict[str, Any], why: str) -> None:
    rejected(ask(regions, **({"in_use": ""} | more)), "bad_position", because=why)


def test_an_empty_part_of_a_position_is_as_good_as_none() -> None:
    assert ask({}, in_use="", necromancer=[])["ok"]


def test_his_part_of_a_position_belongs_to_his_mode() -> None:
    reply = answer({"game": "smallworld", "options": {"players": 2}, "seed": 1, "position": {"necromancer": {}}})
    rejected(reply, "bad_position", because="A position has the unknown key 'necromancer'")


def test_only_coins_are_hidden_in_a_view() -> None:
    whole = granted({"l": ghosts(3)}, players=seats(coins=9), available="hill", well=(1, 2))
    seen = granted({"l": ghosts(3)}, players=seats(coins=9), available="hill", well=(1, 2), view=0)
    assert necromancer_board(seen) == necromancer_board(whole)
    assert "coins" not in seen["position"]["players"][2]


def test_a_position_in_the_middle_of_the_set_up_goes_on() -> None:
    position = {"phase": "necromancer_pick", "turn": 1, "necromancer": {"available": ["hill", "swamp"]}}
    reply = granted({"l": ghosts(1)}, in_use="", **position)
    assert len(necromancer_board(reply)["available"]) == 6
    assert necromancer_board(reply)["available"][:2] == ["hill", "swamp"]


def test_the_free_choice_is_for_powers_only() -> None:
    options = {
        "phase": "necromancer_pick",
        "turn": 1,
        "in_use": "",
        "available": "hill swamp merchant flying were corrupt",
    }
    refused({"l": ghosts(1)}, "ghost", **options, because="chooses a power")
    refused({"l": ghosts(1)}, "done", **options, because="First the Necromancer")
    assert granted({"l": ghosts(1)}, "buy hill", **options)["to_move"] == 0


def test_the_world_has_the_shape_that_is_drawn() -> None:
    links = {r["id"]: sorted(r["adjacent"]) for r in world()["regions"]}
    assert links == {"l": ["p", "q"], "p": ["l", "q", "x"], "q": ["l", "p", "y"], "x": ["p"], "y": ["q"]}
