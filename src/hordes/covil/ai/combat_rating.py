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
from hordes.covil.rules import troops
from hordes.covil.rules.combat_totals import (
    aftershock_conditions,
    declared_combat,
    defense,
    is_target_lying,
    relic_attack_bonus,
    relic_defense_bonus,
    strength,
    strength_with,
)
from hordes.covil.state import moves
from hordes.covil.state.combat import Combat
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
)
from hordes.covil.state.table import Table
from hordes.covil.state.tasks import DEFENDER, window_side
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

    def win_value(self, t: Table, combat: Combat, margin: i64) -> i64:
        """Value of a won attack for the attacker: gold, a troop out of the way, a damaged fortress."""
        by, seat = combat.attacking_seat(), combat.defending_seat()
        if combat.target >= FIRST_FORTRESS:
            return fortress_damage_value(t, by, seat, margin)
        zone, share = t.troop_zone[combat.target], t.rules.seats - 1
        value = gold_value(t, by, 2) + (LYING_TROOP if is_target_lying(t, combat) else STANDING_TROOP) // share
        if by == self.seat:
            value += (self.zone_counts.balance_after_move(t, seat, zone, -1, by) - self.base_balance) * 6 // 10
        if zone == t.fortress_zone[seat]:
            value += fortress_damage_value(t, by, seat, margin)
        return value

    def loss_value(self, t: Table, combat: Combat, margin: i64) -> i64:
        """Cost of a lost defense for the defender."""
        seat, share = combat.defending_seat(), t.rules.seats - 1
        damage = HIT_POINT * margin if t.hp[seat] > margin else 5 * POINT
        if combat.target >= FIRST_FORTRESS:
            return damage
        value: i64 = LYING_TROOP if is_target_lying(t, combat) else STANDING_TROOP
        zone = t.troop_zone[combat.target]
        value += (self.base_balance - self.zone_counts.balance_after_move(t, seat, zone, -1, seat)) * 6 // 10
        if combat.attack_kind != REBEL_ATTACK:
            value += 2 * POINT // share
            if zone == t.fortress_zone[seat] and t.hp[seat] > 0:
                value += damage
        return value

    # Attacks

    def rate_attack(self, t: Table, attack_kind: i64, troop: i64, target: i64, bonus: i64) -> i64:
        """Rating of an attack with the Minion that suits it best; `bonus` is that of a free attack."""
        return self.rate_best_weapon(t, declared_combat(t, attack_kind, troop, target, bonus, False), HOPELESS)

    def rate_best_weapon(self, t: Table, combat: Combat, least: i64) -> i64:
        """The best rating of a Ready Minion for this attack, which may be only imagined; at least `least`."""
        seat = combat.attacking_seat()
        guard = expected_defense(t, combat)
        best = least
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
            word = t.hall[place]
            if word != 0 and word & 3 == READY:
                rating = self.rate_weapon(t, combat, (word >> 2) - 1, guard)
                best = max(best, rating)
        return best

    def rate_weapon(self, t: Table, combat: Combat, minion: i64, guard: i64) -> i64:
        """Rating of exhausting this Minion for an attack against this defense."""
        attack = strength_with(t, combat, minion)
        win_percent = self.win_percent(t, combat, attack, guard)
        after: i64 = 0
        if t.cards.ability[minion] == AFTERSHOCK:
            conditions = aftershock_conditions(combat) | (IF_WON if win_percent >= 50 else 0)
            after = card_value(t, minion, combat.attacking_seat(), conditions)
        return self.win_value(t, combat, attack - guard) * win_percent // 100 + after - self.exhaustion_cost(t, minion)

    def win_percent(self, t: Table, combat: Combat, attack: i64, guard: i64) -> i64:
        """Estimated chance to win in percent: 0 without an advantage, lower where the defender can still respond."""
        if attack <= guard:
            return 0
        if combat.target >= FIRST_FORTRESS:
            return 100
        seat = combat.defending_seat()
        if attack <= guard + ready_defense(t, seat):
            return 45
        return 95 if t.hand[seat] == 0 or attack > guard + 1 else 80

    # Windows

    def rate_response(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of a move in a window: what it saves or wins less what it costs; passing is 0."""
        if verb == moves.PASS:
            return 0
        combat, seat = t.combat, t.to_move
        attack, guard = strength(t, combat), defense(t, combat)
        if window_side(t.top()) == DEFENDER:
            return self.rate_defense(t, seat, verb, target, attack - guard)
        if verb != moves.RELIC or attack > guard:
            return HOPELESS
        adds = relic_attack_bonus(t, combat, target)
        if attack + relic_reserve(t, seat, True) <= guard or adds == 0:
            return HOPELESS
        return self.win_value(t, combat, 1) - t.cards.relic_gold[target] * POINT - (guard + 1 - attack - adds) * 300

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
            adds = relic_defense_bonus(t, target)
            cost = t.cards.relic_gold[target] * POINT
        if adds == 0:
            return HOPELESS
        return self.loss_value(t, t.combat, gap) - cost - (300 if adds < gap else 0)

    # Instants in a combat

    def rescue_value(self, t: Table, relic: i64, gap: i64) -> i64:
        """Value of a relic's Instant for the attacked troop: it leaves, its attacker is moved away, or it stands up."""
        combat = t.combat
        if t.rules.combat_relics_bonus_only or combat.target >= FIRST_FORTRESS:
            return 0
        best: i64 = 0
        k = t.cards.first_effect[t.cards.minion_count + relic]
        while k >= 0:
            effect = t.cards.effects[k]
            if effect.opcode == DO_MOVE or (effect.opcode == DO_PUSH and combat.attack_kind == MELEE):
                best = max(best, self.loss_value(t, combat, gap))
            elif effect.opcode == DO_STAND and t.standing & BIT[combat.target] == 0:
                best = max(best, LYING_TROOP)
            elif effect.opcode == DO_ATTACK and combat.attack_kind == MELEE:
                best = max(best, POINT)
            k = -1 if effect.is_last else k + 1
        return best

    def break_off_value(self, t: Table, troop: i64, zone: i64) -> i64:
        """Value of moving a troop for the current combat: out of range it has no result."""
        combat = t.combat
        if combat.attack_kind == 0 or combat.target >= FIRST_FORTRESS:
            return 0
        if troop != combat.target and troop != combat.attacker:
            return 0
        target_zone = zone if troop == combat.target else t.troop_zone[combat.target]
        if combat.attack_kind == REBEL_ATTACK:
            in_range = target_zone == t.board.town or not combat.is_free_attack
        else:
            attacker_zone = zone if troop == combat.attacker else t.troop_zone[combat.attacker]
            in_range = troops.zones_in_range(t, combat.attack_kind, attacker_zone) & BIT[target_zone] != 0
        gap = strength(t, combat) - defense(t, combat)
        if in_range or gap <= 0:
            return 0
        is_own_defense = combat.defending_seat() == self.seat
        return self.loss_value(t, combat, gap) if is_own_defense else -self.win_value(t, combat, gap)


def expected_defense(t: Table, combat: Combat) -> i64:
    """The defense to expect against an attack: an attacked fortress is unguarded."""
    return 0 if combat.target >= FIRST_FORTRESS else defense(t, combat)


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
        total += relic_attack_bonus(t, t.combat, relic) if attack else relic_defense_bonus(t, relic)
    return total
