"""The Necromancer's board in a position's JSON: writing, reading and checking it."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, listed, set_of
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_bool, check_dict, check_int, check_keys, check_list, check_member
from hordes.smallworld.sets.necromancer.board import (
    ALL_GHOSTS,
    COUNTED_AT_SCORING,
    DRAWN_COUNT,
    EARNED_THIS_TURN,
    FIRST_BADGE,
    FROM_ISLAND,
    IN_USE_COUNT,
    POWER_COUNT,
    REMOVED,
    SOULS,
    WELL_GHOSTS,
    add_to_mode_state,
    ghost_army,
    ghosts_in_reserve,
    island_region,
    necromancer_seat,
    powers_in_use,
)
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import PIECE_SETS
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.position_values import take_badge

POSITION_KEYS: Final = ["in_use", "available", "reserve", "well", "island", "uncounted", "from_island", "earned"]
MAX_SOULS: Final = 100_000


def position_fields(t: Table) -> dict[str, Any]:
    """Fields of the board: powers, reserve and Well; in his own turn also whether Ghosts came from the Island."""
    names = [t.rules.power_ids[t.mode_state[FIRST_BADGE + k]] for k in range(t.mode_state[DRAWN_COUNT])]
    used = int(t.mode_state[IN_USE_COUNT])
    fields: dict[str, Any] = {"in_use": names[:used], "available": names[used:], "reserve": ghosts_in_reserve(t)}
    fields["well"] = {"ghosts": t.mode_state[WELL_GHOSTS], "souls": t.mode_state[SOULS]}
    fields["island"] = t.board.ids[island_region(t)]
    if t.mode_state[COUNTED_AT_SCORING] != 0:
        fields["uncounted"] = [t.rules.power_ids[k] for k in listed(t.mode_state[COUNTED_AT_SCORING])]
    if t.mode_state[EARNED_THIS_TURN] != 0:
        fields["earned"] = t.mode_state[EARNED_THIS_TURN]
    if t.player == necromancer_seat(t):
        fields["from_island"] = t.mode_state[FROM_ISLAND] > 0
    return fields


def read_position(t: Table, value: object, removed: i64, buying: bool) -> None:
    """Read the board; what a position leaves out is empty, and the reserve is all the Ghosts that are left."""
    fields = check_dict(value or {}, "necromancer")
    check_keys(fields, POSITION_KEYS, "`necromancer`")
    _check_armies(t)
    _check_island(t, fields.get("island", t.board.ids[island_region(t)]))
    _read_powers(t, fields)
    _read_well(t, fields, removed)
    if t.player == necromancer_seat(t):
        has_come = check_bool(fields.get("from_island", ghost_army(t).hand > 0), "from_island")
        add_to_mode_state(t, FROM_ISLAND, 1 if has_come else 0)
    _read_earned(t, check_int(fields.get("earned", 0), "earned", 0, MAX_SOULS), buying)


def _read_earned(t: Table, coins: int, buying: bool) -> None:
    """Read the coins of this turn, which are kept apart only while he buys."""
    if coins > 0 and not buying:
        raise BadPosition("`earned` counts coins of this turn while the Necromancer buys, in phase necromancer_buy.")
    if coins > t.coins[necromancer_seat(t)]:
        raise BadPosition(f"The Necromancer cannot have earned {coins} coins this turn and hold fewer.")
    add_to_mode_state(t, EARNED_THIS_TURN, coins)


def _check_armies(t: Table) -> None:
    me = ghost_army(t)
    if not me.race.counts_as_declined() or me.power.index >= 0:
        raise BadPosition(
            f"Seat {me.seat} is the Necromancer: its active race is `ghosts` without a power; his powers are `in_use`."
        )
    for army in [*t.active, *t.declined]:
        if army is not me and army.race.counts_as_declined():
            raise BadPosition(
                f"Seat {army.seat} cannot have the Ghosts so: they never decline and are seat {me.seat}'s."
            )
        if army.declined and army.seat == me.seat:
            raise BadPosition(f"Seat {me.seat} is the Necromancer and has no race in decline.")


def _check_island(t: Table, stated: object) -> None:
    bit = BIT[island_region(t)]
    name = t.board.ids[island_region(t)]
    if str(stated) != name:
        raise BadPosition(f"Necromancer Island is region {name}, not {stated!r}.")
    for army in [*t.active, *t.declined]:
        if army.regions & bit != 0:
            raise BadPosition(f"Region {name} is Necromancer Island; {army.race.name} cannot hold it.")
    occupied: i64 = t.lost_tribes
    for piece in range(PIECE_SETS):
        occupied |= t.pieces[piece]
    if occupied & bit != 0:
        raise BadPosition(f"Region {name} is Necromancer Island: nothing but Ghosts stands there.")


def _read_powers(t: Table, fields: dict[str, Any]) -> None:
    used = [_power_index(t, word) for word in check_list(fields.get("in_use", []), "in_use")]
    drawn = used + [_power_index(t, word) for word in check_list(fields.get("available", []), "available")]
    if len(drawn) > POWER_COUNT:
        raise BadPosition(f"The Necromancer drew {POWER_COUNT} powers; the position shows {len(drawn)}.")
    for k, power in enumerate(drawn):
        take_badge(t, power)
        add_to_mode_state(t, FIRST_BADGE + k, power)
    add_to_mode_state(t, DRAWN_COUNT, len(drawn))
    add_to_mode_state(t, IN_USE_COUNT, len(used))
    at_scoring = set_of([_power_index(t, word) for word in check_list(fields.get("uncounted", []), "uncounted")])
    for power in listed(at_scoring):
        if powers_in_use(t) & BIT[power] == 0 or not t.rules.powers[power].counts_at_scoring_only(t):
            raise BadPosition(f"{t.rules.powers[power].name} is not a power in use that still has to count.")
    add_to_mode_state(t, COUNTED_AT_SCORING, at_scoring)


def _power_index(t: Table, word: object) -> int:
    power = check_member(word, t.rules.power_ids, "power")
    if not t.rules.powers[power].serves_ghosts():
        raise BadPosition(f"The Necromancer draws no {t.rules.powers[power].name}: it would be of no use to Ghosts.")
    return power


def _read_well(t: Table, fields: dict[str, Any], removed: i64) -> None:
    """Read the Well and the reserve; Ghosts that are nowhere were removed before the game."""
    well = check_dict(fields.get("well") or {}, "well")
    check_keys(well, ["ghosts", "souls"], "`well`")
    me: Army = ghost_army(t)
    ghosts_in_well = check_int(well.get("ghosts", 0), "ghosts of the well", 0, ALL_GHOSTS)
    add_to_mode_state(t, WELL_GHOSTS, ghosts_in_well)
    add_to_mode_state(t, SOULS, check_int(well.get("souls", 0), "souls of the well", 0, MAX_SOULS))
    left = me.tray - ghosts_in_well
    in_reserve = check_int(fields.get("reserve", max(left - removed, 0)), "reserve", 0, ALL_GHOSTS)
    if left < in_reserve:
        total = ALL_GHOSTS - me.tray + ghosts_in_well + in_reserve
        raise BadPosition(f"There are {ALL_GHOSTS} Ghosts; the position shows {total}.")
    add_to_mode_state(t, REMOVED, left - in_reserve - t.mode_state[REMOVED])
