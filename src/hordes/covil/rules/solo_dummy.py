"""Dummies of the solo game: how they found, attack, move and retreat, with every tie-breaker.

A dummy is never asked: its turns are tasks, and ties between zones are broken by the terrain of flipped relics.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.rules import combat, combat_totals, troops
from hordes.covil.rules.morning import end_turn, fortress_zones, found_fortress, free_start_zones
from hordes.covil.state import events, tasks
from hordes.covil.state.board import UNREACHABLE
from hordes.covil.state.cards import ALL_TERRAINS
from hordes.covil.state.constants import FIRST_FORTRESS, MAX_FLIPS, MELEE, RANGED, TROOPS
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import DUMMY_AIM, DUMMY_FOUNDS, DUMMY_MOVE
from hordes.covil.state.tasks import task_kind
from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.mypyc_compat import i64

HUMAN: Final = 0


# The turn


def take_turn(t: Table) -> None:
    """Use one troop for the first possible of melee, ranged attack and move; without a standing troop, pass."""
    seat = tasks.dummy_seat(t.top())
    if tasks.dummy_turn_has_acted(t.top()) or t.standing_troops(seat) == 0:
        t.pop()
        end_turn(t)
        return
    t.replace_top(tasks.dummy_turn(seat, True))
    attack_kind: i64 = MELEE
    while attack_kind <= RANGED:
        if combat.strongest_ready_slot(t, seat, attack_kind) >= 0 and target_zones(t, seat, attack_kind) != 0:
            t.aimed_zones = preferred_zones(t, target_zones(t, seat, attack_kind))
            t.push(tasks.dummy_aim(seat, attack_kind, 0))
            return
        attack_kind += 1
    t.push(tasks.dummy_move(seat, 0))


def target_zones(t: Table, seat: i64, attack_kind: i64) -> i64:
    """Zones in range of a standing troop with a human troop, or with the human's standing fortress."""
    reached: i64 = 0
    rest = t.standing_troops(seat)
    while rest != 0:
        reached |= troops.zones_in_range(t, attack_kind, t.troop_zone[lowest(rest)])
        rest &= rest - 1
    held = t.occupied_zones(HUMAN)
    if t.hp[HUMAN] > 0:
        held |= BIT[t.fortress_zone[HUMAN]]
    return reached & held


def preferred_zones(t: Table, zones: i64) -> i64:
    """The zones that a dummy attacks first: the human's standing fortress, else those with a lying human troop."""
    if t.hp[HUMAN] > 0 and zones & BIT[t.fortress_zone[HUMAN]] != 0:
        return BIT[t.fortress_zone[HUMAN]]
    lying: i64 = 0
    rest = t.troops_on_board(HUMAN) & ~t.standing
    while rest != 0:
        lying |= BIT[t.troop_zone[lowest(rest)]]
        rest &= rest - 1
    return zones & lying if zones & lying != 0 else zones


# Flips


def can_flip(t: Table, flips: i64) -> bool:
    """Whether another relic can be flipped: one is left, and the limit is not reached."""
    if flips >= MAX_FLIPS:
        return False
    if t.deck == 0 and t.discard_pile != 0:
        t.reshuffle()
    return t.deck != 0


def needs_flip(t: Table) -> bool:
    """Whether the dummy's task on top needs a flip; if not, it is carried out."""
    task = t.top()
    kind = task_kind(task)
    if kind == DUMMY_AIM:
        if count(t.aimed_zones) > 1 and can_flip(t, tasks.dummy_flips(task)):
            return True
        attack_zone(t, tasks.dummy_seat(task), tasks.dummy_aim_kind(task), lowest(t.aimed_zones))
    elif kind == DUMMY_FOUNDS:
        return needs_site_flip(t, tasks.dummy_seat(task))
    elif can_flip(t, tasks.dummy_flips(task)):
        return True
    else:
        move_nearer(t, task, ALL_TERRAINS)
    return False


def apply_flip(t: Table, relic: i64) -> None:
    """Discard a flipped relic and use its terrain."""
    t.deck &= ~BIT[relic]
    t.discard_relic(relic)
    if t.sink is not None:
        events.flipped(t, relic)
    task = tasks.after_flip(t.top())
    t.replace_top(task)
    kind, terrain = task_kind(task), t.cards.relic_terrain[relic]
    if kind == DUMMY_AIM or kind == DUMMY_FOUNDS:
        narrow_aim(t, terrain)
    else:
        move_nearer(t, task, terrain)


def narrow_aim(t: Table, terrain: i64) -> None:
    """Keep only the zones with the flipped terrain, if there are any."""
    matching: i64 = 0
    rest = t.aimed_zones
    while rest != 0:
        if t.board.terrain[lowest(rest)] & terrain != 0:
            matching |= BIT[lowest(rest)]
        rest &= rest - 1
    if matching != 0:
        t.aimed_zones = matching


# Attack


def attack_zone(t: Table, seat: i64, attack_kind: i64, zone: i64) -> None:
    """Attack in this zone, by the troop that is strongest there, with the lowest letter."""
    t.pop()
    t.aimed_zones = 0
    slot = combat.strongest_ready_slot(t, seat, attack_kind)
    target = attack_target(t, zone)
    best: i64 = -1
    most: i64 = -1
    rest = t.standing_troops(seat)
    while rest != 0:
        troop = lowest(rest)
        rest &= rest - 1
        if troops.zones_in_range(t, attack_kind, t.troop_zone[troop]) & BIT[zone] != 0:
            strength = expected_strength(t, attack_kind, troop, target, slot)
            if strength > most:
                best, most = troop, strength
    troops.lie_down(t, best)
    combat.declare_attack(t, attack_kind, best, target, 0, False)
    combat.exhaust_for_attack(t, slot)


def expected_strength(t: Table, attack_kind: i64, troop: i64, target: i64, slot: i64) -> i64:
    """The strength that this troop would have."""
    attack = combat_totals.declared_combat(t, attack_kind, troop, target, 0, False)
    return combat_totals.strength_with(t, attack, t.minion_at(attack.attacking_seat(), slot))


def attack_target(t: Table, zone: i64) -> i64:
    """The dummy's target in a zone: a lying troop before a standing one, or the unguarded fortress."""
    human_troops = t.troops_in(HUMAN, zone)
    if human_troops == 0:
        return FIRST_FORTRESS + HUMAN
    lying = human_troops & ~t.standing
    return lowest(lying if lying != 0 else human_troops)


# Move and retreat


def move_nearer(t: Table, task: i64, terrain: i64) -> None:
    """Move a troop to the adjacent zone with this terrain that is nearest to the human's fortress.

    The task is DUMMY_MOVE or DUMMY_RETREAT. Among equal moves a troop that is still at its own fortress goes first,
    then the lowest letter.
    """
    moves_by_choice = task_kind(task) == DUMMY_MOVE
    if moves_by_choice:
        seat = tasks.dummy_seat(task)
        movers = t.standing_troops(seat)
    else:
        seat = tasks.dummy_retreat_troop(task) // TROOPS
        movers = BIT[tasks.dummy_retreat_troop(task)]
    best_troop: i64 = -1
    best_zone: i64 = -1
    best = UNREACHABLE * 1000  # larger than any rank
    rest = movers
    while rest != 0:
        troop = lowest(rest)
        rest &= rest - 1
        away: i64 = 0 if t.troop_zone[troop] == t.fortress_zone[seat] else 1
        ways = t.board.adjacent[t.troop_zone[troop]]
        while ways != 0:
            zone = lowest(ways)
            ways &= ways - 1
            rank = distance_to_human(t, zone) * 2 + away  # distance first, then who is at home
            if t.board.terrain[zone] & terrain != 0 and rank < best:
                best, best_troop, best_zone = rank, troop, zone
    if best_troop >= 0:
        t.pop()
        if moves_by_choice:
            troops.lie_down(t, best_troop)
        troops.move_troop(t, best_troop, best_zone)
    elif terrain == ALL_TERRAINS:
        t.pop()  # no troop can go anywhere: the first one lies down where it is
        if moves_by_choice:
            troops.lie_down(t, lowest(movers))


def distance_to_human(t: Table, zone: i64) -> i64:
    """Steps from a zone to the human's fortress, destroyed or not."""
    return t.board.steps_between(zone, t.fortress_zone[HUMAN]) if t.fortress_zone[HUMAN] >= 0 else 0


# Founding


def founding_sites(t: Table) -> i64:
    """Where a dummy may found: free start zones farthest from the human, or adjacent ones in the harder game."""
    free = free_start_zones(t)
    if t.fortress_zone[HUMAN] < 0:
        return free
    if t.rules.dummies_found_adjacent:
        near = t.board.adjacent[t.fortress_zone[HUMAN]] & ~fortress_zones(t)
        if free & near != 0:
            return free & near
        open_land = near & ~BIT[t.board.town]
        return open_land if open_land != 0 else farthest_or_nearest(t, free, False)
    return farthest_or_nearest(t, free, True)


def farthest_or_nearest(t: Table, zones: i64, far: bool) -> i64:
    """The zones with the largest, or smallest, distance from the human's fortress."""
    best: i64 = -1
    zones_at_best: i64 = 0
    rest = zones
    while rest != 0:
        zone = lowest(rest)
        rest &= rest - 1
        d = distance_to_human(t, zone) if far else UNREACHABLE - distance_to_human(t, zone)
        if d > best:
            best, zones_at_best = d, 0
        if d == best:
            zones_at_best |= BIT[zone]
    return zones_at_best


def needs_site_flip(t: Table, seat: i64) -> bool:
    """Whether a flip is needed to choose the site; if not, the dummy founds, ties going to the first zone."""
    if t.aimed_zones == 0:
        t.aimed_zones = founding_sites(t)
    if count(t.aimed_zones) > 1 and can_flip(t, tasks.dummy_flips(t.top())):
        return True
    zone = lowest(t.aimed_zones)  # zones are numbered in the order of the board file
    t.aimed_zones = 0
    t.pop()
    found_fortress(t, seat, zone)
    return False
