"""What every refusal needs: the kinds of violation, names, and which question has to be answered first."""

from __future__ import annotations

from hordes.covil import moves
from hordes.covil.agenda import arg_a, arg_b, kind_of
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    AFTERNOON,
    CHOICE,
    EXHAUSTION,
    FOUND,
    GAIN,
    LEVIES,
    NEXT_DAY,
    PAYMENT,
    PHASE_NAMES,
    PURCHASES,
    RETALIATION,
    RETREAT,
    SLOTS,
    STATE_NAMES,
    WINDOW,
)
from hordes.engine.bits import BIT
from hordes.engine.errors import NotTheMoment, RuleViolation, Saying, said
from hordes.engine.native import i64
from hordes.engine.state import TARGETS


class NotReady(RuleViolation):
    """The Minion is tired or exhausted."""


class OutOfRange(RuleViolation):
    """The zone or target is too far away."""


class TooDear(RuleViolation):
    """More gold is needed than there is."""


# The moment


def require_turn(t: Table, key: str, what: str) -> None:
    """For moves of one's own turn: what is unfinished in it comes first."""
    if t.phase == AFTERNOON:
        return
    if own_turn(t):
        raise NotTheMoment(unfinished(t))
    raise not_now(t, key, f"{what}; now the phase is {PHASE_NAMES[t.phase]}")


def require_phase(t: Table, phase: i64, key: str, what: str) -> None:
    """For moves of another phase."""
    if t.phase != phase:
        raise not_now(t, key, f"{what}; now the phase is {PHASE_NAMES[t.phase]}")


def own_turn(t: Table) -> bool:
    """Is it the afternoon turn of the seat that is asked, with something unfinished in it?"""
    if t.to_move != t.player or t.phase in (AFTERNOON, FOUND):
        return False
    return t.phase == PAYMENT or kind_of(t.stack[0]) != NEXT_DAY


def waits(t: Table) -> bool:
    """Is something unfinished before the seat's turn, or a combat that it is in, goes on?"""
    if own_turn(t):
        return True
    fights = [k for k in range(t.depth) if kind_of(t.stack[k]) in (WINDOW, RETALIATION)]
    return t.phase != AFTERNOON and bool(fights)


def not_now(t: Table, key: str, what: str) -> NotTheMoment:
    """With a move that would be legal, for the seat alone: it may name a relic in hand."""
    texts = t.legal_texts()
    hint = f", and `{texts[0]}` would be legal, for example" if texts else ""
    return NotTheMoment(Saying(f"{what}{hint}.", key, {"phase": PHASE_NAMES[t.phase]}), f"{what}.")


def unfinished(t: Table) -> Saying:
    """The question that is open, and how it is answered."""
    if t.phase == PAYMENT:
        text = "The payment for {minion} comes first: `done` ends it, `cancel` calls it off."
        return said("unfinished_payment", text, minion=minion_name(t, t.hiring))
    if t.phase == RETREAT:
        text = "Troop {troop} is beaten and must retreat first: `retreat ZONE`."
        return said("unfinished_retreat", text, troop=moves.troop_name(arg_a(t.top())))
    kind = kind_of(t.top())
    if kind == EXHAUSTION:
        text = "The attack on {target} comes first: `exhaust CARD` says which Minion is exhausted for it."
        return said("unfinished_attack", text, target=moves.target_name(t.target))
    if t.phase != CHOICE and kind != RETALIATION:
        if arg_a(t.top()) == 0:
            text = "The attack on {target} comes first: `defend CARD` or `relic CARD` answers it, `pass` lets it come."
            return said("unfinished_defense", text, target=moves.target_name(t.target))
        text = "The combat comes first: `relic CARD` raises the stakes, `pass` leaves them as they are."
        return said("unfinished_combat", text)
    return unfinished_choice(t, kind)


def retreat_first(t: Table) -> Saying:
    """Nobody declines a retreat."""
    text = "A retreat is compulsory: `retreat ZONE` says where troop {troop} goes."
    return said("retreat_must", text, troop=moves.troop_name(arg_a(t.top())))


def unfinished_choice(t: Table, kind: i64) -> Saying:
    """What is to be chosen, bought or declined."""
    if kind == GAIN:
        text = "{n} gold is coming in and does not fit: `draw` buys a relic first, `pass` lets the rest be lost."
        return said("unfinished_gain", text, n=arg_b(t.top()))
    if kind == PURCHASES:
        return said("unfinished_purchase", "The night offers relics for sale: `draw` buys one, `pass` declines.")
    if kind == LEVIES:
        return said("unfinished_levy", "The levy comes first: `choose SEAT` says who pays, `skip` lets it be.")
    if kind == RETALIATION:
        return said("unfinished_victim", "Rebels attack every troop in town: `choose TROOP` says which one is next.")
    if moves.USE * TARGETS in t.legal():
        return said("unfinished_use", "{card} comes first: `use` it, or `skip`.", card=card_of_effect(t))
    return said("unfinished_card", "{card} comes first: choose what it asks for, or `skip`.", card=card_of_effect(t))


# Names


def minion_name(t: Table, minion: i64) -> str:
    """The name on the card."""
    return t.cards.minion_names[minion]


def state_word(t: Table, seat: i64, minion: i64) -> str:
    """The state of a Minion that is not Ready; empty when there is none in the hall."""
    slot = t.slot_of(seat, minion, False)
    return STATE_NAMES[t.hall[seat * SLOTS + slot] & 3] if slot >= 0 else ""


def require_ready(t: Table, seat: i64, minion: i64, what: str) -> None:
    """Only a Ready Minion of the hall will do."""
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


def card_of_effect(t: Table) -> str:
    """The name of the card that is being carried out: effects are numbered card by card."""
    effect, found = arg_a(t.top()), 0
    for source in range(t.cards.minions + t.cards.relics):
        first = t.cards.first[source]
        if first >= 0 and first <= effect and first >= t.cards.first[found]:
            found = source
    return t.cards.minion_names[found] if found < t.cards.minions else t.cards.relic_names[found - t.cards.minions]
