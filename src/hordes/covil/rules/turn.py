"""Main loop of the rules: runs tasks until a decision is open, offers its legal moves, and applies moves.

Each kind of task has one line here; its rule is in another module of this folder.
"""

from __future__ import annotations

from hordes.covil.rules import combat, effects, hiring, morning, nested_combat, night, solo_dummy, troops
from hordes.covil.state import effect_task, events, moves, tasks
from hordes.covil.state.constants import (
    AFTERNOON,
    CHANCE_PHASE,
    CHOICE,
    COMBAT,
    ENDED,
    FOUNDING_PHASE,
    MAX_GOLD,
    MELEE,
    NO_SLOT,
    PAYMENT,
    RAID,
    RANGED,
    REBEL_SEAT,
    RETREAT,
    TROOPS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import (
    CONSOLATION,
    DAMAGE,
    DISCARD,
    DUMMY_AIM,
    DUMMY_FOUNDS,
    DUMMY_TURN,
    EFFECTS,
    EXHAUSTION,
    FEES,
    FOUNDING,
    GAIN,
    LEVIES,
    LOSSES,
    MORNING,
    NEXT_DAY,
    NIGHT,
    OUTCOME,
    PURCHASES,
    RAIDS,
    REBELS_LEAVE,
    RENEW,
    REST_ALL,
    RETALIATION,
    SUSPENDED,
    WINDOW,
    WITHDRAWAL,
)
from hordes.covil.state.tasks import task_kind
from hordes.engine.core.state import CHANCE
from hordes.engine.mypyc_compat import i64

# Tasks


def run_tasks(t: Table) -> None:
    """Run tasks until a seat or chance has to decide, or the game is over."""
    t.phase = AFTERNOON
    while t.phase != ENDED:
        # The deck is refilled at once, before any task: under the ruling only when a relic is needed.
        if t.deck == 0 and t.discard_pile != 0 and not t.rules.refills_deck_late:
            t.reshuffle()
        if t.depth == 0 and t.is_dummy(t.player):
            t.push(tasks.dummy_turn(t.player, True))
        elif t.depth == 0:
            t.ask(AFTERNOON if t.minion_for_hire < 0 else PAYMENT, t.player)
            return
        elif not run_task(t, task_kind(t.top())):
            return


def run_task(t: Table, kind: i64) -> bool:
    """Run the task on top; returns False when it waits for a decision."""
    if kind <= LOSSES:  # FIRST_SEAT to LOSSES are answered by chance
        return not ask_chance_if(t, morning.needs_chance(t))
    if kind >= DUMMY_AIM and kind <= DUMMY_FOUNDS:
        return not ask_chance_if(t, solo_dummy.needs_flip(t))
    if kind == EFFECTS:
        return effects.run_effect(t)
    if kind == GAIN:
        return resolve_gain(t)
    if kind == WINDOW:
        return combat.open_window(t)
    if kind == EXHAUSTION:
        t.ask(COMBAT, tasks.exhaustion_seat(t.top()))
        return False
    if kind == WITHDRAWAL:
        return combat.resolve_defeat(t)
    return run_day_task(t, kind)


def run_day_task(t: Table, kind: i64) -> bool:
    """Run a task of the day's order."""
    if kind == FOUNDING:
        return morning.ask_next_founder(t)
    if kind == LEVIES:
        return night.collect_levies(t)
    if kind == RETALIATION:
        return night.next_rebel_attack(t)
    if kind == PURCHASES:
        return night.offer_purchases(t)
    if kind == OUTCOME:
        combat.resolve_combat(t)
    elif kind == SUSPENDED:
        nested_combat.resume_combat(t)
    elif kind == DAMAGE:
        combat.apply_damage(t)
    elif kind == MORNING:
        morning.run_morning(t)
    elif kind == DUMMY_TURN:
        solo_dummy.take_turn(t)
    else:
        run_night_task(t, kind)
    return True


def run_night_task(t: Table, kind: i64) -> None:
    """Run a task of the night that asks nobody."""
    if kind == DISCARD:
        night.discard_relics(t)
    elif kind == RENEW:
        night.renew_pool(t)
    elif kind == FEES:
        night.pay_fees(t)
    elif kind == CONSOLATION:
        night.pay_consolation(t)
    elif kind == RAIDS:
        night.raid_town(t)
    elif kind == REBELS_LEAVE:
        night.remove_rebels(t)
    elif kind == REST_ALL:
        night.rest_all_minions(t)
    elif kind == NEXT_DAY:
        night.end_day(t)
    elif kind == NIGHT:
        t.pop()
        night.push_night(t)


def ask_chance_if(t: Table, wanted: bool) -> bool:
    """Ask chance if it is wanted; returns whether it is."""
    if wanted:
        t.ask(CHANCE_PHASE, CHANCE)
    return wanted


def resolve_gain(t: Table) -> bool:
    """Gold above five is lost; before that a human owner may buy relics."""
    seat, n = tasks.gain_seat(t.top()), tasks.gain_gold(t.top())
    room = MAX_GOLD - t.gold[seat]
    if n > room and not t.is_dummy(seat) and t.can_buy_relic(seat):
        t.ask(CHOICE, seat)
        return False
    finish_gain(t, seat, n, room)
    return True


def finish_gain(t: Table, seat: i64, n: i64, room: i64) -> None:
    """Add as much gold as fits."""
    t.pop()
    kept = n if n < room else room
    t.add_gold(seat, kept)
    if t.sink is not None:
        events.gained(t, seat, kept, n - kept)


# Legal moves


def offer_moves(t: Table) -> None:
    """Offer the moves of the open decision; a seat may buy a relic whenever it is asked."""
    phase = t.phase
    if phase == AFTERNOON:
        offer_afternoon(t)
    elif phase == CHANCE_PHASE:
        morning.offer_chance(t)
        return
    elif phase == COMBAT or phase == RAID:
        offer_combat(t)
    elif phase == PAYMENT:
        hiring.offer_payment(t, t.to_move)
    elif phase == CHOICE:
        offer_choice(t)
    elif phase == RETREAT:
        t.offer(moves.RETREAT, troops.retreat_zones(t, tasks.withdrawal_troop(t.top())))
    elif phase == FOUNDING_PHASE:
        t.offer(moves.FOUND, morning.free_start_zones(t))
    else:
        return
    if t.can_buy_relic(t.to_move):
        t.offer(moves.DRAW, 1)


def offer_afternoon(t: Table) -> None:
    """Offer hiring, free actions and a troop action; `end` only after the action, or without a standing troop."""
    seat = t.player
    if not t.has_hired:
        hiring.offer_hires(t, seat)
    t.offer(moves.RELIC, t.hand[seat])
    t.offer(moves.COMMAND, hiring.ready_commands(t, seat))
    if not t.has_acted and t.standing_troops(seat) != 0:
        troops.offer_actions(t, seat)
    else:
        t.offer(moves.END, 1)


def offer_choice(t: Table) -> None:
    """Offer the choices of an effect, a levy, or a purchase before gold is lost."""
    kind = task_kind(t.top())
    if kind == GAIN or kind == PURCHASES:
        t.offer(moves.PASS, 1)
    elif kind == LEVIES:
        t.offer(moves.CHOOSE_SEAT, night.richer_opponents(t, t.to_move))
        t.offer(moves.SKIP, 1)
    else:
        effects.offer_choices(t)


def offer_combat(t: Table) -> None:
    """Offer the Minions to exhaust for an attack, the rebels' next targets, or the moves of a window."""
    kind = task_kind(t.top())
    if kind == EXHAUSTION:
        t.offer(moves.EXHAUST, t.minions_by_readiness(t.to_move, True))
    elif kind == RETALIATION:
        t.offer(moves.CHOOSE_TROOP, night.next_victims(t))
    else:
        combat.offer_window_moves(t)


def choice_verb(t: Table) -> i64:
    """The verb that the word `choose` stands for in the open decision; -1 when nothing is to be chosen."""
    if t.depth == 0 or t.phase == CHANCE_PHASE:
        return -1
    kind = task_kind(t.top())
    if kind == EFFECTS:
        return effects.answer_verb(t)
    if kind == LEVIES:
        return moves.CHOOSE_SEAT
    return moves.CHOOSE_TROOP if kind == RETALIATION else -1


# What moves do


def apply_move(t: Table, move: i64) -> None:
    """Apply a legal move and run the tasks that follow."""
    verb = move >> 6
    target = move & 63
    if moves.GROUP_OF[verb] == moves.CHANCE_GROUP:
        if verb == moves.FLIPPED:
            solo_dummy.apply_flip(t, target)
        else:
            morning.apply_chance(t, verb, target)
    elif verb == moves.DRAW:
        apply_purchase(t)
    elif verb == moves.RELIC:
        apply_relic(t, target)
    elif t.phase == AFTERNOON:
        apply_afternoon_move(t, verb, target)
    elif t.phase == PAYMENT:
        hiring.apply_payment(t, verb, target)
    else:
        apply_answer(t, verb, target)
    run_tasks(t)


def apply_afternoon_move(t: Table, verb: i64, target: i64) -> None:
    """Apply a move of the afternoon turn."""
    if verb == moves.HIRE:
        hiring.start_hiring(t, target)
    elif verb == moves.COMMAND:
        apply_command(t, target)
    elif verb == moves.END:
        morning.end_turn(t)
    elif moves.is_attack(verb):
        apply_attack(t, verb, target)
    else:
        troops.apply_action(t, verb, target)


def apply_attack(t: Table, verb: i64, target: i64) -> None:
    """Declare an attack as a troop action, or a free attack."""
    attack_kind: i64 = MELEE if moves.GROUP_OF[verb] == moves.MELEE_GROUP else RANGED
    troop = t.to_move * TROOPS + moves.LETTER_OF[verb]
    if t.phase == AFTERNOON:
        troops.lie_down(t, troop)
        combat.declare_attack(t, attack_kind, troop, target, 0, False)
    else:
        combat.declare_attack(t, attack_kind, troop, target, effects.consume_free_attack(t), True)


def apply_command(t: Table, minion: i64) -> None:
    """Exhaust a Ready Minion for its Command."""
    seat = t.player
    slot = t.find_slot(seat, minion, True)
    t.exhaust(seat, slot)
    if t.sink is not None:
        events.commanded(t, seat, minion)
    effect_task.push_card_effects(t, minion, seat, slot, REBEL_SEAT, -1, 0)


def apply_relic(t: Table, relic: i64) -> None:
    """Activate a relic and push its effects."""
    seat = t.to_move
    if t.phase != AFTERNOON:
        combat.reset_passes(t)
    t.activate_relic(seat, relic)
    if t.sink is not None:
        events.activated(t, seat, relic)
    effect_task.push_card_effects(t, t.cards.minion_count + relic, seat, NO_SLOT, REBEL_SEAT, -1, 0)


def apply_purchase(t: Table) -> None:
    """Buy a relic; in a combat window this counts as an action."""
    if t.depth > 0 and task_kind(t.top()) == WINDOW:
        combat.reset_passes(t)
    morning.buy_relic(t, t.to_move)


def apply_answer(t: Table, verb: i64, target: i64) -> None:
    """Apply the answer to a question that interrupts the turn, or belongs to the morning or night."""
    kind = task_kind(t.top())
    if kind == EFFECTS:
        if moves.is_attack(verb):
            apply_attack(t, verb, target)
        else:
            effects.answer_effect(t, verb, target)
    elif kind == WINDOW:
        apply_window_answer(t, verb, target)
    elif kind == EXHAUSTION:
        combat.exhaust_for_attack(t, t.find_slot(t.to_move, target, True))
    elif kind == WITHDRAWAL:
        combat.apply_retreat(t, target)
    elif kind == GAIN:
        finish_gain(t, t.to_move, tasks.gain_gold(t.top()), MAX_GOLD - t.gold[t.to_move])
    elif kind == PURCHASES:
        night.decline_purchase(t)
    elif kind == LEVIES:
        night.answer_levy(t, verb, target)
    elif kind == RETALIATION:
        night.attack_troop(t, target)
    else:
        morning.found_fortress(t, t.to_move, target)


def apply_window_answer(t: Table, verb: i64, target: i64) -> None:
    """Defend or pass in a combat window."""
    if verb == moves.DEFEND:
        combat.exhaust_for_defense(t, t.to_move, t.find_slot(t.to_move, target, True))
    else:
        if t.sink is not None:
            events.passed(t, t.to_move)
        combat.pass_window(t)
