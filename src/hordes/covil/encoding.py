"""Covil as numbers: what a seat sees of the table, and the fixed action space of a set-up.

Relics in other hands and the Mercenaries left in the box are secret and never written; how many relics a hand holds is
seen by all. Seats are counted from the one that looks: 1 is itself, 2 the next. A number for a card or zone is its
place in the game's list plus one.
"""

from __future__ import annotations

from typing import Final

from hordes.covil import moves
from hordes.covil.agenda import arg_a, arg_b, arg_c, arg_d, arg_e, kind_of
from hordes.covil.board import Board
from hordes.covil.rules import Rules
from hordes.covil.table import Table
from hordes.covil.vocabulary import FORTRESSES, MOST_GOLD, SLOTS, TERRAINS, TROOPS
from hordes.engine.bits import BIT, FULL, count, lowest
from hordes.engine.encoding import LARGEST, Encoder, small
from hordes.engine.native import i16, i64, vec
from hordes.engine.rng import mix
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
MEMO: Final = 3
"""Words remembered for troops and Minions; those for relics follow."""


class CovilEncoder(Encoder):
    """The numbers of one set-up."""

    board: Board
    rules: Rules
    columns: i64
    seats_at: i64
    troops_at: i64
    halls_at: i64
    relics_at: i64
    shuffles_at: i64
    pool_at: i64
    gone_at: i64
    now_at: i64
    tasks_at: i64

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
        self.memory = MEMO + 5 + seats
        for verb in range(moves.END + 1):
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
        return FORTRESSES + self.rules.seats if attack else cards.minions

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

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        assert isinstance(state, Table)
        seats = self.rules.seats
        ranks = self._ranks(state, seat)
        moved = ranks != memo[note]
        if moved:
            memo[note] = ranks
            self._clear_zones(state, out, at)
        for ahead in range(seats):
            other = seat + ahead if seat + ahead < seats else seat + ahead - seats
            self._write_seat(state, other, ahead, out, at)
            if moved:
                self._write_troops(state, other, ahead, out, at)
        if self._relics_moved(state, seat, memo, note + MEMO):
            self._write_relics(state, seat, out, at)
        self._write_minions(state, out, at, memo, note)
        self._write_now(state, seat, out, at + self.now_at)
        self._write_tasks(state, out, at + self.tasks_at)

    def _ranks(self, t: Table, seat: i64) -> i64:
        """Where all troops stand or lie, as one number."""
        word = mix((t.aim * 4 + seat) & FULL) ^ t.standing
        for zone in t.zone:
            word = (word * 1000003 + zone + 2) & FULL
        return word

    def _relics_moved(self, t: Table, seat: i64, memo: vec[i64], note: i64) -> bool:
        """Has a relic changed its place, as this seat sees it?"""
        word: i64 = seat + 1
        for group in t.shuffles:
            word = mix(word ^ group)
        changed = differs(memo, note, word)
        changed = differs(memo, note + 1, t.hand[seat]) or changed
        changed = differs(memo, note + 2, t.discard) or changed
        changed = differs(memo, note + 3, t.out) or changed
        changed = differs(memo, note + 4, t.offer_relics) or changed
        for other in range(self.rules.seats):
            changed = differs(memo, note + 5 + other, t.active[other]) or changed
        return changed

    def _relative(self, other: i64, seat: i64) -> i64:
        """1 for the seat that looks, 2 for the next; 0 for nobody."""
        if other < 0 or other >= self.rules.seats:
            return 0
        distance = other - seat
        return distance + 1 if distance >= 0 else distance + 1 + self.rules.seats

    def _clear_zones(self, t: Table, out: vec[i16], at: i64) -> None:
        columns, aim = self.columns, t.aim
        for zone in range(self.board.size):
            first = at + zone * columns + len(GROUND)
            out[first] = 1 if aim & BIT[zone] != 0 else 0
            for k in range(first + 1, first + columns - len(GROUND)):
                out[k] = 0

    def _write_seat(self, t: Table, other: i64, ahead: i64, out: vec[i16], at: i64) -> None:
        k = at + self.seats_at + ahead * len(SEAT)
        out[k] = i16(t.gold[other])
        out[k + 1] = i16(t.hp[other])
        out[k + 2] = i16(t.fortress[other] + 1)
        out[k + 3] = i16(count(t.hand[other]))
        out[k + 5] = 1 if t.is_dummy(other) else 0
        out[k + 4] = i16(t.troops_of(other))
        k = at + self.halls_at + ahead * SLOTS * len(PLACE)
        for place in range(other * SLOTS, other * SLOTS + SLOTS):
            word = t.hall[place]
            out[k] = i16(word >> 2)
            out[k + 1] = i16(word & 3)
            k += 2

    def _write_troops(self, t: Table, other: i64, ahead: i64, out: vec[i16], at: i64) -> None:
        """The troops of a seat, one by one and summed by zones."""
        k = at + self.troops_at + ahead * TROOPS * len(TROOP)
        column = at + len(GROUND) + 1 + 2 * ahead
        for troop in range(other * TROOPS, other * TROOPS + TROOPS):
            zone, up = t.zone[troop], t.standing & BIT[troop] != 0
            out[k] = i16(zone + 1)
            out[k + 1] = 1 if up else 0
            if zone >= 0:
                place = column + zone * self.columns + (0 if up else 1)
                out[place] = i16(out[place] + 1)
            k += 2

    def _write_relics(self, t: Table, seat: i64, out: vec[i16], at: i64) -> None:
        k = at + self.relics_at
        for relic in range(self.rules.cards.relics):
            out[k + relic] = 0
        if not t.is_dummy(seat):
            spread(out, k, t.hand[seat], IN_HAND)
        spread(out, k, t.discard, DISCARDED)
        spread(out, k, t.out, OUT)
        spread(out, k, t.offer_relics, OFFERED)
        for other in range(self.rules.seats):
            spread(out, k, t.active[other], i16(ACTIVE + self._relative(other, seat)))
        for group in range(len(t.shuffles)):
            spread(out, at + self.shuffles_at, t.shuffles[group], small(group + 1))

    def _write_minions(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """The pool, and who was sent away: only what has changed is written."""
        offered: i64 = 0
        for place in range(t.pool_count):
            offered |= BIT[t.pool[place]]
        flip(out, at + self.pool_at, offered, memo, note + 1)
        flip(out, at + self.gone_at, t.dismissed, memo, note + 2)

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
        out[k + 17] = small(t.weapon)
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

    def _write_tasks(self, t: Table, out: vec[i16], at: i64) -> None:
        k = at
        for above in range(TASKS):
            place = t.depth - 1 - above
            task: i64 = t.stack[place] if place >= 0 else 0
            out[k] = i16(kind_of(task) + 1) if place >= 0 else 0
            out[k + 1] = i16(arg_a(task))
            out[k + 2] = i16(arg_b(task))
            out[k + 3] = i16(arg_c(task))
            out[k + 4] = i16(arg_d(task))
            out[k + 5] = i16(arg_e(task))
            k += len(TASK)


def spread(out: vec[i16], start: i64, members: i64, value: i16) -> None:
    """Write a value at the place of every member of a set."""
    rest = members
    while rest != 0:
        out[start + lowest(rest)] = value
        rest &= rest - 1


def differs(memo: vec[i64], note: i64, word: i64) -> bool:
    """Is a word another than the last time? It is remembered."""
    if memo[note] == word:
        return False
    memo[note] = word
    return True


def flip(out: vec[i16], start: i64, now: i64, memo: vec[i64], note: i64) -> None:
    """Bring the zeros and ones of a set up to date."""
    before = memo[note]
    if now != before:
        memo[note] = now
        spread(out, start, before & ~now, 0)
        spread(out, start, now & ~before, 1)
