"""Why not: for every move that is not legal now, the rule that forbids it, with names and numbers.

The rules themselves are elsewhere; this module only asks them the same questions, one by one, until one says no.
"""

from __future__ import annotations

from hordes.covil import combat, hall, morning, moves, troops
from hordes.covil.agenda import arg_a, kind_of
from hordes.covil.board import terrain_words
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
    RETALIATION,
    RETREAT,
    SECOND_THOUGHTS,
    SLOTS,
    STATE_NAMES,
    STATS,
    TROOPS,
)
from hordes.engine.bits import BIT, listed
from hordes.engine.errors import NotTheMoment, RuleViolation
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
        raise NotTheMoment("Chance decides now, no seat.")
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


def _moment(t: Table, phase: i64, what: str) -> None:
    if t.phase != phase:
        raise _not_now(t, f"{what}; now the phase is {PHASE_NAMES[t.phase]}")


def _not_now(t: Table, what: str) -> NotTheMoment:
    """With a move that would be legal, for the seat alone: it may name a relic in hand."""
    texts = t.legal_texts()
    hint = f", and `{texts[0]}` would be legal, for example" if texts else ""
    return NotTheMoment(f"{what}{hint}.", f"{what}.")


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
        raise RuleViolation(f"{minion_name(t, minion)} is not in the hall of seat {seat}.")
    raise NotReady(f"{minion_name(t, minion)} is {word}: only Ready Minions can be {what}.")


# Buying and choosing


def _refuse_draw(t: Table) -> None:
    seat = t.to_move
    if t.deck | t.discard == 0:
        raise RuleViolation("No Power Relic is left: deck and discard pile are both empty.")
    offered = f", {t.offer_gold} of it already offered for a Minion" if t.offer_gold > 0 else ""
    raise TooDear(f"A Power Relic costs seat {seat} {t.relic_price(seat)} gold; there is {t.gold[seat]}{offered}.")


def _refuse_choice(t: Table, verb: i64, target: i64) -> None:
    if t.phase not in (CHOICE, RAID) or kind_of(t.top()) not in (EFFECTS, LEVIES, RETALIATION):
        raise _not_now(t, "Nothing is to be chosen or skipped now")
    texts = [text for text in t.legal_texts() if text.startswith("choose")]
    if not texts:
        raise _not_now(t, "This effect asks for something else")
    raise RuleViolation(f"`{t.describe(verb * TARGETS + target)}` cannot be chosen here; there are {', '.join(texts)}.")


# Hiring


def _refuse_hire(t: Table, verb: i64, target: i64) -> None:
    if verb != moves.HIRE:
        _refuse_payment(t, verb, target)
    _moment(t, AFTERNOON, "A Minion is acquired on one's own turn")
    seat = t.player
    if t.hired:
        raise RuleViolation("One Minion a turn: this turn's has been acquired.")
    if target not in [t.pool[k] for k in range(t.pool_count)]:
        raise RuleViolation(f"{minion_name(t, target)} is not in the Mercenary pool.")
    if hall.crowded(t, seat) and hall.saleable(t, seat) == 0:
        raise RuleViolation("The hall is full (6 Minions) and no Ready Minion could be handed over for a new one.")
    raise TooDear(
        f"{minion_name(t, target)} costs {hall.price(t, seat, target)}; gold, relics in hand and Ready Minions "
        f"of seat {seat} are worth {hall.purse(t, seat)} together.",
        f"{minion_name(t, target)} costs {hall.price(t, seat, target)}, more than seat {seat} could pay.",
    )


def _refuse_payment(t: Table, verb: i64, target: i64) -> None:
    _moment(t, PAYMENT, "Paying comes after `hire CARD`")
    seat = t.to_move
    if verb == moves.CANCEL:
        raise RuleViolation(f"This turn's hiring has been called off {SECOND_THOUGHTS} times; now it must be paid.")
    if verb == moves.DONE:
        name, price, paid = minion_name(t, t.hiring), hall.price(t, seat, t.hiring), hall.paid(t, seat)
        if paid < price:
            raise TooDear(f"{name} costs {price}; {paid} is offered.")
        raise RuleViolation(f"The hall is full: at least one Ready Minion must be handed over for {name}.")
    if verb == moves.PAY_GOLD:
        if target == 0:
            raise RuleViolation("No gold is no payment: say `done` when the price is reached.")
        raise TooDear(f"{target} gold cannot be added: there is {t.gold[seat]}, {t.offer_gold} of it already offered.")
    if verb == moves.PAY_RELIC:
        _refuse_relic_payment(t, seat, target)
    if t.minion_at(seat, 0) == target:
        raise RuleViolation(f"{minion_name(t, target)} is the Dark Overlord and never leaves the throne.")
    _require_ready(t, seat, target, "handed over")
    raise RuleViolation(f"{minion_name(t, target)} is already part of the payment.")


def _refuse_relic_payment(t: Table, seat: i64, relic: i64) -> None:
    name = t.cards.relic_names[relic]
    if t.active[seat] & BIT[relic] != 0:
        raise RuleViolation(f"{name} is active: only Power Relics in hand are worth gold.")
    if t.offer_relics & BIT[relic] != 0:
        raise RuleViolation(f"{name} is already part of the payment.")
    raise RuleViolation(f"{name} is not in the hand of seat {seat}.")


# Free actions


def _refuse_free_action(t: Table, verb: i64, target: i64) -> None:
    seat = t.to_move
    if verb == moves.RELIC:
        if t.phase not in (AFTERNOON, COMBAT, RAID) or (t.depth > 0 and kind_of(t.top()) in (EXHAUSTION, RETALIATION)):
            raise _not_now(t, "Relics are activated on one's own turn or in the window of a combat")
        name = t.cards.relic_names[target]
        if t.active[seat] & BIT[target] != 0:
            raise RuleViolation(f"{name} is already active.")
        raise RuleViolation(f"{name} is not in the hand of seat {seat}.")
    _moment(t, AFTERNOON, "Commands are free actions of one's own turn")
    if t.cards.ability[target] != COMMAND:
        raise RuleViolation(f"{minion_name(t, target)} has no Command.")
    _require_ready(t, seat, target, "exhausted")


# Combat


def _refuse_fight(t: Table, verb: i64, target: i64) -> None:
    seat = t.to_move
    window = t.phase in (COMBAT, RAID) and kind_of(t.top()) not in (EXHAUSTION, RETALIATION)
    if verb == moves.PASS:
        raise _not_now(t, "`pass` closes the window of a combat, or declines an offer to buy")
    if verb == moves.EXHAUST:
        if t.phase != COMBAT or window:
            raise _not_now(t, "A Minion is exhausted for an attack right after its declaration")
        _require_ready(t, seat, target, "exhausted")
    if not window:
        raise _not_now(t, "`defend` answers an attack")
    if arg_a(t.top()) != 0:
        raise RuleViolation("The attacker raises the stakes with Power Relics only.")
    _require_ready(t, seat, target, "exhausted")
    stat = STATS[t.cards.stat[target]]
    raise RuleViolation(f"{minion_name(t, target)} has the base stat {stat}; only a {STATS[DEFENSE]} stat defends.")


def _refuse_retreat(t: Table, zone: i64) -> None:
    _moment(t, RETREAT, "Only a beaten troop retreats")
    troop = arg_a(t.top())
    if t.zone[troop] == zone:
        raise OutOfRange(f"Troop {moves.troop_name(troop)} must leave {t.board.names[zone]}.")
    raise OutOfRange(_too_far(t, troop, zone))


def _too_far(t: Table, troop: i64, zone: i64) -> str:
    here = t.zone[troop]
    steps = t.board.steps(here, zone)
    swift = terrain_words(troops.swift(t, troop // TROOPS))
    bonus = f"two from {', '.join(swift)}" if swift else "no Minion makes it two"
    return (
        f"{t.board.names[zone]} is {steps} zones from {t.board.names[here]}; "
        f"troop {moves.troop_name(troop)} moves one ({bonus})."
    )


# The turn


def _refuse_found(t: Table, zone: i64) -> None:
    _moment(t, FOUND, "Fortresses are founded on the first morning")
    if morning.taken(t) & BIT[zone] != 0:
        raise RuleViolation(f"{t.board.names[zone]} has a fortress already; one a zone.")
    free = ", ".join([t.board.ids[z] for z in listed(morning.free_spirals(t))])
    raise RuleViolation(f"{t.board.names[zone]} has no spiral; free are {free}.")


def _refuse_end(t: Table) -> None:
    _moment(t, AFTERNOON, "`end` ends a turn of the afternoon")
    names = ", ".join([moves.troop_name(k) for k in listed(t.standing_of(t.player))])
    raise RuleViolation(f"Seat {t.player} has standing troops ({names}): one of them must act before the turn ends.")


def _refuse_action(t: Table, verb: i64, target: i64) -> None:
    base = moves.ACTION_BASE.get(verb, verb)
    attack = base in (moves.MELEE, moves.RANGED)
    free = t.phase == CHOICE and kind_of(t.top()) == EFFECTS and effect_of(t).what == DO_ATTACK
    if not (attack and free):
        _moment(t, AFTERNOON, "Troop actions belong to one's own turn")
    seat = t.to_move
    troop = target if base in (moves.REPAIR, moves.GOLD) else seat * TROOPS + verb - base
    name = moves.troop_name(troop)
    if t.zone[troop] < 0:
        raise RuleViolation(f"Troop {name} is not on the board.")
    if not free:
        _refuse_tired(t, troop, name)
    if attack:
        _refuse_attack(t, MELEE if base == moves.MELEE else RANGED, troop, target)
    if base == moves.MOVE:
        if t.zone[troop] == target:
            raise OutOfRange(f"Troop {name} is in {t.board.names[target]} already.")
        raise OutOfRange(_too_far(t, troop, target))
    if base == moves.REST:
        if t.in_state(seat, True) & BIT[target] != 0:
            raise RuleViolation(f"{minion_name(t, target)} is Ready and needs no rest.")
        raise RuleViolation(f"{minion_name(t, target)} is not in the hall of seat {seat}.")
    if t.hp[seat] == 0:
        raise RuleViolation("A destroyed fortress cannot be repaired.")
    raise RuleViolation(f"The fortress of seat {seat} has all its {MOST_HP} hit points.")


def _refuse_tired(t: Table, troop: i64, name: str) -> None:
    if t.acted:
        raise RuleViolation("One troop action a turn: a troop has lain down for this turn's already.")
    if t.standing & BIT[troop] == 0:
        raise RuleViolation(f"Troop {name} lies down: only a standing troop can act.")


def _refuse_attack(t: Table, style: i64, troop: i64, target: i64) -> None:
    seat = t.to_move
    if t.in_state(seat, True) == 0:
        raise NotReady(f"An attack exhausts a Ready Minion, and seat {seat} has none.")
    if t.phase == CHOICE:
        kind = STATS[effect_of(t).kind]
        if kind not in ("any", STATS[style]):
            raise RuleViolation(f"This is a free {kind} attack.")
    name = moves.target_name(target)
    if target < FORTRESSES:
        if target // TROOPS == seat:
            raise RuleViolation(f"Troop {name} is your own.")
        if t.zone[target] < 0:
            raise RuleViolation(f"Troop {name} is not on the board.")
        zone = t.zone[target]
    else:
        zone = _fortress_zone(t, seat, target - FORTRESSES)
    word = "Melee attacks reach the troop's own zone" if style == MELEE else "Ranged attacks reach adjacent zones only"
    here = t.board.names[t.zone[troop]]
    raise OutOfRange(
        f"{word}: troop {moves.troop_name(troop)} is in {here}, the target {name} in {t.board.names[zone]}."
    )


def _fortress_zone(t: Table, seat: i64, other: i64) -> i64:
    if other == seat:
        raise RuleViolation("That fortress is your own.")
    if t.hp[other] == 0:
        raise RuleViolation(f"The fortress of seat {other} is destroyed.")
    guards = listed(t.troops_in(other, t.fortress[other]))
    if guards:
        names = ", ".join([moves.troop_name(k) for k in guards])
        raise RuleViolation(f"The fortress of seat {other} is guarded by {names}: attack a troop.")
    return t.fortress[other]


def explain(t: Table, move: i64) -> str:
    """What a move would cost or bring, in words."""
    verb, target = move // TARGETS, move % TARGETS
    if verb == moves.HIRE and t.to_move >= 0:
        return f"{minion_name(t, target)} costs {hall.price(t, t.to_move, target)}."
    if verb == moves.DRAW and t.to_move >= 0:
        return f"A Power Relic for {t.relic_price(t.to_move)} gold."
    if verb == moves.PASS and t.style != 0:
        return f"Strength {combat.strength(t)} against defense {combat.defence(t)}."
    if verb == moves.EXHAUST and t.style != 0 and t.slot_of(t.to_move, target, True) >= 0:
        return f"Strength {combat.forecast(t, t.slot_of(t.to_move, target, True))}."
    if t.phase == CHOICE and kind_of(t.top()) == EFFECTS:
        return f"{card_of_effect(t)}."
    return ""


def card_of_effect(t: Table) -> str:
    """The name of the card that is being carried out: effects are numbered card by card."""
    effect, found = arg_a(t.top()), 0
    for source in range(t.cards.minions + t.cards.relics):
        first = t.cards.first[source]
        if first >= 0 and first <= effect and first >= t.cards.first[found]:
            found = source
    return t.cards.minion_names[found] if found < t.cards.minions else t.cards.relic_names[found - t.cards.minions]
