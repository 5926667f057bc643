"""Wire structs of games: which there are, their options, and their rules in brief."""

from __future__ import annotations

from typing import Any

from msgspec import field

from hordes.engine.option_schema import Kind
from hordes.server.protocol.base import Prose, Wire


class OptionInfo(Wire):
    """An option of a game: `default` null means that it follows from other options, `needs` when it may be set.

    `proposed` is a value to propose to people who do not say; null where that is the default.
    """

    name: str
    kind: Kind
    default: Any
    about: Prose
    least: int | None = None
    most: int | None = None
    choices: list[str] | None = None
    takes_data: bool = False
    needs: dict[str, Any] | None = None
    proposed: bool | int | str | list[str] | dict[str, Any] | None = None


class GameInfo(Wire):
    """A game of this server: options with defaults, name and sentence about it for people, possible choices."""

    name: str
    rules: str
    options: dict[str, Any]
    title: Prose
    schema: list[OptionInfo]
    choices: dict[str, Any] = field(default_factory=dict)
    about: Prose = ""


class GameList(Wire):
    """Available games and bot levels."""

    games: list[GameInfo]
    levels: list[str]


class Chapter(Wire):
    """A chapter of the rules, as paragraphs in one language."""

    id: str
    name: Prose
    text: list[Prose]


class Rulebook(Wire):
    """The rules of a game, and the rulings a table may switch."""

    chapters: list[Chapter]
    rulings: dict[str, Prose]
