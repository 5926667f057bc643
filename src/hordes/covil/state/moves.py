"""Move codes: a verb for every kind of move, and the words that stand for the verbs in move texts.

The integer of a move is `verb * TARGETS + target`. The texts are written in `text.move_writer` and read in
`text.move_reader`. Verbs are part of records and of the action space: their numbers never change.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.state.constants import TROOPS
from hordes.engine.mypyc_compat import i64, vec

FOUND: Final = 0
HIRE: Final = 1
PAY_GOLD: Final = 2
PAY_RELIC: Final = 3
PAY_MINION: Final = 4
DONE: Final = 5
CANCEL: Final = 6
RELIC: Final = 7
COMMAND: Final = 8
CHOOSE_TROOP: Final = 9
CHOOSE_ZONE: Final = 10
CHOOSE_MINION: Final = 11
CHOOSE_SEAT: Final = 12
CHOOSE_NUMBER: Final = 13
SKIP: Final = 14
DRAW: Final = 15
PASS: Final = 16
MOVE: Final = 17
"""`move`, `rest`, `melee` and `ranged` have a verb for each of the five letters of a troop."""
REST: Final = 22
REPAIR: Final = 27
GOLD: Final = 28
MELEE: Final = 29
RANGED: Final = 34
EXHAUST: Final = 39
DEFEND: Final = 40
RETREAT: Final = 41
END: Final = 42
USE: Final = 43
REST_OTHER: Final = 44
"""`rest` and `choose` of the first copy of a Henchman in the other state, where copies are tired and exhausted."""
CHOOSE_OTHER: Final = 49

FIRST: Final = 50
OVERLORD: Final = 51
RECRUITED: Final = 52
REMOVED: Final = 53
REVEALED: Final = 54
DREW: Final = 55
LOST: Final = 56
FLIPPED: Final = 57

SINGLE_WORD_VERBS: Final = {
    "done": DONE,
    "cancel": CANCEL,
    "skip": SKIP,
    "draw": DRAW,
    "pass": PASS,
    "end": END,
    "use": USE,
}
ZONE_VERBS: Final = {"found": FOUND, "retreat": RETREAT}
MINION_VERBS: Final = {"hire": HIRE, "command": COMMAND, "exhaust": EXHAUST, "defend": DEFEND}
OWN_TROOP_VERBS: Final = {"repair": REPAIR, "gold": GOLD}
ACTION_VERBS: Final = {"move": MOVE, "rest": REST, "melee": MELEE, "ranged": RANGED}
PAYMENT_VERBS: Final = {"gold": PAY_GOLD, "relic": PAY_RELIC, "minion": PAY_MINION}
CHOICE_VERBS: Final[list[int]] = [CHOOSE_TROOP, CHOOSE_ZONE, CHOOSE_MINION, CHOOSE_SEAT, CHOOSE_NUMBER, CHOOSE_OTHER]
CHANCE_MINION_VERBS: Final = {
    "overlord": OVERLORD, "recruited": RECRUITED, "removed": REMOVED, "revealed": REVEALED,
}  # fmt: skip
CHANCE_RELIC_VERBS: Final = {"drew": DREW, "lost": LOST, "flipped": FLIPPED}
VERB_WORDS: Final = {
    verb: word
    for words in (SINGLE_WORD_VERBS, ZONE_VERBS, MINION_VERBS, OWN_TROOP_VERBS, CHANCE_MINION_VERBS, CHANCE_RELIC_VERBS)
    for word, verb in words.items()
}
ACTION_WORDS: Final = {
    verb + k: word for word, verb in [*ACTION_VERBS.items(), ("rest", REST_OTHER)] for k in range(TROOPS)
}
ACTION_BASE: Final = {verb + k: verb for verb in [*ACTION_VERBS.values(), REST_OTHER] for k in range(TROOPS)}

# Groups of verbs: the rules ask for the group of a verb, never where its number lies. A group of troop actions has a
# verb for each letter of a troop, which `LETTER_OF` says.
NO_GROUP: Final = 0
FOUNDING_GROUP: Final = 1
HIRING_GROUP: Final = 2
"""Acquiring a Minion, and its payment."""
CARD_GROUP: Final = 3
"""Relics and Commands, and what is done with an effect or a purchase as a whole."""
CHOICE_GROUP: Final = 4
"""What an effect or the night is about."""
WALKING_GROUP: Final = 5
RESTING_GROUP: Final = 6
OTHER_RESTING_GROUP: Final = 7
WORKING_GROUP: Final = 8
MELEE_GROUP: Final = 9
RANGED_GROUP: Final = 10
ANSWER_GROUP: Final = 11
"""Answers in a combat, and the end of a turn."""
CHANCE_GROUP: Final = 12
VERB_GROUPS: Final = {
    FOUNDING_GROUP: [FOUND],
    HIRING_GROUP: [HIRE, PAY_GOLD, PAY_RELIC, PAY_MINION, DONE, CANCEL],
    CARD_GROUP: [RELIC, COMMAND, SKIP, DRAW, PASS, USE],
    CHOICE_GROUP: CHOICE_VERBS,
    WALKING_GROUP: [MOVE + k for k in range(TROOPS)],
    RESTING_GROUP: [REST + k for k in range(TROOPS)],
    OTHER_RESTING_GROUP: [REST_OTHER + k for k in range(TROOPS)],
    WORKING_GROUP: [REPAIR, GOLD],
    MELEE_GROUP: [MELEE + k for k in range(TROOPS)],
    RANGED_GROUP: [RANGED + k for k in range(TROOPS)],
    ANSWER_GROUP: [EXHAUST, DEFEND, RETREAT, END],
    CHANCE_GROUP: [FIRST, *CHANCE_MINION_VERBS.values(), *CHANCE_RELIC_VERBS.values()],
}
"""The verbs of each group; a verb is in one group. A new one takes any free number."""
SEAT_VERBS: Final = sorted([verb for group, verbs in VERB_GROUPS.items() if group != CHANCE_GROUP for verb in verbs])
"""All verbs of seats, in ascending order."""
VERB_LIMIT: Final = max([max(verbs) for verbs in VERB_GROUPS.values()]) + 1
"""First number behind all verbs."""


def _groups_by_verb() -> list[int]:
    groups = [NO_GROUP] * VERB_LIMIT
    for group, verbs in VERB_GROUPS.items():
        for verb in verbs:
            groups[verb] = group
    return groups


def _letters_by_verb() -> list[int]:
    letters = [0] * VERB_LIMIT
    for verb, base in ACTION_BASE.items():
        letters[verb] = verb - base
    return letters


GROUP_OF: Final = vec[i64](_groups_by_verb())
"""The group of each verb, for moves that are known to be legal; `group_of` takes any number."""
LETTER_OF: Final = vec[i64](_letters_by_verb())
"""The letter of the troop that a verb names, as a number from 0; 0 for a verb that names none."""


def group_of(verb: i64) -> i64:
    """The group of a verb, NO_GROUP for a number that is no verb."""
    return GROUP_OF[verb] if 0 <= verb < VERB_LIMIT else NO_GROUP


def is_attack(verb: i64) -> bool:
    """Whether a troop attacks."""
    group = group_of(verb)
    return group == MELEE_GROUP or group == RANGED_GROUP
