"""Conquest: what an army may attack, what that costs, and what happens when a region falls."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, lowest
from hordes.engine.native import i64
from hordes.smallworld import moves, readying, tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.decline import vanish
from hordes.smallworld.table import Table
from hordes.smallworld.traits import Trait
from hordes.smallworld.vocabulary import DRAWN, FORTRESS, GHOULS, HORDE, LAIR, MARKER_AT, MONSTERS_AT, POT

BARE: Final = 2
"""Tokens that an empty region costs."""
DIE_MOST: Final = 3
"""Pips on the best face of the reinforcement die."""
AS_USUAL: Final = -1
"""The defender loses what his race says."""
NOTHING: Final = 0
TOKENS: Final = 1
HORDES: Final = 2
"""What a defender loses in a conquest."""


def attacker(t: Table) -> Army:
    """The army whose conquests are going on: declined Ghouls first, then the active race."""
    return t.ghouls(t.player) if t.phase == GHOULS else t.active[t.player]


def reach(t: Table, me: Army) -> i64:
    """Regions next to the army (its own declined regions give no adjacency), or where it may enter the map."""
    if me.regions != 0:
        near = t.board.around(me.regions)
        far = me.race.reach(t, me) | me.power.reach(t, me)
    else:
        near = me.race.gates(t, me)
        far = me.race.entry(t, me) | me.power.entry(t, me)
    return near | far & ~warded(t, me)


def adjacent(t: Table, me: Army, regions: i64) -> i64:
    """What borders these regions of an army, on the map or because its race or badge says so."""
    return t.board.around(regions) | me.race.adjoins(t, me, regions) | me.power.adjoins(t, me, regions)


def passable(t: Table, me: Army) -> i64:
    """Land, and the water that is open to the army."""
    return t.board.land | (me.race.swims(t, me) | me.power.swims(t, me)) & ~warded(t, me)


def warded(t: Table, me: Army) -> i64:
    """Regions against which the army has no power but plain conquest: true borders, the full price, the final die."""
    found: i64 = 0
    for marker in t.rules.markers:
        found |= marker.wards(t, me)
    return found


def sheltered(t: Table, me: Army) -> i64:
    """Regions that immunity or a pact keeps from the army. Immunity never binds the owner; a pact no declined race."""
    closed = t.immune()
    if closed != 0:
        closed &= ~t.held(me.seat)
    if not me.seen_declined():
        closed |= allied(t, me.seat)
    return closed


def allied(t: Table, seat: i64) -> i64:
    """Regions of the active races that have made peace with a seat."""
    found: i64 = 0
    for army in t.active:
        if army.ally == seat:
            found |= army.regions
    return found


def targets(t: Table, me: Army) -> i64:
    """Every region the army may attack now, whatever it costs."""
    return attackable(t, me, reach(t, me))


def attackable(t: Table, me: Army, regions: i64) -> i64:
    """Of these regions, those that terrain, owners, immunity and pacts leave open to the army."""
    shut = me.regions | me.race.closed(t, me) | me.power.closed(t, me) | sheltered(t, me)
    ward = warded(t, me)
    if ward != 0 and (t.aim >= 0 or me.power.committed(t)):
        shut |= ward
    return regions & passable(t, me) & ~shut


def price(t: Table, me: Army, region: i64) -> i64:
    """Tokens a conquest takes: two and all that defends, less all discounts, never below the least the race may use."""
    bit = BIT[region]
    cost = BARE + t.defence(region)
    if t.tokens[region] != 0 and own_remnants(t, me) & bit != 0:
        cost -= t.tokens[region]
    if warded(t, me) & bit == 0:
        cost -= me.race.discount(t, me) + me.power.discount(t, me)
        if me.race.cheaper(t, me) & bit != 0:
            cost -= 1
        if me.power.cheaper(t, me) & bit != 0:
            cost -= 1 + me.power.cheaper_again(t, me, bit)
        if t.roll > 0:
            cost -= t.roll
    return cost if cost > me.race.least else me.race.least


def own_remnants(t: Table, me: Army) -> i64:
    """Regions whose tokens add nothing to the price: those of the player's own races in decline."""
    found: i64 = 0
    if not t.rules.own_tokens_defend:
        for army in t.declined:
            if army.seat == me.seat:
                found |= army.regions
    return found


def affordable(t: Table, me: Army, goals: i64, more: i64 = 0) -> tuple[i64, i64]:
    """Of these regions, those the hand (and a roll, and more) can take outright, and those a lucky die could."""
    outright: i64 = 0
    gamble: i64 = 0
    if me.troops() < me.race.least:
        return outright, gamble
    ward = warded(t, me) & goals
    if ward != 0:
        outright, gamble = plainly_affordable(t, me, ward)
    have = me.troops() + more + me.race.discount(t, me) + me.power.discount(t, me)
    if t.roll > 0:
        have += t.roll
    luck = DIE_MOST + me.power.rescue(t, me)
    race_discount = me.race.cheaper(t, me)
    power_discount = me.power.cheaper(t, me)
    several = me.power.several()
    own = own_remnants(t, me)
    rest = goals & ~ward
    while rest != 0:
        bit = rest & -rest
        short = BARE + t.defence(lowest(rest)) - have
        rest ^= bit
        if own & bit != 0:
            short -= t.tokens[lowest(bit)]
        if race_discount & bit != 0:
            short -= 1
        if power_discount & bit != 0:
            short -= 1 + me.power.cheaper_again(t, me, bit) if several else 1
        if short <= 0:
            outright |= bit
        elif short <= luck:
            gamble |= bit
    return outright, gamble


def plainly_affordable(t: Table, me: Army, goals: i64) -> tuple[i64, i64]:
    """Like `affordable`, with no power to help."""
    outright: i64 = 0
    gamble: i64 = 0
    rest = goals
    while rest != 0:
        short = BARE + t.defence(lowest(rest)) - me.troops()
        if short <= 0:
            outright |= rest & -rest
        elif short <= DIE_MOST:
            gamble |= rest & -rest
        rest &= rest - 1
    return outright, gamble


def find(t: Table) -> None:
    """Legal moves while an army conquers."""
    me = attacker(t)
    if t.aim >= 0:
        me.power.offer_aimed(t, me)
        return
    goals = targets(t, me)
    outright, gamble = affordable(t, me, goals)
    t.offer(moves.CONQUER, outright)
    if t.roll >= 0:
        me.power.offer_rolled(t, me, goals & ~warded(t, me))
    else:
        find_unrolled(t, me, goals, gamble)
    if me.power.committed(t):
        t.offer(moves.CANCEL, 1)
        return
    if t.roll < 0:
        find_beginning(t, me)
    t.offer(moves.STOP, 1)


def find_unrolled(t: Table, me: Army, goals: i64, gamble: i64) -> None:
    """Ways to conquer while no roll made beforehand waits to be used. What was put up is for an attack of the badge."""
    ward = warded(t, me)
    if not me.power.committed(t):
        me.race.offer_conquest(t, me, goals & ~ward)
    me.power.offer_conquest(t, me, goals & ~ward)
    if not me.power.rolls_first():
        t.offer(moves.CONQUER_DIE, gamble)
    else:
        t.offer(moves.CONQUER_DIE, gamble & ward)
        if me.troops() >= me.race.least and goals & ~ward != 0:
            t.offer(moves.ROLL, 1)


def find_beginning(t: Table, me: Army) -> None:
    """What is done before the first conquest, or instead of any."""
    active = t.active[t.player]
    if t.fresh:
        offer_start(t, active)
    if not t.began:
        t.offer(moves.ABANDON, me.regions)
    if not t.acted and active.race.may_decline():
        t.offer(moves.DECLINE, 1)
    if len(t.stood) > 0:
        readying.find(t, active)


def offer_start(t: Table, me: Army) -> None:
    """What the active race, and the markers in its regions, may do before any other move of the turn."""
    me.race.offer_start(t, me)
    for marker in t.rules.markers:
        if me.regions & t.marks[MARKER_AT + marker.index] != 0:
            marker.offer_start(t, me)


def abandon(t: Table, me: Army, region: i64) -> None:
    """Leave a region: its tokens come to hand, and nothing that stood there stays."""
    n = t.leave(me, region)
    me.hand += n
    t.act()
    if t.sink is not None:
        tell.abandoned(t, me, region, n)
    me.race.abandoned(t, me, region)


def conquer(t: Table, me: Army, region: i64, used: i64, means: i64, lost: i64 = AS_USUAL) -> None:
    """Take a region with tokens from the hand. Losses, pieces, lairs and holes follow in the order of the rules.

    `lost` is for a way to conquer that decides how many tokens the defender loses, whatever his race says.
    """
    victim = t.holder(region)
    tribe = t.lost_tribes & BIT[region] != 0
    if t.sink is not None:
        how = _means(t, means)
        cost = breakdown(t, me, region) if how in ("tokens", "die", "berserk") else [[how, used]]
        tell.conquered(t, me, region, used, how, cost, tribe or victim is not NOBODY)
    attack(t, me, victim)
    if tribe:
        _remove_tribe(t, region)
    gone: i64 = NOTHING
    if victim is not NOBODY:
        _plunder(t, me, victim, region)
        gone = defeat(t, victim, region, lost)
    me.regions |= BIT[region]
    t.deploy(me, region, used)
    if victim is not NOBODY and not spared(t, victim, gone):
        bury(t, victim)
    t.roll = t.aim = -1
    if not me.declined and (tribe or victim is not NOBODY):
        t.plunder += 1
    t.resize()
    me.race.conquered(t, me, region)
    me.power.conquered(t, me, region)
    occupy(t, me, BIT[region])


def occupy(t: Table, me: Army, regions: i64) -> None:
    """An active race has taken a region: the markers there serve it from now on."""
    if not me.declined:
        for marker in t.rules.markers:
            if t.marks[MARKER_AT + marker.index] & regions != 0:
                marker.taken(t, me)


def spared(t: Table, victim: Army, gone: i64) -> bool:
    """A token is about to be lost: is somebody asked first, who might give another one for it?"""
    if gone != NOTHING:
        for marker in t.rules.markers:
            if marker.token_lost(t, victim, gone == HORDES):
                return True
    return False


def bury(t: Table, army: Army) -> None:
    """A declined race with nothing left is gone; so is one whose last tokens, in hand, have no region to go to."""
    if not army.declined or army.regions != 0:
        return
    if army.hand > 0 and not army.race.acts_in_decline():
        harvest(t, army.hand)
        army.tray += army.hand
        army.hand = 0
    if army.hand == 0:
        vanish(t, army)


def attack(t: Table, me: Army, victim: Army) -> None:
    """An attack, successful or not: it ends the time for abandoning, and a Diplomat remembers it."""
    t.act()
    t.began = True
    if victim is not NOBODY and not victim.seen_declined() and not me.declined:
        t.attacked |= BIT[victim.seat]
    me.power.attacks(t, me)


def _plunder(t: Table, me: Army, victim: Army, region: i64) -> None:
    """Coins change hands: what the victim's badge demands, then what lies in the region."""
    if not victim.declined:
        victim.power.raided(t, victim, me)
    if not victim.seen_declined():
        me.power.raids(t, me, victim)
        me.race.raids(t, me, victim)
    if t.pieces[POT] & BIT[region] != 0:
        t.earn(me.seat, 1)
        if t.sink is not None:
            tell.paid(t, me.seat, 1, "pot")


def defeat(t: Table, victim: Army, region: i64, lost: i64) -> i64:
    """The defender loses a token to the tray and takes the others back, to place them at the end of the turn.

    Survivors of a declined race need another region of that race to go to, unless it still acts and may enter anew.
    Answers with what is lost: nothing, a race token (or several), or Hordes.
    """
    hordes = t.hordes_in(region)
    n = t.leave(victim, region)
    gone: i64 = victim.race.losses(t, victim) if lost == AS_USUAL else lost
    if victim.declined and victim.regions == 0 and not victim.race.acts_in_decline():
        gone = n
    if not victim.declined and gone > 0 and victim.race.bereaved(t, victim):
        t.mourning = victim.seat
    harvest(t, gone)
    lone_lost = gone
    if n == 0:
        victim.hordes -= gone
        if gone > 0 and t.sink is not None:
            tell.piece_removed(t, victim.seat, HORDE, region, "gone")
        gone = 0
    elif gone > 0 and hordes > 0:
        t.losing = victim.seat
    t.rules.mode.fallen(t, victim, gone, lone_lost - gone)
    victim.tray += gone
    victim.hand += n - gone
    if not victim.declined and victim.race.survivors_wait(t, victim):
        victim.waiting += n - gone
        victim.idle_hordes += hordes - (lone_lost if n == 0 else 0)
    if t.sink is not None:
        tell.lost(t, victim, region, gone, n - gone)
    if lone_lost == 0:
        return NOTHING
    return HORDES if n == 0 else TOKENS


def harvest(t: Table, tokens: i64) -> None:
    """Tokens lost in a conquest: some races gather them, whosever they were."""
    if tokens > 0:
        for army in t.active:
            army.race.harvest(t, army, tokens)


def _remove_tribe(t: Table, region: i64) -> None:
    t.lost_tribes &= ~BIT[region]
    harvest(t, 1)
    t.rules.mode.fallen(t, NOBODY, 0, 1)
    if t.marks[MONSTERS_AT] & BIT[region] != 0:
        _slay_monster(t, region)
    t.fortify(region)
    if t.sink is not None:
        tell.tribe_lost(t, region)


def _slay_monster(t: Table, region: i64) -> None:
    """It guarded a marker, which is drawn when the conquest is complete."""
    t.mark(MONSTERS_AT, t.marks[MONSTERS_AT] & ~BIT[region])
    t.mark(DRAWN, region + 1)
    harvest(t, 1)
    if t.sink is not None:
        tell.monster_slain(t, region)


def _means(t: Table, verb: i64) -> str:
    if verb == moves.CONQUER:
        return "tokens" if t.roll < 0 else "berserk"
    return moves.WORDS[verb]


def breakdown(t: Table, me: Army, region: i64) -> list[list[Any]]:
    """The price as a sum of named parts, as events tell it."""
    return [[name, amount] for amount, _, name in parts(t, me, region)]


def parts(t: Table, me: Army, region: i64) -> list[list[Any]]:
    """What `price` adds up, said aloud: amounts, each with the id and the name of what asks for it or takes it off."""
    bit = BIT[region]
    found = [*defenders(t, me, region)]
    if warded(t, me) & bit == 0:
        found += reductions(t, me, bit)
    rest = price(t, me, region) - sum([int(part[0]) for part in found])
    if rest > 0:
        found.append([rest, "minimum", "minimum"])
    return found


def reductions(t: Table, me: Army, bit: i64) -> list[list[Any]]:
    """What race, badge and die take off the price of a region, part by part."""
    traits: list[Trait] = [me.race, *me.power.badges()]
    found: list[list[Any]] = [[-1, trait.id, trait.name] for trait in traits if trait.cheaper(t, me) & bit != 0]
    found += [[-trait.discount(t, me), trait.id, trait.name] for trait in traits if trait.discount(t, me) > 0]
    if t.roll > 0:
        found.append([-t.roll, "die", "die"])
    return found


def garrison(t: Table, me: Army, region: i64) -> list[list[Any]]:
    """What the race tokens of a region ask for; those of the attacker's own declined races nothing."""
    race, n = t.holder(region).race, t.tokens[region]
    if own_remnants(t, me) & BIT[region] != 0:
        return [[0, "own_tokens", f"for your own {race.name}"]]
    return [[n, race.id, race.one if n == 1 else race.name]]


def defenders(t: Table, me: Army, region: i64) -> list[list[Any]]:
    """What a region costs before any discount, part by part."""
    bit = BIT[region]
    found: list[list[Any]] = [[BARE, "region", "region"]]
    if t.board.mountain & bit != 0:
        found.append([1, "mountain", "mountain"])
    if t.lost_tribes & bit != 0:
        found.append([1, "lost_tribe", "Lost Tribe"])
    if t.marks[MONSTERS_AT] & bit != 0:
        found.append([1, "monster", "Monster"])
    if t.tokens[region] > 0:
        found += garrison(t, me, region)
    if t.pieces[LAIR] & bit != 0:
        found.append([1, "lair", "lair"])
    if t.pieces[FORTRESS] & bit != 0:
        found.append([1, "fortress", "fortress"])
    if t.hordes_in(region) > 0:
        found.append([t.hordes_in(region), "hordes", "Hordes"])
    if t.stacks_in(region) > 0:
        found.append([t.stacks_in(region) * t.stack_size(t.holder(region)), "behemoth", "Behemoth"])
    if t.camps_in(region) > 0:
        camps = t.camps_in(region)
        found.append([camps, "encampment", "encampment" if camps == 1 else "encampments"])
    return found + [[1, trait.id, trait.name] for trait in t.holder(region).guards(t, region)]
