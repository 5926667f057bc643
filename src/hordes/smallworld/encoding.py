"""Small World as numbers: what a seat sees of the table.

Everything on the table is open but the others' coins, which are never written. Seats are counted from the one that
looks: 1 is itself, 2 the next in turn order. A number for a race or power is its place in the game's list plus one.
Most decisions change a handful of numbers, so a row is written over the one before it: `touched` and `news` of the
table say where tokens, pieces and combos may have changed, and a memo of the last look says it of everything else.
"""

from __future__ import annotations

from typing import Final, cast

from hordes.engine.bits import BIT, FULL, lowest
from hordes.engine.encoding import LARGEST, differs, small
from hordes.engine.native import i16, i64, vec
from hordes.engine.state import TARGETS, State
from hordes.smallworld.army import Army, Rules
from hordes.smallworld.board import Board
from hordes.smallworld.numbering import COMBO, LYING, OLD, OLD_RACES, Numbering
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    CHOICE,
    CHOICES,
    COLUMN_MOVED,
    KINDS,
    MARKER_AT,
    MARKER_IDS,
    MONSTERS_AT,
    PIECES_MOVED,
)

WATCHED: Final = 5 + len(MARKER_IDS)
"""Sets other than pieces whose last value is remembered."""
SEAT_NOTED: Final = 0
COLUMN_NOTED: Final = 1
TURN_NOTED: Final = 2
PIECES_NOTED: Final = 3
BESIDE_NOTED: Final = PIECES_NOTED + KINDS
SETS_NOTED: Final = BESIDE_NOTED + 1
"""Where the memo has what: who looks, how many combos, the turn, pieces, other sets; then seats, then races."""
SEAT_WIDTH: Final = 15
HAND: Final = 2
"""How many columns SEAT has and which is the hand; mypyc folds only what is written out."""
BELOW_REST: Final = 6
BELOW_RACE: Final = 33
"""The word of a seat has the hand in its lowest bits, since that changes most, and the race in its highest."""


class SmallWorldEncoder(Numbering):
    """Writes the numbers of one set-up."""

    seats_noted: i64 = 0
    old_noted: i64 = 0
    bare: bool = False

    def __init__(self, board: Board, rules: Rules, sets: list[str], own: bool) -> None:
        super().__init__(board, rules, sets, own)
        self.bare = self.plain and self.beside_at < 0 and self.marks_at < 0 and self.notes_at < 0
        self.seats_noted = SETS_NOTED + WATCHED
        self.old_noted = self.seats_noted + 3 * rules.players
        self.memory = self.old_noted + 2 + 2 * rules.players * OLD_RACES

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64, follows: bool) -> None:
        t = cast(Table, state)
        touched, news = t.touched & self.board.everywhere, t.news
        if not follows or self.notes_at >= 0:
            touched, news = self.board.everywhere, FULL
        turned = differs(memo, note + SEAT_NOTED, seat + 1)
        every = self._write_beside(t, seat, turned, out, at, memo, note + BESIDE_NOTED)
        changed = self._write_active(t, seat, every, out, at + self.seats_at, memo, note + self.seats_noted)
        changed |= self._moved_old(t, memo, note + self.old_noted)
        self._write_armies(t, seat, changed, turned, out, at + self.lying)
        if turned or memo[note + self.old_noted] != 0:
            memo[note + self.old_noted] = 0
            self._write_old(t, seat, out, at + self.old_at)
        if touched != 0:
            self._write_troops(t, out, at, touched)
        if news & PIECES_MOVED != 0:
            self._write_pieces(t, out, at, memo, note + PIECES_NOTED)
        self._write_sets(t, out, at, memo, note + SETS_NOTED)
        if news & COLUMN_MOVED != 0:
            self._write_column(t, out, at + self.column_at, memo, note + COLUMN_NOTED)
        if differs(memo, note + TURN_NOTED, (t.turn * 8 + t.player) * 8 + t.first) or turned:
            self._write_turn(t, seat, out, at + self.now_at)
        self._write_now(t, seat, out, at + self.now_at)
        if not self.bare:
            self._write_mode(t, out, at)

    def _write_mode(self, t: Table, out: vec[i16], at: i64) -> None:
        """What a mode or the markers keep beside the map."""
        if self.beside_at >= 0:
            for k in range(len(t.beside)):
                out[at + self.beside_at + k] = small(t.beside[k])
        if self.marks_at >= 0:
            skip: i64 = MARKER_AT + len(MARKER_IDS)
            for k in range(skip, len(t.marks)):
                out[at + self.marks_at + k - skip] = small(t.marks[k])

    def _write_troops(self, t: Table, out: vec[i16], at: i64, touched: i64) -> None:
        """Tokens, and what defends a region besides, where either may have changed."""
        tokens, walls = t.tokens, t.walls
        here, there = at + self.tokens_at, at + self.walls_at
        rest = touched
        while rest != 0:
            region = lowest(rest)
            out[here + region] = i16(tokens[region])
            out[there + region] = i16(walls[region])
            rest &= rest - 1

    def _write_armies(self, t: Table, seat: i64, changed: i64, turned: bool, out: vec[i16], first: i64) -> None:
        """Who stands where, in regions that changed hands; if another seat looks, who holds the rest as it counts."""
        if changed != 0:
            empty = changed
            for army in t.active:
                empty &= ~army.regions
                self._write_army(army, army.regions & changed, seat, out, first)
            for army in t.declined:
                empty &= ~army.regions
                self._write_army(army, army.regions & changed, seat, out, first)
            self._write_empty(empty, out, first)
        if turned:
            for army in t.active:
                self._write_holder(army, army.regions & ~changed, seat, out, first)
            for army in t.declined:
                self._write_holder(army, army.regions & ~changed, seat, out, first)

    def _write_active(self, t: Table, seat: i64, every: bool, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> i64:
        """The rows of seats that are not as they were; answers with regions in which another army may stand.

        The memo has three words for each seat: where its race stands, and in two words all that its row says.
        """
        changed: i64 = 0
        k, row, players, bare = note, -seat, self.rules.players, self.bare
        rare: i64 = 0
        for me in t.active:
            regions, before = me.regions, memo[k]
            word = ((me.race.index * 64 + me.power.index) * 64 + me.waiting) * 64 + me.tray
            word = ((word * 8 + me.ally + 1) * 64 + me.wealth) * 64 + me.hand
            if not bare:
                rare = ((me.pots * 1024 + me.hordes) * 1024 + me.fireballs) * 1024 + me.souls
            if regions != before:
                memo[k] = regions
                changed |= before ^ regions
            told = memo[k + 1]
            if every or word != told or rare != memo[k + 2]:
                memo[k + 1] = word
                place = at + (row if row >= 0 else row + players) * SEAT_WIDTH
                if not every and word >> BELOW_REST == told >> BELOW_REST and rare == memo[k + 2]:
                    out[place + HAND] = i16(me.hand)
                else:
                    memo[k + 2] = rare
                    self._write_seat(t, me, row + seat, seat, out, place)
                if word >> BELOW_RACE != told >> BELOW_RACE:
                    changed |= before | regions
            k += 3
            row += 1
        return changed

    def _write_beside(
        self, t: Table, seat: i64, turned: bool, out: vec[i16], at: i64, memo: vec[i64], note: i64
    ) -> bool:
        """What the rows of seats say besides their races; must all of them be written anew?"""
        out[at + self.seats_at + SEAT_WIDTH - 1] = small(t.coins[seat])
        told = (t.attacked * 64 + t.bewitched) * 2
        if len(t.gifts) > 0:
            told += 1
        every = turned or told & 1 != 0 or told != memo[note]
        memo[note] = told
        if self.notes_at >= 0:
            self._write_notes(t, seat, out, at + self.notes_at)
            return True
        return every

    def _write_notes(self, t: Table, seat: i64, out: vec[i16], at: i64) -> None:
        """Numbers that own pieces keep."""
        row = -seat
        for me in t.active:
            k = at + 2 * (row if row >= 0 else row + self.rules.players)
            out[k] = small(me.race_note % LARGEST)
            out[k + 1] = small(me.power_note % LARGEST)
            row += 1

    def _moved_old(self, t: Table, memo: vec[i64], note: i64) -> i64:
        """Regions in which another race in decline may stand than when the row was last written.

        The memo has for each who it is and where it stood; its first word says that their rows must be written, the
        second how many there were. What is left in it of more than there are now is forgotten.
        """
        there: i64 = len(t.declined)
        if there == 0 and memo[note + 1] == 0:
            return 0
        if there > OLD_RACES * self.rules.players:
            memo[note] = 1
            return self.board.everywhere
        changed: i64 = 0
        k = note + 2
        for army in t.declined:
            who = ((army.race.index * 64 + army.kept.index + 1) * 64 + army.hand) * 8 + army.seat + 1
            if memo[k] != who or memo[k + 1] != army.regions:
                if memo[k] != who:
                    memo[note] = 1
                changed |= memo[k + 1] | army.regions
                memo[k] = who
                memo[k + 1] = army.regions
            k += 2
        gone = memo[note + 1] - there
        while gone > 0:
            memo[note] = 1
            changed |= memo[k + 1]
            memo[k] = memo[k + 1] = 0
            k += 2
            gone -= 1
        memo[note + 1] = there
        return changed

    def _write_empty(self, regions: i64, out: vec[i16], first: i64) -> None:
        rest = regions
        while rest != 0:
            k = first + lowest(rest) * self.columns
            out[k] = 0
            out[k + 1] = 0
            out[k + 2] = 0
            rest &= rest - 1

    def _write_holder(self, army: Army, regions: i64, seat: i64, out: vec[i16], first: i64) -> None:
        holder = i16(self._relative(army.seat, seat))
        columns = self.columns
        rest = regions
        while rest != 0:
            out[first + lowest(rest) * columns] = holder
            rest &= rest - 1

    def _write_army(self, army: Army, regions: i64, seat: i64, out: vec[i16], first: i64) -> None:
        if regions == 0:
            return
        columns = self.columns
        holder = i16(self._relative(army.seat, seat))
        race = i16(army.race.index + 1)
        declined: i16 = 1 if army.declined else 0
        rest = regions
        while rest != 0:
            k = first + lowest(rest) * columns
            out[k] = holder
            out[k + 1] = race
            out[k + 2] = declined
            rest &= rest - 1

    def _relative(self, other: i64, seat: i64) -> i64:
        """1 for the seat that looks, 2 for the next; 0 for nobody."""
        if other < 0:
            return 0
        distance = other - seat
        return distance + 1 if distance >= 0 else distance + 1 + self.rules.players

    def _write_pieces(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """Where pieces stand: only what has changed is written."""
        pieces, columns, piece_column = t.pieces, self.columns, self.piece_column
        for piece in range(len(piece_column)):
            if pieces[piece] != memo[note + piece]:
                flip(out, at + piece_column[piece], columns, pieces[piece], memo, note + piece, 1)

    def _write_sets(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """Lost Tribes, banners, badges and markers: only what has changed is written."""
        columns = self.columns
        if t.lost_tribes != memo[note]:
            flip(out, at + self.lying + len(LYING), columns, t.lost_tribes, memo, note, 1)
        if t.banners != memo[note + 1] or t.badges != memo[note + 2] or t.discarded != memo[note + 3]:
            flip(out, at + self.races_at, 1, t.banners, memo, note + 1, 1)
            flip(out, at + self.powers_at, 1, t.badges, memo, note + 2, 1)
            flip(out, at + self.powers_at, 1, t.discarded, memo, note + 3, 2)
        if self.marks_at >= 0:
            self._write_markers(t, out, at + columns - len(MARKER_IDS) - 1, memo, note + 4)

    def _write_markers(self, t: Table, out: vec[i16], monster: i64, memo: vec[i64], note: i64) -> None:
        flip(out, monster, self.columns, t.marks[MONSTERS_AT], memo, note, 1)
        kinds: i64 = len(MARKER_IDS)
        for k in range(kinds):
            flip(out, monster + 1 + k, self.columns, t.marks[MARKER_AT + k], memo, note + 1 + k, 1)

    def _write_seat(self, t: Table, me: Army, other: i64, seat: i64, out: vec[i16], k: i64) -> None:
        out[k] = i16(me.race.index + 1)
        out[k + 1] = i16(me.power.index + 1)
        out[k + 2] = i16(me.hand)
        out[k + 3] = i16(me.waiting)
        out[k + 4] = i16(me.tray)
        out[k + 5] = i16(self._relative(me.ally, seat))
        out[k + 6] = i16(me.wealth)
        out[k + 7] = i16(me.pots)
        out[k + 8] = i16(me.hordes)
        out[k + 9] = i16(me.fireballs)
        out[k + 10] = i16(me.souls)
        bit = BIT[other]
        out[k + 11] = 1 if t.attacked & bit != 0 else 0
        out[k + 12] = 1 if t.bewitched & bit != 0 else 0
        out[k + 13] = 0
        if len(t.gifts) > 0:
            out[k + 13] = i16(t.gifts[other])

    def _write_old(self, t: Table, seat: i64, out: vec[i16], k: i64) -> None:
        """Races in decline, the oldest first."""
        for j in range(k, k + self.rules.players * OLD_RACES * len(OLD)):
            out[j] = 0
        seen: i64 = 0
        for army in t.declined:
            row = self._relative(army.seat, seat) - 1
            place = (seen // BIT[4 * row]) & 15
            if place < OLD_RACES:
                seen += BIT[4 * row]
                j = k + (row * OLD_RACES + place) * len(OLD)
                out[j] = i16(army.race.index + 1)
                out[j + 1] = i16(army.kept.index + 1)
                out[j + 2] = i16(army.hand)

    def _write_column(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        race, power, coins, extra, filled = t.combo_race, t.combo_power, t.combo_coins, t.combo_extra, t.column
        width: i64 = len(COMBO)
        k = at
        for slot in range(filled):
            out[k] = i16(race[slot] + 1)
            out[k + 1] = i16(power[slot] + 1)
            out[k + 2] = i16(coins[slot])
            out[k + 3] = i16(extra[slot])
            k += width
        for j in range(k, at + memo[note] * width):
            out[j] = 0
        memo[note] = filled

    def _write_turn(self, t: Table, seat: i64, out: vec[i16], k: i64) -> None:
        """What stays as it is while a player has his turn."""
        out[k] = i16(seat)
        out[k + 2] = i16(self._relative(t.player, seat))
        out[k + 4] = i16(self._relative(t.first, seat))
        out[k + 5] = i16(t.turn)
        out[k + 6] = i16(t.rules.turns - t.turn)

    def _write_now(self, t: Table, seat: i64, out: vec[i16], k: i64) -> None:
        out[k + 1] = i16(t.phase)
        out[k + 3] = 1 if t.to_move == seat else i16(self._relative(t.to_move, seat))
        self._write_question(t, out, k + 7)
        out[k + 10] = i16(t.roll + 1)
        out[k + 11] = i16(t.aim + 1)
        out[k + 12] = i16(t.round)
        out[k + 13] = i16(t.fire)
        out[k + 14] = i16(t.beasts)
        out[k + 15] = i16(t.cancels)
        out[k + 16] = i16(t.plunder)
        out[k + 17] = i16(t.mourning + 1)
        out[k + 18] = i16(t.losing + 1)
        out[k + 19] = 1 if t.acted else 0
        out[k + 20] = 1 if t.began else 0
        out[k + 21] = 1 if t.scored else 0
        out[k + 22] = 1 if t.built else 0
        out[k + 23] = 1 if t.flown else 0
        out[k + 24] = 1 if t.shot else 0
        out[k + 25] = 1 if t.ending else 0
        out[k + 26] = 1 if t.fresh else 0

    def _write_question(self, t: Table, out: vec[i16], k: i64) -> None:
        """What is asked, about which region, and how many are short."""
        asked: i64 = 0
        about: i64 = 0
        if t.phase == CHOICE:
            asked = t.subject % CHOICES + 1
            about = t.subject // CHOICES
        out[k] = i16(asked)
        out[k + 1] = i16(about % TARGETS)
        out[k + 2] = small(about // TARGETS)


def flip(out: vec[i16], start: i64, stride: i64, now: i64, memo: vec[i64], note: i64, weight: i16) -> None:
    """Bring the numbers of a set up to date: each member counts `weight` at its place."""
    before = memo[note]
    if now == before:
        return
    memo[note] = now
    rest = now & ~before & FULL
    while rest != 0:
        k = start + lowest(rest) * stride
        out[k] = i16(out[k] + weight)
        rest &= rest - 1
    rest = before & ~now & FULL
    while rest != 0:
        k = start + lowest(rest) * stride
        out[k] = i16(out[k] - weight)
        rest &= rest - 1
