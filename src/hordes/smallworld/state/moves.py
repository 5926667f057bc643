"""Move codes: a move is the integer `verb * TARGETS + target`; here are the verbs and the words that name them.

`text/move_writer.py` and `text/move_reader.py` translate between codes and texts. Action spaces use these numbers, so
they never change.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64, vec

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

# Groups of verbs: the rules ask for the group of a verb, never where its number lies. Only families of a verb and a
# small number (`place R N`, `keep R N`, `share`, `bony`) have consecutive numbers, from which that number is read.
NO_GROUP: Final = 0
CONQUEST_GROUP: Final = 1
"""From picking a combo to the end of the conquests, and what a decline asks."""
PLACING_GROUP: Final = 2
PIECE_GROUP: Final = 3
"""Pieces that are placed in redeployment or before scoring."""
DECISION_GROUP: Final = 4
"""Other moves of race, badge or mode, answers to what they ask, and `done`."""
MARKER_GROUP: Final = 5
"""Monsters, Places and Relics, and the answers to their questions."""
CHANCE_GROUP: Final = 6
CUSTOM_GROUP: Final = 7
KEEPING_GROUP: Final = 8
VERB_GROUPS: Final = {
    CONQUEST_GROUP: [
        PICK, CONQUER, CONQUER_DRAGON, CONQUER_SORCERY, CONQUER_DIE, CONQUER_CATAPULT, CONQUER_MERCENARY, CATAPULT,
        TOWER, CANCEL, ROLL, ABANDON, DECLINE, STOP,
    ],
    PLACING_GROUP: [PLACE + n for n in range(1, MAX_PLACED + 1)],
    PIECE_GROUP: [*PIECE_VERBS.values()],
    DECISION_GROUP: [
        PAY, PASS, ALLY, DONE, LOSE_TOKEN, LOSE_HORDE, FIREBALL, EXCHANGE, BEHEMOTH, GHOST, BUY,
    ],
    MARKER_GROUP: [
        MONSTER, SWAP, SOAPBAR, *[SHARE + n for n in range(MAX_SHARED)], *[BONY + seat for seat in range(MAX_SEATS)],
        SACRIFICE, REFUSE, ASK,
    ],
    CHANCE_GROUP: [*CHANCE_VERBS.values()],
    CUSTOM_GROUP: [FIRST_CUSTOM + k for k in range(MAX_CUSTOM)],
    KEEPING_GROUP: [KEEP + n for n in range(1, MAX_PLACED + 1)],
}  # fmt: skip
"""The verbs of each group; a verb is in one group. A new one takes any free number."""
VERB_LIMIT: Final = max([max(verbs) for verbs in VERB_GROUPS.values()]) + 1
"""First number behind all verbs."""
NUMBERED_AT_SETUP: Final = (CUSTOM_GROUP, KEEPING_GROUP)
"""Groups of which each game has as many verbs as its pieces need."""
BUILT_IN_VERBS: Final = sorted(
    [verb for group, verbs in VERB_GROUPS.items() if group not in NUMBERED_AT_SETUP for verb in verbs]
)
"""All verbs but those, in ascending order."""


def _groups_by_verb() -> list[int]:
    groups = [NO_GROUP] * VERB_LIMIT
    for group, verbs in VERB_GROUPS.items():
        for verb in verbs:
            groups[verb] = group
    return groups


GROUP_OF: Final = vec[i64](_groups_by_verb())
"""The group of each verb, for moves that are known to be legal; `group_of` takes any number."""


def group_of(verb: i64) -> i64:
    """The group of a verb, NO_GROUP for a number that is no verb."""
    return GROUP_OF[verb] if 0 <= verb < VERB_LIMIT else NO_GROUP


def verb_of(move: i64) -> i64:
    """The verb of a move."""
    return move // TARGETS


def is_custom(verb: i64) -> bool:
    """Whether a verb is a custom one."""
    return group_of(verb) == CUSTOM_GROUP


def is_share(verb: i64) -> bool:
    """Whether a verb shares the Tavern's coins, one or both of them."""
    return SHARE <= verb < SHARE + MAX_SHARED


def is_bony(verb: i64) -> bool:
    """Whether a verb places Bony, on a race of any seat."""
    return BONY <= verb < BONY + MAX_SEATS


def target_of(move: i64) -> i64:
    """The target of a move: a region, a slot of the column, a seat, a number of pips."""
    return move % TARGETS
