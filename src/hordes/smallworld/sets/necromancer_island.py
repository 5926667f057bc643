"""Necromancer Island: the Ghosts."""

from __future__ import annotations

from hordes.engine.bits import BIT
from hordes.engine.native import i64
from hordes.smallworld.army import Army
from hordes.smallworld.table import Table
from hordes.smallworld.traits import Race
from hordes.smallworld.vocabulary import REDEPLOY
from hordes.smallworld.well import ALL_GHOSTS, FROM_ISLAND, add, island


class Ghosts(Race):
    text: str = (
        "The Necromancer's race: it never declines, and everybody else treats it as if in decline. It comes onto the "
        "map beside the lake, from Necromancer Island, and has all the powers that he has put in use."
    )
    banner: i64 = 1
    total: i64 = ALL_GHOSTS

    def in_column(self) -> bool:
        return False

    def haunts(self) -> bool:
        return True

    def may_decline(self) -> bool:
        return False

    def gates(self, t: Table, me: Army) -> i64:
        return t.board.adjacent[island(t)]

    def gate_words(self) -> str:
        return "a region beside the lake"

    def reach(self, t: Table, me: Army) -> i64:
        """Ghosts that come from the Island attack around the lake, wherever others of them stand."""
        return t.board.adjacent[island(t)] if t.beside[FROM_ISLAND] > 0 else 0

    def immune(self, t: Table, me: Army) -> i64:
        return BIT[island(t)]

    def outpost(self, t: Table) -> i64:
        return BIT[island(t)]

    def called_up(self, t: Table, me: Army) -> i64:
        """No Ghost needs to stay on the Island."""
        place = island(t)
        n = t.tokens[place]
        if n > 0:
            t.set_tokens(place, 0)
            if t.beside[FROM_ISLAND] == 0:
                add(t, FROM_ISLAND, 1)
        return n

    def quarters(self, t: Table, me: Army, moment: i64) -> i64:
        """Withdrawn Ghosts go to the Island only when no region is left."""
        if moment == REDEPLOY or me.regions == 0:
            return me.regions | BIT[island(t)]
        return me.regions
