"""Who can sit on a bot's seat: the bots of the `bots` package by name, and those this server was started with.

A visitor names a level, never a recipe: settings, files and programs come only from whoever starts the server.
"""

from __future__ import annotations

import re
from pathlib import Path

from hordes.bots.registry import LEVELS, bots_in, recipe
from hordes.engine.errors import BadRequest, said

SEPARATOR = ";"
LONGEST = 40
FURTHER = ("planner", "search", "greedy", "random")
"""Beside the levels for people; `flat` knows no budget, so it comes in only by the setting."""


def named(text: str) -> str:
    """What the level made of a recipe is called.

    >>> named("search:simulations=400"), named("bots/mine.py:Settler"), named("cmd:node /opt/bot.js")
    ('search-simulations-400', 'Settler', 'node-opt-bot-js')
    """
    _, found, name = text.partition(".py:")
    words = name if found else text.removeprefix("cmd:")
    return re.sub(r"[^A-Za-z0-9_]+", "-", words).strip("-")[:LONGEST]


def recipes(text: str) -> list[str]:
    """The recipes in a setting, one after the other; a file stands for all bots in it.

    >>> recipes("hard; search:ms=50")
    ['hard', 'search:ms=50']
    """
    found: list[str] = []
    for part in filter(None, (word.strip() for word in text.split(SEPARATOR))):
        file, named_one, name = part.partition(".py:")
        if part.endswith(".py"):
            path = Path(part).resolve()
            found += [f"{path}:{kind}" for kind in bots_in(path)]
        else:
            found.append(f"{Path(file + '.py').resolve()}:{name}" if named_one else part)
    return found


class Levels:
    """The levels there are, each with its recipe."""

    def __init__(self, own: str = "") -> None:
        self.recipes = {name: name for name in (*LEVELS, *FURTHER)}
        for text in recipes(own):
            recipe(text).make().close()  # a bot that cannot be made is refused at the start, not at a table
            self.recipes[named(text)] = text

    def names(self) -> list[str]:
        """All levels, those for people first."""
        return list(self.recipes)

    def check(self, level: str) -> str:
        """The level, if there is one of that name."""
        if level not in self.recipes:
            told = "There is no bot {level}; there are {levels}."
            raise BadRequest(said("no_bot", told, level=repr(level), levels=", ".join(self.recipes)))
        return level

    def recipe(self, level: str) -> str:
        """How to make a bot of a level; a table may be older than the server's present bots, then `normal` plays."""
        return self.recipes.get(level, "normal")
