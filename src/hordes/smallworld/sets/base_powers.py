"""The base game: its 20 special powers. Each class is one badge and all that is special about it."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, count
from hordes.engine.native import i64
from hordes.smallworld import moves, tell
from hordes.smallworld.army import Army
from hordes.smallworld.conquest import conquer
from hordes.smallworld.pieces import lift_all, lift_camps, stand
from hordes.smallworld.table import Table
from hordes.smallworld.traits import Power
from hordes.smallworld.vocabulary import CAMPS, DRAGON, ENCAMPMENT, FORTRESS, HERO, PIECE_LIMITS, REDEPLOY


class Alchemist(Power):
    text: str = "Two bonus coins each turn until the race declines."
    tokens: i64 = 4

    def income(self, t: Table, me: Army) -> i64:
        return 0 if t.rules.alchemist_needs_region and me.regions == 0 else 2


class Berserk(Power):
    text: str = "The die may be rolled before each conquest: choose the region after the roll and pay that much less."
    tokens: i64 = 4
    verb: i64 = moves.ROLL

    def rolls_first(self) -> bool:
        return True


class Bivouacking(Power):
    text: str = (
        "Five encampments, placed anew at each redeployment; each adds one to its region's defence "
        "and is never lost in an attack."
    )
    tokens: i64 = 5
    verb: i64 = moves.PLACE_ENCAMPMENT

    def redeployment_begins(self, t: Table, me: Army) -> None:
        lift_camps(t, me)

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        if t.camps_on_map() < CAMPS:
            t.offer(moves.PLACE_ENCAMPMENT, me.regions)

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        stand(t, me, ENCAMPMENT + t.camps_in(target), target)

    def declining(self, t: Table, me: Army) -> None:
        lift_camps(t, me)

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        return {"encampments": CAMPS - t.camps_on_map()}


class Commando(Power):
    text: str = "Any region costs one token less."
    tokens: i64 = 4

    def cheaper(self, t: Table, me: Army) -> i64:
        return t.board.everywhere


class Diplomat(Power):
    text: str = (
        "At the end of the turn name one opponent whose active race you did not attack: until your next turn "
        "he cannot attack your active race. Declined races are not bound."
    )
    tokens: i64 = 5
    verb: i64 = moves.ALLY

    def turn_begins(self, t: Table, me: Army) -> None:
        self.end_pact(t, me)

    def declining(self, t: Table, me: Army) -> None:
        self.end_pact(t, me)

    def end_pact(self, t: Table, me: Army) -> None:
        """Peace is over."""
        if me.ally >= 0 and t.sink is not None:
            tell.pact_ended(t, me)
        me.ally = -1

    def willing(self, t: Table, me: Army) -> i64:
        """Opponents whose active race was not attacked this turn."""
        return (BIT[t.rules.players] - 1) & ~BIT[me.seat] & ~t.attacked

    def finish_begins(self, t: Table, me: Army) -> bool:
        return self.willing(t, me) != 0

    def offer_last(self, t: Table, me: Army) -> None:
        if me.ally < 0:
            t.offer(moves.ALLY, self.willing(t, me))

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        me.ally = target
        if t.sink is not None:
            tell.allied(t, me)

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        return {"ally": me.ally if me.ally >= 0 else None}

    def restored(self, t: Table, me: Army, found: dict[str, Any]) -> None:
        me.ally = -1 if found.get("ally") is None else found["ally"]


class DragonMaster(Power):
    text: str = (
        "Once per turn one token conquers a region whatever defends it. The Dragon stands there and makes it immune "
        "until it flies elsewhere or the race declines."
    )
    tokens: i64 = 5
    verb: i64 = moves.CONQUER_DRAGON

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if not t.flown and me.troops() >= me.race.least:
            t.offer(moves.CONQUER_DRAGON, targets)

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        t.flown = True
        lift_all(t, me, DRAGON)
        conquer(t, me, target, me.race.least, moves.CONQUER_DRAGON)
        stand(t, me, DRAGON, target)

    def declining(self, t: Table, me: Army) -> None:
        lift_all(t, me, DRAGON)


class Flying(Power):
    text: str = "Any land region of the map may be attacked, at any time."
    tokens: i64 = 5

    def entry(self, t: Table, me: Army) -> i64:
        return t.board.land

    def reach(self, t: Table, me: Army) -> i64:
        return t.board.land


class Forest(Power):
    text: str = "One bonus coin for each forest held."
    tokens: i64 = 4

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.board.forest)


class Fortified(Power):
    text: str = (
        "Each turn one fortress in a region held: it adds one to the defence, even in decline, and brings one coin "
        "each turn while the race is active. One per region, six in all."
    )
    tokens: i64 = 3
    verb: i64 = moves.PLACE_FORTRESS

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        if moment == REDEPLOY and not t.built and count(t.pieces[FORTRESS]) < PIECE_LIMITS[FORTRESS]:
            t.offer(moves.PLACE_FORTRESS, me.regions & ~t.pieces[FORTRESS])

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        t.built = True
        stand(t, me, FORTRESS, target)

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.pieces[FORTRESS])

    def passed_on(self, t: Table, old: Army, new: Army) -> None:
        lift_all(t, old, FORTRESS)

    def outlasts_decline(self) -> bool:
        return True


class Heroic(Power):
    text: str = "At the end of the turn the two Heroes stand in two regions held and make them immune until they move."
    tokens: i64 = 5
    verb: i64 = moves.PLACE_HERO

    def finish_begins(self, t: Table, me: Army) -> bool:
        lift_all(t, me, HERO)
        return True

    def offer_finish(self, t: Table, me: Army) -> None:
        if count(t.pieces[HERO]) < PIECE_LIMITS[HERO]:
            t.offer(moves.PLACE_HERO, me.regions & ~t.pieces[HERO])

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        stand(t, me, HERO, target)

    def declining(self, t: Table, me: Army) -> None:
        lift_all(t, me, HERO)


class Hill(Power):
    text: str = "One bonus coin for each hill held."
    tokens: i64 = 4

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.board.hill)


class Merchant(Power):
    text: str = "One bonus coin for each region held."
    tokens: i64 = 2

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions)


class Mounted(Power):
    text: str = "A hill or farmland costs one token less."
    tokens: i64 = 5

    def cheaper(self, t: Table, me: Army) -> i64:
        return t.board.hill | t.board.farmland


class Pillaging(Power):
    text: str = "One bonus coin for each non-empty region conquered this turn."
    tokens: i64 = 5

    def income(self, t: Table, me: Army) -> i64:
        return t.plunder


class Seafaring(Power):
    text: str = "Seas and lakes may be conquered like empty regions while the race is active; they are kept in decline."
    tokens: i64 = 5

    def swims(self, t: Table, me: Army) -> i64:
        return t.board.water

    def outlasts_decline(self) -> bool:
        return True


class Spirit(Power):
    text: str = "The race in decline does not count as the one a player may have, and no later decline removes it."
    tokens: i64 = 5

    def outlasts_decline(self) -> bool:
        return True

    def beyond_limit(self) -> bool:
        return True


class Stout(Power):
    text: str = "The race may decline at the end of an ordinary turn, after scoring."
    tokens: i64 = 4

    def declines_after_scoring(self) -> bool:
        return True


class Swamp(Power):
    text: str = "One bonus coin for each swamp held."
    tokens: i64 = 4

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.board.swamp)


class Underworld(Power):
    text: str = "A cavern costs one token less, and all caverns are adjacent to each other."
    tokens: i64 = 5

    def cheaper(self, t: Table, me: Army) -> i64:
        return t.board.cavern

    def reach(self, t: Table, me: Army) -> i64:
        return self.adjoins(t, me, me.regions)

    def adjoins(self, t: Table, me: Army, regions: i64) -> i64:
        return t.board.cavern if regions & t.board.cavern != 0 else 0


WEALTH: Final = 7
"""Coins of the Wealthy."""


class Wealthy(Power):
    text: str = "Seven bonus coins, once, at the end of the race's first turn."
    tokens: i64 = 4

    def picked(self, t: Table, me: Army) -> None:
        me.wealth = WEALTH

    def income(self, t: Table, me: Army) -> i64:
        return me.wealth

    def scored(self, t: Table, me: Army) -> None:
        me.wealth = 0

    def declining(self, t: Table, me: Army) -> None:
        me.wealth = 0

    def passed_on(self, t: Table, old: Army, new: Army) -> None:
        new.wealth = old.wealth
        old.wealth = 0

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        return {"wealthy": me.wealth > 0}

    def restored(self, t: Table, me: Army, found: dict[str, Any]) -> None:
        me.wealth = WEALTH if found.get("wealthy") else 0


POWERS: Final[list[type[Power]]] = [
    Alchemist, Berserk, Bivouacking, Commando, Diplomat, DragonMaster, Flying, Forest, Fortified, Heroic, Hill,
    Merchant, Mounted, Pillaging, Seafaring, Spirit, Stout, Swamp, Underworld, Wealthy,
]  # fmt: skip
