"""Cursed: passing over it costs three coins."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import (
    coins,
    combos,
    granted_all_sets,
    hand,
    held,
    offers,
    player,
    refused_all_sets,
)

COLUMN = "orcs+cursed ratmen+hill elves+forest giants+swamp humans+merchant trolls+stout"
MIDDLE = "ratmen+hill orcs+cursed elves+forest giants+swamp humans+merchant trolls+stout"


def pick(n: int, column: str = COLUMN, purse: int = 9) -> dict[str, Any]:
    """The reply to taking the n-th combo."""
    return granted_all_sets({}, [player(coins=purse), player()], f"pick {n}", column=combos(column))


def test_it_brings_no_tokens() -> None:
    """Ruling 131; facts."""
    assert hand(pick(1), 0) == 5


def test_passing_over_it_costs_three() -> None:
    """Rulings 12, 131."""
    assert coins(pick(2)) == [6, 5]


def test_all_three_are_laid_on_it() -> None:
    """Ruling 131."""
    assert pick(2)["position"]["column"][0] == {"race": "orcs", "power": "cursed", "coins": 3}


def test_the_others_cost_one() -> None:
    """Ruling 12."""
    reply = pick(4)
    assert (coins(reply)[0], [combo["coins"] for combo in reply["position"]["column"][:3]]) == (9 - 5, [3, 1, 1])


def test_in_the_middle_it_raises_only_the_prices_below() -> None:
    """Rulings 12, 131."""
    assert coins(pick(2, MIDDLE)) == [8, 5]
    reply = pick(3, MIDDLE)
    assert (coins(reply)[0], [combo["coins"] for combo in reply["position"]["column"][:2]]) == (9 - 4, [1, 3])


def test_below_the_chosen_one_it_gets_nothing() -> None:
    """Ruling 12."""
    assert pick(1, MIDDLE)["position"]["column"][0]["coins"] == 0


def test_what_cannot_be_paid_cannot_be_chosen() -> None:
    """Ruling 13."""
    reply = granted_all_sets({}, [player(coins=2), player()], column=combos(COLUMN))
    assert offers(reply, "pick") == ["pick 1"]
    why = "Combo 2 costs 3 coins, laid on the combos above it, 3 of them on the Cursed Orcs; you have 2"
    refused_all_sets({}, [player(coins=2), player()], "pick 2", column=combos(COLUMN), because=why)


def test_coins_on_the_chosen_one_do_not_help_to_pay() -> None:
    """Ruling 13."""
    column = combos("orcs+cursed ratmen+hill=7 elves+forest")
    why = "Combo 2 costs 3 coins, laid on the combos above it, 3 of them on the Cursed Orcs; you have 2"
    refused_all_sets({}, [player(coins=2), player()], "pick 2", column=column, because=why)


def test_whoever_takes_it_gets_its_coins() -> None:
    """Ruling 12."""
    assert coins(pick(1, "orcs+cursed=6 ratmen+hill")) == [15, 5]


def test_passed_over_twice_it_holds_six() -> None:
    """Ruling 131."""
    column = combos(COLUMN)
    reply = granted_all_sets(
        {}, [player(), player()], "pick 2", "conquer a", "stop", "place a 11", "done", "pick 2", column=column
    )
    assert (reply["position"]["column"][0]["coins"], coins(reply)) == (6, [5 - 3 + 1, 2])


def test_cursed_homunculi_take_three_coins_and_one_token() -> None:
    """Rulings 111, 131."""
    reply = pick(2, "homunculi+cursed ratmen+hill")
    assert reply["position"]["column"][0] == {"race": "homunculi", "power": "cursed", "coins": 3, "homunculi": 1}


def test_cursed_homunculi_bring_what_lies_on_them() -> None:
    """Rulings 14, 111."""
    column = [{"race": "homunculi", "power": "cursed", "coins": 3, "homunculi": 2}]
    reply = granted_all_sets({}, [player(coins=0), player()], "pick 1", column=column)
    assert (hand(reply, 0), coins(reply)[0]) == (5 + 2, 3)


def test_it_has_no_effect_in_play() -> None:
    """Ruling 131."""
    reply = granted_all_sets(
        {"a": held(0, "orcs")}, [player("orcs", "cursed", hand=2), player()], "conquer b", "stop", "place a", "done"
    )
    assert coins(reply)[0] == 5 + 2
