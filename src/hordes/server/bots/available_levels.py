"""Which bot levels visitors may choose: built-in bots by name, and those of the server's setting `bots`.

A visitor chooses a level, never a bot spec: bot settings, files and programs come from the server's configuration only.
"""

from __future__ import annotations

import re
from pathlib import Path

from hordes.bots.registry import LEVELS, bot_classes_in, parse_bot
from hordes.engine.errors import BadRequest, translatable

SEPARATOR = ";"
MAX_NAME_LENGTH = 40
OTHER_LEVELS = ("planner", "search", "greedy", "random")
"""Offered beside the levels for people; `flat` has no time budget, so it is available by the setting only."""


def level_name(text: str) -> str:
    """Level name for a bot spec.

    >>> level_name("search:simulations=400"), level_name("bots/mine.py:Settler"), level_name("cmd:node /opt/bot.js")
    ('search-simulations-400', 'Settler', 'node-opt-bot-js')
    """
    _, separator, name = text.partition(".py:")
    name_part = name if separator else text.removeprefix("cmd:")
    return re.sub(r"[^A-Za-z0-9_]+", "-", name_part).strip("-")[:MAX_NAME_LENGTH]


def parse_bot_specs(text: str) -> list[str]:
    """Bot specs in the setting `bots`, in order; a file stands for all bots in it.

    >>> parse_bot_specs("hard; search:ms=50")
    ['hard', 'search:ms=50']
    """
    specs: list[str] = []
    for part in filter(None, (entry.strip() for entry in text.split(SEPARATOR))):
        file, separator, name = part.partition(".py:")
        if part.endswith(".py"):
            path = Path(part).resolve()
            specs += [f"{path}:{kind}" for kind in bot_classes_in(path)]
        else:
            specs.append(f"{Path(file + '.py').resolve()}:{name}" if separator else part)
    return specs


class AvailableLevels:
    """Available levels, each with its bot spec."""

    def __init__(self, own: str = "") -> None:
        self.specs = {name: name for name in (*LEVELS, *OTHER_LEVELS)}
        for text in parse_bot_specs(own):
            parse_bot(text).make().close()  # fail at startup, not at a table
            self.specs[level_name(text)] = text

    def names(self) -> list[str]:
        """Names of all levels, those for people first."""
        return list(self.specs)

    def check(self, level: str) -> str:
        """Return a level's name, or raise if it is unknown."""
        if level not in self.specs:
            text = "There is no bot {level}; there are {levels}."
            raise BadRequest(translatable("no_bot", text, level=repr(level), levels=", ".join(self.specs)))
        return level

    def spec(self, level: str) -> str:
        """Bot spec of a level; `normal` for one that an old table names and this server no longer has."""
        return self.specs.get(level, "normal")
