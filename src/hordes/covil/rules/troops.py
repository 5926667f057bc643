"""Troops: where they can move, what they can attack, and the troop actions of a turn."""

from __future__ import annotations

from hordes.covil.state import events, moves
from hordes.covil.state.constants import EXHAUSTED, FIRST_FORTRESS, MAX_HP, MELEE, RANGED, SLOTS, TIRED, TROOPS
from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT, lowest
from hordes.engine.mypyc_compat import i64


def swift_terrains(t: Table, seat: i64) -> i64:
    """The terrains from which a seat's troops move two zones."""
    terrains: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0:
            terrains |= t.cards.swift_terrains[(word >> 2) - 1]
    return terrains


def reachable_zones(t: Table, seat: i64, zone: i64, steps: i64) -> i64:
    """The zones a troop can move to: within two steps for effects or from swift terrains, else adjacent ones."""
    if steps > 1 or t.board.terrain[zone] & swift_terrains(t, seat) != 0:
        return t.board.within_two_steps[zone] & ~BIT[zone]
    return t.board.adjacent[zone]


def retreat_zones(t: Table, troop: i64) -> i64:
    """The zones that a beaten troop may retreat to."""
    return reachable_zones(t, troop // TROOPS, t.troop_zone[troop], 1)


def attack_targets(t: Table, seat: i64, zones: i64) -> i64:
    """Targets of a seat in these zones: enemy troops, and standing fortresses without a troop of their owner."""
    targets: i64 = 0
    rest = t.opponents(seat)
    while rest != 0:
        other = lowest(rest)
        rest &= rest - 1
        home = t.fortress_zone[other]
        guarded = t.hp[other] == 0
        for troop in range(other * TROOPS, other * TROOPS + TROOPS):
            zone = t.troop_zone[troop]
            if zone >= 0:
                if zones & BIT[zone] != 0:
                    targets |= BIT[troop]
                if zone == home:
                    guarded = True
        if not guarded and zones & BIT[home] != 0:
            targets |= BIT[FIRST_FORTRESS + other]
    return targets


def zones_in_range(t: Table, attack_kind: i64, zone: i64) -> i64:
    """The zones that an attack reaches: the troop's own for melee, the adjacent ones for ranged."""
    return BIT[zone] if attack_kind == MELEE else t.board.adjacent[zone]


def offer_attacks(t: Table, seat: i64, attack_kind: i64, troops: i64) -> None:
    """Offer every attack of one kind by these troops."""
    base: i64 = moves.MELEE if attack_kind == MELEE else moves.RANGED
    rest = troops
    while rest != 0:
        troop = lowest(rest)
        rest &= rest - 1
        t.offer(base + troop % TROOPS, attack_targets(t, seat, zones_in_range(t, attack_kind, t.troop_zone[troop])))


def can_attack(t: Table, seat: i64, attack_kind: i64, troops: i64) -> bool:
    """Whether any of these troops has a target for this kind of attack."""
    rest = troops
    while rest != 0:
        if attack_targets(t, seat, zones_in_range(t, attack_kind, t.troop_zone[lowest(rest)])) != 0:
            return True
        rest &= rest - 1
    return False


def offer_actions(t: Table, seat: i64) -> None:
    """Offer the five troop actions for each standing troop."""
    standing = t.standing_troops(seat)
    tired: i64 = 0
    exhausted: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word & 3 == TIRED:
            tired |= BIT[(word >> 2) - 1]
        elif word & 3 == EXHAUSTED:
            exhausted |= BIT[(word >> 2) - 1]
    swift = swift_terrains(t, seat)
    rest = standing
    while rest != 0:
        troop = lowest(rest)
        rest &= rest - 1
        zone, letter = t.troop_zone[troop], troop % TROOPS
        fast = t.board.terrain[zone] & swift != 0
        t.offer(moves.MOVE + letter, t.board.within_two_steps[zone] & ~BIT[zone] if fast else t.board.adjacent[zone])
        t.offer(moves.REST + letter, tired | exhausted)
        t.offer(moves.REST_OTHER + letter, tired & exhausted)
    t.offer(moves.GOLD, standing)
    if 0 < t.hp[seat] < MAX_HP:
        t.offer(moves.REPAIR, standing)
    if t.minions_by_readiness(seat, True) != 0:
        offer_attacks(t, seat, MELEE, standing)
        offer_attacks(t, seat, RANGED, standing)


def lie_down(t: Table, troop: i64) -> None:
    """Lay a troop down: the cost of every troop action."""
    t.lay_troop_down(troop)
    t.has_acted = True


def apply_action(t: Table, verb: i64, target: i64) -> None:
    """Carry out a move, rest, repair or gold action."""
    seat, group = t.to_move, moves.GROUP_OF[verb]
    troop = seat * TROOPS + moves.LETTER_OF[verb]
    if group == moves.WORKING_GROUP:
        lie_down(t, target)
        if verb == moves.GOLD:
            t.gain_gold(seat, 1)
        else:
            repair_fortress(t, seat, 1)
    elif group == moves.WALKING_GROUP:
        lie_down(t, troop)
        move_troop(t, troop, target)
    elif group == moves.RESTING_GROUP:
        lie_down(t, troop)
        t.rest(seat, t.find_slot(seat, target, False))
    else:
        lie_down(t, troop)
        t.rest(seat, t.find_other_slot(seat, target))


def move_troop(t: Table, troop: i64, zone: i64) -> None:
    """Move a troop; whether it stands does not change."""
    before = t.troop_zone[troop]
    t.place_troop(troop, zone)
    if t.sink is not None:
        events.moved(t, troop, before)


def repair_fortress(t: Table, seat: i64, n: i64) -> None:
    """Restore hit points, five at most; a destroyed fortress stays destroyed."""
    if t.hp[seat] > 0:
        before = t.hp[seat]
        t.set_hp(seat, before + n if before + n < MAX_HP else MAX_HP)
        if t.sink is not None and t.hp[seat] > before:
            events.repaired(t, seat, t.hp[seat] - before)
