"""The Ghosts, the race of Necromancer Island."""

from __future__ import annotations

from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.sets.necromancer.board import ALL_GHOSTS, FROM_ISLAND, add_to_mode_state, island_region
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import REDEPLOY
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Race


class Ghosts(Race):
    text: str = (
        "The Necromancer's race: it never declines, and everybody else treats it as if in decline. It comes onto the "
        "map beside the lake, from Necromancer Island, and has all the powers that he has put in use."
    )
    banner: i64 = 1
    total: i64 = ALL_GHOSTS

    def in_column(self) -> bool:
        return False

    def counts_as_declined(self) -> bool:
        return True

    def may_decline(self) -> bool:
        return False

    def entry_regions(self, t: Table, me: Army) -> i64:
        return t.board.adjacent[island_region(t)]

    def entry_description(self) -> str:
        return "a region beside the lake"

    def extra_targets(self, t: Table, me: Army) -> i64:
        """Regions around the lake, while Ghosts have come from the Island, wherever others of them stand."""
        return t.board.adjacent[island_region(t)] if t.mode_state[FROM_ISLAND] > 0 else 0

    def immune_regions(self, t: Table, me: Army) -> i64:
        return BIT[island_region(t)]

    def outpost(self, t: Table) -> i64:
        return BIT[island_region(t)]

    def tokens_from_outpost(self, t: Table, me: Army) -> i64:
        """Take all Ghosts from the Island: none needs to stay there."""
        place = island_region(t)
        n = t.tokens[place]
        if n > 0:
            t.set_tokens(place, 0)
            if t.mode_state[FROM_ISLAND] == 0:
                add_to_mode_state(t, FROM_ISLAND, 1)
        return n

    def placeable_regions(self, t: Table, me: Army, moment: i64) -> i64:
        """Regions of their own and, in redeployment or without a region left, the Island."""
        if moment == REDEPLOY or me.regions == 0:
            return me.regions | BIT[island_region(t)]
        return me.regions
