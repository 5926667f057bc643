"""The column of combos, and the stacks of banners and badges from which it is filled."""

from __future__ import annotations

from hordes.engine.native import i64, mypyc_attr, vec
from hordes.engine.state import CHANCE
from hordes.smallworld.army import Rules
from hordes.smallworld.frames import Frames
from hordes.smallworld.traits import Race
from hordes.smallworld.vocabulary import (
    COLUMN,
    COLUMN_MOVED,
    DRAW_BADGE,
    DRAW_BANNER,
    ENDED,
    FIRST_SEAT,
    NECROMANCER_PICK,
)


@mypyc_attr(acyclic=True)
class Column(Frames):
    """Six combos in sight, coins and extra tokens on them. Banners and badges not yet seen have no order.

    Clones share these arrays until one of them changes.
    """

    rules: Rules
    column: i64 = 0
    combo_race: vec[i64]
    combo_power: vec[i64]
    combo_coins: vec[i64]
    combo_extra: vec[i64]
    banners: i64 = 0
    returned: vec[i64]
    returned_count: i64 = 0
    badges: i64 = 0
    discarded: i64 = 0

    def missing_combo(self) -> bool:
        """Could another combo be laid out?"""
        return (
            self.column < COLUMN
            and (self.banners != 0 or self.returned_count > 0)
            and (self.badges | self.discarded) != 0
        )

    def awaits_combos(self) -> bool:
        """Is this a moment at which new combos are turned up? Chance is not busy, and the game goes on."""
        return (self.phase <= FIRST_SEAT or self.phase > NECROMANCER_PICK) and self.phase != ENDED

    def refill(self) -> None:
        """Ask chance for the next combo while the column is short. Returned banners lie in sight under the stack."""
        if self.missing_combo():
            if self.banners != 0:
                self.push(DRAW_BANNER, CHANCE, -1)
            else:
                self.draw_badge_for(self.take_returned())

    def take_returned(self) -> i64:
        """The banner that has been lying longest under the stack."""
        race = self.returned[0]
        self.returned = self.returned[:]
        self.returned_count -= 1
        for k in range(self.returned_count):
            self.returned[k] = self.returned[k + 1]
        self.returned[self.returned_count] = 0
        return race

    def draw_badge_for(self, race: i64) -> None:
        """Ask chance for the badge that goes with a banner; an empty stack is shuffled from the discarded badges."""
        if self.badges == 0:
            self.badges = self.discarded
            self.discarded = 0
        self.push(DRAW_BADGE, CHANCE, race)

    def own_column(self) -> None:
        """The column is about to change: stop sharing it with clones."""
        self.combo_race = self.combo_race[:]
        self.combo_power = self.combo_power[:]
        self.combo_coins = self.combo_coins[:]
        self.combo_extra = self.combo_extra[:]
        self.news |= COLUMN_MOVED

    def lay_combo(self, race: i64, power: i64, coins: i64) -> None:
        """Add a combo at the bottom of the column."""
        self.own_column()
        self.combo_race[self.column] = race
        self.combo_power[self.column] = power
        self.combo_coins[self.column] = coins
        self.combo_extra[self.column] = 0
        self.column += 1

    def price_of(self, slot: i64) -> i64:
        """Coins to be laid on the combos above one that is chosen."""
        total: i64 = 0
        for k in range(slot):
            total += self.rules.powers[self.combo_power[k]].toll
        return total

    def take_combo(self, slot: i64) -> None:
        """Lay a coin on each combo above the one that is chosen, and take that out; those below slide up.

        Some races grow when they are passed over.
        """
        self.own_column()
        for k in range(slot):
            self.combo_coins[k] += self.rules.powers[self.combo_power[k]].toll
            race = self.rules.races[self.combo_race[k]]
            if race.swells() and self.combo_extra[k] < race.total:
                self.combo_extra[k] += 1
        self.column -= 1
        for k in range(slot, self.column):
            self.combo_race[k] = self.combo_race[k + 1]
            self.combo_power[k] = self.combo_power[k + 1]
            self.combo_coins[k] = self.combo_coins[k + 1]
            self.combo_extra[k] = self.combo_extra[k + 1]
        self.combo_race[self.column] = self.combo_power[self.column] = self.combo_coins[self.column] = 0
        self.combo_extra[self.column] = 0

    def return_banner(self, race: Race) -> None:
        """Put a banner under the stack."""
        self.returned = self.returned[:]
        self.returned[self.returned_count] = race.index
        self.returned_count += 1
