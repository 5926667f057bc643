"""River Folk: example of a custom set, with a race and a power.

    hordes check examples/river_folk.py
    hordes play --terminal --sets examples/river_folk.py
    hordes simulate --details --sets examples/river_folk.py

`docs/own-pieces.md` goes through it line by line.
"""

from hordes.smallworld.custom.api import BIT, REDEPLOY, Army, Power, Race, Table, count

BEACONS = 3
"""Beacons of the Lamplighting."""

RULINGS = {"ferries_stay_on_lakes": "Ferrymen cross lakes, but no seas."}
"""Switches that a table may set: `"rulings": {"ferries_stay_on_lakes": true}` in the options of a game."""


class Ferrymen(Race):
    """Land on a sea or lake is adjacent to all other land on the same water."""

    one = "Ferryman"
    banner = 5
    total = 10

    def extra_targets(self, t: Table, me: Army) -> int:
        water = t.board.water
        if t.rules.rulings.get("ferries_stay_on_lakes"):
            water &= ~t.board.sea
        return t.board.neighbours(t.board.neighbours(me.regions) & water) & t.board.land


class Lamplighting(Power):
    """At redeployment a token may become a beacon, up to three in all.

    A region next to a beacon costs one token less, and each beacon brings one coin. It goes out with its region.
    """

    tokens = 4
    words = ("kindle REGION",)
    mark = "beacon"

    def cheaper_regions(self, t: Table, me: Army) -> int:
        return t.board.neighbours(me.power_note)

    def income(self, t: Table, me: Army) -> int:
        return count(me.power_note)

    def offer_custom_verbs(self, t: Table, me: Army) -> None:
        if t.phase == REDEPLOY and me.hand > 0 and count(me.power_note) < BEACONS:
            t.offer(self.verb_for("kindle"), me.regions & ~me.power_note)

    def apply_move(self, t: Table, me: Army, verb: int, target: int) -> None:
        me.hand -= 1
        me.tray += 1
        me.power_note |= BIT[target]

    def illegal_reason(self, t: Table, me: Army, verb: int, target: int) -> str:
        name = t.board.names[target]
        if t.phase != REDEPLOY:
            return "A beacon is lit in redeployment."
        if me.regions & BIT[target] == 0:
            return f"{name} is not held by your {me.race.name}."
        if me.power_note & BIT[target] != 0:
            return f"A beacon burns in {name} already."
        if me.hand == 0:
            return "A beacon takes a token from your hand, and you have none."
        return f"All {BEACONS} beacons are burning."

    def move_explanation(self, t: Table, me: Army, verb: int, target: int) -> str:
        return f"takes one token; {count(me.power_note)} of {BEACONS} burn"


RACES = [Ferrymen]
POWERS = [Lamplighting]
