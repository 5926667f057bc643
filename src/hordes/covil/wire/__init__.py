"""Types of what leaves a game of Covil as JSON: events, positions and views, moves as data, boards, glossary.

Interpreted, and imported for type checkers only: the compiled writers build plain dictionaries.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.wire.events import CovilEvent
from hordes.covil.wire.moves import CovilMove
from hordes.covil.wire.views import BoardData, Entry, Summary, View

PAGE_TYPES: Final[dict[str, Any]] = {
    "view": View,
    "event": CovilEvent,
    "move": CovilMove,
    "summary": Summary,
    "board": BoardData,
    "entry": Entry,
}
"""What pages get, by its role: `tools/wire_schema.py` makes schemas of these types."""
