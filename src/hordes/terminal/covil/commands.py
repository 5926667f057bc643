"""Parses what a Covil player types: a choice's number, a move with names instead of ids, or a command."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Sequence

from hordes.terminal.covil.names import TROOP, card_name, zone_name
from hordes.terminal.parsed_command import Command, parse_number
from hordes.terminal.scene import Frame, Scene, all_choices
from hordes.terminal.wording import join_words

COMMANDS = {
    "?": "what one can type; `? squire`, `? pinecrag`, `? raid` or `? 3` explains that thing",
    "undo": "take back your last move (until the last card drawn or another player's decision)",
    "map": "draw the board, as large as the window allows",
    "table": "list the zones with their terrains and neighbours",
    "players": "all halls, with everything the cards say",
    "hand": "your relics, with everything they say",
    "pool": "the Minions that can be hired, with prices",
    "log": "the story so far (`log 50` for the last 50 lines)",
    "score": "what everybody's points would be now, as far as you can see",
    "save FILE": "write the game to a file",
    "load FILE": "go on with a saved game",
    "quit": "leave; the game can be saved or continued later",
}
ALIASES = {
    "help": "?", "h": "?", "u": "undo", "back": "undo", "m": "map", "board": "map", "t": "table", "zones": "table",
    "p": "players", "halls": "players", "hall": "players", "relics": "hand", "mercenaries": "pool", "l": "log",
    "history": "log", "points": "score", "q": "quit", "exit": "quit", "bye": "quit",
}  # fmt: skip
_PLAIN = frozenset(command.split()[0] for command in COMMANDS) - {"?"}
VERBS = {
    "found": "found", "build": "found", "hire": "hire", "acquire": "hire", "pay": "pay", "offer": "pay",
    "done": "done", "cancel": "cancel", "relic": "relic", "activate": "relic", "use": "relic", "command": "command",
    "order": "command", "choose": "choose", "pick": "choose", "skip": "skip", "draw": "draw", "buy": "draw",
    "pass": "pass", "move": "move", "go": "move", "rest": "rest", "repair": "repair", "gold": "gold", "earn": "gold",
    "melee": "melee", "ranged": "ranged", "shoot": "ranged", "exhaust": "exhaust", "defend": "defend",
    "retreat": "retreat", "end": "end",
}  # fmt: skip
_FILLERS = frozenset({"with", "to", "the", "at", "in", "on", "troop", "a's", "for"})
FORMS = {
    "found": ("zone",), "hire": ("minion",), "pay": ("payment",), "relic": ("relic",), "command": ("minion",),
    "move": ("troop", "zone"), "rest": ("troop", "minion"), "repair": ("troop",), "gold": ("troop",),
    "melee": ("troop", "target"), "ranged": ("troop", "target"), "exhaust": ("minion",), "defend": ("minion",),
    "retreat": ("zone",), "choose": ("anything",),
}  # fmt: skip
"""Arguments of each verb."""


def parse_line(line: str, moves: Sequence[str], frame: Frame) -> Command:
    """Parse a line. Whatever looks like a move goes to the engine, which explains why it is illegal."""
    text = " ".join(line.split())
    if not text or text in moves:
        return Command("move", text) if text else Command("nothing")
    if parse_number(text) is not None:
        return _numbered(text, frame)
    if text[0] == "?":
        return Command("?", text[1:].strip())
    words = text.lower().split()
    head = ALIASES.get(words[0], words[0])
    if head == "?":
        return Command("?", text.partition(" ")[2])
    if head in _PLAIN and not (head in ("hand", "map") and len(words) > 1):
        return Command(head, text.partition(" ")[2])
    named = _named_by_number(words, frame)
    return Command("move", named) if named else _as_move(words, moves, frame.scene)


def _named_by_number(words: Sequence[str], frame: Frame) -> str:
    """`hire 2`: the choice with that number if its move has that verb."""
    verb = VERBS.get(words[0], "")
    if len(words) != 2 or verb not in ("hire", "relic", "command", "found", "exhaust", "defend", "retreat", "move"):
        return ""
    moves = [choice.move for choice in all_choices(frame.groups) if choice.key == words[1]]
    return moves[0] if moves and moves[0].split()[0] == verb else ""


def _numbered(text: str, frame: Frame) -> Command:
    choices = all_choices(frame.groups)
    chosen = next((choice for choice in choices if choice.key == text), None)
    if chosen is not None:
        return Command("move", chosen.move)
    return Command("unclear", f"There is no choice {text}: they run from 1 to {len(choices)}.")


def _as_move(words: list[str], moves: Sequence[str], scene: Scene) -> Command:
    """The only legal move that matches these words; otherwise a move text for the engine to refuse."""
    verb = VERBS.get(words[0], "")
    rest = [word for word in words[1:] if word not in _FILLERS] if verb else words
    pool = [move for move in moves if not verb or move.split()[0] == verb]
    matches = _matching(rest, pool, scene)
    if len(matches) == 1 or (matches and not rest and verb in ("draw", "pass", "end", "done", "skip", "cancel")):
        return Command("move", matches[0])
    if len(matches) > 1:
        return Command("unclear", _which(words, matches, scene))
    if verb:
        return _spelled(verb, rest, scene)
    return Command("unclear", _nothing(words, scene))


def _matching(words: Sequence[str], moves: Sequence[str], scene: Scene) -> list[str]:
    """Moves whose words start with these words, in order; an exact match wins."""
    exact = [move for move in moves if any(list(words) == spelling for spelling in _spellings(move, scene))]
    if exact:
        return exact[:1] if len(set(exact)) == 1 else exact
    return [move for move in moves if any(_in_order(words, spelling) for spelling in _spellings(move, scene))]


def _in_order(words: Sequence[str], spelling: Sequence[str]) -> bool:
    """Whether each word is a prefix of a later word of the spelling than the one before; at least two letters."""
    # one shared iterator: every word must match after the word before it
    rest = iter(spelling)
    return all(any(part == word or (len(word) > 1 and part.startswith(word)) for part in rest) for word in words)


def _spellings(move: str, scene: Scene) -> list[list[str]]:
    """All spellings of a move's arguments: ids or names, one's own troops by their letters."""
    options = [_names(word, scene) for word in move.split()[1:]]
    return [normalise_text(" ".join(parts)).split() for parts in itertools.product(*options)]


def _names(word: str, scene: Scene) -> list[str]:
    if word in scene.lexicon.glossary:
        return [word, card_name(scene.lexicon, word)]
    if TROOP.fullmatch(word):
        mine = [word[1]] if int(word[0]) == scene.seat else []
        return [word, *mine, f"{scene.seat_names.names[int(word[0])]} {word[1]}"]
    region = scene.map_data.get(word)
    if region is not None:
        return [word, region.name] if region.name else [word]
    if word in "0123" and int(word) < len(scene.seat_names.names):
        return [word, scene.seat_names.names[int(word)]]
    return [word]


def normalise_text(text: str) -> str:
    """Lower case, without punctuation.

    >>> normalise_text("Widow's Bag-of Wind")
    'widows bag of wind'
    """
    return re.sub(r"[^a-z0-9 ]", "", text.lower().replace("-", " "))


def _which(words: Sequence[str], moves: Sequence[str], scene: Scene) -> str:
    shown = join_words([f"`{move}`{_gloss(move, scene)}" for move in moves[:5]], "or")
    more = f" ({len(moves) - 5} more)" if len(moves) > 5 else ""
    return f"“{' '.join(words)}” could be {shown}{more}."


def _gloss(move: str, scene: Scene) -> str:
    """The names of the ids in a move."""
    last = move.rsplit(maxsplit=1)[-1]
    if last in scene.lexicon.glossary:
        return f" ({card_name(scene.lexicon, last)})"
    return f" ({zone_name(scene.map_data, last)})" if scene.map_data.get(last) is not None else ""


def _spelled(verb: str, words: list[str], scene: Scene) -> Command:
    """Text of a move that is not legal now, so that the engine can say which rule forbids it."""
    if verb not in FORMS:
        return Command("move", verb)
    if not words:
        return Command("unclear", f"`{verb}` what? Write `{verb} {' '.join(FORMS[verb]).upper()}`, or a number.")
    parts = [verb]
    if FORMS[verb][0] == "troop":
        parts.append(words[0] if TROOP.fullmatch(words[0]) else f"{scene.seat}{words[0]}")
        words = words[1:]
    if words:
        name = " ".join(words)
        identifier = _anything(name, scene)
        if not identifier:
            return Command("unclear", _nothing(words, scene))
        parts += (
            ["gold", identifier]
            if verb == "pay" and parse_number(identifier) is not None
            else _paid(verb, identifier, scene)
        )
    return Command("move", " ".join(parts))


def _paid(verb: str, identifier: str, scene: Scene) -> list[str]:
    if verb != "pay" or identifier not in scene.lexicon.glossary:
        return [identifier]
    return ["relic" if scene.lexicon.glossary[identifier]["kind"] == "relic" else "minion", identifier]


def _anything(text: str, scene: Scene) -> str:
    """Id of a card, zone, troop or number by its name or a prefix of it."""
    wanted = normalise_text(text)
    if wanted in scene.lexicon.glossary or TROOP.fullmatch(wanted) or parse_number(wanted) is not None:
        return wanted
    if re.fullmatch(r"fortress [0-3]|rebels?", wanted):
        return wanted
    zone = scene.map_data.get(text) or scene.map_data.get(text.upper())
    if zone is not None:
        return zone.id
    names = {key: normalise_text(str(matches["name"])) for key, matches in scene.lexicon.glossary.items()}
    names |= {region.id: normalise_text(region.name) for region in scene.map_data.regions if region.name}
    for matches in (
        [key for key, name in names.items() if name == wanted],
        [key for key, name in names.items() if name.startswith(wanted)],
        [key for key, name in names.items() if wanted in name],
    ):
        if len(matches) == 1:
            return matches[0]
    return ""


def _nothing(words: Sequence[str], scene: Scene) -> str:
    text = " ".join(words)
    meant = _anything(text, scene) if len(text) > 2 else ""
    if meant and (meant in scene.lexicon.glossary or scene.map_data.get(meant)):
        name = card_name(scene.lexicon, meant) if meant in scene.lexicon.glossary else zone_name(scene.map_data, meant)
        return f"Nothing can be done with {name} now. `? {text}` explains it."
    known = [str(entry["name"]) for entry in scene.lexicon.glossary.values()]
    known += [region.name for region in scene.map_data.regions if region.name] + [*VERBS, *_PLAIN]
    by_plain = {normalise_text(name): name for name in known}
    close = difflib.get_close_matches(normalise_text(text), by_plain, 3, 0.7)
    hint = (
        f"Did you mean {join_words([by_plain[name] for name in close], 'or')}?"
        if close
        else "Type ? for what you can do."
    )
    return f"“{text}” is neither a choice nor a move. {hint}"
