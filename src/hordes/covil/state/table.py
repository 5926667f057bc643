"""The table: troops, fortresses, halls, relics, the pool, gold, and the combat that is going on.

No rules here: methods read the fields, and keep them consistent when something is put or taken.
"""

from __future__ import annotations

from hordes.covil.state import events, tasks
from hordes.covil.state.board import Board
from hordes.covil.state.cards import Cards
from hordes.covil.state.combat import NO_COMBAT, Combat
from hordes.covil.state.config import Rules
from hordes.covil.state.constants import (
    CHANCE_PHASE,
    EXHAUSTED,
    FIRST_FORTRESS,
    FIRST_RESOURCE_BIT,
    MAX_GOLD,
    MAX_POOL,
    POOL_CHANGED,
    READY,
    RELIC_PRICE,
    RELIC_PRICE_MOD,
    RELICS_CHANGED,
    SLOTS,
    STACK_SIZE,
    TROOPS,
)
from hordes.covil.state.task_stack import TaskStack
from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec


@mypyc_attr(acyclic=True)
class Table(TaskStack):
    """The fields of a game of Covil, and how they are cloned and kept consistent.

    Troops are numbered seat * TROOPS + letter; sets of troops, relics, Minions and zones are bit sets. The arrays of
    pool, shuffles and fortresses change rarely: clones share them, every writer replaces one first (copy-on-write).
    """

    board: Board
    rules: Rules
    cards: Cards
    day: i64 = 1
    scepter: i64 = 0  # the first seat of the day
    player: i64 = 0  # the seat whose turn it is
    rebels: i64 = 1
    has_hired: bool = False
    has_acted: bool = False
    is_last_night: bool = False
    takebacks: i64 = 0  # payments cancelled this turn
    troop_zone: vec[i64]  # by troop; -1 when it is not on the board
    standing: i64 = 0  # set of troops
    fortress_zone: vec[i64]  # by seat; -1 before it is founded
    hp: vec[i64]
    gold: vec[i64]
    hall: vec[i64]  # SLOTS words a seat: 0, or (minion + 1) * 4 + state; the throne is slot 0
    hand: vec[i64]  # set of relics by seat
    active_relics: vec[i64]  # set of relics by seat
    relic_rank: vec[i64]  # place in the hand, active row or discard pile where the relic is; 0 in the deck
    deck: i64 = 0  # set of relics: the deck has no order, chance says what is drawn
    discard_pile: i64 = 0
    shuffles: vec[i64]  # relics by the shuffle that they were last in; what is in the deck is in the last group
    pool: vec[i64]
    pool_count: i64 = 0
    mercenary_deck: i64 = 0
    removed_mercenaries: i64 = 0  # left in the box, unknown to all
    dismissed_mercenaries: i64 = 0
    removed_relics: i64 = 0
    minion_for_hire: i64 = 0  # whom the open payment is for, or -1
    offer_gold: i64 = 0
    offer_relics: i64 = 0
    offer_slots: i64 = 0  # hall slots from 1 on, three bits each, the first offered lowest
    combat: Combat  # the one that is going on, or NO_COMBAT; replaced, never changed
    aimed_zones: i64 = 0  # zones among which relic flips choose for a dummy

    def __init__(self, board: Board, rules: Rules, o: Table | None = None) -> None:
        super().__init__()
        self.board = board
        self.rules = rules
        self.cards = rules.cards
        self.combat = NO_COMBAT if o is None else o.combat
        seats = rules.seats
        if o is None:
            self.deck = BIT[self.cards.relic_count] - 1
            self.stack = vec[i64]([0] * STACK_SIZE)
            self.troop_zone = vec[i64]([-1] * (seats * TROOPS))
            self.fortress_zone = vec[i64]([-1] * seats)
            self.hp = vec[i64]([0] * seats)
            self.gold = vec[i64]([0] * seats)
            self.hall = vec[i64]([0] * (seats * SLOTS))
            self.hand = vec[i64]([0] * seats)
            self.active_relics = vec[i64]([0] * seats)
            self.relic_rank = vec[i64]([0] * self.cards.relic_count)
            self.shuffles = vec[i64]([int(self.deck)])
            self.pool = vec[i64]([0] * MAX_POOL)
            self.phase = CHANCE_PHASE
            self.mercenary_deck = self.cards.mercenaries
            self.reset_turn()
            self.reset_payment()
        else:
            self.stack = o.stack[:]
            self.troop_zone = o.troop_zone[:]
            self.fortress_zone = o.fortress_zone
            self.hp = o.hp
            self.gold = o.gold[:]
            self.hall = o.hall[:]
            self.hand = o.hand[:]
            self.active_relics = o.active_relics[:]
            self.relic_rank = o.relic_rank[:]
            self.shuffles = o.shuffles
            self.pool = o.pool
            self._copy(o)

    def _copy(self, o: Table) -> None:
        self.to_move = o.to_move
        self.phase = o.phase
        self.depth = o.depth
        self.day = o.day
        self.scepter = o.scepter
        self.player = o.player
        self.rebels = o.rebels
        self.has_hired = o.has_hired
        self.has_acted = o.has_acted
        self.is_last_night = o.is_last_night
        self.takebacks = o.takebacks
        self.standing = o.standing
        self.deck = o.deck
        self.discard_pile = o.discard_pile
        self.pool_count = o.pool_count
        self.mercenary_deck = o.mercenary_deck
        self.removed_mercenaries = o.removed_mercenaries
        self.dismissed_mercenaries = o.dismissed_mercenaries
        self.removed_relics = o.removed_relics
        self.minion_for_hire = o.minion_for_hire
        self.offer_gold = o.offer_gold
        self.offer_relics = o.offer_relics
        self.offer_slots = o.offer_slots
        self.aimed_zones = o.aimed_zones

    def reset_turn(self) -> None:
        """Clear what was done this turn."""
        self.has_hired = self.has_acted = False
        self.takebacks = 0

    def reset_payment(self) -> None:
        """Clear the open payment."""
        self.minion_for_hire = -1
        self.offer_gold = self.offer_relics = self.offer_slots = 0
        self.changed_kinds |= RELICS_CHANGED

    # Seats

    def is_dummy(self, seat: i64) -> bool:
        """Whether the seat is a dummy of the solo game."""
        return seat >= self.rules.humans

    def opponents(self, seat: i64) -> i64:
        """The seats that a seat's effects and attacks may be aimed at; for a dummy only the human."""
        if seat >= self.rules.humans:
            return 1
        return (BIT[self.rules.seats] - 1) & ~BIT[seat]

    def seat_in_turn_order(self, k: i64) -> i64:
        """The k-th seat in turn order, the holder of the scepter first."""
        return (self.scepter + k) % self.rules.seats

    # Gold

    def add_gold(self, seat: i64, n: i64) -> None:
        """Change a seat's gold; all changes of gold go through here."""
        self.gold[seat] += n
        self.changed_places |= BIT[FIRST_RESOURCE_BIT + seat]

    def gain_gold(self, seat: i64, n: i64) -> None:
        """Gain gold. When it exceeds MAX_GOLD, a task lets the owner buy relics before the rest is lost.

        The task runs after the caller returns, so callers do nothing that depends on the gold afterwards.
        """
        if self.gold[seat] + n <= MAX_GOLD:
            self.add_gold(seat, n)
            if self.sink is not None and n > 0:
                events.gained(self, seat, n, 0)
        else:
            self.push(tasks.gain(seat, n))

    def relic_price(self, seat: i64) -> i64:
        """What a relic costs this seat."""
        price = RELIC_PRICE + self.modifier_total(seat, RELIC_PRICE_MOD)
        return price if price > 1 else 1

    def can_buy_relic(self, seat: i64) -> bool:
        """Whether a relic is left and the seat can pay for it with gold that is not offered for a Minion."""
        gold = self.gold[seat] - (self.offer_gold if self.minion_for_hire >= 0 and seat == self.player else 0)
        if gold <= 0 or self.deck | self.discard_pile == 0:
            return False
        return gold >= RELIC_PRICE or gold >= self.relic_price(seat)

    def modifier_total(self, seat: i64, mod: i64) -> i64:
        """The sum of an unconditional modifier over all Minions of a hall."""
        total: i64 = 0
        cards = self.cards
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
            word = self.hall[place]
            if word != 0:
                total += cards.modifier_sum[((word >> 2) - 1) * 10 + mod]  # MODIFIER_COUNT + 1 columns a Minion
        return total

    # Fortresses

    def set_fortress_zone(self, seat: i64, zone: i64) -> None:
        """Set the zone of a seat's fortress."""
        self.fortress_zone = self.fortress_zone[:]
        self.fortress_zone[seat] = zone

    def set_hp(self, seat: i64, n: i64) -> None:
        """Set the hit points of a seat's fortress."""
        self.hp = self.hp[:]
        self.hp[seat] = n
        self.changed_places |= BIT[FIRST_RESOURCE_BIT + seat]

    # Halls

    def minion_at(self, seat: i64, slot: i64) -> i64:
        """The Minion in a slot of the hall, or -1."""
        return (self.hall[seat * SLOTS + slot] >> 2) - 1

    def minion_count(self, seat: i64) -> i64:
        """How many Minions a hall holds."""
        n: i64 = 0
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
            if self.hall[place] != 0:
                n += 1
        return n

    def minions_by_readiness(self, seat: i64, ready: bool) -> i64:
        """The Minions of a hall that are Ready, or those that are not."""
        minions: i64 = 0
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
            word = self.hall[place]
            if word != 0 and (word & 3 == READY) == ready:
                minions |= BIT[(word >> 2) - 1]
        return minions

    def find_slot(self, seat: i64, minion: i64, ready: bool) -> i64:
        """The first slot with this Minion Ready, or not Ready; -1 when there is none."""
        for slot in range(SLOTS):
            word = self.hall[seat * SLOTS + slot]
            if word >> 2 == minion + 1 and (word & 3 == READY) == ready:
                return slot
        return -1

    def find_other_slot(self, seat: i64, minion: i64) -> i64:
        """The first slot with a copy that is tired where the first copy is exhausted, or vice versa; or -1."""
        first = self.find_slot(seat, minion, False)
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS if first >= 0 else 0):
            word = self.hall[place]
            if word >> 2 == minion + 1 and word & 3 != READY and word != self.hall[seat * SLOTS + first]:
                return place - seat * SLOTS
        return -1

    def exhaust(self, seat: i64, slot: i64) -> None:
        """Exhaust a Minion."""
        place = seat * SLOTS + slot
        self.hall[place] = (self.hall[place] & ~3) | EXHAUSTED
        self.changed_places |= BIT[seat]

    def rest(self, seat: i64, slot: i64) -> None:
        """Rest a Minion by one step: exhausted to tired, tired to Ready."""
        if self.hall[seat * SLOTS + slot] & 3 != READY:
            self.hall[seat * SLOTS + slot] -= 1
            self.changed_places |= BIT[seat]
            if self.sink is not None:
                events.rested(self, seat, slot)

    def add_to_hall(self, seat: i64, minion: i64, state: i64) -> None:
        """Put a Minion into the first free slot; slot 0, the throne, is for Overlords."""
        slot: i64 = 0 if self.cards.overlords & BIT[minion] != 0 else 1
        while self.hall[seat * SLOTS + slot] != 0:
            slot += 1
        self.hall[seat * SLOTS + slot] = (minion + 1) * 4 + state
        self.changed_places |= BIT[seat]

    def remove_from_hall(self, seat: i64, slot: i64) -> i64:
        """Empty a slot and return its Minion. The caller then calls `close_gaps`."""
        minion = (self.hall[seat * SLOTS + slot] >> 2) - 1
        self.hall[seat * SLOTS + slot] = 0
        return minion

    def close_gaps(self, seat: i64) -> None:
        """Move Minions up so that no slot between them is empty; the throne is left alone."""
        self.changed_places |= BIT[seat]
        free: i64 = 1
        for slot in range(1, SLOTS):
            word = self.hall[seat * SLOTS + slot]
            if word != 0:
                self.hall[seat * SLOTS + slot] = 0
                self.hall[seat * SLOTS + free] = word
                free += 1

    # The pool

    def unshare_pool(self) -> None:
        """Copy the pool before it is changed: clones share it."""
        self.pool = self.pool[:]
        self.changed_kinds |= POOL_CHANGED

    def put_into_pool(self, minion: i64) -> None:
        """Append a Minion to the pool."""
        self.unshare_pool()
        self.pool[self.pool_count] = minion
        self.pool_count += 1

    def take_from_pool(self, minion: i64) -> None:
        """Remove the first copy of a Minion from the pool."""
        self.unshare_pool()
        k: i64 = 0
        while self.pool[k] != minion:
            k += 1
        self.pool_count -= 1
        while k < self.pool_count:
            self.pool[k] = self.pool[k + 1]
            k += 1
        self.pool[self.pool_count] = 0

    # Relics

    def draw_relics(self, seat: i64, n: i64) -> None:
        """Push the task to draw relics, as many as there are; chance says which."""
        if n > 0:
            self.push(tasks.draws(seat, n))

    def reshuffle(self) -> None:
        """Turn the discard pile into the deck. Everybody knows which relics it holds, so a new shuffle group begins."""
        self.deck = self.discard_pile
        self.discard_pile = 0
        self.changed_kinds |= RELICS_CHANGED
        known = [int(self.shuffles[k] & ~self.deck) for k in range(len(self.shuffles))]  # the older groups shrink
        self.shuffles = vec[i64]([held for held in known if held != 0] + [int(self.deck)])
        rest = self.deck
        while rest != 0:
            self.relic_rank[lowest(rest)] = 0
            rest &= rest - 1
        if self.sink is not None:
            events.reshuffled(self, count(self.deck))

    def put_into_hand(self, seat: i64, relic: i64) -> None:
        """Move a relic from the deck to the end of a hand."""
        self.deck &= ~BIT[relic]
        self.relic_rank[relic] = count(self.hand[seat])
        self.hand[seat] |= BIT[relic]
        self.changed_places |= BIT[FIRST_RESOURCE_BIT + seat]
        self.changed_kinds |= RELICS_CHANGED

    def remove_from_hand(self, seat: i64, relic: i64) -> None:
        """Remove a relic from a hand; those behind it move up."""
        self.hand[seat] &= ~BIT[relic]
        self.changed_places |= BIT[FIRST_RESOURCE_BIT + seat]
        self.changed_kinds |= RELICS_CHANGED
        rest = self.hand[seat]
        while rest != 0:
            other = lowest(rest)
            if self.relic_rank[other] > self.relic_rank[relic]:
                self.relic_rank[other] -= 1
            rest &= rest - 1

    def discard_relic(self, relic: i64) -> None:
        """Put a relic on top of the discard pile."""
        self.relic_rank[relic] = count(self.discard_pile)
        self.discard_pile |= BIT[relic]
        self.changed_kinds |= RELICS_CHANGED

    def activate_relic(self, seat: i64, relic: i64) -> None:
        """Move a relic from the hand to the end of the active row."""
        self.remove_from_hand(seat, relic)
        self.relic_rank[relic] = count(self.active_relics[seat])
        self.active_relics[seat] |= BIT[relic]

    def discard_active_relics(self, seat: i64) -> None:
        """Discard all active relics of a seat, in their order."""
        row = self.active_relics[seat]
        n = count(row)
        self.active_relics[seat] = 0
        for place in range(n):
            rest = row
            while self.relic_rank[lowest(rest)] != place:
                rest &= rest - 1
            relic = lowest(rest)
            row &= ~BIT[relic]
            self.discard_relic(relic)

    # Troops

    def troop_count(self, seat: i64) -> i64:
        """How many troops of a seat are on the board."""
        return count(self.troops_on_board(seat))

    def troops_in(self, seat: i64, zone: i64) -> i64:
        """The set of a seat's troops in a zone."""
        troops: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if self.troop_zone[troop] == zone:
                troops |= BIT[troop]
        return troops

    def troops_on_board(self, seat: i64) -> i64:
        """The set of a seat's troops that are on the board."""
        troops: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if self.troop_zone[troop] >= 0:
                troops |= BIT[troop]
        return troops

    def occupied_zones(self, seat: i64) -> i64:
        """The zones in which a seat has a troop."""
        zones: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if self.troop_zone[troop] >= 0:
                zones |= BIT[self.troop_zone[troop]]
        return zones

    def standing_troops(self, seat: i64) -> i64:
        """The standing troops of a seat."""
        return self.standing & ((BIT[TROOPS] - 1) * BIT[seat * TROOPS])

    def place_troop(self, troop: i64, zone: i64) -> None:
        """Put a troop into a zone, or off the board with -1; all movement goes through here."""
        self.troop_zone[troop] = zone
        self.changed_places |= BIT[troop // TROOPS]

    def stand_troop(self, troop: i64) -> None:
        """Stand a troop up."""
        self.standing |= BIT[troop]
        self.changed_places |= BIT[troop // TROOPS]

    def stand_all_troops(self, seat: i64) -> None:
        """Stand all troops of a seat up."""
        self.standing |= self.troops_on_board(seat)
        self.changed_places |= BIT[seat]

    def lay_troop_down(self, troop: i64) -> None:
        """Lay a troop down."""
        self.standing &= ~BIT[troop]
        self.changed_places |= BIT[troop // TROOPS]

    def summon_troop(self, seat: i64) -> None:
        """Put a standing troop, the first free letter, at the fortress."""
        troop = seat * TROOPS
        while self.troop_zone[troop] >= 0:
            troop += 1
        self.place_troop(troop, self.fortress_zone[seat])
        self.stand_troop(troop)
        if self.sink is not None:
            events.summoned(self, troop)

    def remove_troop(self, troop: i64) -> None:
        """Take a troop off the board."""
        self.place_troop(troop, -1)
        self.lay_troop_down(troop)

    # Combat

    def protected_troops(self) -> i64:
        """Troops that no effect may touch: those of the combat, under the ruling that relics only give a bonus."""
        troops: i64 = 0
        combat = self.combat
        if combat.attack_kind != 0 and self.rules.combat_relics_bonus_only:
            if 0 <= combat.attacker < FIRST_FORTRESS:
                troops |= BIT[combat.attacker]
            if combat.target < FIRST_FORTRESS:
                troops |= BIT[combat.target]
        return troops
