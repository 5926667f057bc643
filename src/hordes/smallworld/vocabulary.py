"""Numbers for the words of the game: phases, questions, pieces and their limits."""

from __future__ import annotations

from typing import Final

from hordes.engine.native import i64, vec

# Phases: the questions that can be open. FIRST_SEAT to DIE are asked of chance.
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
DIE: Final = 11
CHOICE: Final = 12
"""A question that interrupts the turn; the frame's subject says which."""
# Phases of modes. FRAMES hold a phase in four bits.
NECROMANCER_PICK: Final = 13
NECROMANCER_BUY: Final = 14
MONSTERS: Final = 15
PHASE_NAMES: Final = [
    "start", "pick", "ghouls", "conquer", "redeploy", "finish", "withdraw", "over", "first", "banner", "badge", "die",
    "choice", "necromancer_pick", "necromancer_buy", "monsters",
]  # fmt: skip

# What a CHOICE asks for.
TOWER: Final = 0
HIRE: Final = 1
LOSS: Final = 2
CHOICE_NAMES: Final = ["tower", "hire", "loss"]
CHOICES: Final = 8
"""The subject of a CHOICE is its number plus CHOICES times what it is about."""
MOURNED: Final = 64
"""The subject of a die that is rolled for a seat's lost token is MOURNED plus the seat."""

# Pieces on the map, each a set of regions. Encampments are five sets: ENCAMPMENT + k holds regions with more than k.
LAIR: Final = 0
FORTRESS: Final = 1
HOLE: Final = 2
HERO: Final = 3
DRAGON: Final = 4
ENCAMPMENT: Final = 5
CAMPS: Final = 5
COIN: Final = 10
POT: Final = 11
CATAPULT: Final = 12
HORDE: Final = 13
BEHEMOTH: Final = 15
KINDS: Final = 17
STACKS: Final = 2
LARGEST_STACK: Final = 6
PIECE_KINDS: Final = {
    "lair": LAIR, "fortress": FORTRESS, "hole": HOLE, "hero": HERO, "dragon": DRAGON, "encampment": ENCAMPMENT,
    "coin": COIN, "pot": POT, "catapult": CATAPULT, "horde": HORDE, "behemoth": BEHEMOTH,
}  # fmt: skip
PIECE_LIMITS: Final = [10, 6, 2, 2, 1, CAMPS, CAMPS, CAMPS, CAMPS, CAMPS, 62, 16, 1, 2, 2, 1, 1]
START_COINS: Final = 5
SECOND_THOUGHTS: Final = 8
"""How often in a turn a Catapult, Fireball or Behemoth may be taken back."""

COLUMN: Final = 6
FRAMES: Final = 8
NOT_RECORDED: Final = vec[i64]([])
