"""Public API for custom sets: `from hordes.smallworld.custom.api import Power, Race, count, ...`.

Regions, prices and coins are plain ints; a set of regions is a bit set in one int, so `a & b` is the intersection,
`a | b` the union, `a & ~b` the difference, and `count(a)` the number of regions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.engine.core.bits import BIT, count, listed, lowest, set_of
from hordes.smallworld.custom.renames import renamed as _renamed
from hordes.smallworld.rules.conquest import affordable, attackable, conquer, price, targets
from hordes.smallworld.rules.pieces import transfer_coin
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import CONQUER, FINISH, GHOULS, REDEPLOY, WITHDRAW
from hordes.smallworld.state.events import paid as _paid_event
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power, Race

__all__ = [
    "BIT", "CONQUER", "FINISH", "GHOULS", "NOBODY", "REDEPLOY", "WITHDRAW", "Army", "Power", "Race", "Table",
    "affordable", "attackable", "conquer", "count", "listed", "lowest", "pay", "price", "set_of", "targets",
    "transfer_coin",
]  # fmt: skip


def pay(t: Table, seat: int, coins: int, why: str) -> None:
    """Pay a seat from the bank at once, with an event; negative amounts take coins, as far as it has some."""
    coins = max(coins, -int(t.coins[seat]))
    t.add_coins(seat, coins)
    if t.sink is not None and coins != 0:
        _paid_event(t, seat, coins, why, "")


if not TYPE_CHECKING:  # a type checker would take every misspelt import for one of these

    def __getattr__(name: str) -> object:
        """Refuse names of version 0.1 with their present ones."""
        if name in _renamed("api"):
            raise ImportError(f"`{name}` is now called `{_renamed('api')[name]}`")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
