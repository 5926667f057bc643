"""Move codes: a move is the integer `verb * TARGETS + target`; here are the verbs and the words that name them.

`text/move_writer.py` and `text/move_reader.py` translate between codes and texts. Action spaces use these numbers, so
they never change.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64

MAX_SEATS: Final = 6
"""Most seats of a game."""
PICK: Final = 0
CONQUER: Final = 1
CONQUER_DRAGON: Final = 2
CONQUER_SORCERY: Final = 3
CONQUER_DIE: Final = 4
CONQUER_CATAPULT: Final = 5
CONQUER_MERCENARY: Final = 6
CATAPULT: Final = 7
TOWER: Final = 8
CANCEL: Final = 9
ROLL: Final = 10
ABANDON: Final = 11
DECLINE: Final = 12
STOP: Final = 13
PLACE: Final = 14
"""`place R N` is the verb PLACE + N, for N from 1 to MAX_PLACED."""
MAX_PLACED: Final = 62
PLACE_FORTRESS: Final = 77
PLACE_ENCAMPMENT: Final = 78
PLACE_HERO: Final = 79
PLACE_POT: Final = 80
PLACE_HORDE: Final = 81
PLACE_BEHEMOTH: Final = 82
LOSE_TOKEN: Final = 88
LOSE_HORDE: Final = 89
FIREBALL: Final = 90
EXCHANGE: Final = 91
BEHEMOTH: Final = 92
GHOST: Final = 93
BUY: Final = 94
MONSTER: Final = 96
SWAP: Final = 97
SOAPBAR: Final = 98
SHARE: Final = 99
"""`share P N` is the verb SHARE + N - 1, for N from 1 to MAX_SHARED."""
MAX_SHARED: Final = 2
BONY: Final = 101
"""`bony P RACE` is the verb BONY + P."""
SACRIFICE: Final = 107
REFUSE: Final = 108
ASK: Final = 109
PAY: Final = 84
PASS: Final = 85
ALLY: Final = 86
DONE: Final = 87

ROLLED: Final = 112
FIRST: Final = 113
BANNER: Final = 114
BADGE: Final = 115
MARKER: Final = 116
VERB_COUNT: Final = 117

FIRST_CUSTOM: Final = 128
"""First verb of custom moves, which races and powers of custom sets define; numbered when a game is set up."""
MAX_CUSTOM: Final = 24
"""Most custom verbs in one game."""
KEEP: Final = 152
"""`keep R N` is the verb KEEP + N, for N from 1 to MAX_PLACED, behind all custom verbs."""

# Words of moves. The text of a move is built from them, see docs/referee.md.
SINGLE_WORD_VERBS: Final = {
    "roll": ROLL, "decline": DECLINE, "stop": STOP, "done": DONE, "cancel": CANCEL, "pay": PAY, "pass": PASS,
    "fireball": FIREBALL, "exchange": EXCHANGE, "ghost": GHOST, "swap": SWAP, "refuse": REFUSE,
}  # fmt: skip
CONQUEST_VERBS: Final = {
    "die": CONQUER_DIE, "dragon": CONQUER_DRAGON, "sorcery": CONQUER_SORCERY, "catapult": CONQUER_CATAPULT,
    "mercenary": CONQUER_MERCENARY,
}  # fmt: skip
REGION_VERBS: Final = {
    "abandon": ABANDON, "tower": TOWER, "catapult": CATAPULT, "monster": MONSTER, "soapbar": SOAPBAR,
    "sacrifice": SACRIFICE,
}  # fmt: skip
PIECE_VERBS: Final = {
    "fortress": PLACE_FORTRESS,
    "encampment": PLACE_ENCAMPMENT,
    "hero": PLACE_HERO,
    "pot": PLACE_POT,
    "horde": PLACE_HORDE,
    "behemoth1": PLACE_BEHEMOTH,
    "behemoth2": PLACE_BEHEMOTH + 1,
}
LOSS_VERBS: Final = {"token": LOSE_TOKEN, "horde": LOSE_HORDE}
CHANCE_VERBS: Final = {"rolled": ROLLED, "first": FIRST, "banner": BANNER, "badge": BADGE, "marker": MARKER}
VERB_WORDS: Final = {
    verb: word
    for words in (SINGLE_WORD_VERBS, CONQUEST_VERBS, REGION_VERBS, PIECE_VERBS, CHANCE_VERBS)
    for word, verb in words.items()
}


def verb_of(move: i64) -> i64:
    """The verb of a move."""
    return move // TARGETS


def is_custom(verb: i64) -> bool:
    """Whether a verb is a custom one."""
    return FIRST_CUSTOM <= verb < KEEP


def is_bony(verb: i64) -> bool:
    """Whether a verb places Bony, on a race of any seat."""
    return BONY <= verb < BONY + MAX_SEATS


def target_of(move: i64) -> i64:
    """The target of a move: a region, a slot of the column, a seat, a number of pips."""
    return move % TARGETS
