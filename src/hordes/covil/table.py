"""What lies on the table: troops, fortresses, halls, relics, the pool, gold, and the combat that is going on.

Nothing here decides; it only says what there is and keeps it consistent when something is put or taken.
"""

from __future__ import annotations

from hordes.covil import tell
from hordes.covil.agenda import Agenda
from hordes.covil.board import Board
from hordes.covil.cards import Cards
from hordes.covil.rules import Rules
from hordes.covil.vocabulary import (
    CHANCES,
    DRAWS,
    EXHAUSTED,
    FORTRESSES,
    GAIN,
    LARGEST_POOL,
    MOST_GOLD,
    POOL_MOVED,
    PURSES,
    READY,
    RELIC_PRICE,
    RELIC_PRICE_MOD,
    RELICS_MOVED,
    SLOTS,
    STACK,
    TROOPS,
)
from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64, mypyc_attr, vec


@mypyc_attr(acyclic=True)
class Table(Agenda):
    """The fields of a game of Covil, and how they are copied and kept consistent.

    A troop is its seat times TROOPS plus its letter. A place in a hall holds 0, or four times the Minion's number plus
    one, plus its state. A relic's rank is its place in the hand, row or pile where it lies. Pool and shuffles change
    rarely: clones share them, and whoever writes replaces them.
    """

    board: Board
    rules: Rules
    cards: Cards
    day: i64 = 1
    scepter: i64 = 0
    player: i64 = 0
    rebels: i64 = 1
    hired: bool = False
    acted: bool = False
    last: bool = False
    cancels: i64 = 0
    zone: vec[i64]
    standing: i64 = 0
    fortress: vec[i64]
    hp: vec[i64]
    gold: vec[i64]
    hall: vec[i64]
    hand: vec[i64]
    active: vec[i64]
    rank: vec[i64]
    deck: i64 = 0
    discard: i64 = 0
    shuffles: vec[i64]
    pool: vec[i64]
    pool_count: i64 = 0
    mercenaries: i64 = 0
    removed: i64 = 0
    dismissed: i64 = 0
    out: i64 = 0
    hiring: i64 = 0
    offer_gold: i64 = 0
    offer_relics: i64 = 0
    offer_slots: i64 = 0
    attacker: i64 = 0
    target: i64 = 0
    style: i64 = 0
    weapon: i64 = 0
    bonus: i64 = 0
    free: bool = False
    stood: bool = False
    besieged: bool = False
    guards: i64 = 0
    aim: i64 = 0

    def __init__(self, board: Board, rules: Rules, o: Table | None = None) -> None:
        super().__init__()
        self.board = board
        self.rules = rules
        self.cards = rules.cards
        seats = rules.seats
        if o is None:
            self.deck = BIT[self.cards.relics] - 1
            self.stack = vec[i64]([0] * STACK)
            self.zone = vec[i64]([-1] * (seats * TROOPS))
            self.fortress = vec[i64]([-1] * seats)
            self.hp = vec[i64]([0] * seats)
            self.gold = vec[i64]([0] * seats)
            self.hall = vec[i64]([0] * (seats * SLOTS))
            self.hand = vec[i64]([0] * seats)
            self.active = vec[i64]([0] * seats)
            self.rank = vec[i64]([0] * self.cards.relics)
            self.shuffles = vec[i64]([int(self.deck)])
            self.pool = vec[i64]([0] * LARGEST_POOL)
            self._lay_out()
        else:
            self.stack = o.stack[:]
            self.zone = o.zone[:]
            self.fortress = o.fortress[:]
            self.hp = o.hp[:]
            self.gold = o.gold[:]
            self.hall = o.hall[:]
            self.hand = o.hand[:]
            self.active = o.active[:]
            self.rank = o.rank[:]
            self.shuffles = o.shuffles
            self.pool = o.pool
            self._copy(o)

    def _lay_out(self) -> None:
        self.phase = CHANCES
        self.mercenaries = self.cards.mercenaries
        self.forget_turn()
        self.forget_payment()
        self.forget_combat()

    def _copy(self, o: Table) -> None:
        self.to_move = o.to_move
        self.phase = o.phase
        self.depth = o.depth
        self.day = o.day
        self.scepter = o.scepter
        self.player = o.player
        self.rebels = o.rebels
        self.hired = o.hired
        self.acted = o.acted
        self.last = o.last
        self.cancels = o.cancels
        self.standing = o.standing
        self.deck = o.deck
        self.discard = o.discard
        self.pool_count = o.pool_count
        self.mercenaries = o.mercenaries
        self.removed = o.removed
        self.dismissed = o.dismissed
        self.out = o.out
        self.hiring = o.hiring
        self.offer_gold = o.offer_gold
        self.offer_relics = o.offer_relics
        self.offer_slots = o.offer_slots
        self.attacker = o.attacker
        self.target = o.target
        self.style = o.style
        self.weapon = o.weapon
        self.bonus = o.bonus
        self.free = o.free
        self.stood = o.stood
        self.besieged = o.besieged
        self.guards = o.guards
        self.aim = o.aim

    def forget_turn(self) -> None:
        """A new turn: nothing is used up."""
        self.hired = self.acted = False
        self.cancels = 0

    def forget_payment(self) -> None:
        """Nobody is being hired."""
        self.hiring = -1
        self.offer_gold = self.offer_relics = self.offer_slots = 0
        self.news |= RELICS_MOVED

    def forget_combat(self) -> None:
        """Nobody fights."""
        self.attacker = self.target = -1
        self.style = self.weapon = self.bonus = self.guards = 0
        self.free = self.stood = self.besieged = False

    # Seats

    def is_dummy(self, seat: i64) -> bool:
        """Is this seat played by the rules of the solo game?"""
        return seat >= self.rules.humans

    def opponents(self, seat: i64) -> i64:
        """The seats whom a seat's effects and attacks may be aimed at: for a dummy the human alone."""
        if seat >= self.rules.humans:
            return 1
        return (BIT[self.rules.seats] - 1) & ~BIT[seat]

    def turn_seat(self, k: i64) -> i64:
        """The k-th seat in turn order."""
        return (self.scepter + k) % self.rules.seats

    # Gold

    def add_gold(self, seat: i64, n: i64) -> None:
        """Gold to a seat or from it; everybody who moves gold does it here."""
        self.gold[seat] += n
        self.touched |= BIT[PURSES + seat]

    def set_hp(self, seat: i64, n: i64) -> None:
        """Let a fortress have exactly so many hit points."""
        self.hp[seat] = n
        self.touched |= BIT[PURSES + seat]

    def gain(self, seat: i64, n: i64) -> None:
        """Gold from the box, or change. Before any is lost its owner may buy; so nothing may follow in the caller."""
        if self.gold[seat] + n <= MOST_GOLD:
            self.add_gold(seat, n)
            if self.sink is not None and n > 0:
                tell.gained(self, seat, n, 0)
        else:
            self.push(GAIN, seat, n, 0)

    def relic_price(self, seat: i64) -> i64:
        """What a relic costs this seat."""
        price = RELIC_PRICE + self.modifier(seat, RELIC_PRICE_MOD)
        return price if price > 1 else 1

    def can_buy(self, seat: i64) -> bool:
        """Can this seat pay for a relic, what it is offering for a Minion set aside, and is there one?"""
        gold = self.gold[seat] - (self.offer_gold if self.hiring >= 0 and seat == self.player else 0)
        if gold <= 0 or self.deck | self.discard == 0:
            return False
        return gold >= RELIC_PRICE or gold >= self.relic_price(seat)

    def modifier(self, seat: i64, mod: i64) -> i64:
        """The sum of a modifier that has no conditions over all Minions of a hall."""
        total: i64 = 0
        cards = self.cards
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
            word = self.hall[place]
            if word != 0:
                total += cards.simple[((word >> 2) - 1) * 10 + mod]
        return total

    # Halls

    def minion_at(self, seat: i64, slot: i64) -> i64:
        """The Minion in a place of the hall, or -1."""
        return (self.hall[seat * SLOTS + slot] >> 2) - 1

    def minions(self, seat: i64) -> i64:
        """How many Minions a hall holds."""
        n: i64 = 0
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
            if self.hall[place] != 0:
                n += 1
        return n

    def in_state(self, seat: i64, ready: bool) -> i64:
        """The Minions of a hall that are Ready, or that are not."""
        found: i64 = 0
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
            word = self.hall[place]
            if word != 0 and (word & 3 == READY) == ready:
                found |= BIT[(word >> 2) - 1]
        return found

    def slot_of(self, seat: i64, minion: i64, ready: bool) -> i64:
        """The first place of a Minion that is Ready, or is not; -1 when there is none."""
        for slot in range(SLOTS):
            word = self.hall[seat * SLOTS + slot]
            if word >> 2 == minion + 1 and (word & 3 == READY) == ready:
                return slot
        return -1

    def other_slot(self, seat: i64, minion: i64) -> i64:
        """The first place of a copy that is tired where the first is exhausted, or the other way round; or -1."""
        first = self.slot_of(seat, minion, False)
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS if first >= 0 else 0):
            word = self.hall[place]
            if word >> 2 == minion + 1 and word & 3 != READY and word != self.hall[seat * SLOTS + first]:
                return place - seat * SLOTS
        return -1

    def exhaust(self, seat: i64, slot: i64) -> None:
        """Put the exhausted side up."""
        place = seat * SLOTS + slot
        self.hall[place] = (self.hall[place] & ~3) | EXHAUSTED
        self.touched |= BIT[seat]

    def rest(self, seat: i64, slot: i64) -> None:
        """One step: exhausted to tired, tired to Ready."""
        if self.hall[seat * SLOTS + slot] & 3 != READY:
            self.hall[seat * SLOTS + slot] -= 1
            self.touched |= BIT[seat]
            if self.sink is not None:
                tell.rested(self, seat, slot)

    def welcome(self, seat: i64, minion: i64, state: i64) -> None:
        """Put a Minion into the first free place; the throne is the Overlords'."""
        slot: i64 = 0 if self.cards.overlords & BIT[minion] != 0 else 1
        while self.hall[seat * SLOTS + slot] != 0:
            slot += 1
        self.hall[seat * SLOTS + slot] = (minion + 1) * 4 + state
        self.touched |= BIT[seat]

    def vacate(self, seat: i64, slot: i64) -> i64:
        """Empty a place; answers with the Minion that was there. Then let the others close ranks."""
        minion = (self.hall[seat * SLOTS + slot] >> 2) - 1
        self.hall[seat * SLOTS + slot] = 0
        return minion

    def close_ranks(self, seat: i64) -> None:
        """Nobody leaves a gap: the others move up, the throne excepted."""
        self.touched |= BIT[seat]
        free: i64 = 1
        for slot in range(1, SLOTS):
            word = self.hall[seat * SLOTS + slot]
            if word != 0:
                self.hall[seat * SLOTS + slot] = 0
                self.hall[seat * SLOTS + free] = word
                free += 1

    # The pool

    def own_pool(self) -> None:
        """The pool is about to change: stop sharing it with clones."""
        self.pool = self.pool[:]
        self.news |= POOL_MOVED

    def put_into_pool(self, minion: i64) -> None:
        """At the end of the row."""
        self.own_pool()
        self.pool[self.pool_count] = minion
        self.pool_count += 1

    def take_from_pool(self, minion: i64) -> None:
        """The first of its kind leaves the row, the others move up."""
        self.own_pool()
        k: i64 = 0
        while self.pool[k] != minion:
            k += 1
        self.pool_count -= 1
        while k < self.pool_count:
            self.pool[k] = self.pool[k + 1]
            k += 1
        self.pool[self.pool_count] = 0

    # Relics

    def draw(self, seat: i64, n: i64) -> None:
        """Relics from the deck, as many as there are: chance says which."""
        if n > 0:
            self.push(DRAWS, seat, n, 0)

    def reshuffle(self) -> None:
        """The discard pile becomes the deck. Everybody knows which relics it holds."""
        self.deck = self.discard
        self.discard = 0
        self.news |= RELICS_MOVED
        known = [int(self.shuffles[k] & ~self.deck) for k in range(len(self.shuffles))]
        self.shuffles = vec[i64]([held for held in known if held != 0] + [int(self.deck)])
        rest = self.deck
        while rest != 0:
            self.rank[lowest(rest)] = 0
            rest &= rest - 1
        if self.sink is not None:
            tell.reshuffled(self, count(self.deck))

    def take_relic(self, seat: i64, relic: i64) -> None:
        """From the deck to the end of a hand."""
        self.deck &= ~BIT[relic]
        self.rank[relic] = count(self.hand[seat])
        self.hand[seat] |= BIT[relic]
        self.touched |= BIT[PURSES + seat]
        self.news |= RELICS_MOVED

    def leave_hand(self, seat: i64, relic: i64) -> None:
        """Out of a hand; those behind it move up."""
        self.hand[seat] &= ~BIT[relic]
        self.touched |= BIT[PURSES + seat]
        self.news |= RELICS_MOVED
        rest = self.hand[seat]
        while rest != 0:
            other = lowest(rest)
            if self.rank[other] > self.rank[relic]:
                self.rank[other] -= 1
            rest &= rest - 1

    def discard_relic(self, relic: i64) -> None:
        """On top of the discard pile."""
        self.rank[relic] = count(self.discard)
        self.discard |= BIT[relic]
        self.news |= RELICS_MOVED

    def activate(self, seat: i64, relic: i64) -> None:
        """From the hand to the end of the active row."""
        self.leave_hand(seat, relic)
        self.rank[relic] = count(self.active[seat])
        self.active[seat] |= BIT[relic]

    def discard_active(self, seat: i64) -> None:
        """All active relics of a seat, in their order."""
        row = self.active[seat]
        n = count(row)
        self.active[seat] = 0
        for place in range(n):
            rest = row
            while self.rank[lowest(rest)] != place:
                rest &= rest - 1
            relic = lowest(rest)
            row &= ~BIT[relic]
            self.discard_relic(relic)

    # Troops

    def troops_of(self, seat: i64) -> i64:
        """How many troops of a seat are on the board."""
        n: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if self.zone[troop] >= 0:
                n += 1
        return n

    def troops_in(self, seat: i64, zone: i64) -> i64:
        """The troops of a seat in a zone, as a set."""
        found: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if self.zone[troop] == zone:
                found |= BIT[troop]
        return found

    def own(self, seat: i64) -> i64:
        """The troops of a seat that are on the board, as a set."""
        found: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if self.zone[troop] >= 0:
                found |= BIT[troop]
        return found

    def zones_held(self, seat: i64) -> i64:
        """The zones in which a seat has a troop."""
        found: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if self.zone[troop] >= 0:
                found |= BIT[self.zone[troop]]
        return found

    def standing_of(self, seat: i64) -> i64:
        """The standing troops of a seat."""
        return self.standing & ((BIT[TROOPS] - 1) * BIT[seat * TROOPS])

    def put_troop(self, troop: i64, zone: i64) -> None:
        """Into a zone, or nowhere; everybody who moves troops does it here."""
        self.zone[troop] = zone
        self.touched |= BIT[troop // TROOPS]

    def raise_troop(self, troop: i64) -> None:
        """It stands."""
        self.standing |= BIT[troop]
        self.touched |= BIT[troop // TROOPS]

    def raise_troops(self, seat: i64) -> None:
        """All troops of a seat stand."""
        self.standing |= self.own(seat)
        self.touched |= BIT[seat]

    def lay_troop(self, troop: i64) -> None:
        """It lies."""
        self.standing &= ~BIT[troop]
        self.touched |= BIT[troop // TROOPS]

    def summon(self, seat: i64) -> None:
        """A standing troop at the fortress, with the first free letter."""
        troop = seat * TROOPS
        while self.zone[troop] >= 0:
            troop += 1
        self.put_troop(troop, self.fortress[seat])
        self.raise_troop(troop)
        if self.sink is not None:
            tell.summoned(self, troop)

    def remove_troop(self, troop: i64) -> None:
        """Off the board, to its owner's supply."""
        self.put_troop(troop, -1)
        self.lay_troop(troop)

    # Combat

    def defender(self) -> i64:
        """The seat that is attacked."""
        return self.target - FORTRESSES if self.target >= FORTRESSES else self.target // TROOPS

    def duellists(self) -> i64:
        """The troops that nothing may move, stand or lay: those of a combat, where relics only give their bonus."""
        found: i64 = 0
        if self.style != 0 and self.rules.bonus_only:
            if 0 <= self.attacker < FORTRESSES:
                found |= BIT[self.attacker]
            if self.target < FORTRESSES:
                found |= BIT[self.target]
        return found
