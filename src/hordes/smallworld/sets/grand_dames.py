"""Expansion Grand Dames: three races and two special powers."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import count, listed
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.pieces import place_piece, remove_pieces
from hordes.smallworld.state import events, moves
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import COIN, CONQUER
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power, Race

# Races


class Gypsies(Race):
    text: str = (
        "Each region they abandon before conquering brings one bonus coin at the end of the turn; "
        "they cannot take it again this turn."
    )
    one: str = "Gypsy"
    banner: i64 = 6
    total: i64 = 11

    def region_abandoned(self, t: Table, me: Army, region: i64) -> None:
        if t.phase == CONQUER:
            place_piece(t, me, COIN, region)

    def forbidden_targets(self, t: Table, me: Army) -> i64:
        return t.pieces[COIN]

    def forbidden_reason(self) -> str:
        return "they abandoned it, and their coin waits there"

    def income(self, t: Table, me: Army) -> i64:
        return count(t.pieces[COIN])

    def scored(self, t: Table, me: Army) -> None:
        remove_pieces(t, me, COIN)


class Priestesses(Race):
    text: str = (
        "When they decline, one token from each region gathers in a tower in one of them; the others are left. "
        "The tower scores its height each turn."
    )
    one: str = "Priestess"
    banner: i64 = 4
    total: i64 = 9
    verb: i64 = moves.TOWER

    def stacks_in_decline(self) -> bool:
        return True

    def declined_income(self, t: Table, me: Army) -> i64:
        extra: i64 = 0
        for region in listed(me.regions):
            extra += t.tokens[region] - 1
        return extra


class WhiteLadies(Race):
    text: str = "In decline they are immune: opponents can neither conquer them nor touch them with any power."
    one: str = "White Lady"
    banner: i64 = 2
    total: i64 = 7

    def immune_regions(self, t: Table, me: Army) -> i64:
        return me.regions if me.declined else 0


# Special powers


class Historian(Power):
    text: str = (
        "One coin for each race in decline on the map when it is picked; then one whenever another race declines, "
        "and a last one when it declines itself."
    )
    tokens: i64 = 5

    def picked(self, t: Table, me: Army) -> None:
        seen: i64 = 1 if t.rules.historian_counts_tribes and t.lost_tribes != 0 else 0
        for army in t.declined:
            if army.regions != 0:
                seen += 1
        self.pay_at_once(t, me, seen)

    def counts_at_scoring_only(self, t: Table) -> bool:
        return t.rules.historian_counts_late

    def other_race_declined(self, t: Table, me: Army) -> None:
        self.pay_at_once(t, me, 1)

    def declining(self, t: Table, me: Army) -> None:
        self.pay_at_once(t, me, 1)

    def badge_passed_on(self, t: Table, old: Army, new: Army) -> None:
        """Unlike a decline, passing the badge on pays nothing."""

    def pay_at_once(self, t: Table, me: Army, coins: i64) -> None:
        """Pay coins at once, not at scoring, and report them."""
        t.add_coins(me.seat, coins)
        if coins > 0 and t.sink is not None:
            events.paid(t, me.seat, coins, self.name, self.id)


class PeaceLoving(Power):
    text: str = "Three bonus coins in a turn without an attack on another player's active race."
    name: str = "Peace-Loving"
    id: str = "peace_loving"
    tokens: i64 = 4

    def income(self, t: Table, me: Army) -> i64:
        return 3 if t.this_turn.attacked_seats == 0 else 0


RACES: Final[list[type[Race]]] = [Gypsies, Priestesses, WhiteLadies]
POWERS: Final[list[type[Power]]] = [Historian, PeaceLoving]
