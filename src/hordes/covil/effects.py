"""The one interpreter of effects: Commands, Aftershocks and relics do what their cards say, one effect after the other.

The task EFFECTS stays on the agenda while a card is being carried out; `progress` keeps its arguments.
An effect asks for one thing at a time. What cannot be done is passed over; what leaves no choice is done at once,
unless it is a relic's Instant that does more than give its owner gold, hit points or rest: that may be declined.
"""

from __future__ import annotations

from hordes.covil import moves, relief, tell, troops
from hordes.covil.agenda import arg_b, arg_c, arg_d
from hordes.covil.cards import Effect
from hordes.covil.dominance import dominated
from hordes.covil.progress import advance, chosen_of, effect_of, name, seat_of, served, slot_of, stage_of, used_up
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    ANY,
    ATTACK_ROOM,
    CHOICE,
    DAMAGE,
    DO_ATTACK,
    DO_DAMAGE,
    DO_DISCARD,
    DO_EXHAUST,
    DO_GOLD,
    DO_LAY,
    DO_MOVE,
    DO_PUSH,
    DO_READY,
    DO_REBELS,
    DO_RELIC,
    DO_REPAIR,
    DO_REST,
    DO_STAND,
    DO_STEAL,
    DO_SUMMON,
    EXHAUSTED,
    LOSSES,
    MELEE,
    MOST_REBELS,
    NO_SLOT,
    PER_DOMINANCE,
    PICK_ANY,
    RANGED,
    SLOTS,
    STACK,
    TIRED,
    TROOPS,
)
from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64

# What happens at once


def step(t: Table) -> bool:
    """Carry out the effect on top, or ask for what it needs; answers whether the agenda goes on by itself."""
    effect, seat = effect_of(t), seat_of(t)
    if effect.needs & ~(arg_d(t.top()) >> 6) != 0:
        advance(t)
        return True
    if effect.what <= DO_LAY or effect.what == DO_ATTACK:
        return step_board(t, effect, seat)
    if effect.what in (DO_REST, DO_READY, DO_EXHAUST, DO_STEAL, DO_DISCARD, DO_DAMAGE, DO_REBELS):
        return step_cards(t, effect, seat)
    if effect.what in (DO_RELIC, DO_SUMMON) and optional(t):
        return question(t, seat)
    advance(t)
    if effect.what == DO_GOLD:
        times = count(dominated(t, seat)) if effect.per == PER_DOMINANCE else 1
        t.gain(seat, effect.n * times)
    elif effect.what == DO_RELIC:
        t.draw(seat, effect.n)
    elif effect.what == DO_REPAIR:
        troops.repair(t, seat, effect.n)
    elif effect.what == DO_SUMMON:
        summon(t, seat, effect.n)
    return True


def optional(t: Table) -> bool:
    """Is it a relic's Instant, which its owner may decline?"""
    return slot_of(t) == NO_SLOT and not t.rules.forced_instants


def summon(t: Table, seat: i64, n: i64) -> None:
    """Troops from the supply, never above the day's reserve."""
    for _ in range(n):
        if t.troops_of(seat) <= t.day and t.fortress[seat] >= 0:
            t.summon(seat)


def step_board(t: Table, effect: Effect, seat: i64) -> bool:
    """Effects on troops."""
    if effect.pick != PICK_ANY and stage_of(t) == 0:
        troop = arg_c(t.top()) - 1
        if troop < 0 or t.zone[troop] < 0 or t.duellists() & BIT[troop] != 0:
            advance(t)
        elif effect.what == DO_STAND:
            if optional(t):
                return question(t, seat)
            advance(t)
            stand(t, troop)
        else:
            name(t, troop)
        return True
    return question(t, seat)


def stand(t: Table, troop: i64) -> None:
    """A lying troop stands up."""
    if t.standing & BIT[troop] == 0:
        t.raise_troop(troop)
        if t.sink is not None:
            tell.stood(t, troop)


def step_cards(t: Table, effect: Effect, seat: i64) -> bool:
    """Effects on Minions, gold, relics, fortresses and rebels."""
    if effect.what == DO_REST and (effect.itself or effect.overlord):
        advance_after_rest(t, effect, seat)
        return True
    if effect.what == DO_REBELS and effect.most == 1 and not optional(t):
        advance(t)
        rouse(t, effect, seat, room(t, effect))
        return True
    if effect.what == DO_STEAL and effect.from_defender:
        defender = arg_b(t.top()) >> 6
        advance(t)
        steal(t, seat, defender, effect.n)
        return True
    by_seat = effect.what in (DO_STEAL, DO_DISCARD, DO_DAMAGE, DO_EXHAUST) and stage_of(t) == 0
    declinable = optional(t) and effect.what != DO_EXHAUST
    if by_seat and not declinable and count(options(t)) == 1:
        pick_seat(t, lowest(options(t)))
        return True
    return question(t, seat)


def advance_after_rest(t: Table, effect: Effect, seat: i64) -> None:
    """The Minion itself, or the Overlord, rests."""
    slot = slot_of(t) if effect.itself else 0
    advance(t)
    if slot < SLOTS and t.hall[seat * SLOTS + slot] != 0:
        t.rest(seat, slot)


def question(t: Table, seat: i64) -> bool:
    """Ask, unless nothing can be chosen. A dummy has its own ways."""
    if t.is_dummy(seat):
        answer_for_dummy(t, seat)
        return True
    if not can_ask(t):
        advance(t)
        return True
    t.ask(CHOICE, seat)
    return False


def can_ask(t: Table) -> bool:
    """Is there anything to choose?"""
    if effect_of(t).what == DO_ATTACK:
        return can_attack(t)
    return options(t) != 0


def answer_for_dummy(t: Table, seat: i64) -> None:
    """Rest: the leftmost exhausted, then tired Minions; rebels: as many as allowed; what else asks is passed over."""
    effect = effect_of(t)
    if effect.what == DO_REBELS:
        advance(t)
        rouse(t, effect, seat, room(t, effect))
        return
    slot = relief.weariest(t, seat, effect) if effect.what == DO_REST else -1
    if slot >= 0:
        served(t, -1, BIT[slot])
        t.rest(seat, slot)
    else:
        advance(t)


# What can be chosen


def verb_of(t: Table) -> i64:
    """The verb of the answer: what kind of thing is asked for."""
    effect = effect_of(t)
    what = effect.what
    if what == DO_REBELS:
        return moves.CHOOSE_NUMBER if effect.most > 1 else moves.USE
    if what in (DO_RELIC, DO_SUMMON) or (what == DO_STAND and effect.pick != PICK_ANY):
        return moves.USE
    if what in (DO_REST, DO_READY):
        return moves.CHOOSE_MINION
    if what == DO_EXHAUST:
        return moves.CHOOSE_MINION if stage_of(t) == 1 else moves.CHOOSE_SEAT
    if what in (DO_STEAL, DO_DISCARD, DO_DAMAGE):
        return moves.CHOOSE_SEAT
    return moves.CHOOSE_ZONE if stage_of(t) == 1 else moves.CHOOSE_TROOP


def offer(t: Table) -> None:
    """Everything that can be chosen, and `skip`."""
    if effect_of(t).what == DO_ATTACK:
        offer_free_attack(t)
    else:
        verb = verb_of(t)
        t.offer(verb, options(t))
        if verb == moves.CHOOSE_MINION and stage_of(t) == 0:
            effect, seat = effect_of(t), seat_of(t)
            t.offer(moves.CHOOSE_OTHER, relief.weary(t, seat, effect, TIRED) & relief.weary(t, seat, effect, EXHAUSTED))
    t.offer(moves.SKIP, 1)


def options(t: Table) -> i64:
    """What can be chosen now, as a set."""
    effect, seat = effect_of(t), seat_of(t)
    what = effect.what
    if verb_of(t) == moves.USE:
        return usable(t, seat, effect)
    if what <= DO_LAY:
        return troops_for(t, seat, effect) if stage_of(t) == 0 else ways(t, seat, effect)
    if what == DO_REBELS:
        n = room(t, effect)
        return BIT[n + 1] - 1 if n > 0 else 0
    if what in (DO_REST, DO_READY):
        return relief.weary(t, seat, effect, TIRED) | relief.weary(t, seat, effect, EXHAUSTED)
    if what == DO_EXHAUST and stage_of(t) == 1:
        return t.in_state(chosen_of(t), True)
    return seats_for(t, seat, effect)


def usable(t: Table, seat: i64, effect: Effect) -> i64:
    """1 when an effect without anything to choose can do something, else 0."""
    if effect.what == DO_RELIC:
        fits = t.deck | t.discard != 0
    elif effect.what == DO_SUMMON:
        fits = t.troops_of(seat) <= t.day and t.fortress[seat] >= 0
    elif effect.what == DO_REBELS:
        fits = room(t, effect) > 0
    else:
        troop = arg_c(t.top()) - 1
        fits = troop >= 0 and t.zone[troop] >= 0 and t.standing & BIT[troop] == 0
    return 1 if fits else 0


def troops_for(t: Table, seat: i64, effect: Effect) -> i64:
    """The troops that an effect may be aimed at."""
    if effect.what == DO_MOVE:
        return movable(t, seat, effect)
    if effect.what == DO_STAND:
        return lying(t, seat, effect)
    near = near_enemies(t, seat, effect.reach)
    return near & t.standing if effect.what == DO_LAY else near


def movable(t: Table, seat: i64, effect: Effect) -> i64:
    """Own troops that this effect has not moved yet."""
    found: i64 = 0
    for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
        zone = t.zone[troop]
        unserved = zone >= 0 and used_up(t) & BIT[troop % TROOPS] == 0
        if unserved and troops.reach(t, seat, zone, effect.steps) != 0:
            found |= BIT[troop]
    return found & ~t.duellists()


def ways(t: Table, seat: i64, effect: Effect) -> i64:
    """Where the chosen troop may go; a pushed one one zone."""
    if effect.what == DO_PUSH:
        return t.board.adjacent[t.zone[chosen_of(t)]]
    return troops.reach(t, seat, t.zone[chosen_of(t)], effect.steps)


def near_enemies(t: Table, seat: i64, reach: i64) -> i64:
    """Enemy troops in, or next to, a zone with one of one's own."""
    zones = t.zones_held(seat)
    if reach > 0:
        zones |= t.board.around(zones)
    found: i64 = 0
    for troop in range(t.rules.seats * TROOPS):
        if t.zone[troop] >= 0 and zones & BIT[t.zone[troop]] != 0 and t.opponents(seat) & BIT[troop // TROOPS] != 0:
            found |= BIT[troop]
    return found & ~t.duellists()


def lying(t: Table, seat: i64, effect: Effect) -> i64:
    """Own troops that lie, in the fortress' zone where the card says so."""
    found = t.troops_in(seat, t.fortress[seat]) if effect.home else t.own(seat)
    return found & ~t.standing & ~t.duellists() & t.own(seat)


def seats_for(t: Table, seat: i64, effect: Effect) -> i64:
    """The opponents who have what the effect is after."""
    found: i64 = 0
    rest = t.opponents(seat)
    near = t.zones_held(seat)
    if effect.what == DO_DAMAGE and effect.reach > 0:
        near |= t.board.around(near)
    while rest != 0:
        other = lowest(rest)
        rest &= rest - 1
        if effect.what == DO_STEAL:
            fits = t.gold[other] > 0
        elif effect.what == DO_DISCARD:
            fits = t.hand[other] != 0
        elif effect.what == DO_EXHAUST:
            fits = t.in_state(other, True) != 0
        else:
            fits = t.hp[other] > 0 and near & BIT[t.fortress[other]] != 0
        if fits:
            found |= BIT[other]
    return found


def room(t: Table, effect: Effect) -> i64:
    """How many rebels can come, or go."""
    most = MOST_REBELS - t.rebels if effect.n > 0 else t.rebels
    return most if most < effect.most else effect.most


# Answers


def answer(t: Table, verb: i64, target: i64) -> None:
    """What a seat chose."""
    effect, seat = effect_of(t), seat_of(t)
    if verb == moves.SKIP:
        advance(t)
    elif verb == moves.CHOOSE_NUMBER:
        advance(t)
        rouse(t, effect, seat, target)
    elif verb == moves.CHOOSE_SEAT:
        pick_seat(t, target)
    elif verb == moves.USE:
        use(t, effect, seat)
    elif verb == moves.CHOOSE_MINION:
        pick_minion(t, effect, seat, target)
    elif verb == moves.CHOOSE_OTHER:
        relief.relieve(t, effect, seat, relief.other_weary(t, effect, seat, target))
    elif verb == moves.CHOOSE_TROOP:
        pick_troop(t, effect, target)
    else:
        troop = chosen_of(t)
        served(t, troop, BIT[troop % TROOPS])
        troops.go(t, troop, target)


def use(t: Table, effect: Effect, seat: i64) -> None:
    """Carry out an effect that leaves nothing to choose."""
    troop = arg_c(t.top()) - 1
    advance(t)
    if effect.what == DO_RELIC:
        t.draw(seat, effect.n)
    elif effect.what == DO_SUMMON:
        summon(t, seat, effect.n)
    elif effect.what == DO_REBELS:
        rouse(t, effect, seat, room(t, effect))
    else:
        stand(t, troop)


def pick_troop(t: Table, effect: Effect, troop: i64) -> None:
    """Stand it up, lay it down, or ask where it goes."""
    if effect.what == DO_STAND:
        served(t, troop, 0)
        stand(t, troop)
    elif effect.what == DO_LAY:
        served(t, troop, 0)
        t.lay_troop(troop)
        if t.sink is not None:
            tell.laid(t, troop)
    else:
        name(t, troop)


def pick_minion(t: Table, effect: Effect, seat: i64, minion: i64) -> None:
    """Exhaust it, rest it, or make it Ready."""
    if effect.what == DO_EXHAUST:
        other = chosen_of(t)
        served(t, -1, 0)
        slot = t.slot_of(other, minion, True)
        t.exhaust(other, slot)
        if t.sink is not None:
            tell.exhausted(t, other, slot)
        return
    relief.relieve(t, effect, seat, relief.first_weary(t, effect, seat, minion))


def pick_seat(t: Table, other: i64) -> None:
    """Take from, damage, or look into the hall of that seat."""
    effect, seat = effect_of(t), seat_of(t)
    if effect.what == DO_EXHAUST:
        name(t, other)
        return
    advance(t)
    if effect.what == DO_STEAL:
        steal(t, seat, other, effect.n)
    elif effect.what == DO_DAMAGE:
        t.push(DAMAGE, seat, other, effect.n)
    else:
        t.push(LOSSES, other, effect.n, 0)


def steal(t: Table, seat: i64, other: i64, n: i64) -> None:
    """Gold changes hands, as much as there is."""
    taken = n if n < t.gold[other] else t.gold[other]
    if taken > 0:
        t.add_gold(other, -taken)
        if t.sink is not None:
            tell.stole(t, seat, other, taken)
        t.gain(seat, taken)


def rouse(t: Table, effect: Effect, seat: i64, n: i64) -> None:
    """Rebels come or go, and each may be worth gold."""
    if n > 0:
        t.rebels += n if effect.n > 0 else -n
        if t.sink is not None:
            tell.rebels(t)
        t.gain(seat, n * effect.gold)


# Free attacks


def can_attack(t: Table) -> bool:
    """A free attack: with a Ready Minion and somebody in range; with room on the agenda for a combat more."""
    effect, seat = effect_of(t), seat_of(t)
    if t.in_state(seat, True) == 0 or t.depth > STACK - ATTACK_ROOM:
        return False
    if t.rules.bonus_only and (seat != t.player or t.style != 0):
        return False
    melee = effect.kind in (ANY, MELEE) and troops.can_attack(t, seat, MELEE, t.own(seat))
    return melee or (effect.kind in (ANY, RANGED) and troops.can_attack(t, seat, RANGED, t.own(seat)))


def offer_free_attack(t: Table) -> None:
    """Any own troop, standing or lying."""
    effect, seat = effect_of(t), seat_of(t)
    if effect.kind in (ANY, MELEE):
        troops.offer_attacks(t, seat, MELEE, t.own(seat))
    if effect.kind in (ANY, RANGED):
        troops.offer_attacks(t, seat, RANGED, t.own(seat))


def free_attack(t: Table) -> i64:
    """The effect is used; answers with what it adds to the attack."""
    bonus = effect_of(t).gold
    advance(t)
    return bonus
