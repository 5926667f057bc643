"""Royal Bonus: three races and three special powers."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64
from hordes.smallworld import moves
from hordes.smallworld.army import Army
from hordes.smallworld.pieces import lift_all, stand
from hordes.smallworld.table import Table
from hordes.smallworld.traits import Power, Race
from hordes.smallworld.vocabulary import BEHEMOTH, STACKS

# Races


class Fauns(Race):
    text: str = (
        "For each active region they conquer they get a new token at redeployment, and so does its owner "
        "at the end of the turn."
    )
    banner: i64 = 5
    total: i64 = 18

    def raids(self, t: Table, me: Army, victim: Army) -> None:
        if not me.declined and victim.seat != me.seat:
            t.promise(victim.seat, 1)

    def redeployment_begins(self, t: Table, me: Army) -> None:
        new: i64 = 0
        for seat in range(len(t.gifts)):
            new += t.gifts[seat]
        t.recruit(me, new)


class Igors(Race):
    text: str = (
        "They gather every token lost in conquests, whosever it was. At the start of their turn as many as there are "
        "players buy a new Igor."
    )
    banner: i64 = 4
    total: i64 = 15
    verb: i64 = moves.EXCHANGE

    def harvest(self, t: Table, me: Army, tokens: i64) -> None:
        me.souls += tokens

    def offer_start(self, t: Table, me: Army) -> None:
        if me.souls >= t.rules.soul_price and me.tray > 0:
            t.offer(moves.EXCHANGE, 1)

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        me.souls -= t.rules.soul_price
        t.recruit(me, 1)

    def declining(self, t: Table, me: Army) -> None:
        me.souls = 0

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        return {} if me.declined else {"igor_souls": me.souls}

    def restored(self, t: Table, me: Army, found: dict[str, Any]) -> None:
        me.souls = 0 if me.declined else found.get("igor_souls", 0)


class Shrubmen(Race):
    text: str = "Forests they hold are immune, also in decline."
    one: str = "Shrubman"
    banner: i64 = 6
    total: i64 = 11

    def immune(self, t: Table, me: Army) -> i64:
        return me.regions & t.board.forest


# Special powers


class Aquatic(Power):
    text: str = "A coastal region brings one coin more, any other region, water included, one less."
    tokens: i64 = 3

    def income(self, t: Table, me: Army) -> i64:
        inland = me.regions & ~t.board.coastal
        if t.rules.aquatic_spares_water:
            inland &= t.board.land
        return count(me.regions & t.board.coastal) - count(inland)


class Behemoth(Power):
    text: str = (
        "Two stacks, each as large as the number of swamps held, count as that many tokens in attack and defence. "
        "Each needs a race token beside it and is never lost."
    )
    tokens: i64 = 4

    def knows(self, verb: i64) -> bool:
        placing = verb == moves.PLACE_BEHEMOTH or verb == moves.PLACE_BEHEMOTH + 1
        return placing or verb == moves.BEHEMOTH or verb == moves.CANCEL

    def idle(self, t: Table, me: Army) -> i64:
        """The stacks in hand that have a size and are not committed, as a set of 0 and 1."""
        found: i64 = 0
        if t.stack_size(me) > 0:
            for k in range(STACKS):
                if t.pieces[BEHEMOTH + k] == 0:
                    found |= BIT[k]
        return found & ~t.beasts

    def discount(self, t: Table, me: Army) -> i64:
        return count(t.beasts) * t.stack_size(me)

    def committed(self, t: Table) -> bool:
        return t.beasts != 0

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if me.troops() >= me.race.least and targets != 0 and t.may_commit():
            t.offer(moves.BEHEMOTH, self.idle(t, me))

    def offer_rolled(self, t: Table, me: Army, targets: i64) -> None:
        self.offer_conquest(t, me, targets)

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        idle = self.idle(t, me)
        for k in range(STACKS):
            if idle & BIT[k] != 0:
                t.offer(moves.PLACE_BEHEMOTH + k, me.regions)

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        if verb == moves.BEHEMOTH:
            t.beasts |= BIT[target]
        elif verb == moves.CANCEL:
            t.beasts = 0
            t.cancels += 1
        else:
            stand(t, me, BEHEMOTH + verb - moves.PLACE_BEHEMOTH, target)

    def conquered(self, t: Table, me: Army, region: i64) -> None:
        for k in range(STACKS):
            if t.beasts & BIT[k] != 0:
                stand(t, me, BEHEMOTH + k, region)
        t.beasts = 0

    def failed(self, t: Table, me: Army) -> None:
        t.beasts = 0

    def readied(self, t: Table, me: Army) -> None:
        for k in range(BEHEMOTH, BEHEMOTH + STACKS):
            lift_all(t, me, k)

    def declining(self, t: Table, me: Army) -> None:
        self.readied(t, me)

    def passed_on(self, t: Table, old: Army, new: Army) -> None:
        self.readied(t, old)

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        where = [t.board.ids[r] if t.pieces[BEHEMOTH + k] != 0 else None for k, r in enumerate(stack_regions(t))]
        return {"behemoth1": where[0], "behemoth2": where[1]}

    def restored(self, t: Table, me: Army, found: dict[str, Any]) -> None:
        second = found.get("behemoth2")
        if second is not None and t.pieces[BEHEMOTH] == BIT[t.board.number.get(str(second), 0)]:
            first, last = t.pieces[BEHEMOTH], t.pieces[BEHEMOTH + 1]
            t.set_pieces(BEHEMOTH, last)
            t.set_pieces(BEHEMOTH + 1, first)


def stack_regions(t: Table) -> list[int]:
    """Where the stacks stand; 0 for one in hand."""
    return [int(lowest(t.pieces[BEHEMOTH + k])) if t.pieces[BEHEMOTH + k] != 0 else 0 for k in range(STACKS)]


class Fireball(Power):
    text: str = (
        "At redeployment one Fireball for each magic source held; from the next turn on each counts as two tokens "
        "in one attack and is spent."
    )
    tokens: i64 = 5

    def knows(self, verb: i64) -> bool:
        return verb == moves.FIREBALL or verb == moves.CANCEL

    def discount(self, t: Table, me: Army) -> i64:
        return 2 * t.fire

    def committed(self, t: Table) -> bool:
        return t.fire > 0

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if me.fireballs > t.fire and me.troops() >= me.race.least and targets != 0 and t.may_commit():
            t.offer(moves.FIREBALL, 1)

    def offer_rolled(self, t: Table, me: Army, targets: i64) -> None:
        self.offer_conquest(t, me, targets)

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        if verb == moves.FIREBALL:
            t.fire += 1
        else:
            t.fire = 0
            t.cancels += 1

    def conquered(self, t: Table, me: Army, region: i64) -> None:
        me.fireballs -= t.fire
        t.fire = 0

    def failed(self, t: Table, me: Army) -> None:
        me.fireballs -= t.fire
        t.fire = 0

    def redeployment_begins(self, t: Table, me: Army) -> None:
        new = me.fireballs + count(me.regions & t.board.magic)
        me.fireballs = new if new < t.rules.fireballs else t.rules.fireballs

    def declining(self, t: Table, me: Army) -> None:
        me.fireballs = 0

    def passed_on(self, t: Table, old: Army, new: Army) -> None:
        new.fireballs = old.fireballs
        old.fireballs = 0

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        return {"fireballs": me.fireballs}

    def restored(self, t: Table, me: Army, found: dict[str, Any]) -> None:
        me.fireballs = found.get("fireballs", 0)


RACES: Final[list[type[Race]]] = [Fauns, Igors, Shrubmen]
POWERS: Final[list[type[Power]]] = [Aquatic, Behemoth, Fireball]
