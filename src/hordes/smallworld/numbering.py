"""Small World as numbers: which there are in an observation of a set-up, and its fixed action space."""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT
from hordes.engine.encoding import LARGEST, Encoder
from hordes.engine.native import i16, i64, vec
from hordes.engine.state import TARGETS
from hordes.smallworld import moves
from hordes.smallworld.army import Rules
from hordes.smallworld.board import LAND, SYMBOLS, WATER, Board
from hordes.smallworld.vocabulary import (
    COLUMN,
    KINDS,
    MARKER_AT,
    MARKER_IDS,
    MARKS,
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
LONE_VERBS: Final = [*moves.LONE.values(), moves.LOSE_TOKEN, moves.LOSE_HORDE]


class Numbering(Encoder):
    """Which numbers an observation of a set-up has and where, and which action is which move."""

    board: Board
    rules: Rules
    columns: i64 = 0
    lying: i64 = 0
    tokens_at: i64 = 0
    walls_at: i64 = 0
    piece_column: vec[i64]
    seats_at: i64 = 0
    old_at: i64 = 0
    column_at: i64 = 0
    now_at: i64 = 0
    races_at: i64 = 0
    powers_at: i64 = 0
    beside_at: i64 = 0
    marks_at: i64 = 0
    notes_at: i64 = 0
    plain: bool = False

    def __init__(self, board: Board, rules: Rules, sets: list[str], own: bool) -> None:
        super().__init__(moves.KEEP + moves.MOST_PLACED + 1)
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
        for n in range(self.rules.most_kept):
            self.allot(moves.KEEP + n + 1, self.board.size)

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
        if verb == moves.ALLY or verb == moves.ASK or moves.SHARE <= verb < moves.SHARE + moves.MOST_SHARED:
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
        marked = moves.MONSTER <= verb <= moves.ASK
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
