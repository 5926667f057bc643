"""Troops on the board: where they can go, whom they can attack, and the actions for which one of them lies down."""

from __future__ import annotations

from hordes.covil import moves, tell
from hordes.covil.table import Table
from hordes.covil.vocabulary import EXHAUSTED, FORTRESSES, MELEE, MOST_HP, RANGED, SLOTS, TIRED, TROOPS
from hordes.engine.bits import BIT, lowest
from hordes.engine.native import i64


def swift(t: Table, seat: i64) -> i64:
    """The terrains from which a seat's troops move one zone further."""
    found: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0:
            found |= t.cards.move_from[(word >> 2) - 1]
    return found


def reach(t: Table, seat: i64, zone: i64, steps: i64) -> i64:
    """The zones a troop can go to: one step, two where it departs from a terrain that its side is swift in."""
    if steps > 1 or t.board.terrain[zone] & swift(t, seat) != 0:
        return t.board.second[zone] & ~BIT[zone]
    return t.board.adjacent[zone]


def retreats(t: Table, troop: i64) -> i64:
    """Where a beaten troop may go."""
    return reach(t, troop // TROOPS, t.zone[troop], 1)


def targets(t: Table, seat: i64, zones: i64) -> i64:
    """Whom a seat may attack in these zones: enemy troops, and standing fortresses without a troop of their owner."""
    found: i64 = 0
    rest = t.opponents(seat)
    while rest != 0:
        other = lowest(rest)
        rest &= rest - 1
        home = t.fortress[other]
        guarded = t.hp[other] == 0
        for troop in range(other * TROOPS, other * TROOPS + TROOPS):
            zone = t.zone[troop]
            if zone >= 0:
                if zones & BIT[zone] != 0:
                    found |= BIT[troop]
                if zone == home:
                    guarded = True
        if not guarded and zones & BIT[home] != 0:
            found |= BIT[FORTRESSES + other]
    return found


def in_range(t: Table, style: i64, zone: i64) -> i64:
    """The zones an attack goes to: the troop's own for melee, the adjacent ones for ranged."""
    return BIT[zone] if style == MELEE else t.board.adjacent[zone]


def offer_attacks(t: Table, seat: i64, style: i64, troops: i64) -> None:
    """Every attack of one kind by any of these troops."""
    base: i64 = moves.MELEE if style == MELEE else moves.RANGED
    rest = troops
    while rest != 0:
        troop = lowest(rest)
        rest &= rest - 1
        t.offer(base + troop % TROOPS, targets(t, seat, in_range(t, style, t.zone[troop])))


def can_attack(t: Table, seat: i64, style: i64, troops: i64) -> bool:
    """Is there anybody whom one of these troops can attack in this way?"""
    rest = troops
    while rest != 0:
        if targets(t, seat, in_range(t, style, t.zone[lowest(rest)])) != 0:
            return True
        rest &= rest - 1
    return False


def offer_actions(t: Table, seat: i64) -> None:
    """The five troop actions, for each standing troop."""
    standing = t.standing_of(seat)
    tired: i64 = 0
    exhausted: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word & 3 == TIRED:
            tired |= BIT[(word >> 2) - 1]
        elif word & 3 == EXHAUSTED:
            exhausted |= BIT[(word >> 2) - 1]
    broad = swift(t, seat)
    rest = standing
    while rest != 0:
        troop = lowest(rest)
        rest &= rest - 1
        zone, letter = t.zone[troop], troop % TROOPS
        fast = t.board.terrain[zone] & broad != 0
        t.offer(moves.MOVE + letter, t.board.second[zone] & ~BIT[zone] if fast else t.board.adjacent[zone])
        t.offer(moves.REST + letter, tired | exhausted)
        t.offer(moves.REST_OTHER + letter, tired & exhausted)
    t.offer(moves.GOLD, standing)
    if 0 < t.hp[seat] < MOST_HP:
        t.offer(moves.REPAIR, standing)
    if t.in_state(seat, True) != 0:
        offer_attacks(t, seat, MELEE, standing)
        offer_attacks(t, seat, RANGED, standing)


def lie_down(t: Table, troop: i64) -> None:
    """The cost of every troop action."""
    t.lay_troop(troop)
    t.acted = True


def act(t: Table, verb: i64, target: i64) -> None:
    """Move, rest, repair or gain gold."""
    seat = t.to_move
    if verb == moves.GOLD or verb == moves.REPAIR:
        lie_down(t, target)
        if verb == moves.GOLD:
            t.gain(seat, 1)
        else:
            repair(t, seat, 1)
    elif verb < moves.REST:
        troop = seat * TROOPS + verb - moves.MOVE
        lie_down(t, troop)
        go(t, troop, target)
    elif verb < moves.REPAIR:
        lie_down(t, seat * TROOPS + verb - moves.REST)
        t.rest(seat, t.slot_of(seat, target, False))
    else:
        lie_down(t, seat * TROOPS + verb - moves.REST_OTHER)
        t.rest(seat, t.other_slot(seat, target))


def go(t: Table, troop: i64, zone: i64) -> None:
    """A troop moves; its posture stays."""
    before = t.zone[troop]
    t.put_troop(troop, zone)
    if t.sink is not None:
        tell.moved(t, troop, before)


def repair(t: Table, seat: i64, n: i64) -> None:
    """Hit points back, five at most; a destroyed fortress stays destroyed."""
    if t.hp[seat] > 0:
        before = t.hp[seat]
        t.set_hp(seat, before + n if before + n < MOST_HP else MOST_HP)
        if t.sink is not None and t.hp[seat] > before:
            tell.repaired(t, seat, t.hp[seat] - before)
