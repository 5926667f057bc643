"""Helpers of races and powers: placing and removing special pieces, single tokens, transfers of a coin."""

from __future__ import annotations

from hordes.engine.core.bits import listed, lowest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state import events
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import BEHEMOTH, ENCAMPMENT, HOLE, MAX_ENCAMPMENTS
from hordes.smallworld.state.table import Table


def place_piece(t: Table, me: Army, piece: i64, region: i64) -> None:
    """Place a piece of the army in a region, and report it."""
    t.put_piece(piece, region)
    if t.sink is not None:
        events.piece_placed(t, me.seat, piece, region)


def remove_pieces(t: Table, me: Army, piece: i64) -> None:
    """Remove every piece of a kind from the map, and report it."""
    for region in listed(t.pieces[piece]):
        if t.sink is not None:
            events.piece_removed(t, me.seat, piece, region, "gone" if piece == HOLE else "hand")
        t.take_piece(piece, region)


def remove_encampments(t: Table, me: Army) -> None:
    """Remove all encampments from the map."""
    for k in range(ENCAMPMENT, ENCAMPMENT + MAX_ENCAMPMENTS):
        remove_pieces(t, me, k)


def single_token_regions(t: Table, army: Army) -> i64:
    """Regions with a single token of the army, race or Hordes, and no piece that counts as a token."""
    regions: i64 = 0
    rest = army.regions & ~t.pieces[ENCAMPMENT] & ~t.pieces[BEHEMOTH] & ~t.pieces[BEHEMOTH + 1]
    while rest != 0:
        if t.troops_in(lowest(rest)) == 1:
            regions |= rest & -rest
        rest &= rest - 1
    return regions


def transfer_coin(t: Table, payer: i64, taker: i64, why: str, source: str = "") -> None:
    """Move one coin from a seat to another, if it has one, with an event `tribute`; `source` is the id of a piece."""
    if t.coins[payer] > 0:
        t.add_coins(payer, -1)
        t.add_coins(taker, 1)
        if t.sink is not None:
            events.tribute(t, payer, taker, 1, why, source)
