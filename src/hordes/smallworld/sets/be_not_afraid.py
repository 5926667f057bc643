"""Expansion Be Not Afraid: five races and five special powers."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, count, listed
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.conquest import affordable, attackable, conquer, price
from hordes.smallworld.rules.pieces import place_piece, remove_pieces, transfer_coin
from hordes.smallworld.state import events, moves
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import CATAPULT, POT, REDEPLOY
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power, Race

# Races


class Barbarians(Race):
    text: str = (
        "They are many, but never redeploy on their own turn: tokens stay where they fought, unused ones wait in hand. "
        "Before any other move readied tokens may be put back where they stood."
    )
    banner: i64 = 9
    total: i64 = 14

    def redeploys(self) -> bool:
        return False

    def hand_waits(self) -> bool:
        return True

    def reserve(self, t: Table, me: Army) -> i64:
        return me.hand

    def survivors_wait(self, t: Table, me: Army) -> bool:
        return t.rules.barbarian_survivors_wait


class Homunculi(Race):
    text: str = "Each time their combo is passed over, one more Homunculus joins it; all go to whoever picks it."
    one: str = "Homunculus"
    banner: i64 = 5
    total: i64 = 18

    def grows_when_passed(self) -> bool:
        return True


class Leprechauns(Race):
    text: str = (
        "At redeployment a Pot of Gold may be hidden in each region. It becomes a coin when their next turn begins, "
        "unless somebody conquers the region and takes it; also when the race has declined in between."
    )
    banner: i64 = 6
    total: i64 = 11
    verb: i64 = moves.PLACE_POT

    def picked(self, t: Table, me: Army) -> None:
        me.pots_left = t.rules.piece_limits[POT]

    def turn_begins(self, t: Table, me: Army) -> None:
        self.collect_pots(t, me)

    def declined_turn_begins(self, t: Table, me: Army) -> None:
        self.collect_pots(t, me)

    def collect_pots(self, t: Table, me: Army) -> None:
        """Turn Pots that are still on the map into coins, also those of a race that has declined since."""
        coins = count(t.pieces[POT])
        remove_pieces(t, me, POT)
        t.add_coins(me.seat, coins)
        if coins > 0 and t.sink is not None:
            events.paid(t, me.seat, coins, "pot", "pot")

    def offer_optional_pieces(self, t: Table, me: Army, moment: i64) -> None:
        if moment == REDEPLOY and me.pots_left > 0:
            t.offer(moves.PLACE_POT, me.regions & ~t.pieces[POT])

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        me.pots_left -= 1
        place_piece(t, me, POT, target)

    def declining(self, t: Table, me: Army) -> None:
        if t.rules.pots_leave_in_decline:
            remove_pieces(t, me, POT)
        me.pots_left = 0

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        return {} if me.declined else {"pots": me.pots_left}

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        me.pots_left = 0 if me.declined else fields.get("pots", t.rules.piece_limits[POT] - count(t.pieces[POT]))


class Pixies(Race):
    text: str = "After their turn a single Pixie stays in each region; all the others wait in hand for the next turn."
    one: str = "Pixie"
    banner: i64 = 11
    total: i64 = 16

    def hand_waits(self) -> bool:
        return True

    def reserve(self, t: Table, me: Army) -> i64:
        """The whole hand, except one Pixie for each region where Hordes tokens may not stand alone."""
        alone = count(me.power.regions_needing_token(t, me))
        return me.hand - alone if alone < me.hand else 0


class Pygmies(Race):
    text: str = (
        "For each token they lose a die is rolled, and that many new ones come from the tray at the end of the turn."
    )
    one: str = "Pygmy"
    banner: i64 = 6
    total: i64 = 18

    def rolls_for_losses(self, t: Table, me: Army) -> bool:
        return True


# Special powers


class Barricade(Power):
    text: str = "Three bonus coins at the end of a turn with four regions or fewer, none included."
    tokens: i64 = 4

    def income(self, t: Table, me: Army) -> i64:
        least: i64 = 1 if t.rules.barricade_needs_region else 0
        return 3 if least <= count(me.regions) <= 4 else 0


class Catapult(Power):
    text: str = (
        "Once per turn it is set up in a region held and takes a region one beyond a neighbour, over land or the lake, "
        "for one token less. Where it stands the region is immune."
    )
    tokens: i64 = 4

    def owns_verb(self, verb: i64) -> bool:
        return verb == moves.CATAPULT or verb == moves.CONQUER_CATAPULT or verb == moves.CANCEL

    def discount(self, t: Table, me: Army) -> i64:
        return 1 if t.this_turn.aimed_from >= 0 else 0

    def range_from(self, t: Table, me: Army, region: i64) -> i64:
        """Regions that it may attack from a region."""
        return attackable(t, me, t.board.two_steps_away(region))

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if t.this_turn.catapult_used or me.troops() < me.race.least or not t.may_commit():
            return
        places: i64 = 0
        try:
            for region in listed(me.regions):
                t.this_turn.aimed_from = region  # as if it stood there: discount and targets depend on it
                outright, gamble = affordable(t, me, self.range_from(t, me, region))
                if outright | gamble != 0:
                    places |= BIT[region]
        finally:  # a custom piece may fail when it is asked for a price
            t.this_turn.aimed_from = -1
        t.offer(moves.CATAPULT, places)

    def offer_aimed(self, t: Table, me: Army) -> None:
        outright, gamble = affordable(t, me, self.range_from(t, me, t.this_turn.aimed_from))
        t.offer(moves.CONQUER_CATAPULT, outright)
        if not me.power.rolls_before_choosing():
            t.offer(moves.CONQUER_DIE, gamble)
        elif t.this_turn.roll < 0:
            t.offer(moves.ROLL, 1)
        t.offer(moves.CANCEL, 1)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        if verb == moves.CATAPULT:
            t.this_turn.aimed_from = target
        elif verb == moves.CANCEL:
            t.this_turn.aimed_from = -1
            t.this_turn.takebacks += 1
        else:
            conquer(t, me, target, price(t, me, target), moves.CONQUER_CATAPULT)

    def attack_begins(self, t: Table, me: Army) -> None:
        if t.this_turn.aimed_from >= 0 and not t.this_turn.catapult_used:
            t.this_turn.catapult_used = True
            remove_pieces(t, me, CATAPULT)
            place_piece(t, me, CATAPULT, t.this_turn.aimed_from)

    def declining(self, t: Table, me: Army) -> None:
        remove_pieces(t, me, CATAPULT)


class Corrupt(Power):
    text: str = "Whoever conquers one of its active regions pays one coin to its owner, if he has one."
    tokens: i64 = 4

    def active_region_lost(self, t: Table, me: Army, attacker: Army) -> None:
        if attacker.seat != me.seat:
            transfer_coin(t, attacker.seat, me.seat, self.name, self.id)


class Imperial(Power):
    text: str = "One bonus coin for each region beyond the third."
    tokens: i64 = 4

    def income(self, t: Table, me: Army) -> i64:
        return count(me.regions) - 3 if count(me.regions) > 3 else 0


class Mercenary(Power):
    text: str = "In each conquest one coin may buy two tokens less; in the final attempt even after the die."
    tokens: i64 = 4

    def owns_verb(self, verb: i64) -> bool:
        return verb == moves.CONQUER_MERCENARY or verb == moves.PAY or verb == moves.PASS

    def tokens_per_coin(self, t: Table, me: Army) -> i64:
        return TOKENS_PER_COIN if t.coins[me.seat] > 0 else 0

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        if t.coins[me.seat] > 0:
            t.offer(moves.CONQUER_MERCENARY, affordable(t, me, targets, TOKENS_PER_COIN)[0])

    def offer_after_roll(self, t: Table, me: Army, targets: i64) -> None:
        self.offer_conquest(t, me, targets)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        t.add_coins(me.seat, -1)
        if t.sink is not None:
            events.paid(t, me.seat, -1, self.name, self.id)
        if verb == moves.CONQUER_MERCENARY:
            used = price(t, me, target) - TOKENS_PER_COIN
            conquer(t, me, target, used if used > me.race.least else me.race.least, moves.CONQUER_MERCENARY)


TOKENS_PER_COIN: Final = 2
"""Tokens that a coin buys for a Mercenary race."""


RACES: Final[list[type[Race]]] = [Barbarians, Homunculi, Leprechauns, Pixies, Pygmies]
POWERS: Final[list[type[Power]]] = [Barricade, Catapult, Corrupt, Imperial, Mercenary]
