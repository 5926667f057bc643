"""Parses what a player of any game types: a choice's number, a move in ids or names, or a command."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hordes.terminal.generic.choices import labelled
from hordes.terminal.generic.scene import GenericScene, generic
from hordes.terminal.parsed_command import Command, parse_number
from hordes.terminal.scene import Frame, all_choices
from hordes.terminal.wording import join_words

COMMANDS = {
    "?": "what one can type; `? WORD` explains a piece, a region or a choice's number",
    "undo": "take back your last move (until chance or another player's decision)",
    "map": "draw the board, as large as the window allows",
    "table": "list the regions with all that is there and their neighbours",
    "players": "points and possessions of everybody",
    "words": "everything that `?` can explain",
    "log": "the story so far (`log 50` for the last 50 lines)",
    "save FILE": "write the game to a file",
    "load FILE": "go on with a saved game",
    "quit": "leave; the game can be saved or continued later",
}
ALIASES = {
    "help": "?", "h": "?", "u": "undo", "back": "undo", "m": "map", "board": "map", "t": "table", "regions": "table",
    "p": "players", "seats": "players", "score": "players", "glossary": "words", "w": "words", "l": "log",
    "history": "log", "q": "quit", "exit": "quit", "bye": "quit",
}  # fmt: skip
_PLAIN = frozenset(command.split()[0] for command in COMMANDS) - {"?"}
MAX_NAMED = 5
"""Moves that an ambiguous line is answered with at most."""


def parse_line(line: str, moves: Sequence[str], frame: Frame) -> Command:
    """Parse a line. What is no legal move goes to the engine, which says which rule forbids it."""
    text = " ".join(line.split())
    if not text or text in moves:
        return Command("move", text) if text else Command("nothing")
    if parse_number(text) is not None:
        return _numbered(text, frame)
    if text[0] == "?":
        return Command("?", text[1:].strip())
    scene = generic(frame.scene)
    matches = matching(text, moves, scene)
    if len(matches) == 1:
        return Command("move", matches[0])
    word = text.split()[0].lower()
    command = ALIASES.get(word, word)
    if command == "?" or (command in _PLAIN and not matches):
        return Command(command, text.partition(" ")[2])
    if matches:
        return Command("unclear", _which(text, matches, scene))
    return Command("move", with_ids(text, scene))


def _numbered(text: str, frame: Frame) -> Command:
    choices = all_choices(frame.groups)
    chosen = next((choice for choice in choices if choice.key == text), None)
    if chosen is not None:
        return Command("move", chosen.move)
    return Command("unclear", f"There is no choice {text}: they run from 1 to {len(choices)}.")


def matching(text: str, moves: Sequence[str], scene: GenericScene) -> list[str]:
    """Legal moves whose words, as ids or as their label, begin with these words in order; exact ones win."""
    wanted = plain_words(text)
    spelled = {move: (plain_words(move), plain_words(labelled(move, scene).label)) for move in moves}
    exact = [move for move, spellings in spelled.items() if wanted in spellings]
    return exact or [
        move for move, spellings in spelled.items() if any(_in_order(wanted, words) for words in spellings)
    ]


def plain_words(text: str) -> list[str]:
    """Words in small letters, without punctuation.

    >>> plain_words("March to Saint-Lorn!")
    ['march', 'to', 'saint', 'lorn']
    """
    return re.findall(r"[^\W_]+", text.lower())


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word is a prefix of a later word than the one before; a prefix has two letters or more."""
    rest = iter(words)
    return bool(wanted) and all(
        any(part == word or (len(word) > 1 and part.startswith(word)) for part in rest) for word in wanted
    )


def with_ids(text: str, scene: GenericScene) -> str:
    """A typed move with the ids of regions for their names, in small letters, for the engine to read."""
    words = text.lower()
    for region in sorted(scene.board["regions"], key=lambda region: -len(region["name"])):
        words = re.sub(rf"\b{re.escape(region['name'].lower())}\b", region["id"], words)
    return words


def _which(text: str, matches: Sequence[str], scene: GenericScene) -> str:
    numbers = [f"`{move}` ({labelled(move, scene).label})" for move in matches[:MAX_NAMED]]
    more = f" ({len(matches) - MAX_NAMED} more)" if len(matches) > MAX_NAMED else ""
    return f"“{text}” could be {join_words(numbers, 'or')}{more}."
