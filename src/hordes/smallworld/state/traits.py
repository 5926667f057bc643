"""Base classes of races and special powers: the hooks through which they change the rules.

A trait is a class that overrides some of these hooks and nothing else. It holds no state, so one object serves every
game and every copy. Hooks about places return a set of regions as a bit mask; hooks about amounts return a number;
hooks named after a moment change the table. The rules call both race and badge of an army and unite or add up the
answers, so hooks never wrap each other. A race in decline has lost its badge: only the race is asked.
`custom/hook_table.py` lists every hook with the moment of its call.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hordes.engine.mypyc_compat import class_int, class_overrides, class_str, class_strs, i64, mypyc_attr

if TYPE_CHECKING:
    from hordes.smallworld.state.army import Army
    from hordes.smallworld.state.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Trait:
    """Hooks and fields that races and powers have in common."""

    index: i64 = -1
    id: str = ""
    name: str = ""
    text: str = ""
    verb: i64 = -1
    words: tuple[str, ...] = ()
    first_verb: i64 = -1
    verb_forms: list[str]
    mark: str = ""
    has_mark: bool = False
    raises_cost: bool = False
    has_immunity: bool = False

    def __init__(self) -> None:
        # A compiled base class does not see what an interpreted subclass writes in its body, so it is read by name.
        kind = type(self)
        words = re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__)
        self.name = class_str(kind, "name", self.name) or words
        self.id = class_str(kind, "id", self.id) or words.lower().replace(" ", "_")
        self.text = class_str(kind, "text", self.text) or " ".join(class_str(kind, "__doc__", "").split())
        self.verb = class_int(kind, "verb", self.verb)
        self.verb_forms = class_strs(kind, "words")
        self.mark = class_str(kind, "mark", self.mark)
        self.has_mark = self.mark != ""
        # Hooks that few override and the rules ask for every army all the time.
        self.raises_cost = class_overrides(kind, "costlier_regions", "Trait")
        self.has_immunity = class_overrides(kind, "immune_regions", "Trait")

    # Custom move words: `words = ("bless REGION",)`. They get their verbs when a game is set up (`register_verbs`).

    def verb_for(self, word: str) -> i64:
        """The verb of one of its custom move words, for `t.offer`."""
        for k in range(len(self.verb_forms)):
            if self.verb_forms[k].split()[0] == word:
                return self.first_verb + k
        raise ValueError(f"{self.name} has no word {word!r}")

    def word_for(self, verb: i64) -> str:
        """The custom move word that a verb stands for, for `apply_move`; empty for a built-in verb."""
        k = verb - self.first_verb
        return self.verb_forms[k].split()[0] if self.first_verb >= 0 and 0 <= k < len(self.verb_forms) else ""

    # Targets of conquests

    def extra_entry_regions(self, t: Table, me: Army) -> i64:
        """Regions through which it may enter the map, besides those of `Race.entry_regions`."""
        return 0

    def extra_targets(self, t: Table, me: Army) -> i64:
        """Regions it may attack although they are not adjacent to its own."""
        return 0

    def extra_neighbours(self, t: Table, me: Army, regions: i64) -> i64:
        """Regions that count as adjacent to these for its conquests, although they share no border."""
        return 0

    def open_waters(self, t: Table, me: Army) -> i64:
        """Seas and lakes that it may conquer."""
        return 0

    def forbidden_targets(self, t: Table, me: Army) -> i64:
        """Regions it may not attack this turn."""
        return 0

    def forbidden_reason(self) -> str:
        """Why these are forbidden, as half a sentence for the player."""
        return ""

    def immune_regions(self, t: Table, me: Army) -> i64:
        """Regions of its own that opponents can neither conquer nor touch with any power."""
        return 0

    # Cost of conquests

    def cheaper_regions(self, t: Table, me: Army) -> i64:
        """Regions that cost one token less."""
        return 0

    def costlier_regions(self, t: Table, me: Army) -> i64:
        """Regions it holds that cost everybody one token more, besides the pieces that stand there."""
        return 0

    def discount(self, t: Table, me: Army) -> i64:
        """Discount on every region now, in tokens."""
        return 0

    def tokens_per_coin(self, t: Table, me: Army) -> i64:
        """Tokens that one coin buys after the die of the final attempt."""
        return 0

    def rolls_before_choosing(self) -> bool:
        """Whether it rolls the die before choosing each region, instead of once for the final attempt."""
        return False

    # Special moves

    def owns_verb(self, verb: i64) -> bool:
        """Whether only this trait may offer this move: by default its `verb`, and the verbs of its custom `words`."""
        return verb == self.verb or self.word_for(verb) != ""

    def offer_custom_verbs(self, t: Table, me: Army) -> None:
        """Offer custom moves beside all others: while it conquers, redeploys, finishes or withdraws."""

    def illegal_reason(self, t: Table, me: Army, verb: i64, target: i64) -> str:
        """Why a custom move is not legal now, in a sentence for the player."""
        return ""

    def move_explanation(self, t: Table, me: Army, verb: i64, target: i64) -> str:
        """What a custom move would do, in a few words for the player."""
        return ""

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        """Offer special ways to conquer one of the targets; `apply_move` is called when one is chosen."""

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        """Carry out a move that this trait has offered."""

    def offer_after_roll(self, t: Table, me: Army, targets: i64) -> None:
        """Offer special ways to conquer that may still be chosen after the die was rolled first."""

    def offer_aimed(self, t: Table, me: Army) -> None:
        """Offer the moves of a piece that has been aimed (`t.this_turn.aimed_from`) and not used yet."""

    def attack_begins(self, t: Table, me: Army) -> None:
        """It attacks a region, with or without success: what it has committed is used now."""

    def region_conquered(self, t: Table, me: Army, region: i64) -> None:
        """It has just taken a region."""

    def active_region_lost(self, t: Table, me: Army, attacker: Army) -> None:
        """One of its regions is conquered while it is active."""

    def attempt_failed(self, t: Table, me: Army) -> None:
        """Its final attempt has failed."""

    def has_commitment(self, t: Table) -> bool:
        """Whether it has committed something to the next conquest that can still be taken back."""
        return False

    def tokens_lost(self, t: Table, me: Army, tokens: i64) -> None:
        """Tokens of any race were lost in a conquest."""

    def active_region_conquered(self, t: Table, me: Army, victim: Army) -> None:
        """It conquers a region of an active race."""

    def conquest_rounds(self) -> i64:
        """Number of conquest rounds in a turn."""
        return 1

    def rolls_for_losses(self, t: Table, me: Army) -> bool:
        """It has lost a token in a conquest. Answers whether it rolls the die for new ones."""
        return False

    def region_abandoned(self, t: Table, me: Army, region: i64) -> None:
        """It has just abandoned a region."""

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
        """Offer moves that are possible only at the start of the turn, before any other."""

    def troops_readied(self, t: Table, me: Army) -> None:
        """Its troops have come to hand."""

    def redeployment_begins(self, t: Table, me: Army) -> None:
        """Conquests are over; troops and pieces come to hand."""

    def reserve(self, t: Table, me: Army) -> i64:
        """Tokens that must be in hand, not on the map, when redeployment ends."""
        return 0

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        """Offer pieces that must be placed, on the owner's turn or after an attack on him (`moment`: the phase)."""

    def offer_optional_pieces(self, t: Table, me: Army, moment: i64) -> None:
        """Offer pieces that may be placed in redeployment, but need not be."""

    def finish_begins(self, t: Table, me: Army) -> bool:
        """Redeployment is over. Answers whether it decides something before scoring."""
        return False

    def offer_finish(self, t: Table, me: Army) -> None:
        """Offer moves that it must make before scoring."""

    def offer_optional_finish(self, t: Table, me: Army) -> None:
        """Offer moves that it may make before scoring, but need not."""

    def declines_after_scoring(self) -> bool:
        """Whether it may go into decline at the end of an ordinary turn."""
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

    # JSON of positions

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        """Fields that a position's JSON has for it besides race, badge and hand."""
        return {}

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        """Read what `position_fields` writes; what a position leaves out is derived from the map."""

    # Decline

    def declining(self, t: Table, me: Army) -> None:
        """It goes into decline: remove its pieces that do not stay on the map."""

    def other_race_declined(self, t: Table, me: Army) -> None:
        """Another race has gone into decline while this one is active."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Race(Trait):
    """A race: `banner` is the number on its banner, `total` its tokens in the box, `one` the singular of its name.

    `least` is the number of tokens that must stay in, or attack, a region.
    """

    banner: i64 = 0
    total: i64 = 0
    bonus_tokens: i64 = 0
    least: i64 = 1
    one: str = ""

    def __init__(self) -> None:
        super().__init__()
        kind = type(self)
        self.banner = class_int(kind, "banner", self.banner)
        self.total = class_int(kind, "total", self.total)
        self.bonus_tokens = class_int(kind, "bonus_tokens", self.bonus_tokens)
        self.least = class_int(kind, "least", self.least)
        self.one = class_str(kind, "one", self.one) or self.name.removesuffix("s")

    def in_column(self) -> bool:
        """Whether its banner is in the stack from which the column is filled."""
        return True

    def entry_regions(self, t: Table, me: Army) -> i64:
        """Regions where it enters the map: for all but Ghosts the border of the board."""
        return t.board.border

    def entry_description(self) -> str:
        """Name of such a region, for messages."""
        return "a border region"

    def outpost(self, t: Table) -> i64:
        """A region where its tokens stand although it does not hold it: Necromancer Island."""
        return 0

    def tokens_from_outpost(self, t: Table, me: Army) -> i64:
        """Its troops are readied: take its tokens from its outpost as well; returns how many."""
        return 0

    def placeable_regions(self, t: Table, me: Army, moment: i64) -> i64:
        """Regions where tokens in hand may be placed, on the owner's turn or after an attack on him."""
        return me.regions

    def counts_as_declined(self) -> bool:
        """Whether all other players treat it as declined, like Lost Tribes."""
        return False

    def may_decline(self) -> bool:
        """Whether it can go into decline at all."""
        return True

    def redeploys(self) -> bool:
        """Whether its troops return to hand after the conquests."""
        return True

    def hand_waits(self) -> bool:
        """Whether all its tokens in hand stay there when its turn ends."""
        return False

    def survivors_wait(self, t: Table, me: Army) -> bool:
        """Whether tokens that withdraw from an attack stay in hand until the owner's next turn."""
        return False

    def grows_when_passed(self) -> bool:
        """Whether a token from the tray joins the combo whenever it is passed over in the column."""
        return False

    def keeps_all_tokens(self) -> bool:
        """Whether all its tokens stay on the map when it declines."""
        return False

    def stacks_in_decline(self) -> bool:
        """Whether its tokens are stacked in one region, of the owner's choice, when it declines."""
        return False

    def acts_in_decline(self) -> bool:
        """Whether it goes on conquering when in decline."""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Power(Trait):
    """A special power: `tokens` is the number on its badge, `toll` the coins it costs to pass over its combo."""

    tokens: i64 = 0
    toll: i64 = 1

    def __init__(self) -> None:
        super().__init__()
        self.tokens = class_int(type(self), "tokens", self.tokens)
        self.toll = class_int(type(self), "toll", self.toll)

    def badges(self) -> list[Power]:
        """The badges that this one consists of: itself, or those that the Necromancer has in use."""
        return [self]

    def has_several_badges(self) -> bool:
        """Whether these are several badges, which may make the same region cheaper."""
        return False

    def stacked_discount(self, t: Table, me: Army, bit: i64) -> i64:
        """Further discount when several badges make the same region (`bit`) cheaper: their number minus one."""
        return 0

    def serves_ghosts(self) -> bool:
        """Whether the Necromancer may draw it: powers about decline or the column are of no use to Ghosts."""
        return self.toll == 1 and not self.ignores_decline_limit() and not self.declines_after_scoring()

    def counts_at_scoring_only(self, t: Table) -> bool:
        """Whether, put in use by the Necromancer, it counts only when that turn is scored."""
        return False

    def regions_needing_token(self, t: Table, me: Army) -> i64:
        """Regions that need a race token before the redeployment may end, or must be given up."""
        return 0

    def is_kept_in_decline(self) -> bool:
        """Whether the badge is turned over and kept with the declined race instead of discarded."""
        return False

    def badge_passed_on(self, t: Table, old: Army, new: Army) -> None:
        """The badge passes from one active race to another: its pieces leave the map for the new owner's hand."""
        self.declining(t, old)

    def ignores_decline_limit(self) -> bool:
        """Whether its declined race does not count against the one race in decline that a player may have."""
        return False


class NoRace(Race):
    """Null object: the race of a player between two races, and of the bank."""


class NoPower(Power):
    """Null object: no badge, or one that was discarded in decline."""


NO_RACE = NoRace()
NO_POWER = NoPower()
