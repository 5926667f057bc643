"""Reasons for illegal moves: the rule that forbids a move now, with names and numbers.

The rules are in `rules`; these modules only ask them the same questions, one by one, until one says no.
"""

from __future__ import annotations

from hordes.covil.rules import effects, hiring, morning
from hordes.covil.state import moves
from hordes.covil.state.constants import (
    AFTERNOON,
    CHOICE,
    COMBAT,
    COMMAND,
    DO_ATTACK,
    FOUNDING_PHASE,
    MAX_TAKEBACKS,
    PAYMENT,
    RAID,
    RETREAT,
)
from hordes.covil.state.effect_task import current_effect
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS, EXHAUSTION, LEVIES, RETALIATION
from hordes.covil.state.tasks import task_kind
from hordes.covil.text.illegal_troops import (
    refuse_action,
    refuse_combat,
    refuse_retreat,
    refuse_troop,
)
from hordes.covil.text.names import minion_named, relic_named, troops_named, zone_named, zones_named
from hordes.covil.text.question_errors import (
    TooExpensive,
    is_interrupted,
    is_own_turn_interrupted,
    must_retreat,
    open_question,
    require_phase,
    require_ready,
    require_turn,
    wrong_moment,
)
from hordes.engine.core.bits import BIT, listed
from hordes.engine.core.state import CHANCE, TARGETS
from hordes.engine.errors import NotTheMoment, RuleViolation, translatable
from hordes.engine.mypyc_compat import i64


def raise_illegal_move(t: Table, move: i64) -> None:
    """Raise the violation that names the rule. Called only for moves that are not legal."""
    verb, target = move // TARGETS, move % TARGETS
    if t.to_move == CHANCE:
        raise NotTheMoment(translatable("chance", "Chance decides now, no seat."))
    if verb == moves.DRAW:
        _refuse_draw(t)
    if verb in moves.CHOICE_VERBS or verb in (moves.SKIP, moves.USE):
        _refuse_choice(t, verb, target)
    if verb in (moves.HIRE, moves.PAY_GOLD, moves.PAY_RELIC, moves.PAY_MINION, moves.DONE, moves.CANCEL):
        _refuse_hire(t, verb, target)
    if verb in (moves.RELIC, moves.COMMAND):
        _refuse_free_action(t, verb, target)
    if verb in (moves.EXHAUST, moves.DEFEND, moves.PASS):
        refuse_combat(t, verb, target)
    if verb == moves.FOUND:
        _refuse_found(t, target)
    if verb == moves.RETREAT:
        refuse_retreat(t, target)
    if verb == moves.END:
        _refuse_end(t)
    refuse_action(t, verb, target)


# Buying and choosing


def _refuse_draw(t: Table) -> None:
    seat = t.to_move
    if t.deck | t.discard_pile == 0:
        raise RuleViolation(translatable("draw_none", "No Power Relic is left: deck and discard pile are both empty."))
    cost, gold = t.relic_price(seat), t.gold[seat]
    if t.offer_gold == 0:
        text = "A Power Relic costs seat {seat} {cost} gold; there is {gold}."
        raise TooExpensive(translatable("draw_dear", text, seat=seat, cost=cost, gold=gold))
    text = "A Power Relic costs seat {seat} {cost} gold; there is {gold}, {offered} of it already offered for a Minion."
    raise TooExpensive(translatable("draw_dear_offered", text, seat=seat, cost=cost, gold=gold, offered=t.offer_gold))


def _refuse_choice(t: Table, verb: i64, target: i64) -> None:
    if t.phase not in (CHOICE, RAID) or task_kind(t.top()) not in (EFFECTS, LEVIES, RETALIATION):
        if t.phase == CHOICE:
            raise NotTheMoment(open_question(t))
        if t.phase == RETREAT:
            raise NotTheMoment(must_retreat(t))
        raise wrong_moment(t, "choice_moment", "Nothing is to be chosen, used or skipped now")
    if verb == moves.SKIP:
        raise RuleViolation(open_question(t))
    texts = [text for text in t.legal_texts() if text.startswith("choose")]
    if not texts:
        _refuse_choosing(t)
    if verb == moves.CHOOSE_TROOP:
        refuse_troop(t, target)
    raise RuleViolation(
        translatable(
            "choice",
            "`{move}` cannot be chosen here; there are {moves}.",
            move=t.describe(verb * TARGETS + target),
            moves=", ".join([*texts, "skip"] if t.is_legal(moves.SKIP * TARGETS) else texts),
        )
    )


def _refuse_choosing(t: Table) -> None:
    """The open effect has nothing to choose from."""
    if current_effect(t).opcode == DO_ATTACK:
        text = "This effect is a free attack: `melee TROOP TARGET` or `ranged TROOP TARGET`, or `skip`."
        raise RuleViolation(translatable("choice_attack", text))
    if effects.answer_verb(t) == moves.USE:
        raise RuleViolation(translatable("choice_use", "This effect leaves nothing to choose: `use` it, or `skip`."))
    raise wrong_moment(t, "choice_other", "This effect asks for something else")


# Hiring


def _refuse_hire(t: Table, verb: i64, target: i64) -> None:
    if verb != moves.HIRE:
        _refuse_payment(t, verb, target)
    require_turn(t, "hire_moment", "A Minion is acquired on one's own turn")
    seat = t.player
    if t.has_hired:
        raise RuleViolation(translatable("hire_once", "One Minion a turn: this turn's has been acquired."))
    if target not in [t.pool[k] for k in range(t.pool_count)]:
        raise RuleViolation(
            translatable("hire_none", "{minion} is not in the Mercenary pool.", minion=minion_named(t, target))
        )
    if hiring.is_hall_full(t, seat) and hiring.tradable_minions(t, seat) == 0:
        raise RuleViolation(
            translatable(
                "hall_full", "The hall is full (6 Minions) and no Ready Minion could be handed over for a new one."
            )
        )
    raise TooExpensive(
        translatable(
            "hire_dear",
            "{minion} costs {cost}; gold, relics in hand and Ready Minions of seat {seat} are worth {worth} together.",
            minion=minion_named(t, target),
            cost=hiring.price(t, seat, target),
            seat=seat,
            worth=hiring.spendable_gold(t, seat),
        ),
        f"{minion_named(t, target)} costs {hiring.price(t, seat, target)}, more than seat {seat} could pay.",
    )


def _refuse_payment(t: Table, verb: i64, target: i64) -> None:
    _require_payment(t, verb)
    seat = t.to_move
    if verb == moves.CANCEL:
        raise RuleViolation(
            translatable(
                "hire_second_thoughts",
                "This turn's hiring has been called off {most} times; now it must be paid.",
                most=MAX_TAKEBACKS,
            )
        )
    if verb == moves.DONE:
        name, price, paid = (
            minion_named(t, t.minion_for_hire),
            hiring.price(t, seat, t.minion_for_hire),
            hiring.offered_value(t, seat),
        )
        if paid < price:
            raise TooExpensive(
                translatable(
                    "pay_short", "{minion} costs {cost}; {paid} is offered.", minion=name, cost=price, paid=paid
                )
            )
        raise RuleViolation(
            translatable(
                "pay_minion",
                "The hall is full: at least one Ready Minion must be handed over for {minion}.",
                minion=name,
            )
        )
    if verb == moves.PAY_GOLD:
        if target == 0:
            raise RuleViolation(
                translatable("pay_nothing", "No gold is no payment: say `done` when the price is reached.")
            )
        raise TooExpensive(
            translatable(
                "pay_gold",
                "{n} gold cannot be added: there is {gold}, {offered} of it already offered.",
                n=target,
                gold=t.gold[seat],
                offered=t.offer_gold,
            )
        )
    if verb == moves.PAY_RELIC:
        _refuse_relic_payment(t, seat, target)
    if t.minion_at(seat, 0) == target:
        raise RuleViolation(
            translatable(
                "overlord", "{minion} is the Dark Overlord and never leaves the throne.", minion=minion_named(t, target)
            )
        )
    require_ready(t, seat, target, "handed over")
    raise RuleViolation(
        translatable("minion_paid", "{minion} is already part of the payment.", minion=minion_named(t, target))
    )


def _require_payment(t: Table, verb: i64) -> None:
    if t.phase == COMBAT and task_kind(t.top()) == EXHAUSTION and verb == moves.CANCEL:
        text = "An attack that is declared cannot be called off: `exhaust CARD` says which Minion is exhausted for it."
        raise NotTheMoment(translatable("cancel_attack", text))
    if is_own_turn_interrupted(t) and t.phase != PAYMENT:
        raise NotTheMoment(open_question(t))
    if verb == moves.CANCEL:
        require_phase(t, PAYMENT, "cancel_moment", "`cancel` calls off a payment, and nothing is being paid for")
    require_phase(t, PAYMENT, "pay_moment", "Paying comes after `hire CARD`")


def _refuse_relic_payment(t: Table, seat: i64, relic: i64) -> None:
    name = relic_named(t, relic)
    if t.active_relics[seat] & BIT[relic] != 0:
        raise RuleViolation(
            translatable("relic_active", "{relic} is active: only Power Relics in hand are worth gold.", relic=name)
        )
    if t.offer_relics & BIT[relic] != 0:
        raise RuleViolation(translatable("relic_paid", "{relic} is already part of the payment.", relic=name))
    raise RuleViolation(translatable("relic_none", "{relic} is not in the hand of seat {seat}.", relic=name, seat=seat))


# Free actions


def _refuse_free_action(t: Table, verb: i64, target: i64) -> None:
    seat = t.to_move
    if verb == moves.RELIC:
        if t.phase not in (AFTERNOON, COMBAT, RAID) or (
            t.depth > 0 and task_kind(t.top()) in (EXHAUSTION, RETALIATION)
        ):
            if is_interrupted(t):
                raise NotTheMoment(open_question(t))
            raise wrong_moment(t, "relic_moment", "Relics are activated on one's own turn or in the window of a combat")
        name = relic_named(t, target)
        if t.active_relics[seat] & BIT[target] != 0:
            raise RuleViolation(translatable("relic_twice", "{relic} is already active.", relic=name))
        raise RuleViolation(
            translatable("relic_none", "{relic} is not in the hand of seat {seat}.", relic=name, seat=seat)
        )
    require_turn(t, "command_moment", "Commands are free actions of one's own turn")
    if t.cards.ability[target] != COMMAND:
        raise RuleViolation(translatable("command_none", "{minion} has no Command.", minion=minion_named(t, target)))
    require_ready(t, seat, target, "exhausted")


# The turn


def _refuse_found(t: Table, zone: i64) -> None:
    require_phase(t, FOUNDING_PHASE, "found_moment", "Fortresses are founded on the first morning")
    if morning.fortress_zones(t) & BIT[zone] != 0:
        raise RuleViolation(
            translatable("found_taken", "{zone} has a fortress already; one a zone.", zone=zone_named(t, zone))
        )
    free = morning.free_start_zones(t)
    text = "{zone} has no spiral; free are {places}."
    ids = ", ".join([t.board.ids[z] for z in listed(free)])
    names = zones_named(t, free)
    raise RuleViolation(translatable("found_spiral", text, zone=zone_named(t, zone), places=ids, names=names))


def _refuse_end(t: Table) -> None:
    require_turn(t, "end_moment", "`end` ends a turn of the afternoon")
    names = troops_named(listed(t.standing_troops(t.player)))
    raise RuleViolation(
        translatable(
            "end_standing",
            "Seat {seat} has standing troops ({troops}): one of them must act before the turn ends.",
            seat=t.player,
            troops=names,
        )
    )
