"""Kobolds: never fewer than two anywhere, until they decline."""

from __future__ import annotations

from typing import Any

from tests.refusals import rejected
from tests.smallworld.positions import (
    TRIBE,
    ask,
    combos,
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
from tests.smallworld.positions import WITH_BOXES as BOXES


def kobolds(hand: int = 0, power: str = "hill", **more: Any) -> dict[str, Any]:
    """A Kobold player."""
    return player("kobolds", power, hand=hand, **more)


HOME = {"a": held(0, "kobolds", 2)}
FOE = player("orcs", "swamp")


def test_kobolds_have_eleven_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("kobolds+hill")), 0) == 15


def test_ready_leaves_two() -> None:
    """Rulings 47, 114."""
    reply = granted_all_sets({"a": held(0, "kobolds", 5), "b": held(0, "kobolds", 2)}, [kobolds(), FOE])
    assert (tokens(reply, "a"), tokens(reply, "b"), hand(reply, 0)) == (2, 2, 3)


def test_redeployment_keeps_two() -> None:
    """Ruling 114."""
    reply = granted_all_sets({"a": held(0, "kobolds", 5)}, [kobolds(), FOE], "conquer b", "stop")
    assert (tokens(reply, "a"), tokens(reply, "b"), hand(reply, 0)) == (2, 2, 1)


def test_a_conquest_costs_at_least_two() -> None:
    """Rulings 26, 114."""
    assert tokens(granted_all_sets(HOME, [kobolds(2, "were"), FOE], "conquer b", turn=4), "b") == 2


def test_one_in_hand_conquers_nothing() -> None:
    """Ruling 114."""
    reply = granted_all_sets(HOME, [kobolds(1, "were"), FOE], turn=4)
    assert offers(reply, "conquer") == []


def test_two_in_hand_pay_a_price_of_one_with_two() -> None:
    """Ruling 114: never fewer than two."""
    reply = granted_all_sets(HOME, [kobolds(3, "commando"), FOE], "conquer b")
    assert (tokens(reply, "b"), hand(reply, 0)) == (2, 1)


def test_a_die_attempt_needs_two() -> None:
    """Ruling 114."""
    regions = HOME | {"b": TRIBE}
    assert offers(granted_all_sets(regions, [kobolds(1), FOE]), "conquer") == []
    assert offers(granted_all_sets(regions, [kobolds(2), FOE]), "conquer") == ["conquer b with die"]


def test_a_lucky_die_brings_both() -> None:
    """Rulings 44, 114."""
    reply = granted_all_sets(HOME | {"b": TRIBE}, [kobolds(2), FOE], "conquer b with die", rolls=(1,))
    assert (tokens(reply, "b"), region(reply, "b")["race"]) == (2, "kobolds")


def test_a_berserk_roll_needs_two() -> None:
    """Rulings 86, 114."""
    assert offers(granted_all_sets(HOME, [kobolds(1, "berserk"), FOE]), "roll") == []
    reply = granted_all_sets(HOME, [kobolds(2, "berserk"), FOE], "roll", "conquer b", rolls=(3,))
    assert tokens(reply, "b") == 2


def test_the_dragon_needs_two() -> None:
    """Rulings 94, 114."""
    regions = HOME | {"b": held(1, "orcs", 6)}
    assert offers(granted_all_sets(regions, [kobolds(1, "dragon_master"), FOE]), "conquer") == []
    assert tokens(granted_all_sets(regions, [kobolds(2, "dragon_master"), FOE], "conquer b with dragon"), "b") == 2


def test_mercenaries_leave_a_price_of_two() -> None:
    """Rulings 114, 137."""
    regions = HOME | {"b": TRIBE}
    assert offers(granted_all_sets(regions, [kobolds(1, "mercenary"), FOE]), "conquer") == []
    assert tokens(granted_all_sets(regions, [kobolds(3, "mercenary"), FOE], "conquer b with mercenary"), "b") == 2


def test_the_catapult_needs_two() -> None:
    """Rulings 114, 128."""
    assert offers(granted_all_sets(HOME, [kobolds(1, "catapult"), FOE]), "catapult") == []
    reply = granted_all_sets(HOME, [kobolds(2, "catapult"), FOE], "catapult a", "conquer c with catapult")
    assert (tokens(reply, "c"), hand(reply, 0)) == (2, 0)


def test_a_fireball_needs_two() -> None:
    """Ruling 132."""
    assert offers(granted_all_sets(HOME, [kobolds(1, "fireball", fireballs=2), FOE]), "fireball") == []
    reply = granted_all_sets(HOME, [kobolds(2, "fireball", fireballs=2), FOE], "fireball", "conquer b")
    assert tokens(reply, "b") == 2


def test_a_behemoth_needs_two() -> None:
    """Rulings 114, 126."""
    regions = {"d": held(0, "kobolds", 2)}
    assert offers(granted_all_sets(regions, [kobolds(1, "behemoth"), FOE]), "behemoth") == []
    reply = granted_all_sets(regions, [kobolds(2, "behemoth"), FOE], "behemoth 1", "conquer c")
    assert (tokens(reply, "c"), pieces_with_stacks(reply, "c")) == (2, {"behemoth": [1]})


def test_decline_leaves_one_in_each() -> None:
    """Ruling 114."""
    regions = {"a": held(0, "kobolds", 4), "b": held(0, "kobolds", 2)}
    reply = granted_all_sets(regions, [kobolds(), player("orcs", "swamp")], "decline")
    assert (tokens(reply, "a"), tokens(reply, "b"), declined(reply, 0)) == (1, 1, ["kobolds"])


def test_a_stout_decline_leaves_one_in_each() -> None:
    """Rulings 103, 114."""
    reply = granted_all_sets(HOME, [kobolds(0, "stout"), FOE], "stop", "decline")
    assert (tokens(reply, "a"), region(reply, "a")["declined"]) == (1, True)


def test_a_declined_kobold_costs_three() -> None:
    """Rulings 25, 114."""
    regions = {"a": held(0, "orcs"), "b": held(1, "kobolds", declined=True)}
    reply = granted_all_sets(regions, [player("orcs", "swamp", hand=3), player(declined=["kobolds"])], "conquer b")
    assert tokens(reply, "b") == 3


def test_survivors_join_other_kobolds() -> None:
    """Rulings 37, 114."""
    regions = {"a": held(0, "orcs"), "b": held(1, "kobolds", 2), "e": held(1, "kobolds", 2)}
    players = [player("orcs", "swamp", hand=4), kobolds()]
    reply = granted_all_sets(regions, players, "conquer b", "stop", "place a 3", "done", "place e", "done")
    assert (reply["to_move"], tokens(reply, "e"), hand(reply, 1)) == (1, 2, 1)


def test_a_lone_kobold_without_a_region_stays_in_hand_and_cannot_enter() -> None:
    """Ruling 115."""
    reply = granted_all_sets({}, [kobolds(1), FOE])
    assert (reply["phase"], legal(reply)) == ("conquer", ["decline", "stop"])


def test_two_kobolds_without_a_region_enter() -> None:
    """Ruling 115."""
    assert tokens(granted_all_sets({}, [kobolds(2), FOE], "conquer a"), "a") == 2


def test_sorcerers_cannot_touch_two_kobolds() -> None:
    """Ruling 81."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "kobolds", 2)}
    players = [player("sorcerers", "hill", hand=1), kobolds(power="swamp")]
    refused_all_sets(
        regions, players, "conquer b with sorcery", because="Sorcery needs a single token; in b there are 2 Kobolds"
    )


def test_an_abandoned_region_gives_both_back() -> None:
    """Ruling 48."""
    assert hand(granted_all_sets(HOME, [kobolds(), FOE], "abandon a"), 0) == 2


def test_a_position_with_a_lone_active_kobold_is_refused() -> None:
    """Ruling 114: a position that breaks a limit."""
    reply = ask({"a": held(0, "kobolds")}, [kobolds(), FOE], options=BOXES)
    rejected(reply, "bad_position", because="Kobolds stand with at least 2 tokens, also in region a.")


def test_amazingly_many_kobolds_go_on_in_a_position() -> None:
    """Protocol: the position leads on with the same game."""
    assert same_game(granted_all_sets({"a": held(0, "kobolds", 9)}, [kobolds(), FOE], "conquer b", "stop", "place b 2"))


def test_a_lost_kobold_is_one_of_two() -> None:
    """Rulings 37, 114: one is lost, the other comes to hand."""
    regions = {"a": held(0, "orcs"), "b": held(1, "kobolds", 2)}
    reply = granted_all_sets(regions, [player("orcs", "swamp", hand=4), kobolds()], "conquer b")
    assert hand(reply, 1) == 1
