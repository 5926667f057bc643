"""Races and special powers as such: the hooks through which a piece changes the rules.

A trait is a small class that overrides some of these hooks and nothing else. It holds no state, so one object serves
every game and every copy. Hooks about places answer with a set of regions, once per question; hooks about amounts
answer with a number; hooks named after a moment change the table. The rules always ask the race and the badge of an
army and unite or add up the answers, so hooks never wrap each other. A race in decline has lost its badge: only the
race is asked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hordes.engine.native import class_number, class_text, i64, mypyc_attr

if TYPE_CHECKING:
    from hordes.smallworld.army import Army
    from hordes.smallworld.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Trait:
    """What a race and a power have in common."""

    index: i64 = -1
    id: str = ""
    name: str = ""
    text: str = ""
    verb: i64 = -1

    def __init__(self) -> None:
        kind = type(self)
        words = re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__)
        self.name = class_text(kind, "name", self.name) or words
        self.id = class_text(kind, "id", self.id) or words.lower().replace(" ", "_")
        self.text = class_text(kind, "text", self.text) or class_text(kind, "__doc__", "").strip()
        self.verb = class_number(kind, "verb", self.verb)

    # Where it may go

    def entry(self, t: Table, me: Army) -> i64:
        """Regions through which it may enter the map, besides the border."""
        return 0

    def reach(self, t: Table, me: Army) -> i64:
        """Regions it may attack although they do not border its own."""
        return 0

    def swims(self, t: Table, me: Army) -> i64:
        """Seas and lakes that are open to it."""
        return 0

    def closed(self, t: Table, me: Army) -> i64:
        """Regions it may not attack this turn."""
        return 0

    def immune(self, t: Table, me: Army) -> i64:
        """Regions of its own that opponents can neither conquer nor touch with any power."""
        return 0

    # What a conquest costs

    def cheaper(self, t: Table, me: Army) -> i64:
        """Regions that cost one token less."""
        return 0

    def discount(self, t: Table, me: Army) -> i64:
        """Tokens less that any region costs now."""
        return 0

    def rescue(self, t: Table, me: Army) -> i64:
        """Tokens that a coin is worth after the die of the final attempt."""
        return 0

    def rolls_first(self) -> bool:
        """Does it roll the die before each conquest instead of after naming the last one?"""
        return False

    # Moves of its own

    def knows(self, verb: i64) -> bool:
        """Is this a move that only it may offer? Most that have one have a single `verb`."""
        return verb == self.verb

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        """Offer ways of its own to conquer one of the targets; `act` is called when one is chosen."""

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        """Carry out a move that this trait has offered."""

    def offer_aimed(self, t: Table, me: Army) -> None:
        """Offer what a piece may do that has been aimed (`t.aim`) and not fired yet."""

    def attacks(self, t: Table, me: Army) -> None:
        """It attacks a region, with or without success: what it committed is used now."""

    def conquered(self, t: Table, me: Army, region: i64) -> None:
        """It has just taken a region."""

    def raided(self, t: Table, me: Army, attacker: Army) -> None:
        """One of its active regions is conquered."""

    def failed(self, t: Table, me: Army) -> None:
        """Its final attempt has failed."""

    def committed(self, t: Table) -> bool:
        """Has it put something up for the next conquest that can still be taken back?"""
        return False

    def harvest(self, t: Table, me: Army, tokens: i64) -> None:
        """Tokens were lost in a conquest, by anybody."""

    def raids(self, t: Table, me: Army, victim: Army) -> None:
        """It conquers an active region of somebody."""

    def rounds(self) -> i64:
        """How many rounds of conquests it has in a turn."""
        return 1

    def bereaved(self, t: Table, me: Army) -> bool:
        """It has lost a token in a conquest. Does it roll the die for new ones?"""
        return False

    def abandoned(self, t: Table, me: Army, region: i64) -> None:
        """It has just left a region."""

    def losses(self, t: Table, me: Army) -> i64:
        """How many tokens are lost when one of its regions is conquered."""
        return 1

    # The turn

    def picked(self, t: Table, me: Army) -> None:
        """It has just been chosen from the column."""

    def turn_begins(self, t: Table, me: Army) -> None:
        """The owner's turn begins."""

    def offer_start(self, t: Table, me: Army) -> None:
        """Offer what may be done at the start of the turn, before any other move."""

    def readied(self, t: Table, me: Army) -> None:
        """Its troops have come to hand."""

    def redeployment_begins(self, t: Table, me: Army) -> None:
        """Conquests are over; troops and pieces come to hand."""

    def reserve(self, t: Table, me: Army) -> i64:
        """Tokens that must be in hand, not on the map, when redeployment ends."""
        return 0

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        """Offer pieces that must be placed, on the owner's turn or after an attack on him (`moment` is the phase)."""

    def offer_extra(self, t: Table, me: Army, moment: i64) -> None:
        """Offer pieces that may be placed in redeployment, or left."""

    def finish_begins(self, t: Table, me: Army) -> bool:
        """Redeployment is over. Does it want to decide something before scoring?"""
        return False

    def offer_finish(self, t: Table, me: Army) -> None:
        """Offer what it decides before scoring, and `done` when that may be left."""

    def declines_after_scoring(self) -> bool:
        """May it go into decline at the end of an ordinary turn?"""
        return False

    # Coins

    def income(self, t: Table, me: Army) -> i64:
        """Bonus coins at scoring while active."""
        return 0

    def declined_income(self, t: Table, me: Army) -> i64:
        """Bonus coins at scoring while in decline."""
        return 0

    def scored(self, t: Table, me: Army) -> None:
        """The coins of this turn have been paid."""

    # In a position

    def shown(self, t: Table, me: Army) -> dict[str, Any]:
        """What a position says of it besides race, badge and hand."""
        return {}

    def restored(self, t: Table, me: Army, found: dict[str, Any]) -> None:
        """Read what `shown` writes; what a position leaves out follows from the map."""

    # Decline

    def declining(self, t: Table, me: Army) -> None:
        """It goes into decline: its pieces that do not outlast that leave the map."""

    def saw_decline(self, t: Table, me: Army) -> None:
        """Another race has gone into decline while this one is active."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Race(Trait):
    """A banner: `banner` tokens are printed on it, `total` lie in the tray, `one` of them has a name of its own."""

    banner: i64 = 0
    total: i64 = 0
    bonus_tokens: i64 = 0
    least: i64 = 1
    one: str = ""

    def __init__(self) -> None:
        super().__init__()
        kind = type(self)
        self.banner = class_number(kind, "banner", self.banner)
        self.total = class_number(kind, "total", self.total)
        self.bonus_tokens = class_number(kind, "bonus_tokens", self.bonus_tokens)
        self.least = class_number(kind, "least", self.least)
        self.one = class_text(kind, "one", self.one) or self.name.removesuffix("s")

    def in_column(self) -> bool:
        """Does its banner lie in the stack from which the column is filled?"""
        return True

    def redeploys(self) -> bool:
        """Do its troops come to hand again after the conquests?"""
        return True

    def holds_back(self) -> bool:
        """Do all its tokens in hand wait there when its turn ends?"""
        return False

    def survivors_wait(self, t: Table, me: Army) -> bool:
        """Do tokens that withdraw from an attack wait for the owner's next turn?"""
        return False

    def swells(self) -> bool:
        """Does a token from the tray join the combo whenever it is passed over in the column?"""
        return False

    def stays_whole(self) -> bool:
        """Do all its tokens stay on the map when it declines?"""
        return False

    def gathers(self) -> bool:
        """Do its tokens gather in one region, of the owner's choice, when it declines?"""
        return False

    def acts_in_decline(self) -> bool:
        """Does it go on conquering when in decline?"""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Power(Trait):
    """A badge: `tokens` is the number printed on it, `toll` what it costs to pass over its combo."""

    tokens: i64 = 0
    toll: i64 = 1

    def __init__(self) -> None:
        super().__init__()
        self.tokens = class_number(type(self), "tokens", self.tokens)
        self.toll = class_number(type(self), "toll", self.toll)

    def unaccompanied(self, t: Table, me: Army) -> i64:
        """Regions that need a race token before the redeployment may end, or must be given up."""
        return 0

    def outlasts_decline(self) -> bool:
        """Is the badge turned over and kept with the declined race instead of discarded?"""
        return False

    def beyond_limit(self) -> bool:
        """Does its declined race not count against the one race in decline that a player may have?"""
        return False


class NoRace(Race):
    """Nobody: the race of a player between two races, and of the bank."""


class NoPower(Power):
    """No badge, or one that was discarded in decline."""


NO_RACE = NoRace()
NO_POWER = NoPower()
