"""What the readers and the writer of positions share: names of fields; seats, regions, banners and badges."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, set_of
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_int, check_list
from hordes.smallworld.state.table import Table

TURN_FLAGS: Final = {
    "acted": "has_acted", "picked": "has_picked", "began": "conquests_begun", "scored": "is_scored",
    "built": "fortress_built", "flown": "dragon_used", "shot": "catapult_used", "fresh": "is_untouched",
    "swapped": "badges_swapped",
}  # fmt: skip
TURN_COUNTS: Final = {
    "plunder": "nonempty_conquests", "round": "conquest_round", "fire": "fireballs_committed",
    "beasts": "behemoths_committed", "cancels": "takebacks",
}  # fmt: skip
TURN_SEATS: Final = {"attacked": "attacked_seats", "bewitched": "bewitched_seats"}
"""Keys of `this_turn` in positions, with the fields of `TurnState`: truth values, numbers from 0, and sets of seats."""


def seat_of(t: Table, value: Any, what: str) -> int:
    """A valid seat number."""
    return check_int(value, what, 0, t.rules.players - 1)


def seats_of(t: Table, data: Any, what: str) -> i64:
    """A list of seat numbers, as a set."""
    return set_of([seat_of(t, seat, what) for seat in check_list(data, what)])


def region_of(t: Table, key: Any) -> i64:
    """The number of a region from its id."""
    if str(key) not in t.board.index_by_id:
        raise BadPosition(f"There is no region {key} on this map.")
    return t.board.index_by_id[str(key)]


def take_banner(t: Table, race: i64) -> None:
    """Take a banner out of the stack; refuse one that is used twice."""
    if t.banner_stack & BIT[race] == 0:
        raise BadPosition(f"There is one banner of the {t.rules.races[race].name}, and the position uses it twice.")
    t.banner_stack &= ~BIT[race]


def take_badge(t: Table, power: i64) -> None:
    """Take a badge out of the stack; refuse one that is used twice."""
    if t.badge_stack & BIT[power] == 0:
        raise BadPosition(f"There is one {t.rules.powers[power].name} badge, and the position uses it twice.")
    t.badge_stack &= ~BIT[power]
