"""What has been done in the present turn, as far as a rule still needs it."""

from __future__ import annotations

from hordes.engine.mypyc_compat import i64, mypyc_attr, vec
from hordes.smallworld.state.constants import NOT_RECORDED


@mypyc_attr(acyclic=True, free_list_len=1)
class TurnState:
    """Everything that is kept for one turn only: each turn begins with a new object.

    Its fields are listed once, here: a line has the type, the value when a turn begins, and where a copy gets it.
    """

    def __init__(self, o: TurnState | None = None) -> None:
        # A move was made this turn, so declining is too late.
        self.has_acted: bool = False if o is None else o.has_acted
        # Only start-of-turn moves were made so far.
        self.is_untouched: bool = False if o is None else o.is_untouched
        # The combo was picked this turn.
        self.has_picked: bool = False if o is None else o.has_picked
        # A region was attacked, so abandoning is too late.
        self.conquests_begun: bool = False if o is None else o.conquests_begun
        # The coins of the turn have been paid.
        self.is_scored: bool = False if o is None else o.is_scored
        # Fortified, Dragon Master and Catapult act once a turn; badges are exchanged once, in Mirror's Vale.
        self.fortress_built: bool = False if o is None else o.fortress_built
        self.dragon_used: bool = False if o is None else o.dragon_used
        self.catapult_used: bool = False if o is None else o.catapult_used
        self.badges_swapped: bool = False if o is None else o.badges_swapped
        # Berserk roll that waits to be used, or -1.
        self.roll: i64 = i64(-1) if o is None else o.roll
        # Region of an aimed Catapult, or -1.
        self.aimed_from: i64 = i64(-1) if o is None else o.aimed_from
        # Rounds of conquest that were stopped, or GHOULS_ROLLED.
        self.conquest_round: i64 = i64(0) if o is None else o.conquest_round
        # Fireballs, and Behemoth stacks as a set, for the next attack; how often a commitment was cancelled.
        self.fireballs_committed: i64 = i64(0) if o is None else o.fireballs_committed
        self.behemoths_committed: i64 = i64(0) if o is None else o.behemoths_committed
        self.takebacks: i64 = i64(0) if o is None else o.takebacks
        # Non-empty regions that the active race conquered.
        self.nonempty_conquests: i64 = i64(0) if o is None else o.nonempty_conquests
        # Seats whose active race was attacked, and seats that lost a token to sorcery, as sets.
        self.attacked_seats: i64 = i64(0) if o is None else o.attacked_seats
        self.bewitched_seats: i64 = i64(0) if o is None else o.bewitched_seats
        # Tokens that seats get later this turn; empty if none. Replaced, never written into.
        self.pending_tokens: vec[i64] = NOT_RECORDED if o is None else o.pending_tokens
        # Tokens by region before readying, see `rules/readying.py`; empty if not recorded.
        self.tokens_at_start: vec[i64] = NOT_RECORDED if o is None else o.tokens_at_start
