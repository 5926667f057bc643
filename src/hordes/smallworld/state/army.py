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

    race: Race
    power: Power  # NO_POWER in decline
    kept_badge: Power  # badge that is kept in decline, face down
    seat: i64  # owner
    declined: bool
    regions: i64  # set of regions held
    hand: i64  # race tokens in hand
    tokens_waiting: i64  # those in hand that may not be placed before the next turn
    tray: i64  # race tokens not in play
    holes_left: i64  # Holes-in-the-Ground of Halflings
    wealth_due: i64  # coins that Wealthy still pays
    ally: i64  # seat with which a Diplomat has a pact, or -1
    pots_left: i64  # Pots of Gold of Leprechauns
    hordes_in_hand: i64  # Hordes tokens in hand
    fireballs: i64  # Fireballs in hand
    souls: i64  # lost tokens that Igors have collected
    hordes_waiting: i64  # Hordes tokens in hand that may not be placed before the next turn
    race_note: i64
    power_note: i64

    def __init__(self, o: Army | None = None) -> None:
        if o is None:
            self.race = NO_RACE
            self.power = NO_POWER
            self.kept_badge = NO_POWER
            self.seat = -1
            self.declined = False
            self.regions = 0
            self.hand = 0
            self.tokens_waiting = 0
            self.tray = 0
            self.holes_left = 0
            self.wealth_due = 0
            self.ally = -1
            self.pots_left = 0
            self.hordes_in_hand = 0
            self.fireballs = 0
            self.souls = 0
            self.hordes_waiting = 0
            self.race_note = 0
            self.power_note = 0
        else:
            self.race = o.race
            self.power = o.power
            self.kept_badge = o.kept_badge
            self.seat = o.seat
            self.declined = o.declined
            self.regions = o.regions
            self.hand = o.hand
            self.tokens_waiting = o.tokens_waiting
            self.tray = o.tray
            self.holes_left = o.holes_left
            self.wealth_due = o.wealth_due
            self.ally = o.ally
            self.pots_left = o.pots_left
            self.hordes_in_hand = o.hordes_in_hand
            self.fireballs = o.fireballs
            self.souls = o.souls
            self.hordes_waiting = o.hordes_waiting
            self.race_note = o.race_note
            self.power_note = o.power_note

    def to_integers(self) -> list[int]:
        """Every field as an integer, for dumps; `SmallWorld.army_from_integers` is the inverse, in this order."""
        kept = [self.race.index, self.power.index, self.kept_badge.index, self.seat, int(self.declined), self.regions]
        return [
            *kept,
            self.hand,
            self.tokens_waiting,
            self.tray,
            self.holes_left,
            self.wealth_due,
            self.ally,
            self.pots_left,
            self.hordes_in_hand,
            self.fireballs,
            self.souls,
            self.hordes_waiting,
            self.race_note,
            self.power_note,
        ]

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
