"""Base class of all wire structs, and the bounded types of their fields."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MAX_PLIES = 100_000
TABLE_ID = r"^[A-Za-z0-9_-]{22}$(?!\n)"
"""`$` alone would allow a line break at the end; `\\Z` is no part of JSON schemas."""
WORD = r"^[A-Za-z0-9_-]{1,40}$(?!\n)"
DOTTED_WORD = r"^[A-Za-z0-9_.-]{1,40}$(?!\n)"
PUSH_KEY = r"^[A-Za-z0-9_-]{86,88}={0,2}$(?!\n)"
PUSH_SECRET = r"^[A-Za-z0-9_-]{22,24}={0,2}$(?!\n)"
WEB_ADDRESS = r"^https?://[!-~]{3,900}$(?!\n)"
FORMS = {
    TABLE_ID: "made of the letters a to z, digits, - and _",
    WORD: "made of the letters a to z, digits, - and _",
    DOTTED_WORD: "made of the letters a to z, digits, dots, - and _",
    PUSH_KEY: "in base64url",
    PUSH_SECRET: "in base64url",
    WEB_ADDRESS: "an address that begins with https://",
}
"""Every pattern of a field, and what it asks for in words."""
TableId = Annotated[str, Meta(min_length=22, max_length=22, pattern=TABLE_ID)]
Ply = Annotated[int, Meta(ge=0, le=MAX_PLIES)]
Ref = Annotated[str, Meta(min_length=1, max_length=40, pattern=DOTTED_WORD)]
Name = Annotated[str, Meta(min_length=1, max_length=30)]
Token = Annotated[str, Meta(min_length=1, max_length=300)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Prose = Annotated[str, Meta(extra_json_schema={"format": "prose"})]
"""A name or sentence in English, for people: pages show it, or a translation, and read nothing out of it."""
MoveText = Annotated[str, Meta(min_length=1, max_length=200, extra_json_schema={"format": "move-text"})]
"""The text of a move: pages send back what they were sent."""
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
ChatNumber = Annotated[int, Meta(ge=0, le=2**53 - 1)]
ContributionText = Annotated[str, Meta(min_length=1, max_length=100)]
Seconds = Annotated[int, Meta(ge=5, le=30 * 86_400)]
Level = Annotated[str, Meta(min_length=1, max_length=40, pattern=WORD)]
Millis = int


class Wire(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all wire structs: unknown fields are refused, default values omitted."""
