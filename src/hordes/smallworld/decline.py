"""Going into decline, and leaving the map for good."""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT, count, listed, lowest
from hordes.engine.native import i64
from hordes.smallworld import tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.readying import unready
from hordes.smallworld.table import Table
from hordes.smallworld.traits import NO_POWER, Power

NOWHERE: Final = -1


def decline(t: Table, me: Army, tower: i64 = NOWHERE) -> None:
    """The older declined race goes; one token stays in each region; the badge is discarded, or turned over and kept.

    A race that gathers puts those tokens together in the region that its owner chose for the tower.
    """
    unready(t, me.seat)
    if not me.power.beyond_limit():
        _remove_older(t, me.seat)
    me.race.declining(t, me)
    me.power.declining(t, me)
    _leave_unheld(t, me)
    before = me.tray
    if not me.race.stays_whole():
        _thin_out(t, me)
    if tower != NOWHERE:
        _gather(t, me, tower)
    me.tray += me.hand
    me.hand = me.waiting = 0
    t.rules.mode.discarded(t, me, me.tray - before)
    badge = me.power
    _turn_badge(t, me)
    t.loosen(me, me.regions)
    me.declined = True
    t.active[me.seat] = NOBODY
    _line_up(t, me)
    if t.sink is not None:
        tell.declined(t, me, badge.id, count(me.regions))
    for army in t.active:
        army.power.saw_decline(t, army)
    if me.regions == 0:
        vanish(t, me)


def _leave_unheld(t: Table, me: Army) -> None:
    """Pieces of the badge that held a region alone are gone, and the region with them."""
    for region in listed(me.regions):
        if t.tokens[region] == 0:
            t.leave(me, region)


def _gather(t: Table, me: Army, tower: i64) -> None:
    """One token from each region goes to the tower; the other regions are left."""
    height: i64 = 0
    for region in listed(me.regions & ~BIT[tower]):
        height += t.leave(me, region)
    t.set_tokens(tower, t.tokens[tower] + height)
    t.fortify(tower)
    if t.sink is not None:
        tell.gathered(t, me, tower)


def _line_up(t: Table, me: Army) -> None:
    """Declined races lie in order of seats, a seat's newest last."""
    before = [army for army in t.declined if army.seat <= me.seat]
    after = [army for army in t.declined if army.seat > me.seat]
    t.declined = [*before, me, *after]


def _remove_older(t: Table, seat: i64) -> None:
    """A player has one race in decline at a time, Spirits not counted."""
    older = [army for army in t.declined if army.seat == seat and not army.kept.beyond_limit()]
    for army in older:
        vanish(t, army)


def _thin_out(t: Table, me: Army) -> None:
    rest = me.regions
    while rest != 0:
        region = lowest(rest)
        rest &= rest - 1
        me.tray += t.tokens[region] - 1
        t.set_tokens(region, 1)
        t.fortify(region)


def _turn_badge(t: Table, me: Army) -> None:
    if me.power.outlasts_decline():
        me.kept = me.power
    else:
        me.power_note = 0
        discard(t, me.power)
    me.power = NO_POWER


def discard(t: Table, badge: Power) -> None:
    """A badge goes to the discarded ones, if there is one."""
    if badge.index >= 0:
        t.discarded |= BIT[badge.index]


def vanish(t: Table, army: Army) -> None:
    """A declined race leaves the map: tokens to the tray, banner under the stack, a kept badge to the discards."""
    rest = army.regions
    while rest != 0:
        army.tray += t.leave(army, lowest(rest))
        rest &= rest - 1
    t.declined = [other for other in t.declined if other is not army]
    t.return_banner(army.race)
    discard(t, army.kept)
    if t.sink is not None:
        tell.vanished(t, army)
    for marker in t.rules.markers:
        marker.vanished(t, army)
