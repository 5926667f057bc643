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

from hordes.engine.native import class_number, class_text, class_texts, class_writes, i64, mypyc_attr

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
    words: tuple[str, ...] = ()
    first_verb: i64 = -1
    forms: list[str]
    mark: str = ""
    marked: bool = False
    defends: bool = False

    def __init__(self) -> None:
        kind = type(self)
        words = re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__)
        self.name = class_text(kind, "name", self.name) or words
        self.id = class_text(kind, "id", self.id) or words.lower().replace(" ", "_")
        self.text = class_text(kind, "text", self.text) or " ".join(class_text(kind, "__doc__", "").split())
        self.verb = class_number(kind, "verb", self.verb)
        self.forms = class_texts(kind, "words")
        self.mark = class_text(kind, "mark", self.mark)
        self.marked = self.mark != ""
        self.defends = class_writes(kind, "sturdier", "Trait")

    # Words of its own: `words = ("bless REGION",)`. The rules number them when a game is set up.

    def number(self, word: str) -> i64:
        """The verb of one of its own words, for `t.offer`."""
        for k in range(len(self.forms)):
            if self.forms[k].split()[0] == word:
                return self.first_verb + k
        raise ValueError(f"{self.name} has no word {word!r}")

    def word(self, verb: i64) -> str:
        """The own word that a verb stands for, for `act`; empty for a verb of the box."""
        k = verb - self.first_verb
        return self.forms[k].split()[0] if self.first_verb >= 0 and 0 <= k < len(self.forms) else ""

    # Where it may go

    def entry(self, t: Table, me: Army) -> i64:
        """Regions through which it may enter the map, besides the border."""
        return 0

    def reach(self, t: Table, me: Army) -> i64:
        """Regions it may attack although they do not border its own."""
        return 0

    def adjoins(self, t: Table, me: Army, regions: i64) -> i64:
        """Regions that border these for its conquests, although the map shows no border."""
        return 0

    def swims(self, t: Table, me: Army) -> i64:
        """Seas and lakes that are open to it."""
        return 0

    def closed(self, t: Table, me: Army) -> i64:
        """Regions it may not attack this turn."""
        return 0

    def closed_words(self) -> str:
        """Why these are closed to it, as half a sentence."""
        return ""

    def immune(self, t: Table, me: Army) -> i64:
        """Regions of its own that opponents can neither conquer nor touch with any power."""
        return 0

    # What a conquest costs

    def cheaper(self, t: Table, me: Army) -> i64:
        """Regions that cost one token less."""
        return 0

    def sturdier(self, t: Table, me: Army) -> i64:
        """Regions of its own that cost everybody one token more, beyond the pieces that stand there."""
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
        """Is this a move that only it may offer? Most that have one have a single `verb`, or `words` of their own."""
        return verb == self.verb or self.word(verb) != ""

    def offer(self, t: Table, me: Army) -> None:
        """Offer moves of its own words beside all others: while it conquers, redeploys, finishes or withdraws."""

    def refuses(self, t: Table, me: Army, verb: i64, target: i64) -> str:
        """Why a move of its own words is not legal now, in a sentence for the player."""
        return ""

    def explains(self, t: Table, me: Army, verb: i64, target: i64) -> str:
        """What a move of its own words would do, in a few words for the player."""
        return ""

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        """Offer ways of its own to conquer one of the targets; `act` is called when one is chosen."""

    def act(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        """Carry out a move that this trait has offered."""

    def offer_rolled(self, t: Table, me: Army, targets: i64) -> None:
        """Offer ways of its own to conquer that may still be chosen after the die was rolled first."""

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

    def declined_turn_begins(self, t: Table, me: Army) -> None:
        """The owner's turn begins while it is in decline."""

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
        """Offer what it must decide before scoring."""

    def offer_last(self, t: Table, me: Army) -> None:
        """Offer what it may decide before scoring, or leave."""

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

    def gates(self, t: Table, me: Army) -> i64:
        """Where it comes onto the map: for all but Ghosts the border of the board."""
        return t.board.border

    def gate_words(self) -> str:
        """What such a region is called."""
        return "a border region"

    def outpost(self, t: Table) -> i64:
        """A place where its tokens stand although it is no region of its own: Necromancer Island."""
        return 0

    def called_up(self, t: Table, me: Army) -> i64:
        """Its troops are readied: tokens come to hand from its outpost too. How many?"""
        return 0

    def quarters(self, t: Table, me: Army, moment: i64) -> i64:
        """Where tokens in hand may be placed, on the owner's turn or after an attack on him."""
        return me.regions

    def haunts(self) -> bool:
        """Do all other players consider it in decline, like Lost Tribes?"""
        return False

    def may_decline(self) -> bool:
        """Can it go into decline at all?"""
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

    def badges(self) -> list[Power]:
        """The badges that act as this one: itself, or several that the Necromancer has in use."""
        return [self]

    def several(self) -> bool:
        """Are these several badges, which may make the same region cheaper?"""
        return False

    def cheaper_again(self, t: Table, me: Army, bit: i64) -> i64:
        """Tokens less, beyond the first, when several badges make the same region cheaper."""
        return 0

    def serves_ghosts(self) -> bool:
        """May the Necromancer draw it? What concerns only decline or the column is of no use to Ghosts."""
        return self.toll == 1 and not self.beyond_limit() and not self.declines_after_scoring()

    def looks_back(self, t: Table) -> bool:
        """When the Necromancer puts it in use, does it count only when that turn is scored?"""
        return False

    def unaccompanied(self, t: Table, me: Army) -> i64:
        """Regions that need a race token before the redeployment may end, or must be given up."""
        return 0

    def outlasts_decline(self) -> bool:
        """Is the badge turned over and kept with the declined race instead of discarded?"""
        return False

    def passed_on(self, t: Table, old: Army, new: Army) -> None:
        """The badge goes from one active race to another: its pieces leave the map, as in decline, for the new hand."""
        self.declining(t, old)

    def beyond_limit(self) -> bool:
        """Does its declined race not count against the one race in decline that a player may have?"""
        return False


class NoRace(Race):
    """Nobody: the race of a player between two races, and of the bank."""


class NoPower(Power):
    """No badge, or one that was discarded in decline."""


NO_RACE = NoRace()
NO_POWER = NoPower()
