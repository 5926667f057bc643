"""Heuristic move ratings of Small World, for move ordering and rollouts.

Conquests are rated by the region's value per token; tokens are placed where defence is needed most; whether to decline
follows from the evaluation of both alternatives.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT, count
from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec
from hordes.smallworld.ai import features
from hordes.smallworld.rules.conquest import affordable, attacker, price, targets
from hordes.smallworld.rules.sigil import loser_of
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import CONQUER, FINISH, GHOULS, REDEPLOY, WITHDRAW
from hordes.smallworld.state.table import Table

POINT: Final = 1000
NEVER: Final = -1_000_000_000
ALWAYS: Final = 1_000_000_000
REGIONS_PER_100_TOKENS: Final = 40
"""Regions that 100 tokens in hand conquer in a turn, on average."""


@mypyc_attr(acyclic=True)
class MoveRater:
    """Rates the moves of one decision; `prepare` comes first."""

    weights: vec[i64]
    f: vec[i64]
    me: Army
    region: i64
    declined_region: i64
    bonus: i64
    token: i64
    their_region: i64
    their_declined: i64
    near_rivals: i64
    immune: i64
    should_leave: bool
    nothing_affordable: bool

    def __init__(self, weights: vec[i64]) -> None:
        self.weights = weights
        self.f = vec[i64]([0] * features.FEATURE_COUNT)
        self.me = NOBODY
        self.region = self.declined_region = self.bonus = self.token = 0
        self.their_region = self.their_declined = 0
        self.near_rivals = self.immune = 0
        self.should_leave = self.nothing_affordable = False

    def prepare(self, t: Table, traits: i64) -> None:
        """Compute what the ratings of all moves of this decision share."""
        seat: i64 = t.to_move if t.to_move >= 0 else t.player
        mine = features.weight_row(t, seat, True)
        rival = (t.player + 1) % t.rules.players
        theirs = features.weight_row(t, rival, True)
        self.region = POINT + self.weights[mine + features.REGIONS]
        self.declined_region = POINT + self.weights[mine + features.DECLINED]
        self.bonus = POINT + self.weights[mine + features.BONUS]
        self.token = self.weights[mine + features.TOKENS]
        others: i64 = t.rules.players - 1
        self.their_region = (self.weights[theirs + features.REGIONS] + self.weights[theirs + features.TOKENS]) // others
        self.their_declined = self.weights[theirs + features.DECLINED] // others
        phase = t.phase
        self.should_leave = self.nothing_affordable = False
        if phase == CONQUER or phase == GHOULS:
            self.me = attacker(t)
            if len(t.this_turn.tokens_at_start) > 0:
                self.nothing_affordable = affordable(t, self.me, targets(t, self.me))[0] == 0
            if not t.this_turn.has_acted:
                self.should_leave = self.should_decline(t, seat, traits)
        elif phase == REDEPLOY or phase == WITHDRAW or phase == FINISH:
            self.me = t.active[seat]
            self.immune = t.immune_regions()
            self.near_rivals = t.board.neighbours(features.rival_regions(t, seat))
            if phase == FINISH and t.this_turn.is_scored:
                self.should_leave = self.should_decline(t, seat, traits)

    def should_decline(self, t: Table, seat: i64, traits: i64) -> bool:
        """Whether declining now evaluates higher than staying active."""
        me, f = t.active[seat], self.f
        row = features.weight_row(t, seat, True)
        features.compute_features(t, seat, t.immune_regions(), traits, f)
        extra: i64 = 0
        stay: i64 = 0
        if not t.this_turn.is_scored:
            extra = me.troops() * REGIONS_PER_100_TOKENS // 100
            extra = min(extra, f[features.ROOM] + 1)
            stay = (features.pending_coins(t, seat) + extra) * POINT
        f[features.REGIONS] += extra
        stay += features.weighted_sum(self.weights, row, f)
        kept: i64 = f[features.DECLINED] if me.power.ignores_decline_limit() else 0
        stands: i64 = 1 if me.race.stacks_in_decline() else count(me.regions)
        leave: i64 = 0 if t.this_turn.is_scored else (stands + kept) * POINT
        f[features.REGIONS] = f[features.BONUS] = f[features.SPOILS] = f[features.TOKENS] = 0
        f[features.STRONG] = f[features.LASTING] = f[features.ROOM] = f[features.TRAITS] = 0
        f[features.PRESSED_DECLINED] = f[features.PRESSED]
        f[features.PRESSED] = f[features.HERITAGE] = f[features.STRONG_DECLINED] = 0
        f[features.DECLINED] = stands + kept
        f[features.IDLE] = 1
        f[features.OFFER] = features.best_offer(t)
        leave += features.weighted_sum(self.weights, row, f)
        return leave > stay

    def rate(self, t: Table, move: i64) -> i64:
        """The rating of one move."""
        verb, target = move // TARGETS, move % TARGETS
        group = moves.GROUP_OF[verb]
        if verb == moves.CONQUER:
            # value per token; the factor keeps precision in integers and sets the scale of the other ratings
            return self.conquest_value(t, target) * 16 // price(t, self.me, target)
        if group == moves.PLACING_GROUP:
            return self.rate_place(t, target, verb - moves.PLACE)
        if verb == moves.PICK:
            return self.rate_combo(t, target)
        if verb == moves.DECLINE:
            return ALWAYS if self.should_leave else NEVER
        if verb == moves.STOP or verb == moves.DONE:
            return 0
        if verb == moves.ABANDON or verb == moves.CANCEL:
            return NEVER // 2 - self.defence_need(t, target)
        if group == moves.CONQUEST_GROUP:
            return self.rate_means(t, verb, target)
        return self.rate_piece(t, verb, target, group)

    def conquest_value(self, t: Table, region: i64) -> i64:
        """Value of a conquest: what the region brings, now and later, and what its owner loses."""
        me, bit = self.me, BIT[region]
        victim = t.army_in(region)
        value: i64 = self.declined_region if me.declined else self.region
        before = me.race.income(t, me) + me.power.income(t, me)
        spoils: i64 = 1 if victim is not NOBODY or t.lost_tribes & bit != 0 else 0
        me.regions |= bit  # as if conquered, to see what the income hooks add; undone below
        t.this_turn.nonempty_conquests += spoils
        value += (me.race.income(t, me) + me.power.income(t, me) - before) * self.bonus
        t.this_turn.nonempty_conquests -= spoils
        me.regions &= ~bit
        if victim is NOBODY:
            return value
        if victim.seat == me.seat:
            return value - self.declined_region
        return value + (self.their_declined if victim.declined else self.their_region)

    def rate_means(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of conquests with a special means, and of moves that prepare them."""
        if verb == moves.CONQUER_SORCERY:
            return self.conquest_value(t, target) * 64
        if verb == moves.CONQUER_DRAGON:
            return self.conquest_value(t, target) * (15 + price(t, self.me, target))
        if verb == moves.CONQUER_DIE:
            return self.rate_final_attempt(t, target)
        if verb == moves.CONQUER_CATAPULT or verb == moves.CONQUER_MERCENARY:
            return (self.conquest_value(t, target) - POINT // 2) * 16 // price(t, self.me, target)
        if verb == moves.ROLL:
            return POINT
        if verb == moves.TOWER:
            return t.defence_of(target)
        return -POINT

    def rate_final_attempt(self, t: Table, region: i64) -> i64:
        """Rating of the final attempt with the die: low, since it ends the conquests and so should come last.

        Ghouls leave it to the active race if that has tokens to conquer with: their attempt would end its turn too.
        """
        if t.phase == GHOULS and not t.rules.ghouls_own_die and self.active_troops(t) > 0:
            return -POINT
        short = price(t, self.me, region) - self.me.troops()
        faces: i64 = 4 - short if short <= 3 else 1  # faces of 6 that suffice: 0, 0, 0, 1, 2, 3
        if short <= 0:
            faces = 6
        return self.conquest_value(t, region) * faces // 60

    def active_troops(self, t: Table) -> i64:
        """Tokens that the active race will have in hand when the Ghouls have stopped."""
        me = t.active[t.player]
        return me.troops() + features.tokens_in(t, me.regions) - count(me.regions) * me.race.least

    def rate_combo(self, t: Table, slot: i64) -> i64:
        """Rating of a combo's coins and tokens; the evaluator adds the learned value of its race and power."""
        tokens = features.combo_tokens(t, slot)
        rating = (t.combo_coins[slot] - t.pick_price(slot)) * POINT
        return rating + tokens * (self.token + self.region * REGIONS_PER_100_TOKENS // 100)

    def defence_need(self, t: Table, region: i64) -> i64:
        """How much a region needs another token: weak ones next to a rival first, immune ones last."""
        bit = BIT[region]
        if self.immune & bit != 0:
            return -4 * POINT
        need = 2 * POINT - 100 * t.defence_of(region)
        if self.near_rivals & bit != 0:
            need += 320
        return need

    def rate_place(self, t: Table, region: i64, n: i64) -> i64:
        """Rating of a placement: tokens one by one; all at once where there is only one region for them."""
        if n > 1:
            held = t.regions_of(t.to_move)
            return n if held & (held - 1) == 0 else NEVER  # a power of two: one region
        if self.me.regions & BIT[region] == 0:
            return POINT
        return 8 * POINT + self.defence_need(t, region)

    def rate_piece(self, t: Table, verb: i64, target: i64, group: i64) -> i64:
        """Rating of piece moves: pieces go where defence is needed, peace with the strongest neighbour."""
        if verb == moves.ALLY:
            other = t.active[target]
            return POINT + count(t.board.neighbours(other.regions) & self.me.regions) * 10 + count(other.regions)
        if verb == moves.LOSE_HORDE or verb == moves.PASS:
            return -1
        if verb == moves.PLACE_HERO or verb == moves.PLACE_FORTRESS:
            return 9 * POINT + self.defence_need(t, target) + POINT * self.bonus_at_risk(t, target)
        if group == moves.PIECE_GROUP:
            return 7 * POINT + self.defence_need(t, target)
        if group == moves.DECISION_GROUP or verb == moves.MONSTER or verb == moves.SWAP:
            return POINT
        if group == moves.KEEPING_GROUP:  # readied tokens are put back when nothing can be conquered with them
            return verb - moves.KEEP if self.nothing_affordable else NEVER
        return self.rate_marker(t, verb, target)

    def rate_marker(self, t: Table, verb: i64, target: i64) -> i64:
        """Rating of marker moves: the Soapbar goes where no rival gains; only partners help each other."""
        if verb == moves.SOAPBAR:
            if t.regions_of(t.to_move) & BIT[target] != 0:
                return 3 * POINT
            return 2 * POINT if t.board.water & BIT[target] != 0 else POINT if t.army_in(target) is NOBODY else 0
        if verb == moves.SACRIFICE:
            spare = t.tokens[target] > 2 and t.rules.mode.partner(t.to_move) == loser_of(t, t.question).seat
            return t.tokens[target] if spare else NEVER
        if verb == moves.ASK:
            return POINT if t.rules.mode.partner(t.to_move) == target else NEVER
        return 0

    def bonus_at_risk(self, t: Table, region: i64) -> i64:
        """Bonus coins that would be lost with a region."""
        me = self.me
        now = me.race.income(t, me) + me.power.income(t, me)
        me.regions &= ~BIT[region]
        then = me.race.income(t, me) + me.power.income(t, me)
        me.regions |= BIT[region]
        return now - then
