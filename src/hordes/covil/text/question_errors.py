"""Shared by the reasons for illegal moves: kinds of violation, names, and which question has to be answered first."""

from __future__ import annotations

from hordes.covil.state import moves, tasks
from hordes.covil.state.constants import (
    AFTERNOON,
    CHOICE,
    FOUNDING_PHASE,
    PAYMENT,
    PHASE_NAMES,
    RETREAT,
    SLOTS,
    STATE_NAMES,
)
from hordes.covil.state.effect_task import effect_index
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EXHAUSTION, GAIN, LEVIES, NEXT_DAY, PURCHASES, RETALIATION, WINDOW
from hordes.covil.state.tasks import DEFENDER, task_kind
from hordes.covil.text.names import minion_named, phase_named, relic_named, target_named, troop_named
from hordes.engine.core.bits import BIT
from hordes.engine.core.state import TARGETS
from hordes.engine.errors import Message, Named, NotTheMoment, RuleViolation, translatable, word
from hordes.engine.mypyc_compat import i64


class NotReady(RuleViolation):
    """The Minion is tired or exhausted."""


class OutOfRange(RuleViolation):
    """The zone or target is too far away."""


class TooExpensive(RuleViolation):
    """More gold is needed than there is."""


# The moment


def require_turn(t: Table, key: str, what: str) -> None:
    """For moves of the own afternoon turn: an unfinished question in it comes first."""
    if t.phase == AFTERNOON:
        return
    if is_own_turn_interrupted(t):
        raise NotTheMoment(open_question(t))
    raise wrong_moment(t, key, f"{what}; now the phase is {PHASE_NAMES[t.phase]}")


def require_phase(t: Table, phase: i64, key: str, what: str) -> None:
    """For moves of one phase only."""
    if t.phase != phase:
        raise wrong_moment(t, key, f"{what}; now the phase is {PHASE_NAMES[t.phase]}")


def is_own_turn_interrupted(t: Table) -> bool:
    """Whether it is the afternoon turn of the seat that is asked, with an unfinished question in it."""
    if t.to_move != t.player or t.phase in (AFTERNOON, FOUNDING_PHASE):
        return False
    return t.phase == PAYMENT or task_kind(t.stack[0]) != NEXT_DAY


def is_interrupted(t: Table) -> bool:
    """Whether an unfinished question comes before the seat's turn, or before a combat that it is in."""
    if is_own_turn_interrupted(t):
        return True
    fights = [k for k in range(t.depth) if task_kind(t.stack[k]) in (WINDOW, RETALIATION)]
    return t.phase != AFTERNOON and bool(fights)


def wrong_moment(t: Table, key: str, what: str) -> NotTheMoment:
    """The violation for a move that belongs to another moment.

    It names a move that would be legal, for the seat alone: that may reveal a relic in hand.
    """
    texts = t.legal_texts()
    hint = f", and `{texts[0]}` would be legal, for example" if texts else ""
    return NotTheMoment(Message(f"{what}{hint}.", key, {"phase": phase_named(t)}), f"{what}.")


def open_question(t: Table) -> Message:
    """The question that is open, and how it is answered."""
    if t.phase == PAYMENT:
        text = "The payment for {minion} comes first: `done` ends it, `cancel` calls it off."
        return translatable("unfinished_payment", text, minion=minion_named(t, t.minion_for_hire))
    if t.phase == RETREAT:
        text = "Troop {troop} is beaten and must retreat first: `retreat ZONE`."
        return translatable("unfinished_retreat", text, troop=troop_named(tasks.withdrawal_troop(t.top())))
    kind = task_kind(t.top())
    if kind == EXHAUSTION:
        text = "The attack on {target} comes first: `exhaust CARD` says which Minion is exhausted for it."
        return translatable("unfinished_attack", text, target=target_named(t.combat.target))
    if t.phase != CHOICE and kind != RETALIATION:
        if tasks.window_side(t.top()) == DEFENDER:
            text = "The attack on {target} comes first: `defend CARD` or `relic CARD` answers it, `pass` lets it come."
            return translatable("unfinished_defense", text, target=target_named(t.combat.target))
        text = "The combat comes first: `relic CARD` raises the stakes, `pass` leaves them as they are."
        return translatable("unfinished_combat", text)
    return open_choice(t, kind)


def must_retreat(t: Table) -> Message:
    """A retreat cannot be declined."""
    text = "A retreat is compulsory: `retreat ZONE` says where troop {troop} goes."
    return translatable("retreat_must", text, troop=troop_named(tasks.withdrawal_troop(t.top())))


def open_choice(t: Table, kind: i64) -> Message:
    """What is to be chosen, bought or declined."""
    if kind == GAIN:
        text = "{n} gold is coming in and does not fit: `draw` buys a relic first, `pass` lets the rest be lost."
        return translatable("unfinished_gain", text, n=tasks.gain_gold(t.top()))
    if kind == PURCHASES:
        return translatable(
            "unfinished_purchase", "The night offers relics for sale: `draw` buys one, `pass` declines."
        )
    if kind == LEVIES:
        return translatable("unfinished_levy", "The levy comes first: `choose SEAT` says who pays, `skip` lets it be.")
    if kind == RETALIATION:
        return translatable(
            "unfinished_victim", "Rebels attack every troop in town: `choose TROOP` says which one is next."
        )
    if moves.USE * TARGETS in t.legal():
        return translatable("unfinished_use", "{card} comes first: `use` it, or `skip`.", card=card_of_effect(t))
    return translatable(
        "unfinished_card", "{card} comes first: choose what it asks for, or `skip`.", card=card_of_effect(t)
    )


# Names


def unready_state(t: Table, seat: i64, minion: i64) -> str:
    """The state of a Minion that is not Ready; empty when there is none in the hall."""
    slot = t.find_slot(seat, minion, False)
    return STATE_NAMES[t.hall[seat * SLOTS + slot] & 3] if slot >= 0 else ""


def require_ready(t: Table, seat: i64, minion: i64, what: str) -> None:
    """Refuse unless a Ready copy of the Minion is in the hall."""
    if t.minions_by_readiness(seat, True) & BIT[minion] != 0:
        return
    state = unready_state(t, seat, minion)
    if not state:
        raise RuleViolation(
            translatable(
                "hall_none", "{minion} is not in the hall of seat {seat}.", minion=minion_named(t, minion), seat=seat
            )
        )
    name = minion_named(t, minion)
    text = "{minion} is {state}: only Ready Minions can be {what}."
    raise NotReady(translatable("not_ready", text, minion=name, state=word(state), what=word(what)))


def card_of_effect(t: Table) -> Named:
    """The card that is being carried out; effects are numbered card by card."""
    effect, card = effect_index(t.top()), i64(0)
    for source in range(t.cards.minion_count + t.cards.relic_count):
        first = t.cards.first_effect[source]
        if first >= 0 and first <= effect and first >= t.cards.first_effect[card]:
            card = source
    return minion_named(t, card) if card < t.cards.minion_count else relic_named(t, card - t.cards.minion_count)
