"""The words of Covil: every move has a number inside and a text outside, and the two agree both ways."""

from __future__ import annotations

from typing import Final

from hordes.covil import relief
from hordes.covil.agenda import kind_of
from hordes.covil.progress import chosen_of, effect_of, stage_of
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    DO_EXHAUST,
    DO_READY,
    DO_REST,
    EFFECTS,
    EXHAUSTED,
    FORTRESSES,
    SLOTS,
    STATE_NAMES,
    TIRED,
    TROOPS,
)
from hordes.engine.native import i64
from hordes.engine.state import TARGETS

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

FIRST: Final = 50
OVERLORD: Final = 51
RECRUITED: Final = 52
REMOVED: Final = 53
REVEALED: Final = 54
DREW: Final = 55
LOST: Final = 56
FLIPPED: Final = 57
LAST_VERB: Final = 57

LETTERS: Final = "abcde"
STATES: Final = ", ".join(STATE_NAMES)
LONE: Final = {"done": DONE, "cancel": CANCEL, "skip": SKIP, "draw": DRAW, "pass": PASS, "end": END, "use": USE}
ZONES: Final = {"found": FOUND, "retreat": RETREAT}
MINIONS: Final = {"hire": HIRE, "command": COMMAND, "exhaust": EXHAUST, "defend": DEFEND}
OWN: Final = {"repair": REPAIR, "gold": GOLD}
ACTIONS: Final = {"move": MOVE, "rest": REST, "melee": MELEE, "ranged": RANGED}
PAYMENTS: Final = {"gold": PAY_GOLD, "relic": PAY_RELIC, "minion": PAY_MINION}
CHOICES: Final[tuple[int, ...]] = (CHOOSE_TROOP, CHOOSE_ZONE, CHOOSE_MINION, CHOOSE_SEAT, CHOOSE_NUMBER, CHOOSE_OTHER)
CHANCE_MINIONS: Final = {
    "overlord": OVERLORD, "recruited": RECRUITED, "removed": REMOVED, "revealed": REVEALED,
}  # fmt: skip
CHANCE_RELICS: Final = {"drew": DREW, "lost": LOST, "flipped": FLIPPED}
WORDS: Final = {
    verb: word for words in (LONE, ZONES, MINIONS, OWN, CHANCE_MINIONS, CHANCE_RELICS) for word, verb in words.items()
}
ACTION_OF: Final = {verb + k: word for word, verb in [*ACTIONS.items(), ("rest", REST_OTHER)] for k in range(TROOPS)}
ACTION_BASE: Final = {verb + k: verb for verb in [*ACTIONS.values(), REST_OTHER] for k in range(TROOPS)}


def troop_name(troop: i64) -> str:
    """The name of a troop: seat and letter.

    >>> troop_name(7)
    '1c'
    """
    return f"{troop // TROOPS}{LETTERS[troop % TROOPS]}"


def target_name(target: i64) -> str:
    """A troop, or a fortress by its seat."""
    return f"fortress {target - FORTRESSES}" if target >= FORTRESSES else troop_name(target)


def describe(t: Table, move: i64) -> str:
    """The text of a move of whoever is to move."""
    verb, target = move // TARGETS, move % TARGETS
    if verb in LONE.values():
        return WORDS[verb]
    if verb in ZONES.values():
        return f"{WORDS[verb]} {t.board.ids[target]}"
    if verb in MINIONS.values() or verb in CHANCE_MINIONS.values():
        return f"{WORDS[verb]} {t.cards.minion_ids[target]}"
    if verb in OWN.values():
        return f"{WORDS[verb]} {troop_name(target)}"
    if verb in CHANCE_RELICS.values():
        return f"{WORDS[verb]} {t.cards.relic_ids[target]}"
    if verb in ACTION_OF:
        return _describe_action(t, verb, target)
    return _describe_rest(t, verb, target)


def _describe_action(t: Table, verb: i64, target: i64) -> str:
    base = ACTION_BASE[verb]
    head = f"{ACTION_OF[verb]} {troop_name(t.to_move * TROOPS + verb - base)}"
    if base == MOVE:
        return f"{head} {t.board.ids[target]}"
    if base == REST:
        return f"{head} {t.cards.minion_ids[target]}"
    if base == REST_OTHER:
        return f"{head} {t.cards.minion_ids[target]} {other_state(t, target)}"
    return f"{head} {target_name(target)}"


def other_state(t: Table, minion: i64) -> str:
    """Tired where the first copy that can be named is exhausted, else exhausted."""
    found = states_to_name(t, minion)
    tired = not found or found[0] == STATE_NAMES[EXHAUSTED]
    return STATE_NAMES[TIRED if tired else EXHAUSTED]


def states_to_name(t: Table, minion: i64) -> list[str]:
    """The states of the copies that can be named now: of the one that is meant without a state, and of the other."""
    seat = hall_to_name(t)
    if seat < 0:
        return []
    what = effect_of(t).what if t.depth > 0 and kind_of(t.top()) == EFFECTS else -1
    if what == DO_EXHAUST:
        slots = [t.slot_of(seat, minion, True)]
    elif what in (DO_REST, DO_READY):
        effect = effect_of(t)
        slots = [relief.first_weary(t, effect, seat, minion), relief.other_weary(t, effect, seat, minion)]
    else:
        slots = [t.slot_of(seat, minion, False), t.other_slot(seat, minion)]
    return [STATE_NAMES[t.hall[seat * SLOTS + slot] & 3] for slot in slots if slot >= 0]


def hall_to_name(t: Table) -> i64:
    """Whose Minions are named: those of whoever is to move, or of the opponent whose Minion an effect exhausts."""
    if t.depth > 0 and kind_of(t.top()) == EFFECTS and effect_of(t).what == DO_EXHAUST and stage_of(t) == 1:
        return chosen_of(t)
    return t.to_move


def _describe_rest(t: Table, verb: i64, target: i64) -> str:
    if verb == FIRST:
        return f"first {target}"
    if verb == RELIC:
        return f"relic {t.cards.relic_ids[target]}"
    if verb == PAY_GOLD:
        return f"pay gold {target}"
    if verb == PAY_RELIC:
        return f"pay relic {t.cards.relic_ids[target]}"
    if verb == PAY_MINION:
        return f"pay minion {t.cards.minion_ids[target]}"
    return f"choose {_describe_choice(t, verb, target)}"


def _describe_choice(t: Table, verb: i64, target: i64) -> str:
    if verb == CHOOSE_TROOP:
        return troop_name(target)
    if verb == CHOOSE_ZONE:
        return t.board.ids[target]
    if verb == CHOOSE_OTHER:
        return f"{t.cards.minion_ids[target]} {other_state(t, target)}"
    return t.cards.minion_ids[target] if verb == CHOOSE_MINION else str(target)
