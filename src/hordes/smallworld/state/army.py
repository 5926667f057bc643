"""Army: a race in play, with its banner, badge, regions and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64, mypyc_attr
from hordes.smallworld.state.traits import NO_POWER, NO_RACE, Power, Race, Trait

if TYPE_CHECKING:
    from hordes.smallworld.state.table import Table


# Cloned in every step of a search: compiled without support for garbage cycles, and with a free list.
@mypyc_attr(acyclic=True, free_list_len=1)
class Army:
    """A race in play: banner, badge, regions held, tokens in hand and in the tray, and counters of special pieces.

    `race_note` and `power_note` are integers for the use of custom traits: an amount, or a set of regions. If the
    trait has a `mark`, its note is the set of regions where such a piece stands.
    """

    def __init__(self, o: Army | None = None) -> None:
        # Banner; badge, NO_POWER in decline; badge that is kept in decline, face down.
        self.race: Race = NO_RACE if o is None else o.race
        self.power: Power = NO_POWER if o is None else o.power
        self.kept_badge: Power = NO_POWER if o is None else o.kept_badge
        # Owner; regions held, as a set.
        self.seat: i64 = i64(-1) if o is None else o.seat
        self.declined: bool = False if o is None else o.declined
        self.regions: i64 = i64(0) if o is None else o.regions
        # Race tokens in hand; those of them that may not be placed before the next turn; race tokens not in play.
        self.hand: i64 = i64(0) if o is None else o.hand
        self.tokens_waiting: i64 = i64(0) if o is None else o.tokens_waiting
        self.tray: i64 = i64(0) if o is None else o.tray
        # Holes-in-the-Ground that Halflings have left; coins that Wealthy still pays; Pots that Leprechauns have left.
        self.holes_left: i64 = i64(0) if o is None else o.holes_left
        self.wealth_due: i64 = i64(0) if o is None else o.wealth_due
        self.pots_left: i64 = i64(0) if o is None else o.pots_left
        # Seat with which a Diplomat has a pact, or -1.
        self.ally: i64 = i64(-1) if o is None else o.ally
        # Hordes tokens in hand, and those of them that may not be placed before the next turn.
        self.hordes_in_hand: i64 = i64(0) if o is None else o.hordes_in_hand
        self.hordes_waiting: i64 = i64(0) if o is None else o.hordes_waiting
        # Fireballs in hand; lost tokens that Igors have collected.
        self.fireballs: i64 = i64(0) if o is None else o.fireballs
        self.souls: i64 = i64(0) if o is None else o.souls
        # For the use of custom traits.
        self.race_note: i64 = i64(0) if o is None else o.race_note
        self.power_note: i64 = i64(0) if o is None else o.power_note

    def exists(self) -> bool:
        """Whether there is a race at all: a player between two races has none."""
        return self.race.index >= 0

    def is_seen_as_declined(self) -> bool:
        """Whether the other players treat it as a race in decline."""
        return self.declined or self.race.counts_as_declined()

    def troops(self) -> i64:
        """Tokens in hand that can conquer, Hordes tokens included."""
        return self.hand + self.hordes_in_hand

    def defending_traits(self, t: Table, region: i64) -> list[Trait]:
        """The custom race and badges that raise the price of a region they hold, by one token each."""
        traits: list[Trait] = [self.race]
        traits += [] if self.declined else self.power.badges()
        return [trait for trait in traits if trait.raises_cost and trait.costlier_regions(t, self) & BIT[region] != 0]

    def starting_tokens(self) -> i64:
        """Tokens that a newly picked combo starts with: those of banner and badge, and the race's bonus."""
        return self.race.banner + self.race.bonus_tokens + self.power.tokens

    def draw_from_tray(self, tokens: i64) -> None:
        """Move tokens from the tray to the hand, as many as there are."""
        new = tokens if tokens < self.tray else self.tray
        self.tray -= new
        self.hand += new


NOBODY: Final = Army()
"""Null object for 'no army', shared by all states and never changed. Compare with `is`."""
