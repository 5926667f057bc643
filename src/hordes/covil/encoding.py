"""Covil as numbers: what a seat sees of the table, and the fixed action space of a set-up.

Relics in other hands and the Mercenaries left in the box are secret and never written; how many relics a hand holds is
seen by all. Seats are counted from the one that looks: 1 is itself, 2 the next. A number for a card or zone is its
place in the game's list plus one.
"""

from __future__ import annotations

from typing import Final, cast

from hordes.covil import moves
from hordes.covil.agenda import arg_a, arg_b, arg_c, arg_d, arg_e, kind_of
from hordes.covil.board import Board
from hordes.covil.rules import Rules
from hordes.covil.table import Table
from hordes.covil.vocabulary import FORTRESSES, MOST_GOLD, POOL_MOVED, PURSES, RELICS_MOVED, SLOTS, TERRAINS, TROOPS
from hordes.engine.bits import BIT, FULL, count, lowest
from hordes.engine.encoding import LARGEST, Encoder, differs, small
from hordes.engine.native import i16, i64, vec
from hordes.engine.state import State

GROUND: Final = [*[f"is_{terrain.lower()}" for terrain in TERRAINS], "start"]
"""Columns of a zone that never change."""
SEAT: Final = ["gold", "hp", "fortress", "relics", "troops", "dummy"]
TROOP: Final = ["zone", "standing"]
PLACE: Final = ["minion", "state"]
NOW: Final = [
    "seat", "phase", "player", "to_move", "scepter", "day", "rebels", "hired", "acted", "last", "cancels", "hiring",
    "offer_gold", "offer_places", "attacker", "target", "style", "weapon", "bonus", "free", "stood", "besieged",
    "guards", "pool_count", "depth",
]  # fmt: skip
TASK: Final = ["kind", "a", "b", "c", "d", "e"]
TASKS: Final = 3
"""Tasks on top of the agenda that are shown."""
IN_HAND: Final = 1
DISCARDED: Final = 2
OUT: Final = 3
OFFERED: Final = 4
ACTIVE: Final = 4
"""A relic in the active row of a seat is ACTIVE plus the seat's number."""
CHOICE_TARGETS: Final = 62
MEMO: Final = 4
"""Words remembered for who looks, Minions and aims; those for relics, halls and tasks follow."""


class CovilEncoder(Encoder):
    """The numbers of one set-up."""

    board: Board
    rules: Rules
    columns: i64 = 0
    seats_at: i64 = 0
    troops_at: i64 = 0
    halls_at: i64 = 0
    relics_at: i64 = 0
    shuffles_at: i64 = 0
    pool_at: i64 = 0
    gone_at: i64 = 0
    now_at: i64 = 0
    tasks_at: i64 = 0
    halls_noted: i64 = 0
    tasks_noted: i64 = 0
    seat_columns: i64 = 0

    def __init__(self, board: Board, rules: Rules) -> None:
        super().__init__(moves.LAST_VERB + 1)
        self.board = board
        self.rules = rules
        seats, cards = rules.seats, rules.cards
        columns = [*GROUND, "aim"]
        for ahead in range(seats):
            columns += [f"standing_{ahead + 1}", f"lying_{ahead + 1}"]
        self.columns = len(columns)
        self.add("zones", board.size, columns, 63, "the board, a row for each zone in the order of the file")
        self.seats_at = self.add("seats", seats, SEAT, 63, "each seat from the one that looks on")
        self.troops_at = self.add("troops", seats * TROOPS, TROOP, 63, "the five troops of each seat")
        self.halls_at = self.add("halls", seats * SLOTS, PLACE, 63, "the six places of each hall: a Minion, its state")
        self.relics_at = self.add(
            "relics",
            cards.relics,
            [""],
            ACTIVE + 4,
            "where each is: 0 unseen, 1 own hand, 2 discarded, 3 out of the game, 4 offered, 4 + seat: active there",
        )
        self.shuffles_at = self.add("shuffles", cards.relics, [""], 63, "with which others each was last shuffled")
        self.pool_at = self.add("pool", cards.minions, [""], 1, "Minions for hire")
        self.gone_at = self.add("dismissed", cards.minions, [""], 1, "Minions that were sent away")
        self.now_at = self.add("now", 1, NOW, LARGEST, "the question that is open, and what was done this turn")
        self.tasks_at = self.add("agenda", TASKS, TASK, 2047, "what is to be done next, from the top")
        self.halls_noted = MEMO + 5 + seats
        self.tasks_noted = self.halls_noted + seats
        self.memory = self.tasks_noted + TASKS
        self.seat_columns = len(SEAT)
        for verb in range(moves.LAST_SEAT_VERB + 1):
            self.allot(verb, self._targets(verb))
        for verb in range(moves.FIRST, moves.LAST_VERB + 1):
            self.allot_chance(verb, self._chance_targets(verb))

    def _targets(self, verb: i64) -> i64:
        cards = self.rules.cards
        if verb in moves.LONE.values():
            return 1
        if verb in moves.ZONES.values() or moves.MOVE <= verb < moves.MOVE + TROOPS or verb == moves.CHOOSE_ZONE:
            return self.board.size
        if verb in (moves.RELIC, moves.PAY_RELIC):
            return cards.relics
        if verb == moves.PAY_GOLD:
            return MOST_GOLD + 1
        if verb == moves.CHOOSE_SEAT:
            return self.rules.seats
        if verb == moves.CHOOSE_NUMBER:
            return CHOICE_TARGETS
        if verb in (moves.CHOOSE_TROOP, moves.GOLD, moves.REPAIR):
            return self.rules.seats * TROOPS
        attack = moves.MELEE <= verb < moves.RANGED + TROOPS
        return FORTRESSES + self.rules.seats if attack else self._minion_targets(verb)

    def _minion_targets(self, verb: i64) -> i64:
        """All Minions; of Henchmen alone, which come after the Overlords, there are copies."""
        cards = self.rules.cards
        return count(cards.overlords | cards.henchmen) if verb >= moves.REST_OTHER else cards.minions

    def _chance_targets(self, verb: i64) -> i64:
        if verb == moves.FIRST:
            return self.rules.seats
        cards = self.rules.cards
        return cards.relics if verb in moves.CHANCE_RELICS.values() else cards.minions

    # What never changes

    def settle(self, out: vec[i16], at: i64) -> None:
        board = self.board
        for zone in range(board.size):
            row = at + zone * self.columns
            for terrain in range(len(TERRAINS)):
                if board.terrain[zone] & BIT[terrain] != 0:
                    out[row + terrain] = 1
            if board.starts & BIT[zone] != 0:
                out[row + len(TERRAINS)] = 1

    # What changes

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64, follows: bool) -> None:
        t = cast(Table, state)
        seats = self.rules.seats
        turned = differs(memo, note, seat + 1)
        touched, news = t.touched, t.news
        if not follows:
            touched = news = FULL
        elif turned:
            touched = FULL
            news |= RELICS_MOVED
        if touched != 0:
            other = seat
            for ahead in range(seats):
                if touched & BIT[PURSES + other] != 0:
                    self._write_purse(t, other, out, at + self.seats_at + ahead * self.seat_columns)
                if touched & BIT[other] != 0:
                    self._write_hall(t, other, ahead, out, at, memo, note + self.halls_noted + ahead)
                    self._write_troops(t, other, ahead, out, at)
                other += 1
                if other == seats:
                    other = 0
        if news & RELICS_MOVED != 0:
            self._write_relics(t, seat, out, at + self.relics_at, memo, note + MEMO)
            self._write_shuffles(t, out, at + self.shuffles_at, memo, note + MEMO + 4 + seats)
        if news & POOL_MOVED != 0:
            self._write_minions(t, out, at, memo, note)
        flip(out, at + len(GROUND), self.columns, t.aim, memo, note + 3)
        self._write_now(t, seat, out, at + self.now_at)
        self._write_tasks(t, out, at + self.tasks_at, memo, note + self.tasks_noted)

    def _relative(self, other: i64, seat: i64) -> i64:
        """1 for the seat that looks, 2 for the next; 0 for nobody."""
        if other < 0 or other >= self.rules.seats:
            return 0
        distance = other - seat
        return distance + 1 if distance >= 0 else distance + 1 + self.rules.seats

    def _write_purse(self, t: Table, other: i64, out: vec[i16], k: i64) -> None:
        """What a seat has besides troops and Minions."""
        out[k] = i16(t.gold[other])
        out[k + 1] = i16(t.hp[other])
        out[k + 2] = i16(t.fortress[other] + 1)
        out[k + 3] = i16(count(t.hand[other]))

    def _write_hall(self, t: Table, other: i64, ahead: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """The places of a hall, if any of them is another than in this row the last time; each has eight bits."""
        hall, first = t.hall, other * SLOTS
        word: i64 = 0
        for place in range(first, first + SLOTS):
            word = word * 256 + hall[place]
        if word == memo[note]:
            return
        memo[note] = word
        k = at + self.halls_at + ahead * SLOTS * 2
        for place in range(first, first + SLOTS):
            out[k] = i16(hall[place] >> 2)
            out[k + 1] = i16(hall[place] & 3)
            k += 2

    def _write_troops(self, t: Table, other: i64, ahead: i64, out: vec[i16], at: i64) -> None:
        """The troops of a seat, one by one and summed by zones: those that are not as the row has them."""
        k = at + self.seats_at + ahead * self.seat_columns
        out[k + 4] = i16(t.troops_of(other))
        out[k + 5] = 1 if t.is_dummy(other) else 0
        k = at + self.troops_at + ahead * TROOPS * len(TROOP)
        column = at + len(GROUND) + 1 + 2 * ahead
        for troop in range(other * TROOPS, other * TROOPS + TROOPS):
            zone = i16(t.zone[troop] + 1)
            up: i16 = 0
            if t.standing & BIT[troop] != 0:
                up = 1
            if zone != out[k] or up != out[k + 1]:
                self._count_troop(out, column, out[k], out[k + 1], -1)
                self._count_troop(out, column, zone, up, 1)
                out[k] = zone
                out[k + 1] = up
            k += 2

    def _count_troop(self, out: vec[i16], column: i64, zone: i16, up: i16, weight: i16) -> None:
        """Add a troop to those of its seat in its zone, or take it away; zone 0 is none."""
        if zone > 0:
            k = column + (i64(zone) - 1) * self.columns + 1 - i64(up)
            out[k] = i16(out[k] + weight)

    def _write_relics(self, t: Table, seat: i64, out: vec[i16], k: i64, memo: vec[i64], note: i64) -> None:
        """Where the relics are that lie elsewhere than when the row was last written."""
        hand: i64 = 0
        if not t.is_dummy(seat):
            hand = t.hand[seat]
        changed = news(memo, note, hand) | news(memo, note + 1, t.discard) | news(memo, note + 2, t.out)
        changed |= news(memo, note + 3, t.offer_relics)
        seats = self.rules.seats
        for other in range(seats):
            changed |= news(memo, note + 3 + self._relative(other, seat), t.active[other])
        if changed == 0:
            return
        spread(out, k, 1, changed, 0)
        spread(out, k, 1, hand & changed, IN_HAND)
        spread(out, k, 1, t.discard & changed, DISCARDED)
        spread(out, k, 1, t.out & changed, OUT)
        spread(out, k, 1, t.offer_relics & changed, OFFERED)
        for other in range(seats):
            spread(out, k, 1, t.active[other] & changed, i16(ACTIVE + self._relative(other, seat)))

    def _write_shuffles(self, t: Table, out: vec[i16], k: i64, memo: vec[i64], note: i64) -> None:
        """With which others each relic was last shuffled; every relic is in one of the groups."""
        word: i64 = 1
        for group in t.shuffles:
            word = (word * 1000003 + group) & FULL
        if differs(memo, note, word):
            for place in range(len(t.shuffles)):
                spread(out, k, 1, t.shuffles[place], small(place + 1))

    def _write_minions(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """The pool, and who was sent away: only what has changed is written."""
        offered: i64 = 0
        for place in range(t.pool_count):
            offered |= BIT[t.pool[place]]
        flip(out, at + self.pool_at, 1, offered, memo, note + 1)
        flip(out, at + self.gone_at, 1, t.dismissed, memo, note + 2)

    def _write_now(self, t: Table, seat: i64, out: vec[i16], k: i64) -> None:
        out[k] = i16(seat)
        out[k + 1] = i16(t.phase)
        out[k + 2] = i16(self._relative(t.player, seat))
        out[k + 3] = i16(self._relative(t.to_move, seat))
        out[k + 4] = i16(self._relative(t.scepter, seat))
        out[k + 5] = i16(t.day)
        out[k + 6] = i16(t.rebels)
        out[k + 7] = 1 if t.hired else 0
        out[k + 8] = 1 if t.acted else 0
        out[k + 9] = 1 if t.last else 0
        out[k + 10] = i16(t.cancels)
        out[k + 11] = i16(t.hiring + 1)
        out[k + 12] = i16(t.offer_gold)
        out[k + 13] = small(t.offer_slots)
        out[k + 14] = self._piece(t.attacker, seat)
        out[k + 15] = self._piece(t.target, seat)
        out[k + 16] = i16(t.style)
        out[k + 17] = i16(t.weapon)
        out[k + 18] = small(t.bonus)
        out[k + 19] = 1 if t.free else 0
        out[k + 20] = 1 if t.stood else 0
        out[k + 21] = 1 if t.besieged else 0
        out[k + 22] = small(t.guards)
        out[k + 23] = i16(t.pool_count)
        out[k + 24] = i16(t.depth)

    def _piece(self, piece: i64, seat: i64) -> i16:
        """A troop or fortress as the seat counts it: its own troops from 1 on, the next seat's, then fortresses."""
        if piece < 0:
            return 0
        if piece >= FORTRESSES:
            return i16(FORTRESSES + self._relative(piece - FORTRESSES, seat))
        return i16((self._relative(piece // TROOPS, seat) - 1) * TROOPS + piece % TROOPS + 1)

    def _write_tasks(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        k, place = at, t.depth
        for above in range(note, note + TASKS):
            place -= 1
            task: i64 = -1
            if place >= 0:
                task = t.stack[place]
            if memo[above] != task + 1:
                memo[above] = task + 1
                self._write_task(task, out, k)
            k += len(TASK)

    def _write_task(self, task: i64, out: vec[i16], k: i64) -> None:
        if task < 0:
            for j in range(k, k + len(TASK)):
                out[j] = 0
            return
        out[k] = i16(kind_of(task) + 1)
        out[k + 1] = i16(arg_a(task))
        out[k + 2] = i16(arg_b(task))
        out[k + 3] = i16(arg_c(task))
        out[k + 4] = i16(arg_d(task))
        out[k + 5] = i16(arg_e(task))


def spread(out: vec[i16], start: i64, stride: i64, members: i64, value: i16) -> None:
    """Write a value at the place of every member of a set."""
    rest = members
    while rest != 0:
        out[start + lowest(rest) * stride] = value
        rest &= rest - 1


def news(memo: vec[i64], note: i64, now: i64) -> i64:
    """What is not the same in a set as the last time; it is remembered."""
    before = memo[note]
    memo[note] = now
    return before ^ now


def flip(out: vec[i16], start: i64, stride: i64, now: i64, memo: vec[i64], note: i64) -> None:
    """Bring the zeros and ones of a set up to date."""
    before = memo[note]
    if now != before:
        memo[note] = now
        spread(out, start, stride, before & ~now, 0)
        spread(out, start, stride, now & ~before, 1)
