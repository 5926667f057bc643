"""Reading moves: a text becomes a number, and what is wrong with it is said in words."""

from __future__ import annotations

from collections.abc import Iterable

from hordes.covil.moves import (
    ACTIONS,
    CHANCE_MINIONS,
    CHANCE_RELICS,
    CHOOSE_MINION,
    CHOOSE_NUMBER,
    CHOOSE_OTHER,
    CHOOSE_SEAT,
    CHOOSE_TROOP,
    CHOOSE_ZONE,
    FIRST,
    LETTERS,
    LONE,
    MELEE,
    MINIONS,
    MOVE,
    OWN,
    PAY_GOLD,
    PAY_RELIC,
    PAYMENTS,
    RANGED,
    RELIC,
    REST,
    REST_OTHER,
    STATES,
    ZONES,
    hall_to_name,
    states_to_name,
)
from hordes.covil.table import Table
from hordes.covil.vocabulary import FORTRESSES, MOST_GOLD, SLOTS, STATE_NAMES, TROOPS
from hordes.engine.errors import RuleViolation, Saying, UnknownMove, said
from hordes.engine.native import i64
from hordes.engine.state import TARGETS

HEADS = {*LONE, *ZONES, *MINIONS, *OWN, *ACTIONS, *CHANCE_MINIONS, *CHANCE_RELICS, "relic", "pay", "choose", "first"}
ASKED = {
    CHOOSE_TROOP: "troop", CHOOSE_ZONE: "zone", CHOOSE_MINION: "Minion", CHOOSE_SEAT: "seat", CHOOSE_NUMBER: "number",
}  # fmt: skip


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
        if len(rest) == 2 and choice == CHOOSE_MINION:
            return _of_copies(t, CHOOSE_MINION, CHOOSE_OTHER, rest[0], rest[1])
        if len(rest) == 2 and rest[1] in STATE_NAMES:
            return _parse_choice(t, rest[0], choice)
        _exactly(text, rest, 1, "choose X")
        return _parse_choice(t, rest[0], choice)
    if head == "first":
        _exactly(text, rest, 1, "first SEAT")
        return FIRST * TARGETS + seat_number(t, rest[0])
    meant = alike(head, HEADS)
    if meant:
        text = "`{word}` is no move of Covil: moves are written in small letters, `{meant}`."
        raise UnknownMove(said("move_case", text, word=head, meant=meant))
    raise UnknownMove(said("move_unknown", "`{word}` is no move of Covil.", word=head))


def alike(word: str, known: Iterable[str]) -> str:
    """What somebody meant who wrote it in capital or small letters; empty when it is nothing of the kind.

    >>> alike("f", ["E", "F"])
    'F'
    """
    found = [other for other in known if other != word and other.lower() == word.lower()]
    return found[0] if found else ""


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
    if base in (MELEE, RANGED) and len(rest) == 2 and rest[1].lower() in ("rebel", "rebels"):
        text = "Rebels cannot be attacked: `{head} TROOP TARGET` names an enemy troop, or `fortress SEAT`."
        raise RuleViolation(said("attack_rebels", text, head=head))
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
    known = states_to_name(t, minion)
    if len(known) > 1 and state == known[1]:
        return other * TARGETS + minion
    if known and state != known[0] and t.is_legal(verb * TARGETS + minion):
        raise RuleViolation(no_copy(t, minion, state))
    return verb * TARGETS + minion


def no_copy(t: Table, minion: i64, state: str) -> Saying:
    """No copy in that state can be meant: which states there are in the hall, or can be named."""
    seat, name = hall_to_name(t), t.cards.minion_names[minion]
    words = [t.hall[seat * SLOTS + slot] for slot in range(SLOTS)]
    there = [STATE_NAMES[word & 3] for word in words if word >> 2 == minion + 1]
    if state in there:
        text = "A {minion} that is {state} cannot be chosen here; one that is {states} can."
        return said("copy_state", text, minion=name, state=state, states=", ".join(states_to_name(t, minion)))
    text = "No {minion} in the hall of seat {seat} is {state}; there it is {states}."
    return said("rest_state", text, minion=name, seat=seat, state=state, states=", ".join(there))


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
        return verb * TARGETS + coins(rest[1])
    return verb * TARGETS + (relic_number(t, rest[1]) if verb == PAY_RELIC else minion_number(t, rest[1]))


def _parse_choice(t: Table, word: str, choice: i64) -> i64:
    asked, given = ASKED.get(int(choice), ""), kind_of_word(t, word)
    if asked and given not in ("", asked):
        text = "A {asked} is asked for here, and `{word}` is a {given}."
        raise RuleViolation(said("choice_kind", text, asked=asked, given=given, word=word))
    if choice == CHOOSE_TROOP:
        return choice * TARGETS + troop_number(t, word)
    if choice == CHOOSE_ZONE:
        return choice * TARGETS + zone_number(t, word)
    if choice == CHOOSE_MINION:
        return choice * TARGETS + minion_number(t, word)
    if choice == CHOOSE_SEAT:
        return choice * TARGETS + seat_number(t, word)
    return CHOOSE_NUMBER * TARGETS + (number_chosen(t, word) if choice == CHOOSE_NUMBER else 0)


def kind_of_word(t: Table, word: str) -> str:
    """What a word names beyond doubt: a troop, a zone, a Minion or a relic; empty when several or nothing."""
    kinds = ["troop"] if is_troop(t, word) else []
    kinds += ["zone"] if word in t.board.number else []
    kinds += ["Minion"] if word in t.cards.minion_ids else []
    kinds += ["relic"] if word in t.cards.relic_ids else []
    return kinds[0] if len(kinds) == 1 and not word.isdigit() else ""


def is_troop(t: Table, word: str) -> bool:
    """Is it the name of a troop of this table?"""
    return len(word) == 2 and word[1] in LETTERS and word[0] in "0123"[: t.rules.seats]


def _case(word: str, known: list[str]) -> None:
    meant = alike(word, known)
    if meant:
        text = "There is no {word} here; capital and small letters count: did you mean {meant}?"
        raise RuleViolation(said("word_case", text, word=word, meant=meant))


def zone_number(t: Table, word: str) -> i64:
    """The number of a zone by its id."""
    if word not in t.board.number:
        _case(word, t.board.ids)
        raise RuleViolation(said("no_zone", "There is no zone {word} on this board.", word=word))
    return t.board.number[word]


def minion_number(t: Table, word: str) -> i64:
    """The number of a Minion by its id."""
    if word not in t.cards.minion_ids:
        _case(word, t.cards.minion_ids)
        raise RuleViolation(said("no_minion", "There is no Minion {word} in this game.", word=word))
    return t.cards.minion_ids.index(word)


def relic_number(t: Table, word: str) -> i64:
    """The number of a relic by its id."""
    if word not in t.cards.relic_ids:
        _case(word, t.cards.relic_ids)
        raise RuleViolation(said("no_relic", "There is no Power Relic {word} in this game.", word=word))
    return t.cards.relic_ids.index(word)


def seat_number(t: Table, word: str) -> i64:
    """A seat."""
    if word not in [str(seat) for seat in range(t.rules.seats)]:
        raise RuleViolation(said("no_seat", "There is no seat {word} at this table.", word=word))
    return int(word)


def number_chosen(t: Table, word: str) -> i64:
    """A number that an effect asks for."""
    if not _is_small(word):
        found = ", ".join([text.removeprefix("choose ") for text in t.legal_texts() if text.startswith("choose ")])
        text = "`{word}` is no number to choose; there are {numbers}."
        raise RuleViolation(said("choice_number", text, word=word, numbers=found))
    return _plainly_written(word)


def coins(word: str) -> i64:
    """An amount of gold to be added to a payment."""
    if not _is_small(word):
        text = "`{word}` is no amount of gold: `pay gold NUMBER` adds a whole number from 1 to {most}."
        raise RuleViolation(said("pay_number", text, word=word, most=MOST_GOLD))
    return _plainly_written(word)


def _is_small(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 3 and int(word) < 62


def _plainly_written(word: str) -> i64:
    if str(int(word)) != word:
        text = "`{word}` is written `{meant}`: no zeros stand in front of a number."
        raise RuleViolation(said("number_zeros", text, word=word, meant=str(int(word))))
    return int(word)


def troop_number(t: Table, word: str) -> i64:
    """The number of a troop by its name."""
    if not is_troop(t, word):
        _case(word, [f"{seat}{letter}" for seat in range(t.rules.seats) for letter in LETTERS])
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
