"""Move codes: a verb for every kind of move, and the words that stand for the verbs in move texts.

The integer of a move is `verb * TARGETS + target`. The texts are written in `text.move_writer` and read in
`text.move_reader`. Verbs are part of records and of the action space: their numbers never change.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.state.constants import TROOPS

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
LAST_SEAT_VERB: Final = 49

FIRST: Final = 50  # the first verb of chance
OVERLORD: Final = 51
RECRUITED: Final = 52
REMOVED: Final = 53
REVEALED: Final = 54
DREW: Final = 55
LOST: Final = 56
FLIPPED: Final = 57
LAST_VERB: Final = 57

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
