"""What interrupts a turn: the die, and questions asked in between, of the player or of his victim."""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT
from hordes.engine.native import i64
from hordes.engine.state import CHANCE, TARGETS
from hordes.smallworld import conquest, monsters, moves, sacrifice, tell, turn
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BONEYARD,
    BONY_DUE,
    CHOICE,
    CHOICES,
    DIE,
    HIRE,
    LOSER,
    LOSS,
    MARKER_ASKS,
    MARKER_AT,
    MOURNED,
    PLEA,
    SIGIL,
    TOWER,
)

SIGIL_ASKS: Final = MARKER_ASKS + SIGIL

# The die


def attempt(t: Table, region: i64) -> None:
    """The final attempt: the region is named, then the die is rolled."""
    me = conquest.attacker(t)
    if t.sink is not None:
        tell.attempted(t, me, region, conquest.price(t, me, region))
    conquest.attack(t, me, t.holder(region))
    t.push(DIE, CHANCE, region)


def roll_first(t: Table) -> None:
    """Berserk: the die is rolled before a region is chosen."""
    t.act()
    t.began = True
    t.push(DIE, CHANCE, -1)


def rolled(t: Table, pips: i64) -> None:
    """The die has fallen."""
    region = t.subject
    t.pop()
    if region >= MOURNED:
        replace_lost(t, t.active[region - MOURNED], pips)
        return
    if t.sink is not None:
        tell.rolled(t, pips)
    if region >= 0:
        final_attempt(t, region, pips)
    else:
        berserk_roll(t, pips)


def final_attempt(t: Table, region: i64, pips: i64) -> None:
    """Enough: all remaining tokens go there. Too few: they stay in hand for redeployment. Conquests end either way."""
    me = conquest.attacker(t)
    short = conquest.price(t, me, region) - me.troops() - pips
    helped = conquest.warded(t, me) & BIT[region] == 0
    if short > 0 and helped and short <= me.power.rescue(t, me):
        t.push(CHOICE, t.player, HIRE + CHOICES * (region + TARGETS * short))
    else:
        close_attempt(t, region, short)


def close_attempt(t: Table, region: i64, short: i64) -> None:
    """The region is taken or not; tokens lost on the way are rolled for before the conquests end."""
    me = conquest.attacker(t)
    if short <= 0:
        conquest.conquer(t, me, region, me.troops(), moves.CONQUER_DIE)
    else:
        if t.sink is not None:
            tell.failed(t, me, region, short)
        me.power.failed(t, me)
    t.ending = True
    settle_losses(t)


def settle_losses(t: Table) -> None:
    """What a conquest leaves open is settled at once, in this order.

    Whether a token is given for the one that is lost, which token that is, the die of those who mourn it, the marker
    that a Monster guarded, and whom Bony protects.
    """
    if t.marks[LOSER] != 0:
        plead(t)
    elif t.losing >= 0:
        t.push(CHOICE, t.losing, LOSS)
        t.losing = -1
    elif t.mourning >= 0:
        mourn(t)
    elif monsters.uncover(t) or summon_bony(t):
        return
    elif t.ending:
        t.ending = False
        turn.end_conquests(t, True)


def plead(t: Table) -> None:
    """The Sigil's holder is asked: whom he asks, if his own active race is losing a token, else for one of his."""
    about = t.marks[LOSER]
    t.mark(LOSER, 0)
    loser = sacrifice.loser_of(t, about)
    if sacrifice.holder_asks(t, loser):
        t.push(CHOICE, loser.seat, PLEA + CHOICES * about)
    else:
        t.push(CHOICE, sacrifice.next_giver(t, loser, -1), SIGIL_ASKS + CHOICES * about)


def summon_bony(t: Table) -> bool:
    """Whoever has taken the Boneyard says whom Bony protects, if there is anybody in decline. Is he asked?"""
    if t.marks[BONY_DUE] == 0:
        return False
    t.mark(BONY_DUE, 0)
    keeper = t.active_in(t.marks[MARKER_AT + BONEYARD])
    if keeper is NOBODY or len(t.declined) == 0:
        return False
    t.push(CHOICE, keeper.seat, MARKER_ASKS + BONEYARD)
    return True


def choose_loss(t: Table, army: Army, horde: bool, about: i64) -> None:
    """A race token was lost for the time being; the owner may lose a Hordes token instead, or give one."""
    if about > 0:
        sacrifice.give(t, about % TARGETS, horde, about // TARGETS)
    elif horde:
        if t.sink is not None:
            tell.horde_given(t, army)
        army.hordes -= 1
        army.takes(1)
        t.rules.mode.spared(t, army)
        if army.race.survivors_wait(t, army):
            army.idle_hordes -= 1
            army.waiting += 1
    settle_losses(t)


def berserk_roll(t: Table, pips: i64) -> None:
    """The roll counts for one conquest; if it affords none, conquests are over."""
    t.roll = pips
    t.find_legal()
    if t.menu[0] == moves.STOP and t.menu_end == 2:
        if t.sink is not None:
            tell.spent(t, conquest.attacker(t))
        turn.end_conquests(t, True)


def mourn(t: Table) -> None:
    """A race that rolls for its lost tokens does so at once."""
    t.push(DIE, CHANCE, MOURNED + t.mourning)
    t.mourning = -1


def replace_lost(t: Table, army: Army, pips: i64) -> None:
    """As many new tokens as the die shows, the lost one among them; then the turn goes on where it was.

    They come at the end of the turn: to the withdrawals, or to the redeployment of the player whose own Ghouls it was.
    """
    if t.sink is not None:
        tell.mourned(t, army, pips)
    if army.seat == t.player:
        t.promise(army.seat, pips)
    else:
        t.recruit(army, pips)
    settle_losses(t)


# Choices


def find_choice(t: Table) -> None:
    """What a question in between leaves to choose."""
    if t.subject % CHOICES == PLEA:
        t.offer(moves.ASK, sacrifice.able(t, t.subject // CHOICES))
        t.offer(moves.REFUSE, 1)
    elif t.subject % CHOICES >= MARKER_ASKS:
        marker = t.rules.markers[t.subject % CHOICES - MARKER_ASKS]
        marker.offer(t, t.to_move, t.subject // CHOICES)
    elif t.subject % CHOICES == TOWER:
        t.offer(moves.TOWER, t.manned(t.active[t.player]))
    elif t.subject % CHOICES == LOSS:
        t.offer(moves.LOSE_TOKEN, 1)
        t.offer(moves.LOSE_HORDE, 1)
    else:
        t.offer(moves.PAY, 1)
        t.offer(moves.PASS, 1)


def answer_choice(t: Table, verb: i64, target: i64) -> None:
    """Where the tower stands; whether the coin is spent after the die; which token is lost; what a marker asks."""
    subject, seat = t.subject, t.to_move
    t.pop()
    if subject % CHOICES == PLEA:
        answer_holder(t, subject // CHOICES, verb, target)
        return
    if subject % CHOICES >= MARKER_ASKS:
        answer_marker(t, seat, subject, verb, target)
        return
    if subject % CHOICES == LOSS:
        choose_loss(t, t.active[seat], verb == moves.LOSE_HORDE, subject // CHOICES)
        return
    if subject % CHOICES == TOWER:
        turn.retire(t, target)
        return
    about = subject // CHOICES
    me = conquest.attacker(t)
    if verb == moves.PAY:
        me.power.act(t, me, verb, about % TARGETS)
        close_attempt(t, about % TARGETS, 0)
    else:
        close_attempt(t, about % TARGETS, about // TARGETS)


def answer_marker(t: Table, seat: i64, subject: i64, verb: i64, target: i64) -> None:
    """The answer to a Place or Relic; then play goes on where it was."""
    marker = subject % CHOICES - MARKER_ASKS
    if marker == SIGIL:
        answer_plea(t, seat, subject, verb, target)
        return
    t.rules.markers[marker].answer(t, seat, subject // CHOICES, verb, target)
    if marker == BONEYARD:
        settle_losses(t)
    else:
        turn.consult_markers(t, marker + 1)


def answer_holder(t: Table, about: i64, verb: i64, seat: i64) -> None:
    """The Sigil's holder asks a seat for a token, or nobody: then his own is lost."""
    keeper = sacrifice.loser_of(t, about)
    if verb == moves.ASK:
        if t.sink is not None:
            tell.sacrifice_asked(t, keeper, seat)
        t.push(CHOICE, seat, SIGIL_ASKS + CHOICES * sacrifice.asked(about, seat))
        return
    if t.sink is not None:
        tell.sacrifice_unasked(t, keeper)
    settle_losses(t)


def answer_plea(t: Table, seat: i64, subject: i64, verb: i64, target: i64) -> None:
    """A token is given, or somebody else is asked, until nobody is left to ask."""
    about = subject // CHOICES
    loser = sacrifice.loser_of(t, about)
    if verb == moves.SACRIFICE:
        if sacrifice.is_mixed(t, target):
            t.push(CHOICE, seat, LOSS + CHOICES * (target + TARGETS * about))
            return
        sacrifice.give(t, target, t.tokens[target] == 0, about)
    else:
        if t.sink is not None:
            tell.refused_sacrifice(t, seat, loser)
        if ask_another(t, seat, about):
            return
        conquest.bury(t, loser)
    settle_losses(t)


def ask_another(t: Table, seat: i64, about: i64) -> bool:
    """A seat gives nothing. Can somebody else be asked?"""
    loser = sacrifice.loser_of(t, about)
    if sacrifice.holder_asks(t, loser):
        if sacrifice.able(t, about) == 0:
            return False
        t.push(CHOICE, loser.seat, PLEA + CHOICES * about)
        return True
    following = sacrifice.next_giver(t, loser, seat)
    if following >= 0:
        t.push(CHOICE, following, SIGIL_ASKS + CHOICES * about)
    return following >= 0
