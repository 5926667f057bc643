"""The four Popular Places and the Righteous Relic of the team game. Each class is one marker and all that it does."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, lowest
from hordes.engine.native import i64
from hordes.engine.state import TARGETS
from hordes.smallworld import moves, readying, sacrifice, tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.markers import Marker
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BONEYARD,
    BONY,
    BONY_DUE,
    LOSER,
    MARKER_AT,
    SIGIL,
    SOAPBAR,
    SWAPPED,
    TAVERN,
    VALE,
)


class Soapbar(Marker):
    """The Relic: it pays once and slips away."""

    index: i64 = SOAPBAR
    name: str = "Golden Soapbar"
    id: str = "soapbar"
    text: str = (
        "One bonus coin at scoring; then it must move to a region that borders its holder's active race "
        "and is not held by it, land or water."
    )

    def income(self, t: Table, me: Army) -> i64:
        return 1

    def ways(self, t: Table, me: Army) -> i64:
        """Where it may slip: any region that borders the race and is not held by it, land or water."""
        near = t.board.around(me.regions) & ~me.regions
        ashore = t.rules.soapbar_keeps_to_land and near & t.board.land != 0
        return near & t.board.land if ashore else near

    def asks(self, t: Table, me: Army) -> bool:
        return self.ways(t, me) != 0

    def offer(self, t: Table, seat: i64, about: i64) -> None:
        t.offer(moves.SOAPBAR, self.ways(t, t.active[seat]))

    def answer(self, t: Table, seat: i64, about: i64, verb: i64, target: i64) -> None:
        t.mark(MARKER_AT + SOAPBAR, BIT[target])
        if t.sink is not None:
            tell.marker_moved(t, seat, self.id, target)


class Tavern(Marker):
    """Coins for the innkeeper and whoever he likes."""

    index: i64 = TAVERN
    name: str = "Glandulf's Tavern"
    id: str = "tavern"
    text: str = "Two bonus coins at scoring; one or both of them may be given to one other player."

    def income(self, t: Table, me: Army) -> i64:
        return moves.MOST_SHARED

    def asks(self, t: Table, me: Army) -> bool:
        return True

    def offer(self, t: Table, seat: i64, about: i64) -> None:
        others = (BIT[t.rules.players] - 1) & ~BIT[seat]
        for n in range(moves.MOST_SHARED):
            t.offer(moves.SHARE + n, others)
        t.offer(moves.DONE, 1)

    def answer(self, t: Table, seat: i64, about: i64, verb: i64, target: i64) -> None:
        if verb == moves.DONE:
            return
        coins = verb - moves.SHARE + 1
        t.earn(seat, -coins)
        t.earn(target, coins)
        if t.sink is not None:
            tell.tribute(t, seat, target, coins, self.name)


class Boneyard(Marker):
    """Bony the Lich lends a declined race his protection."""

    index: i64 = BONEYARD
    name: str = "Bony's Boneyard"
    id: str = "boneyard"
    text: str = (
        "Whoever takes it puts Bony on a declined race of his choice: its owner's opponents have no racial or "
        "special power, Relic or Place against it, only plain conquest. Bony leaves when the holder declines, "
        "abandons or loses the Boneyard."
    )

    def taken(self, t: Table, me: Army) -> None:
        if len(t.declined) > 0:
            t.mark(BONY_DUE, 1)

    def left(self, t: Table, me: Army) -> None:
        self.recall(t)

    def vanished(self, t: Table, army: Army) -> None:
        if t.marks[BONY] == army.race.index + 1:
            self.recall(t)

    def recall(self, t: Table) -> None:
        """Bony goes back beside the board."""
        if t.marks[BONY] != 0:
            t.mark(BONY, 0)
            if t.sink is not None:
                tell.bony_left(t)

    def wards(self, t: Table, me: Army) -> i64:
        if t.marks[BONY] == 0:
            return 0
        protected = t.army_of(t.marks[BONY] - 1)
        return protected.regions if protected.seat != me.seat else 0

    def offer_start(self, t: Table, me: Army) -> None:
        if t.marks[BONY] == 0:
            self.offer(t, me.seat, 0)

    def offer(self, t: Table, seat: i64, about: i64) -> None:
        for owner in range(t.rules.players):
            races: i64 = 0
            for army in t.declined:
                if army.seat == owner:
                    races |= BIT[army.race.index]
            t.offer(moves.BONY + owner, races)

    def answer(self, t: Table, seat: i64, about: i64, verb: i64, target: i64) -> None:
        t.mark(BONY, target + 1)
        if t.sink is not None:
            tell.bony_placed(t, seat, t.army_of(target))


class Vale(Marker):
    """Partners exchange their badges."""

    index: i64 = VALE
    name: str = "Mirror's Vale"
    id: str = "vale"
    text: str = (
        "At the start of the turn its holder may exchange badges with his partner, if both have an active race. "
        "The pieces of both badges go to their new owners' hands."
    )

    def offer_start(self, t: Table, me: Army) -> None:
        if t.marks[SWAPPED] == 0 and self.partner(t, me) is not NOBODY:
            t.offer(moves.SWAP, 1)

    def partner(self, t: Table, me: Army) -> Army:
        """The active race of the holder's partner; NOBODY when there is none, or no teams."""
        seat = t.rules.mode.partner(me.seat)
        return NOBODY if seat < 0 else t.active[seat]

    def answer(self, t: Table, seat: i64, about: i64, verb: i64, target: i64) -> None:
        me = t.active[seat]
        other = self.partner(t, me)
        t.mark(SWAPPED, 1)
        mine, theirs = me.power, other.power
        me.power.passed_on(t, me, other)
        other.power.passed_on(t, other, me)
        me.power, other.power = theirs, mine
        release_unmanned(t, me)
        release_unmanned(t, other)
        readying.forget_left(t)
        t.resize()
        if t.sink is not None:
            tell.swapped(t, me, other)


def release_unmanned(t: Table, army: Army) -> None:
    """Regions in which too few tokens of the race are left, now that pieces have gone, are given up."""
    rest = army.regions
    while rest != 0:
        region = lowest(rest)
        rest &= rest - 1
        if t.troops_in(region) < army.race.least:
            army.hand += t.leave(army, region)


class Sigil(Marker):
    """One token may be given for another."""

    index: i64 = SIGIL
    name: str = "Sigil of Sacrifice"
    id: str = "sigil"
    text: str = (
        "When another race would lose a token, its holder may give one of his active tokens instead; when the "
        "holder's active race would, he may ask another player, or himself for his declined race, to give one."
    )

    def token_lost(self, t: Table, loser: Army, horde: bool) -> bool:
        if sacrifice.next_giver(t, loser, -1) < 0:
            return False
        t.mark(LOSER, 1 + loser.race.index + (TARGETS if horde else 0))
        return True

    def offer(self, t: Table, seat: i64, about: i64) -> None:
        t.offer(moves.SACRIFICE, sacrifice.givable(t, sacrifice.loser_of(t, about), seat))
        t.offer(moves.REFUSE, 1)

    def shown(self, t: Table, about: i64) -> dict[str, Any]:
        return sacrifice.shown(t, about)


MARKERS: Final[list[type[Marker]]] = [Soapbar, Tavern, Boneyard, Vale, Sigil]
