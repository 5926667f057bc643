"""Observation of Small World: a seat's view of the table as numbers, written incrementally.

Everything is public but the opponents' coins, which are never written. Seats are relative to the observer: 1 is itself,
2 the next in turn order. A number for a race or power is its index in the game's list plus one. Most decisions change a
handful of numbers, so a row is written over the previous one: the dirty flags `changed_places` and `changed_kinds` of
the table say where tokens, pieces and combos may have changed, and a memo of the last write covers everything else.
"""

from __future__ import annotations

from typing import Final, cast

from hordes.engine.core.bits import BIT, FULL, lowest
from hordes.engine.core.encoding import MAX_VALUE, clamp, memo_changed
from hordes.engine.core.state import TARGETS, State
from hordes.engine.mypyc_compat import i16, i64, vec
from hordes.smallworld.learning.action_space import (
    COMBO_COLUMNS,
    DECLINED_COLUMNS,
    DECLINED_PER_SEAT,
    HOLDER_COLUMNS,
    EncoderLayout,
)
from hordes.smallworld.state import questions
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.config import Rules
from hordes.smallworld.state.constants import (
    BONY_RACE,
    CHOICE,
    COLUMN_CHANGED,
    MARKER_AT,
    MARKER_IDS,
    MONSTERS_AT,
    PIECE_SETS,
    PIECES_CHANGED,
)
from hordes.smallworld.state.questions import Question
from hordes.smallworld.state.table import Table

WATCHED_SETS: Final = 5 + len(MARKER_IDS)
"""Bit sets other than pieces whose last value is in the memo."""
SEAT_MEMO: Final = 0
COLUMN_MEMO: Final = 1
TURN_MEMO: Final = 2
PIECES_MEMO: Final = 3
SHARED_MEMO: Final = PIECES_MEMO + PIECE_SETS
SETS_MEMO: Final = SHARED_MEMO + 1
"""Offsets in the memo: observer, number of combos, turn, pieces, shared facts, other sets; then seats, then races."""
SEAT_WIDTH: Final = 15
HAND: Final = 2
"""Length of SEAT_COLUMNS and the index of `hand` in it, as literals because mypyc folds only these."""
BELOW_REST: Final = 6
BELOW_RACE: Final = 33
"""Bit offsets in a seat's memo word: the hand is in the lowest bits, since it changes most, the race in the highest."""


class SmallWorldEncoder(EncoderLayout):
    """Writes observations of one set-up."""

    seats_memo: i64 = 0
    declined_memo: i64 = 0
    base_game_only: bool = False

    def __init__(self, board: Board, rules: Rules, sets: list[str], has_custom_pieces: bool) -> None:
        super().__init__(board, rules, sets, has_custom_pieces)
        self.base_game_only = self.base_only and self.mode_at < 0 and self.markers_at < 0 and self.notes_at < 0
        self.seats_memo = SETS_MEMO + WATCHED_SETS
        self.declined_memo = self.seats_memo + 3 * rules.players
        self.memo_size = self.declined_memo + 2 + 2 * rules.players * DECLINED_PER_SEAT

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64, follows: bool) -> None:
        t = cast(Table, state)
        places, kinds = t.changed_places & self.board.everywhere, t.changed_kinds
        if not follows or self.notes_at >= 0:
            places, kinds = self.board.everywhere, FULL
        observer_changed = memo_changed(memo, note + SEAT_MEMO, seat + 1)
        rewrite_all = self._write_shared(t, seat, observer_changed, out, at, memo, note + SHARED_MEMO)
        changed = self._write_active(t, seat, rewrite_all, out, at + self.seats_at, memo, note + self.seats_memo)
        changed |= self._moved_declined(t, memo, note + self.declined_memo)
        self._write_armies(t, seat, changed, observer_changed, out, at + self.holder_at)
        if observer_changed or memo[note + self.declined_memo] != 0:
            memo[note + self.declined_memo] = 0
            self._write_declined(t, seat, out, at + self.declined_at)
        if places != 0:
            self._write_troops(t, out, at, places)
        if kinds & PIECES_CHANGED != 0:
            self._write_pieces(t, out, at, memo, note + PIECES_MEMO)
        self._write_sets(t, out, at, memo, note + SETS_MEMO)
        if kinds & COLUMN_CHANGED != 0:
            self._write_column(t, out, at + self.column_at, memo, note + COLUMN_MEMO)
        if memo_changed(memo, note + TURN_MEMO, (t.turn * 8 + t.player) * 8 + t.first_seat) or observer_changed:
            self._write_turn(t, seat, out, at + self.now_at)
        self._write_now(t, seat, out, at + self.now_at)
        if not self.base_game_only:
            self._write_mode(t, out, at)

    def _write_mode(self, t: Table, out: vec[i16], at: i64) -> None:
        """Write the state of the mode and of the markers."""
        if self.mode_at >= 0:
            for k in range(len(t.mode_state)):
                out[at + self.mode_at + k] = clamp(t.mode_state[k])
        if self.markers_at >= 0:
            out[at + self.markers_at] = clamp(t.marker_state[BONY_RACE])
            out[at + self.markers_at + 1] = 1 if t.waits(questions.BONY) else 0
            out[at + self.markers_at + 2] = 1 if t.this_turn.badges_swapped else 0

    def _write_troops(self, t: Table, out: vec[i16], at: i64, places: i64) -> None:
        """Write tokens and other defences of the regions where either may have changed."""
        tokens, defences = t.tokens, t.defence_bonus
        tokens_at, defence_at = at + self.tokens_at, at + self.defence_at
        rest = places
        while rest != 0:
            region = lowest(rest)
            out[tokens_at + region] = i16(tokens[region])
            out[defence_at + region] = i16(defences[region])
            rest &= rest - 1

    def _write_armies(
        self, t: Table, seat: i64, changed: i64, observer_changed: bool, out: vec[i16], first: i64
    ) -> None:
        """Write the armies of regions that changed hands; for another observer also the relative holder of the rest."""
        if changed != 0:
            empty = changed
            for army in t.active:
                empty &= ~army.regions
                self._write_army(army, army.regions & changed, seat, out, first)
            for army in t.declined:
                empty &= ~army.regions
                self._write_army(army, army.regions & changed, seat, out, first)
            self._write_empty(empty, out, first)
        if observer_changed:
            for army in t.active:
                self._write_holder(army, army.regions & ~changed, seat, out, first)
            for army in t.declined:
                self._write_holder(army, army.regions & ~changed, seat, out, first)

    def _write_active(
        self, t: Table, seat: i64, rewrite_all: bool, out: vec[i16], at: i64, memo: vec[i64], note: i64
    ) -> i64:
        """Write the rows of seats that have changed; returns the regions in which another army may stand now.

        The memo has three words for each seat: the regions of its race, and its whole row packed into two words.
        """
        changed: i64 = 0
        k, row, players, bare = note, -seat, self.rules.players, self.base_game_only
        rare: i64 = 0
        for me in t.active:
            regions, before = me.regions, memo[k]
            # all numbers of the row in one word, 6 bits each: one comparison finds out whether anything changed
            word = ((me.race.index * 64 + me.power.index) * 64 + me.tokens_waiting) * 64 + me.tray
            word = ((word * 8 + me.ally + 1) * 64 + me.wealth_due) * 64 + me.hand
            if not bare:
                rare = ((me.pots_left * 1024 + me.hordes_in_hand) * 1024 + me.fireballs) * 1024 + me.souls
            if regions != before:
                memo[k] = regions
                changed |= before ^ regions
            last = memo[k + 1]
            if rewrite_all or word != last or rare != memo[k + 2]:
                memo[k + 1] = word
                place = at + (row if row >= 0 else row + players) * SEAT_WIDTH
                # usually only the hand has changed, which is below BELOW_REST
                if not rewrite_all and word >> BELOW_REST == last >> BELOW_REST and rare == memo[k + 2]:
                    out[place + HAND] = i16(me.hand)
                else:
                    memo[k + 2] = rare
                    self._write_seat(t, me, row + seat, seat, out, place)
                if word >> BELOW_RACE != last >> BELOW_RACE:
                    changed |= before | regions
            k += 3
            row += 1
        return changed

    def _write_shared(
        self, t: Table, seat: i64, observer_changed: bool, out: vec[i16], at: i64, memo: vec[i64], note: i64
    ) -> bool:
        """Check what seat rows contain besides their races; returns whether all rows must be rewritten."""
        out[at + self.seats_at + SEAT_WIDTH - 1] = clamp(t.coins[seat])
        word = (t.this_turn.attacked_seats * 64 + t.this_turn.bewitched_seats) * 2
        if len(t.this_turn.pending_tokens) > 0:
            word += 1
        rewrite_all = observer_changed or word & 1 != 0 or word != memo[note]
        memo[note] = word
        if self.notes_at >= 0:
            self._write_notes(t, seat, out, at + self.notes_at)
            return True
        return rewrite_all

    def _write_notes(self, t: Table, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the numbers that custom pieces keep."""
        row = -seat
        for me in t.active:
            k = at + 2 * (row if row >= 0 else row + self.rules.players)
            out[k] = clamp(me.race_note % MAX_VALUE)
            out[k + 1] = clamp(me.power_note % MAX_VALUE)
            row += 1

    def _moved_declined(self, t: Table, memo: vec[i64], note: i64) -> i64:
        """Regions in which another declined race may stand than when the row was last written.

        The memo has for each its identity and its regions; its first word is a dirty flag for the rows of declined
        races, the second their number. Entries beyond the present number are cleared.
        """
        declined: i64 = len(t.declined)
        if declined == 0 and memo[note + 1] == 0:
            return 0
        if declined > DECLINED_PER_SEAT * self.rules.players:
            memo[note] = 1
            return self.board.everywhere
        changed: i64 = 0
        k = note + 2
        for army in t.declined:
            who = ((army.race.index * 64 + army.kept_badge.index + 1) * 64 + army.hand) * 8 + army.seat + 1
            if memo[k] != who or memo[k + 1] != army.regions:
                if memo[k] != who:
                    memo[note] = 1
                changed |= memo[k + 1] | army.regions
                memo[k] = who
                memo[k + 1] = army.regions
            k += 2
        gone = memo[note + 1] - declined
        while gone > 0:
            memo[note] = 1
            changed |= memo[k + 1]
            memo[k] = memo[k + 1] = 0
            k += 2
            gone -= 1
        memo[note + 1] = declined
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
        """Relative seat: 1 for the observer, 2 for the next; 0 for nobody."""
        if other < 0:
            return 0
        distance = other - seat
        return distance + 1 if distance >= 0 else distance + 1 + self.rules.players

    def _write_pieces(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """Write where pieces stand, only those that have changed."""
        pieces, columns, piece_column = t.pieces, self.columns, self.piece_column
        for piece in range(len(piece_column)):
            if pieces[piece] != memo[note + piece]:
                update_set(out, at + piece_column[piece], columns, pieces[piece], memo, note + piece, 1)

    def _write_sets(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        """Write Lost Tribes, banners, badges and markers, only those that have changed."""
        columns = self.columns
        if t.lost_tribes != memo[note]:
            update_set(out, at + self.holder_at + len(HOLDER_COLUMNS), columns, t.lost_tribes, memo, note, 1)
        if t.banner_stack != memo[note + 1] or t.badge_stack != memo[note + 2] or t.discarded_badges != memo[note + 3]:
            update_set(out, at + self.races_at, 1, t.banner_stack, memo, note + 1, 1)
            update_set(out, at + self.powers_at, 1, t.badge_stack, memo, note + 2, 1)
            update_set(out, at + self.powers_at, 1, t.discarded_badges, memo, note + 3, 2)
        if self.markers_at >= 0:
            self._write_markers(t, out, at + columns - len(MARKER_IDS) - 1, memo, note + 4)

    def _write_markers(self, t: Table, out: vec[i16], monster: i64, memo: vec[i64], note: i64) -> None:
        update_set(out, monster, self.columns, t.marker_state[MONSTERS_AT], memo, note, 1)
        kinds: i64 = len(MARKER_IDS)
        for k in range(kinds):
            update_set(out, monster + 1 + k, self.columns, t.marker_state[MARKER_AT + k], memo, note + 1 + k, 1)

    def _write_seat(self, t: Table, me: Army, other: i64, seat: i64, out: vec[i16], k: i64) -> None:
        out[k] = i16(me.race.index + 1)
        out[k + 1] = i16(me.power.index + 1)
        out[k + 2] = i16(me.hand)
        out[k + 3] = i16(me.tokens_waiting)
        out[k + 4] = i16(me.tray)
        out[k + 5] = i16(self._relative(me.ally, seat))
        out[k + 6] = i16(me.wealth_due)
        out[k + 7] = i16(me.pots_left)
        out[k + 8] = i16(me.hordes_in_hand)
        out[k + 9] = i16(me.fireballs)
        out[k + 10] = i16(me.souls)
        bit = BIT[other]
        out[k + 11] = 1 if t.this_turn.attacked_seats & bit != 0 else 0
        out[k + 12] = 1 if t.this_turn.bewitched_seats & bit != 0 else 0
        out[k + 13] = 0
        if len(t.this_turn.pending_tokens) > 0:
            out[k + 13] = i16(t.this_turn.pending_tokens[other])

    def _write_declined(self, t: Table, seat: i64, out: vec[i16], k: i64) -> None:
        """Write the races in decline, the oldest first."""
        for j in range(k, k + self.rules.players * DECLINED_PER_SEAT * len(DECLINED_COLUMNS)):
            out[j] = 0
        seen: i64 = 0
        for army in t.declined:
            row = self._relative(army.seat, seat) - 1
            place = (seen // BIT[4 * row]) & 15  # `seen` counts the rows written per seat, 4 bits each
            if place < DECLINED_PER_SEAT:
                seen += BIT[4 * row]
                j = k + (row * DECLINED_PER_SEAT + place) * len(DECLINED_COLUMNS)
                out[j] = i16(army.race.index + 1)
                out[j + 1] = i16(army.kept_badge.index + 1)
                out[j + 2] = i16(army.hand)

    def _write_column(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        race, power, coins, extra, filled = t.combo_race, t.combo_power, t.combo_coins, t.combo_tokens, t.column_size
        width: i64 = len(COMBO_COLUMNS)
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
        """Write what is constant during a turn."""
        out[k] = i16(seat)
        out[k + 2] = i16(self._relative(t.player, seat))
        out[k + 4] = i16(self._relative(t.first_seat, seat))
        out[k + 5] = i16(t.turn)
        out[k + 6] = i16(t.rules.turns - t.turn)

    def _write_now(self, t: Table, seat: i64, out: vec[i16], k: i64) -> None:
        out[k + 1] = i16(t.phase)
        out[k + 3] = 1 if t.to_move == seat else i16(self._relative(t.to_move, seat))
        self._write_question(t, out, k + 7)
        out[k + 10] = i16(t.this_turn.roll + 1)
        out[k + 11] = i16(t.this_turn.aimed_from + 1)
        out[k + 12] = i16(t.this_turn.conquest_round)
        out[k + 13] = i16(t.this_turn.fireballs_committed)
        out[k + 14] = i16(t.this_turn.behemoths_committed)
        out[k + 15] = i16(t.this_turn.takebacks)
        out[k + 16] = i16(t.this_turn.nonempty_conquests)
        self._write_waiting(t, out, k)
        out[k + 19] = 1 if t.this_turn.has_acted else 0
        out[k + 20] = 1 if t.this_turn.conquests_begun else 0
        out[k + 21] = 1 if t.this_turn.is_scored else 0
        out[k + 22] = 1 if t.this_turn.fortress_built else 0
        out[k + 23] = 1 if t.this_turn.dragon_used else 0
        out[k + 24] = 1 if t.this_turn.catapult_used else 0
        out[k + 26] = 1 if t.this_turn.is_untouched else 0

    def _write_question(self, t: Table, out: vec[i16], k: i64) -> None:
        """Write the open question: its kind, its region, and how many tokens are short."""
        out[k] = 0
        out[k + 1] = 0
        out[k + 2] = 0
        if t.phase == CHOICE:
            question = t.question
            is_gift = question.kind == questions.GIFT
            out[k] = i16(questions.LOSS + 1 if is_gift else question.kind + 1)
            if question.region >= 0:
                out[k + 1] = i16(question.region)
                out[k + 2] = clamp(token_at_stake(question) if is_gift else question.short)
            elif question.kind != questions.LOSS:
                out[k + 1] = i16(token_at_stake(question) % TARGETS)
                out[k + 2] = clamp(token_at_stake(question) // TARGETS)

    def _write_waiting(self, t: Table, out: vec[i16], k: i64) -> None:
        """Write which questions about a conquest still wait: who rolls for a token, who chooses one, and the end."""
        out[k + 17] = 0
        out[k + 18] = 0
        out[k + 25] = 0
        for question in t.waiting:
            if question.kind == questions.LOSS_ROLL:
                out[k + 17] = i16(t.army_with_race(question.race).seat + 1)
            elif question.kind == questions.LOSS:
                out[k + 18] = i16(question.seat + 1)
            elif question.kind == questions.CONQUESTS_END:
                out[k + 25] = 1


def token_at_stake(question: Question) -> i64:
    """The token that the Sigil's question is about, and who was asked, in one number; 0 where no token is at stake."""
    return question.race + 1 + TARGETS * ((1 if question.horde else 0) + 2 * question.asked)


def update_set(out: vec[i16], start: i64, stride: i64, now: i64, memo: vec[i64], note: i64, weight: i16) -> None:
    """Update the numbers of a bit set from its last value in the memo: each member adds `weight` at its position."""
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
