"""Writer of moves: the text of a move code."""

from __future__ import annotations

from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.constants import MARKER_IDS
from hordes.smallworld.state.moves import (
    ALLY,
    ASK,
    BADGE,
    BANNER,
    BEHEMOTH,
    BONY,
    BUY,
    CONQUER,
    CONQUEST_VERBS,
    FIRST,
    KEEP,
    KEEPING_GROUP,
    LOSE_TOKEN,
    LOSS_VERBS,
    MARKER,
    MAX_PLACED,
    PICK,
    PIECE_VERBS,
    PLACE,
    REGION_VERBS,
    ROLLED,
    SHARE,
    SINGLE_WORD_VERBS,
    VERB_WORDS,
    group_of,
    is_bony,
    is_share,
)


def describe_move(board: Board, move: i64, races: list[str], powers: list[str]) -> str:
    """The text of a built-in move; custom ones are written by `custom_verbs.describe`."""
    verb, target = move // TARGETS, move % TARGETS
    if verb == PICK:
        return f"pick {target + 1}"
    if verb in SINGLE_WORD_VERBS.values():
        return VERB_WORDS[verb]
    if verb == ALLY or verb == ASK:
        return f"{'ally' if verb == ALLY else 'ask'} {target}"
    if verb == BEHEMOTH:
        return f"behemoth {target + 1}"
    if verb in LOSS_VERBS.values():
        return "lose token" if verb == LOSE_TOKEN else "lose horde"
    if is_share(verb):
        return f"share {target} {verb - SHARE + 1}"
    if is_bony(verb):
        return f"bony {verb - BONY} {races[target]}"
    return _describe_chance(verb, target, races, powers) or _describe_region(verb, board.ids[target])


def _describe_chance(verb: i64, target: i64, races: list[str], powers: list[str]) -> str:
    if verb in (ROLLED, FIRST):
        return f"{VERB_WORDS[verb]} {target}"
    if verb == MARKER:
        return f"marker {MARKER_IDS[target]}"
    if verb in (BANNER, BADGE, BUY):
        word = "buy" if verb == BUY else VERB_WORDS[verb]
        return f"{word} {(races if verb == BANNER else powers)[target]}"
    return ""


def _describe_region(verb: i64, region: str) -> str:
    if verb == CONQUER:
        return f"conquer {region}"
    if verb in REGION_VERBS.values():
        return f"{VERB_WORDS[verb]} {region}"
    if verb in CONQUEST_VERBS.values():
        return f"conquer {region} with {VERB_WORDS[verb]}"
    if verb in PIECE_VERBS.values():
        return f"place {VERB_WORDS[verb]} {region}"
    word, n = ("keep", verb - KEEP) if group_of(verb) == KEEPING_GROUP else ("place", verb - PLACE)
    if not 1 <= n <= MAX_PLACED:
        raise ValueError(f"{verb} is no verb of Small World")
    return f"{word} {region}" if n == 1 else f"{word} {region} {n}"
