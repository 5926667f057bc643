"""Expansion Royal Bonus: three races and three special powers."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.pieces import place_piece, remove_pieces
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import BEHEMOTH, BEHEMOTH_STACKS
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power, Race

# Races


class Fauns(Race):
    text: str = (
        "For each active region they conquer they get a new token at redeployment, and so does its owner "
        "at the end of the turn."
    )
    banner: i64 = 5
    total: i64 = 18

    def active_region_conquered(self, t: Table, me: Army, victim: Army) -> None:
        if not me.declined and victim.seat != me.seat:
            t.add_pending_tokens(victim.seat, 1)

    def redeployment_begins(self, t: Table, me: Army) -> None:
        new: i64 = 0
        for seat in range(len(t.this_turn.pending_tokens)):
            new += t.this_turn.pending_tokens[seat]
        t.recruit(me, new)


class Igors(Race):
    text: str = (
        "They gather every token lost in conquests, whosever it was. At the start of their turn as many as there are "
        "players buy a new Igor."
    )
    banner: i64 = 4
    total: i64 = 15
    verb: i64 = moves.EXCHANGE

    def tokens_lost(self, t: Table, me: Army, tokens: i64) -> None:
        me.souls += tokens

    def offer_start(self, t: Table, me: Army) -> None:
        if me.souls >= t.rules.soul_price and me.tray > 0:
            t.offer(moves.EXCHANGE, 1)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        me.souls -= t.rules.soul_price
        t.recruit(me, 1)

    def declining(self, t: Table, me: Army) -> None:
        me.souls = 0

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        return {} if me.declined else {"igor_souls": me.souls}

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        me.souls = 0 if me.declined else fields.get("igor_souls", 0)


class Shrubmen(Race):
    text: str = "Forests they hold are immune, also in decline."
    one: str = "Shrubman"
    banner: i64 = 6
    total: i64 = 11

    def immune_regions(self, t: Table, me: Army) -> i64:
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

    def owns_verb(self, verb: i64) -> bool:
        placing = verb == moves.PLACE_BEHEMOTH or verb == moves.PLACE_BEHEMOTH + 1
        return placing or verb == moves.BEHEMOTH or verb == moves.CANCEL

    def uncommitted_stacks(self, t: Table, me: Army) -> i64:
        """The stacks in hand that have a size and are not committed, as a set of the numbers 0 and 1."""
        stacks: i64 = 0
        if t.stack_size(me) > 0:
            for k in range(BEHEMOTH_STACKS):
                if t.pieces[BEHEMOTH + k] == 0:
                    stacks |= BIT[k]
        return stacks & ~t.this_turn.behemoths_committed

    def discount(self, t: Table, me: Army) -> i64:
        return count(t.this_turn.behemoths_committed) * t.stack_size(me)

    def has_commitment(self, t: Table) -> bool:
        return t.this_turn.behemoths_committed != 0

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if me.troops() >= me.race.least and targets != 0 and t.may_commit():
            t.offer(moves.BEHEMOTH, self.uncommitted_stacks(t, me))

    def offer_after_roll(self, t: Table, me: Army, targets: i64) -> None:
        self.offer_conquest(t, me, targets)

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        idle = self.uncommitted_stacks(t, me)
        for k in range(BEHEMOTH_STACKS):
            if idle & BIT[k] != 0:
                t.offer(moves.PLACE_BEHEMOTH + k, me.regions)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        if verb == moves.BEHEMOTH:
            t.this_turn.behemoths_committed |= BIT[target]
        elif verb == moves.CANCEL:
            t.this_turn.behemoths_committed = 0
            t.this_turn.takebacks += 1
        else:
            place_piece(t, me, BEHEMOTH + verb - moves.PLACE_BEHEMOTH, target)

    def region_conquered(self, t: Table, me: Army, region: i64) -> None:
        for k in range(BEHEMOTH_STACKS):
            if t.this_turn.behemoths_committed & BIT[k] != 0:
                place_piece(t, me, BEHEMOTH + k, region)
        t.this_turn.behemoths_committed = 0

    def attempt_failed(self, t: Table, me: Army) -> None:
        t.this_turn.behemoths_committed = 0

    def troops_readied(self, t: Table, me: Army) -> None:
        for k in range(BEHEMOTH, BEHEMOTH + BEHEMOTH_STACKS):
            remove_pieces(t, me, k)

    def declining(self, t: Table, me: Army) -> None:
        self.troops_readied(t, me)

    def badge_passed_on(self, t: Table, old: Army, new: Army) -> None:
        self.troops_readied(t, old)

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        region_ids = [t.board.ids[r] if t.pieces[BEHEMOTH + k] != 0 else None for k, r in enumerate(stack_regions(t))]
        return {"behemoth1": region_ids[0], "behemoth2": region_ids[1]}

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        # A map lists stacks without numbers: exchange them if the second one was read as the first.
        second = fields.get("behemoth2")
        if second is not None and t.pieces[BEHEMOTH] == BIT[t.board.index_by_id.get(str(second), 0)]:
            first, last = t.pieces[BEHEMOTH], t.pieces[BEHEMOTH + 1]
            t.set_pieces(BEHEMOTH, last)
            t.set_pieces(BEHEMOTH + 1, first)


def stack_regions(t: Table) -> list[int]:
    """Regions of the two stacks; 0 for one in hand."""
    return [int(lowest(t.pieces[BEHEMOTH + k])) if t.pieces[BEHEMOTH + k] != 0 else 0 for k in range(BEHEMOTH_STACKS)]


class Fireball(Power):
    text: str = (
        "At redeployment one Fireball for each magic source held; from the next turn on each counts as two tokens "
        "in one attack and is spent."
    )
    tokens: i64 = 5

    def owns_verb(self, verb: i64) -> bool:
        return verb == moves.FIREBALL or verb == moves.CANCEL

    def discount(self, t: Table, me: Army) -> i64:
        return 2 * t.this_turn.fireballs_committed

    def has_commitment(self, t: Table) -> bool:
        return t.this_turn.fireballs_committed > 0

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if (
            me.fireballs > t.this_turn.fireballs_committed
            and me.troops() >= me.race.least
            and targets != 0
            and t.may_commit()
        ):
            t.offer(moves.FIREBALL, 1)

    def offer_after_roll(self, t: Table, me: Army, targets: i64) -> None:
        self.offer_conquest(t, me, targets)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        if verb == moves.FIREBALL:
            t.this_turn.fireballs_committed += 1
        else:
            t.this_turn.fireballs_committed = 0
            t.this_turn.takebacks += 1

    def region_conquered(self, t: Table, me: Army, region: i64) -> None:
        me.fireballs -= t.this_turn.fireballs_committed
        t.this_turn.fireballs_committed = 0

    def attempt_failed(self, t: Table, me: Army) -> None:
        me.fireballs -= t.this_turn.fireballs_committed
        t.this_turn.fireballs_committed = 0

    def redeployment_begins(self, t: Table, me: Army) -> None:
        new = me.fireballs + count(me.regions & t.board.magic)
        me.fireballs = new if new < t.rules.fireball_limit else t.rules.fireball_limit

    def declining(self, t: Table, me: Army) -> None:
        me.fireballs = 0

    def badge_passed_on(self, t: Table, old: Army, new: Army) -> None:
        new.fireballs = old.fireballs
        old.fireballs = 0

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        return {"fireballs": me.fireballs}

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        me.fireballs = fields.get("fireballs", 0)


RACES: Final[list[type[Race]]] = [Fauns, Igors, Shrubmen]
POWERS: Final[list[type[Power]]] = [Aquatic, Behemoth, Fireball]
