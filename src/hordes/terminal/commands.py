"""What a player types, understood: a choice's key, a move in words, a region's name or number, or a command."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hordes.terminal.atlas import Atlas, Region
from hordes.terminal.choices import COUNTED, PLACEABLE, kind_of, region_of
from hordes.terminal.keys import LETTERS, spelled
from hordes.terminal.order import Command, whole
from hordes.terminal.scene import Choice
from hordes.terminal.words import Cast, Lexicon, listing

COMMANDS = {
    "?": "what one can type; `? trolls`, `? flying`, `? 7` or `? honeycroft` explains that thing",
    "undo": "take back your last move (until the last die or another player's decision)",
    "spread": "while redeploying: share your tokens (or encampments) evenly among your regions",
    "all REGION": "while redeploying: put all tokens (or encampments) there",
    "map": "draw the map, as large as the window allows",
    "table": "list the regions with their neighbours",
    "players": "who plays what",
    "column": "the six combos to choose from, with their rules",
    "log": "the story so far (`log 50` for the last 50 lines)",
    "score": "your coins and where they came from",
    "save FILE": "write the game to a file",
    "load FILE": "go on with a saved game",
    "quit": "leave; the game can be saved or continued later",
}
ALIASES = {
    "help": "?", "h": "?", "u": "undo", "back": "undo", "m": "map", "t": "table", "regions": "table",
    "p": "players", "c": "column", "combos": "column", "l": "log", "history": "log", "coins": "score",
    "q": "quit", "exit": "quit", "bye": "quit", "even": "spread",
}  # fmt: skip
_PLAIN_COMMANDS = frozenset(command.split()[0] for command in COMMANDS) - {"?", "all"}
VERBS = {
    "pick": "pick", "choose": "pick", "conquer": "conquer", "take": "conquer", "attack": "conquer",
    "abandon": "abandon", "leave": "abandon", "place": "place", "put": "place", "deploy": "place",
    "keep": "keep", "ask": "ask",
    "ally": "ally", "peace": "ally", "stop": "stop", "done": "done", "end": "done", "roll": "roll",
    "decline": "decline",
}  # fmt: skip
_FILLERS = frozenset({"on", "in", "to", "at", "the", "token", "tokens", "into"})
_MEANS = frozenset({"die", "dragon", "sorcery", "catapult", "mercenary"})


@dataclass(frozen=True)
class Table:
    """What words can refer to at this moment."""

    atlas: Atlas
    lexicon: Lexicon
    cast: Cast
    choices: Sequence[Choice]
    moves: Sequence[str]
    column: Sequence[Mapping[str, Any]] = ()


def understand(line: str, table: Table) -> Command:
    """Turns a typed line into a command. Whatever looks like a move goes to the engine, which knows the rules."""
    text = " ".join(line.split())
    if not text or text in table.moves:
        return Command("move", text) if text else Command("nothing")
    chosen = _choice(text.lower(), table)
    if chosen is not None:
        return Command("move", chosen.move)
    if text[0] == "?":
        return Command("?", text[1:].strip())
    words = text.lower().split()
    head = ALIASES.get(words[0], words[0])
    if head == "?":
        return Command("?", text.partition(" ")[2])
    if head in _PLAIN_COMMANDS:
        return Command(head, text.partition(" ")[2])
    return _as_move(words, table)


def _choice(key: str, table: Table) -> Choice | None:
    """The choice for which one types this."""
    return next((choice for choice in table.choices if choice.key.lower() == key), None)


def _as_move(words: list[str], table: Table) -> Command:
    text = " ".join(words)
    if text in table.moves:
        return Command("move", text)
    if words[0] == "all":
        return _all(words[1:], table)
    if whole(words[0]) is not None or spelled(words[0]):
        return _numbered(words, table)
    verb = VERBS.get(words[0]) or _on_offer(words[0], table) or _unique_prefix(words[0], VERBS)
    if verb:
        return _SENTENCES.get(verb, _lone)(verb, words[1:], table)
    if words[0].isalpha() and words[0] in {move.split()[0] for move in table.moves}:
        return _own_word(words, table)
    if table.lexicon.glossary.get(words[0], {}).get("kind") == "move":
        return _own_word(words, table)
    return _bare(words, table)


def _own_word(words: list[str], table: Table) -> Command:
    """A word that only some pieces have; its region may be named. The engine says why not, where it may not be said."""
    form = str(table.lexicon.glossary.get(words[0], {}).get("name", ""))
    rest = [word for word in words[1:] if word not in _FILLERS]
    if rest and form.endswith(" REGION"):
        return _with_region(rest, table, lambda region: Command("move", f"{words[0]} {region.id}"))
    return Command("move", " ".join(words))


def _unique_prefix(word: str, vocabulary: Mapping[str, str]) -> str:
    """The one verb that words beginning like this stand for; three letters at least."""
    found = {verb for full, verb in vocabulary.items() if len(word) > 2 and full.startswith(word)}
    return found.pop() if len(found) == 1 else ""


def _on_offer(word: str, table: Table) -> str:
    """The one lone word on offer, such as `stop`, that begins like this; a letter is enough."""
    found = [move for move in table.moves if " " not in move and move.startswith(word)]
    return found[0] if len(found) == 1 else ""


def _numbered(words: list[str], table: Table) -> Command:
    """`12` is the region on the map (a choice of the list where regions have no numbers); `12 3` places three there."""
    chosen = _choice(words[0], table)
    if chosen is not None and len(words) == 2 and whole(words[1]) is not None:
        return _several(chosen, whole(words[1]) or 0)
    if not by_region(table):
        return _no_such_choice(words, chosen, table)
    if spelled(words[0]):
        return Command("move", " ".join([spelled(words[0]), *words[1:]]))
    region = table.atlas.get(words[0])
    if region is None:
        return Command("unclear", f"There is no region {words[0]} on this map.")
    return _with_tail(region, words[1:], table)


def by_region(table: Table) -> bool:
    """Whether a bare number means a region now: not while combos or seats are listed."""
    return table.atlas.numbered and not any(kind_of(move) in ("pick", "ally", "ask") for move in table.moves)


def _several(chosen: Choice, number: int) -> Command:
    """So many tokens, or pieces one after the other, with one choice."""
    kind = kind_of(chosen.move)
    if kind in COUNTED:
        return Command("move", place_move(chosen.region, number, kind))
    if kind == "piece" and 0 < number < 20:
        return Command("move", chosen.move, number)
    return Command("unclear", f"Type {chosen.key} alone for “{chosen.move}”; a second number only goes with tokens.")


def _no_such_choice(words: list[str], chosen: Choice | None, table: Table) -> Command:
    if chosen is not None:
        return Command("unclear", f"Type {chosen.key} alone for “{chosen.move}”, or a move such as `conquer 7`.")
    last = len(table.choices)
    about = f" For region #{words[0]} type `#{words[0]}`." if table.atlas.get(words[0]) else ""
    return Command("unclear", f"There is no choice {words[0]}: they run from 1 to {last}.{about}")


def _with_tail(region: Region, tail: list[str], table: Table) -> Command:
    """A region and what follows it: nothing, a number of tokens, a way to conquer or a piece."""
    tail = [word for word in tail if word != "with"]
    if not tail:
        return _about(region, None, "", table)
    if len(tail) > 1:
        return Command("unclear", f"Type {region.id} alone, `{region.id} 2`, or a move such as `conquer {region.id}`.")
    number = whole(tail[0])
    if number is not None:
        return _about(region, number, "", table)
    if tail[0] in PLACEABLE:
        return Command("move", f"place {tail[0]} {region.id}")
    short = spelled(f"{region.id}{tail[0]}") if tail[0] in LETTERS.values() else ""
    return Command("move", short) if short else _about(region, None, tail[0], table)


def place_move(region: str, tokens: int, word: str = "place") -> str:
    """The engine's text for placing so many tokens, or putting them back."""
    return f"{word} {region}" if tokens == 1 else f"{word} {region} {tokens}"


def _all(words: list[str], table: Table) -> Command:
    """`all 7`: the largest placement on offer there."""
    targets = {region_of(move) for move in table.moves if kind_of(move) in ("place", "piece")}
    if not targets:
        return Command("unclear", "There are no tokens to place now.")
    if not words and len(targets) == 1:
        return Command("all", targets.pop())
    return _with_region(words, table, lambda region: Command("all", region.id))


def _with_region(words: Sequence[str], table: Table, then: Callable[[Region], Command]) -> Command:
    if not words:
        return Command("unclear", "Which region? Give its number or name.")
    found = find_regions(" ".join(words), table.atlas)
    if len(found) == 1:
        return then(found[0])
    return Command("unclear", _which(" ".join(words), found, table.atlas))


def _which(text: str, found: Sequence[Region], atlas: Atlas) -> str:
    if found:
        return f"“{text}” could be {listing([region.title for region in found[:6]], 'or')}."
    close = difflib.get_close_matches(text, [_plain(region.name) for region in atlas.regions], 3, 0.6)
    named = [region.title for region in atlas.regions if region.name and _plain(region.name) in close]
    hint = f" Did you mean {listing(named, 'or')}?" if named else ""
    return f"There is no region “{text}” on this map.{hint}"


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9 ]", "", name.lower())


def find_regions(text: str, atlas: Atlas) -> list[Region]:
    """Regions a text can mean: by number, `#number`, full name, beginning of the name, or a part of it."""
    number, _, name = text.lower().removeprefix("#").strip().partition(" ")
    by_id = [region for region in atlas.regions if region.id.lower() == number]
    if by_id and _plain(by_id[0].name).startswith(_plain(name)):
        return by_id
    wanted = _plain(text).strip()
    names = [(_plain(region.name), region) for region in atlas.regions if region.name]
    if not wanted:
        return []
    tests: tuple[Callable[[str], bool], ...] = (
        wanted.__eq__,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name,
    )
    for fits in tests:
        found = [region for name, region in names if fits(name)]
        if found:
            return found
    return []


def _conquer(verb: str, words: list[str], table: Table) -> Command:
    means = ""
    if "with" in words:
        means = " ".join(words[words.index("with") + 1 :])
        words = words[: words.index("with")]
    elif len(words) > 1 and words[-1] in _MEANS:
        means = words.pop()
    tail = f" with {means}" if means else ""
    return _with_region(words, table, lambda region: Command("move", f"conquer {region.id}{tail}"))


def _abandon(verb: str, words: list[str], table: Table) -> Command:
    return _with_region(words, table, lambda region: Command("move", f"abandon {region.id}"))


def _place(verb: str, words: list[str], table: Table) -> Command:
    """`place 3 2`, `place honeycroft`, `place 2 on honeycroft`, `place hero on 7`, `keep honeycroft 2`."""
    filler = any(word in ("on", "in", "to", "at", "into") for word in words)
    words = [word for word in words if word not in _FILLERS]
    if verb == "place" and words and words[0] in PLACEABLE:
        return _with_region(words[1:], table, lambda region: Command("move", f"place {words[0]} {region.id}"))
    if filler and len(words) > 1 and whole(words[0]) is not None:
        words = [*words[1:], words[0]]
    tokens = whole(words[-1]) if len(words) > 1 else None
    if tokens is not None:
        words.pop()
        return _with_region(words, table, lambda region: Command("move", place_move(region.id, tokens or 0, verb)))
    return _with_region(words, table, lambda region: Command("move", f"{verb} {region.id}"))


def _pick(verb: str, words: list[str], table: Table) -> Command:
    if not words or whole(words[0]) is not None:
        return Command("move", " ".join(["pick", *words]))
    slot = combo_slot(" ".join(words), table)
    return Command("move", f"pick {slot}") if slot else Command("unclear", "No combo in the column has that name.")


def combo_slot(text: str, table: Table) -> int:
    """The place in the column of the one combo whose race, power or full name begins like this; 0 if there is none."""
    wanted = text.lower()
    found = []
    for slot, combo in enumerate(table.column, start=1):
        race, power = table.lexicon.race(combo.get("race")), table.lexicon.power(combo.get("power"))
        names = (race, power, table.lexicon.combo(combo.get("race"), combo.get("power")))
        if any(name.lower().startswith(wanted) for name in names):
            found.append(slot)
    return found[0] if len(found) == 1 else 0


def _ally(verb: str, words: list[str], table: Table) -> Command:
    words = [word for word in words if word not in ("with", "seat")]
    wanted = " ".join(words)
    seats = [seat for seat, name in enumerate(table.cast.names) if wanted and name.lower().startswith(wanted)]
    return Command("move", f"{verb} {seats[0] if len(seats) == 1 else wanted}".strip())


def _lone(verb: str, words: list[str], table: Table) -> Command:
    """A word by itself. `stop` and `done` are different things and never stand for each other."""
    return Command("move", " ".join([verb, *(word for word in words if word != "turn")]))


_SENTENCES: dict[str, Callable[[str, list[str], Table], Command]] = {
    "conquer": _conquer,
    "abandon": _abandon,
    "place": _place,
    "keep": _place,
    "pick": _pick,
    "ally": _ally,
    "ask": _ally,
}


def _bare(words: list[str], table: Table) -> Command:
    """A region or a combo alone plays the first choice that concerns it."""
    text = " ".join(words)
    slot = combo_slot(text, table) if any(move.startswith("pick") for move in table.moves) else 0
    if slot:
        return Command("move", f"pick {slot}")
    tokens, means = whole(words[-1]) if len(words) > 1 else None, ""
    if len(words) > 1 and words[-1] in _MEANS:
        means = words[-1]
        words = [word for word in words[:-1] if word != "with"]
    elif tokens is not None:
        words = words[:-1]
    found = find_regions(" ".join(words), table.atlas)
    if len(found) == 1:
        return _about(found[0], tokens, means, table)
    if found:
        return Command("unclear", _which(text, found, table.atlas))
    return Command("unclear", f"“{text}” is neither a choice nor a move. {_suggestion(text, table)}")


ASIDE = ("abandon", "keep")
"""What a region alone never means."""


def _about(region: Region, tokens: int | None, means: str, table: Table) -> Command:
    """A region alone: take it outright or place a token there; what else is possible is asked for by its key."""
    if means:
        return Command("move", f"conquer {region.id} with {means}")
    if tokens is not None:
        return Command("move", place_move(region.id, tokens))
    here = [choice for choice in table.choices if choice.region == region.id and kind_of(choice.move) not in ASIDE]
    plain = [choice for choice in here if kind_of(choice.move) in ("conquer", "place") or choice.key == region.id]
    if plain or (len(here) == 1 and kind_of(here[0].move) != "die"):
        return Command("move", (plain or here)[0].move)
    if here:
        return Command("unclear", _ways(region, here))
    placing = any(move.startswith("place") for move in table.moves)
    return Command("move", f"{'place' if placing else 'conquer'} {region.id}")


def _ways(region: Region, here: Sequence[Choice]) -> str:
    """How a region can be had that is not to be had outright."""
    ways = [f"`{choice.key}` for “{choice.move}”{f' ({choice.detail})' if choice.detail else ''}" for choice in here]
    return f"{region.called} cannot be taken outright; type {listing(ways, 'or')}."


def _suggestion(text: str, table: Table) -> str:
    known = [*VERBS, *_PLAIN_COMMANDS, *(_plain(region.name) for region in table.atlas.regions if region.name)]
    close = difflib.get_close_matches(text, known, 2, 0.7)
    return f"Did you mean {listing(close, 'or')}?" if close else "Type ? for what you can do."
