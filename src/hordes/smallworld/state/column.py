"""The column of combos on offer, and the stacks of banners and badges that refill it."""

from __future__ import annotations

from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec
from hordes.smallworld.state import questions
from hordes.smallworld.state.config import Rules
from hordes.smallworld.state.constants import (
    COLUMN_CHANGED,
    COLUMN_SLOTS,
    PHASES_WITHOUT_REFILL,
)
from hordes.smallworld.state.question_stack import QuestionStack
from hordes.smallworld.state.traits import Race


@mypyc_attr(acyclic=True)
class Column(QuestionStack):
    """Up to six face-up combos with the coins and extra tokens on them, and the stacks.

    Stacks of banners and badges are sets without an order: chance draws from them. Clones share the arrays until one
    of them changes (copy-on-write), so every writer replaces an array by a copy first.
    """

    def __init__(self, rules: Rules, o: Column | None = None) -> None:
        super().__init__(o)
        self.rules: Rules = rules
        # Number of combos on offer; race, power, coins and extra tokens of each, from the top.
        self.column_size: i64 = i64(0) if o is None else o.column_size
        self.combo_race: vec[i64] = vec[i64]([0] * COLUMN_SLOTS) if o is None else o.combo_race
        self.combo_power: vec[i64] = vec[i64]([0] * COLUMN_SLOTS) if o is None else o.combo_power
        self.combo_coins: vec[i64] = vec[i64]([0] * COLUMN_SLOTS) if o is None else o.combo_coins
        self.combo_tokens: vec[i64] = vec[i64]([0] * COLUMN_SLOTS) if o is None else o.combo_tokens
        # Races not seen yet, as a set; races that left the game, oldest first, and their number.
        self.banner_stack: i64 = rules.column_banners if o is None else o.banner_stack
        self.returned_banners: vec[i64] = vec[i64]([0] * len(rules.races)) if o is None else o.returned_banners
        self.returned_count: i64 = i64(0) if o is None else o.returned_count
        # Powers not seen yet and powers that were discarded, as sets.
        self.badge_stack: i64 = BIT[len(rules.powers)] - 1 if o is None else o.badge_stack
        self.discarded_badges: i64 = i64(0) if o is None else o.discarded_badges

    def can_refill(self) -> bool:
        """Whether the column has room and both stacks could supply another combo."""
        return (
            self.column_size < COLUMN_SLOTS
            and (self.banner_stack != 0 or self.returned_count > 0)
            and (self.badge_stack | self.discarded_badges) != 0
        )

    def may_refill_now(self) -> bool:
        """Whether new combos may be drawn in this phase: no chance question is open, and the game is not over."""
        return BIT[self.phase] & PHASES_WITHOUT_REFILL == 0

    def refill(self) -> None:
        """Ask chance for the next combo if the column is short.

        Banners that were returned are used when the stack is empty, oldest first: their order is known.
        """
        if self.can_refill():
            if self.banner_stack != 0:
                self.open(questions.banner_draw())
            else:
                self.draw_badge_for(self.take_returned_banner())

    def take_returned_banner(self) -> i64:
        """Remove and return the banner that has been under the stack the longest."""
        race = self.returned_banners[0]
        self.returned_banners = self.returned_banners[:]
        self.returned_count -= 1
        for k in range(self.returned_count):
            self.returned_banners[k] = self.returned_banners[k + 1]
        self.returned_banners[self.returned_count] = 0  # unused slots are 0, so that equal states have equal arrays
        return race

    def draw_badge_for(self, race: i64) -> None:
        """Ask chance for the badge that goes with a banner; an empty stack is refilled from the discarded badges."""
        if self.badge_stack == 0:
            self.badge_stack = self.discarded_badges
            self.discarded_badges = 0
        self.open(questions.badge_draw(race))

    def copy_column(self) -> None:
        """Copy the arrays of the column before a write, so that clones keep theirs."""
        self.combo_race = self.combo_race[:]
        self.combo_power = self.combo_power[:]
        self.combo_coins = self.combo_coins[:]
        self.combo_tokens = self.combo_tokens[:]
        self.changed_kinds |= COLUMN_CHANGED

    def add_combo(self, race: i64, power: i64, coins: i64) -> None:
        """Add a combo at the bottom of the column."""
        self.copy_column()
        self.combo_race[self.column_size] = race
        self.combo_power[self.column_size] = power
        self.combo_coins[self.column_size] = coins
        self.combo_tokens[self.column_size] = 0
        self.column_size += 1

    def pick_price(self, slot: i64) -> i64:
        """Coins that picking a combo costs: the tolls of all combos above it."""
        total: i64 = 0
        for k in range(slot):
            total += self.rules.powers[self.combo_power[k]].toll
        return total

    def take_combo(self, slot: i64) -> None:
        """Remove the picked combo: its price goes to the combos above it, and those below move up.

        Some races get a token whenever they are passed over.
        """
        self.copy_column()
        for k in range(slot):
            self.combo_coins[k] += self.rules.powers[self.combo_power[k]].toll
            race = self.rules.races[self.combo_race[k]]
            if race.grows_when_passed() and self.combo_tokens[k] < race.total:
                self.combo_tokens[k] += 1
        self.column_size -= 1
        for k in range(slot, self.column_size):
            self.combo_race[k] = self.combo_race[k + 1]
            self.combo_power[k] = self.combo_power[k + 1]
            self.combo_coins[k] = self.combo_coins[k + 1]
            self.combo_tokens[k] = self.combo_tokens[k + 1]
        self.combo_race[self.column_size] = self.combo_power[self.column_size] = self.combo_coins[self.column_size] = 0
        self.combo_tokens[self.column_size] = 0

    def return_banner(self, race: Race) -> None:
        """Put a banner under the stack."""
        self.returned_banners = self.returned_banners[:]
        self.returned_banners[self.returned_count] = race.index
        self.returned_count += 1
