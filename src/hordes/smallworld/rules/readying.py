"""Readying troops: spare tokens come from the map to the hand; undoing that for a decline, and keeping them in place.

A race that redeploys puts readied tokens back then. A race that never redeploys may put them back at once (`keep`).
"""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT, listed, lowest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state import events, moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import CONQUER, HORDE, NOT_RECORDED
from hordes.smallworld.state.table import Table

HORDE_UNIT: Final = 64
"""What a Hordes token counts in `Table.tokens_at_start`, where a race token counts one."""


def ready_troops(t: Table, army: Army) -> None:
    """Take every token beyond `Race.least` from each region to the hand."""
    least = army.race.least
    taken: i64 = 0
    rest = army.regions
    while rest != 0:
        region = lowest(rest)
        rest &= rest - 1
        if t.pieces[HORDE] & BIT[region] != 0:
            ready_horde_tokens(t, army, region)
        spare = t.troops_in(region) - least
        if spare > 0:
            t.set_tokens(region, t.tokens[region] - spare)
            taken += spare
    taken += army.race.tokens_from_outpost(t, army)
    army.hand += taken
    army.tokens_waiting = army.hordes_waiting = 0
    army.power.troops_readied(t, army)
    if taken > 0 and t.sink is not None:
        events.readied(t, army, taken)


def ready_horde_tokens(t: Table, army: Army, region: i64) -> None:
    """Take Hordes tokens to the hand unless they are needed to hold the region."""
    while t.hordes_in(region) > 0 and t.troops_in(region) > army.race.least:
        t.take_horde(army, region)


# Undoing


def record_if_undoable(t: Table, seat: i64) -> None:
    """Record where tokens stand if a decline would have to undo the readying: of Ghouls, active or declined."""
    if not t.this_turn.has_acted and (t.active[seat].race.keeps_all_tokens() or t.acting_declined(seat) is not NOBODY):
        record_tokens(t, seat)


def record_tokens(t: Table, seat: i64) -> None:
    """Record where the tokens of a seat stand."""
    t.this_turn.tokens_at_start = t.tokens[:]
    for region in listed(t.board.everywhere & ~t.regions_of(seat)):
        t.this_turn.tokens_at_start[region] = 0


def undo_readying(t: Table, seat: i64) -> None:
    """Undo the readying: put tokens back where they stood when the turn began."""
    if len(t.this_turn.tokens_at_start) == 0:
        return
    rest = t.regions_of(seat)
    while rest != 0:
        region = lowest(rest)
        rest &= rest - 1
        t.put_tokens(t.army_in(region), region, t.this_turn.tokens_at_start[region] % HORDE_UNIT - t.tokens[region])
    t.this_turn.tokens_at_start = NOT_RECORDED


def forget_vacated(t: Table) -> None:
    """Clear the records of regions that were vacated this turn, as by an exchange of badges."""
    if len(t.this_turn.tokens_at_start) > 0:
        t.this_turn.tokens_at_start = t.this_turn.tokens_at_start[:]
        for region in listed(t.board.everywhere & ~t.regions_of(t.player)):
            t.this_turn.tokens_at_start[region] = 0


# Keeping tokens in place


def ready_active_race(t: Table, me: Army) -> None:
    """Ready the active race; if it cannot redeploy, record where each of its tokens stood."""
    if not me.race.redeploys() and not t.rules.barbarians_ready_all:
        record_tokens(t, me.seat)
        for region in listed(me.regions & t.pieces[HORDE]):
            t.this_turn.tokens_at_start[region] += HORDE_UNIT * t.hordes_in(region)
    ready_troops(t, me)


def readied_from(t: Table, me: Army, region: i64) -> i64:
    """Tokens readied from a region that are still in hand; Hordes tokens may have left with their badge."""
    hordes = t.this_turn.tokens_at_start[region] // HORDE_UNIT - t.hordes_in(region)
    return (
        t.this_turn.tokens_at_start[region] % HORDE_UNIT
        - t.tokens[region]
        + (hordes if hordes < me.hordes_in_hand else me.hordes_in_hand)
    )


def may_keep(t: Table, me: Army) -> bool:
    """Whether readied tokens may be kept: before any other move of a race that does not redeploy."""
    is_recorded = len(t.this_turn.tokens_at_start) > 0
    return is_recorded and t.phase == CONQUER and t.this_turn.takebacks == 0 and not me.race.redeploys()


def offer_keep(t: Table, me: Army) -> None:
    """Offer to put readied tokens back where they stood, one or more at once."""
    if t.rules.barbarians_ready_all or not may_keep(t, me):
        return
    n: i64 = 1
    regions = keepable_regions(t, me, n)
    while regions != 0:
        t.offer(moves.KEEP + n, regions)
        n += 1
        regions = keepable_regions(t, me, n)


def keepable_regions(t: Table, me: Army, n: i64) -> i64:
    """Regions from which at least so many tokens were readied."""
    regions: i64 = 0
    for region in listed(me.regions):
        if readied_from(t, me, region) >= n:
            regions |= BIT[region]
    return regions


def keep_tokens(t: Table, region: i64, n: i64) -> None:
    """Put readied tokens back where they stood, race tokens before Hordes tokens."""
    me = t.active[t.player]
    missing = t.this_turn.tokens_at_start[region] % HORDE_UNIT - t.tokens[region]
    placed: i64 = n if n < missing else missing
    t.put_tokens(me, region, placed)
    while placed < n:
        t.put_horde(me, region)
        placed += 1
    if t.sink is not None:
        events.kept(t, me, region, n)
