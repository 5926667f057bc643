"""Move ratings: a quick estimate of every legal move before any search, in thousandths of a point.

Gold is a point; a troop's move counts by tonight's fees and raid; an attack by what it wins, its odds and the Minion it
exhausts (`combat_rating`); a card by its effects (`effect_values`); passing, skipping and ending are 0.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.ai import features, hiring_rating
from hordes.covil.ai.combat_rating import HOPELESS, CombatRater, expected_defense
from hordes.covil.ai.effect_values import (
    HIT_POINT,
    LYING_TROOP,
    POINT,
    STANDING_TROOP,
    UNKNOWN_RELIC,
    card_value,
    effect_value,
    fortress_damage_value,
    gold_value,
)
from hordes.covil.ai.zone_counts import ZoneCounts
from hordes.covil.rules import resting, scoring, troops
from hordes.covil.state import moves
from hordes.covil.state.constants import (
    AFTERNOON,
    CHOICE,
    DO_DAMAGE,
    DO_EXHAUST,
    DO_LAY,
    DO_MOVE,
    DO_PUSH,
    EXHAUSTED,
    LEVY_MOD,
    MAX_GOLD,
    MAX_REBELS,
    MAX_SEATS,
    MELEE,
    RANGED,
    SLOTS,
    TROOPS,
)
from hordes.covil.state.effect_task import current_effect, first_choice
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS, GAIN, NEXT_DAY, PURCHASES
from hordes.covil.state.tasks import gain_gold, task_kind, withdrawal_troop
from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.mypyc_compat import i64, mypyc_attr

NEVER: Final = -1_000_000
TONIGHT_TENTHS: Final = 7
"""Tenths of a change in tonight's fees that are expected to last until night."""


@mypyc_attr(acyclic=True)
class MoveRater:
    """Rates the moves of one open decision after `prepare`."""

    zone_counts: ZoneCounts
    combat_rater: CombatRater
    seat: i64
    base_balance: i64
    nights: i64
    threatened_zones: i64
    rebels_tonight: i64

    def __init__(self) -> None:
        self.zone_counts = ZoneCounts()
        self.combat_rater = CombatRater(self.zone_counts)
        self.seat = self.base_balance = self.nights = self.threatened_zones = self.rebels_tonight = 0

    def prepare(self, t: Table) -> None:
        """Compute what the rating of every move needs."""
        seat: i64 = t.to_move if t.to_move >= 0 else t.player
        self.seat = seat
        self.zone_counts.recount(t)
        self.base_balance = self.zone_counts.fee_balance(seat, t.rules.seats)
        self.nights = features.nights_left(t)
        self.combat_rater.prepare(seat, self.base_balance, self.nights)
        self.threatened_zones = 0
        rest = t.opponents(seat)
        while rest != 0:
            self.threatened_zones |= features.attackable_zones(t, lowest(rest))
            rest &= rest - 1
        self.rebels_tonight = t.rebels
        for other in range(t.rules.seats):
            self.rebels_tonight += self.zone_counts.troops[t.board.town * MAX_SEATS + other]

    def rate(self, t: Table, move: i64) -> i64:
        """The rating of one move."""
        verb, target = move >> 6, move & 63
        group = moves.GROUP_OF[verb]
        if group == moves.ANSWER_GROUP:
            return self.rate_answer(t, verb, target)
        if group == moves.MELEE_GROUP or group == moves.RANGED_GROUP:
            return self.rate_attack(t, verb, target)
        if group == moves.CHOICE_GROUP:
            return self.rate_choice(t, verb, target)
        if group == moves.CARD_GROUP:
            return self.rate_card(t, verb, target)
        if group == moves.HIRING_GROUP:
            return hiring_rating.rate_hiring_move(t, verb, target, self.nights, self.zone_counts.income(self.seat))
        return self.rate_site(t, target) if group == moves.FOUNDING_GROUP else self.rate_action(t, verb, target)

    # Troop actions

    def rate_attack(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of an attack as a troop action, or of a free one."""
        attack_kind: i64 = MELEE if moves.GROUP_OF[verb] == moves.MELEE_GROUP else RANGED
        troop = self.seat * TROOPS + moves.LETTER_OF[verb]
        bonus: i64 = 0
        if t.phase == CHOICE:
            bonus = current_effect(t).bonus
        return self.combat_rater.rate_attack(t, attack_kind, troop, target, bonus)

    def rate_action(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of gold, a move, rest, or repair."""
        seat, group = self.seat, moves.GROUP_OF[verb]
        if verb == moves.GOLD:
            return gold_value(t, seat, 1) - (100 if self.threatened_zones & BIT[t.troop_zone[target]] == 0 else 0)
        if verb == moves.REPAIR:
            return HIT_POINT if t.hp[seat] > 2 else 3 * HIT_POINT
        if group == moves.RESTING_GROUP:
            return self.rest_value(t, seat, t.find_slot(seat, target, False))
        if group == moves.OTHER_RESTING_GROUP:
            return self.rest_value(t, seat, t.find_other_slot(seat, target))
        troop = seat * TROOPS + moves.LETTER_OF[verb]
        return self.relocation_value(t, seat, t.troop_zone[troop], target) + 20

    def rate_use(self, t: Table) -> i64:
        """Rating of an effect without a choice: its value."""
        return effect_value(t, current_effect(t), self.seat)

    def rest_value(self, t: Table, seat: i64, slot: i64) -> i64:
        """Value of a step of rest: more for strong Minions, little on the last day."""
        if slot < 0:
            return 0
        word = t.hall[seat * SLOTS + slot]
        value = 200 + 90 * t.cards.power[(word >> 2) - 1]
        if word & 3 == EXHAUSTED:
            value = value * 6 // 10
        return value if self.nights > 1 or word & 3 != EXHAUSTED else 10

    def relocation_value(self, t: Table, whose: i64, here: i64, there: i64) -> i64:
        """Value for this seat of a troop of `whose` going from one zone to another."""
        value = (
            (self.zone_counts.balance_after_move(t, whose, here, there, self.seat) - self.base_balance)
            * TONIGHT_TENTHS
            // 10
        )
        if whose != self.seat:
            return value
        value += self.raid_value(t, there) - self.raid_value(t, here)
        home = t.fortress_zone[whose]
        if here == home and t.hp[whose] > 0 and self.zone_counts.troops[home * MAX_SEATS + whose] == 1:
            value -= 2 * HIT_POINT if self.threatened_zones & BIT[home] != 0 else HIT_POINT // 2
        if self.threatened_zones & BIT[there] != 0:
            value -= LYING_TROOP // 2
        return value

    def raid_value(self, t: Table, zone: i64) -> i64:
        """Value of a troop in this zone for the raid: a relic in town, less if the rebels will retaliate."""
        if zone != t.board.town or t.deck | t.discard_pile == 0:
            return 0
        return UNKNOWN_RELIC - (LYING_TROOP + HIT_POINT * 3 if self.rebels_tonight + 1 >= MAX_REBELS else 0)

    # Cards

    def rate_card(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of a relic, a Command, a purchase, or an effect without a choice; declining is 0."""
        if verb == moves.USE:
            return self.rate_use(t)
        if verb == moves.COMMAND:
            return card_value(t, target, self.seat, 0) - self.combat_rater.exhaustion_cost(t, target)
        if verb == moves.DRAW:
            return self.rate_purchase(t)
        return self.rate_relic(t, target) if verb == moves.RELIC else 0

    def rate_relic(self, t: Table, target: i64) -> i64:
        """Rating of activating a relic: in a combat for its bonus, else for its effect, less its gold value."""
        if t.phase != AFTERNOON:
            return self.combat_rater.rate_response(t, moves.RELIC, target)
        return card_value(t, t.cards.minion_count + target, self.seat, 0) + 150 - t.cards.relic_gold[target] * POINT

    def rate_purchase(self, t: Table) -> i64:
        """Rating of buying a relic: mostly below 0, unless gold would be lost or an Influence scores relics."""
        price = t.relic_price(self.seat)
        rating: i64 = UNKNOWN_RELIC + scoring.points_per_relic(t, self.seat) * POINT - price * POINT
        if t.depth > 0 and task_kind(t.top()) == PURCHASES:
            return self.rate_night_purchase(t, price)
        if t.depth > 0 and task_kind(t.top()) == GAIN:
            n, space = gain_gold(t.top()), MAX_GOLD - t.gold[self.seat]
            left = n - space - price
            rating += (n - space - (left if left > 0 else 0)) * POINT
        return rating

    def rate_night_purchase(self, t: Table, price: i64) -> i64:
        """Rating of a purchase at night: at the end a relic is its gold; before a levy it saves gold."""
        rating: i64 = (
            hiring_rating.average_relic_value(t) + scoring.points_per_relic(t, self.seat) * POINT
        ) - price * POINT
        if task_kind(t.stack[t.depth - 2]) == NEXT_DAY:
            return rating
        rest = t.opponents(self.seat)
        while rest != 0:
            other = lowest(rest)
            rest &= rest - 1
            levy = t.modifier_total(other, LEVY_MOD)
            if levy > 0 and t.gold[self.seat] > t.gold[other] and t.gold[self.seat] - price <= t.gold[other]:
                rating += levy * POINT
        return rating + 200

    # Answers

    def rate_answer(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of a Minion for an attack or a defense, a retreat, or the end of a turn."""
        if verb == moves.EXHAUST:
            return self.combat_rater.rate_weapon(t, t.combat, target, expected_defense(t, t.combat))
        if verb == moves.DEFEND:
            return self.combat_rater.rate_response(t, verb, target)
        if verb == moves.RETREAT:
            return self.relocation_value(t, self.seat, t.troop_zone[withdrawal_troop(t.top())], target)
        return 0

    def rate_choice(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of a choice for an effect, a levy, or the order of the rebels' targets."""
        if verb == moves.CHOOSE_SEAT:
            return self.rate_target_seat(t, target)
        if verb == moves.CHOOSE_OTHER:
            return self.rest_value(t, self.seat, resting.other_restable_slot(t, current_effect(t), self.seat, target))
        if t.depth == 0 or task_kind(t.top()) != EFFECTS:
            return 0
        effect = current_effect(t)
        if verb == moves.CHOOSE_NUMBER:
            return gold_value(t, self.seat, effect.bonus * target) - target * (50 if effect.amount > 0 else 0)
        if verb == moves.CHOOSE_MINION:
            if effect.opcode == DO_EXHAUST:
                return 300 + 100 * t.cards.power[target]
            return self.rest_value(t, self.seat, t.find_slot(self.seat, target, False))
        if verb == moves.CHOOSE_ZONE:
            troop = first_choice(t)
            return self.relocation_value(
                t, troop // TROOPS, t.troop_zone[troop], target
            ) + self.combat_rater.break_off_value(t, troop, target)
        return self.rate_troop(t, effect.opcode, target)

    def rate_troop(self, t: Table, opcode: i64, troop: i64) -> i64:
        """Rating of a troop as the target of an effect."""
        if opcode == DO_MOVE or opcode == DO_PUSH:
            return self.best_destination(t, troop)
        if opcode == DO_LAY:
            return STANDING_TROOP // (t.rules.seats - 1) + count(t.board.adjacent[t.troop_zone[troop]]) * 10
        near = BIT[t.troop_zone[troop]] | t.board.adjacent[t.troop_zone[troop]]
        if t.combat.attack_kind != 0 and troop == t.combat.target:
            return STANDING_TROOP + LYING_TROOP
        return STANDING_TROOP + 50 * count(features.enemies_in(t, self.seat, near))

    def best_destination(self, t: Table, troop: i64) -> i64:
        """The best rating that a move of this troop could have."""
        best: i64 = HOPELESS
        effect, whose = current_effect(t), troop // TROOPS
        if effect.opcode == DO_PUSH:
            rest = t.board.adjacent[t.troop_zone[troop]]
        else:
            rest = troops.reachable_zones(t, whose, t.troop_zone[troop], effect.steps)
        while rest != 0:
            rating = self.relocation_value(
                t, whose, t.troop_zone[troop], lowest(rest)
            ) + self.combat_rater.break_off_value(t, troop, lowest(rest))
            best = max(best, rating)
            rest &= rest - 1
        return best

    def rate_target_seat(self, t: Table, other: i64) -> i64:
        """Rating of a seat as a victim: the leader, or the owner of a fortress that falls."""
        rating = POINT + scoring.total_points(t, other)
        if task_kind(t.top()) == EFFECTS and current_effect(t).opcode == DO_DAMAGE:
            rating += fortress_damage_value(t, self.seat, other, current_effect(t).amount)
        return rating

    def rate_site(self, t: Table, zone: i64) -> i64:
        """Rating of a start zone: near the town, many neighbours, far from other fortresses."""
        rating = 50 * count(t.board.adjacent[zone]) - 200 * t.board.steps_between(zone, t.board.town)
        for other in range(t.rules.seats):
            if t.fortress_zone[other] >= 0:
                rating += 30 * t.board.steps_between(zone, t.fortress_zone[other])
        return rating
