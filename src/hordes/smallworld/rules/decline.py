"""Going into decline, and removing a declined race from the map."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT, count, listed, lowest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.readying import undo_readying
from hordes.smallworld.state import events
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import NO_POWER, Power

NOWHERE: Final = -1


def decline(t: Table, me: Army, tower: i64 = NOWHERE) -> None:
    """The older declined race is removed; one token stays in each region; the badge is discarded, or kept.

    `tower` is the region for a race that stacks its tokens in decline.
    """
    undo_readying(t, me.seat)  # tokens stand where the turn found them; only then pieces and tokens are removed
    if not me.power.ignores_decline_limit():
        _remove_older(t, me.seat)
    me.race.declining(t, me)
    me.power.declining(t, me)
    _vacate_untokened(t, me)
    before = me.tray
    if not me.race.keeps_all_tokens():
        _leave_one_token(t, me)
    if tower != NOWHERE:
        _stack_tokens(t, me, tower)
    me.tray += me.hand
    me.hand = me.tokens_waiting = 0
    t.rules.mode.tokens_discarded(t, me, me.tray - before)
    badge = me.power
    _keep_or_discard_badge(t, me)
    t.release_markers(me, me.regions)
    me.declined = True
    t.active[me.seat] = NOBODY
    _insert_by_seat(t, me)
    if t.sink is not None:
        events.declined(t, me, badge.id, count(me.regions))
    for army in t.active:
        army.power.other_race_declined(t, army)
    if me.regions == 0:
        remove_race(t, me)


def _vacate_untokened(t: Table, me: Army) -> None:
    """Vacate regions that only pieces of the badge (Hordes) had held."""
    for region in listed(me.regions):
        if t.tokens[region] == 0:
            t.vacate(me, region)


def _stack_tokens(t: Table, me: Army, tower: i64) -> None:
    """Move one token from each region to the tower; the other regions are vacated."""
    height: i64 = 0
    for region in listed(me.regions & ~BIT[tower]):
        height += t.vacate(me, region)
    t.set_tokens(tower, t.tokens[tower] + height)
    t.update_defence(tower)
    if t.sink is not None:
        events.gathered(t, me, tower)


def _insert_by_seat(t: Table, me: Army) -> None:
    """Keep declined races in order of seats, a seat's newest last."""
    before = [army for army in t.declined if army.seat <= me.seat]
    after = [army for army in t.declined if army.seat > me.seat]
    t.declined = [*before, me, *after]


def _remove_older(t: Table, seat: i64) -> None:
    """Remove the seat's older declined race: only one is allowed, Spirits not counted."""
    older = [army for army in t.declined if army.seat == seat and not army.kept_badge.ignores_decline_limit()]
    for army in older:
        remove_race(t, army)


def _leave_one_token(t: Table, me: Army) -> None:
    rest = me.regions
    while rest != 0:
        region = lowest(rest)
        rest &= rest - 1
        me.tray += t.tokens[region] - 1
        t.set_tokens(region, 1)
        t.update_defence(region)


def _keep_or_discard_badge(t: Table, me: Army) -> None:
    if me.power.is_kept_in_decline():
        me.kept_badge = me.power
    else:
        me.power_note = 0
        discard_badge(t, me.power)
    me.power = NO_POWER


def discard_badge(t: Table, badge: Power) -> None:
    """Put a badge on the discard pile, unless it is none."""
    if badge.index >= 0:
        t.discarded_badges |= BIT[badge.index]


def remove_race(t: Table, army: Army) -> None:
    """Remove a declined race: tokens to the tray, banner under the stack, a kept badge to the discards."""
    rest = army.regions
    while rest != 0:
        army.tray += t.vacate(army, lowest(rest))
        rest &= rest - 1
    t.declined = [other for other in t.declined if other is not army]
    t.return_banner(army.race)
    discard_badge(t, army.kept_badge)
    if t.sink is not None:
        events.vanished(t, army)
    for marker in t.rules.markers:
        marker.race_removed(t, army)
