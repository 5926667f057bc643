"""Conquest: legal targets, their price, and the consequences of taking a region."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hordes.engine.core.bits import BIT, lowest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import readying
from hordes.smallworld.rules.decline import remove_race
from hordes.smallworld.state import events, moves, questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    FORTRESS,
    GHOULS,
    HORDE,
    LAIR,
    MARKER_AT,
    MONSTERS_AT,
    POT,
)
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Trait

if TYPE_CHECKING:
    from hordes.smallworld.wire.parts import PricePart

BASE_COST: Final = 2
"""Tokens that an empty region without a mountain costs."""
MAX_PIPS: Final = 3
"""Pips on the best face of the reinforcement die."""
DEFAULT_LOSS: Final = -1
"""The defender loses as many tokens as `Race.losses` says."""
LOST_TOKENS: Final = 1
LOST_HORDES: Final = 2
MAY_CHOOSE: Final = 4
"""Both kinds of token stood there, so that the owner chooses which is lost; until then it is a race token."""
ROLLS: Final = 8
"""The die is rolled for new tokens."""
LOST: Final = LOST_TOKENS + LOST_HORDES
"""A defender's loss, as `remove_defenders` returns it, is a sum of these; 0 when nothing is lost."""


def attacker(t: Table) -> Army:
    """The army that is conquering: declined Ghouls first, then the active race."""
    return t.acting_declined(t.player) if t.phase == GHOULS else t.active[t.player]


def reachable_regions(t: Table, me: Army) -> i64:
    """Regions adjacent to the army (declined ones of the same player give no adjacency), or where it may enter."""
    if me.regions != 0:
        near = t.board.neighbours(me.regions)
        far = me.race.extra_targets(t, me) | me.power.extra_targets(t, me)
    else:
        near = me.race.entry_regions(t, me)
        far = me.race.extra_entry_regions(t, me) | me.power.extra_entry_regions(t, me)
    return near | far & ~plain_conquest_regions(t, me)


def adjacent_regions(t: Table, me: Army, regions: i64) -> i64:
    """Regions adjacent to these for an army, by the map or by its race or badge."""
    return (
        t.board.neighbours(regions)
        | me.race.extra_neighbours(t, me, regions)
        | me.power.extra_neighbours(t, me, regions)
    )


def passable_regions(t: Table, me: Army) -> i64:
    """Land, and the water that the army may conquer."""
    return t.board.land | (me.race.open_waters(t, me) | me.power.open_waters(t, me)) & ~plain_conquest_regions(t, me)


def plain_conquest_regions(t: Table, me: Army) -> i64:
    """Regions that the army may attack only plainly: by adjacency on the map, at full price, or with the final die."""
    regions: i64 = 0
    for marker in t.rules.markers:
        regions |= marker.plain_conquest_regions(t, me)
    return regions


def protected_regions(t: Table, me: Army) -> i64:
    """Regions closed to the army by immunity (never for the owner) or a pact (never for a declined race)."""
    closed = t.immune_regions()
    if closed != 0:
        closed &= ~t.regions_of(me.seat)
    if not me.is_seen_as_declined():
        closed |= allied_regions(t, me.seat)
    return closed


def allied_regions(t: Table, seat: i64) -> i64:
    """Regions of the active races that have made peace with a seat."""
    regions: i64 = 0
    for army in t.active:
        if army.ally == seat:
            regions |= army.regions
    return regions


def targets(t: Table, me: Army) -> i64:
    """All regions that the army may attack now, whatever they cost."""
    return attackable(t, me, reachable_regions(t, me))


def attackable(t: Table, me: Army, regions: i64) -> i64:
    """Of these regions, those that terrain, owners, immunity and pacts leave open to the army."""
    closed = (
        me.regions | me.race.forbidden_targets(t, me) | me.power.forbidden_targets(t, me) | protected_regions(t, me)
    )
    plain_only = plain_conquest_regions(t, me)
    # An aimed Catapult and committed Fireballs or Behemoths are powers, so they cannot be used there.
    if plain_only != 0 and (t.this_turn.aimed_from >= 0 or me.power.has_commitment(t)):
        closed |= plain_only
    return regions & passable_regions(t, me) & ~closed


def price(t: Table, me: Army, region: i64) -> i64:
    """Tokens that a conquest takes: two plus the defence, minus all discounts, but at least `Race.least`."""
    bit = BIT[region]
    cost = BASE_COST + t.defence_of(region)
    # `defence_of` counts the tokens of every race, own ones included.
    if t.tokens[region] != 0 and own_declined_regions(t, me) & bit != 0:
        cost -= t.tokens[region]
    if plain_conquest_regions(t, me) & bit == 0:
        cost -= me.race.discount(t, me) + me.power.discount(t, me)
        if me.race.cheaper_regions(t, me) & bit != 0:
            cost -= 1
        if me.power.cheaper_regions(t, me) & bit != 0:
            cost -= 1 + me.power.stacked_discount(t, me, bit)
        if t.this_turn.roll > 0:
            cost -= t.this_turn.roll
    return cost if cost > me.race.least else me.race.least


def own_declined_regions(t: Table, me: Army) -> i64:
    """Regions of the player's own declined races, whose tokens add nothing to the price (a ruling can change that)."""
    regions: i64 = 0
    if not t.rules.own_tokens_defend:
        for army in t.declined:
            if army.seat == me.seat:
                regions |= army.regions
    return regions


def affordable(t: Table, me: Army, candidates: i64, extra_strength: i64 = 0) -> tuple[i64, i64]:
    """Split regions by what is in hand: those it takes outright, and those only a good roll of the die could take.

    The hot path of move generation: `price` for many regions at once, with discounts computed only once.
    """
    outright: i64 = 0
    gamble: i64 = 0
    if me.troops() < me.race.least:
        return outright, gamble
    plain_only = plain_conquest_regions(t, me) & candidates
    if plain_only != 0:
        outright, gamble = plainly_affordable(t, me, plain_only)
    # Discounts that hold everywhere count like tokens in hand, so they are added once instead of for every region.
    strength = me.troops() + extra_strength + me.race.discount(t, me) + me.power.discount(t, me)
    if t.this_turn.roll > 0:
        strength += t.this_turn.roll
    best_help = MAX_PIPS + me.power.tokens_per_coin(t, me)
    race_discount = me.race.cheaper_regions(t, me)
    power_discount = me.power.cheaper_regions(t, me)
    several = me.power.has_several_badges()
    own = own_declined_regions(t, me)
    rest = candidates & ~plain_only
    while rest != 0:
        bit = rest & -rest  # isolates the lowest bit
        short = BASE_COST + t.defence_of(lowest(rest)) - strength
        rest ^= bit
        if own & bit != 0:
            short -= t.tokens[lowest(bit)]
        if race_discount & bit != 0:
            short -= 1
        if power_discount & bit != 0:
            short -= 1 + me.power.stacked_discount(t, me, bit) if several else 1
        if short <= 0:
            outright |= bit
        elif short <= best_help:
            gamble |= bit
    return outright, gamble


def plainly_affordable(t: Table, me: Army, candidates: i64) -> tuple[i64, i64]:
    """Like `affordable`, without any discount of race or badge."""
    outright: i64 = 0
    gamble: i64 = 0
    rest = candidates
    while rest != 0:
        short = BASE_COST + t.defence_of(lowest(rest)) - me.troops()
        if short <= 0:
            outright |= rest & -rest
        elif short <= MAX_PIPS:
            gamble |= rest & -rest
        rest &= rest - 1
    return outright, gamble


def offer_moves(t: Table) -> None:
    """Offer the legal moves while an army conquers."""
    me = attacker(t)
    if t.this_turn.aimed_from >= 0:
        me.power.offer_aimed(t, me)
        return
    candidates = targets(t, me)
    outright, gamble = affordable(t, me, candidates)
    t.offer(moves.CONQUER, outright)
    if t.this_turn.roll >= 0:
        me.power.offer_after_roll(t, me, candidates & ~plain_conquest_regions(t, me))
    else:
        offer_before_roll(t, me, candidates, gamble)
    if me.power.has_commitment(t):
        t.offer(moves.CANCEL, 1)
        return
    if t.this_turn.roll < 0:
        offer_before_conquests(t, me)
    t.offer(moves.STOP, 1)


def offer_before_roll(t: Table, me: Army, candidates: i64, gamble: i64) -> None:
    """Offer ways to conquer while no roll waits to be used; pieces committed by the badge exclude those of the race."""
    plain_only = plain_conquest_regions(t, me)
    if not me.power.has_commitment(t):
        me.race.offer_conquest(t, me, candidates & ~plain_only)
    me.power.offer_conquest(t, me, candidates & ~plain_only)
    if not me.power.rolls_before_choosing():
        t.offer(moves.CONQUER_DIE, gamble)
    else:
        t.offer(moves.CONQUER_DIE, gamble & plain_only)
        if me.troops() >= me.race.least and candidates & ~plain_only != 0:
            t.offer(moves.ROLL, 1)


def offer_before_conquests(t: Table, me: Army) -> None:
    """Offer moves before the first conquest, or instead of any: abandon, decline, keep readied tokens."""
    active = t.active[t.player]
    if t.this_turn.is_untouched:
        offer_start(t, active)
    if not t.this_turn.conquests_begun:
        t.offer(moves.ABANDON, me.regions)
    if not t.this_turn.has_acted and active.race.may_decline():
        t.offer(moves.DECLINE, 1)
    if len(t.this_turn.tokens_at_start) > 0:
        readying.offer_keep(t, active)


def offer_start(t: Table, me: Army) -> None:
    """Offer the start-of-turn moves of the active race and of the markers in its regions."""
    me.race.offer_start(t, me)
    for marker in t.rules.markers:
        if me.regions & t.marker_state[MARKER_AT + marker.index] != 0:
            marker.offer_start(t, me)


def abandon(t: Table, me: Army, region: i64) -> None:
    """Abandon a region: its tokens return to hand, and its pieces are removed."""
    n = t.vacate(me, region)
    me.hand += n
    t.mark_acted()
    if t.sink is not None:
        events.abandoned(t, me, region, n)
    me.race.region_abandoned(t, me, region)


def conquer(t: Table, me: Army, region: i64, used: i64, means: i64, lost: i64 = DEFAULT_LOSS) -> None:
    """Take a region with tokens from the hand; losses, coins, pieces and hooks follow in the order of the rules.

    `lost` overrides how many tokens the defender loses, for special ways to conquer.
    """
    victim = t.army_in(region)
    tribe = t.lost_tribes & BIT[region] != 0
    guarded = tribe and t.marker_state[MONSTERS_AT] & BIT[region] != 0
    if t.sink is not None:
        how = _means(t, means)
        parts = price_parts(t, me, region) if how in ("tokens", "die", "berserk") else []
        events.conquered(t, me, region, used, how, parts, tribe or victim is not NOBODY)
    # The order matters: coins change hands before tokens are lost, the attacker moves in before a beaten race is
    # removed, and the hooks of race and badge see the map as it is afterwards.
    record_attack(t, me, victim)
    if tribe:
        _remove_tribe(t, region)
    loss: i64 = 0
    if victim is not NOBODY:
        _transfer_coins(t, me, victim, region)
        loss = remove_defenders(t, victim, region, lost)
    me.regions |= BIT[region]
    t.deploy(me, region, used)
    contested = loss & LOST != 0 and is_loss_contested(t, victim)
    if victim is not NOBODY and not contested:
        remove_if_gone(t, victim)
    t.this_turn.roll = t.this_turn.aimed_from = -1
    if not me.declined and (tribe or victim is not NOBODY):
        t.this_turn.nonempty_conquests += 1
    t.resize_behemoths()
    me.race.region_conquered(t, me, region)
    me.power.region_conquered(t, me, region)
    # Questions are asked in reverse order: about the loss first, then about the marker.
    activate_markers(t, me, BIT[region])
    if guarded:
        t.push(questions.marker_draw(region))
    if loss != 0:
        ask_about_loss(t, victim, loss, contested)


def activate_markers(t: Table, me: Army, regions: i64) -> None:
    """Tell the markers in these regions that an active race has taken them."""
    if not me.declined:
        for marker in t.rules.markers:
            if t.marker_state[MARKER_AT + marker.index] & regions != 0:
                marker.region_taken(t, me)


def is_loss_contested(t: Table, victim: Army) -> bool:
    """Whether a marker asks somebody to give another token for the one that is about to be lost."""
    contested = False
    for marker in t.rules.markers:
        contested = contested or marker.contests_loss(t, victim)
    return contested


def ask_about_loss(t: Table, victim: Army, loss: i64, contested: bool) -> None:
    """Push the questions about a loss, the last one first: the roll for new tokens, the kind of token, the token."""
    if loss & ROLLS != 0:
        t.push(questions.loss_roll(victim.race.index))
    if loss & MAY_CHOOSE != 0:
        t.push(questions.loss(victim.seat, victim.race.index))
    if contested:
        for marker in t.rules.markers:
            marker.ask_about_loss(t, victim, loss & LOST_HORDES != 0)


def remove_if_gone(t: Table, army: Army) -> None:
    """Remove a declined race without regions; tokens left in its hand have nowhere to go and are lost too."""
    if not army.declined or army.regions != 0:
        return
    if army.hand > 0 and not army.race.acts_in_decline():
        report_tokens_lost(t, army.hand)
        army.tray += army.hand
        army.hand = 0
    if army.hand == 0:
        remove_race(t, army)


def record_attack(t: Table, me: Army, victim: Army) -> None:
    """Record an attack, successful or not: it ends the time for abandoning, and rules out a pact with the victim."""
    t.mark_acted()
    t.this_turn.conquests_begun = True
    if victim is not NOBODY and not victim.is_seen_as_declined() and not me.declined:
        t.this_turn.attacked_seats |= BIT[victim.seat]
    me.power.attack_begins(t, me)


def _transfer_coins(t: Table, me: Army, victim: Army, region: i64) -> None:
    """Transfer coins: by hooks of the victim's badge and of the attacker, and a Pot of Gold in the region."""
    if not victim.declined:
        victim.power.active_region_lost(t, victim, me)
    if not victim.is_seen_as_declined():
        me.power.active_region_conquered(t, me, victim)
        me.race.active_region_conquered(t, me, victim)
    if t.pieces[POT] & BIT[region] != 0:
        t.add_coins(me.seat, 1)
        if t.sink is not None:
            events.paid(t, me.seat, 1, "pot", "pot")


def remove_defenders(t: Table, victim: Army, region: i64, lost: i64) -> i64:
    """The defender loses a token to the tray and takes the others to hand, to place them at the end of the turn.

    Survivors of a declined race need another region of that race, unless it still acts and may enter anew. Returns
    the loss: LOST_TOKENS or LOST_HORDES, with MAY_CHOOSE and ROLLS; 0 for none.
    """
    hordes = t.hordes_in(region)
    race_tokens = t.vacate(victim, region)
    tokens_lost: i64 = victim.race.losses(t, victim) if lost == DEFAULT_LOSS else lost
    loss: i64 = 0
    if victim.declined and victim.regions == 0 and not victim.race.acts_in_decline():
        tokens_lost = race_tokens
    if not victim.declined and tokens_lost > 0 and victim.race.rolls_for_losses(t, victim):
        loss |= ROLLS
    report_tokens_lost(t, tokens_lost)
    total_lost = tokens_lost  # from here on `tokens_lost` counts race tokens only
    if race_tokens == 0:  # Hordes tokens held the region alone
        victim.hordes_in_hand -= tokens_lost
        if tokens_lost > 0 and t.sink is not None:
            events.piece_removed(t, victim.seat, HORDE, region, "gone")
        tokens_lost = 0
    elif tokens_lost > 0 and hordes > 0:  # both kinds stood there: the owner chooses later, a race token is assumed
        loss |= MAY_CHOOSE
    t.rules.mode.tokens_lost(t, victim, tokens_lost, total_lost - tokens_lost)
    victim.tray += tokens_lost
    victim.hand += race_tokens - tokens_lost
    if not victim.declined and victim.race.survivors_wait(t, victim):
        victim.tokens_waiting += race_tokens - tokens_lost
        victim.hordes_waiting += hordes - (total_lost if race_tokens == 0 else 0)
    if t.sink is not None:
        events.lost(t, victim, region, tokens_lost, race_tokens - tokens_lost)
    if total_lost > 0:
        loss |= LOST_HORDES if race_tokens == 0 else LOST_TOKENS
    return loss


def report_tokens_lost(t: Table, tokens: i64) -> None:
    """Call the hook of active races that collect tokens lost in conquests, whosever they were."""
    if tokens > 0:
        for army in t.active:
            army.race.tokens_lost(t, army, tokens)


def _remove_tribe(t: Table, region: i64) -> None:
    t.lost_tribes &= ~BIT[region]
    report_tokens_lost(t, 1)
    t.rules.mode.tokens_lost(t, NOBODY, 0, 1)
    if t.marker_state[MONSTERS_AT] & BIT[region] != 0:
        _slay_monster(t, region)
    t.update_defence(region)
    if t.sink is not None:
        events.tribe_lost(t, region)


def _slay_monster(t: Table, region: i64) -> None:
    """Remove a Monster; the marker that it guarded is drawn when the conquest is complete."""
    t.set_marker_state(MONSTERS_AT, t.marker_state[MONSTERS_AT] & ~BIT[region])
    report_tokens_lost(t, 1)
    if t.sink is not None:
        events.monster_slain(t, region)


def _means(t: Table, verb: i64) -> str:
    if verb == moves.CONQUER:
        return "tokens" if t.this_turn.roll < 0 else "berserk"
    return moves.VERB_WORDS[verb]


def price_parts(t: Table, me: Army, region: i64) -> list[PricePart]:
    """The price part by part: each cost or discount with its source. Sums up to `price`."""
    bit = BIT[region]
    parts = [*defence_parts(t, me, region)]
    if plain_conquest_regions(t, me) & bit == 0:
        parts += price_reductions(t, me, bit)
    rest = price(t, me, region) - sum([part["amount"] for part in parts])
    if rest > 0:
        parts.append(price_part(rest, "minimum", "minimum"))
    return parts


def price_part(amount: i64, source: str, name: str) -> PricePart:
    """A part of a price: the id of what adds or takes off so much, and its name for one of it or several."""
    return {"amount": amount, "source": source, "name": name}


def price_reductions(t: Table, me: Army, bit: i64) -> list[PricePart]:
    """The discounts of race, badge and die on a region, as price parts."""
    traits: list[Trait] = [me.race, *me.power.badges()]
    parts = [price_part(-1, trait.id, trait.name) for trait in traits if trait.cheaper_regions(t, me) & bit != 0]
    parts += [price_part(-trait.discount(t, me), trait.id, trait.name) for trait in traits if trait.discount(t, me) > 0]
    if t.this_turn.roll > 0:
        parts.append(price_part(-t.this_turn.roll, "die", "die"))
    return parts


def token_part(t: Table, me: Army, region: i64) -> PricePart:
    """The price part of the race tokens in a region; it is 0 for the attacker's own declined races."""
    race, n = t.army_in(region).race, t.tokens[region]
    if own_declined_regions(t, me) & BIT[region] != 0:
        return price_part(0, "own_tokens", f"for your own {race.name}")
    return price_part(n, race.id, race.one if n == 1 else race.name)


def defence_parts(t: Table, me: Army, region: i64) -> list[PricePart]:
    """The cost of a region before any discount, as price parts."""
    bit = BIT[region]
    parts = [price_part(BASE_COST, "region", "region")]
    if t.board.mountain & bit != 0:
        parts.append(price_part(1, "mountain", "mountain"))
    if t.lost_tribes & bit != 0:
        parts.append(price_part(1, "lost_tribe", "Lost Tribe"))
    if t.marker_state[MONSTERS_AT] & bit != 0:
        parts.append(price_part(1, "monster", "Monster"))
    if t.tokens[region] > 0:
        parts.append(token_part(t, me, region))
    if t.pieces[LAIR] & bit != 0:
        parts.append(price_part(1, "lair", "lair"))
    if t.pieces[FORTRESS] & bit != 0:
        parts.append(price_part(1, "fortress", "fortress"))
    if t.hordes_in(region) > 0:
        parts.append(price_part(t.hordes_in(region), "hordes", "Hordes"))
    if t.stacks_in(region) > 0:
        parts.append(price_part(t.stacks_in(region) * t.stack_size(t.army_in(region)), "behemoth", "Behemoth"))
    if t.encampments_in(region) > 0:
        camps = t.encampments_in(region)
        parts.append(price_part(camps, "encampment", "encampment" if camps == 1 else "encampments"))
    return parts + [price_part(1, trait.id, trait.name) for trait in t.army_in(region).defending_traits(t, region)]
