"""Reader of moves: parses a move's text, and says what is wrong with it."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.state import TARGETS
from hordes.engine.errors import RuleViolation, UnknownMove, translatable
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import nearest
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.constants import MARKER_IDS
from hordes.smallworld.state.moves import (
    ALLY,
    ASK,
    BEHEMOTH,
    BONY,
    BUY,
    CHANCE_VERBS,
    CONQUER,
    CONQUEST_VERBS,
    KEEP,
    LOSS_VERBS,
    MARKER,
    MAX_PLACED,
    MAX_SEATS,
    MAX_SHARED,
    PICK,
    PIECE_VERBS,
    PLACE,
    REGION_VERBS,
    SHARE,
    SINGLE_WORD_VERBS,
)

SEAT_WORDS: Final = (
    *SINGLE_WORD_VERBS, *REGION_VERBS, "conquer", "place", "keep", "pick", "ally", "ask", "behemoth", "share", "bony",
    "lose", "buy",
)  # fmt: skip
"""First words of all moves that a seat can make."""
END_SYNONYMS: Final = ("end", "finish", "next")
"""Words that people type when they mean `stop` or `done`."""


def parse_move(board: Board, text: str, races: list[str], powers: list[str]) -> i64:
    """The code of a move's text; custom moves are parsed by `custom_verbs.parse` before.

    :raises UnknownMove: the first word (or the means of a conquest) is not a word of the game
    :raises RuleViolation: the word is known, but what follows it is not possible on this map
    """
    words = text.split()
    if not words:
        raise UnknownMove(translatable("move_empty", "A move needs a word, such as `conquer 3`, `stop` or `done`."))
    head, rest = words[0], words[1:]
    if head in SINGLE_WORD_VERBS:
        return _check_length(text, rest, 0, head) or SINGLE_WORD_VERBS[head] * TARGETS
    if head == "conquer":
        return _parse_conquer(board, text, rest)
    if head == "place":
        return _parse_place(board, text, rest)
    if head in REGION_VERBS:
        _check_length(text, rest, 1, f"{head} REGION")
        return REGION_VERBS[head] * TARGETS + region_number(board, rest[0])
    if head == "keep":
        return _parse_tokens(board, text, rest, "keep", KEEP)
    if head in ("pick", "ally", "ask", "behemoth"):
        return _parse_counted(text, head, rest)
    if head in ("share", "bony"):
        return _parse_share(text, rest) if head == "share" else _parse_bony(text, rest, races)
    return _parse_rare(text, head, rest, races, powers)


def _parse_rare(text: str, head: str, rest: list[str], races: list[str], powers: list[str]) -> i64:
    if head == "lose":
        return _parse_loss(text, rest)
    if head == "buy":
        _check_length(text, rest, 1, "buy POWER")
        return BUY * TARGETS + _power_index(rest[0], powers)
    if head in CHANCE_VERBS:
        return _parse_chance(text, head, rest, races, powers)
    raise _unknown_word(head)


def _unknown_word(word: str) -> UnknownMove:
    """The error for an unknown word, with a hint at what may have been meant."""
    small = word.lower()
    if small in SEAT_WORDS:
        return UnknownMove(
            translatable(
                "move_small", "`{word}` is no move: moves are written small, `{small}`.", word=word, small=small
            )
        )
    if small in END_SYNONYMS:
        text = "`{word}` is no move of Small World: conquests end with `stop`, everything else with `done`."
        return UnknownMove(translatable("move_end", text, word=word))
    meant = nearest(word, SEAT_WORDS)
    if meant:
        text = "`{word}` is no move of Small World. Did you mean `{meant}`?"
        return UnknownMove(translatable("move_near", text, word=word, meant=meant))
    return UnknownMove(translatable("move_unknown", "`{word}` is no move of Small World.", word=word))


def _same_but_case(word: str, known: list[str]) -> str:
    """The only known word that differs from a word just in upper and lower case; empty if there is none."""
    matches = [other for other in known if other.lower() == word.lower()]
    return matches[0] if len(matches) == 1 else ""


def _power_index(word: str, powers: list[str]) -> i64:
    if word not in powers:
        _check_case(word, powers)
        raise RuleViolation(translatable("no_power", "There is no power {word} in this game.", word=word))
    return powers.index(word)


def _check_case(word: str, known: list[str]) -> None:
    """Raise the violation for a word that differs from a known one just in upper and lower case."""
    meant = _same_but_case(word, known)
    if meant != "":
        raise RuleViolation(
            translatable(
                "word_case", "`{word}` is spelt `{meant}`: large and small letters differ.", word=word, meant=meant
            )
        )


def _check_length(text: str, rest: list[str], n: int, form: str) -> i64:
    if len(rest) != n:
        raise RuleViolation(
            translatable(
                "move_form",
                "`{move}` is not complete or too long: the move is written `{form}`.",
                move=text.strip(),
                form=form,
            )
        )
    return 0


def region_number(board: Board, word: str) -> i64:
    """The index of a region by its id."""
    if word not in board.index_by_id:
        _check_case(word, board.ids)
        if word in board.names:
            id_ = board.ids[board.names.index(word)]
            raise RuleViolation(
                translatable("region_name", "Moves name a region by its id: {word} is `{id}`.", word=word, id=id_)
            )
        raise RuleViolation(translatable("no_region", "There is no region {word} on this map.", word=word))
    return board.index_by_id[word]


def whole_number(text: str, word: str) -> int:
    """The value of a number in a move, in plain decimal digits."""
    if not (word.isascii() and word.isdigit() and len(word) < 7 and str(int(word)) == word):
        raise RuleViolation(
            translatable("no_number", "`{word}` in `{move}` should be a number.", word=word, move=text.strip())
        )
    return int(word)


def _parse_conquer(board: Board, text: str, rest: list[str]) -> i64:
    if len(rest) == 3 and rest[1] == "with":
        means = rest[2]
        if means not in CONQUEST_VERBS:
            raise UnknownMove(
                translatable(
                    "no_means",
                    "`with {means}` is no way to conquer; there are {names}.",
                    means=means,
                    names=", ".join(sorted(CONQUEST_VERBS)),
                )
            )
        return CONQUEST_VERBS[means] * TARGETS + region_number(board, rest[0])
    _check_length(text, rest, 1, "conquer REGION` or `conquer REGION with die")
    return CONQUER * TARGETS + region_number(board, rest[0])


def _parse_place(board: Board, text: str, rest: list[str]) -> i64:
    if rest and rest[0] in PIECE_VERBS:
        _check_length(text, rest, 2, f"place {rest[0]} REGION")
        return PIECE_VERBS[rest[0]] * TARGETS + region_number(board, rest[1])
    return _parse_tokens(board, text, rest, "place", PLACE)


def _parse_tokens(board: Board, text: str, rest: list[str], word: str, verb: i64) -> i64:
    """The rest of `place` or `keep`: a region, and a number of tokens if there are more than one."""
    if len(rest) != 2:
        _check_length(text, rest, 1, f"{word} REGION` or `{word} REGION NUMBER")
        return (verb + 1) * TARGETS + region_number(board, rest[0])
    target = region_number(board, rest[0])
    n = whole_number(text, rest[1])
    if n == 1:
        raise RuleViolation(
            translatable("place_one", "One token is written `{word} {id}`, without the number.", word=word, id=rest[0])
        )
    if not 2 <= n <= MAX_PLACED:
        raise RuleViolation(
            translatable(
                "place_many",
                "{n} tokens cannot be placed: name as many as you have in hand, or none for one token.",
                n=n,
            )
        )
    return (verb + n) * TARGETS + target


def _parse_loss(text: str, rest: list[str]) -> i64:
    if len(rest) != 1 or rest[0] not in LOSS_VERBS:
        raise RuleViolation(
            translatable("loss_form", "`{move}` should be `lose token` or `lose horde`.", move=text.strip())
        )
    return LOSS_VERBS[rest[0]] * TARGETS


def _parse_share(text: str, rest: list[str]) -> i64:
    _check_length(text, rest, 2, "share SEAT COINS")
    seat, n = _seat(text, rest[0]), whole_number(text, rest[1])
    if not 1 <= n <= MAX_SHARED:
        raise RuleViolation(
            translatable(
                "share_many", "The Tavern pays {most} coins; {n} of them cannot be given away.", most=MAX_SHARED, n=n
            )
        )
    return (SHARE + n - 1) * TARGETS + seat


def _parse_bony(text: str, rest: list[str], races: list[str]) -> i64:
    _check_length(text, rest, 2, "bony SEAT RACE")
    seat = _seat(text, rest[0])
    if rest[1] not in races:
        _check_case(rest[1], races)
        raise RuleViolation(translatable("no_race", "There is no race {word} in this game.", word=rest[1]))
    return (BONY + seat) * TARGETS + races.index(rest[1])


def _seat(text: str, word: str) -> int:
    n = whole_number(text, word)
    if n >= MAX_SEATS:
        raise RuleViolation(translatable("no_seat", "There is no seat {n}.", n=n))
    return n


def _parse_counted(text: str, head: str, rest: list[str]) -> i64:
    seats = head in ("ally", "ask")
    _check_length(text, rest, 1, f"{head} SEAT" if seats else f"{head} NUMBER")
    n = whole_number(text, rest[0])
    if head == "behemoth":
        if not 1 <= n <= 2:
            raise RuleViolation(translatable("behemoths", "There are two Behemoth stacks, 1 and 2."))
        return BEHEMOTH * TARGETS + n - 1
    if seats:
        if n >= MAX_SEATS:
            raise RuleViolation(translatable("no_seat", "There is no seat {n}.", n=n))
        return (ALLY if head == "ally" else ASK) * TARGETS + n
    if not 1 <= n <= 6:
        raise RuleViolation(
            translatable("no_combo", "There is no combo {n}: the column shows 1, at the top, to 6.", n=n)
        )
    return PICK * TARGETS + n - 1


def _parse_chance(text: str, head: str, rest: list[str], races: list[str], powers: list[str]) -> i64:
    _check_length(text, rest, 1, f"{head} X")
    if head in ("banner", "badge"):
        known = races if head == "banner" else powers
        if rest[0] not in known:
            raise RuleViolation(
                translatable("no_banner", "There is no {kind} {word} in this game.", kind=head, word=rest[0])
            )
        return CHANCE_VERBS[head] * TARGETS + known.index(rest[0])
    if head == "marker":
        if rest[0] not in MARKER_IDS:
            raise RuleViolation(translatable("no_marker", "There is no marker {word}.", word=rest[0]))
        return MARKER * TARGETS + MARKER_IDS.index(rest[0])
    n = whole_number(text, rest[0])
    if n > (3 if head == "rolled" else 5):
        raise RuleViolation(
            translatable(
                "chance_range", "`{move}` cannot be: the die shows 0 to 3, seats are 0 to 5.", move=text.strip()
            )
        )
    return CHANCE_VERBS[head] * TARGETS + n
