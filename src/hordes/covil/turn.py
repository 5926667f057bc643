"""The day's order: which question is open, its legal moves, and what each answer leads to.

`settle` works through the agenda until somebody has to be asked. Each task has one line here and its rule in the module
that is named after it.
"""

from __future__ import annotations

from hordes.covil import combat, dummy, effects, hall, morning, moves, nested, night, progress, tell, troops
from hordes.covil.agenda import arg_a, arg_b, kind_of
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    AFTERNOON,
    CHANCES,
    CHOICE,
    COMBAT,
    CONSOLATION,
    DAMAGE,
    DISCARD,
    DUMMY_AIM,
    DUMMY_FOUNDS,
    DUMMY_TURN,
    EFFECTS,
    ENDED,
    EXHAUSTION,
    FEES,
    FOUND,
    FOUNDING,
    GAIN,
    LEVIES,
    LOSSES,
    MELEE,
    MORNING,
    MOST_GOLD,
    NEXT_DAY,
    NIGHT,
    NO_SLOT,
    OUTCOME,
    PAYMENT,
    PURCHASES,
    RAID,
    RAIDS,
    RANGED,
    REBELS,
    REBELS_LEAVE,
    RENEW,
    REST_ALL,
    RETALIATION,
    RETREAT,
    SUSPENDED,
    TROOPS,
    WINDOW,
    WITHDRAWAL,
)
from hordes.engine.native import i64
from hordes.engine.state import CHANCE

# The agenda


def settle(t: Table) -> None:
    """Do what is to be done until somebody decides."""
    t.phase = AFTERNOON
    while t.phase != ENDED:
        if t.deck == 0 and t.discard != 0 and not t.rules.late_refill:
            t.reshuffle()
        if t.depth == 0 and t.is_dummy(t.player):
            t.push(DUMMY_TURN, t.player, 1, 0)
        elif t.depth == 0:
            t.ask(AFTERNOON if t.hiring < 0 else PAYMENT, t.player)
            return
        elif not step(t, kind_of(t.top())):
            return


def step(t: Table, kind: i64) -> bool:
    """Do the task on top; answers False when it waits for somebody."""
    if kind <= LOSSES:
        return not asks_chance(t, morning.wants_chance(t))
    if kind >= DUMMY_AIM and kind <= DUMMY_FOUNDS:
        return not asks_chance(t, dummy.undecided(t))
    if kind == EFFECTS:
        return effects.step(t)
    if kind == GAIN:
        return gain(t)
    if kind == WINDOW:
        return combat.open_window(t)
    if kind == EXHAUSTION:
        t.ask(COMBAT, arg_a(t.top()))
        return False
    if kind == WITHDRAWAL:
        return combat.withdraw(t)
    return step_day(t, kind)


def step_day(t: Table, kind: i64) -> bool:
    """The tasks of the day's order."""
    if kind == FOUNDING:
        return morning.founding(t)
    if kind == LEVIES:
        return night.levies(t)
    if kind == RETALIATION:
        return night.retaliation(t)
    if kind == PURCHASES:
        return night.purchases(t)
    if kind == OUTCOME:
        combat.decide(t)
    elif kind == SUSPENDED:
        nested.resume(t)
    elif kind == DAMAGE:
        combat.damage(t)
    elif kind == MORNING:
        morning.morning(t)
    elif kind == DUMMY_TURN:
        dummy.take_turn(t)
    else:
        step_night(t, kind)
    return True


def step_night(t: Table, kind: i64) -> None:
    """The steps of the night that ask nobody."""
    if kind == DISCARD:
        night.discard(t)
    elif kind == RENEW:
        night.renew(t)
    elif kind == FEES:
        night.fees(t)
    elif kind == CONSOLATION:
        night.consolation(t)
    elif kind == RAIDS:
        night.raid(t)
    elif kind == REBELS_LEAVE:
        night.rebels_leave(t)
    elif kind == REST_ALL:
        night.rest_all(t)
    elif kind == NEXT_DAY:
        night.next_day(t)
    elif kind == NIGHT:
        t.pop()
        night.fall(t)


def asks_chance(t: Table, wanted: bool) -> bool:
    """Chance is asked when it is wanted."""
    if wanted:
        t.ask(CHANCES, CHANCE)
    return wanted


def gain(t: Table) -> bool:
    """Gold above five is lost; before that its owner may buy relics. A dummy does not."""
    seat, n = arg_a(t.top()), arg_b(t.top())
    room = MOST_GOLD - t.gold[seat]
    if n > room and not t.is_dummy(seat) and t.can_buy(seat):
        t.ask(CHOICE, seat)
        return False
    take_gain(t, seat, n, room)
    return True


def take_gain(t: Table, seat: i64, n: i64, room: i64) -> None:
    """As much as fits."""
    t.pop()
    fits = n if n < room else room
    t.add_gold(seat, fits)
    if t.sink is not None:
        tell.gained(t, seat, fits, n - fits)


# Legal moves


def find(t: Table) -> None:
    """Offer the moves of the open question; a seat may buy a relic wherever it is asked."""
    phase = t.phase
    if phase == AFTERNOON:
        find_afternoon(t)
    elif phase == CHANCES:
        morning.offer_chance(t)
        return
    elif phase == COMBAT or phase == RAID:
        find_combat(t)
    elif phase == PAYMENT:
        hall.offer_payment(t, t.to_move)
    elif phase == CHOICE:
        find_choice(t)
    elif phase == RETREAT:
        t.offer(moves.RETREAT, troops.retreats(t, arg_a(t.top())))
    elif phase == FOUND:
        t.offer(moves.FOUND, morning.free_spirals(t))
    else:
        return
    if t.can_buy(t.to_move):
        t.offer(moves.DRAW, 1)


def find_afternoon(t: Table) -> None:
    """Hire once, free actions, one troop action; whoever has a standing troop must act before the turn ends."""
    seat = t.player
    if not t.hired:
        hall.offer_hires(t, seat)
    t.offer(moves.RELIC, t.hand[seat])
    t.offer(moves.COMMAND, hall.commands(t, seat))
    if not t.acted and t.standing_of(seat) != 0:
        troops.offer_actions(t, seat)
    else:
        t.offer(moves.END, 1)


def find_choice(t: Table) -> None:
    """What an effect asks for, whom to tax, or whether to buy before gold overflows."""
    kind = kind_of(t.top())
    if kind == GAIN or kind == PURCHASES:
        t.offer(moves.PASS, 1)
    elif kind == LEVIES:
        t.offer(moves.CHOOSE_SEAT, night.richer(t, t.to_move))
        t.offer(moves.SKIP, 1)
    else:
        effects.offer(t)


def find_combat(t: Table) -> None:
    """Which Minion is exhausted for an attack, which troop rebels attack next, or what is done in a window."""
    kind = kind_of(t.top())
    if kind == EXHAUSTION:
        t.offer(moves.EXHAUST, t.in_state(t.to_move, True))
    elif kind == RETALIATION:
        t.offer(moves.CHOOSE_TROOP, night.next_victims(t))
    else:
        combat.offer_window(t)


def choice_verb(t: Table) -> i64:
    """What `choose` names in the question that is open; -1 when nothing is to be chosen."""
    if t.depth == 0 or t.phase == CHANCES:
        return -1
    kind = kind_of(t.top())
    if kind == EFFECTS:
        return effects.verb_of(t)
    if kind == LEVIES:
        return moves.CHOOSE_SEAT
    return moves.CHOOSE_TROOP if kind == RETALIATION else -1


# What moves do


def apply(t: Table, move: i64) -> None:
    """Carry out a legal move, then whatever follows from it."""
    verb = move >> 6
    target = move & 63
    if verb >= moves.FIRST:
        if verb == moves.FLIPPED:
            dummy.flipped(t, target)
        else:
            morning.deal(t, verb, target)
    elif verb == moves.DRAW:
        buy(t)
    elif verb == moves.RELIC:
        activate(t, target)
    elif t.phase == AFTERNOON:
        act(t, verb, target)
    elif t.phase == PAYMENT:
        hall.pay(t, verb, target)
    else:
        answer(t, verb, target)
    settle(t)


def act(t: Table, verb: i64, target: i64) -> None:
    """Moves of an afternoon turn."""
    if verb == moves.HIRE:
        hall.hire(t, target)
    elif verb == moves.COMMAND:
        command(t, target)
    elif verb == moves.END:
        morning.end_turn(t)
    elif moves.MELEE <= verb < moves.EXHAUST:
        attack(t, verb, target)
    else:
        troops.act(t, verb, target)


def attack(t: Table, verb: i64, target: i64) -> None:
    """A troop action or a free attack."""
    style: i64 = MELEE if verb < moves.RANGED else RANGED
    troop = t.to_move * TROOPS + verb - (moves.MELEE if style == MELEE else moves.RANGED)
    if t.phase == AFTERNOON:
        troops.lie_down(t, troop)
        combat.declare(t, style, troop, target, 0, False)
    else:
        combat.declare(t, style, troop, target, effects.free_attack(t), True)


def command(t: Table, minion: i64) -> None:
    """Exhaust a Ready Minion for its Command."""
    seat = t.player
    slot = t.slot_of(seat, minion, True)
    t.exhaust(seat, slot)
    if t.sink is not None:
        tell.commanded(t, seat, minion)
    progress.begin(t, minion, seat, slot, REBELS, -1, 0)


def activate(t: Table, relic: i64) -> None:
    """Move a relic to the active row and do what it says."""
    seat = t.to_move
    if t.phase != AFTERNOON:
        combat.keep_window(t)
    t.activate(seat, relic)
    if t.sink is not None:
        tell.activated(t, seat, relic)
    progress.begin(t, t.cards.minions + relic, seat, NO_SLOT, REBELS, -1, 0)


def buy(t: Table) -> None:
    """A relic for gold, wherever the game waits for this seat."""
    if t.depth > 0 and kind_of(t.top()) == WINDOW:
        combat.keep_window(t)
    morning.buy(t, t.to_move)


def answer(t: Table, verb: i64, target: i64) -> None:
    """Answers to questions that interrupt the turn, or belong to the morning or night."""
    kind = kind_of(t.top())
    if kind == EFFECTS:
        if moves.MELEE <= verb < moves.EXHAUST:
            attack(t, verb, target)
        else:
            effects.answer(t, verb, target)
    elif kind == WINDOW:
        answer_window(t, verb, target)
    elif kind == EXHAUSTION:
        combat.wield(t, t.slot_of(t.to_move, target, True))
    elif kind == WITHDRAWAL:
        combat.retreat(t, target)
    elif kind == GAIN:
        take_gain(t, t.to_move, arg_b(t.top()), MOST_GOLD - t.gold[t.to_move])
    elif kind == PURCHASES:
        night.decline_purchase(t)
    elif kind == LEVIES:
        night.answer_levy(t, verb, target)
    elif kind == RETALIATION:
        night.strike(t, target)
    else:
        morning.found(t, t.to_move, target)


def answer_window(t: Table, verb: i64, target: i64) -> None:
    """Defend or pass."""
    if verb == moves.DEFEND:
        combat.defend(t, t.to_move, t.slot_of(t.to_move, target, True))
    else:
        if t.sink is not None:
            tell.passed(t, t.to_move)
        combat.close_window(t)
