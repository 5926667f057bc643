"""Fireball: markers from magic sources, worth two tokens in one attack."""

from __future__ import annotations

from typing import Any

from tests.refusals import rejected
from tests.smallworld.positions import (
    TRIBE,
    active,
    ask,
    board,
    combos,
    continued_all_sets,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    player,
    refused_all_sets,
    region,
    same_game,
    tokens,
)

MAGIC = board("a:farmland,border+magic b:forest c:hill+magic d:swamp e:farmland,border")


def mages(hand: int = 0, balls: int = 0, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A Fireball player."""
    return player(race, "fireball", hand=hand, fireballs=balls, **more)


def balls(reply: dict[str, Any]) -> int:
    """The markers of seat 0."""
    return int(active(reply, 0)["fireballs"])


HOME = {"a": held(0, "ratmen")}
FORT = HOME | {"b": held(1, "orcs", 4)}
FOE = player("orcs", "swamp")


def test_the_badge_brings_five_tokens() -> None:
    """Ruling 14; facts."""
    reply = granted_all_sets({}, [player(), player()], "pick 1", column=combos("ratmen+fireball"))
    assert (hand(reply, 0), balls(reply)) == (13, 0)


def test_redeployment_brings_one_for_each_magic_source() -> None:
    """Ruling 132."""
    regions = HOME | {"b": held(0, "ratmen"), "c": held(0, "ratmen", 2)}
    assert balls(granted_all_sets(regions, [mages(), FOE], "stop", on=MAGIC)) == 2


def test_a_source_conquered_this_turn_counts() -> None:
    """Ruling 132: held in redeployment."""
    assert balls(granted_all_sets({}, [mages(3), FOE], "conquer a", "stop", on=MAGIC)) == 1


def test_they_come_even_when_nothing_is_to_be_placed() -> None:
    """Ruling 132; protocol: a skipped redeployment is still one."""
    reply = granted_all_sets(HOME, [mages(), FOE], "stop", on=MAGIC)
    assert (reply["to_move"], balls(reply)) == (1, 1)


def test_no_source_no_fireball() -> None:
    """Ruling 132."""
    assert balls(granted_all_sets({"b": held(0, "ratmen")}, [mages(), FOE], "stop", on=MAGIC)) == 0


def test_the_new_one_is_for_the_next_turn() -> None:
    """Ruling 132."""
    regions = HOME | {"e": held(1, "orcs")}
    reply = granted_all_sets(regions, [mages(2), FOE], on=MAGIC)
    assert offers(reply, "fireball") == []
    reply = granted_all_sets(regions, [mages(2), FOE], "stop", "place a 2", "done", "stop", on=MAGIC)
    assert (reply["to_move"], offers(reply, "fireball")) == (0, ["fireball"])


def test_each_is_worth_two_tokens() -> None:
    """Ruling 132."""
    reply = granted_all_sets(FORT, [mages(4, 1), FOE], "fireball", "conquer b")
    assert (tokens(reply, "b"), hand(reply, 0), balls(reply)) == (4, 0, 0)


def test_several_may_be_combined() -> None:
    """Ruling 132."""
    reply = granted_all_sets(FORT, [mages(3, 3), FOE], "fireball", "fireball", "conquer b")
    assert (tokens(reply, "b"), hand(reply, 0), balls(reply)) == (2, 1, 1)


def test_one_race_token_is_the_least() -> None:
    """Ruling 132."""
    reply = granted_all_sets(FORT, [mages(2, 3), FOE], "fireball", "fireball", "fireball", "conquer b")
    assert (tokens(reply, "b"), balls(reply)) == (1, 0)


def test_without_a_token_in_hand_there_is_no_attack() -> None:
    """Rulings 30, 132."""
    assert offers(granted_all_sets(FORT, [mages(0, 3), FOE]), "fireball") == []
    refused_all_sets(
        FORT, [mages(0, 3), FOE], "fireball", because="A conquest by Ratmen takes at least 1 in hand; you have 0"
    )


def test_no_more_than_there_are() -> None:
    """Ruling 132."""
    refused_all_sets(
        FORT, [mages(4, 1), FOE], "fireball", "fireball", because="No Fireball is left: all 1 of yours are put up"
    )


def test_they_hold_for_one_conquest() -> None:
    """Ruling 132: in one attack."""
    reply = granted_all_sets(HOME, [mages(4, 1), FOE], "fireball", "conquer b", "conquer c")
    assert (tokens(reply, "b"), tokens(reply, "c")) == (1, 2)


def test_cancel_takes_all_back() -> None:
    """Protocol."""
    reply = granted_all_sets(FORT, [mages(4, 2), FOE], "fireball", "fireball", "cancel")
    assert balls(reply) == 2
    assert {"fireball", "stop", "decline", "abandon a"} <= set(legal(reply))
    assert "cancel" not in legal(reply)


def test_nothing_else_can_be_done_while_one_is_committed() -> None:
    """Protocol: committed to the next conquest."""
    reply = granted_all_sets(FORT, [mages(2, 2), FOE], "fireball")
    assert set(legal(reply)) == {"conquer b with die", "fireball", "cancel"}


def test_committed_markers_can_be_cancelled_and_then_the_race_declines() -> None:
    """Protocol: `cancel` takes all back."""
    assert granted_all_sets(FORT, [mages(4, 2), FOE], "fireball", "cancel", "decline")["ok"]


def test_they_count_before_the_die() -> None:
    """Rulings 43, 132: one to three short after them."""
    assert "conquer b with die" not in legal(granted_all_sets(FORT, [mages(2, 1), FOE]))
    reply = granted_all_sets(FORT, [mages(2, 1), FOE], "fireball", "conquer b with die", rolls=(2,))
    assert (region(reply, "b")["race"], tokens(reply, "b"), balls(reply)) == ("ratmen", 1, 0)


def test_a_failed_die_spends_them() -> None:
    """Ruling 132."""
    reply = granted_all_sets(FORT, [mages(2, 2), FOE], "fireball", "conquer b with die", rolls=(1,))
    assert (region(reply, "b")["race"], hand(reply, 0), balls(reply)) == ("orcs", 2, 1)


def test_no_die_for_what_they_pay() -> None:
    """Ruling 46."""
    why = "b costs 4 and you have 4: take it outright"
    refused_all_sets(FORT, [mages(4, 1), FOE], "fireball", "conquer b with die", because=why)


def test_nine_is_the_limit() -> None:
    """Ruling 174; facts."""
    assert balls(granted_all_sets(HOME, [mages(0, 9), FOE], "stop", on=MAGIC)) == 9
    assert balls(granted_all_sets(HOME, [mages(0, 8), FOE], "stop", on=MAGIC)) == 9


def test_they_keep_from_turn_to_turn() -> None:
    """Ruling 132: discarded once used."""
    regions = HOME | {"e": held(1, "orcs")}
    assert balls(granted_all_sets(regions, [mages(0, 2), FOE], "stop", "stop")) == 2


def test_they_are_gone_on_decline() -> None:
    """Rulings 132, 142."""
    reply = granted_all_sets(HOME, [mages(0, 5), FOE], "decline")
    assert reply["position"]["players"][0]["declined"][0].get("fireballs", 0) == 0


def test_declining_brings_none() -> None:
    """Ruling 55: no redeployment."""
    assert granted_all_sets(HOME, [mages(), FOE], "decline", on=MAGIC)["position"]["players"][0]["active"] is None


def test_they_add_to_a_race_discount() -> None:
    """Ruling 26."""
    regions = {"a": held(0, "goblins"), "b": TRIBE}
    assert tokens(granted_all_sets(regions, [mages(2, 1, "goblins"), FOE], "fireball", "conquer b"), "b") == 1


def test_sorcery_needs_none_and_takes_none() -> None:
    """Ruling 79: a substitution is no attack with tokens."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "orcs")}
    players = [mages(1, 1, "sorcerers"), FOE]
    why = "What is put up for a conquest is no use to sorcery"
    refused_all_sets(regions, players, "fireball", "conquer b with sorcery", because=why)
    assert balls(granted_all_sets(regions, players, "conquer b with sorcery")) == 1


def test_declined_ghouls_throw_none() -> None:
    """Ruling 68."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "e": held(0, "ratmen")}
    why = "Your declined Ghouls act now, without a badge"
    refused_all_sets(regions, [mages(2, 2, declined=["ghouls"]), FOE], "fireball", because=why)


def test_barbarians_get_theirs() -> None:
    """Rulings 105, 132: only the tokens stay where they are."""
    regions = {"a": held(0, "barbarians", 3)}
    assert balls(granted_all_sets(regions, [mages(0, 0, "barbarians"), FOE], "stop", on=MAGIC)) == 1


def test_after_the_conquest_nothing_is_abandoned() -> None:
    """Ruling 48."""
    why = "Regions are abandoned before the first conquest, and you have begun"
    refused_all_sets(FORT, [mages(4, 1), FOE], "fireball", "conquer b", "abandon a", because=why)


def test_a_position_can_stand_at_committed_fireballs() -> None:
    """Protocol: the position leads on with the same game."""
    reply = granted_all_sets(FORT, [mages(3, 3), FOE], "fireball", "fireball")
    assert same_game(reply)
    assert balls(continued_all_sets(reply, "conquer b")) == 1
    assert balls(continued_all_sets(reply, "cancel")) == 3


def test_a_position_cannot_commit_more_than_there_are() -> None:
    """Ruling 132: a position that breaks a limit."""
    players = [mages(3, 1), FOE]
    reply = ask(
        FORT, players, phase="conquer", this_turn={"fire": 3}, options={"sets": ["base", "cursed", "royal_bonus"]}
    )
    rejected(reply, "bad_position", because="More is committed to the next conquest than the race has.")


def test_other_badges_have_none() -> None:
    """Ruling 132."""
    refused_all_sets(HOME, [player("ratmen", "hill", hand=3), FOE], "fireball", because="Hill Ratmen have no Fireballs")
