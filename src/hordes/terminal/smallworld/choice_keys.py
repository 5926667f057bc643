"""Keys of choices: on a map with numbered regions, the number shown on the map.

`12` conquers region 12 or places a token there; a letter after it selects another way (`12d`: with the die), `a12`
abandons, `k12` puts a readied token back, and moves without a region are typed as words (`stop`). So there is only one
system of numbers. On maps whose regions have no numbers the choices are numbered from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

LETTERS = {"die": "d", "dragon": "x", "sorcery": "s", "hero": "h", "fortress": "f", "encampment": "e"}
"""Letter after a region's number, by way of conquering or piece."""
_MEANS = frozenset({"die", "dragon", "sorcery"})
_WORDS = {letter: word for word, letter in LETTERS.items()}


def assign_keys(piles: Sequence[tuple[str, Sequence[str]]], numbered: bool) -> dict[str, str]:
    """The key of every listed move; `piles` are moves by kind, in display order."""
    if not numbered:
        moves = [move for _, pile in piles for move in pile]
        return {move: str(number) for number, move in enumerate(moves, start=1)}
    alone = _lone_piece(dict(piles))
    return {move: _key(kind, move, rank, alone) for kind, pile in piles for rank, move in enumerate(pile, start=1)}


def _lone_piece(piles: Mapping[str, Sequence[str]]) -> bool:
    """Whether only one kind of piece can be placed: then the region's number is enough."""
    return "place" not in piles and len({move.split()[1] for move in piles.get("piece", ())}) == 1


def _key(kind: str, move: str, rank: int, alone: bool) -> str:
    words = move.split()
    match kind:
        case "pick" | "conquer" | "place" | "monster" | "soapbar" | "sacrifice":
            return words[1]
        case "ally" | "ask":
            return str(rank)
        case "die" | "dragon" | "sorcery":
            return words[1] + LETTERS[kind]
        case "means":
            return f"{words[1]} {words[-1]}"
        case "piece":
            return words[2] if alone else words[2] + LETTERS.get(words[1], f" {words[1]}")
        case "abandon" | "keep":
            return f"{words[0][0]}{words[1]}"
    return move


def expand_key(word: str) -> str:
    """The move that a key with a letter stands for, legal or not; empty if it is not such a key.

    >>> expand_key("12d"), expand_key("12h"), expand_key("a12"), expand_key("k12"), expand_key("12")
    ('conquer 12 with die', 'place hero 12', 'abandon 12', 'keep 12', '')
    """
    if re.fullmatch(r"[ak][0-9]{1,6}", word):
        return f"{'abandon' if word[0] == 'a' else 'keep'} {word[1:]}"
    match = re.fullmatch(r"([0-9]{1,6})([a-z])", word)
    if match is None or match[2] not in _WORDS:
        return ""
    way = _WORDS[match[2]]
    return f"conquer {match[1]} with {way}" if way in _MEANS else f"place {way} {match[1]}"
