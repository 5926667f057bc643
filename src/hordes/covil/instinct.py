"""How promising a move of Covil looks before it is made: the quick opinion of a seasoned player, in thousandths.

Gold is a point; a move counts by what tonight's fees and raid would gain from it; an attack by what it wins, its odds
and the Minion it exhausts (see `duel`); a card by its effects (see `boons`); passing, skipping and ending by nothing.
"""

from __future__ import annotations

from typing import Final

from hordes.covil import appraisal, bargain, moves, relief, scoring, troops
from hordes.covil.agenda import arg_a, arg_b, kind_of
from hordes.covil.boons import HIT_POINT, LYING, POINT, RELIC, STAND, boon, fitting, plunder, worth
from hordes.covil.duel import HOPELESS, Duel
from hordes.covil.lookout import Lookout
from hordes.covil.progress import chosen_of, effect_of
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    AFTERNOON,
    CHOICE,
    DO_DAMAGE,
    DO_EXHAUST,
    DO_LAY,
    DO_MOVE,
    DO_PUSH,
    EFFECTS,
    EXHAUSTED,
    GAIN,
    LEVY_MOD,
    MELEE,
    MOST_GOLD,
    MOST_REBELS,
    NEXT_DAY,
    PURCHASES,
    RANGED,
    SEATS,
    SLOTS,
    TROOPS,
)
from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64, mypyc_attr

NEVER: Final = -1_000_000
TONIGHT: Final = 7
"""Tenths of what tonight's fees say now that will still be true at night."""


@mypyc_attr(acyclic=True)
class Instinct:
    """Rates the moves of one open question after a survey of it."""

    look: Lookout
    duel: Duel
    seat: i64
    base: i64
    nights: i64
    danger: i64
    angry: i64

    def __init__(self) -> None:
        self.look = Lookout()
        self.duel = Duel(self.look)
        self.seat = self.base = self.nights = self.danger = self.angry = 0

    def survey(self, t: Table) -> None:
        """What the rating of every move needs to know."""
        seat: i64 = t.to_move if t.to_move >= 0 else t.player
        self.seat = seat
        self.look.look(t)
        self.base = self.look.balance(seat, t.rules.seats)
        self.nights = appraisal.nights_left(t)
        self.duel.survey(seat, self.base, self.nights)
        self.danger = 0
        rest = t.opponents(seat)
        while rest != 0:
            self.danger |= appraisal.reach(t, lowest(rest))
            rest &= rest - 1
        self.angry = t.rebels
        for other in range(t.rules.seats):
            self.angry += self.look.troops[t.board.town * SEATS + other]

    def rate(self, t: Table, move: i64) -> i64:
        """The rating of one move."""
        verb, target = move >> 6, move & 63
        if verb >= moves.USE:
            return self.rate_copy(t, verb, target)
        if verb >= moves.EXHAUST:
            return self.rate_answer(t, verb, target)
        if verb >= moves.MELEE:
            return self.rate_attack(t, verb, target)
        if verb >= moves.MOVE:
            return self.rate_action(t, verb, target)
        if verb >= moves.CHOOSE_TROOP and verb <= moves.CHOOSE_NUMBER:
            return self.rate_choice(t, verb, target)
        if verb >= moves.RELIC:
            return self.rate_card(t, verb, target)
        if verb == moves.FOUND:
            return self.rate_site(t, target)
        return bargain.rate(t, verb, target, self.nights, self.look.income(self.seat))

    # Troop actions

    def rate_attack(self, t: Table, verb: i64, target: i64) -> i64:
        """An attack that takes a troop's action, or a free one."""
        style: i64 = MELEE if verb < moves.RANGED else RANGED
        troop = self.seat * TROOPS + verb - (moves.MELEE if style == MELEE else moves.RANGED)
        bonus: i64 = 0
        if t.phase == CHOICE:
            bonus = effect_of(t).gold
        return self.duel.attack(t, style, troop, target, bonus)

    def rate_action(self, t: Table, verb: i64, target: i64) -> i64:
        """Gold, a move, rest, repair."""
        seat = self.seat
        if verb == moves.GOLD:
            return fitting(t, seat, 1) - (100 if self.danger & BIT[t.zone[target]] == 0 else 0)
        if verb == moves.REPAIR:
            return HIT_POINT if t.hp[seat] > 2 else 3 * HIT_POINT
        if verb >= moves.REST:
            return self.relief(t, seat, t.slot_of(seat, target, False))
        troop = seat * TROOPS + verb - moves.MOVE
        return self.change(t, seat, t.zone[troop], target) + 20

    def rate_copy(self, t: Table, verb: i64, target: i64) -> i64:
        """What a relic does without a choice, or rest for the copy of a Henchman in the other state."""
        if verb == moves.USE:
            return self.rate_use(t)
        if verb == moves.CHOOSE_OTHER:
            return self.relief(t, self.seat, relief.other_weary(t, effect_of(t), self.seat, target))
        return self.relief(t, self.seat, t.other_slot(self.seat, target))

    def rate_use(self, t: Table) -> i64:
        """A relic, a troop, a rebel: what the effect is worth."""
        return worth(t, effect_of(t), self.seat)

    def relief(self, t: Table, seat: i64, slot: i64) -> i64:
        """What a step of rest is worth: more for the strong, little on the last day."""
        if slot < 0:
            return 0
        word = t.hall[seat * SLOTS + slot]
        found = 200 + 90 * t.cards.power[(word >> 2) - 1]
        if word & 3 == EXHAUSTED:
            found = found * 6 // 10
        return found if self.nights > 1 or word & 3 != EXHAUSTED else 10

    def change(self, t: Table, whose: i64, here: i64, there: i64) -> i64:
        """What it means to this seat that somebody's troop goes from one zone to another."""
        found = (self.look.moved(t, whose, here, there, self.seat) - self.base) * TONIGHT // 10
        if whose != self.seat:
            return found
        found += self.raid(t, there) - self.raid(t, here)
        home = t.fortress[whose]
        if here == home and t.hp[whose] > 0 and self.look.troops[home * SEATS + whose] == 1:
            found -= 2 * HIT_POINT if self.danger & BIT[home] != 0 else HIT_POINT // 2
        if self.danger & BIT[there] != 0:
            found -= LYING // 2
        return found

    def raid(self, t: Table, zone: i64) -> i64:
        """A relic for a troop in town, unless the rebels have had enough."""
        if zone != t.board.town or t.deck | t.discard == 0:
            return 0
        return RELIC - (LYING + HIT_POINT * 3 if self.angry + 1 >= MOST_REBELS else 0)

    # Cards

    def rate_card(self, t: Table, verb: i64, target: i64) -> i64:
        """A relic, a Command, a purchase; or letting it be."""
        if verb == moves.COMMAND:
            return boon(t, target, self.seat, 0) - self.duel.effort(t, target)
        if verb == moves.DRAW:
            return self.rate_purchase(t)
        return self.rate_relic(t, target) if verb == moves.RELIC else 0

    def rate_relic(self, t: Table, target: i64) -> i64:
        """In a combat for its bonus, otherwise for its effect; its own gold is lost either way."""
        if t.phase != AFTERNOON:
            return self.duel.respond(t, moves.RELIC, target)
        return boon(t, t.cards.minions + target, self.seat, 0) + 150 - t.cards.value[target] * POINT

    def rate_purchase(self, t: Table) -> i64:
        """A relic costs more than it is worth, unless gold would be lost or an Influence counts relics at the end."""
        price = t.relic_price(self.seat)
        found: i64 = RELIC + scoring.per_relic(t, self.seat) * POINT - price * POINT
        if t.depth > 0 and kind_of(t.top()) == PURCHASES:
            return self.rate_night_purchase(t, price)
        if t.depth > 0 and kind_of(t.top()) == GAIN:
            n, space = arg_b(t.top()), MOST_GOLD - t.gold[self.seat]
            left = n - space - price
            found += (n - space - (left if left > 0 else 0)) * POINT
        return found

    def rate_night_purchase(self, t: Table, price: i64) -> i64:
        """Before the game ends a relic is its gold in points; before a levy gold that may be taken counts less."""
        found: i64 = (bargain.average(t) + scoring.per_relic(t, self.seat) * POINT) - price * POINT
        if kind_of(t.stack[t.depth - 2]) == NEXT_DAY:
            return found
        rest = t.opponents(self.seat)
        while rest != 0:
            other = lowest(rest)
            rest &= rest - 1
            levy = t.modifier(other, LEVY_MOD)
            if levy > 0 and t.gold[self.seat] > t.gold[other] and t.gold[self.seat] - price <= t.gold[other]:
                found += levy * POINT
        return found + 200

    # Answers

    def rate_answer(self, t: Table, verb: i64, target: i64) -> i64:
        """A Minion for an attack or a defense, a retreat, the end of a turn."""
        if verb == moves.EXHAUST:
            return self.duel.wield(t, t.slot_of(self.seat, target, True))
        if verb == moves.DEFEND:
            return self.duel.respond(t, verb, target)
        if verb == moves.RETREAT:
            return self.change(t, self.seat, t.zone[arg_a(t.top())], target)
        return 0

    def rate_choice(self, t: Table, verb: i64, target: i64) -> i64:
        """What an effect is aimed at; a levy and the order of the rebels' victims are chosen too."""
        if verb == moves.CHOOSE_SEAT:
            return self.rate_victim(t, target)
        if t.depth == 0 or kind_of(t.top()) != EFFECTS:
            return 0
        effect = effect_of(t)
        if verb == moves.CHOOSE_NUMBER:
            return fitting(t, self.seat, effect.gold * target) - target * (50 if effect.n > 0 else 0)
        if verb == moves.CHOOSE_MINION:
            if effect.what == DO_EXHAUST:
                return 300 + 100 * t.cards.power[target]
            return self.relief(t, self.seat, t.slot_of(self.seat, target, False))
        if verb == moves.CHOOSE_ZONE:
            troop = chosen_of(t)
            return self.change(t, troop // TROOPS, t.zone[troop], target) + self.duel.parting(t, troop, target)
        return self.rate_troop(t, effect.what, target)

    def rate_troop(self, t: Table, what: i64, troop: i64) -> i64:
        """The troop that an effect is for."""
        if what == DO_MOVE or what == DO_PUSH:
            return self.best_way(t, troop)
        if what == DO_LAY:
            return STAND // (t.rules.seats - 1) + count(t.board.adjacent[t.zone[troop]]) * 10
        near = BIT[t.zone[troop]] | t.board.adjacent[t.zone[troop]]
        if t.style != 0 and troop == t.target:
            return STAND + LYING
        return STAND + 50 * count(appraisal.foes_in(t, self.seat, near))

    def best_way(self, t: Table, troop: i64) -> i64:
        """The best that a move of this troop could come to."""
        best: i64 = HOPELESS
        effect, whose = effect_of(t), troop // TROOPS
        if effect.what == DO_PUSH:
            rest = t.board.adjacent[t.zone[troop]]
        else:
            rest = troops.reach(t, whose, t.zone[troop], effect.steps)
        while rest != 0:
            found = self.change(t, whose, t.zone[troop], lowest(rest)) + self.duel.parting(t, troop, lowest(rest))
            best = max(best, found)
            rest &= rest - 1
        return best

    def rate_victim(self, t: Table, other: i64) -> i64:
        """Whom an effect hurts: the leader, or the fortress that falls."""
        found = POINT + scoring.points(t, other)
        if kind_of(t.top()) == EFFECTS and effect_of(t).what == DO_DAMAGE:
            found += plunder(t, self.seat, other, effect_of(t).n)
        return found

    def rate_site(self, t: Table, zone: i64) -> i64:
        """A spiral near the town, with many neighbours and room around it."""
        found = 50 * count(t.board.adjacent[zone]) - 200 * t.board.steps(zone, t.board.town)
        for other in range(t.rules.seats):
            if t.fortress[other] >= 0:
                found += 30 * t.board.steps(zone, t.fortress[other])
        return found
