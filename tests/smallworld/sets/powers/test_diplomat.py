"""Diplomat: peace with one opponent whose active race was not attacked."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import (
    TRIBE,
    active,
    combos,
    events_of_type,
    granted,
    held,
    legal,
    offers,
    player,
    refused,
    tokens,
)

DIPLOMAT = player("giants", "diplomat")
FOES = [player("ratmen", "hill"), player("orcs", "swamp")]
ROW = {"b": held(0, "giants"), "c": held(1, "ratmen", 6)}


def test_the_diplomat_may_name_any_opponent_he_did_not_attack() -> None:
    """Ruling 91."""
    reply = granted({"a": held(0, "giants")}, [DIPLOMAT, *FOES], "stop")
    assert (reply["phase"], legal(reply)) == ("finish", ["ally 1", "ally 2", "done"])


def test_the_diplomat_need_not_name_anybody() -> None:
    """Seed 000: may."""
    reply = granted({"a": held(0, "giants")}, [DIPLOMAT, *FOES], "stop", "done")
    assert (reply["position"]["player"], active(reply, 0)["ally"]) == (1, None)


def test_the_diplomat_names_one_ally_only() -> None:
    """Ruling 91."""
    why = "Seat 1 is your ally already: one per turn"
    refused({"a": held(0, "giants")}, [DIPLOMAT, *FOES], "stop", "ally 1", "ally 2", because=why)


def test_the_diplomat_is_no_ally_of_himself() -> None:
    """Ruling 91: an opponent."""
    refused({"a": held(0, "giants")}, [DIPLOMAT, *FOES], "stop", "ally 0", because="Seat 0 is no opponent of yours")


def test_an_opponent_whose_active_race_was_attacked_is_no_ally() -> None:
    """Ruling 91."""
    regions = {"a": held(0, "giants", 4), "b": held(1, "ratmen")}
    reply = granted(regions, [DIPLOMAT, *FOES], "conquer b", "stop", "place a 2", "done")
    assert offers(reply, "ally") == ["ally 2"]


def test_a_failed_attempt_counts_as_an_attack() -> None:
    """Ruling 92."""
    regions = {"a": held(0, "giants", 2), "b": held(1, "ratmen")}
    reply = granted(regions, [DIPLOMAT, *FOES], "conquer b with die", "place a", "done", rolls=(0,))
    assert offers(reply, "ally") == ["ally 2"]


def test_attacking_declined_tokens_spoils_nothing() -> None:
    """Ruling 91: whose active race was not attacked."""
    regions = {"a": held(0, "giants", 4), "b": held(1, "elves", declined=True)}
    players = [DIPLOMAT, player("ratmen", "hill", declined=["elves"])]
    assert "ally 1" in legal(granted(regions, players, "conquer b", "stop", "place a 2", "done"))


def test_taking_a_lost_tribe_spoils_nothing() -> None:
    """Ruling 91."""
    regions = {"a": held(0, "giants", 4), "b": TRIBE}
    assert "ally 1" in legal(granted(regions, [DIPLOMAT, *FOES], "conquer b", "stop", "place a 2", "done"))


def test_with_everybody_attacked_there_is_nobody_to_name() -> None:
    """Protocol: finish exists for Diplomat with an eligible opponent."""
    regions = {"a": held(0, "giants", 4), "b": held(1, "ratmen")}
    reply = granted(regions, [DIPLOMAT, FOES[0]], "conquer b", "stop", "place a 2", "done")
    assert reply["position"]["player"] == 1


def test_a_pact_is_possible_with_two_players() -> None:
    """Ruling 92."""
    assert "ally 1" in legal(granted({"a": held(0, "giants")}, [DIPLOMAT, FOES[0]], "stop"))


def test_the_diplomat_may_make_a_pact_in_the_turn_he_is_picked() -> None:
    """Ruling 91: at the end of an expanding turn."""
    moves = ("pick 1", "conquer a", "stop", "place a 10", "done", "ally 1", "done")
    reply = granted({}, [player(), *FOES], *moves, column=combos("giants+diplomat"))
    assert active(reply, 0)["ally"] == 1


@pytest.mark.parametrize("means", ["", " with die"])
def test_the_ally_cannot_attack_the_diplomats_active_race(means: str) -> None:
    """Ruling 91."""
    regions = ROW | {"c": held(1, "ratmen", 2 if means else 6)}
    players = [DIPLOMAT, FOES[0]]
    refused(regions, players, "stop", "ally 1", "done", "conquer b" + means, because="b is protected by a pact: seat 0")


def test_the_ally_cannot_send_his_dragon() -> None:
    """Ruling 91: in any way."""
    players = [DIPLOMAT, player("ratmen", "dragon_master")]
    refused(ROW, players, "stop", "ally 1", "done", "conquer b with dragon", because="b is protected by a pact: seat 0")


def test_the_ally_cannot_use_a_berserk_roll_against_the_diplomat() -> None:
    """Ruling 91: in any way."""
    players = [DIPLOMAT, player("ratmen", "berserk")]
    why = "b is protected by a pact: seat 0"
    refused(ROW, players, "stop", "ally 1", "done", "roll", "conquer b", rolls=(3,), because=why)


def test_others_than_the_ally_may_attack() -> None:
    """Ruling 91."""
    regions = {"b": held(0, "giants"), "c": held(2, "orcs", 6), "e": held(1, "ratmen")}
    reply = granted(regions, [DIPLOMAT, *FOES], "stop", "ally 1", "done", "stop", "conquer b")
    assert tokens(reply, "b") == 3


def test_the_pact_does_not_cover_the_diplomats_declined_race() -> None:
    """Ruling 93."""
    regions = {"b": held(0, "elves", declined=True), "c": held(1, "ratmen", 6), "e": held(0, "giants")}
    players = [player("giants", "diplomat", declined=["elves"]), FOES[0]]
    assert tokens(granted(regions, players, "stop", "ally 1", "done", "conquer b"), "b") == 3


def test_the_diplomat_himself_is_not_bound_by_his_pact() -> None:
    """Ruling 91: it ends when his next turn begins, so he may attack whom he made peace with."""
    regions = {"a": held(0, "giants", 4), "b": held(1, "ratmen")}
    reply = granted(regions, [player("giants", "diplomat", ally=1), FOES[0]], "conquer b")
    assert tokens(reply, "b") == 3


def test_the_pact_ends_when_the_diplomats_next_turn_begins() -> None:
    """Rulings 21, 91."""
    reply = granted({"a": held(0, "giants")}, [player("giants", "diplomat", ally=1), FOES[0]])
    assert active(reply, 0)["ally"] is None
    assert events_of_type(reply, "pact_ended")


def test_a_pact_that_was_not_renewed_does_not_bind() -> None:
    """Seed 000: until your next turn."""
    regions = ROW | {"c": held(1, "ratmen", 6)}
    players = [player("giants", "diplomat", ally=1), FOES[0]]
    assert "conquer b" in legal(granted(regions, players, "stop", "done"))


def test_the_ally_may_change_each_turn() -> None:
    """Seed 000."""
    reply = granted({"a": held(0, "giants")}, [player("giants", "diplomat", ally=1), *FOES], "stop", "ally 2", "done")
    assert active(reply, 0)["ally"] == 2


def test_a_player_between_two_races_may_be_the_ally() -> None:
    """Ruling 92."""
    assert "ally 1" in legal(granted({"a": held(0, "giants")}, [DIPLOMAT, player()], "stop"))


def test_the_pact_covers_a_race_the_ally_picks_later() -> None:
    """Ruling 92: it binds the player."""
    moves = ("stop", "ally 1", "done", "pick 1", "conquer a")
    why = "a is protected by a pact: seat 0"
    refused({"a": held(0, "giants")}, [DIPLOMAT, player()], *moves, column=combos("ratmen+flying"), because=why)


def test_the_pact_ends_when_the_diplomat_declines() -> None:
    """Ruling 93."""
    reply = granted(ROW, [DIPLOMAT, FOES[0]], "decline")
    assert "conquer b" in legal(reply)


def test_a_diplomat_who_declines_makes_no_pact() -> None:
    """Ruling 91: at the end of an expanding turn."""
    assert granted(ROW, [DIPLOMAT, FOES[0]], "decline")["position"]["player"] == 1


def test_the_pact_stands_while_the_diplomat_has_no_region() -> None:
    """Ruling 91: his race is still active."""
    reply = granted({"c": held(1, "ratmen")}, [player("giants", "diplomat", hand=2), FOES[0]], "stop", "ally 1", "done")
    assert active(reply, 0)["ally"] == 1
