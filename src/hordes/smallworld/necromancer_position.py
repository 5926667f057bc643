"""The Necromancer's board in a position: what it says, and how it is read and checked."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, gathered, listed
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64
from hordes.engine.wording import check_keys, flag, listing, mapping, member, whole
from hordes.smallworld.army import Army
from hordes.smallworld.reading_turn import take_badge
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import KINDS
from hordes.smallworld.well import (
    ALL_GHOSTS,
    BADGES,
    DRAWN,
    EARNED,
    FROM_ISLAND,
    IN_USE,
    POWERS,
    REMOVED,
    SOULS,
    UNCOUNTED,
    WELL_GHOSTS,
    add,
    ghosts,
    in_use,
    island,
    necromancer,
    reserve,
)

KEYS: Final = ["in_use", "available", "reserve", "well", "island", "uncounted", "from_island", "earned"]
MOST_SOULS: Final = 100_000


def shown(t: Table) -> dict[str, Any]:
    """Powers, reserve and Well; in his own turn also whether Ghosts came from the Island."""
    names = [t.rules.power_ids[t.beside[BADGES + k]] for k in range(t.beside[DRAWN])]
    used = int(t.beside[IN_USE])
    found: dict[str, Any] = {"in_use": names[:used], "available": names[used:], "reserve": reserve(t)}
    found["well"] = {"ghosts": t.beside[WELL_GHOSTS], "souls": t.beside[SOULS]}
    found["island"] = t.board.ids[island(t)]
    if t.beside[UNCOUNTED] != 0:
        found["uncounted"] = [t.rules.power_ids[k] for k in listed(t.beside[UNCOUNTED])]
    if t.beside[EARNED] != 0:
        found["earned"] = t.beside[EARNED]
    if t.player == necromancer(t):
        found["from_island"] = t.beside[FROM_ISLAND] > 0
    return found


def restored(t: Table, value: Any, removed: i64, buying: bool) -> None:
    """Lay out what the position says; what it leaves out is empty, and the reserve all the Ghosts that are left."""
    found = mapping(value or {}, "necromancer")
    check_keys(found, KEYS, "`necromancer`")
    _check_armies(t)
    _check_island(t, found.get("island", t.board.ids[island(t)]))
    _read_powers(t, found)
    _read_well(t, found, removed)
    if t.player == necromancer(t):
        came = flag(found.get("from_island", ghosts(t).hand > 0), "from_island")
        add(t, FROM_ISLAND, 1 if came else 0)
    _read_earned(t, whole(found.get("earned", 0), "earned", 0, MOST_SOULS), buying)


def _read_earned(t: Table, coins: int, buying: bool) -> None:
    """Coins of this turn, which are told apart only while he buys."""
    if coins > 0 and not buying:
        raise BadPosition("`earned` counts coins of this turn while the Necromancer buys, in phase necromancer_buy.")
    if coins > t.coins[necromancer(t)]:
        raise BadPosition(f"The Necromancer cannot have earned {coins} coins this turn and hold fewer.")
    add(t, EARNED, coins)


def _check_armies(t: Table) -> None:
    me = ghosts(t)
    if not me.race.haunts() or me.power.index >= 0:
        raise BadPosition(
            f"Seat {me.seat} is the Necromancer: its active race is `ghosts` without a power; his powers are `in_use`."
        )
    for army in [*t.active, *t.declined]:
        if army is not me and army.race.haunts():
            raise BadPosition(
                f"Seat {army.seat} cannot have the Ghosts so: they never decline and are seat {me.seat}'s."
            )
        if army.declined and army.seat == me.seat:
            raise BadPosition(f"Seat {me.seat} is the Necromancer and has no race in decline.")


def _check_island(t: Table, said: Any) -> None:
    bit = BIT[island(t)]
    name = t.board.ids[island(t)]
    if str(said) != name:
        raise BadPosition(f"Necromancer Island is region {name}, not {said!r}.")
    for army in [*t.active, *t.declined]:
        if army.regions & bit != 0:
            raise BadPosition(f"Region {name} is Necromancer Island; {army.race.name} cannot hold it.")
    taken: i64 = t.lost_tribes
    for piece in range(KINDS):
        taken |= t.pieces[piece]
    if taken & bit != 0:
        raise BadPosition(f"Region {name} is Necromancer Island: nothing but Ghosts stands there.")


def _read_powers(t: Table, found: dict[str, Any]) -> None:
    used = [_power(t, word) for word in listing(found.get("in_use", []), "in_use")]
    drawn = used + [_power(t, word) for word in listing(found.get("available", []), "available")]
    if len(drawn) > POWERS:
        raise BadPosition(f"The Necromancer drew {POWERS} powers; the position shows {len(drawn)}.")
    for k, power in enumerate(drawn):
        take_badge(t, power)
        add(t, BADGES + k, power)
    add(t, DRAWN, len(drawn))
    add(t, IN_USE, len(used))
    late = gathered([_power(t, word) for word in listing(found.get("uncounted", []), "uncounted")])
    for power in listed(late):
        if in_use(t) & BIT[power] == 0 or not t.rules.powers[power].looks_back(t):
            raise BadPosition(f"{t.rules.powers[power].name} is not a power in use that still has to count.")
    add(t, UNCOUNTED, late)


def _power(t: Table, word: Any) -> int:
    power = member(word, t.rules.power_ids, "power")
    if not t.rules.powers[power].serves_ghosts():
        raise BadPosition(f"The Necromancer draws no {t.rules.powers[power].name}: it would be of no use to Ghosts.")
    return power


def _read_well(t: Table, found: dict[str, Any], removed: i64) -> None:
    """Ghosts that are nowhere were taken out of the reserve before the game."""
    well = mapping(found.get("well") or {}, "well")
    check_keys(well, ["ghosts", "souls"], "`well`")
    me: Army = ghosts(t)
    inside = whole(well.get("ghosts", 0), "ghosts of the well", 0, ALL_GHOSTS)
    add(t, WELL_GHOSTS, inside)
    add(t, SOULS, whole(well.get("souls", 0), "souls of the well", 0, MOST_SOULS))
    left = me.tray - inside
    stock = whole(found.get("reserve", max(left - removed, 0)), "reserve", 0, ALL_GHOSTS)
    if left < stock:
        shows = ALL_GHOSTS - me.tray + inside + stock
        raise BadPosition(f"There are {ALL_GHOSTS} Ghosts; the position shows {shows}.")
    add(t, REMOVED, left - stock - t.beside[REMOVED])
