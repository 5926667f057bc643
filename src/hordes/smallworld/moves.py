"""The words of Small World: every move has a number inside and a text outside, and the two agree both ways."""

from __future__ import annotations

from typing import Final

from hordes.engine.errors import RuleViolation, UnknownMove, said
from hordes.engine.native import i64
from hordes.engine.state import TARGETS
from hordes.smallworld.board import Board
from hordes.smallworld.vocabulary import MARKER_IDS

SEATS: Final = 6
"""Seats at the largest table."""
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
"""`place R N` is the verb PLACE + N, for N from 1 to MOST_PLACED."""
MOST_PLACED: Final = 62
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
"""`share P N` is the verb SHARE + N - 1, for N from 1 to MOST_SHARED."""
MOST_SHARED: Final = 2
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
VERBS: Final = 117

OWN: Final = 128
"""From here on: words that races and powers of one's own bring along, numbered by the game's sets."""
MOST_OWN: Final = 24
"""Own words in one game at most."""
KEEP: Final = 152
"""`keep R N` is the verb KEEP + N, for N from 1 to MOST_PLACED, behind all own words."""

LONE: Final = {
    "roll": ROLL, "decline": DECLINE, "stop": STOP, "done": DONE, "cancel": CANCEL, "pay": PAY, "pass": PASS,
    "fireball": FIREBALL, "exchange": EXCHANGE, "ghost": GHOST, "swap": SWAP, "refuse": REFUSE,
}  # fmt: skip
MEANS: Final = {
    "die": CONQUER_DIE, "dragon": CONQUER_DRAGON, "sorcery": CONQUER_SORCERY, "catapult": CONQUER_CATAPULT,
    "mercenary": CONQUER_MERCENARY,
}  # fmt: skip
REGIONS: Final = {
    "abandon": ABANDON, "tower": TOWER, "catapult": CATAPULT, "monster": MONSTER, "soapbar": SOAPBAR,
    "sacrifice": SACRIFICE,
}  # fmt: skip
PIECES: Final = {
    "fortress": PLACE_FORTRESS,
    "encampment": PLACE_ENCAMPMENT,
    "hero": PLACE_HERO,
    "pot": PLACE_POT,
    "horde": PLACE_HORDE,
    "behemoth1": PLACE_BEHEMOTH,
    "behemoth2": PLACE_BEHEMOTH + 1,
}
LOSSES: Final = {"token": LOSE_TOKEN, "horde": LOSE_HORDE}
CHANCES: Final = {"rolled": ROLLED, "first": FIRST, "banner": BANNER, "badge": BADGE, "marker": MARKER}
WORDS: Final = {verb: word for words in (LONE, MEANS, REGIONS, PIECES, CHANCES) for word, verb in words.items()}


def verb_of(move: i64) -> i64:
    """Which verb a move has."""
    return move // TARGETS


def is_own(verb: i64) -> bool:
    """Is it a word that a race or power of one's own brings along?"""
    return OWN <= verb < KEEP


def is_bony(verb: i64) -> bool:
    """Does it place Bony, on a race of whatever seat?"""
    return BONY <= verb < BONY + SEATS


def target_of(move: i64) -> i64:
    """What a move is aimed at: a region, a slot, a seat, a number of pips."""
    return move % TARGETS


def describe(board: Board, move: i64, races: list[str], powers: list[str]) -> str:
    """The text of a move."""
    verb, target = move // TARGETS, move % TARGETS
    if verb == PICK:
        return f"pick {target + 1}"
    if verb in LONE.values():
        return WORDS[verb]
    if verb == ALLY or verb == ASK:
        return f"{'ally' if verb == ALLY else 'ask'} {target}"
    if verb == BEHEMOTH:
        return f"behemoth {target + 1}"
    if verb in LOSSES.values():
        return "lose token" if verb == LOSE_TOKEN else "lose horde"
    if SHARE <= verb < SHARE + MOST_SHARED:
        return f"share {target} {verb - SHARE + 1}"
    if is_bony(verb):
        return f"bony {verb - BONY} {races[target]}"
    return _describe_chance(verb, target, races, powers) or _describe_region(verb, board.ids[target])


def _describe_chance(verb: i64, target: i64, races: list[str], powers: list[str]) -> str:
    if verb in (ROLLED, FIRST):
        return f"{WORDS[verb]} {target}"
    if verb == MARKER:
        return f"marker {MARKER_IDS[target]}"
    if verb in (BANNER, BADGE, BUY):
        word = "buy" if verb == BUY else WORDS[verb]
        return f"{word} {(races if verb == BANNER else powers)[target]}"
    return ""


def _describe_region(verb: i64, region: str) -> str:
    if verb == CONQUER:
        return f"conquer {region}"
    if verb in REGIONS.values():
        return f"{WORDS[verb]} {region}"
    if verb in MEANS.values():
        return f"conquer {region} with {WORDS[verb]}"
    if verb in PIECES.values():
        return f"place {WORDS[verb]} {region}"
    word, n = ("keep", verb - KEEP) if verb > KEEP else ("place", verb - PLACE)
    if not 1 <= n <= MOST_PLACED:
        raise ValueError(f"{verb} is no verb of Small World")
    return f"{word} {region}" if n == 1 else f"{word} {region} {n}"


def parse(board: Board, text: str, races: list[str], powers: list[str]) -> i64:
    """The move of a text.

    :raises UnknownMove: the first word (or the means of a conquest) is no word of the game
    :raises RuleViolation: the word is known, but what follows can be meant by no position on this map
    """
    words = text.split()
    if not words:
        raise UnknownMove(said("move_empty", "A move needs a word, such as `conquer 3`, `stop` or `done`."))
    head, rest = words[0], words[1:]
    if head in LONE:
        return _exactly(text, rest, 0, head) or LONE[head] * TARGETS
    if head == "conquer":
        return _parse_conquer(board, text, rest)
    if head == "place":
        return _parse_place(board, text, rest)
    if head in REGIONS:
        _exactly(text, rest, 1, f"{head} REGION")
        return REGIONS[head] * TARGETS + region_number(board, rest[0])
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
        _exactly(text, rest, 1, "buy POWER")
        return BUY * TARGETS + _badge(rest[0], powers)
    if head in CHANCES:
        return _parse_chance(text, head, rest, races, powers)
    raise _unknown(head)


HEADS: Final = (
    *LONE, *REGIONS, "conquer", "place", "keep", "pick", "ally", "ask", "behemoth", "share", "bony", "lose", "buy",
)  # fmt: skip
"""The first words of all moves of a seat."""
ENDS: Final = ("end", "finish", "next")
"""What people say when they mean `stop` or `done`."""


def _unknown(word: str) -> UnknownMove:
    """A word that is no move, and what may have been meant."""
    small = word.lower()
    if small in HEADS:
        return UnknownMove(
            said("move_small", "`{word}` is no move: moves are written small, `{small}`.", word=word, small=small)
        )
    if small in ENDS:
        text = "`{word}` is no move of Small World: conquests end with `stop`, everything else with `done`."
        return UnknownMove(said("move_end", text, word=word))
    return UnknownMove(said("move_unknown", "`{word}` is no move of Small World.", word=word))


def _spelt(word: str, known: list[str]) -> str:
    """One of these words that differs only in large and small letters; empty when there is none."""
    found = [other for other in known if other.lower() == word.lower()]
    return found[0] if len(found) == 1 else ""


def _badge(word: str, powers: list[str]) -> i64:
    if word not in powers:
        _hint(word, powers)
        raise RuleViolation(said("no_power", "There is no power {word} in this game.", word=word))
    return powers.index(word)


def _hint(word: str, known: list[str]) -> None:
    """Raise the violation for a word that differs from a known one only in large and small letters."""
    meant = _spelt(word, known)
    if meant != "":
        raise RuleViolation(
            said("word_case", "`{word}` is spelt `{meant}`: large and small letters differ.", word=word, meant=meant)
        )


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


def region_number(board: Board, word: str) -> i64:
    """The number of a region by its id."""
    if word not in board.number:
        _hint(word, board.ids)
        if word in board.names:
            id_ = board.ids[board.names.index(word)]
            raise RuleViolation(
                said("region_name", "Moves name a region by its id: {word} is `{id}`.", word=word, id=id_)
            )
        raise RuleViolation(said("no_region", "There is no region {word} on this map.", word=word))
    return board.number[word]


def whole_number(text: str, word: str) -> int:
    """The number that a word of a move is, written without ornament."""
    if not (word.isascii() and word.isdigit() and len(word) < 7 and str(int(word)) == word):
        raise RuleViolation(said("no_number", "`{word}` in `{move}` should be a number.", word=word, move=text.strip()))
    return int(word)


def _parse_conquer(board: Board, text: str, rest: list[str]) -> i64:
    if len(rest) == 3 and rest[1] == "with":
        means = rest[2]
        if means not in MEANS:
            raise UnknownMove(
                said(
                    "no_means",
                    "`with {means}` is no way to conquer; there are {names}.",
                    means=means,
                    names=", ".join(sorted(MEANS)),
                )
            )
        return MEANS[means] * TARGETS + region_number(board, rest[0])
    _exactly(text, rest, 1, "conquer REGION` or `conquer REGION with die")
    return CONQUER * TARGETS + region_number(board, rest[0])


def _parse_place(board: Board, text: str, rest: list[str]) -> i64:
    if rest and rest[0] in PIECES:
        _exactly(text, rest, 2, f"place {rest[0]} REGION")
        return PIECES[rest[0]] * TARGETS + region_number(board, rest[1])
    return _parse_tokens(board, text, rest, "place", PLACE)


def _parse_tokens(board: Board, text: str, rest: list[str], word: str, verb: i64) -> i64:
    """One token, or as many as the number says, for a region."""
    if len(rest) != 2:
        _exactly(text, rest, 1, f"{word} REGION` or `{word} REGION NUMBER")
        return (verb + 1) * TARGETS + region_number(board, rest[0])
    target = region_number(board, rest[0])
    n = whole_number(text, rest[1])
    if n == 1:
        raise RuleViolation(
            said("place_one", "One token is written `{word} {id}`, without the number.", word=word, id=rest[0])
        )
    if not 2 <= n <= MOST_PLACED:
        raise RuleViolation(
            said(
                "place_many",
                "{n} tokens cannot be placed: name as many as you have in hand, or none for one token.",
                n=n,
            )
        )
    return (verb + n) * TARGETS + target


def _parse_loss(text: str, rest: list[str]) -> i64:
    if len(rest) != 1 or rest[0] not in LOSSES:
        raise RuleViolation(said("loss_form", "`{move}` should be `lose token` or `lose horde`.", move=text.strip()))
    return LOSSES[rest[0]] * TARGETS


def _parse_share(text: str, rest: list[str]) -> i64:
    _exactly(text, rest, 2, "share SEAT COINS")
    seat, n = _seat(text, rest[0]), whole_number(text, rest[1])
    if not 1 <= n <= MOST_SHARED:
        raise RuleViolation(
            said("share_many", "The Tavern pays {most} coins; {n} of them cannot be given away.", most=MOST_SHARED, n=n)
        )
    return (SHARE + n - 1) * TARGETS + seat


def _parse_bony(text: str, rest: list[str], races: list[str]) -> i64:
    _exactly(text, rest, 2, "bony SEAT RACE")
    seat = _seat(text, rest[0])
    if rest[1] not in races:
        _hint(rest[1], races)
        raise RuleViolation(said("no_race", "There is no race {word} in this game.", word=rest[1]))
    return (BONY + seat) * TARGETS + races.index(rest[1])


def _seat(text: str, word: str) -> int:
    n = whole_number(text, word)
    if n >= SEATS:
        raise RuleViolation(said("no_seat", "There is no seat {n}.", n=n))
    return n


def _parse_counted(text: str, head: str, rest: list[str]) -> i64:
    seats = head in ("ally", "ask")
    _exactly(text, rest, 1, f"{head} SEAT" if seats else f"{head} NUMBER")
    n = whole_number(text, rest[0])
    if head == "behemoth":
        if not 1 <= n <= 2:
            raise RuleViolation(said("behemoths", "There are two Behemoth stacks, 1 and 2."))
        return BEHEMOTH * TARGETS + n - 1
    if seats:
        if n >= SEATS:
            raise RuleViolation(said("no_seat", "There is no seat {n}.", n=n))
        return (ALLY if head == "ally" else ASK) * TARGETS + n
    if not 1 <= n <= 6:
        raise RuleViolation(said("no_combo", "There is no combo {n}: the column shows 1, at the top, to 6.", n=n))
    return PICK * TARGETS + n - 1


def _parse_chance(text: str, head: str, rest: list[str], races: list[str], powers: list[str]) -> i64:
    _exactly(text, rest, 1, f"{head} X")
    if head in ("banner", "badge"):
        known = races if head == "banner" else powers
        if rest[0] not in known:
            raise RuleViolation(said("no_banner", "There is no {kind} {word} in this game.", kind=head, word=rest[0]))
        return CHANCES[head] * TARGETS + known.index(rest[0])
    if head == "marker":
        if rest[0] not in MARKER_IDS:
            raise RuleViolation(said("no_marker", "There is no marker {word}.", word=rest[0]))
        return MARKER * TARGETS + MARKER_IDS.index(rest[0])
    n = whole_number(text, rest[0])
    if n > (3 if head == "rolled" else 5):
        raise RuleViolation(
            said("chance_range", "`{move}` cannot be: the die shows 0 to 3, seats are 0 to 5.", move=text.strip())
        )
    return CHANCES[head] * TARGETS + n
