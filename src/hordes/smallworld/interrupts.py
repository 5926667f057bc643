"""What interrupts a turn: the die, and questions asked in between, of the player or of his victim."""

from __future__ import annotations

from hordes.engine.native import i64
from hordes.engine.state import CHANCE, TARGETS
from hordes.smallworld import conquest, moves, tell, turn
from hordes.smallworld.army import Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import CHOICE, CHOICES, DIE, HIRE, LOSS, MOURNED, TOWER

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
    if short > 0 and short <= me.power.rescue(t, me):
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
    """What a conquest leaves open is settled at once: which token is lost, and the die of those who mourn."""
    if t.losing >= 0:
        t.push(CHOICE, t.losing, LOSS)
        t.losing = -1
    elif t.mourning >= 0:
        mourn(t)
    elif t.ending:
        t.ending = False
        turn.end_conquests(t)


def choose_loss(t: Table, army: Army, horde: bool) -> None:
    """A race token was lost for the time being; the owner may lose a Hordes token instead."""
    if horde:
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
    me = conquest.attacker(t)
    outright, _ = conquest.affordable(t, me, conquest.targets(t, me))
    if outright == 0:
        if t.sink is not None:
            tell.spent(t, me)
        turn.end_conquests(t)


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
    if t.subject % CHOICES == TOWER:
        t.offer(moves.TOWER, t.manned(t.active[t.player]))
    elif t.subject % CHOICES == LOSS:
        t.offer(moves.LOSE_TOKEN, 1)
        t.offer(moves.LOSE_HORDE, 1)
    else:
        t.offer(moves.PAY, 1)
        t.offer(moves.PASS, 1)


def answer_choice(t: Table, verb: i64, target: i64) -> None:
    """Where the tower stands; whether the coin is spent after the die; which token is lost."""
    subject, seat = t.subject, t.to_move
    t.pop()
    if subject % CHOICES == LOSS:
        choose_loss(t, t.active[seat], verb == moves.LOSE_HORDE)
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
