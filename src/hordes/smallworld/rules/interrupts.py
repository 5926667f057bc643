"""Interruptions of a turn: rolls of the die, and questions to the player or to his victim."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT
from hordes.engine.core.state import CHANCE, TARGETS
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import conquest, monsters, sigil, turn
from hordes.smallworld.state import events, moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BONEYARD,
    BONY_UNPLACED,
    CHOICE,
    CHOICE_KINDS,
    DIE,
    HIRE,
    LOSS,
    LOSS_ROLL,
    MARKER_AT,
    MARKER_QUESTION,
    PLEA,
    SIGIL,
    TOKEN_AT_STAKE,
    TOWER,
)
from hordes.smallworld.state.table import Table

SIGIL_QUESTION: Final = MARKER_QUESTION + SIGIL

# The die


def begin_final_attempt(t: Table, region: i64) -> None:
    """Final attempt: the region has been named, now chance rolls the die."""
    me = conquest.attacker(t)
    if t.sink is not None:
        events.attempted(t, me, region, conquest.price(t, me, region))
    conquest.record_attack(t, me, t.army_in(region))
    t.push(DIE, CHANCE, region)


def roll_first(t: Table) -> None:
    """Berserk: the die is rolled before a region is chosen."""
    t.mark_acted()
    t.conquests_begun = True
    t.push(DIE, CHANCE, -1)


def apply_roll(t: Table, pips: i64) -> None:
    """Apply a roll of the die: for a lost token, the final attempt, or Berserk."""
    region = t.subject
    t.pop()
    if region >= LOSS_ROLL:
        apply_loss_roll(t, t.active[region - LOSS_ROLL], pips)
        return
    if t.sink is not None:
        events.rolled(t, pips)
    if region >= 0:
        resolve_final_attempt(t, region, pips)
    else:
        apply_berserk_roll(t, pips)


def resolve_final_attempt(t: Table, region: i64, pips: i64) -> None:
    """Compare the roll with the price; if it falls short and a coin could help, ask the player first."""
    me = conquest.attacker(t)
    short = conquest.price(t, me, region) - me.troops() - pips
    powers_apply = conquest.plain_conquest_regions(t, me) & BIT[region] == 0
    if short > 0 and powers_apply and short <= me.power.tokens_per_coin(t, me):
        # Region and missing tokens are packed into the subject, `apply_choice` unpacks them.
        t.push(CHOICE, t.player, HIRE + CHOICE_KINDS * (region + TARGETS * short))
    else:
        finish_attempt(t, region, short)


def finish_attempt(t: Table, region: i64, short: i64) -> None:
    """Take the region with all remaining tokens, or keep them in hand. Conquests end either way."""
    me = conquest.attacker(t)
    if short <= 0:
        conquest.conquer(t, me, region, me.troops(), moves.CONQUER_DIE)
    else:
        if t.sink is not None:
            events.failed(t, me, region, short)
        me.power.attempt_failed(t, me)
    t.conquests_ending = True
    continue_after_conquest(t)


def continue_after_conquest(t: Table) -> None:
    """Ask the next question that a conquest has left open; call it again after each answer.

    In this order: whether somebody gives a token for the lost one, which token is lost, the roll for lost tokens, the
    marker that a Monster guarded, and whom Bony protects.
    """
    if t.marker_state[TOKEN_AT_STAKE] != 0:
        ask_for_sacrifice(t)
    elif t.loss_chooser >= 0:
        t.push(CHOICE, t.loss_chooser, LOSS)
        t.loss_chooser = -1
    elif t.reroll_seat >= 0:
        roll_for_losses(t)
    elif monsters.draw_guarded_marker(t) or ask_for_bony(t):
        return
    elif t.conquests_ending:
        t.conquests_ending = False
        turn.end_conquests(t, True)


def ask_for_sacrifice(t: Table) -> None:
    """Ask the Sigil's holder whom he asks, if his own active race loses a token, else for one of his tokens."""
    about = t.marker_state[TOKEN_AT_STAKE]
    t.set_marker_state(TOKEN_AT_STAKE, 0)
    loser = sigil.loser_of(t, about)
    if sigil.holder_asks(t, loser):
        t.push(CHOICE, loser.seat, PLEA + CHOICE_KINDS * about)
    else:
        t.push(CHOICE, sigil.next_giver(t, loser, -1), SIGIL_QUESTION + CHOICE_KINDS * about)


def ask_for_bony(t: Table) -> bool:
    """Ask whoever has taken the Boneyard whom Bony protects, if a race is in decline; returns whether it was asked."""
    if t.marker_state[BONY_UNPLACED] == 0:
        return False
    t.set_marker_state(BONY_UNPLACED, 0)
    keeper = t.active_in(t.marker_state[MARKER_AT + BONEYARD])
    if keeper is NOBODY or len(t.declined) == 0:
        return False
    t.push(CHOICE, keeper.seat, MARKER_QUESTION + BONEYARD)
    return True


def apply_loss_choice(t: Table, army: Army, horde: bool, about: i64) -> None:
    """The owner chose which token is lost (or given): a race token was assumed, undo that for a Hordes token."""
    if about > 0:
        sigil.give_token(t, about % TARGETS, horde, about // TARGETS)
    elif horde:
        if t.sink is not None:
            events.horde_given(t, army)
        army.hordes_in_hand -= 1
        army.draw_from_tray(1)
        t.rules.mode.horde_lost_instead(t, army)
        if army.race.survivors_wait(t, army):
            army.hordes_waiting -= 1
            army.tokens_waiting += 1
    continue_after_conquest(t)


def apply_berserk_roll(t: Table, pips: i64) -> None:
    """Keep a Berserk roll for one conquest; if it affords none, conquests are over."""
    t.roll = pips
    if t.may_only(moves.STOP):
        if t.sink is not None:
            events.spent(t, conquest.attacker(t))
        turn.end_conquests(t, True)


def roll_for_losses(t: Table) -> None:
    """Roll the die for a token that was lost by a race that replaces its losses."""
    t.push(DIE, CHANCE, LOSS_ROLL + t.reroll_seat)
    t.reroll_seat = -1


def apply_loss_roll(t: Table, army: Army, pips: i64) -> None:
    """Give a race as many new tokens as the die shows, the lost one included; then the turn goes on where it was.

    A victim gets them at once, for the withdrawals; the player himself (attacked by his own Ghouls) at redeployment.
    """
    if t.sink is not None:
        events.mourned(t, army, pips)
    if army.seat == t.player:
        t.add_pending_tokens(army.seat, pips)
    else:
        t.recruit(army, pips)
    continue_after_conquest(t)


# Choices


def offer_choice(t: Table) -> None:
    """Offer the answers to an interrupting question."""
    if t.subject % CHOICE_KINDS == PLEA:
        t.offer(moves.ASK, sigil.able_givers(t, t.subject // CHOICE_KINDS))
        t.offer(moves.REFUSE, 1)
    elif t.subject % CHOICE_KINDS >= MARKER_QUESTION:
        marker = t.rules.markers[t.subject % CHOICE_KINDS - MARKER_QUESTION]
        marker.offer_answers(t, t.to_move, t.subject // CHOICE_KINDS)
    elif t.subject % CHOICE_KINDS == TOWER:
        t.offer(moves.TOWER, t.regions_with_tokens(t.active[t.player]))
    elif t.subject % CHOICE_KINDS == LOSS:
        t.offer(moves.LOSE_TOKEN, 1)
        t.offer(moves.LOSE_HORDE, 1)
    else:
        t.offer(moves.PAY, 1)
        t.offer(moves.PASS, 1)


def apply_choice(t: Table, verb: i64, target: i64) -> None:
    """Apply the answer to an interrupting question: tower, coin after the die, kind of token lost, or a marker's."""
    subject, seat = t.subject, t.to_move
    t.pop()
    if subject % CHOICE_KINDS == PLEA:
        apply_holder_answer(t, subject // CHOICE_KINDS, verb, target)
        return
    if subject % CHOICE_KINDS >= MARKER_QUESTION:
        apply_marker_answer(t, seat, subject, verb, target)
        return
    if subject % CHOICE_KINDS == LOSS:
        apply_loss_choice(t, t.active[seat], verb == moves.LOSE_HORDE, subject // CHOICE_KINDS)
        return
    if subject % CHOICE_KINDS == TOWER:
        turn.complete_decline(t, target)
        return
    about = subject // CHOICE_KINDS
    me = conquest.attacker(t)
    if verb == moves.PAY:
        me.power.apply_move(t, me, verb, about % TARGETS)
        finish_attempt(t, about % TARGETS, 0)
    else:
        finish_attempt(t, about % TARGETS, about // TARGETS)


def apply_marker_answer(t: Table, seat: i64, subject: i64, verb: i64, target: i64) -> None:
    """Apply the answer to a marker's question; then play goes on where it was."""
    marker = subject % CHOICE_KINDS - MARKER_QUESTION
    if marker == SIGIL:
        apply_giver_answer(t, seat, subject, verb, target)
        return
    t.rules.markers[marker].apply_answer(t, seat, subject // CHOICE_KINDS, verb, target)
    if marker == BONEYARD:
        continue_after_conquest(t)
    else:
        turn.ask_markers(t, marker + 1)


def apply_holder_answer(t: Table, about: i64, verb: i64, seat: i64) -> None:
    """The Sigil's holder asks a seat for a token, or nobody: then his own token is lost."""
    keeper = sigil.loser_of(t, about)
    if verb == moves.ASK:
        if t.sink is not None:
            events.sacrifice_asked(t, keeper, seat)
        t.push(CHOICE, seat, SIGIL_QUESTION + CHOICE_KINDS * sigil.with_asked_seat(about, seat))
        return
    if t.sink is not None:
        events.sacrifice_unasked(t, keeper)
    continue_after_conquest(t)


def apply_giver_answer(t: Table, seat: i64, subject: i64, verb: i64, target: i64) -> None:
    """A seat gives a token, or the next one is asked, until nobody is left."""
    about = subject // CHOICE_KINDS
    loser = sigil.loser_of(t, about)
    if verb == moves.SACRIFICE:
        if sigil.is_mixed(t, target):
            t.push(CHOICE, seat, LOSS + CHOICE_KINDS * (target + TARGETS * about))
            return
        sigil.give_token(t, target, t.tokens[target] == 0, about)
    else:
        if t.sink is not None:
            events.refused_sacrifice(t, seat, loser)
        if ask_next_giver(t, seat, about):
            return
        conquest.remove_if_gone(t, loser)
    continue_after_conquest(t)


def ask_next_giver(t: Table, seat: i64, about: i64) -> bool:
    """A seat has refused: ask another one; returns whether there was any."""
    loser = sigil.loser_of(t, about)
    if sigil.holder_asks(t, loser):
        if sigil.able_givers(t, about) == 0:
            return False
        t.push(CHOICE, loser.seat, PLEA + CHOICE_KINDS * about)
        return True
    next_seat = sigil.next_giver(t, loser, seat)
    if next_seat >= 0:
        t.push(CHOICE, next_seat, SIGIL_QUESTION + CHOICE_KINDS * about)
    return next_seat >= 0
