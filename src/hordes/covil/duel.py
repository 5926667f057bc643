"""The quick opinion about combats: is an attack worth its Minion, is it worth defending, when to raise the stakes."""

from __future__ import annotations

from typing import Final

from hordes.covil import combat, moves, nested, troops
from hordes.covil.agenda import arg_a
from hordes.covil.boons import HIT_POINT, LYING, POINT, STAND, boon, fitting, plunder
from hordes.covil.lookout import Lookout
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    AFTERSHOCK,
    DEFENSE,
    DO_ATTACK,
    DO_MOVE,
    DO_PUSH,
    DO_STAND,
    FORTRESSES,
    IF_WON,
    MELEE,
    READY,
    REBELLION,
    SLOTS,
    TROOPS,
)
from hordes.engine.bits import BIT, lowest
from hordes.engine.native import i64, mypyc_attr

HOPELESS: Final = -3000


@mypyc_attr(acyclic=True)
class Duel:
    """Rates attacks and answers to them; a survey says how the table stands without them."""

    look: Lookout
    base: i64
    seat: i64
    nights: i64

    def __init__(self, look: Lookout) -> None:
        self.look = look
        self.base = self.seat = self.nights = 0

    def survey(self, seat: i64, base: i64, nights: i64) -> None:
        """Whose opinion it is, the balance of fees, and how many nights are to come."""
        self.seat = seat
        self.base = base
        self.nights = nights

    # Stakes

    def effort(self, t: Table, minion: i64) -> i64:
        """What it costs to exhaust a Minion; hardly anything on the last day."""
        return 60 if self.nights <= 1 else 250 + 90 * t.cards.power[minion]

    def spoils(self, t: Table, margin: i64) -> i64:
        """What a won attack brings the attacker: gold, a troop out of the way, a damaged fortress."""
        by, seat = t.attacker // TROOPS, t.defender()
        if t.target >= FORTRESSES:
            return plunder(t, by, seat, margin)
        zone, share = t.zone[t.target], t.rules.seats - 1
        found = fitting(t, by, 2) + (LYING if combat.target_lies(t) else STAND) // share
        if by == self.seat:
            found += (self.look.moved(t, seat, zone, -1, by) - self.base) * 6 // 10
        if zone == t.fortress[seat]:
            found += plunder(t, by, seat, margin)
        return found

    def losses(self, t: Table, margin: i64) -> i64:
        """What a lost defense costs the defender."""
        seat, share = t.defender(), t.rules.seats - 1
        damage = HIT_POINT * margin if t.hp[seat] > margin else 5 * POINT
        if t.target >= FORTRESSES:
            return damage
        found: i64 = LYING if combat.target_lies(t) else STAND
        found += (self.base - self.look.moved(t, seat, t.zone[t.target], -1, seat)) * 6 // 10
        if t.style != REBELLION:
            found += 2 * POINT // share
            if t.zone[t.target] == t.fortress[seat] and t.hp[seat] > 0:
                found += damage
        return found

    # Attacks

    def attack(self, t: Table, style: i64, troop: i64, target: i64, bonus: i64) -> i64:
        """The rating of an attack with the Minion that suits it best; a free one may have a bonus."""
        waits = t.style != 0
        nested.suspend(t)
        combat.engage(t, style, troop, target, bonus)
        best: i64 = HOPELESS
        for slot in range(SLOTS):
            word = t.hall[(troop // TROOPS) * SLOTS + slot]
            if word != 0 and word & 3 == READY:
                found = self.wield(t, slot)
                best = max(best, found)
        t.forget_combat()
        if waits:
            nested.resume(t)
        return best

    def wield(self, t: Table, slot: i64) -> i64:
        """The rating of a Minion for the attack that is declared."""
        seat = t.attacker // TROOPS
        minion = t.minion_at(seat, slot)
        before = t.weapon
        t.weapon = slot
        force = combat.strength(t)
        shield: i64 = 0 if t.target >= FORTRESSES else combat.defence(t)
        t.weapon = before
        chance = self.odds(t, force, shield)
        known = combat.circumstances(t) | (IF_WON if chance >= 50 else 0)
        after: i64 = boon(t, minion, seat, known) if t.cards.ability[minion] == AFTERSHOCK else 0
        return self.spoils(t, force - shield) * chance // 100 + after - self.effort(t, minion)

    def odds(self, t: Table, force: i64, shield: i64) -> i64:
        """Per cent: none without an advantage, fair where the defender can still make up for it."""
        if force <= shield:
            return 0
        if t.target >= FORTRESSES:
            return 100
        seat = t.defender()
        if force <= shield + reserve(t, seat):
            return 45
        return 95 if t.hand[seat] == 0 or force > shield + 1 else 80

    # Windows

    def respond(self, t: Table, verb: i64, target: i64) -> i64:
        """Passing is worth nothing; anything else what it saves or wins, less what it costs."""
        if verb == moves.PASS:
            return 0
        force, shield = combat.strength(t), combat.defence(t)
        seat = t.to_move
        if arg_a(t.top()) == 0:
            return self.parry(t, seat, verb, target, force - shield)
        if verb != moves.RELIC or force > shield:
            return HOPELESS
        adds = combat.relic_attack(t, target)
        if force + stakes(t, seat, True) <= shield or adds == 0:
            return HOPELESS
        return self.spoils(t, 1) - t.cards.value[target] * POINT - (shield + 1 - force - adds) * 300

    def parry(self, t: Table, seat: i64, verb: i64, target: i64, gap: i64) -> i64:
        """A defender's means against an attack that is so much stronger."""
        if gap <= 0:
            return HOPELESS
        if verb == moves.RELIC:
            saved = self.rescue(t, target, gap) - t.cards.value[target] * POINT
            if saved > 0:
                return saved
        if reserve(t, seat) + stakes(t, seat, False) < gap:
            return HOPELESS
        if verb == moves.DEFEND:
            adds = t.cards.power[target]
            cost = self.effort(t, target)
        else:
            adds = combat.relic_defense(t, target)
            cost = t.cards.value[target] * POINT
        if adds == 0:
            return HOPELESS
        return self.losses(t, gap) - cost - (300 if adds < gap else 0)

    # Instants in a combat

    def rescue(self, t: Table, relic: i64, gap: i64) -> i64:
        """What a relic's Instant may save of the attacked troop: it leaves, its attacker is sent away, or it stands."""
        if t.rules.bonus_only or t.target >= FORTRESSES:
            return 0
        best: i64 = 0
        k = t.cards.first[t.cards.minions + relic]
        while k >= 0:
            effect = t.cards.effects[k]
            if effect.what == DO_MOVE or (effect.what == DO_PUSH and t.style == MELEE):
                best = max(best, self.losses(t, gap))
            elif effect.what == DO_STAND and t.standing & BIT[t.target] == 0:
                best = max(best, LYING)
            elif effect.what == DO_ATTACK and t.style == MELEE:
                best = max(best, POINT)
            k = -1 if effect.last else k + 1
        return best

    def parting(self, t: Table, troop: i64, zone: i64) -> i64:
        """What it means for the combat that goes on that a troop moves there: out of range it has no result."""
        if t.style == 0 or t.target >= FORTRESSES or (troop != t.target and troop != t.attacker):
            return 0
        there = zone if troop == t.target else t.zone[t.target]
        if t.style == REBELLION:
            met = there == t.board.town or not t.free
        else:
            here = zone if troop == t.attacker else t.zone[t.attacker]
            met = troops.in_range(t, t.style, here) & BIT[there] != 0
        gap = combat.strength(t) - combat.defence(t)
        if met or gap <= 0:
            return 0
        return self.losses(t, gap) if t.defender() == self.seat else -self.spoils(t, gap)


def reserve(t: Table, seat: i64) -> i64:
    """The defense of all Ready Minions that have one."""
    found: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0 and word & 3 == READY and t.cards.stat[(word >> 2) - 1] == DEFENSE:
            found += t.cards.power[(word >> 2) - 1]
    return found


def stakes(t: Table, seat: i64, attack: bool) -> i64:
    """What the relics of a hand could add."""
    found: i64 = 0
    rest = t.hand[seat]
    while rest != 0:
        relic = lowest(rest)
        rest &= rest - 1
        found += combat.relic_attack(t, relic) if attack else combat.relic_defense(t, relic)
    return found
