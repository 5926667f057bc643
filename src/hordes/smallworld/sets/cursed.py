"""Expansion Cursed!: two races and five special powers."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import listed
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_int
from hordes.smallworld.rules.pieces import transfer_coin
from hordes.smallworld.state import events, moves
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import HORDE, PIECE_LIMITS, REDEPLOY
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power, Race

# Races


class Goblins(Race):
    text: str = "A region in decline, Lost Tribes included, costs one token less."
    banner: i64 = 6
    total: i64 = 11

    def cheaper_regions(self, t: Table, me: Army) -> i64:
        regions = t.lost_tribes
        for army in t.declined:
            regions |= army.regions
        for army in t.active:
            if army.race.counts_as_declined():
                regions |= army.regions
        return regions


class Kobolds(Race):
    text: str = "Never fewer than two stand in a region, attack one or are left behind; in decline one stays in each."
    banner: i64 = 11
    total: i64 = 16
    least: i64 = 2


# Special powers


class Cursed(Power):
    text: str = "Whoever passes over its combo lays three coins on it instead of one."
    tokens: i64 = 0
    toll: i64 = 3


class HordesOf(Power):
    name: str = "Hordes of"
    text: str = "Two Hordes tokens act like race tokens of their own until the race declines."
    tokens: i64 = 5

    def owns_verb(self, verb: i64) -> bool:
        return verb == moves.PLACE_HORDE or verb == moves.LOSE_TOKEN or verb == moves.LOSE_HORDE

    def picked(self, t: Table, me: Army) -> None:
        me.hordes_in_hand = PIECE_LIMITS[HORDE]

    def regions_needing_token(self, t: Table, me: Army) -> i64:
        return me.regions & ~t.regions_with_tokens(me) if t.rules.hordes_need_company else 0

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        if me.hordes_in_hand > me.hordes_waiting and not (moment == REDEPLOY and me.race.hand_waits()):
            t.offer(moves.PLACE_HORDE, me.regions)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        t.put_horde(me, target)
        if t.sink is not None:
            events.piece_placed(t, me.seat, HORDE, target)

    def declining(self, t: Table, me: Army) -> None:
        self.take_hordes_to_hand(t, me)
        me.hordes_in_hand = me.hordes_waiting = 0

    def badge_passed_on(self, t: Table, old: Army, new: Army) -> None:
        self.take_hordes_to_hand(t, old)
        new.hordes_in_hand = old.hordes_in_hand
        old.hordes_in_hand = old.hordes_waiting = 0

    def take_hordes_to_hand(self, t: Table, me: Army) -> None:
        """Take all Hordes tokens from the map to the hand."""
        for region in listed(t.pieces[HORDE]):
            while t.hordes_in(region) > 0:
                t.take_horde(me, region)

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        waits = {"idle_hordes": me.hordes_waiting} if me.race.hand_waits() else {}
        return {"hordes": me.hordes_in_hand} | waits

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        me.hordes_in_hand = fields.get("hordes", PIECE_LIMITS[HORDE] - t.hordes_on_map())
        waits = me.race.hand_waits() and me.seat != t.player
        me.hordes_waiting = check_int(
            fields.get("idle_hordes", me.hordes_in_hand if waits else 0), "idle_hordes", 0, me.hordes_in_hand
        )


class Marauding(Power):
    text: str = "After the first round of conquests the troops are readied again for a second one."
    tokens: i64 = 5

    def conquest_rounds(self) -> i64:
        return 2


class Ransacking(Power):
    text: str = "Each conquest of an opponent's active region takes a coin from him, if he has one."
    tokens: i64 = 4

    def active_region_conquered(self, t: Table, me: Army, victim: Army) -> None:
        if victim.seat != me.seat:
            transfer_coin(t, victim.seat, me.seat, self.name, self.id)


class Were(Power):
    text: str = "On even turns, by night, any region costs two tokens less."
    name: str = "Were-"
    id: str = "were"
    tokens: i64 = 4

    def discount(self, t: Table, me: Army) -> i64:
        return 2 if t.turn & 1 == 0 else 0


RACES: Final[list[type[Race]]] = [Goblins, Kobolds]
POWERS: Final[list[type[Power]]] = [Cursed, HordesOf, Marauding, Ransacking, Were]
