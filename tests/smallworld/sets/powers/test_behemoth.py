"""Behemoth: two stacks as large as the number of swamps held."""

from __future__ import annotations

from typing import Any

import pytest

from tests.refusals import rejected
from tests.smallworld.positions import WITH_BOXES as BOXES
from tests.smallworld.positions import (
    ask,
    board,
    combos,
    continued_all_sets,
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

MARSH = board("a:swamp,border b:swamp c:hill d:swamp e:farmland,border")
FOE = player("orcs", "hill")


def tamers(hand: int = 0, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A Behemoth player."""
    return player(race, "behemoth", hand=hand, **more)


def stacked(seat: int, *sizes: int, race: str = "ratmen", tokens: int = 1) -> dict[str, Any]:
    """A region with Behemoth stacks."""
    return held(seat, race, tokens) | {"pieces": {"behemoth": list(sizes)}}


TWO = {"a": held(0, "ratmen"), "b": held(0, "ratmen")}
HELD = {"a": stacked(1, 2), "b": held(1, "ratmen"), "c": held(0, "orcs")}


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("ratmen+behemoth")), 0) == 12


# In attack


def test_a_stack_attacks_at_its_size() -> None:
    """Rulings 125, 126."""
    regions = TWO | {"c": held(1, "orcs", 2)}
    reply = granted_all_sets(regions, [tamers(2), FOE], "behemoth 1", "conquer c", on=MARSH)
    assert (tokens(reply, "c"), pieces_with_stacks(reply, "c"), hand(reply, 0)) == (2, {"behemoth": [2]}, 0)


def test_both_may_attack_together() -> None:
    """Ruling 126."""
    regions = TWO | {"c": held(1, "orcs", 4)}
    reply = granted_all_sets(regions, [tamers(2), FOE], "behemoth 1", "behemoth 2", "conquer c", on=MARSH)
    assert (tokens(reply, "c"), pieces_with_stacks(reply, "c")) == (2, {"behemoth": [2, 2]})


def test_a_race_token_goes_with_it() -> None:
    """Ruling 126: at least one."""
    reply = granted_all_sets(TWO, [tamers(2), FOE], "behemoth 1", "conquer c", on=MARSH)
    assert (tokens(reply, "c"), hand(reply, 0)) == (1, 1)
    assert offers(granted_all_sets(TWO, [tamers(0), FOE], on=MARSH), "behemoth") == []


def test_the_swamp_under_attack_does_not_count_yet() -> None:
    """Ruling 126."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs")}
    players = [tamers(2), FOE]
    reply = granted_all_sets(regions, players, "behemoth 1", "conquer b", on=MARSH)
    assert (tokens(reply, "b"), pieces_with_stacks(reply, "b")) == (2, {"behemoth": [2]})
    assert "conquer b" not in legal(granted_all_sets(regions, [tamers(1), FOE], "behemoth 1", on=MARSH))


def test_no_behemoths_before_the_first_swamp() -> None:
    """Ruling 126."""
    assert offers(granted_all_sets({"e": held(0, "ratmen")}, [tamers(5), FOE], on=MARSH), "behemoth") == []
    refused_all_sets(
        {}, [tamers(5), FOE], "behemoth 1", on=MARSH, because="the number of swamps you hold, and you hold none"
    )


def test_they_are_there_as_soon_as_a_swamp_is_held() -> None:
    """Ruling 125: at once."""
    reply = granted_all_sets({}, [tamers(5), FOE], "conquer a", on=MARSH)
    assert offers(reply, "behemoth") == ["behemoth 1", "behemoth 2"]


def test_a_stack_attacks_once_in_a_round() -> None:
    """Ruling 126: it stays where it attacked until redeployment."""
    reply = granted_all_sets(TWO, [tamers(4), FOE], "behemoth 1", "conquer c", on=MARSH)
    assert offers(reply, "behemoth") == ["behemoth 2"]


def test_sizes_grow_with_each_swamp_taken() -> None:
    """Ruling 125: stacks on the map too."""
    reply = granted_all_sets(TWO, [tamers(6), FOE], "behemoth 1", "conquer c", "conquer d", on=MARSH)
    assert pieces_with_stacks(reply, "c") == {"behemoth": [3]}


def test_a_stack_has_six_at_most() -> None:
    """Ruling 125."""
    bog = board(" ".join(f"{name}:swamp" for name in "abcdefg") + " h:hill,border")
    regions = {name: held(0, "ratmen") for name in "abcdefg"} | {"h": held(1, "orcs", 5)}
    reply = granted_all_sets(regions, [tamers(1), FOE], "behemoth 1", "conquer h", on=bog)
    assert pieces_with_stacks(reply, "h") == {"behemoth": [6]}


def test_cancel_takes_both_back() -> None:
    """Protocol."""
    reply = granted_all_sets(TWO, [tamers(2), FOE], "behemoth 1", "behemoth 2", "cancel", on=MARSH)
    assert {"behemoth 1", "behemoth 2", "stop", "decline", "abandon a"} <= set(legal(reply))


def test_nothing_else_can_be_done_while_one_is_committed() -> None:
    """Protocol: committed to the next conquest."""
    reply = granted_all_sets(TWO, [tamers(2), FOE], "behemoth 2", on=MARSH)
    assert set(legal(reply)) == {"conquer c", "behemoth 1", "cancel"}


def test_a_stack_is_committed_once() -> None:
    """Ruling 126: used whole."""
    why = "Behemoth 1 is put up for this conquest already"
    refused_all_sets(TWO, [tamers(2), FOE], "behemoth 1", "behemoth 1", on=MARSH, because=why)


def test_there_are_two_stacks() -> None:
    """Protocol."""
    refused_all_sets(TWO, [tamers(2), FOE], "behemoth 3", on=MARSH, because="There are two Behemoth stacks, 1 and 2")


def test_a_lucky_die_takes_the_stack_along() -> None:
    """Rulings 43, 126."""
    regions = TWO | {"c": held(1, "orcs", 4)}
    reply = granted_all_sets(regions, [tamers(2), FOE], "behemoth 1", "conquer c with die", rolls=(2,), on=MARSH)
    assert (reply["phase"], region(reply, "c")["race"], tokens(reply, "c")) == ("redeploy", "ratmen", 1)


def test_a_failed_die_leaves_it_in_hand() -> None:
    """Rulings 44, 127."""
    regions = TWO | {"c": held(1, "orcs", 4)}
    reply = granted_all_sets(regions, [tamers(2), FOE], "behemoth 1", "conquer c with die", rolls=(1,), on=MARSH)
    assert (region(reply, "c")["race"], offers(reply, "place behemoth1 a")) == ("orcs", ["place behemoth1 a"])


def test_they_come_to_hand_when_the_troops_are_readied() -> None:
    """Protocol: with every readying."""
    regions = {"a": stacked(0, 2, 2), "b": held(0, "ratmen")}
    reply = granted_all_sets(regions, [tamers(1), FOE], on=MARSH)
    assert (pieces_with_stacks(reply, "a"), offers(reply, "behemoth")) == ({}, ["behemoth 1", "behemoth 2"])


# In redeployment


def test_both_must_be_placed() -> None:
    """Protocol: while a swamp is held."""
    reply = granted_all_sets(TWO, [tamers(), FOE], "stop", on=MARSH)
    assert (reply["phase"], len(offers(reply, "place behemoth")), "done" in legal(reply)) == ("redeploy", 4, False)
    reply = continued_all_sets(reply, "place behemoth1 a", on=MARSH)
    assert "done" not in legal(reply)
    reply = continued_all_sets(reply, "place behemoth2 b", on=MARSH)
    assert (pieces_with_stacks(reply, "a"), pieces_with_stacks(reply, "b")) == ({"behemoth": [2]}, {"behemoth": [2]})
    assert legal(reply) == ["done"]


def test_both_may_stand_together() -> None:
    """Ruling 126."""
    reply = granted_all_sets(TWO, [tamers(), FOE], "stop", "place behemoth1 a", "place behemoth2 a", on=MARSH)
    assert pieces_with_stacks(reply, "a") == {"behemoth": [2, 2]}


def test_any_region_of_the_race_will_do() -> None:
    """Ruling 126: not only swamps."""
    regions = TWO | {"c": held(0, "ratmen")}
    assert "place behemoth1 c" in legal(granted_all_sets(regions, [tamers(), FOE], "stop", on=MARSH))


def test_no_declined_region_will() -> None:
    """Ruling 126: a race token with it."""
    regions = TWO | {"c": held(0, "elves", declined=True)}
    why = "c is not held by your active race, so no Behemoth of yours can go there"
    refused_all_sets(regions, [tamers(declined=["elves"]), FOE], "stop", "place behemoth1 c", on=MARSH, because=why)


def test_without_a_swamp_nothing_is_placed() -> None:
    """Rulings 125, 126."""
    reply = granted_all_sets({"e": held(0, "ratmen")}, [tamers(), FOE], "stop", on=MARSH)
    assert reply["to_move"] == 1


# In defence


def test_a_stack_defends_at_its_size() -> None:
    """Rulings 25, 125."""
    regions = HELD | {"b": stacked(1, 2)}
    assert "conquer b" not in legal(granted_all_sets(regions, [player("orcs", "hill", hand=4), tamers()], on=MARSH))
    assert (
        tokens(granted_all_sets(regions, [player("orcs", "hill", hand=5), tamers()], "conquer b", on=MARSH), "b") == 5
    )


def test_sizes_shrink_in_others_turns() -> None:
    """Ruling 125: other regions weaken mid-turn."""
    reply = granted_all_sets(HELD, [player("orcs", "hill", hand=9), tamers()], "conquer b", on=MARSH)
    assert pieces_with_stacks(reply, "a") == {"behemoth": [1]}
    assert tokens(continued_all_sets(reply, "conquer a", on=MARSH), "a") == 2 + 1 + 1


def test_with_the_last_swamp_the_stacks_go_to_hand() -> None:
    """Rulings 125, 126."""
    regions = {"b": held(1, "ratmen"), "d": held(0, "orcs"), "c": stacked(1, 1), "a": held(0, "orcs")}
    reply = granted_all_sets(regions, [player("orcs", "hill", hand=6), tamers()], "conquer b", on=MARSH)
    assert pieces_with_stacks(reply, "c") == {}


def test_a_race_token_is_lost_never_the_stack() -> None:
    """Ruling 127."""
    regions = HELD | {"b": stacked(1, 2, tokens=2)}
    reply = granted_all_sets(
        regions, [player("orcs", "hill", hand=6), tamers()], "conquer b", "stop", "place c 5", "done", on=MARSH
    )
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("withdraw", 1, 1)
    assert set(legal(reply)) == {"place a", "place behemoth2 a"}


def test_a_stack_is_placed_in_withdraw_also_without_survivors() -> None:
    """Ruling 127; protocol."""
    regions = {"a": held(1, "ratmen"), "b": stacked(1, 2), "c": held(0, "orcs")}
    moves = ("conquer b", "stop", "place c 4", "done")
    reply = granted_all_sets(regions, [player("orcs", "hill", hand=5), tamers()], *moves, on=MARSH)
    assert (reply["phase"], "done" in legal(reply)) == ("withdraw", False)
    reply = continued_all_sets(reply, "place behemoth1 a", "place behemoth2 a", on=MARSH)
    assert (pieces_with_stacks(reply, "a"), legal(reply)) == ({"behemoth": [1, 1]}, ["done"])


def test_without_a_region_it_stays_in_hand() -> None:
    """Ruling 127."""
    regions = {"b": stacked(1, 1), "c": held(0, "orcs")}
    reply = granted_all_sets(
        regions, [player("orcs", "hill", hand=4), tamers()], "conquer b", "stop", "place c 3", "done", on=MARSH
    )
    assert (reply["phase"], reply["to_move"]) == ("conquer", 1)


def test_elves_beside_a_stack_are_saved() -> None:
    """Rulings 65, 127."""
    regions = {"b": stacked(1, 1, race="elves"), "c": held(0, "orcs"), "e": held(1, "elves")}
    reply = granted_all_sets(regions, [player("orcs", "hill", hand=4), tamers(race="elves")], "conquer b", on=MARSH)
    assert hand(reply, 1) == 1


@pytest.mark.parametrize(("size", "safe"), [(1, True), (0, False)])
def test_a_stack_blocks_sorcery(size: int, safe: bool) -> None:
    """Ruling 81."""
    regions = {"b": stacked(1, 1) if size else held(1, "ratmen"), "c": held(0, "sorcerers")}
    reply = granted_all_sets(regions, [player("sorcerers", "hill", hand=1), tamers()], on=MARSH)
    assert ("conquer b with sorcery" not in legal(reply)) is safe


def test_sorcery_works_again_when_the_last_swamp_is_gone() -> None:
    """Rulings 81, 125, 126."""
    regions = {"b": held(0, "sorcerers"), "c": stacked(1, 1), "d": held(1, "ratmen")}
    players = [player("sorcerers", "flying", hand=4), tamers()]
    assert "conquer c with sorcery" not in legal(granted_all_sets(regions, players, on=MARSH))
    assert "conquer c with sorcery" in legal(granted_all_sets(regions, players, "conquer d", on=MARSH))


def test_the_dragon_does_not_mind_the_size() -> None:
    """Ruling 94."""
    regions = HELD | {"b": stacked(1, 2)}
    reply = granted_all_sets(
        regions, [player("orcs", "dragon_master", hand=1), tamers()], "conquer b with dragon", on=MARSH
    )
    assert (tokens(reply, "b"), pieces_with_stacks(reply, "b")) == (1, {"dragon": 1})


# Other rules


def test_they_are_gone_on_decline() -> None:
    """Rulings 127, 142."""
    regions = {"a": stacked(0, 2, 2), "b": held(0, "ratmen")}
    reply = granted_all_sets(regions, [tamers(), FOE], "decline", on=MARSH)
    assert (pieces_with_stacks(reply, "a"), tokens(reply, "a")) == ({}, 1)


def test_an_abandoned_swamp_makes_them_smaller() -> None:
    """Ruling 125: on every loss."""
    regions = TWO | {"c": held(1, "orcs", 2)}
    reply = granted_all_sets(regions, [tamers(1), FOE], "abandon a", "behemoth 1", on=MARSH)
    assert offers(reply, "conquer c") == ["conquer c with die"]


def test_they_are_no_race_tokens_in_a_tie() -> None:
    """Rulings 61, 127: stacks are not race tokens."""
    regions = {"a": stacked(0, 1, 1), "e": held(1, "orcs", 2)}
    players = [tamers(coins=5), player("orcs", "hill", coins=5)]
    moves = ("stop", "place behemoth1 a", "place behemoth2 a", "done", "stop", "place e", "done")
    reply = granted_all_sets(regions, players, *moves, on=MARSH, turn=10)
    assert reply["result"]["winners"] == [1]


def test_barbarians_leave_a_stack_where_it_attacked_and_place_the_other() -> None:
    """Rulings 105, 126: other pieces are placed normally."""
    regions = {"a": held(0, "barbarians"), "b": held(0, "barbarians")}
    players = [tamers(2, "barbarians"), FOE]
    reply = granted_all_sets(regions, players, "behemoth 1", "conquer c", "stop", on=MARSH)
    assert (pieces_with_stacks(reply, "c"), {move.split()[1] for move in offers(reply, "place")}) == (
        {"behemoth": [2]},
        {"behemoth2"},
    )


def test_pixies_place_their_stacks() -> None:
    """Rulings 118, 126."""
    regions = {"a": held(0, "pixies")}
    reply = granted_all_sets(regions, [tamers(3, "pixies"), FOE], "stop", on=MARSH)
    assert {move.split()[1] for move in offers(reply, "place")} == {"behemoth1", "behemoth2"}


def test_a_stack_of_any_size_reads_as_the_swamps_say() -> None:
    """Protocol: `behemoth` lists sizes only."""
    regions = {"a": stacked(1, 5), "b": held(1, "ratmen"), "c": held(0, "orcs")}
    assert pieces_with_stacks(granted_all_sets(regions, [FOE, tamers()], on=MARSH), "a") == {"behemoth": [2]}


def test_a_third_stack_is_refused() -> None:
    """Ruling 125: two stacks."""
    regions = {"a": stacked(1, 2, 2), "b": stacked(1, 2), "c": held(0, "orcs")}
    reply = ask(regions, [FOE, tamers()], on=MARSH, options=BOXES)
    rejected(reply, "bad_position", because="There are two Behemoth stacks; the position shows more.")


@pytest.mark.parametrize(
    "moves",
    [
        (),
        ("behemoth 2",),
        ("behemoth 1", "behemoth 2"),
        ("behemoth 2", "conquer c"),
        ("behemoth 2", "conquer c", "behemoth 1"),
        ("behemoth 2", "conquer c", "stop"),
        ("stop", "place behemoth2 a"),
        ("stop", "place behemoth2 a", "place behemoth1 b"),
        ("stop", "place behemoth2 a", "place behemoth1 a"),
    ],
)
def test_every_position_leads_on(moves: tuple[str, ...]) -> None:
    """Protocol: the position leads on with the same game; which stack stands where included."""
    assert same_game(granted_all_sets(TWO, [tamers(2), FOE], *moves, on=MARSH), on=MARSH)


def test_a_committed_stack_is_in_the_position() -> None:
    """Protocol."""
    reply = granted_all_sets(TWO, [tamers(2), FOE], "behemoth 2", on=MARSH)
    assert pieces_with_stacks(continued_all_sets(reply, "conquer c", on=MARSH), "c") == {"behemoth": [2]}
    assert offers(continued_all_sets(reply, "conquer c", on=MARSH), "behemoth") == ["behemoth 1"]
