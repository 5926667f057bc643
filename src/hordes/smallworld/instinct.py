"""How promising a move of Small World looks before it is made: the quick opinion of a seasoned player.

Conquests are rated by what the region brings for each token it takes; tokens go where the danger is; whether to decline
follows from the appraisal of what staying and leaving would come to.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT, count
from hordes.engine.native import i64, mypyc_attr, vec
from hordes.engine.state import TARGETS
from hordes.smallworld import appraisal, moves
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.conquest import affordable, attacker, price, targets
from hordes.smallworld.sacrifice import loser_of
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import CHOICES, CONQUER, FINISH, GHOULS, REDEPLOY, WITHDRAW

POINT: Final = 1000
NEVER: Final = -1_000_000_000
AT_ONCE: Final = 1_000_000_000
FRUIT: Final = 40
"""Regions that a hundred tokens in hand take in a turn."""


@mypyc_attr(acyclic=True)
class Instinct:
    """Rates the moves of one open question after a survey of it."""

    weights: vec[i64]
    f: vec[i64]
    me: Army
    region: i64
    declined_region: i64
    bonus: i64
    token: i64
    their_region: i64
    their_declined: i64
    near: i64
    immune: i64
    leave: bool
    idle: bool

    def __init__(self, weights: vec[i64]) -> None:
        self.weights = weights
        self.f = vec[i64]([0] * appraisal.FEATURES)
        self.me = NOBODY
        self.region = self.declined_region = self.bonus = self.token = 0
        self.their_region = self.their_declined = 0
        self.near = self.immune = 0
        self.leave = self.idle = False

    def survey(self, t: Table, traits: i64) -> None:
        """What the rating of every move needs to know."""
        seat: i64 = t.to_move if t.to_move >= 0 else t.player
        mine = appraisal.row(t, seat, True)
        rival = (t.player + 1) % t.rules.players
        theirs = appraisal.row(t, rival, True)
        self.region = POINT + self.weights[mine + appraisal.REGIONS]
        self.declined_region = POINT + self.weights[mine + appraisal.DECLINED]
        self.bonus = POINT + self.weights[mine + appraisal.BONUS]
        self.token = self.weights[mine + appraisal.TOKENS]
        others: i64 = t.rules.players - 1
        self.their_region = (
            self.weights[theirs + appraisal.REGIONS] + self.weights[theirs + appraisal.TOKENS]
        ) // others
        self.their_declined = self.weights[theirs + appraisal.DECLINED] // others
        phase = t.phase
        self.leave = self.idle = False
        if phase == CONQUER or phase == GHOULS:
            self.me = attacker(t)
            if len(t.stood) > 0:
                self.idle = affordable(t, self.me, targets(t, self.me))[0] == 0
            if not t.acted:
                self.leave = self.better_gone(t, seat, traits)
        elif phase == REDEPLOY or phase == WITHDRAW or phase == FINISH:
            self.me = t.active[seat]
            self.immune = t.immune()
            self.near = t.board.around(appraisal.rivals(t, seat))
            if phase == FINISH and t.scored:
                self.leave = self.better_gone(t, seat, traits)

    def better_gone(self, t: Table, seat: i64, traits: i64) -> bool:
        """Would declining now come to more than staying, as far as the appraisal can tell?"""
        me, f = t.active[seat], self.f
        row = appraisal.row(t, seat, True)
        appraisal.measure(t, seat, t.immune(), traits, f)
        extra: i64 = 0
        stay: i64 = 0
        if not t.scored:
            extra = me.troops() * FRUIT // 100
            extra = min(extra, f[appraisal.ROOM] + 1)
            stay = (appraisal.pending(t, seat) + extra) * POINT
        f[appraisal.REGIONS] += extra
        stay += appraisal.summed(self.weights, row, f)
        kept: i64 = f[appraisal.DECLINED] if me.power.beyond_limit() else 0
        stands: i64 = 1 if me.race.gathers() else count(me.regions)
        leave: i64 = 0 if t.scored else (stands + kept) * POINT
        f[appraisal.REGIONS] = f[appraisal.BONUS] = f[appraisal.SPOILS] = f[appraisal.TOKENS] = 0
        f[appraisal.STRONG] = f[appraisal.LASTING] = f[appraisal.ROOM] = f[appraisal.TRAITS] = 0
        f[appraisal.PRESSED_DECLINED] = f[appraisal.PRESSED]
        f[appraisal.PRESSED] = f[appraisal.HERITAGE] = f[appraisal.STRONG_DECLINED] = 0
        f[appraisal.DECLINED] = stands + kept
        f[appraisal.IDLE] = 1
        f[appraisal.OFFER] = appraisal.best_offer(t)
        leave += appraisal.summed(self.weights, row, f)
        return leave > stay

    def rate(self, t: Table, move: i64) -> i64:
        """The rating of one move."""
        verb, target = move // TARGETS, move % TARGETS
        if verb == moves.CONQUER:
            return self.yield_of(t, target) * 16 // price(t, self.me, target)
        if verb > moves.PLACE and verb < moves.PLACE_FORTRESS:
            return self.rate_place(t, target, verb - moves.PLACE)
        if verb == moves.PICK:
            return self.rate_combo(t, target)
        if verb == moves.DECLINE:
            return AT_ONCE if self.leave else NEVER
        if verb == moves.STOP or verb == moves.DONE:
            return 0
        if verb == moves.ABANDON or verb == moves.CANCEL:
            return NEVER // 2 - self.danger(t, target)
        if verb < moves.PLACE:
            return self.rate_means(t, verb, target)
        return self.rate_piece(t, verb, target)

    def yield_of(self, t: Table, region: i64) -> i64:
        """What a region brings its conqueror, now and later, and takes from its owner."""
        me, bit = self.me, BIT[region]
        victim = t.holder(region)
        found: i64 = self.declined_region if me.declined else self.region
        before = me.race.income(t, me) + me.power.income(t, me)
        spoils: i64 = 1 if victim is not NOBODY or t.lost_tribes & bit != 0 else 0
        me.regions |= bit
        t.plunder += spoils
        found += (me.race.income(t, me) + me.power.income(t, me) - before) * self.bonus
        t.plunder -= spoils
        me.regions &= ~bit
        if victim is NOBODY:
            return found
        if victim.seat == me.seat:
            return found - self.declined_region
        return found + (self.their_declined if victim.declined else self.their_region)

    def rate_means(self, t: Table, verb: i64, target: i64) -> i64:
        """Conquests by other means than tokens alone, and what prepares them."""
        if verb == moves.CONQUER_SORCERY:
            return self.yield_of(t, target) * 64
        if verb == moves.CONQUER_DRAGON:
            return self.yield_of(t, target) * (15 + price(t, self.me, target))
        if verb == moves.CONQUER_DIE:
            return self.gamble(t, target)
        if verb == moves.CONQUER_CATAPULT or verb == moves.CONQUER_MERCENARY:
            return (self.yield_of(t, target) - POINT // 2) * 16 // price(t, self.me, target)
        if verb == moves.ROLL:
            return POINT
        if verb == moves.TOWER:
            return t.defence(target)
        return -POINT

    def gamble(self, t: Table, region: i64) -> i64:
        """The final attempt costs nothing but the conquests that could still be made, so it comes last.

        Ghouls leave it to the active race, if that has tokens to conquer with: their attempt would end its turn too.
        """
        if t.phase == GHOULS and not t.rules.ghouls_own_die and self.troops_behind(t) > 0:
            return -POINT
        short = price(t, self.me, region) - self.me.troops()
        faces: i64 = 4 - short if short <= 3 else 1
        if short <= 0:
            faces = 6
        return self.yield_of(t, region) * faces // 60

    def troops_behind(self, t: Table) -> i64:
        """Tokens that the active race will ready when the Ghouls have stopped, and those in its hand."""
        me = t.active[t.player]
        return me.troops() + appraisal.tokens_in(t, me.regions) - count(me.regions) * me.race.least

    def rate_combo(self, t: Table, slot: i64) -> i64:
        """A combo's coins and tokens; what its race and power are worth comes on top, by their ids."""
        tokens = appraisal.combo_tokens(t, slot)
        found = (t.combo_coins[slot] - t.price_of(slot)) * POINT
        return found + tokens * (self.token + self.region * FRUIT // 100)

    def danger(self, t: Table, region: i64) -> i64:
        """How much a region needs another token: the weak ones beside an enemy first, never an immune one."""
        bit = BIT[region]
        if self.immune & bit != 0:
            return -4 * POINT
        found = 2 * POINT - 100 * t.defence(region)
        if self.near & bit != 0:
            found += 320
        return found

    def rate_place(self, t: Table, region: i64, n: i64) -> i64:
        """Tokens are placed one by one; all at once where there is only one region for them."""
        if n > 1:
            held = t.held(t.to_move)
            return n if held & (held - 1) == 0 else NEVER
        if self.me.regions & BIT[region] == 0:
            return POINT
        return 8 * POINT + self.danger(t, region)

    def rate_piece(self, t: Table, verb: i64, target: i64) -> i64:
        """Pieces protect what is in danger; a hoard goes everywhere; peace with the strongest neighbour."""
        if verb == moves.ALLY:
            other = t.active[target]
            return POINT + count(t.board.around(other.regions) & self.me.regions) * 10 + count(other.regions)
        if verb == moves.LOSE_HORDE or verb == moves.PASS:
            return -1
        if verb == moves.PLACE_HERO or verb == moves.PLACE_FORTRESS:
            return 9 * POINT + self.danger(t, target) + POINT * self.prized(t, target)
        if verb < moves.PAY:
            return 7 * POINT + self.danger(t, target)
        return self.rate_marker(t, verb, target) if verb >= moves.SOAPBAR else POINT

    def rate_marker(self, t: Table, verb: i64, target: i64) -> i64:
        """The Soapbar slips where nobody gains by it; partners help each other, and nobody else for nothing.

        Readied tokens go back where they stood when there is nothing to conquer with them.
        """
        if verb > moves.KEEP:
            return verb - moves.KEEP if self.idle else NEVER
        if verb == moves.SOAPBAR:
            if t.held(t.to_move) & BIT[target] != 0:
                return 3 * POINT
            return 2 * POINT if t.board.water & BIT[target] != 0 else POINT if t.holder(target) is NOBODY else 0
        if verb == moves.SACRIFICE:
            spare = t.tokens[target] > 2 and t.rules.mode.partner(t.to_move) == loser_of(t, t.subject // CHOICES).seat
            return t.tokens[target] if spare else NEVER
        if verb == moves.ASK:
            return POINT if t.rules.mode.partner(t.to_move) == target else NEVER
        return 0

    def prized(self, t: Table, region: i64) -> i64:
        """Bonus coins that would be lost with a region."""
        me = self.me
        now = me.race.income(t, me) + me.power.income(t, me)
        me.regions &= ~BIT[region]
        then = me.race.income(t, me) + me.power.income(t, me)
        me.regions |= BIT[region]
        return now - then
