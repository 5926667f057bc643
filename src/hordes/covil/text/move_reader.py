"""Move parser: turns the text of a move into its code, and says in words what is wrong with a text."""

from __future__ import annotations

from typing import Final

from hordes.covil.state.constants import FIRST_FORTRESS, MAX_GOLD, SLOTS, STATE_NAMES, TROOPS
from hordes.covil.state.moves import (
    ACTION_VERBS,
    CHANCE_MINION_VERBS,
    CHANCE_RELIC_VERBS,
    CHOOSE_MINION,
    CHOOSE_NUMBER,
    CHOOSE_OTHER,
    CHOOSE_SEAT,
    CHOOSE_TROOP,
    CHOOSE_ZONE,
    FIRST,
    MELEE,
    MINION_VERBS,
    MOVE,
    OWN_TROOP_VERBS,
    PAY_GOLD,
    PAY_RELIC,
    PAYMENT_VERBS,
    RANGED,
    RELIC,
    REST,
    REST_OTHER,
    SINGLE_WORD_VERBS,
    ZONE_VERBS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.troop_names import TROOP_LETTERS, troop_name
from hordes.covil.text.move_writer import nameable_hall, nameable_states
from hordes.covil.text.names import minion_named, words_named
from hordes.engine.core.move_words import match_other_case, refuse_other_case, require_word_count
from hordes.engine.core.state import TARGETS
from hordes.engine.errors import Message, RuleViolation, UnknownMove, translatable, word
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import nearest

MOVE_WORDS: Final = [
    *SINGLE_WORD_VERBS, *ZONE_VERBS, *MINION_VERBS, *OWN_TROOP_VERBS, *ACTION_VERBS, *CHANCE_MINION_VERBS,
    *CHANCE_RELIC_VERBS, "relic", "pay", "choose", "first",
]  # fmt: skip
"""The first words of all moves."""
CHOICE_NOUNS: Final = {
    CHOOSE_TROOP: "troop", CHOOSE_ZONE: "zone", CHOOSE_MINION: "Minion", CHOOSE_SEAT: "seat", CHOOSE_NUMBER: "number",
}  # fmt: skip
"""What each verb of `choose` asks for."""
WRONG_CASE: Final = "There is no {word} here; capital and small letters count: did you mean {meant}?"


def parse_move(t: Table, text: str, choice: i64) -> i64:
    """The move of a text; `choice` is the verb that `choose` stands for in the open decision."""
    words = text.split()
    if not words:
        raise UnknownMove(translatable("move_empty", "An empty text is no move."))
    verb_word, arguments = words[0], words[1:]
    if verb_word in SINGLE_WORD_VERBS:
        require_word_count(text, arguments, 0, verb_word)
        return SINGLE_WORD_VERBS[verb_word] * TARGETS
    if verb_word in ZONE_VERBS:
        require_word_count(text, arguments, 1, f"{verb_word} ZONE")
        return ZONE_VERBS[verb_word] * TARGETS + zone_number(t, arguments[0])
    if verb_word in MINION_VERBS or verb_word in CHANCE_MINION_VERBS:
        require_word_count(text, arguments, 1, f"{verb_word} CARD")
        verb = MINION_VERBS[verb_word] if verb_word in MINION_VERBS else CHANCE_MINION_VERBS[verb_word]
        return verb * TARGETS + minion_number(t, arguments[0])
    if verb_word == "relic" or verb_word in CHANCE_RELIC_VERBS:
        require_word_count(text, arguments, 1, f"{verb_word} CARD")
        verb = RELIC if verb_word == "relic" else CHANCE_RELIC_VERBS[verb_word]
        return verb * TARGETS + relic_number(t, arguments[0])
    return _parse_more(t, text, verb_word, arguments, choice)


def _parse_more(t: Table, text: str, verb_word: str, arguments: list[str], choice: i64) -> i64:
    if verb_word in OWN_TROOP_VERBS:
        require_word_count(text, arguments, 1, f"{verb_word} TROOP")
        return OWN_TROOP_VERBS[verb_word] * TARGETS + own_troop(t, arguments[0])
    if verb_word in ACTION_VERBS:
        return _parse_action(t, text, verb_word, arguments)
    if verb_word == "pay":
        return _parse_payment(t, text, arguments)
    if verb_word == "choose":
        if len(arguments) == 2 and choice == CHOOSE_MINION:
            return _parse_copy(t, CHOOSE_MINION, CHOOSE_OTHER, arguments[0], arguments[1])
        if len(arguments) == 2 and arguments[1] in STATE_NAMES:
            return _parse_choice(t, arguments[0], choice)
        require_word_count(text, arguments, 1, "choose X")
        return _parse_choice(t, arguments[0], choice)
    if verb_word == "first":
        require_word_count(text, arguments, 1, "first SEAT")
        return FIRST * TARGETS + seat_number(t, arguments[0])
    meant = match_other_case(verb_word, MOVE_WORDS)
    if meant:
        text = "`{word}` is no move of Covil: moves are written in small letters, `{meant}`."
        raise UnknownMove(translatable("move_case", text, word=verb_word, meant=meant))
    meant = nearest(verb_word, MOVE_WORDS)
    if meant:
        text = "`{word}` is no move of Covil. Did you mean `{meant}`?"
        raise UnknownMove(translatable("move_near", text, word=verb_word, meant=meant))
    raise UnknownMove(translatable("move_unknown", "`{word}` is no move of Covil.", word=verb_word))


def _parse_action(t: Table, text: str, verb_word: str, arguments: list[str]) -> i64:
    base = ACTION_VERBS[verb_word]
    if base in (MELEE, RANGED) and len(arguments) == 2 and arguments[1].lower() in ("rebel", "rebels"):
        text = "Rebels cannot be attacked: `{head} TROOP TARGET` names an enemy troop, or `fortress SEAT`."
        raise RuleViolation(translatable("attack_rebels", text, head=verb_word))
    if base in (MELEE, RANGED) and len(arguments) == 3 and arguments[1] == "fortress":
        letter = own_troop(t, arguments[0]) % TROOPS
        return (base + letter) * TARGETS + FIRST_FORTRESS + seat_number(t, arguments[2])
    if base == REST and len(arguments) == 3:
        letter = own_troop(t, arguments[0]) % TROOPS
        return _parse_copy(t, REST + letter, REST_OTHER + letter, arguments[1], arguments[2])
    what = {MOVE: "ZONE", REST: "CARD"}.get(base, "TARGET")
    require_word_count(text, arguments, 2, f"{verb_word} TROOP {what}")
    letter = own_troop(t, arguments[0]) % TROOPS
    if base == MOVE:
        return (base + letter) * TARGETS + zone_number(t, arguments[1])
    if base == REST:
        return (base + letter) * TARGETS + minion_number(t, arguments[1])
    return (base + letter) * TARGETS + troop_number(t, arguments[1])


def _parse_copy(t: Table, verb: i64, other: i64, card: str, state: str) -> i64:
    """A card with a state behind it: one of several copies of a Henchman."""
    minion = minion_number(t, card)
    if state not in STATE_NAMES:
        raise RuleViolation(
            translatable(
                "no_state",
                "`{word}` is no state of a Minion; there are {states}.",
                word=state,
                states=words_named([*STATE_NAMES]),
            )
        )
    known = nameable_states(t, minion)
    if len(known) > 1 and state == known[1]:
        return other * TARGETS + minion
    if known and state != known[0] and t.is_legal(verb * TARGETS + minion):
        raise RuleViolation(no_copy_message(t, minion, state))
    return verb * TARGETS + minion


def no_copy_message(t: Table, minion: i64, state: str) -> Message:
    """Why no copy in that state can be meant: the states in the hall, or those that can be named."""
    seat, name = nameable_hall(t), minion_named(t, minion)
    words = [t.hall[seat * SLOTS + slot] for slot in range(SLOTS)]
    states_in_hall: list[str] = [STATE_NAMES[word & 3] for word in words if word >> 2 == minion + 1]
    if state in states_in_hall:
        text = "A {minion} that is {state} cannot be chosen here; one that is {states} can."
        return translatable(
            "copy_state", text, minion=name, state=word(state), states=words_named(nameable_states(t, minion))
        )
    text = "No {minion} in the hall of seat {seat} is {state}; there it is {states}."
    return translatable(
        "rest_state", text, minion=name, seat=seat, state=word(state), states=words_named(states_in_hall)
    )


def _parse_payment(t: Table, text: str, arguments: list[str]) -> i64:
    if len(arguments) != 2 or arguments[0] not in PAYMENT_VERBS:
        raise RuleViolation(
            translatable(
                "pay_form",
                "`{move}` should be `pay gold NUMBER`, `pay relic CARD` or `pay minion CARD`.",
                move=text.strip(),
            )
        )
    verb = PAYMENT_VERBS[arguments[0]]
    if verb == PAY_GOLD:
        return verb * TARGETS + gold_amount(arguments[1])
    return verb * TARGETS + (relic_number(t, arguments[1]) if verb == PAY_RELIC else minion_number(t, arguments[1]))


def _parse_choice(t: Table, word: str, choice: i64) -> i64:
    expected, kind = CHOICE_NOUNS.get(int(choice), ""), word_kind(t, word)
    if expected and kind not in ("", expected):
        text = "A {asked} is asked for here, and `{word}` is a {given}."
        raise RuleViolation(translatable("choice_kind", text, asked=expected, given=kind, word=word))
    if choice == CHOOSE_TROOP:
        return choice * TARGETS + troop_number(t, word)
    if choice == CHOOSE_ZONE:
        return choice * TARGETS + zone_number(t, word)
    if choice == CHOOSE_MINION:
        return choice * TARGETS + minion_number(t, word)
    if choice == CHOOSE_SEAT:
        return choice * TARGETS + seat_number(t, word)
    return CHOOSE_NUMBER * TARGETS + (number_chosen(t, word) if choice == CHOOSE_NUMBER else 0)


def word_kind(t: Table, word: str) -> str:
    """What a word names: a troop, a zone, a Minion or a relic; empty when several or nothing."""
    kinds = ["troop"] if is_troop(t, word) else []
    kinds += ["zone"] if word in t.board.number else []
    kinds += ["Minion"] if word in t.cards.minion_ids else []
    kinds += ["relic"] if word in t.cards.relic_ids else []
    return kinds[0] if len(kinds) == 1 and not word.isdigit() else ""


def is_troop(t: Table, word: str) -> bool:
    """Whether this is the name of a troop of this table."""
    return len(word) == 2 and word[1] in TROOP_LETTERS and word[0] in "0123"[: t.rules.seats]


def zone_number(t: Table, word: str) -> i64:
    """The number of a zone by its id."""
    if word not in t.board.number:
        refuse_other_case(word, t.board.ids, WRONG_CASE)
        raise RuleViolation(translatable("no_zone", "There is no zone {word} on this board.", word=word))
    return t.board.number[word]


def minion_number(t: Table, word: str) -> i64:
    """The number of a Minion by its id."""
    if word not in t.cards.minion_ids:
        refuse_other_case(word, t.cards.minion_ids, WRONG_CASE)
        raise RuleViolation(translatable("no_minion", "There is no Minion {word} in this game.", word=word))
    return t.cards.minion_ids.index(word)


def relic_number(t: Table, word: str) -> i64:
    """The number of a relic by its id."""
    if word not in t.cards.relic_ids:
        refuse_other_case(word, t.cards.relic_ids, WRONG_CASE)
        raise RuleViolation(translatable("no_relic", "There is no Power Relic {word} in this game.", word=word))
    return t.cards.relic_ids.index(word)


def seat_number(t: Table, word: str) -> i64:
    """The number of a seat."""
    if word not in [str(seat) for seat in range(t.rules.seats)]:
        raise RuleViolation(translatable("no_seat", "There is no seat {word} at this table.", word=word))
    return int(word)


def number_chosen(t: Table, word: str) -> i64:
    """A number that an effect asks for."""
    if not _is_small(word):
        numbers = ", ".join([text.removeprefix("choose ") for text in t.legal_texts() if text.startswith("choose ")])
        text = "`{word}` is no number to choose; there are {numbers}."
        raise RuleViolation(translatable("choice_number", text, word=word, numbers=numbers))
    return _plainly_written(word)


def gold_amount(word: str) -> i64:
    """An amount of gold to add to a payment."""
    if not _is_small(word):
        text = "`{word}` is no amount of gold: `pay gold NUMBER` adds a whole number from 1 to {most}."
        raise RuleViolation(translatable("pay_number", text, word=word, most=MAX_GOLD))
    return _plainly_written(word)


def _is_small(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 3 and int(word) < 62


def _plainly_written(word: str) -> i64:
    if str(int(word)) != word:
        text = "`{word}` is written `{meant}`: no zeros stand in front of a number."
        raise RuleViolation(translatable("number_zeros", text, word=word, meant=str(int(word))))
    return int(word)


def troop_number(t: Table, word: str) -> i64:
    """The number of a troop by its name."""
    if not is_troop(t, word):
        refuse_other_case(word, [troop_name(troop) for troop in range(t.rules.seats * TROOPS)], WRONG_CASE)
        raise RuleViolation(
            translatable(
                "no_troop", "There is no troop {word}: troops are named by seat and letter, such as 0a.", word=word
            )
        )
    return int(word[0]) * TROOPS + TROOP_LETTERS.index(word[1])


def own_troop(t: Table, word: str) -> i64:
    """The number of a troop of the seat to move."""
    troop = troop_number(t, word)
    if t.to_move >= 0 and troop // TROOPS != t.to_move:
        raise RuleViolation(
            translatable(
                "troop_other",
                "Troop {troop} belongs to seat {owner}, not to seat {seat}.",
                troop=word,
                owner=troop // TROOPS,
                seat=t.to_move,
            )
        )
    return troop
