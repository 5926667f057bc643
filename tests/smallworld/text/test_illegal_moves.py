"""Messages of refused moves: they name the rule, the region and the numbers, in words of the game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import TRIBE, board, combos, held, player, refused, refused_all_sets

RATS = {"a": held(0, "ratmen")}
SIX = combos("orcs+hill wizards+merchant elves+forest giants+swamp humans+mounted dwarves+commando")


def rats(tokens: int = 4, power: str = "stout") -> list[dict[str, Any]]:
    return [player("ratmen", power, tokens), player("trolls", "flying")]


def peak() -> dict[str, Any]:
    ground = board("a:farmland,border b:mountain c:hill s:sea")
    ground["regions"][1]["name"] = "Shatterhorn"
    return ground


def test_too_dear_tells_the_sum_the_hand_and_what_the_die_could_do() -> None:
    regions = RATS | {"b": held(1, "trolls", 2, lair=1)}
    why = (
        "Shatterhorn costs 6: 2 + 1 mountain + 2 Trolls + 1 lair; "
        "you have 2 tokens, 4 short, and the die gives at most 3."
    )
    refused(regions, rats(2), "conquer b", on=peak(), because=why)


def test_too_dear_but_within_the_die_says_how_to_try_it() -> None:
    why = (
        "Shatterhorn costs 4: 2 + 1 mountain + 1 Lost Tribe; "
        "you have 1 token, 3 short; `conquer b with die` may try it."
    )
    refused(RATS | {"b": TRIBE}, rats(1), "conquer b", on=peak(), because=why)


def test_discounts_are_part_of_the_sum() -> None:
    why = "costs 3: 2 + 1 mountain + 1 Lost Tribe - 1 Commando"
    refused(RATS | {"b": TRIBE}, rats(1, "commando"), "conquer b", on=peak(), because=why)


def test_beyond_the_die_tells_the_same_sum() -> None:
    regions = RATS | {"b": held(1, "trolls", 3)}
    why = "you have 1 token, 5 short, and the die gives at most 3"
    refused(regions, rats(1), "conquer b with die", on=peak(), because=why)


def test_the_die_is_refused_when_the_region_can_be_taken_outright() -> None:
    refused(RATS, rats(), "conquer b with die", because="costs 2 and you have 4: take it outright")


@pytest.mark.parametrize(
    ("piece", "power", "words"),
    [
        ("hero", "heroic", "a Hero stands there"),
        ("dragon", "dragon_master", "the Dragon is there"),
        ("hole", "flying", "it is a Hole-in-the-Ground"),
    ],
)
def test_immunity_names_the_piece(piece: str, power: str, words: str) -> None:
    regions = RATS | {"b": held(1, "halflings", 1, declined=False, **{piece: 1})}
    players = [player("ratmen", "stout", 4), player("halflings", power)]
    refused(regions, players, "conquer b", on=peak(), because=f"Shatterhorn is immune: {words}.")


def test_a_pact_names_the_seat() -> None:
    players = [player("ratmen", "stout", 4), player("trolls", "diplomat", ally=0)]
    why = "Shatterhorn is protected by a pact: seat 1"
    refused(RATS | {"b": held(1, "trolls")}, players, "conquer b", on=peak(), because=why)


def test_water_names_the_power_it_takes() -> None:
    why = "s is a sea: only an active Seafaring race"
    refused({"c": held(0, "ratmen")}, rats(), "conquer s", on=peak(), because=why)


def test_out_of_reach_names_place_and_race() -> None:
    refused(RATS, rats(), "conquer c", because="c does not border a region of your Ratmen.")


def test_entering_inland_names_the_border_rule() -> None:
    message = refused({}, rats(), "conquer b", on=peak(), because="Shatterhorn is inland")
    assert "border region" in message


def test_an_own_region_is_already_held() -> None:
    refused(RATS, rats(), "conquer a", because="a is already held by your Ratmen")


def test_an_empty_hand_is_named() -> None:
    refused(RATS, rats(0), "conquer b", because="You have 0 tokens in hand; a conquest by Ratmen takes at least 1")


def test_an_unknown_region_is_named() -> None:
    refused(RATS, rats(), "conquer nowhere", because="There is no region nowhere on this map.")


def test_a_combo_too_dear_tells_price_and_purse() -> None:
    message = refused({}, [player(coins=2), player()], "pick 5", column=SIX, because="Combo 5 costs 4 coins")
    assert "you have 2" in message


def test_no_such_combo() -> None:
    refused({}, [player(), player()], "pick 7", column=SIX, because="There is no combo 7")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (("pick 1",), "at the start of a turn without an active race; the phase is conquer"),
        (("done",), "Conquests end with `stop`"),
        (("place a",), "Nothing is placed now; the phase is conquer"),
        (("roll",), "Stout Ratmen are not Berserk"),
        (("ally 1",), "that is the Diplomat's power"),
        (("conquer b with dragon",), "that is the Dragon Master's power"),
        (("conquer b", "abandon a"), "before the first conquest"),
        (("conquer b", "decline"), "Going into decline takes the whole turn"),
        (("stop", "conquer b"), "conquests are over"),
        (("stop", "stop"), "`stop` ends conquests; the phase is redeploy"),
        (("stop", "done"), "must be placed first"),
        (("stop", "decline"), "Stout Ratmen decline after scoring"),
        (("stop", "place hero a"), "these belong to the Heroic"),
        (("stop", "place encampment a"), "Stout Ratmen have no encampments"),
        (("stop", "place fortress a"), "the power of the Fortified"),
        (("stop", "place a 9"), "4 tokens of the Ratmen in hand"),
        (("stop", "place b"), "b is not held by your active race"),
    ],
)
def test_a_move_at_the_wrong_time_says_when_it_is_made(moves: tuple[str, ...], words: str) -> None:
    refused(RATS, rats(), *moves, because=words)


def test_before_the_pick_conquests_are_not_called_over() -> None:
    """They have not begun: the player has to pick a combo first."""
    message = refused({}, [player(), player()], "conquer a", column=SIX, because="a combo is picked first")
    assert "over" not in message


def test_active_troops_on_a_declined_region_are_refused_by_that_rule() -> None:
    """Ruling 40: the message speaks of the decline, not of an empty hand of the other race."""
    regions = RATS | {"c": held(0, "elves", declined=True)}
    players = [player("ratmen", "stout", 2, declined=["elves"]), player()]
    why = "c is held by your Elves in decline; active troops never join them"
    refused(regions, players, "stop", "place c", because=why)


@pytest.mark.parametrize("target", [{}, {"b": held(1, "trolls", 2)}, {"b": held(1, "trolls")}])
def test_sorcery_by_others_is_refused_as_the_sorcerers_power(target: dict[str, Any]) -> None:
    why = "Stout Ratmen know no sorcery: that is the Sorcerers' power"
    refused(RATS | target, rats(), "conquer b with sorcery", because=why)


def test_an_abandon_elsewhere_names_the_region() -> None:
    refused(RATS, rats(), "abandon b", because="b is not held by your Ratmen.")


def test_messages_use_the_names_of_the_map_not_only_its_numbers() -> None:
    message = refused({}, rats(), "conquer 12", options={"map": "map-2p"}, because="Tanglebough is inland")
    assert "12" not in message


# Moves that only one race or badge has


def boxed(race: str, power: str, hand: int = 0, **more: Any) -> list[dict[str, Any]]:
    return [player(race, power, hand, 0, **more), player("humans", "forest", 0, 0)]


def test_sorcery_names_the_hordes_and_behemoths_that_protect_a_token() -> None:
    witches = {"a": held(0, "sorcerers")}
    players = [player("sorcerers", "swamp"), player("humans", "hordes_of", hordes=1)]
    why = "Sorcery needs a single token; in b there are Hordes tokens too."
    refused_all_sets(witches | {"b": held(1, "humans", 1, horde=1)}, players, "conquer b with sorcery", because=why)
    marsh = {"b": {**held(1, "humans"), "pieces": {"behemoth": [1]}}, "d": held(1, "humans")}
    players = [player("sorcerers", "hill"), player("humans", "behemoth")]
    refused_all_sets(witches | marsh, players, "conquer b with sorcery", because="A Behemoth protects the single token")


def test_the_catapult_says_why_it_cannot_be_set_up() -> None:
    rats = boxed("ratmen", "catapult", 1)
    regions = {"a": held(0, "ratmen")}
    refused_all_sets(
        regions, rats, "catapult b", because="The Catapult is set up in a region you hold, and b is not yours."
    )
    alone = board("a:hill,border s:sea,border c:hill")
    refused_all_sets(regions, rats, "catapult a", on=alone, because="land or lake but no sea")
    dear = regions | {"c": held(1, "humans", 8)}
    refused_all_sets(dear, rats, "catapult a", because="reaches c, too dear even with one token less")
    twice = ("catapult a", "conquer c with catapult", "catapult a")
    refused_all_sets(regions, boxed("ratmen", "catapult", 4), *twice, because="once per turn, and has done so")


def test_the_aimed_catapult_says_what_is_out_of_its_range_and_what_it_costs() -> None:
    rats = boxed("ratmen", "catapult", 2)
    regions = {"a": held(0, "ratmen"), "c": held(1, "humans", 2)}
    why = "b borders a, and the Catapult there shoots over a neighbour"
    refused_all_sets(regions, rats, "catapult a", "conquer b with catapult", because=why)
    refused_all_sets(regions, rats, "catapult a", "conquer d with catapult", because="d shares no neighbour with a")
    why = "c costs 3: 2 + 2 Humans - 1 Catapult; you have 2 tokens, 1 short"
    refused_all_sets(regions, rats, "catapult a", "conquer c with catapult", because=why)
    why = "c costs 3 and you have 3: take it outright"
    refused_all_sets(regions, boxed("ratmen", "catapult", 3), "catapult a", "conquer c with die", because=why)


def test_igors_are_told_their_price_their_souls_and_the_moment() -> None:
    regions = {"a": held(0, "igors")}
    poor = boxed("igors", "swamp", 2, igor_souls=1)
    refused_all_sets(regions, poor, "exchange", because="A new token costs 2 souls; you have 1.")
    rich = boxed("igors", "swamp", 2, igor_souls=4)
    refused_all_sets(regions, rich, "conquer b", "exchange", because="at the start of the turn")
    full = {"a": held(0, "igors", 15)}
    refused_all_sets(full, boxed("igors", "swamp", 0, igor_souls=4), "exchange", because="No Igors token is left")


def test_fireballs_and_behemoths_say_what_is_missing() -> None:
    regions = {"a": held(0, "ratmen")}
    refused_all_sets(regions, boxed("ratmen", "fireball", 2), "fireball", because="No Fireball is left: you have none.")
    one = boxed("ratmen", "fireball", 2, fireballs=1)
    refused_all_sets(regions, one, "fireball", "fireball", because="all 1 of yours are put up")
    why = "the number of swamps you hold, and you hold none"
    refused_all_sets(regions, boxed("ratmen", "behemoth", 2), "behemoth 1", because=why)
    swamps = {"d": held(0, "ratmen")}
    beasts = boxed("ratmen", "behemoth", 4)
    refused_all_sets(swamps, beasts, "behemoth 1", "conquer c", "behemoth 1", because="stays where it has attacked")
    refused_all_sets(swamps, boxed("ratmen", "behemoth"), "behemoth 2", because="takes at least 1 in hand; you have 0")
    refused_all_sets(swamps, beasts, "cancel", because="nothing to take back")


def test_a_stack_that_cannot_be_placed_is_told_why() -> None:
    dry, wet = {"a": held(0, "ratmen", 2)}, {"d": held(0, "ratmen")}
    beasts = boxed("ratmen", "behemoth")
    refused_all_sets(
        dry, beasts, "stop", "place behemoth1 a", because="the number of swamps you hold, and you hold none"
    )
    refused_all_sets(wet, beasts, "stop", "place behemoth1 c", because="c is not held by your active race")
    refused_all_sets(
        wet, beasts, "stop", "place behemoth1 d", "place behemoth1 d", because="Behemoth 1 has been placed."
    )


def test_a_piece_out_of_its_phase_is_named_with_its_own_region() -> None:
    gold = boxed("leprechauns", "swamp", 2)
    refused_all_sets({"a": held(0, "leprechauns")}, gold, "place pot b", because="`place pot b` has no place")
