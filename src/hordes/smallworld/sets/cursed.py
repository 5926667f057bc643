"""Cursed!: two races and five special powers."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import listed
from hordes.engine.native import i64
from hordes.engine.wording import whole
from hordes.smallworld import moves, tell
from hordes.smallworld.army import Army
from hordes.smallworld.pieces import levy
from hordes.smallworld.table import Table
from hordes.smallworld.traits import Power, Race
from hordes.smallworld.vocabulary import HORDE, PIECE_LIMITS, REDEPLOY

# Races


class Goblins(Race):
    text: str = "A region in decline, Lost Tribes included, costs one token less."
    banner: i64 = 6
    total: i64 = 11

    def cheaper(self, t: Table, me: Army) -> i64:
        found = t.lost_tribes
        for army in t.declined:
            found |= army.regions
        for army in t.active:
            if army.race.haunts():
                found |= army.regions
        return found


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

    def knows(self, verb: i64) -> bool:
        return verb == moves.PLACE_HORDE or verb == moves.LOSE_TOKEN or verb == moves.LOSE_HORDE

    def picked(self, t: Table, me: Army) -> None:
        me.hordes = PIECE_LIMITS[HORDE]

    def unaccompanied(self, t: Table, me: Army) -> i64:
        return me.regions & ~t.manned(me) if t.rules.hordes_need_company else 0

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        if me.hordes > me.idle_hordes and not (moment == REDEPLOY and me.race.holds_back()):
            t.offer(moves.PLACE_HORDE, me.regions)

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        t.put_horde(me, target)
        if t.sink is not None:
            tell.piece_placed(t, me.seat, HORDE, target)

    def declining(self, t: Table, me: Army) -> None:
        self.gather(t, me)
        me.hordes = me.idle_hordes = 0

    def passed_on(self, t: Table, old: Army, new: Army) -> None:
        self.gather(t, old)
        new.hordes = old.hordes
        old.hordes = old.idle_hordes = 0

    def gather(self, t: Table, me: Army) -> None:
        """All Hordes tokens come to hand."""
        for region in listed(t.pieces[HORDE]):
            while t.hordes_in(region) > 0:
                t.take_horde(me, region)

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        waits = {"idle_hordes": me.idle_hordes} if me.race.holds_back() else {}
        return {"hordes": me.hordes} | waits

    def restored(self, t: Table, me: Army, found: dict[str, Any]) -> None:
        me.hordes = found.get("hordes", PIECE_LIMITS[HORDE] - t.hordes_on_map())
        waits = me.race.holds_back() and me.seat != t.player
        me.idle_hordes = whole(found.get("idle_hordes", me.hordes if waits else 0), "idle_hordes", 0, me.hordes)


class Marauding(Power):
    text: str = "After the first round of conquests the troops are readied again for a second one."
    tokens: i64 = 5

    def rounds(self) -> i64:
        return 2


class Ransacking(Power):
    text: str = "Each conquest of an opponent's active region takes a coin from him, if he has one."
    tokens: i64 = 4

    def raids(self, t: Table, me: Army, victim: Army) -> None:
        if victim.seat != me.seat:
            levy(t, victim.seat, me.seat, self.name)


class Were(Power):
    text: str = "On even turns, by night, any region costs two tokens less."
    name: str = "Were-"
    id: str = "were"
    tokens: i64 = 4

    def discount(self, t: Table, me: Army) -> i64:
        return 2 if t.turn & 1 == 0 else 0


RACES: Final[list[type[Race]]] = [Goblins, Kobolds]
POWERS: Final[list[type[Power]]] = [Cursed, HordesOf, Marauding, Ransacking, Were]
