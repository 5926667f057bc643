"""The 20 special powers of the base game: one class each, with its text, token count and hooks."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, count
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.conquest import conquer
from hordes.smallworld.rules.pieces import place_piece, remove_encampments, remove_pieces
from hordes.smallworld.state import events, moves
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import (
    DRAGON,
    ENCAMPMENT,
    FORTRESS,
    HERO,
    MAX_ENCAMPMENTS,
    PIECE_LIMITS,
    REDEPLOY,
)
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power


class Alchemist(Power):
    text: str = "Two bonus coins each turn until the race declines."
    tokens: i64 = 4

    def income(self, t: Table, me: Army) -> i64:
        return 0 if t.rules.alchemist_needs_region and me.regions == 0 else 2


class Berserk(Power):
    text: str = "The die may be rolled before each conquest: choose the region after the roll and pay that much less."
    tokens: i64 = 4
    verb: i64 = moves.ROLL

    def rolls_before_choosing(self) -> bool:
        return True


class Bivouacking(Power):
    text: str = (
        "Five encampments, placed anew at each redeployment; each adds one to its region's defence "
        "and is never lost in an attack."
    )
    tokens: i64 = 5
    verb: i64 = moves.PLACE_ENCAMPMENT

    def redeployment_begins(self, t: Table, me: Army) -> None:
        remove_encampments(t, me)

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        if t.encampments_on_map() < MAX_ENCAMPMENTS:
            t.offer(moves.PLACE_ENCAMPMENT, me.regions)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        place_piece(t, me, ENCAMPMENT + t.encampments_in(target), target)

    def declining(self, t: Table, me: Army) -> None:
        remove_encampments(t, me)

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        return {"encampments": MAX_ENCAMPMENTS - t.encampments_on_map()}


class Commando(Power):
    text: str = "Any region costs one token less."
    tokens: i64 = 4

    def cheaper_regions(self, t: Table, me: Army) -> i64:
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
        """End the pact, and report it."""
        if me.ally >= 0 and t.sink is not None:
            events.pact_ended(t, me)
        me.ally = -1

    def possible_allies(self, t: Table, me: Army) -> i64:
        """Opponents whose active race was not attacked this turn."""
        return (BIT[t.rules.players] - 1) & ~BIT[me.seat] & ~t.this_turn.attacked_seats

    def finish_begins(self, t: Table, me: Army) -> bool:
        return self.possible_allies(t, me) != 0

    def offer_optional_finish(self, t: Table, me: Army) -> None:
        if me.ally < 0:
            t.offer(moves.ALLY, self.possible_allies(t, me))

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        me.ally = target
        if t.sink is not None:
            events.allied(t, me)

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        return {"ally": me.ally if me.ally >= 0 else None}

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        me.ally = -1 if fields.get("ally") is None else fields["ally"]


class DragonMaster(Power):
    text: str = (
        "Once per turn one token conquers a region whatever defends it. The Dragon stands there and makes it immune "
        "until it flies elsewhere or the race declines."
    )
    tokens: i64 = 5
    verb: i64 = moves.CONQUER_DRAGON

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if not t.this_turn.dragon_used and me.troops() >= me.race.least:
            t.offer(moves.CONQUER_DRAGON, targets)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        t.this_turn.dragon_used = True
        remove_pieces(t, me, DRAGON)
        conquer(t, me, target, me.race.least, moves.CONQUER_DRAGON)
        place_piece(t, me, DRAGON, target)

    def declining(self, t: Table, me: Army) -> None:
        remove_pieces(t, me, DRAGON)


class Flying(Power):
    text: str = "Any land region of the map may be attacked, at any time."
    tokens: i64 = 5

    def extra_entry_regions(self, t: Table, me: Army) -> i64:
        return t.board.land

    def extra_targets(self, t: Table, me: Army) -> i64:
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
        if moment == REDEPLOY and not t.this_turn.fortress_built and count(t.pieces[FORTRESS]) < PIECE_LIMITS[FORTRESS]:
            t.offer(moves.PLACE_FORTRESS, me.regions & ~t.pieces[FORTRESS])

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        t.this_turn.fortress_built = True
        place_piece(t, me, FORTRESS, target)

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.pieces[FORTRESS])

    def badge_passed_on(self, t: Table, old: Army, new: Army) -> None:
        remove_pieces(t, old, FORTRESS)

    def is_kept_in_decline(self) -> bool:
        return True


class Heroic(Power):
    text: str = "At the end of the turn the two Heroes stand in two regions held and make them immune until they move."
    tokens: i64 = 5
    verb: i64 = moves.PLACE_HERO

    def finish_begins(self, t: Table, me: Army) -> bool:
        remove_pieces(t, me, HERO)
        return True

    def offer_finish(self, t: Table, me: Army) -> None:
        if count(t.pieces[HERO]) < PIECE_LIMITS[HERO]:
            t.offer(moves.PLACE_HERO, me.regions & ~t.pieces[HERO])

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        place_piece(t, me, HERO, target)

    def declining(self, t: Table, me: Army) -> None:
        remove_pieces(t, me, HERO)


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

    def cheaper_regions(self, t: Table, me: Army) -> i64:
        return t.board.hill | t.board.farmland


class Pillaging(Power):
    text: str = "One bonus coin for each non-empty region conquered this turn."
    tokens: i64 = 5

    def income(self, t: Table, me: Army) -> i64:
        return t.this_turn.nonempty_conquests


class Seafaring(Power):
    text: str = "Seas and lakes may be conquered like empty regions while the race is active; they are kept in decline."
    tokens: i64 = 5

    def open_waters(self, t: Table, me: Army) -> i64:
        return t.board.water

    def is_kept_in_decline(self) -> bool:
        return True


class Spirit(Power):
    text: str = "The race in decline does not count as the one a player may have, and no later decline removes it."
    tokens: i64 = 5

    def is_kept_in_decline(self) -> bool:
        return True

    def ignores_decline_limit(self) -> bool:
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

    def cheaper_regions(self, t: Table, me: Army) -> i64:
        return t.board.cavern

    def extra_targets(self, t: Table, me: Army) -> i64:
        return self.extra_neighbours(t, me, me.regions)

    def extra_neighbours(self, t: Table, me: Army, regions: i64) -> i64:
        return t.board.cavern if regions & t.board.cavern != 0 else 0


WEALTHY_COINS: Final = 7
"""Coins that Wealthy pays once."""


class Wealthy(Power):
    text: str = "Seven bonus coins, once, at the end of the race's first turn."
    tokens: i64 = 4

    def picked(self, t: Table, me: Army) -> None:
        me.wealth_due = WEALTHY_COINS

    def income(self, t: Table, me: Army) -> i64:
        return me.wealth_due

    def scored(self, t: Table, me: Army) -> None:
        me.wealth_due = 0

    def declining(self, t: Table, me: Army) -> None:
        me.wealth_due = 0

    def badge_passed_on(self, t: Table, old: Army, new: Army) -> None:
        new.wealth_due = old.wealth_due
        old.wealth_due = 0

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        return {"wealthy": me.wealth_due > 0}

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        me.wealth_due = WEALTHY_COINS if fields.get("wealthy") else 0


POWERS: Final[list[type[Power]]] = [
    Alchemist, Berserk, Bivouacking, Commando, Diplomat, DragonMaster, Flying, Forest, Fortified, Heroic, Hill,
    Merchant, Mounted, Pillaging, Seafaring, Spirit, Stout, Swamp, Underworld, Wealthy,
]  # fmt: skip
