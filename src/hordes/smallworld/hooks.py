"""Every hook of races and powers in the order of `traits.py`: who is asked, what it answers, and when.

`hordes check` holds a set of one's own against this list; `docs/architecture.md` prints it; a test holds all three
against the rules themselves.
"""

from __future__ import annotations

from typing import NamedTuple

BOTH, RACE, POWER = "race, power", "race", "power"
REGIONS, NUMBER, YES, MOMENT, DATA, TEXT = "regions", "number", "yes or no", "moment", "data", "text"
"""What a hook answers with. A `moment` answers nothing: something has happened, and it may change the table."""


class Hook(NamedTuple):
    """One hook: its name, of whom it is asked, what it takes and answers, and the moment when it is called."""

    name: str
    asked: str
    answers: str
    takes: str
    when: str

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters, without `self`."""
        return self.takes.split()


HOOKS: tuple[Hook, ...] = (
    Hook("entry", BOTH, REGIONS, "t me", "targets are listed and the army holds nothing: where may it enter besides the border?"),
    Hook("reach", BOTH, REGIONS, "t me", "targets are listed and the army holds something: what may it attack besides its neighbours?"),
    Hook("adjoins", BOTH, REGIONS, "t me regions", "a rule asks what is adjacent to its regions: what borders these besides their neighbours on the map?"),
    Hook("swims", BOTH, REGIONS, "t me", "targets are listed: which seas and lakes are open to it?"),
    Hook("closed", BOTH, REGIONS, "t me", "targets are listed: what may it not attack this turn?"),
    Hook("closed_words", BOTH, TEXT, "", "a conquest is refused because the region is closed: why is it, in half a sentence?"),
    Hook("immune", BOTH, REGIONS, "t me", "anybody's targets are listed: which of its regions can nobody touch, active or in decline?"),
    Hook("cheaper", BOTH, REGIONS, "t me", "a price is asked: which regions cost one token less?"),
    Hook("sturdier", BOTH, REGIONS, "t me", "anybody asks a price: which of its regions cost one token more, active or (a race) in decline?"),
    Hook("discount", BOTH, NUMBER, "t me", "a price is asked: how many tokens less does any region cost now?"),
    Hook("rescue", POWER, NUMBER, "t me", "the die of the final attempt fell short: how many tokens is a coin worth?"),
    Hook("rolls_first", POWER, YES, "", "conquests are listed: does it roll before it chooses a region?"),
    Hook("knows", BOTH, YES, "verb", "a move that the rules do not know is made or refused: is it one of its moves?"),
    Hook("offer", BOTH, MOMENT, "t me", "the legal moves are listed while its army conquers, redeploys, finishes or withdraws: offer own words"),
    Hook("refuses", BOTH, TEXT, "t me verb target", "an own word was said that is not legal now: why?"),
    Hook("explains", BOTH, TEXT, "t me verb target", "somebody asks what an own word would do"),
    Hook("offer_conquest", BOTH, MOMENT, "t me targets", "conquests are listed, no die and no piece is waiting: offer other ways to conquer"),
    Hook("act", BOTH, MOMENT, "t me verb target", "a move that it offered was chosen"),
    Hook("offer_rolled", POWER, MOMENT, "t me targets", "conquests are listed and a roll made beforehand waits: offer other ways to use it"),
    Hook("offer_aimed", POWER, MOMENT, "t me", "conquests are listed and a piece is aimed (`t.aim`): offer what it may do"),
    Hook("attacks", POWER, MOMENT, "t me", "it attacks a region, before the outcome is known"),
    Hook("conquered", BOTH, MOMENT, "t me region", "it has just taken a region"),
    Hook("raided", POWER, MOMENT, "t me attacker", "one of its active regions is conquered, before tokens are lost"),
    Hook("failed", POWER, MOMENT, "t me", "its final attempt has failed"),
    Hook("committed", POWER, YES, "t", "conquests are listed: has it put something up that may be taken back?"),
    Hook("harvest", RACE, MOMENT, "t me tokens", "tokens of anybody were lost in a conquest while it is active"),
    Hook("raids", BOTH, MOMENT, "t me victim", "it conquers an active region of somebody, before tokens are lost"),
    Hook("rounds", POWER, NUMBER, "", "conquests are stopped: how many rounds has it in a turn?"),
    Hook("bereaved", RACE, YES, "t me", "it has lost a token in a conquest while active: does it roll the die for new ones?"),
    Hook("abandoned", RACE, MOMENT, "t me region", "it has just left a region"),
    Hook("losses", RACE, NUMBER, "t me", "one of its regions is conquered: how many tokens are lost?"),
    Hook("picked", BOTH, MOMENT, "t me", "its combo has just been taken from the column, the tokens are in hand"),
    Hook("turn_begins", BOTH, MOMENT, "t me", "the owner's turn begins, before troops are readied; not in the turn of the pick"),
    Hook("declined_turn_begins", RACE, MOMENT, "t me", "the owner's turn begins and it is in decline, before a combo is picked"),
    Hook("offer_start", RACE, MOMENT, "t me", "conquests are listed and no move has been made this turn"),
    Hook("readied", POWER, MOMENT, "t me", "its troops have come to hand, before conquests and before redeployment"),
    Hook("redeployment_begins", BOTH, MOMENT, "t me", "conquests are over, the troops are in hand"),
    Hook("reserve", RACE, NUMBER, "t me", "redeployment: how many tokens must be in hand, not on the map, when it ends?"),
    Hook("offer_redeployment", BOTH, MOMENT, "t me moment", "redeployment or withdrawal is listed: offer pieces that must be placed"),
    Hook("offer_extra", RACE, MOMENT, "t me moment", "redeployment or withdrawal is listed: offer pieces that may be placed or left"),
    Hook("finish_begins", BOTH, YES, "t me", "redeployment is over: does it decide something before scoring?"),
    Hook("offer_finish", POWER, MOMENT, "t me", "the decisions before scoring are listed: offer what must be decided"),
    Hook("offer_last", POWER, MOMENT, "t me", "the decisions before scoring are listed: offer what may be decided or left"),
    Hook("declines_after_scoring", POWER, YES, "", "the turn is scored: may it decline now?"),
    Hook("income", BOTH, NUMBER, "t me", "scoring, while active: how many bonus coins?"),
    Hook("declined_income", RACE, NUMBER, "t me", "scoring, while in decline: how many bonus coins?"),
    Hook("scored", BOTH, MOMENT, "t me", "the coins of this turn have been paid"),
    Hook("shown", BOTH, DATA, "t me", "a position is written: what stands beside race, power and hand?"),
    Hook("restored", BOTH, MOMENT, "t me found", "a position is read: take back what `shown` wrote"),
    Hook("declining", BOTH, MOMENT, "t me", "it goes into decline, all tokens still on the map"),
    Hook("saw_decline", POWER, MOMENT, "t me", "another race has gone into decline while this one is active"),
    Hook("in_column", RACE, YES, "", "a game is set up: does its banner lie in the stack that fills the column?"),
    Hook("gates", RACE, REGIONS, "t me", "targets are listed and the army holds nothing: where does it come onto the map? The border"),
    Hook("gate_words", RACE, TEXT, "", "a conquest is refused because the army must enter there: what are these regions called?"),
    Hook("outpost", RACE, REGIONS, "t", "the tokens of an army are counted: where do they stand besides its regions?"),
    Hook("called_up", RACE, NUMBER, "t me", "its troops are readied: how many tokens come to hand from its outpost?"),
    Hook("quarters", RACE, REGIONS, "t me moment", "redeployment or withdrawal is listed: where may tokens be placed?"),
    Hook("haunts", RACE, YES, "", "another player's power looks at it: does it count as declined?"),
    Hook("may_decline", RACE, YES, "", "the moves of a turn are listed: can it decline at all?"),
    Hook("redeploys", RACE, YES, "", "conquests are over: do its troops come to hand again?"),
    Hook("holds_back", RACE, YES, "", "redeployment ends: do all its tokens in hand wait there?"),
    Hook("survivors_wait", RACE, YES, "t me", "it withdraws from an attack: do the survivors wait for the owner's next turn?"),
    Hook("swells", RACE, YES, "", "its combo is passed over in the column: does a token from the tray join it?"),
    Hook("stays_whole", RACE, YES, "", "it declines: do all its tokens stay on the map?"),
    Hook("gathers", RACE, YES, "", "it declines: do its tokens gather in one region?"),
    Hook("acts_in_decline", RACE, YES, "", "the owner's turn begins and it is in decline: does it go on conquering?"),
    Hook("badges", POWER, DATA, "", "badges are named one by one: which act as this one?"),
    Hook("several", POWER, YES, "", "prices are asked: are these several badges?"),
    Hook("cheaper_again", POWER, NUMBER, "t me bit", "a price is asked of several badges: how many more of them make that region cheaper?"),
    Hook("serves_ghosts", POWER, YES, "", "the Necromancer draws his powers: may it be one of them?"),
    Hook("looks_back", POWER, YES, "t", "the Necromancer puts it in use: does it count only when the turn is scored?"),
    Hook("unaccompanied", POWER, REGIONS, "t me", "redeployment is listed: which regions need a race token, or must be given up?"),
    Hook("outlasts_decline", POWER, YES, "", "its race declines: is the badge kept instead of discarded?"),
    Hook("passed_on", POWER, MOMENT, "t old new", "the badge goes from one active race to another: its pieces leave the map for the new hand"),
    Hook("beyond_limit", POWER, YES, "", "a race declines: does this one not count as the one race in decline?"),
)  # fmt: skip

FIELDS: dict[str, dict[str, type]] = {
    RACE: {"id": str, "name": str, "text": str, "one": str, "words": tuple, "mark": str, "verb": int,
           "banner": int, "total": int, "bonus_tokens": int, "least": int},
    POWER: {"id": str, "name": str, "text": str, "words": tuple, "mark": str, "verb": int,
            "tokens": int, "toll": int},
}  # fmt: skip
"""What a class body may set, besides hooks."""


def hooks_of(kind: str) -> dict[str, Hook]:
    """The hooks that are asked of a `race` or of a `power`."""
    return {hook.name: hook for hook in HOOKS if kind in hook.asked}


def table() -> str:
    """The list as a table for the documentation.

    >>> table().splitlines()[0]
    '| hook | asked of | answers | when |'
    """
    head = ["| hook | asked of | answers | when |", "| --- | --- | --- | --- |"]
    rows = [f"| `{h.name}({', '.join(h.parameters)})` | {h.asked} | {h.answers} | {h.when} |" for h in HOOKS]
    return "\n".join([*head, *rows])
