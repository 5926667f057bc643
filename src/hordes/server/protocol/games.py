"""Wire structs of games: which there are, their options, and their rules in brief."""

from __future__ import annotations

from typing import Any

from msgspec import field

from hordes.server.protocol.base import Wire


class GameInfo(Wire):
    """A game of this server: its options with their defaults, and the possible choices."""

    name: str
    rules: str
    options: dict[str, Any]
    choices: dict[str, Any] = field(default_factory=dict)


class GameList(Wire):
    """Available games and bot levels."""

    games: list[GameInfo]
    levels: list[str]


class Chapter(Wire):
    """A chapter of the rules, as paragraphs in one language."""

    id: str
    name: str
    text: list[str]


class Rulebook(Wire):
    """The rules of a game, and the rulings a table may switch."""

    chapters: list[Chapter]
    rulings: dict[str, str]
