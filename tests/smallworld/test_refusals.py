"""Refusals name the rule, the place and the numbers, in words a player understands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.asking import TRIBE, barred, board, combos, held, player, refused

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
    assert refused(regions, rats(2), "conquer b", on=peak()) == (
        "Shatterhorn costs 6: 2 + 1 mountain + 2 Trolls + 1 lair; "
        "you have 2 tokens, 4 short, and the die gives at most 3."
    )


def test_too_dear_but_within_the_die_says_how_to_try_it() -> None:
    message = refused(RATS | {"b": TRIBE}, rats(1), "conquer b", on=peak())
    assert message == (
        "Shatterhorn costs 4: 2 + 1 mountain + 1 Lost Tribe; "
        "you have 1 token, 3 short; `conquer b with die` may try it."
    )


def test_discounts_are_part_of_the_sum() -> None:
    message = refused(RATS | {"b": TRIBE}, rats(1, "commando"), "conquer b", on=peak())
    assert "costs 3: 2 + 1 mountain + 1 Lost Tribe - 1 Commando" in message


def test_beyond_the_die_tells_the_same_sum() -> None:
    regions = RATS | {"b": held(1, "trolls", 3)}
    message = refused(regions, rats(1), "conquer b with die", on=peak())
    assert message.endswith("you have 1 token, 5 short, and the die gives at most 3.")


def test_the_die_is_refused_when_the_region_can_be_taken_outright() -> None:
    assert "costs 2 and you have 4: take it outright" in refused(RATS, rats(), "conquer b with die")


@pytest.mark.parametrize(
    ("piece", "power", "words"),
    [
        ("hero", "heroic", "a Hero stands there"),
        ("dragon", "dragon_master", "the Dragon is there"),
        ("hole", "flying", "Hole-in-the-Ground"),
    ],
)
def test_immunity_names_the_piece(piece: str, power: str, words: str) -> None:
    regions = RATS | {"b": held(1, "halflings", 1, declined=False, **{piece: 1})}
    message = refused(regions, [player("ratmen", "stout", 4), player("halflings", power)], "conquer b", on=peak())
    assert message.startswith("Shatterhorn is immune: ")
    assert words in message


def test_a_pact_names_the_seat() -> None:
    players = [player("ratmen", "stout", 4), player("trolls", "diplomat", ally=0)]
    message = refused(RATS | {"b": held(1, "trolls")}, players, "conquer b", on=peak())
    assert "Shatterhorn is protected by a pact: seat 1" in message


def test_water_names_the_power_it_takes() -> None:
    assert "s is a sea: only an active Seafaring race" in refused(
        {"c": held(0, "ratmen")}, rats(), "conquer s", on=peak()
    )


def test_out_of_reach_names_place_and_race() -> None:
    assert refused(RATS, rats(), "conquer c") == "c does not border a region of your Ratmen."


def test_entering_inland_names_the_border_rule() -> None:
    message = refused({}, rats(), "conquer b", on=peak())
    assert "Shatterhorn is inland" in message
    assert "border region" in message


def test_an_own_region_is_already_held() -> None:
    assert "a is already held by your Ratmen" in refused(RATS, rats(), "conquer a")


def test_an_empty_hand_is_named() -> None:
    assert "0 tokens in hand" in refused(RATS, rats(0), "conquer b")


def test_an_unknown_region_is_named() -> None:
    assert refused(RATS, rats(), "conquer nowhere") == "There is no region nowhere on this map."


def test_a_combo_too_dear_tells_price_and_purse() -> None:
    message = refused({}, [player(coins=2), player()], "pick 5", column=SIX)
    assert "Combo 5 costs 4 coins" in message
    assert "you have 2" in message


def test_no_such_combo() -> None:
    assert "no combo 7" in refused({}, [player(), player()], "pick 7", column=SIX)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (("pick 1",), "phase is conquer"),
        (("done",), "Conquests end with `stop`"),
        (("place a",), "phase is conquer"),
        (("roll",), "Berserk"),
        (("ally 1",), "Diplomat"),
        (("conquer b with dragon",), "Dragon Master"),
        (("conquer b", "abandon a"), "before the first conquest"),
        (("conquer b", "decline"), "whole turn"),
        (("stop", "conquer b"), "conquests are over"),
        (("stop", "stop"), "phase is redeploy"),
        (("stop", "done"), "must be placed first"),
        (("stop", "decline"), "Stout Ratmen decline after scoring"),
        (("stop", "place hero a"), "these belong to the Heroic"),
        (("stop", "place encampment a"), "no encampment"),
        (("stop", "place fortress a"), "the power of the Fortified"),
        (("stop", "place a 9"), "4 tokens of the Ratmen in hand"),
        (("stop", "place b"), "b is not held by your active race"),
    ],
)
def test_a_move_at_the_wrong_time_says_when_it_is_made(moves: tuple[str, ...], words: str) -> None:
    assert words in refused(RATS, rats(), *moves)


def test_before_the_pick_conquests_are_not_called_over() -> None:
    """They have not begun: the player has to pick a combo first."""
    message = refused({}, [player(), player()], "conquer a", column=SIX)
    assert "over" not in message
    assert "pick" in message


def test_active_troops_on_a_declined_region_are_refused_by_that_rule() -> None:
    """Ruling 40: the message speaks of the decline, not of an empty hand of the other race."""
    regions = RATS | {"c": held(0, "elves", declined=True)}
    players = [player("ratmen", "stout", 2, declined=["elves"]), player()]
    assert "decline" in refused(regions, players, "stop", "place c")


@pytest.mark.parametrize("target", [{}, {"b": held(1, "trolls", 2)}, {"b": held(1, "trolls")}])
def test_sorcery_by_others_is_refused_as_the_sorcerers_power(target: dict[str, Any]) -> None:
    assert "Sorcerers' power" in refused(RATS | target, rats(), "conquer b with sorcery")


def test_an_abandon_elsewhere_names_the_region() -> None:
    assert refused(RATS, rats(), "abandon b") == "b is not held by your Ratmen."


def test_messages_use_the_names_of_the_map_not_only_its_numbers() -> None:
    message = refused({}, rats(), "conquer 12", options={"map": "map-2p"})
    assert "12" not in message


# Moves that only one race or badge has


def boxed(race: str, power: str, hand: int = 0, **more: Any) -> list[dict[str, Any]]:
    return [player(race, power, hand, 0, **more), player("humans", "forest", 0, 0)]


def test_sorcery_names_the_hordes_and_behemoths_that_protect_a_token() -> None:
    witches = {"a": held(0, "sorcerers")}
    players = [player("sorcerers", "swamp"), player("humans", "hordes_of", hordes=1)]
    message = barred(witches | {"b": held(1, "humans", 1, horde=1)}, players, "conquer b with sorcery")
    assert message == "Sorcery needs a single token; in b there are Hordes tokens too."
    marsh = {"b": {**held(1, "humans"), "pieces": {"behemoth": [1]}}, "d": held(1, "humans")}
    players = [player("sorcerers", "hill"), player("humans", "behemoth")]
    assert barred(witches | marsh, players, "conquer b with sorcery").startswith("A Behemoth protects the single token")


def test_the_catapult_says_why_it_cannot_be_set_up() -> None:
    rats = boxed("ratmen", "catapult", 1)
    regions = {"a": held(0, "ratmen")}
    assert barred(regions, rats, "catapult b") == "The Catapult is set up in a region you hold, and b is not yours."
    alone = board("a:hill,border s:sea,border c:hill")
    assert "land or lake but no sea" in barred(regions, rats, "catapult a", on=alone)
    dear = regions | {"c": held(1, "humans", 8)}
    assert "reaches c, too dear even with one token less" in barred(dear, rats, "catapult a")
    twice = ("catapult a", "conquer c with catapult", "catapult a")
    assert "once per turn, and has done so" in barred(regions, boxed("ratmen", "catapult", 4), *twice)


def test_the_aimed_catapult_says_what_is_out_of_its_range_and_what_it_costs() -> None:
    rats = boxed("ratmen", "catapult", 2)
    regions = {"a": held(0, "ratmen"), "c": held(1, "humans", 2)}
    assert "b borders a" in barred(regions, rats, "catapult a", "conquer b with catapult")
    assert "d shares no neighbour with a" in barred(regions, rats, "catapult a", "conquer d with catapult")
    message = barred(regions, rats, "catapult a", "conquer c with catapult")
    assert message.startswith("c costs 3: 2 + 2 Humans - 1 Catapult; you have 2 tokens, 1 short")
    enough = barred(regions, boxed("ratmen", "catapult", 3), "catapult a", "conquer c with die")
    assert enough.startswith("c costs 3 and you have 3: take it outright")


def test_igors_are_told_their_price_their_souls_and_the_moment() -> None:
    regions = {"a": held(0, "igors")}
    poor = boxed("igors", "swamp", 2, igor_souls=1)
    assert barred(regions, poor, "exchange") == "A new token costs 2 souls; you have 1."
    rich = boxed("igors", "swamp", 2, igor_souls=4)
    assert "at the start of the turn" in barred(regions, rich, "conquer b", "exchange")
    full = {"a": held(0, "igors", 15)}
    assert "No Igors token is left" in barred(full, boxed("igors", "swamp", 0, igor_souls=4), "exchange")


def test_fireballs_and_behemoths_say_what_is_missing() -> None:
    regions = {"a": held(0, "ratmen")}
    assert barred(regions, boxed("ratmen", "fireball", 2), "fireball") == "No Fireball is left: you have none."
    one = boxed("ratmen", "fireball", 2, fireballs=1)
    assert "all 1 of yours are put up" in barred(regions, one, "fireball", "fireball")
    assert "you hold none" in barred(regions, boxed("ratmen", "behemoth", 2), "behemoth 1")
    swamps = {"d": held(0, "ratmen")}
    beasts = boxed("ratmen", "behemoth", 4)
    assert "stays where it has attacked" in barred(swamps, beasts, "behemoth 1", "conquer c", "behemoth 1")
    assert "takes at least 1 in hand; you have 0" in barred(swamps, boxed("ratmen", "behemoth"), "behemoth 2")
    assert "nothing to take back" in barred(swamps, beasts, "cancel")


def test_a_stack_that_cannot_be_placed_is_told_why() -> None:
    dry, wet = {"a": held(0, "ratmen", 2)}, {"d": held(0, "ratmen")}
    beasts = boxed("ratmen", "behemoth")
    assert "you hold none" in barred(dry, beasts, "stop", "place behemoth1 a")
    assert "c is not held by your active race" in barred(wet, beasts, "stop", "place behemoth1 c")
    assert barred(wet, beasts, "stop", "place behemoth1 d", "place behemoth1 d") == "Behemoth 1 has been placed."


def test_a_piece_out_of_its_phase_is_named_with_its_own_region() -> None:
    gold = boxed("leprechauns", "swamp", 2)
    assert barred({"a": held(0, "leprechauns")}, gold, "place pot b").startswith("`place pot b` has no place")
