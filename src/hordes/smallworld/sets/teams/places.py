"""The four Popular Places and the Righteous Relic of the team game: one marker class each."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT, lowest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import readying, sigil
from hordes.smallworld.rules.conquest import remove_if_gone
from hordes.smallworld.state import events, moves, questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BONEYARD,
    BONY_RACE,
    MARKER_AT,
    SIGIL,
    SOAPBAR,
    TAVERN,
    VALE,
)
from hordes.smallworld.state.markers import Marker
from hordes.smallworld.state.table import Table


class Soapbar(Marker):
    """The Relic: it pays a coin at scoring and then moves to another region."""

    index: i64 = SOAPBAR
    name: str = "Golden Soapbar"
    id: str = "soapbar"
    text: str = (
        "One bonus coin at scoring; then it must move to a region that borders its holder's active race "
        "and is not held by it, land or water."
    )

    def income(self, t: Table, me: Army) -> i64:
        return 1

    def next_regions(self, t: Table, me: Army) -> i64:
        """Regions it may move to: adjacent to the race and not held by it, land or water."""
        near = t.board.neighbours(me.regions) & ~me.regions
        ashore = t.rules.soapbar_keeps_to_land and near & t.board.land != 0
        return near & t.board.land if ashore else near

    def asks_after_scoring(self, t: Table, me: Army) -> bool:
        return self.next_regions(t, me) != 0

    def offer_answers(self, t: Table, seat: i64) -> None:
        t.offer(moves.SOAPBAR, self.next_regions(t, t.active[seat]))

    def apply_answer(self, t: Table, seat: i64, verb: i64, target: i64) -> None:
        t.set_marker_state(MARKER_AT + SOAPBAR, BIT[target])
        if t.sink is not None:
            events.marker_moved(t, seat, self.id, target)


class Tavern(Marker):
    """Pays coins at scoring, which the holder may share."""

    index: i64 = TAVERN
    name: str = "Glandulf's Tavern"
    id: str = "tavern"
    text: str = "Two bonus coins at scoring; one or both of them may be given to one other player."

    def income(self, t: Table, me: Army) -> i64:
        return moves.MAX_SHARED

    def asks_after_scoring(self, t: Table, me: Army) -> bool:
        return True

    def offer_answers(self, t: Table, seat: i64) -> None:
        others = (BIT[t.rules.players] - 1) & ~BIT[seat]
        for n in range(moves.MAX_SHARED):
            t.offer(moves.SHARE + n, others)
        t.offer(moves.DONE, 1)

    def apply_answer(self, t: Table, seat: i64, verb: i64, target: i64) -> None:
        if verb == moves.DONE:
            return
        coins = verb - moves.SHARE + 1
        t.add_coins(seat, -coins)
        t.add_coins(target, coins)
        if t.sink is not None:
            events.tribute(t, seat, target, coins, self.name, self.id)


class Boneyard(Marker):
    """Its holder places Bony, who protects a declined race from all but plain conquest."""

    index: i64 = BONEYARD
    name: str = "Bony's Boneyard"
    id: str = "boneyard"
    text: str = (
        "Whoever takes it puts Bony on a declined race of his choice: its owner's opponents have no racial or "
        "special power, Relic or Place against it, only plain conquest. Bony leaves when the holder declines, "
        "abandons or loses the Boneyard."
    )

    def region_taken(self, t: Table, me: Army) -> None:
        if len(t.declined) > 0:
            t.push(questions.bony(me.seat))

    def region_left(self, t: Table, me: Army) -> None:
        self.remove_bony(t)

    def race_removed(self, t: Table, army: Army) -> None:
        if t.marker_state[BONY_RACE] == army.race.index + 1:
            self.remove_bony(t)

    def remove_bony(self, t: Table) -> None:
        """Take Bony off the board, and report it."""
        if t.marker_state[BONY_RACE] != 0:
            t.set_marker_state(BONY_RACE, 0)
            if t.sink is not None:
                events.bony_left(t)

    def plain_conquest_regions(self, t: Table, me: Army) -> i64:
        if t.marker_state[BONY_RACE] == 0:
            return 0
        protected = t.army_with_race(t.marker_state[BONY_RACE] - 1)
        return protected.regions if protected.seat != me.seat else 0

    def offer_start(self, t: Table, me: Army) -> None:
        if t.marker_state[BONY_RACE] == 0:
            self.offer_answers(t, me.seat)

    def offer_answers(self, t: Table, seat: i64) -> None:
        for owner in range(t.rules.players):
            races: i64 = 0
            for army in t.declined:
                if army.seat == owner:
                    races |= BIT[army.race.index]
            t.offer(moves.BONY + owner, races)

    def apply_answer(self, t: Table, seat: i64, verb: i64, target: i64) -> None:
        t.set_marker_state(BONY_RACE, target + 1)
        if t.sink is not None:
            events.bony_placed(t, seat, t.army_with_race(target))


class Vale(Marker):
    """Its holder may exchange badges with his partner."""

    index: i64 = VALE
    name: str = "Mirror's Vale"
    id: str = "vale"
    text: str = (
        "At the start of the turn its holder may exchange badges with his partner, if both have an active race. "
        "The pieces of both badges go to their new owners' hands."
    )

    def offer_start(self, t: Table, me: Army) -> None:
        if not t.this_turn.badges_swapped and self.partner(t, me) is not NOBODY:
            t.offer(moves.SWAP, 1)

    def partner(self, t: Table, me: Army) -> Army:
        """The active race of the holder's partner; NOBODY when there is none, or no teams."""
        seat = t.rules.mode.partner(me.seat)
        return NOBODY if seat < 0 else t.active[seat]

    def apply_answer(self, t: Table, seat: i64, verb: i64, target: i64) -> None:
        me = t.active[seat]
        other = self.partner(t, me)
        t.this_turn.badges_swapped = True
        mine, theirs = me.power, other.power
        me.power.badge_passed_on(t, me, other)
        other.power.badge_passed_on(t, other, me)
        me.power, other.power = theirs, mine
        vacate_undermanned(t, me)
        vacate_undermanned(t, other)
        readying.forget_vacated(t)
        t.resize_behemoths()  # the stacks of a Behemoth badge now depend on other swamps
        if t.sink is not None:
            events.swapped(t, me, other)


def vacate_undermanned(t: Table, army: Army) -> None:
    """Vacate regions in which too few tokens are left after pieces of the badge have gone."""
    rest = army.regions
    while rest != 0:
        region = lowest(rest)
        rest &= rest - 1
        if t.troops_in(region) < army.race.least:
            army.hand += t.vacate(army, region)


class Sigil(Marker):
    """A token may be given in place of another one that would be lost."""

    index: i64 = SIGIL
    name: str = "Sigil of Sacrifice"
    id: str = "sigil"
    text: str = (
        "When another race would lose a token, its holder may give one of his active tokens instead; when the "
        "holder's active race would, he may ask another player, or himself for his declined race, to give one."
    )

    def contests_loss(self, t: Table, loser: Army) -> bool:
        return sigil.next_giver(t, loser, -1) >= 0

    def ask_about_loss(self, t: Table, loser: Army, horde: bool) -> None:
        if not sigil.ask_for_token(t, loser, horde):
            remove_if_gone(t, loser)


MARKERS: Final[list[type[Marker]]] = [Soapbar, Tavern, Boneyard, Vale, Sigil]
