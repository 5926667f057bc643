"""The words of Covil: every move has a number inside and a text outside, and the two agree both ways."""

from __future__ import annotations

from typing import Final

from hordes.covil.table import Table
from hordes.covil.vocabulary import EXHAUSTED, FORTRESSES, SLOTS, STATE_NAMES, TIRED, TROOPS
from hordes.engine.errors import RuleViolation, UnknownMove, said
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
CHOICES: Final = (CHOOSE_TROOP, CHOOSE_ZONE, CHOOSE_MINION, CHOOSE_SEAT, CHOOSE_NUMBER, CHOOSE_OTHER)
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
    """Tired where the first copy that is not Ready is exhausted, else exhausted."""
    slot = t.slot_of(t.to_move, minion, False) if t.to_move >= 0 else -1
    tired = slot < 0 or t.hall[t.to_move * SLOTS + slot] & 3 == EXHAUSTED
    return STATE_NAMES[TIRED if tired else EXHAUSTED]


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
    if verb == CHOOSE_TROOP:
        return f"choose {troop_name(target)}"
    if verb == CHOOSE_ZONE:
        return f"choose {t.board.ids[target]}"
    if verb == CHOOSE_OTHER:
        return f"choose {t.cards.minion_ids[target]} {other_state(t, target)}"
    return f"choose {t.cards.minion_ids[target] if verb == CHOOSE_MINION else target}"


# Reading


def parse(t: Table, text: str, choice: i64) -> i64:
    """The move of a text; `choice` is the verb that `choose` stands for in the question that is open."""
    words = text.split()
    if not words:
        raise UnknownMove(said("move_empty", "An empty text is no move."))
    head, rest = words[0], words[1:]
    if head in LONE:
        _exactly(text, rest, 0, head)
        return LONE[head] * TARGETS
    if head in ZONES:
        _exactly(text, rest, 1, f"{head} ZONE")
        return ZONES[head] * TARGETS + zone_number(t, rest[0])
    if head in MINIONS or head in CHANCE_MINIONS:
        _exactly(text, rest, 1, f"{head} CARD")
        verb = MINIONS[head] if head in MINIONS else CHANCE_MINIONS[head]
        return verb * TARGETS + minion_number(t, rest[0])
    if head == "relic" or head in CHANCE_RELICS:
        _exactly(text, rest, 1, f"{head} CARD")
        verb = RELIC if head == "relic" else CHANCE_RELICS[head]
        return verb * TARGETS + relic_number(t, rest[0])
    return _parse_more(t, text, head, rest, choice)


def _parse_more(t: Table, text: str, head: str, rest: list[str], choice: i64) -> i64:
    if head in OWN:
        _exactly(text, rest, 1, f"{head} TROOP")
        return OWN[head] * TARGETS + own_troop(t, rest[0])
    if head in ACTIONS:
        return _parse_action(t, text, head, rest)
    if head == "pay":
        return _parse_payment(t, text, rest)
    if head == "choose":
        if choice == CHOOSE_MINION and len(rest) == 2:
            return _of_copies(t, CHOOSE_MINION, CHOOSE_OTHER, rest[0], rest[1])
        _exactly(text, rest, 1, "choose X")
        return _parse_choice(t, rest[0], choice)
    if head == "first":
        _exactly(text, rest, 1, "first SEAT")
        return FIRST * TARGETS + seat_number(t, rest[0])
    raise UnknownMove(said("move_unknown", "`{word}` is no move of Covil.", word=head))


def _exactly(text: str, rest: list[str], n: int, form: str) -> i64:
    if len(rest) != n:
        raise RuleViolation(
            said(
                "move_form",
                "`{move}` is not complete or too long: the move is written `{form}`.",
                move=text.strip(),
                form=form,
            )
        )
    return 0


def _parse_action(t: Table, text: str, head: str, rest: list[str]) -> i64:
    base = ACTIONS[head]
    if base in (MELEE, RANGED) and len(rest) == 3 and rest[1] == "fortress":
        letter = own_troop(t, rest[0]) % TROOPS
        return (base + letter) * TARGETS + FORTRESSES + seat_number(t, rest[2])
    if base == REST and len(rest) == 3:
        letter = own_troop(t, rest[0]) % TROOPS
        return _of_copies(t, REST + letter, REST_OTHER + letter, rest[1], rest[2])
    what = {MOVE: "ZONE", REST: "CARD"}.get(base, "TARGET")
    _exactly(text, rest, 2, f"{head} TROOP {what}")
    letter = own_troop(t, rest[0]) % TROOPS
    if base == MOVE:
        return (base + letter) * TARGETS + zone_number(t, rest[1])
    if base == REST:
        return (base + letter) * TARGETS + minion_number(t, rest[1])
    return (base + letter) * TARGETS + troop_number(t, rest[1])


def _of_copies(t: Table, verb: i64, other: i64, card: str, state: str) -> i64:
    """A card with a state behind it: one of several copies of a Henchman."""
    minion = minion_number(t, card)
    if state not in STATE_NAMES:
        raise RuleViolation(
            said("no_state", "`{word}` is no state of a Minion; there are {states}.", word=state, states=STATES)
        )
    return (other if state == other_state(t, minion) else verb) * TARGETS + minion


def _parse_payment(t: Table, text: str, rest: list[str]) -> i64:
    if len(rest) != 2 or rest[0] not in PAYMENTS:
        raise RuleViolation(
            said(
                "pay_form",
                "`{move}` should be `pay gold NUMBER`, `pay relic CARD` or `pay minion CARD`.",
                move=text.strip(),
            )
        )
    verb = PAYMENTS[rest[0]]
    if verb == PAY_GOLD:
        return verb * TARGETS + small_number(rest[1])
    return verb * TARGETS + (relic_number(t, rest[1]) if verb == PAY_RELIC else minion_number(t, rest[1]))


def _parse_choice(t: Table, word: str, choice: i64) -> i64:
    if choice == CHOOSE_TROOP:
        return choice * TARGETS + troop_number(t, word)
    if choice == CHOOSE_ZONE:
        return choice * TARGETS + zone_number(t, word)
    if choice == CHOOSE_MINION:
        return choice * TARGETS + minion_number(t, word)
    if choice == CHOOSE_SEAT:
        return choice * TARGETS + seat_number(t, word)
    return CHOOSE_NUMBER * TARGETS + (small_number(word) if choice == CHOOSE_NUMBER else 0)


def zone_number(t: Table, word: str) -> i64:
    """The number of a zone by its id."""
    if word not in t.board.number:
        raise RuleViolation(said("no_zone", "There is no zone {word} on this board.", word=word))
    return t.board.number[word]


def minion_number(t: Table, word: str) -> i64:
    """The number of a Minion by its id."""
    if word not in t.cards.minion_ids:
        raise RuleViolation(said("no_minion", "There is no Minion {word} in this game.", word=word))
    return t.cards.minion_ids.index(word)


def relic_number(t: Table, word: str) -> i64:
    """The number of a relic by its id."""
    if word not in t.cards.relic_ids:
        raise RuleViolation(said("no_relic", "There is no Power Relic {word} in this game.", word=word))
    return t.cards.relic_ids.index(word)


def seat_number(t: Table, word: str) -> i64:
    """A seat."""
    if word not in [str(seat) for seat in range(t.rules.seats)]:
        raise RuleViolation(said("no_seat", "There is no seat {word} at this table.", word=word))
    return int(word)


def small_number(word: str) -> i64:
    """A number from 0 to 61."""
    if not (word.isascii() and word.isdigit() and len(word) < 3 and str(int(word)) == word and int(word) < 62):
        raise RuleViolation(said("no_number", "`{word}` should be a small number.", word=word))
    return int(word)


def troop_number(t: Table, word: str) -> i64:
    """The number of a troop by its name."""
    if len(word) != 2 or word[1] not in LETTERS or word[0] not in "0123"[: t.rules.seats]:
        raise RuleViolation(
            said("no_troop", "There is no troop {word}: troops are named by seat and letter, such as 0a.", word=word)
        )
    return int(word[0]) * TROOPS + LETTERS.index(word[1])


def own_troop(t: Table, word: str) -> i64:
    """A troop of whoever is to move."""
    troop = troop_number(t, word)
    if t.to_move >= 0 and troop // TROOPS != t.to_move:
        raise RuleViolation(
            said(
                "troop_other",
                "Troop {troop} belongs to seat {owner}, not to seat {seat}.",
                troop=word,
                owner=troop // TROOPS,
                seat=t.to_move,
            )
        )
    return troop
