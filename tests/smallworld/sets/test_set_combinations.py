"""Interactions of races and powers of all sets, and positions of replies that are read back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    active,
    board,
    coins,
    combos,
    continued_all_sets,
    declined,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    pieces_with_stacks,
    player,
    refused_all_sets,
    region,
    same_game,
    tokens,
)

FOE = player("orcs", "swamp")
MARSH = board("a:swamp,border b:swamp c:hill d:swamp e:farmland,border")


def test_sorcerers_find_no_lone_kobold() -> None:
    """Ruling 81: not even beside a Horde."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "kobolds", 1, horde=1), "e": held(1, "kobolds", 2)}
    reply = granted_all_sets(regions, [player("sorcerers", "flying", hand=1), player("kobolds", "hordes_of")])
    assert offers(reply, "conquer b with sorcery") + offers(reply, "conquer e with sorcery") == []


def test_sorcerers_take_a_lone_kobold_in_decline_by_no_spell() -> None:
    """Ruling 81: declined tokens."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "kobolds", declined=True)}
    players = [player("sorcerers", "hill", hand=1), player("orcs", "swamp", declined=["kobolds"])]
    why = "Sorcery replaces a single active token of an opponent; none stands in b"
    refused_all_sets(regions, players, "conquer b with sorcery", because=why)


def test_bewitched_fauns_give_nothing_back() -> None:
    """Ruling 107: it is the Fauns' conquests that give."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "fauns"), "e": held(1, "fauns")}
    moves = ("conquer b with sorcery", "stop", "place a", "done")
    reply = granted_all_sets(regions, [player("sorcerers", "hill", 1), player("fauns", "swamp")], *moves)
    assert (reply["to_move"], hand(reply, 1)) == (1, 0)


def test_fauns_against_pygmies_of_hordes() -> None:
    """Rulings 108, 121, 134: choice, roll, gift."""
    regions = {"a": held(0, "fauns"), "b": held(1, "pygmies", 1, horde=1), "e": held(1, "pygmies")}
    players = [player("fauns", "hill", hand=4), player("pygmies", "hordes_of", hordes=0)]
    reply = granted_all_sets(regions, players, "conquer b", "lose horde", rolls=(3,))
    assert hand(reply, 1) == 1 + 3
    reply = continued_all_sets(reply, "stop", "place a 4", "done")
    assert (reply["phase"], hand(reply, 1)) == ("withdraw", 5)


def test_fauns_against_a_single_kobold_left_without_regions() -> None:
    """Rulings 107, 115: with the gift there are two again."""
    regions = {"a": held(0, "fauns"), "b": held(1, "kobolds", 2)}
    players = [player("fauns", "hill", hand=4), player("kobolds", "swamp")]
    reply = granted_all_sets(regions, players, "conquer b", "stop", "place a 4", "done")
    assert (reply["to_move"], hand(reply, 1), "conquer e" in legal(reply)) == (1, 2, True)


def test_fauns_of_fireball_get_both_in_redeployment() -> None:
    """Rulings 107, 132."""
    field = board("a:farmland,border+magic b:forest")
    regions = {"a": held(0, "fauns"), "b": held(1, "orcs")}
    reply = granted_all_sets(regions, [player("fauns", "fireball", hand=3), FOE], "conquer b", "stop", on=field)
    assert (hand(reply, 0), active(reply, 0)["fireballs"]) == (3, 1)


def test_ransacking_fauns_take_a_coin_and_give_a_token() -> None:
    """Rulings 107, 139."""
    regions = {"a": held(0, "fauns"), "b": held(1, "orcs"), "e": held(1, "orcs")}
    players = [player("fauns", "ransacking", hand=3), FOE]
    reply = granted_all_sets(regions, players, "conquer b", "stop", "place a 3", "done")
    assert (coins(reply), hand(reply, 1)) == ([5 + 1 + 2, 4], 1)


def test_fauns_take_a_behemoth() -> None:
    """Rulings 107, 127: stack and gift are placed in the same `withdraw`."""
    regions: dict[str, Any] = {"c": held(0, "fauns"), "a": held(1, "ratmen"), "b": held(1, "ratmen")}
    regions["b"]["pieces"] = {"behemoth": [2]}
    players = [player("fauns", "hill", hand=5), player("ratmen", "behemoth")]
    reply = granted_all_sets(regions, players, "conquer b", "stop", "place c 5", "done", on=MARSH)
    assert (reply["phase"], set(legal(reply))) == ("withdraw", {"place a", "place behemoth1 a", "place behemoth2 a"})
    assert same_game(reply, on=MARSH)


def test_behemoth_against_behemoth_swamps_counts_only_the_attackers() -> None:
    """Rulings 125, 126: one badge, the other side has none."""
    regions: dict[str, Any] = {"a": held(0, "ratmen"), "b": held(1, "orcs", 2)}
    reply = granted_all_sets(regions, [player("ratmen", "behemoth", hand=3), FOE], "behemoth 1", "conquer b", on=MARSH)
    assert (tokens(reply, "b"), pieces_with_stacks(reply, "b")) == (3, {"behemoth": [2]})


def test_pygmies_beside_a_behemoth_roll() -> None:
    """Rulings 121, 127."""
    regions: dict[str, Any] = {"c": held(0, "orcs"), "a": held(1, "pygmies"), "b": held(1, "pygmies")}
    regions["b"]["pieces"] = {"behemoth": [2]}
    reply = granted_all_sets(
        regions, [player("orcs", "hill", hand=5), player("pygmies", "behemoth")], "conquer b", on=MARSH, rolls=(2,)
    )
    assert (hand(reply, 1), same_game(reply, on=MARSH)) == (2, True)


def test_kobold_behemoths_keep_two_beside_a_stack() -> None:
    """Rulings 114, 126."""
    regions: dict[str, Any] = {"a": held(0, "kobolds", 4)}
    regions["a"]["pieces"] = {"behemoth": [1, 1]}
    reply = granted_all_sets(regions, [player("kobolds", "behemoth"), FOE], on=MARSH)
    assert (tokens(reply, "a"), hand(reply, 0), pieces_with_stacks(reply, "a")) == (2, 2, {})


def test_igors_and_skeletons_both_profit_from_one_conquest() -> None:
    """Rulings 77, 112."""
    regions = {"a": held(0, "skeletons"), "b": TRIBE, "c": TRIBE, "e": held(1, "igors")}
    reply = granted_all_sets(
        regions, [player("skeletons", "hill", hand=6), player("igors", "swamp")], "conquer b", "conquer c"
    )
    assert active(reply, 1)["igor_souls"] == 2


def test_igors_gather_a_pygmy_that_comes_back() -> None:
    """Rulings 112, 113, 121."""
    regions = {"a": held(0, "igors"), "b": held(1, "pygmies"), "e": held(1, "pygmies")}
    players = [player("igors", "hill", hand=3), player("pygmies", "swamp")]
    reply = granted_all_sets(regions, players, "conquer b", rolls=(3,))
    assert (active(reply, 0)["igor_souls"], hand(reply, 1)) == (1, 3)


def test_igors_do_not_gather_priestesses_that_build_a_tower() -> None:
    """Ruling 113: nothing is lost in a conquest."""
    regions = {"a": held(0, "priestesses"), "b": held(0, "priestesses", 2), "e": held(1, "igors")}
    players = [player("priestesses", "hill"), player("igors", "swamp")]
    assert active(granted_all_sets(regions, players, "decline", "tower a"), 1)["igor_souls"] == 0


def test_marauding_igors_exchange_in_the_first_round_before_all_else() -> None:
    """Rulings 112, 136."""
    regions = {"a": held(0, "igors"), "b": TRIBE}
    players = [player("igors", "marauding", hand=2, igor_souls=2), FOE]
    reply = granted_all_sets(regions, players, "exchange", "conquer b", "stop")
    assert (reply["phase"], hand(reply, 0), active(reply, 0)["igor_souls"]) == ("conquer", 2, 1)


def test_stout_igors_lose_their_souls_only_in_decline() -> None:
    """Rulings 103, 113."""
    reply = granted_all_sets({"a": held(0, "igors")}, [player("igors", "stout", igor_souls=3), FOE], "stop", "done")
    assert active(reply, 0)["igor_souls"] == 3


def test_goblins_by_night_against_a_tower() -> None:
    """Rulings 26, 109, 119, 140."""
    regions = {"a": held(0, "goblins"), "b": held(1, "priestesses", 4, declined=True)}
    players = [player("goblins", "were", hand=3), player("orcs", "swamp", declined=["priestesses"])]
    assert tokens(granted_all_sets(regions, players, "conquer b", turn=4), "b") == 3


def test_were_kobolds_never_pay_less_than_two() -> None:
    """Rulings 26, 114, 140."""
    regions = {"a": held(0, "kobolds", 2)}
    reply = granted_all_sets(regions, [player("kobolds", "were", hand=4), FOE], "conquer b", "conquer c", turn=2)
    assert (tokens(reply, "b"), tokens(reply, "c")) == (2, 2)


def test_corrupt_kobolds_are_paid_once_per_region() -> None:
    """Rulings 114, 130."""
    regions = {"a": held(0, "orcs"), "b": held(1, "kobolds", 2)}
    reply = granted_all_sets(regions, [player("orcs", "swamp", hand=4), player("kobolds", "corrupt")], "conquer b")
    assert coins(reply) == [4, 6]


def test_shrubmen_of_hordes_lose_their_forest_of_a_lone_horde_on_decline() -> None:
    """Rulings 122, 134."""
    regions = {"a": held(0, "shrubmen"), "b": held(0, "shrubmen", 0, horde=1)}
    reply = granted_all_sets(regions, [player("shrubmen", "hordes_of"), FOE], "decline")
    assert (region(reply, "b"), declined(reply, 0)) == ({}, ["shrubmen"])


def test_spirit_shrubmen_stay_immune_beside_a_newer_remnant() -> None:
    """Rulings 102, 122."""
    regions = {"a": held(0, "orcs"), "b": held(1, "shrubmen", declined=True), "e": held(1, "elves", declined=True)}
    foe = player("ratmen", "hill", declined=[("shrubmen", "spirit"), "elves"])
    why = "b is immune: opponents cannot touch Shrubmen there"
    refused_all_sets(regions, [player("orcs", "swamp", hand=9), foe], "conquer b", because=why)


def test_gypsies_of_hordes_lay_a_coin_where_a_horde_stood() -> None:
    """Rulings 110, 134."""
    regions = {"a": held(0, "gypsies"), "b": held(0, "gypsies", 0, horde=1)}
    reply = granted_all_sets(regions, [player("gypsies", "hordes_of"), FOE], "abandon b")
    assert (pieces_with_stacks(reply, "b"), active(reply, 0)["hordes"]) == ({"coin": 1}, 2)


def test_leprechauns_of_hordes_bury_a_pot_beside_a_horde() -> None:
    """Rulings 116, 134."""
    regions = {"a": held(0, "leprechauns"), "b": held(0, "leprechauns", 0, horde=1)}
    reply = granted_all_sets(regions, [player("leprechauns", "hordes_of"), FOE], "stop", "place horde b")
    assert "place pot b" in legal(reply)


def test_homunculi_of_hordes_take_tokens_hordes_and_extras() -> None:
    """Rulings 14, 111, 134."""
    column = [{"race": "homunculi", "power": "hordes_of", "coins": 1, "homunculi": 1}]
    reply = granted_all_sets({}, [player(), player()], "pick 1", column=column)
    assert (hand(reply, 0), active(reply, 0)["hordes"]) == (11, 2)


def test_amazons_of_hordes_may_not_keep_a_horde_for_an_amazon() -> None:
    """Rulings 62, 134; protocol: `done` is legal at exactly four."""
    reply = granted_all_sets({"a": held(0, "amazons")}, [player("amazons", "hordes_of", hand=4), FOE], "stop")
    assert legal(reply) == ["place horde a"]


def test_a_pact_holds_off_fireballs_and_behemoths() -> None:
    """Ruling 91: in any way."""
    regions = {"a": held(1, "orcs"), "b": held(0, "ratmen")}
    foe = player("orcs", "diplomat", ally=0)
    reply = granted_all_sets(regions, [player("ratmen", "fireball", hand=5, fireballs=3), foe], "fireball")
    assert offers(reply, "conquer") == ["conquer c"]


def test_peaceful_kobolds_may_still_fail_against_an_active_race() -> None:
    """Rulings 114, 138: a failed attempt is an attack."""
    regions = {"a": held(0, "kobolds", 2), "b": held(1, "orcs"), "e": held(1, "orcs")}
    players = [player("kobolds", "peace_loving", hand=2), FOE]
    reply = granted_all_sets(regions, players, "conquer b with die", "place a 2", "done", rolls=(0,))
    assert coins(reply)[0] == 5 + 1


@pytest.mark.parametrize("means", ["fireball", "behemoth 1"])
def test_the_last_race_token_is_needed(means: str) -> None:
    """Rulings 30, 126, 132."""
    power = means.split(maxsplit=1)[0]
    more = {"fireballs": 3} if power == "fireball" else {}
    why = "A conquest by Ratmen takes at least 1 in hand; you have 0"
    refused_all_sets({"a": held(0, "ratmen")}, [player("ratmen", power, **more), FOE], means, on=MARSH, because=why)


def test_the_tower_of_hordes_is_where_priestesses_stand() -> None:
    """Rulings 119, 134: a tower where only a Horde stood would stand nowhere."""
    regions = {"a": held(0, "priestesses"), "b": held(0, "priestesses", 0, horde=1), "c": held(0, "priestesses")}
    why = "The tower stands in a region with a token of your Priestesses, and b is none."
    refused_all_sets(regions, [player("priestesses", "hordes_of"), FOE], "decline", "tower b", because=why)


@pytest.mark.parametrize("moves", [(), ("pick 3",), ("pick 3", "conquer a")])
def test_positions_with_a_cursed_combo_lead_on(moves: tuple[str, ...]) -> None:
    """Protocol: coins and Homunculi on the column stay."""
    column = combos("homunculi+cursed ratmen+hordes_of kobolds+behemoth elves+hill orcs+fireball fauns+marauding")
    assert same_game(granted_all_sets({}, [player(), player()], *moves, column=column))
