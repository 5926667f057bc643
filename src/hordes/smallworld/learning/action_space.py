"""Observation layout and fixed action space of Small World for one set-up."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT
from hordes.engine.core.encoding import MAX_VALUE, Encoder
from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i16, i64, vec
from hordes.smallworld.state import moves
from hordes.smallworld.state.board import LAND_TERRAINS, SYMBOLS, WATER_TERRAINS, Board
from hordes.smallworld.state.config import Rules
from hordes.smallworld.state.constants import (
    COLUMN_SLOTS,
    MARKER_IDS,
    PIECE_KINDS,
    PIECE_SETS,
    piece_name,
)

STATIC_REGION_COLUMNS: Final = ["terrain", *SYMBOLS, "border"]
"""Region columns that never change."""
HOLDER_COLUMNS: Final = ["holder", "race", "declined"]
"""Region columns of the army that holds it."""
SEAT_COLUMNS: Final = [
    "race", "power", "hand", "waiting", "tray", "ally", "wealth", "pots", "hordes", "fireballs", "souls",
    "attacked", "bewitched", "gifts", "coins",
]  # fmt: skip
DECLINED_COLUMNS: Final = ["race", "power", "hand"]
DECLINED_PER_SEAT: Final = 2
"""Rows for declined races per seat; more of them are visible in the region columns only."""
COMBO_COLUMNS: Final = ["race", "power", "coins", "extra"]
TURN_COLUMNS: Final = [
    "seat", "phase", "player", "to_move", "first", "turn", "turns_left", "asked", "about", "short", "roll", "aim",
    "round", "fire", "beasts", "cancels", "plunder", "mourning", "losing", "acted", "began", "scored", "built", "flown",
    "shot", "ending", "fresh",
]  # fmt: skip
BASE_PIECES: Final = 6
"""How many piece kinds belong to the base game; they come first."""
MODE_NUMBERS: Final = 16
"""Numbers reserved for the state of a mode."""
MARK_NUMBERS: Final = 5
"""Numbers about markers that lie on no region; the last two are always 0."""
LONE_VERBS: Final = [*moves.SINGLE_WORD_VERBS.values(), moves.LOSE_TOKEN, moves.LOSE_HORDE]


class EncoderLayout(Encoder):
    """Layout of an observation (offsets named `*_at`, -1 when absent) and the numbering of actions."""

    board: Board
    rules: Rules
    columns: i64 = 0
    holder_at: i64 = 0
    tokens_at: i64 = 0
    defence_at: i64 = 0
    piece_column: vec[i64]
    seats_at: i64 = 0
    declined_at: i64 = 0
    column_at: i64 = 0
    now_at: i64 = 0
    races_at: i64 = 0
    powers_at: i64 = 0
    mode_at: i64 = 0
    markers_at: i64 = 0
    notes_at: i64 = 0
    base_only: bool = False

    def __init__(self, board: Board, rules: Rules, sets: list[str], has_custom_pieces: bool) -> None:
        super().__init__(moves.VERB_LIMIT)
        self.board = board
        self.rules = rules
        self.base_only = sets == ["base"]
        self.mode_at = self.markers_at = self.notes_at = -1
        self._lay_regions()
        players = rules.players
        self.seats_at = self.add_part(
            "seats", players, SEAT_COLUMNS, MAX_VALUE, "each seat from the one that looks on: active race"
        )
        self.declined_at = self.add_part(
            "declined",
            players * DECLINED_PER_SEAT,
            DECLINED_COLUMNS,
            61,
            f"{DECLINED_PER_SEAT} rows for each seat: its races in decline",
        )
        self.column_at = self.add_part(
            "column", COLUMN_SLOTS, COMBO_COLUMNS, MAX_VALUE, "combos on offer, from the top"
        )
        self.now_at = self.add_part(
            "now", 1, TURN_COLUMNS, MAX_VALUE, "the question that is open, and what was done this turn"
        )
        self.races_at = self.add_part("banners", len(rules.races), [""], 1, "races that may still come up")
        self.powers_at = self.add_part("badges", len(rules.powers), [""], 2, "powers: 1 in the stack, 2 discarded")
        if len(rules.mode.initial_mode_state(players)) > 0:
            self.mode_at = self.add_part("mode", MODE_NUMBERS, [""], MAX_VALUE, "what the mode keeps beside the map")
        if len(rules.markers) > 0:
            self.markers_at = self.add_part(
                "marks",
                MARK_NUMBERS,
                [""],
                MAX_VALUE,
                "Bony's race, whether he is to be placed, whether badges were swapped",
            )
        if has_custom_pieces:
            self.notes_at = self.add_part(
                "notes", players, ["race", "power"], MAX_VALUE, "numbers that custom pieces keep, a set as a remainder"
            )
        self._number_moves()

    def _lay_regions(self) -> None:
        """Lay out the region columns: terrain and symbols, holder, then pieces that can occur in this game."""
        names = [*PIECE_KINDS][:BASE_PIECES] if self.base_only else [*PIECE_KINDS]
        columns = [*STATIC_REGION_COLUMNS, *HOLDER_COLUMNS, "lost_tribe", *names]
        if len(self.rules.markers) > 0:
            columns += ["monster", *MARKER_IDS]
        self.columns = len(columns)
        self.holder_at = len(STATIC_REGION_COLUMNS)
        kinds = [columns.index(piece_name(piece)) for piece in range(PIECE_SETS) if piece_name(piece) in names]
        self.piece_column = vec[i64](kinds)
        size = self.board.size
        self.add_part("regions", size, columns, 127, "the map, a row for each region in the order of the file")
        self.tokens_at = self.add_part("tokens", size, [""], 127, "race tokens in each region")
        self.defence_at = self.add_part("defence", size, [""], 127, "what else defends it: Lost Tribe, mountain ...")

    def _number_moves(self) -> None:
        """Number the moves of every verb that the rules, pieces, markers or mode of this game know."""
        for verb in moves.BUILT_IN_VERBS:
            targets = self._targets(verb)
            if targets > 0 and moves.group_of(verb) != moves.CHANCE_GROUP:
                self.add_actions(verb, targets)
            elif targets > 0:
                self.add_outcomes(verb, targets)
        for k in range(len(self.rules.verb_forms)):
            self.add_actions(moves.FIRST_CUSTOM + k, TARGETS - 2)
        for n in range(self.rules.max_kept):
            self.add_actions(moves.KEEP + n + 1, self.board.size)

    def _targets(self, verb: i64) -> i64:
        rules = self.rules
        group = moves.group_of(verb)
        if group == moves.CHANCE_GROUP:
            return self._chance_targets(verb)
        if group == moves.PLACING_GROUP:
            return self.board.size if verb - moves.PLACE <= max([int(race.total) for race in rules.races]) else 0
        if not self._known(verb):
            return 0
        if verb in LONE_VERBS:
            return 1
        if verb == moves.PICK:
            return COLUMN_SLOTS
        if verb == moves.BEHEMOTH:
            return 2
        if verb == moves.BUY:
            return len(rules.powers)
        return self._region_or_seat(verb)

    def _region_or_seat(self, verb: i64) -> i64:
        if verb == moves.ALLY or verb == moves.ASK or moves.is_share(verb):
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
            if race.owns_verb(verb):
                return True
        for power in self.rules.powers:
            if power.owns_verb(verb):
                return True
        if verb == moves.BUY or verb == moves.GHOST:
            return self.mode_at >= 0
        return moves.group_of(verb) == moves.MARKER_GROUP and len(self.rules.markers) > 0

    # Constant part

    def write_constants(self, out: vec[i16], at: i64) -> None:
        board = self.board
        terrains = [*LAND_TERRAINS, *WATER_TERRAINS]
        for region in range(board.size):
            row = at + region * self.columns
            out[row] = i16(terrains.index(board.terrain[region]) + 1)
            for k in range(len(SYMBOLS)):
                if SYMBOLS[k] in board.symbols[region]:
                    out[row + 1 + k] = 1
            if board.border & BIT[region] != 0:
                out[row + 1 + len(SYMBOLS)] = 1
