"""Pending tasks: a task is one integer, with its kind and up to five arguments, which `task_kinds` names.

The function named after a kind makes such a task, `KIND_ARGUMENT` reads an argument; a kind without arguments is its
own task. Only `effect_task` and `combat` pack and unpack too: they divide arguments of EFFECTS and SUSPENDED further.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.state.task_kinds import (
    CONSOLATION,
    DAMAGE,
    DRAWS,
    DUMMY_AIM,
    DUMMY_FOUNDS,
    DUMMY_MOVE,
    DUMMY_RETREAT,
    DUMMY_TURN,
    EXHAUSTION,
    FEES,
    FOUNDING,
    GAIN,
    LEVIES,
    LOSSES,
    MORNING,
    NEXT_DAY,
    OVERLORDS,
    PURCHASES,
    RAIDS,
    RECRUITS,
    RETALIATION,
    REVEALS,
    TASK_NAMES,
    WINDOW,
    WITHDRAWAL,
)
from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64

DEFENDER: Final = 0
"""Sides of a combat window."""
ATTACKER: Final = 1
ATTACKER_GONE: Final = 1
"""Who has left the board before a suspended combat goes on: bits of a window's `gone`."""
TARGET_GONE: Final = 2

# 6 bits for the kind, then five arguments of 11 bits each. The units are powers of two to multiply by, since mypyc
# miscompiles shifts by a variable amount.
A_UNIT: Final = 64
B_UNIT: Final = 131072
C_UNIT: Final = 268435456
D_UNIT: Final = 549755813888
E_UNIT: Final = 1125899906842624
ARGUMENT_COUNT: Final = 5
LARGEST_ARGUMENT: Final = 2047
LOW_TROOPS: Final = 10
"""Twenty troops do not fit into one argument of RETALIATION: it has the first ten in one, the others in the next."""


def task_kind(task: i64) -> i64:
    """The kind of a task."""
    return task & 63


def argument(task: i64, k: i64) -> i64:
    """The k-th argument of a task, 0 to 4: for whoever writes all of them down, and for the functions below."""
    if k == 0:
        return (task >> 6) & 2047
    if k == 1:
        return (task >> 17) & 2047
    if k == 2:
        return (task >> 28) & 2047
    if k == 3:
        return (task >> 39) & 2047
    return (task >> 50) & 2047


def pack(kind: i64, a: i64, b: i64, c: i64) -> i64:
    """A task with up to three arguments."""
    if (a | b | c) >> 11 != 0:
        raise_too_large(kind, [int(a), int(b), int(c)], LARGEST_ARGUMENT)
    return kind + A_UNIT * a + B_UNIT * b + C_UNIT * c


def pack_all(kind: i64, a: i64, b: i64, c: i64, d: i64, e: i64) -> i64:
    """A task with five arguments."""
    if (d | e) >> 11 != 0:
        raise_too_large(kind, [int(d), int(e)], LARGEST_ARGUMENT)
    return pack(kind, a, b, c) + D_UNIT * d + E_UNIT * e


def part(kind: i64, value: i64, most: i64) -> i64:
    """The value, which shares an argument with others: it must not be negative, nor above `most`."""
    if value < 0 or value > most:
        raise_too_large(kind, [int(value)], most)
    return value


def raise_too_large(kind: i64, values: list[int], most: i64) -> None:
    """Raise the error for a value that would spill into its neighbour."""
    wrong = [value for value in values if not 0 <= value <= most]
    raise OverflowError(f"An argument of the task {TASK_NAMES[kind]} is a number from 0 to {most}, not {wrong[0]}.")


# Chance


def overlords(done: i64) -> i64:
    """So many seats have their Overlord."""
    return pack(OVERLORDS, done, 0, 0)


def overlords_done(task: i64) -> i64:
    """How many seats have their Overlord; also the next seat."""
    return argument(task, 0)


def recruits(seat: i64, pile: i64, missing: i64) -> i64:
    """A dummy recruits so many Mercenaries of a price pile."""
    return pack(RECRUITS, seat, pile, missing)


def recruits_seat(task: i64) -> i64:
    """The dummy."""
    return argument(task, 0)


def recruits_pile(task: i64) -> i64:
    """The price pile, 0 to 2."""
    return argument(task, 1)


def recruits_missing(task: i64) -> i64:
    """How many are still to come."""
    return argument(task, 2)


def reveals(missing: i64, is_first_pool: bool) -> i64:
    """So many Mercenaries are revealed for the pool; the first pool has no expensive ones."""
    return pack(REVEALS, missing, 1 if is_first_pool else 0, 0)


def reveals_missing(task: i64) -> i64:
    """How many are still to come."""
    return argument(task, 0)


def reveals_is_first_pool(task: i64) -> bool:
    """Whether expensive Mercenaries are left out."""
    return argument(task, 1) == 1


def draws(seat: i64, relics: i64) -> i64:
    """A seat draws so many relics."""
    return pack(DRAWS, seat, relics, 0)


def draws_seat(task: i64) -> i64:
    """Who draws."""
    return argument(task, 0)


def draws_relics(task: i64) -> i64:
    """How many relics are still to be drawn."""
    return argument(task, 1)


def losses(seat: i64, relics: i64) -> i64:
    """A seat discards so many relics at random."""
    return pack(LOSSES, seat, relics, 0)


def losses_seat(task: i64) -> i64:
    """Who discards."""
    return argument(task, 0)


def losses_relics(task: i64) -> i64:
    """How many relics are still to be discarded."""
    return argument(task, 1)


# Morning and afternoon


def founding(done: i64) -> i64:
    """So many seats have founded their fortress."""
    return pack(FOUNDING, done, 0, 0)


def founding_done(task: i64) -> i64:
    """How many seats have founded their fortress."""
    return argument(task, 0)


def morning(done: i64) -> i64:
    """So many seats have stood their troops up and summoned new ones."""
    return pack(MORNING, done, 0, 0)


def morning_done(task: i64) -> i64:
    """How many seats are done."""
    return argument(task, 0)


def gain(seat: i64, gold: i64) -> i64:
    """A seat gains gold."""
    return pack(GAIN, seat, gold, 0)


def gain_seat(task: i64) -> i64:
    """Who gains it."""
    return argument(task, 0)


def gain_gold(task: i64) -> i64:
    """How much gold."""
    return argument(task, 1)


# Combat


def exhaustion(seat: i64) -> i64:
    """The attacker chooses the Minion to exhaust."""
    return pack(EXHAUSTION, seat, 0, 0)


def exhaustion_seat(task: i64) -> i64:
    """The attacker."""
    return argument(task, 0)


def window(side: i64, passes: i64, gone: i64) -> i64:
    """A side of a combat may act, after so many passes in a row; `gone` says which troops have left the board."""
    return pack(WINDOW, side, passes, gone)


def window_side(task: i64) -> i64:
    """DEFENDER or ATTACKER."""
    return argument(task, 0)


def window_passes(task: i64) -> i64:
    """How many passes in a row there were."""
    return argument(task, 1)


def window_gone(task: i64) -> i64:
    """ATTACKER_GONE, TARGET_GONE, both, or 0."""
    return argument(task, 2)


def withdrawal(troop: i64, stood: bool) -> i64:
    """A beaten troop is lost, or retreats if it stood."""
    return pack(WITHDRAWAL, troop, 1 if stood else 0, 0)


def withdrawal_troop(task: i64) -> i64:
    """The beaten troop."""
    return argument(task, 0)


def withdrawal_stood(task: i64) -> bool:
    """Whether the troop stood."""
    return argument(task, 1) == 1


def damage(by: i64, seat: i64, points: i64) -> i64:
    """A fortress loses hit points by an attack of the seat `by`, or of REBEL_SEAT."""
    return pack(DAMAGE, by, seat, points)


def damage_by(task: i64) -> i64:
    """The attacking seat, or REBEL_SEAT."""
    return argument(task, 0)


def damage_seat(task: i64) -> i64:
    """Whose fortress it is."""
    return argument(task, 1)


def damage_points(task: i64) -> i64:
    """How many hit points are lost."""
    return argument(task, 2)


# Night


def levies(done: i64, slot: i64) -> i64:
    """So many seats have taken their levies, and the next one those of so many slots of its hall."""
    return pack(LEVIES, done, slot, 0)


def levies_done(task: i64) -> i64:
    """How many seats are done."""
    return argument(task, 0)


def levies_slot(task: i64) -> i64:
    """The slot of the hall whose levy is next."""
    return argument(task, 1)


def fees(terrain: i64, paid: i64) -> i64:
    """The fee of a terrain is next; the set of seats that have been paid one."""
    return pack(FEES, terrain, paid, 0)


def fees_terrain(task: i64) -> i64:
    """The terrain whose fee is next."""
    return argument(task, 0)


def fees_paid(task: i64) -> i64:
    """The set of seats that have been paid a fee."""
    return argument(task, 1)


def consolation(done: i64, paid: i64) -> i64:
    """So many seats are done; the set of seats that were paid a fee."""
    return pack(CONSOLATION, done, paid, 0)


def consolation_done(task: i64) -> i64:
    """How many seats are done."""
    return argument(task, 0)


def consolation_paid(task: i64) -> i64:
    """The set of seats that were paid a fee."""
    return argument(task, 1)


def raids(done: i64) -> i64:
    """So many seats have raided the town."""
    return pack(RAIDS, done, 0, 0)


def raids_done(task: i64) -> i64:
    """How many seats are done."""
    return argument(task, 0)


def retaliation(victims: i64, done: i64) -> i64:
    """The set of troops that rebels have still to attack, and how many seats' fortresses they are done with."""
    return pack(RETALIATION, victims & (BIT[LOW_TROOPS] - 1), victims >> LOW_TROOPS, done)


def retaliation_victims(task: i64) -> i64:
    """The set of troops still to be attacked."""
    return argument(task, 0) + argument(task, 1) * BIT[LOW_TROOPS]


def retaliation_done(task: i64) -> i64:
    """How many seats' fortresses are done."""
    return argument(task, 2)


def next_day(has_sold: bool) -> i64:
    """The day ends, once the last chance to buy relics was given."""
    return pack(NEXT_DAY, 1 if has_sold else 0, 0, 0)


def next_day_has_sold(task: i64) -> bool:
    """Whether the last chance to buy relics was given."""
    return argument(task, 0) == 1


def purchases(done: i64) -> i64:
    """So many seats were asked at night whether they buy a relic."""
    return pack(PURCHASES, done, 0, 0)


def purchases_done(task: i64) -> i64:
    """How many seats were asked."""
    return argument(task, 0)


# Dummies: DUMMY_TURN, DUMMY_AIM, DUMMY_MOVE and DUMMY_FOUNDS begin with a seat; all but DUMMY_TURN end with flips


def dummy_turn(seat: i64, has_acted: bool) -> i64:
    """A dummy takes its turn, or ends it."""
    return pack(DUMMY_TURN, seat, 1 if has_acted else 0, 0)


def dummy_turn_has_acted(task: i64) -> bool:
    """Whether the dummy has used its troop."""
    return argument(task, 1) == 1


def dummy_aim(seat: i64, kind: i64, flips: i64) -> i64:
    """A dummy looks for the zone of its attack of this kind."""
    return pack(DUMMY_AIM, seat, kind, flips)


def dummy_aim_kind(task: i64) -> i64:
    """MELEE or RANGED."""
    return argument(task, 1)


def dummy_move(seat: i64, flips: i64) -> i64:
    """A dummy moves a troop."""
    return pack(DUMMY_MOVE, seat, 0, flips)


def dummy_retreat(troop: i64, flips: i64) -> i64:
    """A dummy's beaten troop retreats."""
    return pack(DUMMY_RETREAT, troop, 0, flips)


def dummy_retreat_troop(task: i64) -> i64:
    """The beaten troop."""
    return argument(task, 0)


def dummy_founds(seat: i64, flips: i64) -> i64:
    """A dummy founds its fortress."""
    return pack(DUMMY_FOUNDS, seat, 0, flips)


def dummy_seat(task: i64) -> i64:
    """The dummy."""
    return argument(task, 0)


def dummy_flips(task: i64) -> i64:
    """How many relics were flipped for this task."""
    return argument(task, 2)


def after_flip(task: i64) -> i64:
    """The task of a dummy after one more flip."""
    return pack(task_kind(task), argument(task, 0), argument(task, 1), argument(task, 2) + 1)
