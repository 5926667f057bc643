"""Redeployment at the end of a player's own turn, and of withdrawn troops at the end of an opponent's."""

from __future__ import annotations

from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.conquest import abandon
from hordes.smallworld.rules.readying import ready_troops
from hordes.smallworld.state import events, moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import REDEPLOY
from hordes.smallworld.state.table import Table


def begin(t: Table) -> None:
    """Take the troops of the active race and of declined Ghouls to hand once more, and give promised tokens."""
    me = t.active[t.player]
    if me.race.redeploys():
        ready_troops(t, me)
    ghouls = t.acting_declined(t.player)
    if ghouls is not NOBODY:
        ready_troops(t, ghouls)
    if len(t.this_turn.pending_tokens) > 0 and t.this_turn.pending_tokens[me.seat] > 0:
        t.recruit(me, t.this_turn.pending_tokens[me.seat])
        t.add_pending_tokens(me.seat, -t.this_turn.pending_tokens[me.seat])
    me.race.redeployment_begins(t, me)
    me.power.redeployment_begins(t, me)


def placeable_count(t: Table, me: Army, moment: i64) -> i64:
    """Tokens in hand that may be placed; negative when some must still come off the map."""
    if moment == REDEPLOY:
        return me.hand - me.race.reserve(t, me)
    return me.hand - me.tokens_waiting


def offer_moves(t: Table, moment: i64) -> None:
    """Offer the moves of redeployment. What can be placed must be placed: only then `done` is offered."""
    me = t.active[t.to_move]
    active_regions = me.race.placeable_regions(t, me, moment)
    active_count: i64 = 0
    if active_regions != 0:
        active_count = placeable_count(t, me, moment)
    declined_count = max_declined_hand(t, t.to_move)
    if moment == REDEPLOY:
        needing_token = me.power.regions_needing_token(t, me)
        if needing_token != 0:
            t.offer(moves.PLACE + 1 if active_count > 0 else moves.ABANDON, needing_token)
            return
    if active_count < 0:
        t.offer(moves.ABANDON, t.regions_with_tokens(me))
    if declined_count == 0:
        t.offer_row(moves.PLACE + 1, active_count, active_regions)
    else:
        offer_active_and_declined(t, active_count, active_regions, declined_count)
    me.race.offer_redeployment(t, me, moment)
    me.power.offer_redeployment(t, me, moment)
    if not t.has_offers():  # nothing that must be placed; what follows is optional
        t.offer(moves.DONE, 1)
    me.race.offer_optional_pieces(t, me, moment)


def offer_active_and_declined(t: Table, active_count: i64, active_regions: i64, declined_count: i64) -> None:
    """Offer to place tokens of the active and of declined races, each only in its own regions."""
    for n in range(1, (active_count if active_count > declined_count else declined_count) + 1):
        regions: i64 = active_regions if n <= active_count else 0
        if n <= declined_count:
            regions |= declined_regions_with(t, t.to_move, n)
        t.offer(moves.PLACE + n, regions)


def max_declined_hand(t: Table, seat: i64) -> i64:
    """The most tokens that a declined race of a seat has in hand: readied Ghouls, or survivors of an attack."""
    most: i64 = 0
    for army in t.declined:
        if army.seat == seat and army.hand > most:
            most = army.hand
    return most


def declined_regions_with(t: Table, seat: i64, n: i64) -> i64:
    """The regions of those declined races of a seat that have at least so many tokens in hand."""
    regions: i64 = 0
    for army in t.declined:
        if army.seat == seat and army.hand >= n:
            regions |= army.regions
    return regions


def has_choices(t: Table) -> bool:
    """Whether anything but `done` is possible: tokens to place or to take off the map, or a custom move."""
    return not t.may_only(moves.DONE)


def must_abandon(t: Table) -> bool:
    """Whether a region must be given up: a piece would hold it without a race token, or too few are in hand."""
    me = t.active[t.to_move]
    tokens: i64 = 0
    if me.race.placeable_regions(t, me, t.phase) != 0:
        tokens = placeable_count(t, me, t.phase)
    if t.phase == REDEPLOY and me.power.regions_needing_token(t, me) != 0:
        return tokens <= 0
    return tokens < 0 and t.regions_with_tokens(me) != 0


def place_tokens(t: Table, region: i64, n: i64) -> None:
    """Place tokens from the hand in a region of the same race."""
    army = t.army_in(region)
    if army is NOBODY:  # the Island is nobody's region
        army = t.active[t.to_move]
    t.put_tokens(army, region, n)
    if t.sink is not None:
        events.placed(t, army, region, n)


def give_up(t: Table, region: i64) -> None:
    """Give up a region because Amazons have too few tokens in hand, or Hordes tokens stand there alone.

    Hordes tokens that stand with the Amazons stay and hold it, as they may hold any region alone.
    """
    me = t.active[t.player]
    if t.tokens[region] > 0 and t.hordes_in(region) > 0:
        lift_tokens(t, me, region)
    else:
        abandon(t, me, region)


def lift_tokens(t: Table, me: Army, region: i64) -> None:
    """Take the race tokens of a region to hand; Hordes tokens still hold it."""
    n = t.tokens[region]
    t.put_tokens(me, region, -n)
    t.mark_acted()
    if t.sink is not None:
        events.readied(t, me, n)


def set_waiting_tokens(t: Table) -> None:
    """At the end of redeployment, set how many tokens in hand may wait there until the next turn."""
    me = t.active[t.player]
    reserve = me.race.reserve(t, me)
    if me is not NOBODY:
        me.tokens_waiting = reserve if reserve < me.hand else me.hand
        me.hordes_waiting = me.hordes_in_hand if me.race.hand_waits() else 0
