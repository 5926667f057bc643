"""Observation of a seat as integers, and the fixed action space of a set-up.

Relics in other hands and the Mercenaries left in the box are secret and never written; how many relics a hand holds is
public. Seats are relative to the observer: 1 is itself, 2 the next. A card or zone is written as its number plus one,
so that 0 means none.
"""

from __future__ import annotations

from typing import Final, cast

from hordes.covil.state import moves
from hordes.covil.state.board import Board
from hordes.covil.state.config import Rules
from hordes.covil.state.constants import (
    FIRST_FORTRESS,
    FIRST_RESOURCE_BIT,
    MAX_GOLD,
    POOL_CHANGED,
    RELICS_CHANGED,
    SLOTS,
    TERRAINS,
    TROOPS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.tasks import ARGUMENT_COUNT, argument, task_kind
from hordes.engine.core.bits import BIT, FULL, count, lowest
from hordes.engine.core.encoding import MAX_VALUE, Encoder, clamp, memo_changed
from hordes.engine.core.state import State
from hordes.engine.mypyc_compat import i16, i64, vec

STATIC_ZONE_COLUMNS: Final = [*[f"is_{terrain.lower()}" for terrain in TERRAINS], "start"]
"""Columns of a zone that never change; written once, by `write_constants`."""
SEAT_COLUMNS: Final = ["gold", "hp", "fortress", "relics", "troops", "dummy"]
TROOP_COLUMNS: Final = ["zone", "standing"]
HALL_COLUMNS: Final = ["minion", "state"]
TURN_COLUMNS: Final = [
    "seat", "phase", "player", "to_move", "scepter", "day", "rebels", "hired", "acted", "last", "cancels", "hiring",
    "offer_gold", "offer_places", "attacker", "target", "style", "weapon", "bonus", "free", "stood", "besieged",
    "guards", "pool_count", "depth",
]  # fmt: skip
TASK_COLUMNS: Final = ["kind", "a", "b", "c", "d", "e"]
SHOWN_TASKS: Final = 3
"""How many tasks from the top of the task stack are written."""
IN_HAND: Final = 1
DISCARDED: Final = 2
OUT: Final = 3
OFFERED: Final = 4
ACTIVE: Final = 4
"""A relic in the active row of a seat is ACTIVE plus the relative number of the seat."""
CHOICE_TARGETS: Final = 62
MEMO_HEADER: Final = 4
"""Words of the memo for observer, pool, dismissed Minions and aimed zones; those for relics, halls and tasks follow."""


class CovilEncoder(Encoder):
    """Observation and action space of one set-up.

    Only what changed since the row was last written is written again; the memo has the words to compare with.
    """

    board: Board
    rules: Rules
    zone_columns: i64 = 0
    seats_at: i64 = 0
    troops_at: i64 = 0
    halls_at: i64 = 0
    relics_at: i64 = 0
    shuffles_at: i64 = 0
    pool_at: i64 = 0
    dismissed_at: i64 = 0
    now_at: i64 = 0
    tasks_at: i64 = 0
    halls_memo: i64 = 0
    tasks_memo: i64 = 0
    seat_columns: i64 = 0

    def __init__(self, board: Board, rules: Rules) -> None:
        super().__init__(moves.VERB_LIMIT)
        self.board = board
        self.rules = rules
        seats, cards = rules.seats, rules.cards
        columns = [*STATIC_ZONE_COLUMNS, "aim"]
        for offset in range(seats):
            columns += [f"standing_{offset + 1}", f"lying_{offset + 1}"]
        self.zone_columns = len(columns)
        self.add_part("zones", board.size, columns, 63, "the board, a row for each zone in the order of the file")
        self.seats_at = self.add_part("seats", seats, SEAT_COLUMNS, 63, "each seat from the one that looks on")
        self.troops_at = self.add_part("troops", seats * TROOPS, TROOP_COLUMNS, 63, "the five troops of each seat")
        self.halls_at = self.add_part(
            "halls", seats * SLOTS, HALL_COLUMNS, 63, "the six places of each hall: a Minion, its state"
        )
        self.relics_at = self.add_part(
            "relics",
            cards.relic_count,
            [""],
            ACTIVE + 4,
            "where each is: 0 unseen, 1 own hand, 2 discarded, 3 out of the game, 4 offered, 4 + seat: active there",
        )
        self.shuffles_at = self.add_part(
            "shuffles", cards.relic_count, [""], 63, "with which others each was last shuffled"
        )
        self.pool_at = self.add_part("pool", cards.minion_count, [""], 1, "Minions for hire")
        self.dismissed_at = self.add_part("dismissed", cards.minion_count, [""], 1, "Minions that were sent away")
        self.now_at = self.add_part(
            "now", 1, TURN_COLUMNS, MAX_VALUE, "the question that is open, and what was done this turn"
        )
        self.tasks_at = self.add_part(
            "agenda", SHOWN_TASKS, TASK_COLUMNS, 2047, "what is to be done next, from the top"
        )
        self.halls_memo = MEMO_HEADER + 5 + seats
        self.tasks_memo = self.halls_memo + seats
        self.memo_size = self.tasks_memo + SHOWN_TASKS
        self.seat_columns = len(SEAT_COLUMNS)
        for verb in moves.SEAT_VERBS:
            self.add_actions(verb, self._targets(verb))
        for verb in moves.VERB_GROUPS[moves.CHANCE_GROUP]:
            self.add_outcomes(verb, self._chance_targets(verb))

    def _targets(self, verb: i64) -> i64:
        cards = self.rules.cards
        if verb in moves.SINGLE_WORD_VERBS.values():
            return 1
        group = moves.group_of(verb)
        if verb in moves.ZONE_VERBS.values() or group == moves.WALKING_GROUP or verb == moves.CHOOSE_ZONE:
            return self.board.size
        if verb in (moves.RELIC, moves.PAY_RELIC):
            return cards.relic_count
        if verb == moves.PAY_GOLD:
            return MAX_GOLD + 1
        if verb == moves.CHOOSE_SEAT:
            return self.rules.seats
        if verb == moves.CHOOSE_NUMBER:
            return CHOICE_TARGETS
        if verb in (moves.CHOOSE_TROOP, moves.GOLD, moves.REPAIR):
            return self.rules.seats * TROOPS
        return FIRST_FORTRESS + self.rules.seats if moves.is_attack(verb) else self._minion_targets(verb)

    def _minion_targets(self, verb: i64) -> i64:
        """All Minions; only Henchmen, which come after the Overlords, have copies."""
        cards = self.rules.cards
        of_copies = moves.group_of(verb) == moves.OTHER_RESTING_GROUP or verb == moves.CHOOSE_OTHER
        return count(cards.overlords | cards.henchmen) if of_copies else cards.minion_count

    def _chance_targets(self, verb: i64) -> i64:
        if verb == moves.FIRST:
            return self.rules.seats
        cards = self.rules.cards
        return cards.relic_count if verb in moves.CHANCE_RELIC_VERBS.values() else cards.minion_count

    # Constant columns

    def write_constants(self, out: vec[i16], at: i64) -> None:
        board = self.board
        for zone in range(board.size):
            row = at + zone * self.zone_columns
            for terrain in range(len(TERRAINS)):
                if board.terrain[zone] & BIT[terrain] != 0:
                    out[row + terrain] = 1
            if board.start_zones & BIT[zone] != 0:
                out[row + len(TERRAINS)] = 1

    # Changing columns

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64, follows: bool) -> None:
        t = cast(Table, state)
        seats = self.rules.seats
        observer_changed = memo_changed(memo, note, seat + 1)
        changed_places, changed_kinds = t.changed_places, t.changed_kinds
        if not follows:
            changed_places = changed_kinds = FULL
        elif observer_changed:
            changed_places = FULL
            changed_kinds |= RELICS_CHANGED
        if changed_places != 0:
            other = seat
            for offset in range(seats):
                if changed_places & BIT[FIRST_RESOURCE_BIT + other] != 0:
                    self._write_purse(t, other, out, at + self.seats_at + offset * self.seat_columns)
                if changed_places & BIT[other] != 0:
                    self._write_hall(t, other, offset, out, at, memo, note + self.halls_memo + offset)
                    self._write_troops(t, other, offset, out, at)
                other += 1
                if other == seats:
                    other = 0
        if changed_kinds & RELICS_CHANGED != 0:
            self._write_relics(t, seat, out, at + self.relics_at, memo, note + MEMO_HEADER)
            self._write_shuffles(t, out, at + self.shuffles_at, memo, note + MEMO_HEADER + 4 + seats)
        if changed_kinds & POOL_CHANGED != 0:
            self._write_minions(t, out, at, memo, note)
        update_set(out, at + len(STATIC_ZONE_COLUMNS), self.zone_columns, t.aimed_zones, memo, note + 3)
        self._write_now(t, seat, out, at + self.now_at)
        self._write_tasks(t, out, at + self.tasks_at, memo, note + self.tasks_memo)

    def _relative(self, other: i64, seat: i64) -> i64:
        """The seat relative to the observer: 1 for itself, 2 for the next; 0 for nobody."""
        if other < 0 or other >= self.rules.seats:
            return 0
        distance = other - seat
        return distance + 1 if distance >= 0 else distance + 1 + self.rules.seats

    def _write_purse(self, t: Table, other: i64, out: vec[i16], k: i64) -> None:
        """Gold, hit points, fortress and number of relics of a seat."""
        out[k] = i16(t.gold[other])
        out[k + 1] = i16(t.hp[other])
        out[k + 2] = i16(t.fortress_zone[other] + 1)
        out[k + 3] = i16(count(t.hand[other]))

    def _write_hall(self, t: Table, other: i64, offset: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """The slots of a hall, unless the memo says that none has changed; eight bits for each slot."""
        hall, first = t.hall, other * SLOTS
        word: i64 = 0
        for place in range(first, first + SLOTS):
            word = word * 256 + hall[place]
        if word == memo[note]:
            return
        memo[note] = word
        k = at + self.halls_at + offset * SLOTS * 2
        for place in range(first, first + SLOTS):
            out[k] = i16(hall[place] >> 2)
            out[k + 1] = i16(hall[place] & 3)
            k += 2

    def _write_troops(self, t: Table, other: i64, offset: i64, out: vec[i16], at: i64) -> None:
        """The troops of a seat, one by one and summed by zone; only those that differ from the row."""
        k = at + self.seats_at + offset * self.seat_columns
        out[k + 4] = i16(t.troop_count(other))
        out[k + 5] = 1 if t.is_dummy(other) else 0
        k = at + self.troops_at + offset * TROOPS * len(TROOP_COLUMNS)
        column = at + len(STATIC_ZONE_COLUMNS) + 1 + 2 * offset
        for troop in range(other * TROOPS, other * TROOPS + TROOPS):
            zone = i16(t.troop_zone[troop] + 1)
            is_standing: i16 = 0
            if t.standing & BIT[troop] != 0:
                is_standing = 1
            if zone != out[k] or is_standing != out[k + 1]:
                self._count_troop(out, column, out[k], out[k + 1], -1)
                self._count_troop(out, column, zone, is_standing, 1)
                out[k] = zone
                out[k + 1] = is_standing
            k += 2

    def _count_troop(self, out: vec[i16], column: i64, zone: i16, is_standing: i16, weight: i16) -> None:
        """Add a troop to the count of its seat in its zone, or remove it; zone 0 is none."""
        if zone > 0:
            k = column + (i64(zone) - 1) * self.zone_columns + 1 - i64(is_standing)
            out[k] = i16(out[k] + weight)

    def _write_relics(self, t: Table, seat: i64, out: vec[i16], k: i64, memo: vec[i64], note: i64) -> None:
        """Where each relic is; only those that are elsewhere than when the row was last written."""
        hand: i64 = 0
        if not t.is_dummy(seat):
            hand = t.hand[seat]
        changed = (
            changed_members(memo, note, hand)
            | changed_members(memo, note + 1, t.discard_pile)
            | changed_members(memo, note + 2, t.removed_relics)
        )
        changed |= changed_members(memo, note + 3, t.offer_relics)
        seats = self.rules.seats
        for other in range(seats):
            changed |= changed_members(memo, note + 3 + self._relative(other, seat), t.active_relics[other])
        if changed == 0:
            return
        write_members(out, k, 1, changed, 0)
        write_members(out, k, 1, hand & changed, IN_HAND)
        write_members(out, k, 1, t.discard_pile & changed, DISCARDED)
        write_members(out, k, 1, t.removed_relics & changed, OUT)
        write_members(out, k, 1, t.offer_relics & changed, OFFERED)
        for other in range(seats):
            write_members(out, k, 1, t.active_relics[other] & changed, i16(ACTIVE + self._relative(other, seat)))

    def _write_shuffles(self, t: Table, out: vec[i16], k: i64, memo: vec[i64], note: i64) -> None:
        """In which shuffle group each relic is, as 1, 2 ...; written when a hash of the groups changed."""
        word: i64 = 1
        for group in t.shuffles:
            word = (word * 1000003 + group) & FULL
        if memo_changed(memo, note, word):
            for place in range(len(t.shuffles)):
                write_members(out, k, 1, t.shuffles[place], clamp(place + 1))

    def _write_minions(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """The pool and the dismissed Minions; only what has changed."""
        offered: i64 = 0
        for place in range(t.pool_count):
            offered |= BIT[t.pool[place]]
        update_set(out, at + self.pool_at, 1, offered, memo, note + 1)
        update_set(out, at + self.dismissed_at, 1, t.dismissed_mercenaries, memo, note + 2)

    def _write_now(self, t: Table, seat: i64, out: vec[i16], k: i64) -> None:
        out[k] = i16(seat)
        out[k + 1] = i16(t.phase)
        out[k + 2] = i16(self._relative(t.player, seat))
        out[k + 3] = i16(self._relative(t.to_move, seat))
        out[k + 4] = i16(self._relative(t.scepter, seat))
        out[k + 5] = i16(t.day)
        out[k + 6] = i16(t.rebels)
        out[k + 7] = 1 if t.has_hired else 0
        out[k + 8] = 1 if t.has_acted else 0
        out[k + 9] = 1 if t.is_last_night else 0
        out[k + 10] = i16(t.takebacks)
        out[k + 11] = i16(t.minion_for_hire + 1)
        out[k + 12] = i16(t.offer_gold)
        out[k + 13] = clamp(t.offer_slots)
        combat = t.combat
        out[k + 14] = self._piece(combat.attacker, seat)
        out[k + 15] = self._piece(combat.target, seat)
        out[k + 16] = i16(combat.attack_kind)
        out[k + 17] = i16(combat.weapon_slot)
        out[k + 18] = clamp(combat.bonus)
        out[k + 19] = 1 if combat.is_free_attack else 0
        out[k + 20] = 1 if combat.target_stood else 0
        out[k + 21] = 1 if combat.target_besieged else 0
        out[k + 22] = clamp(combat.defending_slots)
        out[k + 23] = i16(t.pool_count)
        out[k + 24] = i16(t.depth)

    def _piece(self, piece: i64, seat: i64) -> i16:
        """A troop or fortress relative to the observer: own troops from 1 on, the next seat's, then fortresses."""
        if piece < 0:
            return 0
        if piece >= FIRST_FORTRESS:
            return i16(FIRST_FORTRESS + self._relative(piece - FIRST_FORTRESS, seat))
        return i16((self._relative(piece // TROOPS, seat) - 1) * TROOPS + piece % TROOPS + 1)

    def _write_tasks(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        k, place = at, t.depth
        for above in range(note, note + SHOWN_TASKS):
            place -= 1
            task: i64 = -1
            if place >= 0:
                task = t.stack[place]
            if memo[above] != task + 1:
                memo[above] = task + 1
                self._write_task(task, out, k)
            k += len(TASK_COLUMNS)

    def _write_task(self, task: i64, out: vec[i16], k: i64) -> None:
        if task < 0:
            for j in range(k, k + len(TASK_COLUMNS)):
                out[j] = 0
            return
        out[k] = i16(task_kind(task) + 1)
        for j in range(ARGUMENT_COUNT):
            out[k + 1 + j] = i16(argument(task, j))


def write_members(out: vec[i16], start: i64, stride: i64, members: i64, value: i16) -> None:
    """Write a value at the place of every member of a set."""
    rest = members
    while rest != 0:
        out[start + lowest(rest) * stride] = value
        rest &= rest - 1


def changed_members(memo: vec[i64], note: i64, now: i64) -> i64:
    """The members in which a set differs from the memo; the memo is updated."""
    before = memo[note]
    memo[note] = now
    return before ^ now


def update_set(out: vec[i16], start: i64, stride: i64, now: i64, memo: vec[i64], note: i64) -> None:
    """Bring the zeros and ones of a set up to date."""
    before = memo[note]
    if now != before:
        memo[note] = now
        write_members(out, start, stride, before & ~now, 0)
        write_members(out, start, stride, now & ~before, 1)
