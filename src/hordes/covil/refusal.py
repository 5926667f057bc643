"""Why not: for every move that is not legal now, the rule that forbids it, with names and numbers.

The rules themselves are elsewhere; this module only asks them the same questions, one by one, until one says no.
"""

from __future__ import annotations

from typing import Any

from hordes.covil import combat, hall, morning, moves, troops
from hordes.covil.agenda import arg_a, kind_of
from hordes.covil.board import FAR, terrain_words
from hordes.covil.progress import effect_of
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    AFTERNOON,
    CHOICE,
    COMBAT,
    COMMAND,
    DEFENSE,
    DO_ATTACK,
    EFFECTS,
    EXHAUSTION,
    FORTRESSES,
    FOUND,
    LEVIES,
    MELEE,
    MOST_HP,
    PAYMENT,
    PHASE_NAMES,
    RAID,
    RANGED,
    READY,
    RETALIATION,
    RETREAT,
    SECOND_THOUGHTS,
    SLOTS,
    STATE_NAMES,
    STATS,
    TROOPS,
)
from hordes.engine.bits import BIT, listed
from hordes.engine.errors import NotTheMoment, RuleViolation, Saying, said
from hordes.engine.native import i64
from hordes.engine.state import CHANCE, TARGETS


class NotReady(RuleViolation):
    """The Minion is tired or exhausted."""


class OutOfRange(RuleViolation):
    """The zone or target is too far away."""


class TooDear(RuleViolation):
    """More gold is needed than there is."""


def refuse(t: Table, move: i64) -> None:
    """Raise the violation that names the rule."""
    verb, target = move // TARGETS, move % TARGETS
    if t.to_move == CHANCE:
        raise NotTheMoment(said("chance", "Chance decides now, no seat."))
    if verb == moves.DRAW:
        _refuse_draw(t)
    if verb in moves.CHOICES or verb == moves.SKIP:
        _refuse_choice(t, verb, target)
    if verb in (moves.HIRE, moves.PAY_GOLD, moves.PAY_RELIC, moves.PAY_MINION, moves.DONE, moves.CANCEL):
        _refuse_hire(t, verb, target)
    if verb in (moves.RELIC, moves.COMMAND):
        _refuse_free_action(t, verb, target)
    if verb in (moves.EXHAUST, moves.DEFEND, moves.PASS):
        _refuse_fight(t, verb, target)
    if verb == moves.FOUND:
        _refuse_found(t, target)
    if verb == moves.RETREAT:
        _refuse_retreat(t, target)
    if verb == moves.END:
        _refuse_end(t)
    _refuse_action(t, verb, target)


def _moment(t: Table, phase: i64, key: str, what: str) -> None:
    if t.phase != phase:
        raise _not_now(t, key, f"{what}; now the phase is {PHASE_NAMES[t.phase]}")


def _not_now(t: Table, key: str, what: str) -> NotTheMoment:
    """With a move that would be legal, for the seat alone: it may name a relic in hand."""
    texts = t.legal_texts()
    hint = f", and `{texts[0]}` would be legal, for example" if texts else ""
    return NotTheMoment(Saying(f"{what}{hint}.", key, {"phase": PHASE_NAMES[t.phase]}), f"{what}.")


def minion_name(t: Table, minion: i64) -> str:
    """The name on the card."""
    return t.cards.minion_names[minion]


def state_word(t: Table, seat: i64, minion: i64) -> str:
    """The state of a Minion that is not Ready; empty when there is none in the hall."""
    slot = t.slot_of(seat, minion, False)
    return STATE_NAMES[t.hall[seat * SLOTS + slot] & 3] if slot >= 0 else ""


def _require_ready(t: Table, seat: i64, minion: i64, what: str) -> None:
    if t.in_state(seat, True) & BIT[minion] != 0:
        return
    word = state_word(t, seat, minion)
    if not word:
        raise RuleViolation(
            said("hall_none", "{minion} is not in the hall of seat {seat}.", minion=minion_name(t, minion), seat=seat)
        )
    name = minion_name(t, minion)
    text = "{minion} is {state}: only Ready Minions can be {what}."
    raise NotReady(said("not_ready", text, minion=name, state=word, what=what))


# Buying and choosing


def _refuse_draw(t: Table) -> None:
    seat = t.to_move
    if t.deck | t.discard == 0:
        raise RuleViolation(said("draw_none", "No Power Relic is left: deck and discard pile are both empty."))
    cost, gold = t.relic_price(seat), t.gold[seat]
    if t.offer_gold == 0:
        text = "A Power Relic costs seat {seat} {cost} gold; there is {gold}."
        raise TooDear(said("draw_dear", text, seat=seat, cost=cost, gold=gold))
    text = "A Power Relic costs seat {seat} {cost} gold; there is {gold}, {offered} of it already offered for a Minion."
    raise TooDear(said("draw_dear_offered", text, seat=seat, cost=cost, gold=gold, offered=t.offer_gold))


def _refuse_choice(t: Table, verb: i64, target: i64) -> None:
    if t.phase not in (CHOICE, RAID) or kind_of(t.top()) not in (EFFECTS, LEVIES, RETALIATION):
        raise _not_now(t, "choice_moment", "Nothing is to be chosen or skipped now")
    texts = [text for text in t.legal_texts() if text.startswith("choose")]
    if not texts:
        raise _not_now(t, "choice_other", "This effect asks for something else")
    raise RuleViolation(
        said(
            "choice",
            "`{move}` cannot be chosen here; there are {moves}.",
            move=t.describe(verb * TARGETS + target),
            moves=", ".join(texts),
        )
    )


# Hiring


def _refuse_hire(t: Table, verb: i64, target: i64) -> None:
    if verb != moves.HIRE:
        _refuse_payment(t, verb, target)
    _moment(t, AFTERNOON, "hire_moment", "A Minion is acquired on one's own turn")
    seat = t.player
    if t.hired:
        raise RuleViolation(said("hire_once", "One Minion a turn: this turn's has been acquired."))
    if target not in [t.pool[k] for k in range(t.pool_count)]:
        raise RuleViolation(said("hire_none", "{minion} is not in the Mercenary pool.", minion=minion_name(t, target)))
    if hall.crowded(t, seat) and hall.saleable(t, seat) == 0:
        raise RuleViolation(
            said("hall_full", "The hall is full (6 Minions) and no Ready Minion could be handed over for a new one.")
        )
    raise TooDear(
        said(
            "hire_dear",
            "{minion} costs {cost}; gold, relics in hand and Ready Minions of seat {seat} are worth {worth} together.",
            minion=minion_name(t, target),
            cost=hall.price(t, seat, target),
            seat=seat,
            worth=hall.purse(t, seat),
        ),
        f"{minion_name(t, target)} costs {hall.price(t, seat, target)}, more than seat {seat} could pay.",
    )


def _refuse_payment(t: Table, verb: i64, target: i64) -> None:
    _moment(t, PAYMENT, "pay_moment", "Paying comes after `hire CARD`")
    seat = t.to_move
    if verb == moves.CANCEL:
        raise RuleViolation(
            said(
                "hire_second_thoughts",
                "This turn's hiring has been called off {most} times; now it must be paid.",
                most=SECOND_THOUGHTS,
            )
        )
    if verb == moves.DONE:
        name, price, paid = minion_name(t, t.hiring), hall.price(t, seat, t.hiring), hall.paid(t, seat)
        if paid < price:
            raise TooDear(
                said("pay_short", "{minion} costs {cost}; {paid} is offered.", minion=name, cost=price, paid=paid)
            )
        raise RuleViolation(
            said(
                "pay_minion",
                "The hall is full: at least one Ready Minion must be handed over for {minion}.",
                minion=name,
            )
        )
    if verb == moves.PAY_GOLD:
        if target == 0:
            raise RuleViolation(said("pay_nothing", "No gold is no payment: say `done` when the price is reached."))
        raise TooDear(
            said(
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
            said(
                "overlord", "{minion} is the Dark Overlord and never leaves the throne.", minion=minion_name(t, target)
            )
        )
    _require_ready(t, seat, target, "handed over")
    raise RuleViolation(said("minion_paid", "{minion} is already part of the payment.", minion=minion_name(t, target)))


def _refuse_relic_payment(t: Table, seat: i64, relic: i64) -> None:
    name = t.cards.relic_names[relic]
    if t.active[seat] & BIT[relic] != 0:
        raise RuleViolation(
            said("relic_active", "{relic} is active: only Power Relics in hand are worth gold.", relic=name)
        )
    if t.offer_relics & BIT[relic] != 0:
        raise RuleViolation(said("relic_paid", "{relic} is already part of the payment.", relic=name))
    raise RuleViolation(said("relic_none", "{relic} is not in the hand of seat {seat}.", relic=name, seat=seat))


# Free actions


def _refuse_free_action(t: Table, verb: i64, target: i64) -> None:
    seat = t.to_move
    if verb == moves.RELIC:
        if t.phase not in (AFTERNOON, COMBAT, RAID) or (t.depth > 0 and kind_of(t.top()) in (EXHAUSTION, RETALIATION)):
            raise _not_now(t, "relic_moment", "Relics are activated on one's own turn or in the window of a combat")
        name = t.cards.relic_names[target]
        if t.active[seat] & BIT[target] != 0:
            raise RuleViolation(said("relic_twice", "{relic} is already active.", relic=name))
        raise RuleViolation(said("relic_none", "{relic} is not in the hand of seat {seat}.", relic=name, seat=seat))
    _moment(t, AFTERNOON, "command_moment", "Commands are free actions of one's own turn")
    if t.cards.ability[target] != COMMAND:
        raise RuleViolation(said("command_none", "{minion} has no Command.", minion=minion_name(t, target)))
    _require_ready(t, seat, target, "exhausted")


# Combat


def _refuse_fight(t: Table, verb: i64, target: i64) -> None:
    seat = t.to_move
    window = t.phase in (COMBAT, RAID) and kind_of(t.top()) not in (EXHAUSTION, RETALIATION)
    if verb == moves.PASS:
        raise _not_now(t, "pass_moment", "`pass` closes the window of a combat, or declines an offer to buy")
    if verb == moves.EXHAUST:
        if t.phase != COMBAT or window:
            raise _not_now(t, "exhaust_moment", "A Minion is exhausted for an attack right after its declaration")
        _require_ready(t, seat, target, "exhausted")
    if not window:
        raise _not_now(t, "defend_moment", "`defend` answers an attack")
    if arg_a(t.top()) != 0:
        raise RuleViolation(said("stakes", "The attacker raises the stakes with Power Relics only."))
    _require_ready(t, seat, target, "exhausted")
    stat = STATS[t.cards.stat[target]]
    raise RuleViolation(
        said(
            "defend_stat",
            "{minion} has the base stat {stat}; only a {wanted} stat defends.",
            minion=minion_name(t, target),
            stat=stat,
            wanted=STATS[DEFENSE],
        )
    )


def _refuse_retreat(t: Table, zone: i64) -> None:
    _moment(t, RETREAT, "retreat_moment", "Only a beaten troop retreats")
    troop = arg_a(t.top())
    if t.zone[troop] == zone:
        raise OutOfRange(
            said(
                "retreat_leave",
                "Troop {troop} must leave {zone}.",
                troop=moves.troop_name(troop),
                zone=t.board.names[zone],
            )
        )
    raise OutOfRange(_too_far(t, troop, zone))


def _too_far(t: Table, troop: i64, zone: i64) -> Saying:
    here = t.zone[troop]
    swift = terrain_words(troops.swift(t, troop // TROOPS))
    data: dict[str, Any] = {"zone": t.board.names[zone], "steps": t.board.steps(here, zone)}
    data |= {"here": t.board.names[here], "troop": moves.troop_name(troop)}
    if data["steps"] == FAR:
        return said("no_way", "No way leads from {here} to {zone}.", **data)
    text = "{zone} is {steps} zones from {here}; troop {troop} moves one "
    if not swift:
        return said("far", text + "(no Minion makes it two).", **data)
    return said("far_swift", text + "(two from {terrains}).", terrains=", ".join(swift), **data)


# The turn


def _refuse_found(t: Table, zone: i64) -> None:
    _moment(t, FOUND, "found_moment", "Fortresses are founded on the first morning")
    if morning.taken(t) & BIT[zone] != 0:
        raise RuleViolation(said("found_taken", "{zone} has a fortress already; one a zone.", zone=t.board.names[zone]))
    free = listed(morning.free_spirals(t))
    ids, names = ", ".join([t.board.ids[z] for z in free]), ", ".join([t.board.names[z] for z in free])
    text = "{zone} has no spiral; free are {places}."
    raise RuleViolation(said("found_spiral", text, zone=t.board.names[zone], places=ids, names=names))


def _refuse_end(t: Table) -> None:
    _moment(t, AFTERNOON, "end_moment", "`end` ends a turn of the afternoon")
    names = ", ".join([moves.troop_name(k) for k in listed(t.standing_of(t.player))])
    raise RuleViolation(
        said(
            "end_standing",
            "Seat {seat} has standing troops ({troops}): one of them must act before the turn ends.",
            seat=t.player,
            troops=names,
        )
    )


def _refuse_action(t: Table, verb: i64, target: i64) -> None:
    base = moves.ACTION_BASE.get(verb, verb)
    attack = base in (moves.MELEE, moves.RANGED)
    free = t.phase == CHOICE and kind_of(t.top()) == EFFECTS and effect_of(t).what == DO_ATTACK
    if not (attack and free):
        _moment(t, AFTERNOON, "action_moment", "Troop actions belong to one's own turn")
    seat = t.to_move
    troop = target if base in (moves.REPAIR, moves.GOLD) else seat * TROOPS + verb - base
    name = moves.troop_name(troop)
    if t.zone[troop] < 0:
        raise RuleViolation(said("troop_none", "Troop {troop} is not on the board.", troop=name))
    if not free:
        _refuse_tired(t, troop, name)
    if attack:
        _refuse_attack(t, MELEE if base == moves.MELEE else RANGED, troop, target)
    if base == moves.MOVE:
        if t.zone[troop] == target:
            raise OutOfRange(
                said("troop_there", "Troop {troop} is in {zone} already.", troop=name, zone=t.board.names[target])
            )
        raise OutOfRange(_too_far(t, troop, target))
    if base == moves.REST:
        if t.in_state(seat, True) & BIT[target] != 0:
            raise RuleViolation(
                said("rest_ready", "{minion} is Ready and needs no rest.", minion=minion_name(t, target))
            )
        raise RuleViolation(
            said("hall_none", "{minion} is not in the hall of seat {seat}.", minion=minion_name(t, target), seat=seat)
        )
    if t.hp[seat] == 0:
        raise RuleViolation(said("repair_destroyed", "A destroyed fortress cannot be repaired."))
    raise RuleViolation(
        said("repair_whole", "The fortress of seat {seat} has all its {most} hit points.", seat=seat, most=MOST_HP)
    )


def _refuse_tired(t: Table, troop: i64, name: str) -> None:
    if t.acted:
        raise RuleViolation(said("acted", "One troop action a turn: a troop has lain down for this turn's already."))
    if t.standing & BIT[troop] == 0:
        raise RuleViolation(said("lies", "Troop {troop} lies down: only a standing troop can act.", troop=name))


def _refuse_attack(t: Table, style: i64, troop: i64, target: i64) -> None:
    seat = t.to_move
    if t.in_state(seat, True) == 0:
        raise NotReady(said("attack_minion", "An attack exhausts a Ready Minion, and seat {seat} has none.", seat=seat))
    if t.phase == CHOICE:
        kind = STATS[effect_of(t).kind]
        if kind not in ("any", STATS[style]):
            raise RuleViolation(said("attack_kind", "This is a free {kind} attack.", kind=kind))
    name = moves.target_name(target)
    if target < FORTRESSES:
        if target // TROOPS == seat:
            raise RuleViolation(said("troop_own", "Troop {troop} is your own.", troop=name))
        if t.zone[target] < 0:
            raise RuleViolation(said("troop_none", "Troop {troop} is not on the board.", troop=name))
        zone = t.zone[target]
    else:
        zone = _fortress_zone(t, seat, target - FORTRESSES)
    key, text = "melee_far", "Melee attacks reach the troop's own zone"
    if style != MELEE:
        key, text = "ranged_far", "Ranged attacks reach adjacent zones only"
    text += ": troop {troop} is in {here}, the target {target} in {zone}."
    mine, here = moves.troop_name(troop), t.board.names[t.zone[troop]]
    raise OutOfRange(said(key, text, troop=mine, here=here, target=name, zone=t.board.names[zone]))


def _fortress_zone(t: Table, seat: i64, other: i64) -> i64:
    if other == seat:
        raise RuleViolation(said("fortress_own", "That fortress is your own."))
    if t.hp[other] == 0:
        raise RuleViolation(said("fortress_destroyed", "The fortress of seat {seat} is destroyed.", seat=other))
    guards = listed(t.troops_in(other, t.fortress[other]))
    if guards:
        names = ", ".join([moves.troop_name(k) for k in guards])
        raise RuleViolation(
            said(
                "fortress_guarded",
                "The fortress of seat {seat} is guarded by {troops}: attack a troop.",
                seat=other,
                troops=names,
            )
        )
    return t.fortress[other]


def explanation(t: Table, move: i64) -> Saying:
    """What a move would cost or bring."""
    verb, target = move // TARGETS, move % TARGETS
    if verb == moves.HIRE and t.to_move >= 0:
        cost = hall.price(t, t.to_move, target)
        return said("price_hire", "{minion} costs {cost}.", minion=minion_name(t, target), cost=cost)
    if verb == moves.DRAW and t.to_move >= 0:
        return said("price_draw", "A Power Relic for {cost} gold.", cost=t.relic_price(t.to_move))
    if verb == moves.PASS and t.style != 0:
        text = "Strength {strength} against defense {defense}."
        return said("odds", text, strength=combat.strength(t), defense=combat.defence(t))
    if verb == moves.EXHAUST and t.style != 0 and t.slot_of(t.to_move, target, True) >= 0:
        return _foretold(t, combat.forecast(t, t.slot_of(t.to_move, target, True)))
    if t.phase == CHOICE and kind_of(t.top()) == EFFECTS:
        return said("card", "{card}.", card=card_of_effect(t))
    return Saying()


def _foretold(t: Table, strength: i64) -> Saying:
    if t.target >= FORTRESSES:
        return said("forecast", "Strength {strength}.", strength=strength)
    text = "Strength {strength} against defense {defense}."
    return said("odds", text, strength=strength, defense=combat.defence(t))


def prospect(t: Table) -> Saying:
    """An attack that has just been declared: how strong it is with the Minion that serves it best."""
    seat = t.attacker // TROOPS
    best: i64 = -1
    most: i64 = -1
    for slot in range(SLOTS):
        if t.hall[seat * SLOTS + slot] & 3 == READY and t.hall[seat * SLOTS + slot] != 0:
            force = combat.forecast(t, slot)
            if force > most:
                best, most = slot, force
    if best < 0:
        return Saying()
    minion = minion_name(t, t.minion_at(seat, best))
    if t.target >= FORTRESSES:
        text = "At best strength {strength}, with {minion}; nobody guards it."
        return said("prospect_open", text, minion=minion, strength=most)
    text = "At best strength {strength}, with {minion}, against defense {defense} now."
    return said("prospect", text, minion=minion, strength=most, defense=combat.defence(t))


def card_of_effect(t: Table) -> str:
    """The name of the card that is being carried out: effects are numbered card by card."""
    effect, found = arg_a(t.top()), 0
    for source in range(t.cards.minions + t.cards.relics):
        first = t.cards.first[source]
        if first >= 0 and first <= effect and first >= t.cards.first[found]:
            found = source
    return t.cards.minion_names[found] if found < t.cards.minions else t.cards.relic_names[found - t.cards.minions]
