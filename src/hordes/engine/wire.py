"""Marks for the types of data that leave the engine as JSON: views, events, moves as data, boards.

Every game declares these types in its folder `wire`, as typed dictionaries, which its writers use. `tools.wire_types`
makes JSON schemas of them, and TypeScript for the page; docs/architecture.md, "where to change what", says how to
change one. Names travel as ids there. Texts for people are marked as `Prose`: programs show them and read nothing
out of them, and the page's compiler sees to that.
"""

from __future__ import annotations

from typing import Annotated, Final


class Format:
    """The `format` of a text in a JSON schema."""

    def __init__(self, name: str) -> None:
        self.name = name


class AsText:
    """Marks an id that a file may give as a number, and that pages get as text."""


class NotForPages:
    """Marks a field that the referee's protocol has, with labels in English or composed names, and pages do not get."""


Prose = Annotated[str, Format("prose")]
"""A name or sentence in English, for people: it is shown, or replaced by a translation, and nothing else."""
NOT_FOR_PAGES: Final = NotForPages()
AS_TEXT: Final = AsText()
