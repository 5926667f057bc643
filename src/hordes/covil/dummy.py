"""Dummies of the solo game: how they found, fight, shoot, move and retreat, with every tie-breaker.

A dummy never waits for anybody: its turns are tasks, and where it cannot decide a relic is flipped for a terrain.
"""

from __future__ import annotations

from typing import Final

from hordes.covil import combat, tell, troops
from hordes.covil.agenda import arg_a, arg_b, arg_c, kind_of
from hordes.covil.board import FAR
from hordes.covil.cards import EVERYWHERE
from hordes.covil.morning import end_turn, found, free_spirals, taken
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    DUMMY_AIM,
    DUMMY_FOUNDS,
    DUMMY_MOVE,
    DUMMY_TURN,
    FORTRESSES,
    MELEE,
    MOST_FLIPS,
    RANGED,
    TROOPS,
)
from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64

HUMAN: Final = 0


# The turn


def take_turn(t: Table) -> None:
    """Lie one troop down for the first that is possible of melee, ranged and move; without a standing troop, pass."""
    seat = arg_a(t.top())
    if arg_b(t.top()) == 1 or t.standing_of(seat) == 0:
        t.pop()
        end_turn(t)
        return
    t.alter(DUMMY_TURN, seat, 1, 0)
    style: i64 = MELEE
    while style <= RANGED:
        if combat.strongest(t, seat, style) >= 0 and target_zones(t, seat, style) != 0:
            t.aim = preferred(t, target_zones(t, seat, style))
            t.push(DUMMY_AIM, seat, style, 0)
            return
        style += 1
    t.push(DUMMY_MOVE, seat, 0, 0)


def target_zones(t: Table, seat: i64, style: i64) -> i64:
    """Zones in range of a standing troop with a human troop, or with the human's unguarded standing fortress."""
    reached: i64 = 0
    rest = t.standing_of(seat)
    while rest != 0:
        reached |= troops.in_range(t, style, t.zone[lowest(rest)])
        rest &= rest - 1
    held = t.zones_held(HUMAN)
    if t.hp[HUMAN] > 0:
        held |= BIT[t.fortress[HUMAN]]
    return reached & held


def preferred(t: Table, zones: i64) -> i64:
    """The human's standing fortress first, then zones with a lying human troop."""
    if t.hp[HUMAN] > 0 and zones & BIT[t.fortress[HUMAN]] != 0:
        return BIT[t.fortress[HUMAN]]
    lying: i64 = 0
    rest = t.own(HUMAN) & ~t.standing
    while rest != 0:
        lying |= BIT[t.zone[lowest(rest)]]
        rest &= rest - 1
    return zones & lying if zones & lying != 0 else zones


# Flips


def wants_flip(t: Table, flips: i64) -> bool:
    """Is another relic to be flipped? Not when none is left, and not for ever."""
    if flips >= MOST_FLIPS:
        return False
    if t.deck == 0 and t.discard != 0:
        t.reshuffle()
    return t.deck != 0


def undecided(t: Table) -> bool:
    """Does the dummy's task on top need a flip? If not, it is carried out."""
    kind, who = kind_of(t.top()), arg_a(t.top())
    if kind == DUMMY_AIM:
        if count(t.aim) > 1 and wants_flip(t, arg_c(t.top())):
            return True
        attack(t, who, arg_b(t.top()), lowest(t.aim))
    elif kind == DUMMY_FOUNDS:
        return undecided_site(t, who)
    elif wants_flip(t, arg_c(t.top())):
        return True
    else:
        move(t, kind, who, EVERYWHERE)
    return False


def flipped(t: Table, relic: i64) -> None:
    """A relic shows its terrain and goes to the discard pile."""
    t.deck &= ~BIT[relic]
    t.discard_relic(relic)
    if t.sink is not None:
        tell.flipped(t, relic)
    task = t.top()
    kind, terrain = kind_of(task), t.cards.target[relic]
    if kind == DUMMY_AIM or kind == DUMMY_FOUNDS:
        narrow(t, terrain)
        t.alter(kind, arg_a(task), arg_b(task), arg_c(task) + 1)
    else:
        t.alter(kind, arg_a(task), 0, arg_c(task) + 1)
        move(t, kind, arg_a(task), terrain)


def narrow(t: Table, terrain: i64) -> None:
    """Keep the zones with the flipped terrain, if there are any."""
    fitting: i64 = 0
    rest = t.aim
    while rest != 0:
        if t.board.terrain[lowest(rest)] & terrain != 0:
            fitting |= BIT[lowest(rest)]
        rest &= rest - 1
    if fitting != 0:
        t.aim = fitting


# Attack


def attack(t: Table, seat: i64, style: i64, zone: i64) -> None:
    """On a lying troop before a standing one, by lowest letter; by the troop that is strongest there."""
    t.pop()
    t.aim = 0
    slot = combat.strongest(t, seat, style)
    target = victim(t, zone)
    best: i64 = -1
    most: i64 = -1
    rest = t.standing_of(seat)
    while rest != 0:
        troop = lowest(rest)
        rest &= rest - 1
        if troops.in_range(t, style, t.zone[troop]) & BIT[zone] != 0:
            force = expected(t, style, troop, target, slot)
            if force > most:
                best, most = troop, force
    troops.lie_down(t, best)
    combat.declare(t, style, best, target, 0, False)
    combat.wield(t, slot)


def expected(t: Table, style: i64, troop: i64, target: i64, slot: i64) -> i64:
    """The strength this troop would have."""
    combat.engage(t, style, troop, target, 0)
    t.weapon = slot
    force = combat.strength(t)
    t.forget_combat()
    return force


def victim(t: Table, zone: i64) -> i64:
    """Whom the dummy attacks in a zone; the fortress only when it is unguarded."""
    there = t.troops_in(HUMAN, zone)
    if there == 0:
        return FORTRESSES + HUMAN
    lying = there & ~t.standing
    return lowest(lying if lying != 0 else there)


# Move and retreat


def move(t: Table, kind: i64, who: i64, terrain: i64) -> None:
    """Go to an adjacent zone with this terrain, the nearest to the human's fortress.

    Among several troops one that is still at its own fortress goes first, then the lowest letter.
    """
    seat = who if kind == DUMMY_MOVE else who // TROOPS
    movers = t.standing_of(seat) if kind == DUMMY_MOVE else BIT[who]
    best_troop: i64 = -1
    best_zone: i64 = -1
    best = FAR * 1000
    rest = movers
    while rest != 0:
        troop = lowest(rest)
        rest &= rest - 1
        away: i64 = 0 if t.zone[troop] == t.fortress[seat] else 1
        ways = t.board.adjacent[t.zone[troop]]
        while ways != 0:
            zone = lowest(ways)
            ways &= ways - 1
            order = distance(t, zone) * 2 + away
            if t.board.terrain[zone] & terrain != 0 and order < best:
                best, best_troop, best_zone = order, troop, zone
    if best_troop >= 0:
        t.pop()
        if kind == DUMMY_MOVE:
            troops.lie_down(t, best_troop)
        troops.go(t, best_troop, best_zone)
    elif terrain == EVERYWHERE:
        give_up(t, kind, movers)


def give_up(t: Table, kind: i64, movers: i64) -> None:
    """Nowhere to go at all: the first troop lies down where it is."""
    t.pop()
    if kind == DUMMY_MOVE:
        troops.lie_down(t, lowest(movers))


def distance(t: Table, zone: i64) -> i64:
    """How far a zone is from the human's fortress, destroyed or not."""
    return t.board.steps(zone, t.fortress[HUMAN]) if t.fortress[HUMAN] >= 0 else 0


# Founding


def sites(t: Table) -> i64:
    """Where a dummy may found: the free spirals farthest from the human, or next door in the harder game."""
    free = free_spirals(t)
    if t.fortress[HUMAN] < 0:
        return free
    if t.rules.adjacent:
        near = t.board.adjacent[t.fortress[HUMAN]] & ~taken(t)
        if free & near != 0:
            return free & near
        open_land = near & ~BIT[t.board.town]
        return open_land if open_land != 0 else at_distance(t, free, False)
    return at_distance(t, free, True)


def at_distance(t: Table, zones: i64, far: bool) -> i64:
    """The farthest, or nearest, of these zones from the human's fortress."""
    best: i64 = -1
    found: i64 = 0
    rest = zones
    while rest != 0:
        zone = lowest(rest)
        rest &= rest - 1
        d = distance(t, zone) if far else FAR - distance(t, zone)
        if d > best:
            best, found = d, 0
        if d == best:
            found |= BIT[zone]
    return found


def undecided_site(t: Table, seat: i64) -> bool:
    """Ties are broken by flips, then by the order of the letters."""
    if t.aim == 0:
        t.aim = sites(t)
    if count(t.aim) > 1 and wants_flip(t, arg_c(t.top())):
        return True
    zone = lowest(t.aim)
    t.aim = 0
    t.pop()
    found(t, seat, zone)
    return False
