"""Interpreter of card effects: Commands, Aftershocks and relics' Instants, one effect after the other.

The task EFFECTS stays on the task stack while a card is carried out; `state.effect_task` has its arguments. An effect
asks for one choice at a time. What cannot be done is skipped. What leaves no choice is done at once, except for
relics' Instants beyond gold, repair and rest: these may be declined.
"""

from __future__ import annotations

from hordes.covil.rules import resting, troops
from hordes.covil.rules.dominance import dominated_terrains
from hordes.covil.state import events, moves, tasks
from hordes.covil.state.cards import Effect
from hordes.covil.state.constants import (
    ANY_KIND,
    ATTACK_HEADROOM,
    CHOICE,
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
    MAX_REBELS,
    MELEE,
    NO_SLOT,
    PER_DOMINANCE,
    PICK_ANY,
    RANGED,
    SLOTS,
    STACK_SIZE,
    TIRED,
    TROOPS,
)
from hordes.covil.state.effect_task import (
    current_effect,
    effect_seat,
    effect_slot,
    finish_target,
    first_choice,
    memory_troop,
    next_effect,
    owner_defender,
    progress_conditions,
    question_stage,
    served_targets,
    set_first_choice,
)
from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.mypyc_compat import i64

# Effects without a choice


def run_effect(t: Table) -> bool:
    """Carry out the effect on top, or ask for what it needs; returns False when a seat is asked."""
    effect, seat = current_effect(t), effect_seat(t)
    if effect.conditions & ~progress_conditions(t.top()) != 0:  # a condition of the Aftershock does not hold
        next_effect(t)
        return True
    if effect.opcode <= DO_LAY or effect.opcode == DO_ATTACK:  # move, push, stand, lay, attack
        return run_troop_effect(t, effect, seat)
    if effect.opcode in (DO_REST, DO_READY, DO_EXHAUST, DO_STEAL, DO_DISCARD, DO_DAMAGE, DO_REBELS):
        return run_card_effect(t, effect, seat)
    if effect.opcode in (DO_RELIC, DO_SUMMON) and is_declinable(t):
        return ask_or_skip(t, seat)
    next_effect(t)
    if effect.opcode == DO_GOLD:
        times = count(dominated_terrains(t, seat)) if effect.per == PER_DOMINANCE else 1
        t.gain_gold(seat, effect.amount * times)
    elif effect.opcode == DO_RELIC:
        t.draw_relics(seat, effect.amount)
    elif effect.opcode == DO_REPAIR:
        troops.repair_fortress(t, seat, effect.amount)
    elif effect.opcode == DO_SUMMON:
        summon_troops(t, seat, effect.amount)
    return True


def is_declinable(t: Table) -> bool:
    """Whether the effect is a relic's Instant, which its owner may decline."""
    return effect_slot(t) == NO_SLOT and not t.rules.instants_are_forced


def summon_troops(t: Table, seat: i64, n: i64) -> None:
    """Summon troops up to the day's reserve."""
    for _ in range(n):
        if t.troop_count(seat) <= t.day and t.fortress_zone[seat] >= 0:
            t.summon_troop(seat)


def run_troop_effect(t: Table, effect: Effect, seat: i64) -> bool:
    """Effects on troops. An effect with a fixed troop (`pick`) skips the first choice."""
    if effect.pick != PICK_ANY and question_stage(t) == 0:
        troop = memory_troop(t.top())
        if troop < 0 or t.troop_zone[troop] < 0 or t.protected_troops() & BIT[troop] != 0:
            next_effect(t)
        elif effect.opcode == DO_STAND:
            if is_declinable(t):
                return ask_or_skip(t, seat)
            next_effect(t)
            stand_troop(t, troop)
        else:
            set_first_choice(t, troop)
        return True
    return ask_or_skip(t, seat)


def stand_troop(t: Table, troop: i64) -> None:
    """Stand a lying troop up."""
    if t.standing & BIT[troop] == 0:
        t.stand_troop(troop)
        if t.sink is not None:
            events.stood(t, troop)


def run_card_effect(t: Table, effect: Effect, seat: i64) -> bool:
    """Effects on Minions, gold, relics, fortresses and rebels."""
    if effect.opcode == DO_REST and (effect.rests_itself or effect.rests_overlord):
        rest_fixed_minion(t, effect, seat)
        return True
    if effect.opcode == DO_REBELS and effect.up_to == 1 and not is_declinable(t):
        next_effect(t)
        change_rebels(t, effect, seat, movable_rebels(t, effect))
        return True
    if effect.opcode == DO_STEAL and effect.from_defender:
        defender = owner_defender(t.top())
        next_effect(t)
        steal_gold(t, seat, defender, effect.amount)
        return True
    by_seat = effect.opcode in (DO_STEAL, DO_DISCARD, DO_DAMAGE, DO_EXHAUST) and question_stage(t) == 0
    declinable = is_declinable(t) and effect.opcode != DO_EXHAUST
    if by_seat and not declinable and count(choices_of_effect(t)) == 1:
        pick_seat(t, lowest(choices_of_effect(t)))
        return True
    return ask_or_skip(t, seat)


def rest_fixed_minion(t: Table, effect: Effect, seat: i64) -> None:
    """Rest the Minion that has the effect, or the Overlord."""
    slot = effect_slot(t) if effect.rests_itself else 0
    next_effect(t)
    if slot < SLOTS and t.hall[seat * SLOTS + slot] != 0:
        t.rest(seat, slot)


def ask_or_skip(t: Table, seat: i64) -> bool:
    """Ask the seat to choose; skip the effect where nothing can be chosen. Returns False when the seat is asked."""
    if t.is_dummy(seat):
        answer_for_dummy(t, seat)
        return True
    if not has_choices(t):
        next_effect(t)
        return True
    t.ask(CHOICE, seat)
    return False


def has_choices(t: Table) -> bool:
    """Whether there is anything to choose."""
    if current_effect(t).opcode == DO_ATTACK:
        return can_attack_freely(t)
    return choices_of_effect(t) != 0


def answer_for_dummy(t: Table, seat: i64) -> None:
    """Dummies rest exhausted before tired Minions, move as many rebels as allowed, and skip everything else."""
    effect = current_effect(t)
    if effect.opcode == DO_REBELS:
        next_effect(t)
        change_rebels(t, effect, seat, movable_rebels(t, effect))
        return
    slot = resting.most_exhausted_slot(t, seat, effect) if effect.opcode == DO_REST else -1
    if slot >= 0:
        finish_target(t, -1, BIT[slot])
        t.rest(seat, slot)
    else:
        next_effect(t)


# Choices


def answer_verb(t: Table) -> i64:
    """The verb of the answer, by what the effect asks for."""
    effect = current_effect(t)
    opcode = effect.opcode
    if opcode == DO_REBELS:
        return moves.CHOOSE_NUMBER if effect.up_to > 1 else moves.USE
    if opcode in (DO_RELIC, DO_SUMMON) or (opcode == DO_STAND and effect.pick != PICK_ANY):
        return moves.USE
    if opcode in (DO_REST, DO_READY):
        return moves.CHOOSE_MINION
    if opcode == DO_EXHAUST:
        return moves.CHOOSE_MINION if question_stage(t) == 1 else moves.CHOOSE_SEAT
    if opcode in (DO_STEAL, DO_DISCARD, DO_DAMAGE):
        return moves.CHOOSE_SEAT
    return moves.CHOOSE_ZONE if question_stage(t) == 1 else moves.CHOOSE_TROOP


def offer_choices(t: Table) -> None:
    """Offer everything that can be chosen, and `skip`."""
    if current_effect(t).opcode == DO_ATTACK:
        offer_free_attack(t)
    else:
        verb = answer_verb(t)
        t.offer(verb, choices_of_effect(t))
        if verb == moves.CHOOSE_MINION and question_stage(t) == 0:
            effect, seat = current_effect(t), effect_seat(t)
            t.offer(
                moves.CHOOSE_OTHER,
                resting.restable_minions(t, seat, effect, TIRED) & resting.restable_minions(t, seat, effect, EXHAUSTED),
            )
    t.offer(moves.SKIP, 1)


def choices_of_effect(t: Table) -> i64:
    """Everything that can be chosen now, as a set."""
    effect, seat = current_effect(t), effect_seat(t)
    opcode = effect.opcode
    if answer_verb(t) == moves.USE:
        return usable(t, seat, effect)
    if opcode <= DO_LAY:
        return target_troops(t, seat, effect) if question_stage(t) == 0 else destinations(t, seat, effect)
    if opcode == DO_REBELS:
        n = movable_rebels(t, effect)
        return BIT[n + 1] - 1 if n > 0 else 0  # the set of 0 to n
    if opcode in (DO_REST, DO_READY):
        return resting.restable_minions(t, seat, effect, TIRED) | resting.restable_minions(t, seat, effect, EXHAUSTED)
    if opcode == DO_EXHAUST and question_stage(t) == 1:
        return t.minions_by_readiness(first_choice(t), True)
    return target_seats(t, seat, effect)


def usable(t: Table, seat: i64, effect: Effect) -> i64:
    """1 when an effect without a choice can do anything, else 0."""
    if effect.opcode == DO_RELIC:
        can_apply = t.deck | t.discard_pile != 0
    elif effect.opcode == DO_SUMMON:
        can_apply = t.troop_count(seat) <= t.day and t.fortress_zone[seat] >= 0
    elif effect.opcode == DO_REBELS:
        can_apply = movable_rebels(t, effect) > 0
    else:
        troop = memory_troop(t.top())
        can_apply = troop >= 0 and t.troop_zone[troop] >= 0 and t.standing & BIT[troop] == 0
    return 1 if can_apply else 0


def target_troops(t: Table, seat: i64, effect: Effect) -> i64:
    """The troops that an effect may be aimed at."""
    if effect.opcode == DO_MOVE:
        return movable_troops(t, seat, effect)
    if effect.opcode == DO_STAND:
        return lying_troops(t, seat, effect)
    near = enemies_in_reach(t, seat, effect.max_range)
    return near & t.standing if effect.opcode == DO_LAY else near


def movable_troops(t: Table, seat: i64, effect: Effect) -> i64:
    """Own troops that this effect has not moved yet."""
    troops_to_move: i64 = 0
    for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
        zone = t.troop_zone[troop]
        unserved = zone >= 0 and served_targets(t) & BIT[troop % TROOPS] == 0
        if unserved and troops.reachable_zones(t, seat, zone, effect.steps) != 0:
            troops_to_move |= BIT[troop]
    return troops_to_move & ~t.protected_troops()


def destinations(t: Table, seat: i64, effect: Effect) -> i64:
    """Where the chosen troop may go; a pushed troop goes one zone."""
    if effect.opcode == DO_PUSH:
        return t.board.adjacent[t.troop_zone[first_choice(t)]]
    return troops.reachable_zones(t, seat, t.troop_zone[first_choice(t)], effect.steps)


def enemies_in_reach(t: Table, seat: i64, max_range: i64) -> i64:
    """Enemy troops in a zone with an own troop, and in adjacent zones for a range above 0."""
    zones = t.occupied_zones(seat)
    if max_range > 0:
        zones |= t.board.neighbours_of(zones)
    enemies: i64 = 0
    for troop in range(t.rules.seats * TROOPS):
        if (
            t.troop_zone[troop] >= 0
            and zones & BIT[t.troop_zone[troop]] != 0
            and t.opponents(seat) & BIT[troop // TROOPS] != 0
        ):
            enemies |= BIT[troop]
    return enemies & ~t.protected_troops()


def lying_troops(t: Table, seat: i64, effect: Effect) -> i64:
    """Own lying troops, only those at the fortress where the card says so."""
    candidates = t.troops_in(seat, t.fortress_zone[seat]) if effect.at_own_fortress else t.troops_on_board(seat)
    return candidates & ~t.standing & ~t.protected_troops() & t.troops_on_board(seat)


def target_seats(t: Table, seat: i64, effect: Effect) -> i64:
    """The opponents that the effect can take something from."""
    seats: i64 = 0
    rest = t.opponents(seat)
    near = t.occupied_zones(seat)
    if effect.opcode == DO_DAMAGE and effect.max_range > 0:
        near |= t.board.neighbours_of(near)
    while rest != 0:
        other = lowest(rest)
        rest &= rest - 1
        if effect.opcode == DO_STEAL:
            is_target = t.gold[other] > 0
        elif effect.opcode == DO_DISCARD:
            is_target = t.hand[other] != 0
        elif effect.opcode == DO_EXHAUST:
            is_target = t.minions_by_readiness(other, True) != 0
        else:
            is_target = t.hp[other] > 0 and near & BIT[t.fortress_zone[other]] != 0
        if is_target:
            seats |= BIT[other]
    return seats


def movable_rebels(t: Table, effect: Effect) -> i64:
    """How many rebels can be added to the town, or removed."""
    most = MAX_REBELS - t.rebels if effect.amount > 0 else t.rebels
    return most if most < effect.up_to else effect.up_to


# Answers


def answer_effect(t: Table, verb: i64, target: i64) -> None:
    """Apply the answer to the effect on top."""
    effect, seat = current_effect(t), effect_seat(t)
    if verb == moves.SKIP:
        next_effect(t)
    elif verb == moves.CHOOSE_NUMBER:
        next_effect(t)
        change_rebels(t, effect, seat, target)
    elif verb == moves.CHOOSE_SEAT:
        pick_seat(t, target)
    elif verb == moves.USE:
        use_effect(t, effect, seat)
    elif verb == moves.CHOOSE_MINION:
        pick_minion(t, effect, seat, target)
    elif verb == moves.CHOOSE_OTHER:
        resting.rest_or_ready(t, effect, seat, resting.other_restable_slot(t, effect, seat, target))
    elif verb == moves.CHOOSE_TROOP:
        pick_troop(t, effect, target)
    else:
        troop = first_choice(t)
        finish_target(t, troop, BIT[troop % TROOPS])
        troops.move_troop(t, troop, target)


def use_effect(t: Table, effect: Effect, seat: i64) -> None:
    """Carry out an effect that has no choice."""
    troop = memory_troop(t.top())
    next_effect(t)
    if effect.opcode == DO_RELIC:
        t.draw_relics(seat, effect.amount)
    elif effect.opcode == DO_SUMMON:
        summon_troops(t, seat, effect.amount)
    elif effect.opcode == DO_REBELS:
        change_rebels(t, effect, seat, movable_rebels(t, effect))
    else:
        stand_troop(t, troop)


def pick_troop(t: Table, effect: Effect, troop: i64) -> None:
    """Stand the troop up, lay it down, or ask where it goes."""
    if effect.opcode == DO_STAND:
        finish_target(t, troop, 0)
        stand_troop(t, troop)
    elif effect.opcode == DO_LAY:
        finish_target(t, troop, 0)
        t.lay_troop_down(troop)
        if t.sink is not None:
            events.laid(t, troop)
    else:
        set_first_choice(t, troop)


def pick_minion(t: Table, effect: Effect, seat: i64, minion: i64) -> None:
    """Exhaust the Minion, rest it, or make it Ready."""
    if effect.opcode == DO_EXHAUST:
        other = first_choice(t)
        finish_target(t, -1, 0)
        slot = t.find_slot(other, minion, True)
        t.exhaust(other, slot)
        if t.sink is not None:
            events.exhausted(t, other, slot)
        return
    resting.rest_or_ready(t, effect, seat, resting.first_restable_slot(t, effect, seat, minion))


def pick_seat(t: Table, other: i64) -> None:
    """Aim the effect at that seat, or ask which of its Minions to exhaust."""
    effect, seat = current_effect(t), effect_seat(t)
    if effect.opcode == DO_EXHAUST:
        set_first_choice(t, other)
        return
    next_effect(t)
    if effect.opcode == DO_STEAL:
        steal_gold(t, seat, other, effect.amount)
    elif effect.opcode == DO_DAMAGE:
        t.push(tasks.damage(seat, other, effect.amount))
    else:
        t.push(tasks.losses(other, effect.amount))


def steal_gold(t: Table, seat: i64, other: i64, n: i64) -> None:
    """Take gold from another seat, as much as there is."""
    taken = n if n < t.gold[other] else t.gold[other]
    if taken > 0:
        t.add_gold(other, -taken)
        if t.sink is not None:
            events.stole(t, seat, other, taken)
        t.gain_gold(seat, taken)


def change_rebels(t: Table, effect: Effect, seat: i64, n: i64) -> None:
    """Add or remove rebels; each may give gold."""
    if n > 0:
        t.rebels += n if effect.amount > 0 else -n
        if t.sink is not None:
            events.rebels(t)
        t.gain_gold(seat, n * effect.bonus)


# Free attacks


def can_attack_freely(t: Table) -> bool:
    """Whether a free attack is possible: a Ready Minion, a target in range, and room on the task stack."""
    effect, seat = current_effect(t), effect_seat(t)
    if t.minions_by_readiness(seat, True) == 0 or t.depth > STACK_SIZE - ATTACK_HEADROOM:
        return False
    if t.rules.combat_relics_bonus_only and (seat != t.player or t.combat.attack_kind != 0):
        return False
    melee = effect.attack_kind in (ANY_KIND, MELEE) and troops.can_attack(t, seat, MELEE, t.troops_on_board(seat))
    return melee or (
        effect.attack_kind in (ANY_KIND, RANGED) and troops.can_attack(t, seat, RANGED, t.troops_on_board(seat))
    )


def offer_free_attack(t: Table) -> None:
    """Offer attacks by all own troops, standing or lying."""
    effect, seat = current_effect(t), effect_seat(t)
    if effect.attack_kind in (ANY_KIND, MELEE):
        troops.offer_attacks(t, seat, MELEE, t.troops_on_board(seat))
    if effect.attack_kind in (ANY_KIND, RANGED):
        troops.offer_attacks(t, seat, RANGED, t.troops_on_board(seat))


def consume_free_attack(t: Table) -> i64:
    """Finish the effect of a free attack; returns its bonus."""
    bonus = current_effect(t).bonus
    next_effect(t)
    return bonus
