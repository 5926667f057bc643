"""What a set of one's own needs, in one place: `from hordes.smallworld.kit import Power, Race, count, ...`.

Numbers of regions, prices and coins are plain ints; a set of regions is the bits of one int, so `a & b` is what two
sets have in common, `a | b` both together, `a & ~b` the first without the second, and `count(a)` how many there are.
"""

from __future__ import annotations

from hordes.engine.bits import BIT, count, gathered, listed, lowest
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.conquest import affordable, attackable, conquer, price, targets
from hordes.smallworld.pieces import levy
from hordes.smallworld.table import Table
from hordes.smallworld.tell import paid as _tell_paid
from hordes.smallworld.traits import Power, Race
from hordes.smallworld.vocabulary import CONQUER, FINISH, GHOULS, REDEPLOY, WITHDRAW

__all__ = [
    "BIT", "CONQUER", "FINISH", "GHOULS", "NOBODY", "REDEPLOY", "WITHDRAW", "Army", "Power", "Race", "Table",
    "affordable", "attackable", "conquer", "count", "gathered", "levy", "listed", "lowest", "pay", "price", "targets",
]  # fmt: skip


def pay(t: Table, seat: int, coins: int, why: str) -> None:
    """The bank pays a seat at once (or takes coins, if negative, as far as it has some) and everybody hears of it."""
    coins = max(coins, -int(t.coins[seat]))
    t.earn(seat, coins)
    if t.sink is not None and coins != 0:
        _tell_paid(t, seat, coins, why)
