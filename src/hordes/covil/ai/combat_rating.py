"""Rating of combat moves: which attacks and defenses pay off, with which Minion, and when to add relics."""

from __future__ import annotations

from typing import Final

from hordes.covil.ai.effect_values import (
    HIT_POINT,
    LYING_TROOP,
    POINT,
    STANDING_TROOP,
    card_value,
    fortress_damage_value,
    gold_value,
)
from hordes.covil.ai.zone_counts import ZoneCounts
from hordes.covil.rules import combat, nested_combat, troops
from hordes.covil.state import moves
from hordes.covil.state.constants import (
    AFTERSHOCK,
    DEFENSE,
    DO_ATTACK,
    DO_MOVE,
    DO_PUSH,
    DO_STAND,
    FIRST_FORTRESS,
    IF_WON,
    MELEE,
    READY,
    REBEL_ATTACK,
    SLOTS,
    TROOPS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_stack import arg_a
from hordes.engine.core.bits import BIT, lowest
from hordes.engine.mypyc_compat import i64, mypyc_attr

HOPELESS: Final = -3000
"""Rating of a move that cannot help."""


@mypyc_attr(acyclic=True)
class CombatRater:
    """Rates attacks and responses to them, in thousandths of a point.

    `prepare` sets what all ratings of one decision share: the seat, its balance of fees, and the nights to come.
    """

    zone_counts: ZoneCounts
    base_balance: i64
    seat: i64
    nights: i64

    def __init__(self, look: ZoneCounts) -> None:
        self.zone_counts = look
        self.base_balance = self.seat = self.nights = 0

    def prepare(self, seat: i64, base: i64, nights: i64) -> None:
        """Set whose ratings these are, its balance of fees tonight, and how many nights are to come."""
        self.seat = seat
        self.base_balance = base
        self.nights = nights

    # Values of outcomes

    def exhaustion_cost(self, t: Table, minion: i64) -> i64:
        """Cost of exhausting a Minion; close to nothing on the last day."""
        return 60 if self.nights <= 1 else 250 + 90 * t.cards.power[minion]

    def win_value(self, t: Table, margin: i64) -> i64:
        """Value of a won attack for the attacker: gold, a troop out of the way, a damaged fortress."""
        by, seat = t.attacker // TROOPS, t.defending_seat()
        if t.target >= FIRST_FORTRESS:
            return fortress_damage_value(t, by, seat, margin)
        zone, share = t.troop_zone[t.target], t.rules.seats - 1
        value = gold_value(t, by, 2) + (LYING_TROOP if combat.is_target_lying(t) else STANDING_TROOP) // share
        if by == self.seat:
            value += (self.zone_counts.balance_after_move(t, seat, zone, -1, by) - self.base_balance) * 6 // 10
        if zone == t.fortress_zone[seat]:
            value += fortress_damage_value(t, by, seat, margin)
        return value

    def loss_value(self, t: Table, margin: i64) -> i64:
        """Cost of a lost defense for the defender."""
        seat, share = t.defending_seat(), t.rules.seats - 1
        damage = HIT_POINT * margin if t.hp[seat] > margin else 5 * POINT
        if t.target >= FIRST_FORTRESS:
            return damage
        value: i64 = LYING_TROOP if combat.is_target_lying(t) else STANDING_TROOP
        value += (
            (self.base_balance - self.zone_counts.balance_after_move(t, seat, t.troop_zone[t.target], -1, seat))
            * 6
            // 10
        )
        if t.attack_kind != REBEL_ATTACK:
            value += 2 * POINT // share
            if t.troop_zone[t.target] == t.fortress_zone[seat] and t.hp[seat] > 0:
                value += damage
        return value

    # Attacks

    def rate_attack(self, t: Table, attack_kind: i64, troop: i64, target: i64, bonus: i64) -> i64:
        """Rating of an attack with the Minion that suits it best; `bonus` is that of a free attack."""
        was_fighting = t.attack_kind != 0
        nested_combat.suspend_combat(t)
        combat.set_combat(t, attack_kind, troop, target, bonus)
        best: i64 = HOPELESS
        for slot in range(SLOTS):
            word = t.hall[(troop // TROOPS) * SLOTS + slot]
            if word != 0 and word & 3 == READY:
                rating = self.rate_weapon(t, slot)
                best = max(best, rating)
        t.reset_combat()
        if was_fighting:
            nested_combat.resume_combat(t)
        return best

    def rate_weapon(self, t: Table, slot: i64) -> i64:
        """Rating of exhausting the Minion in this slot for the declared attack."""
        seat = t.attacker // TROOPS
        minion = t.minion_at(seat, slot)
        before = t.weapon_slot
        t.weapon_slot = slot
        strength = combat.strength(t)
        defense: i64 = 0 if t.target >= FIRST_FORTRESS else combat.defense(t)
        t.weapon_slot = before
        win_percent = self.win_percent(t, strength, defense)
        conditions = combat.aftershock_conditions(t) | (IF_WON if win_percent >= 50 else 0)
        after: i64 = card_value(t, minion, seat, conditions) if t.cards.ability[minion] == AFTERSHOCK else 0
        return self.win_value(t, strength - defense) * win_percent // 100 + after - self.exhaustion_cost(t, minion)

    def win_percent(self, t: Table, strength: i64, defense: i64) -> i64:
        """Estimated chance to win in percent: 0 without an advantage, lower where the defender can still respond."""
        if strength <= defense:
            return 0
        if t.target >= FIRST_FORTRESS:
            return 100
        seat = t.defending_seat()
        if strength <= defense + ready_defense(t, seat):
            return 45
        return 95 if t.hand[seat] == 0 or strength > defense + 1 else 80

    # Windows

    def rate_response(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of a move in a window: what it saves or wins less what it costs; passing is 0."""
        if verb == moves.PASS:
            return 0
        strength, defense = combat.strength(t), combat.defense(t)
        seat = t.to_move
        if arg_a(t.top()) == 0:
            return self.rate_defense(t, seat, verb, target, strength - defense)
        if verb != moves.RELIC or strength > defense:
            return HOPELESS
        adds = combat.relic_attack_bonus(t, target)
        if strength + relic_reserve(t, seat, True) <= defense or adds == 0:
            return HOPELESS
        return self.win_value(t, 1) - t.cards.relic_gold[target] * POINT - (defense + 1 - strength - adds) * 300

    def rate_defense(self, t: Table, seat: i64, verb: i64, target: i64, gap: i64) -> i64:
        """Rating of a defender's move against an attack that is stronger by `gap`."""
        if gap <= 0:
            return HOPELESS
        if verb == moves.RELIC:
            saved = self.rescue_value(t, target, gap) - t.cards.relic_gold[target] * POINT
            if saved > 0:
                return saved
        if ready_defense(t, seat) + relic_reserve(t, seat, False) < gap:
            return HOPELESS
        if verb == moves.DEFEND:
            adds = t.cards.power[target]
            cost = self.exhaustion_cost(t, target)
        else:
            adds = combat.relic_defense_bonus(t, target)
            cost = t.cards.relic_gold[target] * POINT
        if adds == 0:
            return HOPELESS
        return self.loss_value(t, gap) - cost - (300 if adds < gap else 0)

    # Instants in a combat

    def rescue_value(self, t: Table, relic: i64, gap: i64) -> i64:
        """Value of a relic's Instant for the attacked troop: it leaves, its attacker is moved away, or it stands up."""
        if t.rules.combat_relics_bonus_only or t.target >= FIRST_FORTRESS:
            return 0
        best: i64 = 0
        k = t.cards.first_effect[t.cards.minion_count + relic]
        while k >= 0:
            effect = t.cards.effects[k]
            if effect.opcode == DO_MOVE or (effect.opcode == DO_PUSH and t.attack_kind == MELEE):
                best = max(best, self.loss_value(t, gap))
            elif effect.opcode == DO_STAND and t.standing & BIT[t.target] == 0:
                best = max(best, LYING_TROOP)
            elif effect.opcode == DO_ATTACK and t.attack_kind == MELEE:
                best = max(best, POINT)
            k = -1 if effect.is_last else k + 1
        return best

    def break_off_value(self, t: Table, troop: i64, zone: i64) -> i64:
        """Value of moving a troop for the current combat: out of range it has no result."""
        if t.attack_kind == 0 or t.target >= FIRST_FORTRESS or (troop != t.target and troop != t.attacker):
            return 0
        target_zone = zone if troop == t.target else t.troop_zone[t.target]
        if t.attack_kind == REBEL_ATTACK:
            in_range = target_zone == t.board.town or not t.is_free_attack
        else:
            attacker_zone = zone if troop == t.attacker else t.troop_zone[t.attacker]
            in_range = troops.zones_in_range(t, t.attack_kind, attacker_zone) & BIT[target_zone] != 0
        gap = combat.strength(t) - combat.defense(t)
        if in_range or gap <= 0:
            return 0
        return self.loss_value(t, gap) if t.defending_seat() == self.seat else -self.win_value(t, gap)


def ready_defense(t: Table, seat: i64) -> i64:
    """The total defense of all Ready Minions that have any."""
    total: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0 and word & 3 == READY and t.cards.stat[(word >> 2) - 1] == DEFENSE:
            total += t.cards.power[(word >> 2) - 1]
    return total


def relic_reserve(t: Table, seat: i64, attack: bool) -> i64:
    """The total bonus that the relics of a hand could add to an attack, or to a defense."""
    total: i64 = 0
    rest = t.hand[seat]
    while rest != 0:
        relic = lowest(rest)
        rest &= rest - 1
        total += combat.relic_attack_bonus(t, relic) if attack else combat.relic_defense_bonus(t, relic)
    return total
