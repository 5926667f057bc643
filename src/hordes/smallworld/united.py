"""Several badges that act as one: the Necromancer's powers cumulate.

An army asks one badge. This one passes every question on to its members: sets are united, numbers added, moments called
in turn, and a move goes to the member that knows it. It is no badge of the box, so it has no number.
"""

from __future__ import annotations

from typing import Any

from hordes.engine.bits import BIT
from hordes.engine.native import i64
from hordes.smallworld import moves
from hordes.smallworld.army import Army
from hordes.smallworld.table import Table
from hordes.smallworld.traits import Power
from hordes.smallworld.well import UNCOUNTED


class United(Power):
    """The powers in use, in the order of their numbers."""

    members: list[Power]

    def __init__(self, members: list[Power]) -> None:
        super().__init__()
        self.members = members
        self.id = "+".join([badge.id for badge in members])
        self.name = " and ".join([badge.name for badge in members])
        self.text = " ".join([badge.text for badge in members])

    def badges(self) -> list[Power]:
        return self.members

    def several(self) -> bool:
        return len(self.members) > 1

    # Where it may go

    def entry(self, t: Table, me: Army) -> i64:
        found: i64 = 0
        for badge in self.members:
            found |= badge.entry(t, me)
        return found

    def reach(self, t: Table, me: Army) -> i64:
        found: i64 = 0
        for badge in self.members:
            found |= badge.reach(t, me)
        return found

    def adjoins(self, t: Table, me: Army, regions: i64) -> i64:
        found: i64 = 0
        for badge in self.members:
            found |= badge.adjoins(t, me, regions)
        return found

    def swims(self, t: Table, me: Army) -> i64:
        found: i64 = 0
        for badge in self.members:
            found |= badge.swims(t, me)
        return found

    def closed(self, t: Table, me: Army) -> i64:
        found: i64 = 0
        for badge in self.members:
            found |= badge.closed(t, me)
        return found

    def immune(self, t: Table, me: Army) -> i64:
        found: i64 = 0
        for badge in self.members:
            found |= badge.immune(t, me)
        return found

    # What a conquest costs

    def cheaper(self, t: Table, me: Army) -> i64:
        found: i64 = 0
        for badge in self.members:
            found |= badge.cheaper(t, me)
        return found

    def cheaper_again(self, t: Table, me: Army, bit: i64) -> i64:
        n: i64 = -1
        for badge in self.members:
            if badge.cheaper(t, me) & bit != 0:
                n += 1
        return n

    def discount(self, t: Table, me: Army) -> i64:
        total: i64 = 0
        for badge in self.members:
            total += badge.discount(t, me)
        return total

    def rescue(self, t: Table, me: Army) -> i64:
        total: i64 = 0
        for badge in self.members:
            total += badge.rescue(t, me)
        return total

    def rolls_first(self) -> bool:
        found = False
        for badge in self.members:
            found = found or badge.rolls_first()
        return found

    # Moves of their own

    def knows(self, verb: i64) -> bool:
        found = False
        for badge in self.members:
            found = found or badge.knows(verb)
        return found

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        for badge in self.members:
            badge.offer_conquest(t, me, targets)

    def offer_rolled(self, t: Table, me: Army, targets: i64) -> None:
        for badge in self.members:
            badge.offer_rolled(t, me, targets)

    def offer_aimed(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.offer_aimed(t, me)

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        """One member acts. What was put up for a conquest is taken back by all of them, as one second thought."""
        before = t.cancels
        for badge in self.members:
            if badge.knows(verb):
                badge.act(t, me, verb, target)
                if verb != moves.CANCEL:
                    return
        t.cancels = before + 1

    def attacks(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.attacks(t, me)

    def conquered(self, t: Table, me: Army, region: i64) -> None:
        for badge in self.members:
            badge.conquered(t, me, region)

    def raided(self, t: Table, me: Army, attacker: Army) -> None:
        for badge in self.members:
            badge.raided(t, me, attacker)

    def raids(self, t: Table, me: Army, victim: Army) -> None:
        for badge in self.members:
            badge.raids(t, me, victim)

    def failed(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.failed(t, me)

    def committed(self, t: Table) -> bool:
        found = False
        for badge in self.members:
            found = found or badge.committed(t)
        return found

    def rounds(self) -> i64:
        most: i64 = 1
        for badge in self.members:
            most = max(most, badge.rounds())
        return most

    # The turn

    def turn_begins(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.turn_begins(t, me)

    def readied(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.readied(t, me)

    def redeployment_begins(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.redeployment_begins(t, me)

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        for badge in self.members:
            badge.offer_redeployment(t, me, moment)

    def unaccompanied(self, t: Table, me: Army) -> i64:
        found: i64 = 0
        for badge in self.members:
            found |= badge.unaccompanied(t, me)
        return found

    def finish_begins(self, t: Table, me: Army) -> bool:
        asks = False
        for badge in self.members:
            if badge.finish_begins(t, me):
                asks = True
        return asks

    def offer_finish(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.offer_finish(t, me)

    def offer_last(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.offer_last(t, me)

    # Coins

    def income(self, t: Table, me: Army) -> i64:
        total: i64 = 0
        for badge in self.members:
            total += badge.income(t, me)
        return total

    def scored(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.scored(t, me)

    def saw_decline(self, t: Table, me: Army) -> None:
        """A power that has not counted yet will find the race among those in decline."""
        for badge in self.members:
            if t.beside[UNCOUNTED] & BIT[badge.index] == 0:
                badge.saw_decline(t, me)

    # In a position

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for badge in self.members:
            found |= badge.shown(t, me)
        return found

    def restored(self, t: Table, me: Army, found: dict[str, Any]) -> None:
        for badge in self.members:
            badge.restored(t, me, found)
