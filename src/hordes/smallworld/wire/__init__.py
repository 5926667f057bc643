"""Types of what leaves a game of Small World as JSON: events, positions and views, moves as data, boards, glossary.

Interpreted, and imported for type checkers only: the compiled writers build plain dictionaries.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.smallworld.wire.events import SmallWorldEvent
from hordes.smallworld.wire.moves import SmallWorldMove
from hordes.smallworld.wire.views import Entry, MapData, Summary, View

PAGE_TYPES: Final[dict[str, Any]] = {
    "view": View,
    "event": SmallWorldEvent,
    "move": SmallWorldMove,
    "summary": Summary,
    "board": MapData,
    "entry": Entry,
}
"""What pages get, by its role: `tools/wire_schema.py` makes schemas of these types."""
