"""What can be wrong with what somebody sends, and how it is said.

Every message is for people: it names the rule, the place and the numbers. `code` is the word the referee answers with.
"""

from __future__ import annotations

from typing import Any


class Saying:
    """A sentence that can also be said in other languages.

    Its text is English and complete. `key` names the sentence and `data` has the words and numbers in it, so that
    whoever knows the key may put it differently; where the key is empty there is only the text.
    """

    def __init__(self, text: str = "", key: str = "", data: dict[str, Any] | None = None) -> None:
        self.text = text
        self.key = key
        self.data: dict[str, Any] = {} if data is None else data

    def __str__(self) -> str:
        return self.text


def said(key: str, text: str, **data: Any) -> Saying:
    """A sentence by its key, with its gaps filled.

    >>> str(said("far", "{region} does not border a region of your {race}.", region="Owlshade", race="Elves"))
    'Owlshade does not border a region of your Elves.'
    """
    return Saying(text.format(**data), key, data)


class Refusal(ValueError):
    """Something that was asked for is not granted; the game is as it was before.

    The message is for whoever asked. Where it tells something that others may not know, `public` is what they are told.
    """

    code = "bad_request"

    def __init__(self, message: str | Saying, public: str | None = None) -> None:
        super().__init__(str(message))
        self.saying = message if isinstance(message, Saying) else Saying(message)
        self.public = str(message) if public is None else public


class PieceError(Exception):
    """A piece of somebody's own failed in the middle of the game: an error in its code, not in a move."""


class BadRequest(Refusal):
    """The request itself is malformed, or its options are out of range."""


class BadPosition(Refusal):
    """A position or map that cannot be: an unknown piece, a limit broken, a border that leads one way only."""

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
