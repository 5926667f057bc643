"""Readying: tokens beyond the least come to hand, and go back where that is undone or not wanted.

Whoever redeploys later may put readied tokens back then. A race that never does may put them back at once (`keep`).
"""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT, listed, lowest
from hordes.engine.native import i64
from hordes.smallworld import moves, tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import CONQUER, HORDE, NOT_RECORDED

STOOD_HORDE: Final = 64
"""What a Hordes token counts in `Table.stood`, where a race token counts one."""


def ready(t: Table, army: Army) -> None:
    """Take every token beyond the least that must stay in each region."""
    least = army.race.least
    taken: i64 = 0
    rest = army.regions
    while rest != 0:
        region = lowest(rest)
        rest &= rest - 1
        if t.pieces[HORDE] & BIT[region] != 0:
            ready_hordes(t, army, region)
        spare = t.troops_in(region) - least
        if spare > 0:
            t.set_tokens(region, t.tokens[region] - spare)
            taken += spare
    taken += army.race.called_up(t, army)
    army.hand += taken
    army.waiting = army.idle_hordes = 0
    army.power.readied(t, army)
    if taken > 0 and t.sink is not None:
        tell.readied(t, army, taken)


def ready_hordes(t: Table, army: Army, region: i64) -> None:
    """Hordes tokens come to hand unless they are needed to hold the region."""
    while t.hordes_in(region) > 0 and t.troops_in(region) > army.race.least:
        t.take_horde(army, region)


# Where they stood


def record_stand(t: Table, seat: i64) -> None:
    """Remember where the tokens of a race that stays whole stood, in case its owner declines instead."""
    if not t.acted and (t.active[seat].race.stays_whole() or t.ghouls(seat) is not NOBODY):
        record(t, seat)


def record(t: Table, seat: i64) -> None:
    """Remember where the tokens of a seat stand."""
    t.stood = t.tokens[:]
    for region in listed(t.board.everywhere & ~t.held(seat)):
        t.stood[region] = 0


def unready(t: Table, seat: i64) -> None:
    """Undo the readying: tokens go back to where they stood when the turn began."""
    if len(t.stood) == 0:
        return
    rest = t.held(seat)
    while rest != 0:
        region = lowest(rest)
        rest &= rest - 1
        t.put_tokens(t.holder(region), region, t.stood[region] % STOOD_HORDE - t.tokens[region])
    t.stood = NOT_RECORDED


def forget_left(t: Table) -> None:
    """Regions that were given up in the turn, as by a badge that went to the partner, are nowhere to go back to."""
    if len(t.stood) > 0:
        t.stood = t.stood[:]
        for region in listed(t.board.everywhere & ~t.held(t.player)):
            t.stood[region] = 0


# Putting them back


def ready_to_keep(t: Table, me: Army) -> None:
    """Ready the active race; if it cannot redeploy, remember where each of its tokens stood."""
    if not me.race.redeploys() and not t.rules.barbarians_ready_all:
        record(t, me.seat)
        for region in listed(me.regions & t.pieces[HORDE]):
            t.stood[region] += STOOD_HORDE * t.hordes_in(region)
    ready(t, me)


def readied_from(t: Table, me: Army, region: i64) -> i64:
    """Tokens of any kind that were readied from a region and are still in hand: Hordes may leave with their badge."""
    hordes = t.stood[region] // STOOD_HORDE - t.hordes_in(region)
    return t.stood[region] % STOOD_HORDE - t.tokens[region] + (hordes if hordes < me.hordes else me.hordes)


def may_keep(t: Table, me: Army) -> bool:
    """Is the time for putting back? Before any other move of the race, which could not put tokens back later."""
    return len(t.stood) > 0 and t.phase == CONQUER and t.cancels == 0 and not me.race.redeploys()


def find(t: Table, me: Army) -> None:
    """Offer to put back one readied token, or more at once, where they stood."""
    if t.rules.barbarians_ready_all or not may_keep(t, me):
        return
    n: i64 = 1
    where = keepable(t, me, n)
    while where != 0:
        t.offer(moves.KEEP + n, where)
        n += 1
        where = keepable(t, me, n)


def keepable(t: Table, me: Army, n: i64) -> i64:
    """Regions from which at least so many tokens were readied."""
    found: i64 = 0
    for region in listed(me.regions):
        if readied_from(t, me, region) >= n:
            found |= BIT[region]
    return found


def keep(t: Table, region: i64, n: i64) -> None:
    """Put readied tokens back where they stood, race tokens before Hordes tokens."""
    me = t.active[t.player]
    missing = t.stood[region] % STOOD_HORDE - t.tokens[region]
    race: i64 = n if n < missing else missing
    t.put_tokens(me, region, race)
    while race < n:
        t.put_horde(me, region)
        race += 1
    if t.sink is not None:
        tell.kept(t, me, region, n)
