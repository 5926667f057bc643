"""Commando: one token less everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import TRIBE, board, granted, hand, held, player, refused, tokens

FOE = player("trolls", "fortified")


@pytest.mark.parametrize(
    ("there", "cost"), [(None, 1), (TRIBE, 2), (held(1, "trolls", 2), 3), (held(1, "trolls", 1, lair=1, fortress=1), 4)]
)
def test_commando_takes_any_region_with_one_token_less(there: dict[str, Any] | None, cost: int) -> None:
    """Ruling 90."""
    regions = {"a": held(0, "ratmen")} | ({} if there is None else {"b": there})
    reply = granted(regions, [player("ratmen", "commando", hand=cost), FOE], "conquer b")
    assert (tokens(reply, "b"), hand(reply, 0)) == (cost, 0)


def test_commando_enters_with_one_token_less() -> None:
    """Rulings 32, 90."""
    assert tokens(granted({}, [player("ratmen", "commando", hand=1), player()], "conquer a"), "a") == 1


def test_commando_pays_two_for_an_empty_mountain() -> None:
    """Ruling 90."""
    on = board("a:mountain,border b:hill")
    assert tokens(granted({}, [player("ratmen", "commando", hand=2), player()], "conquer a", on=on), "a") == 2


def test_commando_still_needs_a_token() -> None:
    """Ruling 30."""
    why = "You have 0 tokens in hand; a conquest by Ratmen takes at least 1"
    refused({"a": held(0, "ratmen")}, [player("ratmen", "commando"), player()], "conquer b", because=why)


def test_the_discount_counts_in_the_final_attempt() -> None:
    """Ruling 43: three short after all discounts."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "trolls", 3)}
    reply = granted(regions, [player("ratmen", "commando", hand=1), FOE], "conquer b with die", rolls=(3,))
    assert tokens(reply, "b") == 1


def test_the_badge_is_discarded_in_decline() -> None:
    """Ruling 19: the badge is discarded."""
    regions = {"a": held(0, "ratmen", 2), "e": held(1, "trolls")}
    reply = granted(regions, [player("ratmen", "commando"), FOE], "decline")
    assert reply["position"]["discarded_badges"] == ["commando"]
