"""Errors for bad input, with translatable messages.

Every message is for people: it names the rule, the place and the numbers. `code` is the referee's error code.
"""

from __future__ import annotations

import re
from typing import Any


class Named:
    """Something that a message names: kind and id for translations, its name for the English text.

    Kinds are `piece` (an id of the glossary), `region` (of the board), `troop` and `fortress` (with their owner's
    seat), and `word`, a word or phrase of the rules that translations have as `word.ID`.

    >>> f"{Named('piece', 'elves', 'Elves')} lose nothing."
    'Elves lose nothing.'
    """

    def __init__(self, kind: str, id: str, name: str, seat: int = -1) -> None:
        self.kind = kind
        self.id = id
        self.name = name
        self.seat = seat

    def __str__(self) -> str:
        return self.name


class NamedList:
    """Several things that a message names.

    >>> str(NamedList([Named("region", "1", "Owlshade"), Named("region", "2", "Rotmire")]))
    'Owlshade, Rotmire'
    """

    def __init__(self, items: list[Named], joint: str = ", ") -> None:
        self.items = items
        self.joint = joint

    def __str__(self) -> str:
        return self.joint.join(item.name for item in self.items)


def word(text: str) -> Named:
    """A word or phrase of the rules: its id is made of the words of the English text.

    >>> word("the map's border").id
    'the_map_s_border'
    """
    return Named("word", "_".join(re.findall(r"\w+", text.lower())), text)


class Message:
    """A translatable sentence: the English text, and for other languages a translation key with its arguments.

    `text` is complete. `key` identifies the sentence and `data` has what is in it: numbers, things with names, and
    texts that are quoted as they were given; `seat` is a seat. Without a key there is no translation.
    """

    def __init__(self, text: str = "", key: str = "", data: dict[str, Any] | None = None) -> None:
        self.text = text
        self.key = key
        self.data: dict[str, Any] = {} if data is None else data

    def __str__(self) -> str:
        return self.text


def translatable(key: str, text: str, **data: Any) -> Message:
    """A message with its translation key, the placeholders of the English text filled in from `data`.

    >>> str(translatable("far", "{region} does not border a region of your {race}.", region="Owlshade", race="Elves"))
    'Owlshade does not border a region of your Elves.'
    """
    return Message(text.format(**data), key, data)


class Refusal(ValueError):
    """Base class: a request is refused and the game is unchanged.

    The message is for whoever asked. Where it contains secrets of that seat, `public` is the text for everybody else.
    """

    code = "bad_request"

    def __init__(self, message: str | Message, public: str | None = None) -> None:
        super().__init__(str(message))
        self.message = message if isinstance(message, Message) else Message(message)
        self.public = str(message) if public is None else public

    def __reduce__(self) -> tuple[Any, ...]:
        # A compiled subclass does not pickle the attributes of this interpreted class by itself.
        return type(self), (self.message, self.public)


class PieceError(Exception):
    """A custom piece, or a game from another package, failed during a game: an error in its code, not in a move."""


class BadRequest(Refusal):
    """The request itself is malformed, or its options are out of range."""


class BadPosition(Refusal):
    """An impossible position or map: an unknown piece, a limit exceeded, a one-way border."""

    code = "bad_position"


class BadRecord(Refusal):
    """A saved game that cannot be replayed."""


class UnknownMove(Refusal):
    """A text that is no move of this game."""

    code = "unknown_move"


class RuleViolation(Refusal):
    """A move that the rules forbid now. Games subclass it by reason."""

    code = "illegal_move"


class NotTheMoment(RuleViolation):
    """A move that belongs to another phase of the turn."""


class GameOver(RuleViolation):
    """Any move after the end."""
