"""Small World as numbers: what a seat sees of the table, and the fixed action space of a set-up.

Everything on the table is open but the others' coins, which are never written. Seats are counted from the one that
looks: 1 is itself, 2 the next in turn order. A number for a race or power is its place in the game's list plus one.
"""

from __future__ import annotations

from typing import Final, cast

from hordes.engine.bits import BIT, FULL, lowest
from hordes.engine.encoding import LARGEST, Encoder, small
from hordes.engine.native import i16, i64, vec
from hordes.engine.state import TARGETS, State
from hordes.smallworld import moves
from hordes.smallworld.army import Army, Rules
from hordes.smallworld.board import LAND, SYMBOLS, WATER, Board
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BEHEMOTH,
    CHOICE,
    CHOICES,
    COLUMN,
    KINDS,
    MARKER_AT,
    MARKER_IDS,
    MARKS,
    MONSTERS_AT,
    PIECE_KINDS,
    piece_name,
)

GROUND: Final = ["terrain", *SYMBOLS, "border"]
"""Columns of a region that never change."""
LYING: Final = ["holder", "race", "declined"]
"""Columns of a region that say who holds it."""
SEAT: Final = [
    "race", "power", "hand", "waiting", "tray", "ally", "wealth", "pots", "hordes", "fireballs", "souls",
    "attacked", "bewitched", "gifts", "coins",
]  # fmt: skip
OLD: Final = ["race", "power", "hand"]
OLD_RACES: Final = 2
"""Declined races of a seat that have rows of their own; the regions show all of them."""
COMBO: Final = ["race", "power", "coins", "extra"]
NOW: Final = [
    "seat", "phase", "player", "to_move", "first", "turn", "turns_left", "asked", "about", "short", "roll", "aim",
    "round", "fire", "beasts", "cancels", "plunder", "mourning", "losing", "acted", "began", "scored", "built", "flown",
    "shot", "ending", "fresh",
]  # fmt: skip
BASE_PIECES: Final = 6
"""The first kinds of pieces are those of the base game."""
BESIDE: Final = 16
"""Numbers that a mode may keep beside the map."""
WATCHED: Final = KINDS + 5 + len(MARKER_IDS)
"""Sets whose last value is remembered."""
COLUMN_NOTED: Final = 0
PIECES_NOTED: Final = 1
ARMIES_NOTED: Final = PIECES_NOTED + WATCHED
OLD_NOTED: Final = ARMIES_NOTED + 2
"""Where the memo has what: the combos on offer, the sets, then races and where they stand."""
LONE_VERBS: Final = [*moves.LONE.values(), moves.LOSE_TOKEN, moves.LOSE_HORDE]


class SmallWorldEncoder(Encoder):
    """The numbers of one set-up."""

    board: Board
    rules: Rules
    columns: i64
    lying: i64
    tokens_at: i64
    walls_at: i64
    piece_column: vec[i64]
    seats_at: i64
    old_at: i64
    column_at: i64
    now_at: i64
    races_at: i64
    powers_at: i64
    beside_at: i64
    marks_at: i64
    notes_at: i64
    armies: i64
    plain: bool

    def __init__(self, board: Board, rules: Rules, sets: list[str], own: bool) -> None:
        super().__init__(moves.OWN + moves.MOST_OWN)
        self.board = board
        self.rules = rules
        self.plain = sets == ["base"]
        self.beside_at = self.marks_at = self.notes_at = -1
        self._lay_regions()
        players = rules.players
        self.seats_at = self.add("seats", players, SEAT, LARGEST, "each seat from the one that looks on: active race")
        self.old_at = self.add(
            "declined", players * OLD_RACES, OLD, 61, f"{OLD_RACES} rows for each seat: its races in decline"
        )
        self.column_at = self.add("column", COLUMN, COMBO, LARGEST, "combos on offer, from the top")
        self.now_at = self.add("now", 1, NOW, LARGEST, "the question that is open, and what was done this turn")
        self.races_at = self.add("banners", len(rules.races), [""], 1, "races that may still come up")
        self.powers_at = self.add("badges", len(rules.powers), [""], 2, "powers: 1 in the stack, 2 discarded")
        if len(rules.mode.lay_out(players)) > 0:
            self.beside_at = self.add("mode", BESIDE, [""], LARGEST, "what the mode keeps beside the map")
        if len(rules.markers) > 0:
            self.marks_at = self.add("marks", MARKS - MARKER_AT - len(MARKER_IDS), [""], LARGEST, "Bony, and so on")
        if own:
            self.notes_at = self.add(
                "notes", players, ["race", "power"], LARGEST, "numbers that own pieces keep, a set as a remainder"
            )
        self.armies = 3 + players * (1 + OLD_RACES)
        self.memory = ARMIES_NOTED + self.armies
        self._number_moves()

    def _lay_regions(self) -> None:
        """Columns of a region: its ground, who stands there, then pieces that the game's traits may bring."""
        names = [*PIECE_KINDS][:BASE_PIECES] if self.plain else [*PIECE_KINDS]
        columns = [*GROUND, *LYING, "lost_tribe", *names]
        if len(self.rules.markers) > 0:
            columns += ["monster", *MARKER_IDS]
        self.columns = len(columns)
        self.lying = len(GROUND)
        kinds = [columns.index(piece_name(piece)) for piece in range(KINDS) if piece_name(piece) in names]
        self.piece_column = vec[i64](kinds)
        size = self.board.size
        self.add("regions", size, columns, 127, "the map, a row for each region in the order of the file")
        self.tokens_at = self.add("tokens", size, [""], 127, "race tokens in each region")
        self.walls_at = self.add("defence", size, [""], 127, "what else defends it: Lost Tribe, mountain ...")

    def _number_moves(self) -> None:
        """Every verb that the rules, a piece, a marker or the mode of this table knows, with the targets it has."""
        for verb in range(moves.VERBS):
            targets = self._targets(verb)
            if targets > 0 and verb < moves.ROLLED:
                self.allot(verb, targets)
            elif targets > 0:
                self.allot_chance(verb, targets)
        for k in range(len(self.rules.forms)):
            self.allot(moves.OWN + k, TARGETS - 2)

    def _targets(self, verb: i64) -> i64:
        rules = self.rules
        if verb >= moves.ROLLED:
            return self._chance_targets(verb)
        if moves.PLACE < verb <= moves.PLACE + moves.MOST_PLACED:
            return self.board.size if verb - moves.PLACE <= max([int(race.total) for race in rules.races]) else 0
        if not self._known(verb):
            return 0
        if verb in LONE_VERBS:
            return 1
        if verb == moves.PICK:
            return COLUMN
        if verb == moves.BEHEMOTH:
            return 2
        if verb == moves.BUY:
            return len(rules.powers)
        return self._region_or_seat(verb)

    def _region_or_seat(self, verb: i64) -> i64:
        if verb == moves.ALLY or moves.SHARE <= verb < moves.SHARE + moves.MOST_SHARED:
            return self.rules.players
        if moves.is_bony(verb):
            return len(self.rules.races) if verb - moves.BONY < self.rules.players else 0
        return self.board.size

    def _chance_targets(self, verb: i64) -> i64:
        rules = self.rules
        if verb == moves.ROLLED:
            return 4
        if verb == moves.FIRST:
            return rules.players
        if verb == moves.MARKER:
            return len(rules.markers)
        return len(rules.races) if verb == moves.BANNER else len(rules.powers)

    def _known(self, verb: i64) -> bool:
        always = [moves.PICK, moves.CONQUER, moves.CONQUER_DIE, moves.ABANDON, moves.DECLINE, moves.STOP, moves.DONE]
        if verb in always:
            return True
        for race in self.rules.races:
            if race.knows(verb):
                return True
        for power in self.rules.powers:
            if power.knows(verb):
                return True
        if verb == moves.BUY or verb == moves.GHOST:
            return self.beside_at >= 0
        marked = moves.MONSTER <= verb <= moves.REFUSE
        return marked and len(self.rules.markers) > 0

    # What never changes

    def settle(self, out: vec[i16], at: i64) -> None:
        board = self.board
        terrains = [*LAND, *WATER]
        for region in range(board.size):
            row = at + region * self.columns
            out[row] = i16(terrains.index(board.terrain[region]) + 1)
            for k in range(len(SYMBOLS)):
                if SYMBOLS[k] in board.symbols[region]:
                    out[row + 1 + k] = 1
            if board.border & BIT[region] != 0:
                out[row + 1 + len(SYMBOLS)] = 1

    # What changes

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> None:
        t = cast(Table, state)
        moved = self._write_armies(t, seat, out, at, memo, note)
        built = self._write_pieces(t, out, at, memo, note + PIECES_NOTED)
        self._write_troops(t, out, at, moved | built)
        self._write_seats(t, seat, out, at)
        self._write_column(t, out, at + self.column_at, memo, note + COLUMN_NOTED)
        self._write_now(t, seat, out, at + self.now_at)
        if self.beside_at >= 0:
            for k in range(len(t.beside)):
                out[at + self.beside_at + k] = small(t.beside[k])
        if self.marks_at >= 0:
            skip: i64 = MARKER_AT + len(MARKER_IDS)
            for k in range(skip, len(t.marks)):
                out[at + self.marks_at + k - skip] = small(t.marks[k])

    def _write_troops(self, t: Table, out: vec[i16], at: i64, changed: i64) -> None:
        """Tokens anew everywhere; what defends a region besides only where pieces, tribes or the holder changed."""
        tokens, walls = t.tokens, t.walls
        k = at + self.tokens_at
        for region in range(len(tokens)):
            out[k] = i16(tokens[region])
            k += 1
        k = at + self.walls_at
        rest = changed
        while rest != 0:
            region = lowest(rest)
            out[k + region] = i16(walls[region])
            rest &= rest - 1

    def _write_armies(self, t: Table, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> i64:
        """Who stands where; answers with the regions in which that may have changed since the row was last written."""
        changed = self._moved(t, seat, memo, note + ARMIES_NOTED)
        if changed == 0:
            return 0
        first = at + self.lying
        empty = changed
        for army in t.active:
            empty &= ~army.regions
            self._write_army(army, army.regions & changed, seat, out, first)
        for army in t.declined:
            empty &= ~army.regions
            self._write_army(army, army.regions & changed, seat, out, first)
        while empty != 0:
            k = first + lowest(empty) * self.columns
            out[k] = 0
            out[k + 1] = 0
            out[k + 2] = 0
            empty &= empty - 1
        if memo[note + OLD_NOTED] != 0:
            self._write_old(t, seat, out, at + self.old_at)
        return changed

    def _moved(self, t: Table, seat: i64, memo: vec[i64], note: i64) -> i64:
        """Regions whose holder, as this seat counts the seats, may be another than when the row was last written.

        Two words of the memo say which races were there and where, and one whether races in decline must be written.
        """
        here, old = seat + 1, seat + 1
        changed: i64 = 0
        k = note + 3
        for army in t.active:
            here = here * 64 + army.race.index + 1
            changed |= memo[k] ^ army.regions
            memo[k] = army.regions
            k += 1
        stop = note + self.armies
        for army in t.declined:
            old = (old * 1000003 + army.race.index * 8 + army.seat + 1) & FULL
            old = (old * 1000003 + army.kept.index * 64 + army.hand + 1) & FULL
            if k < stop:
                changed |= memo[k] ^ army.regions
                memo[k] = army.regions
                k += 1
        memo[note + 2] = 0
        if memo[note] != here or memo[note + 1] != old or len(t.declined) > OLD_RACES * self.rules.players:
            memo[note] = here
            memo[note + 1] = old
            memo[note + 2] = 1
            changed = self.board.everywhere
        return changed

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

    def _write_pieces(self, t: Table, out: vec[i16], at: i64, memo: vec[i64], note: i64) -> i64:
        """Sets of regions, races and powers: only what has changed is written. Answers with the regions concerned."""
        pieces, columns, piece_column = t.pieces, self.columns, self.piece_column
        changed: i64 = 0
        for piece in range(len(piece_column)):
            if pieces[piece] != memo[note + piece]:
                changed |= pieces[piece] ^ memo[note + piece]
                flip(out, at + piece_column[piece], columns, pieces[piece], memo, note + piece, 1)
        note += KINDS
        if t.lost_tribes != memo[note]:
            changed |= t.lost_tribes ^ memo[note]
            flip(out, at + self.lying + len(LYING), columns, t.lost_tribes, memo, note, 1)
        if t.banners != memo[note + 1] or t.badges != memo[note + 2] or t.discarded != memo[note + 3]:
            flip(out, at + self.races_at, 1, t.banners, memo, note + 1, 1)
            flip(out, at + self.powers_at, 1, t.badges, memo, note + 2, 1)
            flip(out, at + self.powers_at, 1, t.discarded, memo, note + 3, 2)
        if self.marks_at >= 0:
            changed |= t.marks[MONSTERS_AT] ^ memo[note + 4]
            self._write_markers(t, out, at + columns - len(MARKER_IDS) - 1, memo, note + 4)
        return changed | pieces[BEHEMOTH] | pieces[BEHEMOTH + 1]

    def _write_markers(self, t: Table, out: vec[i16], monster: i64, memo: vec[i64], note: i64) -> None:
        flip(out, monster, self.columns, t.marks[MONSTERS_AT], memo, note, 1)
        kinds: i64 = len(MARKER_IDS)
        for k in range(kinds):
            flip(out, monster + 1 + k, self.columns, t.marks[MARKER_AT + k], memo, note + 1 + k, 1)

    def _write_seats(self, t: Table, seat: i64, out: vec[i16], at: i64) -> None:
        width: i64 = len(SEAT)
        first = at + self.seats_at
        row = -seat
        for me in t.active:
            other = row + seat
            if row < 0:
                row += self.rules.players
            self._write_seat(t, me, other, seat, out, first + row * width)
            if self.notes_at >= 0:
                out[at + self.notes_at + 2 * row] = small(me.race_note % LARGEST)
                out[at + self.notes_at + 2 * row + 1] = small(me.power_note % LARGEST)
            row = other + 1 - seat
        out[first + width - 1] = small(t.coins[seat])

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

    def _write_now(self, t: Table, seat: i64, out: vec[i16], k: i64) -> None:
        out[k] = i16(seat)
        out[k + 1] = i16(t.phase)
        out[k + 2] = i16(self._relative(t.player, seat))
        out[k + 3] = i16(self._relative(t.to_move, seat))
        out[k + 4] = i16(self._relative(t.first, seat))
        out[k + 5] = i16(t.turn)
        out[k + 6] = i16(t.rules.turns - t.turn)
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
