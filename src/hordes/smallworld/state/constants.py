"""Integer codes of phases, questions and pieces, limits of pieces, and slots of the marker state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hordes.engine.mypyc_compat import i64, vec

if TYPE_CHECKING:
    from hordes.smallworld.wire.views import Phase

# Phases: the kinds of question that can be open. FIRST_SEAT to DIE are asked of chance.
START: Final = 0
PICK: Final = 1
GHOULS: Final = 2
CONQUER: Final = 3
REDEPLOY: Final = 4
FINISH: Final = 5
WITHDRAW: Final = 6
ENDED: Final = 7
FIRST_SEAT: Final = 8
DRAW_BANNER: Final = 9
DRAW_BADGE: Final = 10
DRAW_MARKER: Final = 11
DIE: Final = 12
CHOICE: Final = 13
"""A question that interrupts the turn; `QuestionStack.question` says which."""
# Phases of modes, and of the Monsters.
NECROMANCER_PICK: Final = 14
NECROMANCER_BUY: Final = 15
MONSTERS: Final = 16
PHASE_NAMES: Final[list[Phase]] = [
    "start", "pick", "ghouls", "conquer", "redeploy", "finish", "withdraw", "over", "first", "banner", "badge",
    "marker", "die", "choice", "necromancer_pick", "necromancer_buy", "monsters",
]  # fmt: skip
# Sets of phases, for `BIT[phase] & SET`: rules ask whether a phase is in one, never where its number lies.
MODE_PHASES: Final = 1 << NECROMANCER_PICK | 1 << NECROMANCER_BUY
"""Phases whose moves the mode offers and applies."""
INTERRUPTING_PHASES: Final = 1 << DRAW_BANNER | 1 << DRAW_BADGE | 1 << DRAW_MARKER | 1 << DIE | 1 << CHOICE
"""Phases that only interrupt a turn."""
PHASES_WITHOUT_REFILL: Final = INTERRUPTING_PHASES | 1 << ENDED | 1 << NECROMANCER_PICK
"""Phases in which no new combos are drawn."""

# Pieces on the map, each a set of regions. Encampments are five sets: ENCAMPMENT + k holds regions with more than k.
LAIR: Final = 0
FORTRESS: Final = 1
HOLE: Final = 2
HERO: Final = 3
DRAGON: Final = 4
ENCAMPMENT: Final = 5
MAX_ENCAMPMENTS: Final = 5
COIN: Final = 10
POT: Final = 11
CATAPULT: Final = 12
HORDE: Final = 13
BEHEMOTH: Final = 15
PIECE_SETS: Final = 17
BEHEMOTH_STACKS: Final = 2
LARGEST_STACK: Final = 6
PIECE_KINDS: Final = {
    "lair": LAIR, "fortress": FORTRESS, "hole": HOLE, "hero": HERO, "dragon": DRAGON, "encampment": ENCAMPMENT,
    "coin": COIN, "pot": POT, "catapult": CATAPULT, "horde": HORDE, "behemoth": BEHEMOTH,
}  # fmt: skip
PIECE_LIMITS: Final = [
    10,
    6,
    2,
    2,
    1,
    MAX_ENCAMPMENTS,
    MAX_ENCAMPMENTS,
    MAX_ENCAMPMENTS,
    MAX_ENCAMPMENTS,
    MAX_ENCAMPMENTS,
    62,
    16,
    1,
    2,
    2,
    1,
    1,
]
START_COINS: Final = 5

# Slots of `Table.marker_state`: what a game with Monsters, Places and Relics keeps, in one copy-on-write array.
MONSTERS_AT: Final = 0
MARKER_AT: Final = 1
"""MARKER_AT + k is the region of marker k, as a set; empty while it has not been found."""
SOAPBAR: Final = 0
TAVERN: Final = 1
BONEYARD: Final = 2
VALE: Final = 3
SIGIL: Final = 4
MARKER_IDS: Final = ["soapbar", "tavern", "boneyard", "vale", "sigil"]
BONY_RACE: Final = 6
"""1 plus the index of the declined race that Bony protects; 0 while he is beside the board."""
MARKER_SLOTS: Final = 7
NO_MARKER_STATE: Final = vec[i64]([0] * MARKER_SLOTS)
MAX_MONSTERS: Final = 5
MAX_TAKEBACKS: Final = 8
"""How often in a turn a Catapult, Fireball or Behemoth may be taken back."""

COLUMN_SLOTS: Final = 6
GHOULS_ROLLED: Final = 3
"""Value of `TurnState.conquest_round` when a final attempt of the Ghouls has ended the conquests of the turn.

Otherwise that field counts the rounds that were stopped.
"""
NOT_RECORDED: Final = vec[i64]([])
PIECES_CHANGED: Final = 1
COLUMN_CHANGED: Final = 2
"""Bits of `State.changed_kinds`."""


def piece_name(piece: int) -> str:
    """The name of a piece; the five sets of encampments have one name.

    >>> piece_name(DRAGON), piece_name(ENCAMPMENT + 3)
    ('dragon', 'encampment')
    """
    label = ""
    for name, number in PIECE_KINDS.items():
        if number <= piece:
            label = name
    return label
