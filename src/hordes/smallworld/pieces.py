"""Putting special pieces on the map and taking them off, as races and powers do it."""

from __future__ import annotations

from hordes.engine.bits import listed, lowest
from hordes.engine.native import i64
from hordes.smallworld import tell
from hordes.smallworld.army import Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import BEHEMOTH, CAMPS, ENCAMPMENT, HOLE


def stand(t: Table, me: Army, piece: i64, region: i64) -> None:
    """Put a piece of the army in a region."""
    t.put_piece(piece, region)
    if t.sink is not None:
        tell.piece_placed(t, me.seat, piece, region)


def lift_all(t: Table, me: Army, piece: i64) -> None:
    """Take every piece of a kind off the map."""
    for region in listed(t.pieces[piece]):
        if t.sink is not None:
            tell.piece_removed(t, me.seat, piece, region, "gone" if piece == HOLE else "hand")
        t.take_piece(piece, region)


def lift_camps(t: Table, me: Army) -> None:
    """Break camp: all encampments come to hand, or leave with a declining race."""
    for k in range(ENCAMPMENT, ENCAMPMENT + CAMPS):
        lift_all(t, me, k)


def lone(t: Table, army: Army) -> i64:
    """Regions where one token of the army stands, of its race or of the Hordes, and nothing that counts as another."""
    found: i64 = 0
    rest = army.regions & ~t.pieces[ENCAMPMENT] & ~t.pieces[BEHEMOTH] & ~t.pieces[BEHEMOTH + 1]
    while rest != 0:
        if t.troops_in(lowest(rest)) == 1:
            found |= rest & -rest
        rest &= rest - 1
    return found


def levy(t: Table, payer: i64, taker: i64, why: str) -> None:
    """One coin from a seat to another, if there is one."""
    if t.coins[payer] > 0:
        t.earn(payer, -1)
        t.earn(taker, 1)
        if t.sink is not None:
            tell.tribute(t, payer, taker, 1, why)
