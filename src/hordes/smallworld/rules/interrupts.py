"""Interruptions of a turn: rolls of the die, and questions to the player or to his victim.

For each kind of question (`state/questions.py`): whether it is moot when its time comes, what may be answered, and what
follows from the answer.
"""

from __future__ import annotations

from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import conquest, monsters, sigil, turn
from hordes.smallworld.state import events, moves, questions
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import BONEYARD, MARKER_AT
from hordes.smallworld.state.questions import NO_QUESTION, Question
from hordes.smallworld.state.table import Table

# The stack


def open_next(t: Table) -> None:
    """Open the question on top of those that wait; one that has become moot is dropped, and the next one follows.

    The end of the conquests may ask something by itself: then those that a custom piece has left wait below it.
    """
    while len(t.waiting) > 0 and t.question is NO_QUESTION:
        question = t.take_next()
        if question.kind == questions.CONQUESTS_END:
            turn.end_conquests(t, True)
        elif is_moot(t, question):
            drop(t, question)
        else:
            t.open(question)


def is_moot(t: Table, question: Question) -> bool:
    """Whether nobody can answer a question any more, or nothing depends on the answer."""
    kind = question.kind
    if kind == questions.LOSS:
        army = t.active[question.seat]
        return army.race.index != question.race or army.hordes_in_hand == 0 or army.tray == 0
    if kind == questions.LOSS_ROLL:
        return not is_active_race(t, question.race)
    if kind == questions.MARKER_DRAW:
        return monsters.undrawn_markers(t) == 0
    if kind == questions.BONY:
        holds_yard = t.active[question.seat].regions & t.marker_state[MARKER_AT + BONEYARD] != 0
        return not holds_yard or len(t.declined) == 0
    if kind == questions.SACRIFICE:
        return sigil.givable_regions(t, sigil.loser_of(t, question), question.seat) == 0
    if kind == questions.PLEA:
        return sigil.able_givers(t, sigil.loser_of(t, question), question.asked) == 0
    return False


def is_active_race(t: Table, race: i64) -> bool:
    """Whether somebody's active race has this banner."""
    army = t.army_with_race(race)
    return army.exists() and not army.declined


def drop(t: Table, question: Question) -> None:
    """A question is moot: nothing follows, but where nobody can give a token for another one that one is lost."""
    if question.kind == questions.SACRIFICE or question.kind == questions.PLEA:
        ask_next_giver(t, question)


# The die


def begin_final_attempt(t: Table, region: i64) -> None:
    """Final attempt: the region has been named, now chance rolls the die."""
    me = conquest.attacker(t)
    if t.sink is not None:
        events.attempted(t, me, region, conquest.price(t, me, region))
    conquest.record_attack(t, me, t.army_in(region))
    t.open(questions.attempt_roll(region))


def roll_first(t: Table) -> None:
    """Berserk: the die is rolled before a region is chosen."""
    t.mark_acted()
    t.this_turn.conquests_begun = True
    t.open(questions.first_roll())


def apply_roll(t: Table, pips: i64) -> None:
    """Apply a roll of the die: for a lost token, the final attempt, or Berserk."""
    question = t.close()
    if question.kind == questions.LOSS_ROLL:
        apply_loss_roll(t, t.army_with_race(question.race), pips)
        return
    if t.sink is not None:
        events.rolled(t, pips)
    if question.kind == questions.ATTEMPT_ROLL:
        resolve_final_attempt(t, question.region, pips)
    else:
        apply_berserk_roll(t, pips)


def resolve_final_attempt(t: Table, region: i64, pips: i64) -> None:
    """Compare the roll with the price; if it falls short and a coin could help, ask the player first."""
    me = conquest.attacker(t)
    short = conquest.price(t, me, region) - me.troops() - pips
    powers_apply = conquest.plain_conquest_regions(t, me) & BIT[region] == 0
    if short > 0 and powers_apply and short <= me.power.tokens_per_coin(t, me):
        t.open(questions.hire(t.player, region, short))
    else:
        finish_attempt(t, region, short)


def finish_attempt(t: Table, region: i64, short: i64) -> None:
    """Take the region with all remaining tokens, or keep them in hand. Conquests end either way."""
    me = conquest.attacker(t)
    t.push(questions.conquests_end())  # below what the conquest leaves open
    if short <= 0:
        conquest.conquer(t, me, region, me.troops(), moves.CONQUER_DIE)
    else:
        if t.sink is not None:
            events.failed(t, me, region, short)
        me.power.attempt_failed(t, me)


def apply_berserk_roll(t: Table, pips: i64) -> None:
    """Keep a Berserk roll for one conquest; if it affords none, conquests are over."""
    t.this_turn.roll = pips
    if t.may_only(moves.STOP):
        if t.sink is not None:
            events.spent(t, conquest.attacker(t))
        turn.end_conquests(t, True)


def apply_loss_roll(t: Table, army: Army, pips: i64) -> None:
    """Give a race as many new tokens as the die shows, the lost one included.

    A victim gets them at once, for the withdrawals; the player himself (attacked by his own Ghouls) at redeployment.
    """
    if t.sink is not None:
        events.mourned(t, army, pips)
    if army.seat == t.player:
        t.add_pending_tokens(army.seat, pips)
    else:
        t.recruit(army, pips)


# Choices


def offer_choice(t: Table) -> None:
    """Offer the answers to a question that is asked of a seat."""
    question = t.question
    kind = question.kind
    if kind == questions.PLEA:
        t.offer(moves.ASK, sigil.able_givers(t, sigil.loser_of(t, question), question.asked))
        t.offer(moves.REFUSE, 1)
    elif kind == questions.SACRIFICE:
        t.offer(moves.SACRIFICE, sigil.givable_regions(t, sigil.loser_of(t, question), question.seat))
        t.offer(moves.REFUSE, 1)
    elif kind == questions.TOWER:
        t.offer(moves.TOWER, t.regions_with_tokens(t.active[question.seat]))
    elif kind == questions.LOSS or kind == questions.GIFT:
        t.offer(moves.LOSE_TOKEN, 1)
        t.offer(moves.LOSE_HORDE, 1)
    elif kind == questions.HIRE:
        t.offer(moves.PAY, 1)
        t.offer(moves.PASS, 1)
    else:
        t.rules.markers[question.marker()].offer_answers(t, question.seat)


def apply_choice(t: Table, verb: i64, target: i64) -> None:
    """Apply a seat's answer to the open question."""
    question = t.close()
    kind = question.kind
    if kind == questions.PLEA:
        apply_holder_answer(t, question, verb, target)
    elif kind == questions.SACRIFICE:
        apply_giver_answer(t, question, verb, target)
    elif kind == questions.TOWER:
        turn.complete_decline(t, target)
    elif kind == questions.LOSS:
        apply_loss_choice(t, t.active[question.seat], verb == moves.LOSE_HORDE)
    elif kind == questions.GIFT:
        sigil.give_token(t, question.region, verb == moves.LOSE_HORDE, question)
    elif kind == questions.HIRE:
        apply_hire_answer(t, question, verb)
    else:
        apply_marker_answer(t, question, verb, target)


def apply_loss_choice(t: Table, army: Army, horde: bool) -> None:
    """The owner chose which token is lost: a race token was assumed, undo that for a Hordes token."""
    if horde:
        if t.sink is not None:
            events.horde_given(t, army)
        army.hordes_in_hand -= 1
        army.draw_from_tray(1)
        t.rules.mode.horde_lost_instead(t, army)
        if army.race.survivors_wait(t, army):
            army.hordes_waiting -= 1
            army.tokens_waiting += 1


def apply_hire_answer(t: Table, question: Question, verb: i64) -> None:
    """Complete a final attempt that fell short: with a coin it succeeds."""
    me = conquest.attacker(t)
    if verb == moves.PAY:
        me.power.apply_move(t, me, verb, question.region)
        finish_attempt(t, question.region, 0)
    else:
        finish_attempt(t, question.region, question.short)


def apply_marker_answer(t: Table, question: Question, verb: i64, target: i64) -> None:
    """Apply the answer to a marker's question; after scoring the next marker may ask."""
    marker = question.marker()
    t.rules.markers[marker].apply_answer(t, question.seat, verb, target)
    if question.kind != questions.BONY:
        turn.ask_markers(t, marker + 1)


def apply_holder_answer(t: Table, question: Question, verb: i64, seat: i64) -> None:
    """The Sigil's holder asks a seat for a token, or nobody: then his own token is lost."""
    keeper = sigil.loser_of(t, question)
    if verb == moves.ASK:
        if t.sink is not None:
            events.sacrifice_asked(t, keeper, seat)
        t.push(questions.sacrifice(seat, question.race, question.horde, question.asked | BIT[seat]))
    elif t.sink is not None:
        events.sacrifice_unasked(t, keeper)


def apply_giver_answer(t: Table, question: Question, verb: i64, target: i64) -> None:
    """A seat gives a token, or the next one is asked, until nobody is left."""
    if verb != moves.SACRIFICE:
        if t.sink is not None:
            events.refused_sacrifice(t, question.seat, sigil.loser_of(t, question))
        ask_next_giver(t, question)
    elif sigil.is_mixed(t, target):
        t.push(questions.gift(question, target))
    else:
        sigil.give_token(t, target, t.tokens[target] == 0, question)


def ask_next_giver(t: Table, question: Question) -> None:
    """A seat gives no token: ask another one; if there is none the token is lost."""
    loser = sigil.loser_of(t, question)
    if loser.exists() and not sigil.ask_for_token(t, loser, question.horde, question.asked, question.seat):
        conquest.remove_if_gone(t, loser)
