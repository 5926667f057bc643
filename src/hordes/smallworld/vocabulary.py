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
DRAW_MARKER: Final = 11
DIE: Final = 12
CHOICE: Final = 13
"""A question that interrupts the turn; the frame's subject says which."""
# Phases of modes, and of the Monsters.
NECROMANCER_PICK: Final = 14
NECROMANCER_BUY: Final = 15
MONSTERS: Final = 16
PHASE_NAMES: Final = [
    "start", "pick", "ghouls", "conquer", "redeploy", "finish", "withdraw", "over", "first", "banner", "badge",
    "marker", "die", "choice", "necromancer_pick", "necromancer_buy", "monsters",
]  # fmt: skip

# What a CHOICE asks for.
TOWER: Final = 0
HIRE: Final = 1
LOSS: Final = 2
MARKER_ASKS: Final = 3
"""A question of a Place or Relic is MARKER_ASKS plus its number."""
PLEA: Final = 8
"""Whom the holder of the Sigil asks to give a token for his."""
CHOICE_NAMES: Final = ["tower", "hire", "loss", "soapbar", "tavern", "boneyard", "vale", "sigil", "plea"]
CHOICES: Final = 16
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

# What a table with Monsters, Places and Relics keeps: one array that clones share.
MONSTERS_AT: Final = 0
MARKER_AT: Final = 1
"""MARKER_AT + k is the region of marker k, as a set; an empty one when it is still in the stack."""
SOAPBAR: Final = 0
TAVERN: Final = 1
BONEYARD: Final = 2
VALE: Final = 3
SIGIL: Final = 4
MARKER_IDS: Final = ["soapbar", "tavern", "boneyard", "vale", "sigil"]
BONY: Final = 6
"""One more than the number of the declined race that Bony protects; 0 while he waits beside the board."""
BONY_DUE: Final = 7
"""1 when the Boneyard has just been taken and its new holder is still to be asked."""
SWAPPED: Final = 8
"""1 when badges have been exchanged this turn."""
LOSER: Final = 9
"""What is being lost, for the Sigil, until the conquest is complete: 1 plus the race, and TARGETS more for Hordes."""
DRAWN: Final = 10
"""One more than the region of a Monster that has just been slain, until the conquest is complete."""
MARKS: Final = 11
NO_MARKS: Final = vec[i64]([0] * MARKS)
MOST_MONSTERS: Final = 5
SECOND_THOUGHTS: Final = 8
"""How often in a turn a Catapult, Fireball or Behemoth may be taken back."""

COLUMN: Final = 6
FRAMES: Final = 8
GHOULS_ROLLED: Final = 3
"""`Table.round` when a final attempt of the Ghouls has ended the conquests of the turn; else the rounds stopped."""
NOT_RECORDED: Final = vec[i64]([])
PIECES_MOVED: Final = 1
COLUMN_MOVED: Final = 2
"""Kinds of `State.news`."""


def piece_name(piece: int) -> str:
    """The name of a piece; the five sets of encampments have one name.

    >>> piece_name(DRAGON), piece_name(ENCAMPMENT + 3)
    ('dragon', 'encampment')
    """
    found = ""
    for name, number in PIECE_KINDS.items():
        if number <= piece:
            found = name
    return found
