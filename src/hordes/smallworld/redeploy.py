"""Redeployment on one's own turn, and the withdrawn troops' redeployment after somebody else's."""

from __future__ import annotations

from hordes.engine.native import i64
from hordes.smallworld import moves, tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.conquest import abandon
from hordes.smallworld.readying import ready
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import REDEPLOY


def begin(t: Table) -> None:
    """Troops of the active race and of declined Ghouls come to hand once more, pieces with them."""
    me = t.active[t.player]
    if me.race.redeploys():
        ready(t, me)
    ghouls = t.ghouls(t.player)
    if ghouls is not NOBODY:
        ready(t, ghouls)
    if len(t.gifts) > 0 and t.gifts[me.seat] > 0:
        t.recruit(me, t.gifts[me.seat])
        t.promise(me.seat, -t.gifts[me.seat])
    me.race.redeployment_begins(t, me)
    me.power.redeployment_begins(t, me)


def spare(t: Table, me: Army, moment: i64) -> i64:
    """Tokens in hand that may be placed; negative when some must still come off the map."""
    if moment == REDEPLOY:
        return me.hand - me.race.reserve(t, me)
    return me.hand - me.waiting


def find(t: Table, moment: i64) -> None:
    """Every token and piece in hand that has a place must be placed before `done`."""
    me = t.active[t.to_move]
    home = me.race.quarters(t, me, moment)
    mine: i64 = 0
    if home != 0:
        mine = spare(t, me, moment)
    theirs = most_in_hand(t, t.to_move)
    if moment == REDEPLOY:
        alone = me.power.unaccompanied(t, me)
        if alone != 0:
            t.offer(moves.PLACE + 1 if mine > 0 else moves.ABANDON, alone)
            return
    if mine < 0:
        t.offer(moves.ABANDON, t.manned(me))
    if theirs == 0:
        t.offer_row(moves.PLACE + 1, mine, home)
    else:
        offer_both(t, mine, home, theirs)
    me.race.offer_redeployment(t, me, moment)
    me.power.offer_redeployment(t, me, moment)
    if t.menu_end == 0:
        t.offer(moves.DONE, 1)
    me.race.offer_extra(t, me, moment)


def offer_both(t: Table, mine: i64, home: i64, theirs: i64) -> None:
    """Tokens of the active race and of declined ones: each race only to its own regions."""
    for n in range(1, (mine if mine > theirs else theirs) + 1):
        where: i64 = home if n <= mine else 0
        if n <= theirs:
            where |= declined_with(t, t.to_move, n)
        t.offer(moves.PLACE + n, where)


def most_in_hand(t: Table, seat: i64) -> i64:
    """The most tokens that a declined race of a seat has in hand: readied Ghouls, or survivors of an attack."""
    most: i64 = 0
    for army in t.declined:
        if army.seat == seat and army.hand > most:
            most = army.hand
    return most


def declined_with(t: Table, seat: i64, n: i64) -> i64:
    """The regions of a seat's declined races with at least so many tokens in hand."""
    found: i64 = 0
    for army in t.declined:
        if army.seat == seat and army.hand >= n:
            found |= army.regions
    return found


def pending(t: Table) -> bool:
    """Is there anything that must be placed, or taken off the map, or an own word that may be said?"""
    t.find_legal()
    return t.menu[0] != moves.DONE or t.menu[t.menu_end - 2] >= moves.OWN


def place(t: Table, region: i64, n: i64) -> None:
    """Put tokens from the hand on a region of the same race."""
    army = t.holder(region)
    if army is NOBODY:  # the Island is nobody's region
        army = t.active[t.to_move]
    t.put_tokens(army, region, n)
    if t.sink is not None:
        tell.placed(t, army, region, n)


def give_up(t: Table, region: i64) -> None:
    """Amazons have too few tokens in hand, or Hordes tokens no company: a region must be left.

    Hordes tokens that stand with the Amazons stay and hold it, as they may hold any region alone.
    """
    me = t.active[t.player]
    if t.tokens[region] > 0 and t.hordes_in(region) > 0:
        lift(t, me, region)
    else:
        abandon(t, me, region)


def lift(t: Table, me: Army, region: i64) -> None:
    """The race tokens of a region come to hand; it is still held."""
    n = t.tokens[region]
    t.put_tokens(me, region, -n)
    t.act()
    if t.sink is not None:
        tell.readied(t, me, n)


def end(t: Table) -> None:
    """What is in hand now waits for the next turn."""
    me = t.active[t.player]
    reserve = me.race.reserve(t, me)
    if me is not NOBODY:
        me.waiting = reserve if reserve < me.hand else me.hand
        me.idle_hordes = me.hordes if me.race.holds_back() else 0
