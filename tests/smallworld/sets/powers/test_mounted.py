"""Mounted: one token less on hills and farmland."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import TRIBE, board, granted, held, player, refused, tokens

ON = board(
    "a:swamp,border f:farmland h:hill w:forest s:swamp m:mountain",
    links="a-f a-h a-w a-s a-m",
)


@pytest.mark.parametrize("where", "fh")
def test_mounted_troops_pay_one_less_on_hills_and_farmland(where: str) -> None:
    """Ruling 90."""
    regions = {"a": held(0, "ratmen"), where: TRIBE}
    assert (
        tokens(granted(regions, [player("ratmen", "mounted", hand=2), player()], f"conquer {where}", on=ON), where) == 2
    )


@pytest.mark.parametrize(("where", "cost"), [("w", 2), ("s", 2), ("m", 3)])
def test_mounted_troops_pay_the_ordinary_price_elsewhere(where: str, cost: int) -> None:
    """Ruling 90."""
    regions = {"a": held(0, "ratmen")}
    why = f"{where} costs {cost}: 2"
    refused(regions, [player("ratmen", "mounted", hand=cost - 1), player()], f"conquer {where}", on=ON, because=why)
    assert (
        tokens(granted(regions, [player("ratmen", "mounted", hand=cost), player()], f"conquer {where}", on=ON), where)
        == cost
    )
