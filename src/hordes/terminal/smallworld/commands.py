"""Parses what a Small World player types: a choice's key, a move in words, a region, or a command."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hordes.terminal.board.map_data import MapData, Region
from hordes.terminal.parsed_command import Command, parse_number
from hordes.terminal.region_search import find_regions, plain_name
from hordes.terminal.scene import Choice
from hordes.terminal.smallworld.choice_keys import LETTERS, expand_key
from hordes.terminal.smallworld.choices import COUNTED_VERBS, PLACEABLE_PIECES, kind_of, region_of
from hordes.terminal.wording import Lexicon, SeatNames, join_words

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
class CommandContext:
    """What words can refer to at this decision."""

    map_data: MapData
    lexicon: Lexicon
    seat_names: SeatNames
    choices: Sequence[Choice]
    moves: Sequence[str]
    column: Sequence[Mapping[str, Any]] = ()


def parse_line(line: str, context: CommandContext) -> Command:
    """Parse a line. Whatever looks like a move goes to the engine, which explains why it is illegal."""
    text = " ".join(line.split())
    if not text or text in context.moves:
        return Command("move", text) if text else Command("nothing")
    chosen = _choice(text.lower(), context)
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
    return _as_move(words, context)


def _choice(key: str, context: CommandContext) -> Choice | None:
    """The choice with this key."""
    return next((choice for choice in context.choices if choice.key.lower() == key), None)


def _as_move(words: list[str], context: CommandContext) -> Command:
    text = " ".join(words)
    if text in context.moves:
        return Command("move", text)
    if words[0] == "all":
        return _all(words[1:], context)
    if parse_number(words[0]) is not None or expand_key(words[0]):
        return _numbered(words, context)
    verb = VERBS.get(words[0]) or _on_offer(words[0], context) or _unique_prefix(words[0], VERBS)
    if verb:
        return _SENTENCES.get(verb, _lone)(verb, words[1:], context)
    if words[0].isalpha() and words[0] in {move.split()[0] for move in context.moves}:
        return _own_word(words, context)
    if context.lexicon.glossary.get(words[0], {}).get("kind") == "move":
        return _own_word(words, context)
    return _bare(words, context)


def _own_word(words: list[str], context: CommandContext) -> Command:
    """A verb of certain pieces, with a region by name; the engine explains why it is illegal, if it is."""
    form = str(context.lexicon.glossary.get(words[0], {}).get("name", ""))
    rest = [word for word in words[1:] if word not in _FILLERS]
    if rest and form.endswith(" REGION"):
        return _with_region(rest, context, lambda region: Command("move", f"{words[0]} {region.id}"))
    return Command("move", " ".join(words))


def _unique_prefix(word: str, vocabulary: Mapping[str, str]) -> str:
    """The only verb with this prefix; at least three letters."""
    verbs = {verb for full, verb in vocabulary.items() if len(word) > 2 and full.startswith(word)}
    return verbs.pop() if len(verbs) == 1 else ""


def _on_offer(word: str, context: CommandContext) -> str:
    """The only single-word legal move with this prefix, such as `stop`; one letter is enough."""
    words = [move for move in context.moves if " " not in move and move.startswith(word)]
    return words[0] if len(words) == 1 else ""


def _numbered(words: list[str], context: CommandContext) -> Command:
    """`12` is a region on the map (or a choice, where regions have no numbers); `12 3` places three tokens there."""
    chosen = _choice(words[0], context)
    if chosen is not None and len(words) == 2 and parse_number(words[1]) is not None:
        return _several(chosen, parse_number(words[1]) or 0)
    if not has_region_keys(context):
        return _no_such_choice(words, chosen, context)
    if expand_key(words[0]):
        return Command("move", " ".join([expand_key(words[0]), *words[1:]]))
    region = context.map_data.get(words[0])
    if region is None:
        return Command("unclear", f"There is no region {words[0]} on this map.")
    return _with_tail(region, words[1:], context)


def has_region_keys(context: CommandContext) -> bool:
    """Whether a plain number means a region: not while combos or seats are listed."""
    return context.map_data.has_numeric_ids and not any(
        kind_of(move) in ("pick", "ally", "ask") for move in context.moves
    )


def _several(chosen: Choice, number: int) -> Command:
    """Several tokens, or pieces one after the other, with one choice."""
    kind = kind_of(chosen.move)
    if kind in COUNTED_VERBS:
        return Command("move", place_move(chosen.region, number, kind))
    if kind == "piece" and 0 < number < 20:
        return Command("move", chosen.move, number)
    return Command("unclear", f"Type {chosen.key} alone for “{chosen.move}”; a second number only goes with tokens.")


def _no_such_choice(words: list[str], chosen: Choice | None, context: CommandContext) -> Command:
    if chosen is not None:
        return Command("unclear", f"Type {chosen.key} alone for “{chosen.move}”, or a move such as `conquer 7`.")
    last = len(context.choices)
    about = f" For region #{words[0]} type `#{words[0]}`." if context.map_data.get(words[0]) else ""
    return Command("unclear", f"There is no choice {words[0]}: they run from 1 to {last}.{about}")


def _with_tail(region: Region, tail: list[str], context: CommandContext) -> Command:
    """A region followed by nothing, a number of tokens, a way to conquer or a piece."""
    tail = [word for word in tail if word != "with"]
    if not tail:
        return _about(region, None, "", context)
    if len(tail) > 1:
        return Command("unclear", f"Type {region.id} alone, `{region.id} 2`, or a move such as `conquer {region.id}`.")
    number = parse_number(tail[0])
    if number is not None:
        return _about(region, number, "", context)
    if tail[0] in PLACEABLE_PIECES:
        return Command("move", f"place {tail[0]} {region.id}")
    short = expand_key(f"{region.id}{tail[0]}") if tail[0] in LETTERS.values() else ""
    return Command("move", short) if short else _about(region, None, tail[0], context)


def place_move(region: str, tokens: int, word: str = "place") -> str:
    """Move text for placing or putting back a number of tokens."""
    return f"{word} {region}" if tokens == 1 else f"{word} {region} {tokens}"


def _all(words: list[str], context: CommandContext) -> Command:
    """`all 7`: the largest legal placement there."""
    targets = {region_of(move) for move in context.moves if kind_of(move) in ("place", "piece")}
    if not targets:
        return Command("unclear", "There are no tokens to place now.")
    if not words and len(targets) == 1:
        return Command("all", targets.pop())
    return _with_region(words, context, lambda region: Command("all", region.id))


def _with_region(words: Sequence[str], context: CommandContext, then: Callable[[Region], Command]) -> Command:
    if not words:
        return Command("unclear", "Which region? Give its number or name.")
    regions = find_regions(" ".join(words), context.map_data)
    if len(regions) == 1:
        return then(regions[0])
    return Command("unclear", _which(" ".join(words), regions, context.map_data))


def _which(text: str, regions: Sequence[Region], map_data: MapData) -> str:
    if regions:
        return f"“{text}” could be {join_words([region.numbered_name for region in regions[:6]], 'or')}."
    close = difflib.get_close_matches(text, [plain_name(region.name) for region in map_data.regions], 3, 0.6)
    named = [region.numbered_name for region in map_data.regions if region.name and plain_name(region.name) in close]
    hint = f" Did you mean {join_words(named, 'or')}?" if named else ""
    return f"There is no region “{text}” on this map.{hint}"


def _conquer(verb: str, words: list[str], context: CommandContext) -> Command:
    means = ""
    if "with" in words:
        means = " ".join(words[words.index("with") + 1 :])
        words = words[: words.index("with")]
    elif len(words) > 1 and words[-1] in _MEANS:
        means = words.pop()
    tail = f" with {means}" if means else ""
    return _with_region(words, context, lambda region: Command("move", f"conquer {region.id}{tail}"))


def _abandon(verb: str, words: list[str], context: CommandContext) -> Command:
    return _with_region(words, context, lambda region: Command("move", f"abandon {region.id}"))


def _place(verb: str, words: list[str], context: CommandContext) -> Command:
    """`place 3 2`, `place honeycroft`, `place 2 on honeycroft`, `place hero on 7`, `keep honeycroft 2`."""
    filler = any(word in ("on", "in", "to", "at", "into") for word in words)
    words = [word for word in words if word not in _FILLERS]
    if verb == "place" and words and words[0] in PLACEABLE_PIECES:
        return _with_region(words[1:], context, lambda region: Command("move", f"place {words[0]} {region.id}"))
    if filler and len(words) > 1 and parse_number(words[0]) is not None:
        words = [*words[1:], words[0]]
    tokens = parse_number(words[-1]) if len(words) > 1 else None
    if tokens is not None:
        words.pop()
        return _with_region(words, context, lambda region: Command("move", place_move(region.id, tokens or 0, verb)))
    return _with_region(words, context, lambda region: Command("move", f"{verb} {region.id}"))


def _pick(verb: str, words: list[str], context: CommandContext) -> Command:
    if not words or parse_number(words[0]) is not None:
        return Command("move", " ".join(["pick", *words]))
    slot = combo_slot(" ".join(words), context)
    return Command("move", f"pick {slot}") if slot else Command("unclear", "No combo in the column has that name.")


def combo_slot(text: str, context: CommandContext) -> int:
    """Position in the column of the only combo whose race, power or full name has this prefix; 0 if none."""
    wanted = text.lower()
    slots = []
    for slot, combo in enumerate(context.column, start=1):
        race, power = context.lexicon.race(combo.get("race")), context.lexicon.power(combo.get("power"))
        names = (race, power, context.lexicon.combo(combo.get("race"), combo.get("power")))
        if any(name.lower().startswith(wanted) for name in names):
            slots.append(slot)
    return slots[0] if len(slots) == 1 else 0


def _ally(verb: str, words: list[str], context: CommandContext) -> Command:
    words = [word for word in words if word not in ("with", "seat")]
    wanted = " ".join(words)
    seats = [seat for seat, name in enumerate(context.seat_names.names) if wanted and name.lower().startswith(wanted)]
    return Command("move", f"{verb} {seats[0] if len(seats) == 1 else wanted}".strip())


def _lone(verb: str, words: list[str], context: CommandContext) -> Command:
    """A word without arguments. `stop` and `done` never stand for each other."""
    return Command("move", " ".join([verb, *(word for word in words if word != "turn")]))


_SENTENCES: dict[str, Callable[[str, list[str], CommandContext], Command]] = {
    "conquer": _conquer,
    "abandon": _abandon,
    "place": _place,
    "keep": _place,
    "pick": _pick,
    "ally": _ally,
    "ask": _ally,
}


def _bare(words: list[str], context: CommandContext) -> Command:
    """A region or a combo alone plays the first choice that concerns it."""
    text = " ".join(words)
    slot = combo_slot(text, context) if any(move.startswith("pick") for move in context.moves) else 0
    if slot:
        return Command("move", f"pick {slot}")
    tokens, means = parse_number(words[-1]) if len(words) > 1 else None, ""
    if len(words) > 1 and words[-1] in _MEANS:
        means = words[-1]
        words = [word for word in words[:-1] if word != "with"]
    elif tokens is not None:
        words = words[:-1]
    regions = find_regions(" ".join(words), context.map_data)
    if len(regions) == 1:
        return _about(regions[0], tokens, means, context)
    if regions:
        return Command("unclear", _which(text, regions, context.map_data))
    return Command("unclear", f"“{text}” is neither a choice nor a move. {_suggestion(text, context)}")


EXCLUDED_VERBS = ("abandon", "keep")
"""Moves that a region alone never means."""


def _about(region: Region, tokens: int | None, means: str, context: CommandContext) -> Command:
    """A region alone: conquer it outright or place a token there; other ways need their keys."""
    if means:
        return Command("move", f"conquer {region.id} with {means}")
    if tokens is not None:
        return Command("move", place_move(region.id, tokens))
    here = [
        choice
        for choice in context.choices
        if choice.region == region.id and kind_of(choice.move) not in EXCLUDED_VERBS
    ]
    plain = [choice for choice in here if kind_of(choice.move) in ("conquer", "place") or choice.key == region.id]
    if plain or (len(here) == 1 and kind_of(here[0].move) != "die"):
        return Command("move", (plain or here)[0].move)
    if here:
        return Command("unclear", _ways(region, here))
    placing = any(move.startswith("place") for move in context.moves)
    return Command("move", f"{'place' if placing else 'conquer'} {region.id}")


def _ways(region: Region, here: Sequence[Choice]) -> str:
    """The other ways to conquer a region."""
    ways = [f"`{choice.key}` for “{choice.move}”{f' ({choice.detail})' if choice.detail else ''}" for choice in here]
    return f"{region.display_name} cannot be taken outright; type {join_words(ways, 'or')}."


def _suggestion(text: str, context: CommandContext) -> str:
    known = [*VERBS, *_PLAIN_COMMANDS, *(plain_name(region.name) for region in context.map_data.regions if region.name)]
    close = difflib.get_close_matches(text, known, 2, 0.7)
    return f"Did you mean {join_words(close, 'or')}?" if close else "Type ? for what you can do."
