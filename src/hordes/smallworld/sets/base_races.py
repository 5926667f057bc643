"""The 14 races of the base game: one class each, with its text, token counts and hooks."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, count
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.conquest import adjacent_regions, conquer
from hordes.smallworld.rules.pieces import place_piece, remove_pieces, single_token_regions
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import HOLE, LAIR, PIECE_LIMITS
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Race


class Amazons(Race):
    text: str = (
        "Four more tokens, for attack only: when redeployment ends, four must be in hand and wait for the next turn."
    )
    banner: i64 = 6
    total: i64 = 15
    bonus_tokens: i64 = 4

    def reserve(self, t: Table, me: Army) -> i64:
        return self.bonus_tokens


class Dwarves(Race):
    text: str = "One bonus coin for each mine they hold, even in decline."
    one: str = "Dwarf"
    banner: i64 = 3
    total: i64 = 8

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.board.mine)

    def declined_income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.board.mine)


class Elves(Race):
    text: str = "While active they lose no token when a region is conquered: all of them withdraw."
    one: str = "Elf"
    banner: i64 = 6
    total: i64 = 11

    def losses(self, t: Table, me: Army) -> i64:
        return 1 if me.declined else 0


class Ghouls(Race):
    text: str = (
        "All their tokens stay on the map in decline and go on conquering each turn, before the owner's active race. "
        "If they roll the die, the conquests of the turn are over."
    )
    banner: i64 = 5
    total: i64 = 10

    def keeps_all_tokens(self) -> bool:
        return True

    def acts_in_decline(self) -> bool:
        return True


class Giants(Race):
    text: str = "A region next to a mountain they hold costs one token less."
    banner: i64 = 6
    total: i64 = 11

    def cheaper_regions(self, t: Table, me: Army) -> i64:
        mountains = me.regions & t.board.mountain
        return t.board.neighbours(mountains) if t.rules.giants_true_borders else adjacent_regions(t, me, mountains)


class Halflings(Race):
    text: str = (
        "They enter the map anywhere. The first two regions they conquer get a Hole-in-the-Ground and are immune "
        "until they are abandoned or the Halflings decline."
    )
    banner: i64 = 6
    total: i64 = 11

    def extra_entry_regions(self, t: Table, me: Army) -> i64:
        return t.board.everywhere

    def picked(self, t: Table, me: Army) -> None:
        me.holes_left = PIECE_LIMITS[HOLE]

    def region_conquered(self, t: Table, me: Army, region: i64) -> None:
        if me.holes_left > 0:
            me.holes_left -= 1
            place_piece(t, me, HOLE, region)

    def declining(self, t: Table, me: Army) -> None:
        remove_pieces(t, me, HOLE)
        me.holes_left = 0

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        return {} if me.declined else {"holes": me.holes_left}

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        me.holes_left = 0 if me.declined else fields.get("holes", PIECE_LIMITS[HOLE] - count(t.pieces[HOLE]))


class Humans(Race):
    text: str = "One bonus coin for each farmland they hold."
    banner: i64 = 5
    total: i64 = 10

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.board.farmland)


class Orcs(Race):
    text: str = "One bonus coin for each non-empty region they conquered this turn."
    banner: i64 = 5
    total: i64 = 10

    def income(self, t: Table, me: Army) -> i64:
        return t.this_turn.nonempty_conquests


class Ratmen(Race):
    text: str = "Nothing but their great number."
    one: str = "Ratman"
    banner: i64 = 8
    total: i64 = 13


class Skeletons(Race):
    text: str = "At redeployment one new token from the tray for every two non-empty regions they conquered this turn."
    banner: i64 = 6
    total: i64 = 20

    def redeployment_begins(self, t: Table, me: Army) -> None:
        t.recruit(me, t.this_turn.nonempty_conquests >> 1)


class Sorcerers(Race):
    text: str = (
        "Once per turn and opponent, with a token in hand, they conquer an adjacent region by replacing its single "
        "active token with a Sorcerer from the tray. An encampment protects it; a lair, fortress or mountain does not."
    )
    banner: i64 = 5
    total: i64 = 18
    verb: i64 = moves.CONQUER_SORCERY

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if me.regions != 0 and me.tray > 0 and (me.troops() > 0 or t.rules.sorcery_without_token):
            t.offer(moves.CONQUER_SORCERY, targets & self.sorcery_range(t, me) & self.sorcery_targets(t, me))

    def sorcery_range(self, t: Table, me: Army) -> i64:
        """Regions in range of sorcery: adjacent to the Sorcerers; Flying makes nothing adjacent."""
        return t.board.everywhere if t.rules.sorcery_by_flight else adjacent_regions(t, me, me.regions)

    def sorcery_targets(self, t: Table, me: Army) -> i64:
        """Regions with a single active token of an opponent who has not been bewitched this turn."""
        regions: i64 = 0
        for army in t.active:
            excluded = army is me or army is NOBODY or t.this_turn.bewitched_seats & BIT[army.seat] != 0
            if not excluded and not army.is_seen_as_declined():
                regions |= single_token_regions(t, army)
        return regions

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        t.this_turn.bewitched_seats |= BIT[t.army_in(target).seat]
        me.draw_from_tray(1)
        conquer(t, me, target, 1, moves.CONQUER_SORCERY, 1)


class Tritons(Race):
    text: str = "A coastal region, on a sea or lake, costs one token less."
    banner: i64 = 6
    total: i64 = 11

    def cheaper_regions(self, t: Table, me: Army) -> i64:
        return t.board.coastal


class Trolls(Race):
    text: str = "A lair in each region they take adds one to its defence. It stays when they decline."
    banner: i64 = 5
    total: i64 = 10

    def region_conquered(self, t: Table, me: Army, region: i64) -> None:
        if count(t.pieces[LAIR]) < PIECE_LIMITS[LAIR]:
            place_piece(t, me, LAIR, region)


class Wizards(Race):
    text: str = "One bonus coin for each magic source they hold."
    banner: i64 = 5
    total: i64 = 10

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions & t.board.magic)


RACES: Final[list[type[Race]]] = [
    Amazons, Dwarves, Elves, Ghouls, Giants, Halflings, Humans, Orcs, Ratmen, Skeletons, Sorcerers, Tritons, Trolls,
    Wizards,
]  # fmt: skip
