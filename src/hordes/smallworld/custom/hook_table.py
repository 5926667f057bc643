"""Table of all hooks of races and powers, in the order of `state/traits.py`: of whom, return value, parameters, moment.

`hordes check` compares custom sets with this table, and docs/hooks.md is generated from it (`python -m
hordes.smallworld.custom.hook_table > docs/hooks.md`); a test compares table, page and rules.
"""

from __future__ import annotations

from typing import NamedTuple

BOTH, RACE, POWER = "race, power", "race", "power"
REGIONS, NUMBER, YES, MOMENT, DATA, TEXT = "regions", "number", "yes or no", "moment", "data", "text"
"""What a hook returns. A `moment` returns None: something has happened, and the hook may change the table."""


class Hook(NamedTuple):
    """One hook: its name, of whom it is asked, what it returns, its parameters, and when it is called."""

    name: str
    asked_of: str
    answers: str
    takes: str
    when: str

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters, without `self`."""
        return self.takes.split()


HOOKS: tuple[Hook, ...] = (
    Hook("extra_entry_regions", BOTH, REGIONS, "t me", "targets are listed and the army holds nothing: where may it enter besides the border?"),
    Hook("extra_targets", BOTH, REGIONS, "t me", "targets are listed and the army holds something: what may it attack besides its neighbours?"),
    Hook("extra_neighbours", BOTH, REGIONS, "t me regions", "a rule asks what is adjacent to its regions: what borders these besides their neighbours on the map?"),
    Hook("open_waters", BOTH, REGIONS, "t me", "targets are listed: which seas and lakes are open to it?"),
    Hook("forbidden_targets", BOTH, REGIONS, "t me", "targets are listed: what may it not attack this turn?"),
    Hook("forbidden_reason", BOTH, TEXT, "", "a conquest is refused because the region is closed: why is it, in half a sentence?"),
    Hook("immune_regions", BOTH, REGIONS, "t me", "anybody's targets are listed: which of its regions can nobody touch, active or in decline?"),
    Hook("cheaper_regions", BOTH, REGIONS, "t me", "a price is asked: which regions cost one token less?"),
    Hook("costlier_regions", BOTH, REGIONS, "t me", "anybody asks a price: which of its regions cost one token more, active or (a race) in decline?"),
    Hook("discount", BOTH, NUMBER, "t me", "a price is asked: how many tokens less does any region cost now?"),
    Hook("tokens_per_coin", POWER, NUMBER, "t me", "the die of the final attempt fell short: how many tokens is a coin worth?"),
    Hook("rolls_before_choosing", POWER, YES, "", "conquests are listed: does it roll before it chooses a region?"),
    Hook("owns_verb", BOTH, YES, "verb", "a move that the rules do not know is made or refused: is it one of its moves?"),
    Hook("offer_custom_verbs", BOTH, MOMENT, "t me", "the legal moves are listed while its army conquers, redeploys, finishes or withdraws: offer custom verbs"),
    Hook("illegal_reason", BOTH, TEXT, "t me verb target", "a move with a custom verb is not legal now: why?"),
    Hook("move_explanation", BOTH, TEXT, "t me verb target", "somebody asks what a move with a custom verb would do"),
    Hook("offer_conquest", BOTH, MOMENT, "t me targets", "conquests are listed, no die and no piece is waiting: offer other ways to conquer"),
    Hook("apply_move", BOTH, MOMENT, "t me verb target", "a move that it offered was chosen"),
    Hook("offer_after_roll", POWER, MOMENT, "t me targets", "conquests are listed and a roll made beforehand waits: offer other ways to use it"),
    Hook("offer_aimed", POWER, MOMENT, "t me", "conquests are listed and a piece is aimed (`t.this_turn.aimed_from`): offer what it may do"),
    Hook("attack_begins", POWER, MOMENT, "t me", "it attacks a region, before the outcome is known"),
    Hook("region_conquered", BOTH, MOMENT, "t me region", "it has just taken a region"),
    Hook("active_region_lost", POWER, MOMENT, "t me attacker", "one of its active regions is conquered, before tokens are lost"),
    Hook("attempt_failed", POWER, MOMENT, "t me", "its final attempt has failed"),
    Hook("has_commitment", POWER, YES, "t", "conquests are listed: has it put something up that may be taken back?"),
    Hook("tokens_lost", RACE, MOMENT, "t me tokens", "tokens of anybody were lost in a conquest while it is active"),
    Hook("active_region_conquered", BOTH, MOMENT, "t me victim", "it conquers an active region of somebody, before tokens are lost"),
    Hook("conquest_rounds", POWER, NUMBER, "", "conquests are stopped: how many rounds has it in a turn?"),
    Hook("rolls_for_losses", RACE, YES, "t me", "it has lost a token in a conquest while active: does it roll the die for new ones?"),
    Hook("region_abandoned", RACE, MOMENT, "t me region", "it has just left a region"),
    Hook("losses", RACE, NUMBER, "t me", "one of its regions is conquered: how many tokens are lost?"),
    Hook("picked", BOTH, MOMENT, "t me", "its combo has just been taken from the column, the tokens are in hand"),
    Hook("turn_begins", BOTH, MOMENT, "t me", "the owner's turn begins, before troops are readied; not in the turn of the pick"),
    Hook("declined_turn_begins", RACE, MOMENT, "t me", "the owner's turn begins and it is in decline, before a combo is picked"),
    Hook("offer_start", RACE, MOMENT, "t me", "conquests are listed and no move has been made this turn"),
    Hook("troops_readied", POWER, MOMENT, "t me", "its troops have come to hand, before conquests and before redeployment"),
    Hook("redeployment_begins", BOTH, MOMENT, "t me", "conquests are over, the troops are in hand"),
    Hook("reserve", RACE, NUMBER, "t me", "redeployment: how many tokens must be in hand, not on the map, when it ends?"),
    Hook("offer_redeployment", BOTH, MOMENT, "t me moment", "redeployment or withdrawal is listed: offer pieces that must be placed"),
    Hook("offer_optional_pieces", RACE, MOMENT, "t me moment", "redeployment or withdrawal is listed: offer pieces that may be placed or left"),
    Hook("finish_begins", BOTH, YES, "t me", "redeployment is over: does it decide something before scoring?"),
    Hook("offer_finish", POWER, MOMENT, "t me", "the decisions before scoring are listed: offer what must be decided"),
    Hook("offer_optional_finish", POWER, MOMENT, "t me", "the decisions before scoring are listed: offer what may be decided or left"),
    Hook("declines_after_scoring", POWER, YES, "", "the turn is scored: may it decline now?"),
    Hook("income", BOTH, NUMBER, "t me", "scoring, while active: how many bonus coins?"),
    Hook("declined_income", RACE, NUMBER, "t me", "scoring, while in decline: how many bonus coins?"),
    Hook("scored", BOTH, MOMENT, "t me", "the coins of this turn have been paid"),
    Hook("position_fields", BOTH, DATA, "t me", "a position is written: what stands beside race, power and hand?"),
    Hook("read_position", BOTH, MOMENT, "t me fields", "a position is read: take back what `position_fields` wrote"),
    Hook("declining", BOTH, MOMENT, "t me", "it goes into decline, all tokens still on the map"),
    Hook("other_race_declined", POWER, MOMENT, "t me", "another race has gone into decline while this one is active"),
    Hook("in_column", RACE, YES, "", "a game is set up: does its banner lie in the stack that fills the column?"),
    Hook("entry_regions", RACE, REGIONS, "t me", "targets are listed and the army holds nothing: where does it enter the map?"),
    Hook("entry_description", RACE, TEXT, "", "a conquest is refused because the army must enter there: what are these regions called?"),
    Hook("outpost", RACE, REGIONS, "t", "the tokens of an army are counted: where do they stand besides its regions?"),
    Hook("tokens_from_outpost", RACE, NUMBER, "t me", "its troops are readied: how many tokens come to hand from its outpost?"),
    Hook("placeable_regions", RACE, REGIONS, "t me moment", "redeployment or withdrawal is listed: where may tokens be placed?"),
    Hook("counts_as_declined", RACE, YES, "", "another player's power looks at it: does it count as declined?"),
    Hook("may_decline", RACE, YES, "", "the moves of a turn are listed: can it decline at all?"),
    Hook("redeploys", RACE, YES, "", "conquests are over: do its troops come to hand again?"),
    Hook("hand_waits", RACE, YES, "", "redeployment ends: do all its tokens in hand wait there?"),
    Hook("survivors_wait", RACE, YES, "t me", "it withdraws from an attack: do the survivors wait for the owner's next turn?"),
    Hook("grows_when_passed", RACE, YES, "", "its combo is passed over in the column: does a token from the tray join it?"),
    Hook("keeps_all_tokens", RACE, YES, "", "it declines: do all its tokens stay on the map?"),
    Hook("stacks_in_decline", RACE, YES, "", "it declines: do its tokens gather in one region?"),
    Hook("acts_in_decline", RACE, YES, "", "the owner's turn begins and it is in decline: does it go on conquering?"),
    Hook("badges", POWER, DATA, "", "badges are named one by one: which act as this one?"),
    Hook("has_several_badges", POWER, YES, "", "prices are asked: are these several badges?"),
    Hook("stacked_discount", POWER, NUMBER, "t me bit", "a price is asked of several badges: how many more of them make that region cheaper?"),
    Hook("serves_ghosts", POWER, YES, "", "the Necromancer draws his powers: may it be one of them?"),
    Hook("counts_at_scoring_only", POWER, YES, "t", "the Necromancer puts it in use: does it count only when the turn is scored?"),
    Hook("regions_needing_token", POWER, REGIONS, "t me", "redeployment is listed: which regions need a race token, or must be given up?"),
    Hook("is_kept_in_decline", POWER, YES, "", "its race declines: is the badge kept instead of discarded?"),
    Hook("badge_passed_on", POWER, MOMENT, "t old new", "the badge goes from one active race to another: its pieces leave the map for the new hand"),
    Hook("ignores_decline_limit", POWER, YES, "", "a race declines: does this one not count as the one race in decline?"),
)  # fmt: skip

FIELDS: dict[str, dict[str, type]] = {
    RACE: {"id": str, "name": str, "text": str, "one": str, "words": tuple, "mark": str, "verb": int,
           "banner": int, "total": int, "bonus_tokens": int, "least": int},
    POWER: {"id": str, "name": str, "text": str, "words": tuple, "mark": str, "verb": int,
            "tokens": int, "toll": int},
}  # fmt: skip
"""Class attributes that a race or power may set."""


def hooks_of(kind: str) -> dict[str, Hook]:
    """The hooks that are asked of a `race` or of a `power`."""
    return {hook.name: hook for hook in HOOKS if kind in hook.asked_of}


PAGE = """# Hooks

All that a race or a power can change in Small World, in the order of `smallworld/state/traits.py`.
This page is generated from `smallworld/custom/hook_table.py`, and a test compares both with the code.
[own-pieces.md](own-pieces.md) shows how to write a hook.

- **asked of**: whose answer counts, a race's, a power's, or both; sets of both are united, numbers added.
  A race in decline has lost its badge, so only the race is asked.
- **returns**: a set of regions, a number, yes or no, a text, or data.
  A *moment* returns nothing: something has happened, and the hook may change the table.
"""


def markdown_table() -> str:
    """The table in Markdown.

    >>> markdown_table().splitlines()[0]
    '| hook | asked of | returns | when |'
    """
    head = ["| hook | asked of | returns | when |", "| --- | --- | --- | --- |"]
    rows = [f"| `{h.name}({', '.join(h.parameters)})` | {h.asked_of} | {h.answers} | {h.when} |" for h in HOOKS]
    return "\n".join([*head, *rows])


def markdown_page() -> str:
    """The text of docs/hooks.md."""
    return f"{PAGE}\n{markdown_table()}\n"


if __name__ == "__main__":
    print(markdown_page(), end="")
