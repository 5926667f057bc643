"""Options as people give them: words of a command line, files of one's own, and what is proposed to who says nothing.

Everything here follows from `Game.option_schema`; that the values fit each other is for `Game.normalise` to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hordes.engine.core.state import Game
from hordes.engine.errors import BadRequest, Refusal
from hordes.engine.games import register_set
from hordes.engine.option_schema import Option
from hordes.engine.validation import did_you_mean

DATA_FILE = ".json"
SET_FILE = ".py"
YES_AND_NO = {"true": True, "false": False}


def find_option(game: Game, name: str) -> Option:
    """The declared option of this name; raises `BadRequest` if the game has none.

    >>> from hordes.engine.games import load
    >>> find_option(load("smallworld"), "player")
    Traceback (most recent call last):
        ...
    hordes.engine.errors.BadRequest: Small World has no option `player`; ... Did you mean `players`?
    """
    declared = {option.name: option for option in game.option_schema()}
    if name not in declared:
        plain = [known for known in declared if "." not in known]
        rest = f"; `hordes options {game.name}` lists them" if len(plain) < len(declared) else ""
        near = did_you_mean(name, declared)
        raise BadRequest(f"{game.title} has no option `{name}`; it has {', '.join(plain)}{rest}.{near}")
    return declared[name]


def read_option(game: Game, name: str, text: str) -> Any:
    """The value of an option that a text on a command line stands for.

    Several choices are separated by commas; data is JSON, or the name of a JSON file; pieces of one's own are the name
    of a Python file, which is run.

    >>> from hordes.engine.games import load
    >>> read_option(load("smallworld"), "sets", "base,cursed"), read_option(load("covil"), "dummies", "2")
    (['base', 'cursed'], 2)
    >>> read_option(load("smallworld"), "players", "2.6")
    Traceback (most recent call last):
        ...
    hordes.engine.errors.BadRequest: `players` is a whole number from 2 to 6, not '2.6'.
    """
    option = find_option(game, name)
    match option.kind:
        case "number":
            return option.check(int(text) if _is_whole(text) else text)
        case "flag":
            return option.check(YES_AND_NO.get(text.lower(), text))
        case "several":
            return read_several(game, text.split(","), name)
        case "choice":
            return read_data(text, name) if option.takes_data and _looks_like_data(text) else text
        case "data":
            return read_data(text, name)


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def read_several(game: Game, words: Iterable[str], name: str) -> list[str]:
    """Names of several choices; a file of pieces of one's own is loaded, and its set's name is the choice."""
    chosen = [word.strip() for word in words]
    if not all(chosen):
        raise BadRequest(f"The name of a {name.removesuffix('s')} is empty.")
    return list(dict.fromkeys(register_set(game.name, word) if word.endswith(SET_FILE) else word for word in chosen))


def _looks_like_data(text: str) -> bool:
    return text.endswith(DATA_FILE) or text.lstrip()[:1] in ("{", "[")


def read_data(text: str, name: str) -> Any:
    """JSON data, or the content of the JSON file that is named."""
    where = f"the {name} {text}" if text.endswith(DATA_FILE) else f"`{name}`"
    try:
        return json.loads(Path(text).read_text(encoding="utf-8") if text.endswith(DATA_FILE) else text)
    except OSError as error:
        raise BadRequest(f"Cannot read {where}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        what = f"{where[0].upper()}{where[1:]} is no JSON" if text.endswith(DATA_FILE) else f"{where} is JSON or a file"
        raise BadRequest(f"{what}: {error}.") from error


def read_assignments(game: Game, texts: Iterable[str]) -> dict[str, list[Any]]:
    """Values of options given as `name=value`, in the order given.

    >>> from hordes.engine.games import load
    >>> read_assignments(load("covil"), ["players=3", "board=water-town", "board=desert-town"])
    {'players': [3], 'board': ['water-town', 'desert-town']}
    """
    values: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadRequest(f"An option is given as NAME=VALUE, such as players=3, not {text!r}.")
        values.setdefault(name.strip(), []).append(read_option(game, name.strip(), value.strip()))
    return values


def with_needed(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options, and those without which they may not be set, unless these are given otherwise.

    >>> from hordes.engine.games import load
    >>> with_needed(load("covil"), {"dummies": 2})
    {'dummies': 2, 'players': 1}
    """
    complete = dict(options)
    for option in game.option_schema():
        if option.name in options and option.needs is not None:
            complete.setdefault(*option.needs)
    return complete


def with_proposed(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options, and what the game proposes to people for those left out, as far as it goes with what is given.

    >>> from hordes.engine.games import load
    >>> with_proposed(load("smallworld"), {}), with_proposed(load("smallworld"), {"mode": "teams"})
    ({'players': 3}, {'mode': 'teams'})
    """
    complete = dict(options)
    for option in game.option_schema():
        if option.proposed is not None and option.name not in options:
            trial = complete | {option.name: option.proposed}
            complete = trial if _is_accepted(game, trial) else complete
    return complete


def _is_accepted(game: Game, options: dict[str, Any]) -> bool:
    try:
        game.normalise(options)
    except Refusal:
        return False
    return True
